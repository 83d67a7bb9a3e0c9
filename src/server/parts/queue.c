/* The queue in SQL. */
#include "queue.h"

#include "clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEASE "now() + interval '5 seconds'"
_Static_assert(QUEUE_LEASE == 5 && QUEUE_TRIES == 4, "as the statements have them");

/* Of those who wait, more than a thousand count as a thousand. */
static const struct pg_statement statements[] = {
    {"put", "INSERT INTO thought (game, seq, point, asker, job) VALUES"
            " ($1, $2::bigint, $3::integer, $4::bigint, $5)"
            " ON CONFLICT (game, seq, point, asker) DO UPDATE SET job = thought.job"
            " RETURNING id"},
    {"look", "SELECT id, answer, wait, got, lease IS NOT NULL FROM thought"
             " WHERE id = ANY ($1::bigint[])"},
    {"take",
     "WITH t AS (SELECT id FROM thought WHERE answer IS NULL AND taken < 4"
     " AND (lease IS NULL OR lease < now()) ORDER BY asked LIMIT 1 FOR UPDATE SKIP LOCKED)"
     " UPDATE thought SET lease = " LEASE ", taken = taken + 1, holder = $1 FROM t"
     " WHERE thought.id = t.id RETURNING thought.id, taken, job, (SELECT count(*) FROM "
     "(SELECT 1"
     " FROM thought WHERE answer IS NULL LIMIT 1000) AS waiting), (SELECT "
     "coalesce(sum(threads), 1)"
     " FROM thinker WHERE seen > now() - interval '5 seconds')"},
    {"answer", "UPDATE thought SET answer = $3, wait = $4::float8, got = $5::float8,"
               " answered = now() WHERE id = $1::bigint AND taken = $2::bigint"
               " AND answer IS NULL"},
    {"back", "UPDATE thought SET lease = NULL, taken = taken - 1 WHERE id = $1::bigint"
             " AND taken = $2::bigint AND answer IS NULL"},
    {"beat", "INSERT INTO thinker VALUES ($1, $2::integer, now()) ON CONFLICT (holder)"
             " DO UPDATE SET threads = excluded.threads, seen = excluded.seen"},
    {"renew", "UPDATE thought SET lease = " LEASE " WHERE id = ANY ($2::bigint[])"
              " AND holder = $1 AND answer IS NULL AND lease >= now()"},
    /* Nobody could answer it: whoever asked is told that there is no answer. */
    {"give_up", "UPDATE thought SET answer = '', wait = 0, got = 0, answered = now()"
                " WHERE answer IS NULL AND taken >= 4 AND lease < now()"},
    {"forget", "DELETE FROM thought WHERE answered < now() - interval '1 minute'"
               " OR asked < now() - interval '1 hour'"},
    {"forget_thinkers", "DELETE FROM thinker WHERE seen < now() - interval '1 minute'"},
    {"leave", "DELETE FROM thinker WHERE holder = $1"},
    {"tell", "SELECT pg_notify($1, '')"},
    {NULL, NULL},
};

/* --- The connection --- */

static bool listen_to(struct pg *pg, const char *channel)
{
    char sql[64];
    PGresult *answer;
    bool done;

    if (!channel)
        return true;
    (void)snprintf(sql, sizeof sql, "LISTEN %s", channel);
    answer = PQexec(pg->conn, sql);
    done = PQresultStatus(answer) == PGRES_COMMAND_OK;
    PQclear(answer);
    return done;
}

bool queue_open(struct pg *pg, const char *url, const char *channel, struct alibi_error *err)
{
    if (!pg_open(pg, url, statements, err))
        return false;
    if (listen_to(pg, channel))
        return true;
    (void)alibi_fail(err, ALIBI_SYSTEM, 0, "the database cannot be listened to: %s",
                     pg_complaint(pg));
    return false;
}

bool queue_ready(struct pg *pg, const char *channel)
{
    if (pg->conn && PQstatus(pg->conn) == CONNECTION_OK)
        return true;
    if (pg_ready(pg) && listen_to(pg, channel))
        return true;
    pg_forget(pg);
    return false;
}

/* One statement by its name. */
static bool ask(struct pg *pg, const char *name, int n, const char *const *value,
                void (*hear)(void *ear, int i, const PGresult *answer), void *ear)
{
    return pg_begin(pg) && pg_add(pg, name, n, value) && pg_send(pg, hear, ear) == PG_DONE;
}

bool queue_tell(struct pg *pg, const char *channel)
{
    return ask(pg, "tell", 1, &channel, NULL, NULL);
}

/* --- For nodes --- */

static void hear_id(void *ear, int i, const PGresult *rows)
{
    (void)i;
    if (PQntuples(rows) == 1)
        *(int64_t *)ear = pg_read_number(rows, 0, 0);
}

