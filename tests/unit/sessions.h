/* Sessions for the tests: making them, playing tokens, and tables of what may be taken back.
 * Rows of null are in tests/unit, those of a game with its rules. */
#ifndef SESSIONS_H
#define SESSIONS_H

#include "unit.h"

#include <alibi/session.h>

static inline struct alibi_session *session_at(const struct alibi_state *start)
{
    struct alibi_session *session;

    assert_int_equal(alibi_session_new(&session, start), ALIBI_OK);
    return session;
}

static inline struct alibi_session *session_of(const char *game)
{
    struct alibi_state s = unit_play(game, "");

    return session_at(&s);
}

/* Plays TOKENS, with spaces between them. */
static inline void play(struct alibi_session *session, const char *tokens)
{
    for (tokens += strspn(tokens, " "); *tokens; tokens += strspn(tokens, " ")) {
        size_t len = strcspn(tokens, " ");
        struct alibi_error err = {.text = ""};

        CHECK(alibi_session_do(session, tokens, len, &err) == ALIBI_OK, "%s at %s", err.text,
              tokens);
        tokens += len;
    }
}

/* How many moves each player may take back after TOKENS. */
struct retractable {
    const char *game, *tokens;
    size_t jack, detective;
};

static inline void check_retractable(const struct retractable *row, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct alibi_session *session = session_of(row[i].game);

        play(session, row[i].tokens);
        CHECK(alibi_session_retractable(session, ALIBI_JACK) == row[i].jack, "row %zu: %zu", i,
              alibi_session_retractable(session, ALIBI_JACK));
        CHECK(alibi_session_retractable(session, ALIBI_DETECTIVE) == row[i].detective,
              "row %zu: %zu", i, alibi_session_retractable(session, ALIBI_DETECTIVE));
        CHECK(alibi_session_retractable(session, ALIBI_NOBODY) == 0, "row %zu", i);
        alibi_session_free(session);
    }
}

#endif
