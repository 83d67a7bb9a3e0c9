/* alibi admin: what the operator of a server does about people: names moderators, reads and
 * dismisses reports, sees pairs, mutes and bans, calls tournaments off, and takes games out of
 * the ratings. It works on what is kept, beside the server or without it. */
#include "cli.h"
#include "server/base/lottery.h"
#include "server/parts/ledgers.h"

#include "account_name.h"
#include "linked_accounts.h"
#include "penalties.h"
#include "reports.h"
#include "talk_text.h"
#include "tournament.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MODERATORS_MAX = 200, TEXT_SIZE = 1024 };

/* A command: its words, the name of an account or the id of a report or game if it needs one.
 */
struct order {
    struct people people;
    const char *name; /* or NULL */
    uint64_t days;
    char why[TALK_TEXT_SIZE]; /* or empty */
};

/* --- Printing --- */

/* The text of a member, or of the member NAME of that; "" if there is none. */
static const char *text_of(struct json value, const char *name, char out[TEXT_SIZE])
{
    struct json member = json_member(value, name);

    out[0] = '\0';
    (void)json_read_text(member, out, TEXT_SIZE);
    return out;
}

static const char *time_of(struct json value, char out[BANNED_SIZE])
{
    uint64_t at = 0;

    (void)json_read_number(json_member(value, "at"), &at);
    return penalty_time(at, out);
}

/* The name of somebody, or else the id. */
static const char *whom(struct json value, const char *name, char out[TEXT_SIZE])
{
    struct json one = json_member(value, name);

    if (!text_of(one, "name", out)[0])
        (void)text_of(one, "id", out);
    return out[0] ? out : "a guest";
}

static void print_lines(struct json report)
{
    struct json lines = json_member(report, "lines"), line = {NULL};
    char seat[TEXT_SIZE], text[TEXT_SIZE];

    while ((line = json_next(lines, line, NULL)).at) {
        bool phrase = text_of(line, "say", text)[0];

        if (!phrase)
            (void)text_of(line, "text", text);
        printf("  %-10s %s%s\n", text_of(line, "seat", seat), phrase ? "* " : "", text);
    }
}

static void print_report(struct json report)
{
    char id[TEXT_SIZE], reason[TEXT_SIZE], by[TEXT_SIZE], against[TEXT_SIZE], text[TEXT_SIZE];
    char time[BANNED_SIZE];

    printf("%s  %s  %s  %s about %s%s%s\n", text_of(report, "report", id),
           time_of(report, time), text_of(report, "reason", reason), whom(report, "by", by),
           whom(report, "against", against), text_of(report, "text", text)[0] ? ": " : "",
           text);
}

static void print_deed(struct json deed)
{
    char by[TEXT_SIZE], action[TEXT_SIZE], who[TEXT_SIZE], report[TEXT_SIZE], why[TEXT_SIZE];
    char game[TEXT_SIZE], tournament[TEXT_SIZE], time[BANNED_SIZE];
    uint64_t days = 0;

    (void)json_read_number(json_member(deed, "days"), &days);
    printf("%s  %s  %s", time_of(deed, time), whom(deed, "by", by),
           text_of(deed, "action", action));
    if (json_kind(json_member(deed, "who")) == JSON_OBJECT)
        printf("  %s", whom(deed, "who", who));
    if (days)
        printf("  %llu day%s", (unsigned long long)days, days == 1 ? "" : "s");
    if (text_of(deed, "game", game)[0])
        printf("  %s", game);
    if (text_of(deed, "tournament", tournament)[0])
        printf("  %s", tournament);
    if (text_of(deed, "report", report)[0])
        printf("  report %s", report);
    printf("%s%s\n", text_of(deed, "why", why)[0] ? ": " : "", why);
}

static void print_pair(struct json pair)
{
    char one[TEXT_SIZE], other[TEXT_SIZE];
    bool browser = json_kind(json_member(pair, "browser")) == JSON_TRUE;
    bool network = json_kind(json_member(pair, "network")) == JSON_TRUE;
    uint64_t games = 0, rated = 0;

    (void)json_read_number(json_member(pair, "games"), &games);
    (void)json_read_number(json_member(pair, "rated"), &rated);
    printf("%s  %s  %llu game%s, %llu rated; the same %s\n", whom(pair, "one", one),
           whom(pair, "other", other), (unsigned long long)games, games == 1 ? "" : "s",
           (unsigned long long)rated,
           browser && network ? "browser and network"
           : browser          ? "browser"
                              : "network");
}

