/* The statistics of paired games.
 *
 * A pair is two games with the same deal and swapped roles. There are no draws, so a pair ends
 * in one of four ways (pentanomial statistics of chess engines, without draws), and four counts
 * give strength, role by role, and its error. The counts of parts of a match add up. */
#ifndef MATCH_TALLY_H
#define MATCH_TALLY_H

#include <alibi/game.h>

/* How a pair ended for the first player: a bit for each role in which he won. */
enum { MATCH_WON_DETECTIVE = 1, MATCH_WON_JACK = 2 };

struct match_tally {
    uint64_t pairs[4]; /* by the roles won: none, as Detective, as Jack, both */
};

/* An estimate and the ends of its 95 % interval. */
struct match_range {
    double mid, low, high;
};

uint64_t match_pairs(const struct match_tally *t);

/* Games won by the first player as SEAT, one of each pair. */
uint64_t match_wins(const struct match_tally *t, enum alibi_seat seat);

/* The share of games won as SEAT, and in both roles; the latter treats the two games of a pair
 * as dependent. Without a pair: 0.5, from 0 to 1. */
struct match_range match_role(const struct match_tally *t, enum alibi_seat seat);
struct match_range match_score(const struct match_tally *t);

/* How much larger the share of wins is in the first of two series of N games than in the
 * second, -1 to 1, where each game of the one belongs to a game of the other: those won only in
 * the first series, and those won only in the second. Without a game: 0, from -1 to 1. */
struct match_range match_difference(uint64_t n, uint64_t only_first, uint64_t only_second);

/* The mean of N numbers with this sum and sum of squares. */
struct match_range match_mean(uint64_t n, double sum, double squares);

/* The Elo difference for a share of games won, infinite at 0 and 1; and back. */
double match_elo(double score);
double match_expected(double elo);
struct match_range match_elo_range(struct match_range score);

/* The log-likelihood ratio of ELO1 against ELO0. The sequential probability ratio test has
 * decided where it is beyond the bound on either side, with error rates of 5 %. */
double match_llr(const struct match_tally *t, double elo0, double elo1);
double match_llr_bound(void);

#endif
