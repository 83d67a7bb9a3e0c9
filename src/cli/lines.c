/* A protocol on standard input and output: a line in, a line out. */
#include "cli.h"

#include <alibi/referee.h>

/* Room for the longest command, its CR, and one byte by which who answers sees that a line was
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

int cli_answer_lines(bool (*answer_line)(void *who, const char *line, size_t len,
                                         struct alibi_text *reply),
                     void *who)
{
    static char line[LINE_MAX_READ], answer[ALIBI_REPLY_MAX];
    size_t len;

    while (read_line(line, &len)) {
        struct alibi_text reply = alibi_text_in(answer, sizeof answer);

        if (!answer_line(who, line, len, &reply))
            break;
        if (puts(answer) == EOF || fflush(stdout) != 0)
            return cli_fail("standard output could not be written");
    }
    return CLI_OK;
}
