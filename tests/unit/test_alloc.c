/* Playing allocates nothing: the games and the core never call malloc. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <alibi/game.h>
#include <alibi/rng.h>
#include <stdlib.h>

static volatile unsigned long allocations; /* the compiler knows malloc too well */

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *block, size_t size);

void *__wrap_malloc(size_t size)
{
    allocations++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size)
{
    allocations++;
    return __real_calloc(n, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    allocations++;
    return __real_realloc(block, size);
}

static void play(const struct alibi_game *game, struct alibi_rng *rng)
{
    struct alibi_state s;
    alibi_move m[ALIBI_MOVES_MAX];
    int n;

    alibi_setup(&s, game, NULL);
    while ((n = game->moves(&s, m)) > 0)
        game->apply(&s, m[alibi_rng_below(rng, (uint32_t)n)]);
}

static void test_no_allocation(void **state)
{
    struct alibi_rng rng;
    unsigned long before = allocations;

    (void)state;
    alibi_rng_seed(&rng, 1);
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        for (int i = 0; i < 100; i++)
            play(*g, &rng);
    assert_int_equal(allocations, before);
}

/* The counter counts: otherwise the test above could not fail. */
static void test_counter(void **state)
{
    unsigned long before = allocations;
    void *volatile block = malloc(10);

    (void)state;
    free(block);
    assert_int_equal(allocations, before + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_allocation),
        cmocka_unit_test(test_counter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