/* Prints each of the LIST that OUT has; false without memory. */
static bool print_each(struct json_out *out, void (*print)(struct json value))
{
    size_t len;
    char *text = json_take(out, &len);
    struct json list = ledger_json(text), value = {NULL};

    while (list.at && (value = json_next(list, value, NULL)).at)
        print(value);
    free(text);
    return text != NULL;
}

/* --- What can be ordered --- */

static bool find(struct order *order, struct person *person)
{
    bool found = account_named(&order->people, order->name, person);

    if (!found)
        (void)cli_fail("nobody has an account of the name %.100s", order->name);
    return found;
}

static bool act(struct order *order, const char *action, const char *who)
{
    const struct deed deed = {.by = "operator",
                              .action = action,
                              .who = who,
                              .report = "",
                              .why = order->why,
                              .days = order->days};

    return deed_do(&order->people, &deed);
}

static bool name_moderator(struct order *order, bool is_one)
{
    struct person person;

    if (!find(order, &person))
        return false;
    moderator_name(&order->people, person.id, is_one);
    return act(order, is_one ? "moderator-add" : "moderator-remove", person.id);
}

static bool add(struct order *order)
{
    return name_moderator(order, true);
}

static bool take_away(struct order *order)
{
    return name_moderator(order, false);
}

static bool list_moderators(struct order *order)
{
    struct ledger_entry entry[MODERATORS_MAX];
    size_t n = ledger_list(
        order->people.ledger,
        &(struct ledger_range){.prefix = "moderator/", .most = MODERATORS_MAX}, entry);
    struct person person;

    for (size_t i = 0; i < n; i++)
        if (account_find(&order->people, entry[i].key + strlen("moderator/"), &person))
            printf("%s\n", person.name);
    return true;
}

static bool list_reports(struct order *order)
{
    struct json_out out = {0};
    struct ledger_name after = {""};

    reports_print(&order->people, &out, NULL, SIZE_MAX, &after);
    return print_each(&out, print_report);
}

static bool list_deeds(struct order *order)
{
    struct json_out out = {0};

    deeds_print(&order->people, &out, NULL, SIZE_MAX);
    return print_each(&out, print_deed);
}

static bool list_pairs(struct order *order)
{
    struct json_out out = {0};

    linked_accounts_print(&order->people, &out, NULL);
    return print_each(&out, print_pair);
}

static void print_whole(struct json report)
{
    print_report(report);
    print_lines(report);
}

static bool show(struct order *order)
{
    struct json_out out = {0};
    bool found;

    json_list(&out, NULL);
    found = report_print(&order->people, &out, order->name);
    json_end(&out);
    if (!found)
        (void)cli_fail("there is no report %.40s", order->name);
    return print_each(&out, print_whole) && found;
}

static bool dismiss(struct order *order)
{
    struct deed deed = {.by = "operator",
                        .action = "dismiss",
                        .who = "",
                        .report = order->name,
                        .why = order->why};
    bool done = report_decide(&order->people, &deed);

    if (!done)
        (void)cli_fail("there is no open report %.40s", order->name);
    return done;
}

static bool punish(struct order *order, const char *action)
{
    struct person person;

    return find(order, &person) && act(order, action, person.id);
}

static bool mute(struct order *order)
{
    return punish(order, "mute");
}

static bool unmute(struct order *order)
{
    return punish(order, "unmute");
}

static bool ban(struct order *order)
{
    return punish(order, "ban");
}

static bool unban(struct order *order)
{
    return punish(order, "unban");
}

static bool judge(struct order *order, const char *action)
{
    const struct deed deed = {.by = "operator",
                              .action = action,
                              .who = "",
                              .report = "",
                              .game = order->name,
                              .why = order->why};
    bool done = deed_do(&order->people, &deed);

    if (!done)
        (void)cli_fail("there is no rated game %.40s that has ended", order->name);
    return done;
}

static bool cancel(struct order *order)
{
    char maker[ID_SIZE];
    const struct deed deed = {.by = "operator",
                              .action = "cancel",
                              .who = maker,
                              .report = "",
                              .tournament = order->name,
                              .why = order->why};

    if (tournament_cancel(&order->people, NULL, order->name, maker))
        return deed_do(&order->people, &deed);
    (void)cli_fail("there is no tournament %.40s that is yet to begin", order->name);
    return false;
}

static bool take_out(struct order *order)
{
    return judge(order, "void");
}

