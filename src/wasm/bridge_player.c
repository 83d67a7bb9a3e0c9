/* The bridge's players: told what their seat is told, thinking in slices between two frames of
 * a page. */
#include "bridge.h"

#include <alibi/player.h>
#include <stdlib.h>
#include <string.h>

static const struct alibi_refusal no_kind =
    ALIBI_REFUSAL("bridge.kind", NULL, "expected the name of a kind of player");
static const struct alibi_refusal unsettled =
    ALIBI_REFUSAL("bridge.announcement-due", NULL, "expected the announcement that is due");
static const struct alibi_refusal not_to_act =
    ALIBI_REFUSAL("bridge.not-to-act", NULL, "expected a player whose seat is to act");
static const struct alibi_refusal not_thinking =
    ALIBI_REFUSAL("bridge.not-thinking", NULL, "expected a player that is thinking");

static const struct alibi_refusal other_view = ALIBI_REFUSAL(
    "bridge.other-view", NULL, "expected a record of this seat or of the whole truth");

static const struct alibi_refusal running = ALIBI_REFUSAL(
    "bridge.running", NULL, "a game between people is not analysed while it goes on");

enum { KIND_MAX = 20 };

struct bridge_player {
    struct alibi_player *player;
    char kind[KIND_MAX];
    const struct alibi_game *game;
    enum alibi_seat seat;
    bool thinking; /* begun and not ended: the only time for step and end */
};

/* --- Beginning --- */

/* The kind that the input names, into NAME; false after refusing. */
static bool read_kind(char name[KIND_MAX], size_t len)
{
    int strongest = 0;

    if (len >= KIND_MAX || memchr(bridge_input(), '\0', len)) {
        (void)bridge_refuse(ALIBI_BAD_TEXT, &no_kind);
        return false;
    }
    memcpy(name, bridge_input(), len);
    name[len] = '\0';
    while (alibi_player_kind(strongest + 1))
        strongest++;
    if (len == 0)
        memcpy(name, alibi_player_kind(strongest)->name,
               strlen(alibi_player_kind(strongest)->name) + 1);
    return true;
}

/* A player of that KIND for the seat of VIEW; NULL after refusing. */
static struct bridge_player *begin_at(const char *kind, const struct alibi_view *view,
                                      uint64_t seed, size_t memory)
{
    struct bridge_player *player = calloc(1, sizeof *player);

    if (!player) {
        (void)bridge_fail_memory();
        return NULL;
    }
    if (alibi_player_new(&player->player, kind, view, seed, memory, bridge_failure()) !=
        ALIBI_OK) {
        free(player);
        return NULL;
    }
    memcpy(player->kind, kind, strlen(kind) + 1);
    player->game = view->seen.game;
    player->seat = (enum alibi_seat)view->viewer;
    return player;
}

struct bridge_player *bridge_player_new(const struct alibi_session *game, int seat,
                                        uint64_t seed, double memory, size_t len)
{
    struct alibi_view view;
    enum alibi_viewer viewer;
    char kind[KIND_MAX];
    size_t bytes;

    if (!bridge_read_seat(&viewer, seat) || !bridge_read_memory(&bytes, memory) ||
        !read_kind(kind, len))
        return NULL;
    alibi_view_of(&view, alibi_session_after(game, 0), viewer);
    return begin_at(kind, &view, seed, bytes);
}

/* The record in the input as VIEWER may know it; NULL after refusing. */
static struct alibi_record *read_seen(enum alibi_viewer viewer, size_t len)
{
    struct alibi_record *record = bridge_read_record(len), *seen = NULL;

    if (!record)
        return NULL;
    if (alibi_record_is_of_people(record))
        (void)bridge_refuse(ALIBI_BAD_POSITION, &running);
    else if (alibi_record_viewer(record) == viewer)
        return record;
    else if (alibi_record_viewer(record) != ALIBI_AS_TRUTH)
        (void)bridge_refuse(ALIBI_BAD_TEXT, &other_view);
    else if (alibi_session_redact(&seen, record, viewer, bridge_failure()) != ALIBI_OK)
        seen = NULL;
    alibi_record_free(record);
    return seen;
}

struct bridge_player *bridge_player_of_record(size_t len, int seat, int kind, uint64_t seed,
                                              double memory)
{
    struct bridge_player *player = NULL;
    struct alibi_record *record;
    enum alibi_viewer viewer;
    struct alibi_view view;
    size_t bytes;

    if (kind < 0 || !alibi_player_kind(kind)) {
        (void)bridge_refuse(ALIBI_BAD_TEXT, &no_kind);
        return NULL;
    }
    if (!bridge_read_seat(&viewer, seat) || !bridge_read_memory(&bytes, memory))
        return NULL;
    record = read_seen(viewer, len);
    if (!record)
        return NULL;
    view = (struct alibi_view){viewer, *alibi_record_start(record)};
    player = begin_at(alibi_player_kind(kind)->name, &view, seed, bytes);
    for (size_t i = 0; player && i < alibi_record_length(record); i++)
        if (alibi_player_hear(player->player, alibi_record_told(record, i), bridge_failure()) !=
            ALIBI_OK) {
            bridge_player_free(player); /* without memory */
            player = NULL;
        }
    alibi_record_free(record);
    return player;
}

