/* Petitions on their way to the people service and back. */
#include "gather.h"
#include "pending_games.h"
#include "stream.h"
#include "tournament_followers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS_TICKS = 40 }; /* for which wishes are looked at after the last request */

/* The query's texts are the wire's, and may go at any time; one that is cut off is refused as
 * the whole would be. */
static const char *copy(char out[PETITION_QUERY_SIZE], const char *text)
{
    if (!text)
        return NULL;
    (void)snprintf(out, PETITION_QUERY_SIZE, "%s", text);
    return out;
}

/* The request goes with the petition, the answer of which comes back. */
static void hand_over(struct petition *petition, struct request *r)
{
    petition->r = *r;
    petition->r.as = copy(petition->query[0], r->as);
    petition->r.at = copy(petition->query[1], r->at);
    petition->r.since = copy(petition->query[2], r->since);
    petition->r.words = copy(petition->query[3], r->words);
    for (int i = 0; i < QUERIES; i++)
        petition->r.query[i] = copy(petition->query[4 + i], r->query[i]);
    r->body = NULL;
    r->len = r->cap = 0;
}

/* Has a petition of V's answered, for which it waits. Takes SEATING, which may be NULL. */
static void ask(struct app *app, struct visit *v, enum petition_kind kind,
                struct seating *seating)
{
    struct petition *petition = calloc(1, sizeof *petition);

    if (!petition) {
        free(seating);
        request_refuse(&v->r, &request_no.memory, NULL);
        return;
    }
    petition->kind = kind;
    petition->key = &app->options.key;
    petition->visit = v;
    petition->seating = seating;
    petition->credential = v->credential;
    petition->has_person = v->has_person;
    petition->person = v->person;
    petition->has_guest = v->has_guest;
    petition->guest = v->guest;
    petition->has_network = v->has_network;
    petition->network = v->network;
    petition->has_browser = v->has_browser;
    petition->browser = v->browser;
    (void)snprintf(petition->origin, sizeof petition->origin, "%s", v->origin ? v->origin : "");
    if (kind == PETITION_REQUEST)
        hand_over(petition, &v->r);
    v->progress = VISIT_WAITING;
    if (people_service_ask(app->part.people_service, petition))
        return;
    v->progress = VISIT_FRESH;
    petition_free(petition);
    request_refuse(&v->r, &request_no.too_many, NULL);
}

void petition_free(struct petition *petition)
{
    request_clear(&petition->r);
    for (int i = 0; i < TALK_VIEWS; i++)
        free(petition->talk[i]);
    free(petition->seating);
    free(petition->pending);
    free(petition->seated);
    free(petition->told);
    free(petition->text);
    free(petition);
}

bool person_known(struct app *app, struct visit *v)
{
    const struct credential_entry *entry;

    if (!v->credential.is_shown || v->identified)
        return true;
    entry = credential_cache_find(&app->credentials, &v->credential.hash, app->tick);
    if (entry || !app->part.people_service)
        guest_is(app, v, entry && entry->is_somebody ? &entry->person : NULL);
    else
        ask(app, v, PETITION_WHO, NULL);
    return v->identified;
}

/* What a token may do: look, play, or neither; never change the account. */
bool person_may(struct visit *v)
{
    const char *path = route_name(v->r.route);
    unsigned needed = strncmp(path, "/api/account/", 13) == 0 ? SCOPE_ALL
                      : strcmp(path, "/api/moderation") == 0  ? SCOPE_ALL
                      : route_is_post(v->r.route)             ? SCOPE_PLAY
                                                              : SCOPE_READ;

    if (!v->has_token)
        return true;
    if (!v->has_person)
        request_refuse(&v->r, &request_no.token, NULL);
    else if (!(v->person.scopes & needed))
        request_refuse(&v->r, &request_no.scope, NULL);
    return v->has_person && (v->person.scopes & needed);
}

void handle_people(struct app *app, struct visit *v)
{
    if (!app->part.people_service)
        request_refuse(&v->r, &request_no.no_page, NULL);
    else if (!route_is_post(v->r.route) || !app->options.now || app_knows_time(app, v))
        ask(app, v, PETITION_REQUEST, NULL); /* what it orders may have clocks */
}

void people_ask(struct app *app, struct visit *v, enum petition_kind kind,
                struct seating *seating)
{
    if (!app->part.people_service)
        request_refuse(&v->r, &request_no.no_page, NULL);
    else if (!seating)
        request_refuse(&v->r, &request_no.memory, NULL);
    else {
        ask(app, v, kind, seating);
        return;
    }
    free(seating);
}

bool person_may_meet(struct visit *v)
{
    bool banned = v->has_person && v->person.banned[0];

    if (banned)
        request_refuse(&v->r, &request_no.banned, ALIBI_WITH(v->person.banned));
    return !banned;
}

bool person_may_rate(struct app *app, struct visit *v)
{
    if (v->rates || !app->part.people_service)
        return true;
    ask(app, v, PETITION_RATE, NULL);
    return false;
}

/* Trying names and codes, of which one has so many an hour. A challenge is for one browser,
 * which needs a cookie for that. */
void handle_trying(struct app *app, struct visit *v)
{
    struct asker asker = app_asker(v);

    if (!quota_take(&app->quota, QUOTA_TRIES, &asker)) {
        request_refuse(&v->r, &request_no.quota_tries, NULL);
        return;
    }
    guest_make(app, v);
    handle_people(app, v);
}

