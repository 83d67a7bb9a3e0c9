/* Reporting, and reading reports. */
#include "reports.h"

#include "conduct.h"
#include "digits.h"
#include "expiry.h"
#include "form.h"
#include "linked_accounts.h"
#include "table_talk.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const reason_code[] = {"talk", "cheating", "stalling", "name", "other"};
enum { REASONS = sizeof reason_code / sizeof reason_code[0], AT_ONCE = 50 };

/* --- Writing --- */

/* What is reported: of the one at the other seat of a game; or of an account, and then there is
 * neither a game nor what was said. */
struct complaint {
    char id[REPORT_SIZE];
    const char *game, *reason, *text;
    const struct occupants *by, *against;
    const char *by_seat, *against_seat; /* or NULL */
    const struct talk *talk;            /* or NULL */
};

static void write_seat(struct json_out *out, const char *name, const struct occupants *one,
                       const char *seat)
{
    json_object(out, name);
    json_text(out, "seat", seat);
    json_text(out, "id", one->id[0] ? one->id : NULL);
    json_list(out, "guests");
    for (size_t i = 0; i < one->n; i++) {
        char digits[DIGITS_SIZE];

        digits_print(&one->guest[i], digits);
        json_text(out, NULL, digits);
    }
    json_end(out);
    json_end(out);
}

/* All that was said, whoever hears it. */
static void write_talk(struct json_out *out, const struct talk *talk)
{
    json_list(out, "lines");
    for (size_t i = 0; talk && i < talk->n; i++) {
        const struct talk_line *line = &talk->line[i];

        json_object(out, NULL);
        json_text(out, "seat", alibi_seat_name((enum alibi_seat)line->by));
        json_text(out, line->phrase ? "say" : "text", line->phrase ? line->phrase : line->text);
        json_end(out);
    }
    json_end(out);
}

static struct ledger_name place_of(uint64_t at, const char *id)
{
    return ledger_key("reported/%0*" PRIu64 "/%s", REPORT_TIME, at, id);
}

/* When the open report ID came; now, if there is none. */
static uint64_t time_of(struct people *people, const char *id)
{
    uint64_t at = people->now;

    (void)json_read_number(
        json_member(ledger_json(ledger_get(people->ledger, ledger_key("report/%s", id).key)),
                    "at"),
        &at);
    return at;
}

/* One that is changed keeps its place among the others. */
static void write_report(struct people *people, const struct complaint *complaint)
{
    uint64_t until = people->now + EXPIRY_DAY_MS * REPORT_DAYS;
    uint64_t at = time_of(people, complaint->id);
    struct json_out out = {0}, place = {0};

    json_object(&out, NULL);
    json_number(&out, "at", (int64_t)at);
    json_text(&out, "game", complaint->game);
    json_text(&out, "reason", complaint->reason);
    json_text(&out, "text", complaint->text[0] ? complaint->text : NULL);
    write_seat(&out, "by", complaint->by, complaint->by_seat);
    write_seat(&out, "against", complaint->against, complaint->against_seat);
    write_talk(&out, complaint->talk);
    expiry_end(&out, until);
    expiry_put(people, ledger_key("report/%s", complaint->id).key, until, &out);
    json_object(&place, NULL);
    expiry_end(&place, until);
    expiry_put(people, place_of(at, complaint->id).key, until, &place);
}

static void report_seat(struct people *people, const struct petition *petition,
                        const char *reason, const char *text)
{
    const struct seating *seating = petition->seating;
    const char *seat = alibi_seat_name((enum alibi_seat)seating->asker);
    struct talk *talk = talk_read(people, petition->r.id);
    struct complaint complaint = {.game = petition->r.id,
                                  .reason = reason,
                                  .text = text,
                                  .by = &seating->seat[seating->asker],
                                  .against = &seating->seat[1 - seating->asker],
                                  .by_seat = seat,
                                  .against_seat =
                                      alibi_seat_name((enum alibi_seat)(1 - seating->asker)),
                                  .talk = talk};

    (void)snprintf(complaint.id, sizeof complaint.id, "%s-%c", petition->r.id, seat[0]);
    write_report(people, &complaint);
    free(talk);
}

/* The name of AGAINST. */
static void report_name(struct people *people, const struct petition *petition,
                        const struct person *against, const char *text)
{
    struct occupants one = {.n = 1, .guest = {petition->guest}}, other = {.n = 0};
    struct complaint complaint = {
        .reason = "name", .text = text, .by = &one, .against = &other};

    if (petition->has_person)
        memcpy(one.id, petition->person.id, ID_SIZE);
    memcpy(other.id, against->id, ID_SIZE);
    (void)snprintf(complaint.id, sizeof complaint.id, "%s-n", against->id);
    write_report(people, &complaint);
}

static bool is_reason(const char *code)
{
    bool found = false;

    for (size_t i = 0; i < REASONS && !found; i++)
        found = strcmp(reason_code[i], code) == 0;
    return found;
}

