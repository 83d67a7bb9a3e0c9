/* Positions and what can be done in them, as JSON. */
#include "answer.h"

#include "json_read.h"

#include <alibi/insight.h>
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

/* A view as a line of JSON. */
static size_t print_view(char line[ALIBI_LINE_MAX], const struct alibi_state *s)
{
    struct alibi_text text = alibi_text_in(line, ALIBI_LINE_MAX);

    alibi_json_print(&text, s);
    assert(text.len < text.cap);
    return text.len;
}

/* Those members of a view that are not as they were. The lines need no check: they are ours. */
static void add_view_change(struct json_out *out, const struct alibi_state *before,
                            const struct alibi_state *now)
{
    char old[ALIBI_LINE_MAX], new[ALIBI_LINE_MAX], name[JSON_NAME_SIZE];
    struct json was, is = {NULL}, from = {old}, to = {new};

    (void)print_view(old, before);
    (void)print_view(new, now);
    json_object(out, "view");
    while ((is = json_next(to, is, name)).at) {
        was = json_member(from, name);
        if (!was.at || json_length(was) != json_length(is) ||
            memcmp(was.at, is.at, json_length(is)) != 0)
            json_raw(out, name, is.at, json_length(is));
    }
    json_end(out);
}

void answer_notes(struct json_out *out, const struct alibi_view *view)
{
    const struct alibi_state *s = &view->seen;
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

/* Who would be cleared if Jack said that he is visible, or invisible; nobody before the deal
 * and after the end. */
struct witnesses {
    unsigned visible, invisible;
};

static struct witnesses witnesses_of(const struct alibi_state *s)
{
    bool open = s->round > 0 && s->winner == ALIBI_NOBODY;
    unsigned seen = s->game->visible(s), suspects = open ? s->suspects : 0;

    return (struct witnesses){suspects & ~seen, suspects & seen};
}

static void add_witnesses(struct json_out *out, const struct alibi_state *s)
{
    struct witnesses w = witnesses_of(s);

    json_object(out, "witnesses");
    answer_codes(out, "visible", s->game, w.visible);
    answer_codes(out, "invisible", s->game, w.invisible);
    json_end(out);
}

void answer_position(struct json_out *out, const struct alibi_view *view)
{
    char line[ALIBI_LINE_MAX];

    json_raw(out, "view", line, print_view(line, &view->seen));
    answer_scene(out, &view->seen);
    answer_notes(out, view);
    add_witnesses(out, &view->seen);
    answer_insight(out, view);
}

void answer_change(struct json_out *out, const struct alibi_view *before,
                   const struct alibi_view *now)
{
    struct witnesses were = witnesses_of(&before->seen), are = witnesses_of(&now->seen);

    add_view_change(out, &before->seen, &now->seen);
    answer_scene_change(out, &before->seen, &now->seen);
    if (were.visible != are.visible || were.invisible != are.invisible)
        add_witnesses(out, &now->seen);
    answer_insight_change(out, before, now);
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

void answer_token(struct json_out *out, const char *name, const struct alibi_game *game,
                  const struct alibi_told *told)
{
    char token[ALIBI_TOKEN_MAX];
    struct alibi_text text = alibi_text_in(token, sizeof token);

    alibi_told_print(&text, game, told);
    json_text(out, name, token);
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

void answer_told_members(struct json_out *out, const struct alibi_view *before,
                         const struct alibi_told *told)
{
    answer_token(out, "token", before->seen.game, told);
    answer_words(out, "words", before, told);
    answer_path(out, before, told);
}

void answer_told(struct json_out *out, const struct alibi_view *before,
                 const struct alibi_told *told)
{
    json_object(out, NULL);
    answer_told_members(out, before, told);
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
    answer_token(out, "token", s->game, told);
    answer_words(out, "words", before, told);
    answer_path(out, before, told);
    json_list(out, "told");
}

const char *answer_end(const struct alibi_view *view, alibi_move m)
{
    enum alibi_why end = alibi_end_of(view, m);

    return end == ALIBI_ARREST ? "accusation" : end == ALIBI_ESCAPE ? "escape" : NULL;
}

void answer_moves(struct json_out *out, const struct alibi_view *view, bool words)
{
    alibi_move moves[ALIBI_MOVES_MAX];
    int n = view->seen.game->moves(&view->seen, moves);

    json_list(out, "legal");
    for (int i = 0; i < n; i++) {
        const struct alibi_told told = {.kind = ALIBI_TOLD_MOVE, .move = moves[i]};
        const char *end = answer_end(view, moves[i]);

        json_object(out, NULL);
        answer_token(out, "token", view->seen.game, &told);
        if (words)
            answer_words(out, "words", view, &told);
        answer_path(out, view, &told);
        if (end)
            json_text(out, "ends", end);
        json_end(out);
    }
    json_end(out);
}

void answer_legal(struct json_out *out, const struct alibi_view *view, bool words)
{
    if (view->seen.to_act == view->viewer && view->viewer <= ALIBI_AS_DETECTIVE) {
        answer_moves(out, view, words);
        return;
    }
    json_list(out, "legal");
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
