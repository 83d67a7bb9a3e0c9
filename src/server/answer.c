/* Positions and what can be done in them, as JSON. */
#include "answer.h"

#include <string.h>

enum { WORDS_MAX = 300 };

bool viewer_parse(enum alibi_viewer *viewer, const char *word)
{
    *viewer = ALIBI_AS_TRUTH;
    return strcmp(word, alibi_viewer_name(ALIBI_AS_TRUTH)) == 0 ||
           alibi_viewer_parse(viewer, word, strlen(word));
}

/* --- The catalogue --- */

static json_t *options_of(const struct alibi_game *game)
{
    json_t *list = json_array();

    for (int i = 0; i < game->n_options; i++) {
        const struct alibi_option *o = &game->option[i];
        json_t *values = json_array();

        for (int v = 0; o->values[v]; v++)
            (void)json_array_append_new(values, json_string(o->values[v]));
        (void)json_array_append_new(list, json_pack("{s:s,s:o,s:s}", "name", o->name, "values",
                                                    values, "about", o->about));
    }
    return list;
}

static json_t *characters_of(const struct alibi_game *game)
{
    json_t *list = json_array();

    for (int i = 0; i < game->n_characters; i++) {
        const struct alibi_character *c = &game->characters[game->list[i]];

        (void)json_array_append_new(list,
                                    json_pack("{s:s,s:s}", "code", c->code, "name", c->name));
    }
    return list;
}

/* Each with what it is where the game is set up as usual. */
static json_t *places_of(const struct alibi_game *game)
{
    json_t *list = json_array();
    struct alibi_scene scene;
    struct alibi_state start;

    alibi_setup(&start, game, NULL);
    game->scene(&scene, &start);
    for (int i = 0; i < game->n_places; i++) {
        const struct alibi_place *p = &game->place[i];
        const struct alibi_mark *m = scene.mark;

        while (m->place != i || m->layer != ALIBI_GROUND)
            m++; /* every place has a ground */
        (void)json_array_append_new(list, json_pack("{s:s,s:i,s:i,s:s}", "name", p->name, "x",
                                                    p->x, "y", p->y, "ground", m->symbol));
    }
    return list;
}

/* Who has which turn, round by round. */
static json_t *turns_of(const struct alibi_game *game)
{
    json_t *rounds = json_array();

    for (int round = 1; round <= game->n_rounds; round++) {
        json_t *slots = json_array();

        for (int slot = 1; slot <= game->n_slots; slot++)
            (void)json_array_append_new(slots,
                                        json_string(alibi_seat_name(game->turn(round, slot))));
        (void)json_array_append_new(rounds, slots);
    }
    return rounds;
}

/* What the tokens that are thrown show on either side. */
static json_t *sides_of(const struct alibi_game *game)
{
    json_t *list = json_array();

    for (int i = 0; game->side && game->side(i, 0); i++)
        (void)json_array_append_new(list,
                                    json_pack("[s,s]", game->side(i, 0), game->side(i, 1)));
    return list;
}

json_t *answer_catalogue(const char *version)
{
    json_t *games = json_array(), *players = json_array();

    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        if ((*g)->unlisted)
            continue;
        (void)json_array_append_new(
            games,
            json_pack("{s:s,s:s,s:s,s:o,s:o,s:o,s:o,s:o}", "name", (*g)->name, "title",
                      (*g)->title, "shape", (*g)->shape == ALIBI_HEXES ? "hexes" : "squares",
                      "options", options_of(*g), "characters", characters_of(*g), "places",
                      places_of(*g), "turns", turns_of(*g), "sides", sides_of(*g)));
    }
    for (int i = 0; alibi_player_kind(i); i++)
        (void)json_array_append_new(players,
                                    json_pack("{s:s,s:s}", "name", alibi_player_kind(i)->name,
                                              "about", alibi_player_kind(i)->about));
    return json_pack("{s:s,s:o,s:o}", "version", version, "games", games, "players", players);
}

/* --- Positions --- */

static json_t *view_of(const struct alibi_state *s)
{
    char line[ALIBI_LINE_MAX];
    struct alibi_text text = alibi_text_in(line, sizeof line);

    alibi_json_print(&text, s);
    return text.len < text.cap ? json_loadb(line, text.len, JSON_REJECT_DUPLICATES, NULL)
                               : NULL;
}

static json_t *strokes_of(const struct alibi_game *game, const struct alibi_scene *scene)
{
    json_t *list = json_array();

    for (int i = 0; i < scene->n_strokes; i++) {
        const struct alibi_stroke *k = &scene->stroke[i];

        (void)json_array_append_new(
            list, json_pack("{s:s,s:s,s:s}", "from", game->place[k->from].name, "to",
                            game->place[k->to].name, "symbol", k->symbol));
    }
    return list;
}

static json_t *marks_of(const struct alibi_game *game, const struct alibi_scene *scene)
{
    static const char *const layer[] = {[ALIBI_GROUND] = "ground",
                                        [ALIBI_LIGHT] = "light",
                                        [ALIBI_WALL] = "wall",
                                        [ALIBI_THING] = "thing",
                                        [ALIBI_PIECE] = "piece"};
    json_t *list = json_array();

    for (int i = 0; i < scene->n; i++) {
        const struct alibi_mark *m = &scene->mark[i];
        json_t *mark = json_pack("{s:s,s:s,s:s}", "place", game->place[m->place].name, "layer",
                                 layer[m->layer], "symbol", m->symbol);

        if (m->flags & ALIBI_MARK_CLEARED)
            (void)json_object_set_new(mark, "cleared", json_true());
        if (m->flags & ALIBI_MARK_SEEN)
            (void)json_object_set_new(mark, "seen", json_true());
        if (m->flags & ALIBI_MARK_ACTIVE)
            (void)json_object_set_new(mark, "active", json_true());
        (void)json_array_append_new(list, mark);
    }
    return list;
}

