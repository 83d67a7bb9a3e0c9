/* Conversations with a referee, as tables. */
#ifndef REFEREES_H
#define REFEREES_H

#include "talk.h"

#include <alibi/referee.h>

static inline struct alibi_referee *referee_of(const char *game)
{
    static const uint8_t option[ALIBI_OPTIONS_MAX];
    struct alibi_referee *referee;

    assert_int_equal(alibi_referee_new(&referee, alibi_game_find(game), option), ALIBI_OK);
    return referee;
}

/* The answer to LEN bytes, in a buffer that fits every answer. */
static const char *ask(struct alibi_referee *referee, const char *line, size_t len)
{
    static char reply[ALIBI_REPLY_MAX];
    struct alibi_text text = alibi_text_in(reply, sizeof reply);

    CHECK(alibi_referee_answer(referee, line, len, &text), "%.*s ended it", (int)len, line);
    CHECK(text.len < text.cap, "%.*s", (int)len, line);
    CHECK(strlen(reply) == text.len, "a NUL in the answer to %.*s", (int)len, line);
    return reply;
}

/* A NULL line starts a referee of the game that the answer names. */
static inline void check_talk(const struct exchange *talk, size_t n)
{
    struct alibi_referee *referee = NULL;

    for (size_t i = 0; i < n; i++) {
        const char *got;

        if (!talk[i].line) {
            alibi_referee_free(referee);
            referee = referee_of(talk[i].answer);
            continue;
        }
        got = ask(referee, talk[i].line, strlen(talk[i].line));
        CHECK(is_answer(got, talk[i].answer), "%zu: %s\n  answer:   %s\n  expected: %s", i,
              talk[i].line, got, talk[i].answer);
    }
    alibi_referee_free(referee);
}

#endif
