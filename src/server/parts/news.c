/* Listening to other nodes, and calling out to them. */
#include "news.h"

#include "journal.h"
#include "pg.h"

#include <poll.h>
#include <pthread.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum {
    NEWS_MAX = 4096, /* games at a time */
    PAUSE_MS = 500,  /* between two attempts to connect */
    CALL_MAX = 7900, /* bytes of one call: PostgreSQL takes fewer than 8000 */
    SAID_MAX = 64 << 10,
    HEARD_MAX = 256, /* calls that wait to be taken up: more are lost */
    NAME_BYTES = 8,
};

/* A call that was heard. */
struct call {
    struct call *next;
    char *text;
};

struct news {
    struct pg pg;
    struct places *places;
    unsigned place;
    int wake, nudge;
    char name[2 * NAME_BYTES + 1]; /* by which other nodes know this one */
    pthread_t thread;
    pthread_mutex_t lock;
    bool stopping, all;
    size_t n_said, n_heard;
    char said[SAID_MAX]; /* words that are to be called, a space before each */
    struct call *heard, **heard_last;
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

/* --- Calls --- */

static void keep_call(struct news *news, const char *text)
{
    struct call *call = malloc(sizeof *call);
    uint64_t one = 1;

    (void)pthread_mutex_lock(&news->lock);
    if (call && news->n_heard < HEARD_MAX && (call->text = strdup(text))) {
        call->next = NULL;
        *news->heard_last = call;
        news->heard_last = &call->next;
        news->n_heard++;
        call = NULL;
    }
    (void)pthread_mutex_unlock(&news->lock);
    free(call);
    (void)!write(news->wake, &one, sizeof one);
}

static void hear_call(struct news *news, const char *text)
{
    if (strncmp(text, news->name, strlen(news->name)) != 0)
        keep_call(news, text);
}

/* Takes as many words as one call has room for; false if there are none. */
static bool take_said(struct news *news, char out[CALL_MAX])
{
    size_t n = (size_t)snprintf(out, CALL_MAX, "%s", news->name), room = CALL_MAX - n - 1, len;

    (void)pthread_mutex_lock(&news->lock);
    len = news->n_said;
    while (len > room || (len < news->n_said && news->said[len] != ' '))
        len--;
    memcpy(out + n, news->said, len);
    out[n + len] = '\0';
    memmove(news->said, news->said + len, news->n_said - len);
    news->n_said -= len;
    (void)pthread_mutex_unlock(&news->lock);
    return len > 0;
}

/* What cannot be called out is lost; the line is tried again then. */
static void call_out(struct news *news)
{
    char text[CALL_MAX];
    const char *const value[] = {text};

    while (PQstatus(news->pg.conn) == CONNECTION_OK && take_said(news, text))
        PQclear(PQexecParams(news->pg.conn, "SELECT pg_notify('" NEWS_CALLS "', $1)", 1, NULL,
                             value, NULL, NULL, 0));
}

/* --- The thread, once around --- */

static void hear_words(struct news *news, const char *word)
{
    while (*word) {
        size_t len = strcspn(word, " ");

        hear_word(news, word, len);
        word += len + (word[len] == ' ');
    }
}

static void hear(struct news *news)
{
    PGnotify *told;

    (void)PQconsumeInput(news->pg.conn);
    while ((told = PQnotifies(news->pg.conn))) {
        if (strcmp(told->relname, NEWS_CALLS) == 0)
            hear_call(news, told->extra);
        else if (told->be_pid != atomic_load(&own[news->place]))
            hear_words(news, told->extra);
        PQfreemem(told);
    }
}

/* Waits until there is something to read or to say; false if the thread is to end. */
static bool wait_for(struct news *news, int fd, int ms)
{
    struct pollfd both[] = {{.fd = news->nudge, .events = POLLIN},
                            {.fd = fd, .events = POLLIN}};
    uint64_t nudged;
    bool stopping;

    (void)poll(both, fd < 0 ? 1 : 2, ms);
    (void)!read(news->nudge, &nudged, sizeof nudged);
    (void)pthread_mutex_lock(&news->lock);
    stopping = news->stopping;
    (void)pthread_mutex_unlock(&news->lock);
    return !stopping;
}

/* Listens from now on; what happened before may be anything. */
static bool begin(struct news *news)
{
    PGresult *answer;
    bool begun;

    if (!pg_ready(&news->pg))
        return false;
    answer = PQexec(news->pg.conn, "LISTEN " NEWS_CHANNEL "; LISTEN " NEWS_CALLS);
    begun = PQresultStatus(answer) == PGRES_COMMAND_OK && ask_takes(news);
    PQclear(answer);
    if (begun) {
        add(news, "*", 1);
        keep_call(news, "? ?");
        news_call(news, "?");
    }
    return begun;
}

static void *run(void *arg)
{
    struct news *news = arg;
    bool going = true, listening = begin(news);

    while (going) {
        going =
            wait_for(news, listening ? PQsocket(news->pg.conn) : -1, listening ? -1 : PAUSE_MS);
        if (going && listening) {
            hear(news);
            call_out(news);
            hear(news); /* what has come with the answers */
        }
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

static void draw_name(char out[2 * NAME_BYTES + 1])
{
    unsigned char byte[NAME_BYTES];

    randombytes_buf(byte, sizeof byte);
    (void)sodium_bin2hex(out, 2 * NAME_BYTES + 1, byte, sizeof byte);
}

struct news *news_new(struct places *places, unsigned place, int wake)
{
    static const struct pg_statement none = {NULL, NULL};
    struct news *news = calloc(1, sizeof *news);

    if (!news)
        return NULL;
    news->places = places;
    news->place = place;
    news->wake = wake;
    news->nudge = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    news->heard_last = &news->heard;
    draw_name(news->name);
    (void)pthread_mutex_init(&news->lock, NULL);
    if (pg_open(&news->pg, places->place[place].where, &none, NULL) && news->nudge >= 0 &&
        pthread_create(&news->thread, NULL, run, news) == 0)
        return news;
    pg_close(&news->pg);
    (void)close(news->nudge);
    free(news);
    return NULL;
}

void news_free(struct news *news)
{
    uint64_t one = 1;
    char *call;

    if (!news)
        return;
    (void)pthread_mutex_lock(&news->lock);
    news->stopping = true;
    (void)pthread_mutex_unlock(&news->lock);
    (void)!write(news->nudge, &one, sizeof one);
    (void)pthread_join(news->thread, NULL);
    pg_close(&news->pg);
    (void)close(news->nudge);
    while ((call = news_hear(news)))
        free(call);
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

void news_call(struct news *news, const char *word)
{
    uint64_t one = 1;
    size_t len = strlen(word);

    (void)pthread_mutex_lock(&news->lock);
    if (news->n_said + len + 1 <= SAID_MAX) {
        news->said[news->n_said] = ' ';
        memcpy(news->said + news->n_said + 1, word, len);
        news->n_said += len + 1;
    }
    (void)pthread_mutex_unlock(&news->lock);
    (void)!write(news->nudge, &one, sizeof one);
}

char *news_hear(struct news *news)
{
    struct call *call;
    char *text = NULL;

    (void)pthread_mutex_lock(&news->lock);
    call = news->heard;
    if (call) {
        news->heard = call->next;
        if (!news->heard)
            news->heard_last = &news->heard;
        news->n_heard--;
        text = call->text;
    }
    (void)pthread_mutex_unlock(&news->lock);
    free(call);
    return text;
}
