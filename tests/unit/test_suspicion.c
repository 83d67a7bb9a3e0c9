/* Reading Jack: his choices make the true one likelier; reading in slices changes nothing and
 * needs nothing but what the seat was told. */
#include "seats.h"

#include "ai/knowledge.h"
#include "ai/suspicion.h"

#include <stdlib.h>

enum { MEMORY = 8 << 20, NODES = 20000, BUDGET = 1 << 17, GAMES = 5 };

/* What a Jack plays in S who searches like the champion, but does not mind what his choices
 * tell. */
static alibi_move candid_move(const struct alibi_state *s, uint64_t seed)
{
    struct ai_search search = {.style = ai_style_of("champion", s->game),
                               .memory = malloc(MEMORY),
                               .size = MEMORY,
                               .candid = true};
    alibi_move chosen;
    double x;

    assert_non_null(search.memory);
    s->game->observe(&search.view, s, ALIBI_AS_JACK);
    alibi_rng_seed(&search.rng, seed);
    ai_champion.begin(&search);
    (void)ai_champion.step(&search, NODES);
    ai_champion.end(&search);
    chosen = search.choice[0].move[0];
    x = ai_search_random(&search);
    for (int i = 0; i < search.n_choices; i++)
        if (x >= 0 && (x -= (double)search.choice[i].share) < 0)
            chosen = search.choice[i].move[0];
    free(search.memory);
    return chosen;
}

/* Plays a game of such a Jack against a champion; calls LOOK with each of their moves. */
static void play(const struct alibi_game *game, uint64_t seed,
                 void (*look)(const struct alibi_state *before, alibi_move move,
                              const struct alibi_state *after, void *data),
                 void *data)
{
    struct alibi_session *session = unit_session(game);
    struct seated detective = unit_seat(game, "champion", ALIBI_DETECTIVE, seed);
    const struct alibi_state *now = alibi_session_state(session);

    alibi_session_seed(session, seed);
    while (now->winner == ALIBI_NOBODY) {
        struct alibi_state before = *now;
        struct alibi_thought thought;

        if (now->to_act == ALIBI_CHANCE) {
            assert_int_equal(alibi_session_roll(session, NULL), ALIBI_OK);
            now = alibi_session_state(session);
            continue;
        }
        if (now->to_act == ALIBI_JACK) {
            thought.move = candid_move(now, seed);
        } else {
            unit_tell(&detective, session);
            alibi_player_think(detective.player, &(struct alibi_budget){.nodes = NODES},
                               &thought);
        }
        assert_int_equal(alibi_session_play(session, thought.move), ALIBI_OK);
        now = alibi_session_state(session);
        look(&before, thought.move, now, data);
    }
    alibi_player_free(detective.player);
    alibi_session_free(session);
}

/* --- The truth becomes likelier --- */

struct reading {
    struct ai_suspicion suspicion;
    struct ai_search search;
    double missed[2]; /* squares of what the true Jack lacked in belief: not read, and read */
};

/* The probability that is given to the true Jack, as the Detective of TRUTH sees it. */
static double belief(const struct ai_suspicion *suspicion, const struct alibi_state *truth,
                     bool read)
{
    double all = 0, right = 0;
    struct alibi_state world;
    struct alibi_view view;
    uint32_t n;

    truth->game->observe(&view, truth, ALIBI_AS_DETECTIVE);
    n = truth->game->deals(&view);
    for (uint32_t i = 0; i < n; i++) {
        double weight;

        truth->game->deal(&world, &view, i);
        weight = read ? ai_suspicion_weigh(suspicion, &world) : 1;
        all += weight;
        right += world.identity == truth->identity ? weight : 0;
    }
    return right / all;
}

static void read(const struct alibi_state *before, alibi_move move,
                 const struct alibi_state *after, void *data)
{
    struct reading *r = data;

    ai_suspicion_hear(&r->suspicion, before, move, after);
    if (after->winner != ALIBI_NOBODY)
        return;
    after->game->observe(&r->search.view, after, ALIBI_AS_DETECTIVE);
    r->search.nodes = 0;
    if (!ai_suspicion_begin(&r->suspicion, &r->search))
        return;
    while (ai_suspicion_step(&r->suspicion, &r->search, BUDGET)) {
    }
    for (int k = 0; k < 2; k++) {
        double lacking = 1 - belief(&r->suspicion, after, k);

        r->missed[k] += lacking * lacking;
    }
}

