/* Quick pairing: who wants to play waits with a wish until somebody fits.
 *
 * wish/GAME/CLOCK/RATED/GUEST: only those that agree in the first three words can be paired, so
 * whoever arrives has only these looked at. Those who are too far apart then may fit later:
 * once a second, while anybody waits, all wishes are looked at. wisher/GUEST leads to the wish
 * of a guest. Whoever waits says so again now and then, with the same ticket, which only notes
 * the time; a wish that nobody has renewed is gone. */
#include "pairing.h"

#include "aborts.h"
#include "form.h"
#include "linked_accounts.h"
#include "pool.h"
#include "standing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WISHES_MAX = 2000,
    ARRIVING_MAX = 200, /* that are looked at for one who arrives */
    RENEW_MS = 30000,   /* within which a wish has to be renewed */
    RECENT_MS = 2000,   /* in which it need not */
    MORE_MAX = 3,       /* by which having been Jack more often counts */
    GROUPS_MAX = 50,    /* of which everybody is told how many wait */
};

struct wish {
    struct ledger_name key;
    struct matchup_side side;
    struct matchup_terms terms;
    double rating[2];
    int64_t more;
    uint64_t since, seen;
};

/* --- The ledger --- */

/* The words before the guest. */
static struct ledger_name group_of(const struct matchup_terms *terms)
{
    return ledger_key("wish/%s/%s/%s/", terms->game, terms->clock[0] ? terms->clock : "none",
                      terms->rated ? "rated" : "friendly");
}

static void write_wish(struct people *people, const struct wish *wish)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    json_text(&out, "id", wish->side.id);
    json_text(&out, "ticket", wish->side.ticket);
    json_text(&out, "game", wish->terms.game);
    json_text(&out, "clock", wish->terms.clock);
    json_text(&out, "role", wish->terms.role);
    json_bool(&out, "rated", wish->terms.rated);
    json_number(&out, "jack", (int64_t)wish->rating[0]);
    json_number(&out, "detective", (int64_t)wish->rating[1]);
    json_number(&out, "more", wish->more + MORE_MAX);
    json_number(&out, "since", (int64_t)wish->since);
    json_number(&out, "seen", (int64_t)wish->seen);
    json_end(&out);
    ledger_put(people->ledger, wish->key.key, &out);
}

static bool read_wish(struct wish *out, const char *key, const char *value)
{
    struct json kept = ledger_json(value);
    struct matchup_terms *terms = &out->terms;
    uint64_t jack = 0, detective = 0, more = MORE_MAX;

    *out = (struct wish){.key = ledger_key("%s", key)};
    (void)snprintf(out->side.guest, GUEST_SIZE, "%s", strrchr(key, '/') + 1);
    (void)json_read_text(json_member(kept, "id"), out->side.id, ID_SIZE);
    terms->rated = json_kind(json_member(kept, "rated")) == JSON_TRUE;
    (void)json_read_number(json_member(kept, "jack"), &jack);
    (void)json_read_number(json_member(kept, "detective"), &detective);
    (void)json_read_number(json_member(kept, "more"), &more);
    out->rating[0] = (double)jack;
    out->rating[1] = (double)detective;
    out->more = (int64_t)more - MORE_MAX;
    return json_read_text(json_member(kept, "ticket"), out->side.ticket, TICKET_SIZE) > 0 &&
           json_read_text(json_member(kept, "game"), terms->game, sizeof terms->game) > 0 &&
           json_read_text(json_member(kept, "clock"), terms->clock, sizeof terms->clock) >= 0 &&
           json_read_text(json_member(kept, "role"), terms->role, sizeof terms->role) > 0 &&
           json_read_number(json_member(kept, "since"), &out->since) &&
           json_read_number(json_member(kept, "seen"), &out->seen);
}

