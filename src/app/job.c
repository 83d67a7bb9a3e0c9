/* What the computer is asked to think about. */
#include "computer.h"

#include <stdio.h>
#include <stdlib.h>

unsigned job_ms(const struct job *job, unsigned ms)
{
    return job->most_ms && job->most_ms < ms ? job->most_ms : ms;
}

bool job_tell(struct job *job, const char *token)
{
    if (job->n == job->cap) {
        size_t cap = job->cap ? 2 * job->cap : 128;
        void *grown = realloc(job->token, cap * sizeof *job->token);

        if (!grown)
            return false;
        job->token = grown;
        job->cap = cap;
    }
    (void)snprintf(job->token[job->n++], sizeof *job->token, "%s", token);
    return true;
}

static int hear(void *arg, const struct alibi_told *told, const struct alibi_state *before)
{
    struct job *job = arg;
    char token[ALIBI_TOKEN_MAX];
    struct alibi_text text = alibi_text_in(token, sizeof token);

    (void)before;
    alibi_told_print(&text, job->start.seen.game, told);
    return job_tell(job, token) ? ALIBI_OK : ALIBI_NO_MEMORY;
}

struct job *job_new(const struct alibi_session *session, enum alibi_seat seat, size_t n)
{
    struct job *job = calloc(1, sizeof *job);
    const struct alibi_state *first = alibi_session_after(session, 0);

    if (!job)
        return NULL;
    job->seat = seat;
    first->game->observe(&job->start, first, alibi_viewer_of(seat));
    for (size_t i = 0; i < n; i++) {
        if (alibi_session_tell(session, i, alibi_viewer_of(seat), hear, job) != ALIBI_OK) {
            job_free(job);
            return NULL;
        }
    }
    return job;
}

void job_free(struct job *job)
{
    if (job)
        free(job->token);
    free(job);
}
