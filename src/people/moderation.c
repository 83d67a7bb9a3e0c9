/* What moderators see and do. */
#include "moderation.h"

#include "expiry.h"
#include "form.h"
#include "linked_accounts.h"
#include "offers.h"
#include "pairing.h"
#include "penalties.h"
#include "reports.h"
#include "talk_text.h"
#include "tournament.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEEDS_SHOWN = 200, /* to moderators */
    REPORTS_SHOWN = 50,
    AT_ONCE = 100,
};

bool moderator_is(struct people *people, const char *id)
{
    return ledger_get(people->ledger, ledger_key("moderator/%s", id).key) != NULL;
}

void moderator_name(struct people *people, const char *id, bool is_one)
{
    struct ledger_name key = ledger_key("moderator/%s", id);

    if (is_one)
        ledger_put_text(people->ledger, key.key, "{}");
    else
        ledger_drop(people->ledger, key.key);
}

/* --- What is done --- */

/* What something can be done about by moderators. */
enum { REPORT = 1, PERSON = 2, GAME = 4 };

static const struct action {
    const char *name;
    int penalty;    /* or -1 */
    bool ends;      /* it is lifted */
    unsigned about; /* 0: only the operator does it */
} actions[] = {
    {"ban", PENALTY_BAN, false, REPORT | PERSON},
    {"unban", PENALTY_BAN, true, REPORT | PERSON},
    {"mute", PENALTY_MUTE, false, REPORT | PERSON},
    {"unmute", PENALTY_MUTE, true, REPORT | PERSON},
    {"dismiss", -1, false, REPORT},
    {"void", -1, false, GAME},
    {"unvoid", -1, true, GAME},
    {"cancel", -1, false, 0}, /* of tournaments, by tournament.c */
    {"moderator-add", -1, false, 0},
    {"moderator-remove", -1, false, 0},
};

static const struct action *find_action(const char *name)
{
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++)
        if (strcmp(actions[i].name, name) == 0)
            return &actions[i];
    return NULL;
}

void deed_note(struct people *people, const struct deed *deed)
{
    struct json_out out = {0};
    char drawn[ID_SIZE];

    id_draw(people->lottery, drawn);
    json_object(&out, NULL);
    json_number(&out, "at", (int64_t)people->now);
    json_text(&out, "by", deed->by);
    json_text(&out, "action", deed->action);
    json_text(&out, "who", deed->who[0] ? deed->who : NULL);
    json_text(&out, "report", deed->report[0] ? deed->report : NULL);
    json_text(&out, "game", deed->game && deed->game[0] ? deed->game : NULL);
    json_text(&out, "tournament",
              deed->tournament && deed->tournament[0] ? deed->tournament : NULL);
    json_text(&out, "why", deed->why[0] ? deed->why : NULL);
    json_number(&out, "days", (int64_t)deed->days);
    json_end(&out);
    ledger_put(people->ledger, ledger_key("audit/%014" PRIu64 "/%s", people->now, drawn).key,
               &out);
}

bool deed_do(struct people *people, const struct deed *deed)
{
    const struct action *action = find_action(deed->action);

    if (!action || (action->penalty >= 0 && !action->ends && deed->days == 0))
        return false;
    if (action->about == GAME && (!id_is_shaped(deed->game, strlen(deed->game)) ||
                                  !result_void(people, deed->game, !action->ends)))
        return false;
    if (action->penalty >= 0)
        penalty_set(people, (enum penalty)action->penalty, deed->who,
                    action->ends ? 0 : deed->days, deed->why);
    if (action->penalty == PENALTY_BAN && !action->ends) {
        pairing_withdraw(people, deed->who);
        offers_withdraw(people, deed->who);
        tournaments_cancel(people, deed->petition, deed->who);
    }
    deed_note(people, deed);
    return true;
}

bool report_decide(struct people *people, const struct deed *deed)
{
    bool dismissed = strcmp(deed->action, "dismiss") == 0;
    struct deed each = *deed;
    struct report_target target;

    if (!report_target(people, deed->report, &target))
        return false;
    if (target.n == 0 || dismissed)
        deed_note(people, deed);
    for (size_t i = 0; i < target.n && !dismissed; i++) {
        each.who = target.who[i];
        (void)deed_do(people, &each);
    }
    report_close(people, deed->report);
    return true;
}

/* --- Listing --- */

/* The member NAME, an account's id or something else, with the account's name beside it. */
static void print_whom(struct people *people, struct json_out *out, struct json deed,
                       const char *name)
{
    char who[WHO_SIZE];
    struct person person;

    if (json_read_text(json_member(deed, name), who, sizeof who) <= 0) {
        json_null(out, name);
        return;
    }
    json_object(out, name);
    json_text(out, "id", who);
    json_text(out, "name", account_find(people, who, &person) ? person.name : NULL);
    json_end(out);
}

static void print_deed(struct people *people, struct json_out *out, struct json deed)
{
    static const char *const plain[] = {"at",         "action", "report", "game",
                                        "tournament", "why",    "days"};

    json_object(out, NULL);
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        struct json value = json_member(deed, plain[i]);

        if (value.at)
            json_raw(out, plain[i], value.at, json_length(value));
        else
            json_null(out, plain[i]);
    }
    print_whom(people, out, deed, "by");
    print_whom(people, out, deed, "who");
    json_end(out);
}