static json_t *notes_of(const struct alibi_state *s)
{
    char lines[ALIBI_LINE_MAX];
    struct alibi_text text = alibi_text_in(lines, sizeof lines);
    json_t *list = json_array();

    s->game->notes(&text, s);
    for (const char *line = lines; *line;) {
        size_t len = strcspn(line, "\n");

        (void)json_array_append_new(list, json_stringn(line, len));
        line += len + (line[len] == '\n');
    }
    return list;
}

static json_t *codes_of(const struct alibi_game *game, unsigned set)
{
    json_t *list = json_array();

    for (int i = 0; i < game->n_characters; i++)
        if ((set >> game->list[i]) & 1)
            (void)json_array_append_new(list,
                                        json_string(game->characters[game->list[i]].code));
    return list;
}

/* Who would be cleared if Jack said that he is visible, or invisible; nobody before the deal
 * and after the end. */
static json_t *witnesses_of(const struct alibi_state *s)
{
    bool open = s->round > 0 && s->winner == ALIBI_NOBODY;
    unsigned seen = s->game->visible(s), suspects = open ? s->suspects : 0;

    return json_pack("{s:o,s:o}", "visible", codes_of(s->game, suspects & ~seen), "invisible",
                     codes_of(s->game, suspects & seen));
}

bool answer_position(json_t *object, const struct alibi_view *view)
{
    const struct alibi_game *game = view->seen.game;
    struct alibi_scene scene;

    game->scene(&scene, &view->seen);
    return json_object_set_new(object, "view", view_of(&view->seen)) == 0 &&
           json_object_set_new(object, "scene", marks_of(game, &scene)) == 0 &&
           json_object_set_new(object, "lines", strokes_of(game, &scene)) == 0 &&
           json_object_set_new(object, "notes", notes_of(&view->seen)) == 0 &&
           json_object_set_new(object, "witnesses", witnesses_of(&view->seen)) == 0;
}

json_t *answer_words(const struct alibi_view *before, const struct alibi_told *told)
{
    char words[WORDS_MAX];
    struct alibi_text text = alibi_text_in(words, sizeof words);

    alibi_told_describe(&text, before, told);
    return json_string(words);
}

static json_t *token_of(const struct alibi_view *before, const struct alibi_told *told)
{
    char token[ALIBI_TOKEN_MAX];
    struct alibi_text text = alibi_text_in(token, sizeof token);

    alibi_told_print(&text, before->seen.game, told);
    return json_string(token);
}

json_t *answer_legal(const struct alibi_view *view)
{
    alibi_move moves[ALIBI_MOVES_MAX];
    json_t *list = json_array();
    int n = 0;

    if (view->seen.to_act == view->viewer && view->viewer <= ALIBI_AS_DETECTIVE)
        n = view->seen.game->moves(&view->seen, moves);
    for (int i = 0; i < n; i++) {
        const struct alibi_told told = {.kind = ALIBI_TOLD_MOVE, .move = moves[i]};

        (void)json_array_append_new(list, answer_told(view, &told));
    }
    return list;
}

json_t *answer_reach(const struct alibi_view *view)
{
    const struct alibi_game *game = view->seen.game;
    json_t *reach = json_object();

    for (int i = 0; i < game->n_characters && game->reach; i++) {
        unsigned who = game->list[i];
        uint8_t place[ALIBI_PLACES_MAX];
        int n = game->reach(view, who, place);
        json_t *places = json_array();

        for (int k = 0; k < n; k++)
            (void)json_array_append_new(places, json_string(game->place[place[k]].name));
        (void)json_object_set_new(reach, game->characters[who].code, places);
    }
    return json_pack("{s:o}", "reach", reach);
}

json_t *answer_path(const struct alibi_view *before, const struct alibi_told *told)
{
    const struct alibi_game *game = before->seen.game;
    uint8_t place[ALIBI_PATH_MAX];
    int n = 0;
    json_t *path;

    if (game->path && told->kind == ALIBI_TOLD_MOVE)
        n = game->path(&before->seen, told->move, place);
    if (n == 0)
        return NULL;
    path = json_array();
    for (int i = 0; i < n; i++)
        (void)json_array_append_new(path, json_string(game->place[place[i]].name));
    return path;
}

json_t *answer_told(const struct alibi_view *before, const struct alibi_told *told)
{
    return json_pack("{s:o,s:o,s:o*}", "token", token_of(before, told), "words",
                     answer_words(before, told), "path", answer_path(before, told));
}

json_t *answer_step(const struct alibi_view *before, const struct alibi_told *told, size_t seq)
{
    const struct alibi_state *s = &before->seen;

    return json_pack("{s:I,s:s,s:s,s:i,s:i,s:o,s:o,s:o*,s:[]}", "seq", (json_int_t)seq, "kind",
                     "move", "by", alibi_seat_name(s->to_act), "round", (int)s->round, "slot",
                     (int)s->slot, "token", token_of(before, told), "words",
                     answer_words(before, told), "path", answer_path(before, told), "told");
}