/* The wish of GUEST, if there is one. */
static bool find_wish(struct people *people, const char *guest, struct wish *out)
{
    char key[LEDGER_KEY_SIZE];
    const char *value;

    if (json_read_text(
            ledger_json(ledger_get(people->ledger, ledger_key("wisher/%s", guest).key)), key,
            sizeof key) <= 0)
        return false;
    value = ledger_get(people->ledger, key);
    return value && read_wish(out, key, value);
}

static void drop_wish(struct people *people, const char *guest)
{
    struct wish wish;

    if (find_wish(people, guest, &wish))
        ledger_drop(people->ledger, wish.key.key);
    ledger_drop(people->ledger, ledger_key("wisher/%s", guest).key);
}

void pairing_forget(struct people *people, const struct hash *guest)
{
    char digits[GUEST_SIZE];

    opening_hex(guest->byte, digits);
    drop_wish(people, digits);
}

/* The wishes whose keys begin with PREFIX, but for those that were not renewed; how many of
 * these there are. MOST of them at most are looked at. */
static size_t list_wishes(struct people *people, const char *prefix, size_t most,
                          struct wish *out, size_t *old)
{
    struct ledger_entry *entry = calloc(most, sizeof *entry);
    const struct ledger_range range = {.prefix = prefix, .most = most};
    size_t n = entry ? ledger_list(people->ledger, &range, entry) : 0, found = 0;

    for (size_t i = 0; i < n; i++)
        if (read_wish(&out[found], entry[i].key, entry[i].value) &&
            out[found].seen + RENEW_MS >= people->now)
            found++;
    *old = n - found;
    free(entry);
    return found;
}

/* Those that were not renewed, and those of WHO, if it is not NULL. */
static void drop_old(struct people *people, const char *who)
{
    struct ledger_entry *entry = calloc(WISHES_MAX, sizeof *entry);
    const struct ledger_range range = {.prefix = "wish/", .most = WISHES_MAX};
    size_t n = entry ? ledger_list(people->ledger, &range, entry) : 0;
    struct wish wish;

    for (size_t i = 0; i < n; i++)
        if (!read_wish(&wish, entry[i].key, entry[i].value) ||
            wish.seen + RENEW_MS < people->now ||
            (who && (strcmp(wish.side.id, who) == 0 || strcmp(wish.side.guest, who) == 0))) {
            ledger_drop(people->ledger, entry[i].key);
            ledger_drop(people->ledger, ledger_key("wisher/%s", wish.side.guest).key);
        }
    free(entry);
}

void pairing_withdraw(struct people *people, const char *who)
{
    drop_old(people, who);
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
    struct hash lot = hash_of(w->side.ticket, strlen(w->side.ticket));

    return (struct pool_wish){.person = i + 1,
                              .game = number_of(wish, i, offsetof(struct wish, terms.game)),
                              .clock = number_of(wish, i, offsetof(struct wish, terms.clock)),
                              .rated = w->terms.rated,
                              .accepts = {strcmp(w->terms.role, "detective") != 0,
                                          strcmp(w->terms.role, "jack") != 0},
                              .rating = {w->rating[0], w->rating[1]},
                              .jack_more = (int)w->more,
                              .lot = lot.byte[0],
                              .since = (int64_t)w->since};
}

struct crowd {
    struct people *people;
    const struct wish *wish;
};

/* Nobody is paired with whom they have blocked, nor with who has blocked them. */
static bool may_meet(const void *context, const struct pool_wish *a, const struct pool_wish *b)
{
    const struct crowd *crowd = context;

    return !matchup_is_blocked(crowd->people, crowd->wish[a->person - 1].side.guest,
                               crowd->wish[b->person - 1].side.guest);
}

/* Pairs out of N wishes, to be freed; NULL without memory. */
static struct pool_pair *find_pairs(struct people *people, const struct wish *wish, size_t n,
                                    size_t *count)
{
    struct pool_wish *pool = calloc(n + 1, sizeof *pool);
    struct pool_pair *pair = calloc(n / 2 + 1, sizeof *pair);
    struct crowd crowd = {people, wish};

    *count = 0;
    for (size_t i = 0; i < n && pool; i++)
        pool[i] = to_pool(wish, i);
    if (pool && pair)
        (void)pool_pair(pool, n, (int64_t)people->now, may_meet, &crowd, pair, count);
    free(pool);
    return pair;
}

