/* Training in small batches by Adam (Kingma and Ba 2015), with a rate that falls like a cosine.
 * The loss is the cross-entropy with the search's value, and with the result as far as it is
 * known and counted. Every tenth game is kept aside: what is told after each epoch is about
 * those. */
#include "sample.h"

#include "ai/knowledge.h"

#include <alibi/rng.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 256, ASIDE = 10 };

static const float by_result = 0.1F; /* of a label, if the result is known */
static const double pi = 3.141592653589793;

/* Everything that is learned, and the same for its gradient. */
struct net {
    float w[AI_PHASES][AI_FEATURES];
    struct ai_layer layer;
};

enum { PARAMETERS = sizeof(struct net) / sizeof(float) };

struct adam {
    struct net net, gradient, mean, square;
    double power_mean, power_square; /* of their decays, by the number of steps */
};

/* --- Samples --- */

struct samples {
    struct sample *list;
    size_t n;
};

static void check(const struct sample *s)
{
    bool good =
        s->phase < AI_PHASES && s->result <= SAMPLE_NOT_HIM && s->value >= 0 && s->value <= 1;

    for (int i = 0; i < AI_FEATURES; i++)
        good &= isfinite(s->x[i]) != 0;
    if (!good)
        stop("expected samples that learn play has written");
}

static struct samples read_all(void)
{
    const size_t size = sizeof(struct sample);
    struct samples all = {0};
    size_t cap = 0, bytes = 0, got = 1; /* in bytes, so that a broken last one is noticed */

    while (got > 0) {
        if (bytes == cap) {
            cap = cap ? 2 * cap : size << 16;
            all.list = realloc(all.list, cap);
        }
        if (!all.list)
            stop("out of memory");
        got = fread((char *)all.list + bytes, 1, cap - bytes, stdin);
        bytes += got;
    }
    all.n = bytes / size;
    for (size_t i = 0; i < all.n; i++)
        check(&all.list[i]);
    if (all.n == 0 || bytes % size != 0)
        stop("expected samples that learn play has written");
    return all;
}

static bool is_aside(const struct sample *s)
{
    return s->game % ASIDE == 0;
}

static float label_of(const struct sample *s)
{
    return s->result == SAMPLE_NOT_HIM ? s->value
                                       : s->value + by_result * ((float)s->result - s->value);
}

/* --- The net --- */

/* The weights of NET, whose layer is borrowed. */
static void weights_of(struct ai_weights *weights, const struct net *net)
{
    memcpy(weights->w, net->w, sizeof net->w);
    weights->layer = &net->layer;
}

/* Adds to the gradient what the sample S says of WEIGHTS, which are those of a->net. */
static void learn_from(struct adam *a, const struct ai_weights *weights, const struct sample *s)
{
    const struct ai_layer *layer = &a->net.layer;
    struct net *g = &a->gradient;
    float unit[AI_UNITS];
    float error =
        (ai_probability(ai_logit_from(weights, s->phase, s->x)) - label_of(s)) / BATCH;

    ai_units_from(unit, layer, s->phase, s->x);
    for (int k = 0; k < AI_UNITS; k++) {
        bool active = unit[k] > 0;

        g->layer.out[k] += active ? error * unit[k] : 0;
        unit[k] = active ? error * layer->out[k] : 0;
        g->layer.bias[s->phase][k] += unit[k];
    }
    for (int i = 0; i < AI_FEATURES; i++) {
        if (s->x[i] == 0)
            continue;
        g->w[s->phase][i] += error * s->x[i];
        for (int k = 0; k < AI_UNITS; k++)
            g->layer.weight[i][k] += unit[k] * s->x[i];
    }
}

/* A step against the gradient, which is empty afterwards. */
static void step(struct adam *a, double rate)
{
    const float keep_mean = 0.9F, keep_square = 0.999F;
    float *net = (float *)&a->net, *g = (float *)&a->gradient;
    float *mean = (float *)&a->mean, *square = (float *)&a->square;
    float r;

    a->power_mean *= (double)keep_mean;
    a->power_square *= (double)keep_square;
    r = (float)(rate * sqrt(1 - a->power_square) / (1 - a->power_mean));
    for (int i = 0; i < PARAMETERS; i++) {
        mean[i] = keep_mean * mean[i] + (1 - keep_mean) * g[i];
        square[i] = keep_square * square[i] + (1 - keep_square) * g[i] * g[i];
        net[i] -= r * mean[i] / (sqrtf(square[i]) + 1e-7F);
    }
    memset(g, 0, sizeof a->gradient);
}

