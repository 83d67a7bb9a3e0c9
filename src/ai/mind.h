/* Inside a player: what the methods of choosing share.
 *
 * A method is three functions over a mind. The mind holds the seat's view, a random source and
 * one block of memory, all that the method may use; so a search never allocates and a budget of
 * memory is kept by construction. */
#ifndef AI_MIND_H
#define AI_MIND_H

#include <alibi/player.h>
#include <alibi/rng.h>

struct ai_method;

/* How a player plays. */
struct ai_style {
    const struct ai_method *method;
    uint64_t nodes; /* more than that it never looks at; 0: as much as it may */
    uint32_t ms;    /* its time, unless the caller gives a budget */
    int ideas;      /* choices that come to its mind; 0: all */
    float foolish;  /* what is worse than the best by more it does not do */
};

/* How the player called NAME plays GAME; NULL if there is none of that name. */
const struct ai_style *ai_style_of(const char *name, const struct alibi_game *game);

struct ai_mind {
    const struct ai_style *style;
    struct alibi_view view;
    struct alibi_rng rng;
    void *memory; /* of SIZE bytes, aligned for anything */
    size_t size;
    struct alibi_budget budget; /* of this decision */
    uint64_t nodes;             /* positions looked at so far */
    double value;               /* of the position for the seat */
    int offered;                /* choices that `end` found */
    int n_choices;              /* what `end` found, in any order */
    struct alibi_choice choice[ALIBI_CHOICES_MAX];
    int n_line;
    alibi_move line[4 * ALIBI_SEQUENCE_MAX];
};

struct ai_method {
    /* Prepares to think about mind->view, in which its seat has at least two moves. */
    void (*begin)(struct ai_mind *mind);

    /* Works until mind->nodes reaches UNTIL or a little more; false when more work would not
     * change anything. */
    bool (*step)(struct ai_mind *mind, uint64_t until);

    /* Says what was found: choices with values and shares, at least one, and the value. */
    void (*end)(struct ai_mind *mind);

    /* Adds what is expected to follow CHOICE to the line, which begins with it; NULL if the
     * method does not look that far. */
    void (*expect)(struct ai_mind *mind, const struct alibi_choice *choice);
};

extern const struct ai_method ai_random, ai_greedy, ai_ismcts, ai_champion;

/* Offers a choice; the best are kept. Of a kind to whose mind only a few come, any few are, and
 * the best in case that all of them are foolish. */
void ai_mind_offer(struct ai_mind *mind, const struct alibi_choice *c);

#endif
