/* Pocket's fields of a position line, and the checks that the position could arise in play.
 *
 *   ... step=act toss=1121 left=rotate,toby tiles=WG:w,JB:s,MS:e,JS:w,JP:e,IL:e,JL:-,MD:s,SG:e
 *   rotated=MD holmes=12 toby=8 watson=5 tokens=1 order=MS,JS held=1 race=-
 *
 * `left` has the faces still to be used, `tokens` is how many round tokens Jack took, `order`
 * is the order in which he drew his cards, `held` how many he had when a call last left several
 * suspects; race=5:2 is a race since round 5, when he had two cards. */
#include "pkt.h"
#include <alibi/kit/bits.h>
#include <alibi/kit/cards.h>
#include <alibi/kit/reader.h>

#include <string.h>

static const char step_name[PKT_STEPS][5] = {
    [PKT_STEP_TILE] = "tile", [PKT_STEP_DEAL] = "deal", [PKT_STEP_TOSS] = "toss",
    [PKT_STEP_ACT] = "act",   [PKT_STEP_DRAW] = "draw", [PKT_STEP_OVER] = "over",
};

/* --- Printing --- */

static void print_turn(struct alibi_text *text, const struct pkt *g)
{
    alibi_text_format(text, " step=%s toss=", step_name[g->step]);
    if (g->tossed)
        pkt_toss_print(text, g->tossed);
    else
        alibi_text_char(text, '-');
    alibi_text_str(text, g->faces ? " left=" : " left=-");
    for (unsigned b = g->faces; b; b &= b - 1)
        alibi_text_format(text, "%s%s", b == g->faces ? "" : ",",
                          pkt_face_name[alibi_lowest(b)]);
}

static void print_district(struct alibi_text *text, const struct alibi_state *s)
{
    const struct pkt *g = pkt_of(s);

    alibi_text_str(text, g->laid ? " tiles=" : " tiles=-");
    for (unsigned i = 0; i < g->laid; i++)
        alibi_text_format(text, "%s%s:%s", i ? "," : "",
                          pkt_character[pkt_who(g->tile[i])].code,
                          pkt_side_name[pkt_wall(g->tile[i])]);
    alibi_text_str(text, " rotated=");
    if (alibi_codes_print(text, s->game, pkt_rotated(g), NULL, ",") == 0)
        alibi_text_char(text, '-');
    for (int i = 0; i < PKT_DETECTIVES; i++)
        alibi_text_format(text, " %s=%d", pkt_detective_name[i], g->at[i] + 1);
}

/* How many cards the field `order` lists: none when the game is over. */
static unsigned ordered(const struct alibi_state *s)
{
    return s->winner == ALIBI_NOBODY ? s->drawn[ALIBI_JACK] : 0;
}

static void print_jack(struct alibi_text *text, const struct alibi_state *s)
{
    const struct pkt *g = pkt_of(s);

    alibi_text_format(text, " tokens=%u order=", g->tokens);
    if (s->hides)
        alibi_text_char(text, '?');
    else if (ordered(s) == 0)
        alibi_text_char(text, '-');
    for (unsigned i = 0; i < ordered(s) && !s->hides; i++)
        alibi_text_format(text, "%s%s", i ? "," : "", pkt_character[g->draw[i]].code);
    alibi_text_format(text, " held=%u race=", g->held);
    if (g->race)
        alibi_text_format(text, "%u:%u", g->race, g->raced);
    else
        alibi_text_char(text, '-');
}

void pkt_print_own(struct alibi_text *text, const struct alibi_state *s)
{
    print_turn(text, pkt_of(s));
    print_district(text, s);
    print_jack(text, s);
}

/* --- Parsing --- */

/* Refuses the value at START unless HOLDS. */
static void expect(struct alibi_reader *in, bool holds, size_t start,
                   const struct alibi_refusal *refusal)
{
    if (!holds)
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, refusal, NULL);
}

/* The offset of the value of KEY, a shared field that has already been read. */
static size_t field(const struct alibi_reader *in, const char *key)
{
    size_t len = strlen(key);

    for (size_t at = 1; at + len < in->at; at++)
        if (in->text[at - 1] == ' ' && in->text[at + len] == '=' &&
            memcmp(in->text + at, key, len) == 0)
            return at + len + 1;
    return 0;
}

