/* What an analysis may look at: histories of seats, made from a record. */
#include "analysis.h"

#include "cli.h"

#include <alibi/watch.h>
#include <stdlib.h>
#include <string.h>

bool cli_is_move(const struct alibi_told *told)
{
    return told->kind == ALIBI_TOLD_MOVE || told->kind == ALIBI_TOLD_HIDDEN;
}

/* The same history as everybody reads it, from that of a game that goes on. */
static struct alibi_record *as_public(const struct alibi_record *history)
{
    struct alibi_view view = {alibi_record_viewer(history), *alibi_record_start(history)};
    struct alibi_view open;
    struct alibi_state start;
    struct alibi_record *record = NULL;
    struct alibi_watch *watch;
    int status;

    if (alibi_watch_new(&watch, &view) != ALIBI_OK)
        return NULL;
    view.seen.game->deal(&start, &view, 0);
    view.seen.game->observe(&open, &start, ALIBI_AS_PUBLIC);
    status = alibi_record_new(&record, &open.seen, ALIBI_AS_PUBLIC);
    for (size_t i = 0; i < alibi_record_length(history) && status == ALIBI_OK; i++) {
        struct alibi_told told = *alibi_record_told(history, i);

        (void)alibi_watch_hear(watch, &told, NULL);
        if (told.kind == ALIBI_TOLD_MOVE)
            told = alibi_told_move(&view.seen, told.move, ALIBI_AS_PUBLIC);
        status = alibi_record_add(record, &told, NULL);
        if (alibi_watch_settled(watch))
            alibi_watch_view(watch, &view);
    }
    alibi_watch_free(watch);
    if (status == ALIBI_OK)
        return record;
    alibi_record_free(record);
    return NULL;
}

/* The whole truth: both seats' histories, or, while the game goes on and only one is asked for,
 * that one alone. */
static bool from_whole(struct cli_analysis *a, const struct alibi_session *session,
                       enum alibi_viewer viewer)
{
    bool over = alibi_session_state(session)->winner != ALIBI_NOBODY;
    bool all = over || viewer == ALIBI_AS_TRUTH;
    int status = ALIBI_OK;

    for (int i = 0; i < 2 && status == ALIBI_OK; i++)
        if (viewer == ALIBI_AS_TRUTH || (int)viewer == i)
            status = alibi_session_record(session, (enum alibi_viewer)i, &a->history[i]);
    if (status == ALIBI_OK)
        status = alibi_session_record(
            session, all || viewer == ALIBI_AS_DETECTIVE ? ALIBI_AS_DETECTIVE : ALIBI_AS_PUBLIC,
            &a->open);
    if (all)
        a->end = *alibi_session_state(session);
    return status == ALIBI_OK;
}

/* One seat's record of a game that goes on. */
static bool from_seat(struct cli_analysis *a, struct alibi_record *record,
                      enum alibi_viewer viewer)
{
    enum alibi_viewer own = alibi_record_viewer(record);

    a->open = own == ALIBI_AS_JACK ? as_public(record) : record;
    if (own <= ALIBI_AS_DETECTIVE && (viewer == ALIBI_AS_TRUTH || viewer == own))
        a->history[own] = record;
    else if (a->open != record)
        alibi_record_free(record);
    return a->open != NULL;
}

bool cli_analysis_open(struct cli_analysis *a, const char *path, enum alibi_viewer viewer)
{
    struct alibi_record *record = cli_read_record(path), *whole;
    struct alibi_session *session;
    struct alibi_error err;
    bool done;

    if (!record)
        return false;
    a->game = alibi_record_game(record);
    if (alibi_record_viewer(record) != ALIBI_AS_TRUTH) {
        if (alibi_record_complete(&whole, record, &err) != ALIBI_OK)
            return from_seat(a, record, viewer);
        alibi_record_free(record);
        record = whole;
    }
    if (alibi_session_from_record(&session, record, &err) != ALIBI_OK) {
        alibi_record_free(record);
        (void)cli_fail("%s: %s", path, err.text);
        return false;
    }
    alibi_record_free(record);
    done = from_whole(a, session, viewer);
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
