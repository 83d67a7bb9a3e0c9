/* One game in play: its moves, each with the state before it.
 *
 * States are small values, so a session keeps them all: undo, replay and the redacted history
 * of any viewer are look-ups, and no move has to be unmade. What a viewer is told is computed
 * from the history whenever somebody asks, and never stored; so one function decides what may
 * be told to whom: alibi_told_move. */
#include "core/refusals.h"

#include <alibi/rng.h>
#include <alibi/session.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct ply {
    struct alibi_state before;
    alibi_move move;
    bool called; /* the move ended with a call for witnesses */
};

struct alibi_session {
    struct alibi_state now;
    struct ply *ply;
    size_t n, cap;
    struct alibi_rng rng;
    char *script; /* outcomes still to come, or NULL */
    size_t script_at;
};

int alibi_session_new(struct alibi_session **out, const struct alibi_state *start)
{
    struct alibi_session *session = calloc(1, sizeof *session);

    assert(!start->hides);
    if (!session)
        return ALIBI_NO_MEMORY;
    session->now = *start;
    alibi_rng_seed(&session->rng, 0);
    *out = session;
    return ALIBI_OK;
}

int alibi_session_from_record(struct alibi_session **out, const struct alibi_record *record,
                              struct alibi_error *err)
{
    struct alibi_session *session;
    int status;

    if (alibi_record_viewer(record) != ALIBI_AS_TRUTH)
        return alibi_refuse(err, ALIBI_BAD_TEXT, 0, &alibi_no.record_whole, NULL);
    status = alibi_session_new(&session, alibi_record_start(record));
    if (status != ALIBI_OK)
        return alibi_refuse(err, status, 0, &alibi_no.system_memory, NULL);
    for (size_t i = 0; i < alibi_record_length(record) && status == ALIBI_OK; i++) {
        const char *token = alibi_record_token(record, i);

        status = alibi_session_do(session, token, strlen(token), err);
    }
    if (status != ALIBI_OK) {
        alibi_session_free(session);
        return status;
    }
    *out = session;
    return ALIBI_OK;
}

void alibi_session_free(struct alibi_session *session)
{
    if (session) {
        free(session->ply);
        free(session->script);
        free(session);
    }
}

const struct alibi_state *alibi_session_state(const struct alibi_session *session)
{
    return &session->now;
}

size_t alibi_session_length(const struct alibi_session *session)
{
    return session->n;
}

alibi_move alibi_session_move(const struct alibi_session *session, size_t i)
{
    assert(i < session->n);
    return session->ply[i].move;
}

const struct alibi_state *alibi_session_after(const struct alibi_session *session, size_t n)
{
    assert(n <= session->n);
    return n < session->n ? &session->ply[n].before : &session->now;
}

bool alibi_session_called(const struct alibi_session *session, size_t i)
{
    assert(i < session->n);
    return session->ply[i].called;
}

int alibi_session_play(struct alibi_session *session, alibi_move m)
{
    struct ply *ply;

    assert(alibi_is_legal(&session->now, m));
    if (session->n == session->cap) {
        /* A server has thousands of sessions, most of them short. */
        size_t cap = session->cap ? 2 * session->cap : 8;
        struct ply *grown = realloc(session->ply, cap * sizeof *grown);

        if (!grown)
            return ALIBI_NO_MEMORY;
        session->ply = grown;
        session->cap = cap;
    }
    ply = &session->ply[session->n++];
    ply->before = session->now;
    ply->move = m;
    ply->called = session->now.game->apply(&session->now, m);
    return ALIBI_OK;
}

int alibi_session_do(struct alibi_session *session, const char *token, size_t len,
                     struct alibi_error *err)
{
    alibi_move m;
    int status = alibi_token_parse(&m, &session->now, token, len, err);

    if (status != ALIBI_OK)
        return status;
    if (alibi_session_play(session, m) != ALIBI_OK)
        return alibi_refuse(err, ALIBI_NO_MEMORY, 0, &alibi_no.system_memory, NULL);
    return ALIBI_OK;
}

void alibi_session_undo(struct alibi_session *session, size_t n)
{
    assert(n <= session->n);
    if (n == 0)
        return;
    session->n -= n;
    session->now = session->ply[session->n].before;
}

size_t alibi_session_turn(const struct alibi_session *session, size_t n)
{
    const struct alibi_state *s = alibi_session_after(session, n);

    while (n > 0 && alibi_same_turn(alibi_session_after(session, n - 1), s))
        n--;
    return n;
}

size_t alibi_session_retractable(const struct alibi_session *session, enum alibi_seat seat)
{
    return session->now.to_act == seat ? session->n - alibi_session_turn(session, session->n)
                                       : 0;
}

void alibi_session_seed(struct alibi_session *session, uint64_t seed)
{
    alibi_rng_seed(&session->rng, seed);
}

int alibi_session_script(struct alibi_session *session, const char *outcomes)
{
    size_t n = strlen(outcomes) + 1;
    char *text = malloc(n);

    if (!text)
        return ALIBI_NO_MEMORY;
    memcpy(text, outcomes, n);
    free(session->script);
    session->script = text;
    session->script_at = 0;
    return ALIBI_OK;
}

