/* Lighthouse: a game of one's own, in one file, on the installed headers alone.
 *
 * Eight squares lie around a lighthouse. Four people stand in the corners; one of them is Jack.
 * In each of four rounds chance turns the beam to one side of the island, then each player
 * walks one of the people to the next square. The Detective may accuse a neighbour instead.
 * After a round Jack says whether he stands in the beam. rules.md has the rules by number.
 *
 * It is everything that a game consists of: tables, a few functions over them, one symbol. */
#include <alibi/kit/bits.h>
#include <alibi/kit/features.h>
#include <alibi/kit/json.h>
#include <alibi/kit/scene.h>
#include <alibi/kit/secrets.h>
#include <alibi/kit/token.h>

#include <assert.h>

extern const struct alibi_game alibi_lighthouse;

enum { PEOPLE = 4, SQUARES = 8, TOWER = SQUARES, PLACES, SIDES = 4, ROUNDS = 4, SLOTS = 2 };

enum kind { ACCUSE, GO, PICK, BEAM, ROLE, STAY }; /* in the order of their tokens */

/* What the game itself keeps. DARK is the beam before it has been turned. */
enum { DARK = SIDES };
struct lig {
    uint8_t at[PEOPLE];
    uint8_t beam;
    uint8_t played; /* who has walked in this round */
    uint8_t active; /* who is walking, or ALIBI_NO_ONE */
};

static struct lig *own(struct alibi_state *s)
{
    return (struct lig *)s->own;
}

static const struct lig *own_of(const struct alibi_state *s)
{
    return (const struct lig *)s->own;
}

static const struct alibi_character character[PEOPLE] = {{"AK", "Ann the keeper"},
                                                         {"BC", "Ben the captain"},
                                                         {"CS", "Cleo the smuggler"},
                                                         {"DF", "Dan the fisher"}};
static const uint8_t list[PEOPLE] = {0, 1, 2, 3};

/* The squares in the order of their names; `next` are a square's two neighbours. */
static const struct alibi_place place[PLACES] = {{"a1", 0, 0}, {"a2", 0, 1}, {"a3", 0, 2},
                                                 {"b1", 1, 0}, {"b3", 1, 2}, {"c1", 2, 0},
                                                 {"c2", 2, 1}, {"c3", 2, 2}, {"t", 1, 1}};
enum { A1, A2, A3, B1, B3, C1, C2, C3 };
static const uint8_t next[SQUARES][2] = {
    [A1] = {A2, B1}, [A2] = {A1, A3}, [A3] = {A2, B3}, [B1] = {A1, C1},
    [B3] = {A3, C3}, [C1] = {B1, C2}, [C2] = {C1, C3}, [C3] = {B3, C2}};

/* T-2.1: the sides, and the squares that the beam lights on each. */
static const char side[SIDES + 1][2] = {"e", "n", "s", "w", "-"};
static const uint16_t lit[SIDES + 1] = {
    1 << C1 | 1 << C2 | 1 << C3, 1 << A1 | 1 << B1 | 1 << C1, 1 << A3 | 1 << B3 | 1 << C3,
    1 << A1 | 1 << A2 | 1 << A3, 0};

/* --- The rules --- */

/* T-2.2: the Detective begins odd rounds, Jack even ones. */
static enum alibi_seat turn(int round, int slot)
{
    return (round + slot) % 2 == 0 ? ALIBI_DETECTIVE : ALIBI_JACK;
}

static enum alibi_seat player(const struct alibi_state *s)
{
    return turn(s->round, s->slot);
}

static void setup(struct alibi_state *s)
{
    *own(s) = (struct lig){{A1, C1, A3, C3}, DARK, 0, ALIBI_NO_ONE}; /* T-1.1 */
}

static unsigned who_is_at(const struct alibi_state *s, unsigned square)
{
    unsigned who = 0;

    while (who < PEOPLE && own_of(s)->at[who] != square)
        who++;
    return who;
}

/* T-2.3, T-2.4: the active one's neighbouring squares that are free, and those who stand on the
 * others. */
static unsigned free_squares(const struct alibi_state *s, unsigned who, unsigned *people)
{
    const uint8_t *near = next[own_of(s)->at[who]];
    unsigned squares = 0;

    *people = 0;
    for (int i = 0; i < 2; i++) {
        unsigned other = who_is_at(s, near[i]);

        if (other == PEOPLE)
            squares |= 1U << near[i];
        else
            *people |= 1U << other;
    }
    return squares;
}

