/* alibi serve: reads the options of the server and runs it. */
#include "cli.h"
#include "server/server.h"

#include <alibi/version.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct wishes {
    const char *bind, *port, *data, *origin, *think, *keep, *rate, *seed, *deal;
    bool quiet;
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

/* Reads the options; false after saying what was wrong. */
static bool read_wishes(const struct cli_verb *verb, const struct wishes *w,
                        struct server_options *o, uint64_t *seed)
{
    uint64_t port = 0, think = 1000, keep = 365, rate = 50;

    if ((w->port && !cli_number(w->port, "--port", 0, 65535, &port)) ||
        (w->think && !cli_number(w->think, "--think", 1, 600000, &think)) ||
        (w->keep && !cli_number(w->keep, "--keep", 0, 100000, &keep)) ||
        (w->rate && !cli_number(w->rate, "--rate", 0, 1000000, &rate)) ||
        (w->seed && !cli_number(w->seed, "--test-seed", 0, UINT64_MAX, seed)))
        return false;
    if (w->origin && !is_origin(w->origin)) {
        (void)cli_misuse(verb, "expected an origin such as https://play.example.org");
        return false;
    }
    o->bind = w->bind ? w->bind : "127.0.0.1";
    if ((w->seed || w->deal) && !is_loopback(o->bind)) {
        (void)cli_misuse(verb, "test options need an address of this machine");
        return false;
    }
    o->port = w->port ? w->port : "8421";
    o->think_ms = (unsigned)think;
    o->keep_days = (unsigned)keep;
    o->rate = (double)rate;
    o->origin = w->origin;
    o->quiet = w->quiet;
    o->seed = w->seed ? seed : NULL;
    o->script = w->deal;
    return true;
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
    return folder;
}

int cli_serve(const struct cli_verb *verb, int argc, char **argv)
{
    struct wishes w = {.bind = NULL};
    const struct cli_option options[] = {
        {"--bind", NULL, &w.bind},      {"--port", NULL, &w.port},
        {"--data", NULL, &w.data},      {"--origin", NULL, &w.origin},
        {"--think", NULL, &w.think},    {"--keep", NULL, &w.keep},
        {"--rate", NULL, &w.rate},      {"--test-seed", NULL, &w.seed},
        {"--test-deal", NULL, &w.deal}, {"--quiet", &w.quiet, NULL},
    };
    struct server_options o = {.version = alibi_version()};
    struct alibi_error err = {.text = ""};
    uint64_t seed = 0;
    char *folder;
    int code = CLI_OK;

    if (cli_options(verb, argc, argv, options, sizeof options / sizeof options[0], 0, 0) < 0 ||
        !read_wishes(verb, &w, &o, &seed))
        return CLI_USAGE;
    folder = data_folder(w.data);
    if (!folder)
        return CLI_FAILED;
    o.folder = folder;
    if (server_run(&o, print_address, &err) != ALIBI_OK)
        code = cli_fail("%s", err.text);
    free(folder);
    return code;
}
