/* Tokens of Pocket. One table says how each kind is written; printing and parsing read it. */
#include "core/bits.h"
#include "core/reader.h"
#include "pkt.h"

enum argument { NONE, WHO, SLOT, SIDE, WAY, STEPS, DETECTIVE, FACES };

static const struct {
    const char *prefix, *between; /* what stands before and between the arguments */
    enum argument from, to;
} syntax[PKT_KINDS] = {
    [PKT_ALIBI] = {"alibi", "", NONE, NONE},
    [PKT_EXCHANGE] = {"exchange:", ":", SLOT, SLOT},
    [PKT_WALK_HOLMES] = {"holmes:", "", NONE, STEPS},
    [PKT_JOKER] = {"joker:", "", NONE, DETECTIVE},
    [PKT_ROTATE] = {"rotate:", ":", SLOT, WAY},
    [PKT_WALK_TOBY] = {"toby:", "", NONE, STEPS},
    [PKT_WALK_WATSON] = {"watson:", "", NONE, STEPS},
    [PKT_CARD] = {"alibi=", "", NONE, WHO},
    [PKT_DEAL] = {"deal=", "", NONE, WHO},
    [PKT_TILE] = {"tile=", "", WHO, SIDE},
    [PKT_TOSS] = {"toss=", "", NONE, FACES},
};

static const char way_name[PKT_WAYS][5] = {
    [PKT_CCW] = "ccw", [PKT_CW] = "cw", [PKT_HALF] = "half"};
static const char steps[2][2] = {"1", "2"};

/* Arguments that are one of a table of words. */
static const struct {
    const void *words;
    size_t step;
    unsigned n;
    const char *what;
} vocabulary[] = {
    [WHO] = {pkt_character, sizeof pkt_character[0], PKT_CHARACTERS,
             "the two letters of a character"},
    [SLOT] = {pkt_place, sizeof pkt_place[0], PKT_SLOTS, "a slot, 1 to 9"},
    [SIDE] = {pkt_side_name, sizeof pkt_side_name[0], PKT_OPEN, "a side: n, e, s or w"},
    [WAY] = {way_name, sizeof way_name[0], PKT_WAYS, "cw, ccw or half"},
    [STEPS] = {steps, sizeof steps[0], 2, "1 or 2"},
    [DETECTIVE] = {pkt_detective_name, sizeof pkt_detective_name[0], PKT_DETECTIVES + 1,
                   "holmes, toby, watson or none"},
};

void pkt_toss_print(struct alibi_text *text, unsigned faces)
{
    for (int i = 0; i < PKT_TOKENS; i++)
        alibi_text_char(text, alibi_has(faces, pkt_token[i][0]) ? '1' : '2');
}

unsigned pkt_toss_parse(struct alibi_reader *in)
{
    unsigned faces = 0;

    for (int i = 0; i < PKT_TOKENS; i++) {
        bool second = !alibi_reader_skip(in, "1");

        if (second && !alibi_reader_skip(in, "2"))
            alibi_reader_fail(in, ALIBI_BAD_TEXT, in->at, "expected a face, 1 or 2");
        faces |= 1U << pkt_token[i][second];
    }
    return faces;
}

static void print_argument(struct alibi_text *text, enum argument kind, unsigned value)
{
    if (kind == FACES)
        pkt_toss_print(text, value);
    else if (kind != NONE)
        alibi_text_str(text,
                       (const char *)vocabulary[kind].words + value * vocabulary[kind].step);
}

void pkt_print(struct alibi_text *text, alibi_move m)
{
    enum pkt_kind kind = pkt_kind_of(m);

    alibi_text_str(text, syntax[kind].prefix);
    print_argument(text, syntax[kind].from, pkt_from(m));
    alibi_text_str(text, syntax[kind].between);
    print_argument(text, syntax[kind].to, pkt_to(m));
}

/* A word that ends before the last LATER bytes of the token. */
static unsigned parse_argument(struct alibi_reader *in, enum argument kind, size_t later)
{
    size_t len = in->len;
    unsigned value;

    if (kind == NONE)
        return 0;
    if (kind == FACES)
        return pkt_toss_parse(in);
    if (in->len - in->at >= later)
        in->len -= later;
    value = alibi_reader_word(in, vocabulary[kind].words, vocabulary[kind].step,
                              vocabulary[kind].n, vocabulary[kind].what);
    in->len = len;
    return value;
}

/* The kind whose prefix stands here, which is skipped; PKT_KINDS if none does. "alibi" is the
 * beginning of "alibi=", so it comes last. */
static enum pkt_kind parse_kind(struct alibi_reader *in)
{
    for (unsigned kind = PKT_KINDS; kind-- > 0;)
        if (syntax[kind].prefix && alibi_reader_skip(in, syntax[kind].prefix))
            return (enum pkt_kind)kind;
    return PKT_KINDS;
}

int pkt_parse(alibi_move *m, const char *token, size_t len, struct alibi_error *err)
{
    struct alibi_reader in = alibi_reader_of(token, len, err);
    enum pkt_kind kind = parse_kind(&in);
    unsigned from, to;

    if (kind == PKT_KINDS)
        return alibi_fail(err, ALIBI_BAD_TEXT, 0,
                          "expected a token of pocket, such as alibi, holmes:2, rotate:5:cw");
    /* Nothing stands between a tile's character and the letter of its wall. */
    from = parse_argument(&in, syntax[kind].from, kind == PKT_TILE ? 1 : 0);
    alibi_reader_expect(&in, syntax[kind].between);
    to = parse_argument(&in, syntax[kind].to, 0);
    alibi_reader_end(&in);
    if (in.status == ALIBI_OK)
        *m = pkt_move(kind, from, to);
    return in.status;
}
