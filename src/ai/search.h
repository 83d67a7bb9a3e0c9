/* What the methods of choosing a move share.
 *
 * A method is a few functions over a search: one decision from one seat's view, with a random
 * source and one block of memory, which is all that the method may use. So a search never
 * allocates, and the limit on memory holds by construction. */
#ifndef AI_SEARCH_H
#define AI_SEARCH_H

#include <alibi/player.h>
#include <alibi/rng.h>

struct ai_method;
struct ai_team;

/* How a kind of player plays a game. OVERLOOKS and HESITATES make a weaker player of a method,
 * which errs as people do: it forgets to look at something (greedy.c), and it is not sure which
 * of several good moves is the best (player.c). */
struct ai_style {
    const struct ai_method *method;
    uint64_t max_nodes; /* of a decision, whatever the budget; 0: no limit */
    uint32_t ms;        /* the default budget in milliseconds; 0: none */
    float overlooks;    /* the probability of forgetting each kind of thing in a decision */
    float hesitates;    /* winning probability: what is so much worse is played 1/e as often */
};

/* How the kind of player called NAME plays GAME; NULL if there is no such kind. */
const struct ai_style *ai_style_of(const char *name, const struct alibi_game *game);

struct ai_search {
    const struct ai_style *style;
    struct alibi_view view;
    struct alibi_rng rng;
    void *memory; /* SIZE bytes, aligned for any type */
    size_t size;
    struct ai_team *team; /* threads that search together, or NULL: one does */
    struct alibi_budget budget;
    alibi_weigh *weigh; /* of worlds, or NULL: all have the same weight */
    const void *weigh_context;
    const alibi_move
        *played;    /* an activation that the champion looks at in any case, or NULL */
    int n_played;   /* its tokens */
    bool only;      /* and nothing else: what is that activation worth? */
    bool candid;    /* Jack does not mind what his choices tell */
    uint64_t nodes; /* positions searched so far */

    /* The result. */
    double value;  /* the seat's winning probability */
    int n_choices; /* in any order */
    struct alibi_choice choice[ALIBI_CHOICES_MAX];
    int n_line; /* the principal variation */
    alibi_move line[4 * ALIBI_SEQUENCE_MAX];
};

struct ai_method {
    /* Prepares to search from search->view, in which the seat has at least two moves. */
    void (*begin)(struct ai_search *search);

    /* Searches until search->nodes reaches UNTIL or slightly more; returns false once more work
     * would change nothing. */
    bool (*step)(struct ai_search *search, uint64_t until);

    /* Offers the choices, at least one, with values and shares, and sets the value. */
    void (*end)(struct ai_search *search);

    /* Appends the expected replies to CHOICE, with which the principal variation begins; NULL
     * for a method that does not look that far ahead. */
    void (*expect)(struct ai_search *search, const struct alibi_choice *choice);

    bool weighs;    /* it uses the weights of worlds */
    bool considers; /* it can look at one activation only */
    bool shares;    /* it can be done by a team */
};

extern const struct ai_method ai_random, ai_greedy, ai_ismcts, ai_champion;

/* Offers a choice to the result. The best are kept. */
void ai_search_offer(struct ai_search *search, const struct alibi_choice *c);

/* A random number, uniform in [0, 1). */
static inline double ai_search_random(struct ai_search *search)
{
    return (double)(alibi_rng_next(&search->rng) >> 11) * 0x1p-53;
}

#endif
