/* Intervals are Wilson's, which stay within 0 to 1 and make sense even for 400 wins in 400
 * games. For the pooled score the number of games is divided by the design effect: the ratio of
 * the variance of a pair to that of two independent games. One extra pair, spread evenly over
 * the four results, goes into the variance, so that it is never zero. */
#include "tally.h"

#include <math.h>

static const double Z = 1.959963984540054; /* the 97.5 % quantile of the normal distribution */

uint64_t match_pairs(const struct match_tally *t)
{
    return t->pairs[0] + t->pairs[1] + t->pairs[2] + t->pairs[3];
}

uint64_t match_wins(const struct match_tally *t, enum alibi_seat seat)
{
    int bit = seat == ALIBI_JACK ? MATCH_WON_JACK : MATCH_WON_DETECTIVE;

    return t->pairs[bit] + t->pairs[MATCH_WON_JACK | MATCH_WON_DETECTIVE];
}

static struct match_range wilson(double p, double n)
{
    double weight = 1 / (1 + Z * Z / n);
    double middle = weight * (p + Z * Z / (2 * n));
    double half = weight * Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n));

    return (struct match_range){p, fmax(0, middle - half), fmin(1, middle + half)};
}

struct match_range match_role(const struct match_tally *t, enum alibi_seat seat)
{
    double n = (double)match_pairs(t);

    if (n == 0)
        return (struct match_range){0.5, 0, 1};
    return wilson((double)match_wins(t, seat) / n, n);
}

/* The mean and variance of a pair's score, 0 to 1, with EXTRA pairs spread evenly. */
static void moments(const struct match_tally *t, double extra, double *mean, double *variance)
{
    static const double score[4] = {0, 0.5, 0.5, 1};
    double n = (double)match_pairs(t) + extra, sum = 0, squares = 0;

    for (int i = 0; i < 4; i++) {
        double pairs = (double)t->pairs[i] + extra / 4;

        sum += pairs * score[i];
        squares += pairs * score[i] * score[i];
    }
    *mean = sum / n;
    *variance = squares / n - *mean * *mean;
}

struct match_range match_score(const struct match_tally *t)
{
    double n = 2 * (double)match_pairs(t), p, mean, variance, unused;

    if (n == 0)
        return (struct match_range){0.5, 0, 1};
    moments(t, 0, &p, &unused);
    moments(t, 1, &mean, &variance);
    return wilson(p, n / (2 * variance / (mean * (1 - mean))));
}

/* One extra game, won in the first series as often as in the second, goes into the variance. */
struct match_range match_difference(uint64_t n, uint64_t only_first, uint64_t only_second)
{
    double games = (double)n, first = (double)only_first, second = (double)only_second;
    double mid, mean, half;

    if (n == 0)
        return (struct match_range){0, -1, 1};
    mid = (first - second) / games;
    mean = (first - second) / (games + 1);
    half = Z * sqrt(((first + second + 1) / (games + 1) - mean * mean) / games);
    return (struct match_range){mid, fmax(-1, mid - half), fmin(1, mid + half)};
}

struct match_range match_mean(uint64_t n, double sum, double squares)
{
    double mean, half;

    if (n == 0)
        return (struct match_range){0, -INFINITY, INFINITY};
    mean = sum / (double)n;
    half = Z * sqrt(fmax(0, squares / (double)n - mean * mean) / (double)n);
    return (struct match_range){mean, mean - half, mean + half};
}

double match_elo(double score)
{
    return -400 * log10(1 / score - 1) + 0.0; /* + 0.0: no negative zero */
}

double match_expected(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

struct match_range match_elo_range(struct match_range score)
{
    return (struct match_range){match_elo(score.mid), match_elo(score.low),
                                match_elo(score.high)};
}

/* The generalised SPRT: the mean score is taken as normal, with the measured variance. */
double match_llr(const struct match_tally *t, double elo0, double elo1)
{
    double s0 = match_expected(elo0), s1 = match_expected(elo1);
    double n = (double)match_pairs(t), mean, variance, unused;

    if (n == 0)
        return 0;
    moments(t, 0, &mean, &unused);
    moments(t, 1, &unused, &variance);
    return n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance);
}

double match_llr_bound(void)
{
    return log(0.95 / 0.05);
}
