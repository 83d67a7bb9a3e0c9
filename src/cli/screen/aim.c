/* Pointing at moves: which places of the board a legal move is about. */
#include "aim.h"

#include <string.h>

/* Whether SCENE has M; that a piece has become the one being played counts as another mark. */
static bool has(const struct alibi_scene *scene, const struct alibi_mark *m, bool activity)
{
    for (int i = 0; i < scene->n; i++) {
        const struct alibi_mark *o = &scene->mark[i];

        if (o->place == m->place && o->layer == m->layer && strcmp(o->symbol, m->symbol) == 0 &&
            (!activity || !(m->flags & ALIBI_MARK_ACTIVE) || (o->flags & ALIBI_MARK_ACTIVE)))
            return true;
    }
    return false;
}

/* Adds the places of the marks of A that B has not. */
static int collect(const struct alibi_scene *a, const struct alibi_scene *b, bool activity,
                   uint8_t *out, int n, int cap)
{
    for (int i = 0; i < a->n; i++) {
        const struct alibi_mark *m = &a->mark[i];

        if (m->layer == ALIBI_GROUND || m->layer == ALIBI_LIGHT || has(b, m, activity))
            continue;
        if (n < cap && !(n && memchr(out, m->place, (size_t)n)))
            out[n++] = m->place;
    }
    return n;
}

int aim_differences(const struct alibi_scene *a, const struct alibi_scene *b, int n_places,
                    uint8_t *out, int cap)
{
    int n = collect(b, a, true, out, 0, cap);

    (void)n_places;
    return collect(a, b, false, out, n, cap);
}

unsigned aim_who(const struct alibi_game *game, const struct alibi_scene *scene, int place)
{
    for (int i = 0; i < scene->n; i++) {
        const struct alibi_mark *m = &scene->mark[i];

        for (int k = 0; m->layer == ALIBI_PIECE && m->place == place && k < game->n_characters;
             k++)
            if (strcmp(game->characters[k].code, m->symbol) == 0)
                return (unsigned)k;
    }
    return ALIBI_NO_ONE;
}

int aim_place_of(const struct alibi_game *game, const struct alibi_scene *scene, unsigned who)
{
    for (int i = 0; i < scene->n; i++)
        if (scene->mark[i].layer == ALIBI_PIECE &&
            strcmp(scene->mark[i].symbol, game->characters[who].code) == 0)
            return scene->mark[i].place;
    return -1;
}

/* In every game an accusation is an exclamation mark and a code. */
unsigned aim_accused(const struct alibi_game *game, alibi_move m)
{
    char token[ALIBI_TOKEN_MAX];
    struct alibi_text text = alibi_text_in(token, sizeof token);

    game->print(&text, m);
    for (int i = 0; token[0] == '!' && i < game->n_characters; i++)
        if (strcmp(token + 1, game->characters[i].code) == 0)
            return (unsigned)i;
    return ALIBI_NO_ONE;
}

/* Where a line ends that was not there before: a lantern has turned. */
static int new_stroke(const struct alibi_scene *was, const struct alibi_scene *is, uint8_t *out)
{
    for (int i = 0; i < is->n_strokes; i++) {
        bool before = false;

        for (int k = 0; k < was->n_strokes; k++)
            before = before || (was->stroke[k].from == is->stroke[i].from &&
                                was->stroke[k].to == is->stroke[i].to);
        if (!before) {
            out[0] = is->stroke[i].to;
            return 1;
        }
    }
    return 0;
}

static int places_of(const struct alibi_view *view, const struct alibi_scene *scene,
                     alibi_move m, uint8_t out[AIM_PLACES])
{
    const struct alibi_game *game = view->seen.game;
    unsigned accused = aim_accused(game, m);
    uint8_t path[ALIBI_PATH_MAX];
    static struct alibi_scene after;
    struct alibi_view staged = *view;
    int n;

    if (accused != ALIBI_NO_ONE) {
        out[0] = (uint8_t)aim_place_of(game, scene, accused);
        return 1;
    }
    n = game->path ? game->path(&view->seen, m, path) : 0;
    if (n > 0) {
        out[0] = path[n - 1];
        return 1;
    }
    (void)alibi_stage(&staged, m);
    game->scene(&after, &staged.seen);
    n = aim_differences(scene, &after, game->n_places, out, AIM_PLACES);
    return n ? n : new_stroke(scene, &after, out);
}

void aim_find(struct aim *aim, const struct alibi_view *view)
{
    const struct alibi_game *game = view->seen.game;
    static struct alibi_scene scene;
    alibi_move moves[ALIBI_MOVES_MAX];

    game->scene(&scene, &view->seen);
    aim->n = game->moves(&view->seen, moves);
    for (int i = 0; i < aim->n; i++) {
        aim->at[i].move = moves[i];
        aim->at[i].accusation = aim_accused(game, moves[i]) != ALIBI_NO_ONE;
        aim->at[i].n = (uint8_t)places_of(view, &scene, moves[i], aim->at[i].place);
    }
}

int aim_match(const struct aim *aim, const uint8_t *picked, int n, int found[ALIBI_MOVES_MAX],
              int *exact)
{
    int k = 0;

    *exact = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < aim->n; i++) {
            bool all = aim->at[i].n >= n;

            for (int p = 0; all && p < n; p++)
                all = memchr(aim->at[i].place, picked[p], aim->at[i].n) != NULL;
            if (all && (aim->at[i].n == n) == (pass == 0))
                found[k++] = i;
            if (all && aim->at[i].n == n && pass == 0)
                ++*exact;
        }
    return k;
}
