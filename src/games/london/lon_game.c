/* London as an alibi_game: its characters, options and functions. alibi_london is the only
 * symbol that is used outside this folder. */
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

static const char *const redacted[] = {
    [ALIBI_SECRET_CARD] = "alibi=?", [ALIBI_SECRET_DEAL] = "deal=?", NULL};

static struct alibi_secret secret(alibi_move m)
{
    return alibi_secret(m, alibi_pack(LON_DEAL, 0, 0), alibi_pack(LON_ALIBI, 0, 0));
}

static alibi_move secret_move(struct alibi_secret secret)
{
    return alibi_secret_move(secret, alibi_pack(LON_DEAL, 0, 0), alibi_pack(LON_ALIBI, 0, 0));
}

static int secrets(const struct alibi_state *s, enum alibi_seat player,
                   alibi_move out[ALIBI_SECRETS_MAX])
{
    return alibi_secrets(s, player, alibi_pack(LON_DEAL, 0, 0), alibi_pack(LON_ALIBI, 0, 0),
                         out);
}

static int reach(const struct alibi_view *view, unsigned who, uint8_t out[ALIBI_PLACES_MAX])
{
    return alibi_hand_reach(view, alibi_pack(LON_PICK, 0, who), LON_GO, out);
}

static const struct alibi_field fields[] = {
    {"cards", ALIBI_FIELD_HAND, NULL},
    {"next", ALIBI_FIELD_HAND, NULL},
    {"step", ALIBI_FIELD_CHOICE, "deal|cards|pick|act|call|face|draw|over"},
    {"active", ALIBI_FIELD_CHARACTER, "-"},
    {"due", ALIBI_FIELD_CHOICE, "none|move|power|move+power"},
    {"points", ALIBI_FIELD_CHOICE, "0|1|2|3"},
    {"called", ALIBI_FIELD_CHOICE, "-|JW"},
    {"at", ALIBI_FIELD_STAND, NULL},
    {"lantern", ALIBI_FIELD_CHOICE, "n|ne|se|s|sw|nw"},
    {"lamps", ALIBI_FIELD_PLACES, "0|1|2|3|4"},
    {"covers", ALIBI_FIELD_PLACES, NULL},
    {"cordons", ALIBI_FIELD_PLACES, NULL},
    {NULL, ALIBI_FIELD_TEXT, NULL},
};

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
    .n_rounds = ALIBI_HAND_ROUNDS,
    .n_slots = ALIBI_HAND_SLOTS,
    .turn = alibi_picker,
    .setup = lon_setup,
    .moves = lon_moves,
    .apply = lon_apply,
    .forbids = lon_forbids,
    .refusals = lon_refusals,
    .reach = reach,
    .path = lon_path,
    .redacted = redacted,
    .secret_of = secret_of,
    .secret = secret,
    .secret_move = secret_move,
    .secrets = secrets,
    .observe = alibi_observe,
    .deals = alibi_deals,
    .deal = alibi_deal,
    .visible = lon_visible,
    .outlook = lon_outlook,
    .seen_by = lon_seen_by,
    .exits = lon_exits_of,
    .print = lon_print,
    .parse = lon_parse,
    .every = lon_every,
    .describe = lon_describe,
    .print_own = lon_print_own,
    .parse_own = lon_parse_own,
    .fields = fields,
    .json = lon_json,
    .scene = lon_scene,
    .notes = lon_notes,
    .features = lon_features,
};
