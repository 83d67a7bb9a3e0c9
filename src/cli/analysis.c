/* What an analysis may look at: histories of seats, made from a record. */
#include "analysis.h"

#include "cli.h"

#include <alibi/watch.h>
#include <stdlib.h>
#include <string.h>

bool cli_is_move(const char *token)
{
    return strncmp(token, "witness=", 8) != 0 && strncmp(token, "over=", 5) != 0;
}

/* The same history as everybody reads it, from that of a game that goes on. */
static struct alibi_record *as_public(const struct alibi_record *history)
{
    struct alibi_view view = {alibi_record_seat(history), *alibi_record_start(history)};
    struct alibi_view open;
    struct alibi_state start;
    struct alibi_record *record = NULL;
    struct alibi_watch *watch;
    int status;

    if (alibi_watch_new(&watch, &view) != ALIBI_OK)
        return NULL;
    view.seen.game->deal(&start, &view, 0);
    view.seen.game->observe(&open, &start, ALIBI_NOBODY);
    status = alibi_record_new(&record, &open.seen, ALIBI_NOBODY);
    for (size_t i = 0; i < alibi_record_length(history) && status == ALIBI_OK; i++) {
        const char *token = alibi_record_token(history, i);
        char shown[ALIBI_TOKEN_MAX];
        struct alibi_text text = alibi_text_in(shown, sizeof shown);
        alibi_move m;

        if (alibi_watch_settled(watch))
            alibi_watch_view(watch, &view);
        if (view.seen.game->parse(&m, token, strlen(token), NULL) == ALIBI_OK)
            alibi_token_print(&text, &view.seen, m, ALIBI_NOBODY);
        else
            alibi_text_str(&text, token);
        status = alibi_record_add(record, shown, NULL);
        (void)alibi_watch_see(watch, token, strlen(token), NULL);
    }
    alibi_watch_free(watch);
    if (status == ALIBI_OK)
        return record;
    alibi_record_free(record);
    return NULL;
}

/* The whole truth: both seats' histories, or, while the game goes on and only SEAT is asked
 * for, his alone. */
static bool from_whole(struct cli_analysis *a, const struct alibi_session *session,
                       enum alibi_seat seat)
{
    bool over = alibi_session_state(session)->winner != ALIBI_NOBODY;
    bool all = over || seat == ALIBI_CHANCE;
    int status = ALIBI_OK;

    for (int i = 0; i < 2 && status == ALIBI_OK; i++)
        if (seat == ALIBI_CHANCE || (int)seat == i)
            status = alibi_session_record(session, (enum alibi_seat)i, &a->history[i]);
    if (status == ALIBI_OK)
        status = alibi_session_record(
            session, all || seat == ALIBI_DETECTIVE ? ALIBI_DETECTIVE : ALIBI_NOBODY, &a->open);
    if (all)
        a->end = *alibi_session_state(session);
    return status == ALIBI_OK;
}

/* One seat's record of a game that goes on. */
static bool from_seat(struct cli_analysis *a, struct alibi_record *record, enum alibi_seat seat)
{
    enum alibi_seat own = alibi_record_seat(record);

    a->open = own == ALIBI_JACK ? as_public(record) : record;
    if (own <= ALIBI_DETECTIVE && (seat == ALIBI_CHANCE || seat == own))
        a->history[own] = record;
    else if (a->open != record)
        alibi_record_free(record);
    return a->open != NULL;
}

bool cli_analysis_open(struct cli_analysis *a, const char *path, enum alibi_seat seat)
{
    struct alibi_record *record = cli_read_record(path), *whole;
    struct alibi_session *session;
    struct alibi_error err;
    bool done;

    if (!record)
        return false;
    a->game = alibi_record_game(record);
    if (alibi_record_seat(record) != ALIBI_CHANCE) {
        if (alibi_record_complete(&whole, record, &err) != ALIBI_OK)
            return from_seat(a, record, seat);
        alibi_record_free(record);
        record = whole;
    }
    if (alibi_session_from_record(&session, record, &err) != ALIBI_OK) {
        alibi_record_free(record);
        (void)cli_fail("%s: %s", path, err.text);
        return false;
    }
    alibi_record_free(record);
    done = from_whole(a, session, seat);
    alibi_session_free(session);
    if (!done)
        (void)cli_fail("out of memory");
    return done;
}

void cli_analysis_close(struct cli_analysis *a)
{
    bool shared = false;

    for (int i = 0; i < 2; i++) {
        shared = shared || a->history[i] == a->open;
        alibi_record_free(a->history[i]);
    }
    if (!shared)
        alibi_record_free(a->open);
    free(a->decision);
    free(a->belief);
}
