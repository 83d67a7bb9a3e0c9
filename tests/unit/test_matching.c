/* Maximum weight matching: by hand where blossoms are hard, and against brute force. */
#include "unit.h"

#include "people/matching.h"

#include <alibi/rng.h>

enum { MOST = 12 };

static int64_t weight_of(const int *mate, const int64_t *weight, int n)
{
    int64_t sum = 0;

    for (int u = 0; u < n; u++)
        if (mate[u] >= 0) {
            CHECK(mate[u] < n && mate[mate[u]] == u && weight[u * n + mate[u]] > 0,
                  "%d and %d are no pair", u, mate[u]);
            sum += weight[u * n + mate[u]];
        }
    return sum / 2;
}

/* The best of all matchings of the vertices that are not in DONE. */
static int64_t best_of_all(const int64_t *weight, int n, unsigned done)
{
    int64_t best;
    int u = 0;

    while (u < n && done >> u & 1)
        u++;
    if (u == n)
        return 0;
    best = best_of_all(weight, n, done | 1U << u);
    for (int v = u + 1; v < n; v++)
        if (!(done >> v & 1) && weight[u * n + v] > 0) {
            int64_t sum = weight[u * n + v] + best_of_all(weight, n, done | 1U << u | 1U << v);

            best = sum > best ? sum : best;
        }
    return best;
}

static void link_vertices(int64_t *weight, int n, int u, int v, int64_t w)
{
    weight[u * n + v] = weight[v * n + u] = w;
}

/* Graphs in which blossoms are made, nested, expanded and used again; the first five are due to
 * van Rantwijk's tests of his implementation. */
static void test_blossoms(void **state)
{
    static const struct {
        int n;
        int edge[16][3]; /* vertices from 1 on */
        int mate[MOST];
    } row[] = {
        {4, {{1, 2, 8}, {1, 3, 9}, {2, 3, 10}, {3, 4, 7}}, {2, 1, 4, 3}},
        {6,
         {{1, 2, 8}, {1, 3, 9}, {2, 3, 10}, {3, 4, 7}, {1, 6, 5}, {4, 5, 6}},
         {6, 3, 2, 5, 4, 1}},
        {6,
         {{1, 2, 9}, {1, 3, 9}, {2, 3, 10}, {2, 4, 8}, {3, 5, 8}, {4, 5, 10}, {5, 6, 6}},
         {3, 4, 1, 2, 6, 5}},
        {8,
         {{1, 2, 10},
          {1, 7, 10},
          {2, 3, 12},
          {3, 4, 20},
          {3, 5, 20},
          {4, 5, 25},
          {5, 6, 10},
          {6, 7, 10},
          {7, 8, 8}},
         {2, 1, 4, 3, 6, 5, 8, 7}},
        {10,
         {{1, 2, 45},
          {1, 5, 45},
          {2, 3, 50},
          {3, 4, 45},
          {4, 5, 50},
          {1, 6, 30},
          {3, 9, 35},
          {4, 8, 35},
          {5, 7, 26},
          {9, 10, 5}},
         {6, 3, 2, 8, 7, 1, 5, 4, 10, 9}},
        {3, {{1, 2, 2}, {2, 3, 3}}, {0, 3, 2}},
        {1, {{0}}, {0}},
        {2, {{0}}, {0, 0}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        int64_t weight[MOST * MOST] = {0};
        int mate[MOST];

        for (const int *e = row[i].edge[0]; e[0]; e += 3)
            link_vertices(weight, row[i].n, e[0] - 1, e[1] - 1, e[2]);
        assert_true(matching_find(row[i].n, weight, mate));
        for (int u = 0; u < row[i].n; u++)
            CHECK(mate[u] == row[i].mate[u] - 1, "row %zu: %d has %d", i, u + 1, mate[u] + 1);
    }
}

/* Random graphs of every density and of weights from few to many, so that ties are frequent. */
static void test_brute_force(void **state)
{
    struct alibi_rng rng;

    (void)state;
    alibi_rng_seed(&rng, 17);
    for (int i = 0; i < 20000; i++) {
        int n = 1 + (int)alibi_rng_below(&rng, i % 20 == 0 ? MOST : 9);
        uint32_t density = 1 + alibi_rng_below(&rng, 10),
                 heavy = 1U << alibi_rng_below(&rng, 20);
        int64_t weight[MOST * MOST] = {0}, found, best;
        int mate[MOST];

        for (int u = 0; u < n; u++)
            for (int v = 0; v < u; v++)
                if (alibi_rng_below(&rng, 10) < density)
                    link_vertices(weight, n, u, v, 1 + alibi_rng_below(&rng, heavy));
        assert_true(matching_find(n, weight, mate));
        found = weight_of(mate, weight, n);
        best = best_of_all(weight, n, 0);
        CHECK(found == best, "graph %d: %lld of %lld", i, (long long)found, (long long)best);
    }
}

/* Vertex 2k and 2k + 1 belong together; everything else is worth less than one such pair. */
static void test_hidden_pairs(void **state)
{
    enum { N = 512 };
    struct alibi_rng rng;
    int64_t *weight = calloc((size_t)N * N, sizeof *weight);
    int name[N], mate[N];

    (void)state;
    assert_non_null(weight);
    alibi_rng_seed(&rng, 4);
    for (int i = 0; i < N; i++) {
        int k = (int)alibi_rng_below(&rng, (uint32_t)i + 1);

        name[i] = name[k];
        name[k] = i;
    }
    for (int u = 0; u < N; u++)
        for (int v = 0; v < u; v++)
            link_vertices(weight, N, name[u], name[v],
                          u == (v | 1) ? 1001 : 1 + alibi_rng_below(&rng, 1000));
    assert_true(matching_find(N, weight, mate));
    for (int u = 0; u < N; u++)
        assert_int_equal(mate[name[u]], name[u ^ 1]);
    free(weight);
}

/* Triangles in a ring, joined corner to corner: a free vertex makes blossoms out of blossoms.
 * With large equal weights as many pairs as possible are wanted. */
static void test_most_pairs(void **state)
{
    enum { N = 255 };
    int64_t *weight = calloc((size_t)N * N, sizeof *weight);
    int mate[N], free_vertices = 0;

    (void)state;
    assert_non_null(weight);
    for (int t = 0; t < N; t += 3) {
        link_vertices(weight, N, t, t + 1, MATCHING_WEIGHT_MAX - 1);
        link_vertices(weight, N, t + 1, t + 2, MATCHING_WEIGHT_MAX - 1);
        link_vertices(weight, N, t + 2, t, MATCHING_WEIGHT_MAX - 1);
        link_vertices(weight, N, t + 2, (t + 3) % N, MATCHING_WEIGHT_MAX - 1);
    }
    assert_true(matching_find(N, weight, mate));
    for (int u = 0; u < N; u++)
        free_vertices += mate[u] < 0;
    assert_int_equal(free_vertices, 1);
    free(weight);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blossoms),
        cmocka_unit_test(test_brute_force),
        cmocka_unit_test(test_hidden_pairs),
        cmocka_unit_test(test_most_pairs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
