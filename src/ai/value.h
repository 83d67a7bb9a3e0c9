/* The value function: Jack's winning probability in a position, for a given identity of Jack.
 *
 * Its logit is a weighted sum of hand-made features, with weights of their own for each game
 * and each phase of it: each turn, and the moments before the cards of a new round are known.
 * A layer of hidden units (rectified linear) may add what no weighted sum can say; tools/learn
 * learns both. Some features belong to the position, some to all characters who would be seen
 * or all who would not; only the rest is computed for each identity. */
#ifndef AI_VALUE_H
#define AI_VALUE_H

#include <alibi/game.h>

enum {
    AI_COMMON_FEATURES = 9,    /* of the position, */
    AI_GROUP_FEATURES = 6,     /* of those who would be seen, or of the others, */
    AI_IDENTITY_FEATURES = 25, /* and of one character */
    AI_FEATURES = AI_COMMON_FEATURES + AI_GROUP_FEATURES + AI_IDENTITY_FEATURES,
    AI_TURN_PHASES = 32, /* one for each turn; later turns share the last */
    AI_DEAL_PHASES = 4,  /* before the cards of a new round, for each pair of rounds */
    AI_PHASES = AI_TURN_PHASES + AI_DEAL_PHASES,
    AI_WATCHERS = 3,
    AI_STEPS = 3,  /* of a watcher: 0, 1 or 2 */
    AI_WALKS = 27, /* of all watchers: AI_STEPS to the power of AI_WATCHERS */
    AI_UNITS = 16, /* hidden ones */
};

struct ai_layer {
    float bias[AI_PHASES][AI_UNITS];
    float weight[AI_FEATURES][AI_UNITS];
    float out[AI_UNITS]; /* what an active unit adds to the logit */
};

struct ai_weights {
    float w[AI_PHASES][AI_FEATURES];
    const struct ai_layer *layer; /* NULL: no hidden units */
};

/* The value function in one position: what all identities share, computed once. */
struct ai_value {
    const struct alibi_state *s;
    const struct alibi_outlook *outlook;
    const float *w; /* the weights of the phase */
    const struct ai_layer *layer;
    unsigned suspects;        /* whom the Detective does not know to be innocent */
    float common;             /* weighted sum of the common features */
    float group[2];           /* of the group features: unseen, seen */
    float unit[2][AI_UNITS];  /* of both, for the hidden units: unseen, seen */
    float alone, pair;        /* 1 if one suspect is left, or two */
    int n_walks;              /* AI_WALKS, or 0 in a game without watchers */
    uint16_t seen[AI_WALKS];  /* by walk, the suspects whom the watchers would see, */
    uint8_t n_seen[AI_WALKS]; /* and how many these are */
    bool dark;                /* Jack was not seen last, and may leave */
};

/* Prepares the values of S for a Detective who knows the suspects in INNOCENT to be innocent
 * and has drawn HIDDEN_DRAWS more cards, which may clear others. */
void ai_value_prepare(struct ai_value *v, const struct ai_weights *weights,
                      const struct alibi_state *s, const struct alibi_outlook *outlook,
                      uint16_t innocent, uint8_t hidden_draws);

/* The logit of Jack's winning probability if he is WHO, one of v->suspects, and lacks MISSING;
 * and the probability with a logit. */
float ai_logit_of(const struct ai_value *v, unsigned who, int missing);
float ai_probability(float logit);

/* The phase of the game, and all features: what there is to learn from. The logit that WEIGHTS
 * give to features X, and the sums of the hidden units that a layer gives to them. */
int ai_phase(const struct alibi_state *s, const struct alibi_outlook *outlook);
void ai_features(float x[AI_FEATURES], const struct ai_value *v, uint8_t hidden_draws,
                 unsigned who, int missing);
float ai_logit_from(const struct ai_weights *weights, int phase, const float x[AI_FEATURES]);
void ai_units_from(float unit[AI_UNITS], const struct ai_layer *layer, int phase,
                   const float x[AI_FEATURES]);

#endif
