/* A record on the full screen: to step through, or judged decision by decision. */
#ifndef SCREEN_REVIEW_SCREEN_H
#define SCREEN_REVIEW_SCREEN_H

#include "running.h"

#include <alibi/analysis.h>
#include <alibi/record.h>

struct review;

/* The screen of RECORD, as its viewer saw the game, and of ANALYSIS unless that is NULL, which
 * it lets think and borrows. NULL if memory runs out. */
struct review *review_screen_new(const struct alibi_record *record,
                                 struct alibi_analysis *analysis, bool unicode);
void review_screen_free(struct review *review);

/* Its functions; WHO is the review. */
extern const struct screen review_screen;

/* Shows it in the terminal; the exit code. */
int review_screen_run(const struct alibi_record *record, struct alibi_analysis *analysis,
                      struct cli_look look);

#endif
