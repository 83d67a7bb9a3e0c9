/* alibi referee: the referee on standard input and output. */
#include "cli.h"

#include <alibi/referee.h>

static bool answer(void *who, const char *line, size_t len, struct alibi_text *reply)
{
    return alibi_referee_answer(who, line, len, reply);
}

int cli_referee(const struct cli_verb *verb, int argc, char **argv)
{
    const struct alibi_game *game;
    uint8_t option[ALIBI_OPTIONS_MAX];
    struct alibi_referee *referee;
    int n = cli_options(verb, argc, argv, NULL, 0, 1, 1 + ALIBI_OPTIONS_MAX), code;

    if (n < 0)
        return CLI_USAGE;
    if (!cli_only_game(verb, n, argv, &game, option))
        return CLI_USAGE;
    if (alibi_referee_new(&referee, game, option) != ALIBI_OK)
        return cli_fail("out of memory");
    code = cli_answer_lines(answer, referee);
    alibi_referee_free(referee);
    return code;
}
