/* Reporting, and reading reports. */
#include "reports.h"

#include "conduct.h"
#include "digits.h"
#include "expiry.h"
#include "form.h"
#include "linked_accounts.h"
#include "table_talk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const reason_code[] = {"talk", "cheating", "stalling", "name", "other"};
enum { REASONS = sizeof reason_code / sizeof reason_code[0] };

/* --- Writing --- */

static void write_seat(struct json_out *out, const char *name, const struct seating *seating,
                       int seat)
{
    const struct occupants *one = &seating->seat[seat];

    json_object(out, name);
    json_text(out, "seat", alibi_seat_name((enum alibi_seat)seat));
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

static void write_report(struct people *people, const struct petition *petition,
                         const char *reason, const char *text)
{
    const struct seating *seating = petition->seating;
    struct talk *talk = talk_read(people, petition->r.id);
    uint64_t until = people->now + EXPIRY_DAY_MS * REPORT_DAYS;
    struct ledger_name key = ledger_key("report/%s-%c", petition->r.id,
                                        alibi_seat_name((enum alibi_seat)seating->asker)[0]);
    struct json_out out = {0};

    json_object(&out, NULL);
    json_number(&out, "at", (int64_t)people->now);
    json_text(&out, "game", petition->r.id);
    json_text(&out, "reason", reason);
    json_text(&out, "text", text[0] ? text : NULL);
    write_seat(&out, "by", seating, seating->asker);
    write_seat(&out, "against", seating, 1 - seating->asker);
    write_talk(&out, talk);
    expiry_end(&out, until);
    expiry_put(people, key.key, until, &out);
    free(talk);
}

static bool is_reason(const char *code)
{
    bool found = false;

    for (size_t i = 0; i < REASONS && !found; i++)
        found = strcmp(reason_code[i], code) == 0;
    return found;
}

void answer_report(struct people *people, struct petition *petition)
{
    struct request *r = &petition->r;
    char reason[16], raw[1024], text[TALK_TEXT_SIZE] = "";
    const struct form_field field[] = {
        {"reason", FORM_TEXT, reason, sizeof reason, false},
        {"text", FORM_TEXT, raw, sizeof raw, true},
    };
    struct json_out out = {0};

    if (!form_read(r, field, 2))
        return;
    if (petition->seating->asker < 0)
        request_refuse(r, &request_no.seat_held, NULL);
    else if (!petition->seating->may_talk)
        request_refuse(r, &request_no.talk_nobody, NULL);
    else if (!is_reason(reason))
        request_refuse(r, &request_no.report_reason, NULL);
    else if (raw[0] && talk_text_read(raw, strlen(raw), text) == TALK_LENGTH)
        request_refuse(r, &request_no.talk_text, ALIBI_WITH(alibi_number(TALK_MOST).text));
    if (r->status)
        return;
    write_report(people, petition, reason, text);
    json_object(&out, NULL);
    json_end(&out);
    request_answer(r, 200, &out);
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

void reports_print(struct people *people, struct json_out *out, const char *name)
{
    struct ledger_entry *entry = calloc(REPORTS_MAX, sizeof *entry);
    const struct ledger_range range = {.prefix = "report/", .most = REPORTS_MAX};
    size_t n = entry ? ledger_list(people->ledger, &range, entry) : 0;

    json_list(out, name);
    for (size_t i = 0; i < n; i++)
        print_report(people, out, entry[i].key + strlen("report/"),
                     ledger_json(entry[i].value));
    json_end(out);
    free(entry);
}

static bool is_shaped(const char *report)
{
    return strlen(report) == REPORT_SIZE - 1 && id_is_shaped(report, ID_SIZE - 1) &&
           report[ID_SIZE - 1] == '-' && strchr("jd", report[ID_SIZE]);
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

void report_close(struct people *people, const char *report)
{
    struct ledger_name key = ledger_key("report/%s", report);
    const char *value = ledger_get(people->ledger, key.key);
    uint64_t until = people->now + EXPIRY_DAY_MS * REPORT_DAYS;
    struct json_out out = {0};

    if (!value)
        return;
    json_raw(&out, NULL, value, strlen(value));
    expiry_put(people, ledger_key("closed/%s", report).key, until, &out);
    ledger_drop(people->ledger, key.key);
}
