/* What an analysis may use: the histories of seats, made from a record.
 *
 * Of a game that goes on, everything is made from the redacted history of the viewer, by the
 * functions that serve seats' records. So an analysis cannot tell him what he does not know,
 * whatever the record holds. */
#include "parts.h"

#include <alibi/session.h>
#include <alibi/watch.h>

bool ana_is_move(const struct alibi_told *told)
{
    return told->kind == ALIBI_TOLD_MOVE || told->kind == ALIBI_TOLD_HIDDEN;
}

int ana_history_swap(struct alibi_record **out, const struct alibi_record *history, unsigned a,
                     unsigned b)
{
    const struct alibi_game *game = alibi_record_game(history);
    struct alibi_record *record = NULL;
    int status =
        alibi_record_new(&record, alibi_record_start(history), alibi_record_viewer(history));

    for (size_t i = 0; i < alibi_record_length(history) && status == ALIBI_OK; i++) {
        struct alibi_told told = *alibi_record_told(history, i);
        struct alibi_secret secret = {ALIBI_OPEN, ALIBI_NO_ONE};

        if (told.kind == ALIBI_TOLD_MOVE)
            secret = game->secret(told.move);
        if (secret.kind != ALIBI_OPEN && (secret.who == a || secret.who == b)) {
            secret.who = (uint8_t)(secret.who == a ? b : a);
            told.move = game->secret_move(secret);
        }
        status = alibi_record_add(record, &told, NULL);
    }
    if (status == ALIBI_OK)
        *out = record;
    else
        alibi_record_free(record);
    return status;
}

int ana_history_view(struct alibi_view *view, const struct alibi_record *history, size_t n,
                     struct alibi_error *err)
{
    struct alibi_watch *watch;
    int status;

    *view = (struct alibi_view){alibi_record_viewer(history), *alibi_record_start(history)};
    status = alibi_watch_new(&watch, view);
    if (status != ALIBI_OK)
        return status;
    for (size_t i = 0; i < n && status == ALIBI_OK; i++)
        status = alibi_watch_hear(watch, alibi_record_told(history, i), err);
    if (status == ALIBI_OK)
        alibi_watch_view(watch, view);
    alibi_watch_free(watch);
    return status;
}

/* --- One seat's record --- */

/* HISTORY, as the public reads it up to the result, into RECORD. WATCH has heard nothing yet,
 * and VIEW is what its viewer sees. */
static int copy_open(struct alibi_record *record, const struct alibi_record *history,
                     struct alibi_watch *watch, struct alibi_view view, struct alibi_error *err)
{
    int status = ALIBI_OK;

    for (size_t i = 0; i < alibi_record_length(history) && status == ALIBI_OK; i++) {
        struct alibi_told told = *alibi_record_told(history, i);

        status = alibi_watch_hear(watch, &told, err);
        if (status != ALIBI_OK)
            break;
        if (told.kind == ALIBI_TOLD_MOVE)
            told = alibi_told_move(&view.seen, told.move, ALIBI_AS_PUBLIC);
        status = alibi_record_add(record, &told, NULL);
        if (told.kind == ALIBI_TOLD_RESULT)
            break;
        if (alibi_watch_settled(watch))
            alibi_watch_view(watch, &view);
    }
    return status;
}

static int make_open(struct alibi_record **out, const struct alibi_record *history,
                     struct alibi_error *err)
{
    struct alibi_view view = {alibi_record_viewer(history), *alibi_record_start(history)};
    struct alibi_view open;
    struct alibi_state start;
    struct alibi_record *record = NULL;
    struct alibi_watch *watch;
    int status = alibi_watch_new(&watch, &view);

    if (status != ALIBI_OK)
        return status;
    view.seen.game->deal(&start, &view, 0);
    view.seen.game->observe(&open, &start, ALIBI_AS_PUBLIC);
    status = alibi_record_new(&record, &open.seen, ALIBI_AS_PUBLIC);
    if (status == ALIBI_OK)
        status = copy_open(record, history, watch, view, err);
    alibi_watch_free(watch);
    if (status == ALIBI_OK)
        *out = record;
    else
        alibi_record_free(record);
    return status;
}

/* From the redacted RECORD of a game that goes on, or began in its middle. */
static int find_in_redacted(struct ana_sources *out, const struct alibi_record *record,
                            enum alibi_viewer viewer, struct alibi_error *err)
{
    enum alibi_viewer own = alibi_record_viewer(record);
    int status = ALIBI_OK;

    if (own <= ALIBI_AS_DETECTIVE && (viewer == own || viewer == ALIBI_AS_TRUTH))
        status = ana_history_swap(&out->told[own], record, ALIBI_NO_ONE, ALIBI_NO_ONE);
    if (status == ALIBI_OK && !out->told[ALIBI_DETECTIVE])
        status = make_open(&out->open, record, err);
    return status;
}

/* --- The whole truth --- */

static int find_in_session(struct ana_sources *out, const struct alibi_session *session,
                           enum alibi_viewer viewer, struct alibi_error *err)
{
    bool over = alibi_session_state(session)->winner != ALIBI_NOBODY;
    struct alibi_record *known = NULL;
    int status = ALIBI_OK;

    if (over || viewer == ALIBI_AS_TRUTH) {
        out->truth = *alibi_session_state(session);
        for (int seat = 0; seat < 2 && status == ALIBI_OK; seat++)
            status = alibi_session_record(session, (enum alibi_viewer)seat, &out->told[seat]);
        return status;
    }
    status = alibi_session_record(session, viewer, &known);
    if (status == ALIBI_OK)
        status = find_in_redacted(out, known, viewer, err);
    alibi_record_free(known);
    return status;
}

static int find_in_whole(struct ana_sources *out, const struct alibi_record *record,
                         enum alibi_viewer viewer, struct alibi_error *err)
{
    struct alibi_session *session;
    int status = alibi_session_from_record(&session, record, err);

    if (status == ALIBI_OK) {
        status = find_in_session(out, session, viewer, err);
        alibi_session_free(session);
    }
    return status;
}

int ana_sources_find(struct ana_sources *out, const struct alibi_record *record,
                     enum alibi_viewer viewer, struct alibi_error *err)
{
    struct alibi_record *whole;
    int status;

    if (alibi_record_viewer(record) == ALIBI_AS_TRUTH)
        return find_in_whole(out, record, viewer, err);
    status = alibi_record_complete(&whole, record, NULL);
    if (status == ALIBI_NO_MEMORY)
        return status;
    if (status != ALIBI_OK) /* not the end, or not from the set-up */
        return find_in_redacted(out, record, viewer, err);
    status = find_in_whole(out, whole, viewer, err);
    alibi_record_free(whole);
    return status;
}

void ana_sources_free(struct ana_sources *sources)
{
    alibi_record_free(sources->told[0]);
    alibi_record_free(sources->told[1]);
    alibi_record_free(sources->open);
}

const struct alibi_record *ana_sources_believer(const struct ana_sources *sources)
{
    return sources->open ? sources->open : sources->told[ALIBI_DETECTIVE];
}
