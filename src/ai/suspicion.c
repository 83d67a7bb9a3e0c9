/* Bayes' rule over Jack's choices. */
#include "suspicion.h"

#include "champion.h"
#include "knowledge.h"

#include <math.h>

/* All decisions that wait share PART of a budget in nodes, or nodes for every millisecond of
 * one in time, at most MOST_NODES: a slow machine needs the time for its own decision. With
 * less than LEAST_NODES for each, the model is too poor to be believed. Set by hand. */
enum { PART = 4, LEAST_NODES = 8000, MOST_NODES = 200000 };

/* The model of Jack: mostly he plays the strategy that was found; often he chooses by the
 * values, because another search prefers another of several good moves; sometimes he has
 * something else in mind. Fitted to games of the champion: docs/strength.md. */
static const float by_value = 0.3F;   /* how often he chooses by value, */
static const float heat = 0.1F;       /* where what is so much worse is e times rarer, */
static const float blindness = 0.15F; /* and how often by nothing that is known */

/* The least likelihood of a Jack, relative to the likeliest: the model may be wrong. */
static const float least_likelihood = 1e-3F;

/* --- Listening --- */

void ai_suspicion_hear(struct ai_suspicion *suspicion, const struct alibi_state *before,
                       alibi_move move, const struct alibi_state *after)
{
    struct ai_reading *reading = &suspicion->waiting[suspicion->n];

    if (before->to_act != ALIBI_JACK || suspicion->n == AI_WAITING)
        return;
    if (!suspicion->open) {
        before->game->observe(&reading->view, before, ALIBI_AS_JACK);
        reading->n = 0;
        suspicion->open = true;
    }
    if (reading->n < ALIBI_SEQUENCE_MAX)
        reading->move[reading->n++] = move;
    if (after->to_act == ALIBI_JACK && after->slot == before->slot &&
        after->round == before->round)
        return;
    suspicion->open = false;
    suspicion->n++;
}

/* --- The model --- */

/* The value of child A of the root for Jack in INFOSET; -1 if he cannot choose it. */
static float value_in(const struct ai_tree *t, int infoset, uint32_t a)
{
    const struct cfr_lanes *lanes = &t->lanes.cfr;
    uint32_t child = t->cfr.node[0].first_child + a;
    float sum = 0, weight = 0;

    for (int l = 0; l < lanes->n; l++)
        if (lanes->infoset[CFR_JACK][0][l] == infoset &&
            cfr_has(&t->cfr.node[child].alive, l)) {
            sum += lanes->prior[l] * cfr_values(&t->cfr, child)[l];
            weight += lanes->prior[l];
        }
    return weight > 0 ? sum / weight : -1;
}

/* The probability that Jack in INFOSET chooses child CHOSEN of the root. */
static float likelihood_in(const struct ai_tree *t, int infoset, uint32_t chosen)
{
    uint32_t n = t->cfr.node[0].n_children;
    float share[CFR_ACTIONS], value[CFR_ACTIONS], best = -1, sum = 0;
    int possible = 0;

    cfr_average_strategy(&t->cfr, 0, infoset, share);
    for (uint32_t a = 0; a < n; a++) {
        value[a] = value_in(t, infoset, a);
        best = fmaxf(best, value[a]);
        possible += value[a] >= 0;
    }
    for (uint32_t a = 0; a < n; a++)
        sum += value[a] < 0 ? 0 : expf((value[a] - best) / heat);
    if (value[chosen] < 0)
        return 0;
    return (1 - blindness) * ((1 - by_value) * share[chosen] +
                              by_value * expf((value[chosen] - best) / heat) / sum) +
           blindness / (float)possible;
}

