/* The facts of a position and their weights. */
#include "value.h"

#include "core/bits.h"

#include <math.h>
#include <string.h>

int ai_phase(const struct alibi_state *s)
{
    int phase = (s->round - 1) * 4 + s->slot - 1;

    return phase < 0 ? 0 : phase >= AI_PHASES ? AI_PHASES - 1 : phase;
}

/* How many of the characters in SET would catch WHO. */
static float hunters(const struct alibi_outlook *outlook, unsigned set, unsigned who)
{
    int n = 0;

    for (; set; set &= set - 1)
        n += (outlook->reach[alibi_lowest(set)] >> who) & 1;
    return (float)n;
}

static float log_size(float n)
{
    return log2f(n) / 3;
}

void ai_features(float x[AI_FEATURES], const struct alibi_state *s,
                 const struct alibi_outlook *outlook, const struct ai_question *q)
{
    unsigned me = q->identity, suspects = s->suspects & ~(unsigned)q->known;
    unsigned everyone = (1U << s->game->n_characters) - 1;
    bool seen = outlook->visible >> me & 1, exit = outlook->leave >> me & 1;
    bool dark = s->witness == ALIBI_INVISIBLE && s->round > 1;
    unsigned like_me = suspects & (seen ? outlook->visible : ~(unsigned)outlook->visible);
    float left = 1 - (float)q->unknown_cards / (float)(s->game->n_characters - 1);
    float n = 1 + (float)(alibi_size(suspects | 1U << me) - 1) * left;
    float group = 1 + (float)(alibi_size(like_me | 1U << me) - 1) * left;
    float now = hunters(outlook, outlook->now & ~(1U << me), me) / 4;
    float next = hunters(outlook, outlook->next & ~(1U << me), me) / 4;
    float ever = hunters(outlook, everyone & ~(1U << me), me) / 8;
    float alone = n < 1.5F, pair = n >= 1.5F && n < 2.5F;
    const float fact[AI_FEATURES] = {
        1,
        n / 8,
        log_size(n),
        alone,
        pair,
        seen,
        group / n,
        log_size(group),
        group < 1.5F,
        group >= 1.5F && group < 2.5F,
        dark,
        exit,
        (float)(dark && exit),
        (float)(dark && exit && (outlook->now >> me & 1)),
        (float)(dark && exit) * alone,
        (float)(!seen && exit),
        (float)(!seen && exit && (outlook->next >> me & 1)),
        now,
        next,
        ever,
        alone * (now > 0),
        alone * now,
        pair * now,
        alone * ever,
        (float)q->missing / 6,
        (float)(q->missing <= 1),
        (float)(q->missing <= 2),
        (float)q->missing / 6 * n / 8,
        (float)alibi_size(s->suspects) / 8,
        (float)(outlook->now >> me & 1),
    };

    memcpy(x, fact, sizeof fact);
}

float ai_value(const struct ai_weights *weights, const struct alibi_state *s,
               const struct alibi_outlook *outlook, const struct ai_question *question)
{
    const float *w = weights->w[ai_phase(s)];
    float x[AI_FEATURES], z = 0;

    ai_features(x, s, outlook, question);
    for (int i = 0; i < AI_FEATURES; i++)
        z += w[i] * x[i];
    return 1 / (1 + expf(-z));
}
