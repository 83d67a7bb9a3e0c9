/* A game in the terminal: its session, its players, the file that keeps it, and how much each
 * human has been told. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include "cli.h"
#include "mind.h"

#include <alibi/rng.h>

struct cli_table {
    struct alibi_session *session;
    struct cli_mind mind[2];    /* by seat; a human's has no kind */
    struct alibi_budget budget; /* of the computer, for a move */
    struct alibi_rng luck;      /* seeds the deals of loaded games */
    size_t told[2];             /* by seat: how many moves the human has read */
    enum alibi_seat front;      /* who looks at the screen; ALIBI_NOBODY at first */
    struct cli_look look;
    FILE *out;  /* where commands answer */
    char *keep; /* the file that holds the unfinished game, or NULL */
};

/* Whether a human sits in SEAT. */
bool cli_is_human(const struct cli_table *table, enum alibi_seat seat);

/* Why a game is over, for people. */
const char *cli_reason(enum alibi_why why);

/* The file that keeps an unfinished game of GAME; free it. NULL if there can be none. */
char *cli_keep_path(const struct alibi_game *game);

/* Writes VIEWER's record of the game, with the names of the players, into a file. */
bool cli_table_write(const struct cli_table *table, enum alibi_viewer viewer, const char *path);

/* Writes the unfinished game into its file; called before a human is told what happened. */
bool cli_table_keep(const struct cli_table *table);

/* Takes back the last move, which SEAT may take back. */
void cli_table_undo(struct cli_table *table, enum alibi_seat seat);

/* Replaces the game by that of a record, and the players by those that the record names. */
bool cli_table_load(struct cli_table *table, const char *path);

/* Tells SEAT in words what has happened since it was last told. */
void cli_table_tell(struct cli_table *table, enum alibi_seat seat);

/* Draws the board as VIEWER sees it. */
void cli_table_draw(const struct cli_table *table, enum alibi_viewer viewer);

/* Whether LINE begins with a command other than quit. In talk.c. */
bool cli_is_command(const char *line);

/* Runs the command LINE of the human in SEAT; false if it was `quit`. In talk.c. */
bool cli_talk(struct cli_table *table, enum alibi_seat seat, const char *line);

/* Tells MIND everything that SEAT has been told; false after saying why not. */
bool cli_table_inform(const struct cli_table *table, enum alibi_seat seat,
                      struct cli_mind *mind);

/* Plays the move of chance or of a computer player, which knows only what its seat has been
 * told. */
bool cli_table_advance(struct cli_table *table);

/* The same in slices, for the computer's moves: begin, let the player of the seat's mind search
 * by alibi_player_step, finish. */
bool cli_table_begin(struct cli_table *table);
bool cli_table_finish(struct cli_table *table);

/* What the strongest player would do in SEAT's place, knowing what SEAT knows. In advice.c.
 * Begin it, let `mind.player` search for up to `ms` milliseconds, print it. */
struct cli_hint {
    struct cli_mind mind;
    struct alibi_view view;
    struct alibi_thought thought; /* once it was ended */
    uint32_t ms;
};
bool cli_hint_begin(const struct cli_table *table, enum alibi_seat seat, struct cli_hint *hint);
void cli_hint_end(struct cli_hint *hint);
void cli_hint_print(FILE *out, const struct cli_hint *hint);

/* Thinks about a hint and prints it. */
void cli_advise(const struct cli_table *table, enum alibi_seat seat);

/* Prints what moves I to J, a turn of the computer, changed for SEAT: it compares SEAT's views
 * before and after. In advice.c. */
void cli_explain(const struct cli_table *table, enum alibi_seat seat, size_t i, size_t j);

#endif