/* Checks the shared fields by Pocket's rules. */
static void check_shared(struct alibi_reader *in, const struct alibi_state *s)
{
    unsigned cleared = s->alibis[ALIBI_DETECTIVE];

    expect(in, !alibi_has(s->hides, ALIBI_DETECTIVE), field(in, "detective-drew"),
           &pkt_no.open_cards);
    expect(in, !(s->suspects & cleared), field(in, "suspects"), &pkt_no.cleared);
    expect(in, pkt_appeals(s) > 0 || s->suspects == (PKT_EVERYONE & ~cleared),
           field(in, "suspects"), &pkt_no.suspects);
}

static void parse_step(struct alibi_reader *in, struct alibi_state *s)
{
    struct pkt *g = pkt(s);
    size_t start = alibi_reader_key(in, "step");

    g->step =
        (uint8_t)alibi_reader_word(in, step_name, sizeof step_name[0], PKT_STEPS, &pkt_no.step);
    expect(in, (g->step <= PKT_STEP_DEAL) == (s->round == 0), start, &pkt_no.step_first);
    expect(in, g->step != PKT_STEP_TOSS || (s->round & 1 && s->slot == 1), start,
           &pkt_no.step_toss);
    expect(in, (g->step == PKT_STEP_OVER) == (s->winner != ALIBI_NOBODY), start,
           &pkt_no.step_over);
    expect(in, g->step != PKT_STEP_OVER || s->slot == 4, start, &pkt_no.step_appeal);
    if (g->step == PKT_STEP_ACT)
        s->to_act = (uint8_t)alibi_picker(s->round, s->slot);
}

/* Reads which of the faces that were UP are left. Of two tokens that show "rotate" the first is
 * used first, so a single "rotate" left is the second one. */
static uint8_t parse_faces(struct alibi_reader *in, unsigned up)
{
    unsigned set = 0;

    if (alibi_reader_skip(in, "-"))
        return 0;
    do {
        size_t start = in->at;
        unsigned face = alibi_reader_word(in, pkt_face_name, sizeof pkt_face_name[0], PKT_FACES,
                                          &pkt_no.action);

        if (face == PKT_ROTATE && set >> PKT_ROTATE == 1)
            face = PKT_ROTATE_TOO;
        expect(in, set >> face == 0, start, &pkt_no.actions);
        set |= 1U << face;
    } while (alibi_reader_skip(in, ","));
    if ((set & PKT_ROTATES) == 1U << PKT_ROTATE && alibi_has(up, PKT_ROTATE_TOO))
        set ^= PKT_ROTATES;
    return (uint8_t)set;
}

static void parse_tokens(struct alibi_reader *in, struct alibi_state *s)
{
    struct pkt *g = pkt(s);
    size_t start = alibi_reader_key(in, "toss");
    bool in_turn = g->step >= PKT_STEP_ACT;
    int due = g->step == PKT_STEP_ACT    ? 5 - s->slot
              : g->step == PKT_STEP_DRAW ? 4 - s->slot
                                         : 0;

    if (!alibi_reader_skip(in, "-"))
        g->tossed = (uint8_t)pkt_toss_parse(in);
    expect(in, (g->tossed != 0) == in_turn, start, &pkt_no.last_toss);
    start = alibi_reader_key(in, "left");
    g->faces = parse_faces(in, pkt_up(s));
    expect(in, !(g->faces & ~pkt_up(s)), start, &pkt_no.left_shown);
    expect(in, alibi_size(g->faces) == due, start, &pkt_no.left_number);
    expect(in,
           g->step != PKT_STEP_DRAW || alibi_has(pkt_up(s) & ~(unsigned)g->faces, PKT_ALIBI),
           start, &pkt_no.left_alibi);
}

/* Whether nobody has acted yet, so the set-up is unchanged. */
static bool is_untouched(const struct alibi_state *s)
{
    return s->round == 0 || (s->round == 1 && s->slot == 1);
}

