/* Tokens of London: how each kind of move is written. */
#include "lon.h"
#include <alibi/kit/bits.h>
#include <alibi/kit/hex.h>

static void print_hand(struct alibi_text *text, unsigned set)
{
    alibi_hand_codes_print(text, &alibi_london, set);
}

static unsigned parse_hand(struct alibi_reader *in)
{
    return alibi_hand_codes_parse(in, &alibi_london);
}

/* clang-format off */
static const struct alibi_argument who = ALIBI_WORDS(lon_character, LON_CHARACTERS, &alibi_no_character);
static const struct alibi_argument street = ALIBI_WORDS(lon_place, LON_STREETS, &lon_no.street);
static const struct alibi_argument goal = ALIBI_WORDS(lon_place, LON_PLACES, &lon_no.place);
static const struct alibi_argument way_out = ALIBI_WORDS(lon_place + LON_FIRST_EXIT, LON_EXITS, &lon_no.exit);
static const struct alibi_argument plinth = ALIBI_WORDS(lon_place + LON_FIRST_PLINTH, LON_PLINTHS, &lon_no.plinth);
static const struct alibi_argument direction = ALIBI_WORDS(alibi_direction, ALIBI_DIRECTIONS, &lon_no.direction);
static const struct alibi_argument hand = {.print = print_hand, .parse = parse_hand};
/* clang-format on */

static const struct alibi_syntax syntax[] = {
    [LON_ACCUSE] = {"!", "", NULL, &who},
    [LON_GO] = {">", "", NULL, &goal},
    [LON_PICK] = {"", "", NULL, &who},
    [LON_TURN] = {"^", "", NULL, &direction},
    [LON_ALIBI] = {"alibi=", "", NULL, &who},
    [LON_WHISTLE_TO] = {"call:", ">", &who, &street},
    [LON_CARDS] = {"cards=", "", NULL, &hand},
    [LON_CORDON] = {"cordon:", ">", &way_out, &way_out},
    [LON_COVER] = {"cover:", ">", &street, &street},
    [LON_DEAL] = {"deal=", "", NULL, &who},
    [LON_LAMP] = {"lamp:", ">", &plinth, &plinth},
    [LON_STAY] = {"stay", "", NULL, NULL},
    [LON_SWAP] = {"swap:", "", NULL, &who},
};

static const struct alibi_grammar grammar = {syntax, sizeof syntax / sizeof syntax[0],
                                             &lon_no.token};

void lon_print(struct alibi_text *text, alibi_move m)
{
    alibi_syntax_print(text, &grammar, m);
}

int lon_parse(alibi_move *m, const char *token, size_t len, struct alibi_error *err)
{
    return alibi_syntax_parse(m, &grammar, token, len, err);
}