/* Adds BASE | i for every i of SET. */
static int add(alibi_move *out, int n, enum kind kind, unsigned set)
{
    for (; set; set &= set - 1)
        out[n++] = alibi_pack(kind, 0, alibi_lowest(set));
    return n;
}

static int moves(const struct alibi_state *s, alibi_move out[ALIBI_MOVES_MAX])
{
    const struct lig *g = own_of(s);
    unsigned squares, people;
    int n = 0;

    if (s->to_act == ALIBI_NOBODY)
        return 0;
    if (s->round == 0)
        return add(out, 0, ROLE, (1U << PEOPLE) - 1); /* T-1.2 */
    if (g->beam == DARK)
        return add(out, 0, BEAM, (1U << SIDES) - 1);
    if (g->active == ALIBI_NO_ONE)
        return add(out, 0, PICK, ((1U << PEOPLE) - 1) & ~(unsigned)g->played);
    squares = free_squares(s, g->active, &people);
    if (s->to_act == ALIBI_DETECTIVE)
        n = add(out, n, ACCUSE, people);
    n = add(out, n, GO, squares);
    if (!squares)
        out[n++] = alibi_pack(STAY, 0, 0);
    return n;
}

static uint16_t visible(const struct alibi_state *s)
{
    uint16_t seen = 0;

    for (unsigned who = 0; who < PEOPLE; who++)
        if (alibi_has(lit[own_of(s)->beam], own_of(s)->at[who]))
            seen = (uint16_t)(seen | 1U << who);
    return seen;
}

static void finish(struct alibi_state *s, enum alibi_seat winner, enum alibi_why why)
{
    s->winner = (uint8_t)winner;
    s->why = (uint8_t)why;
    s->to_act = ALIBI_NOBODY;
}

/* T-3.1, T-3.3: Jack says whether he stands in the beam; after the last round he has won. */
static bool call(struct alibi_state *s)
{
    uint16_t seen = visible(s);
    bool in_beam = alibi_has(seen, s->identity);

    s->witness = in_beam ? ALIBI_VISIBLE : ALIBI_INVISIBLE;
    s->suspects &= in_beam ? seen : (uint16_t)~seen;
    if (s->round == ROUNDS) {
        finish(s, ALIBI_JACK, ALIBI_TIME);
        return true;
    }
    s->round++;
    s->slot = 1;
    s->to_act = ALIBI_CHANCE;
    own(s)->beam = DARK;
    own(s)->played = 0;
    return true;
}

static bool end_turn(struct alibi_state *s)
{
    struct lig *g = own(s);

    if (s->staged) {
        s->to_act = ALIBI_NOBODY;
        return false;
    }
    g->played = (uint8_t)(g->played | 1U << g->active);
    g->active = ALIBI_NO_ONE;
    if (s->slot == SLOTS)
        return call(s);
    s->slot++;
    s->to_act = (uint8_t)player(s);
    return false;
}

static bool apply(struct alibi_state *s, alibi_move m)
{
    unsigned to = alibi_to(m);

    assert(!s->hides);
    switch ((enum kind)alibi_kind(m)) {
    case ACCUSE: /* T-3.2 */
        if (to == s->identity)
            finish(s, ALIBI_DETECTIVE, ALIBI_ARREST);
        else
            finish(s, ALIBI_JACK, ALIBI_WRONG_ACCUSATION);
        return false;
    case GO:
        own(s)->at[own(s)->active] = (uint8_t)to;
        return end_turn(s);
    case PICK:
        own(s)->active = (uint8_t)to;
        return false;
    case BEAM:
        own(s)->beam = (uint8_t)to;
        s->to_act = (uint8_t)player(s);
        return false;
    case ROLE:
        s->identity = (uint8_t)to;
        s->round = 1;
        return false;
    case STAY:
        return end_turn(s);
    }
    assert(0 && "a kind of move that lighthouse has");
    return false;
}

/* --- What is refused --- */

