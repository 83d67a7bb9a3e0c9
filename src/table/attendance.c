/* Who is at a table, as JSON. */
#include "attendance.h"

#include "game_table.h"
#include "json_write.h"

#include <string.h>

/* The last day on which a holder of SEAT was seen, or NULL. */
static const char *last_seen(const struct table *table, int seat)
{
    const char *day = NULL;

    for (size_t i = 0; i < table->n_holders; i++) {
        const struct table_holder *holder = &table->holder[i];

        if (holder->seat == seat && holder->seen[0] && (!day || strcmp(holder->seen, day) > 0))
            day = holder->seen;
    }
    return day;
}

/* Nothing of a seat that nobody has taken, or the computer. */
static void add_seat(struct json_out *out, const struct table *table, int seat)
{
    const struct attendance *a = &table->attendance;
    const char *name = alibi_seat_name((enum alibi_seat)seat);
    const char *player = table->about.player[seat];

    if (player_is_computer(player) || strcmp(player, "open") == 0) {
        json_null(out, name);
        return;
    }
    json_object(out, name);
    json_bool(out, "here", a->here[seat]);
    if (a->here[seat] || a->away[seat] < 0)
        json_null(out, "away");
    else
        json_number(out, "away", a->away[seat]);
    json_text(out, "seen", a->here[seat] ? NULL : last_seen(table, seat));
    if (a->gone[seat] && table_has_claims(&table->about))
        json_bool(out, "gone", true);
    json_end(out);
}

void answer_presence(struct json_out *out, const char *name, const struct table *table)
{
    if (!table->attendance.known) {
        json_null(out, name);
        return;
    }
    json_object(out, name);
    for (int seat = ALIBI_JACK; seat <= ALIBI_DETECTIVE; seat++)
        add_seat(out, table, seat);
    json_number(out, "watching", table->attendance.watching);
    json_end(out);
}
