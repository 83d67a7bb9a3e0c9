/* Requests about tournaments: making one, entering and leaving it, being here, calling it off.
 * All of them may be sent again. */
#include "tournament.h"
#include "digits.h"
#include "form.h"
#include "moderation.h"
#include "standing.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    MAKER_MOST = 3, /* of one account's, and of all, that are not over */
    MOST = 100,
    PATIENCE = 120, /* seconds, if nobody says anything else */
    CLOCK_MOST_MS = 3600 * 1000,
    MINUTES_MOST = 360,
    AT_ONCE = 50,
};
#define AHEAD_MS (UINT64_C(60) * 24 * 3600 * 1000)

/* Everybody reads them in their own language, and nobody has to read what somebody has made up.
 */
static const char *const title[] = {"gaslight", "fog",     "lantern", "midnight",
                                    "bridge",   "harbour", "rooftop", "clocktower"};

/* --- Making one --- */

struct plan {
    struct tournament t;
    char ticket[KEY_SIZE], kind[8];
};

static bool is_title(const char *word)
{
    for (size_t i = 0; i < sizeof title / sizeof title[0]; i++)
        if (strcmp(word, title[i]) == 0)
            return true;
    return false;
}

/* Whether a number of the plan is in its range; false after a refusal. */
static bool check_range(struct request *r, const char *name, uint64_t n, uint64_t least,
                        uint64_t most)
{
    if (n >= least && n <= most)
        return true;
    request_refuse(r, &request_no.between,
                   ALIBI_WITH(name, alibi_number(least).text, alibi_number(most).text));
    return false;
}

static bool check_words(struct request *r, struct plan *plan)
{
    struct clock_terms clock;

    plan->t.arena = strcmp(plan->kind, "arena") == 0;
    if (!alibi_game_find(plan->t.game))
        request_refuse(r, &request_no.game, ALIBI_WITH(plan->t.game));
    else if (!is_title(plan->t.title))
        request_refuse(r, &request_no.title, NULL);
    else if (!plan->t.arena && strcmp(plan->kind, "swiss") != 0)
        request_refuse(r, &request_no.kind, NULL);
    else if (!clock_terms_parse(&clock, plan->t.clock, strlen(plan->t.clock)) ||
             clock.kind != CLOCK_LIVE || clock.base > CLOCK_MOST_MS)
        request_refuse(r, &request_no.tournament_clock, NULL);
    else if (!key_is_shaped(plan->ticket, strlen(plan->ticket)))
        request_refuse(r, &request_no.key_length, NULL);
    return r->status == 0;
}

static bool check_numbers(const struct people *people, struct request *r, struct plan *plan)
{
    struct tournament *t = &plan->t;

    if (!t->patience)
        t->patience = PATIENCE;
    if (t->arena ? t->rounds : t->minutes) {
        request_refuse(r, &request_no.member, ALIBI_WITH(t->arena ? "rounds" : "minutes"));
        return false;
    }
    return check_range(r, "rounds", t->rounds, 0, TOURNAMENT_ROUNDS) &&
           check_range(r, "minutes", t->minutes, t->arena, MINUTES_MOST) &&
           check_range(r, "patience", t->patience, 5, 600) &&
           check_range(r, "starts", t->starts, people->now, people->now + AHEAD_MS);
}

/* What was asked, so that a repeated request can be told from another one of the same name. */
static void print_asked(const struct plan *plan, char out[DIGITS_SIZE])
{
    const struct tournament *t = &plan->t;
    char text[256];
    struct hash hash;

    (void)snprintf(text, sizeof text,
                   "%s %s %s %s %d %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64, t->title,
                   t->game, plan->kind, t->clock, t->rated, t->rounds, t->minutes, t->patience,
                   t->starts);
    hash = hash_of(text, strlen(text));
    digits_print(&hash, out);
}

