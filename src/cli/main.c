/* alibi: one program, a verb for each job. */
#include "cli.h"

#include <string.h>

static const struct cli_verb verbs[] = {
    {"referee", cli_referee, "GAME [option=value ...]",
     "drive the rules line by line, for other programs",
     "Commands: new, legal, do, undo, state, view, perft, position, load, record, quit.\n"},
    {"perft", cli_perft, "GAME [option=value ...] DEPTH [TOKEN ...]",
     "count the token sequences of each length up to DEPTH", NULL},
    {"bench", cli_bench, "GAME [option=value ...] [--games N] [--seed S]",
     "play random games as fast as possible", NULL},
};

static const size_t n_verbs = sizeof verbs / sizeof verbs[0];

static void print_verb_help(const struct cli_verb *verb)
{
    printf("usage: alibi %s %s\n\n%s\n", verb->name, verb->usage, verb->about);
    if (verb->help)
        printf("\n%s", verb->help);
}

static void print_help(void)
{
    printf("usage: alibi VERB [ARGUMENT ...]\n\n");
    for (size_t i = 0; i < n_verbs; i++)
        printf("  %-10s %s\n", verbs[i].name, verbs[i].about);
    printf("\n`alibi VERB --help` tells more.\n");
}

static const struct cli_verb *find_verb(const char *name)
{
    for (size_t i = 0; i < n_verbs; i++)
        if (strcmp(verbs[i].name, name) == 0)
            return &verbs[i];
    return NULL;
}

static int run(int argc, char **argv)
{
    const struct cli_verb *verb;

    if (argc < 2) {
        (void)fputs("alibi: expected a verb; `alibi --help` lists them\n", stderr);
        return CLI_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("alibi %s\n", ALIBI_VERSION);
        return CLI_OK;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        print_help();
        return CLI_OK;
    }
    verb = find_verb(argv[1]);
    if (!verb) {
        (void)fprintf(stderr, "alibi: no verb %.100s; `alibi --help` lists them\n", argv[1]);
        return CLI_USAGE;
    }
    for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            print_verb_help(verb);
            return CLI_OK;
        }
    }
    return verb->run(verb, argc - 2, argv + 2);
}

int main(int argc, char **argv)
{
    int code = run(argc, argv);

    /* A full disk or a closed pipe is a failure too. */
    if (fflush(stdout) != 0 && code == CLI_OK)
        return cli_fail("standard output could not be written");
    return code;
}
