/* The null game: the smallest complete game. It is the template for a new game, and the tests
 * use it where any game will do; docs/rules/null.md has its seven rules.
 *
 * Three characters stand under three lamps. There are two rounds of two actions: the Detective
 * acts first in round 1, Jack in round 2. An action turns a lamp on or off; the Detective may
 * instead draw an alibi card or accuse. Witnesses are called after each round. */
#include <alibi/kit/bits.h>
#include <alibi/kit/features.h>
#include <alibi/kit/json.h>
#include <alibi/kit/reader.h>
#include <alibi/kit/scene.h>
#include <alibi/kit/secrets.h>
#include <alibi/kit/token.h>

#include <assert.h>

extern const struct alibi_game alibi_null;

enum { CHARACTERS = 3, ROUNDS = 2, SLOTS = 2, EVERYONE = 7 };

enum kind { ACCUSE, DRAW, ALIBI, DEAL, FLIP }; /* in the order of their tokens */

struct nul {
    uint8_t lit;     /* a bit per character */
    uint8_t drawing; /* chance is about to draw an alibi card */
};

static struct nul *own(struct alibi_state *s)
{
    return (struct nul *)s->own;
}

static const struct nul *own_of(const struct alibi_state *s)
{
    return (const struct nul *)s->own;
}

static const struct alibi_character character[CHARACTERS] = {
    {"AA", "Anna"}, {"BB", "Bruno"}, {"CC", "Carla"}};
static const uint8_t list[CHARACTERS] = {0, 1, 2};
static const struct alibi_place place[CHARACTERS] = {{"a", 0, 0}, {"b", 1, 0}, {"c", 2, 0}};

/* --- The rules --- */

/* Z-2.1: the Detective begins round 1, Jack round 2. */
static enum alibi_seat turn(int round, int slot)
{
    return round == slot ? ALIBI_DETECTIVE : ALIBI_JACK;
}

static enum alibi_seat actor(const struct alibi_state *s)
{
    return turn(s->round, s->slot);
}

static void setup(struct alibi_state *s)
{
    own(s)->lit = 1; /* Z-1.2 */
}

static int moves(const struct alibi_state *s, alibi_move out[ALIBI_MOVES_MAX])
{
    int n = 0;

    if (s->to_act == ALIBI_NOBODY)
        return 0;
    for (unsigned i = 0; i < CHARACTERS && s->round > 0; i++)
        if (s->to_act == ALIBI_DETECTIVE)
            out[n++] = alibi_pack(ACCUSE, 0, i); /* Z-2.4 */
    if (s->to_act == ALIBI_DETECTIVE && alibi_deck(s))
        out[n++] = alibi_pack(DRAW, 0, 0); /* Z-2.3 */
    for (unsigned i = 0; i < CHARACTERS; i++) {
        if (s->round == 0)
            out[n++] = alibi_pack(DEAL, 0, i); /* Z-1.1 */
        else if (s->to_act != ALIBI_CHANCE)
            out[n++] = alibi_pack(FLIP, 0, i); /* Z-2.2 */
        else if (alibi_has(alibi_deck(s), i))
            out[n++] = alibi_pack(ALIBI, 0, i);
    }
    return n;
}

static void finish(struct alibi_state *s, enum alibi_seat winner, enum alibi_why why)
{
    s->winner = (uint8_t)winner;
    s->why = (uint8_t)why;
    s->to_act = ALIBI_NOBODY;
}

/* Z-2.5: Jack says whether he is lit, and wins after the last round. */
static bool call(struct alibi_state *s)
{
    bool lit = alibi_has(own(s)->lit, s->identity);

    assert(s->identity != ALIBI_NO_ONE);
    s->witness = lit ? ALIBI_VISIBLE : ALIBI_INVISIBLE;
    s->suspects &= lit ? own(s)->lit : (uint16_t)~own(s)->lit;
    if (s->round == ROUNDS) {
        finish(s, ALIBI_JACK, ALIBI_TIME);
        return true;
    }
    s->round++;
    s->slot = 1;
    s->to_act = (uint8_t)actor(s);
    return true;
}

