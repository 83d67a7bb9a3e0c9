/* Non-blocking pipes, and a deadline for every wait. */
#include "outside.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct match_outside {
    pid_t pid;
    int to, from;
    bool broken; /* it has failed: do not ask it to quit */
    size_t len;  /* bytes read and not yet used */
    char buf[MATCH_ANSWER_MAX];
};

/* Held while pipes are made, so that no other thread's child inherits them. */
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

double match_now(void)
{
    struct timespec t;

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool make_pipe(int end[2])
{
    if (pipe(end) != 0)
        return false;
    for (int i = 0; i < 2; i++)
        (void)fcntl(end[i], F_SETFD, FD_CLOEXEC);
    return true;
}

static void close_pipe(const int end[2])
{
    (void)close(end[0]);
    (void)close(end[1]);
}

/* In the child: nothing here may allocate or lock. */
static _Noreturn void become(const char *command, int in, int out)
{
    struct sigaction usual = {.sa_handler = SIG_DFL};

    (void)setpgid(0, 0);
    (void)sigaction(SIGPIPE, &usual, NULL);
    (void)sigaction(SIGINT, &usual, NULL);
    (void)sigaction(SIGTERM, &usual, NULL);
    if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0)
        (void)execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

static bool start(struct match_outside *outside, const char *command)
{
    int to[2], from[2];

    if (!make_pipe(to))
        return false;
    if (!make_pipe(from)) {
        close_pipe(to);
        return false;
    }
    outside->pid = fork();
    if (outside->pid == 0)
        become(command, to[0], from[1]);
    if (outside->pid < 0) {
        close_pipe(to);
        close_pipe(from);
        return false;
    }
    (void)setpgid(outside->pid, outside->pid); /* in the child, too: either may run first */
    (void)close(to[0]);
    (void)close(from[1]);
    (void)fcntl(to[1], F_SETFL, O_NONBLOCK);
    (void)fcntl(from[0], F_SETFL, O_NONBLOCK);
    outside->to = to[1];
    outside->from = from[0];
    return true;
}

struct match_outside *match_outside_start(const char *command)
{
    struct match_outside *outside = calloc(1, sizeof *outside);
    bool started;

    if (!outside)
        return NULL;
    (void)pthread_mutex_lock(&starting);
    started = start(outside, command);
    (void)pthread_mutex_unlock(&starting);
    if (!started) {
        free(outside);
        return NULL;
    }
    return outside;
}

/* What ends a wait. */
struct patience {
    double deadline;
    const atomic_bool *stop;
};

/* Waits until FD is ready for EVENTS; false when time is up or the match stops. */
static bool wait_for(int fd, short events, const struct patience *patience)
{
    struct pollfd p = {.fd = fd, .events = events};
    double left = patience->deadline - match_now();

    while (left > 0 && !atomic_load(patience->stop)) {
        int ready = poll(&p, 1, left < 0.1 ? (int)(left * 1000) + 1 : 100);

        if (ready > 0)
            return true;
        if (ready < 0 && errno != EINTR)
            return false;
        left = patience->deadline - match_now();
    }
    return false;
}

static const char *say(struct match_outside *outside, const char *line,
                       const struct patience *patience)
{
    for (size_t len = strlen(line); len > 0;) {
        ssize_t n = write(outside->to, line, len);

        if (n > 0) {
            line += n;
            len -= (size_t)n;
        } else if (errno == EAGAIN) {
            if (!wait_for(outside->to, POLLOUT, patience))
                return "it did not read in time";
        } else if (errno != EINTR) {
            return "it has ended";
        }
    }
    return NULL;
}

static const char *hear(struct match_outside *outside, const struct patience *patience,
                        char answer[MATCH_ANSWER_MAX])
{
    for (;;) {
        char *newline = memchr(outside->buf, '\n', outside->len);
        ssize_t n;

        if (newline) {
            size_t len = (size_t)(newline - outside->buf);

            memcpy(answer, outside->buf, len);
            answer[len > 0 && answer[len - 1] == '\r' ? len - 1 : len] = '\0';
            outside->len -= len + 1;
            memmove(outside->buf, newline + 1, outside->len);
            return NULL;
        }
        if (outside->len == sizeof outside->buf)
            return "its answer was too long";
        if (!wait_for(outside->from, POLLIN, patience))
            return "it did not answer in time";
        n = read(outside->from, outside->buf + outside->len,
                 sizeof outside->buf - outside->len);
        if (n > 0)
            outside->len += (size_t)n;
        else if (n == 0 || (errno != EAGAIN && errno != EINTR))
            return "it has ended";
    }
}

const char *match_outside_ask(struct match_outside *outside, const char *line, double seconds,
                              const atomic_bool *stop, char answer[MATCH_ANSWER_MAX])
{
    const struct patience patience = {match_now() + seconds, stop};
    const char *wrong =
        outside->len > 0 ? "it said more than it was asked" : say(outside, line, &patience);

    if (!wrong)
        wrong = hear(outside, &patience, answer);
    outside->broken = wrong != NULL;
    return wrong;
}

/* Waits for the process to end, for SECONDS at most; whether it did. */
static bool has_ended(pid_t pid, double seconds)
{
    const struct timespec nap = {.tv_nsec = 2000000};

    for (double deadline = match_now() + seconds;;) {
        if (waitpid(pid, NULL, WNOHANG) != 0)
            return true;
        if (match_now() >= deadline)
            return false;
        (void)nanosleep(&nap, NULL);
    }
}

void match_outside_stop(struct match_outside *outside)
{
    const struct patience none = {0, NULL};
    bool ended;

    if (!outside)
        return;
    if (!outside->broken)
        (void)say(outside, "quit\n", &none);
    (void)close(outside->to);
    ended = !outside->broken && has_ended(outside->pid, 1);
    (void)kill(-outside->pid, SIGKILL); /* and the processes that it started */
    if (!ended)
        (void)waitpid(outside->pid, NULL, 0);
    (void)close(outside->from);
    free(outside);
}