/* Those two play. */
static void marry(struct people *people, struct petition *petition, const struct wish *jack,
                  const struct wish *detective)
{
    matchup_begin(people, petition, &jack->terms, &jack->side, &detective->side);
    drop_wish(people, jack->side.guest);
    drop_wish(people, detective->side.guest);
}

static void pair_all(struct people *people, struct petition *petition, const struct wish *wish,
                     size_t n)
{
    size_t count;
    struct pool_pair *pair = find_pairs(people, wish, n, &count);

    for (size_t i = 0; i < count; i++)
        marry(people, petition, &wish[pair[i].jack], &wish[pair[i].detective]);
    free(pair);
}

/* Pairs whoever fits the one who has just arrived with OWN. */
static void pair_group(struct people *people, struct petition *petition, const struct wish *own)
{
    struct ledger_name group = group_of(&own->terms);
    struct wish *wish = calloc(ARRIVING_MAX + 1, sizeof *wish);
    size_t old, n = wish ? list_wishes(people, group.key, ARRIVING_MAX, wish, &old) : 0, i = 0;

    while (i < n && strcmp(wish[i].key.key, own->key.key) != 0)
        i++;
    if (wish && i == n)
        wish[n++] = *own; /* beyond those that were listed */
    pair_all(people, petition, wish, n);
    free(wish);
}

/* --- Once a second --- */

/* Whether somebody can be paired, or is to be forgotten; and how many wait. */
static bool is_due(struct people *people, struct wish *wish, size_t *n)
{
    size_t old, count;

    *n = list_wishes(people, "wish/", WISHES_MAX, wish, &old);
    free(find_pairs(people, wish, *n, &count));
    return count > 0 || old > 0;
}

enum ledger_end pairing_look(struct people *people, struct petition *petition)
{
    struct wish *wish = calloc(WISHES_MAX, sizeof *wish);
    enum ledger_end end = LEDGER_DONE;
    bool due;
    size_t n, old;

    ledger_begin(people->ledger, LEDGER_READS);
    due = wish && is_due(people, wish, &n);
    end = ledger_end(people->ledger);
    if (due && end == LEDGER_DONE) {
        ledger_begin(people->ledger, LEDGER_WRITES);
        n = list_wishes(people, "wish/", WISHES_MAX, wish, &old);
        if (old)
            drop_old(people, NULL);
        pair_all(people, petition, wish, n);
        end = ledger_end(people->ledger);
    }
    free(wish);
    return end;
}

/* Those that wait for the same, one after the other by their keys. */
static size_t print_group(const struct wish *wish, size_t n, struct json_out *out)
{
    const struct matchup_terms *terms = &wish->terms;
    struct ledger_name group = group_of(terms);
    size_t same = 1;

    while (same < n && strncmp(wish[same].key.key, group.key, strlen(group.key)) == 0)
        same++;
    json_object(out, NULL);
    json_text(out, "game", terms->game);
    if (terms->clock[0])
        json_text(out, "clock", terms->clock);
    json_bool(out, "rated", terms->rated);
    json_number(out, "people", (int64_t)same);
    json_end(out);
    return same;
}

void pairing_print(struct people *people, struct json_out *out)
{
    struct wish *wish = calloc(WISHES_MAX, sizeof *wish);
    size_t old, n = wish ? list_wishes(people, "wish/", WISHES_MAX, wish, &old) : 0;

    json_list(out, "waiting");
    for (size_t i = 0, groups = 0; i < n && groups < GROUPS_MAX; groups++)
        i += print_group(wish + i, n - i, out);
    json_end(out);
    free(wish);
}

/* --- Requests --- */

