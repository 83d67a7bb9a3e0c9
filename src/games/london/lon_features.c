/* London as numbers: the hand, the activation, the characters' places, lights, manholes,
 * cordons. */
#include "lon.h"
#include <alibi/kit/features.h>

void lon_features(struct alibi_features *features, const struct alibi_state *s)
{
    static const char number[4][2] = {"1", "2", "3", "4"};
    const struct lon *g = lon_of(s);

    alibi_hand_features(features, s, LON_STEPS);
    alibi_feature_set(features, "due", NULL, g->due, 2);
    alibi_feature_one(features, "points", NULL, g->points, 4);
    alibi_feature_set(features, "called", NULL, g->called, 1);
    alibi_feature_one(features, "lantern", NULL, g->lantern, 6);
    for (unsigned i = 0; i < LON_CHARACTERS; i++)
        alibi_feature_one(features, "at", lon_character[i].code, g->at[i],
                          LON_STREETS + LON_EXITS);
    alibi_feature_set(features, "lamps", NULL, g->lit, LON_PLINTHS);
    for (unsigned i = 0; i < 4; i++)
        alibi_feature_one(features, "lamp", number[i], g->lamp[i], LON_PLINTHS);
    alibi_feature_set(features, "light", NULL, lon_lit(s), LON_STREETS);
    alibi_feature_set(features, "covers", NULL, lon_covered(s), LON_STREETS);
    alibi_feature_set(features, "cordons", NULL, g->cordons, LON_EXITS);
}
