/* Lines of sight. A detective looks along three tiles. How far it sees follows from the walls
 * of the three, each of which stands along the line of sight, in front of the tile's character
 * or behind it: a table of 27 entries. */
#include "pkt.h"
#include <alibi/kit/bits.h>
#include <alibi/kit/scene.h>

/* The slots before each post, near to far. */
static const uint8_t line[PKT_POSTS][3] = {
    {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, /* from above, looking south */
    {2, 1, 0}, {5, 4, 3}, {8, 7, 6}, /* from the right, looking west */
    {8, 5, 2}, {7, 4, 1}, {6, 3, 0}, /* from below, looking north */
    {6, 7, 8}, {3, 4, 5}, {0, 1, 2}, /* from the left, looking east */
};

/* Where a wall stands as seen by the detective: along the street (or nowhere), on the near or
 * on the far side of the tile. */
enum stand { ALONG, NEAR, FAR };

/* By the side of the district on which the detective stands, and by the side of the wall. */
static const uint8_t stand[4][PKT_OPEN + 1] = {
    [PKT_N] = {[PKT_N] = NEAR, [PKT_S] = FAR},
    [PKT_E] = {[PKT_E] = NEAR, [PKT_W] = FAR},
    [PKT_S] = {[PKT_S] = NEAR, [PKT_N] = FAR},
    [PKT_W] = {[PKT_W] = NEAR, [PKT_E] = FAR},
};

/* P-4.2: the number of tiles seen, by the walls of the three, from near to far. */
static const uint8_t sight[3][3][3] = {
    [NEAR] = {{0}},
    [FAR] = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}},
    [ALONG] =
        {
            [NEAR] = {1, 1, 1},
            [FAR] = {2, 2, 2},
            [ALONG] = {[NEAR] = 2, [FAR] = 3, [ALONG] = 3},
        },
};

unsigned pkt_sight(const struct pkt *g, unsigned post, const uint8_t **slots)
{
    const uint8_t *slot = line[post], *to = stand[post / 3];

    *slots = slot;
    if (g->laid < PKT_SLOTS)
        return 0;
    return sight[to[pkt_wall(g->tile[slot[0]])]][to[pkt_wall(g->tile[slot[1]])]]
                [to[pkt_wall(g->tile[slot[2]])]];
}

/* The slots that a detective at POST sees. */
static unsigned seen_from(const struct pkt *g, unsigned post)
{
    const uint8_t *slot;
    unsigned n = pkt_sight(g, post, &slot), slots = 0;

    while (n-- > 0)
        slots |= 1U << slot[n];
    return slots;
}

unsigned pkt_seen(const struct pkt *g)
{
    unsigned slots = 0;

    for (int i = 0; i < PKT_DETECTIVES; i++)
        slots |= seen_from(g, g->at[i]);
    return slots;
}

/* The suspects on SLOTS. */
static uint16_t suspects_on(const struct alibi_state *s, unsigned slots)
{
    unsigned who = 0;

    for (; slots; slots &= slots - 1)
        who |= 1U << pkt_who(pkt_of(s)->tile[alibi_lowest(slots)]);
    return (uint16_t)(who & s->suspects);
}

/* P-4.3 */
uint16_t pkt_visible(const struct alibi_state *s)
{
    return suspects_on(s, pkt_seen(pkt_of(s)));
}

/* P-4.3, by every detective. */
int pkt_seen_by(const struct alibi_state *s, unsigned who,
                struct alibi_sight out[ALIBI_SIGHTS_MAX])
{
    const struct pkt *g = pkt_of(s);
    int n = 0;

    for (unsigned i = 0; i < PKT_DETECTIVES; i++)
        if (alibi_has(suspects_on(s, seen_from(g, g->at[i])), who))
            n = alibi_sight_add(out, n, ALIBI_BY_WATCHER, PKT_SLOTS + g->at[i],
                                pkt_detective_symbol[i]);
    return n;
}

/* Pocket has no cards to play, no exits and no arrests. */
void pkt_outlook(struct alibi_outlook *outlook, const struct alibi_state *s)
{
    const struct pkt *g = pkt_of(s);

    *outlook =
        (struct alibi_outlook){.due = g->step == PKT_STEP_TOSS, .watchers = PKT_DETECTIVES};
    for (int i = 0; i < PKT_DETECTIVES; i++) {
        for (unsigned steps = 0; steps < 3; steps++)
            outlook->sight[i][steps] =
                suspects_on(s, seen_from(g, (g->at[i] + steps) % PKT_POSTS));
        outlook->visible |= outlook->sight[i][0];
    }
}