/* Takes the choice of CHILD, at the root of the solved tree T, as evidence. */
static void learn(struct ai_suspicion *suspicion, const struct ai_tree *t, uint32_t child)
{
    const struct cfr_lanes *lanes = &t->lanes.cfr;
    float sum[ALIBI_CHARACTERS_MAX] = {0}, weight[ALIBI_CHARACTERS_MAX] = {0};
    float likelihood[CFR_LANES];

    for (int i = 0; i < lanes->n_infosets[CFR_JACK][0]; i++)
        likelihood[i] = likelihood_in(t, i, child - t->cfr.node[0].first_child);
    for (int l = 0; l < lanes->n; l++) {
        unsigned who = t->lanes.lane[l].identity;

        sum[who] += lanes->prior[l] * likelihood[lanes->infoset[CFR_JACK][0][l]];
        weight[who] += lanes->prior[l];
    }
    for (int i = 0; i < ALIBI_CHARACTERS_MAX; i++)
        if (sum[i] > 0)
            suspicion->log_likelihood[i] += logf(sum[i] / weight[i]);
}

/* --- Reading --- */

/* Begins to solve the decision whose turn it is. */
static void begin_model(struct ai_suspicion *suspicion, const struct ai_search *search)
{
    const struct ai_reading *reading = &suspicion->waiting[suspicion->at];

    suspicion->model = (struct ai_search){.style = search->style,
                                          .view = reading->view,
                                          .rng = search->rng,
                                          .memory = search->memory,
                                          .size = search->size,
                                          .team = search->team,
                                          .played = reading->move,
                                          .n_played = reading->n,
                                          .candid = true};
    ai_champion.begin(&suspicion->model);
}

static void end_model(struct ai_suspicion *suspicion)
{
    struct champion *c = suspicion->model.memory;

    if (c->tree.played_child == 0 || c->tree.cfr.node[0].n_children < 2)
        return;
    while (c->iterations_due-- > 0)
        cfr_iterate(&c->tree.cfr);
    (void)cfr_evaluate(&c->tree.cfr);
    learn(suspicion, &c->tree, c->tree.played_child);
}

/* How many nodes each of the decisions that wait may cost. */
static uint64_t nodes_for_each(const struct ai_suspicion *suspicion,
                               const struct ai_search *search)
{
    uint64_t nodes = ai_knowledge_of(search->view.seen.game)->reading;

    if (nodes == 0 || suspicion->n == 0)
        return 0;
    nodes = search->budget.nodes == UINT64_MAX ? nodes * search->budget.ms
                                               : search->budget.nodes / PART;
    return (nodes < MOST_NODES ? nodes : MOST_NODES) / (uint64_t)suspicion->n;
}

bool ai_suspicion_begin(struct ai_suspicion *suspicion, const struct ai_search *search)
{
    suspicion->at = 0;
    suspicion->nodes = nodes_for_each(suspicion, search);
    if (suspicion->nodes < LEAST_NODES) {
        ai_suspicion_stop(suspicion);
        return false;
    }
    begin_model(suspicion, search);
    return true;
}

bool ai_suspicion_step(struct ai_suspicion *suspicion, struct ai_search *search, uint64_t until)
{
    struct ai_search *model = &suspicion->model;

    while (search->nodes < until) {
        uint64_t before = model->nodes, most = before + until - search->nodes;
        bool more = ai_champion.step(model, most < suspicion->nodes ? most : suspicion->nodes);

        search->nodes += model->nodes - before;
        if (more && model->nodes < suspicion->nodes)
            continue;
        end_model(suspicion);
        if (++suspicion->at == suspicion->n) {
            ai_suspicion_stop(suspicion);
            return false;
        }
        begin_model(suspicion, search);
    }
    return true;
}

void ai_suspicion_stop(struct ai_suspicion *suspicion)
{
    if (suspicion->open)
        suspicion->waiting[0] = suspicion->waiting[suspicion->n];
    suspicion->n = 0;
}

double ai_suspicion_weigh(const void *context, const struct alibi_state *world)
{
    const struct ai_suspicion *suspicion = context;
    float most = -INFINITY;

    for (int i = 0; i < world->game->n_characters; i++)
        if (world->suspects >> i & 1)
            most = fmaxf(most, suspicion->log_likelihood[i]);
    return (double)fmaxf(expf(suspicion->log_likelihood[world->identity] - most),
                         least_likelihood);
}