static const struct alibi_refusal
    no_over = ALIBI_REFUSAL("lighthouse.over", "T-3.3", "the game is over"),
    no_role = ALIBI_REFUSAL("lighthouse.role", "T-1.2", "expected Jack's role, role=AK"),
    no_beam = ALIBI_REFUSAL("lighthouse.beam", "T-2.1", "expected the beam, beam=n"),
    no_pick = ALIBI_REFUSAL("lighthouse.pick", "T-2.2", "expected one who has not walked yet"),
    no_step = ALIBI_REFUSAL("lighthouse.step", "T-2.3",
                            "expected a step of {who} to a free square beside"),
    no_stay = ALIBI_REFUSAL("lighthouse.stay", "T-2.3", "{who} has a free square to go to"),
    no_accusation = ALIBI_REFUSAL("lighthouse.accusation", "T-2.4",
                                  "only the Detective accuses, and only a neighbour"),
    no_token = ALIBI_REFUSAL("lighthouse.token", NULL,
                             "expected a token of lighthouse, such as AK or >b1"),
    no_square = ALIBI_REFUSAL("lighthouse.square", NULL, "expected a square such as b1"),
    no_side = ALIBI_REFUSAL("lighthouse.side", NULL, "expected a side: e, n, s or w"),
    no_position = ALIBI_REFUSAL("lighthouse.position", NULL,
                                "expected squares, beam and people of a lighthouse game");

static const struct alibi_refusal *const refusals[] = {
    &no_over,       &no_role,  &no_beam,   &no_pick, &no_step,     &no_stay,
    &no_accusation, &no_token, &no_square, &no_side, &no_position, NULL,
};

static void forbids(struct alibi_error *err, const struct alibi_state *s, alibi_move m)
{
    unsigned active = own_of(s)->active;

    if (s->to_act == ALIBI_NOBODY)
        alibi_forbid(err, &no_over, NULL);
    else if (s->round == 0)
        alibi_forbid(err, &no_role, NULL);
    else if (own_of(s)->beam == DARK)
        alibi_forbid(err, &no_beam, NULL);
    else if (active == ALIBI_NO_ONE)
        alibi_forbid(err, &no_pick, NULL);
    else if (alibi_kind(m) == ACCUSE)
        alibi_forbid(err, &no_accusation, NULL);
    else
        alibi_forbid(err, alibi_kind(m) == STAY ? &no_stay : &no_step,
                     ALIBI_WITH(character[active].code));
}

/* --- Secrets: who Jack is, and nothing else --- */

static const char *const redacted[] = {"role=?", NULL};

static enum alibi_seat secret_of(const struct alibi_state *s, alibi_move m)
{
    (void)s;
    return alibi_kind(m) == ROLE ? ALIBI_JACK : ALIBI_NOBODY; /* T-1.2 */
}

static struct alibi_secret secret(alibi_move m)
{
    if (alibi_kind(m) != ROLE)
        return (struct alibi_secret){ALIBI_OPEN, ALIBI_NO_ONE};
    return (struct alibi_secret){0, (uint8_t)alibi_to(m)};
}

static alibi_move secret_move(struct alibi_secret hidden)
{
    return alibi_pack(ROLE, 0, hidden.who);
}

static int secrets(const struct alibi_state *s, enum alibi_seat seat,
                   alibi_move out[ALIBI_SECRETS_MAX])
{
    if (seat != ALIBI_JACK || s->round == 0)
        return 0;
    out[0] = alibi_pack(ROLE, 0, s->identity);
    return 1;
}

/* --- What players look at --- */

/* Before the beam is turned, nobody can be played. */
static void outlook(struct alibi_outlook *o, const struct alibi_state *s)
{
    const struct lig *g = own_of(s);
    bool dark = g->beam == DARK;

    *o = (struct alibi_outlook){.visible = visible(s), .due = dark && s->round > 0};
    if (!dark)
        o->now = (uint16_t)(((1U << PEOPLE) - 1) & ~(unsigned)g->played);
    if (g->active != ALIBI_NO_ONE)
        o->active = (uint16_t)(1U << g->active);
    for (unsigned who = 0; who < PEOPLE; who++) {
        unsigned people;

        (void)free_squares(s, who, &people);
        o->accuses[who] = (uint16_t)people;
    }
}

static int seen_by(const struct alibi_state *s, unsigned who,
                   struct alibi_sight out[ALIBI_SIGHTS_MAX])
{
    if (!alibi_has(visible(s), who))
        return 0;
    return alibi_sight_add(out, 0, ALIBI_BY_BEAM, TOWER, "lighthouse");
}

