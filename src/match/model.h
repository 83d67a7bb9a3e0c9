/* A model of a player whose method is known, but not his random seed: how likely a move of his
 * is, were he some type. It is the policy by which a posterior (posterior.h) reads him. */
#ifndef MATCH_MODEL_H
#define MATCH_MODEL_H

#include "posterior.h"

#include <alibi/player.h>

struct match_plan;

/* The caller sets the first part and the rest to zero. */
struct match_model {
    const char *name; /* a kind of player */
    struct alibi_budget budget;
    size_t memory;
    unsigned samples; /* searches by which a decision is predicted, each with its own seed */
    uint64_t seed;
    /* The part of the probability that does not go by the shares of the searches: where two
     * moves are about as good, another seed may prefer the other. */
    double doubt;

    struct match_plan *plan; /* the latest one of each type that was asked */
    size_t n_plans;
};

/* Forgets the plans. */
void match_model_clear(struct match_model *model);

/* The policy; CONTEXT is the model. */
bool match_model_predict(void *context, const struct match_posterior *p,
                         const struct match_type *type, alibi_move m, double *probability);

#endif
