/* One game in memory. */
#include "game_table.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Loading --- */

/* Room for one more of SIZE bytes in the array *ARRAY. */
static bool grow(void **array, size_t n, size_t *cap, size_t size)
{
    size_t wanted = *cap ? 2 * *cap : 4;
    void *grown;

    if (n < *cap)
        return true;
    grown = realloc(*array, wanted * size);
    if (!grown)
        return false;
    *array = grown;
    *cap = wanted;
    return true;
}

bool table_add_event(void *to, const struct table_event *event)
{
    struct table *table = to;
    struct past_event *last;

    if (!grow((void **)&table->event, table->n_events, &table->events_cap,
              sizeof *table->event))
        return false;
    last = &table->event[table->n_events];
    *last = (struct past_event){.kind = event->kind, .by = event->by};
    if (event->kind == EVENT_MOVE) {
        last->ply = alibi_session_length(table->session);
        if (alibi_session_do(table->session, event->text, strlen(event->text), NULL) !=
            ALIBI_OK)
            return false;
    } else if (event->kind == EVENT_REMATCH) {
        (void)snprintf(last->id, sizeof last->id, "%.12s", event->text);
    }
    table->n_events++;
    return true;
}

bool table_add_holder(void *to, const struct table_holder *holder)
{
    struct table *table = to;

    for (size_t i = 0; i < table->n_holders; i++)
        if (table->holder[i].seat == holder->seat &&
            hash_equal(&table->holder[i].guest, &holder->guest)) {
            memcpy(table->holder[i].seen, holder->seen, DATE_SIZE);
            return true;
        }
    if (!grow((void **)&table->holder, table->n_holders, &table->holders_cap,
              sizeof *table->holder))
        return false;
    table->holder[table->n_holders++] = *holder;
    return true;
}

bool holder_is_ended(const struct table_holder *holder, const struct change *change)
{
    return change->ends && holder->seat == change->gone.seat &&
           hash_equal(&holder->guest, &change->gone.guest) != change->ends_others;
}

void table_remove_guest(struct table *table, const struct hash *guest)
{
    size_t n = 0;

    for (size_t i = 0; i < table->n_holders; i++)
        if (!hash_equal(&table->holder[i].guest, guest))
            table->holder[n++] = table->holder[i];
    table->n_holders = n;
}

static bool is_holder(const struct table *table, int seat, const struct hash *guest)
{
    for (size_t i = 0; i < table->n_holders; i++)
        if (table->holder[i].seat == seat && hash_equal(&table->holder[i].guest, guest))
            return true;
    return false;
}

void table_replace_guest(struct table *table, const struct hash *guest, const struct hash *heir)
{
    for (size_t i = 0; i < table->n_holders; i++)
        if (hash_equal(&table->holder[i].guest, guest) &&
            !is_holder(table, table->holder[i].seat, heir))
            table->holder[i].guest = *heir;
    table_remove_guest(table, guest);
}

static void remove_holders(struct table *table, const struct change *change)
{
    size_t n = 0;

    for (size_t i = 0; i < table->n_holders; i++)
        if (!holder_is_ended(&table->holder[i], change))
            table->holder[n++] = table->holder[i];
    table->n_holders = n;
}

bool table_open(struct table *table, const struct table_about *about, const char *commitment)
{
    struct alibi_state start;

    *table = (struct table){.about = *about};
    (void)snprintf(table->commitment, sizeof table->commitment, "%s", commitment);
    return alibi_position_parse(&start, about->start, strlen(about->start), NULL) == ALIBI_OK &&
           alibi_session_new(&table->session, &start) == ALIBI_OK;
}

void table_clear(struct table *table)
{
    alibi_session_free(table->session);
    free(table->event);
    free(table->holder);
    *table = (struct table){0};
}

bool table_apply(struct table *table, const struct change *change)
{
    assert(change->seq == table->n_events);
    table->about = change->about;
    for (size_t i = 0; i < change->n_events; i++)
        if (!table_add_event(table, &change->event[i]))
            return false;
    remove_holders(table, change);
    for (size_t i = 0; i < change->n_holders; i++)
        if (!table_add_holder(table, &change->holder[i]))
            return false;
    return true;
}

/* --- Asking --- */

static bool is_open(const struct table *table, int seat)
{
    return seat < TABLE_SPECTATOR && strcmp(table->about.player[seat], "open") == 0;
}

unsigned table_seats_of(const struct table *table, const struct hash *guest,
                        const struct hash *key)
{
    unsigned seats = 0;

    for (size_t i = 0; i < table->n_holders && guest; i++)
        if (hash_equal(&table->holder[i].guest, guest))
            seats |= 1U << table->holder[i].seat;
    for (int seat = 0; seat < 3 && key; seat++)
        if (hash_equal(&table->about.key[seat], key))
            seats |= 1U << (is_open(table, seat) ? TABLE_SPECTATOR : seat);
    return seats;
}

enum alibi_seat table_computer_to_act(const struct table *table)
{
    const struct alibi_state *s = alibi_session_state(table->session);

    if (table->about.status != TABLE_PLAYING || s->to_act > ALIBI_DETECTIVE ||
        !player_is_computer(table->about.player[s->to_act]))
        return ALIBI_NOBODY;
    return (enum alibi_seat)s->to_act;
}

const struct alibi_state *table_state_at(const struct table *table, size_t seq)
{
    size_t n = 0;

    assert(seq <= table->n_events);
    while (seq > 0 && table->event[seq - 1].kind != EVENT_MOVE)
        seq--;
    if (seq > 0)
        n = table->event[seq - 1].ply + 1;
    return alibi_session_after(table->session, n);
}

void table_view_at(const struct table *table, size_t seq, enum alibi_viewer viewer,
                   struct alibi_view *view)
{
    alibi_view_of(view, table_state_at(table, seq), viewer);
}

const char *table_rematch(const struct table *table)
{
    for (size_t i = 0; i < table->n_events; i++)
        if (table->event[i].kind == EVENT_REMATCH)
            return table->event[i].id;
    return NULL;
}
