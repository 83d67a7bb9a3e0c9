/* New York's tokens: the table of how each kind of move is written. */
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
static const struct alibi_argument pair = {.n = NYC_PAIRS_MAX, .print = print_pair, .parse = nyc_parse_pair};
static const struct alibi_argument hand = {.n = 256, .print = print_hand, .parse = parse_hand};
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

/* Whether a character can stand on place I or leave by it. */
static bool is_goal(unsigned i)
{
    return nyc_has(nyc_board.stands, i) || nyc_has(nyc_board.ports, i) ||
           nyc_has(nyc_board.exits, i);
}

static bool can_be(alibi_move m)
{
    unsigned from = alibi_from(m), to = alibi_to(m);

    switch ((enum nyc_kind)alibi_kind(m)) {
    case NYC_GO:
        return is_goal(to);
    case NYC_CARDS:
        return alibi_size(to) == 4;
    case NYC_INFORM:
        return nyc_has(nyc_board.stands, to);
    case NYC_LAMP:
    case NYC_METRO:
    case NYC_PARK:
    case NYC_SITE:
        return nyc_has(nyc_board.streets, to);
    case NYC_PROBE:
        return from != to && from < nyc_board.n_pairs && to < nyc_board.n_pairs;
    case NYC_PUSH:
        return from != NYC_ME && is_goal(to);
    case NYC_STEAMER:
        return from != to && nyc_has(nyc_board.ports, from) && nyc_has(nyc_board.ports, to);
    case NYC_SWAP:
        return from != to;
    case NYC_ACCUSE:
    case NYC_PICK:
    case NYC_ALIBI:
    case NYC_DEAL:
    case NYC_END:
    case NYC_STAY:
    case NYC_KINDS:
        break;
    }
    return true;
}

static const struct alibi_grammar grammar = {
    syntax, NYC_KINDS, &nyc_no.token,
    .chance = 1U << NYC_ALIBI | 1U << NYC_CARDS | 1U << NYC_DEAL, .can_be = can_be};

void nyc_print(struct alibi_text *text, alibi_move m)
{
    alibi_syntax_print(text, &grammar, m);
}

int nyc_parse(alibi_move *m, const char *token, size_t len, struct alibi_error *err)
{
    return alibi_syntax_parse(m, &grammar, token, len, err);
}

int nyc_every(bool chance, alibi_move *out)
{
    return alibi_syntax_every(&grammar, chance, out);
}