static bool take_in(struct order *order)
{
    return judge(order, "unvoid");
}

static const struct command {
    const char *word, *second; /* or NULL */
    bool has_name, has_days;
    enum ledger_way way;
    bool (*run)(struct order *order);
} commands[] = {
    {"moderator", "add", true, false, LEDGER_WRITES, add},
    {"moderator", "remove", true, false, LEDGER_WRITES, take_away},
    {"moderator", "list", false, false, LEDGER_READS, list_moderators},
    {"reports", NULL, false, false, LEDGER_READS, list_reports},
    {"show", NULL, true, false, LEDGER_READS, show},
    {"dismiss", NULL, true, false, LEDGER_WRITES, dismiss},
    {"pairs", NULL, false, false, LEDGER_READS, list_pairs},
    {"mute", NULL, true, true, LEDGER_WRITES, mute},
    {"unmute", NULL, true, false, LEDGER_WRITES, unmute},
    {"ban", NULL, true, true, LEDGER_WRITES, ban},
    {"unban", NULL, true, false, LEDGER_WRITES, unban},
    {"cancel", NULL, true, false, LEDGER_WRITES, cancel},
    {"void", NULL, true, false, LEDGER_WRITES, take_out},
    {"unvoid", NULL, true, false, LEDGER_WRITES, take_in},
    {"log", NULL, false, false, LEDGER_READS, list_deeds},
};

/* The command of the words ARGV, whose last one may be a name; NULL if there is none. */
static const struct command *find_command(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        const struct command *c = &commands[i];

        if (argc == 1 + (c->second != NULL) + c->has_name && strcmp(argv[0], c->word) == 0 &&
            (!c->second || strcmp(argv[1], c->second) == 0))
            return c;
    }
    return NULL;
}

/* --- Carrying it out --- */

static uint64_t now_ms(void)
{
    struct timespec t;

    (void)clock_gettime(CLOCK_REALTIME, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static int run(const struct command *command, struct order *order)
{
    bool done;

    ledger_begin(order->people.ledger, command->way);
    done = command->run(order);
    if (!done)
        ledger_undo(order->people.ledger);
    else if (ledger_end(order->people.ledger) != LEDGER_DONE)
        return cli_fail("what is kept of people cannot be %s",
                        command->way == LEDGER_WRITES ? "written" : "read");
    return done ? CLI_OK : CLI_FAILED;
}

static int carry_out(const char *where, const struct command *command, struct order *order)
{
    struct alibi_error err = {.text = ""};
    struct lottery lottery;
    struct name_rules *names = name_rules_open();
    int used = ledger_is_used(where, &err), code = CLI_FAILED;
    struct ledger *ledger = used > 0 && names ? ledger_open(where, &err) : NULL;

    if (used == 0)
        code = cli_fail("nobody has an account at %s", where);
    else if (!ledger)
        code = cli_fail("%s", err.text[0] ? err.text : "the tables of ICU cannot be read");
    else if (!lottery_open(&lottery, NULL))
        code = cli_fail("there is no randomness");
    else {
        order->people = (struct people){
            .ledger = ledger, .lottery = &lottery, .names = names, .now = now_ms()};
        code = run(command, order);
    }
    ledger_close(ledger);
    name_rules_close(names);
    return code;
}

int cli_admin(const struct cli_verb *verb, int argc, char **argv)
{
    const char *where = NULL, *days = NULL, *why = NULL;
    const struct cli_option options[] = {
        {"--store", NULL, &where}, {"--days", NULL, &days}, {"--why", NULL, &why}};
    struct order order = {.why = ""};
    const struct command *command;

    argc = cli_options(verb, argc, argv, options, 3, 1, 3);
    if (argc < 0)
        return CLI_USAGE;
    command = find_command(argc, argv);
    if (!command || !where)
        return cli_misuse(verb, "expected --store WHERE and a DEED with what it needs");
    if (command->has_days != (days != NULL))
        return cli_misuse(verb, "%s",
                          days ? "--days is for mute and ban" : "expected --days N");
    if (days && !cli_number(days, "--days", 1, PENALTY_DAYS_MAX, &order.days))
        return CLI_USAGE;
    if (why && talk_text_read(why, strlen(why), order.why) == TALK_LENGTH)
        return cli_misuse(verb, "expected --why, one line of 1 to %d characters", TALK_MOST);
    order.name = command->has_name ? argv[argc - 1] : NULL;
    return carry_out(where, command, &order);
}