static int reach(const struct alibi_view *view, unsigned who, uint8_t out[ALIBI_PLACES_MAX])
{
    unsigned people;
    int n = 0;

    for (unsigned b = free_squares(&view->seen, who, &people); b; b &= b - 1)
        out[n++] = (uint8_t)alibi_lowest(b);
    return n;
}

static int path(const struct alibi_state *s, alibi_move m, uint8_t out[ALIBI_PATH_MAX])
{
    if (alibi_kind(m) != GO)
        return 0;
    out[0] = own_of(s)->at[own_of(s)->active];
    out[1] = (uint8_t)alibi_to(m);
    return 2;
}

/* --- Text --- */

static const struct alibi_argument who_argument =
    ALIBI_WORDS(character, PEOPLE, &alibi_no_character);
static const struct alibi_argument square_argument = ALIBI_WORDS(place, SQUARES, &no_square);
static const struct alibi_argument side_argument = ALIBI_WORDS(side, SIDES, &no_side);

static const struct alibi_syntax syntax[] = {
    [ACCUSE] = {"!", "", NULL, &who_argument},   [GO] = {">", "", NULL, &square_argument},
    [PICK] = {"", "", NULL, &who_argument},      [BEAM] = {"beam=", "", NULL, &side_argument},
    [ROLE] = {"role=", "", NULL, &who_argument}, [STAY] = {"stay", "", NULL, NULL},
};
static const struct alibi_grammar grammar = {syntax, sizeof syntax / sizeof syntax[0],
                                             &no_token, .chance = 1U << BEAM | 1U << ROLE};

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
    unsigned to = alibi_to(m), active = own_of(s)->active;
    const char *walker = active == ALIBI_NO_ONE ? "" : character[active].name;

    switch ((enum kind)alibi_kind(m)) {
    case ACCUSE:
        alibi_text_format(text, "the Detective accuses %s", character[to].name);
        break;
    case GO:
        alibi_text_format(text, "%s walks to %s", walker, place[to].name);
        break;
    case PICK:
        alibi_text_format(text, "it is %s who walks", character[to].name);
        break;
    case BEAM:
        alibi_text_format(text, "the beam turns to %s", side[to]);
        break;
    case ROLE:
        alibi_text_format(text, "Jack is %s", character[to].name);
        break;
    case STAY:
        alibi_text_format(text, "%s cannot walk, and stays", walker);
        break;
    }
}

static void print_own(struct alibi_text *text, const struct alibi_state *s)
{
    const struct lig *g = own_of(s);

    for (unsigned who = 0; who < PEOPLE; who++)
        alibi_text_format(text, "%s%s", who ? "," : " at=", place[g->at[who]].name);
    alibi_text_format(text, " beam=%s played=", side[g->beam]);
    if (alibi_codes_print(text, s->game, g->played, NULL, ",") == 0)
        alibi_text_char(text, '-');
    alibi_text_format(text, " active=%s",
                      g->active == ALIBI_NO_ONE ? "-" : character[g->active].code);
}

/* Whether such a position could arise in play. */
static bool holds(const struct alibi_state *s)
{
    const struct lig *g = own_of(s);
    bool over = s->winner != ALIBI_NOBODY, time = over && s->why == ALIBI_TIME;
    bool walking = g->active != ALIBI_NO_ONE;
    unsigned people;

    for (unsigned who = 0; who < PEOPLE; who++)
        if (who_is_at(s, g->at[who]) != who)
            return false;
    if (s->drawn[ALIBI_JACK] || s->drawn[ALIBI_DETECTIVE] || s->round > ROUNDS ||
        s->slot > SLOTS || (s->round < 2 && s->suspects != (1U << PEOPLE) - 1))
        return false;
    if (g->beam == DARK)
        return !over && !walking && s->slot == 1 && !g->played;
    if (s->round == 0 || (walking && alibi_has(g->played, g->active)) ||
        alibi_size(g->played) != s->slot - 1 + time)
        return false;
    if (time)
        return s->winner == ALIBI_JACK && s->round == ROUNDS && s->slot == SLOTS && !walking;
    if (!over)
        return true;
    if (walking)
        (void)free_squares(s, g->active, &people);
    return walking && people && player(s) == ALIBI_DETECTIVE &&
           (s->winner == ALIBI_DETECTIVE
                ? s->why == ALIBI_ARREST && alibi_has(people, s->identity)
                : s->why == ALIBI_WRONG_ACCUSATION && (people & ~(1U << s->identity)));
}

