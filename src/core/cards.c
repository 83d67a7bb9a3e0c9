/* The card cycle of London and New York: rounds, picks, the call for witnesses, the alibi cards
 * and the ends that both games share.
 *
 * Two rounds use up the eight cards. While the odd round is played, the cards of the even one
 * are known and wait in `next`; chance is asked again only when both are over. At every step
 * the number of cards face up follows from the slot, which is what alibi_hand_parse checks. */
#include "refusals.h"

#include <alibi/kit/cards.h>

#include <alibi/kit/bits.h>
#include <alibi/kit/features.h>
#include <alibi/kit/json.h>
#include <alibi/kit/reader.h>
#include <alibi/kit/scene.h>
#include <alibi/kit/token.h>

#include <assert.h>
#include <string.h>

enum alibi_seat alibi_picker(int round, int slot)
{
    bool outer = slot == 1 || slot == 4;
    bool odd = round & 1;

    return outer == odd ? ALIBI_DETECTIVE : ALIBI_JACK;
}

void alibi_followers(const struct alibi_game *game, uint8_t later[8])
{
    unsigned passed = 0;

    for (int i = 7; i >= 0; i--) {
        later[game->list[i]] = (uint8_t)passed;
        passed |= 1U << game->list[i];
    }
}

int alibi_hand_outcomes(const struct alibi_game *game, alibi_move base, alibi_move *out)
{
    uint8_t later[8];
    int n = 0;

    alibi_followers(game, later);
    for (unsigned i = 0; i < 8; i++)
        for (unsigned j = later[i]; j; j &= j - 1)
            for (unsigned k = later[alibi_lowest(j)]; k; k &= k - 1)
                for (unsigned l = later[alibi_lowest(k)]; l; l &= l - 1)
                    out[n++] = base | 1U << i | (j & -j) | (k & -k) | (l & -l);
    return n;
}

void alibi_hand_codes_print(struct alibi_text *text, const struct alibi_game *game,
                            unsigned set)
{
    alibi_codes_print(text, game, (uint16_t)set, game->list, ",");
}

unsigned alibi_hand_codes_parse(struct alibi_reader *in, const struct alibi_game *game)
{
    size_t start = in->at;
    unsigned set = alibi_reader_codes(in, game, game->list);

    if (alibi_size(set) != 4)
        alibi_reader_refuse(in, ALIBI_BAD_TEXT, start, &alibi_no.cards_four, NULL);
    return set;
}

/* Begins a round: an odd one waits for chance to turn up cards, an even one for its first pick.
 */
static void open_round(struct alibi_state *s)
{
    struct alibi_hand *h = alibi_hand(s);

    s->slot = 1;
    if (s->round & 1) {
        h->step = ALIBI_STEP_CARDS;
        s->to_act = ALIBI_CHANCE;
        return;
    }
    h->cards = h->next;
    h->next = 0;
    h->step = ALIBI_STEP_PICK;
    s->to_act = (uint8_t)alibi_picker(s->round, 1);
}

void alibi_hand_begin(struct alibi_state *s, unsigned identity)
{
    assert(s->round == 0 && identity < (unsigned)s->game->n_characters);
    s->identity = (uint8_t)identity;
    s->round = 1;
    open_round(s);
}

void alibi_hand_turn_up(struct alibi_state *s, uint8_t cards)
{
    struct alibi_hand *h = alibi_hand(s);

    assert(h->step == ALIBI_STEP_CARDS && alibi_size(cards) == ALIBI_HAND_SLOTS);
    h->cards = cards;
    h->next = (uint8_t)~cards;
    h->step = ALIBI_STEP_PICK;
    s->to_act = (uint8_t)alibi_picker(s->round, 1);
}

void alibi_hand_pick(struct alibi_state *s, unsigned who, unsigned step)
{
    struct alibi_hand *h = alibi_hand(s);

    assert(alibi_has(h->cards, who));
    h->cards = (uint8_t)(h->cards & ~(1U << who));
    h->active = (uint8_t)who;
    h->step = (uint8_t)step;
}

bool alibi_hand_close(struct alibi_state *s)
{
    struct alibi_hand *h = alibi_hand(s);

    if (s->staged) {
        s->to_act = ALIBI_NOBODY;
        return false;
    }
    h->active = ALIBI_NO_ONE;
    if (s->slot == ALIBI_HAND_SLOTS)
        return true;
    s->slot++;
    h->step = ALIBI_STEP_PICK;
    s->to_act = (uint8_t)alibi_picker(s->round, s->slot);
    return false;
}

/* Picks the card in the first world of the view: where a character can go is the same in all of
 * them. Only in Jack's own view Jack is to act, so only there a character can leave the board.
 */
