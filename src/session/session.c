/* One game in play. */
#include <alibi/rng.h>
#include <alibi/session.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct ply {
    struct alibi_state before;
    alibi_move move;
    bool called; /* witnesses were called at its end */
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

    if (alibi_record_seat(record) != ALIBI_CHANCE)
        return alibi_fail(err, ALIBI_BAD_TEXT, 0,
                          "expected a whole record, this one is a seat's view of the game");
    status = alibi_session_new(&session, alibi_record_start(record));
    if (status != ALIBI_OK)
        return alibi_fail(err, status, 0, "out of memory");
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

const struct alibi_state *alibi_session_before(const struct alibi_session *session, size_t i)
{
    assert(i < session->n);
    return &session->ply[i].before;
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
        size_t cap = session->cap ? 2 * session->cap : 64;
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
        return alibi_fail(err, ALIBI_NO_MEMORY, 0, "out of memory");
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

size_t alibi_session_retractable(const struct alibi_session *session, enum alibi_seat seat)
{
    size_t n = 0;

    if (session->now.to_act != seat)
        return 0;
    while (n < session->n) {
        const struct ply *ply = &session->ply[session->n - 1 - n];

        if (ply->before.to_act != seat || ply->before.round != session->now.round ||
            ply->before.slot != session->now.slot)
            break;
        n++;
    }
    return n;
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
        return alibi_fail(err, ALIBI_NO_MEMORY, 0, "out of memory");
    return ALIBI_OK;
}

void alibi_session_view(const struct alibi_session *session, enum alibi_seat seat,
                        struct alibi_view *view)
{
    session->now.game->observe(view, &session->now, seat);
}

int alibi_session_moves(const struct alibi_session *session, enum alibi_seat seat,
                        alibi_move out[ALIBI_MOVES_MAX])
{
    struct alibi_view view;

    if (session->now.to_act != seat || seat > ALIBI_DETECTIVE)
        return 0;
    alibi_session_view(session, seat, &view);
    return view.seen.game->moves(&view.seen, out);
}

/* --- The redacted history --- */

/* Who is told, and how. */
struct telling {
    alibi_hear *hear;
    void *ear;
    enum alibi_seat seat;
};

static int tell_move(const struct telling *to, const struct ply *ply, enum alibi_seat seat,
                     const struct alibi_state *before)
{
    char token[ALIBI_TOKEN_MAX];
    struct alibi_text text = alibi_text_in(token, sizeof token);

    alibi_token_print(&text, &ply->before, ply->move, seat);
    return to->hear(to->ear, token, before);
}

static int tell_result(const struct telling *to, const struct alibi_state *end)
{
    char token[60];
    struct alibi_text text = alibi_text_in(token, sizeof token);

    alibi_text_str(&text, "over=");
    alibi_result_print(&text, end);
    return to->hear(to->ear, token, NULL);
}

/* A card that was hidden when the session began, in the middle of a game. */
static int tell_card(const struct telling *to, const char *kind,
                     const struct alibi_character *who)
{
    char token[ALIBI_TOKEN_MAX];
    struct alibi_text text = alibi_text_in(token, sizeof token);

    alibi_text_format(&text, "%s%s", kind, who->code);
    return to->hear(to->ear, token, NULL);
}

/* What the start hid of the truth S. */
static int tell_start(const struct telling *to, const struct alibi_state *s)
{
    const struct alibi_character *who = s->game->characters;
    struct alibi_view view;
    int status = ALIBI_OK;

    s->game->observe(&view, s, to->seat);
    for (int seat = ALIBI_JACK; seat <= ALIBI_DETECTIVE; seat++) {
        if (!((view.seen.hides >> seat) & 1))
            continue;
        if (seat == ALIBI_JACK && s->round > 0)
            status = tell_card(to, "deal=", &who[s->identity]);
        for (int i = 0; i < s->game->n_characters && status == ALIBI_OK; i++)
            if ((s->alibis[seat] >> i) & 1)
                status = tell_card(to, "alibi=", &who[i]);
    }
    return status;
}

/* After the end: what the seat had not been shown, in order. */
static int tell_revealed(const struct telling *to, const struct alibi_session *session)
{
    int status = tell_start(to, &session->ply[0].before);

    for (size_t i = 0; i < session->n && status == ALIBI_OK; i++) {
        const struct ply *ply = &session->ply[i];
        enum alibi_seat owner = ply->before.game->secret_of(&ply->before, ply->move);

        if (owner != ALIBI_NOBODY && owner != to->seat)
            status = tell_move(to, ply, ALIBI_CHANCE, NULL);
    }
    return status;
}

/* The state after ply I. */
static const struct alibi_state *after(const struct alibi_session *session, size_t i)
{
    return i + 1 < session->n ? &session->ply[i + 1].before : &session->now;
}

int alibi_session_tell(const struct alibi_session *session, size_t i, enum alibi_seat seat,
                       alibi_hear *hear, void *ear)
{
    const struct telling to = {hear, ear, seat};
    const struct ply *ply = &session->ply[i];
    int status;

    assert(i < session->n);
    status = tell_move(&to, ply, seat, &ply->before);
    if (seat == ALIBI_CHANCE)
        return status;
    if (status == ALIBI_OK && ply->called)
        status = hear(ear,
                      after(session, i)->witness == ALIBI_VISIBLE ? "witness=visible"
                                                                  : "witness=invisible",
                      NULL);
    if (status != ALIBI_OK || after(session, i)->winner == ALIBI_NOBODY)
        return status;
    status = tell_result(&to, &session->now);
    return status == ALIBI_OK ? tell_revealed(&to, session) : status;
}

static int add_token(void *record, const char *token, const struct alibi_state *before)
{
    return alibi_record_add(record, token, before);
}

int alibi_session_record(const struct alibi_session *session, enum alibi_seat seat,
                         struct alibi_record **out)
{
    const struct alibi_state *first = session->n ? &session->ply[0].before : &session->now;
    struct alibi_view start = {.seat = seat, .seen = *first};
    struct alibi_record *record = NULL;
    int status;

    if (seat != ALIBI_CHANCE)
        first->game->observe(&start, first, seat);
    status = alibi_record_new(&record, &start.seen, seat);
    for (size_t i = 0; i < session->n && status == ALIBI_OK; i++)
        status = alibi_session_tell(session, i, seat, add_token, record);
    if (status != ALIBI_OK) {
        alibi_record_free(record);
        return status;
    }
    alibi_record_result(record, &session->now);
    *out = record;
    return ALIBI_OK;
}
