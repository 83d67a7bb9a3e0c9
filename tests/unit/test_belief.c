/* Exact beliefs: a player's belief equals the count of all worlds that agree with its seat's
 * history, and its play depends on nothing else. */
#include "seats.h"

#include <math.h>

static const enum alibi_seat seat[2] = {ALIBI_JACK, ALIBI_DETECTIVE};

/* The belief by brute force. */
static void count(const struct courses *all, double belief[ALIBI_CHARACTERS_MAX])
{
    double sum = 0;

    memset(belief, 0, ALIBI_CHARACTERS_MAX * sizeof belief[0]);
    for (size_t i = 0; i < all->n; i++)
        if (all->course[i].s.identity != ALIBI_NO_ONE) {
            belief[all->course[i].s.identity] += all->course[i].weight;
            sum += all->course[i].weight;
        }
    for (int i = 0; i < ALIBI_CHARACTERS_MAX && sum > 0; i++)
        belief[i] /= sum;
}

static void check_belief(const struct seated *s, const struct courses *all, size_t ply)
{
    double counted[ALIBI_CHARACTERS_MAX], believed[ALIBI_CHARACTERS_MAX];

    count(all, counted);
    alibi_player_belief(s->player, believed);
    for (int i = 0; i < ALIBI_CHARACTERS_MAX; i++)
        CHECK(fabs(counted[i] - believed[i]) < 1e-12, "%s, ply %zu, character %d: %g, not %g",
              alibi_seat_name(s->seat), ply, i, believed[i], counted[i]);
}

/* A random game, checked at every ply from both seats. */
static void follow_game(const struct alibi_game *game, uint64_t seed)
{
    struct alibi_session *session = unit_session(game);
    struct alibi_rng rng;
    struct seated s[2];
    struct courses all[2];

    alibi_rng_seed(&rng, seed);
    for (int i = 0; i < 2; i++) {
        s[i] = unit_seat(game, "random", seat[i], 1);
        all[i] = unit_courses(game, seat[i]);
    }
    while (alibi_session_state(session)->winner == ALIBI_NOBODY) {
        struct alibi_state before = *alibi_session_state(session);
        alibi_move m = unit_random(&before, &rng);

        assert_int_equal(alibi_session_play(session, m), ALIBI_OK);
        for (int i = 0; i < 2; i++) {
            unit_tell(&s[i], session);
            unit_courses_follow(&all[i], &before, m, alibi_session_state(session));
            if (alibi_session_state(session)->winner == ALIBI_NOBODY)
                check_belief(&s[i], &all[i], alibi_session_length(session));
        }
    }
    for (int i = 0; i < 2; i++) {
        alibi_player_free(s[i].player);
        free(all[i].course);
    }
    alibi_session_free(session);
}

static void test_counting(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        for (uint64_t seed = 1; seed <= 12; seed++)
            follow_game(*g, seed);
}

/* --- Two worlds --- */

/* The game of SESSION in another world: the same, with the hidden cards of C. */
static struct alibi_session *retell(const struct alibi_session *session, const struct course *c,
                                    enum alibi_seat who)
{
    struct alibi_session *other = unit_session(alibi_session_state(session)->game);
    int n = 0;

    for (size_t i = 0; i < alibi_session_length(session); i++) {
        alibi_move m = alibi_session_move(session, i);

        if (unit_is_hidden(alibi_session_after(session, i), m, who))
            m = c->hidden[n++];
        assert_true(alibi_is_legal(alibi_session_state(other), m));
        assert_int_equal(alibi_session_play(other, m), ALIBI_OK);
    }
    assert_int_equal(n, c->n_hidden);
    return other;
}

/* The thought of a KIND on seat WHO about SESSION. */
static void think(const char *kind, enum alibi_seat who, const struct alibi_session *session,
                  struct alibi_thought *thought)
{
    struct seated s = unit_seat(alibi_session_state(session)->game, kind, who, 7);

    unit_tell(&s, session);
    alibi_player_think(s.player, &(struct alibi_budget){.nodes = 300}, thought);
    alibi_player_free(s.player);
}