static int parse_own(struct alibi_state *s, struct alibi_reader *in)
{
    struct lig *g = own(s);
    size_t start = in->at;

    alibi_reader_key(in, "at");
    for (unsigned who = 0; who < PEOPLE; who++) {
        if (who)
            alibi_reader_expect(in, ",");
        g->at[who] =
            (uint8_t)alibi_reader_word(in, place, sizeof place[0], SQUARES, &no_square);
    }
    alibi_reader_key(in, "beam");
    g->beam = DARK;
    if (!alibi_reader_skip(in, side[DARK]))
        g->beam = (uint8_t)alibi_reader_word(in, side, sizeof side[0], SIDES, &no_side);
    alibi_reader_key(in, "played");
    g->played = (uint8_t)alibi_reader_codes(in, s->game, NULL);
    alibi_reader_key(in, "active");
    g->active = ALIBI_NO_ONE;
    if (!alibi_reader_skip(in, "-"))
        g->active = (uint8_t)alibi_reader_code(in, s->game);
    if (!in->status && !holds(s))
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, &no_position, NULL);
    if (!in->status && g->beam != DARK && s->winner == ALIBI_NOBODY)
        s->to_act = (uint8_t)player(s);
    return in->status;
}

static void json(struct alibi_text *text, const struct alibi_state *s)
{
    const struct lig *g = own_of(s);

    for (unsigned who = 0; who < PEOPLE; who++)
        alibi_text_format(text, "%s\"%s\":\"%s\"", who ? "," : ",\"at\":{", character[who].code,
                          place[g->at[who]].name);
    alibi_text_format(text, "},\"beam\":\"%s\",\"played\":", side[g->beam]);
    alibi_json_codes(text, s->game, g->played, NULL);
    if (g->active == ALIBI_NO_ONE)
        alibi_text_str(text, ",\"active\":null");
    else
        alibi_text_format(text, ",\"active\":\"%s\"", character[g->active].code);
}

static void scene(struct alibi_scene *to, const struct alibi_state *s)
{
    const struct lig *g = own_of(s);

    alibi_scene_clear(to);
    for (unsigned i = 0; i < SQUARES; i++)
        alibi_scene_mark(to, i, ALIBI_GROUND, 0, "rock");
    alibi_scene_mark(to, TOWER, ALIBI_GROUND, 0, "lighthouse");
    for (unsigned b = lit[g->beam]; b; b &= b - 1)
        alibi_scene_mark(to, alibi_lowest(b), ALIBI_LIGHT, 0, "beam");
    for (unsigned who = 0; who < PEOPLE; who++)
        alibi_scene_character(to, s, who, g->at[who], visible(s), g->active);
}

static void notes(struct alibi_text *text, const struct alibi_state *s)
{
    alibi_note_codes(text, s, "in the beam", visible(s));
    alibi_note_codes(text, s, "has walked", own_of(s)->played);
}

/* The position as zeros and ones, for programs that learn. */
static void features(struct alibi_features *to, const struct alibi_state *s)
{
    const struct lig *g = own_of(s);

    for (unsigned who = 0; who < PEOPLE; who++)
        alibi_feature_one(to, "at", character[who].code, g->at[who], SQUARES);
    alibi_feature_one(to, "beam", NULL, g->beam, SIDES);
    alibi_feature_set(to, "played", NULL, g->played, PEOPLE);
    alibi_feature_one(to, "active", NULL, g->active, PEOPLE);
}

const struct alibi_game alibi_lighthouse = {
    .name = "lighthouse",
    .title = "Lighthouse: four people on a small island",
    .characters = character,
    .list = list,
    .n_characters = PEOPLE,
    .place = place,
    .n_places = PLACES,
    .shape = ALIBI_SQUARES,
    .n_rounds = ROUNDS,
    .n_slots = SLOTS,
    .turn = turn,
    .setup = setup,
    .moves = moves,
    .apply = apply,
    .forbids = forbids,
    .refusals = refusals,
    .reach = reach,
    .path = path,
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
    .json = json,
    .scene = scene,
    .notes = notes,
    .features = features,
};
