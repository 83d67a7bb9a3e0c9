/* A position as one line: the part that all games share, then the game's own.
 *
 *   london edition=2016 whistle=direct round=1 slot=1 witness=visible suspects=IL,JB,...
 *     jack=MS jack-drew=- detective-drew=JB result=- ...
 *
 * The fields have a fixed order, so a position has exactly one spelling. "-" stands for none,
 * "?" for a secret that a view leaves out. Parsing fills a fresh state field by field and
 * checks each against those before it; at the end the view must have at least one world. So
 * anything that parses can be played on. */
#include "refusals.h"

#include <alibi/kit/bits.h>
#include <alibi/kit/reader.h>
#include <alibi/kit/secrets.h>

#include <string.h>

static void print_drawn(struct alibi_text *text, const struct alibi_state *s,
                        enum alibi_seat seat)
{
    alibi_text_format(text, " %s-drew=", alibi_seat_name(seat));
    if ((s->hides >> seat) & 1)
        alibi_text_format(text, "?%u", s->drawn[seat]);
    else if (alibi_codes_print(text, s->game, s->alibis[seat], NULL, ",") == 0)
        alibi_text_char(text, '-');
}

static const char *jack_word(const struct alibi_state *s)
{
    if ((s->hides >> ALIBI_JACK) & 1)
        return "?";
    return s->identity == ALIBI_NO_ONE ? "-" : s->game->characters[s->identity].code;
}

void alibi_position_print(struct alibi_text *text, const struct alibi_state *s)
{
    const struct alibi_game *game = s->game;

    alibi_text_str(text, game->name);
    for (int i = 0; i < game->n_options; i++)
        alibi_text_format(text, " %s=%s", game->option[i].name,
                          game->option[i].values[s->option[i]]);
    alibi_text_format(text, " round=%u slot=%u witness=%s suspects=", s->round, s->slot,
                      alibi_witness_name(s->witness));
    alibi_codes_print(text, game, s->suspects, NULL, ",");
    alibi_text_format(text, " jack=%s", jack_word(s));
    print_drawn(text, s, ALIBI_JACK);
    print_drawn(text, s, ALIBI_DETECTIVE);
    alibi_text_str(text, " result=");
    if (s->winner == ALIBI_NOBODY)
        alibi_text_char(text, '-');
    else
        alibi_result_print(text, s);
    game->print_own(text, s);
}

const struct alibi_field *alibi_position_fields(void)
{
    static const struct alibi_field fields[] = {
        {"round", ALIBI_FIELD_CHOICE, NULL},
        {"slot", ALIBI_FIELD_CHOICE, NULL},
        {"witness", ALIBI_FIELD_CHOICE, "visible|invisible"},
        {"suspects", ALIBI_FIELD_CHARACTERS, NULL},
        {"jack", ALIBI_FIELD_CHARACTER, "-|?"},
        {"jack-drew", ALIBI_FIELD_DRAWN, NULL},
        {"detective-drew", ALIBI_FIELD_DRAWN, NULL},
        {"result", ALIBI_FIELD_CHOICE,
         "-|detective:arrest|detective:suspects|jack:wrong-accusation|jack:escape|jack:time|"
         "jack:hourglasses|jack:unseen"},
        {NULL, ALIBI_FIELD_TEXT, NULL},
    };

    return fields;
}

static const struct alibi_game *parse_game(struct alibi_reader *in)
{
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        size_t start = in->at;

        if (alibi_reader_skip(in, (*g)->name)) {
            if (in->at == in->len || in->text[in->at] == ' ')
                return *g;
            in->at = start;
        }
    }
    alibi_reader_refuse(in, ALIBI_BAD_TEXT, in->at, &alibi_no.text_game, NULL);
    return NULL;
}

static void parse_options(struct alibi_reader *in, uint8_t *option,
                          const struct alibi_game *game)
{
    for (int i = 0; i < game->n_options; i++) {
        const struct alibi_option *o = &game->option[i];
        char what[60];
        struct alibi_text text = alibi_text_in(what, sizeof what);
        unsigned n = 0;
        char values[4][20];

        for (; o->values[n]; n++) {
            struct alibi_text value = alibi_text_in(values[n], sizeof values[n]);
            alibi_text_str(&value, o->values[n]);
            alibi_text_format(&text, "%s%s", n ? " or " : "", o->values[n]);
        }
        alibi_reader_key(in, o->name);
        option[i] = (uint8_t)alibi_reader_find(in, values, sizeof values[0], n);
        if (option[i] == n)
            alibi_reader_refuse(in, ALIBI_BAD_TEXT, in->at, &alibi_no.position_option,
                                ALIBI_WITH(what));
    }
}