bool queue_put(struct pg *pg, const struct job *job, const char *text, int64_t *id)
{
    char seq[PG_NUMBER_SIZE], point[PG_NUMBER_SIZE], asker[PG_NUMBER_SIZE];
    /* A hint is its asker's own; a move of the computer's is the same whoever asks. */
    int64_t whose = job->context ? (int64_t)(job->seed >> 1) | 1 : 0;
    const char *const value[] = {job->game, pg_number(seq, (int64_t)job->seq),
                                 pg_number(point, (int64_t)job->point), pg_number(asker, whose),
                                 text};

    *id = 0;
    return ask(pg, "put", 5, value, hear_id, id) && *id != 0;
}

struct looking {
    void (*see)(void *arg, const struct queue_seen *seen);
    void *arg;
};

static void hear_seen(void *ear, int i, const PGresult *rows)
{
    const struct looking *looking = ear;

    (void)i;
    for (int k = 0; k < PQntuples(rows); k++) {
        struct queue_seen seen = {.id = pg_read_number(rows, k, 0),
                                  .taken = PQgetvalue(rows, k, 4)[0] == 't'};

        if (!PQgetisnull(rows, k, 1)) {
            seen.answer = PQgetvalue(rows, k, 1);
            seen.wait = strtod(PQgetvalue(rows, k, 2), NULL);
            seen.got_ms = strtod(PQgetvalue(rows, k, 3), NULL);
        }
        looking->see(looking->arg, &seen);
    }
}

/* Numbers as PostgreSQL writes an array; free it. */
static char *array_of(const int64_t *id, size_t n)
{
    char *out = malloc(n * PG_NUMBER_SIZE + 3);
    size_t at = 0;

    if (!out)
        return NULL;
    out[at++] = '{';
    for (size_t i = 0; i < n; i++)
        at += (size_t)snprintf(out + at, PG_NUMBER_SIZE, "%s%lld", i ? "," : "",
                               (long long)id[i]);
    memcpy(out + at, "}", 2);
    return out;
}

bool queue_look(struct pg *pg, const int64_t *id, size_t n,
                void (*see)(void *arg, const struct queue_seen *seen), void *arg)
{
    char *ids = array_of(id, n);
    struct looking looking = {see, arg};
    const char *const value[] = {ids};
    bool done = ids && ask(pg, "look", 1, value, hear_seen, &looking);

    free(ids);
    return done;
}

/* --- For those who think --- */

static void hear_taken(void *ear, int i, const PGresult *rows)
{
    struct queue_taken *out = ear;

    (void)i;
    if (PQntuples(rows) != 1)
        return;
    out->id = pg_read_number(rows, 0, 0);
    out->fence = pg_read_number(rows, 0, 1);
    out->text = strdup(PQgetvalue(rows, 0, 2));
    out->waiting = (size_t)pg_read_number(rows, 0, 3);
    out->threads = (size_t)pg_read_number(rows, 0, 4);
}

bool queue_take(struct pg *pg, const char *holder, struct queue_taken *out)
{
    *out = (struct queue_taken){0};
    return ask(pg, "take", 1, &holder, hear_taken, out);
}

bool queue_answer(struct pg *pg, const struct queue_taken *taken, const struct job *job,
                  const char *answer)
{
    char id[PG_NUMBER_SIZE], fence[PG_NUMBER_SIZE], wait[40], got[40];
    double left = job->due - clock_seconds();
    const char *const value[] = {pg_number(id, taken->id), pg_number(fence, taken->fence),
                                 answer, wait, got};

    (void)snprintf(wait, sizeof wait, "%.6f", left > 0 ? left : 0);
    (void)snprintf(got, sizeof got, "%.3f", job->got_ms);
    if (!answer)
        return ask(pg, "back", 2, value, NULL, NULL);
    return ask(pg, "answer", 5, value, NULL, NULL);
}

bool queue_beat(struct pg *pg, const char *holder, int threads, const int64_t *id, size_t n)
{
    char number[PG_NUMBER_SIZE], *ids = array_of(id, n);
    const char *const beat[] = {holder, pg_number(number, threads)};
    const char *const renew[] = {holder, ids};
    bool done = ids && pg_begin(pg) && pg_add(pg, "beat", 2, beat) &&
                pg_add(pg, "renew", 2, renew) && pg_add(pg, "give_up", 0, NULL) &&
                pg_add(pg, "forget", 0, NULL) && pg_add(pg, "forget_thinkers", 0, NULL) &&
                pg_send(pg, NULL, NULL) == PG_DONE;

    free(ids);
    return done;
}

bool queue_leave(struct pg *pg, const char *holder)
{
    return ask(pg, "leave", 1, &holder, NULL, NULL);
}
