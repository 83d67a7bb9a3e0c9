/* Counting new games in PostgreSQL. */
#include "counts_postgres.h"

#include "journal.h"

#include <string.h>

enum { BATCH_MAX = 64, STATEMENTS = 4, TAKE = 2 }; /* of each change: the third tells */

struct taking {
    size_t n;
    struct change *of[BATCH_MAX];
};

/* One that comes again has been counted, or its line broke: nobody is refused for that. */
static bool counts(const struct change *change)
{
    return change->n_counts > 0 && !change->again;
}

static bool add_one(struct pg *pg, const struct change *change)
{
    char bytes[CHANGE_COUNTS_MAX][PG_BYTES_SIZE], number[CHANGE_COUNTS_MAX][PG_NUMBER_SIZE];
    const char *leak[2 * CHANGE_COUNTS_MAX] = {NULL}, *take[CHANGE_COUNTS_MAX] = {NULL};

    for (size_t i = 0; i < change->n_counts; i++) {
        take[i] = leak[2 * i] = pg_bytes(bytes[i], change->count[i].who.byte);
        leak[2 * i + 1] = pg_number(number[i], change->count[i].most);
    }
    return pg_say(pg, "BEGIN") && pg_add(pg, "leak", 2 * CHANGE_COUNTS_MAX, leak) &&
           pg_add(pg, "take", CHANGE_COUNTS_MAX, take) && pg_say(pg, "COMMIT");
}

static void hear_taken(void *ear, int i, const PGresult *answer)
{
    struct taking *taking = ear;

    if (i % STATEMENTS == TAKE && pg_read_number(answer, 0, 0) == 0)
        taking->of[i / STATEMENTS]->outcome = CHANGE_TOO_MANY;
}

/* Counts them. What goes wrong in the database refuses nobody; where the line breaks, a game
 * that is asked for once more is not counted again. */
static void take(struct pg *pg, struct taking *taking)
{
    bool added = pg_begin(pg);
    enum pg_end end;

    for (size_t i = 0; i < taking->n && added; i++)
        added = add_one(pg, taking->of[i]);
    end = added ? pg_send(pg, hear_taken, taking) : PG_REFUSED;
    if (end == PG_DONE)
        return;
    pg_forget(pg);
    journal("error", "write", "games were not counted: %s", pg->complaint);
    for (size_t i = 0; i < taking->n && end == PG_BROKEN; i++)
        taking->of[i]->outcome = CHANGE_UNSURE;
}

static bool is_settled(const struct change *change)
{
    return change->outcome == CHANGE_TOO_MANY || change->outcome == CHANGE_UNSURE;
}

/* Those that are settled go behind the others, which stay in their order. */
static size_t set_apart(struct change **change, size_t n)
{
    struct change *settled[BATCH_MAX];
    size_t left = 0, gone = 0;

    for (size_t i = 0; i < n; i++) {
        if (counts(change[i]) && is_settled(change[i]))
            settled[gone++] = change[i];
        else
            change[left++] = change[i];
    }
    memcpy(change + left, settled, gone * sizeof(void *));
    return left;
}

size_t counts_take(struct pg *pg, struct change **change, size_t n)
{
    struct taking taking = {0};

    for (size_t i = 0; i < n; i++)
        if (counts(change[i]))
            taking.of[taking.n++] = change[i];
    if (taking.n == 0)
        return n;
    take(pg, &taking);
    return set_apart(change, n);
}
