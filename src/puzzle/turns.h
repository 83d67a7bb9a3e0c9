/* Every turn that a seat can take: what it could do, and what each of that comes to. */
#ifndef PUZZLE_TURNS_H
#define PUZZLE_TURNS_H

#include <alibi/player.h>

/* One turn. Those that come to the same are listed once. */
struct turn {
    struct alibi_state after;   /* in one world of the view */
    double chance;              /* that it wins at once: 1 is certain */
    double value;               /* for the caller */
    struct alibi_choice choice; /* its tokens */
    enum alibi_why ends;        /* it accuses or escapes; else ALIBI_WHY_NONE */
    uint16_t active;            /* the character that is played, if characters are */
    uint16_t seen;              /* suspects whom witnesses would see at its end */
    bool draws;                 /* it takes a card */
};

struct turns {
    struct alibi_view view;
    struct alibi_state world; /* one world of it */
    size_t n, max;
    struct turn *turn;
};

/* Lists the turns of the seat to act in VIEW; false if memory runs out. Free it in any case. */
bool pzl_turns_find(struct turns *turns, const struct alibi_view *view);
void pzl_turns_free(struct turns *turns);

/* Plays the N tokens of MOVE in the world of TURNS; false if they are no whole turn. */
bool pzl_turns_play(const struct turns *turns, const alibi_move *move, int n, struct turn *out);

/* Whether A and B come to the same: to the same position, or both to a certain win at once. */
bool pzl_turn_is_same(const struct turn *a, const struct turn *b);

/* Whether they have the same idea: the same character is played or the same action
 * taken, and they lead to the same suspects in sight, or to the same end. */
bool pzl_turn_is_alike(const struct turn *a, const struct turn *b);

#endif
