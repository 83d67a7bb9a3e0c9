/* The legal moves of every step, in the order of their tokens. */
#include "nyc.h"
#include <alibi/kit/secrets.h>

/* Appends BASE | i for every i in SET. */
static alibi_move *list(alibi_move *out, alibi_move base, struct nyc_set set)
{
    for (uint64_t b = set.low; b; b &= b - 1)
        *out++ = base | alibi_lowest(b);
    for (uint64_t b = set.high; b; b &= b - 1)
        *out++ = base | (64 + alibi_lowest(b));
    return out;
}

static alibi_move *list_characters(alibi_move *out, alibi_move base, unsigned set)
{
    return list(out, base, (struct nyc_set){set, 0});
}

/* --- Moving --- */

/* N-7.2, N-7.3: the ports and exits by which WHO can leave. */
static struct nyc_set ways_out(const struct alibi_state *s, unsigned who, struct nyc_set leave)
{
    struct nyc_set ways = nyc_or(nyc_of(s)->steamers, nyc_board.exits), out = {0, 0};

    if (s->to_act != ALIBI_JACK || who != s->identity || s->witness != ALIBI_INVISIBLE)
        return out;
    while (nyc_any(ways)) {
        unsigned way = nyc_take(&ways);

        if (nyc_meet(nyc_near[way], leave))
            out = nyc_or(out, nyc_one(way));
    }
    return out;
}

/* N-7.1: the characters that the active one can reach. */
static alibi_move *list_accusations(const struct alibi_state *s, struct nyc_set go,
                                    alibi_move *out)
{
    const struct nyc *g = nyc_of(s);

    if (s->to_act != ALIBI_DETECTIVE)
        return out;
    for (unsigned who = 0; who < NYC_CHARACTERS; who++)
        if (nyc_has(go, g->at[who]) && who != g->hand.active)
            *out++ = alibi_pack(NYC_ACCUSE, 0, who);
    return out;
}

/* N-6.7 */
static alibi_move *list_pushes(const struct alibi_state *s, alibi_move *out)
{
    const struct nyc *g = nyc_of(s);
    unsigned visible = nyc_visible(g);
    unsigned alike = alibi_has(visible, NYC_ME) ? visible : ~visible & 0xffU;

    for (unsigned b = alike & ~(1U << NYC_ME); b; b &= b - 1) {
        unsigned who = alibi_lowest(b);
        struct nyc_reach reach = nyc_reach_of(g, who, true);
        struct nyc_set ends = nyc_or(nyc_landings(g, reach.go), ways_out(s, who, reach.leave));

        out = list(out, alibi_pack(NYC_PUSH, who, 0), ends);
    }
    return out;
}

/* --- Powers --- */

/* Removes the pairs with PLACE from PAIRS. */
static void strike(struct nyc_pairs *pairs, unsigned place)
{
    const struct nyc_pairs *with = &nyc_pairs_with[place];

    pairs->word[0] &= ~with->word[0];
    pairs->word[1] &= ~with->word[1];
    pairs->word[2] &= ~with->word[2];
}

/* N-6.6: where Investigation tile NUMBER can go. */
static struct nyc_pairs probe_targets(const struct nyc *g, int number)
{
    struct nyc_set shut = nyc_or(nyc_or(g->lamp, g->site), nyc_occupied(g));
    struct nyc_pairs pairs = nyc_board.pairs;
    unsigned own = g->probe[number];

    shut = nyc_or(shut, nyc_pair[g->probe[!number]].both);
    while (nyc_any(shut))
        strike(&pairs, nyc_take(&shut));
    pairs.word[own / 64] &= ~alibi_bit(own % 64);
    return pairs;
}

static alibi_move *list_probes(const struct nyc *g, int number, alibi_move *out)
{
    struct nyc_pairs pairs = probe_targets(g, number);
    alibi_move base = alibi_pack(NYC_PROBE, g->probe[number], 0);

    for (unsigned i = 0; i < 3; i++)
        for (uint64_t b = pairs.word[i]; b; b &= b - 1)
            *out++ = base | (64 * i + alibi_lowest(b));
    return out;
}

unsigned nyc_beside(const struct nyc *g)
{
    unsigned beside = 0;

    for (unsigned i = 0; i < NYC_CHARACTERS; i++)
        beside |= (unsigned)nyc_has(nyc_near[g->at[NYC_FT]], g->at[i]) << i;
    return beside;
}

/* N-6.8. Two characters next to Tumblety are named in the order of the list. */
static alibi_move *list_swaps(const struct nyc *g, alibi_move *out)
{
    unsigned beside = nyc_beside(g);
    uint8_t later[NYC_CHARACTERS];

    alibi_followers(&alibi_newyork, later);
    for (unsigned b = beside; b; b &= b - 1) {
        unsigned who = alibi_lowest(b);
        unsigned before = beside & ~later[who]; /* including WHO */

        out = list_characters(out, alibi_pack(NYC_SWAP, who, 0), 0xffU & ~before);
    }
    return out;
}

