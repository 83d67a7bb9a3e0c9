/* alibi think: thinks for the servers of a database, on a machine of its own. */
#include "serve.h"
#include "server/parts/store.h"
#include "server/parts/thinker.h"

#include <alibi/player.h>
#include <string.h>
#include <unistd.h>

enum { THREADS_MAX = 256 };

static void print_ready(int threads)
{
    printf("Alibi thinks with %d thread%s\n", threads, threads == 1 ? "" : "s");
    (void)fflush(stdout);
}

int cli_think(const struct cli_verb *verb, int argc, char **argv)
{
    const char *store = NULL, *threads = NULL, *search = "1";
    bool as_root = false;
    const struct cli_option options[] = {{"--store", NULL, &store},
                                         {"--threads", NULL, &threads},
                                         {"--search-threads", NULL, &search},
                                         {"--as-root", &as_root, NULL}};
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t n = cores > THREADS_MAX ? THREADS_MAX : cores > 0 ? (uint64_t)cores : 1, each;
    struct alibi_error err = {.text = ""};

    if (cli_options(verb, argc, argv, options, sizeof options / sizeof options[0], 0, 0) < 0 ||
        (threads && !cli_number(threads, "--threads", 1, THREADS_MAX, &n)) ||
        !cli_number(search, "--search-threads", 1, ALIBI_THREADS_MAX, &each))
        return CLI_USAGE;
    if (!store || !store_is_shared(store))
        return cli_misuse(verb, "expected --store postgres://user@host:port/name");
    if (!serve_may_run(as_root))
        return CLI_FAILED;
    if (thinker_run(store, (int)n, (int)each, print_ready, &err) != ALIBI_OK)
        return cli_fail("%s", err.text);
    return CLI_OK;
}
