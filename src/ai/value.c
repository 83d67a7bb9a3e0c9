/* The features of a position. Each is divided by a typical size, so that weights are of one
 * order; these divisors belong to the learned weights and change only with them. */
#include "value.h"

#include <alibi/kit/bits.h>

#include <assert.h>
#include <math.h>
#include <string.h>

int ai_phase(const struct alibi_state *s, const struct alibi_outlook *outlook)
{
    int turn = (s->round - 1) * s->game->n_slots + s->slot - 1;

    if (outlook->due)
        return AI_TURN_PHASES + s->round / 2 % AI_DEAL_PHASES;
    return turn < 0 ? 0 : turn >= AI_TURN_PHASES ? AI_TURN_PHASES - 1 : turn;
}

/* The expected number of suspects in SET, at least 1, for a Detective whose hidden draws clear
 * some of them. */
static float count(const struct ai_value *v, unsigned set, uint8_t hidden_draws)
{
    int others = alibi_size(v->suspects & set) - 1;

    if (others <= 0)
        return 1;
    return 1 +
           (float)others * (1 - (float)hidden_draws / (float)(v->s->game->n_characters - 1));
}

static bool is_one(float n)
{
    return n < 1.5F;
}

static bool is_two(float n)
{
    return n >= 1.5F && n < 2.5F;
}

/* Finds the suspects whom the watchers would see after each of their walks. */
static void find_walks(struct ai_value *v)
{
    const struct alibi_outlook *o = v->outlook;

    v->n_walks = o->watchers ? AI_WALKS : 0;
    for (int i = 0; i < v->n_walks; i++) {
        unsigned seen = 0;

        for (int k = 0, steps = i; k < AI_WATCHERS; k++, steps /= AI_STEPS)
            seen |= o->sight[k][steps % AI_STEPS];
        v->seen[i] = (uint16_t)(v->suspects & seen);
        v->n_seen[i] = (uint8_t)alibi_size(v->seen[i]);
    }
}

/* The part of the N suspects that a call would clear at least: after the best walk for the
 * Detective, and on average over all walks. */
static void walk_splits(const struct ai_value *v, float n, float *best, float *mean)
{
    int most = 0, sum = 0, all = alibi_size(v->suspects);

    for (int i = 0; i < v->n_walks; i++) {
        int seen = v->n_seen[i], less = seen < all - seen ? seen : all - seen;

        most = less > most ? less : most;
        sum += less;
    }
    *best = (float)most / n;
    *mean = (float)sum / n / AI_WALKS;
}

static void common_features(float *x, const struct ai_value *v, float n)
{
    float best, mean;

    walk_splits(v, n, &best, &mean);
    const float feature[AI_COMMON_FEATURES] = {
        1, /* bias */
        n / 8,   log2f(n) / 3, v->alone,
        v->pair, v->dark,      (float)alibi_size(v->outlook->now & v->suspects) / 4,
        best,    mean,
    };

    memcpy(x, feature, sizeof feature);
}

/* What a call would leave of the N suspects if Jack is among those who are SEEN, or are not. */
static void group_features(float *x, const struct ai_value *v, float n, bool seen,
                           uint8_t hidden_draws)
{
    unsigned visible = v->outlook->visible;
    float group = count(v, seen ? visible : ~visible, hidden_draws);
    const float feature[AI_GROUP_FEATURES] = {
        (float)seen,          group / n,
        log2f(group) / 3,     (float)is_one(group),
        (float)is_two(group), v->alone * (float)seen,
    };

    memcpy(x, feature, sizeof feature);
}

/* How many of the characters in SET would catch WHO. */
static float hunters(const struct ai_value *v, unsigned set, unsigned who)
{
    int n = 0;

    for (set &= ~(1U << who); set; set &= set - 1)
        n += (v->outlook->accuses[alibi_lowest(set)] >> who) & 1;
    return (float)n;
}

/* Over all walks of the watchers: how often WHO would be seen, and the part of the suspects
 * that a call would leave then. */
static void walk_fates(const struct ai_value *v, unsigned who, float *seen, float *left)
{
    int times = 0, sum = 0, all = alibi_size(v->suspects);

    for (int i = 0; i < v->n_walks; i++) {
        bool is_seen = v->seen[i] >> who & 1;

        times += is_seen;
        sum += is_seen ? v->n_seen[i] : all - v->n_seen[i];
    }
    *seen = (float)times / AI_WALKS;
    *left = (float)sum / AI_WALKS / (float)all;
}

