/* Prints and parses tokens by a game's table: the longest prefix that fits tells the kind, then
 * come its arguments. */
#include <alibi/kit/token.h>

#include <assert.h>
#include <string.h>

static void print_argument(struct alibi_text *text, const struct alibi_argument *argument,
                           unsigned value)
{
    if (!argument)
        return;
    if (argument->print)
        argument->print(text, value);
    else
        alibi_text_str(text, (const char *)argument->words + value * argument->step);
}

void alibi_syntax_print(struct alibi_text *text, const struct alibi_grammar *grammar,
                        alibi_move m)
{
    const struct alibi_syntax *syntax = &grammar->kind[alibi_kind(m)];

    assert(alibi_kind(m) < grammar->n && syntax->prefix);
    alibi_text_str(text, syntax->prefix);
    print_argument(text, syntax->from, alibi_from(m));
    alibi_text_str(text, syntax->between);
    print_argument(text, syntax->to, alibi_to(m));
}

static unsigned parse_argument(struct alibi_reader *in, const struct alibi_argument *argument)
{
    if (!argument)
        return 0;
    if (argument->parse)
        return argument->parse(in);
    return alibi_reader_word(in, argument->words, argument->step, argument->n,
                             argument->refusal);
}

/* The kind with the longest prefix that the text begins with; n if there is none. */
static unsigned find_kind(const struct alibi_reader *in, const struct alibi_grammar *grammar)
{
    unsigned found = grammar->n;
    size_t longest = 0;

    for (unsigned i = 0; i < grammar->n; i++) {
        const char *prefix = grammar->kind[i].prefix;
        size_t len = prefix ? strlen(prefix) : 0;

        if (!prefix || len > in->len || memcmp(in->text, prefix, len) != 0 ||
            (found < grammar->n && len <= longest))
            continue;
        found = i;
        longest = len;
    }
    return found;
}

int alibi_syntax_parse(alibi_move *m, const struct alibi_grammar *grammar, const char *token,
                       size_t len, struct alibi_error *err)
{
    struct alibi_reader in = alibi_reader_of(token, len, err);
    unsigned kind = find_kind(&in, grammar), from, to;
    const struct alibi_syntax *syntax = &grammar->kind[kind];

    if (kind == grammar->n)
        return alibi_refuse(err, ALIBI_BAD_TEXT, 0, grammar->refusal, NULL);
    alibi_reader_expect(&in, syntax->prefix);
    from = parse_argument(&in, syntax->from);
    alibi_reader_expect(&in, syntax->between);
    to = parse_argument(&in, syntax->to);
    alibi_reader_end(&in);
    /* Without a prefix nothing tells which kind was meant, so refuse the token as a whole. */
    if (in.status && !*syntax->prefix)
        return alibi_refuse(err, ALIBI_BAD_TEXT, 0, grammar->refusal, NULL);
    if (in.status == ALIBI_OK)
        *m = alibi_pack(kind, from, to);
    return in.status;
}

/* The number of values of an argument; an absent one is always 0. */
static unsigned values(const struct alibi_argument *argument)
{
    return argument ? argument->n : 1;
}

/* Appends the possible moves of KIND to the N moves in OUT; returns the new number. */
static int every_of(const struct alibi_grammar *grammar, unsigned kind, alibi_move *out, int n)
{
    const struct alibi_syntax *syntax = &grammar->kind[kind];

    for (unsigned from = 0; from < values(syntax->from); from++)
        for (unsigned to = 0; to < values(syntax->to); to++) {
            alibi_move m = alibi_pack(kind, from, to);

            if (grammar->can_be && !grammar->can_be(m))
                continue;
            if (out)
                out[n] = m;
            n++;
        }
    return n;
}

int alibi_syntax_every(const struct alibi_grammar *grammar, bool chance, alibi_move *out)
{
    int n = 0;

    for (unsigned kind = 0; kind < grammar->n; kind++)
        if (grammar->kind[kind].prefix && (grammar->chance >> kind & 1) == chance)
            n = every_of(grammar, kind, out, n);
    return n;
}