struct words {
    char reason[16], text[TALK_TEXT_SIZE];
};

/* Why, and what is said of it; false after a refusal. */
static bool read_words(struct request *r, struct words *out)
{
    char raw[1024];
    const struct form_field field[] = {
        {"reason", FORM_TEXT, out->reason, sizeof out->reason, false},
        {"text", FORM_TEXT, raw, sizeof raw, true},
    };

    out->text[0] = '\0';
    if (!form_read(r, field, 2))
        return false;
    if (!is_reason(out->reason))
        request_refuse(r, &request_no.report_reason, NULL);
    else if (raw[0] && talk_text_read(raw, strlen(raw), out->text) == TALK_LENGTH)
        request_refuse(r, &request_no.talk_text, ALIBI_WITH(alibi_number(TALK_MOST).text));
    return r->status == 0;
}

static void answer_done(struct request *r)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    json_end(&out);
    request_answer(r, 200, &out);
}

void answer_report(struct people *people, struct petition *petition)
{
    struct request *r = &petition->r;
    struct words words;

    if (petition->seating->asker < 0)
        request_refuse(r, &request_no.seat_held, NULL);
    else if (!petition->seating->may_talk)
        request_refuse(r, &request_no.talk_nobody, NULL);
    if (r->status || !read_words(r, &words))
        return;
    report_seat(people, petition, words.reason, words.text);
    answer_done(r);
}

/* Of an account that one has not met there is nothing to report but its name. */
void answer_report_person(struct people *people, struct petition *petition)
{
    struct request *r = &petition->r;
    struct words words;
    struct person person;

    if (!read_words(r, &words))
        return;
    if (strcmp(words.reason, "name") != 0)
        request_refuse(r, &request_no.report_name, NULL);
    else if (!petition->has_guest)
        request_refuse(r, &request_no.no_guest, NULL);
    else if (!account_find(people, r->id, &person))
        request_refuse(r, &request_no.no_person, NULL);
    if (r->status)
        return;
    report_name(people, petition, &person, words.text);
    answer_done(r);
}

/* --- Reading --- */

/* With the name that the account has now, and how it plays. What stands for browsers stays
 * here. */
static void print_seat(struct people *people, struct json_out *out, const char *name,
                       struct json report)
{
    struct json seat = json_member(report, name);
    struct json value = json_member(seat, "seat");
    struct person person = {.is_bot = false};
    char id[ID_SIZE] = "", game[ID_SIZE] = "", role[16] = "";
    bool has_id = json_read_text(json_member(seat, "id"), id, sizeof id) > 0;
    bool there = has_id && account_find(people, id, &person);

    json_object(out, name);
    json_raw(out, "seat", value.at, json_length(value));
    json_text(out, "id", has_id ? id : NULL);
    json_text(out, "name", there ? person.name : NULL);
    json_bool(out, "bot", person.is_bot);
    (void)json_read_text(json_member(report, "game"), game, sizeof game);
    (void)json_read_text(value, role, sizeof role);
    if (there)
        conduct_print(people, out, id, game, role);
    else
        json_null(out, "conduct");
    json_end(out);
}

/* Whether both come from the same place, and what they have played, if both have accounts. */
static void print_both(struct people *people, struct json_out *out, struct json report)
{
    char a[ID_SIZE], b[ID_SIZE];
    struct sharing sharing = {.games = 0};
    struct encounters met = {.games = 0};

    if (json_read_text(json_member(json_member(report, "by"), "id"), a, sizeof a) > 0 &&
        json_read_text(json_member(json_member(report, "against"), "id"), b, sizeof b) > 0) {
        sharing = linked_accounts_between(people, a, b);
        met = encounters_between(people, a, b);
    }
    json_bool(out, "browser", sharing.browser);
    json_bool(out, "network", sharing.network);
    json_object(out, "between");
    json_number(out, "games", (int64_t)met.games);
    json_number(out, "rated", (int64_t)met.rated);
    json_number(out, "won", (int64_t)met.won);
    json_end(out);
}

static void print_report(struct people *people, struct json_out *out, const char *id,
                         struct json report)
{
    static const char *const plain[] = {"at", "game", "reason", "text", "lines"};
    char game[ID_SIZE] = "";

    json_object(out, NULL);
    json_text(out, "report", id);
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        struct json value = json_member(report, plain[i]);

        json_raw(out, plain[i], value.at, json_length(value));
    }
    (void)json_read_text(json_member(report, "game"), game, sizeof game);
    conduct_print_result(people, out, game);
    print_seat(people, out, "by", report);
    print_seat(people, out, "against", report);
    print_both(people, out, report);
    json_end(out);
}

static bool is_shaped(const char *report)
{
    return strlen(report) == REPORT_SIZE - 1 && id_is_shaped(report, ID_SIZE - 1) &&
           report[ID_SIZE - 1] == '-' && strchr("jdn", report[ID_SIZE]);
}

