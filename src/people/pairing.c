/* Quick pairing: who wants to play waits with a wish, wish/GUEST, until somebody fits.
 *
 * Whoever waits says so again every few seconds, with the same ticket; a wish that nobody has
 * renewed is gone. Every request has all that wait looked at. paired/GUEST tells whose ticket
 * has led to which game: so an answer that is lost does no harm. */
#include "commission.h"
#include "commitment.h"
#include "form.h"
#include "pool.h"
#include "standing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WISHES_MAX = 2000,
    RENEW_MS = 20000, /* within which a wish has to be renewed */
    LATELY_MAX = 3,   /* by which being Jack more often counts */
    GUEST_SIZE = COMMITMENT_SIZE,
    TICKET_SIZE = 33,
};

struct wish {
    char guest[GUEST_SIZE];
    char id[ID_SIZE];         /* of the account, or empty */
    char ticket[TICKET_SIZE]; /* that the asker has drawn */
    char game[PLAYER_SIZE], clock[CLOCK_TEXT_SIZE], role[16];
    bool rated;
    double rating[2];
    int64_t lately;
    uint64_t since, seen;
};

/* --- The ledger --- */

static void write_wish(struct people *people, const struct wish *wish)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    json_text(&out, "id", wish->id);
    json_text(&out, "ticket", wish->ticket);
    json_text(&out, "game", wish->game);
    json_text(&out, "clock", wish->clock);
    json_text(&out, "role", wish->role);
    json_bool(&out, "rated", wish->rated);
    json_number(&out, "jack", (int64_t)wish->rating[0]);
    json_number(&out, "detective", (int64_t)wish->rating[1]);
    json_number(&out, "lately", wish->lately + LATELY_MAX);
    json_number(&out, "since", (int64_t)wish->since);
    json_number(&out, "seen", (int64_t)wish->seen);
    json_end(&out);
    ledger_put(people->ledger, ledger_key("wish/%s", wish->guest).key, &out);
}

static bool read_wish(struct wish *out, const char *guest, const char *value)
{
    struct json kept = ledger_json(value);
    uint64_t jack = 0, detective = 0, lately = LATELY_MAX;

    *out = (struct wish){0};
    (void)snprintf(out->guest, sizeof out->guest, "%s", guest);
    (void)json_read_text(json_member(kept, "id"), out->id, sizeof out->id);
    out->rated = json_kind(json_member(kept, "rated")) == JSON_TRUE;
    (void)json_read_number(json_member(kept, "jack"), &jack);
    (void)json_read_number(json_member(kept, "detective"), &detective);
    (void)json_read_number(json_member(kept, "lately"), &lately);
    out->rating[0] = (double)jack;
    out->rating[1] = (double)detective;
    out->lately = (int64_t)lately - LATELY_MAX;
    return json_read_text(json_member(kept, "ticket"), out->ticket, TICKET_SIZE) > 0 &&
           json_read_text(json_member(kept, "game"), out->game, sizeof out->game) > 0 &&
           json_read_text(json_member(kept, "clock"), out->clock, sizeof out->clock) >= 0 &&
           json_read_text(json_member(kept, "role"), out->role, sizeof out->role) > 0 &&
           json_read_number(json_member(kept, "since"), &out->since) &&
           json_read_number(json_member(kept, "seen"), &out->seen);
}

/* All that wait; those that were not renewed are dropped. */
static size_t list_wishes(struct people *people, struct wish *out)
{
    struct ledger_entry *entry = calloc(WISHES_MAX, sizeof *entry);
    const struct ledger_range range = {.prefix = "wish/", .most = WISHES_MAX};
    size_t n = entry ? ledger_list(people->ledger, &range, entry) : 0, found = 0;

    for (size_t i = 0; i < n; i++)
        if (read_wish(&out[found], entry[i].key + strlen("wish/"), entry[i].value) &&
            out[found].seen + RENEW_MS >= people->now)
            found++;
        else
            ledger_drop(people->ledger, entry[i].key);
    free(entry);
    return found;
}

/* --- Pairing --- */

/* Numbers for words: those that are equal get the same. */
static int number_of(const struct wish *wish, size_t i, size_t offset)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp((const char *)&wish[k] + offset, (const char *)&wish[i] + offset) == 0)
            return (int)k;
    return (int)i;
}

