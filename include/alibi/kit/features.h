/* Observations as numbers, for programs that learn: a row of bytes, each 0 or 1.
 *
 * A game says what it shows one feature after the other, each with a name: one of N values
 * becomes N bytes of which one is set, a set of N elements N bytes. The same calls in the same
 * order in every position make rows of one length whose columns always mean the same.
 *
 * alibi_features_write makes the row of a view, so nothing that its seat must not know can be
 * in it: the part that all games share first, then the game's own. */
#ifndef ALIBI_KIT_FEATURES_H
#define ALIBI_KIT_FEATURES_H

#include <alibi/game.h>

/* Called once a feature: its name ("at"), what of (a character's code, or NULL), the column at
 * which it begins and how many it has. */
typedef void alibi_feature_told(void *ear, const char *name, const char *of, size_t first,
                                size_t n);

struct alibi_features {
    uint8_t *out; /* NULL: nothing is written */
    size_t n;     /* columns so far */
    alibi_feature_told *tell;
    void *ear;
};

/* One of N values; one that is not below N (ALIBI_NO_ONE) sets nothing. */
ALIBI_API void alibi_feature_one(struct alibi_features *features, const char *name,
                                 const char *of, unsigned value, unsigned n);

/* A set of N elements: at most 64, or any number in words of 64. */
ALIBI_API void alibi_feature_set(struct alibi_features *features, const char *name,
                                 const char *of, uint64_t set, unsigned n);
ALIBI_API void alibi_feature_words(struct alibi_features *features, const char *name,
                                   const char *of, const uint64_t *set, unsigned n);

/* How many columns an observation of GAME has. */
ALIBI_API size_t alibi_features_size(const struct alibi_game *game);

/* Names the features of GAME one by one. */
ALIBI_API void alibi_features_name(const struct alibi_game *game, alibi_feature_told *tell,
                                   void *ear);

/* The observation that VIEW is, into alibi_features_size bytes. */
ALIBI_API void alibi_features_write(uint8_t *out, const struct alibi_view *view);

#endif
