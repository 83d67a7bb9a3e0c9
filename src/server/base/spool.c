/* The spool: a ring of bytes between those who log and the thread that writes. */
#include "spool.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    RING = 256 << 10, /* bytes: a thousand lines or two */
    PIECE = 4096,     /* written at a time */
};

enum state { CLOSED, OPEN, ENDING, ENDED };

/* One log, as there is one standard error. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t work, empty;
    enum state state;
    int fd;
    size_t (*notice)(char out[SPOOL_NOTICE_MAX], unsigned long dropped);
    char ring[RING];
    size_t first, used;
    bool writing;                /* the thread has taken a piece that is not written yet */
    unsigned long dropped, lost; /* since it was said, and ever */
} spool = {.lock = PTHREAD_MUTEX_INITIALIZER,
           .work = PTHREAD_COND_INITIALIZER,
           .empty = PTHREAD_COND_INITIALIZER};

/* --- Under the lock --- */

static bool add(const char *text, size_t len)
{
    size_t at = (spool.first + spool.used) % RING;
    size_t before = len < RING - at ? len : RING - at;

    if (len > RING - spool.used)
        return false;
    memcpy(spool.ring + at, text, before);
    memcpy(spool.ring, text + before, len - before);
    spool.used += len;
    return true;
}

/* There is room again: what was dropped is said before anything else. */
static void say_dropped(void)
{
    char line[SPOOL_NOTICE_MAX];
    size_t len;

    if (!spool.dropped || RING - spool.used < SPOOL_NOTICE_MAX)
        return;
    len = spool.notice(line, spool.dropped);
    if (add(line, len))
        spool.dropped = 0;
}

/* Whether a line can be written without waiting: poll promises room for one in a pipe or socket
 * that nobody else writes to. */
static bool is_free(void)
{
    struct pollfd ready = {.fd = spool.fd, .events = POLLOUT};

    return !spool.used && !spool.writing && !spool.dropped && poll(&ready, 1, 0) == 1;
}

/* --- The thread --- */

/* Writes all of it; a reader that has gone gets nothing more. */
static void write_all(int fd, const char *text, size_t len)
{
    while (len > 0) {
        ssize_t n = write(fd, text, len);
        struct pollfd ready = {.fd = fd, .events = POLLOUT};

        if (n > 0) {
            text += n;
            len -= (size_t)n;
        } else if (n < 0 && errno == EAGAIN) {
            (void)poll(&ready, 1, -1);
        } else if (n == 0 || errno != EINTR) {
            return;
        }
    }
}

static void *run(void *arg)
{
    char piece[PIECE];

    (void)pthread_mutex_lock(&spool.lock);
    while (spool.state == OPEN || spool.used > 0) {
        size_t n = spool.used < PIECE ? spool.used : PIECE, straight = RING - spool.first;

        if (n == 0) {
            (void)pthread_cond_wait(&spool.work, &spool.lock);
            continue;
        }
        if (n > straight)
            n = straight;
        memcpy(piece, spool.ring + spool.first, n);
        spool.first = (spool.first + n) % RING;
        spool.used -= n;
        say_dropped();
        spool.writing = true;
        (void)pthread_mutex_unlock(&spool.lock);
        write_all(spool.fd, piece, n);
        (void)pthread_mutex_lock(&spool.lock);
        spool.writing = false;
    }
    spool.state = ENDED;
    (void)pthread_cond_signal(&spool.empty);
    (void)pthread_mutex_unlock(&spool.lock);
    return arg;
}

/* --- Everybody else --- */

bool spool_open(int fd, size_t (*notice)(char out[SPOOL_NOTICE_MAX], unsigned long dropped))
{
    pthread_t thread;
    bool begun;

    (void)pthread_mutex_lock(&spool.lock);
    spool.fd = fd;
    spool.notice = notice;
    spool.state = OPEN;
    begun = pthread_create(&thread, NULL, run, NULL) == 0;
    if (begun)
        (void)pthread_detach(thread);
    else
        spool.state = CLOSED;
    (void)pthread_mutex_unlock(&spool.lock);
    return begun;
}

void spool_put(const char *text, size_t len)
{
    (void)pthread_mutex_lock(&spool.lock);
    if (spool.state == CLOSED) {
        (void)pthread_mutex_unlock(&spool.lock);
        (void)fwrite(text, 1, len, stderr);
        return;
    }
    if (is_free())
        write_all(spool.fd, text, len);
    else if (spool.dropped || !add(text, len)) {
        spool.dropped++;
        spool.lost++;
    }
    (void)pthread_cond_signal(&spool.work);
    (void)pthread_mutex_unlock(&spool.lock);
}

unsigned long spool_lost(void)
{
    unsigned long lost;

    (void)pthread_mutex_lock(&spool.lock);
    lost = spool.lost;
    (void)pthread_mutex_unlock(&spool.lock);
    return lost;
}

void spool_close(void)
{
    struct timespec until;
    int late = 0;

    (void)clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    (void)pthread_mutex_lock(&spool.lock);
    if (spool.state == OPEN) {
        spool.state = ENDING;
        (void)pthread_cond_signal(&spool.work);
        while (spool.state == ENDING && !late)
            late = pthread_cond_timedwait(&spool.empty, &spool.lock, &until);
        if (spool.state == ENDED)
            spool.state = CLOSED;
    }
    (void)pthread_mutex_unlock(&spool.lock);
}
