/* Jobs and their answers as lines of words. */
#include "job_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MS_MAX = 600000, TOKENS_MAX = 10000 };

char *job_print(const struct job *job, unsigned ms, size_t *len)
{
    size_t cap = 200 + START_SIZE + job->n * EVENT_TEXT_SIZE;
    char *out = malloc(cap);
    struct alibi_text text = alibi_text_in(out, cap);

    if (!out)
        return NULL;
    alibi_text_format(&text, "%u %s %s %llu %d\n", ms, alibi_seat_name(job->seat), job->player,
                      (unsigned long long)job->seed, job->point != 0);
    alibi_position_print(&text, &job->start.seen);
    alibi_text_char(&text, '\n');
    for (size_t i = 0; i < job->n; i++)
        alibi_text_format(&text, "%s%s", i ? " " : "", job->token[i]);
    *len = text.len;
    return out;
}

/* A number of at most MOST at *AT, which moves behind it and behind the ENDS that follows. */
static bool read_number(const char **at, uint64_t most, char ends, uint64_t *out)
{
    char *end;

    if (**at < '0' || **at > '9')
        return false;
    *out = strtoull(*at, &end, 10);
    if (*out > most || *end != ends)
        return false;
    *at = ends ? end + 1 : end;
    return true;
}

static bool read_word(const char **at, char *out, size_t size)
{
    size_t n = strcspn(*at, " \n");

    if (n == 0 || n >= size || (*at)[n] != ' ')
        return false;
    memcpy(out, *at, n);
    out[n] = '\0';
    *at += n + 1;
    return true;
}

static bool read_head(struct job *job, const char **at, unsigned *ms)
{
    char seat[sizeof "detective"];
    uint64_t time, quick;

    if (!read_number(at, MS_MAX, ' ', &time) || !read_word(at, seat, sizeof seat) ||
        !read_word(at, job->player, sizeof job->player) ||
        !read_number(at, UINT64_MAX, ' ', &job->seed) || !read_number(at, 1, '\n', &quick))
        return false;
    job->seat = strcmp(seat, "jack") == 0 ? ALIBI_JACK : ALIBI_DETECTIVE;
    job->point = (unsigned)quick;
    *ms = (unsigned)time;
    return strcmp(seat, alibi_seat_name(job->seat)) == 0;
}

static bool read_start(struct job *job, const char **at)
{
    const char *end = strchr(*at, '\n');
    struct alibi_state start;

    if (!end || alibi_position_parse(&start, *at, (size_t)(end - *at), NULL) != ALIBI_OK ||
        (start.hides >> job->seat) & 1)
        return false;
    if (start.hides)
        job->start = (struct alibi_view){alibi_viewer_of(job->seat), start};
    else /* the seat may see all of it, or else does not get it */
        alibi_view_of(&job->start, &start, alibi_viewer_of(job->seat));
    *at = end + 1;
    return true;
}

static bool read_tokens(struct job *job, const char *at)
{
    while (*at) {
        size_t n = strcspn(at, " ");
        char token[EVENT_TEXT_SIZE];

        if (n == 0 || n >= sizeof token || job->n == TOKENS_MAX)
            return false;
        memcpy(token, at, n);
        token[n] = '\0';
        if (!job_tell(job, token))
            return false;
        at += n + (at[n] == ' ');
    }
    return true;
}

/* A copy that ends with a NUL and has none before; NULL if there is one, or without memory. */
static char *copy_text(const char *text, size_t len)
{
    char *copy = len > 0 && memchr(text, '\0', len) ? NULL : malloc(len + 1);

    if (!copy)
        return NULL;
    if (len > 0)
        memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}

struct job *job_parse(const char *text, size_t len, unsigned *ms)
{
    struct job *job = calloc(1, sizeof *job);
    char *copy = copy_text(text, len);
    const char *at = copy;

    if (job && copy && read_head(job, &at, ms) && read_start(job, &at) &&
        read_tokens(job, at)) {
        free(copy);
        return job;
    }
    job_free(job);
    free(copy);
    return NULL;
}

/* --- Answers --- */

void job_print_answer(const struct job *job, struct alibi_text *text)
{
    alibi_text_format(text, "%.17g %.17g", job->before, job->after);
    for (int i = 0; i < job->n_answer; i++)
        alibi_text_format(text, " %s", job->answer[i]);
}

/* A chance at *AT, which moves behind it. */
static bool read_chance(const char **at, double *out)
{
    char *end;

    if (**at < '0' || **at > '9')
        return false;
    *out = strtod(*at, &end);
    *at = end;
    return *out >= 0 && *out <= 1 && (*end == ' ' || !*end);
}

static bool read_answer(struct job *job, const char *at)
{
    if (!read_chance(&at, &job->before) || *at++ != ' ' || !read_chance(&at, &job->after))
        return false;
    while (*at == ' ') {
        size_t n = strcspn(++at, " ");

        if (n == 0 || n >= ALIBI_TOKEN_MAX || job->n_answer == ALIBI_SEQUENCE_MAX)
            return false;
        memcpy(job->answer[job->n_answer], at, n);
        job->answer[job->n_answer++][n] = '\0';
        at += n;
    }
    return !*at;
}

bool job_parse_answer(struct job *job, const char *text, size_t len)
{
    char *copy = copy_text(text, len);
    bool good;

    job->n_answer = 0;
    good = copy && read_answer(job, copy);
    if (!good)
        job->n_answer = 0;
    free(copy);
    return good;
}
