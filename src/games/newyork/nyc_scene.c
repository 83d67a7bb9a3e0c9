/* New York for people: the drawing, the notes beside it, and moves in words. */
#include "nyc.h"
#include <alibi/kit/reader.h>
#include <alibi/kit/scene.h>

#include <stdio.h>

static void mark_all(struct alibi_scene *scene, struct nyc_set set, enum alibi_layer layer,
                     const char *symbol)
{
    while (nyc_any(set))
        alibi_scene_mark(scene, nyc_take(&set), layer, 0, symbol);
}

static void mark_ground(struct alibi_scene *scene)
{
    const struct nyc_board *b = &nyc_board;

    mark_all(scene, nyc_minus(b->streets, b->printed), ALIBI_GROUND, "street");
    mark_all(scene, b->printed, ALIBI_GROUND, "metro");
    mark_all(scene, b->buildings, ALIBI_GROUND, "building");
    mark_all(scene, nyc_minus(b->stands, nyc_or(b->streets, b->island)), ALIBI_GROUND, "quay");
    mark_all(scene, b->ports, ALIBI_GROUND, "port");
    mark_all(scene, b->exits, ALIBI_GROUND, "exit");
    mark_all(scene, b->island, ALIBI_GROUND, "island");
}

/* N-4.2: the steps that do not lead to a neighbour are ferries. */
static void mark_ferries(struct alibi_scene *scene)
{
    for (unsigned i = 0; i < NYC_PLACES; i++)
        for (struct nyc_set to = nyc_minus(nyc_ways[i], nyc_near[i]); nyc_any(to);)
            alibi_scene_stroke(scene, i, nyc_take(&to), "ferry");
}

void nyc_scene(struct alibi_scene *scene, const struct alibi_state *s)
{
    const struct nyc *g = nyc_of(s);
    uint16_t visible = nyc_visible(g);

    alibi_scene_clear(scene);
    mark_ground(scene);
    mark_ferries(scene);
    mark_all(scene, nyc_lit(g), ALIBI_LIGHT, "light");
    mark_all(scene, g->metro, ALIBI_THING, "metro");
    mark_all(scene, g->lamp, ALIBI_THING, "lamp");
    mark_all(scene, g->site, ALIBI_THING, "site");
    mark_all(scene, g->park, ALIBI_THING, "park");
    mark_all(scene, nyc_covered(g), ALIBI_THING, "probe");
    mark_all(scene, g->steamers, ALIBI_THING, "ship");
    alibi_scene_mark(scene, g->informant, ALIBI_THING, 0,
                     g->silent ? "informant-x" : "informant");
    for (unsigned i = 0; i < NYC_CHARACTERS; i++) {
        alibi_scene_character(scene, s, i, g->at[i], visible, g->hand.active);
    }
}

void nyc_notes(struct alibi_text *text, const struct alibi_state *s)
{
    const struct nyc *g = nyc_of(s);
    int laid = nyc_size(g->metro) + nyc_size(g->lamp) + nyc_size(g->site) + nyc_size(g->park);

    alibi_hand_notes(text, s, nyc_visible(g));
    alibi_text_format(text, "informant: %s, %s\n", nyc_place[g->informant].name,
                      g->silent ? "silent" : "talkative");
    alibi_text_format(text, "tiles in supply: %d\n", NYC_TILES - laid);
}

/* --- Moves in words --- */

static const char *full(unsigned who)
{
    return nyc_character[who].name;
}

static const char *name(unsigned place)
{
    return nyc_place[place].name;
}

static void describe_outcome(struct alibi_text *text, const struct alibi_state *s, alibi_move m)
{
    if (alibi_kind(m) == NYC_DEAL) {
        alibi_text_format(text, "Jack is %s", full(alibi_to(m)));
    } else if (alibi_kind(m) == NYC_ALIBI) {
        alibi_text_format(text, "the alibi card drawn is %s", full(alibi_to(m)));
    } else {
        alibi_text_str(text, "the cards turned up are ");
        alibi_codes_print(text, s->game, (uint16_t)alibi_to(m), s->game->list, " ");
    }
}

/* "moves to h9", "leaves by the steamer in e2" */
static void describe_way(struct alibi_text *text, unsigned place)
{
    if (nyc_has(nyc_board.ports, place))
        alibi_text_format(text, "leaves by the steamer in %s", name(place));
    else if (nyc_has(nyc_board.exits, place))
        alibi_text_str(text, "leaves by land");
    else
        alibi_text_format(text, "moves to %s", name(place));
}

/* What happens on a place; the place's name follows. */
static const char *const doing[NYC_KINDS] = {
    [NYC_INFORM] = "the Informant falls silent and is put on",
    [NYC_LAMP] = "a gaslamp is set up on",
    [NYC_METRO] = "a metro entrance is opened on",
    [NYC_PARK] = "a park is laid out on",
    [NYC_SITE] = "a building site is begun on",
};

void nyc_describe(struct alibi_text *text, const struct alibi_state *s, alibi_move m)
{
    unsigned active = nyc_of(s)->hand.active, from = alibi_from(m), to = alibi_to(m);

    switch ((enum nyc_kind)alibi_kind(m)) {
    case NYC_ACCUSE:
        alibi_text_format(text, "%s accuses %s", full(active), full(to));
        break;
    case NYC_GO:
        alibi_text_format(text, "%s ", full(active));
        describe_way(text, to);
        break;
    case NYC_PICK:
        alibi_text_format(text, "play %s", full(to));
        break;
    case NYC_ALIBI:
    case NYC_CARDS:
    case NYC_DEAL:
        describe_outcome(text, s, m);
        break;
    case NYC_END:
        alibi_text_format(text, "%s makes nobody change places", full(NYC_FT));
        break;
    case NYC_INFORM:
    case NYC_LAMP:
    case NYC_METRO:
    case NYC_PARK:
    case NYC_SITE:
        alibi_text_format(text, "%s %s", doing[alibi_kind(m)], name(to));
        break;
    case NYC_PROBE:
        alibi_text_format(text, "the Investigation tile goes from %s and %s to %s and %s",
                          name(nyc_pair[from].a), name(nyc_pair[from].b), name(nyc_pair[to].a),
                          name(nyc_pair[to].b));
        break;
    case NYC_PUSH:
        alibi_text_format(text, "sent by %s, %s ", full(NYC_ME), full(from));
        describe_way(text, to);
        break;
    case NYC_STAY:
        alibi_text_format(text, "%s is blocked and stays", full(active));
        break;
    case NYC_STEAMER:
        alibi_text_format(text, "the steamer goes from %s to %s", name(from), name(to));
        break;
    case NYC_SWAP:
        alibi_text_format(text, "%s and %s change places", full(from), full(to));
        break;
    case NYC_KINDS:
        break;
    }
}
