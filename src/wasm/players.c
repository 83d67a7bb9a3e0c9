/* The bridge's player: told in lines, thinking in slices between two frames of a page. */
#include "bridge.h"

#include <alibi/adviser.h>
#include <alibi/player.h>
#include <string.h>

static struct alibi_adviser *adviser;
static bool thinking;

size_t bridge_players(void)
{
    struct alibi_text list = bridge_reply();

    for (int i = 0; alibi_player_kind(i); i++)
        alibi_text_format(&list, "%s\t%s\n", alibi_player_kind(i)->name,
                          alibi_player_kind(i)->about);
    return strlen(list.buf);
}

int bridge_player_send(size_t len)
{
    const size_t memory = 1 << 20; /* until `new` says how much its player may have */
    struct alibi_text reply = bridge_reply();
    struct alibi_error err;

    thinking = false;
    if (!adviser && alibi_adviser_new(&adviser, NULL, 1, memory, &err) != ALIBI_OK)
        return (int)bridge_refuse(err.text);
    if (len > bridge_input_size())
        len = bridge_input_size(); /* too long all the same, and the adviser says so */
    if (!alibi_adviser_answer(adviser, bridge_input(), len, &reply)) {
        alibi_adviser_free(adviser);
        adviser = NULL;
        return BRIDGE_QUIT;
    }
    return (int)strlen(reply.buf);
}

int bridge_player_begin(double nodes)
{
    struct alibi_text reply = bridge_reply();
    struct alibi_player *player = adviser ? alibi_adviser_player(adviser) : NULL;
    const double most = 1e15;
    struct alibi_budget budget = {.nodes = nodes >= 1 && nodes < most ? (uint64_t)nodes : 0};
    const struct alibi_budget *settled;

    thinking = false;
    if (!player || !alibi_player_is_on_turn(player))
        return (int)bridge_refuse("expected a player whose seat is to act");
    alibi_player_begin(player, &budget);
    thinking = true;
    settled = alibi_player_budget(player);
    alibi_text_format(&reply, "nodes %llu ms %lu",
                      settled->nodes == UINT64_MAX ? 0ULL : (unsigned long long)settled->nodes,
                      (unsigned long)settled->ms);
    return (int)strlen(reply.buf);
}

int bridge_player_step(double nodes)
{
    const double most = 1e9; /* whatever comes from a page becomes a number of nodes */

    if (!thinking || !(nodes >= 1))
        return 0;
    return alibi_player_step(alibi_adviser_player(adviser),
                             (uint64_t)(nodes < most ? nodes : most));
}

int bridge_player_end(void)
{
    struct alibi_text reply = bridge_reply();
    struct alibi_player *player;
    struct alibi_thought thought;
    struct alibi_view view;

    if (!thinking)
        return (int)bridge_refuse("expected a player that thinks");
    thinking = false;
    player = alibi_adviser_player(adviser);
    alibi_player_view(player, &view);
    alibi_player_end(player, &thought);
    alibi_thought_json(&reply, view.seen.game, &thought);
    return (int)strlen(reply.buf);
}
