/* The home: requests on their way through the app, and its words. */
#include "home.h"

#include "home_parts.h"
#include "job_text.h"
#include "stream.h"
#include "thinking.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_MAX = 1000000000, STREAM_BLOCK = 16 << 10 };

/* A request that is being answered. */
struct guest_visit {
    struct guest_visit *next;
    unsigned number;
    bool left;  /* nobody waits for it */
    char *line; /* what it asks for, taken apart */
    struct visit v;
};

/* A job that somebody thinks about. */
struct taken {
    struct taken *next;
    unsigned number;
    struct job *job;
};

struct home {
    struct app *app;
    struct hash guest;
    struct guest_visit *visits; /* the oldest first */
    struct taken *taken;
    unsigned thoughts; /* that were given out */
    bool keeping;      /* what is to be kept has been said */
    char *said;
};

/* The day, which is the same in every home. */
static char day[DATE_SIZE] = "1970-01-01";

static void today(char out[DATE_SIZE])
{
    memcpy(out, day, sizeof day);
}

/* It is handled again when the home is heard. */
static void wake(struct visit *v)
{
    (void)v;
}

/* --- Opening and closing --- */

struct home *home_open(const struct home_options *options)
{
    struct app_options app = {
        .version = options->version, .script = options->script, .today = today, .wake = wake};
    struct home *home = calloc(1, sizeof *home);
    struct app_parts parts;

    _Static_assert(sizeof app.lottery.seed == HOME_SEED_BYTES, "the seed is the lottery's");
    memcpy(app.lottery.seed, options->seed, sizeof app.lottery.seed);
    app.key = hash_of(options->seed, sizeof options->seed);
    app.lottery.drawn = 1; /* a server draws a cookie for its first guest */
    if (home && home_parts_open(&parts, today, options->think_ms))
        home->app = app_open(&app, &parts, NULL);
    if (!home || !home->app) {
        free(home);
        return NULL;
    }
    home->guest = hash_of("device", strlen("device"));
    return home;
}

static void free_visit(struct guest_visit *visit)
{
    if (visit->v.stream)
        stream_free(visit->v.stream);
    request_clear(&visit->v.r);
    free(visit->line);
    free(visit);
}

void home_close(struct home *home)
{
    if (!home)
        return;
    app_stop(home->app);
    while (home->app->writing > 0) {
        home_writer_done(home->app->part.writer, false);
        app_collect(home->app);
    }
    while (home->visits) {
        struct guest_visit *visit = home->visits;

        home->visits = visit->next;
        free_visit(visit);
    }
    while (home->taken) {
        struct taken *taken = home->taken;

        home->taken = taken->next;
        job_free(taken->job);
        free(taken);
    }
    app_close(home->app);
    free(home->said);
    free(home);
}

/* --- What it is told --- */

/* The words of a line: a verb, a number or an id, and the rest. */
struct told {
    char *verb, *first, *rest;
    const char *text; /* what follows the line */
    size_t len;
};

static char *copy_line(const char *text, size_t n)
{
    char *line = malloc(n + 1);

    if (!line)
        return NULL;
    memcpy(line, text, n);
    line[n] = '\0';
    return line;
}

static char *cut_word(char *text)
{
    char *space = text ? strchr(text, ' ') : NULL;

    if (space)
        *space++ = '\0';
    return space;
}

static bool read_number(const char *text, unsigned *number)
{
    unsigned long n;
    char *end;

    if (!text || *text < '0' || *text > '9')
        return false;
    n = strtoul(text, &end, 10);
    *number = (unsigned)n;
    return !*end && n <= NUMBER_MAX;
}

static struct guest_visit *find_visit(const struct home *home, unsigned number)
{
    struct guest_visit *visit = home->visits;

    while (visit && (visit->number != number || visit->left))
        visit = visit->next;
    return visit;
}

static bool tell_load(struct home *home, const struct told *told)
{
    struct kept_game *game = kept_game_parse(told->text, told->len);

    if (game && kept_game_is_sound(game) && home_add(home->app->part.reader, game))
        return true;
    kept_game_free(game);
    return false;
}

/* Refuses what a server's wire refuses. */
static void check_request(struct request *r, size_t len)
{
    size_t most = route_body_max(r->route);

    if (r->route == ROUTE_PAGE)
        request_refuse(r, &request_no.no_page, NULL);
    else if (r->route == ROUTE_BAD_METHOD)
        request_refuse(r, &request_no.method, ALIBI_WITH(r->allow));
    else if (route_is_post(r->route) && len > most)
        request_refuse(r, &request_no.too_large, ALIBI_WITH(alibi_number(most).text));
}

