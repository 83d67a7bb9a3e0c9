/* The player protocol. Every line gets an answer of one line that fits; a refused line changes
 * nothing; a move that `go` answers is legal. */
#include "fuzz.h"

#include <alibi/adviser.h>
#include <string.h>

static char answer[ALIBI_REPLY_MAX];

/* Puts the answer to a line into ANSWER; false for `quit`. */
static bool ask(struct alibi_adviser *adviser, const char *line, size_t len)
{
    struct alibi_text reply = alibi_text_in(answer, sizeof answer);

    if (!alibi_adviser_answer(adviser, line, len, &reply))
        return false;
    PROMISE(reply.len > 0 && reply.len < reply.cap && strlen(answer) == reply.len);
    PROMISE(!strchr(answer, '\n'));
    return true;
}

/* A long search is not a finding. */
static bool is_slow(const char *line, size_t len)
{
    for (size_t i = 0; i + 7 <= len; i++)
        if (memcmp(line + i, "player=", 7) == 0)
            return true;
    return false;
}

/* Sends a line. BELIEF is the belief before it and becomes the belief after it. */
static bool send(struct alibi_adviser *adviser, const char *line, size_t len, char belief[1000])
{
    bool refused;

    if (!ask(adviser, line, len))
        return false;
    refused = strncmp(answer, "error", 5) == 0;
    if (strncmp(answer, "move ", 5) == 0) {
        char see[60];
        struct alibi_text text = alibi_text_in(see, sizeof see);

        alibi_text_format(&text, "see %s", answer + 5);
        PROMISE(ask(adviser, see, text.len) && strcmp(answer, "ok") == 0);
    }
    PROMISE(ask(adviser, "belief", 6) && strlen(answer) < 1000);
    PROMISE(!refused || strcmp(belief, answer) == 0);
    memcpy(belief, answer, strlen(answer) + 1);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *line = (const char *)data, *end = line + size;
    struct alibi_adviser *adviser;
    char belief[1000];

    if (alibi_adviser_new(&adviser, "random", 1, 1 << 20, NULL) != ALIBI_OK)
        return 0;
    PROMISE(ask(adviser, "belief", 6));
    memcpy(belief, answer, strlen(answer) + 1);
    while (line < end) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        size_t len = (size_t)((newline ? newline : end) - line);

        if (!is_slow(line, len) && !send(adviser, line, len, belief))
            break;
        line += len + 1;
    }
    alibi_adviser_free(adviser);
    return 0;
}
