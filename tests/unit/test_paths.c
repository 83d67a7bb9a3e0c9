/* Shortest paths: alibi_path on a made-up street. */
#include "unit.h"

#include <alibi/kit/path.h>

/* A street of sixty places, with a passage from 10 to 50 that costs nothing; from 60 on nothing
 * leads anywhere. */
static int street(const struct alibi_walk *walk, unsigned at, uint8_t out[ALIBI_PLACES_MAX])
{
    int n = 0;

    if (at > 0 && at < 60)
        out[n++] = (uint8_t)(at - 1);
    if (at < 59)
        out[n++] = (uint8_t)(at + 1);
    if (at == 10 && !walk->on_foot)
        out[n++] = 50 | ALIBI_FREE;
    return n;
}

static void test_street(void **state)
{
    static const struct {
        unsigned from, to;
        bool on_foot;
        int n;
    } row[] = {
        {5, 5, false, 1},   {5, 8, false, 4},  {8, 5, false, 4},   {8, 52, false, 6},
        {10, 48, false, 4}, {0, 39, true, 40}, {0, 40, true, 0},   {0, 45, false, 17},
        {8, 60, false, 0},  {60, 8, false, 0}, {60, 60, false, 1},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_walk walk = {
            .from = row[i].from, .to = row[i].to, .on_foot = row[i].on_foot, .steps = street};
        uint8_t path[ALIBI_PATH_MAX];
        int n = alibi_path(&walk, path);

        CHECK(n == row[i].n, "%u to %u: %d places", row[i].from, row[i].to, n);
        CHECK(n == 0 || (path[0] == row[i].from && path[n - 1] == row[i].to), "%u to %u",
              row[i].from, row[i].to);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_street),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