static bool read_plan(struct request *r, struct plan *plan)
{
    struct tournament *t = &plan->t;
    const struct form_field field[] = {
        {"request", FORM_TEXT, plan->ticket, sizeof plan->ticket, false},
        {"title", FORM_TEXT, t->title, sizeof t->title, false},
        {"game", FORM_TEXT, t->game, sizeof t->game, false},
        {"kind", FORM_TEXT, plan->kind, sizeof plan->kind, false},
        {"clock", FORM_TEXT, t->clock, sizeof t->clock, false},
        {"rounds", FORM_NUMBER, &t->rounds, sizeof t->rounds, true},
        {"minutes", FORM_NUMBER, &t->minutes, sizeof t->minutes, true},
        {"patience", FORM_NUMBER, &t->patience, sizeof t->patience, true},
        {"starts", FORM_NUMBER, &t->starts, sizeof t->starts, false},
        {"rated", FORM_BOOL, &t->rated, sizeof t->rated, true},
    };

    return form_read(r, field, sizeof field / sizeof field[0]) && check_words(r, plan);
}

/* Those that are not over. */
static size_t list_agenda(struct people *people, struct ledger_entry entry[MOST])
{
    return ledger_list(people->ledger,
                       &(struct ledger_range){.prefix = "agenda/", .most = MOST}, entry);
}

static const char *id_of(const struct ledger_entry *entry)
{
    return entry->key + strlen(entry->key) - (ID_SIZE - 1);
}

/* Whether there is room for one more, of this maker's and at all; false after a refusal. */
static bool is_room(struct people *people, struct petition *petition)
{
    struct ledger_entry entry[MOST];
    size_t n = list_agenda(people, entry), mine = 0;
    struct tournament t;

    for (size_t i = 0; i < n; i++)
        if (tournament_read(people, id_of(&entry[i]), &t))
            mine += strcmp(t.maker, petition->person.id) == 0;
    if (n < MOST && mine < MAKER_MOST)
        return true;
    request_refuse(&petition->r, &request_no.tournaments,
                   ALIBI_WITH(alibi_number(MAKER_MOST).text));
    return false;
}

static void answer_id(struct petition *petition, const char *id)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    json_text(&out, "id", id);
    json_end(&out);
    request_answer(&petition->r, 201, &out);
}

static void make(struct people *people, struct petition *petition, struct plan *plan,
                 const char *made, const char *asked)
{
    struct tournament *t = &plan->t;
    struct json_out out = {0};

    id_draw(people->lottery, t->id);
    memcpy(t->maker, petition->person.id, sizeof t->maker);
    memcpy(t->request, plan->ticket, sizeof t->request);
    t->made = people->now;
    t->due = t->starts;
    tournament_write(people, t, NULL);
    json_object(&out, NULL);
    json_text(&out, "tournament", t->id);
    json_text(&out, "asked", asked);
    json_end(&out);
    ledger_put(people->ledger, made, &out);
}

/* Whether the request MADE was answered before: then it is again, if it is still the same. */
static bool answer_again(struct people *people, struct petition *petition, const char *made,
                         const char *asked)
{
    struct json kept = ledger_json(ledger_get(people->ledger, made));
    char id[ID_SIZE], before[DIGITS_SIZE];

    if (json_read_text(json_member(kept, "tournament"), id, sizeof id) <= 0)
        return false;
    if (json_read_text(json_member(kept, "asked"), before, sizeof before) > 0 &&
        strcmp(before, asked) != 0)
        request_refuse(&petition->r, &request_no.key_reused, NULL);
    else
        answer_id(petition, id);
    return true;
}

void answer_tournament_new(struct people *people, struct petition *petition)
{
    struct plan plan = {.kind = ""};
    struct ledger_name key;
    char asked[DIGITS_SIZE];

    if (!petition_is_signed(petition) || !read_plan(&petition->r, &plan))
        return;
    key = ledger_key("organised/%s/%s", petition->person.id, plan.ticket);
    print_asked(&plan, asked);
    if (answer_again(people, petition, key.key, asked) ||
        !check_numbers(people, &petition->r, &plan) || !is_room(people, petition))
        return;
    make(people, petition, &plan, key.key, asked);
    answer_id(petition, plan.t.id);
}

