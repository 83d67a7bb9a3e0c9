/* Thinking about a job by the clock. */
#include "think.h"

#include "clock.h"
#include "thinking.h"

#include <math.h>

enum { SLICE = 256 }; /* nodes between two looks at the clock */

double think_share(double ms, size_t threads, size_t waiting)
{
    return waiting > threads ? ms * (double)threads / (double)waiting : ms;
}

int think_threads(int each, size_t threads, size_t waiting)
{
    size_t idle = waiting > 0 ? threads / waiting : threads;

    if (idle < 1)
        return 1;
    return idle < (size_t)each ? (int)idle : each;
}

/* When to tell an answer that took from BEGUN until now: after so many QUARTERS of the time for
 * a decision, or more if it took longer. A tree that was searched to its end, or one move more
 * that only Jack knows of, makes no difference to that. */
static double due_at(double ms, double begun, unsigned quarters)
{
    double quarter = ms / 4000, took = ceil((clock_seconds() - begun) / quarter);

    return begun + quarter * fmax(quarters, took);
}

void think_about(struct job *job, double ms, int threads, const atomic_bool *stopping)
{
    double begun = clock_seconds(), deadline;
    struct thinking t;

    if (job->point)
        ms = fmin(ms, THINKING_POINT_MS);
    if (job->most_ms)
        ms = fmin(ms, job->most_ms);
    job->got_ms = ms;
    if (thinking_begin(&t, job, threads)) {
        do {
            deadline = clock_seconds() + ms / 4000 * thinking_share(&t);
            while (thinking_step(&t, SLICE) && clock_seconds() < deadline &&
                   !atomic_load(stopping)) {
            }
        } while (thinking_decide(&t));
    }
    thinking_end(&t);
    job->due = due_at(ms, begun, t.quarters);
    job->spent_ms = ms / 4 * t.quarters;
    if (atomic_load(stopping))
        job->n_answer = 0;
}
