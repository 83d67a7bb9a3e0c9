/* The facts of a position and their weights. */
#include "value.h"

#include <alibi/kit/bits.h>

#include <math.h>
#include <string.h>

int ai_stage(const struct alibi_state *s, const struct alibi_outlook *outlook)
{
    int turn = (s->round - 1) * 4 + s->slot - 1;

    if (outlook->due)
        return AI_TURNS + s->round / 2 % 4;
    return turn < 0 ? 0 : turn >= AI_TURNS ? AI_TURNS - 1 : turn;
}

/* How many suspects of a SET the Detective will still have, who draws cards that are not known
 * yet. */
static float count(const struct ai_prospect *p, unsigned set, uint8_t unknown)
{
    int others = alibi_size(p->suspects & set) - 1;

    if (others <= 0)
        return 1;
    return 1 + (float)others * (1 - (float)unknown / (float)(p->s->game->n_characters - 1));
}

/* Whom the watchers would see, however each of them walks on by up to two steps. */
static void find_walks(struct ai_prospect *p)
{
    const struct alibi_outlook *o = p->outlook;

    p->n_walks = o->watchers ? AI_WALKS : 0;
    for (int i = 0; i < p->n_walks; i++) {
        p->seen[i] =
            (uint16_t)(p->suspects & (unsigned)(o->sight[0][i % 3] | o->sight[1][i / 3 % 3] |
                                                o->sight[2][i / 9]));
        p->n_seen[i] = (uint8_t)alibi_size(p->seen[i]);
    }
}

/* The part of N suspects that would be cleared at least by the call, in the best case for the
 * Detective and on the average of all walks. */
static void split_facts(const struct ai_prospect *p, float n, float *best, float *mean)
{
    int most = 0, sum = 0, all = alibi_size(p->suspects);

    for (int i = 0; i < p->n_walks; i++) {
        int seen = p->n_seen[i], less = seen < all - seen ? seen : all - seen;

        most = less > most ? less : most;
        sum += less;
    }
    *best = (float)most / n;
    *mean = (float)sum / n / AI_WALKS;
}

static void common_facts(float *x, const struct ai_prospect *p, float n)
{
    float best, mean;

    split_facts(p, n, &best, &mean);
    const float fact[AI_COMMON] = {
        1,
        n / 8,
        log2f(n) / 3,
        p->alone,
        p->pair,
        p->dark,
        (float)alibi_size(p->outlook->now & p->suspects) / 4,
        best,
        mean,
    };

    memcpy(x, fact, sizeof fact);
}

/* What the call for witnesses would leave of those who are SEEN, or are not. */
static void group_facts(float *x, const struct ai_prospect *p, float n, bool seen,
                        uint8_t unknown)
{
    unsigned visible = p->outlook->visible;
    float group = count(p, seen ? visible : ~visible, unknown);
    const float fact[AI_GROUP] = {
        (float)seen,
        group / n,
        log2f(group) / 3,
        (float)(group < 1.5F),
        (float)(group >= 1.5F && group < 2.5F),
        p->alone * (float)seen,
    };

    memcpy(x, fact, sizeof fact);
}

/* How many of the characters in SET would catch WHO. */
static float hunters(const struct ai_prospect *p, unsigned set, unsigned who)
{
    int n = 0;

    for (set &= ~(1U << who); set; set &= set - 1)
        n += (p->outlook->reach[alibi_lowest(set)] >> who) & 1;
    return (float)n;
}

/* How often WHO would be seen in all walks, and how many of all suspects would be left then. */
static void walk_facts(const struct ai_prospect *p, unsigned who, float *seen, float *left)
{
    int times = 0, sum = 0, all = alibi_size(p->suspects);

    for (int i = 0; i < p->n_walks; i++) {
        bool is_seen = p->seen[i] >> who & 1;

        times += is_seen;
        sum += is_seen ? p->n_seen[i] : all - p->n_seen[i];
    }
    *seen = (float)times / AI_WALKS;
    *left = (float)sum / AI_WALKS / (float)all;
}

/* Whether WHO could leave or be caught, now or in the next round, and what he still lacks. */
static void person_facts(float *x, const struct ai_prospect *p, unsigned who, int missing)
{
    const struct alibi_outlook *o = p->outlook;
    float exit = (float)(o->leave >> who & 1), flight = p->dark ? exit : 0;
    float unseen = (float)(~o->visible >> who & 1), playable = (float)(o->now >> who & 1);
    float now = hunters(p, o->now, who) / 4, next = hunters(p, o->next, who) / 4;
    float ever = hunters(p, (1U << p->s->game->n_characters) - 1, who) / 8;
    float lack = (float)missing / 6, seen, left;

    walk_facts(p, who, &seen, &left);
    const float fact[AI_PERSON] = {
        exit,
        flight,
        flight * playable,
        flight * p->alone,
        flight * p->pair,
        unseen * exit,
        unseen * exit * (float)(o->next >> who & 1),
        now,
        next,
        ever,
        (float)(now > 0) * p->alone,
        now * p->alone,
        now * p->pair,
        ever * p->alone,
        (float)(now > 0),
        playable,
        lack,
        (float)(missing <= 1),
        (float)(missing <= 2),
        lack * (float)alibi_size(p->suspects) / 8,
        unseen * (float)(missing <= 1),
        seen,
        seen * (float)(missing <= 1),
        seen * (float)(missing <= 2),
        left,
    };

    memcpy(x, fact, sizeof fact);
}

static float weigh(const float *w, const float *x, int n)
{
    float sum = 0;

    for (int i = 0; i < n; i++)
        sum += w[i] * x[i];
    return sum;
}

void ai_prospect_make(struct ai_prospect *p, const struct ai_weights *weights,
                      const struct alibi_state *s, const struct alibi_outlook *outlook,
                      uint16_t known, uint8_t unknown)
{
    float x[AI_FACTS], n;

    p->s = s;
    p->outlook = outlook;
    p->w = weights->w[ai_stage(s, outlook)];
    p->suspects = s->suspects & ~(unsigned)known;
    p->dark = s->witness == ALIBI_INVISIBLE && s->round > 1;
    find_walks(p);
    n = count(p, p->suspects, unknown);
    p->alone = (float)(n < 1.5F);
    p->pair = (float)(n >= 1.5F && n < 2.5F);
    common_facts(x, p, n);
    p->common = weigh(p->w, x, AI_COMMON);
    for (int seen = 0; seen < 2; seen++) {
        group_facts(x, p, n, seen, unknown);
        p->group[seen] = weigh(p->w + AI_COMMON, x, AI_GROUP);
    }
}

float ai_prospect_of(const struct ai_prospect *p, unsigned who, int missing)
{
    float x[AI_PERSON], sum = p->common + p->group[p->outlook->visible >> who & 1];

    person_facts(x, p, who, missing);
    return 1 / (1 + expf(-sum - weigh(p->w + AI_COMMON + AI_GROUP, x, AI_PERSON)));
}

void ai_facts(float x[AI_FACTS], const struct ai_prospect *p, uint8_t unknown, unsigned who,
              int missing)
{
    float n = count(p, p->suspects, unknown);

    common_facts(x, p, n);
    group_facts(x + AI_COMMON, p, n, p->outlook->visible >> who & 1, unknown);
    person_facts(x + AI_COMMON + AI_GROUP, p, who, missing);
}
