/* Reading the board: where characters can stand, what they reach, whom witnesses see.
 *
 * Everything is computed with sets of places. A search goes outward one movement point at a
 * time: the neighbours of the whole front, without the places seen before. */
#include "nyc.h"
#include <alibi/kit/scene.h>

/* The union of the TABLE's entries for all places of SET. */
static inline struct nyc_set around(struct nyc_set set, const struct nyc_set table[NYC_PLACES])
{
    struct nyc_set sum = {0, 0};

    for (uint64_t b = set.low; b; b &= b - 1)
        sum = nyc_or(sum, table[alibi_lowest(b)]);
    for (uint64_t b = set.high; b; b &= b - 1)
        sum = nyc_or(sum, table[64 + alibi_lowest(b)]);
    return sum;
}

struct nyc_set nyc_next_to(struct nyc_set set)
{
    return around(set, nyc_near);
}

struct nyc_set nyc_covered(const struct nyc *g)
{
    return nyc_or(nyc_pair[g->probe[0]].both, nyc_pair[g->probe[1]].both);
}

/* N-4.1 */
struct nyc_set nyc_open(const struct nyc *g)
{
    struct nyc_set tiles = nyc_or(nyc_or(g->lamp, g->site), nyc_covered(g));

    return nyc_minus(nyc_board.stands, tiles);
}

struct nyc_set nyc_entrances(const struct nyc *g)
{
    return nyc_or(g->metro, nyc_board.printed);
}

struct nyc_set nyc_occupied(const struct nyc *g)
{
    return nyc_or(g->taken, nyc_one(g->informant));
}

/* N-6.4 */
struct nyc_set nyc_empty(const struct nyc *g)
{
    struct nyc_set full = nyc_or(nyc_or(nyc_entrances(g), g->park), nyc_occupied(g));

    return nyc_minus(nyc_and(nyc_open(g), nyc_board.streets), full);
}

/* N-8.1, N-8.4 */
struct nyc_set nyc_lit(const struct nyc *g)
{
    struct nyc_set streets = nyc_and(nyc_open(g), nyc_board.streets);

    return nyc_minus(nyc_and(nyc_next_to(g->lamp), streets), g->park);
}

/* N-8.4, N-8.5: where nobody is seen, nor makes others seen. */
static struct nyc_set hidden_places(const struct nyc *g)
{
    return nyc_or(g->park, nyc_board.island);
}

/* N-8.2, N-8.3, N-8.4, N-8.5. The Informant does not count as a neighbour. */
uint16_t nyc_visible(const struct nyc *g)
{
    struct nyc_set hidden = hidden_places(g);
    struct nyc_set seen = nyc_or(nyc_lit(g), nyc_next_to(nyc_minus(g->taken, hidden)));
    unsigned visible = 0;

    seen = nyc_minus(seen, hidden);
    for (unsigned i = 0; i < NYC_CHARACTERS; i++)
        visible |= (unsigned)nyc_has(seen, g->at[i]) << i;
    return (uint16_t)visible;
}

/* The same, by every lamp and every neighbour. */
int nyc_seen_by(const struct alibi_state *s, unsigned who,
                struct alibi_sight out[ALIBI_SIGHTS_MAX])
{
    const struct nyc *g = nyc_of(s);
    struct nyc_set hidden = hidden_places(g), near = nyc_near[g->at[who]];
    struct nyc_set lamps = nyc_and(g->lamp, near);
    int n = 0;

    if (nyc_has(hidden, g->at[who]))
        return 0;
    while (nyc_any(lamps) && nyc_has(nyc_lit(g), g->at[who]))
        n = alibi_sight_add(out, n, ALIBI_BY_LAMP, nyc_take(&lamps), "lamp");
    for (unsigned i = 0; i < NYC_CHARACTERS; i++)
        if (nyc_has(nyc_minus(near, hidden), g->at[i]))
            n = alibi_sight_add(out, n, ALIBI_BY_NEIGHBOUR, g->at[i], nyc_character[i].code);
    return n;
}

/* N-5.5: FRONT, and every space of BUILT that can be crossed from there for nothing. */
static struct nyc_set cross(struct nyc_set front, struct nyc_set built)
{
    struct nyc_set ring = front;

    while (nyc_any(ring)) {
        ring = nyc_minus(nyc_and(nyc_next_to(ring), built), front);
        front = nyc_or(front, ring);
    }
    return front;
}

/* FRONT has the places reached with the last point. Metro entrances lead to each other (N-4.3),
 * but not for a pushed character, and a pushed Cloud Rider crosses nothing (N-6.7). */
struct nyc_reach nyc_reach_of(const struct nyc *g, unsigned who, bool pushed)
{
    struct nyc_set open = nyc_open(g), front = nyc_one(g->at[who]), seen = front;
    struct nyc_set entrances = nyc_and(nyc_entrances(g), open);
    struct nyc_reach reach;

    for (int point = 1; point <= NYC_POINTS; point++) {
        struct nyc_set next;

        if (who == NYC_CR && !pushed) {
            front = cross(front, nyc_or(nyc_board.buildings, g->site));
            seen = nyc_or(seen, front);
        }
        reach.leave = seen;
        next = around(front, nyc_ways);
        if (!pushed && nyc_meet(front, entrances))
            next = nyc_or(next, entrances);
        front = nyc_minus(nyc_and(next, open), seen);
        seen = nyc_or(seen, front);
    }
    reach.go = nyc_and(seen, open);
    return reach;
}

/* N-5.2, N-5.3. The moving character's own place is taken too, so it cannot stay there. */
struct nyc_set nyc_landings(const struct nyc *g, struct nyc_set go)
{
    return nyc_minus(go, g->silent ? nyc_occupied(g) : g->taken);
}

uint16_t nyc_seen(const struct alibi_state *s)
{
    return nyc_visible(nyc_of(s));
}

/* N-7.1, N-7.3: what the characters can do by their own moves, without powers. */
void nyc_outlook(struct alibi_outlook *outlook, const struct alibi_state *s)
{
    const struct nyc *g = nyc_of(s);
    struct nyc_set doors = nyc_next_to(nyc_or(g->steamers, nyc_board.exits));

    *outlook = (struct alibi_outlook){.visible = nyc_visible(g)};
    alibi_hand_outlook(outlook, s);
    for (unsigned who = 0; who < NYC_CHARACTERS; who++) {
        struct nyc_reach reach = nyc_reach_of(g, who, false);

        for (unsigned i = 0; i < NYC_CHARACTERS; i++)
            if (i != who && nyc_has(reach.go, g->at[i]))
                outlook->accuses[who] |= (uint16_t)(1U << i);
        if (nyc_meet(doors, reach.leave))
            outlook->leave |= (uint16_t)(1U << who);
    }
}

/* N-7.2, N-7.3 */
int nyc_exits_of(const struct alibi_state *s, unsigned who, uint8_t out[ALIBI_PLACES_MAX])
{
    const struct nyc *g = nyc_of(s);
    struct nyc_set ways = nyc_or(g->steamers, nyc_board.exits);
    struct nyc_set from = nyc_reach_of(g, who, false).leave;
    int n = 0;

    while (nyc_any(ways)) {
        unsigned way = nyc_take(&ways);

        if (nyc_meet(nyc_near[way], from))
            out[n++] = (uint8_t)way;
    }
    return n;
}