/* Ends the turn and, after the last one, the round. */
static bool next(struct alibi_state *s)
{
    own(s)->drawing = 0;
    if (s->staged) {
        s->to_act = ALIBI_NOBODY;
        return false;
    }
    if (s->slot == SLOTS)
        return call(s);
    s->slot++;
    s->to_act = (uint8_t)actor(s);
    return false;
}

static bool apply(struct alibi_state *s, alibi_move m)
{
    unsigned who = alibi_to(m);

    assert(!s->hides);
    switch ((enum kind)alibi_kind(m)) {
    case ACCUSE:
        if (who == s->identity)
            finish(s, ALIBI_DETECTIVE, ALIBI_ARREST);
        else
            finish(s, ALIBI_JACK, ALIBI_WRONG_ACCUSATION);
        return false;
    case DRAW:
        own(s)->drawing = 1;
        s->to_act = ALIBI_CHANCE;
        return false;
    case ALIBI:
        assert(own(s)->drawing && who != s->identity);
        s->alibis[ALIBI_DETECTIVE] = (uint16_t)(s->alibis[ALIBI_DETECTIVE] | 1U << who);
        s->drawn[ALIBI_DETECTIVE]++;
        return next(s);
    case DEAL:
        assert(s->round == 0 && who < CHARACTERS);
        s->identity = (uint8_t)who;
        s->round = 1;
        s->to_act = (uint8_t)actor(s);
        return false;
    case FLIP:
        own(s)->lit ^= (uint8_t)(1U << who);
        return next(s);
    }
    assert(0 && "a kind of move that null has");
    return false;
}

/* --- Refusals --- */

static const struct alibi_refusal
    no_over = ALIBI_REFUSAL("null.over", "Z-2.5", "the game is over"),
    no_deal = ALIBI_REFUSAL("null.deal", "Z-1.1", "expected Jack's identity, deal=AA"),
    no_card = ALIBI_REFUSAL("null.card", "Z-2.3",
                            "expected an alibi card that is in the deck, alibi=AA"),
    no_accusation = ALIBI_REFUSAL("null.accusation", "Z-2.4", "only the Detective accuses"),
    no_draw = ALIBI_REFUSAL("null.draw", "Z-2.3",
                            "only the Detective draws, and only from a deck with cards"),
    no_chance = ALIBI_REFUSAL("null.no-chance", "Z-2.1",
                              "nothing is dealt now, {*seat} is to act", alibi_seat_words),
    no_token = ALIBI_REFUSAL("null.token", NULL, "expected a token of null, such as flip:AA"),
    no_position = ALIBI_REFUSAL("null.position", NULL,
                                "expected rounds, slots, cards and result of a null game");

static const struct alibi_refusal *const refusals[] = {
    &no_over,   &no_deal,  &no_card,     &no_accusation, &no_draw,
    &no_chance, &no_token, &no_position, NULL,
};

static void forbids(struct alibi_error *err, const struct alibi_state *s, alibi_move m)
{
    if (s->to_act == ALIBI_NOBODY)
        alibi_forbid(err, &no_over, NULL);
    else if (s->round == 0)
        alibi_forbid(err, &no_deal, NULL);
    else if (s->to_act == ALIBI_CHANCE)
        alibi_forbid(err, &no_card, NULL);
    else if (alibi_kind(m) == ACCUSE)
        alibi_forbid(err, &no_accusation, NULL);
    else if (alibi_kind(m) == DRAW)
        alibi_forbid(err, &no_draw, NULL);
    else
        alibi_forbid(err, &no_chance, ALIBI_WITH(alibi_seat_name(s->to_act)));
}

static enum alibi_seat secret_of(const struct alibi_state *s, alibi_move m)
{
    (void)s;
    return alibi_kind(m) == DEAL    ? ALIBI_JACK
           : alibi_kind(m) == ALIBI ? ALIBI_DETECTIVE
                                    : ALIBI_NOBODY;
}

static const char *const redacted[] = {
    [ALIBI_SECRET_CARD] = "alibi=?", [ALIBI_SECRET_DEAL] = "deal=?", NULL};