/* N-6.10 */
static alibi_move *list_steamers(const struct nyc *g, alibi_move *out)
{
    struct nyc_set from = g->steamers, to = nyc_minus(nyc_board.ports, g->steamers);

    while (nyc_any(from))
        out = list(out, alibi_pack(NYC_STEAMER, nyc_take(&from), 0), to);
    return out;
}

/* N-6.5 */
static struct nyc_set turnable(const struct nyc *g)
{
    return nyc_minus(nyc_or(nyc_or(g->metro, g->lamp), g->site), nyc_covered(g));
}

static alibi_move *list_power(const struct alibi_state *s, alibi_move *out)
{
    const struct nyc *g = nyc_of(s);

    switch ((enum nyc_who)g->hand.active) {
    case NYC_AB: /* N-6.1 */
        return list(out, alibi_pack(NYC_METRO, 0, 0),
                    nyc_minus(nyc_empty(g), nyc_next_to(nyc_entrances(g))));
    case NYC_CR: /* N-6.2 */
        return list(out, alibi_pack(NYC_SITE, 0, 0), nyc_empty(g));
    case NYC_EG:
        return list(out, alibi_pack(NYC_PARK, 0, 0), turnable(g));
    case NYC_ES:
        return list_steamers(g, out);
    case NYC_FT:
        return list_swaps(g, out);
    case NYC_JC:
        return list_probes(g, 1, list_probes(g, 0, out));
    case NYC_LL: /* N-6.3 */
        return list(out, alibi_pack(NYC_LAMP, 0, 0),
                    nyc_minus(nyc_empty(g), nyc_next_to(g->lamp)));
    case NYC_ME:
        return list_pushes(s, out);
    case NYC_CHARACTERS:
        break;
    }
    return out;
}

bool nyc_can_use_power(const struct alibi_state *s)
{
    alibi_move m[ALIBI_MOVES_MAX];

    return list_power(s, m) > m;
}

/* --- The steps --- */

/* The active character's own move. */
static alibi_move *list_move(const struct alibi_state *s, alibi_move *out, bool *blocked)
{
    const struct nyc *g = nyc_of(s);
    struct nyc_reach reach = nyc_reach_of(g, g->hand.active, false);
    struct nyc_set ends = nyc_landings(g, reach.go);

    *blocked = !nyc_any(ends);
    out = list_accusations(s, reach.go, out);
    return list(out, alibi_pack(NYC_GO, 0, 0),
                nyc_or(ends, ways_out(s, g->hand.active, reach.leave)));
}

/* The move and the power, as far as they are due. Eastman pushes as long as his move is due. */
static alibi_move *list_act(const struct alibi_state *s, alibi_move *out)
{
    const struct nyc *g = nyc_of(s);
    unsigned who = g->hand.active;
    bool power = (g->due & NYC_POWER) || who == NYC_ME, blocked = false;
    bool late = who == NYC_ES || who == NYC_FT; /* their tokens sort after `stay` */

    if (g->due & NYC_MOVE)
        out = list_move(s, out, &blocked);
    else if (who == NYC_FT)
        *out++ = alibi_pack(NYC_END, 0, 0); /* N-6.12 */
    if (power && !late)
        out = list_power(s, out);
    if (blocked)
        *out++ = alibi_pack(NYC_STAY, 0, 0); /* N-5.4 */
    if (power && late)
        out = list_power(s, out);
    return out;
}

int nyc_moves(const struct alibi_state *s, alibi_move out[ALIBI_MOVES_MAX])
{
    const struct nyc *g = nyc_of(s);
    alibi_move *end = out;

    switch (g->hand.step) {
    case ALIBI_STEP_DEAL:
        end = list_characters(out, alibi_pack(NYC_DEAL, 0, 0), 0xff);
        break;
    case ALIBI_STEP_CARDS:
        end = out + alibi_hand_outcomes(s->game, alibi_pack(NYC_CARDS, 0, 0), out);
        break;
    case ALIBI_STEP_PICK:
        end = list_characters(out, alibi_pack(NYC_PICK, 0, 0), g->hand.cards);
        break;
    case NYC_ACT:
        end = list_act(s, out);
        break;
    case NYC_VISIT: /* N-6.9 */
        end = list(out, alibi_pack(NYC_INFORM, 0, 0), nyc_minus(nyc_open(g), g->taken));
        break;
    case NYC_DRAW:
        end = list_characters(out, alibi_pack(NYC_ALIBI, 0, 0), alibi_deck(s));
        break;
    default: /* over */
        break;
    }
    return (int)(end - out);
}
