/* Jobs and their answers as texts, for whoever thinks elsewhere. */
#ifndef APP_JOB_TEXT_H
#define APP_JOB_TEXT_H

#include "computer.h"

/* A job: the time for a decision in milliseconds, "jack" or "detective", the player, the seed,
 * and whether one quick decision is all that is wanted, 1 or 0; the position line of the start,
 * as the seat sees it; the tokens that the seat was told. A line each. NULL without memory;
 * free it. */
char *job_print(const struct job *job, unsigned ms, size_t *len);

/* What such a text says, and the time; NULL if it is none, or without memory. */
struct job *job_parse(const char *text, size_t len, unsigned *ms);

/* The answer of a job: its chances before and after, and the tokens, on one line. */
enum { JOB_ANSWER_SIZE = 64 + ALIBI_SEQUENCE_MAX * ALIBI_TOKEN_MAX };
void job_print_answer(const struct job *job, struct alibi_text *text);

/* Puts what such a text says into JOB; false, and it has no answer, if it is none. */
bool job_parse_answer(struct job *job, const char *text, size_t len);

#endif
