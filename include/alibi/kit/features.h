/* Observations as numbers, for programs that learn: a row of bytes, each 0 or 1.
 *
 * A game writes one feature after another, each with a name: one of N values becomes N bytes of
 * which one is set (one-hot), a set of N elements becomes N bytes. The game makes the same
 * calls in the same order in every position, so all rows have the same columns.
 *
 * alibi_features_write makes the row of a view, so it contains nothing that the viewer must not
 * know: first the part that all games share, then the game's own. */
#ifndef ALIBI_KIT_FEATURES_H
#define ALIBI_KIT_FEATURES_H

#include <alibi/game.h>

/* Called once for each feature: its name ("at"), whose it is (a character's code, or NULL), its
 * first column and the number of its columns. */
typedef void alibi_feature_told(void *ear, const char *name, const char *of, size_t first,
                                size_t n);

struct alibi_features {
    uint8_t *out; /* NULL: write nothing, only count */
    size_t n;     /* columns so far */
    alibi_feature_told *tell;
    void *ear;
};

/* One of N values; a value of N or more (such as ALIBI_NO_ONE) sets nothing. */
ALIBI_API void alibi_feature_one(struct alibi_features *features, const char *name,
                                 const char *of, unsigned value, unsigned n);

/* A set of N elements: at most 64, or any number in words of 64. */
ALIBI_API void alibi_feature_set(struct alibi_features *features, const char *name,
                                 const char *of, uint64_t set, unsigned n);
ALIBI_API void alibi_feature_words(struct alibi_features *features, const char *name,
                                   const char *of, const uint64_t *set, unsigned n);

/* The number of columns of an observation of GAME. */
ALIBI_API size_t alibi_features_size(const struct alibi_game *game);

/* Names the features of GAME one by one. */
ALIBI_API void alibi_features_name(const struct alibi_game *game, alibi_feature_told *tell,
                                   void *ear);

/* Writes the observation of VIEW, alibi_features_size bytes. */
ALIBI_API void alibi_features_write(uint8_t *out, const struct alibi_view *view);

#endif