/* The wish of a request; false after a refusal. */
static bool read_form(struct petition *petition, struct wish *wish)
{
    struct matchup_terms *terms = &wish->terms;
    const struct form_field field[] = {
        {"ticket", FORM_TEXT, wish->side.ticket, TICKET_SIZE, false},
        {"game", FORM_TEXT, terms->game, sizeof terms->game, false},
        {"clock", FORM_TEXT, terms->clock, sizeof terms->clock, true},
        {"role", FORM_TEXT, terms->role, sizeof terms->role, true},
        {"rated", FORM_BOOL, &terms->rated, sizeof terms->rated, true},
    };

    return form_read(&petition->r, field, sizeof field / sizeof field[0]) &&
           matchup_check(petition, terms);
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
        standing_read(people, petition->person.id, wish->terms.game,
                      alibi_seat_name((enum alibi_seat)i), &standing[i]);
        wish->rating[i] = standing[i].glicko.rating;
    }
    if (!petition->has_person)
        return;
    memcpy(wish->side.id, petition->person.id, ID_SIZE);
    wish->more = (int64_t)standing[0].played - (int64_t)standing[1].played;
    if (wish->more > MORE_MAX || wish->more < -MORE_MAX)
        wish->more = wish->more > 0 ? MORE_MAX : -MORE_MAX;
}

/* The wish waits already: that is noted, if it was not a moment ago. False if it does not. */
static bool renew(struct people *people, const struct wish *own)
{
    struct wish kept;

    if (!find_wish(people, own->side.guest, &kept) ||
        strcmp(kept.side.ticket, own->side.ticket) != 0 || kept.seen + RENEW_MS < people->now ||
        strcmp(kept.key.key, own->key.key) != 0 ||
        strcmp(kept.terms.role, own->terms.role) != 0)
        return false;
    if (kept.seen + RECENT_MS < people->now) {
        kept.seen = people->now;
        write_wish(people, &kept);
    }
    return true;
}

/* OWN waits from now on; whoever fits is paired. */
static void arrive(struct people *people, struct petition *petition, struct wish *own)
{
    struct json_out out = {0};

    drop_wish(people, own->side.guest);
    own->since = own->seen = people->now;
    fill_person(people, petition, own);
    write_wish(people, own);
    json_text(&out, NULL, own->key.key);
    ledger_put(people->ledger, ledger_key("wisher/%s", own->side.guest).key, &out);
    pair_group(people, petition, own);
}

/* Who is asking; false after a refusal. */
static bool read_guest(struct petition *petition, struct wish *wish)
{
    if (!petition->has_guest)
        request_refuse(&petition->r, &request_no.no_guest, NULL);
    opening_hex(petition->guest.byte, wish->side.guest);
    return petition->has_guest;
}

void answer_pairing(struct people *people, struct petition *petition)
{
    char game[ID_SIZE] = "";
    struct json_out out = {0};
    struct wish own = {0};
    enum met met;

    if (!read_guest(petition, &own) || !read_form(petition, &own))
        return;
    if (own.terms.rated)
        linked_accounts_note(people, petition);
    own.key = ledger_key("%s%s", group_of(&own.terms).key, own.side.guest);
    met = matchup_find(people, own.side.guest, own.side.ticket, game);
    if (met == MET_NOBODY && !renew(people, &own)) {
        if (!aborts_allow(people, petition))
            return;
        arrive(people, petition, &own);
        if (matchup_find(people, own.side.guest, own.side.ticket, game) != MET_NOBODY)
            met = MET; /* the answer waits until the game is there */
    }
    json_object(&out, NULL);
    json_text(&out, "game", met == MET ? game : NULL);
    json_end(&out);
    request_answer(&petition->r, 200, &out);
}

void answer_pairing_leave(struct people *people, struct petition *petition)
{
    struct json_out out = {0};
    struct wish own = {0};

    if (!read_guest(petition, &own) || !form_read(&petition->r, NULL, 0))
        return;
    drop_wish(people, own.side.guest);
    json_object(&out, NULL);
    json_end(&out);
    request_answer(&petition->r, 200, &out);
}
