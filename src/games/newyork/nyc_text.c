/* Tokens of New York: how each kind of move is written. */
#include "nyc.h"

unsigned nyc_parse_place(struct alibi_reader *in)
{
    return alibi_reader_word(in, nyc_place, sizeof nyc_place[0], NYC_PLACES, &nyc_no.place);
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
    alibi_reader_refuse(in, ALIBI_BAD_TEXT, start, &nyc_no.pair, NULL);
    return 0;
}

static void print_pair(struct alibi_text *text, unsigned pair)
{
    alibi_text_str(text, nyc_place[nyc_pair[pair].a].name);
    alibi_text_char(text, ',');
    alibi_text_str(text, nyc_place[nyc_pair[pair].b].name);
}

static void print_hand(struct alibi_text *text, unsigned set)
{
    alibi_hand_codes_print(text, &alibi_newyork, set);
}

static unsigned parse_hand(struct alibi_reader *in)
{
    return alibi_hand_codes_parse(in, &alibi_newyork);
}

/* clang-format off */
static const struct alibi_argument who = ALIBI_WORDS(nyc_character, NYC_CHARACTERS, &alibi_no_character);
static const struct alibi_argument place = ALIBI_WORDS(nyc_place, NYC_PLACES, &nyc_no.place);
static const struct alibi_argument pair = {.print = print_pair, .parse = nyc_parse_pair};
static const struct alibi_argument hand = {.print = print_hand, .parse = parse_hand};
/* clang-format on */

static const struct alibi_syntax syntax[NYC_KINDS] = {
    [NYC_ACCUSE] = {"!", "", NULL, &who},
    [NYC_GO] = {">", "", NULL, &place},
    [NYC_PICK] = {"", "", NULL, &who},
    [NYC_ALIBI] = {"alibi=", "", NULL, &who},
    [NYC_CARDS] = {"cards=", "", NULL, &hand},
    [NYC_DEAL] = {"deal=", "", NULL, &who},
    [NYC_END] = {"end", "", NULL, NULL},
    [NYC_INFORM] = {"inform:", "", NULL, &place},
    [NYC_LAMP] = {"lamp:", "", NULL, &place},
    [NYC_METRO] = {"metro:", "", NULL, &place},
    [NYC_PARK] = {"park:", "", NULL, &place},
    [NYC_PROBE] = {"probe:", ">", &pair, &pair},
    [NYC_PUSH] = {"push:", ">", &who, &place},
    [NYC_SITE] = {"site:", "", NULL, &place},
    [NYC_STAY] = {"stay", "", NULL, NULL},
    [NYC_STEAMER] = {"steamer:", ">", &place, &place},
    [NYC_SWAP] = {"swap:", ",", &who, &who},
};

static const struct alibi_grammar grammar = {syntax, NYC_KINDS, &nyc_no.token};

void nyc_print(struct alibi_text *text, alibi_move m)
{
    alibi_syntax_print(text, &grammar, m);
}

int nyc_parse(alibi_move *m, const char *token, size_t len, struct alibi_error *err)
{
    return alibi_syntax_parse(m, &grammar, token, len, err);
}
