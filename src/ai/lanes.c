/* Grouping deals into lanes, and lanes into information sets. */
#include "lanes.h"

#include <assert.h>
#include <string.h>

/* In so many last rounds, a deal has a lane for each worth that Jack's next card may have;
 * before, one lane with the most common worth. Set by hand: early on the difference is small
 * and the lanes would be many. */
enum { LATE_ROUNDS = 3 };

void ai_lane_enter(struct alibi_state *s, const struct ai_lane *lane, int epoch)
{
    s->identity = lane->identity;
    s->alibis[ALIBI_JACK] = lane->cards[epoch];
}

int ai_missing(const struct ai_lanes *lanes, const struct ai_lane *lane,
               const struct alibi_state *s)
{
    struct alibi_state of_lane;

    if (!s->game->missing)
        return 0;
    of_lane = *s;
    ai_lane_enter(&of_lane, lane, ai_epoch(lanes, s));
    return s->game->missing(&of_lane);
}

static bool is_same(const struct ai_lane *a, const struct ai_lane *b)
{
    return a->identity == b->identity && a->innocent == b->innocent &&
           a->missing[0] == b->missing[0] && a->missing[1] == b->missing[1];
}

static void add(struct ai_lanes *lanes, const struct ai_lane *lane, float weight)
{
    int i = 0;

    while (i < lanes->cfr.n && !is_same(&lanes->lane[i], lane))
        i++;
    if (i == CFR_LANES) /* full, which is rare: join a lane of the same identity */
        for (i = 0; i < CFR_LANES - 1 && lanes->lane[i].identity != lane->identity;)
            i++;
    if (i == lanes->cfr.n) {
        lanes->lane[lanes->cfr.n++] = *lane;
        lanes->cfr.prior[i] = 0;
    }
    lanes->cfr.prior[i] += weight;
}

/* Adds the lanes of one deal of this weight. */
static void add_deal(struct ai_lanes *lanes, const struct alibi_state *s, float weight)
{
    const struct alibi_game *game = s->game;
    unsigned gone = 1U << s->identity | s->alibis[ALIBI_JACK] | s->alibis[ALIBI_DETECTIVE];
    struct ai_lane lane = {.identity = s->identity,
                           .innocent = s->alibis[ALIBI_DETECTIVE] & s->suspects,
                           .cards = {s->alibis[ALIBI_JACK], s->alibis[ALIBI_JACK]}};
    /* By the worth of Jack's next card: how many such cards, and his cards with one of them. */
    bool late = s->round > game->n_rounds - LATE_ROUNDS;
    int n_cards[ALIBI_CHARACTERS_MAX] = {0}, most = 0;
    uint16_t with[ALIBI_CHARACTERS_MAX];

    if (game->missing)
        lane.missing[0] = lane.missing[1] = (int16_t)game->missing(s);
    if (!game->missing || !(~gone & ((1U << game->n_characters) - 1))) {
        add(lanes, &lane, weight); /* cards do not count, or none is left */
        return;
    }
    for (int i = 0; i < game->n_characters; i++)
        if (!(gone >> i & 1)) {
            struct alibi_state after = *s;
            int worth;

            after.alibis[ALIBI_JACK] |= (uint16_t)(1U << i);
            worth = lane.missing[0] - game->missing(&after);
            assert(worth >= 0 && worth < ALIBI_CHARACTERS_MAX);
            with[worth] = after.alibis[ALIBI_JACK];
            n_cards[worth]++;
            if (n_cards[worth] > n_cards[most])
                most = worth;
        }
    for (int worth = 0; worth < ALIBI_CHARACTERS_MAX; worth++)
        if (n_cards[worth] && (late || worth == most)) {
            lane.cards[1] = with[worth];
            lane.missing[1] = (int16_t)(lane.missing[0] - worth);
            add(lanes, &lane, late ? weight * (float)n_cards[worth] : weight);
        }
}

/* Numbers the information sets of PLAYER in EPOCH: lanes that he cannot tell apart share one.
 */
