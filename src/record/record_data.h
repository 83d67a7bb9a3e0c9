/* A record in memory, which record.c, line.c and record_read.c share. */
#ifndef RECORD_DATA_H
#define RECORD_DATA_H

#include <alibi/record.h>

struct record_tag {
    char *key, *value;
};

/* The turn that a token belongs to. */
struct record_turn {
    uint8_t round, slot;
    bool labelled; /* a player's move: the turn's label comes before the first */
};

struct record_item {
    struct alibi_told told;
    char token[ALIBI_TOKEN_MAX];
    struct record_turn turn;
    char *comment;                /* the comment after it, or NULL */
    struct alibi_line *variation; /* the first line that is played in its place, or NULL */
};

struct alibi_line {
    struct record_item *item;
    size_t n, cap;
    struct alibi_line *next; /* the next variation in the place of the same token */
};

struct alibi_record {
    struct alibi_state start;
    bool from_position; /* START is not the game's set-up, so it is printed as a tag */
    enum alibi_viewer viewer;
    struct record_tag *tag;
    size_t n_tags, cap_tags;
    struct alibi_line main;
    char *preface; /* a comment before the first token, or NULL */
    char result[32];
};

/* Adds what was told in TURN at the end of LINE; false if memory runs out. */
bool alibi_line_add(struct alibi_line *line, const struct alibi_game *game,
                    const struct alibi_told *told, const struct record_turn *turn);

/* Adds an empty variation in the place of ITEM, after those that it has; NULL if memory runs
 * out. */
struct alibi_line *alibi_line_vary(struct record_item *item);

/* Frees what LINE holds: its tokens, with their comments and variations. */
void alibi_line_clear(struct alibi_line *line);

/* Prints the tokens of the main line, a turn on a line, with comments and variations. */
void alibi_line_print(struct alibi_text *text, const struct alibi_line *line);
void alibi_comment_print(struct alibi_text *text, const char *comment);

/* Adds COMMENT to the one at PLACE, with a space between them; false if memory runs out. */
bool alibi_comment_add(char **place, const char *comment, size_t len);

/* The turn of a move that is made in BEFORE. */
struct record_turn alibi_turn_of(const struct alibi_state *before);

/* Whether the format itself uses a tag with this name. */
bool alibi_record_tag_taken(const struct alibi_record *record, const char *key);

#endif
