/* Who is seen: a detective's line is three tiles, and how far he sees is looked up by how the
 * wall of each stands to him. */
#include "core/bits.h"
#include "pkt.h"

const uint8_t pkt_line[PKT_POSTS][3] = {
    {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, /* from above, looking south */
    {2, 1, 0}, {5, 4, 3}, {8, 7, 6}, /* from the right, looking west */
    {8, 5, 2}, {7, 4, 1}, {6, 3, 0}, /* from below, looking north */
    {6, 7, 8}, {3, 4, 5}, {0, 1, 2}, /* from the left, looking east */
};

/* How a wall stands to one who looks: along the street or not there, before or behind. */
enum stand { ALONG, NEAR, FAR };

/* By the side of the district on which the detective stands, and by the wall. */
static const uint8_t stand[4][PKT_OPEN + 1] = {
    [PKT_N] = {[PKT_N] = NEAR, [PKT_S] = FAR},
    [PKT_E] = {[PKT_E] = NEAR, [PKT_W] = FAR},
    [PKT_S] = {[PKT_S] = NEAR, [PKT_N] = FAR},
    [PKT_W] = {[PKT_W] = NEAR, [PKT_E] = FAR},
};

/* P-4.2: the number of tiles seen, by the walls of the three. */
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

unsigned pkt_sight(const struct pkt *g, unsigned post)
{
    const uint8_t *line = pkt_line[post], *from = stand[post / 3];

    return sight[from[pkt_wall(g->tile[line[0]])]][from[pkt_wall(g->tile[line[1]])]]
                [from[pkt_wall(g->tile[line[2]])]];
}

/* P-4.3 */
uint16_t pkt_visible(const struct alibi_state *s)
{
    const struct pkt *g = pkt_of(s);
    unsigned seen = 0;

    if (g->laid < PKT_SLOTS)
        return 0;
    for (int i = 0; i < PKT_DETECTIVES; i++) {
        unsigned n = pkt_sight(g, g->at[i]);

        for (unsigned j = 0; j < n; j++)
            seen |= 1U << pkt_who(g->tile[pkt_line[g->at[i]][j]]);
    }
    return (uint16_t)(seen & s->suspects);
}
