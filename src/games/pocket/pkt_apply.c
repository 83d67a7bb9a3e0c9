/* Plays a move and everything that follows from it without a decision: an action uses up a
 * token, the fourth action of a round leads to the call, and the call decides whether the
 * game is over. */
#include "pkt.h"
#include <alibi/kit/bits.h>
#include <alibi/kit/cards.h>

#include <assert.h>
#include <string.h>

void pkt_setup(struct alibi_state *s)
{
    memcpy(pkt(s)->at, pkt_start, sizeof pkt_start); /* P-2.2 */
}

/* --- Turns --- */

/* P-3.2: an odd round waits for the toss, an even one turns the tokens over. */
static void open_turn(struct alibi_state *s)
{
    struct pkt *g = pkt(s);

    s->round++;
    s->slot = 1;
    for (int i = 0; i < PKT_SLOTS; i++)
        g->tile[i] &= (uint8_t)~PKT_ROTATED;
    if (s->round & 1) {
        g->tossed = 0;
        g->step = PKT_STEP_TOSS;
        s->to_act = ALIBI_CHANCE;
        return;
    }
    g->faces = pkt_up(s);
    g->step = PKT_STEP_ACT;
    s->to_act = (uint8_t)alibi_picker(s->round, 1);
}

/* All secrets are revealed, so the account of what the game told of them is not needed. */
static void finish(struct alibi_state *s, enum alibi_why why)
{
    struct pkt *g = pkt(s);

    s->winner = (uint8_t)pkt_winner(why);
    s->why = (uint8_t)why;
    s->to_act = ALIBI_NOBODY;
    g->step = PKT_STEP_OVER;
    memset(g->draw, 0, sizeof g->draw);
    g->held = g->race = g->raced = 0;
}

/* P-8.3: that the game goes on tells something about the cards that Jack holds; keep it. */
static void keep_account(struct alibi_state *s)
{
    struct pkt *g = pkt(s);

    if (!pkt_is_unmasked(s)) {
        g->held = s->drawn[ALIBI_JACK];
    } else if (!g->race) {
        g->race = s->round;
        g->raced = s->drawn[ALIBI_JACK];
    }
}

unsigned pkt_appeals(const struct alibi_state *s)
{
    return s->round == 0 || s->winner != ALIBI_NOBODY ? s->round : s->round - 1U;
}

unsigned pkt_hourglasses(const struct alibi_state *s)
{
    uint16_t cards = s->alibis[ALIBI_JACK];

    return pkt_of(s)->tokens + (unsigned)alibi_size(cards & pkt_worth[1]) +
           2 * (unsigned)alibi_size(cards & pkt_worth[2]);
}

int pkt_missing(const struct alibi_state *s)
{
    return PKT_GOAL - (int)pkt_hourglasses(s);
}

enum alibi_why pkt_verdict(const struct alibi_state *s)
{
    bool unmasked = pkt_is_unmasked(s); /* P-7.1 */
    bool enough = pkt_hourglasses(s) >= PKT_GOAL;

    if (unmasked && (s->witness == ALIBI_VISIBLE || !enough))
        return ALIBI_SUSPECTS; /* P-7.2, P-7.3 */
    if (enough && !unmasked)
        return ALIBI_HOURGLASSES; /* P-7.2 */
    if (s->round < PKT_TURNS)
        return ALIBI_WHY_NONE;                   /* P-7.4: the race */
    return unmasked ? ALIBI_UNSEEN : ALIBI_TIME; /* P-7.4, P-7.5 */
}

enum alibi_seat pkt_winner(enum alibi_why why)
{
    return why == ALIBI_SUSPECTS ? ALIBI_DETECTIVE : ALIBI_JACK;
}

/* P-4.1: turns over the tiles of CLEARED. Only Lane's changes: its back has no barricade. */
static void turn_over(struct alibi_state *s, unsigned cleared)
{
    struct pkt *g = pkt(s);

    if (!alibi_has(cleared, PKT_JL))
        return;
    for (int i = 0; i < PKT_SLOTS; i++)
        if (pkt_who(g->tile[i]) == PKT_JL)
            g->tile[i] = pkt_tile(PKT_JL, PKT_OPEN) | (g->tile[i] & PKT_ROTATED);
}

/* P-6.1, P-7.0 */
static void appeal(struct alibi_state *s)
{
    unsigned before = s->suspects;
    enum alibi_why why;

    alibi_call_witnesses(s, pkt_visible(s));
    turn_over(s, before & ~(unsigned)s->suspects);
    if (s->witness == ALIBI_INVISIBLE)
        pkt(s)->tokens++;
    why = pkt_verdict(s);
    if (why != ALIBI_WHY_NONE) {
        finish(s, why);
        return;
    }
    keep_account(s);
    open_turn(s);
}

