/* Several threads that search together: their team, what grows and what is solved bit by bit as
 * by one, whole games, the same again, and that nothing depends on what the seat cannot see. */
#include "positions.h"
#include "seats.h"

#include "ai/crew.h"

enum { MEMORY = 24 << 20, NODES = 6000, THREADS = 3 };

/* --- The team --- */

struct tally {
    int done[100];
    int member[100];
};

static void count(void *data, int i, int member)
{
    struct tally *tally = data;

    tally->done[i]++;
    tally->member[i] = member;
}

/* Every task is done once, by a member that takes part, in every round. */
static void test_team(void **state)
{
    struct ai_team *team = ai_team_new(4);

    (void)state;
    assert_non_null(team);
    assert_int_equal(ai_team_size(team), 4);
    for (int round = 0; round < 2000; round++) {
        struct tally tally = {{0}, {0}};
        int n = round % 101, n_members = 1 + round % 4;

        ai_team_run(team, n_members, n, count, &tally);
        for (int i = 0; i < 100; i++)
            CHECK(tally.done[i] == (i < n) && tally.member[i] < n_members,
                  "round %d, task %d: %d by %d", round, i, tally.done[i], tally.member[i]);
    }
    ai_team_free(team);
    ai_team_free(NULL);
}

/* --- The tree --- */

static struct ai_tree *tree_of(const struct alibi_state *s, struct ai_team *team)
{
    struct ai_tree *t = malloc(MEMORY);
    struct alibi_view view;

    assert_non_null(t);
    s->game->observe(&view, s, (enum alibi_viewer)s->to_act);
    ai_tree_init(t, MEMORY, &view, ai_knowledge_of(s->game)->exposure[view.viewer]);
    if (team)
        ai_crew_init(t, MEMORY, team);
    assert_true((t->crew != NULL) == (team != NULL));
    ai_tree_expand(t, 0);
    return t;
}

/* The first leaves from number FROM on where the game goes on: at most MAX, of the nodes below
 * END. */
static int leaves_of(const struct ai_tree *t, uint32_t *from, uint32_t end, int max,
                     uint32_t *leaf)
{
    int n = 0;

    for (; *from < end && n < max; ++*from)
        if (t->cfr.node[*from].actor == CFR_LEAF && ai_tree_is_expandable(t, *from))
            leaf[n++] = *from;
    return n;
}

static bool is_same_node(const struct ai_tree *a, const struct ai_tree *b, uint32_t i)
{
    const struct cfr_node *x = &a->cfr.node[i], *y = &b->cfr.node[i];
    const struct ai_public_state *p = &a->public_state[i], *q = &b->public_state[i];

    return memcmp(&x->alive, &y->alive, sizeof x->alive) == 0 && x->actor == y->actor &&
           x->epoch == y->epoch && x->n_children == y->n_children &&
           x->first_child == y->first_child && x->probability == y->probability &&
           p->n == q->n && p->round_over == q->round_over && p->closed == q->closed &&
           p->hidden_draws == q->hidden_draws && memcmp(&p->s, &q->s, sizeof p->s) == 0 &&
           memcmp(cfr_values(&a->cfr, i), cfr_values(&b->cfr, i),
                  (size_t)a->lanes.cfr.n * sizeof(float)) == 0;
}

static void check_same(const struct ai_tree *a, const struct ai_tree *b)
{
    CHECK(a->cfr.n_nodes == b->cfr.n_nodes && a->full == b->full, "%s: %u and %u nodes",
          a->lanes.root.game->name, a->cfr.n_nodes, b->cfr.n_nodes);
    for (uint32_t i = 0; i < a->cfr.n_nodes; i++)
        CHECK(is_same_node(a, b, i), "%s: node %u", a->lanes.root.game->name, i);
}

/* Expands the same leaves of two trees, one by one in A and by the crew in B. */
static void expand_both(struct ai_tree *a, struct ai_tree *b, uint32_t most)
{
    uint32_t from = 1, leaf[ALIBI_THREADS_MAX];

    while (a->cfr.n_nodes < most && from < a->cfr.n_nodes) {
        int max = ai_crew_batch(b->crew, 10000);
        int n = leaves_of(a, &from, a->cfr.n_nodes, max, leaf);

        for (int i = 0; i < n; i++) {
            ai_tree_expand(a, leaf[i]);
            ai_crew_take(b, leaf[i]);
        }
        ai_crew_expand(b);
    }
}

