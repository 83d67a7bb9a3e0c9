/* Requests to the server, without the network: a line "METHOD PATH [AS [AT]]", in which @
 * stands for the id of a game, then the body. Every answer is well formed, a refused request
 * changes nothing, and what a seat can tell by itself is what it is told. */
#include "fuzz.h"

#include "asking.h"
#include "json_read.h"
#include "lottery.h"
#include "server_parts.h"

#include <ftw.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 200 };

static struct app *app;
static int woken; /* readable when the app has something to collect */
static char folder[] = "/tmp/alibi-fuzz-XXXXXX", game[ID_SIZE];
static struct hash guest;

static void wake(struct visit *v)
{
    (void)v;
}

static int remove_one(const char *path, const struct stat *about, int type, struct FTW *at)
{
    (void)about;
    (void)type;
    (void)at;
    return remove(path);
}

static void clean(void)
{
    app_close(app);
    (void)nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* Handles a request to its end, even if it has to wait. */
static void finish(struct visit *v)
{
    while (!v->r.status) {
        struct pollfd ready = {.fd = woken, .events = POLLIN};
        uint64_t n;

        if (v->progress == VISIT_FRESH) {
            app_handle(app, v);
        } else {
            (void)poll(&ready, 1, app_timeout(app, 1000));
            (void)!read(woken, &n, sizeof n);
            app_collect(app);
        }
    }
}

/* The first game that is offered. */
static const struct alibi_game *offered(void)
{
    const struct alibi_game *const *g = alibi_games();

    while ((*g)->unlisted)
        g++;
    return *g;
}

/* A game on one device: the fuzzer has both seats. */
static void make_game(void)
{
    struct visit v = {
        .r = {.route = ROUTE_CREATE}, .has_guest = true, .issued = true, .guest = guest};
    struct json answer;
    char body[200];

    (void)snprintf(body, sizeof body,
                   "{\"game\":\"%s\",\"seats\":{\"jack\":\"me\",\"detective\":\"me\"}}",
                   offered()->name);
    v.r.body = strdup(body);
    v.r.len = strlen(body);
    finish(&v);
    PROMISE(v.r.status == 201);
    PROMISE(json_parse(&answer, v.r.text, v.r.text_len, ALIBI_PLACES_MAX, NULL) == ALIBI_OK);
    PROMISE(json_read_text(json_member(answer, "id"), game, sizeof game) > 0);
    request_clear(&v.r);
}

static void open_app(void)
{
    static const uint64_t seed = 1;
    struct app_options options = {.version = "fuzz", .today = parts_first_day, .wake = wake};
    const char *const stores[] = {folder};
    struct parts_options parts_options = {
        .store = stores, .n_stores = 1, .think_ms = 1, .threads = 1};
    struct app_parts parts;
    struct alibi_error err;

    PROMISE(mkdtemp(folder) != NULL);
    parts_options.wake = woken = eventfd(0, EFD_NONBLOCK);
    PROMISE(lottery_open(&options.lottery, &seed));
    PROMISE(parts_open(&parts, &parts_options, &err));
    app = app_open(&options, &parts, &err);
    PROMISE(app != NULL);
    (void)atexit(clean);
    guest = hash_of("fuzz", 4);
    make_game();
}

/* Splits the first line into words; returns how many. */
static int split(char *line, char *word[4])
{
    int n = 0;

    for (char *w = strtok(line, " "); w && n < 4; w = strtok(NULL, " "))
        word[n++] = w;
    return n;
}

static void check_answer(const struct request *r)
{
    struct json answer;
    char reason[400];

    PROMISE(r->status >= 200 && r->status < 600 && r->text);
    if (strcmp(r->type, "application/json") != 0)
        return;
    /* The strict parser accepts what is written. */
    PROMISE(json_parse(&answer, r->text, r->text_len, ALIBI_PLACES_MAX, NULL) == ALIBI_OK);
    PROMISE(json_kind(answer) == JSON_OBJECT);
    if (r->status >= 400) {
        PROMISE(json_read_text(json_member(json_member(answer, "error"), "reason"), reason,
                               sizeof reason) > 0);
        PROMISE(!strchr(reason, '\n'));
    }
}

/* Whoever asks a seat's own view is told what the table says, or nothing. */
static void check_seat(const struct request *r, enum alibi_viewer viewer)
{
    const struct table *table = &app_here(app, game)->table;
    struct request own = {
        .route = r->route, .as = r->as, .words = r->words, .body = r->body, .len = r->len};
    struct alibi_view view;

    table_view_at(table, table->n_events, viewer, &view);
    if (table_answer_seat(&own, &view, table->n_events))
        PROMISE(own.status == r->status && own.text_len == r->text_len &&
                memcmp(own.text, r->text, r->text_len) == 0);
    own.body = NULL; /* the other's */
    request_clear(&own);
}

static void ask(const char *method, const char *path, const char *as, const char *at,
                const uint8_t *body, size_t len)
{
    struct visit v = {.r = {.as = as, .at = at}, .has_guest = true, .guest = guest};
    struct request *r = &v.r;
    size_t before = app_here(app, game)->table.n_events;

    r->route = route_find(method, path, r->id, &r->allow);
    if (r->route >= ROUTES || route_is_stream(r->route))
        return;
    PROMISE(!*r->id || id_is_shaped(r->id, strlen(r->id)));
    if (route_is_post(r->route) && len <= route_body_max(r->route)) {
        r->body = malloc(len + 1);
        PROMISE(r->body != NULL);
        for (size_t i = 0; i < len; i++)
            r->body[i] = (char)body[i];
        r->len = len;
    }
    finish(&v);
    check_answer(r);
    if (strcmp(r->id, game) == 0 && (r->route == ROUTE_PREVIEW || r->route == ROUTE_REACH)) {
        check_seat(r, ALIBI_AS_JACK);
        check_seat(r, ALIBI_AS_DETECTIVE);
    }
    if (r->status >= 400)
        PROMISE(app_here(app, game)->table.n_events == before);
    if (app_here(app, game)->table.about.status == TABLE_OVER)
        make_game();
    request_clear(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *newline = memchr(data, '\n', size);
    size_t len = newline ? (size_t)(newline - data) : size, used = 0;
    char line[LINE_MAX_BYTES] = "", *word[4] = {NULL};

    if (!app)
        open_app();
    for (size_t i = 0; i < len && used + ID_SIZE < sizeof line; i++) {
        if (data[i] == '@')
            used += (size_t)snprintf(line + used, sizeof line - used, "%s", game);
        else if (data[i])
            line[used++] = (char)data[i];
    }
    if (split(line, word) >= 2)
        ask(word[0], word[1], word[2], word[3], newline ? newline + 1 : data,
            newline ? size - len - 1 : 0);
    return 0;
}