static struct pool_wish to_pool(const struct wish *wish, size_t i)
{
    const struct wish *w = &wish[i];

    return (struct pool_wish){
        .person = i + 1,
        .game = number_of(wish, i, offsetof(struct wish, game)),
        .clock = number_of(wish, i, offsetof(struct wish, clock)),
        .rated = w->rated,
        .accepts = {strcmp(w->role, "detective") != 0, strcmp(w->role, "jack") != 0},
        .rating = {w->rating[0], w->rating[1]},
        .jack_lately = (int)w->lately,
        .since = (int64_t)w->since};
}

struct crowd {
    struct people *people;
    const struct wish *wish;
};

/* Nobody is paired with whom he has blocked, nor with who has blocked him. */
static bool may_meet(const void *context, const struct pool_wish *a, const struct pool_wish *b)
{
    const struct crowd *crowd = context;
    const char *one = crowd->wish[a->person - 1].guest, *two = crowd->wish[b->person - 1].guest;
    struct ledger *ledger = crowd->people->ledger;

    return !ledger_get(ledger, ledger_key("block/%s/%s", one, two).key) &&
           !ledger_get(ledger, ledger_key("block/%s/%s", two, one).key);
}

static void tell(struct people *people, const struct wish *wish, const char *game)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    json_text(&out, "ticket", wish->ticket);
    json_text(&out, "game", game);
    json_number(&out, "at", (int64_t)people->now);
    json_end(&out);
    ledger_put(people->ledger, ledger_key("paired/%s", wish->guest).key, &out);
    ledger_drop(people->ledger, ledger_key("wish/%s", wish->guest).key);
}

static void seat(struct commission_player *player, const struct wish *wish)
{
    (void)opening_unhex(player->guest.byte, wish->guest);
    memcpy(player->id, wish->id, sizeof player->id);
}

/* Those two play. */
static void marry(struct people *people, struct petition *petition, const struct wish *jack,
                  const struct wish *detective)
{
    struct commission commission = {0};

    (void)snprintf(commission.game, sizeof commission.game, "%s", jack->game);
    if (jack->clock[0])
        terms_add(commission.terms, "clock", jack->clock);
    if (jack->rated)
        terms_add(commission.terms, "rated", NULL);
    seat(&commission.player[0], jack);
    seat(&commission.player[1], detective);
    commission_order(people, petition, &commission);
    tell(people, jack, commission.id);
    tell(people, detective, commission.id);
}

static void pair_all(struct people *people, struct petition *petition, const struct wish *wish,
                     size_t n)
{
    struct pool_wish *pool = calloc(n + 1, sizeof *pool);
    struct pool_pair *pair = calloc(n / 2 + 1, sizeof *pair);
    struct crowd crowd = {people, wish};
    size_t count = 0;

    for (size_t i = 0; i < n && pool; i++)
        pool[i] = to_pool(wish, i);
    if (pool && pair &&
        pool_pair(pool, n, (int64_t)people->now, may_meet, &crowd, pair, &count))
        for (size_t i = 0; i < count; i++)
            marry(people, petition, &wish[pair[i].jack], &wish[pair[i].detective]);
    free(pool);
    free(pair);
}

/* --- Requests --- */

/* The wish of a request; false after a refusal. */
static bool read_form(struct petition *petition, struct wish *wish)
{
    struct request *r = &petition->r;
    struct clock_terms clock;
    const struct form_field field[] = {
        {"ticket", FORM_TEXT, wish->ticket, sizeof wish->ticket, false},
        {"game", FORM_TEXT, wish->game, sizeof wish->game, false},
        {"clock", FORM_TEXT, wish->clock, sizeof wish->clock, true},
        {"role", FORM_TEXT, wish->role, sizeof wish->role, true},
        {"rated", FORM_BOOL, &wish->rated, sizeof wish->rated, true},
    };

    if (!form_read(r, field, sizeof field / sizeof field[0]))
        return false;
    if (!wish->role[0])
        (void)snprintf(wish->role, sizeof wish->role, "any");
    if (!alibi_game_find(wish->game))
        request_refuse(r, &request_no.game, ALIBI_WITH(wish->game));
    else if (wish->clock[0] && !clock_terms_parse(&clock, wish->clock, strlen(wish->clock)))
        request_refuse(r, &request_no.clock, NULL);
    else if (strcmp(wish->role, "any") != 0 && strcmp(wish->role, "jack") != 0 &&
             strcmp(wish->role, "detective") != 0)
        request_refuse(r, &request_no.role, NULL);
    else if (wish->rated && (!petition->has_person || !wish->clock[0]))
        request_refuse(r, &request_no.rated, NULL);
    return r->status == 0;
}

