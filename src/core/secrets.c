/* Leaves the identity and the alibi cards out of a view, and enumerates the worlds that could
 * be behind it.
 *
 * A world is an identity, then the cards that Jack drew, then those that the Detective drew,
 * each chosen from what is left. Its number is the three choices in mixed radix, so alibi_deal
 * finds any world without going through the others. */
#include <alibi/kit/secrets.h>

#include <alibi/kit/bits.h>

#include <assert.h>

static uint16_t everyone(const struct alibi_game *game)
{
    return (uint16_t)((1U << game->n_characters) - 1);
}

uint16_t alibi_deck(const struct alibi_state *s)
{
    unsigned jack = s->identity == ALIBI_NO_ONE ? 0 : 1U << s->identity;

    return (uint16_t)(everyone(s->game) & ~(jack | s->alibis[0] | s->alibis[1]));
}

void alibi_blot(struct alibi_view *view, unsigned hides)
{
    struct alibi_state *s = &view->seen;

    if (s->winner != ALIBI_NOBODY)
        return;
    s->hides = (uint8_t)hides;
    if (hides & (1U << ALIBI_JACK)) {
        s->identity = ALIBI_NO_ONE;
        s->alibis[ALIBI_JACK] = 0;
    }
    if (hides & (1U << ALIBI_DETECTIVE))
        s->alibis[ALIBI_DETECTIVE] = 0;
}

void alibi_observe(struct alibi_view *view, const struct alibi_state *s,
                   enum alibi_viewer viewer)
{
    assert(s->hides == 0);
    view->viewer = viewer;
    view->seen = *s;
    alibi_blot(view, 3U & ~(1U << viewer));
}

/* The number of ways to choose K of N. */
static uint32_t choose(int n, int k)
{
    uint32_t ways = 1;

    if (k > n)
        return 0;
    for (int i = 1; i <= k; i++)
        ways = ways * (uint32_t)(n - k + i) / (uint32_t)i;
    return ways;
}

/* The I-th way to choose K elements of SET. */
static uint16_t choice(uint16_t set, int k, uint32_t i)
{
    uint16_t chosen = 0;

    for (; k > 0; set &= (uint16_t)(set - 1)) {
        uint32_t with_lowest = choose(alibi_size(set) - 1, k - 1);

        if (i < with_lowest) {
            chosen = (uint16_t)(chosen | (set & -set));
            k--;
        } else {
            i -= with_lowest;
        }
    }
    return chosen;
}

static bool hides(const struct alibi_state *s, enum alibi_seat seat)
{
    return (s->hides >> seat) & 1;
}

/* The characters that can be Jack, after the deal: only one if the view shows the identity. */
static uint16_t candidates(const struct alibi_state *s)
{
    assert(s->round > 0 && hides(s, ALIBI_JACK) == (s->identity == ALIBI_NO_ONE));
    if (!hides(s, ALIBI_JACK))
        return (uint16_t)(1U << s->identity);
    return (uint16_t)(s->suspects & ~s->alibis[ALIBI_DETECTIVE]);
}

/* The number of ways in which each player can have drawn its hidden cards, given the identity.
 */
static void ways(const struct alibi_state *s, uint32_t out[2])
{
    bool dealt = s->round > 0;
    int deck = s->game->n_characters - dealt - alibi_size(s->alibis[0] | s->alibis[1]);

    out[ALIBI_JACK] = hides(s, ALIBI_JACK) ? choose(deck, s->drawn[ALIBI_JACK]) : 1;
    if (hides(s, ALIBI_JACK))
        deck -= s->drawn[ALIBI_JACK];
    out[ALIBI_DETECTIVE] =
        hides(s, ALIBI_DETECTIVE) ? choose(deck, s->drawn[ALIBI_DETECTIVE]) : 1;
}

uint32_t alibi_deals(const struct alibi_view *view)
{
    const struct alibi_state *s = &view->seen;
    uint32_t n[2];

    ways(s, n);
    return (s->round ? (uint32_t)alibi_size(candidates(s)) : 1) * n[0] * n[1];
}

void alibi_deal(struct alibi_state *s, const struct alibi_view *view, uint32_t i)
{
    uint32_t n[2];

    ways(&view->seen, n);
    assert(n[0] && n[1] && i < alibi_deals(view));
    *s = view->seen;
    s->hides = 0;
    if (s->round > 0) {
        uint16_t who = choice(candidates(&view->seen), 1, i / (n[0] * n[1]));

        s->identity = (uint8_t)alibi_lowest(who);
    }
    for (int seat = ALIBI_JACK; seat <= ALIBI_DETECTIVE; seat++) {
        i %= n[0] * n[1];
        if (hides(&view->seen, (enum alibi_seat)seat))
            s->alibis[seat] =
                choice(alibi_deck(s), s->drawn[seat], seat == ALIBI_JACK ? i / n[1] : i % n[1]);
    }
}

struct alibi_secret alibi_secret(alibi_move m, alibi_move deal, alibi_move card)
{
    alibi_move kind = m & ~(alibi_move)0xff;

    if (kind != deal && kind != card)
        return (struct alibi_secret){ALIBI_OPEN, ALIBI_NO_ONE};
    return (struct alibi_secret){kind == deal ? ALIBI_SECRET_DEAL : ALIBI_SECRET_CARD,
                                 (uint8_t)(m & 0xff)};
}

alibi_move alibi_secret_move(struct alibi_secret secret, alibi_move deal, alibi_move card)
{
    return (secret.kind == ALIBI_SECRET_DEAL ? deal : card) | secret.who;
}

int alibi_secrets(const struct alibi_state *s, enum alibi_seat player, alibi_move deal,
                  alibi_move card, alibi_move out[ALIBI_SECRETS_MAX])
{
    int n = 0;

    if (player == ALIBI_JACK && s->round > 0)
        out[n++] = deal | s->identity;
    for (unsigned b = s->alibis[player]; b; b &= b - 1)
        out[n++] = card | alibi_lowest(b);
    return n;
}
