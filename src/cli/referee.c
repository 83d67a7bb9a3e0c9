/* alibi referee: the referee on standard input and output. */
#include "cli.h"

#include <alibi/referee.h>
#include <stdlib.h>

/* Room for the longest command, its CR, and one byte by which the referee sees that a line was
 * too long. */
enum { LINE_MAX_READ = ALIBI_COMMAND_MAX + 2 };

/* Reads a line into LINE. False at the end of the input. */
static bool read_line(char *line, size_t *len)
{
    int c = getchar();

    *len = 0;
    if (c == EOF)
        return false;
    for (; c != EOF && c != '\n'; c = getchar())
        if (*len < LINE_MAX_READ)
            line[(*len)++] = (char)c;
    return true;
}

static int serve(struct alibi_referee *referee)
{
    static char line[LINE_MAX_READ], answer[ALIBI_REPLY_MAX];
    size_t len;

    while (read_line(line, &len)) {
        struct alibi_text reply = alibi_text_in(answer, sizeof answer);

        if (!alibi_referee_answer(referee, line, len, &reply))
            break;
        if (puts(answer) == EOF || fflush(stdout) != 0)
            return cli_fail("standard output could not be written");
    }
    return CLI_OK;
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
    code = serve(referee);
    alibi_referee_free(referee);
    return code;
}