/* What grows, and what the solver makes of it, is the same with and without a crew. */
static void compare_trees(const struct alibi_state *s, struct ai_team *team, uint32_t most)
{
    struct ai_tree *a = tree_of(s, NULL), *b = tree_of(s, team);

    expand_both(a, b, most);
    check_same(a, b);
    for (int i = 0; i < 3; i++) {
        cfr_iterate(&a->cfr);
        cfr_iterate(&b->cfr);
    }
    check_same(a, b);
    free(a);
    free(b);
}

static void test_trees(void **state)
{
    struct ai_team *team = ai_team_new(THREADS);

    (void)state;
    assert_non_null(team);
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        for (uint64_t seed = 1; seed <= 12; seed++) {
            int round = 1 + (int)seed % (*g)->n_rounds;
            struct alibi_state s;

            if (unit_reach(&s, *g, seed, round, 1 + (int)seed % (*g)->n_slots))
                compare_trees(&s, team, seed < 3 ? 20000 : 1500);
        }
    ai_team_free(team);
}

/* --- Thoughts --- */

/* A player that N threads think for; 0: nobody has said how many. */
static struct seated seat_of(const struct alibi_game *game, enum alibi_seat who, size_t memory,
                             int n)
{
    struct seated s = {.seat = who};
    struct alibi_state start;
    struct alibi_view view;

    alibi_setup(&start, game, NULL);
    game->observe(&view, &start, alibi_viewer_of(who));
    assert_int_equal(alibi_player_new(&s.player, "champion", &view, 9, memory, NULL), ALIBI_OK);
    if (n > 0)
        assert_int_equal(alibi_player_threads(s.player, n, NULL), ALIBI_OK);
    return s;
}

/* Thinks for the seat to act in SESSION, in slices of SLICE nodes; 0 for in one go. */
static void think(const struct alibi_session *session, size_t memory, int n, uint64_t slice,
                  struct alibi_thought *thought)
{
    const struct alibi_state *now = alibi_session_state(session);
    struct seated s = seat_of(now->game, (enum alibi_seat)now->to_act, memory, n);
    struct alibi_budget budget = {.nodes = NODES};

    unit_tell(&s, session);
    alibi_player_begin(s.player, &budget);
    while (alibi_player_step(s.player, slice ? slice : UINT64_MAX)) {
    }
    alibi_player_end(s.player, thought);
    alibi_player_free(s.player);
}

static void check_thoughts(const struct alibi_session *session)
{
    const struct alibi_state *now = alibi_session_state(session);
    struct alibi_thought none, one, little, several, again;

    think(session, 0, 0, 0, &none);
    think(session, 0, 1, 0, &one);
    CHECK(unit_same(&none, &one), "%s: one thread", now->game->name);
    think(session, 0, THREADS, 0, &several);
    think(session, 0, THREADS, 700, &again);
    CHECK(alibi_is_legal(now, several.move), "%s", now->game->name);
    CHECK(unit_same(&several, &again), "%s, round %d: %d threads", now->game->name, now->round,
          THREADS);
    /* In the least memory there is no room for helpers. */
    think(session, 1 << 20, 0, 0, &little);
    think(session, 1 << 20, THREADS, 0, &again);
    CHECK(unit_same(&little, &again), "%s: little memory", now->game->name);
}

static void test_thoughts(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        struct alibi_session *session = unit_session(*g);
        const struct alibi_state *now = alibi_session_state(session);
        struct alibi_rng rng;

        alibi_rng_seed(&rng, 4);
        alibi_session_seed(session, 4);
        for (int ply = 0; now->winner == ALIBI_NOBODY; ply++) {
            if (now->to_act < ALIBI_CHANCE && ply % 7 == 0)
                check_thoughts(session);
            assert_int_equal(alibi_session_play(session, unit_random(now, &rng)), ALIBI_OK);
            now = alibi_session_state(session);
        }
        alibi_session_free(session);
    }
}