/* Ratings, and who was Jack more often. */
static void fill_person(struct people *people, const struct petition *petition,
                        struct wish *wish)
{
    struct standing standing[2];

    for (int i = 0; i < 2; i++) {
        wish->rating[i] = glicko_start().rating;
        if (!petition->has_person)
            continue;
        standing_read(people, petition->person.id, wish->game,
                      alibi_seat_name((enum alibi_seat)i), &standing[i]);
        wish->rating[i] = standing[i].glicko.rating;
    }
    if (!petition->has_person)
        return;
    memcpy(wish->id, petition->person.id, sizeof wish->id);
    wish->lately = (int64_t)standing[0].played - (int64_t)standing[1].played;
    if (wish->lately > LATELY_MAX || wish->lately < -LATELY_MAX)
        wish->lately = wish->lately > 0 ? LATELY_MAX : -LATELY_MAX;
}

/* Since when this wish has been waiting: one that is renewed keeps its place. */
static uint64_t waits_since(struct people *people, const struct wish *wish)
{
    const char *kept = ledger_get(people->ledger, ledger_key("wish/%s", wish->guest).key);
    struct wish before;

    return kept && read_wish(&before, wish->guest, kept) &&
                   strcmp(before.ticket, wish->ticket) == 0 &&
                   before.seen + RENEW_MS >= people->now
               ? before.since
               : people->now;
}

/* The game that WISH has led to; false if it has not yet. */
static bool is_paired(struct people *people, const struct wish *wish, char game[ID_SIZE])
{
    struct json kept =
        ledger_json(ledger_get(people->ledger, ledger_key("paired/%s", wish->guest).key));
    char ticket[TICKET_SIZE];

    return json_read_text(json_member(kept, "ticket"), ticket, sizeof ticket) > 0 &&
           strcmp(ticket, wish->ticket) == 0 &&
           json_read_text(json_member(kept, "game"), game, ID_SIZE) > 0;
}

/* WISH waits; whoever fits is paired. */
static void wait(struct people *people, struct petition *petition, struct wish *wish)
{
    struct wish *all = calloc(WISHES_MAX, sizeof *all);
    size_t n;

    wish->since = waits_since(people, wish);
    wish->seen = people->now;
    fill_person(people, petition, wish);
    write_wish(people, wish);
    n = all ? list_wishes(people, all) : 0;
    pair_all(people, petition, all, n);
    free(all);
}

/* Who is asking; false after a refusal. */
static bool read_guest(struct petition *petition, struct wish *wish)
{
    if (!petition->has_guest)
        request_refuse(&petition->r, &request_no.no_guest, NULL);
    opening_hex(petition->guest.byte, wish->guest);
    return petition->has_guest;
}

void answer_pairing(struct people *people, struct petition *petition)
{
    char game[ID_SIZE] = "";
    struct json_out out = {0};
    struct wish own = {0};

    if (!read_guest(petition, &own) || !read_form(petition, &own))
        return;
    if (!is_paired(people, &own, game)) {
        wait(people, petition, &own);
        (void)is_paired(people, &own, game); /* the answer waits until the game is there */
    } else if (commission_waits(people, game)) {
        game[0] = '\0';
    }
    json_object(&out, NULL);
    json_text(&out, "game", game[0] ? game : NULL);
    json_end(&out);
    request_answer(&petition->r, 200, &out);
}

void answer_pairing_leave(struct people *people, struct petition *petition)
{
    struct json_out out = {0};
    struct wish own = {0};

    if (!read_guest(petition, &own) || !form_read(&petition->r, NULL, 0))
        return;
    ledger_drop(people->ledger, ledger_key("wish/%s", own.guest).key);
    json_object(&out, NULL);
    json_end(&out);
    request_answer(&petition->r, 200, &out);
}
