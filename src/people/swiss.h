/* Swiss tournaments. In a round everybody meets somebody with about as many points, nobody
 * twice. A meeting is a pair of games, in which each is Jack once; each game won is a point.
 *
 * A tournament is two lists, players and meetings, which the caller keeps; everything else
 * follows from them. With an odd number of players one of those with the fewest points has a
 * bye, which is worth a pair won, and nobody has two. If there are to be more rounds than half
 * of the players, who meets whom is fixed from the start, so that there are. */
#ifndef PEOPLE_SWISS_H
#define PEOPLE_SWISS_H

#include <stdbool.h>

enum { SWISS_PLAYERS_MAX = 512, SWISS_NOBODY = -1, SWISS_GAMES = 2 };

/* A player is known by the place in the list; whoever comes late is added at its end. */
struct swiss_player {
    double rating;
    bool withdrawn; /* is not paired any more */
};

struct swiss_meeting {
    int round;     /* from 1 on */
    int player[2]; /* the first is Jack in the first game; the second is SWISS_NOBODY in a bye
                    */
    int points[2]; /* games won, SWISS_GAMES at most together: those of absent players are lost
                    */
    bool over;
};

struct swiss {
    const struct swiss_player *player;
    int players; /* SWISS_PLAYERS_MAX at most */
    const struct swiss_meeting *meeting;
    int meetings; /* in the order of their rounds */
    int rounds;   /* that there are to be; as long as nobody withdraws, each of players - 1 can
                   * be paired */
};

enum swiss_status {
    SWISS_OK,
    SWISS_OPEN,  /* a meeting is not over */
    SWISS_STUCK, /* there is no further round without a rematch or a second bye */
    SWISS_MEMORY
};

/* How many rounds find the winner among so many players, and can always be paired as long as
 * nobody withdraws. */
int swiss_rounds(int players);

/* The next round: as many meetings as *COUNT says, at most (players + 1) / 2, the leaders'
 * first. The same tournament gives the same round. */
enum swiss_status swiss_pair(const struct swiss *s, struct swiss_meeting *round, int *count);

/* The points of every player so far. */
void swiss_points(const struct swiss *s, int *points);

/* A line of the table. */
struct swiss_row {
    int player;
    int place; /* from 1 on; shared by those that nothing below distinguishes */
    int points;
    int buchholz; /* the sum of the opponents' points; a bye counts as the player's own */
    int mutual;   /* won against those with as many points and the same Buchholz */
    double rating;
};

/* One row for every player, the best first: by points, Buchholz, mutual results, rating. */
void swiss_table(const struct swiss *s, struct swiss_row *row);

#endif
