/* The path that a character walks, for showing it. */
#include "lon.h"
#include <alibi/kit/bits.h>
#include <alibi/kit/path.h>

#include <stdlib.h>

/* L-5.7: Stealthy crosses everything but the exits. */
static int steps_through(unsigned at, uint8_t *out)
{
    int n = 0;

    for (unsigned i = 0; i < LON_PLACES; i++) {
        int dx = abs(lon_place[i].x - lon_place[at].x);
        int dy = abs(lon_place[i].y - lon_place[at].y);

        if (dx + dy == 2 && dx < 2 && (i < LON_FIRST_EXIT || i >= LON_FIRST_PLINTH))
            out[n++] = (uint8_t)i;
    }
    return n;
}

/* L-4.2, L-4.5, L-4.6; the whistle brings nobody through manholes (L-5.8). */
static int steps(const struct alibi_walk *walk, unsigned at, uint8_t out[ALIBI_PLACES_MAX])
{
    uint64_t open = lon_edition[walk->s->option[LON_EDITION]].manholes & ~lon_covered(walk->s);
    uint64_t next = at < LON_STREETS ? lon_near[at] : 0;
    int n = 0;

    if (at < LON_STREETS && alibi_has(open, at) && !walk->on_foot)
        next |= open;
    for (uint64_t b = next; b; b &= b - 1)
        out[n++] = (uint8_t)alibi_lowest(b);
    if (walk->who == LON_MS && !walk->on_foot)
        n += steps_through(at, out + n);
    if (walk->to >= LON_FIRST_EXIT && at == lon_exit_from[walk->to - LON_FIRST_EXIT])
        out[n++] = (uint8_t)walk->to;
    return n;
}

int lon_path(const struct alibi_state *s, alibi_move m, uint8_t out[ALIBI_PATH_MAX])
{
    struct alibi_walk walk = {.s = s, .to = alibi_to(m), .steps = steps};

    if (alibi_kind(m) == LON_GO)
        walk.who = lon_of(s)->hand.active;
    else if (alibi_kind(m) == LON_WHISTLE_TO)
        walk.who = alibi_from(m);
    else
        return 0;
    walk.on_foot = alibi_kind(m) == LON_WHISTLE_TO;
    walk.from = lon_of(s)->at[walk.who];
    return alibi_path(&walk, out);
}
