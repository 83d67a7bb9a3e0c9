/* alibi player: a player on standard input and output. */
#include "cli.h"

#include <alibi/adviser.h>

static bool answer(void *who, const char *line, size_t len, struct alibi_text *reply)
{
    return alibi_adviser_answer(who, line, len, reply);
}

int cli_player(const struct cli_verb *verb, int argc, char **argv)
{
    const char *seed_text = "1", *memory_text = "64";
    const struct cli_option options[] = {{"--seed", NULL, &seed_text},
                                         {"--memory", NULL, &memory_text}};
    struct alibi_adviser *adviser;
    struct alibi_error err;
    uint64_t seed, memory;
    int n = cli_options(verb, argc, argv, options, 2, 0, 1), code;

    if (n < 0)
        return CLI_USAGE;
    if (!cli_number(seed_text, "--seed", 0, UINT64_MAX, &seed) ||
        !cli_number(memory_text, "--memory", 1, CLI_MEMORY_MAX, &memory))
        return CLI_USAGE;
    if (alibi_adviser_new(&adviser, n ? argv[0] : NULL, seed, (size_t)memory << 20, &err)) {
        (void)cli_fail("%s", err.text);
        return err.status == ALIBI_NO_MEMORY ? CLI_FAILED : CLI_USAGE;
    }
    code = cli_answer_lines(answer, adviser);
    alibi_adviser_free(adviser);
    return code;
}