static struct alibi_secret secret(alibi_move m)
{
    return alibi_secret(m, alibi_pack(DEAL, 0, 0), alibi_pack(ALIBI, 0, 0));
}

static alibi_move secret_move(struct alibi_secret secret)
{
    return alibi_secret_move(secret, alibi_pack(DEAL, 0, 0), alibi_pack(ALIBI, 0, 0));
}

static int secrets(const struct alibi_state *s, enum alibi_seat player,
                   alibi_move out[ALIBI_SECRETS_MAX])
{
    return alibi_secrets(s, player, alibi_pack(DEAL, 0, 0), alibi_pack(ALIBI, 0, 0), out);
}

/* --- What players see --- */

static uint16_t visible(const struct alibi_state *s)
{
    return own_of(s)->lit;
}

/* Z-2.4: the Detective can always accuse anybody. */
static void outlook(struct alibi_outlook *outlook, const struct alibi_state *s)
{
    *outlook = (struct alibi_outlook){.visible = visible(s), .now = EVERYONE};
    for (unsigned i = 0; i < CHARACTERS; i++)
        outlook->accuses[i] = EVERYONE;
}

/* A lit character stands under a lamp of its own. */
static int seen_by(const struct alibi_state *s, unsigned who,
                   struct alibi_sight out[ALIBI_SIGHTS_MAX])
{
    if (!alibi_has(visible(s), who))
        return 0;
    return alibi_sight_add(out, 0, ALIBI_BY_LAMP, who, "light");
}

/* --- Text --- */

static const struct alibi_argument who_argument =
    ALIBI_WORDS(character, CHARACTERS, &alibi_no_character);

static const struct alibi_syntax syntax[] = {
    [ACCUSE] = {"!", "", NULL, &who_argument},     [DRAW] = {"alibi", "", NULL, NULL},
    [ALIBI] = {"alibi=", "", NULL, &who_argument}, [DEAL] = {"deal=", "", NULL, &who_argument},
    [FLIP] = {"flip:", "", NULL, &who_argument},
};

static const struct alibi_grammar grammar = {syntax, sizeof syntax / sizeof syntax[0],
                                             &no_token, .chance = 1U << ALIBI | 1U << DEAL};

static void print(struct alibi_text *text, alibi_move m)
{
    alibi_syntax_print(text, &grammar, m);
}

static int parse(alibi_move *m, const char *token, size_t len, struct alibi_error *err)
{
    return alibi_syntax_parse(m, &grammar, token, len, err);
}

static int every(bool chance, alibi_move *out)
{
    return alibi_syntax_every(&grammar, chance, out);
}

static void describe(struct alibi_text *text, const struct alibi_state *s, alibi_move m)
{
    static const struct {
        const char *before, *after;
    } words[] = {[ACCUSE] = {"the Detective accuses ", ""},
                 [DRAW] = {"the Detective draws an alibi card", ""},
                 [ALIBI] = {"the alibi card drawn is ", ""},
                 [DEAL] = {"Jack is ", ""},
                 [FLIP] = {"the lamp of ", " is turned"}};
    unsigned kind = alibi_kind(m);

    (void)s;
    alibi_text_format(text, "%s%s%s", words[kind].before,
                      kind == DRAW ? "" : character[alibi_to(m)].name, words[kind].after);
}

static void print_own(struct alibi_text *text, const struct alibi_state *s)
{
    alibi_text_str(text, " lit=");
    if (alibi_codes_print(text, s->game, own_of(s)->lit, NULL, ",") == 0)
        alibi_text_char(text, '-');
    alibi_text_format(text, " drawing=%s", own_of(s)->drawing ? "yes" : "no");
}

