/* Records: a whole game as text that a person can read, edit and mail. docs/notation.md has
 * the grammar.
 *
 *   [Game "london"]
 *   [Edition "2016"]
 *   [Whistle "direct"]
 *   [Result "jack:time"]
 *
 *   deal=MS cards=SH,JW,JS,IL
 *   1.1 SH >g10 alibi=JB {a careful start}
 *
 * A record is the whole truth, or the redacted history of one seat, which its View tag names.
 */
#ifndef ALIBI_RECORD_H
#define ALIBI_RECORD_H

#include <alibi/told.h>

struct alibi_record;

/* An empty record, for VIEWER, of a game that begins at START, which is what VIEWER sees. Free
 * it with alibi_record_free. */
ALIBI_API int alibi_record_new(struct alibi_record **out, const struct alibi_state *start,
                               enum alibi_viewer viewer);
ALIBI_API void alibi_record_free(struct alibi_record *record);

/* Sets a tag of one's own, such as Date, Jack or Detective; the names that the format itself
 * uses are refused. */
ALIBI_API int alibi_record_tag(struct alibi_record *record, const char *key, const char *value,
                               struct alibi_error *err);
ALIBI_API const char *alibi_record_tag_get(const struct alibi_record *record, const char *key);

/* Adds what the viewer was told next: a move, made in BEFORE, or an announcement, which has no
 * state. */
ALIBI_API int alibi_record_add(struct alibi_record *record, const struct alibi_told *told,
                               const struct alibi_state *before);

/* The result in words for the Result tag: "jack:time", or "*" while the game goes on. */
ALIBI_API void alibi_record_result(struct alibi_record *record, const struct alibi_state *end);

ALIBI_API const struct alibi_game *alibi_record_game(const struct alibi_record *record);
ALIBI_API enum alibi_viewer alibi_record_viewer(const struct alibi_record *record);
ALIBI_API const struct alibi_state *alibi_record_start(const struct alibi_record *record);
ALIBI_API size_t alibi_record_length(const struct alibi_record *record);

/* The I-th thing that the viewer was told, and its token. */
ALIBI_API const struct alibi_told *alibi_record_told(const struct alibi_record *record,
                                                     size_t i);
ALIBI_API const char *alibi_record_token(const struct alibi_record *record, size_t i);

/* The comment after token I-1 (0: before the first), or NULL. */
ALIBI_API const char *alibi_record_comment(const struct alibi_record *record, size_t i);

/* Text and back. Reading replays the game and refuses what is not legal; the error's offset
 * counts from the beginning of TEXT, alibi_locate makes a line and column of it. */
ALIBI_API void alibi_record_print(struct alibi_text *text, const struct alibi_record *record);
ALIBI_API int alibi_record_parse(struct alibi_record **out, const char *text, size_t len,
                                 struct alibi_error *err);

/* The record as text that the caller frees, its length into LEN unless that is NULL; NULL
 * without memory. */
ALIBI_API char *alibi_record_text(const struct alibi_record *record, size_t *len);

/* The whole truth of a finished game from a redacted record, whose end reveals it. */
ALIBI_API int alibi_record_complete(struct alibi_record **out,
                                    const struct alibi_record *redacted,
                                    struct alibi_error *err);

#endif