void bridge_player_free(struct bridge_player *player)
{
    alibi_player_free(player->player);
    free(player);
}

/* --- What it is told, and what it knows by that --- */

/* Whether the tokens can come, one after the other, by a watch that is told them first; false
 * after refusing. */
static bool can_see(const struct bridge_player *player, size_t len)
{
    struct alibi_watch *trial;
    bool can;

    if (alibi_watch_copy(&trial, alibi_player_watch(player->player)) != ALIBI_OK) {
        (void)bridge_fail_memory();
        return false;
    }
    can = bridge_watch_see(trial, len);
    alibi_watch_free(trial);
    return can;
}

int bridge_player_see(struct bridge_player *player, size_t len)
{
    struct bridge_word word;
    size_t at = 0;

    if (!bridge_fits(len) || !can_see(player, len))
        return BRIDGE_REFUSED;
    player->thinking = false;
    while (bridge_next_word(&word, &at, len))
        if (alibi_player_see(player->player, word.text, word.len, bridge_failure()) != ALIBI_OK)
            return BRIDGE_REFUSED; /* without memory */
    return 0;
}

int bridge_player_view(const struct bridge_player *player)
{
    struct alibi_text answer = bridge_answer();
    struct alibi_view view;

    if (!alibi_watch_settled(alibi_player_watch(player->player)))
        return bridge_refuse(ALIBI_BAD_MOVE, &unsettled);
    alibi_player_view(player->player, &view);
    alibi_json_print(&answer, &view.seen);
    return bridge_answered(&answer);
}

int bridge_player_belief(const struct bridge_player *player)
{
    struct alibi_text answer = bridge_answer();
    double belief[ALIBI_CHARACTERS_MAX];
    const struct alibi_game *game;
    size_t n;

    game = alibi_watch_worlds(alibi_player_watch(player->player), &n)->game;
    alibi_player_belief(player->player, belief);
    for (int i = 0; i < game->n_characters; i++) {
        int who = game->list[i];

        if (belief[who] > 0)
            alibi_text_format(&answer, "%s%s=%.17g", answer.len ? " " : "",
                              game->characters[who].code, belief[who]);
    }
    return bridge_answered(&answer);
}

double bridge_player_chance(const struct bridge_player *player, double value)
{
    return alibi_player_chance(player->kind, player->game, player->seat, value);
}

/* --- Thinking --- */

int bridge_player_begin(struct bridge_player *player, double nodes, double ms)
{
    const struct alibi_budget budget = bridge_budget(nodes, ms);
    struct alibi_text answer = bridge_answer();
    const struct alibi_budget *settled;

    player->thinking = false;
    if (!alibi_player_is_on_turn(player->player))
        return bridge_refuse(ALIBI_BAD_MOVE, &not_to_act);
    alibi_player_begin(player->player, &budget);
    player->thinking = true;
    settled = alibi_player_budget(player->player);
    alibi_text_format(&answer, "%llu %lu",
                      settled->nodes == UINT64_MAX ? 0ULL : (unsigned long long)settled->nodes,
                      (unsigned long)settled->ms);
    return bridge_answered(&answer);
}

int bridge_player_step(struct bridge_player *player, double nodes)
{
    if (!player->thinking || !(nodes >= 1))
        return 0;
    return alibi_player_step(player->player, bridge_slice(nodes));
}

int bridge_player_end(struct bridge_player *player)
{
    struct alibi_text answer = bridge_answer();
    struct alibi_thought thought;
    struct alibi_view view;

    if (!player->thinking)
        return bridge_refuse(ALIBI_BAD_MOVE, &not_thinking);
    player->thinking = false;
    alibi_player_view(player->player, &view);
    alibi_player_end(player->player, &thought);
    alibi_thought_json(&answer, view.seen.game, &thought);
    return bridge_answered(&answer);
}

int bridge_player_consider(struct bridge_player *player, size_t len)
{
    alibi_move move[ALIBI_SEQUENCE_MAX];
    const struct alibi_game *game;
    size_t worlds;
    int n;

    if (!bridge_fits(len))
        return BRIDGE_REFUSED;
    player->thinking = false;
    if (!alibi_player_is_on_turn(player->player))
        return bridge_refuse(ALIBI_BAD_MOVE, &not_to_act);
    game = alibi_watch_worlds(alibi_player_watch(player->player), &worlds)->game;
    n = bridge_read_turn(move, game, len);
    if (n < 0 || alibi_player_consider(player->player, move, n, bridge_failure()) != ALIBI_OK)
        return BRIDGE_REFUSED;
    return 0;
}
