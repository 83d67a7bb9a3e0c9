/* What a game that is over counts for. */
#include "result.h"

#include <alibi/insight.h>
#include <stdio.h>
#include <string.h>

/* Suspects that the Detective had after SEQ events. */
static unsigned count_suspects(const struct table *table, size_t seq)
{
    struct alibi_insight insight;
    struct alibi_view view;
    unsigned n = 0;

    table_view_at(table, seq, ALIBI_AS_DETECTIVE, &view);
    alibi_insight_of(&insight, &view);
    for (unsigned set = insight.suspects; set; set &= set - 1)
        n++;
    return n;
}

/* Suspects just before the accusation by which it ended, if it did. */
static unsigned count_among(const struct table *table, const char *how)
{
    size_t seq = table->n_events;

    if (strcmp(how, "detective:arrest") != 0 && strcmp(how, "jack:wrong-accusation") != 0)
        return 0;
    while (seq > 0 && (table->event[seq - 1].kind != EVENT_MOVE ||
                       table_state_at(table, seq - 1)->to_act != ALIBI_DETECTIVE))
        seq--;
    return seq > 0 ? count_suspects(table, seq - 1) : 0;
}

bool table_result(const struct table *table, struct game_result *out)
{
    const struct alibi_state *end = table_state_at(table, table->n_events);
    const struct table_about *about = &table->about;
    bool counts = false;

    *out = (struct game_result){.rated = table_is_rated(about)};
    out->listed = out->rated || about->is_public;
    if (about->status != TABLE_OVER || table_waits(about)) /* it was ended before it began */
        return false;
    (void)snprintf(out->id, sizeof out->id, "%s", about->id);
    (void)snprintf(out->game, sizeof out->game, "%s", end->game->name);
    (void)snprintf(out->how, sizeof out->how, "%s", about->result);
    out->winner = strncmp(about->result, "detective:", strlen("detective:")) == 0;
    for (size_t i = 0; i < table->n_events; i++)
        if (table->event[i].kind == EVENT_ABORT) {
            out->aborted = true;
            out->winner = (int)table->event[i].by;
        }
    out->rounds = end->round;
    out->suspects = count_suspects(table, table->n_events);
    out->among = count_among(table, out->how);
    for (int seat = 0; seat < 2; seat++) {
        counts = table_account(about, seat, out->player[seat].id) || counts;
        memcpy(out->player[seat].name, about->player[seat], PLAYER_SIZE);
    }
    return counts;
}
