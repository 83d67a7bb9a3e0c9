/* Reading a line of text strictly, from left to right.
 *
 * The first thing that is not as expected sets the error; from then on every call does nothing
 * and answers zero. So a parser is written as a straight list of what must come, and looks at
 * the status once, at its end. */
#ifndef ALIBI_KIT_READER_H
#define ALIBI_KIT_READER_H

#include <alibi/game.h>

struct alibi_reader {
    const char *text;
    size_t len;
    size_t at;  /* the next byte */
    int status; /* ALIBI_OK until something was wrong */
    struct alibi_error *err;
};

ALIBI_API struct alibi_reader alibi_reader_of(const char *text, size_t len,
                                              struct alibi_error *err);

/* Says what is wrong at byte OFFSET, unless something was wrong before. */
ALIBI_API void alibi_reader_refuse(struct alibi_reader *in, enum alibi_status status,
                                   size_t offset, const struct alibi_refusal *refusal,
                                   const char *const *with);

/* Goes past WORD if it stands here. */
ALIBI_API bool alibi_reader_skip(struct alibi_reader *in, const char *word);

/* Goes past WORD, which must stand here. */
ALIBI_API void alibi_reader_expect(struct alibi_reader *in, const char *word);

/* Goes past " KEY=" and returns the offset of what follows. */
ALIBI_API size_t alibi_reader_key(struct alibi_reader *in, const char *key);

/* A number from LOW to HIGH without leading zeros. The arguments of REFUSAL are these two:
 * "expected a round, {low} to {high}". */
ALIBI_API unsigned alibi_reader_number(struct alibi_reader *in, unsigned low, unsigned high,
                                       const struct alibi_refusal *refusal);

/* One of N words, at STEP bytes from each other: its index. A word ends where no letter, digit
 * or hyphen follows. REFUSAL has no arguments: "expected a street hex". */
ALIBI_API unsigned alibi_reader_word(struct alibi_reader *in, const void *words, size_t step,
                                     unsigned n, const struct alibi_refusal *refusal);

/* The same without an error: N if none of the words stands here. */
ALIBI_API unsigned alibi_reader_find(struct alibi_reader *in, const void *words, size_t step,
                                     unsigned n);

/* "expected the two letters of a character" */
ALIBI_API const struct alibi_refusal alibi_no_character;

/* One of the game's characters; and a set of them, separated by commas in the order of ORDER
 * (NULL: of their codes), or "-" for none. */
ALIBI_API unsigned alibi_reader_code(struct alibi_reader *in, const struct alibi_game *game);
ALIBI_API uint16_t alibi_reader_codes(struct alibi_reader *in, const struct alibi_game *game,
                                      const uint8_t *order);

/* Nothing may follow. */
ALIBI_API void alibi_reader_end(struct alibi_reader *in);

/* The inverse of alibi_reader_codes; SEPARATOR is "," in lines. Returns how many. */
ALIBI_API int alibi_codes_print(struct alibi_text *text, const struct alibi_game *game,
                                uint16_t set, const uint8_t *order, const char *separator);

#endif