int alibi_hand_reach(const struct alibi_view *view, alibi_move pick, unsigned go,
                     uint8_t out[ALIBI_PLACES_MAX])
{
    const struct alibi_game *game = view->seen.game;
    alibi_move moves[ALIBI_MOVES_MAX];
    struct alibi_state s;
    int n, kept = 0;

    if (view->seen.round == 0 || view->seen.winner != ALIBI_NOBODY)
        return 0;
    game->deal(&s, view, 0);
    s.to_act = view->viewer == ALIBI_AS_JACK ? ALIBI_JACK : ALIBI_DETECTIVE;
    alibi_hand(&s)->cards |= (uint8_t)(1U << alibi_to(pick));
    alibi_hand(&s)->step = ALIBI_STEP_PICK;
    (void)game->apply(&s, pick);
    n = game->moves(&s, moves);
    for (int i = 0; i < n; i++)
        if (alibi_kind(moves[i]) == go)
            out[kept++] = (uint8_t)alibi_to(moves[i]);
    return kept;
}

void alibi_hand_next_round(struct alibi_state *s)
{
    if (s->round == ALIBI_HAND_ROUNDS) {
        alibi_hand_finish(s, ALIBI_JACK, ALIBI_TIME);
        return;
    }
    s->round++;
    open_round(s);
}

void alibi_call_witnesses(struct alibi_state *s, uint16_t visible)
{
    assert(s->identity != ALIBI_NO_ONE);
    if (alibi_has(visible, s->identity)) {
        s->witness = ALIBI_VISIBLE;
        s->suspects &= visible;
    } else {
        s->witness = ALIBI_INVISIBLE;
        s->suspects &= (uint16_t)~visible;
    }
}

void alibi_draw(struct alibi_state *s, unsigned who)
{
    enum alibi_seat seat = alibi_picker(s->round, s->slot);

    assert(who != s->identity && !alibi_has(s->alibis[0] | s->alibis[1], who));
    s->alibis[seat] = (uint16_t)(s->alibis[seat] | (1U << who));
    s->drawn[seat]++;
}

void alibi_hand_finish(struct alibi_state *s, enum alibi_seat winner, enum alibi_why why)
{
    struct alibi_hand *h = alibi_hand(s);

    assert(s->winner == ALIBI_NOBODY && winner <= ALIBI_DETECTIVE && why <= ALIBI_TIME);
    s->winner = (uint8_t)winner;
    s->why = (uint8_t)why;
    s->to_act = ALIBI_NOBODY;
    h->active = ALIBI_NO_ONE;
    h->step = ALIBI_STEP_OVER;
}

void alibi_accuse(struct alibi_state *s, unsigned accused)
{
    assert(s->identity != ALIBI_NO_ONE && accused < (unsigned)s->game->n_characters);
    if (accused == s->identity)
        alibi_hand_finish(s, ALIBI_DETECTIVE, ALIBI_ARREST);
    else
        alibi_hand_finish(s, ALIBI_JACK, ALIBI_WRONG_ACCUSATION);
}

static void print_set(struct alibi_text *text, const struct alibi_state *s, const char *key,
                      uint8_t set)
{
    alibi_text_format(text, " %s=", key);
    if (alibi_codes_print(text, s->game, set, s->game->list, ",") == 0)
        alibi_text_char(text, '-');
}

static const char *active_code(const struct alibi_state *s, const char *none)
{
    unsigned who = alibi_hand_of(s)->active;

    return who == ALIBI_NO_ONE ? none : s->game->characters[who].code;
}

void alibi_hand_print(struct alibi_text *text, const struct alibi_state *s,
                      const char (*steps)[8])
{
    const struct alibi_hand *h = alibi_hand_of(s);

    print_set(text, s, "cards", h->cards);
    print_set(text, s, "next", h->next);
    alibi_text_format(text, " step=%s active=%s", steps[h->step], active_code(s, "-"));
}

void alibi_hand_json(struct alibi_text *text, const struct alibi_state *s)
{
    const struct alibi_hand *h = alibi_hand_of(s);

    alibi_text_str(text, ",\"cards\":");
    alibi_json_codes(text, s->game, h->cards, s->game->list);
    alibi_text_str(text, ",\"next\":");
    alibi_json_codes(text, s->game, h->next, s->game->list);
    if (h->active == ALIBI_NO_ONE)
        alibi_text_str(text, ",\"active\":null");
    else
        alibi_text_format(text, ",\"active\":\"%s\"", active_code(s, ""));
    alibi_text_format(text, ",\"witness\":\"%s\"", alibi_witness_name(s->witness));
}

void alibi_hand_notes(struct alibi_text *text, const struct alibi_state *s, uint16_t visible)
{
    const struct alibi_hand *h = alibi_hand_of(s);

    alibi_note_codes(text, s, "cards face up", h->cards);
    if (s->round & 1)
        alibi_note_codes(text, s, "next round", h->next);
    alibi_note_codes(text, s, "seen now", visible);
}

