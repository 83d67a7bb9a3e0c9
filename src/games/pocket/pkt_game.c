/* Pocket as an alibi_game: its components and functions. alibi_pocket is the only symbol that
 * is used outside this folder. */
#include "pkt.h"
#include <alibi/kit/cards.h>
#include <alibi/kit/secrets.h>

const struct alibi_character pkt_character[PKT_CHARACTERS] = {
    [PKT_IL] = {"IL", "Inspector Lestrade"}, [PKT_JB] = {"JB", "Jeremy Bert"},
    [PKT_JL] = {"JL", "Joseph Lane"},        [PKT_JP] = {"JP", "John Pizer"},
    [PKT_JS] = {"JS", "John Smith"},         [PKT_MD] = {"MD", "Madame"},
    [PKT_MS] = {"MS", "Miss Stealthy"},      [PKT_SG] = {"SG", "Sergeant Goodley"},
    [PKT_WG] = {"WG", "William Gull"},
};

static const uint8_t list[PKT_CHARACTERS] = {PKT_SG, PKT_IL, PKT_MS, PKT_JS, PKT_JP,
                                             PKT_WG, PKT_JL, PKT_JB, PKT_MD};

const uint16_t pkt_worth[3] = {
    1 << PKT_IL | 1 << PKT_SG,
    PKT_EVERYONE & ~(1 << PKT_IL | 1 << PKT_SG | 1 << PKT_MD),
    1 << PKT_MD,
};

/* P-1.1 */
const struct alibi_place pkt_place[PKT_SLOTS + PKT_POSTS] = {
    {"1", 1, 1},   {"2", 2, 1},   {"3", 3, 1},   {"4", 1, 2},  {"5", 2, 2},  {"6", 3, 2},
    {"7", 1, 3},   {"8", 2, 3},   {"9", 3, 3},   {"p1", 1, 0}, {"p2", 2, 0}, {"p3", 3, 0},
    {"p4", 4, 1},  {"p5", 4, 2},  {"p6", 4, 3},  {"p7", 3, 4}, {"p8", 2, 4}, {"p9", 1, 4},
    {"p10", 0, 3}, {"p11", 0, 2}, {"p12", 0, 1},
};

const char pkt_detective_name[PKT_DETECTIVES + 1][7] = {[PKT_HOLMES] = "holmes",
                                                        [PKT_TOBY] = "toby",
                                                        [PKT_WATSON] = "watson",
                                                        [PKT_DETECTIVES] = "none"};

const char pkt_detective_symbol[PKT_DETECTIVES][3] = {
    [PKT_HOLMES] = "Ho", [PKT_TOBY] = "To", [PKT_WATSON] = "Wa"};

/* Posts count from 0 here, from 1 in tokens. */
const uint8_t pkt_start[PKT_DETECTIVES] = {
    [PKT_HOLMES] = 12 - 1, [PKT_TOBY] = 8 - 1, [PKT_WATSON] = 4 - 1};

const char pkt_side_name[PKT_OPEN + 1][2] = {
    [PKT_N] = "n", [PKT_E] = "e", [PKT_S] = "s", [PKT_W] = "w", [PKT_OPEN] = "-"};

const uint8_t pkt_first_wall[PKT_SLOTS] = {PKT_W,    PKT_OPEN, PKT_E, PKT_OPEN, PKT_OPEN,
                                           PKT_OPEN, PKT_OPEN, PKT_S, PKT_OPEN};

const char pkt_face_name[PKT_FACES][9] = {
    [PKT_ALIBI] = "alibi",    [PKT_EXCHANGE] = "exchange",  [PKT_WALK_HOLMES] = "holmes",
    [PKT_JOKER] = "joker",    [PKT_ROTATE] = "rotate",      [PKT_ROTATE_TOO] = "rotate",
    [PKT_WALK_TOBY] = "toby", [PKT_WALK_WATSON] = "watson",
};

const uint8_t pkt_token[PKT_TOKENS][2] = {
    {PKT_ROTATE, PKT_EXCHANGE},
    {PKT_ROTATE_TOO, PKT_JOKER},
    {PKT_ALIBI, PKT_WALK_HOLMES},
    {PKT_WALK_TOBY, PKT_WALK_WATSON},
};