/* Over some games of each game that is read, beliefs are closer to the truth by reading. */
static void test_truth(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        double missed[2] = {0};

        if (ai_knowledge_of(*g)->reading == 0)
            continue;
        for (uint64_t seed = 1; seed <= GAMES; seed++) {
            struct reading *r = calloc(1, sizeof *r);

            assert_non_null(r);
            r->search.style = ai_style_of("champion", *g);
            r->search.memory = malloc(MEMORY);
            r->search.size = MEMORY;
            r->search.budget.nodes = BUDGET;
            assert_non_null(r->search.memory);
            play(*g, seed, read, r);
            missed[0] += r->missed[0];
            missed[1] += r->missed[1];
            free(r->search.memory);
            free(r);
        }
        CHECK(missed[1] < 0.8 * missed[0], "%s: %g of %g", (*g)->name, missed[1], missed[0]);
    }
}

/* --- A player that reads --- */

/* Plays at random up to a decision of the Detective's in round 2: Jack has had a few by then.
 * NULL if the game was over before. */
static struct alibi_session *begun(const struct alibi_game *game)
{
    struct alibi_session *session = unit_session(game);
    const struct alibi_state *now = alibi_session_state(session);
    struct alibi_rng rng;

    alibi_rng_seed(&rng, 5);
    while (now->winner == ALIBI_NOBODY && (now->to_act != ALIBI_DETECTIVE || now->round < 2)) {
        assert_int_equal(alibi_session_play(session, unit_random(now, &rng)), ALIBI_OK);
        now = alibi_session_state(session);
    }
    if (now->winner == ALIBI_NOBODY)
        return session;
    alibi_session_free(session);
    return NULL;
}

static double same_for_all(const void *context, const struct alibi_state *world)
{
    (void)context, (void)world;
    return 1;
}

/* Thinks as the Detective about SESSION, in slices of SLICE nodes; without reading if the
 * worlds have weights. */
static void think(const struct alibi_session *session, uint64_t slice, alibi_weigh *weigh,
                  struct alibi_thought *thought)
{
    static const struct alibi_budget budget = {.nodes = BUDGET};
    struct seated s =
        unit_seat(alibi_session_state(session)->game, "champion", ALIBI_DETECTIVE, 3);

    unit_tell(&s, session);
    if (weigh)
        assert_true(alibi_player_weigh(s.player, weigh, NULL));
    alibi_player_begin(s.player, &budget);
    while (alibi_player_step(s.player, slice)) {
    }
    alibi_player_end(s.player, thought);
    alibi_player_free(s.player);
}

/* A player that has heard a few decisions of Jack's at once reads them: it thinks otherwise
 * than one that does not read, and the sizes of the slices do not change what it thinks. */
static void test_slices(void **state)
{
    int games = 0;

    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        struct alibi_session *session = begun(*g);
        struct alibi_thought whole, sliced, plain;

        if (!session)
            continue;
        think(session, BUDGET, NULL, &whole);
        think(session, 999, NULL, &sliced);
        think(session, BUDGET, same_for_all, &plain);
        CHECK(unit_same(&whole, &sliced), "%s", (*g)->name);
        if (ai_knowledge_of(*g)->reading > 0) {
            CHECK(!unit_same(&whole, &plain), "%s", (*g)->name);
            games++;
        }
        alibi_session_free(session);
    }
    assert_true(games > 0);
}

/* A player that is stopped while it reads still has a legal move. */
static void test_stopped(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        struct alibi_session *session = begun(*g);
        struct seated s = unit_seat(*g, "champion", ALIBI_DETECTIVE, 1);
        struct alibi_thought thought;

        if (session) {
            unit_tell(&s, session);
            alibi_player_begin(s.player, &(struct alibi_budget){.nodes = BUDGET});
            assert_true(alibi_player_step(s.player, 1));
            alibi_player_end(s.player, &thought);
            CHECK(alibi_is_legal(alibi_session_state(session), thought.move), "%s", (*g)->name);
            alibi_session_free(session);
        }
        alibi_player_free(s.player);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_truth),
        cmocka_unit_test(test_slices),
        cmocka_unit_test(test_stopped),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
