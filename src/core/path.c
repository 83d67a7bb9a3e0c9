/* Shortest paths by breadth-first search, one movement point a layer. A free step stays in the
 * layer in which it was found. */
#include <alibi/kit/path.h>

#include <assert.h>
#include <string.h>

enum { NOWHERE = 0xff };

struct front {
    uint8_t place[ALIBI_PLACES_MAX];
    int n;
};

/* Collects in NEXT the places one point away from those in NOW. NOW itself grows by free steps.
 * CAME has for each place the one it was reached from. */
static void spread(const struct alibi_walk *walk, uint8_t came[ALIBI_PLACES_MAX],
                   struct front *now, struct front *next)
{
    next->n = 0;
    for (int i = 0; i < now->n; i++) {
        uint8_t step[ALIBI_PLACES_MAX];
        int n = walk->steps(walk, now->place[i], step);

        for (int k = 0; k < n; k++) {
            struct front *front = step[k] & ALIBI_FREE ? now : next;
            uint8_t to = step[k] & (ALIBI_FREE - 1);

            if (came[to] != NOWHERE)
                continue;
            came[to] = now->place[i];
            front->place[front->n++] = to;
        }
    }
}

int alibi_path(const struct alibi_walk *walk, uint8_t out[ALIBI_PATH_MAX])
{
    uint8_t came[ALIBI_PLACES_MAX];
    struct front front[2] = {{.place = {(uint8_t)walk->from}, .n = 1}};
    unsigned at = walk->to;
    int n = 1;

    assert(walk->from < ALIBI_PLACES_MAX && walk->to < ALIBI_PLACES_MAX);
    memset(came, NOWHERE, sizeof came);
    came[walk->from] = (uint8_t)walk->from;
    for (int i = 0; front[i].n && came[walk->to] == NOWHERE; i = !i)
        spread(walk, came, &front[i], &front[!i]);
    if (came[walk->to] == NOWHERE)
        return 0;
    for (; at != walk->from; at = came[at])
        n++;
    if (n > ALIBI_PATH_MAX)
        return 0;
    at = walk->to;
    for (int i = n - 1; i >= 0; i--, at = came[at])
        out[i] = (uint8_t)at;
    return n;
}
