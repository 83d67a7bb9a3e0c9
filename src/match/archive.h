/* The records of a match in a file, from which the match can be resumed.
 *
 * A pair is appended when both its games are over. An incomplete pair at the end, left by a
 * crash, is cut off; a file of another match is refused. */
#ifndef MATCH_ARCHIVE_H
#define MATCH_ARCHIVE_H

#include "runner.h"

struct match_archive;

/* Opens or creates config->out and reads its games into PAIR; FOUND is how many pairs of this
 * match it had. NULL on failure, with one line in WRONG. */
struct match_archive *match_archive_open(const struct match_config *config,
                                         struct match_pair *pair, uint64_t *found, char *wrong,
                                         size_t cap);
void match_archive_close(struct match_archive *archive);

/* Appends pair NUMBER. False on failure, with one line in WRONG. */
bool match_archive_add(struct match_archive *archive, uint64_t number,
                       const struct match_pair *pair, struct alibi_session *const session[2],
                       char wrong[200]);

/* Returns when everything added is on the disk. */
void match_archive_sync(struct match_archive *archive);

#endif
