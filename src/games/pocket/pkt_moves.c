/* The legal moves of every step, in the order of their tokens. */
#include "pkt.h"
#include <alibi/kit/bits.h>
#include <alibi/kit/secrets.h>

#include <string.h>

uint8_t pkt_up(const struct alibi_state *s)
{
    uint8_t tossed = pkt_of(s)->tossed;

    return s->round & 1 || !tossed ? tossed : (uint8_t)~tossed; /* P-3.2 */
}

uint16_t pkt_rotated(const struct pkt *g)
{
    unsigned set = 0;

    for (unsigned i = 0; i < g->laid; i++)
        if (g->tile[i] & PKT_ROTATED)
            set |= 1U << pkt_who(g->tile[i]);
    return (uint16_t)set;
}

/* Appends BASE | i for every i in SET. */
static alibi_move *list(alibi_move *out, alibi_move base, uint64_t set)
{
    for (; set; set &= set - 1)
        *out++ = base | alibi_lowest(set);
    return out;
}

/* P-2.1: any tile that is left, with its wall on any side unless the slot requires one. */
static alibi_move *list_tiles(const struct pkt *g, alibi_move *out)
{
    unsigned left = PKT_EVERYONE, wall = pkt_first_wall[g->laid];

    for (unsigned i = 0; i < g->laid; i++)
        left &= ~(1U << pkt_who(g->tile[i]));
    for (unsigned b = left; b; b &= b - 1) {
        alibi_move base = alibi_pack(PKT_TILE, alibi_lowest(b), 0);

        if (wall != PKT_OPEN) {
            *out++ = base | wall;
            continue;
        }
        *out++ = base | PKT_E;
        *out++ = base | PKT_N;
        *out++ = base | PKT_S;
        *out++ = base | PKT_W;
    }
    return out;
}

static alibi_move *list_tosses(alibi_move *out)
{
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            for (int c = 0; c < 2; c++)
                for (int d = 0; d < 2; d++)
                    *out++ = alibi_pack(PKT_TOSS, 0,
                                        1U << pkt_token[0][a] | 1U << pkt_token[1][b] |
                                            1U << pkt_token[2][c] | 1U << pkt_token[3][d]);
    return out;
}

/* P-5.5: every pair of slots. The list is long and always the same, so it is copied. */
static alibi_move *list_exchanges(alibi_move *out)
{
#define P(a, b) (PKT_EXCHANGE << 16 | (a) << 8 | (b))
    /* clang-format off */
    static const alibi_move pairs[36] = {
        P(0, 1), P(0, 2), P(0, 3), P(0, 4), P(0, 5), P(0, 6), P(0, 7), P(0, 8),
        P(1, 2), P(1, 3), P(1, 4), P(1, 5), P(1, 6), P(1, 7), P(1, 8),
        P(2, 3), P(2, 4), P(2, 5), P(2, 6), P(2, 7), P(2, 8),
        P(3, 4), P(3, 5), P(3, 6), P(3, 7), P(3, 8),
        P(4, 5), P(4, 6), P(4, 7), P(4, 8),
        P(5, 6), P(5, 7), P(5, 8),
        P(6, 7), P(6, 8),
        P(7, 8),
    };
    /* clang-format on */
#undef P

    memcpy(out, pairs, sizeof pairs);
    return out + sizeof pairs / sizeof pairs[0];
}

/* P-5.1 */
static alibi_move *list_walks(enum pkt_kind detective, alibi_move *out)
{
    *out++ = alibi_pack(detective, 0, 0);
    *out++ = alibi_pack(detective, 0, 1);
    return out;
}

/* P-5.2, P-5.3 */
static alibi_move *list_jokers(const struct alibi_state *s, alibi_move *out)
{
    *out++ = alibi_pack(PKT_JOKER, 0, PKT_HOLMES);
    if (s->to_act == ALIBI_JACK)
        *out++ = alibi_pack(PKT_JOKER, 0, PKT_DETECTIVES);
    *out++ = alibi_pack(PKT_JOKER, 0, PKT_TOBY);
    *out++ = alibi_pack(PKT_JOKER, 0, PKT_WATSON);
    return out;
}

/* P-5.4, P-5.6. Two faces "rotate" allow the same rotations, which are listed once. */
static alibi_move *list_rotations(const struct pkt *g, alibi_move *out)
{
    for (unsigned i = 0; i < PKT_SLOTS; i++) {
        if (g->tile[i] & PKT_ROTATED)
            continue;
        *out++ = alibi_pack(PKT_ROTATE, i, PKT_CCW);
        *out++ = alibi_pack(PKT_ROTATE, i, PKT_CW);
        *out++ = alibi_pack(PKT_ROTATE, i, PKT_HALF);
    }
    return out;
}

/* P-3.3: the actions of all unused tokens, in the order of their names. */
static alibi_move *list_actions(const struct alibi_state *s, alibi_move *out)
{
    const struct pkt *g = pkt_of(s);

    if (alibi_has(g->faces, PKT_ALIBI))
        *out++ = alibi_pack(PKT_ALIBI, 0, 0);
    if (alibi_has(g->faces, PKT_EXCHANGE))
        out = list_exchanges(out);
    if (alibi_has(g->faces, PKT_WALK_HOLMES))
        out = list_walks(PKT_WALK_HOLMES, out);
    if (alibi_has(g->faces, PKT_JOKER))
        out = list_jokers(s, out);
    if (g->faces & PKT_ROTATES)
        out = list_rotations(g, out);
    if (alibi_has(g->faces, PKT_WALK_TOBY))
        out = list_walks(PKT_WALK_TOBY, out);
    if (alibi_has(g->faces, PKT_WALK_WATSON))
        out = list_walks(PKT_WALK_WATSON, out);
    return out;
}

int pkt_moves(const struct alibi_state *s, alibi_move out[ALIBI_MOVES_MAX])
{
    alibi_move *end = out;

    switch ((enum pkt_step)pkt_of(s)->step) {
    case PKT_STEP_TILE:
        end = list_tiles(pkt_of(s), out);
        break;
    case PKT_STEP_DEAL:
        end = list(out, alibi_pack(PKT_DEAL, 0, 0), PKT_EVERYONE);
        break;
    case PKT_STEP_TOSS:
        end = list_tosses(out);
        break;
    case PKT_STEP_ACT:
        end = list_actions(s, out);
        break;
    case PKT_STEP_DRAW:
        end = list(out, alibi_pack(PKT_CARD, 0, 0), alibi_deck(s));
        break;
    case PKT_STEP_OVER:
    case PKT_STEPS:
        break;
    }
    return (int)(end - out);
}

/* P-5.1, P-5.2, P-5.3: a detective walks from post to post. */
int pkt_path(const struct alibi_state *s, alibi_move m, uint8_t out[ALIBI_PATH_MAX])
{
    enum pkt_kind kind = (enum pkt_kind)alibi_kind(m);
    unsigned who = alibi_to(m), posts = 1;

    if (kind == PKT_WALK_HOLMES || kind == PKT_WALK_TOBY || kind == PKT_WALK_WATSON) {
        posts = alibi_to(m) + 1;
        who = pkt_walker(kind);
    } else if (kind != PKT_JOKER || who >= PKT_DETECTIVES) {
        return 0;
    }
    for (unsigned i = 0; i <= posts; i++)
        out[i] = (uint8_t)(PKT_SLOTS + (pkt_of(s)->at[who] + i) % PKT_POSTS);
    return (int)posts + 1;
}
