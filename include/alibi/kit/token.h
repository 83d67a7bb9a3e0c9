/* Moves as a kind and two small arguments, and their tokens by a table.
 *
 * A game has a table that says how each kind of move is written; printing and parsing follow
 * it. The kinds are numbered in the order of their tokens, so sorted moves have sorted tokens.
 */
#ifndef ALIBI_KIT_TOKEN_H
#define ALIBI_KIT_TOKEN_H

#include <alibi/kit/reader.h>

static inline alibi_move alibi_pack(unsigned kind, unsigned from, unsigned to)
{
    return kind << 16 | from << 8 | to;
}

static inline unsigned alibi_kind(alibi_move m)
{
    return m >> 16;
}

static inline unsigned alibi_from(alibi_move m)
{
    return m >> 8 & 0xff;
}

static inline unsigned alibi_to(alibi_move m)
{
    return m & 0xff;
}

/* An argument: one of N words, STEP bytes apart, or, if `print` and `parse` are set, whatever
 * these write and read, with values below N. */
struct alibi_argument {
    const void *words;
    size_t step;
    unsigned n;
    const struct alibi_refusal *refusal; /* "expected a street hex" */
    void (*print)(struct alibi_text *text, unsigned value);
    unsigned (*parse)(struct alibi_reader *in);
};

/* An argument that is one of the first N words of TABLE. */
#define ALIBI_WORDS(table, n, refusal)                                                         \
    {                                                                                          \
        (table), sizeof(table)[0], (n), (refusal), NULL, NULL                                  \
    }

/* A kind of token: prefix, argument, the text between, argument. An argument may be NULL; the
 * prefix is NULL for a kind that is never written. */
struct alibi_syntax {
    const char *prefix, *between;
    const struct alibi_argument *from, *to;
};

/* A game's tokens. Some that the grammar allows are never legal ("lamp:c4>c4"): `can_be` says
 * whether some position has a move; NULL if that is true for all. */
struct alibi_grammar {
    const struct alibi_syntax *kind;
    unsigned n;
    const struct alibi_refusal *refusal; /* "expected a token of london, such as ..." */
    uint64_t chance;                     /* a bit per kind: the outcomes of chance */
    bool (*can_be)(alibi_move m);
};

ALIBI_API void alibi_syntax_print(struct alibi_text *text, const struct alibi_grammar *grammar,
                                  alibi_move m);
ALIBI_API int alibi_syntax_parse(alibi_move *m, const struct alibi_grammar *grammar,
                                 const char *token, size_t len, struct alibi_error *err);

/* For a game's `every`: the moves for which `can_be` is true, kind by kind. */
ALIBI_API int alibi_syntax_every(const struct alibi_grammar *grammar, bool chance,
                                 alibi_move *out);

#endif
