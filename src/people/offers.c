/* Challenges by name: offer/ID has one, offers/ACCOUNT/ID leads to it from both sides.
 *
 * One account has at most one open challenge to another one: a new one takes its place, and the
 * same sent again is the same. declined/A/B keeps B, whose challenge A has declined, from
 * sending the next one at once. Who accepts and who is accepted meet with the id as their
 * ticket, so an answer that is lost does no harm. */
#include "offers.h"

#include "aborts.h"
#include "expiry.h"
#include "form.h"
#include "matchup.h"
#include "player_news.h"

#include <stdio.h>
#include <string.h>

enum {
    FROM_MAX = 10, /* open ones of an account */
    TO_MAX = 30,   /* and to an account */
    LIVE_MS = 10 * 60000,
    DECLINED_MS = 10 * 60000,
    LONG_MS = 24 * 3600000, /* of games without a clock, and with days */
};

struct offer {
    char id[ID_SIZE], from[ID_SIZE], to[ID_SIZE];
    struct matchup_terms terms; /* its role is the challenger's */
    uint64_t until;
};

/* --- The ledger --- */

static void keep(struct people *people, const struct offer *offer)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    json_text(&out, "from", offer->from);
    json_text(&out, "to", offer->to);
    json_text(&out, "game", offer->terms.game);
    json_text(&out, "clock", offer->terms.clock);
    json_text(&out, "role", offer->terms.role);
    json_bool(&out, "rated", offer->terms.rated);
    json_bool(&out, "private", offer->terms.is_private);
    json_number(&out, "until", (int64_t)offer->until);
    json_end(&out);
    ledger_put(people->ledger, ledger_key("offer/%s", offer->id).key, &out);
    ledger_put_text(people->ledger, ledger_key("offers/%s/%s", offer->from, offer->id).key,
                    "true");
    ledger_put_text(people->ledger, ledger_key("offers/%s/%s", offer->to, offer->id).key,
                    "true");
}

static void drop(struct people *people, const struct offer *offer)
{
    ledger_drop(people->ledger, ledger_key("offer/%s", offer->id).key);
    ledger_drop(people->ledger, ledger_key("offers/%s/%s", offer->from, offer->id).key);
    ledger_drop(people->ledger, ledger_key("offers/%s/%s", offer->to, offer->id).key);
}

/* The challenge ID; false if there is none. One that is over is found, too. */
static bool find(struct people *people, const char *id, struct offer *out)
{
    struct json kept = ledger_json(ledger_get(people->ledger, ledger_key("offer/%s", id).key));
    struct matchup_terms *terms = &out->terms;

    *out = (struct offer){0};
    (void)snprintf(out->id, ID_SIZE, "%s", id);
    terms->rated = json_kind(json_member(kept, "rated")) == JSON_TRUE;
    terms->is_private = json_kind(json_member(kept, "private")) == JSON_TRUE;
    return json_read_text(json_member(kept, "from"), out->from, ID_SIZE) > 0 &&
           json_read_text(json_member(kept, "to"), out->to, ID_SIZE) > 0 &&
           json_read_text(json_member(kept, "game"), terms->game, sizeof terms->game) > 0 &&
           json_read_text(json_member(kept, "clock"), terms->clock, sizeof terms->clock) >= 0 &&
           json_read_text(json_member(kept, "role"), terms->role, sizeof terms->role) > 0 &&
           json_read_number(json_member(kept, "until"), &out->until);
}

static bool is_open(const struct people *people, const struct offer *offer)
{
    return offer->until > people->now;
}

/* The ids of the challenges of an account, which may be over or gone. */
static size_t list(struct people *people, const char *account,
                   struct ledger_entry entry[FROM_MAX + TO_MAX])
{
    struct ledger_name prefix = ledger_key("offers/%s/", account);
    size_t n = ledger_list(
        people->ledger, &(struct ledger_range){.prefix = prefix.key, .most = FROM_MAX + TO_MAX},
        entry);

    for (size_t i = 0; i < n; i++)
        entry[i].key += strlen(prefix.key);
    return n;
}

/* Forgets those of an account that are over or gone. */
static void sweep(struct people *people, const char *account)
{
    struct ledger_entry entry[FROM_MAX + TO_MAX];
    size_t n = list(people, account, entry);
    struct offer offer;

    for (size_t i = 0; i < n; i++)
        if (!find(people, entry[i].key, &offer))
            ledger_drop(people->ledger, ledger_key("offers/%s/%s", account, entry[i].key).key);
        else if (!is_open(people, &offer))
            drop(people, &offer);
}

void offers_withdraw(struct people *people, const char *who)
{
    struct ledger_entry entry[FROM_MAX + TO_MAX];
    size_t n = list(people, who, entry);
    struct offer offer;

    for (size_t i = 0; i < n; i++)
        if (find(people, entry[i].key, &offer))
            drop(people, &offer);
}

