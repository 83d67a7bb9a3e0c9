/* Hash and random bytes of our own, which a browser needs too, are those of libsodium. */
#include "unit.h"

#include "blake2b.h"
#include "chacha20.h"
#include "lottery.h"

#include <sodium.h>

static unsigned char data[1000];

static int fill(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (unsigned char)(i * 31 + (i >> 3));
    return sodium_init() < 0;
}

/* Around the ends of blocks of 128 bytes, with keys and digests of several lengths. */
static void hashes_are_the_same(void **state)
{
    static const size_t lengths[] = {0, 1, 3, 127, 128, 129, 255, 256, 257, 511, 1000};
    static const size_t keys[] = {0, 16, 32, 64}, sizes[] = {16, 32, 64};

    (void)state;
    for (size_t l = 0; l < COUNT(lengths); l++)
        for (size_t k = 0; k < COUNT(keys); k++)
            for (size_t s = 0; s < COUNT(sizes); s++) {
                unsigned char ours[64], theirs[64];
                struct blake2b hash;

                blake2b_begin(&hash, sizes[s], data, keys[k]);
                for (size_t at = 0, n; at < lengths[l]; at += n) {
                    n = lengths[l] - at < 100 ? lengths[l] - at : 100;
                    blake2b_add(&hash, data + at, n);
                }
                blake2b_end(&hash, ours);
                assert_int_equal(crypto_generichash(theirs, sizes[s], data, lengths[l],
                                                    keys[k] ? data : NULL, keys[k]),
                                 0);
                CHECK(memcmp(ours, theirs, sizes[s]) == 0, "%zu bytes, key %zu, digest %zu",
                      lengths[l], keys[k], sizes[s]);
            }
}

static void streams_are_the_same(void **state)
{
    static const size_t lengths[] = {0, 1, 8, 63, 64, 65, 128, 1000};

    (void)state;
    for (size_t l = 0; l < COUNT(lengths); l++) {
        unsigned char ours[1000] = {0}, theirs[1000] = {0};

        chacha20(ours, lengths[l], data, data + 40);
        assert_int_equal(crypto_stream_chacha20_ietf(theirs, lengths[l], data + 40, data), 0);
        CHECK(memcmp(ours, theirs, sizeof ours) == 0, "%zu bytes", lengths[l]);
    }
}

/* A seed gives what libsodium's generator gives for it, so that no game of a test has changed,
 * and every draw is another. */
static void a_seed_decides_every_draw(void **state)
{
    const uint64_t seed = 7;
    struct lottery lottery;
    unsigned char ours[48], theirs[48], again[48];
    unsigned char whole[randombytes_SEEDBYTES] = {7};

    (void)state;
    assert_true(lottery_open(&lottery, &seed));
    lottery_draw(&lottery, ours, sizeof ours);
    randombytes_buf_deterministic(theirs, sizeof theirs, whole);
    assert_memory_equal(ours, theirs, sizeof ours);
    lottery_draw(&lottery, again, sizeof again);
    assert_memory_not_equal(ours, again, sizeof ours);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_are_the_same),
        cmocka_unit_test(streams_are_the_same),
        cmocka_unit_test(a_seed_decides_every_draw),
    };

    return cmocka_run_group_tests(tests, fill, NULL);
}