/* Plays at random up to a decision of WHO in which there is something to decide and something
 * hidden, at ply FROM or later; false if the game ends before. */
static bool play_to_decision(struct alibi_session *session, struct courses *all, size_t from,
                             struct alibi_rng *rng)
{
    for (;;) {
        struct alibi_state before = *alibi_session_state(session);
        alibi_move m[ALIBI_MOVES_MAX];

        if (before.winner != ALIBI_NOBODY)
            return false;
        if (alibi_session_length(session) >= from && before.to_act == all->seat && all->n > 1 &&
            before.game->moves(&before, m) > 1)
            return true;
        m[0] = unit_random(&before, rng);
        assert_int_equal(alibi_session_play(session, m[0]), ALIBI_OK);
        unit_courses_follow(all, &before, m[0], alibi_session_state(session));
    }
}

/* A course that leads to another state than the true one; NULL if there is none. */
static const struct course *draw_other(const struct courses *all,
                                       const struct alibi_state *truth, struct alibi_rng *rng)
{
    size_t first = alibi_rng_below(rng, (uint32_t)all->n);

    for (size_t i = 0; i < all->n; i++) {
        const struct course *c = &all->course[(first + i) % all->n];

        if (memcmp(&c->s, truth, sizeof *truth) != 0)
            return c;
    }
    return NULL;
}

/* Every kind thinks the same in both worlds. */
static void compare(const struct alibi_session *session, const struct alibi_session *other,
                    enum alibi_seat who)
{
    for (int i = 0; alibi_player_kind(i); i++) {
        const char *kind = alibi_player_kind(i)->name;
        struct alibi_thought truth, elsewhere;

        think(kind, who, session, &truth);
        think(kind, who, other, &elsewhere);
        CHECK(unit_same(&truth, &elsewhere), "%s of %s as %s, ply %zu", kind,
              alibi_session_state(session)->game->name, alibi_seat_name(who),
              alibi_session_length(session));
    }
}

/* One decision of seat WHO, thought about in the true world and in another; false if the game
 * did not come to one. */
static bool check_two_worlds(const struct alibi_game *game, enum alibi_seat who, uint64_t seed)
{
    struct alibi_session *session = unit_session(game);
    struct courses all = unit_courses(game, who);
    const struct course *c = NULL;
    struct alibi_rng rng;

    alibi_rng_seed(&rng, seed);
    if (play_to_decision(session, &all, alibi_rng_below(&rng, 80), &rng))
        c = draw_other(&all, alibi_session_state(session), &rng);
    if (c) {
        struct alibi_session *other = retell(session, c, who);

        assert_memory_equal(alibi_session_state(other), &c->s, sizeof c->s);
        compare(session, other, who);
        alibi_session_free(other);
    }
    free(all.course);
    alibi_session_free(session);
    return c != NULL;
}

/* Whether anything is hidden from WHO in any of a few random games: not so in a game in which
 * the other one has no secrets. */
static bool hides_anything(const struct alibi_game *game, enum alibi_seat who)
{
    for (uint64_t seed = 1; seed <= 50; seed++) {
        struct alibi_state s;
        struct alibi_rng rng;

        alibi_rng_seed(&rng, seed);
        alibi_setup(&s, game, NULL);
        while (s.winner == ALIBI_NOBODY) {
            alibi_move m = unit_random(&s, &rng);

            if (unit_is_hidden(&s, m, who))
                return true;
            (void)game->apply(&s, m);
        }
    }
    return false;
}

static void test_two_worlds(void **state)
{
    enum { DECISIONS = 20 };

    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        for (int i = 0; i < 2; i++) {
            int found = 0;

            for (uint64_t seed = 1; found < DECISIONS && seed < 2000; seed++)
                found += check_two_worlds(*g, seat[i], seed);
            CHECK(found == (hides_anything(*g, seat[i]) ? DECISIONS : 0), "%s as %s: %d",
                  (*g)->name, alibi_seat_name(seat[i]), found);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counting),
        cmocka_unit_test(test_two_worlds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
