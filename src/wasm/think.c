/* Thinking in one go where there is no clock: a millisecond is as many nodes as a browser looks
 * at in about that time. A page that wants to keep to the clock thinks in slices and looks at
 * its own. */
#include <alibi/player.h>

enum { NODES_A_MS = 100 };

void alibi_player_think(struct alibi_player *player, const struct alibi_budget *budget,
                        struct alibi_thought *thought)
{
    uint64_t nodes = 0, most;

    alibi_player_begin(player, budget);
    most = (uint64_t)alibi_player_budget(player)->ms * NODES_A_MS;
    while ((most == 0 || nodes < most) && alibi_player_step(player, NODES_A_MS))
        nodes += NODES_A_MS;
    alibi_player_end(player, thought);
}