/* The id at the end of a key. */
static const char *id_of(const char *key)
{
    return key + strlen(key) - (REPORT_SIZE - 1);
}

void reports_print(struct people *people, struct json_out *out, const char *name, size_t most,
                   struct ledger_name *after)
{
    struct ledger_entry entry[AT_ONCE];
    size_t n = 1;

    json_list(out, name);
    while (most > 0 && n > 0) {
        const struct ledger_range range = {.prefix = "reported/",
                                           .after = after->key[0] ? after->key : NULL,
                                           .most = most < AT_ONCE ? most : AT_ONCE};

        n = ledger_list(people->ledger, &range, entry);
        for (size_t i = 0; i < n; i++) {
            const char *id = id_of(entry[i].key);
            const char *report = ledger_get(people->ledger, ledger_key("report/%s", id).key);

            if (report)
                print_report(people, out, id, ledger_json(report));
        }
        most -= n;
        if (n > 0)
            *after = ledger_key("%s", entry[n - 1].key);
        if (n < range.most) {
            after->key[0] = '\0';
            n = 0;
        }
    }
    json_end(out);
}

void reports_after_print(const struct ledger_name *after, char out[REPORT_AFTER_SIZE])
{
    (void)snprintf(out, REPORT_AFTER_SIZE, "%s", after->key + strlen("reported/"));
    out[REPORT_TIME] = '-';
}

bool reports_after_read(const char *text, struct ledger_name *after)
{
    if (strlen(text) != REPORT_AFTER_SIZE - 1 || strspn(text, "0123456789") != REPORT_TIME ||
        text[REPORT_TIME] != '-' || !is_shaped(text + REPORT_TIME + 1))
        return false;
    *after = ledger_key("reported/%.*s/%s", REPORT_TIME, text, text + REPORT_TIME + 1);
    return true;
}

bool report_print(struct people *people, struct json_out *out, const char *report)
{
    const char *value = NULL;

    if (is_shaped(report))
        value = ledger_get(people->ledger, ledger_key("report/%s", report).key);
    if (is_shaped(report) && !value)
        value = ledger_get(people->ledger, ledger_key("closed/%s", report).key);
    if (value)
        print_report(people, out, report, ledger_json(value));
    return value != NULL;
}

/* --- Deciding --- */

bool report_target(struct people *people, const char *report, struct report_target *out)
{
    struct json against, guests, guest = {NULL};
    const char *value = is_shaped(report)
                            ? ledger_get(people->ledger, ledger_key("report/%s", report).key)
                            : NULL;

    out->n = 0;
    against = json_member(ledger_json(value), "against");
    guests = json_member(against, "guests");
    if (json_read_text(json_member(against, "id"), out->who[0], WHO_SIZE) > 0) {
        out->n = 1;
        return true;
    }
    while (out->n < SEATING_BROWSERS && json_kind(guests) == JSON_LIST &&
           (guest = json_next(guests, guest, NULL)).at)
        out->n += json_read_text(guest, out->who[out->n], WHO_SIZE) > 0;
    return value != NULL;
}

/* Whether GUEST is among the browsers of one in a report. */
static bool has_browser(struct json one, const struct hash *guest)
{
    struct json guests = json_member(one, "guests"), each = {NULL};
    char digits[DIGITS_SIZE], text[DIGITS_SIZE];
    bool found = false;

    digits_print(guest, digits);
    while (!found && json_kind(guests) == JSON_LIST &&
           (each = json_next(guests, each, NULL)).at)
        found = json_read_text(each, text, sizeof text) > 0 && strcmp(text, digits) == 0;
    return found;
}

static bool is_asker(struct json one, const struct petition *petition)
{
    char id[ID_SIZE];

    if (json_read_text(json_member(one, "id"), id, sizeof id) > 0 &&
        strcmp(id, petition->person.id) == 0)
        return true;
    return (petition->has_guest && has_browser(one, &petition->guest)) ||
           (petition->has_browser && has_browser(one, &petition->browser));
}

bool report_is_of(struct people *people, const char *report, const struct petition *petition)
{
    struct json value = ledger_json(
        is_shaped(report) ? ledger_get(people->ledger, ledger_key("report/%s", report).key)
                          : NULL);

    return is_asker(json_member(value, "by"), petition) ||
           is_asker(json_member(value, "against"), petition);
}

void report_close(struct people *people, const char *report)
{
    struct ledger_name key = ledger_key("report/%s", report);
    const char *value = ledger_get(people->ledger, key.key);
    uint64_t until = people->now + EXPIRY_DAY_MS * REPORT_DAYS;
    struct json_out out = {0};

    if (!value)
        return;
    ledger_drop(people->ledger, place_of(time_of(people, report), report).key);
    json_raw(&out, NULL, value, strlen(value));
    expiry_put(people, ledger_key("closed/%s", report).key, until, &out);
    ledger_drop(people->ledger, key.key);
}