/* Whoever waits for an opponent says so again and again. */
void handle_pairing(struct app *app, struct visit *v)
{
    struct asker asker = app_asker(v);

    app->pairs_until = app->tick + PAIRS_TICKS;
    if (quota_take(&app->quota, QUOTA_WISHES, &asker))
        handle_people(app, v);
    else
        request_refuse(&v->r, &request_no.quota_wishes, NULL);
}

void handle_offer(struct app *app, struct visit *v)
{
    struct asker asker = app_asker(v);

    if (quota_take(&app->quota, QUOTA_OFFERS, &asker))
        handle_people(app, v);
    else
        request_refuse(&v->r, &request_no.quota_offers, NULL);
}

void handle_tournament_new(struct app *app, struct visit *v)
{
    struct asker asker = app_asker(v);

    if (quota_take(&app->quota, QUOTA_TOURNAMENTS, &asker))
        handle_people(app, v);
    else
        request_refuse(&v->r, &request_no.quota_tournaments, NULL);
}

void handle_challenge(struct app *app, struct visit *v)
{
    guest_make(app, v);
    handle_people(app, v);
}

/* What the browser's guest holds becomes the account's. */
void handle_take_along(struct app *app, struct visit *v)
{
    struct json_out out = {0};
    struct change *change;
    struct alibi_error err;

    if (body_read_empty(v->r.body, v->r.len, &err) != ALIBI_OK) {
        request_error(&v->r, 400, "bad-request", &err);
        return;
    }
    if (!v->has_person) {
        request_refuse(&v->r, &request_no.not_signed_in, NULL);
        return;
    }
    json_object(&out, NULL);
    json_end(&out);
    if (!v->has_browser) {
        request_answer(&v->r, 200, &out);
        return;
    }
    change = calloc(1, sizeof *change);
    if (!change) {
        free(out.text);
        request_refuse(&v->r, &request_no.memory, NULL);
        return;
    }
    change->leaves = change->has_heir = true;
    change->gone.guest = v->browser;
    change->heir = v->guest;
    app_write(app, NULL, change, v, 200, &out, ALIBI_AS_PUBLIC);
}

/* V's account is no more: it holds nothing any more, either. Were this lost, seats would be
 * held by a guest that nobody can be. */
static void leave_games(struct app *app, const struct visit *v)
{
    struct change *change = calloc(1, sizeof *change);

    if (!change)
        return;
    change->leaves = true;
    change->gone.guest = v->guest;
    app_write(app, NULL, change, NULL, 200, NULL, ALIBI_AS_PUBLIC);
}

/* It is known whose V's credential is. */
static void take_who(struct app *app, struct visit *v, const struct petition *petition)
{
    const struct person *person = petition->has_person ? &petition->person : NULL;

    if (petition->failed) {
        request_refuse(&v->r, &request_no.unreadable, NULL);
        return;
    }
    credential_cache_note(&app->credentials, &petition->credential.hash, person, app->tick);
    guest_is(app, v, person);
}

/* It is known whether V's player and the other one may meet, or whether V may begin a rated
 * game. */
static void take_permission(struct visit *v, struct petition *petition)
{
    bool *may = petition->kind == PETITION_RATE ? &v->rates : &v->meets;

    *may = petition->r.status == 0 && !petition->failed;
    if (petition->failed)
        request_refuse(&v->r, &request_no.unreadable, NULL);
    else if (petition->r.status)
        request_take(&v->r, &petition->r);
}

/* V's petition has its answer, and perhaps other credentials mean something else now. */
static void take_answer(struct app *app, struct visit *v, struct petition *petition)
{
    request_take(&v->r, &petition->r);
    if (v->r.route == ROUTE_RECORDS && v->r.status == 200)
        gather_begin(v);
    if (petition->signs_out || petition->stirs)
        follow_doubt(app, &v->guest);
    if (petition->leaves)
        leave_games(app, v);
    if (petition->name[0])
        guest_sign_in(app, v, petition->name);
    else if (petition->signs_out)
        v->signs_out = true;
}

void app_take_petitions(struct app *app)
{
    struct petition *petition;

    while (app->part.people_service &&
           (petition = people_service_collect(app->part.people_service))) {
        struct visit *v = petition->visit;

        if (petition->kind == PETITION_WHO)
            take_who(app, v, petition);
        else if (petition->kind == PETITION_AGAIN || petition->kind == PETITION_RATE)
            take_permission(v, petition);
        else if (petition->r.route == ROUTE_TOURNAMENT_EVENTS && petition->r.status == 200)
            tournament_followers_begin(app, v, petition);
        else if (petition->kind == PETITION_REQUEST)
            take_answer(app, v, petition);
        else if (petition->kind == PETITION_NEWS)
            follow_news(app, petition);
        else if (petition->kind == PETITION_LOBBY)
            lobby_told(app, petition);
        else if (petition->kind == PETITION_PAGE)
            tournament_followers_take(app, petition);
        else if (petition->kind == PETITION_DUE)
            app->asks_due = false;
        if (v)
            v->orders++; /* this answer */
        talking_take(app, petition);
        if (!petition->failed)
            pending_game_take(app, petition);
        for (size_t i = 0; i < petition->n_told; i++)
            follow_call(app, &petition->told[i]);
        tournament_followers_changed(app, petition);
        results_missed(app, petition);
        app_tell(app, v);
        petition_free(petition);
    }
}
