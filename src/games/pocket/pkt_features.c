/* Pocket as numbers: the tokens, the tiles, the detectives, and what the course of the game
 * tells about Jack's cards. */
#include "pkt.h"
#include <alibi/kit/bits.h>
#include <alibi/kit/features.h>

/* A slot without a tile sets nothing. */
static void write_tiles(struct alibi_features *features, const struct pkt *g)
{
    for (unsigned i = 0; i < PKT_SLOTS; i++) {
        const char *slot = pkt_place[i].name;
        bool laid = i < g->laid;

        alibi_feature_one(features, "tile", slot, laid ? pkt_who(g->tile[i]) : PKT_CHARACTERS,
                          PKT_CHARACTERS);
        alibi_feature_one(features, "wall", slot, laid ? pkt_wall(g->tile[i]) : PKT_OPEN + 1,
                          PKT_OPEN + 1);
        alibi_feature_set(features, "rotated", slot, laid && (g->tile[i] & PKT_ROTATED), 1);
    }
}

/* Jack's cards in the order of drawing, for Jack alone; then what everybody knows about when
 * Jack drew them (P-8.3). */
static void write_draws(struct alibi_features *features, const struct alibi_state *s)
{
    static const char number[PKT_DRAWS][2] = {"1", "2", "3", "4"};
    const struct pkt *g = pkt_of(s);
    bool hidden = alibi_has(s->hides, ALIBI_JACK);

    for (unsigned i = 0; i < PKT_DRAWS; i++) {
        bool known = !hidden && s->winner == ALIBI_NOBODY && i < s->drawn[ALIBI_JACK];

        alibi_feature_one(features, "draw", number[i], known ? g->draw[i] : PKT_CHARACTERS,
                          PKT_CHARACTERS);
    }
    alibi_feature_one(features, "held", NULL, g->held, PKT_DRAWS + 1);
    alibi_feature_one(features, "race", NULL, g->race, PKT_TURNS + 1);
    alibi_feature_one(features, "raced", NULL, g->raced, PKT_DRAWS + 1);
}

void pkt_features(struct alibi_features *features, const struct alibi_state *s)
{
    const struct pkt *g = pkt_of(s);

    alibi_feature_one(features, "step", NULL, g->step, PKT_STEPS);
    alibi_feature_set(features, "tossed", NULL, g->tossed, PKT_FACES);
    alibi_feature_set(features, "faces", NULL, g->faces, PKT_FACES);
    alibi_feature_one(features, "tokens", NULL, g->tokens, PKT_TURNS + 1);
    for (unsigned i = 0; i < PKT_DETECTIVES; i++)
        alibi_feature_one(features, "at", pkt_detective_name[i], g->at[i], PKT_POSTS);
    write_tiles(features, g);
    write_draws(features, s);
}