static const char *side(int i, int which)
{
    return i < PKT_TOKENS ? pkt_face_name[pkt_token[i][which]] : NULL;
}

/* P-8.1: Jack's identity and the cards that Jack draws. */
static enum alibi_seat secret_of(const struct alibi_state *s, alibi_move m)
{
    enum pkt_kind kind = (enum pkt_kind)alibi_kind(m);

    if (kind == PKT_DEAL || (kind == PKT_CARD && alibi_picker(s->round, s->slot) == ALIBI_JACK))
        return ALIBI_JACK;
    return ALIBI_NOBODY;
}

static const char *const redacted[] = {
    [ALIBI_SECRET_CARD] = "alibi=?", [ALIBI_SECRET_DEAL] = "deal=?", NULL};

static struct alibi_secret secret(alibi_move m)
{
    return alibi_secret(m, alibi_pack(PKT_DEAL, 0, 0), alibi_pack(PKT_CARD, 0, 0));
}

static alibi_move secret_move(struct alibi_secret secret)
{
    return alibi_secret_move(secret, alibi_pack(PKT_DEAL, 0, 0), alibi_pack(PKT_CARD, 0, 0));
}

static int secrets(const struct alibi_state *s, enum alibi_seat player,
                   alibi_move out[ALIBI_SECRETS_MAX])
{
    return alibi_secrets(s, player, alibi_pack(PKT_DEAL, 0, 0), alibi_pack(PKT_CARD, 0, 0),
                         out);
}

#define POSTS "1|2|3|4|5|6|7|8|9|10|11|12"
static const struct alibi_field fields[] = {
    {"step", ALIBI_FIELD_CHOICE, "tile|deal|toss|act|draw|over"},
    {"toss", ALIBI_FIELD_TEXT, NULL},
    {"left", ALIBI_FIELD_WORDS, "alibi|exchange|holmes|joker|rotate|toby|watson"},
    {"tiles", ALIBI_FIELD_TILES, "n|e|s|w|-"},
    {"rotated", ALIBI_FIELD_CHARACTERS, NULL},
    {"holmes", ALIBI_FIELD_CHOICE, POSTS},
    {"toby", ALIBI_FIELD_CHOICE, POSTS},
    {"watson", ALIBI_FIELD_CHOICE, POSTS},
    {"tokens", ALIBI_FIELD_CHOICE, "0|1|2|3|4|5|6|7|8"},
    {"order", ALIBI_FIELD_TEXT, NULL},
    {"held", ALIBI_FIELD_CHOICE, "0|1|2|3|4"},
    {"race", ALIBI_FIELD_TEXT, NULL},
    {NULL, ALIBI_FIELD_TEXT, NULL},
};

const struct alibi_game alibi_pocket = {
    .name = "pocket",
    .title = "Pocket: nine tiles and three detectives",
    .characters = pkt_character,
    .list = list,
    .n_characters = PKT_CHARACTERS,
    .place = pkt_place,
    .n_places = PKT_SLOTS + PKT_POSTS,
    .shape = ALIBI_SQUARES,
    .n_rounds = ALIBI_HAND_ROUNDS,
    .n_slots = ALIBI_HAND_SLOTS,
    .turn = alibi_picker,
    .side = side,
    .setup = pkt_setup,
    .moves = pkt_moves,
    .apply = pkt_apply,
    .forbids = pkt_forbids,
    .refusals = pkt_refusals,
    .path = pkt_path,
    .redacted = redacted,
    .secret_of = secret_of,
    .secret = secret,
    .secret_move = secret_move,
    .secrets = secrets,
    .observe = pkt_observe,
    .deals = pkt_deals,
    .deal = pkt_deal,
    .visible = pkt_visible,
    .outlook = pkt_outlook,
    .seen_by = pkt_seen_by,
    .missing = pkt_missing,
    .print = pkt_print,
    .parse = pkt_parse,
    .every = pkt_every,
    .describe = pkt_describe,
    .print_own = pkt_print_own,
    .parse_own = pkt_parse_own,
    .fields = fields,
    .json = pkt_json,
    .scene = pkt_scene,
    .notes = pkt_notes,
    .features = pkt_features,
};
