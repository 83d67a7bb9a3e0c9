/* The strict reader of positions and tokens. Every function checks `status` first, directly or
 * through alibi_reader_skip and alibi_reader_refuse. */
#include "refusals.h"

#include <alibi/kit/reader.h>

#include <alibi/kit/bits.h>

#include <ctype.h>
#include <string.h>

struct alibi_reader alibi_reader_of(const char *text, size_t len, struct alibi_error *err)
{
    return (struct alibi_reader){.text = text, .len = len, .err = err};
}

void alibi_reader_refuse(struct alibi_reader *in, enum alibi_status status, size_t offset,
                         const struct alibi_refusal *refusal, const char *const *with)
{
    if (!in->status)
        in->status = alibi_refuse(in->err, status, offset, refusal, with);
}

bool alibi_reader_skip(struct alibi_reader *in, const char *word)
{
    size_t n = strlen(word);

    if (in->status || in->len - in->at < n || memcmp(in->text + in->at, word, n) != 0)
        return false;
    in->at += n;
    return true;
}

void alibi_reader_expect(struct alibi_reader *in, const char *word)
{
    if (!alibi_reader_skip(in, word))
        alibi_reader_refuse(in, ALIBI_BAD_TEXT, in->at, &alibi_no.text_word, ALIBI_WITH(word));
}

size_t alibi_reader_key(struct alibi_reader *in, const char *key)
{
    bool space = alibi_reader_skip(in, " ");
    size_t start = in->at;

    if (!space || !alibi_reader_skip(in, key) || !alibi_reader_skip(in, "="))
        alibi_reader_refuse(in, ALIBI_BAD_TEXT, start,
                            space ? &alibi_no.text_key : &alibi_no.text_space_key,
                            ALIBI_WITH(key));
    return in->at;
}

unsigned alibi_reader_number(struct alibi_reader *in, unsigned low, unsigned high,
                             const struct alibi_refusal *refusal)
{
    size_t start = in->at, at = start;
    unsigned value = 0;

    while (at < in->len && isdigit((unsigned char)in->text[at]) && value <= high)
        value = value * 10 + (unsigned)(in->text[at++] - '0');
    if (at == start || value < low || value > high ||
        (in->text[start] == '0' && at > start + 1))
        alibi_reader_refuse(in, ALIBI_BAD_TEXT, start, refusal,
                            ALIBI_WITH(alibi_number(low).text, alibi_number(high).text));
    if (in->status)
        return 0;
    in->at = at;
    return value;
}

/* The length of the next word. */
static size_t word_length(const struct alibi_reader *in)
{
    size_t n = 0;

    while (in->at + n < in->len &&
           (isalnum((unsigned char)in->text[in->at + n]) || in->text[in->at + n] == '-'))
        n++;
    return n;
}

unsigned alibi_reader_find(struct alibi_reader *in, const void *words, size_t step, unsigned n)
{
    size_t len = word_length(in);

    for (unsigned i = 0; i < n && !in->status; i++) {
        const char *word = (const char *)words + i * step;

        if (strlen(word) == len && memcmp(word, in->text + in->at, len) == 0) {
            in->at += len;
            return i;
        }
    }
    return n;
}

unsigned alibi_reader_word(struct alibi_reader *in, const void *words, size_t step, unsigned n,
                           const struct alibi_refusal *refusal)
{
    unsigned found = alibi_reader_find(in, words, step, n);

    if (found < n)
        return found;
    alibi_reader_refuse(in, ALIBI_BAD_TEXT, in->at, refusal, NULL);
    return 0;
}

unsigned alibi_reader_code(struct alibi_reader *in, const struct alibi_game *game)
{
    return alibi_reader_word(in, game->characters[0].code, sizeof game->characters[0],
                             (unsigned)game->n_characters, &alibi_no_character);
}

uint16_t alibi_reader_codes(struct alibi_reader *in, const struct alibi_game *game,
                            const uint8_t *order)
{
    uint16_t set = 0;
    int last = -1;

    if (alibi_reader_skip(in, "-"))
        return 0;
    do {
        size_t start = in->at;
        unsigned code = alibi_reader_code(in, game);
        int rank = (int)code;

        for (int i = 0; order && i < game->n_characters; i++)
            if (order[i] == code)
                rank = i;
        if (rank <= last)
            alibi_reader_refuse(in, ALIBI_BAD_TEXT, start, &alibi_no.text_codes, NULL);
        last = rank;
        set = (uint16_t)(set | alibi_bit(code));
    } while (alibi_reader_skip(in, ","));
    return in->status ? 0 : set;
}

void alibi_reader_end(struct alibi_reader *in)
{
    if (in->at != in->len)
        alibi_reader_refuse(in, ALIBI_BAD_TEXT, in->at, &alibi_no.text_end, NULL);
}

int alibi_codes_print(struct alibi_text *text, const struct alibi_game *game, uint16_t set,
                      const uint8_t *order, const char *separator)
{
    int n = 0;

    for (unsigned i = 0; i < (unsigned)game->n_characters; i++) {
        unsigned who = order ? order[i] : i;

        if (!alibi_has(set, who))
            continue;
        if (n++)
            alibi_text_str(text, separator);
        alibi_text_str(text, game->characters[who].code);
    }
    return n;
}
