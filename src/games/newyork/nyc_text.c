/* Tokens of New York. One table says how each kind is written; printing and parsing read it. */
#include "core/reader.h"
#include "nyc.h"

enum argument { NONE, WHO, PLACE, PAIR, HAND };

static const struct {
    const char *prefix, *between; /* what stands before and between the arguments */
    enum argument from, to;
} syntax[NYC_KINDS] = {
    [NYC_ACCUSE] = {"!", "", NONE, WHO},      [NYC_GO] = {">", "", NONE, PLACE},
    [NYC_PICK] = {"", "", NONE, WHO},         [NYC_ALIBI] = {"alibi=", "", NONE, WHO},
    [NYC_CARDS] = {"cards=", "", NONE, HAND}, [NYC_DEAL] = {"deal=", "", NONE, WHO},
    [NYC_END] = {"end", "", NONE, NONE},      [NYC_INFORM] = {"inform:", "", NONE, PLACE},
    [NYC_LAMP] = {"lamp:", "", NONE, PLACE},  [NYC_METRO] = {"metro:", "", NONE, PLACE},
    [NYC_PARK] = {"park:", "", NONE, PLACE},  [NYC_PROBE] = {"probe:", ">", PAIR, PAIR},
    [NYC_PUSH] = {"push:", ">", WHO, PLACE},  [NYC_SITE] = {"site:", "", NONE, PLACE},
    [NYC_STAY] = {"stay", "", NONE, NONE},    [NYC_STEAMER] = {"steamer:", ">", PLACE, PLACE},
    [NYC_SWAP] = {"swap:", ",", WHO, WHO},
};

static void print_argument(struct alibi_text *text, enum argument kind, unsigned value)
{
    switch (kind) {
    case NONE:
        break;
    case WHO:
        alibi_text_str(text, nyc_character[value].code);
        break;
    case PLACE:
        alibi_text_str(text, nyc_place[value].name);
        break;
    case PAIR:
        alibi_text_str(text, nyc_place[nyc_pair[value].a].name);
        alibi_text_char(text, ',');
        alibi_text_str(text, nyc_place[nyc_pair[value].b].name);
        break;
    case HAND:
        alibi_codes_print(text, &alibi_newyork, (uint16_t)value, alibi_newyork.list, ",");
        break;
    }
}

void nyc_print(struct alibi_text *text, alibi_move m)
{
    enum nyc_kind kind = nyc_kind_of(m);

    alibi_text_str(text, syntax[kind].prefix);
    print_argument(text, syntax[kind].from, nyc_from(m));
    alibi_text_str(text, syntax[kind].between);
    print_argument(text, syntax[kind].to, nyc_to(m));
}

unsigned nyc_parse_place(struct alibi_reader *in)
{
    return alibi_reader_word(in, nyc_place, sizeof nyc_place[0], NYC_PLACES, "a place");
}

unsigned nyc_parse_pair(struct alibi_reader *in)
{
    size_t start = in->at;
    unsigned a, b;

    a = nyc_parse_place(in);
    alibi_reader_expect(in, ",");
    b = nyc_parse_place(in);
    for (unsigned i = 0; i < nyc_board.n_pairs && !in->status; i++)
        if (nyc_pair[i].a == a && nyc_pair[i].b == b)
            return i;
    alibi_reader_fail(in, ALIBI_BAD_TEXT, start,
                      "expected two neighbouring streets by column and row, such as e4,f3");
    return 0;
}

static unsigned parse_hand(struct alibi_reader *in)
{
    size_t start = in->at;
    unsigned set = alibi_reader_codes(in, &alibi_newyork, alibi_newyork.list);

    if (alibi_size(set) != 4)
        alibi_reader_fail(in, ALIBI_BAD_TEXT, start, "expected four characters");
    return set;
}

static unsigned parse_argument(struct alibi_reader *in, enum argument kind)
{
    switch (kind) {
    case NONE:
        break;
    case WHO:
        return alibi_reader_code(in, &alibi_newyork);
    case PLACE:
        return nyc_parse_place(in);
    case PAIR:
        return nyc_parse_pair(in);
    case HAND:
        return parse_hand(in);
    }
    return 0;
}

/* The kind whose prefix stands here, which is skipped; a pick has none. */
static enum nyc_kind parse_kind(struct alibi_reader *in)
{
    for (unsigned kind = 0; kind < NYC_KINDS; kind++)
        if (kind != NYC_PICK && alibi_reader_skip(in, syntax[kind].prefix))
            return (enum nyc_kind)kind;
    return NYC_PICK;
}

int nyc_parse(alibi_move *m, const char *token, size_t len, struct alibi_error *err)
{
    struct alibi_reader in = alibi_reader_of(token, len, err);
    enum nyc_kind kind = parse_kind(&in);
    unsigned from, to;

    from = parse_argument(&in, syntax[kind].from);
    alibi_reader_expect(&in, syntax[kind].between);
    to = parse_argument(&in, syntax[kind].to);
    alibi_reader_end(&in);
    if (in.status && kind == NYC_PICK)
        return alibi_fail(err, ALIBI_BAD_TEXT, 0,
                          "expected a token of newyork, such as AB, >h11, metro:h9");
    if (in.status == ALIBI_OK)
        *m = nyc_move(kind, from, to);
    return in.status;
}
