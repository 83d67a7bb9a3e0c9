/* What everybody may see of somebody: name, standings, and how the ratings have changed. */
#include "ladders.h"

#include <stdio.h>
#include <string.h>

enum {
    STANDINGS_MAX = 64,
    CURVE_MAX = 400, /* days of a curve */
    NAMED_MAX = 20,  /* people of one answer */
};

bool person_asked(struct people *people, struct petition *petition, struct person *person)
{
    if (account_find(people, petition->r.id, person))
        return true;
    request_refuse(&petition->r, &request_no.no_person, NULL);
    return false;
}

void person_print(const struct person *person, struct json_out *out)
{
    json_text(out, "id", person->id);
    json_text(out, "name", person->name);
    json_bool(out, "bot", person->is_bot);
}

/* --- Standings --- */

/* What is behind the prefix of a key, GAME/ROLE or more. */
struct kind {
    char game[PLAYER_SIZE], role[PLAYER_SIZE];
};

static struct kind kind_of(const char *key)
{
    size_t n = strcspn(key, "/");
    struct kind kind;

    (void)snprintf(kind.game, sizeof kind.game, "%.*s", (int)n, key);
    key += key[n] ? n + 1 : n;
    (void)snprintf(kind.role, sizeof kind.role, "%.*s", (int)strcspn(key, "/"), key);
    return kind;
}

static size_t list_standings(struct people *people, const struct ledger_name *prefix,
                             struct ledger_entry entry[STANDINGS_MAX])
{
    return ledger_list(people->ledger,
                       &(struct ledger_range){.prefix = prefix->key, .most = STANDINGS_MAX},
                       entry);
}

static void print_kind(const struct kind *kind, struct json_out *out)
{
    json_object(out, NULL);
    json_text(out, "game", kind->game);
    json_text(out, "role", kind->role);
}

/* With what everybody's games are like, for those who want to compare. */
static void print_standing(struct people *people, const char *id, const char *key,
                           struct json_out *out)
{
    struct kind kind = kind_of(key);
    struct standing standing, all;

    standing_read(people, id, kind.game, kind.role, &standing);
    standing_read(people, STANDING_OF_ALL, kind.game, kind.role, &all);
    print_kind(&kind, out);
    standing_print(people, &standing, out);
    json_object(out, "all");
    standing_print_counts(&all, out);
    json_end(out);
    json_end(out);
}

static void print_since(struct people *people, const char *id, struct json_out *out)
{
    struct json account =
        ledger_json(ledger_get(people->ledger, ledger_key("account/%s", id).key));
    uint64_t since;

    if (json_read_number(json_member(account, "since"), &since))
        json_number(out, "since", (int64_t)since);
}

void answer_profile(struct people *people, struct petition *petition)
{
    struct ledger_name prefix = ledger_key("standing/%s/", petition->r.id);
    struct ledger_entry entry[STANDINGS_MAX];
    struct json_out out = {0};
    struct person person;
    size_t n;

    if (!person_asked(people, petition, &person))
        return;
    n = list_standings(people, &prefix, entry);
    json_object(&out, NULL);
    person_print(&person, &out);
    print_since(people, person.id, &out);
    json_list(&out, "standings");
    for (size_t i = 0; i < n; i++)
        print_standing(people, person.id, entry[i].key + strlen(prefix.key), &out);
    json_end(&out);
    json_end(&out);
    request_answer(&petition->r, 200, &out);
}

/* --- Curves --- */

/* curve/ID/GAME/ROLE/DAY: the latest days, the oldest of them first. */
static void print_curve(struct people *people, const char *id, const struct kind *kind,
                        struct json_out *out)
{
    struct ledger_name prefix = ledger_key("curve/%s/%s/%s/", id, kind->game, kind->role);
    const struct ledger_range range = {
        .prefix = prefix.key, .backwards = true, .most = CURVE_MAX};
    struct ledger_entry entry[CURVE_MAX];
    size_t n = ledger_list(people->ledger, &range, entry);

    if (n == 0)
        return;
    print_kind(kind, out);
    json_list(out, "days");
    while (n-- > 0)
        json_raw(out, NULL, entry[n].value, strlen(entry[n].value));
    json_end(out);
    json_end(out);
}

void answer_curves(struct people *people, struct petition *petition)
{
    struct ledger_name prefix = ledger_key("standing/%s/", petition->r.id);
    struct ledger_entry entry[STANDINGS_MAX];
    struct json_out out = {0};
    struct person person;
    size_t n;

    if (!person_asked(people, petition, &person))
        return;
    n = list_standings(people, &prefix, entry);
    json_object(&out, NULL);
    json_list(&out, "curves");
    for (size_t i = 0; i < n; i++) {
        struct kind kind = kind_of(entry[i].key + strlen(prefix.key));

        print_curve(people, person.id, &kind, &out);
    }
    json_end(&out);
    json_end(&out);
    request_answer(&petition->r, 200, &out);
}

/* --- Names --- */

static void print_ratings(struct people *people, const char *id, struct json_out *out)
{
    struct ledger_name prefix = ledger_key("standing/%s/", id);
    struct ledger_entry entry[STANDINGS_MAX];
    size_t n = list_standings(people, &prefix, entry);
    struct standing standing;

    json_list(out, "ratings");
    for (size_t i = 0; i < n; i++) {
        struct kind kind = kind_of(entry[i].key + strlen(prefix.key));

        standing_read(people, id, kind.game, kind.role, &standing);
        if (!standing.rated)
            continue;
        print_kind(&kind, out);
        standing_print_rating(people, &standing, out);
        json_end(out);
    }
    json_end(out);
}

/* Those whose ids stand between hyphens, for whoever meets them at a table; of those who have
 * left nothing is said. */
void answer_people(struct people *people, struct petition *petition)
{
    const char *ids = petition->r.query[QUERY_IDS];
    size_t len = ids ? strlen(ids) : 0;
    struct json_out out = {0};
    struct person person;
    char id[ID_SIZE];

    for (size_t at = 0; at < len; at += ID_SIZE)
        if (len >= (size_t)NAMED_MAX * ID_SIZE ||
            !id_is_shaped(ids + at, strcspn(ids + at, "-")))
            len = 0;
    if (len == 0) {
        request_refuse(&petition->r, &request_no.ids, ALIBI_WITH(alibi_number(NAMED_MAX).text));
        return;
    }
    json_object(&out, NULL);
    json_list(&out, "people");
    for (size_t at = 0; at < len; at += ID_SIZE) {
        (void)snprintf(id, sizeof id, "%s", ids + at);
        if (!account_find(people, id, &person))
            continue;
        json_object(&out, NULL);
        person_print(&person, &out);
        print_ratings(people, id, &out);
        json_end(&out);
    }
    json_end(&out);
    json_end(&out);
    request_answer(&petition->r, 200, &out);
}