/* "?" or "-" or the identity. */
static void parse_jack(struct alibi_reader *in, struct alibi_state *s)
{
    size_t start = alibi_reader_key(in, "jack");

    if (alibi_reader_skip(in, "?")) {
        s->hides |= 1U << ALIBI_JACK;
        return;
    }
    if (alibi_reader_skip(in, "-")) {
        if (s->round > 0)
            alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, &alibi_no.position_jack,
                                ALIBI_WITH(alibi_number(s->round).text));
        return;
    }
    s->identity = (uint8_t)alibi_reader_code(in, s->game);
    if (!in->status && s->round == 0)
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, &alibi_no.position_undealt, NULL);
    if (!in->status && !alibi_has(s->suspects, s->identity))
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, &alibi_no.position_cleared,
                            ALIBI_WITH(s->game->characters[s->identity].code));
}

/* The cards that SEAT drew, or "?" and how many. */
static void parse_drawn(struct alibi_reader *in, struct alibi_state *s, enum alibi_seat seat)
{
    char key[20];
    struct alibi_text text = alibi_text_in(key, sizeof key);
    size_t start;
    bool hidden;

    alibi_text_format(&text, "%s-drew", alibi_seat_name(seat));
    start = alibi_reader_key(in, key);
    hidden = alibi_reader_skip(in, "?");
    if (seat == ALIBI_JACK && hidden != s->hides)
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, &alibi_no.position_hidden, NULL);
    if (hidden) {
        s->hides = (uint8_t)(s->hides | (1U << seat));
        s->drawn[seat] = (uint8_t)alibi_reader_number(in, 0, (unsigned)s->game->n_characters,
                                                      &alibi_no.position_drawn);
    } else {
        uint16_t deck = alibi_deck(s);

        s->alibis[seat] = alibi_reader_codes(in, s->game, NULL);
        s->drawn[seat] = (uint8_t)alibi_size(s->alibis[seat]);
        if (s->alibis[seat] & ~deck)
            alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, &alibi_no.position_deck, NULL);
    }
    if (s->round == 0 && s->drawn[seat])
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, &alibi_no.position_no_drawn, NULL);
}

static void parse_result(struct alibi_reader *in, struct alibi_state *s)
{
    static const char seats[][10] = {"jack", "detective"};
    static const char whys[][20] = {"none", "arrest",   "wrong-accusation", "escape",
                                    "time", "suspects", "hourglasses",      "unseen"};
    size_t start = alibi_reader_key(in, "result");

    if (alibi_reader_skip(in, "-"))
        return;
    s->winner =
        (uint8_t)alibi_reader_word(in, seats, sizeof seats[0], 2, &alibi_no.position_winner);
    alibi_reader_expect(in, ":");
    s->why =
        (uint8_t)alibi_reader_word(in, whys + 1, sizeof whys[0], 7, &alibi_no.position_why);
    s->why++;
    s->to_act = ALIBI_NOBODY;
    if (s->hides || s->round == 0)
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, &alibi_no.position_result, NULL);
}

static void parse_shared(struct alibi_reader *in, struct alibi_state *s)
{
    static const char witness[][10] = {"visible", "invisible"};
    size_t start, witness_at;

    alibi_reader_key(in, "round");
    s->round = (uint8_t)alibi_reader_number(in, 0, 8, &alibi_no.position_round);
    start = alibi_reader_key(in, "slot");
    s->slot = (uint8_t)alibi_reader_number(in, 1, 4, &alibi_no.position_slot);
    if (s->round == 0 && s->slot > 1)
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, &alibi_no.position_first_slot, NULL);
    witness_at = alibi_reader_key(in, "witness");
    s->witness = (uint8_t)alibi_reader_word(in, witness, sizeof witness[0], 2,
                                            &alibi_no.position_witness);
    start = alibi_reader_key(in, "suspects");
    s->suspects = alibi_reader_codes(in, s->game, NULL);
    if (s->suspects == 0)
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, &alibi_no.position_suspects, NULL);
    parse_jack(in, s);
    parse_drawn(in, s, ALIBI_JACK);
    parse_drawn(in, s, ALIBI_DETECTIVE);
    parse_result(in, s);
    /* Witnesses have not been called before the end of round 1. Only a game that ends by a call
     * (ALIBI_SUSPECTS and later reasons) can have an answer of its first round. */
    if (s->round <= 1 && s->witness == ALIBI_INVISIBLE && s->why < ALIBI_SUSPECTS)
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, witness_at,
                            &alibi_no.position_first_witness, NULL);
}

int alibi_position_parse(struct alibi_state *s, const char *line, size_t len,
                         struct alibi_error *err)
{
    struct alibi_reader in = alibi_reader_of(line, len, err);
    const struct alibi_game *game = parse_game(&in);
    uint8_t option[ALIBI_OPTIONS_MAX] = {0};
    struct alibi_view view = {.viewer = ALIBI_AS_PUBLIC};

    if (!game)
        return in.status;
    parse_options(&in, option, game);
    if (in.status)
        return in.status;
    alibi_setup(&view.seen, game, option);
    parse_shared(&in, &view.seen);
    if (!in.status)
        game->parse_own(&view.seen, &in);
    alibi_reader_end(&in);
    if (!in.status && game->deals(&view) == 0)
        alibi_reader_refuse(&in, ALIBI_BAD_POSITION, 0, &alibi_no.position_deals, NULL);
    if (!in.status)
        *s = view.seen;
    return in.status;
}
