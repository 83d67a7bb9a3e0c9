/* London for people: the drawing, the notes beside it, and moves in words. */
#include "lon.h"
#include <alibi/kit/bits.h>
#include <alibi/kit/hex.h>
#include <alibi/kit/reader.h>
#include <alibi/kit/scene.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void mark_ground(struct alibi_scene *scene, const struct alibi_state *s)
{
    const struct lon_edition *edition = &lon_edition[s->option[LON_EDITION]];

    for (unsigned i = 0; i < LON_PLACES; i++) {
        const char *ground = i < LON_FIRST_EXIT     ? "street"
                             : i < LON_FIRST_PLINTH ? "exit"
                             : i < LON_FIRST_HOUSE  ? "gaslight"
                                                    : "house";
        if (i < LON_STREETS && alibi_has(edition->manholes, i))
            ground = "manhole";
        alibi_scene_mark(scene, i, ALIBI_GROUND, 0, ground);
    }
}

void lon_lamp_symbol(char out[12], const struct lon *g, unsigned plinth)
{
    int number = lon_lamp_number(g, plinth);

    (void)snprintf(out, 12, number ? "lamp-%d" : "lamp", number);
}

static void mark_things(struct alibi_scene *scene, const struct alibi_state *s)
{
    const struct lon *g = lon_of(s);

    for (uint64_t b = lon_covered(s); b; b &= b - 1)
        alibi_scene_mark(scene, alibi_lowest(b), ALIBI_THING, 0, "cover");
    for (unsigned b = g->cordons; b; b &= b - 1)
        alibi_scene_mark(scene, LON_FIRST_EXIT + alibi_lowest(b), ALIBI_THING, 0, "cordon");
    for (unsigned b = g->lit; b; b &= b - 1) {
        char lamp[12];

        lon_lamp_symbol(lamp, g, alibi_lowest(b));
        alibi_scene_mark(scene, LON_FIRST_PLINTH + alibi_lowest(b), ALIBI_THING, 0, lamp);
    }
}

/* The lantern's beam, from Watson to the last hex that it lights. */
static void mark_beam(struct alibi_scene *scene, const struct lon *g)
{
    const struct alibi_place *from = &lon_place[g->at[LON_JW]];
    int farthest = 0;
    unsigned end = 0;

    for (uint64_t b = lon_beam[g->at[LON_JW]][g->lantern]; b; b &= b - 1) {
        const struct alibi_place *to = &lon_place[alibi_lowest(b)];
        int far = abs(to->x - from->x) + abs(to->y - from->y);

        if (far > farthest) {
            farthest = far;
            end = alibi_lowest(b);
        }
    }
    if (farthest)
        alibi_scene_stroke(scene, g->at[LON_JW], end, "beam");
}

void lon_scene(struct alibi_scene *scene, const struct alibi_state *s)
{
    const struct lon *g = lon_of(s);
    uint16_t visible = lon_visible(s);

    alibi_scene_clear(scene);
    mark_ground(scene, s);
    for (uint64_t b = lon_lit(s); b; b &= b - 1)
        alibi_scene_mark(scene, alibi_lowest(b), ALIBI_LIGHT, 0, "light");
    mark_beam(scene, g);
    mark_things(scene, s);
    for (unsigned i = 0; i < LON_CHARACTERS; i++) {
        alibi_scene_character(scene, s, i, g->at[i], visible, g->hand.active);
    }
}

void lon_notes(struct alibi_text *text, const struct alibi_state *s)
{
    const struct lon *g = lon_of(s);

    alibi_hand_notes(text, s, lon_visible(s));
    alibi_text_format(text, "lantern: %s\n", alibi_direction[g->lantern].name);
}

/* --- Moves in words --- */

static const char *full(unsigned who)
{
    return lon_character[who].name;
}

static const char *name(unsigned place)
{
    return lon_place[place].name;
}

static void describe_outcome(struct alibi_text *text, const struct alibi_state *s, alibi_move m)
{
    if (alibi_kind(m) == LON_DEAL) {
        alibi_text_format(text, "Jack is %s", full(alibi_to(m)));
    } else if (alibi_kind(m) == LON_ALIBI) {
        alibi_text_format(text, "the alibi card drawn is %s", full(alibi_to(m)));
    } else {
        alibi_text_str(text, "the cards turned up are ");
        alibi_codes_print(text, s->game, (uint16_t)alibi_to(m), s->game->list, " ");
    }
}

static void describe_move(struct alibi_text *text, const struct alibi_state *s, unsigned place)
{
    unsigned who = lon_of(s)->hand.active;

    if (place >= LON_FIRST_EXIT)
        alibi_text_format(text, "%s leaves the district by the %s exit", full(who),
                          name(place));
    else
        alibi_text_format(text, "%s moves to %s", full(who), name(place));
}

void lon_describe(struct alibi_text *text, const struct alibi_state *s, alibi_move m)
{
    unsigned from = alibi_from(m), to = alibi_to(m);

    switch ((enum lon_kind)alibi_kind(m)) {
    case LON_ACCUSE:
        alibi_text_format(text, "%s accuses %s", full(lon_of(s)->hand.active), full(to));
        break;
    case LON_GO:
        describe_move(text, s, to);
        break;
    case LON_PICK:
        alibi_text_format(text, "play %s", full(to));
        break;
    case LON_TURN:
        alibi_text_format(text, "Watson's lantern faces %s", alibi_direction[to].name);
        break;
    case LON_ALIBI:
    case LON_CARDS:
    case LON_DEAL:
        describe_outcome(text, s, m);
        break;
    case LON_WHISTLE_TO:
        alibi_text_format(text, "the whistle brings %s to %s", full(from), name(to));
        break;
    case LON_CORDON:
        alibi_text_format(text, "the cordon goes from %s to %s", name(LON_FIRST_EXIT + from),
                          name(LON_FIRST_EXIT + to));
        break;
    case LON_COVER:
        alibi_text_format(text, "the manhole cover goes from %s to %s", name(from), name(to));
        break;
    case LON_LAMP:
        alibi_text_format(text, "the gaslight goes from %s to %s",
                          name(LON_FIRST_PLINTH + from), name(LON_FIRST_PLINTH + to));
        break;
    case LON_STAY:
        alibi_text_format(text, "%s is blocked and stays", full(lon_of(s)->hand.active));
        break;
    case LON_SWAP:
        alibi_text_format(text, "%s changes places with %s", full(LON_WG), full(to));
        break;
    }
}
