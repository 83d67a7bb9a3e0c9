/* alibi serve: reads the options of the server and runs it. */
#include "serve.h"
#include "server/parts/places.h"

#include <alibi/player.h>
#include <alibi/version.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct wishes {
    const char *bind, *port, *data, *origin, *think, *keep, *rate, *streams, *settings;
    const char *threads, *search;
    const char *proxy[PROXIES_MAX + 1]; /* one too many is refused */
    const char *store[PLACES_MAX + 1];
    bool quiet, as_root;
    struct serve_switches switches;
};

static void print_address(const char *url)
{
    printf("Alibi is at %s\n", url);
    (void)fflush(stdout);
}

static bool is_loopback(const char *address)
{
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0 ||
           strcmp(address, "localhost") == 0;
}

/* Whether URL is an origin as browsers send it: scheme, host, maybe a port, no final slash. */
static bool is_origin(const char *url)
{
    const char *host = strncmp(url, "https://", 8) == 0  ? url + 8
                       : strncmp(url, "http://", 7) == 0 ? url + 7
                                                         : "";

    return *host && strlen(url) < 200 &&
           host[strspn(host, "abcdefghijklmnopqrstuvwxyz0123456789.-:[]")] == '\0';
}

/* The proxies that are believed: of a server that has an ORIGIN, those on the machine itself if
 * none is named. */
static bool read_proxies(const struct cli_verb *verb, const struct wishes *w,
                         struct settings *settings)
{
    static const char *const usual[] = {"127.0.0.0/8", "::1"};
    const char *const *item = w->proxy[0] ? w->proxy : usual;
    size_t n = w->proxy[0] ? PROXIES_MAX + 1 : w->origin ? 2 : 0;
    struct alibi_error err = {.text = ""};

    for (size_t i = 0; i < n && item[i]; i++)
        if (!settings_add_proxy(settings, item[i], strlen(item[i]), &err)) {
            (void)cli_misuse(verb, "%s, not %.100s", err.text, item[i]);
            return false;
        }
    return true;
}

/* Reads the options; false after saying what was wrong. */
static bool read_wishes(const struct cli_verb *verb, const struct wishes *w,
                        struct server_options *o)
{
    uint64_t port = 0, think = 1000, keep = 365, rate = 50, streams = 100, threads = 0;
    uint64_t search = 1;

    if ((w->port && !cli_number(w->port, "--port", 0, 65535, &port)) ||
        (w->think && !cli_number(w->think, "--think", 1, 600000, &think)) ||
        (w->keep && !cli_number(w->keep, "--keep", 0, 100000, &keep)) ||
        (w->rate && !cli_number(w->rate, "--rate", 0, 1000000, &rate)) ||
        (w->streams && !cli_number(w->streams, "--streams", 0, 1000000, &streams)) ||
        (w->threads && !cli_number(w->threads, "--threads", 0, SERVER_THREADS_MAX, &threads)) ||
        (w->search &&
         !cli_number(w->search, "--search-threads", 1, ALIBI_THREADS_MAX, &search)) ||
        !read_proxies(verb, w, &o->settings))
        return false;
    if (w->threads && threads == 0 && !(w->store[0] && store_is_shared(w->store[0]))) {
        (void)cli_misuse(verb, "expected --threads 1 or more: only with --store postgres://... "
                               "can others think");
        return false;
    }
    if (w->origin && !is_origin(w->origin)) {
        (void)cli_misuse(verb, "expected an origin such as https://play.example.org");
        return false;
    }
    o->bind = w->bind ? w->bind : "127.0.0.1";
    o->port = w->port ? w->port : "8421";
    o->think_ms = (unsigned)think;
    o->threads = w->threads ? (int)threads : SERVER_THREADS_USUAL;
    o->search_threads = (int)search;
    o->origin = w->origin;
    o->settings.keep_days = (unsigned)keep;
    o->settings.rate = (double)rate;
    o->settings.streams = (unsigned)streams;
    o->settings.quiet = w->quiet;
    o->settings_path = w->settings;
    return true;
}

