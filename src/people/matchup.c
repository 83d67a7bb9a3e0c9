/* Meetings in the ledger: paired/GUEST has whose ticket has led to which game, so that an
 * answer that is lost does no harm; parted/TIME/GUEST leads to it, until it is forgotten. */
#include "matchup.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SWEPT = 8,              /* old ones that are forgotten at a time */
    KEPT_MS = 24 * 3600000, /* after which a lost answer is not asked for again */
    LATELY_MS = 120000,     /* during which it is told of */
};

bool matchup_check(struct petition *petition, struct matchup_terms *terms)
{
    struct request *r = &petition->r;
    struct clock_terms clock;

    if (!terms->role[0])
        (void)snprintf(terms->role, sizeof terms->role, "any");
    if (!alibi_game_find(terms->game))
        request_refuse(r, &request_no.game, ALIBI_WITH(terms->game));
    else if (terms->clock[0] && !clock_terms_parse(&clock, terms->clock, strlen(terms->clock)))
        request_refuse(r, &request_no.clock, NULL);
    else if (strcmp(terms->role, "any") != 0 && strcmp(terms->role, "jack") != 0 &&
             strcmp(terms->role, "detective") != 0)
        request_refuse(r, &request_no.role, NULL);
    else if (terms->rated && (!petition->has_person || !terms->clock[0]))
        request_refuse(r, &request_no.rated, NULL);
    return r->status == 0;
}

void matchup_tell(struct petition *petition, const struct hash *guest)
{
    if (!petition->told)
        petition->told = calloc(PETITION_TOLD, sizeof *petition->told);
    if (petition->told && petition->n_told < PETITION_TOLD)
        petition->told[petition->n_told++] = *guest;
}

bool matchup_is_blocked(struct people *people, const char *one, const char *two)
{
    return ledger_get(people->ledger, ledger_key("block/%s/%s", one, two).key) ||
           ledger_get(people->ledger, ledger_key("block/%s/%s", two, one).key);
}

/* --- What is kept --- */

/* Forgets those that are old. */
static void sweep(struct people *people)
{
    struct ledger_entry entry[SWEPT];
    const struct ledger_range range = {.prefix = "parted/", .most = SWEPT};
    size_t n = ledger_list(people->ledger, &range, entry);

    for (size_t i = 0; i < n; i++) {
        const char *time = entry[i].key + strlen("parted/"), *guest = strchr(time, '/');
        struct json kept;
        uint64_t at = 0;

        if (strtoull(time, NULL, 10) + KEPT_MS >= people->now)
            return;
        kept = ledger_json(
            ledger_get(people->ledger, ledger_key("paired%s", guest ? guest : "/").key));
        if (json_read_number(json_member(kept, "at"), &at) && at + KEPT_MS < people->now)
            ledger_drop(people->ledger, ledger_key("paired%s", guest).key);
        ledger_drop(people->ledger, entry[i].key);
    }
}

static void note(struct people *people, const struct matchup_side *side, const char *game)
{
    struct ledger_name at = ledger_key("parted/%013" PRIu64 "/%s", people->now, side->guest);
    struct json_out out = {0};

    json_object(&out, NULL);
    json_text(&out, "ticket", side->ticket);
    json_text(&out, "game", game);
    json_number(&out, "at", (int64_t)people->now);
    json_end(&out);
    ledger_put(people->ledger, ledger_key("paired/%s", side->guest).key, &out);
    ledger_put_text(people->ledger, at.key, "true");
}

static void seat(struct pending_game_player *player, const struct matchup_side *side)
{
    (void)opening_unhex(player->guest.byte, side->guest);
    memcpy(player->id, side->id, sizeof player->id);
}

void matchup_begin(struct people *people, struct petition *petition,
                   const struct matchup_terms *terms, const struct matchup_side *jack,
                   const struct matchup_side *detective)
{
    struct pending_game pending = {0};

    (void)snprintf(pending.game, sizeof pending.game, "%s", terms->game);
    if (terms->clock[0])
        terms_add(pending.terms, "clock", terms->clock);
    if (terms->rated)
        terms_add(pending.terms, "rated", NULL);
    pending.is_private = terms->is_private;
    seat(&pending.player[0], jack);
    seat(&pending.player[1], detective);
    pending_game_order(people, petition, &pending);
    note(people, jack, pending.id);
    note(people, detective, pending.id);
    sweep(people);
}

/* --- What has come of it --- */

struct past {
    char ticket[TICKET_SIZE], game[ID_SIZE];
    uint64_t at;
    enum met met;
};

static struct past read_past(struct people *people, const char *guest)
{
    struct json kept =
        ledger_json(ledger_get(people->ledger, ledger_key("paired/%s", guest).key));
    struct past past = {.met = MET_NOBODY};

    if (json_read_text(json_member(kept, "ticket"), past.ticket, TICKET_SIZE) > 0 &&
        json_read_text(json_member(kept, "game"), past.game, ID_SIZE) > 0 &&
        json_read_number(json_member(kept, "at"), &past.at))
        past.met = pending_game_waits(people, past.game) ? MET_SOON : MET;
    return past;
}

enum met matchup_find(struct people *people, const char *guest, const char *ticket,
                      char game[ID_SIZE])
{
    struct past past = read_past(people, guest);

    if (past.met == MET_NOBODY || strcmp(past.ticket, ticket) != 0)
        return MET_NOBODY;
    memcpy(game, past.game, ID_SIZE);
    return past.met;
}

void matchup_print(struct people *people, const char *guest, struct json_out *out)
{
    struct past past = read_past(people, guest);

    if (past.met != MET || past.at + LATELY_MS < people->now) {
        json_null(out, "met");
        return;
    }
    json_object(out, "met");
    json_text(out, "ticket", past.ticket);
    json_text(out, "game", past.game);
    json_end(out);
}
