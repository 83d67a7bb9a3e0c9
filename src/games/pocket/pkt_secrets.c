/* Views, and the worlds behind them.
 *
 * Only Jack has secrets: the identity and, in order, the cards he drew. A world is an identity
 * among the suspects and a sequence of cards from the pile, such that the game would have gone
 * on as it did (P-8.3); all worlds are equally likely. Cards with as many hourglasses are alike
 * for this, so the worlds are counted by hourglasses instead of listed. */
#include "pkt.h"
#include <alibi/kit/bits.h>
#include <alibi/kit/secrets.h>

#include <assert.h>
#include <string.h>

/* P-8.1, P-8.2: the Investigator's cards are open; only Jack has secrets. */
void pkt_observe(struct alibi_view *view, const struct alibi_state *s, enum alibi_viewer viewer)
{
    assert(s->hides == 0);
    view->viewer = viewer;
    view->seen = *s;
    alibi_blot(view, viewer == ALIBI_AS_JACK ? 0 : 1U << ALIBI_JACK);
    if (view->seen.hides)
        memset(pkt(&view->seen)->draw, 0, PKT_DRAWS);
}

/* P-8.3 in numbers: Jack drew N cards; the first HELD of them have at most MOST hourglasses,
 * the first RACED of them at least LEAST. The number of round tokens only grows, so the last
 * call that left several suspects implies the earlier ones, and the first that left one
 * suspect implies the later ones. */
struct told {
    unsigned n, held, raced;
    int most, least;
};

static struct told told_by(const struct alibi_state *s)
{
    const struct pkt *g = pkt_of(s);
    struct told told = {s->drawn[ALIBI_JACK], g->held, 0, PKT_GOAL - 1 - g->tokens, 0};

    if (g->race) {
        /* Jack has taken every round token since the race began, and that call's too; at the
         * call before, he had one less. */
        int tokens = g->tokens - (s->round - 1 - g->race);

        told.raced = g->raced;
        told.most = told.least = PKT_GOAL - tokens;
    }
    return told;
}

/* The hourglasses on the card of WHO. */
static int worth_of(unsigned who)
{
    return alibi_has(pkt_worth[1], who) ? 1 : alibi_has(pkt_worth[2], who) ? 2 : 0;
}

/* Whether the first N cards can have this many HOURGLASSES. */
static bool holds(const struct told *told, unsigned n, int hourglasses)
{
    return !(n == told->held && hourglasses > told->most) &&
           !(n == told->raced && hourglasses < told->least);
}

bool pkt_agrees(const struct alibi_state *s)
{
    struct told told = told_by(s);
    int hourglasses = 0;

    for (unsigned n = 0; n < told.n; n++) {
        if (!holds(&told, n, hourglasses))
            return false;
        hourglasses += worth_of(pkt_of(s)->draw[n]);
    }
    return holds(&told, told.n, hourglasses);
}

/* The number of ways to draw the remaining cards from PILE after N cards with this many
 * HOURGLASSES. Cards of the same worth are alike. */
static uint32_t ways(const struct told *told, unsigned pile, unsigned n, int hourglasses)
{
    uint32_t total = 0;

    if (!holds(told, n, hourglasses))
        return 0;
    if (n == told->n)
        return 1;
    for (int worth = 0; worth < 3; worth++) {
        unsigned alike = pile & pkt_worth[worth];

        if (alike)
            total += (uint32_t)alibi_size(alike) *
                     ways(told, pile & ~(alike & -alike), n + 1, hourglasses + worth);
    }
    return total;
}

/* The number of sequences of cards if Jack's own card is worth 0, 1 or 2 hourglasses. */
static void ways_by_worth(const struct alibi_state *s, uint32_t out[3])
{
    struct told told = told_by(s);

    for (int worth = 0; worth < 3; worth++) {
        unsigned jacks = s->suspects & pkt_worth[worth];

        out[worth] = jacks ? ways(&told, alibi_deck(s) & ~(jacks & -jacks), 0, 0) : 0;
    }
}

static bool is_open(const struct alibi_state *s)
{
    return s->hides == 0 || s->round == 0;
}

uint32_t pkt_deals(const struct alibi_view *view)
{
    const struct alibi_state *s = &view->seen;
    uint32_t n[3], total = 0;

    if (is_open(s))
        return 1;
    ways_by_worth(s, n);
    for (int worth = 0; worth < 3; worth++)
        total += n[worth] * (uint32_t)alibi_size(s->suspects & pkt_worth[worth]);
    return total;
}

/* Jack's identity in world *I, which becomes its number among the worlds with this identity. */
static unsigned choose_jack(const struct alibi_state *s, uint32_t *i)
{
    uint32_t n[3];

    ways_by_worth(s, n);
    for (unsigned b = s->suspects; b; b &= b - 1) {
        uint32_t worlds = n[worth_of(alibi_lowest(b))];

        if (*i < worlds)
            return alibi_lowest(b);
        *i -= worlds;
    }
    assert(0 && "I is below the number of worlds");
    return 0;
}

/* The N-th card that Jack drew in world *I, which becomes its number among the worlds with this
 * card too. */
static unsigned choose_card(const struct told *told, unsigned pile, unsigned n, int hourglasses,
                            uint32_t *i)
{
    for (unsigned b = pile; b; b &= b - 1) {
        unsigned who = alibi_lowest(b);
        uint32_t worlds = ways(told, pile & ~(b & -b), n + 1, hourglasses + worth_of(who));

        if (*i < worlds)
            return who;
        *i -= worlds;
    }
    assert(0 && "I is below the number of worlds");
    return 0;
}

void pkt_deal(struct alibi_state *s, const struct alibi_view *view, uint32_t i)
{
    struct told told = told_by(&view->seen);
    int hourglasses = 0;

    assert(i < pkt_deals(view));
    *s = view->seen;
    s->hides = 0;
    if (is_open(&view->seen))
        return;
    s->identity = (uint8_t)choose_jack(s, &i);
    for (unsigned n = 0; n < told.n; n++) {
        unsigned who = choose_card(&told, alibi_deck(s), n, hourglasses, &i);

        pkt(s)->draw[n] = (uint8_t)who;
        s->alibis[ALIBI_JACK] = (uint16_t)(s->alibis[ALIBI_JACK] | 1U << who);
        hourglasses += worth_of(who);
    }
}
