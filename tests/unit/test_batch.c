/* Batches: the same games as one by one, and arrays that agree with their states. */
#include "unit.h"

#include <alibi/batch.h>
#include <alibi/kit/features.h>
#include <stdlib.h>

enum { N = 5, ALL = ALIBI_BATCH_MASKS | ALIBI_BATCH_RESTARTS | ALIBI_BATCH_CHANCE };

static struct alibi_batch *batch_of(const struct alibi_game *game, size_t n, unsigned flags)
{
    struct alibi_state start;
    struct alibi_batch *batch;
    struct alibi_error err = {.text = ""};

    alibi_setup(&start, game, NULL);
    CHECK(alibi_batch_new(&batch, &start, n, 7, flags, &err) == ALIBI_OK, "%s", err.text);
    return batch;
}

/* Any legal action, by a rule that depends on game and step alone; -1 where there is none. */
static int32_t some_action(const struct alibi_batch *batch, size_t i, unsigned step)
{
    const struct alibi_batch_arrays *a = alibi_batch_arrays(batch);
    unsigned n = (unsigned)a->n_legal[i];

    return n ? a->legal[i * a->n_row + (step * 31 + (unsigned)i * 17) % n] : -1;
}

static void some_actions(const struct alibi_batch *batch, unsigned step, int32_t *action)
{
    for (size_t i = 0; i < alibi_batch_arrays(batch)->n; i++)
        action[i] = some_action(batch, i, step);
}

/* The arrays of game I agree with its state. */
static void check_arrays(const struct alibi_batch *batch, size_t i)
{
    const struct alibi_batch_arrays *a = alibi_batch_arrays(batch);
    const struct alibi_state *s = alibi_batch_state(batch, i);
    alibi_move m[ALIBI_MOVES_MAX];
    int n = s->game->moves(s, m);
    size_t set = 0;

    assert_int_equal(a->n_legal[i], n);
    assert_int_equal(a->to_act[i], s->to_act);
    for (int k = 0; k < n; k++) {
        int32_t action = a->legal[i * a->n_row + (size_t)k];

        assert_int_equal(alibi_actions_move(alibi_batch_actions(batch), action), m[k]);
        if (a->mask)
            assert_int_equal(a->mask[i * a->n_actions + (size_t)action], 1);
    }
    for (size_t k = 0; a->mask && k < a->n_actions; k++)
        set += a->mask[i * a->n_actions + k];
    if (a->mask)
        assert_int_equal(set, n);
}

static void test_arrays(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        for (unsigned flags = 0; flags <= ALL; flags++) {
            struct alibi_batch *batch = batch_of(*g, N, flags);
            int32_t action[N];

            for (unsigned step = 0; step < 150; step++) {
                for (size_t i = 0; i < N; i++)
                    check_arrays(batch, i);
                some_actions(batch, step, action);
                assert_int_equal(alibi_batch_step(batch, action, NULL), ALIBI_OK);
            }
            assert_true(alibi_batch_games(batch) >= 1);
            assert_true(alibi_batch_moves(batch) > alibi_batch_games(batch));
            alibi_batch_free(batch);
        }
}

/* A game does not depend on the other games of the batch, nor on masks. */
static void test_company(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        struct alibi_batch *few = batch_of(*g, 2, ALIBI_BATCH_RESTARTS);
        struct alibi_batch *many = batch_of(*g, N, ALIBI_BATCH_RESTARTS | ALIBI_BATCH_MASKS);
        int32_t action[N], action2[2];

        for (unsigned step = 0; step < 300; step++) {
            some_actions(many, step, action);
            some_actions(few, step, action2);
            assert_memory_equal(action, action2, sizeof action2);
            assert_int_equal(alibi_batch_step(many, action, NULL), ALIBI_OK);
            assert_int_equal(alibi_batch_step(few, action2, NULL), ALIBI_OK);
            for (size_t i = 0; i < 2; i++)
                assert_memory_equal(alibi_batch_state(few, i), alibi_batch_state(many, i),
                                    sizeof(struct alibi_state));
        }
        assert_memory_not_equal(alibi_batch_state(many, 0), alibi_batch_state(many, 1),
                                sizeof(struct alibi_state));
        alibi_batch_free(few);
        alibi_batch_free(many);
    }
}

