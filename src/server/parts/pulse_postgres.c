/* Marking the time in PostgreSQL. */
#include "pulse_postgres.h"

#include "journal.h"

static void hear_time(void *ear, int i, const PGresult *rows)
{
    struct change *change = ear;

    (void)i;
    if (PQntuples(rows) != 1)
        return;
    change->time = pg_read_number(rows, 0, 0);
    change->outcome = CHANGE_DONE;
}

static void mark(struct pg *pg, int64_t node, struct change *change)
{
    char name[PG_NUMBER_SIZE], ms[PG_NUMBER_SIZE];
    const char *const value[] = {pg_number(name, node), pg_number(ms, change->time),
                                 change->brisk ? "1" : "0"};

    change->outcome = CHANGE_FAILED;
    if (pg_begin(pg) && pg_add(pg, "mark", 3, value) &&
        pg_send(pg, hear_time, change) == PG_DONE)
        return;
    change->outcome = CHANGE_FAILED; /* what it has added, if it has, is the players' time */
    pg_forget(pg);
    journal("error", "write", "the time was not marked: %s", pg->complaint);
}

size_t pulse_take(struct pg *pg, int64_t node, struct change **change, size_t n)
{
    size_t others = 0;

    for (size_t i = 0; i < n; i++) {
        struct change *one = change[i];

        if (one->marks) {
            mark(pg, node, one);
            continue;
        }
        change[i] = change[others];
        change[others++] = one;
    }
    return others;
}