static void parse_tile(struct alibi_reader *in, struct alibi_state *s, unsigned slot)
{
    struct pkt *g = pkt(s);
    size_t start = in->at;
    unsigned who = alibi_reader_code(in, s->game), wall;
    bool open = who == PKT_JL && !alibi_has(s->suspects, PKT_JL);

    alibi_reader_expect(in, ":");
    wall = alibi_reader_skip(in, "-")
               ? PKT_OPEN
               : alibi_reader_word(in, pkt_side_name, sizeof pkt_side_name[0], PKT_OPEN,
                                   &pkt_no.side);
    for (unsigned i = 0; i < slot; i++)
        expect(in, pkt_who(g->tile[i]) != who, start, &pkt_no.tile_twice);
    expect(in, (wall == PKT_OPEN) == open, start, &pkt_no.tile_open); /* P-4.1 */
    expect(in,
           !is_untouched(s) || pkt_first_wall[slot] == PKT_OPEN || pkt_first_wall[slot] == wall,
           start, &pkt_no.tile_start); /* P-2.1 */
    g->tile[slot] = pkt_tile(who, wall);
}

static void parse_district(struct alibi_reader *in, struct alibi_state *s)
{
    struct pkt *g = pkt(s);
    size_t start = alibi_reader_key(in, "tiles");
    unsigned rotated;
    int used;

    if (!alibi_reader_skip(in, "-")) {
        do {
            parse_tile(in, s, g->laid++);
        } while (g->laid < PKT_SLOTS && alibi_reader_skip(in, ","));
    }
    expect(in, (g->laid == PKT_SLOTS) == (g->step != PKT_STEP_TILE), start, &pkt_no.tiles);
    start = alibi_reader_key(in, "rotated");
    rotated = alibi_reader_codes(in, s->game, NULL);
    used = alibi_size(pkt_up(s) & PKT_ROTATES) - alibi_size(g->faces & PKT_ROTATES);
    expect(in, alibi_size(rotated) == used, start, &pkt_no.tiles_rotated);
    for (unsigned i = 0; i < g->laid; i++)
        if (alibi_has(rotated, pkt_who(g->tile[i])))
            g->tile[i] |= PKT_ROTATED;
}

static void parse_detectives(struct alibi_reader *in, struct alibi_state *s)
{
    for (int i = 0; i < PKT_DETECTIVES; i++) {
        size_t start = alibi_reader_key(in, pkt_detective_name[i]);
        unsigned post = alibi_reader_number(in, 1, PKT_POSTS, &pkt_no.post) - 1;

        expect(in, !is_untouched(s) || post == pkt_start[i], start,
               &pkt_no.post_start); /* P-2.2 */
        pkt(s)->at[i] = (uint8_t)post;
    }
}

/* --- Cards and round tokens --- */

/* Whether the alibi token of this round has been used and its card drawn. */
static bool drew_now(const struct alibi_state *s)
{
    const struct pkt *g = pkt_of(s);

    return g->step != PKT_STEP_DRAW && alibi_has(pkt_up(s) & ~(unsigned)g->faces, PKT_ALIBI);
}

/* P-5.9: one card in every two rounds. */
static void check_drawn(struct alibi_reader *in, const struct alibi_state *s)
{
    unsigned before = s->round ? (s->round - 1U) / 2 : 0;
    bool odd_turn = !(s->round & 1) && alibi_has(pkt_of(s)->tossed, PKT_ALIBI);

    expect(in, s->drawn[0] + s->drawn[1] == before + (odd_turn || drew_now(s)),
           field(in, "jack-drew"), &pkt_no.drawn);
}

static void parse_order(struct alibi_reader *in, struct alibi_state *s)
{
    struct pkt *g = pkt(s);
    size_t start = alibi_reader_key(in, "order");
    unsigned n = in->status ? 0 : ordered(s), set = 0;

    if (s->hides) {
        alibi_reader_expect(in, "?");
        return;
    }
    if (n == 0)
        alibi_reader_expect(in, "-");
    for (unsigned i = 0; i < n; i++) {
        if (i)
            alibi_reader_expect(in, ",");
        g->draw[i] = (uint8_t)alibi_reader_code(in, s->game);
        set |= 1U << g->draw[i];
    }
    expect(in, n == 0 || set == s->alibis[ALIBI_JACK], start, &pkt_no.order);
}

