/* The course of a game: chance draws lots, contestants are told and asked, and one who fails
 * loses. */
#include "duel.h"

#include "lots.h"

#include <string.h>

struct duel {
    struct match_game *game;
    struct alibi_session *session;
    struct match_contestant *const *seat;
    size_t told[2];            /* by seat, the tokens of its history that it has been told */
    uint8_t round[2], slot[2]; /* its latest turn, */
    double thinking[2];        /* and the seconds it has spent in it */
    bool no_memory;
};

static bool is_stopped(const struct duel *d)
{
    return atomic_load(d->seat[0]->stop);
}

/* SEAT loses because its contestant has failed. */
static void forfeit(struct duel *d, enum alibi_seat seat)
{
    d->game->winner = seat == ALIBI_JACK ? ALIBI_DETECTIVE : ALIBI_JACK;
    d->game->why = ALIBI_WHY_NONE;
    memcpy(d->game->fault, d->seat[seat]->fault, sizeof d->game->fault);
}

/* Tells SEAT what is new in its redacted history. */
static bool tell(struct duel *d, enum alibi_seat seat)
{
    struct alibi_record *record;
    bool heard;

    if (alibi_session_record(d->session, alibi_viewer_of(seat), &record) != ALIBI_OK) {
        d->no_memory = true;
        return false;
    }
    heard = match_contestant_see(d->seat[seat], record, d->told[seat]);
    d->told[seat] = alibi_record_length(record);
    alibi_record_free(record);
    return heard;
}

/* Adds up the cost of a decision in S. */
static void count(struct duel *d, const struct alibi_state *s, double seconds, uint64_t nodes)
{
    enum alibi_seat seat = s->to_act;
    struct match_effort *effort = &d->game->effort[seat];

    if (s->round != d->round[seat] || s->slot != d->slot[seat]) {
        effort->turns++;
        d->round[seat] = s->round;
        d->slot[seat] = s->slot;
        d->thinking[seat] = 0;
    }
    d->thinking[seat] += seconds;
    effort->seconds += seconds;
    effort->nodes += nodes;
    if (d->thinking[seat] > effort->longest)
        effort->longest = d->thinking[seat];
}

/* Lets SEAT play a token; false if its contestant failed. */
static bool decide(struct duel *d, enum alibi_seat seat)
{
    struct match_contestant *c = d->seat[seat];
    char token[ALIBI_TOKEN_MAX];
    struct alibi_error err;
    uint64_t nodes;
    double start;

    if (!tell(d, seat))
        return false;
    start = match_now();
    if (!match_contestant_go(c, token, &nodes))
        return false;
    count(d, alibi_session_state(d->session), match_now() - start, nodes);
    if (alibi_session_do(d->session, token, strlen(token), &err) == ALIBI_OK)
        return true;
    return match_contestant_fail(c, "it played %s: %s", token, err.text);
}

static bool begin(struct duel *d, const struct alibi_state *start, const uint64_t seed[2])
{
    for (int i = 0; i < 2; i++) {
        struct alibi_view view;

        start->game->observe(&view, start, (enum alibi_viewer)i);
        if (!match_contestant_begin(d->seat[i], &view, seed[i])) {
            forfeit(d, (enum alibi_seat)i);
            return false;
        }
    }
    return true;
}

static void play(struct duel *d, uint64_t chance)
{
    const struct alibi_state *s = alibi_session_state(d->session);

    while (s->winner == ALIBI_NOBODY && !is_stopped(d) && !d->no_memory) {
        enum alibi_seat seat = s->to_act;

        if (seat == ALIBI_CHANCE) {
            d->no_memory = alibi_session_play(d->session, match_draw(d->session, chance));
        } else if (!decide(d, seat)) {
            forfeit(d, seat);
            return;
        }
    }
    if (s->winner == ALIBI_NOBODY)
        return;
    d->game->winner = s->winner;
    d->game->why = s->why;
    for (int i = 0; i < 2; i++) {
        (void)tell(d, (enum alibi_seat)i); /* its answer no longer counts */
        d->game->leak[!i] = match_contestant_leak(d->seat[i], s);
    }
}

bool match_duel(struct match_game *game, struct alibi_session **session,
                const struct alibi_state *start, struct match_contestant *const seat[2],
                uint64_t chance, const uint64_t seed[2])
{
    struct duel d = {.game = game, .seat = seat};

    memset(game, 0, sizeof *game);
    game->winner = ALIBI_NOBODY;
    if (alibi_session_new(&d.session, start) != ALIBI_OK)
        return false;
    if (begin(&d, start, seed))
        play(&d, chance);
    for (int i = 0; i < 2; i++)
        match_contestant_end(seat[i]);
    game->length = alibi_session_length(d.session);
    /* A contestant that did not answer because the match was stopped has not failed. */
    if (d.no_memory || game->winner == ALIBI_NOBODY ||
        (game->why == ALIBI_WHY_NONE && is_stopped(&d))) {
        alibi_session_free(d.session);
        return false;
    }
    *session = d.session;
    return true;
}