static bool tell_ask(struct home *home, const struct told *told)
{
    struct guest_visit *visit, **last = &home->visits;
    unsigned number;

    if (!read_number(told->first, &number) || !told->rest || find_visit(home, number))
        return false;
    visit = calloc(1, sizeof *visit);
    if (visit) {
        visit->line = copy_line(told->rest, strlen(told->rest));
        visit->v.r.body = copy_line(told->text, told->len);
    }
    if (!visit || !visit->line || !visit->v.r.body) {
        if (visit)
            free_visit(visit);
        return false;
    }
    visit->number = number;
    visit->v.has_guest = visit->v.issued = visit->v.is_browser = true;
    visit->v.guest = home->guest;
    visit->v.r.len = told->len;
    request_line(&visit->v.r, visit->line);
    check_request(&visit->v.r, told->len);
    while (*last)
        last = &(*last)->next;
    *last = visit;
    return true;
}

/* One that waits is with the app until it has been answered. */
static bool tell_leave(struct home *home, const struct told *told)
{
    struct guest_visit *visit;
    unsigned number;

    if (!read_number(told->first, &number))
        return false;
    visit = find_visit(home, number);
    if (visit)
        visit->left = true;
    return visit != NULL;
}

static bool tell_kept(struct home *home, const struct told *told)
{
    if (!home->keeping)
        return false;
    home->keeping = false;
    home_writer_done(home->app->part.writer, strcmp(told->verb, "kept") == 0);
    return true;
}

static bool tell_thought(struct home *home, const struct told *told)
{
    struct taken **at = &home->taken, *taken;
    unsigned number;

    if (!read_number(told->first, &number))
        return false;
    while (*at && (*at)->number != number)
        at = &(*at)->next;
    taken = *at;
    if (!taken)
        return false;
    *at = taken->next;
    (void)job_parse_answer(taken->job, told->text, told->len);
    home_computer_done(home->app->part.computer, taken->job);
    free(taken);
    return true;
}

static bool tell_forget(struct home *home, const struct told *told)
{
    return told->first && id_is_shaped(told->first, strlen(told->first)) &&
           home_has(home->app->part.reader, told->first) &&
           app_remove(home->app, told->first, 0);
}

static bool is_day(const char *text)
{
    static const char shape[DATE_SIZE] = "0000-00-00";

    for (size_t i = 0; i < sizeof shape; i++)
        if (shape[i] == '0' ? text[i] < '0' || text[i] > '9' : text[i] != shape[i])
            return false;
    return true;
}

static bool tell_tick(struct home *home, const struct told *told)
{
    if (!told->first || !is_day(told->first))
        return false;
    memcpy(day, told->first, sizeof day);
    app_tick(home->app);
    return true;
}

static bool tell(struct home *home, const struct told *told)
{
    static const struct {
        const char *verb;
        bool (*tell)(struct home *home, const struct told *told);
    } verbs[] = {{"load", tell_load},     {"ask", tell_ask},     {"leave", tell_leave},
                 {"kept", tell_kept},     {"unkept", tell_kept}, {"thought", tell_thought},
                 {"forget", tell_forget}, {"tick", tell_tick}};

    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (strcmp(told->verb, verbs[i].verb) == 0)
            return verbs[i].tell(home, told);
    return false;
}

bool home_tell(struct home *home, const char *text, size_t len)
{
    const char *newline = len > 0 ? memchr(text, '\n', len) : NULL;
    size_t n = newline ? (size_t)(newline - text) : len;
    struct told told = {.text = newline ? newline + 1 : "", .len = newline ? len - n - 1 : 0};
    char *line;
    bool good = false;

    if (len > HOME_TEXT_MAX || (n > 0 && memchr(text, '\0', n)))
        return false;
    line = copy_line(text, n);
    if (line) {
        told.verb = line;
        told.first = cut_word(line);
        told.rest = cut_word(told.first);
        good = tell(home, &told);
    }
    free(line);
    return good;
}

/* --- What it says --- */

/* Says a HEAD and what belongs to it. Without memory there is no honest way to go on. */
static const char *say(struct home *home, size_t *len, const char *text, size_t n,
                       const char *head, ...) ALIBI_PRINTF(5, 6);

