/* Puzzles: a position as one seat sees it, in which one idea is right and no other.
 *
 * An idea is a turn as far as it matters: who is played or what is done, and who is in sight at
 * its end; or that it wins at once. Which way somebody walks, and where to of several places
 * that come to the same, is no other idea.
 *
 * A puzzle is written as a record (record.h) that begins at a Position and has no moves; free
 * tags hold the rest, so every program that reads records can show it. docs/puzzles.md says
 * what "right" means, how it is proven and how puzzles are rated. */
#ifndef ALIBI_PUZZLE_H
#define ALIBI_PUZZLE_H

#include <alibi/player.h>

enum {
    ALIBI_PUZZLE_ID = 24,           /* bytes of an id, NUL included: "london-17" */
    ALIBI_PUZZLE_NODES = 50000,     /* of the search that proves a puzzle, for each turn */
    ALIBI_PUZZLE_RATING_MAX = 4000, /* ratings are from 0 to this */
};

/* How much better, in winning probability, every turn of the right idea is than every other. */
#define ALIBI_PUZZLE_MARGIN 0.05

enum alibi_theme {
    ALIBI_THEME_ARREST, /* the Detective catches Jack now, for certain */
    ALIBI_THEME_ACCUSE, /* he could accuse: is it time, and whom? */
    ALIBI_THEME_CLEAR,  /* he clears suspects */
    ALIBI_THEME_BLOCK,  /* he keeps suspects from leaving */
    ALIBI_THEME_ALIBI,  /* either takes an alibi card */
    ALIBI_THEME_ESCAPE, /* Jack leaves, now */
    ALIBI_THEME_SAFE,   /* Jack gets out of the reach of those who could catch him */
    ALIBI_THEME_HIDE,   /* Jack keeps company: many suspects stay */
    ALIBI_THEMES,
};

struct alibi_puzzle {
    char id[ALIBI_PUZZLE_ID];
    struct alibi_view view; /* what the solver sees; his seat is to act */
    enum alibi_theme theme;
    int rating;
    double value;               /* the solver's winning probability with the best turn, */
    double next;                /* and with the best one of another idea */
    struct alibi_choice answer; /* the best turn */
};

/* Reads the puzzle in TEXT, which may hold more of them behind it; *END is where the next one
 * begins, or LEN. The error's offset is a byte of TEXT. */
ALIBI_API int alibi_puzzle_parse(struct alibi_puzzle *out, const char *text, size_t len,
                                 size_t *end, struct alibi_error *err);

/* Prints it, with an empty line behind it. */
ALIBI_API int alibi_puzzle_print(struct alibi_text *text, const struct alibi_puzzle *puzzle);

/* Whether the turn of these tokens has the answer's idea. False for tokens that are no whole
 * turn. */
ALIBI_API bool alibi_puzzle_is_answer(const struct alibi_puzzle *puzzle, const alibi_move *move,
                                      int n);

/* The word for a theme, as in the tag; and back, ALIBI_THEMES for any other word. */
ALIBI_API const char *alibi_theme_name(enum alibi_theme theme);
ALIBI_API enum alibi_theme alibi_theme_find(const char *word);

/* --- Finding and proving --- */

/* The theme of a puzzle in which TURN is the answer; ALIBI_THEMES if memory runs out. */
ALIBI_API enum alibi_theme alibi_theme_of(const struct alibi_view *view,
                                          const struct alibi_choice *turn);

/* Whether some turn of the seat to act in VIEW has THEME: a test without a search, for those
 * who look for puzzles of one theme. True if memory runs out, as nobody knows then. */
ALIBI_API bool alibi_theme_may_be(const struct alibi_view *view, enum alibi_theme theme);

/* What a proof has found. */
struct alibi_proof {
    bool proven;                /* there is a puzzle here */
    double value, least, next;  /* of the idea's best and worst turn, of the best other one */
    double share;               /* how often the solver of the whole decision plays the idea */
    struct alibi_choice answer; /* the best turn, */
    struct alibi_choice rival;  /* and the best one of another idea */
};

/* Compares every turn of the seat to act in VIEW, the serious ones by a search of NODES
 * positions each, and says whether one idea is better than all others by MARGIN, and is also
 * what the solver of the whole decision plays. The same arguments give the same proof.
 * Fails only for want of memory. */
ALIBI_API int alibi_puzzle_prove(struct alibi_proof *out, const struct alibi_view *view,
                                 uint64_t nodes, double margin, struct alibi_error *err);

#endif
