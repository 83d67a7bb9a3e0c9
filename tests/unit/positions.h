/* Positions for the tests of the search: random games, stopped on the way. */
#ifndef POSITIONS_H
#define POSITIONS_H

#include "seats.h"

/* Plays GAME at random, the same for the same SEED, up to the first decision in that ROUND and
 * SLOT. False if it never comes there. */
static inline bool unit_reach(struct alibi_state *s, const struct alibi_game *game,
                              uint64_t seed, int round, int slot)
{
    struct alibi_rng rng;

    alibi_rng_seed(&rng, seed);
    alibi_setup(s, game, NULL);
    while (s->winner == ALIBI_NOBODY && s->round <= round) {
        if (s->round == round && s->slot == slot && s->to_act < ALIBI_CHANCE)
            return true;
        (void)game->apply(s, unit_random(s, &rng));
    }
    return false;
}

/* Calls CHECK with every decision of SEEDS random games of every game. */
static inline void unit_every_decision(uint64_t seeds,
                                       void (*check)(const struct alibi_state *s))
{
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        for (uint64_t seed = 1; seed <= seeds; seed++) {
            struct alibi_state s;
            struct alibi_rng rng;

            alibi_rng_seed(&rng, seed);
            alibi_setup(&s, *g, NULL);
            while (s.winner == ALIBI_NOBODY) {
                if (s.to_act < ALIBI_CHANCE)
                    check(&s);
                (void)s.game->apply(&s, unit_random(&s, &rng));
            }
        }
}

/* World I of the public view of S. */
static inline struct alibi_state unit_deal(const struct alibi_state *s, uint32_t i)
{
    struct alibi_view open;
    struct alibi_state dealt;

    s->game->observe(&open, s, ALIBI_AS_PUBLIC);
    s->game->deal(&dealt, &open, i);
    return dealt;
}

static inline uint32_t unit_deals(const struct alibi_state *s)
{
    struct alibi_view open;

    s->game->observe(&open, s, ALIBI_AS_PUBLIC);
    return s->game->deals(&open);
}

#endif
