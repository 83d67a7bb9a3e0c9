/* London's tokens: the table of how each kind of move is written. */
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
static const struct alibi_argument hand = {.n = 256, .print = print_hand, .parse = parse_hand};
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

/* Whether FROM and TO are two manholes of one edition. */
static bool is_cover(unsigned from, unsigned to)
{
    uint64_t both = alibi_bit(from) | alibi_bit(to);

    return from != to && ((lon_edition[0].manholes & both) == both ||
                          (lon_edition[1].manholes & both) == both);
}

/* Whether some position has this move. The grammar also allows tokens that are never legal,
 * such as a move to a house, so that the refusal can give the reason. */
static bool can_be(alibi_move m)
{
    unsigned from = alibi_from(m), to = alibi_to(m);

    switch ((enum lon_kind)alibi_kind(m)) {
    case LON_GO:
        return to < LON_FIRST_PLINTH;
    case LON_WHISTLE_TO:
        return from != LON_SG;
    case LON_CARDS:
        return alibi_size(to) == 4;
    case LON_CORDON:
    case LON_LAMP:
        return from != to;
    case LON_COVER:
        return is_cover(from, to);
    case LON_SWAP:
        return to != LON_WG;
    case LON_ACCUSE:
    case LON_PICK:
    case LON_TURN:
    case LON_ALIBI:
    case LON_DEAL:
    case LON_STAY:
        break;
    }
    return true;
}

static const struct alibi_grammar grammar = {
    syntax, sizeof syntax / sizeof syntax[0], &lon_no.token,
    .chance = 1U << LON_ALIBI | 1U << LON_CARDS | 1U << LON_DEAL, .can_be = can_be};

void lon_print(struct alibi_text *text, alibi_move m)
{
    alibi_syntax_print(text, &grammar, m);
}

int lon_parse(alibi_move *m, const char *token, size_t len, struct alibi_error *err)
{
    return alibi_syntax_parse(m, &grammar, token, len, err);
}

int lon_every(bool chance, alibi_move *out)
{
    return alibi_syntax_every(&grammar, chance, out);
}