static const char *say(struct home *home, size_t *len, const char *text, size_t n,
                       const char *head, ...)
{
    char line[120];
    va_list args;
    size_t before;

    va_start(args, head);
    before = (size_t)vsnprintf(line, sizeof line, head, args);
    va_end(args);
    free(home->said);
    home->said = malloc(before + n + 1);
    if (!home->said)
        abort();
    memcpy(home->said, line, before);
    if (n > 0)
        memcpy(home->said + before, text, n);
    *len = before + n;
    home->said[*len] = '\0';
    return home->said;
}

/* What a stream has to tell, or that it is over. */
static const char *say_stream(struct home *home, struct guest_visit *visit, size_t *len)
{
    char block[STREAM_BLOCK];
    long n = visit->left ? -1 : stream_read(visit->v.stream, block, sizeof block);

    if (n > 0)
        return say(home, len, block, (size_t)n, "events %u\n", visit->number);
    if (n == 0)
        return NULL;
    stream_free(visit->v.stream);
    visit->v.stream = NULL;
    visit->v.r.status = 200; /* it has had its answer */
    return visit->left ? NULL : say(home, len, NULL, 0, "end %u\n", visit->number);
}

static const char *say_visit(struct home *home, struct guest_visit *visit, size_t *len)
{
    struct request *r = &visit->v.r;

    while (!r->status && visit->v.progress == VISIT_FRESH && !visit->left) {
        app_handle(home->app, &visit->v);
        app_take_read(home->app); /* it is in memory: nobody has to wait for it */
    }
    if (visit->v.progress == VISIT_STREAM)
        return say_stream(home, visit, len);
    if (!r->status || visit->left)
        return NULL;
    return say(home, len, r->text, r->text_len, "answer %u %u %s\n", visit->number, r->status,
               r->type);
}

/* Whether a visit is over once it has been heard. */
static bool is_over(const struct guest_visit *visit)
{
    return !visit->v.stream &&
           (visit->v.r.status || (visit->left && visit->v.progress == VISIT_FRESH));
}

static const char *say_visits(struct home *home, size_t *len)
{
    const char *said = NULL;

    for (struct guest_visit **at = &home->visits; *at && !said;) {
        struct guest_visit *visit = *at;

        said = say_visit(home, visit, len);
        if (is_over(visit)) {
            *at = visit->next;
            free_visit(visit);
        } else {
            at = &visit->next;
        }
    }
    return said;
}

/* The games of a change, line by line. */
static const char *say_keep(struct home *home, size_t *len)
{
    struct home_kept kept[2];
    const char *said;
    int n = home->keeping ? 0 : home_writer_first(home->app->part.writer, kept);
    size_t size = 0, at = 0;
    char *text;

    if (n == 0)
        return NULL;
    for (int i = 0; i < n; i++)
        size += ID_SIZE + 1 + kept[i].len;
    text = malloc(size + 1);
    if (!text)
        abort();
    for (int i = 0; i < n; i++)
        at += (size_t)snprintf(text + at, size + 1 - at, "%s%s%s\n", kept[i].id,
                               kept[i].text ? " " : "", kept[i].text ? kept[i].text : "");
    home->keeping = true;
    said = say(home, len, text, at, "keep\n");
    free(text);
    return said;
}

static const char *say_think(struct home *home, size_t *len)
{
    struct computer *computer = home->app->part.computer;
    struct job *job = home_computer_take(computer);
    struct taken *taken = job ? calloc(1, sizeof *taken) : NULL;
    unsigned ms = computer_ms(computer);
    const char *said;
    size_t n = 0;
    char *text;

    if (!job)
        return NULL;
    if (job->point && ms > THINKING_POINT_MS)
        ms = THINKING_POINT_MS;
    text = taken ? job_print(job, ms, &n) : NULL;
    if (!text)
        abort();
    *taken = (struct taken){home->taken, ++home->thoughts, job};
    home->taken = taken;
    said = say(home, len, text, n, "think %u\n", taken->number);
    free(text);
    return said;
}

const char *home_hear(struct home *home, size_t *len)
{
    const char *said;

    app_collect(home->app);
    said = say_visits(home, len);
    if (!said)
        said = say_keep(home, len);
    if (!said)
        said = say_think(home, len);
    return said;
}
