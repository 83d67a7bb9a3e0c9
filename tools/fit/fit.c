/* Finds the weights of the value function (src/ai/value.h) from games between players.
 * CONTRIBUTING.md says how to run it.
 *
 *   fit play GAME JACK DETECTIVE MS GAMES SEED >> samples     play, and write down every stage
 *   fit solve < samples > src/ai/weights/GAME_SEAT.h          logistic regression by stages
 *
 * A sample is what the value function would be asked about the true Jack, and who won. */
#include "ai/tree.h"

#include <alibi/player.h>
#include <alibi/rng.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sample {
    float x[AI_FEATURES];
    uint8_t stage, jack_won;
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
            stop("a player did not follow");
        if (!called)
            continue;
        text = alibi_text_in(token, sizeof token);
        alibi_text_format(&text, "witness=%s", alibi_witness_name(t->s.witness));
        if (alibi_player_see(t->player[seat], token, text.len, NULL) != ALIBI_OK)
            stop("a player did not follow");
    }
}

/* Writes the position down, if it is the first of its stage. */
static void note(struct table *t)
{
    const struct alibi_state *s = &t->s;
    struct alibi_outlook outlook;
    struct ai_value evaluation;

    int stage;

    s->game->outlook(&outlook, s);
    stage = ai_phase(s, &outlook);
    if (t->n > 0 && t->sample[t->n - 1].stage == stage)
        return;
    ai_value_prepare(&evaluation, ai_knowledge_of(s->game)->weights[0], s, &outlook,
                     s->alibis[ALIBI_DETECTIVE] & s->suspects, 0);
    t->sample[t->n].stage = (uint8_t)stage;
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
            note(t);
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
            stop("could not write");
        for (int seat = 0; seat < 2; seat++)
            alibi_player_free(t.player[seat]);
    }
}

/* --- Solving --- */

/* Solves A x = B for a symmetric positive A, leaving x in B. */
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

/* Newton's method for W, drawn towards HOME with the strength of PULL samples; STAGE -1 stands
 * for all. Returns the mean loss in bits. */
static double solve(const struct sample *sample, size_t n, int stage, const double *home,
                    double pull, double *w)
{
    double loss = 0;

    memcpy(w, home, sizeof(double) * AI_FEATURES);
    for (int round = 0; round < 8; round++) {
        double hesse[AI_FEATURES][AI_FEATURES] = {{0}}, step[AI_FEATURES];
        size_t used = 0;

        loss = 0;
        for (int i = 0; i < AI_FEATURES; i++) {
            step[i] = pull * (home[i] - w[i]);
            hesse[i][i] = pull;
        }
        for (size_t k = 0; k < n; k++) {
            const float *x = sample[k].x;
            double z = 0, p;

            if (stage >= 0 && sample[k].stage != stage)
                continue;
            for (int i = 0; i < AI_FEATURES; i++)
                z += w[i] * (double)x[i];
            p = 1 / (1 + exp(-z));
            loss -= log2(sample[k].jack_won ? p : 1 - p);
            used++;
            for (int i = 0; i < AI_FEATURES; i++) {
                step[i] += (sample[k].jack_won - p) * (double)x[i];
                for (int j = 0; j <= i && x[i] != 0; j++)
                    hesse[i][j] += p * (1 - p) * (double)(x[i] * x[j]);
            }
        }
        cholesky(hesse, step);
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

static void solve_all(void)
{
    static const double zero[AI_FEATURES];
    double all[AI_FEATURES], w[AI_FEATURES];
    size_t n;
    struct sample *sample = read_all(&n);
    double loss = solve(sample, n, -1, zero, 5, all);

    (void)fprintf(stderr, "fit: %zu samples, %.4f bits a sample with one set of weights\n", n,
                  loss);
    printf("/* Made by tools/fit. */\n");
    for (int stage = 0; stage < AI_PHASES; stage++) {
        loss = solve(sample, n, stage, all, 100, w);
        (void)fprintf(stderr, "fit: stage %d: %.4f bits\n", stage, loss);
        printf("{");
        for (int i = 0; i < AI_FEATURES; i++)
            printf("%s%.3fF", i ? ", " : "", w[i]);
        printf("},\n");
    }
    free(sample);
}

int main(int argc, char **argv)
{
    const struct alibi_game *game = argc == 8 ? alibi_game_find(argv[2]) : NULL;

    if (argc == 2 && strcmp(argv[1], "solve") == 0)
        solve_all();
    else if (game && strcmp(argv[1], "play") == 0)
        play_games(game, argv + 3, (uint32_t)strtoul(argv[5], NULL, 10), atoi(argv[6]),
                   strtoull(argv[7], NULL, 10));
    else
        stop("usage: fit play GAME JACK DETECTIVE MS GAMES SEED, or fit solve");
    return 0;
}
