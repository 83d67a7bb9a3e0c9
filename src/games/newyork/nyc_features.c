/* New York as numbers: the hand, the activation, the characters' places, tiles, steamers. */
#include "nyc.h"
#include <alibi/kit/features.h>

static void write_set(struct alibi_features *features, const char *name, const char *of,
                      struct nyc_set set)
{
    const uint64_t words[2] = {set.low, set.high};

    alibi_feature_words(features, name, of, words, NYC_PLACES);
}

void nyc_features(struct alibi_features *features, const struct alibi_state *s)
{
    const struct nyc *g = nyc_of(s);

    alibi_hand_features(features, s, NYC_STEPS);
    alibi_feature_set(features, "due", NULL, g->due, 2);
    for (unsigned i = 0; i < NYC_CHARACTERS; i++)
        alibi_feature_one(features, "at", nyc_character[i].code, g->at[i], NYC_PLACES);
    alibi_feature_one(features, "informant", NULL, g->informant, NYC_PLACES);
    alibi_feature_set(features, "silent", NULL, g->silent, 1);
    write_set(features, "metro", NULL, g->metro);
    write_set(features, "gaslamp", NULL, g->lamp);
    write_set(features, "site", NULL, g->site);
    write_set(features, "park", NULL, g->park);
    write_set(features, "steamers", NULL, g->steamers);
    write_set(features, "investigation", "1", nyc_pair[g->probe[0]].both);
    write_set(features, "investigation", "2", nyc_pair[g->probe[1]].both);
    write_set(features, "light", NULL, nyc_lit(g));
}