/* Small random weights into the layer: half of the units add to the logit, half take away. */
static void begin(struct adam *a, struct alibi_rng *rng)
{
    struct ai_layer *layer = &a->net.layer;

    a->power_mean = a->power_square = 1;
    for (int k = 0; k < AI_UNITS; k++) {
        layer->out[k] = k % 2 ? 0.1F : -0.1F;
        for (int i = 0; i < AI_FEATURES; i++)
            layer->weight[i][k] = 0.3F * ((float)alibi_rng_below(rng, 2001) / 1000 - 1);
    }
}

/* --- What it has learned --- */

static double bits(float p, float label)
{
    const float least = 1e-5F;

    p = fminf(fmaxf(p, least), 1 - least);
    return -(double)(label * log2f(p) + (1 - label) * log2f(1 - p));
}

/* Says how far the WEIGHTS called NAME are from the samples kept aside. */
static void judge(const struct ai_weights *weights, const struct samples *all, const char *name)
{
    double loss = 0, squares = 0;
    size_t n = 0;

    for (size_t i = 0; i < all->n; i++) {
        const struct sample *s = &all->list[i];
        float p;

        if (!is_aside(s))
            continue;
        p = ai_probability(ai_logit_from(weights, s->phase, s->x));
        loss += bits(p, label_of(s)) - bits(label_of(s), label_of(s));
        squares += (double)((p - s->value) * (p - s->value));
        n++;
    }
    (void)fprintf(stderr, "%s: %.4f bits from the labels, %.4f from the search (rms)\n", name,
                  n ? loss / (double)n : 0, n ? sqrt(squares / (double)n) : 0);
}

/* --- The file of weights --- */

static void print_row(const float *x, size_t n)
{
    printf("{");
    for (size_t i = 0; i < n; i++)
        printf("%s%.3fF", i ? ", " : "", (double)x[i]);
    printf("}");
}

static void print_rows(const float *x, size_t rows, size_t columns)
{
    for (size_t i = 0; i < rows; i++) {
        print_row(x + i * columns, columns);
        printf(",\n");
    }
}

static void print_weights(const struct alibi_game *game, const struct net *net)
{
    printf("/* What tools/learn has learned of %s. */\n", game->name);
    printf("/* clang-format off */\n#include \"value.h\"\n\n");
    printf("static const struct ai_layer layer = {\n.bias = {\n");
    print_rows(net->layer.bias[0], AI_PHASES, AI_UNITS);
    printf("},\n.weight = {\n");
    print_rows(net->layer.weight[0], AI_FEATURES, AI_UNITS);
    printf("},\n.out = ");
    print_row(net->layer.out, AI_UNITS);
    printf("};\n\nstatic const struct ai_weights weights = {\n.layer = &layer,\n.w = {\n");
    print_rows(net->w[0], AI_PHASES, AI_FEATURES);
    printf("}};\n");
}

/* --- Training --- */

/* The step width when so much of the training is DONE, from 0 to 1: it grows quickly and falls
 * slowly. */
static double rate_at(double done)
{
    const double most = 3e-3, grown = 0.02;

    return done < grown ? most * done / grown : most * 0.5 * (1 + cos(pi * done));
}

void learn_train(const struct alibi_game *game, int epochs, uint64_t seed)
{
    static struct adam a;
    struct samples all = read_all();
    size_t steps = all.n / BATCH + 1;
    struct ai_weights weights;
    struct alibi_rng rng;

    judge(ai_knowledge_of(game)->weights[ALIBI_DETECTIVE], &all, "present weights");
    alibi_rng_seed(&rng, seed);
    begin(&a, &rng);
    for (int epoch = 0; epoch < epochs; epoch++) {
        for (size_t i = 0; i < steps; i++) {
            weights_of(&weights, &a.net);
            for (int k = 0; k < BATCH; k++) {
                const struct sample *s = &all.list[alibi_rng_next(&rng) % all.n];

                if (!is_aside(s))
                    learn_from(&a, &weights, s);
            }
            step(&a, rate_at(((double)epoch + (double)i / (double)steps) / epochs));
        }
        weights_of(&weights, &a.net);
        judge(&weights, &all, "after an epoch");
    }
    print_weights(game, &a.net);
    free(all.list);
}