static void number_infosets(struct ai_lanes *lanes, int player, int epoch)
{
    struct cfr_lanes *cfr = &lanes->cfr;
    int n = 0;

    for (int l = 0; l < cfr->n; l++) {
        const struct ai_lane *a = &lanes->lane[l];
        int k = 0;

        for (; k < l; k++) {
            const struct ai_lane *b = &lanes->lane[k];

            if (player == ALIBI_JACK
                    ? a->identity == b->identity && a->missing[0] == b->missing[0] &&
                          (!epoch || a->missing[1] == b->missing[1])
                    : a->innocent == b->innocent)
                break;
        }
        cfr->infoset[player][epoch][l] = k < l ? cfr->infoset[player][epoch][k] : (uint8_t)n++;
    }
    cfr->n_infosets[player][epoch] = n;
}

/* Finds the information set of the searching seat: that of the first lane that agrees with its
 * view. */
static void find_own_infoset(struct ai_lanes *lanes, const struct alibi_view *view)
{
    const struct alibi_state *s = &view->seen;

    for (int l = lanes->cfr.n - 1; l >= 0; l--) {
        const struct ai_lane *lane = &lanes->lane[l];
        bool agrees = view->viewer == ALIBI_AS_JACK
                          ? lane->identity == s->identity &&
                                (!s->game->missing || lane->missing[0] == s->game->missing(s))
                          : lane->innocent == (s->alibis[ALIBI_DETECTIVE] & s->suspects);

        if (agrees)
            lanes->own_infoset = lanes->cfr.infoset[view->viewer][0][l];
    }
}

/* Adds the lanes of all deals that agree with what is public; WEIGH may be NULL. */
static void add_deals(struct ai_lanes *lanes, alibi_weigh *weigh, const void *context)
{
    const struct alibi_game *game = lanes->root.game;
    struct alibi_view public_view;
    struct alibi_state s;
    uint32_t n;

    game->observe(&public_view, &lanes->root, ALIBI_AS_PUBLIC);
    n = game->deals(&public_view);
    for (uint32_t i = 0; i < n; i++) {
        game->deal(&s, &public_view, i);
        add_deal(lanes, &s, weigh ? (float)weigh(context, &s) : 1);
    }
}

void ai_lanes_weigh(struct ai_lanes *lanes, alibi_weigh *weigh, const void *context)
{
    memset(lanes->cfr.prior, 0, sizeof lanes->cfr.prior);
    add_deals(lanes, weigh, context); /* which finds its lanes again */
}

/* Numbers the suspects: lanes in which Jack is the same for a Detective who knows the same. */
static void number_suspects(struct ai_lanes *lanes)
{
    int size[CFR_LANES] = {0}, n = 0;

    for (int l = 0; l < lanes->cfr.n; l++) {
        int k = 0;

        while (k < l && (lanes->lane[k].identity != lanes->lane[l].identity ||
                         lanes->lane[k].innocent != lanes->lane[l].innocent))
            k++;
        lanes->suspect[l] = k < l ? lanes->suspect[k] : (uint8_t)n++;
        size[lanes->suspect[l]]++;
    }
    lanes->n_suspects = n;
    for (int l = 0; l < lanes->cfr.n; l++)
        lanes->part[l] = 1 / (float)size[lanes->suspect[l]];
}

void ai_lanes_make(struct ai_lanes *lanes, const struct alibi_view *view)
{
    memset(lanes, 0, sizeof *lanes);
    view->seen.game->deal(&lanes->root, view, 0);
    add_deals(lanes, NULL, NULL);
    assert(lanes->cfr.n > 0 && lanes->cfr.n <= CFR_LANES);
    for (int player = 0; player < CFR_PLAYERS; player++)
        for (int epoch = 0; epoch < CFR_EPOCHS; epoch++)
            number_infosets(lanes, player, epoch);
    number_suspects(lanes);
    for (int l = lanes->cfr.n - 1; l >= 0; l--)
        lanes->first_of[lanes->lane[l].identity] = (uint8_t)l;
    lanes->seat = (enum alibi_seat)view->viewer;
    if (view->viewer == ALIBI_AS_DETECTIVE)
        lanes->innocent = view->seen.alibis[ALIBI_DETECTIVE] & view->seen.suspects;
    find_own_infoset(lanes, view);
}
