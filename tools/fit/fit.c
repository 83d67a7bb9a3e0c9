/* Learns the weights of the value function (src/ai/value.h) from games between players.
 * CONTRIBUTING.md says how to run it.
 *
 *   fit play GAME JACK DETECTIVE MS GAMES SEED >> samples    play games, write samples
 *   fit solve NAME < samples                                 logistic regression by phases
 *
 * A sample is the features of a position for the true Jack, and who won: the first position of
 * each phase of each game. What `solve` prints is the table NAME of src/ai/knowledge/GAME.c. */
#include "ai/knowledge.h"

#include <alibi/player.h>
#include <alibi/rng.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The strength of the pull towards the weights of all phases, and of those towards 0, as a
 * number of samples; both set by hand. Newton's method converges in fewer rounds than these. */
enum { PULL_PHASE = 100, PULL_ALL = 5, NEWTON_ROUNDS = 8 };

struct sample {
    float x[AI_FEATURES];
    uint8_t phase, jack_won;
};

/* --- Playing --- */

struct table {
    struct alibi_state s;
    struct alibi_player *player[2];
    struct alibi_budget budget;
    struct alibi_rng chance;
    struct sample sample[AI_PHASES];
    int n;
};

static void stop(const char *why)
{
    (void)fprintf(stderr, "fit: %s\n", why);
    exit(EXIT_FAILURE);
}

static void tell(struct table *t, const struct alibi_state *before, alibi_move m, bool called)
{
    for (int seat = 0; seat < 2; seat++) {
        char token[ALIBI_TOKEN_MAX];
        struct alibi_text text = alibi_text_in(token, sizeof token);

        alibi_token_print(&text, before, m, (enum alibi_viewer)seat);
        if (alibi_player_see(t->player[seat], token, text.len, NULL) != ALIBI_OK)
            stop("a player refused a token");
        if (!called)
            continue;
        text = alibi_text_in(token, sizeof token);
        alibi_text_format(&text, "witness=%s", alibi_witness_name(t->s.witness));
        if (alibi_player_see(t->player[seat], token, text.len, NULL) != ALIBI_OK)
            stop("a player refused a token");
    }
}

/* Samples the position, if it is the first of its phase. */
static void take_sample(struct table *t)
{
    const struct alibi_state *s = &t->s;
    struct alibi_outlook outlook;
    struct ai_value evaluation;
    int phase;

    s->game->outlook(&outlook, s);
    phase = ai_phase(s, &outlook);
    if (t->n > 0 && t->sample[t->n - 1].phase == phase)
        return;
    ai_value_prepare(&evaluation, ai_knowledge_of(s->game)->weights[0], s, &outlook,
                     s->alibis[ALIBI_DETECTIVE] & s->suspects, 0);
    t->sample[t->n].phase = (uint8_t)phase;
    ai_features(t->sample[t->n++].x, &evaluation, 0, s->identity,
                s->game->missing ? s->game->missing(s) : 0);
}

static void play(struct table *t)
{
    while (t->s.winner == ALIBI_NOBODY) {
        struct alibi_state before = t->s;
        alibi_move m[ALIBI_MOVES_MAX], chosen;
        int n = t->s.game->moves(&t->s, m);

        if (t->s.round > 0)
            take_sample(t);
        if (t->s.to_act == ALIBI_CHANCE) {
            chosen = m[alibi_rng_below(&t->chance, (uint32_t)n)];
        } else {
            struct alibi_thought thought;

            alibi_player_think(t->player[t->s.to_act], &t->budget, &thought);
            chosen = thought.move;
        }
        tell(t, &before, chosen, t->s.game->apply(&t->s, chosen));
    }
}

static void play_games(const struct alibi_game *game, char *const name[2], uint32_t ms,
                       int games, uint64_t seed)
{
    for (int i = 0; i < games; i++) {
        static struct table t;

        t.n = 0;
        t.budget = (struct alibi_budget){.ms = ms};
        alibi_setup(&t.s, game, NULL);
        alibi_rng_seed(&t.chance, seed + (uint64_t)i);
        for (int seat = 0; seat < 2; seat++) {
            struct alibi_view view;

            game->observe(&view, &t.s, (enum alibi_viewer)seat);
            if (alibi_player_new(&t.player[seat], name[seat], &view, seed + (uint64_t)i, 0,
                                 NULL) != ALIBI_OK)
                stop("expected the name of a player");
        }
        play(&t);
        for (int k = 0; k < t.n; k++)
            t.sample[k].jack_won = t.s.winner == ALIBI_JACK;
        if (fwrite(t.sample, sizeof t.sample[0], (size_t)t.n, stdout) != (size_t)t.n)
            stop("standard output could not be written");
        for (int seat = 0; seat < 2; seat++)
            alibi_player_free(t.player[seat]);
    }
}

/* --- Solving --- */