/* --- Players --- */

/* The tournament that is asked for, by somebody who is signed in and says nothing else, and
 * their entry in it, or TOURNAMENT_NOBODY; false after a refusal. */
static bool read_asked(struct people *people, struct petition *petition, struct tournament *t,
                       int *number, struct entry *entry)
{
    struct request *r = &petition->r;

    if (!petition_is_signed(petition) || !form_read(r, NULL, 0))
        return false;
    if (!tournament_read(people, r->id, t))
        request_refuse(r, &request_no.no_tournament, NULL);
    else if (t->state == TOURNAMENT_OVER || t->state == TOURNAMENT_CANCELLED)
        request_refuse(r, &request_no.tournament_over, NULL);
    if (r->status)
        return false;
    *number = entry_find(people, t->id, petition->person.id);
    if (*number != TOURNAMENT_NOBODY && !entry_read(people, t->id, *number, entry))
        *number = TOURNAMENT_NOBODY;
    return true;
}

static void answer_done(struct petition *petition)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    json_end(&out);
    request_answer(&petition->r, 200, &out);
}

/* The mean of both roles: everybody plays both. */
static uint64_t rating_of(struct people *people, const char *id, const char *game)
{
    struct standing standing;
    double sum = 0;

    for (int seat = 0; seat < 2; seat++) {
        standing_read(people, id, game, alibi_seat_name((enum alibi_seat)seat), &standing);
        sum += standing.glicko.rating;
    }
    return sum > 0 ? (uint64_t)(sum / 2 + 0.5) : 0;
}

static void add_entry(struct people *people, struct petition *petition, struct tournament *t)
{
    const struct person *person = &petition->person;
    struct entry entry = {.is_bot = person->is_bot,
                          .rating = rating_of(people, person->id, t->game)};
    struct json_out out = {0};
    int number = (int)t->entries;

    memcpy(entry.id, person->id, sizeof entry.id);
    memcpy(entry.name, person->name, sizeof entry.name);
    entry_write(people, t->id, number, &entry);
    json_object(&out, NULL);
    json_text(&out, "tournament", t->id);
    json_number(&out, "entry", number);
    json_end(&out);
    ledger_put(people->ledger, ledger_key("entered/%s/%s", person->id, t->id).key, &out);
    t->entries++;
}

void answer_tournament_join(struct people *people, struct petition *petition)
{
    struct tournament t;
    struct entry entry;
    int number;

    if (!read_asked(people, petition, &t, &number, &entry))
        return;
    if (number != TOURNAMENT_NOBODY && entry.withdrawn) {
        entry.withdrawn = false;
        entry.ready = entry.since = 0;
        entry_write(people, t.id, number, &entry);
    } else if (number == TOURNAMENT_NOBODY) {
        if (!t.arena && t.state == TOURNAMENT_RUNNING)
            request_refuse(&petition->r, &request_no.tournament_begun, NULL);
        else if (t.entries >= TOURNAMENT_PLAYERS)
            request_refuse(&petition->r, &request_no.tournament_full, NULL);
        if (petition->r.status)
            return;
        add_entry(people, petition, &t);
    }
    tournament_stir(people, &t);
    tournament_tell(petition, t.id);
    answer_done(petition);
}

void answer_tournament_withdraw(struct people *people, struct petition *petition)
{
    struct tournament t;
    struct entry entry;
    int number;

    if (!read_asked(people, petition, &t, &number, &entry))
        return;
    if (number != TOURNAMENT_NOBODY && !entry.withdrawn) {
        entry.withdrawn = true;
        entry_write(people, t.id, number, &entry);
        tournament_stir(people, &t);
        tournament_tell(petition, t.id);
    }
    answer_done(petition);
}