void deeds_print(struct people *people, struct json_out *out, const char *name, size_t most)
{
    struct ledger_entry entry[AT_ONCE];
    struct ledger_range range = {.prefix = "audit/", .backwards = true, .most = AT_ONCE};

    json_list(out, name);
    for (size_t n = AT_ONCE; most > 0 && n == range.most; most -= n) {
        range.most = most < AT_ONCE ? most : AT_ONCE;
        n = ledger_list(people->ledger, &range, entry);
        for (size_t i = 0; i < n; i++)
            print_deed(people, out, ledger_json(entry[i].value));
        if (n > 0)
            range.after = entry[n - 1].key;
    }
    json_end(out);
}

/* --- Requests --- */

static bool is_moderator(struct people *people, struct petition *petition)
{
    if (!petition_is_signed(petition))
        return false;
    if (!moderator_is(people, petition->person.id))
        request_refuse(&petition->r, &request_no.moderator, NULL);
    return petition->r.status == 0;
}

void answer_moderation(struct people *people, struct petition *petition)
{
    const char *text = petition->r.query[QUERY_AFTER];
    struct ledger_name after = {""};
    char next[REPORT_AFTER_SIZE];
    struct json_out out = {0};

    if (!is_moderator(people, petition))
        return;
    if (text && !reports_after_read(text, &after)) {
        request_refuse(&petition->r, &request_no.after, NULL);
        return;
    }
    json_object(&out, NULL);
    reports_print(people, &out, "reports", REPORTS_SHOWN, &after);
    if (after.key[0])
        reports_after_print(&after, next);
    json_text(&out, "next", after.key[0] ? next : NULL);
    linked_accounts_print(people, &out, "pairs");
    deeds_print(people, &out, "log", DEEDS_SHOWN);
    json_end(&out);
    request_answer(&petition->r, 200, &out);
}

struct decision {
    char report[REPORT_SIZE], person[ID_SIZE], game[ID_SIZE], action[24];
    char why[TALK_TEXT_SIZE];
    uint64_t days;
};

/* Whether ABOUT is one thing, and among ALL. */
static bool is_one_of(unsigned about, unsigned all)
{
    return about && (about & (about - 1)) == 0 && (about & all);
}

static bool read_decision(struct request *r, struct decision *out)
{
    char raw[1024];
    const struct form_field field[] = {
        {"report", FORM_TEXT, out->report, sizeof out->report, true},
        {"person", FORM_TEXT, out->person, sizeof out->person, true},
        {"game", FORM_TEXT, out->game, sizeof out->game, true},
        {"action", FORM_TEXT, out->action, sizeof out->action, false},
        {"why", FORM_TEXT, raw, sizeof raw, true},
        {"days", FORM_NUMBER, &out->days, sizeof out->days, true},
    };
    const struct action *action;
    unsigned about;

    if (!form_read(r, field, sizeof field / sizeof field[0]))
        return false;
    out->why[0] = '\0';
    if (raw[0] && talk_text_read(raw, strlen(raw), out->why) == TALK_LENGTH) {
        request_refuse(r, &request_no.talk_text, ALIBI_WITH(alibi_number(TALK_MOST).text));
        return false;
    }
    action = find_action(out->action);
    about = (out->report[0] ? (unsigned)REPORT : 0) | (out->person[0] ? (unsigned)PERSON : 0) |
            (out->game[0] ? (unsigned)GAME : 0);
    if (!action || !is_one_of(about, action->about))
        request_refuse(r, &request_no.decision, NULL);
    else if (action->penalty >= 0 && !action->ends &&
             (out->days == 0 || out->days > PENALTY_DAYS_MAX))
        request_refuse(r, &request_no.penalty_days,
                       ALIBI_WITH(alibi_number(PENALTY_DAYS_MAX).text));
    return r->status == 0;
}

/* Something is done about one account, or one game; false after a refusal. */
static bool decide_one(struct people *people, struct petition *petition,
                       const struct deed *deed)
{
    struct person person;

    if (deed->game[0] ? deed_do(people, deed)
                      : account_find(people, deed->who, &person) && deed_do(people, deed))
        return true;
    request_refuse(&petition->r, deed->game[0] ? &request_no.no_rated : &request_no.no_person,
                   NULL);
    return false;
}

/* The deed is done to all that are meant; false after a refusal. */
static bool decide(struct people *people, struct petition *petition, struct deed *deed,
                   const char *id)
{
    if (!deed->report[0]) {
        deed->who = id;
        return decide_one(people, petition, deed);
    }
    if (report_decide(people, deed))
        return true;
    request_refuse(&petition->r, &request_no.no_report, NULL);
    return false;
}

/* Nobody judges an own case: a report, an account or a game; false after a refusal. */
static bool is_of_others(struct people *people, struct petition *petition,
                         const struct decision *decision)
{
    const char *id = petition->person.id;
    bool own = decision->report[0] ? report_is_of(people, decision->report, petition)
               : decision->game[0] ? id_is_shaped(decision->game, strlen(decision->game)) &&
                                         result_is_of(people, decision->game, id)
                                   : strcmp(decision->person, id) == 0;

    if (own)
        request_refuse(&petition->r, &request_no.own_case, NULL);
    return !own;
}

void answer_moderate(struct people *people, struct petition *petition)
{
    struct decision decision;
    struct json_out out = {0};
    struct deed deed = {.by = petition->person.id,
                        .action = decision.action,
                        .who = "",
                        .report = decision.report,
                        .game = decision.game,
                        .petition = petition,
                        .why = decision.why};

    if (!is_moderator(people, petition) || !read_decision(&petition->r, &decision) ||
        !is_of_others(people, petition, &decision))
        return;
    deed.days = decision.days;
    if (!decide(people, petition, &deed, decision.person))
        return;
    petition->stirs = true;
    json_object(&out, NULL);
    json_end(&out);
    request_answer(&petition->r, 200, &out);
}