/* Solves A x = B for a symmetric positive definite A by Cholesky's method; x replaces B. */
static void cholesky(double a[AI_FEATURES][AI_FEATURES], double *b)
{
    for (int i = 0; i < AI_FEATURES; i++)
        for (int j = 0; j <= i; j++) {
            double sum = a[i][j];

            for (int k = 0; k < j; k++)
                sum -= a[i][k] * a[j][k];
            a[i][j] = i == j ? sqrt(sum) : sum / a[j][j];
        }
    for (int i = 0; i < AI_FEATURES; i++) {
        for (int k = 0; k < i; k++)
            b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
    for (int i = AI_FEATURES - 1; i >= 0; i--) {
        for (int k = i + 1; k < AI_FEATURES; k++)
            b[i] -= a[k][i] * b[k];
        b[i] /= a[i][i];
    }
}

/* Adds sample X with its label to the gradient and the lower half of the Hessian of the
 * log-likelihood at W; returns its loss in bits. */
static double add_sample(const float *x, bool jack_won, const double *w, double *gradient,
                         double hessian[AI_FEATURES][AI_FEATURES])
{
    double z = 0, p;

    for (int i = 0; i < AI_FEATURES; i++)
        z += w[i] * (double)x[i];
    p = 1 / (1 + exp(-z));
    for (int i = 0; i < AI_FEATURES; i++) {
        gradient[i] += (jack_won - p) * (double)x[i];
        for (int j = 0; j <= i && x[i] != 0; j++)
            hessian[i][j] += p * (1 - p) * (double)(x[i] * x[j]);
    }
    return -log2(jack_won ? p : 1 - p);
}

/* Fits W to the samples of PHASE (-1: all) by Newton's method, with a quadratic penalty that
 * pulls it towards PRIOR as PULL samples would. Returns the mean loss in bits. */
static double fit(const struct sample *sample, size_t n, int phase, const double *prior,
                  double pull, double *w)
{
    double loss = 0;

    memcpy(w, prior, sizeof(double) * AI_FEATURES);
    for (int round = 0; round < NEWTON_ROUNDS; round++) {
        double hessian[AI_FEATURES][AI_FEATURES] = {{0}}, step[AI_FEATURES];
        size_t used = 0;

        loss = 0;
        for (int i = 0; i < AI_FEATURES; i++) {
            step[i] = pull * (prior[i] - w[i]);
            hessian[i][i] = pull;
        }
        for (size_t k = 0; k < n; k++)
            if (phase < 0 || sample[k].phase == phase) {
                loss += add_sample(sample[k].x, sample[k].jack_won, w, step, hessian);
                used++;
            }
        cholesky(hessian, step);
        for (int i = 0; i < AI_FEATURES; i++)
            w[i] += step[i];
        loss /= used ? (double)used : 1;
    }
    return loss;
}

static struct sample *read_all(size_t *n)
{
    size_t cap = 1 << 16;
    struct sample *list = malloc(cap * sizeof *list);

    for (*n = 0; list; *n += 1) {
        if (*n == cap)
            list = realloc(list, (cap *= 2) * sizeof *list);
        if (!list || fread(&list[*n], sizeof *list, 1, stdin) != 1)
            break;
    }
    if (!list)
        stop("out of memory");
    if (*n == 0)
        stop("expected the samples that fit play writes");
    return list;
}

/* Fits one set of weights to all samples, then one for each phase, and prints them as the table
 * NAME. */
static void solve(const char *name)
{
    static const double zero[AI_FEATURES];
    double all[AI_FEATURES], w[AI_FEATURES];
    size_t n;
    struct sample *sample = read_all(&n);
    double loss = fit(sample, n, -1, zero, PULL_ALL, all);

    (void)fprintf(stderr, "fit: %zu samples, %.4f bits per sample with one set of weights\n", n,
                  loss);
    printf("static const struct ai_weights %s = {{\n", name);
    for (int phase = 0; phase < AI_PHASES; phase++) {
        loss = fit(sample, n, phase, all, PULL_PHASE, w);
        (void)fprintf(stderr, "fit: phase %d: %.4f bits\n", phase, loss);
        printf("{");
        for (int i = 0; i < AI_FEATURES; i++)
            printf("%s%.3fF", i ? ", " : "", w[i]);
        printf("},\n");
    }
    printf("}};\n");
    free(sample);
}

int main(int argc, char **argv)
{
    const struct alibi_game *game = argc == 8 ? alibi_game_find(argv[2]) : NULL;

    if (argc == 3 && strcmp(argv[1], "solve") == 0)
        solve(argv[2]);
    else if (game && strcmp(argv[1], "play") == 0)
        play_games(game, argv + 3, (uint32_t)strtoul(argv[5], NULL, 10), atoi(argv[6]),
                   strtoull(argv[7], NULL, 10));
    else
        stop("usage: fit play GAME JACK DETECTIVE MS GAMES SEED, or fit solve NAME");
    return 0;
}
