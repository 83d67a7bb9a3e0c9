/* Finds the rule that forbids a move, for `why` and for error messages.
 *
 * pkt_moves decides what is legal. This file is asked only about other moves, and checks in the
 * order in which a player would ask. */
#include "pkt.h"
#include <alibi/kit/bits.h>

static void forbids_tile(struct alibi_error *err, const struct pkt *g, alibi_move m)
{
    unsigned who = alibi_from(m), wall = pkt_first_wall[g->laid];

    for (unsigned i = 0; i < g->laid; i++) {
        if (pkt_who(g->tile[i]) == who && alibi_kind(m) == PKT_TILE) {
            alibi_forbid(err, &pkt_no.tile_laid,
                         ALIBI_WITH(pkt_character[who].code, alibi_number(i + 1).text));
            return;
        }
    }
    alibi_forbid(err, wall == PKT_OPEN ? &pkt_no.tile : &pkt_no.tile_wall,
                 ALIBI_WITH(alibi_number(g->laid + 1U).text,
                            wall == PKT_OPEN ? "n" : pkt_side_name[wall]));
}

/* None of the tokens left shows the face that the move needs. */
static void forbids_face(struct alibi_error *err, const struct pkt *g, enum pkt_kind kind)
{
    char left[ALIBI_ARG_SIZE];
    struct alibi_text text = alibi_text_in(left, sizeof left);

    for (unsigned b = g->faces; b; b &= b - 1)
        if (alibi_lowest(b) != PKT_ROTATE || !alibi_has(b, PKT_ROTATE_TOO))
            alibi_text_format(&text, "%s%s", text.len ? " " : "",
                              pkt_face_name[alibi_lowest(b)]);
    alibi_forbid(err, &pkt_no.face, ALIBI_WITH(pkt_face_name[kind], left));
}

static void forbids_action(struct alibi_error *err, const struct alibi_state *s, alibi_move m)
{
    const struct pkt *g = pkt_of(s);
    enum pkt_kind kind = (enum pkt_kind)alibi_kind(m);
    unsigned face = kind == PKT_ROTATE ? PKT_ROTATES : 1U << kind;

    if (kind >= PKT_FACES)
        alibi_forbid(err, &pkt_no.no_chance, ALIBI_WITH(alibi_seat_name(s->to_act)));
    else if (!(g->faces & face))
        forbids_face(err, g, kind);
    else if (kind == PKT_ROTATE)
        alibi_forbid(err, &pkt_no.rotated,
                     ALIBI_WITH(pkt_character[pkt_who(g->tile[alibi_from(m)])].code,
                                alibi_number(alibi_from(m) + 1).text));
    else if (kind == PKT_EXCHANGE)
        alibi_forbid(err, &pkt_no.exchange, NULL);
    else
        alibi_forbid(err, &pkt_no.joker, NULL);
}

void pkt_forbids(struct alibi_error *err, const struct alibi_state *s, alibi_move m)
{
    switch ((enum pkt_step)pkt_of(s)->step) {
    case PKT_STEP_TILE:
        forbids_tile(err, pkt_of(s), m);
        break;
    case PKT_STEP_DEAL:
        alibi_forbid(err, &pkt_no.deal, NULL);
        break;
    case PKT_STEP_TOSS:
        alibi_forbid(err, &pkt_no.toss, NULL);
        break;
    case PKT_STEP_ACT:
        forbids_action(err, s, m);
        break;
    case PKT_STEP_DRAW:
        alibi_forbid(err, &pkt_no.draw, NULL);
        break;
    case PKT_STEP_OVER:
    case PKT_STEPS:
        alibi_forbid(err, &pkt_no.over, NULL);
        break;
    }
}
