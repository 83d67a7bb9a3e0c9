/* The computer of a server: threads of its own that think, or a clerk who has it done by
 * others.
 */
#include "clerk.h"
#include "jobs.h"
#include "server_parts.h"
#include "think.h"

#include <stdlib.h>

struct computer {
    struct jobs jobs;
    unsigned ms;
    int n_threads, each; /* threads; so many search one decision at most */
    pthread_t *thread;
    struct clerk *clerk; /* or NULL */
};

static void *run(void *arg)
{
    struct computer *c = arg;
    struct job *job;
    size_t waiting;

    while ((job = jobs_wait(&c->jobs, &waiting))) {
        think_about(job, think_share(c->ms, (size_t)c->n_threads, waiting),
                    think_threads(c->each, (size_t)c->n_threads, waiting), &c->jobs.stopping);
        jobs_answer(&c->jobs, job);
    }
    return NULL;
}

static struct computer *make(unsigned ms, int wake)
{
    struct computer *c = calloc(1, sizeof *c);

    if (!c || !jobs_init(&c->jobs, wake)) {
        free(c);
        return NULL;
    }
    c->ms = ms;
    return c;
}

struct computer *computer_new(int threads, int each, unsigned ms, int wake)
{
    struct computer *c = make(ms, wake);
    int n = 0;

    if (!c)
        return NULL;
    c->thread = calloc((size_t)threads, sizeof *c->thread);
    /* How many there are is known before the first one asks. */
    c->n_threads = threads;
    c->each = each;
    while (c->thread && n < threads && pthread_create(&c->thread[n], NULL, run, c) == 0)
        n++;
    if (n == threads)
        return c;
    c->n_threads = n;
    computer_free(c);
    return NULL;
}

struct computer *computer_elsewhere(const char *url, unsigned ms, int wake,
                                    struct alibi_error *err)
{
    struct computer *c = make(ms, wake);

    if (c)
        c->clerk = clerk_new(url, ms, &c->jobs, err);
    if (c && c->clerk)
        return c;
    computer_free(c);
    return NULL;
}

void computer_free(struct computer *c)
{
    if (!c)
        return;
    jobs_stop(&c->jobs);
    for (int i = 0; i < c->n_threads; i++)
        (void)pthread_join(c->thread[i], NULL);
    clerk_free(c->clerk);
    jobs_clear(&c->jobs);
    free(c->thread);
    free(c);
}

void computer_ask(struct computer *c, struct job *job)
{
    jobs_ask(&c->jobs, job);
}

struct job *computer_collect(struct computer *c)
{
    return jobs_collect(&c->jobs);
}

int computer_timeout(struct computer *c, int most)
{
    return jobs_timeout(&c->jobs, most);
}

unsigned computer_ms(const struct computer *c)
{
    return c->ms;
}

size_t computer_waiting(struct computer *c)
{
    return jobs_waiting(&c->jobs);
}