/* --- What is told --- */

static void print(struct people *people, const struct offer *offer, struct json_out *out)
{
    const struct matchup_terms *terms = &offer->terms;

    json_object(out, NULL);
    json_text(out, "id", offer->id);
    news_person(people, offer->from, terms->game, "from", out);
    news_person(people, offer->to, terms->game, "to", out);
    json_text(out, "game", terms->game);
    json_text(out, "role", terms->role);
    if (terms->clock[0])
        json_text(out, "clock", terms->clock);
    json_bool(out, "rated", terms->rated);
    json_bool(out, "public", !terms->is_private);
    json_number(out, "until", (int64_t)offer->until);
    json_end(out);
}

void offers_print(struct people *people, const char *id, struct json_out *out)
{
    struct ledger_entry entry[FROM_MAX + TO_MAX];
    size_t n = id[0] ? list(people, id, entry) : 0;
    struct offer offer;

    json_list(out, "challenges");
    for (size_t i = 0; i < n; i++)
        if (find(people, entry[i].key, &offer) && is_open(people, &offer))
            print(people, &offer, out);
    json_end(out);
}

/* The answer of all these requests: what is open now. */
static void answer(struct people *people, struct petition *petition)
{
    news_answer(people, petition);
    if (petition->text)
        request_text(&petition->r, 200, "application/json", petition->text,
                     strlen(petition->text));
    else
        request_refuse(&petition->r, &request_no.memory, NULL);
    petition->text = NULL;
}

static void tell_both(struct petition *petition, const struct offer *offer)
{
    struct hash from = account_guest(petition->key, offer->from);
    struct hash to = account_guest(petition->key, offer->to);

    matchup_tell(petition, &from);
    matchup_tell(petition, &to);
}

/* --- Challenging --- */

static bool is_same(const struct matchup_terms *a, const struct matchup_terms *b)
{
    return strcmp(a->game, b->game) == 0 && strcmp(a->clock, b->clock) == 0 &&
           strcmp(a->role, b->role) == 0 && a->rated == b->rated &&
           a->is_private == b->is_private;
}

static bool may_ask(struct people *people, const struct petition *petition, const char *to)
{
    struct hash other = account_guest(petition->key, to);
    char own[GUEST_SIZE], theirs[GUEST_SIZE];

    opening_hex(petition->guest.byte, own);
    opening_hex(other.byte, theirs);
    return !matchup_is_blocked(people, own, theirs);
}

static struct ledger_name declined_key(const char *by, const char *whom)
{
    return ledger_key("declined/%s/%s", by, whom);
}

static void note_declined(struct people *people, const struct offer *offer)
{
    uint64_t until = people->now + DECLINED_MS;
    struct json_out out = {0};

    json_object(&out, NULL);
    expiry_end(&out, until);
    expiry_put(people, declined_key(offer->to, offer->from).key, until, &out);
}

static bool was_declined(struct people *people, const struct offer *offer)
{
    struct json kept =
        ledger_json(ledger_get(people->ledger, declined_key(offer->to, offer->from).key));
    uint64_t until = 0;

    (void)json_read_number(json_member(kept, "until"), &until);
    return until > people->now;
}

/* How many challenges of these are open, of those FROM an account or to one; the one between
 * the two of NEW, if there is one, is left out and goes into BEFORE. */
static size_t count(struct people *people, const char *account, bool from,
                    const struct offer *new, struct offer *before)
{
    struct ledger_entry entry[FROM_MAX + TO_MAX];
    size_t n = list(people, account, entry), found = 0;
    struct offer offer;

    for (size_t i = 0; i < n; i++) {
        if (!find(people, entry[i].key, &offer) ||
            strcmp(from ? offer.from : offer.to, account) != 0)
            continue;
        if (strcmp(offer.from, new->from) == 0 && strcmp(offer.to, new->to) == 0)
            *before = offer;
        else
            found++;
    }
    return found;
}

/* Writes OFFER down instead of one that was there before; false after a refusal. */
static bool place(struct people *people, struct petition *petition, struct offer *offer)
{
    struct offer before = {0};

    sweep(people, offer->from);
    sweep(people, offer->to);
    if (count(people, offer->from, true, offer, &before) >= FROM_MAX ||
        count(people, offer->to, false, offer, &before) >= TO_MAX) {
        request_refuse(&petition->r, &request_no.challenges, NULL);
        return false;
    }
    if (before.id[0] && is_same(&before.terms, &offer->terms))
        return true;
    if (before.id[0])
        drop(people, &before);
    id_draw(people->lottery, offer->id);
    offer->until =
        people->now + (strchr(offer->terms.clock, '+') ? (uint64_t)LIVE_MS : (uint64_t)LONG_MS);
    keep(people, offer);
    tell_both(petition, offer);
    return true;
}

