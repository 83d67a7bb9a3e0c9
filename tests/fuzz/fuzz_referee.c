/* The referee: the first byte chooses the game, then come lines. Every line gets one answer
 * that fits, and a refused line changes nothing (but `do` keeps the tokens before the bad). */
#include "fuzz.h"

#include <alibi/referee.h>
#include <string.h>

static const struct alibi_game *game_number(unsigned i)
{
    const struct alibi_game *const *games = alibi_games();
    unsigned n = 0;

    while (games[n])
        n++;
    return games[i % n];
}

static void ask(struct alibi_referee *referee, const char *line, char *answer)
{
    struct alibi_text reply = alibi_text_in(answer, ALIBI_REPLY_MAX);

    (void)alibi_referee_answer(referee, line, strlen(line), &reply);
}

/* A deep perft is not a finding. */
static bool is_slow(const char *line, size_t len)
{
    for (size_t i = 0; i + 5 <= len; i++)
        if (memcmp(line + i, "perft", 5) == 0)
            return true;
    return false;
}

/* Sends a line. NOW is the position before it and becomes the position after it. */
static bool send(struct alibi_referee *referee, const char *line, size_t len, char *now)
{
    static char answer[ALIBI_REPLY_MAX], before[ALIBI_REPLY_MAX];
    struct alibi_text reply = alibi_text_in(answer, sizeof answer);

    if (!alibi_referee_answer(referee, line, len, &reply))
        return false;
    PROMISE(reply.len < reply.cap);
    memcpy(before, now, strlen(now) + 1);
    ask(referee, "position", now);
    if (strncmp(answer, "error", 5) == 0) {
        PROMISE(!strchr(answer, '\n'));
        PROMISE(answer[5] == ' ' || strcmp(before, now) == 0);
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t option[ALIBI_OPTIONS_MAX];
    struct alibi_referee *referee;
    const char *line = (const char *)data + 1, *end = (const char *)data + size;
    static char now[ALIBI_REPLY_MAX];

    if (size == 0 || alibi_referee_new(&referee, game_number(data[0]), option) != ALIBI_OK)
        return 0;
    ask(referee, "position", now);
    while (line < end) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        size_t len = (size_t)((newline ? newline : end) - line);

        if (!is_slow(line, len) && !send(referee, line, len, now))
            break;
        line += len + 1;
    }
    alibi_referee_free(referee);
    return 0;
}
