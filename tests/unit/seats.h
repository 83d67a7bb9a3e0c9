/* For the tests of players: a game in which each seat's player is told its redacted history;
 * and, by brute force, every course of the game that the seat cannot tell from the true one. */
#ifndef SEATS_H
#define SEATS_H

#include "unit.h"

#include <alibi/player.h>
#include <alibi/rng.h>
#include <alibi/session.h>

/* A player and how much of its seat's record it was told. */
struct seated {
    enum alibi_seat seat;
    struct alibi_player *player;
    size_t heard;
};

static inline struct alibi_session *unit_session(const struct alibi_game *game)
{
    struct alibi_state start;
    struct alibi_session *session;

    alibi_setup(&start, game, NULL);
    assert_int_equal(alibi_session_new(&session, &start), ALIBI_OK);
    return session;
}

static inline struct seated unit_seat(const struct alibi_game *game, const char *kind,
                                      enum alibi_seat seat, uint64_t seed)
{
    struct seated s = {.seat = seat};
    struct alibi_state start;
    struct alibi_view view;
    struct alibi_error err = {.text = ""};

    alibi_setup(&start, game, NULL);
    game->observe(&view, &start, alibi_viewer_of(seat));
    CHECK(alibi_player_new(&s.player, kind, &view, seed, 1 << 20, &err) == ALIBI_OK, "%s: %s",
          kind, err.text);
    return s;
}

/* Tells the player the new tokens of its seat's record. */
static inline void unit_tell(struct seated *s, const struct alibi_session *session)
{
    struct alibi_record *record;
    struct alibi_error err = {.text = ""};

    assert_int_equal(alibi_session_record(session, alibi_viewer_of(s->seat), &record),
                     ALIBI_OK);
    for (; s->heard < alibi_record_length(record); s->heard++) {
        const char *token = alibi_record_token(record, s->heard);

        CHECK(alibi_player_see(s->player, token, strlen(token), &err) == ALIBI_OK, "%s at %s",
              err.text, token);
    }
    alibi_record_free(record);
}

/* Any legal move. Accusations end games early, so most of them are skipped. */
static inline alibi_move unit_random(const struct alibi_state *s, struct alibi_rng *rng)
{
    alibi_move m[ALIBI_MOVES_MAX], chosen = 0;
    int n = s->game->moves(s, m);

    for (int attempt = 0; attempt < 20; attempt++) {
        chosen = m[alibi_rng_below(rng, (uint32_t)n)];
        if (unit_token(s->game, chosen)[0] != '!')
            break;
    }
    return chosen;
}

/* Plays up to the first decision of SEAT: chance with seed 1, the other seat its first move. */
static inline void unit_to_decision(struct alibi_session *session, enum alibi_seat seat)
{
    const struct alibi_state *s = alibi_session_state(session);

    alibi_session_seed(session, 1);
    while (s->to_act != seat) {
        alibi_move m[ALIBI_MOVES_MAX];

        if (s->to_act == ALIBI_CHANCE) {
            assert_int_equal(alibi_session_roll(session, NULL), ALIBI_OK);
        } else {
            assert_true(s->game->moves(s, m) > 0);
            assert_int_equal(alibi_session_play(session, m[0]), ALIBI_OK);
        }
        s = alibi_session_state(session);
    }
}

/* Whether two thoughts are the same, bit by bit. */
static inline bool unit_same(const struct alibi_thought *a, const struct alibi_thought *b)
{
    bool equal = a->move == b->move && a->nodes == b->nodes && a->n_choices == b->n_choices &&
                 a->n_line == b->n_line && memcmp(&a->value, &b->value, sizeof a->value) == 0;

    for (int i = 0; equal && i < a->n_choices; i++) {
        const struct alibi_choice *x = &a->choice[i], *y = &b->choice[i];

        equal = x->n == y->n && memcmp(x->move, y->move, x->n * sizeof x->move[0]) == 0 &&
                memcmp(&x->value, &y->value, sizeof x->value) == 0 &&
                memcmp(&x->share, &y->share, sizeof x->share) == 0;
    }
    return equal && memcmp(a->line, b->line, (size_t)a->n_line * sizeof a->line[0]) == 0;
}

/* --- Courses of the game --- */

enum { UNIT_HIDDEN_MAX = 8 };

/* A course of the game that the seat cannot tell from the true one: the truth with other hidden
 * cards. The weight is the product of the chances. */
struct course {
    struct alibi_state s;
    double weight;
    alibi_move hidden[UNIT_HIDDEN_MAX];
    int n_hidden;
};

struct courses {
    enum alibi_seat seat;
    struct course *course;
    size_t n;
};

static inline struct courses unit_courses(const struct alibi_game *game, enum alibi_seat seat)
{
    struct courses all = {seat, calloc(1, sizeof(struct course)), 1};

    assert_non_null(all.course);
    alibi_setup(&all.course[0].s, game, NULL);
    all.course[0].weight = 1;
    return all;
}

static inline bool unit_is_hidden(const struct alibi_state *s, alibi_move m,
                                  enum alibi_seat seat)
{
    enum alibi_seat owner = s->game->secret_of(s, m);

    return owner != ALIBI_NOBODY && owner != seat;
}

/* The truth went from BEFORE by M to AFTER: continues every course in every way that looks the
 * same to the seat. Orders of cards are not merged. */
static inline void unit_courses_follow(struct courses *all, const struct alibi_state *before,
                                       alibi_move m, const struct alibi_state *after)
{
    bool hidden = unit_is_hidden(before, m, all->seat);
    struct courses next = {all->seat, NULL, 0};

    for (size_t i = 0; i < all->n; i++) {
        alibi_move moves[ALIBI_MOVES_MAX];
        int n = all->course[i].s.game->moves(&all->course[i].s, moves);

        for (int k = 0; k < n; k++) {
            struct course c = all->course[i];

            if (!hidden && moves[k] != m)
                continue;
            if (c.s.to_act == ALIBI_CHANCE)
                c.weight /= n;
            if (hidden)
                c.hidden[c.n_hidden++] = moves[k];
            c.s.game->apply(&c.s, moves[k]);
            /* Announced: the witnesses' answer, and whether and how the game ended. */
            if (c.s.witness != after->witness || c.s.why != after->why)
                continue;
            if ((next.n & (next.n - 1)) == 0)
                next.course = realloc(next.course, 2 * (next.n + 1) * sizeof c);
            assert_non_null(next.course);
            next.course[next.n++] = c;
        }
    }
    free(all->course);
    *all = next;
}

#endif
