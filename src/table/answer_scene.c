/* Scenes as JSON, place by place: what never changes is not said again.
 *
 * The ground of a board is the same for every game with the same options, so the catalogue
 * tells it once; a scene lists what is on it. A change lists the places that look different,
 * each with all that is on it now: whoever has the scene before it replaces those. */
#include "answer.h"

#include <string.h>

/* The marks of a scene in the order of their places: those of place P are mark[order[i]] with i
 * from first[P] to first[P + 1], in the order of the scene. */
struct places {
    const struct alibi_scene *scene;
    uint16_t first[ALIBI_PLACES_MAX + 2];
    uint16_t order[ALIBI_MARKS_MAX];
};

static void sort_places(struct places *places, const struct alibi_scene *scene)
{
    uint16_t *first = places->first;

    memset(places, 0, sizeof *places);
    places->scene = scene;
    for (int i = 0; i < scene->n; i++)
        first[scene->mark[i].place + 2]++;
    for (int p = 2; p < ALIBI_PLACES_MAX + 2; p++)
        first[p] = (uint16_t)(first[p] + first[p - 1]);
    for (int i = 0; i < scene->n; i++)
        places->order[first[scene->mark[i].place + 1]++] = (uint16_t)i;
}

static const struct alibi_mark *mark_of(const struct places *places, int i)
{
    return &places->scene->mark[places->order[i]];
}

static bool same_mark(const struct alibi_mark *a, const struct alibi_mark *b)
{
    return a->layer == b->layer && a->flags == b->flags && strcmp(a->symbol, b->symbol) == 0;
}

static bool same_place(const struct places *a, const struct places *b, int place)
{
    int n = a->first[place + 1] - a->first[place];

    if (n != b->first[place + 1] - b->first[place])
        return false;
    for (int i = 0; i < n; i++)
        if (!same_mark(mark_of(a, a->first[place] + i), mark_of(b, b->first[place] + i)))
            return false;
    return true;
}

static void add_mark(struct json_out *out, const struct alibi_mark *m)
{
    static const char *const layer[] = {[ALIBI_GROUND] = "ground",
                                        [ALIBI_LIGHT] = "light",
                                        [ALIBI_WALL] = "wall",
                                        [ALIBI_THING] = "thing",
                                        [ALIBI_PIECE] = "piece"};

    json_object(out, NULL);
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

/* Whether M is the ground that its place had at the start. */
static bool is_usual(const struct alibi_mark *m, const char *ground)
{
    return m->layer == ALIBI_GROUND && strcmp(m->symbol, ground) == 0;
}

static bool is_bare(const struct places *now, int place, const char *ground)
{
    for (int i = now->first[place]; i < now->first[place + 1]; i++)
        if (!is_usual(mark_of(now, i), ground))
            return false;
    return true;
}

/* What is on PLACE beside its usual ground. */
static void add_place(struct json_out *out, const struct alibi_game *game,
                      const struct places *now, int place, const char *ground)
{
    json_list(out, game->place[place].name);
    for (int i = now->first[place]; i < now->first[place + 1]; i++)
        if (!is_usual(mark_of(now, i), ground))
            add_mark(out, mark_of(now, i));
    json_end(out);
}

static void add_lines(struct json_out *out, const struct alibi_game *game,
                      const struct alibi_scene *scene)
{
    json_list(out, "lines");
    for (int i = 0; i < scene->n_strokes; i++) {
        const struct alibi_stroke *k = &scene->stroke[i];

        json_object(out, NULL);
        json_text(out, "from", game->place[k->from].name);
        json_text(out, "to", game->place[k->to].name);
        json_text(out, "symbol", k->symbol);
        json_end(out);
    }
    json_end(out);
}

static bool same_lines(const struct alibi_scene *a, const struct alibi_scene *b)
{
    if (a->n_strokes != b->n_strokes)
        return false;
    for (int i = 0; i < a->n_strokes; i++)
        if (a->stroke[i].from != b->stroke[i].from || a->stroke[i].to != b->stroke[i].to ||
            strcmp(a->stroke[i].symbol, b->stroke[i].symbol) != 0)
            return false;
    return true;
}

void ground_of(const struct alibi_state *s, const char *ground[ALIBI_PLACES_MAX],
               struct alibi_scene *scene)
{
    struct alibi_state start;

    alibi_setup(&start, s->game, s->option);
    s->game->scene(scene, &start);
    for (int i = 0; i < ALIBI_PLACES_MAX; i++)
        ground[i] = "";
    for (int i = 0; i < scene->n; i++)
        if (scene->mark[i].layer == ALIBI_GROUND)
            ground[scene->mark[i].place] = scene->mark[i].symbol;
}

/* The places of NOW that are not as in BEFORE, or that have more than their ground if that is
 * NULL. */
static void add_places(struct json_out *out, const struct alibi_state *s,
                       const struct alibi_scene *before, const struct alibi_scene *now)
{
    const char *ground[ALIBI_PLACES_MAX];
    struct alibi_scene start;
    struct places old, new;

    ground_of(s, ground, &start);
    sort_places(&new, now);
    if (before)
        sort_places(&old, before);
    json_object(out, "scene");
    for (int place = 0; place < s->game->n_places; place++)
        if (before ? !same_place(&old, &new, place) : !is_bare(&new, place, ground[place]))
            add_place(out, s->game, &new, place, ground[place]);
    json_end(out);
}

void answer_scene(struct json_out *out, const struct alibi_state *s)
{
    struct alibi_scene scene;

    s->game->scene(&scene, s);
    add_places(out, s, NULL, &scene);
    add_lines(out, s->game, &scene);
}

void answer_scene_change(struct json_out *out, const struct alibi_state *before,
                         const struct alibi_state *now)
{
    struct alibi_scene old, new;

    before->game->scene(&old, before);
    now->game->scene(&new, now);
    add_places(out, now, &old, &new);
    if (!same_lines(&old, &new))
        add_lines(out, now->game, &new);
}