int alibi_session_roll(struct alibi_session *session, struct alibi_error *err)
{
    alibi_move m[ALIBI_MOVES_MAX];
    int n;

    assert(session->now.to_act == ALIBI_CHANCE);
    if (session->script) {
        const char *next = session->script + session->script_at;
        size_t len;

        next += strspn(next, " \n");
        len = strcspn(next, " \n");
        if (len > 0) {
            int status = alibi_session_do(session, next, len, err);

            if (status == ALIBI_OK)
                session->script_at = (size_t)(next + len - session->script);
            return status;
        }
    }
    n = session->now.game->moves(&session->now, m);
    if (alibi_session_play(session, m[alibi_rng_below(&session->rng, (uint32_t)n)]) != ALIBI_OK)
        return alibi_refuse(err, ALIBI_NO_MEMORY, 0, &alibi_no.system_memory, NULL);
    return ALIBI_OK;
}

void alibi_session_view(const struct alibi_session *session, enum alibi_viewer viewer,
                        struct alibi_view *view)
{
    alibi_view_of(view, &session->now, viewer);
}

int alibi_session_moves(const struct alibi_session *session, enum alibi_seat seat,
                        alibi_move out[ALIBI_MOVES_MAX])
{
    struct alibi_view view;

    if (session->now.to_act != seat || seat > ALIBI_DETECTIVE)
        return 0;
    alibi_session_view(session, alibi_viewer_of(seat), &view);
    return view.seen.game->moves(&view.seen, out);
}

/* --- The redacted history --- */

/* The viewer who is told, and the function to call. */
struct telling {
    alibi_hear *hear;
    void *ear;
    enum alibi_viewer viewer;
};

static int tell(const struct telling *to, struct alibi_told told,
                const struct alibi_state *before)
{
    return to->hear(to->ear, &told, before);
}

/* Reveals what the session's first state S, which may lie in the middle of a game, hid from the
 * viewer. */
static int reveal_start(const struct telling *to, const struct alibi_state *s)
{
    struct alibi_view view;
    int status = ALIBI_OK;

    s->game->observe(&view, s, to->viewer);
    for (int player = ALIBI_JACK; player <= ALIBI_DETECTIVE; player++) {
        alibi_move secret[ALIBI_SECRETS_MAX];
        int n = 0;

        if ((view.seen.hides >> player) & 1)
            n = s->game->secrets(s, (enum alibi_seat)player, secret);
        for (int i = 0; i < n && status == ALIBI_OK; i++)
            status = tell(to, alibi_told_move(s, secret[i], ALIBI_AS_TRUTH), NULL);
    }
    return status;
}

/* After the end: reveals what had been hidden from the viewer, in the order of play. */
static int reveal(const struct telling *to, const struct alibi_session *session)
{
    int status = reveal_start(to, alibi_session_after(session, 0));

    for (size_t i = 0; i < session->n && status == ALIBI_OK; i++) {
        const struct ply *ply = &session->ply[i];

        if (alibi_told_move(&ply->before, ply->move, to->viewer).kind == ALIBI_TOLD_HIDDEN)
            status = tell(to, alibi_told_move(&ply->before, ply->move, ALIBI_AS_TRUTH), NULL);
    }
    return status;
}

int alibi_session_tell(const struct alibi_session *session, size_t i, enum alibi_viewer viewer,
                       alibi_hear *hear, void *ear)
{
    const struct telling to = {hear, ear, viewer};
    const struct alibi_state *before = alibi_session_after(session, i);
    const struct alibi_state *after = alibi_session_after(session, i + 1);
    int status = tell(&to, alibi_told_move(before, session->ply[i].move, viewer), before);

    if (viewer == ALIBI_AS_TRUTH)
        return status;
    if (status == ALIBI_OK && session->ply[i].called)
        status = tell(&to, alibi_told_witness(after), NULL);
    if (status == ALIBI_OK && after->winner != ALIBI_NOBODY)
        status = tell(&to, alibi_told_result(after), NULL);
    return status == ALIBI_OK && after->winner != ALIBI_NOBODY ? reveal(&to, session) : status;
}

static int add_to_record(void *record, const struct alibi_told *told,
                         const struct alibi_state *before)
{
    return alibi_record_add(record, told, before);
}

int alibi_session_record(const struct alibi_session *session, enum alibi_viewer viewer,
                         struct alibi_record **out)
{
    struct alibi_record *record = NULL;
    struct alibi_view start;
    int status;

    alibi_view_of(&start, alibi_session_after(session, 0), viewer);
    status = alibi_record_new(&record, &start.seen, viewer);
    for (size_t i = 0; i < session->n && status == ALIBI_OK; i++)
        status = alibi_session_tell(session, i, viewer, add_to_record, record);
    if (status != ALIBI_OK) {
        alibi_record_free(record);
        return status;
    }
    alibi_record_result(record, &session->now);
    *out = record;
    return ALIBI_OK;
}
