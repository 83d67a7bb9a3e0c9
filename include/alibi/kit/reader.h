/* Reads a line of text strictly, from left to right.
 *
 * The first mismatch sets the error; after that every call does nothing and returns zero. So a
 * parser is a straight list of what must come, and checks the status once, at its end. */
#ifndef ALIBI_KIT_READER_H
#define ALIBI_KIT_READER_H

#include <alibi/game.h>

struct alibi_reader {
    const char *text;
    size_t len;
    size_t at;  /* the next byte */
    int status; /* ALIBI_OK until the first error */
    struct alibi_error *err;
};

ALIBI_API struct alibi_reader alibi_reader_of(const char *text, size_t len,
                                              struct alibi_error *err);

/* Sets the error, at byte OFFSET, unless there is one already. */
ALIBI_API void alibi_reader_refuse(struct alibi_reader *in, enum alibi_status status,
                                   size_t offset, const struct alibi_refusal *refusal,
                                   const char *const *with);

/* Goes past WORD if it comes next; returns whether it did. */
ALIBI_API bool alibi_reader_skip(struct alibi_reader *in, const char *word);

/* Goes past WORD, which must come next. */
ALIBI_API void alibi_reader_expect(struct alibi_reader *in, const char *word);

/* Goes past " KEY=" and returns the offset of what follows. */
ALIBI_API size_t alibi_reader_key(struct alibi_reader *in, const char *key);

/* A number from LOW to HIGH without leading zeros. The arguments of REFUSAL are these two:
 * "expected a round, {low} to {high}". */
ALIBI_API unsigned alibi_reader_number(struct alibi_reader *in, unsigned low, unsigned high,
                                       const struct alibi_refusal *refusal);

/* The index of the next word among N words, STEP bytes apart. A word ends where no letter,
 * digit or hyphen follows. REFUSAL has no arguments: "expected a street hex". */
ALIBI_API unsigned alibi_reader_word(struct alibi_reader *in, const void *words, size_t step,
                                     unsigned n, const struct alibi_refusal *refusal);

/* The same without an error: N if none of the words comes next. */
ALIBI_API unsigned alibi_reader_find(struct alibi_reader *in, const void *words, size_t step,
                                     unsigned n);

/* "expected the two letters of a character" */
ALIBI_API const struct alibi_refusal alibi_no_character;

/* One of the game's characters; and a set of them, separated by commas in the given ORDER
 * (NULL: that of their codes), or "-" for none. */
ALIBI_API unsigned alibi_reader_code(struct alibi_reader *in, const struct alibi_game *game);
ALIBI_API uint16_t alibi_reader_codes(struct alibi_reader *in, const struct alibi_game *game,
                                      const uint8_t *order);

/* The line must end here. */
ALIBI_API void alibi_reader_end(struct alibi_reader *in);

/* The inverse of alibi_reader_codes, except that it prints nothing for the empty set;
 * SEPARATOR is "," in positions. Returns how many codes it printed. */
ALIBI_API int alibi_codes_print(struct alibi_text *text, const struct alibi_game *game,
                                uint16_t set, const uint8_t *order, const char *separator);

#endif
