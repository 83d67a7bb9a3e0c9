/* Adds marks, lines and notes to what a game shows. */
#include <alibi/kit/scene.h>

#include <alibi/kit/bits.h>
#include <alibi/kit/reader.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>

void alibi_scene_mark(struct alibi_scene *scene, unsigned place, enum alibi_layer layer,
                      unsigned flags, const char *symbol)
{
    struct alibi_mark *m = &scene->mark[scene->n++];

    assert(scene->n <= ALIBI_MARKS_MAX);
    assert(place < ALIBI_PLACES_MAX && strlen(symbol) < sizeof m->symbol);
    m->place = (uint8_t)place;
    m->layer = (uint8_t)layer;
    m->flags = (uint8_t)flags;
    (void)snprintf(m->symbol, sizeof m->symbol, "%s", symbol);
}

void alibi_scene_clear(struct alibi_scene *scene)
{
    scene->n = 0;
    scene->n_strokes = 0;
}

void alibi_scene_stroke(struct alibi_scene *scene, unsigned from, unsigned to,
                        const char *symbol)
{
    struct alibi_stroke *k = &scene->stroke[scene->n_strokes++];

    assert(scene->n_strokes <= ALIBI_STROKES_MAX);
    assert(from < ALIBI_PLACES_MAX && to < ALIBI_PLACES_MAX);
    assert(strlen(symbol) < sizeof k->symbol);
    k->from = (uint8_t)from;
    k->to = (uint8_t)to;
    (void)snprintf(k->symbol, sizeof k->symbol, "%s", symbol);
}

void alibi_scene_character(struct alibi_scene *scene, const struct alibi_state *s, unsigned who,
                           unsigned place, uint16_t visible, unsigned active)
{
    unsigned flags = (alibi_has(s->suspects, who) ? 0 : ALIBI_MARK_CLEARED) |
                     (alibi_has(visible, who) ? ALIBI_MARK_SEEN : 0) |
                     (who == active ? ALIBI_MARK_ACTIVE : 0);

    assert(place < (unsigned)s->game->n_places);
    alibi_scene_mark(scene, place, ALIBI_PIECE, flags, s->game->characters[who].code);
}

int alibi_sight_add(struct alibi_sight out[ALIBI_SIGHTS_MAX], int n, enum alibi_sight_kind kind,
                    unsigned place, const char *symbol)
{
    assert(n < ALIBI_SIGHTS_MAX && place < ALIBI_PLACES_MAX);
    assert(strlen(symbol) < sizeof out[n].symbol);
    out[n] = (struct alibi_sight){.kind = (uint8_t)kind, .place = (uint8_t)place};
    (void)snprintf(out[n].symbol, sizeof out[n].symbol, "%s", symbol);
    return n + 1;
}

void alibi_note_codes(struct alibi_text *text, const struct alibi_state *s, const char *label,
                      unsigned set)
{
    alibi_text_format(text, "%s: ", label);
    if (alibi_codes_print(text, s->game, (uint16_t)set, s->game->list, " ") == 0)
        alibi_text_char(text, '-');
    alibi_text_char(text, '\n');
}