/* Somebody is here and wants to play; they say so again while they wait. */
void answer_tournament_ready(struct people *people, struct petition *petition)
{
    struct tournament t;
    struct entry entry;
    int number;

    if (!read_asked(people, petition, &t, &number, &entry))
        return;
    if (number == TOURNAMENT_NOBODY || entry.withdrawn) {
        request_refuse(&petition->r, &request_no.not_entered, NULL);
        return;
    }
    if (!entry.since || entry.ready + READY_MS < people->now)
        entry.since = people->now;
    entry.ready = people->now;
    entry_write(people, t.id, number, &entry);
    tournament_stir(people, &t);
    answer_done(petition);
}

/* --- Calling it off --- */

bool tournament_cancel(struct people *people, struct petition *petition, const char *id,
                       char maker[ID_SIZE])
{
    struct tournament t, before;

    if (!id_is_shaped(id, strlen(id)) || !tournament_read(people, id, &t) ||
        t.state != TOURNAMENT_PLANNED)
        return false;
    memcpy(maker, t.maker, ID_SIZE);
    before = t;
    t.state = TOURNAMENT_CANCELLED;
    t.ended = people->now;
    tournament_write(people, &t, &before);
    tournament_tidy(people, &t);
    tournament_tell(petition, id);
    return true;
}

void tournaments_cancel(struct people *people, struct petition *petition, const char *account)
{
    struct ledger_entry entry[MOST];
    size_t n = list_agenda(people, entry);
    struct tournament t;
    char maker[ID_SIZE];

    for (size_t i = 0; i < n; i++)
        if (tournament_read(people, id_of(&entry[i]), &t) && strcmp(t.maker, account) == 0)
            (void)tournament_cancel(people, petition, t.id, maker);
}

/* Its maker does, or a moderator, which is noted. */
void answer_tournament_cancel(struct people *people, struct petition *petition)
{
    const char *id = petition->person.id;
    struct tournament t;
    struct entry entry;
    char maker[ID_SIZE];
    int number;

    if (!read_asked(people, petition, &t, &number, &entry))
        return;
    if (strcmp(t.maker, id) != 0 && !moderator_is(people, id))
        request_refuse(&petition->r, &request_no.not_maker, NULL);
    else if (!tournament_cancel(people, petition, t.id, maker))
        request_refuse(&petition->r, &request_no.tournament_begun, NULL);
    if (petition->r.status)
        return;
    if (strcmp(maker, id) != 0)
        deed_note(people, &(struct deed){.by = id,
                                         .action = "cancel",
                                         .who = maker,
                                         .report = "",
                                         .tournament = t.id,
                                         .why = ""});
    answer_done(petition);
}

/* --- Leaving for ever --- */

static void forget_in(struct people *people, struct petition *petition, const char *account,
                      const char *id)
{
    int number = entry_find(people, id, account);
    const struct entry nobody = {.withdrawn = true};
    struct entry entry;
    struct tournament t;

    if (number == TOURNAMENT_NOBODY || !tournament_read(people, id, &t) ||
        !entry_read(people, id, number, &entry))
        return;
    entry_write(people, id, number, &nobody);
    if (t.state == TOURNAMENT_RUNNING)
        tournament_stir(people, &t);
    tournament_tell(petition, id);
}

void tournament_forget(struct people *people, struct petition *petition, const char *account)
{
    struct ledger_name prefix = ledger_key("entered/%s/", account), after = {""};
    size_t n = AT_ONCE;

    while (n == AT_ONCE) {
        struct ledger_entry entry[AT_ONCE];
        const struct ledger_range range = {
            .prefix = prefix.key, .after = after.key[0] ? after.key : NULL, .most = AT_ONCE};

        n = ledger_list(people->ledger, &range, entry);
        for (size_t i = 0; i < n; i++)
            forget_in(people, petition, account, id_of(&entry[i]));
        if (n)
            after = ledger_key("%s", entry[n - 1].key);
    }
}