/* Whether WHO could leave or be caught, now or in the next round, and what he lacks. */
static void identity_features(float *x, const struct ai_value *v, unsigned who, int missing)
{
    const struct alibi_outlook *o = v->outlook;
    float exit = (float)(o->leave >> who & 1), flight = v->dark ? exit : 0;
    float unseen = (float)(~o->visible >> who & 1), playable = (float)(o->now >> who & 1);
    float now = hunters(v, o->now, who) / 4, next = hunters(v, o->next, who) / 4;
    float ever = hunters(v, (1U << v->s->game->n_characters) - 1, who) / 8;
    float lack = (float)missing / 6, seen, left;

    walk_fates(v, who, &seen, &left);
    const float feature[AI_IDENTITY_FEATURES] = {
        /* leaving */
        exit,
        flight,
        flight * playable,
        flight * v->alone,
        flight * v->pair,
        unseen * exit,
        unseen * exit * (float)(o->next >> who & 1),
        /* being caught */
        now,
        next,
        ever,
        (float)(now > 0) * v->alone,
        now * v->alone,
        now * v->pair,
        ever * v->alone,
        (float)(now > 0),
        playable,
        /* collecting */
        lack,
        (float)(missing <= 1),
        (float)(missing <= 2),
        lack * (float)alibi_size(v->suspects) / 8,
        unseen * (float)(missing <= 1),
        /* being seen by watchers who walk on */
        seen,
        seen * (float)(missing <= 1),
        seen * (float)(missing <= 2),
        left,
    };

    memcpy(x, feature, sizeof feature);
}

static float dot(const float *w, const float *x, int n)
{
    float sum = 0;

    for (int i = 0; i < n; i++)
        sum += w[i] * x[i];
    return sum;
}

/* Adds to the sums of the hidden units what the N features X, from number FIRST on, mean to
 * them. Most features are 0. */
static void add_to_units(float unit[AI_UNITS], const struct ai_layer *layer, int first,
                         const float *x, int n)
{
    for (int i = 0; i < n; i++) {
        const float *w = layer->weight[first + i];

        for (int k = 0; k < AI_UNITS && x[i] != 0; k++)
            unit[k] += w[k] * x[i];
    }
}

/* What the hidden units with these sums add to the logit. */
static float active(const struct ai_layer *layer, const float unit[AI_UNITS])
{
    float sum = 0;

    for (int k = 0; k < AI_UNITS; k++)
        sum += unit[k] > 0 ? unit[k] * layer->out[k] : 0;
    return sum;
}

void ai_units_from(float unit[AI_UNITS], const struct ai_layer *layer, int phase,
                   const float x[AI_FEATURES])
{
    memcpy(unit, layer->bias[phase], sizeof layer->bias[phase]);
    add_to_units(unit, layer, 0, x, AI_FEATURES);
}

float ai_logit_from(const struct ai_weights *weights, int phase, const float x[AI_FEATURES])
{
    float sum = dot(weights->w[phase], x, AI_FEATURES), unit[AI_UNITS];

    if (!weights->layer)
        return sum;
    ai_units_from(unit, weights->layer, phase, x);
    return sum + active(weights->layer, unit);
}

void ai_value_prepare(struct ai_value *v, const struct ai_weights *weights,
                      const struct alibi_state *s, const struct alibi_outlook *outlook,
                      uint16_t innocent, uint8_t hidden_draws)
{
    float x[AI_FEATURES], n;
    int phase = ai_phase(s, outlook);

    assert(phase >= 0 && phase < AI_PHASES);
    v->s = s;
    v->outlook = outlook;
    v->w = weights->w[phase];
    v->layer = weights->layer;
    v->suspects = s->suspects & ~(unsigned)innocent;
    v->dark = s->witness == ALIBI_INVISIBLE && s->round > 1;
    find_walks(v);
    n = count(v, v->suspects, hidden_draws);
    v->alone = (float)is_one(n);
    v->pair = (float)is_two(n);
    common_features(x, v, n);
    v->common = dot(v->w, x, AI_COMMON_FEATURES);
    for (int seen = 0; seen < 2; seen++) {
        group_features(x + AI_COMMON_FEATURES, v, n, seen, hidden_draws);
        v->group[seen] =
            dot(v->w + AI_COMMON_FEATURES, x + AI_COMMON_FEATURES, AI_GROUP_FEATURES);
        if (!v->layer)
            continue;
        memcpy(v->unit[seen], v->layer->bias[phase], sizeof v->unit[seen]);
        add_to_units(v->unit[seen], v->layer, 0, x, AI_COMMON_FEATURES + AI_GROUP_FEATURES);
    }
}

float ai_logit_of(const struct ai_value *v, unsigned who, int missing)
{
    const int first = AI_COMMON_FEATURES + AI_GROUP_FEATURES;
    unsigned seen = v->outlook->visible >> who & 1;
    float x[AI_IDENTITY_FEATURES], unit[AI_UNITS], sum = v->common + v->group[seen];

    identity_features(x, v, who, missing);
    sum += dot(v->w + first, x, AI_IDENTITY_FEATURES);
    if (!v->layer)
        return sum;
    memcpy(unit, v->unit[seen], sizeof unit);
    add_to_units(unit, v->layer, first, x, AI_IDENTITY_FEATURES);
    return sum + active(v->layer, unit);
}

float ai_probability(float logit)
{
    return 1 / (1 + expf(-logit));
}

void ai_features(float x[AI_FEATURES], const struct ai_value *v, uint8_t hidden_draws,
                 unsigned who, int missing)
{
    float n = count(v, v->suspects, hidden_draws);
    bool seen = v->outlook->visible >> who & 1;

    common_features(x, v, n);
    group_features(x + AI_COMMON_FEATURES, v, n, seen, hidden_draws);
    identity_features(x + AI_COMMON_FEATURES + AI_GROUP_FEATURES, v, who, missing);
}