/* Whether nobody else can look into FOLDER; false after saying so. A folder that the program
 * has chosen itself is made private; one that a person names may be shared for a reason. */
static bool is_private(const char *folder, bool own)
{
    struct stat about;

    if (stat(folder, &about) != 0 || !S_ISDIR(about.st_mode)) {
        (void)cli_fail("%s: expected a folder", folder);
        return false;
    }
    if (!(about.st_mode & (S_IRWXO | S_IWGRP)) || (own && chmod(folder, 0700) == 0))
        return true;
    (void)cli_fail("%s: others can look into this folder, which has every secret of the games; "
                   "chmod 700 makes it private",
                   folder);
    return false;
}

bool serve_may_run(bool as_root)
{
    if (as_root || geteuid() != 0 || serve_for_tests)
        return true;
    (void)cli_fail("root should not run this: start it as another user, or say --as-root");
    return false;
}

/* The folder of the database, created if necessary; free it. */
static char *data_folder(const char *wished)
{
    char *folder = wished ? strdup(wished) : cli_state_path("server", "");

    if (folder && mkdir(folder, 0700) != 0 && errno != EEXIST) {
        (void)cli_fail("%s: %s", folder, strerror(errno));
        free(folder);
        return NULL;
    }
    if (!folder)
        (void)cli_fail("there is no folder for the games; name one with --data");
    else if (!is_private(folder, !wished)) {
        free(folder);
        return NULL;
    }
    return folder;
}

/* Runs the server on the stores that were named, or with a folder of its own. */
static int serve(struct wishes *w, struct server_options *o)
{
    struct alibi_error err = {.text = ""};
    char *folder = w->store[0] ? NULL : data_folder(w->data);
    int code = CLI_OK;

    if (folder)
        w->store[0] = folder;
    if (!w->store[0])
        return CLI_FAILED;
    o->store = w->store;
    while (o->n_stores <= PLACES_MAX && w->store[o->n_stores])
        o->n_stores++;
    if (server_run(o, print_address, &err) != ALIBI_OK)
        code = cli_fail("%s", err.text);
    free(folder);
    return code;
}

int cli_serve(const struct cli_verb *verb, int argc, char **argv)
{
    struct wishes w = {.bind = NULL};
    const struct cli_option usual[] = {
        {"--bind", NULL, &w.bind},
        {"--port", NULL, &w.port},
        {"--data", NULL, &w.data},
        {"--origin", NULL, &w.origin},
        {"--think", NULL, &w.think},
        {"--keep", NULL, &w.keep},
        {"--rate", NULL, &w.rate},
        {"--streams", NULL, &w.streams},
        {"--quiet", &w.quiet, NULL},
        {"--settings", NULL, &w.settings},
        {"--as-root", &w.as_root, NULL},
        {"--threads", NULL, &w.threads},
        {"--search-threads", NULL, &w.search},
    };
    struct cli_option options[sizeof usual / sizeof usual[0] + PROXIES_MAX + 1 + PLACES_MAX +
                              1 + SERVE_SWITCHES_MAX];
    size_t n = sizeof usual / sizeof usual[0];
    struct server_options o = {.version = alibi_version()};

    memcpy(options, usual, sizeof usual);
    for (size_t i = 0; i <= PROXIES_MAX; i++)
        options[n++] = (struct cli_option){"--proxy", NULL, &w.proxy[i]};
    for (size_t i = 0; i <= PLACES_MAX; i++)
        options[n++] = (struct cli_option){"--store", NULL, &w.store[i]};
    n += serve_switches(options + n, &w.switches);
    if (cli_options(verb, argc, argv, options, n, 0, 0) < 0 || !read_wishes(verb, &w, &o) ||
        !serve_take_switches(verb, &w.switches, is_loopback(o.bind), &o))
        return CLI_USAGE;
    if (w.store[0] && w.data)
        return cli_misuse(verb, "expected --data or --store, not both");
    if (!serve_may_run(w.as_root))
        return CLI_FAILED;
    return serve(&w, &o);
}
