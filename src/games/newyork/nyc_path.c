/* The path that a character walks, for showing it. */
#include "nyc.h"
#include <alibi/kit/path.h>

/* N-4.1, N-4.2, N-4.3, N-5.5. A pushed character uses no metro and crosses nothing (N-6.7). */
static int steps(const struct alibi_walk *walk, unsigned at, uint8_t out[ALIBI_PLACES_MAX])
{
    const struct nyc *g = nyc_of(walk->s);
    struct nyc_set open = nyc_or(nyc_open(g), nyc_one(walk->to)), next, built = {0, 0};
    struct nyc_set entrances = nyc_and(nyc_entrances(g), nyc_open(g));
    int n = 0;

    if (walk->who == NYC_CR && !walk->on_foot)
        built = nyc_and(nyc_near[at], nyc_or(nyc_board.buildings, g->site));
    next = nyc_or(nyc_near[at], nyc_ways[at]); /* nyc_ways lacks the ports and exits */
    if (nyc_has(entrances, at) && !walk->on_foot)
        next = nyc_or(next, entrances);
    next = nyc_and(next, open);
    while (nyc_any(built))
        out[n++] = (uint8_t)(nyc_take(&built) | ALIBI_FREE);
    while (nyc_any(next))
        out[n++] = (uint8_t)nyc_take(&next);
    return n;
}

int nyc_path(const struct alibi_state *s, alibi_move m, uint8_t out[ALIBI_PATH_MAX])
{
    struct alibi_walk walk = {.s = s, .to = alibi_to(m), .steps = steps};

    if (alibi_kind(m) == NYC_GO)
        walk.who = nyc_of(s)->hand.active;
    else if (alibi_kind(m) == NYC_PUSH)
        walk.who = alibi_from(m);
    else
        return 0;
    walk.on_foot = alibi_kind(m) == NYC_PUSH;
    walk.from = nyc_of(s)->at[walk.who];
    return alibi_path(&walk, out);
}
