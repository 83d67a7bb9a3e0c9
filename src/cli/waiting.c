/* Waiting for the computer: prints "2.1 jack, 0.7 s" on standard error if that is a terminal,
 * and erases it at the end. */
#include "waiting.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static const double patience = 0.2, pace = 0.1; /* seconds before the first line, the next */

static double seconds(void)
{
    struct timespec t;

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void cli_waiting_begin(struct cli_waiting *waiting)
{
    (void)fflush(stdout);
    waiting->start = seconds();
    waiting->shown = waiting->start + patience - pace;
}

bool cli_waiting_over(struct cli_waiting *waiting, uint32_t ms, const char *what)
{
    double now = seconds();

    if (ms && (now - waiting->start) * 1e3 >= ms)
        return true;
    if (now >= waiting->shown + pace && isatty(STDERR_FILENO)) {
        (void)fprintf(stderr, "\r\033[K%s, %.1f s", what, now - waiting->start);
        waiting->shown = now;
    }
    return false;
}

void cli_waiting_end(const struct cli_waiting *waiting)
{
    if (waiting->shown >= waiting->start + patience)
        (void)fputs("\r\033[K", stderr);
}
