/* Pocket's tokens: the table of how each kind of move is written. */
#include "pkt.h"
#include <alibi/kit/bits.h>

static const char way_name[PKT_WAYS][5] = {
    [PKT_CCW] = "ccw", [PKT_CW] = "cw", [PKT_HALF] = "half"};
static const char steps[2][2] = {"1", "2"};

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
            alibi_reader_refuse(in, ALIBI_BAD_TEXT, in->at, &pkt_no.toss_face, NULL);
        faces |= 1U << pkt_token[i][second];
    }
    return faces;
}

static void print_who(struct alibi_text *text, unsigned who)
{
    alibi_text_str(text, pkt_character[who].code);
}

/* Reads a tile's character. The letter of its wall follows without a separator, so hide the
 * last byte of the token from the reader for the moment. */
static unsigned parse_laid(struct alibi_reader *in)
{
    size_t len = in->len;
    unsigned who;

    in->len -= in->len > in->at;
    who = alibi_reader_code(in, &alibi_pocket);
    in->len = len;
    return who;
}

/* clang-format off */
static const struct alibi_argument who = ALIBI_WORDS(pkt_character, PKT_CHARACTERS, &alibi_no_character);
static const struct alibi_argument slot = ALIBI_WORDS(pkt_place, PKT_SLOTS, &pkt_no.slot);
static const struct alibi_argument side = ALIBI_WORDS(pkt_side_name, PKT_OPEN, &pkt_no.side);
static const struct alibi_argument way = ALIBI_WORDS(way_name, PKT_WAYS, &pkt_no.way);
static const struct alibi_argument step = ALIBI_WORDS(steps, 2, &pkt_no.steps);
static const struct alibi_argument detective = ALIBI_WORDS(pkt_detective_name, PKT_DETECTIVES + 1, &pkt_no.detective);
static const struct alibi_argument laid = {.n = PKT_CHARACTERS, .print = print_who, .parse = parse_laid};
static const struct alibi_argument faces = {.n = 256, .print = pkt_toss_print, .parse = pkt_toss_parse};
/* clang-format on */

static const struct alibi_syntax syntax[PKT_KINDS] = {
    [PKT_ALIBI] = {"alibi", "", NULL, NULL},
    [PKT_EXCHANGE] = {"exchange:", ":", &slot, &slot},
    [PKT_WALK_HOLMES] = {"holmes:", "", NULL, &step},
    [PKT_JOKER] = {"joker:", "", NULL, &detective},
    [PKT_ROTATE] = {"rotate:", ":", &slot, &way},
    [PKT_WALK_TOBY] = {"toby:", "", NULL, &step},
    [PKT_WALK_WATSON] = {"watson:", "", NULL, &step},
    [PKT_CARD] = {"alibi=", "", NULL, &who},
    [PKT_DEAL] = {"deal=", "", NULL, &who},
    [PKT_TILE] = {"tile=", "", &laid, &side},
    [PKT_TOSS] = {"toss=", "", NULL, &faces},
};

/* Whether SET has exactly one face of each token. */
static bool is_toss(unsigned set)
{
    for (int i = 0; i < PKT_TOKENS; i++)
        if (alibi_has(set, pkt_token[i][0]) == alibi_has(set, pkt_token[i][1]))
            return false;
    return true;
}

/* P-5.5: an exchange names the lower slot first. */
static bool can_be(alibi_move m)
{
    unsigned kind = alibi_kind(m);

    return kind == PKT_EXCHANGE ? alibi_from(m) < alibi_to(m)
           : kind == PKT_TOSS   ? is_toss(alibi_to(m))
                                : true;
}

static const struct alibi_grammar grammar = {syntax, PKT_KINDS, &pkt_no.token,
                                             .chance = 1U << PKT_CARD | 1U << PKT_DEAL |
                                                       1U << PKT_TILE | 1U << PKT_TOSS,
                                             .can_be = can_be};

void pkt_print(struct alibi_text *text, alibi_move m)
{
    alibi_syntax_print(text, &grammar, m);
}

int pkt_parse(alibi_move *m, const char *token, size_t len, struct alibi_error *err)
{
    return alibi_syntax_parse(m, &grammar, token, len, err);
}

int pkt_every(bool chance, alibi_move *out)
{
    return alibi_syntax_every(&grammar, chance, out);
}