/* Resetting goes on with the games' own chance, seeding begins it again. */
static void test_reset(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        struct alibi_batch *batch = batch_of(*g, 40, 0);
        struct alibi_state first[40];
        int32_t action[40];
        int same = 0;

        for (size_t i = 0; i < 40; i++)
            first[i] = *alibi_batch_state(batch, i);
        some_actions(batch, 0, action);
        assert_int_equal(alibi_batch_step(batch, action, NULL), ALIBI_OK);
        alibi_batch_reset(batch);
        for (size_t i = 0; i < 40; i++) {
            same += memcmp(&first[i], alibi_batch_state(batch, i), sizeof first[i]) == 0;
            check_arrays(batch, i);
        }
        assert_true(same < 40);
        alibi_batch_seed(batch, 7);
        for (size_t i = 0; i < 40; i++)
            assert_memory_equal(&first[i], alibi_batch_state(batch, i), sizeof first[i]);
        alibi_batch_seed(batch, 8);
        for (size_t i = 0; i < 40; i++)
            same += memcmp(&first[i], alibi_batch_state(batch, i), sizeof first[i]) == 0;
        assert_true(same < 80);
        alibi_batch_free(batch);
    }
}

/* How a game ended: +1 and -1 in the step in which it ends; then it is over, or begins again.
 */
static void play_to_the_end(const struct alibi_game *game, unsigned flags)
{
    struct alibi_batch *batch = batch_of(game, 1, flags);
    const struct alibi_batch_arrays *a = alibi_batch_arrays(batch);
    int32_t action, none = -1;

    for (unsigned step = 0; alibi_batch_games(batch) == 0; step++) {
        assert_int_equal(a->over[0], 0);
        assert_int_equal(a->reward[0], 0);
        assert_int_equal(a->reward[1], 0);
        alibi_batch_random(batch, &action);
        assert_int_equal(alibi_batch_step(batch, &action, NULL), ALIBI_OK);
    }
    assert_int_equal(a->over[0], 1);
    assert_int_equal(a->reward[0] * a->reward[1], -1);
    assert_int_equal(alibi_batch_state(batch, 0)->winner == ALIBI_NOBODY,
                     (flags & ALIBI_BATCH_RESTARTS) != 0);
    alibi_batch_random(batch, &action);
    assert_int_equal(action < 0, !(flags & ALIBI_BATCH_RESTARTS));
    if (action < 0) {
        assert_int_equal(a->reward[alibi_batch_state(batch, 0)->winner], 1);
        action = 0;
        assert_int_equal(alibi_batch_step(batch, &action, NULL), ALIBI_BAD_MOVE);
    }
    assert_int_equal(alibi_batch_step(batch, &none, NULL), ALIBI_OK);
    assert_int_equal(a->over[0], !(flags & ALIBI_BATCH_RESTARTS));
    alibi_batch_reset_one(batch, 0);
    assert_int_equal(a->over[0], 0);
    check_arrays(batch, 0);
    alibi_batch_free(batch);
}

static void test_end(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        for (unsigned flags = 0; flags <= ALL; flags++)
            play_to_the_end(*g, flags);
}

/* The first action that game I does not have; n_actions if it has all of them. */
static int32_t illegal_action(const struct alibi_batch *batch, size_t i)
{
    const struct alibi_batch_arrays *a = alibi_batch_arrays(batch);
    int32_t k = 0;

    while (k < a->n_legal[i] && a->legal[i * a->n_row + (size_t)k] == k)
        k++;
    return k;
}

/* One action that is not legal, and no game changes. */
static void test_refused(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        for (unsigned flags = 0; flags <= ALIBI_BATCH_MASKS; flags++) {
            struct alibi_batch *batch = batch_of(*g, N, flags);
            const struct alibi_batch_arrays *a = alibi_batch_arrays(batch);
            struct alibi_state before[N];
            struct alibi_error err = {.text = ""};
            int32_t action[N];

            while (illegal_action(batch, 3) == (int32_t)a->n_actions) {
                some_actions(batch, 6, action);
                assert_int_equal(alibi_batch_step(batch, action, NULL), ALIBI_OK);
            }
            for (size_t i = 0; i < N; i++)
                before[i] = *alibi_batch_state(batch, i);
            some_actions(batch, 1, action);
            action[3] = illegal_action(batch, 3);
            assert_int_equal(alibi_batch_step(batch, action, &err), ALIBI_BAD_MOVE);
            assert_int_equal(err.offset, 3);
            assert_non_null(err.rule);
            action[3] = (int32_t)a->n_actions;
            assert_int_equal(alibi_batch_step(batch, action, &err), ALIBI_BAD_MOVE);
            assert_int_equal(err.offset, 3);
            assert_string_equal(err.refusal->code, "batch.action");
            assert_int_equal(alibi_batch_step(batch, action, NULL), ALIBI_BAD_MOVE);
            for (size_t i = 0; i < N; i++)
                assert_memory_equal(&before[i], alibi_batch_state(batch, i), sizeof before[i]);
            assert_int_equal(alibi_batch_moves(batch) > 0, 1);
            alibi_batch_free(batch);
        }
}