/* How many cards lie face up at this step. */
static int cards_due(const struct alibi_state *s)
{
    switch (alibi_hand_of(s)->step) {
    case ALIBI_STEP_DEAL:
    case ALIBI_STEP_CARDS:
        return 0;
    case ALIBI_STEP_PICK:
        return 5 - s->slot;
    default:
        return ALIBI_HAND_SLOTS - s->slot;
    }
}

/* How many cards wait for the even round at this step. */
static int next_due(const struct alibi_state *s)
{
    unsigned step = alibi_hand_of(s)->step;

    return step == ALIBI_STEP_DEAL || step == ALIBI_STEP_CARDS || !(s->round & 1) ? 0 : 4;
}

/* Why this step cannot come in this round and slot, or with this result; NULL if it can. */
static const struct alibi_refusal *wrong_step(const struct alibi_state *s)
{
    unsigned step = alibi_hand_of(s)->step;

    if ((step == ALIBI_STEP_DEAL) != (s->round == 0))
        return &alibi_no.cards_deal;
    if (step == ALIBI_STEP_CARDS && (!(s->round & 1) || s->slot != 1))
        return &alibi_no.cards_round;
    if ((step == ALIBI_STEP_OVER) != (s->winner != ALIBI_NOBODY))
        return &alibi_no.cards_over;
    if (s->why == ALIBI_TIME && (s->round != ALIBI_HAND_ROUNDS || s->slot != ALIBI_HAND_SLOTS))
        return &alibi_no.cards_time;
    if (s->why > ALIBI_TIME)
        return &alibi_no.cards_why;
    if (step == ALIBI_STEP_OVER && (s->winner == ALIBI_DETECTIVE) != (s->why == ALIBI_ARREST))
        return &alibi_no.cards_arrest;
    return NULL;
}

void alibi_hand_parse(struct alibi_reader *in, struct alibi_state *s, const char (*steps)[8],
                      unsigned n)
{
    struct alibi_hand *h = alibi_hand(s);
    size_t cards_at, next_at, step_at, active_at;
    const struct alibi_refusal *wrong;

    cards_at = alibi_reader_key(in, "cards");
    h->cards = (uint8_t)alibi_reader_codes(in, s->game, s->game->list);
    next_at = alibi_reader_key(in, "next");
    h->next = (uint8_t)alibi_reader_codes(in, s->game, s->game->list);
    step_at = alibi_reader_key(in, "step");
    h->step = (uint8_t)alibi_reader_word(in, steps, sizeof steps[0], n, &alibi_no.cards_step);
    active_at = alibi_reader_key(in, "active");
    h->active = ALIBI_NO_ONE;
    if (!alibi_reader_skip(in, "-"))
        h->active = (uint8_t)alibi_reader_code(in, s->game);
    if (in->status)
        return;
    wrong = wrong_step(s);
    if (wrong)
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, step_at, wrong, NULL);
    if (alibi_size(h->cards) != cards_due(s))
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, cards_at, &alibi_no.cards_up,
                            ALIBI_WITH(alibi_number((size_t)cards_due(s)).text));
    if (alibi_size(h->next) != next_due(s) || (h->next & h->cards))
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, next_at, &alibi_no.cards_next,
                            ALIBI_WITH(alibi_number((size_t)next_due(s)).text));
    if ((h->active != ALIBI_NO_ONE) != (h->step >= ALIBI_STEP_FIRST_OWN) ||
        (h->active != ALIBI_NO_ONE && alibi_has(h->cards | h->next, h->active)))
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, active_at, &alibi_no.cards_active, NULL);
    if (h->step == ALIBI_STEP_PICK || h->step >= ALIBI_STEP_FIRST_OWN)
        s->to_act = (uint8_t)alibi_picker(s->round, s->slot);
}

void alibi_hand_outlook(struct alibi_outlook *outlook, const struct alibi_state *s)
{
    const struct alibi_hand *hand = alibi_hand_of(s);

    outlook->due = hand->step == ALIBI_STEP_CARDS;
    if (hand->active != ALIBI_NO_ONE)
        outlook->active = (uint16_t)(1U << hand->active);
    outlook->now = hand->cards | outlook->active;
    outlook->next = hand->next;
}

void alibi_hand_features(struct alibi_features *features, const struct alibi_state *s,
                         unsigned n)
{
    const struct alibi_hand *h = alibi_hand_of(s);

    alibi_feature_one(features, "step", NULL, h->step, n);
    alibi_feature_set(features, "cards", NULL, h->cards, 8);
    alibi_feature_set(features, "next", NULL, h->next, 8);
    alibi_feature_one(features, "active", NULL, h->active, 8);
}
