/* Listening to other nodes. */
#include "news.h"

#include "journal.h"
#include "pg.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { NEWS_MAX = 4096, PAUSE_MS = 500 }; /* games at a time; between two attempts to connect */

struct news {
    struct pg pg;
    struct places *places;
    unsigned place;
    int wake, stop;
    pthread_t thread;
    pthread_mutex_t lock;
    bool all;
    size_t n;
    char id[NEWS_MAX][ID_SIZE];
};

static atomic_int own[PLACES_MAX];

void news_set_own(unsigned place, int backend)
{
    atomic_store(&own[place], backend);
}

/* --- The thread --- */

/* More news than there is room for are that anything may have changed. */
static void add(struct news *news, const char *id, size_t len)
{
    uint64_t one = 1;

    (void)pthread_mutex_lock(&news->lock);
    if (id_is_shaped(id, len) && news->n < NEWS_MAX)
        (void)snprintf(news->id[news->n++], ID_SIZE, "%.*s", (int)len, id);
    else
        news->all = true;
    (void)pthread_mutex_unlock(&news->lock);
    (void)!write(news->wake, &one, sizeof one);
}

/* Whether this database takes new games now. */
static bool ask_takes(struct news *news)
{
    PGresult *answer = PQexec(news->pg.conn, PLACE_TAKES);
    bool known = PQresultStatus(answer) == PGRES_TUPLES_OK;

    if (known)
        atomic_store(&news->places->place[news->place].takes,
                     pg_read_number(answer, 0, 0) == 1);
    PQclear(answer);
    return known;
}

static void hear_word(struct news *news, const char *word, size_t len)
{
    if (len == strlen(NEWS_TAKES) && strncmp(word, NEWS_TAKES, len) == 0)
        (void)ask_takes(news);
    else
        add(news, word, len);
}

static void hear(struct news *news)
{
    PGnotify *told;

    (void)PQconsumeInput(news->pg.conn);
    while ((told = PQnotifies(news->pg.conn))) {
        const char *word = told->be_pid == atomic_load(&own[news->place]) ? "" : told->extra;

        while (*word) {
            size_t len = strcspn(word, " ");

            hear_word(news, word, len);
            word += len + (word[len] == ' ');
        }
        PQfreemem(told);
    }
}

/* Waits until there is something to read; false if the thread is to end. */
static bool wait_for(const struct news *news, int fd, int ms)
{
    struct pollfd both[] = {{.fd = news->stop, .events = POLLIN}, {.fd = fd, .events = POLLIN}};

    (void)poll(both, fd < 0 ? 1 : 2, ms);
    return !(both[0].revents & POLLIN);
}

/* Listens from now on; what happened before may be anything. */
static bool begin(struct news *news)
{
    PGresult *answer;
    bool begun;

    if (!pg_ready(&news->pg))
        return false;
    answer = PQexec(news->pg.conn, "LISTEN " NEWS_CHANNEL);
    begun = PQresultStatus(answer) == PGRES_COMMAND_OK && ask_takes(news);
    PQclear(answer);
    if (begun)
        add(news, "*", 1);
    return begun;
}

static void *run(void *arg)
{
    struct news *news = arg;
    bool going = true, listening = begin(news);

    while (going) {
        going =
            wait_for(news, listening ? PQsocket(news->pg.conn) : -1, listening ? -1 : PAUSE_MS);
        if (going && listening)
            hear(news);
        if (listening && PQstatus(news->pg.conn) != CONNECTION_OK) {
            journal("warning", "news", "the line to the database broke");
            listening = false;
        }
        if (going && !listening)
            listening = begin(news);
    }
    return NULL;
}

/* --- The loop's side --- */

struct news *news_new(struct places *places, unsigned place, int wake)
{
    static const struct pg_statement none = {NULL, NULL};
    struct news *news = calloc(1, sizeof *news);

    if (!news)
        return NULL;
    news->places = places;
    news->place = place;
    news->wake = wake;
    news->stop = eventfd(0, EFD_CLOEXEC);
    (void)pthread_mutex_init(&news->lock, NULL);
    if (pg_open(&news->pg, places->place[place].where, &none, NULL) && news->stop >= 0 &&
        pthread_create(&news->thread, NULL, run, news) == 0)
        return news;
    pg_close(&news->pg);
    (void)close(news->stop);
    free(news);
    return NULL;
}

void news_free(struct news *news)
{
    uint64_t one = 1;

    if (!news)
        return;
    (void)!write(news->stop, &one, sizeof one);
    (void)pthread_join(news->thread, NULL);
    pg_close(&news->pg);
    (void)close(news->stop);
    (void)pthread_mutex_destroy(&news->lock);
    free(news);
}

bool news_collect(struct news *news, char id[ID_SIZE])
{
    bool some;

    (void)pthread_mutex_lock(&news->lock);
    some = news->all || news->n > 0;
    id[0] = '\0';
    if (news->all)
        news->n = 0;
    else if (some)
        memcpy(id, news->id[--news->n], ID_SIZE);
    news->all = false;
    (void)pthread_mutex_unlock(&news->lock);
    return some;
}
