/* The records of a match in a file, from which it can be taken up again.
 *
 * A pair is appended in one piece when both its games are over. What a crash left incomplete at
 * the end is cut off; a file of another match is refused. */
#ifndef MATCH_ARCHIVE_H
#define MATCH_ARCHIVE_H

#include "runner.h"

struct match_archive;

/* Opens or makes the file of the plan and fills in the pairs that it holds, saying how many of
 * the plan's these are. NULL with a line that says WRONG what. */
struct match_archive *match_archive_open(const struct match_plan *plan, struct match_pair *pair,
                                         uint64_t *found, char *wrong, size_t cap);
void match_archive_close(struct match_archive *archive);

/* Appends pair NUMBER. False with what was WRONG, of at most 200 bytes. */
bool match_archive_add(struct match_archive *archive, uint64_t number,
                       const struct match_pair *pair, struct alibi_session *const session[2],
                       char wrong[200]);

/* What was added is on the disk. */
void match_archive_sync(struct match_archive *archive);

#endif
