/* Thinking without a clock: a millisecond of the budget becomes a number of nodes. A page that
 * must keep to a time limit thinks in slices and reads its own clock. */
#include <alibi/player.h>

enum { NODES_PER_MS = 100 }; /* about what a browser searches; set by hand */

void alibi_player_think(struct alibi_player *player, const struct alibi_budget *budget,
                        struct alibi_thought *thought)
{
    uint64_t nodes = 0, max;

    alibi_player_begin(player, budget);
    max = (uint64_t)alibi_player_budget(player)->ms * NODES_PER_MS;
    while ((max == 0 || nodes < max) && alibi_player_step(player, NODES_PER_MS))
        nodes += NODES_PER_MS;
    alibi_player_end(player, thought);
}
