/* What there is to play, and against whom, as JSON. */
#include "answer.h"

#include <alibi/player.h>
#include <string.h>

static void add_options(struct json_out *out, const struct alibi_game *game)
{
    json_list(out, "options");
    for (int i = 0; i < game->n_options; i++) {
        const struct alibi_option *o = &game->option[i];

        json_object(out, NULL);
        json_text(out, "name", o->name);
        json_list(out, "values");
        for (int v = 0; o->values[v]; v++)
            json_text(out, NULL, o->values[v]);
        json_end(out);
        json_text(out, "about", o->about);
        json_end(out);
    }
    json_end(out);
}

static void add_characters(struct json_out *out, const struct alibi_game *game)
{
    json_list(out, "characters");
    for (int i = 0; i < game->n_characters; i++) {
        const struct alibi_character *c = &game->characters[game->list[i]];

        json_object(out, NULL);
        json_text(out, "code", c->code);
        json_text(out, "name", c->name);
        json_end(out);
    }
    json_end(out);
}

/* Each with what it is where the game is set up as usual. */
static void add_places(struct json_out *out, const struct alibi_game *game)
{
    const char *ground[ALIBI_PLACES_MAX];
    struct alibi_scene scene;
    struct alibi_state start;

    alibi_setup(&start, game, NULL);
    ground_of(&start, ground, &scene);
    json_list(out, "places");
    for (int i = 0; i < game->n_places; i++) {
        const struct alibi_place *p = &game->place[i];

        json_object(out, NULL);
        json_text(out, "name", p->name);
        json_number(out, "x", p->x);
        json_number(out, "y", p->y);
        json_text(out, "ground", ground[i]);
        json_end(out);
    }
    json_end(out);
}

/* The next choice of options in OPTION; false after the last. */
static bool next_options(const struct alibi_game *game, uint8_t option[ALIBI_OPTIONS_MAX])
{
    for (int i = 0; i < game->n_options; i++) {
        if (game->option[i].values[++option[i]])
            return true;
        option[i] = 0;
    }
    return false;
}

/* The places whose ground is another with these options, if there are any. */
static void add_ground(struct json_out *out, const struct alibi_state *usual,
                       const struct alibi_state *start)
{
    const char *before[ALIBI_PLACES_MAX], *now[ALIBI_PLACES_MAX];
    struct alibi_scene scene[2];
    bool begun = false;

    ground_of(usual, before, &scene[0]);
    ground_of(start, now, &scene[1]);
    for (int i = 0; i < start->game->n_places; i++) {
        if (strcmp(before[i], now[i]) == 0)
            continue;
        if (!begun) {
            json_object(out, NULL);
            answer_options(out, start);
            json_object(out, "ground");
        }
        begun = true;
        json_text(out, start->game->place[i].name, now[i]);
    }
    if (begun) {
        json_end(out);
        json_end(out);
    }
}

/* How the ground differs with other options. */
static void add_grounds(struct json_out *out, const struct alibi_game *game)
{
    uint8_t option[ALIBI_OPTIONS_MAX] = {0};
    struct alibi_state usual, start;

    alibi_setup(&usual, game, NULL);
    json_list(out, "grounds");
    while (next_options(game, option)) {
        alibi_setup(&start, game, option);
        add_ground(out, &usual, &start);
    }
    json_end(out);
}

/* Who has which turn, round by round. */
static void add_turns(struct json_out *out, const struct alibi_game *game)
{
    json_list(out, "turns");
    for (int round = 1; round <= game->n_rounds; round++) {
        json_list(out, NULL);
        for (int slot = 1; slot <= game->n_slots; slot++)
            json_text(out, NULL, alibi_seat_name(game->turn(round, slot)));
        json_end(out);
    }
    json_end(out);
}

/* What the tokens that are thrown show on either side. */
static void add_sides(struct json_out *out, const struct alibi_game *game)
{
    json_list(out, "sides");
    for (int i = 0; game->side && game->side(i, 0); i++) {
        json_list(out, NULL);
        json_text(out, NULL, game->side(i, 0));
        json_text(out, NULL, game->side(i, 1));
        json_end(out);
    }
    json_end(out);
}

static void add_numbers(struct json_out *out, int from, int to)
{
    for (; from <= to; from++)
        json_text(out, NULL, alibi_number((unsigned)from).text);
}

/* The words of a field, with bars between them; of rounds and slots, the game's numbers. */
static void add_words(struct json_out *out, const struct alibi_game *game,
                      const struct alibi_field *field)
{
    const char *word = field->words ? field->words : "";

    json_list(out, "words");
    if (strcmp(field->name, "round") == 0)
        add_numbers(out, 0, game->n_rounds);
    if (strcmp(field->name, "slot") == 0)
        add_numbers(out, 1, game->n_slots);
    while (*word) {
        size_t len = strcspn(word, "|");

        json_bytes(out, NULL, word, len);
        word += len + (word[len] == '|');
    }
    json_end(out);
}

/* What the fields of a position line hold, after its options. */
static void add_fields(struct json_out *out, const struct alibi_game *game)
{
    static const char *const kind[] = {
        [ALIBI_FIELD_CHOICE] = "choice",         [ALIBI_FIELD_CHARACTER] = "character",
        [ALIBI_FIELD_CHARACTERS] = "characters", [ALIBI_FIELD_HAND] = "hand",
        [ALIBI_FIELD_DRAWN] = "drawn",           [ALIBI_FIELD_STAND] = "stand",
        [ALIBI_FIELD_PLACES] = "places",         [ALIBI_FIELD_TILES] = "tiles",
        [ALIBI_FIELD_WORDS] = "words",           [ALIBI_FIELD_TEXT] = "text",
    };
    const struct alibi_field *list[] = {alibi_position_fields(), game->fields};

    json_list(out, "fields");
    for (int i = 0; i < 2; i++)
        for (const struct alibi_field *f = list[i]; f && f->name; f++) {
            json_object(out, NULL);
            json_text(out, "name", f->name);
            json_text(out, "kind", kind[f->kind]);
            add_words(out, game, f);
            json_end(out);
        }
    json_end(out);
}

static void add_game(struct json_out *out, const struct alibi_game *game)
{
    json_object(out, NULL);
    json_text(out, "name", game->name);
    json_text(out, "title", game->title);
    json_bool(out, "unlisted", game->unlisted);
    json_text(out, "shape", game->shape == ALIBI_HEXES ? "hexes" : "squares");
    add_options(out, game);
    add_characters(out, game);
    add_places(out, game);
    add_grounds(out, game);
    add_turns(out, game);
    add_sides(out, game);
    add_fields(out, game);
    json_end(out);
}

void answer_catalogue(struct json_out *out, const char *version)
{
    json_object(out, NULL);
    json_text(out, "version", version);
    json_list(out, "games");
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        add_game(out, *g);
    json_end(out);
    json_list(out, "players");
    for (int i = 0; alibi_player_kind(i); i++) {
        json_object(out, NULL);
        json_text(out, "name", alibi_player_kind(i)->name);
        json_text(out, "about", alibi_player_kind(i)->about);
        json_end(out);
    }
    json_end(out);
    json_end(out);
}