/* Batches that cannot be created. */
static void test_bad_batches(void **state)
{
    const struct alibi_game *game = alibi_games()[0];
    struct alibi_state start;
    struct alibi_view view;
    struct alibi_batch *batch;
    struct alibi_error err = {.text = ""};

    (void)state;
    alibi_setup(&start, game, NULL);
    assert_int_equal(alibi_batch_new(&batch, &start, 0, 1, 0, &err), ALIBI_BAD_TEXT);
    assert_string_equal(err.refusal->code, "batch.size");
    game->observe(&view, &start, ALIBI_AS_PUBLIC);
    assert_int_equal(alibi_batch_new(&batch, &view.seen, 1, 1, 0, &err), ALIBI_BAD_POSITION);
    assert_string_equal(err.refusal->code, "batch.truth");
    assert_int_equal(alibi_batch_new(&batch, &start, SIZE_MAX / 2, 1, 0, &err),
                     ALIBI_NO_MEMORY);
    assert_string_equal(err.text, "out of memory");
    assert_null(batch);
    alibi_batch_free(NULL);
    alibi_actions_free(NULL);
}

/* --- Observations --- */

struct columns {
    size_t next, n;
};

/* The features follow each other without a gap. */
static void hear_feature(void *ear, const char *name, const char *of, size_t first, size_t n)
{
    struct columns *columns = ear;

    CHECK(first == columns->next && n > 0 && *name && (!of || *of), "%s", name);
    columns->next += n;
    columns->n++;
}

static void test_names(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        struct columns columns = {0, 0};

        alibi_features_name(*g, hear_feature, &columns);
        assert_int_equal(columns.next, alibi_features_size(*g));
        assert_true(columns.n > 10);
    }
}

/* A batch observes what the view of the seat gives; and in every world that the seat's view
 * allows that is the same. */
static void check_row(const struct alibi_batch *batch, size_t i, enum alibi_viewer viewer,
                      const uint8_t *row)
{
    const struct alibi_state *s = alibi_batch_state(batch, i);
    const struct alibi_game *game = s->game;
    size_t n = alibi_features_size(game);
    uint8_t *same = calloc(n, 1);
    struct alibi_view view, other;
    uint32_t deals;

    assert_non_null(same);
    game->observe(&view, s, viewer);
    deals = s->winner == ALIBI_NOBODY ? game->deals(&view) : 0;
    alibi_features_write(same, &view);
    assert_memory_equal(same, row + i * n, n);
    for (uint32_t k = 0; k < deals && k < 20; k++) {
        struct alibi_state world;

        game->deal(&world, &view, (uint32_t)((uint64_t)k * deals / 20 % deals));
        game->observe(&other, &world, viewer);
        alibi_features_write(same, &other);
        assert_memory_equal(same, row + i * n, n);
    }
    free(same);
}

static void check_rows(const struct alibi_batch *batch, uint8_t *row)
{
    static const enum alibi_viewer viewers[3] = {ALIBI_AS_JACK, ALIBI_AS_DETECTIVE,
                                                 ALIBI_AS_PUBLIC};

    for (int k = 0; k < 3; k++) {
        alibi_batch_observe(batch, viewers[k], row);
        for (size_t i = 0; i < N; i++)
            check_row(batch, i, viewers[k], row);
    }
    alibi_batch_observe_actor(batch, row);
    for (size_t i = 0; i < N; i++) {
        unsigned actor = alibi_batch_state(batch, i)->to_act;

        check_row(batch, i,
                  actor <= ALIBI_DETECTIVE ? (enum alibi_viewer)actor : ALIBI_AS_PUBLIC, row);
    }
}

static void test_observe(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        struct alibi_batch *batch = batch_of(*g, N, 0);
        uint8_t *row = calloc(N, alibi_features_size(*g));
        int32_t action[N];

        assert_non_null(row);
        for (unsigned step = 0; step < 60; step++) {
            check_rows(batch, row);
            alibi_batch_random(batch, action);
            assert_int_equal(alibi_batch_step(batch, action, NULL), ALIBI_OK);
        }
        free(row);
        alibi_batch_free(batch);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arrays),  cmocka_unit_test(test_company),
        cmocka_unit_test(test_reset),   cmocka_unit_test(test_end),
        cmocka_unit_test(test_refused), cmocka_unit_test(test_bad_batches),
        cmocka_unit_test(test_names),   cmocka_unit_test(test_observe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
