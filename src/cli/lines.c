/* alibi referee and alibi player: the two line protocols on standard input and output. */
#include "cli.h"

#include <alibi/adviser.h>
#include <alibi/player.h>
#include <alibi/referee.h>

/* Bytes: the longest command, its CR, and one more that shows that a line was too long. */
enum { LINE_MAX_READ = ALIBI_COMMAND_MAX + 2 };

/* Reads a line into LINE, or as much as fits; false at the end of the input. */
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

/* Answers every line of the input until ANSWER_LINE returns false. */
static int answer_lines(bool (*answer_line)(void *who, const char *line, size_t len,
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

static bool ask_referee(void *who, const char *line, size_t len, struct alibi_text *reply)
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
    code = answer_lines(ask_referee, referee);
    alibi_referee_free(referee);
    return code;
}

static bool ask_adviser(void *who, const char *line, size_t len, struct alibi_text *reply)
{
    return alibi_adviser_answer(who, line, len, reply);
}

int cli_player(const struct cli_verb *verb, int argc, char **argv)
{
    const char *seed_text = "1", *memory_text = "64", *threads_text = "1";
    const struct cli_option options[] = {{"--seed", NULL, &seed_text},
                                         {"--memory", NULL, &memory_text},
                                         {"--threads", NULL, &threads_text}};
    struct alibi_adviser *adviser;
    struct alibi_error err;
    uint64_t seed, memory, threads;
    int n = cli_options(verb, argc, argv, options, 3, 0, 1), code;

    if (n < 0)
        return CLI_USAGE;
    if (!cli_number(seed_text, "--seed", 0, UINT64_MAX, &seed) ||
        !cli_number(memory_text, "--memory", 1, CLI_MEMORY_MAX, &memory) ||
        !cli_number(threads_text, "--threads", 1, ALIBI_THREADS_MAX, &threads))
        return CLI_USAGE;
    if (alibi_adviser_new(&adviser, n ? argv[0] : NULL, seed, (size_t)memory << 20, &err)) {
        (void)cli_fail("%s", err.text);
        return err.status == ALIBI_NO_MEMORY ? CLI_FAILED : CLI_USAGE;
    }
    (void)alibi_adviser_threads(adviser, (int)threads, NULL);
    code = answer_lines(ask_adviser, adviser);
    alibi_adviser_free(adviser);
    return code;
}
