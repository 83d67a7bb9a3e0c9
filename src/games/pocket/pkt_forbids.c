/* Why a move is not legal: the rule that stands against it, for `why` and for error messages.
 *
 * Legality itself is what pkt_moves lists; this only finds the words. */
#include "pkt.h"
#include <alibi/kit/bits.h>

static void forbids_tile(struct alibi_text *text, const struct pkt *g, alibi_move m)
{
    unsigned who = alibi_from(m);

    alibi_text_str(text, "P-2.1: ");
    for (unsigned i = 0; i < g->laid; i++) {
        if (pkt_who(g->tile[i]) == who && alibi_kind(m) == PKT_TILE) {
            alibi_text_format(text, "the tile of %s lies in slot %u", pkt_character[who].code,
                              i + 1);
            return;
        }
    }
    alibi_text_format(
        text, "expected the tile of slot %u, tile=XX%s", g->laid + 1U,
        pkt_first_wall[g->laid] == PKT_OPEN ? "n" : pkt_side_name[pkt_first_wall[g->laid]]);
    if (pkt_first_wall[g->laid] != PKT_OPEN)
        alibi_text_str(text, ", its wall before the detective");
}

/* No token that is left shows what the move needs. */
static void forbids_face(struct alibi_text *text, const struct pkt *g, enum pkt_kind kind)
{
    alibi_text_format(text, "P-3.3: no unused token shows %s; expected one of",
                      pkt_face_name[kind]);
    for (unsigned b = g->faces; b; b &= b - 1)
        if (alibi_lowest(b) != PKT_ROTATE || !alibi_has(b, PKT_ROTATE_TOO))
            alibi_text_format(text, " %s", pkt_face_name[alibi_lowest(b)]);
}

static void forbids_action(struct alibi_text *text, const struct alibi_state *s, alibi_move m)
{
    const struct pkt *g = pkt_of(s);
    enum pkt_kind kind = (enum pkt_kind)alibi_kind(m);
    unsigned face = kind == PKT_ROTATE ? PKT_ROTATES : 1U << kind;

    if (kind >= PKT_FACES)
        alibi_text_format(text, "P-3.2: nothing is drawn or thrown now, %s is to act",
                          alibi_seat_name(s->to_act));
    else if (!(g->faces & face))
        forbids_face(text, g, kind);
    else if (kind == PKT_ROTATE)
        alibi_text_format(text, "P-5.4: the tile of %s in slot %u was rotated this turn",
                          pkt_character[pkt_who(g->tile[alibi_from(m)])].code,
                          alibi_from(m) + 1);
    else if (kind == PKT_EXCHANGE)
        alibi_text_str(text, "P-5.5: expected two different slots, the lower one first");
    else
        alibi_text_str(text, "P-5.2: the Investigator must move a detective with the joker");
}

void pkt_forbids(struct alibi_text *text, const struct alibi_state *s, alibi_move m)
{
    switch ((enum pkt_step)pkt_of(s)->step) {
    case PKT_STEP_TILE:
        forbids_tile(text, pkt_of(s), m);
        break;
    case PKT_STEP_DEAL:
        alibi_text_str(text, "P-1.2: expected Jack's identity to be dealt, deal=XX");
        break;
    case PKT_STEP_TOSS:
        alibi_text_str(text, "P-3.2: expected the four tokens to be thrown, toss=1212");
        break;
    case PKT_STEP_ACT:
        forbids_action(text, s, m);
        break;
    case PKT_STEP_DRAW:
        alibi_text_str(text, "P-1.2: expected an alibi card that is in the pile, alibi=XX");
        break;
    case PKT_STEP_OVER:
    case PKT_STEPS:
        alibi_text_str(text, "P-7.1: the game is over");
        break;
    }
}
