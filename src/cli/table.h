/* A game on the table: who plays it, where it is kept, and what each side has been told. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include "cli.h"
#include "mind.h"

#include <alibi/rng.h>

struct cli_table {
    struct alibi_session *session;
    struct cli_mind mind[2];    /* by seat: the computer's, or a human's, which has no kind */
    struct alibi_budget budget; /* what the computer may spend on a move */
    struct alibi_rng luck;      /* seeds the deals of games that are loaded */
    size_t told[2];             /* moves of which each human has read */
    enum alibi_seat front;      /* whose eyes are on the screen; ALIBI_NOBODY at first */
    struct cli_look look;
    char *keep; /* the file that holds the unfinished game, or NULL */
};

/* Whether a human sits in SEAT. */
bool cli_is_human(const struct cli_table *table, enum alibi_seat seat);

/* Where unfinished games of GAME are kept; free it. NULL if there is no such place. */
char *cli_keep_path(const struct alibi_game *game);

/* VIEWER's record of the game, with the names of the players, into a file. */
bool cli_table_write(const struct cli_table *table, enum alibi_viewer viewer, const char *path);

/* Keeps the game as it stands: called before anybody is shown what has happened. */
bool cli_table_keep(const struct cli_table *table);

/* Replaces the game by a record's, and the players by those whom it names. */
bool cli_table_load(struct cli_table *table, const char *path);

/* Tells SEAT in words what happened since he was last told. */
void cli_table_tell(struct cli_table *table, enum alibi_seat seat);

/* Draws the board as VIEWER sees it. */
void cli_table_draw(const struct cli_table *table, enum alibi_viewer viewer);

/* Does what a human in SEAT said in LINE; false if that was to leave. In talk.c. */
bool cli_talk(struct cli_table *table, enum alibi_seat seat, const char *line);

/* Tells MIND what SEAT has been told; false after saying why not. */
bool cli_table_inform(const struct cli_table *table, enum alibi_seat seat,
                      struct cli_mind *mind);

/* Chance or the computer makes its move, if it is theirs; the computer's player knows what its
 * seat has been told and nothing else. */
bool cli_table_advance(struct cli_table *table);

/* Says what the best player would do in SEAT's place, knowing what SEAT knows. In advice.c. */
void cli_advise(const struct cli_table *table, enum alibi_seat seat);

/* Says what moves I to J, an activation of the computer's, mean for SEAT, by what he sees
 * before and after them. In advice.c. */
void cli_explain(const struct cli_table *table, enum alibi_seat seat, size_t i, size_t j);

#endif
