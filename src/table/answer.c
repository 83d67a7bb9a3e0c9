/* Positions and what can be done in them, as JSON. */
#include "answer.h"

#include <assert.h>
#include <string.h>

enum { WORDS_MAX = 300 };

bool viewer_parse(enum alibi_viewer *viewer, const char *word)
{
    *viewer = ALIBI_AS_TRUTH;
    return strcmp(word, alibi_viewer_name(ALIBI_AS_TRUTH)) == 0 ||
           alibi_viewer_parse(viewer, word, strlen(word));
}

/* --- Positions --- */

static void add_view(struct json_out *out, const struct alibi_state *s)
{
    char line[ALIBI_LINE_MAX];
    struct alibi_text text = alibi_text_in(line, sizeof line);

    alibi_json_print(&text, s);
    assert(text.len < text.cap);
    json_raw(out, "view", line, text.len);
}

static void add_mark(struct json_out *out, const struct alibi_game *game,
                     const struct alibi_mark *m)
{
    static const char *const layer[] = {[ALIBI_GROUND] = "ground",
                                        [ALIBI_LIGHT] = "light",
                                        [ALIBI_WALL] = "wall",
                                        [ALIBI_THING] = "thing",
                                        [ALIBI_PIECE] = "piece"};

    json_object(out, NULL);
    json_text(out, "place", game->place[m->place].name);
    json_text(out, "layer", layer[m->layer]);
    json_text(out, "symbol", m->symbol);
    if (m->flags & ALIBI_MARK_CLEARED)
        json_bool(out, "cleared", true);
    if (m->flags & ALIBI_MARK_SEEN)
        json_bool(out, "seen", true);
    if (m->flags & ALIBI_MARK_ACTIVE)
        json_bool(out, "active", true);
    json_end(out);
}

static void add_scene(struct json_out *out, const struct alibi_state *s)
{
    const struct alibi_game *game = s->game;
    struct alibi_scene scene;

    game->scene(&scene, s);
    json_list(out, "scene");
    for (int i = 0; i < scene.n; i++)
        add_mark(out, game, &scene.mark[i]);
    json_end(out);
    json_list(out, "lines");
    for (int i = 0; i < scene.n_strokes; i++) {
        const struct alibi_stroke *k = &scene.stroke[i];

        json_object(out, NULL);
        json_text(out, "from", game->place[k->from].name);
        json_text(out, "to", game->place[k->to].name);
        json_text(out, "symbol", k->symbol);
        json_end(out);
    }
    json_end(out);
}

static void add_notes(struct json_out *out, const struct alibi_state *s)
{
    char lines[ALIBI_LINE_MAX];
    struct alibi_text text = alibi_text_in(lines, sizeof lines);

    s->game->notes(&text, s);
    json_list(out, "notes");
    for (const char *line = lines; *line;) {
        size_t len = strcspn(line, "\n");

        json_bytes(out, NULL, line, len);
        line += len + (line[len] == '\n');
    }
    json_end(out);
}

static void add_codes(struct json_out *out, const char *name, const struct alibi_game *game,
                      unsigned set)
{
    json_list(out, name);
    for (int i = 0; i < game->n_characters; i++)
        if ((set >> game->list[i]) & 1)
            json_text(out, NULL, game->characters[game->list[i]].code);
    json_end(out);
}

/* Who would be cleared if Jack said that he is visible, or invisible; nobody before the deal
 * and after the end. */
static void add_witnesses(struct json_out *out, const struct alibi_state *s)
{
    bool open = s->round > 0 && s->winner == ALIBI_NOBODY;
    unsigned seen = s->game->visible(s), suspects = open ? s->suspects : 0;

    json_object(out, "witnesses");
    add_codes(out, "visible", s->game, suspects & ~seen);
    add_codes(out, "invisible", s->game, suspects & seen);
    json_end(out);
}

void answer_position(struct json_out *out, const struct alibi_view *view)
{
    add_view(out, &view->seen);
    add_scene(out, &view->seen);
    add_notes(out, &view->seen);
    add_witnesses(out, &view->seen);
}

void answer_options(struct json_out *out, const struct alibi_state *s)
{
    const struct alibi_game *game = s->game;

    json_object(out, "options");
    for (int i = 0; i < game->n_options; i++)
        json_text(out, game->option[i].name, game->option[i].values[s->option[i]]);
    json_end(out);
}

void answer_to_act(struct json_out *out, const struct alibi_state *s)
{
    json_text(out, "to_act", s->to_act <= ALIBI_DETECTIVE ? alibi_seat_name(s->to_act) : NULL);
}

/* --- Tokens --- */

static void add_token(struct json_out *out, const struct alibi_game *game,
                      const struct alibi_told *told)
{
    char token[ALIBI_TOKEN_MAX];
    struct alibi_text text = alibi_text_in(token, sizeof token);

    alibi_told_print(&text, game, told);
    json_text(out, "token", token);
}

void answer_words(struct json_out *out, const char *name, const struct alibi_view *before,
                  const struct alibi_told *told)
{
    char words[WORDS_MAX];
    struct alibi_text text = alibi_text_in(words, sizeof words);

    alibi_told_describe(&text, before, told);
    json_text(out, name, words);
}

void answer_path(struct json_out *out, const struct alibi_view *before,
                 const struct alibi_told *told)
{
    const struct alibi_game *game = before->seen.game;
    uint8_t place[ALIBI_PATH_MAX];
    int n = 0;

    if (game->path && told->kind == ALIBI_TOLD_MOVE)
        n = game->path(&before->seen, told->move, place);
    if (n == 0)
        return;
    json_list(out, "path");
    for (int i = 0; i < n; i++)
        json_text(out, NULL, game->place[place[i]].name);
    json_end(out);
}

void answer_told(struct json_out *out, const struct alibi_view *before,
                 const struct alibi_told *told)
{
    json_object(out, NULL);
    add_token(out, before->seen.game, told);
    answer_words(out, "words", before, told);
    answer_path(out, before, told);
    json_end(out);
}

void answer_step(struct json_out *out, const struct alibi_view *before,
                 const struct alibi_told *told, size_t seq)
{
    const struct alibi_state *s = &before->seen;

    json_number(out, "seq", (int64_t)seq);
    json_text(out, "kind", "move");
    json_text(out, "by", alibi_seat_name(s->to_act));
    json_number(out, "round", s->round);
    json_number(out, "slot", s->slot);
    add_token(out, s->game, told);
    answer_words(out, "words", before, told);
    answer_path(out, before, told);
    json_list(out, "told");
}

void answer_legal(struct json_out *out, const struct alibi_view *view)
{
    alibi_move moves[ALIBI_MOVES_MAX];
    int n = 0;

    if (view->seen.to_act == view->viewer && view->viewer <= ALIBI_AS_DETECTIVE)
        n = view->seen.game->moves(&view->seen, moves);
    json_list(out, "legal");
    for (int i = 0; i < n; i++) {
        const struct alibi_told told = {.kind = ALIBI_TOLD_MOVE, .move = moves[i]};

        answer_told(out, view, &told);
    }
    json_end(out);
}

void answer_reach(struct json_out *out, const struct alibi_view *view)
{
    const struct alibi_game *game = view->seen.game;

    json_object(out, "reach");
    for (int i = 0; i < game->n_characters && game->reach; i++) {
        unsigned who = game->list[i];
        uint8_t place[ALIBI_PLACES_MAX];
        int n = game->reach(view, who, place);

        json_list(out, game->characters[who].code);
        for (int k = 0; k < n; k++)
            json_text(out, NULL, game->place[place[k]].name);
        json_end(out);
    }
    json_end(out);
}
