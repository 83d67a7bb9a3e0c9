/* What a viewer is told of a game, one thing at a time.
 *
 * A redacted history is a list of these: moves as the viewer may read them, the witnesses'
 * answer after each call, the result, and after the result every move that had been hidden, in
 * the order of play. A viewer knows nothing else. Records, watches, players and the server's
 * events are made of it. Each is printed as a token of docs/notation.md. */
#ifndef ALIBI_TOLD_H
#define ALIBI_TOLD_H

#include <alibi/game.h>

enum alibi_told_kind {
    ALIBI_TOLD_MOVE,    /* a move; after the result, one that had been hidden */
    ALIBI_TOLD_HIDDEN,  /* a secret move of which the viewer learns only the kind */
    ALIBI_TOLD_WITNESS, /* witnesses were called: whether they saw Jack */
    ALIBI_TOLD_RESULT,  /* the game is over: who won, and why */
};

struct alibi_told {
    enum alibi_told_kind kind;
    alibi_move move;            /* MOVE */
    uint8_t redacted;           /* HIDDEN: index into the game's `redacted` tokens */
    enum alibi_witness witness; /* WITNESS */
    enum alibi_seat winner;     /* RESULT */
    enum alibi_why why;         /* RESULT */
};

/* What VIEWER is told of M, played in S; and what every viewer is told of the witnesses' answer
 * and the result that S holds. */
ALIBI_API struct alibi_told alibi_told_move(const struct alibi_state *s, alibi_move m,
                                            enum alibi_viewer viewer);
ALIBI_API struct alibi_told alibi_told_witness(const struct alibi_state *s);
ALIBI_API struct alibi_told alibi_told_result(const struct alibi_state *s);

/* Prints it as a token of less than ALIBI_TOKEN_MAX bytes, and parses one. Parsing checks the
 * grammar, not whether this could be told now. */
ALIBI_API void alibi_told_print(struct alibi_text *text, const struct alibi_game *game,
                                const struct alibi_told *told);
ALIBI_API int alibi_told_parse(struct alibi_told *told, const struct alibi_game *game,
                               const char *token, size_t len, struct alibi_error *err);

/* Describes it in words, for a log; BEFORE is what the viewer saw before. */
ALIBI_API void alibi_told_describe(struct alibi_text *text, const struct alibi_view *before,
                                   const struct alibi_told *told);

#endif