/* --- Whole games --- */

/* Both seats are played by several threads. */
static void play(const struct alibi_game *game, uint64_t seed)
{
    struct alibi_session *session = unit_session(game);
    const struct alibi_state *now = alibi_session_state(session);
    struct seated s[2] = {seat_of(game, ALIBI_JACK, 0, 2),
                          seat_of(game, ALIBI_DETECTIVE, 0, THREADS)};

    alibi_session_seed(session, seed);
    while (now->winner == ALIBI_NOBODY) {
        struct alibi_thought thought;

        if (now->to_act == ALIBI_CHANCE) {
            assert_int_equal(alibi_session_roll(session, NULL), ALIBI_OK);
        } else {
            unit_tell(&s[now->to_act], session);
            alibi_player_think(s[now->to_act].player, &(struct alibi_budget){.nodes = NODES},
                               &thought);
            CHECK(alibi_is_legal(now, thought.move), "%s: %s", game->name,
                  unit_token(game, thought.move));
            assert_int_equal(alibi_session_play(session, thought.move), ALIBI_OK);
        }
        now = alibi_session_state(session);
    }
    for (int i = 0; i < 2; i++)
        alibi_player_free(s[i].player);
    alibi_session_free(session);
}

static void test_games(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        play(*g, 1);
}

/* --- Two worlds --- */

/* What a player by several threads thinks, who sits down at S. */
static void think_in(const struct alibi_state *s, struct alibi_thought *thought)
{
    struct alibi_player *player;
    struct alibi_view view;

    s->game->observe(&view, s, (enum alibi_viewer)s->to_act);
    assert_int_equal(alibi_player_new(&player, "champion", &view, 3, 0, NULL), ALIBI_OK);
    assert_int_equal(alibi_player_threads(player, THREADS, NULL), ALIBI_OK);
    alibi_player_think(player, &(struct alibi_budget){.nodes = NODES}, thought);
    alibi_player_free(player);
}

/* Worlds that the seat cannot tell apart get the same thought. */
static void test_worlds(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        for (uint64_t seed = 1; seed <= 6; seed++) {
            struct alibi_thought thought, other;
            struct alibi_state s, world;
            struct alibi_view view;

            if (!unit_reach(&s, *g, seed, 1 + (int)seed % (*g)->n_rounds, 1))
                continue;
            (*g)->observe(&view, &s, (enum alibi_viewer)s.to_act);
            (*g)->deal(&world, &view, (*g)->deals(&view) / 2);
            think_in(&s, &thought);
            think_in(&world, &other);
            CHECK(unit_same(&thought, &other), "%s, seed %d", (*g)->name, (int)seed);
        }
}

/* --- Refusals --- */

static void test_refused(void **state)
{
    static const int bad[] = {INT32_MIN, -1, 0, ALIBI_THREADS_MAX + 1, INT32_MAX};
    static const char *const kind[] = {"random", "greedy", "ismcts", "level1", "champion"};

    (void)state;
    for (size_t k = 0; k < COUNT(kind); k++) {
        struct seated s = unit_seat(alibi_game_find("null"), kind[k], ALIBI_JACK, 1);
        struct alibi_error err = {.text = ""};

        for (size_t i = 0; i < COUNT(bad); i++) {
            assert_int_equal(alibi_player_threads(s.player, bad[i], &err), ALIBI_BAD_TEXT);
            assert_string_equal(err.text, "expected 1 to 64 threads");
        }
        assert_int_equal(alibi_player_threads(s.player, ALIBI_THREADS_MAX, &err), ALIBI_OK);
        assert_int_equal(alibi_player_threads(s.player, 2, &err), ALIBI_OK);
        assert_int_equal(alibi_player_threads(s.player, 1, &err), ALIBI_OK);
        alibi_player_free(s.player);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_team),     cmocka_unit_test(test_trees),
        cmocka_unit_test(test_thoughts), cmocka_unit_test(test_games),
        cmocka_unit_test(test_worlds),   cmocka_unit_test(test_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
