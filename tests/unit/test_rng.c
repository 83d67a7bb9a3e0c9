/* Random numbers. The values were computed by a program that shares no code. */
#include "unit.h"

#include <alibi/rng.h>

static void test_rng_next(void **state)
{
    static const struct {
        uint64_t seed, wanted[5];
    } row[] = {
        {0,
         {0x99ec5f36cb75f2b4, 0xbf6e1f784956452a, 0x1a5f849d4933e6e0, 0x6aa594f1262d2d2c,
          0xbba5ad4a1f842e59}},
        {1,
         {0xb3f2af6d0fc710c5, 0x853b559647364cea, 0x92f89756082a4514, 0x642e1c7bc266a3a7,
          0xb27a48e29a233673}},
        {42,
         {0x15780b2e0c2ec716, 0x6104d9866d113a7e, 0xae17533239e499a1, 0xecb8ad4703b360a1,
          0xfde6dc7fe2ec5e64}},
        {0xdeadbeef,
         {0xc5555444a74d7e83, 0x65c30d37b4b16e38, 0x54f773200a4efa23, 0x429aed75fb958af7,
          0xfb0e1dd69c255b2e}},
        {UINT64_MAX,
         {0x8f5520d52a7ead08, 0xc476a018caa1802d, 0x81de31c0d260469e, 0xbf658d7e065f3c2f,
          0x913593fda1bca32a}},
    };
    struct alibi_rng rng;
    uint64_t last = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        alibi_rng_seed(&rng, row[i].seed);
        for (size_t k = 0; k < COUNT(row[i].wanted); k++)
            CHECK(alibi_rng_next(&rng) == row[i].wanted[k], "row %zu number %zu", i, k);
    }
    alibi_rng_seed(&rng, 0);
    for (int i = 0; i < 1000; i++)
        last = alibi_rng_next(&rng);
    assert_true(last == 0x7aac8c483a2edd2f);
}

/* With seed 7; NEXT checks the number of draws used. */
static void test_rng_below(void **state)
{
    static const struct {
        uint32_t n, wanted[8];
        uint64_t next;
    } row[] = {
        {1, {0, 0, 0, 0, 0, 0, 0, 0}, 0x67594f96cac88520},
        {2, {1, 0, 1, 1, 1, 1, 0, 0}, 0x67594f96cac88520},
        {3, {2, 0, 2, 2, 2, 2, 0, 0}, 0x67594f96cac88520},
        {70, {49, 19, 58, 68, 69, 61, 4, 7}, 0x67594f96cac88520},
        {1000, {700, 278, 839, 981, 990, 872, 60, 104}, 0x67594f96cac88520},
        {0x80000000,
         {1504476539, 598613707, 1803086244, 2106891321, 2127856246, 1874267761, 130464097,
          224274149},
         0x67594f96cac88520},
        {0x80000001, /* nearly half of the draws are thrown away */
         {2127856246, 224274149, 1162578065, 1571653532, 2016413269, 1891612607, 969416322,
          551254732},
         0x775cb1fd0b70119e},
        {0xc0000000, /* a quarter is */
         {2256714809, 897920560, 2704629366, 3160336982, 2811401642, 195696145, 336411224,
          1300429744},
         0x26dd6ba0018e0163},
        {0xffffffff,
         {3008953078, 1197227413, 3606172488, 4213782642, 4255712491, 3748535522, 260928193,
          448548298},
         0x67594f96cac88520},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_rng rng;

        alibi_rng_seed(&rng, 7);
        for (size_t k = 0; k < COUNT(row[i].wanted); k++) {
            uint32_t x = alibi_rng_below(&rng, row[i].n);

            CHECK(x == row[i].wanted[k], "below %u: %u is number %zu", row[i].n, x, k);
        }
        CHECK(alibi_rng_next(&rng) == row[i].next, "below %u", row[i].n);
    }
}

/* Chi squared of 100 draws a number; the limit is far beyond the 99.99 per cent point. */
static void test_rng_uniform(void **state)
{
    static const struct {
        uint32_t n;
        double limit;
    } row[] = {{2, 16}, {3, 20}, {7, 30}, {8, 32}, {70, 130}, {100, 170}};

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_rng rng;
        int count[100] = {0};
        double chi = 0;

        alibi_rng_seed(&rng, 2006);
        for (uint32_t k = 0; k < 100 * row[i].n; k++) {
            uint32_t x = alibi_rng_below(&rng, row[i].n);

            CHECK(x < row[i].n, "%u is not below %u", x, row[i].n);
            count[x]++;
        }
        for (uint32_t k = 0; k < row[i].n; k++)
            chi += (count[k] - 100.0) * (count[k] - 100.0) / 100.0;
        CHECK(chi < row[i].limit, "below %u: chi squared is %f", row[i].n, chi);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rng_next),
        cmocka_unit_test(test_rng_below),
        cmocka_unit_test(test_rng_uniform),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
