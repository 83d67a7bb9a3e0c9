/* London as a game: its characters, options and functions. The one symbol others see. */
#include "lon.h"
#include <alibi/kit/secrets.h>

/* L-1.1 */
const struct alibi_character lon_character[LON_CHARACTERS] = {
    [LON_IL] = {"IL", "Inspector Lestrade"}, [LON_JB] = {"JB", "Jeremy Bert"},
    [LON_JS] = {"JS", "John Smith"},         [LON_JW] = {"JW", "John H. Watson"},
    [LON_MS] = {"MS", "Miss Stealthy"},      [LON_SG] = {"SG", "Sergeant Goodley"},
    [LON_SH] = {"SH", "Sherlock Holmes"},    [LON_WG] = {"WG", "Sir William Gull"},
};

static const uint8_t list[LON_CHARACTERS] = {LON_SH, LON_JW, LON_JS, LON_IL,
                                             LON_MS, LON_SG, LON_WG, LON_JB};

static const struct alibi_option option[] = {
    [LON_EDITION] = {"edition", {"2016", "2006"}, "which printed board and set-up"},
    [LON_WHISTLE] = {"whistle",
                     {"direct", "free"},
                     "whether every point of the whistle must bring the character nearer"},
};

static enum alibi_seat secret_of(const struct alibi_state *s, alibi_move m)
{
    switch ((enum lon_kind)alibi_kind(m)) {
    case LON_DEAL:
        return ALIBI_JACK;
    case LON_ALIBI:
        return alibi_picker(s->round, s->slot);
    default:
        return ALIBI_NOBODY;
    }
}

const struct alibi_game alibi_london = {
    .name = "london",
    .title = "London: the hunt in Whitechapel",
    .characters = lon_character,
    .list = list,
    .n_characters = LON_CHARACTERS,
    .option = option,
    .n_options = sizeof option / sizeof option[0],
    .place = lon_place,
    .n_places = LON_PLACES,
    .shape = ALIBI_HEXES,
    .turn = alibi_hand_turn,
    .setup = lon_setup,
    .moves = lon_moves,
    .apply = lon_apply,
    .forbids = lon_forbids,
    .reach = alibi_hand_reach,
    .path = lon_path,
    .secret_of = secret_of,
    .observe = alibi_observe,
    .deals = alibi_deals,
    .deal = alibi_deal,
    .visible = lon_visible,
    .outlook = lon_outlook,
    .print = lon_print,
    .parse = lon_parse,
    .describe = lon_describe,
    .print_own = lon_print_own,
    .parse_own = lon_parse_own,
    .json = lon_json,
    .scene = lon_scene,
    .notes = lon_notes,
};
