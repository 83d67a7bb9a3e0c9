/* Records: a game as text that a person can read, edit and mail. docs/notation.md has the
 * grammar.
 *
 *   [Game "london"]
 *   [Edition "2016"]
 *   [Whistle "direct"]
 *   [Result "jack:time"]
 *
 *   deal=MS cards=SH,JW,JS,IL
 *   1.1 SH >g10 alibi=JB {a careful start}
 *
 * A record is the whole truth, or the redacted history of the viewer that its View tag names.
 */
#ifndef ALIBI_RECORD_H
#define ALIBI_RECORD_H

#include <alibi/told.h>

struct alibi_record;

/* An empty record, for VIEWER, of a game that begins at START as VIEWER sees it. Free it with
 * alibi_record_free. */
ALIBI_API int alibi_record_new(struct alibi_record **out, const struct alibi_state *start,
                               enum alibi_viewer viewer);
ALIBI_API void alibi_record_free(struct alibi_record *record);

/* Sets a free tag, such as Date, Jack or Detective; the tags of the format itself are refused.
 * alibi_record_tag_get returns NULL for a tag that is not set. */
ALIBI_API int alibi_record_tag(struct alibi_record *record, const char *key, const char *value,
                               struct alibi_error *err);
ALIBI_API const char *alibi_record_tag_get(const struct alibi_record *record, const char *key);

/* Whether the record says of itself that it is of a game between people that still goes on: its
 * tag Running is "people". Servers write that, and nothing may be computed from such a record
 * that could help one of them. */
ALIBI_API bool alibi_record_is_of_people(const struct alibi_record *record);

/* Adds the next thing that the viewer was told. BEFORE is the state in which a move was made;
 * NULL for an announcement. */
ALIBI_API int alibi_record_add(struct alibi_record *record, const struct alibi_told *told,
                               const struct alibi_state *before);

/* Sets the Result tag: "jack:time", or "*" while the game goes on. */
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

/* A record can hold more than one game: what could have been played instead. A line is a row of
 * tokens. The functions above are about the main line; a token of any line can have variations,
 * lines that are played in its place. They are borrowed from the record. */
struct alibi_line;
ALIBI_API const struct alibi_line *alibi_record_line(const struct alibi_record *record);
ALIBI_API size_t alibi_line_length(const struct alibi_line *line);
ALIBI_API const struct alibi_told *alibi_line_told(const struct alibi_line *line, size_t i);
ALIBI_API const char *alibi_line_token(const struct alibi_line *line, size_t i);

/* The comment after token I, or NULL. */
ALIBI_API const char *alibi_line_comment(const struct alibi_line *line, size_t i);

/* The first variation in the place of token I, and the next one in the same place; NULL if
 * there is none. */
ALIBI_API const struct alibi_line *alibi_line_variation(const struct alibi_line *line,
                                                        size_t i);
ALIBI_API const struct alibi_line *alibi_line_next(const struct alibi_line *line);

/* Parsing refuses variations within more than this many others, and records with more tokens
 * than this in all variations. */
enum { ALIBI_VARIATIONS_DEEP = 16, ALIBI_VARIATIONS_LONG = 5000 };

/* Prints and parses. Parsing replays the game and refuses illegal moves; the error's offset is
 * a byte of TEXT, and alibi_locate turns it into line and column. */
ALIBI_API void alibi_record_print(struct alibi_text *text, const struct alibi_record *record);
ALIBI_API int alibi_record_parse(struct alibi_record **out, const char *text, size_t len,
                                 struct alibi_error *err);

/* A file may hold several records, with an empty line between them: where the one that begins
 * TEXT ends, at the beginning of the next or at LEN. */
ALIBI_API size_t alibi_record_end(const char *text, size_t len);

/* The record as text that the caller frees, and its length in LEN unless that is NULL. NULL if
 * memory runs out. */
ALIBI_API char *alibi_record_text(const struct alibi_record *record, size_t *len);

/* Makes the record of the whole truth from the redacted record of a finished game, whose end
 * reveals every secret. Variations are left out: their secrets are not revealed. */
ALIBI_API int alibi_record_complete(struct alibi_record **out,
                                    const struct alibi_record *redacted,
                                    struct alibi_error *err);

#endif
