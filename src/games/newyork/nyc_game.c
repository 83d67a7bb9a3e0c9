/* New York as an alibi_game: its characters and functions. alibi_newyork is the only symbol
 * that is used outside this folder. */
#include "nyc.h"
#include <alibi/kit/secrets.h>

/* N-1.1 */
const struct alibi_character nyc_character[NYC_CHARACTERS] = {
    [NYC_AB] = {"AB", "Alfred Ely Beach"},     [NYC_CR] = {"CR", "Cloud Rider"},
    [NYC_EG] = {"EG", "Mrs Emma Grant"},       [NYC_ES] = {"ES", "Edward Smith"},
    [NYC_FT] = {"FT", "Francis J. Tumblety"},  [NYC_JC] = {"JC", "James H. Callahan"},
    [NYC_LL] = {"LL", "Lewis Howard Latimer"}, [NYC_ME] = {"ME", "Monk Eastman"},
};

static const uint8_t list[NYC_CHARACTERS] = {NYC_AB, NYC_CR, NYC_LL, NYC_EG,
                                             NYC_JC, NYC_ME, NYC_FT, NYC_ES};

static enum alibi_seat secret_of(const struct alibi_state *s, alibi_move m)
{
    switch ((enum nyc_kind)alibi_kind(m)) {
    case NYC_DEAL:
        return ALIBI_JACK;
    case NYC_ALIBI:
        return alibi_picker(s->round, s->slot);
    default:
        return ALIBI_NOBODY;
    }
}

static const char *const redacted[] = {
    [ALIBI_SECRET_CARD] = "alibi=?", [ALIBI_SECRET_DEAL] = "deal=?", NULL};

static struct alibi_secret secret(alibi_move m)
{
    return alibi_secret(m, alibi_pack(NYC_DEAL, 0, 0), alibi_pack(NYC_ALIBI, 0, 0));
}

static alibi_move secret_move(struct alibi_secret secret)
{
    return alibi_secret_move(secret, alibi_pack(NYC_DEAL, 0, 0), alibi_pack(NYC_ALIBI, 0, 0));
}

static int secrets(const struct alibi_state *s, enum alibi_seat player,
                   alibi_move out[ALIBI_SECRETS_MAX])
{
    return alibi_secrets(s, player, alibi_pack(NYC_DEAL, 0, 0), alibi_pack(NYC_ALIBI, 0, 0),
                         out);
}

static int reach(const struct alibi_view *view, unsigned who, uint8_t out[ALIBI_PLACES_MAX])
{
    return alibi_hand_reach(view, alibi_pack(NYC_PICK, 0, who), NYC_GO, out);
}

static const struct alibi_field fields[] = {
    {"cards", ALIBI_FIELD_HAND, NULL},
    {"next", ALIBI_FIELD_HAND, NULL},
    {"step", ALIBI_FIELD_CHOICE, "deal|cards|pick|act|visit|draw|over"},
    {"active", ALIBI_FIELD_CHARACTER, "-"},
    {"due", ALIBI_FIELD_CHOICE, "none|move|power|move+power"},
    {"metro", ALIBI_FIELD_PLACES, NULL},
    {"gaslamp", ALIBI_FIELD_PLACES, NULL},
    {"site", ALIBI_FIELD_PLACES, NULL},
    {"park", ALIBI_FIELD_PLACES, NULL},
    {"investigation", ALIBI_FIELD_TEXT, NULL},
    {"steamers", ALIBI_FIELD_PLACES, NULL},
    {"at", ALIBI_FIELD_STAND, NULL},
    {"informant", ALIBI_FIELD_PLACES, "talkative|silent"},
    {NULL, ALIBI_FIELD_TEXT, NULL},
};

const struct alibi_game alibi_newyork = {
    .name = "newyork",
    .title = "New York: the hunt on Manhattan",
    .characters = nyc_character,
    .list = list,
    .n_characters = NYC_CHARACTERS,
    .place = nyc_place,
    .n_places = NYC_PLACES,
    .shape = ALIBI_HEXES,
    .n_rounds = ALIBI_HAND_ROUNDS,
    .n_slots = ALIBI_HAND_SLOTS,
    .turn = alibi_picker,
    .setup = nyc_setup,
    .moves = nyc_moves,
    .apply = nyc_apply,
    .forbids = nyc_forbids,
    .refusals = nyc_refusals,
    .reach = reach,
    .path = nyc_path,
    .redacted = redacted,
    .secret_of = secret_of,
    .secret = secret,
    .secret_move = secret_move,
    .secrets = secrets,
    .observe = alibi_observe,
    .deals = alibi_deals,
    .deal = alibi_deal,
    .visible = nyc_seen,
    .outlook = nyc_outlook,
    .seen_by = nyc_seen_by,
    .exits = nyc_exits_of,
    .print = nyc_print,
    .parse = nyc_parse,
    .every = nyc_every,
    .describe = nyc_describe,
    .print_own = nyc_print_own,
    .parse_own = nyc_parse_own,
    .fields = fields,
    .json = nyc_json,
    .scene = nyc_scene,
    .notes = nyc_notes,
    .features = nyc_features,
};
