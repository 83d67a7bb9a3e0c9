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

/* A kind as others see it, and how it plays. */
struct ai_kind {
    struct alibi_player_kind face;
    const struct ai_method *method;
    struct alibi_budget budget; /* unless the caller gives one */
    float heat;                 /* how much worse a choice may be and still be played often */
    float limit;                /* how much worse a choice may be and still be played at all */
};

struct ai_mind {
    const struct ai_kind *kind;
    struct alibi_view view;
    struct alibi_rng rng;
    void *memory; /* of SIZE bytes, aligned for anything */
    size_t size;
    struct alibi_budget budget; /* of this decision */
    uint64_t nodes;             /* positions looked at so far */
    double value;               /* of the position for the seat */
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
};

extern const struct ai_method ai_random, ai_greedy, ai_ismcts, ai_champion;
extern const struct ai_kind ai_kinds[]; /* up to one without a name */

/* Puts C among the choices, in the place of the worst if the list is full. */
void ai_mind_add(struct ai_mind *mind, const struct alibi_choice *c);

#endif