/* Whether SEAT has finished an action of this round. */
static bool has_acted(const struct alibi_state *s, enum alibi_seat seat)
{
    for (int slot = 1; slot < s->slot; slot++)
        if (alibi_picker(s->round, slot) == seat)
            return true;
    return false;
}

/* As long as every call left several suspects, `held` tells whether Jack drew this round. A
 * single suspect is possible only if the Investigator has drawn since (P-7.0). */
static void check_held(struct alibi_reader *in, const struct alibi_state *s, size_t start)
{
    bool drew = drew_now(s), his = s->drawn[ALIBI_JACK] > pkt_of(s)->held;

    if (his)
        expect(in,
               drew && has_acted(s, ALIBI_JACK) && s->drawn[ALIBI_JACK] == pkt_of(s)->held + 1,
               start, &pkt_no.held);
    else
        expect(in, !drew || (s->drawn[ALIBI_DETECTIVE] && has_acted(s, ALIBI_DETECTIVE)), start,
               &pkt_no.held_fewer);
    expect(in, !pkt_is_unmasked(s) || (drew && !his), start, &pkt_no.race);
}

/* Jack was unseen in every call since the race began (P-7.4). How many cards he can have had
 * at each call follows from P-5.9. */
static void check_race(struct alibi_reader *in, const struct alibi_state *s, size_t start)
{
    const struct pkt *g = pkt_of(s);

    expect(in, g->race < s->round, start, &pkt_no.race_appeal);
    expect(in, pkt_is_unmasked(s), start, &pkt_no.race_suspect);
    expect(in, s->witness == ALIBI_INVISIBLE && g->tokens >= s->round - g->race, start,
           &pkt_no.race_unseen);
    expect(in,
           g->held <= g->race / 2U && g->raced <= g->held + 1U &&
               g->race / 2U <= g->raced + s->drawn[ALIBI_DETECTIVE],
           start, &pkt_no.race_cards);
}

static void parse_account(struct alibi_reader *in, struct alibi_state *s)
{
    struct pkt *g = pkt(s);
    size_t held_at = alibi_reader_key(in, "held"), race_at;

    g->held = (uint8_t)alibi_reader_number(in, 0, s->drawn[ALIBI_JACK], &pkt_no.held_number);
    race_at = alibi_reader_key(in, "race");
    if (!alibi_reader_skip(in, "-")) {
        g->race = (uint8_t)alibi_reader_number(in, 1, PKT_TURNS, &pkt_no.race_turn);
        alibi_reader_expect(in, ":");
        g->raced = (uint8_t)alibi_reader_number(in, g->held, s->drawn[ALIBI_JACK],
                                                &pkt_no.held_number);
    }
    if (in->status)
        return;
    if (s->winner != ALIBI_NOBODY || s->round == 0) {
        expect(in, g->held == 0 && !g->race, held_at, &pkt_no.held_none);
        return;
    }
    if (g->race)
        check_race(in, s, race_at);
    else
        check_held(in, s, held_at);
    expect(in, s->hides || pkt_agrees(s), held_at, &pkt_no.held_cards);
}

static void parse_jack(struct alibi_reader *in, struct alibi_state *s)
{
    struct pkt *g = pkt(s);
    unsigned appeals = pkt_appeals(s);
    size_t start = alibi_reader_key(in, "tokens");

    g->tokens = (uint8_t)alibi_reader_number(in, 0, appeals, &pkt_no.tokens);
    expect(in, s->witness == ALIBI_VISIBLE || g->tokens > 0, start, &pkt_no.tokens_unseen);
    expect(in, s->witness == ALIBI_INVISIBLE || appeals == 0 || g->tokens < appeals, start,
           &pkt_no.tokens_seen);
    check_drawn(in, s);
    parse_order(in, s);
    parse_account(in, s);
    if (!in->status && s->winner != ALIBI_NOBODY)
        expect(in, s->why == pkt_verdict(s) && s->winner == pkt_winner(s->why),
               field(in, "result"), &pkt_no.result);
}

int pkt_parse_own(struct alibi_state *s, struct alibi_reader *in)
{
    check_shared(in, s);
    parse_step(in, s);
    parse_tokens(in, s);
    parse_district(in, s);
    parse_detectives(in, s);
    parse_jack(in, s);
    return in->status;
}
