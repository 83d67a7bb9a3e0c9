/* Commissions on their way. */
#include "matchup.h"

#include "commitment.h"
#include "standing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORGOTTEN_MS = 5000 }; /* after which it is tried once more */

static void print_player(struct json_out *out, const char *name,
                         const struct pending_game_player *player)
{
    char guest[COMMITMENT_SIZE];

    opening_hex(player->guest.byte, guest);
    json_object(out, name);
    json_text(out, "guest", guest);
    json_text(out, "id", player->id[0] ? player->id : NULL);
    json_end(out);
}

/* The app will have it made. */
static void hand_out(struct petition *petition, const struct pending_game *pending)
{
    if (!petition->pending)
        petition->pending = calloc(PETITION_PENDING, sizeof *pending);
    if (petition->pending && petition->n_pending < PETITION_PENDING)
        petition->pending[petition->n_pending++] = *pending;
}

/* How strong those who play are, each for sure: what a game to look on is chosen by. */
static void add_strength(struct people *people, struct pending_game *pending)
{
    struct standing standing;
    double strength = 0;
    char number[12];

    for (int seat = 0; seat < 2; seat++) {
        if (!pending->player[seat].id[0])
            return;
        standing_read(people, pending->player[seat].id, pending->game,
                      alibi_seat_name((enum alibi_seat)seat), &standing);
        strength += standing.glicko.rating - 2 * standing.glicko.deviation;
    }
    (void)snprintf(number, sizeof number, "%ld", strength > 0 ? lround(strength / 2) : 0);
    terms_add(pending->terms, "strength", number);
}

void pending_game_order(struct people *people, struct petition *petition,
                        struct pending_game *pending)
{
    struct json_out out = {0};

    id_draw(people->lottery, pending->id);
    add_strength(people, pending);
    json_object(&out, NULL);
    json_text(&out, "game", pending->game);
    json_text(&out, "terms", pending->terms);
    if (pending->is_private)
        json_bool(&out, "private", true);
    for (int seat = 0; seat < 2; seat++)
        print_player(&out, alibi_seat_name((enum alibi_seat)seat), &pending->player[seat]);
    json_number(&out, "at", (int64_t)people->now);
    json_end(&out);
    ledger_put(people->ledger, ledger_key("commission/%s", pending->id).key, &out);
    hand_out(petition, pending);
}

static bool read_player(struct pending_game_player *out, struct json player)
{
    char guest[COMMITMENT_SIZE];

    (void)json_read_text(json_member(player, "id"), out->id, sizeof out->id);
    return json_read_text(json_member(player, "guest"), guest, sizeof guest) > 0 &&
           opening_unhex(out->guest.byte, guest);
}

static bool read_pending(struct pending_game *out, const struct ledger_entry *entry,
                         uint64_t *at)
{
    struct json kept = ledger_json(entry->value);

    *out = (struct pending_game){0};
    (void)snprintf(out->id, ID_SIZE, "%s", entry->key + strlen("commission/"));
    out->is_private = json_kind(json_member(kept, "private")) == JSON_TRUE;
    return json_read_text(json_member(kept, "game"), out->game, sizeof out->game) > 0 &&
           json_read_text(json_member(kept, "terms"), out->terms, sizeof out->terms) >= 0 &&
           json_read_number(json_member(kept, "at"), at) &&
           read_player(&out->player[0], json_member(kept, "jack")) &&
           read_player(&out->player[1], json_member(kept, "detective"));
}

void pending_game_remind(struct people *people, struct petition *petition)
{
    struct ledger_entry entry[PETITION_PENDING];
    const struct ledger_range range = {.prefix = "commission/", .most = PETITION_PENDING};
    size_t n = ledger_list(people->ledger, &range, entry);
    struct pending_game pending;
    uint64_t at;

    for (size_t i = 0; i < n; i++)
        if (read_pending(&pending, &entry[i], &at) && at + FORGOTTEN_MS < people->now)
            hand_out(petition, &pending);
}

bool pending_game_waits(struct people *people, const char *id)
{
    return ledger_get(people->ledger, ledger_key("commission/%s", id).key) != NULL;
}

void pending_game_done(struct people *people, struct petition *petition, const char *id)
{
    struct ledger_name key = ledger_key("commission/%s", id);
    const struct ledger_entry entry = {key.key, ledger_get(people->ledger, key.key)};
    struct pending_game pending;
    uint64_t at;

    if (!entry.value)
        return;
    if (read_pending(&pending, &entry, &at))
        for (int seat = 0; seat < 2; seat++)
            matchup_tell(petition, &pending.player[seat].guest);
    ledger_drop(people->ledger, key.key);
}
