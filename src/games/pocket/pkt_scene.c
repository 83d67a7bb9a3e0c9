/* Pocket for people: the drawing, the notes beside it, and moves in words. */
#include "pkt.h"
#include <alibi/kit/bits.h>
#include <alibi/kit/cards.h>
#include <alibi/kit/reader.h>
#include <alibi/kit/scene.h>

#include <stdio.h>

static void mark_tile(struct alibi_scene *scene, const struct alibi_state *s, unsigned slot)
{
    uint8_t tile = pkt_of(s)->tile[slot];
    unsigned who = pkt_who(tile);

    if (pkt_wall(tile) != PKT_OPEN)
        alibi_scene_mark(scene, slot, ALIBI_WALL, 0, pkt_side_name[pkt_wall(tile)]);
    alibi_scene_character(scene, s, who, slot, pkt_visible(s), ALIBI_NO_ONE);
}

/* How far each detective sees; one line for detectives on the same post. */
static void mark_sight(struct alibi_scene *scene, const struct pkt *g)
{
    unsigned done = 0;

    for (int i = 0; i < PKT_DETECTIVES && g->laid == PKT_SLOTS; i++) {
        unsigned post = g->at[i], from = PKT_SLOTS + post;
        const uint8_t *slot;
        unsigned n = pkt_sight(g, post, &slot);

        if (!alibi_has(done, post))
            alibi_scene_stroke(scene, from, n ? slot[n - 1] : from, "sight");
        done |= 1U << post;
    }
}

void pkt_scene(struct alibi_scene *scene, const struct alibi_state *s)
{
    const struct pkt *g = pkt_of(s);

    alibi_scene_clear(scene);
    for (unsigned i = 0; i < PKT_SLOTS + PKT_POSTS; i++)
        alibi_scene_mark(scene, i, ALIBI_GROUND, 0, i < PKT_SLOTS ? "tile" : "post");
    for (unsigned b = pkt_seen(g); b; b &= b - 1)
        alibi_scene_mark(scene, alibi_lowest(b), ALIBI_LIGHT, 0, "light");
    mark_sight(scene, g);
    for (unsigned i = 0; i < g->laid; i++)
        mark_tile(scene, s, i);
    for (int i = 0; i < PKT_DETECTIVES; i++)
        alibi_scene_mark(scene, PKT_SLOTS + g->at[i], ALIBI_PIECE, 0, pkt_detective_symbol[i]);
}

static void print_faces(struct alibi_text *text, unsigned faces)
{
    if (!faces)
        alibi_text_str(text, " -");
    for (unsigned b = faces; b; b &= b - 1)
        alibi_text_format(text, " %s", pkt_face_name[alibi_lowest(b)]);
}

void pkt_notes(struct alibi_text *text, const struct alibi_state *s)
{
    const struct pkt *g = pkt_of(s);

    alibi_text_str(text, "actions left:");
    print_faces(text, g->faces);
    if (s->round & 1) {
        alibi_text_str(text, "\nnext round:");
        print_faces(text, (uint8_t)(g->tossed ? ~g->tossed : 0));
    }
    alibi_text_format(text, "\nround tokens: Jack %u, Investigator %u\nrotated: ", g->tokens,
                      pkt_appeals(s) - g->tokens);
    if (alibi_codes_print(text, s->game, pkt_rotated(g), NULL, " ") == 0)
        alibi_text_char(text, '-');
    if (s->hides)
        alibi_text_format(text, "\nhourglasses: %u, cards hidden: %u\n", g->tokens,
                          s->drawn[ALIBI_JACK]);
    else
        alibi_text_format(text, "\nhourglasses: %u\n", pkt_hourglasses(s));
}

/* --- Moves in words --- */

static const char *full(unsigned who)
{
    return pkt_character[who].name;
}

static const char *tile_name(const struct alibi_state *s, unsigned slot)
{
    return full(pkt_who(pkt_of(s)->tile[slot]));
}

static void describe_walk(struct alibi_text *text, const struct alibi_state *s,
                          enum pkt_detective who, unsigned steps)
{
    static const char *const name[PKT_DETECTIVES] = {
        [PKT_HOLMES] = "Holmes", [PKT_TOBY] = "Toby", [PKT_WATSON] = "Watson"};

    alibi_text_format(text, "%s moves to %s", name[who],
                      pkt_place[PKT_SLOTS + (pkt_of(s)->at[who] + steps) % PKT_POSTS].name);
}

static void describe_joker(struct alibi_text *text, const struct alibi_state *s, unsigned who)
{
    alibi_text_str(text, "joker: ");
    if (who < PKT_DETECTIVES)
        describe_walk(text, s, (enum pkt_detective)who, 1);
    else
        alibi_text_str(text, "no detective moves");
}

static void describe_draw(struct alibi_text *text, const struct alibi_state *s)
{
    alibi_text_format(text, "%s draws an alibi card",
                      alibi_picker(s->round, s->slot) == ALIBI_JACK ? "Jack"
                                                                    : "the Investigator");
}

void pkt_describe(struct alibi_text *text, const struct alibi_state *s, alibi_move m)
{
    static const char *const wall[] = {"north", "east", "south", "west"};
    static const char *const way[PKT_WAYS] = {[PKT_CCW] = "a quarter counter-clockwise",
                                              [PKT_CW] = "a quarter clockwise",
                                              [PKT_HALF] = "half round"};
    unsigned from = alibi_from(m), to = alibi_to(m);

    switch ((enum pkt_kind)alibi_kind(m)) {
    case PKT_ALIBI:
        describe_draw(text, s);
        break;
    case PKT_EXCHANGE:
        alibi_text_format(text, "the tiles of %s and %s, slots %u and %u, change places",
                          tile_name(s, from), tile_name(s, to), from + 1, to + 1);
        break;
    case PKT_WALK_HOLMES:
    case PKT_WALK_TOBY:
    case PKT_WALK_WATSON:
        describe_walk(text, s, pkt_walker(alibi_kind(m)), to + 1);
        break;
    case PKT_JOKER:
        describe_joker(text, s, to);
        break;
    case PKT_ROTATE:
        alibi_text_format(text, "the tile of %s in slot %u turns %s", tile_name(s, from),
                          from + 1, way[to]);
        break;
    case PKT_CARD:
        alibi_text_format(text, "the alibi card drawn is %s", full(to));
        break;
    case PKT_DEAL:
        alibi_text_format(text, "Jack is %s", full(to));
        break;
    case PKT_TILE:
        alibi_text_format(text, "the tile of %s is laid in slot %u, its wall to the %s",
                          full(from), pkt_of(s)->laid + 1U, wall[to]);
        break;
    case PKT_TOSS:
        alibi_text_str(text, "the tokens show");
        print_faces(text, to);
        break;
    case PKT_ROTATE_TOO:
    case PKT_KINDS:
        break;
    }
}