/* Whether round, slot, cards and result agree. */
static bool holds(const struct alibi_state *s)
{
    bool time = s->why == ALIBI_TIME, over = s->winner != ALIBI_NOBODY;

    if (s->round > ROUNDS || s->slot > SLOTS || s->why > ALIBI_TIME || s->why == ALIBI_ESCAPE)
        return false;
    if (time && (s->round != ROUNDS || s->slot != SLOTS))
        return false;
    if (over && (s->winner == ALIBI_DETECTIVE) != (s->why == ALIBI_ARREST))
        return false;
    if (over && !time && actor(s) != ALIBI_DETECTIVE)
        return false;
    if (own_of(s)->drawing && (over || s->round == 0 || actor(s) != ALIBI_DETECTIVE ||
                               s->drawn[ALIBI_DETECTIVE] >= CHARACTERS - 1))
        return false;
    /* The Detective has acted once by slot 2 of round 1, twice only when time is up. */
    if (s->drawn[ALIBI_DETECTIVE] > (s->round == 1 ? s->slot - 1 : 1) + time)
        return false;
    return s->drawn[ALIBI_JACK] == 0 && (s->round > 1 || s->suspects == EVERYONE);
}

static int parse_own(struct alibi_state *s, struct alibi_reader *in)
{
    size_t start = in->at;

    alibi_reader_key(in, "lit");
    own(s)->lit = (uint8_t)alibi_reader_codes(in, s->game, NULL);
    alibi_reader_key(in, "drawing");
    own(s)->drawing = alibi_reader_skip(in, "yes");
    if (!own(s)->drawing)
        alibi_reader_expect(in, "no");
    if (!in->status && !holds(s))
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, &no_position, NULL);
    if (!in->status && s->round > 0 && s->winner == ALIBI_NOBODY && !own(s)->drawing)
        s->to_act = (uint8_t)actor(s);
    return in->status;
}

static void json(struct alibi_text *text, const struct alibi_state *s)
{
    alibi_text_str(text, ",\"lit\":");
    alibi_json_codes(text, s->game, own_of(s)->lit, NULL);
}

static void scene(struct alibi_scene *scene, const struct alibi_state *s)
{
    alibi_scene_clear(scene);
    for (unsigned i = 0; i < CHARACTERS; i++) {
        alibi_scene_mark(scene, i, ALIBI_GROUND, 0, "street");
        if (alibi_has(own_of(s)->lit, i))
            alibi_scene_mark(scene, i, ALIBI_LIGHT, 0, "light");
        alibi_scene_character(scene, s, i, i, own_of(s)->lit, ALIBI_NO_ONE);
    }
}

static void notes(struct alibi_text *text, const struct alibi_state *s)
{
    alibi_note_codes(text, s, "lit", own_of(s)->lit);
}

static void features(struct alibi_features *features, const struct alibi_state *s)
{
    alibi_feature_set(features, "lit", NULL, own_of(s)->lit, CHARACTERS);
    alibi_feature_set(features, "drawing", NULL, own_of(s)->drawing, 1);
}

static const struct alibi_field fields[] = {
    {"lit", ALIBI_FIELD_CHARACTERS, NULL},
    {"drawing", ALIBI_FIELD_CHOICE, "yes|no"},
    {NULL, ALIBI_FIELD_TEXT, NULL},
};

const struct alibi_game alibi_null = {
    .name = "null",
    .title = "Null: three lamps, the smallest game of its kind",
    .unlisted = true,
    .characters = character,
    .list = list,
    .n_characters = CHARACTERS,
    .place = place,
    .n_places = CHARACTERS,
    .shape = ALIBI_SQUARES,
    .n_rounds = ROUNDS,
    .n_slots = SLOTS,
    .turn = turn,
    .setup = setup,
    .moves = moves,
    .apply = apply,
    .forbids = forbids,
    .refusals = refusals,
    .redacted = redacted,
    .secret_of = secret_of,
    .secret = secret,
    .secret_move = secret_move,
    .secrets = secrets,
    .observe = alibi_observe,
    .deals = alibi_deals,
    .deal = alibi_deal,
    .visible = visible,
    .outlook = outlook,
    .seen_by = seen_by,
    .print = print,
    .parse = parse,
    .every = every,
    .describe = describe,
    .print_own = print_own,
    .parse_own = parse_own,
    .fields = fields,
    .json = json,
    .scene = scene,
    .notes = notes,
    .features = features,
};