/* Whom and what; false after a refusal. */
static bool read_offer(struct people *people, struct petition *petition, struct offer *offer)
{
    char to[PERSON_NAME_SIZE];
    struct matchup_terms *terms = &offer->terms;
    bool is_public;
    struct person person;
    const struct form_field field[] = {
        {"to", FORM_TEXT, to, sizeof to, false},
        {"game", FORM_TEXT, terms->game, sizeof terms->game, false},
        {"clock", FORM_TEXT, terms->clock, sizeof terms->clock, true},
        {"role", FORM_TEXT, terms->role, sizeof terms->role, true},
        {"rated", FORM_BOOL, &terms->rated, sizeof terms->rated, true},
        {"public", FORM_BOOL, &is_public, sizeof is_public, true},
    };

    if (!petition_is_signed(petition) ||
        !form_read(&petition->r, field, sizeof field / sizeof field[0]) ||
        !matchup_check(petition, terms))
        return false;
    terms->is_private = !is_public;
    memcpy(offer->from, petition->person.id, ID_SIZE);
    if (!(id_is_shaped(to, strlen(to)) && account_find(people, to, &person)) &&
        !account_named(people, to, &person))
        request_refuse(&petition->r, &request_no.no_person, NULL);
    else if (strcmp(person.id, offer->from) == 0)
        request_refuse(&petition->r, &request_no.oneself, NULL);
    else if (!may_ask(people, petition, person.id))
        request_refuse(&petition->r, &request_no.not_wanted, NULL);
    memcpy(offer->to, person.id, ID_SIZE);
    if (petition->r.status == 0 && was_declined(people, offer))
        request_refuse(&petition->r, &request_no.declined, NULL);
    return petition->r.status == 0;
}

void answer_offer(struct people *people, struct petition *petition)
{
    struct offer offer = {0};

    if (read_offer(people, petition, &offer) &&
        (!offer.terms.rated || aborts_allow(people, petition)) &&
        place(people, petition, &offer))
        answer(people, petition);
}

void answer_offers(struct people *people, struct petition *petition)
{
    if (petition_is_signed(petition))
        answer(people, petition);
}

/* --- Answering a challenge --- */

static struct matchup_side side_of(const struct petition *petition, const struct offer *offer,
                                   const char *account)
{
    struct hash guest = account_guest(petition->key, account);
    struct matchup_side side;

    opening_hex(guest.byte, side.guest);
    memcpy(side.id, account, ID_SIZE);
    (void)snprintf(side.ticket, sizeof side.ticket, "%s", offer->id);
    return side;
}

/* Whether the challenger is Jack: as they wish, or by lot. */
static bool is_jack(struct people *people, const struct offer *offer)
{
    unsigned char lot;

    lottery_draw(people->lottery, &lot, 1);
    return strcmp(offer->terms.role, "jack") == 0 ||
           (strcmp(offer->terms.role, "any") == 0 && lot % 2 == 0);
}

static void begin(struct people *people, struct petition *petition, const struct offer *offer)
{
    struct matchup_side from = side_of(petition, offer, offer->from);
    struct matchup_side to = side_of(petition, offer, offer->to);
    bool jack = is_jack(people, offer);

    matchup_begin(people, petition, &offer->terms, jack ? &from : &to, jack ? &to : &from);
    drop(people, offer); /* both are told of the game when it is there */
}

/* Whether the asker has met somebody by the challenge that the path names. */
static bool has_met(struct people *people, const struct petition *petition)
{
    char own[GUEST_SIZE], game[ID_SIZE];

    opening_hex(petition->guest.byte, own);
    return matchup_find(people, own, petition->r.id, game) != MET_NOBODY;
}

void answer_offer_accept(struct people *people, struct petition *petition)
{
    struct offer offer;

    if (!petition_is_signed(petition) || !form_read(&petition->r, NULL, 0))
        return;
    if (!has_met(people, petition)) {
        if (!find(people, petition->r.id, &offer) || !is_open(people, &offer) ||
            strcmp(offer.to, petition->person.id) != 0 ||
            !may_ask(people, petition, offer.from)) {
            request_refuse(&petition->r, &request_no.no_challenge, NULL);
            return;
        }
        if (offer.terms.rated && !aborts_allow(people, petition))
            return;
        begin(people, petition, &offer);
    }
    answer(people, petition);
}

/* Declined, or withdrawn; one that is not there is as good as that. */
void answer_offer_end(struct people *people, struct petition *petition)
{
    const char *id = petition->person.id;
    struct offer offer;

    if (!petition_is_signed(petition) || !form_read(&petition->r, NULL, 0))
        return;
    if (find(people, petition->r.id, &offer) &&
        (strcmp(offer.from, id) == 0 || strcmp(offer.to, id) == 0)) {
        if (strcmp(offer.to, id) == 0 && is_open(people, &offer))
            note_declined(people, &offer);
        drop(people, &offer);
        tell_both(petition, &offer);
    }
    answer(people, petition);
}
