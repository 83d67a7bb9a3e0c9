/* The steps are those of the paper, in its letters: mu, phi and sigma are rating, deviation and
 * volatility on Glicko-2's own scale. */
#include "glicko.h"

#include <math.h>

static const double SCALE = 173.7178;
static const double MIDDLE = 1500;
static const double TAU = 0.5; /* how much volatility may change */
static const double EPSILON = 0.000001;
static const double PI = 3.14159265358979323846;

struct glicko glicko_start(void)
{
    return (struct glicko){MIDDLE, GLICKO_CEILING, 0.06};
}

/* Step 6, for any length of time, up to the ceiling. */
static double aged(double phi, double sigma, double periods)
{
    return fmin(GLICKO_CEILING / SCALE, sqrt(phi * phi + periods * sigma * sigma));
}

struct glicko glicko_aged(struct glicko g, double periods)
{
    g.deviation = SCALE * aged(g.deviation / SCALE, g.volatility, periods);
    return g;
}

/* An opponent's weight: the less is known of it, the less a game says. */
static double weight(double phi)
{
    return 1 / sqrt(1 + 3 * phi * phi / (PI * PI));
}

static double chance(double weight, double difference)
{
    return 1 / (1 + exp(-weight * difference / SCALE));
}

double glicko_expected(struct glicko own, struct glicko against)
{
    double phi = hypot(own.deviation, against.deviation) / SCALE;

    return chance(weight(phi), own.rating - against.rating);
}

/* Steps 3 and 4: the variance V of the rating by the games alone, and what was gained: the sum
 * of the scores beyond what was expected, by weight. */
static double variance(struct glicko own, const struct glicko_game *games, size_t n,
                       double *gained)
{
    double sum = 0;

    *gained = 0;
    for (size_t i = 0; i < n; i++) {
        double g = weight(games[i].against.deviation / SCALE);
        double e = chance(g, own.rating - games[i].against.rating);

        sum += g * g * e * (1 - e);
        *gained += g * (games[i].score - e);
    }
    return 1 / sum;
}

/* Step 5: the function whose zero is the logarithm of the new variance, sigma squared. */
struct spread {
    double a;           /* that of the old one */
    double delta2;      /* delta squared */
    double phi2_plus_v; /* phi squared + v */
};

static double spread_at(const struct spread *s, double x)
{
    double e = exp(x), d = s->phi2_plus_v + e;

    return e * (s->delta2 - d) / (2 * d * d) - (x - s->a) / (TAU * TAU);
}

/* The other end of an interval that begins at s->a and holds the zero. */
static double spread_end(const struct spread *s)
{
    double end = s->a - TAU;

    if (s->delta2 > s->phi2_plus_v)
        return log(s->delta2 - s->phi2_plus_v);
    while (spread_at(s, end) < 0)
        end -= TAU;
    return end;
}

/* The new volatility, by the Illinois algorithm, limited. */
static double volatility(const struct spread *s)
{
    double a = s->a, b = spread_end(s);
    double fa = spread_at(s, a), fb = spread_at(s, b);

    while (fabs(b - a) > EPSILON) {
        double c = a + (a - b) * fa / (fb - fa), fc = spread_at(s, c);

        if (fc * fb <= 0) {
            a = b;
            fa = fb;
        } else {
            fa /= 2;
        }
        b = c;
        fb = fc;
    }
    return fmin(GLICKO_VOLATILITY, exp(a / 2));
}

struct glicko glicko_rated(struct glicko own, const struct glicko_game *games, size_t n,
                           double periods)
{
    double phi = own.deviation / SCALE, gained, v, sigma, before, after2;

    if (n == 0)
        return glicko_aged(own, periods);
    v = variance(own, games, n, &gained);
    sigma = volatility(
        &(struct spread){2 * log(own.volatility), v * gained * v * gained, phi * phi + v});
    before = aged(phi, sigma, periods);
    after2 = 1 / (1 / (before * before) + 1 / v);
    return (struct glicko){own.rating + SCALE * after2 * gained,
                           fmax(GLICKO_FLOOR, SCALE * sqrt(after2)), sigma};
}

bool glicko_provisional(struct glicko g)
{
    return g.deviation > GLICKO_PROVISIONAL;
}