/* Ends the action; the call follows the fourth (P-3.1). */
static bool close(struct alibi_state *s)
{
    if (s->staged) {
        s->to_act = ALIBI_NOBODY;
        return false;
    }
    if (s->slot == 4) {
        appeal(s);
        return true;
    }
    s->slot++;
    pkt(s)->step = PKT_STEP_ACT;
    s->to_act = (uint8_t)alibi_picker(s->round, s->slot);
    return false;
}

/* --- Chance --- */

static void lay(struct pkt *g, unsigned who, unsigned wall)
{
    g->tile[g->laid++] = pkt_tile(who, wall);
    if (g->laid == PKT_SLOTS)
        g->step = PKT_STEP_DEAL;
}

static void toss(struct alibi_state *s, unsigned faces)
{
    struct pkt *g = pkt(s);

    g->tossed = g->faces = (uint8_t)faces;
    g->step = PKT_STEP_ACT;
    s->to_act = (uint8_t)alibi_picker(s->round, 1);
}

/* P-5.7: Jack keeps the card. P-5.8: the Investigator's card clears its character. */
static bool draw(struct alibi_state *s, unsigned who)
{
    if (alibi_picker(s->round, s->slot) == ALIBI_JACK) {
        pkt(s)->draw[s->drawn[ALIBI_JACK]] = (uint8_t)who;
    } else {
        turn_over(s, s->suspects & 1U << who);
        s->suspects = (uint16_t)(s->suspects & ~(1U << who));
    }
    alibi_draw(s, who);
    return close(s);
}

/* --- Actions --- */

static void exchange(struct pkt *g, unsigned a, unsigned b)
{
    uint8_t tile = g->tile[a];

    g->tile[a] = g->tile[b];
    g->tile[b] = tile;
}

/* P-5.4: rotating an open crossing has no effect, but counts as a rotation. */
static void rotate(struct pkt *g, unsigned slot, unsigned way)
{
    static const uint8_t quarters[PKT_WAYS] = {[PKT_CCW] = 3, [PKT_CW] = 1, [PKT_HALF] = 2};
    unsigned who = pkt_who(g->tile[slot]), wall = pkt_wall(g->tile[slot]);

    if (wall != PKT_OPEN)
        wall = (wall + quarters[way]) % 4;
    g->tile[slot] = pkt_tile(who, wall) | PKT_ROTATED;
}

/* P-5.1 */
static void walk(struct pkt *g, enum pkt_detective who, unsigned steps)
{
    g->at[who] = (uint8_t)((g->at[who] + steps) % PKT_POSTS);
}

/* Uses up the token that shows KIND; the first of two that show "rotate". */
static void use(struct pkt *g, enum pkt_kind kind)
{
    unsigned faces = kind == PKT_ROTATE ? g->faces & PKT_ROTATES : 1U << kind;

    assert(g->faces & faces);
    g->faces = (uint8_t)(g->faces & ~(faces & -faces));
}

static bool used(struct alibi_state *s, enum pkt_kind kind)
{
    use(pkt(s), kind);
    return close(s);
}

static bool ask_for_card(struct alibi_state *s)
{
    use(pkt(s), PKT_ALIBI);
    pkt(s)->step = PKT_STEP_DRAW;
    s->to_act = ALIBI_CHANCE;
    return false;
}

bool pkt_apply(struct alibi_state *s, alibi_move m)
{
    enum pkt_kind kind = (enum pkt_kind)alibi_kind(m);
    unsigned from = alibi_from(m), to = alibi_to(m);
    struct pkt *g = pkt(s);

    assert(!s->hides);
    switch (kind) {
    case PKT_ALIBI:
        return ask_for_card(s);
    case PKT_EXCHANGE:
        exchange(g, from, to);
        return used(s, kind);
    case PKT_WALK_HOLMES:
    case PKT_WALK_TOBY:
    case PKT_WALK_WATSON:
        walk(g, pkt_walker(kind), to + 1);
        return used(s, kind);
    case PKT_JOKER:
        if (to < PKT_DETECTIVES) /* P-5.3 */
            walk(g, (enum pkt_detective)to, 1);
        return used(s, kind);
    case PKT_ROTATE:
        rotate(g, from, to);
        return used(s, kind);
    case PKT_CARD:
        return draw(s, to);
    case PKT_DEAL:
        s->identity = (uint8_t)to;
        open_turn(s);
        return false;
    case PKT_TILE:
        lay(g, from, to);
        return false;
    case PKT_TOSS:
        toss(s, to);
        return false;
    case PKT_ROTATE_TOO:
    case PKT_KINDS:
        break;
    }
    assert(0 && "a kind of move that Pocket has");
    return false;
}
