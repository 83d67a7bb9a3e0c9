/* Tokens of London. One table says how each kind is written; printing and parsing read it. */
#include "core/hex.h"
#include "core/reader.h"
#include "lon.h"

#include <assert.h>
#include <string.h>

enum argument { NONE, WHO, STREET, GOAL, EXIT, PLINTH, DIRECTION, HAND };

static const struct {
    const char *prefix;
    enum argument from, to; /* with a '>' between them where there are both */
} syntax[] = {
    [LON_ACCUSE] = {"!", NONE, WHO},
    [LON_GO] = {">", NONE, GOAL},
    [LON_PICK] = {"", NONE, WHO},
    [LON_TURN] = {"^", NONE, DIRECTION},
    [LON_ALIBI] = {"alibi=", NONE, WHO},
    [LON_WHISTLE_TO] = {"call:", WHO, STREET},
    [LON_CARDS] = {"cards=", NONE, HAND},
    [LON_CORDON] = {"cordon:", EXIT, EXIT},
    [LON_COVER] = {"cover:", STREET, STREET},
    [LON_DEAL] = {"deal=", NONE, WHO},
    [LON_LAMP] = {"lamp:", PLINTH, PLINTH},
    [LON_STAY] = {"stay", NONE, NONE},
    [LON_SWAP] = {"swap:", NONE, WHO},
};

/* Arguments that are one of a table of words. */
static const struct {
    const void *words;
    size_t step;
    unsigned n;
    const char *what;
} vocabulary[] = {
    [WHO] = {lon_character, sizeof lon_character[0], LON_CHARACTERS,
             "the two letters of a character"},
    [STREET] = {lon_place, sizeof lon_place[0], LON_STREETS, "a street hex"},
    [GOAL] = {lon_place, sizeof lon_place[0], LON_PLACES, "a hex or an exit"},
    [EXIT] = {lon_place + LON_FIRST_EXIT, sizeof lon_place[0], LON_EXITS,
              "an exit: ne, nw, se or sw"},
    [PLINTH] = {lon_place + LON_FIRST_PLINTH, sizeof lon_place[0], LON_PLINTHS,
                "a gaslight hex"},
    [DIRECTION] = {alibi_direction, sizeof alibi_direction[0], ALIBI_DIRECTIONS,
                   "a direction: n, ne, nw, s, se or sw"},
};

static void print_argument(struct alibi_text *text, enum argument kind, unsigned value)
{
    if (kind == HAND)
        alibi_codes_print(text, &alibi_london, (uint16_t)value, alibi_london.list, ",");
    else if (kind != NONE)
        alibi_text_str(text,
                       (const char *)vocabulary[kind].words + value * vocabulary[kind].step);
}

void lon_print(struct alibi_text *text, alibi_move m)
{
    enum lon_kind kind = lon_kind_of(m);

    alibi_text_str(text, syntax[kind].prefix);
    print_argument(text, syntax[kind].from, lon_from(m));
    if (syntax[kind].from != NONE)
        alibi_text_char(text, '>');
    print_argument(text, syntax[kind].to, lon_to(m));
}

static unsigned parse_hand(struct alibi_reader *in)
{
    size_t start = in->at;
    unsigned set = alibi_reader_codes(in, &alibi_london, alibi_london.list);

    if (__builtin_popcount(set) != 4)
        alibi_reader_fail(in, ALIBI_BAD_TEXT, start, "expected four characters");
    return set;
}

static unsigned parse_argument(struct alibi_reader *in, enum argument kind)
{
    if (kind == NONE)
        return 0;
    if (kind == HAND)
        return parse_hand(in);
    return alibi_reader_word(in, vocabulary[kind].words, vocabulary[kind].step,
                             vocabulary[kind].n, vocabulary[kind].what);
}

/* The kind whose prefix stands here, which is skipped; a pick has none. */
static enum lon_kind parse_kind(struct alibi_reader *in)
{
    for (unsigned kind = 0; kind < sizeof syntax / sizeof syntax[0]; kind++)
        if (kind != LON_PICK && alibi_reader_skip(in, syntax[kind].prefix))
            return (enum lon_kind)kind;
    return LON_PICK;
}

int lon_parse(alibi_move *m, const char *token, size_t len, struct alibi_error *err)
{
    struct alibi_reader in = alibi_reader_of(token, len, err);
    enum lon_kind kind = parse_kind(&in);
    unsigned from, to;

    from = parse_argument(&in, syntax[kind].from);
    if (syntax[kind].from != NONE)
        alibi_reader_expect(&in, ">");
    to = parse_argument(&in, syntax[kind].to);
    alibi_reader_end(&in);
    if (in.status && kind == LON_PICK)
        return alibi_fail(err, ALIBI_BAD_TEXT, 0,
                          "expected a token of london, such as SH, >h11, lamp:c4>f3");
    if (in.status == ALIBI_OK)
        *m = lon_move(kind, from, to);
    return in.status;
}
