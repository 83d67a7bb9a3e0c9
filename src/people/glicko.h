/* Ratings by Glicko-2, as Mark Glickman describes it ("Example of the Glicko-2 system", 2013):
 * a strength, how uncertain it is, and how much it tends to change. docs/ratings.md says how
 * games are rated by it.
 *
 * Jack and Detective are different skills, so a person has two ratings in each game. A game is
 * rated as one between Jack's rating as Jack and the Detective's as Detective. */
#ifndef PEOPLE_GLICKO_H
#define PEOPLE_GLICKO_H

#include <stdbool.h>
#include <stddef.h>

struct glicko {
    double rating;
    double deviation;  /* its standard deviation */
    double volatility; /* by which the rating is expected to change in a rating period */
};

/* One game of a rating period: the opponent as it was before, and 1 for a win, 0 for a loss. */
struct glicko_game {
    struct glicko against;
    double score;
};

/* No deviation is below the floor, so that ratings stay able to move, nor above the ceiling,
 * that of somebody new. A rating is provisional while its deviation is above 110. Volatility
 * has a limit because series of surprises, which people can arrange, would raise it more and
 * more. */
#define GLICKO_FLOOR       45.0
#define GLICKO_CEILING     350.0
#define GLICKO_PROVISIONAL 110.0
#define GLICKO_VOLATILITY  0.1

/* Every game is rated when it ends. The time between games is counted in rating periods:
 * somebody with a deviation of 60 is provisional again after about a year. */
#define GLICKO_PERIOD_DAYS 5

/* The rating of somebody new. */
struct glicko glicko_start(void);

/* G after PERIODS rating periods, any number from 0 on, without a game. */
struct glicko glicko_aged(struct glicko g, double periods);

/* OWN after a rating period with N games, which began PERIODS rating periods after the last
 * one: 1 in the paper, and any number from 0 on where each game is rated when it ends.
 * The opponents are given as of now (glicko_aged). */
struct glicko glicko_rated(struct glicko own, const struct glicko_game *games, size_t n,
                           double periods);

/* The probability that OWN beats AGAINST, with the deviations of both. */
double glicko_expected(struct glicko own, struct glicko against);

bool glicko_provisional(struct glicko g);

#endif
