/* What Jack's choices say about who he is. */
#include "reading.h"

#include "core/bits.h"
#include "tree.h"

#include <math.h>
#include <string.h>

enum { BEAM = 32 };

static const float slip = 0.06F;  /* a loss that makes a choice e times less likely */
static const float doubt = 0.25F; /* the part of choices from which nothing can be read */

void ai_reading_begin(struct ai_reading *r)
{
    memset(r, 0, sizeof *r);
    for (int i = 0; i < ALIBI_CHARACTERS_MAX; i++)
        r->likely[i] = 1;
}

void ai_reading_see(struct ai_reading *r, const struct alibi_view *before, alibi_move m)
{
    struct ai_episode *e;

    if (before->seen.to_act != ALIBI_JACK)
        return;
    if (!r->open) {
        if (r->n == AI_EPISODES)
            memmove(r->episode, r->episode + 1, (size_t)--r->n * sizeof r->episode[0]);
        r->episode[r->n].before = *before;
        r->episode[r->n++].n = 0;
        r->open = true;
    }
    e = &r->episode[r->n - 1];
    if (e->n < ALIBI_SEQUENCE_MAX)
        e->move[e->n++] = m;
}

void ai_reading_settle(struct ai_reading *r, const struct alibi_view *now)
{
    const struct alibi_state *was, *is = &now->seen;

    if (!r->open)
        return;
    was = &r->episode[r->n - 1].before.seen;
    r->open = is->round == was->round && is->slot == was->slot && is->winner == ALIBI_NOBODY;
}

/* The chance of everybody after the activation E, which none of the options need be. */
static void judge_played(struct ai_tree *t, const struct ai_episode *e,
                         struct ai_option *played)
{
    struct ai_options *o = &t->options;

    memset(played, 0, sizeof *played);
    played->before = t->lanes.root;
    played->jacks = o->jacks;
    for (int i = 0; i < e->n; i++) {
        played->move[played->n++] = e->move[i];
        if (i + 1 < e->n)
            (void)ai_play(&t->lanes, &t->lanes.lane[0], &played->before, e->move[i],
                          &played->unknown);
    }
    ai_options_judge(o, played);
}

/* Makes those less likely to be Jack for whom E was a poor choice. */
static void read_episode(struct ai_reading *r, const struct ai_episode *e, struct ai_tree *t)
{
    struct ai_options *o = &t->options;
    struct ai_option played;

    ai_tree_look(t, 0);
    o->known = 0;
    ai_options_find(o, &t->lanes.root, BEAM);
    judge_played(t, e, &played);
    for (unsigned b = o->jacks; b; b &= b - 1) {
        unsigned who = alibi_lowest(b);
        float best = played.chance[who], loss;

        for (int i = 0; i < o->n; i++)
            if (o->option[i].jacks >> who & 1)
                best = fmaxf(best, o->option[i].chance[who]);
        loss = best - played.chance[who];
        r->likely[who] *= doubt + (1 - doubt) * expf(-loss / slip);
    }
}

uint64_t ai_reading_update(struct ai_reading *r, void *memory, size_t size)
{
    struct ai_tree *t = memory;
    int over = r->n - r->open;
    uint64_t nodes = 0;

    for (int i = 0; i < over; i++) {
        ai_tree_init(t, size, &r->episode[i].before);
        read_episode(r, &r->episode[i], t);
        nodes += t->options.nodes;
    }
    memmove(r->episode, r->episode + over, (size_t)(r->n - over) * sizeof r->episode[0]);
    r->n -= over;
    return nodes;
}
