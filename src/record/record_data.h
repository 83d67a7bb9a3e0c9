/* A record in memory, which record.c and record_read.c share. */
#ifndef RECORD_DATA_H
#define RECORD_DATA_H

#include <alibi/record.h>

struct record_tag {
    char *key, *value;
};

struct record_item {
    struct alibi_told told;
    char token[ALIBI_TOKEN_MAX];
    uint8_t round, slot; /* of the turn that it belongs to */
    bool labelled;       /* a player's move: the turn's label comes before the first */
    char *comment;       /* the comment after it, or NULL */
};

struct alibi_record {
    struct alibi_state start;
    bool from_position; /* START is not the game's set-up, so it is printed as a tag */
    enum alibi_viewer viewer;
    struct record_tag *tag;
    size_t n_tags, cap_tags;
    struct record_item *item;
    size_t n, cap;
    char *preface; /* a comment before the first token, or NULL */
    char result[32];
};

/* Adds COMMENT after the last token, or before the first; joins several comments. */
int alibi_record_comment_add(struct alibi_record *record, const char *comment, size_t len);

/* Whether the format itself uses a tag with this name. */
bool alibi_record_tag_taken(const struct alibi_record *record, const char *key);

#endif
