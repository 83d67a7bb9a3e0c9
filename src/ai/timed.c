/* Thinking within a time limit: the only file of the library that reads the clock. The browser
 * builds src/wasm/untimed.c in its place. */
#include <alibi/player.h>
#include <time.h>

enum { SLICE = 256 }; /* nodes between two looks at the clock: well under a millisecond */

static double now_ms(void)
{
    struct timespec t;

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

void alibi_player_think(struct alibi_player *player, const struct alibi_budget *budget,
                        struct alibi_thought *thought)
{
    double start = now_ms();
    uint32_t ms;

    alibi_player_begin(player, budget);
    ms = alibi_player_budget(player)->ms;
    while (alibi_player_step(player, SLICE) && (ms == 0 || now_ms() - start < ms)) {
    }
    alibi_player_end(player, thought);
}
