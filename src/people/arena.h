/* Arena tournaments: they last for a fixed time, and whoever is free is paired again. A meeting
 * is a pair of games, in which each is Jack once. Both games won are 2 points, one of
 * them 1, none 0; twice as many after two meetings in a row that were won. */
#ifndef PEOPLE_ARENA_H
#define PEOPLE_ARENA_H

#include <stdbool.h>
#include <stdint.h>

enum { ARENA_NOBODY = -1, ARENA_GAMES = 2, ARENA_STREAK = 2 };

/* The last opponent again only if both have waited for so long. */
#define ARENA_REMATCH_MS INT64_C(60000)

/* A player is known by the place in the list. */
struct arena_player {
    double rating;
    bool waits;    /* is to be paired */
    int64_t since; /* for how long: the time in ms */
    int last;      /* opponent, ARENA_NOBODY at first */
    int points;
    int won;      /* games */
    int meetings; /* that are over */
    int streak;   /* meetings won in a row */
    int began;    /* how often the player was Jack first */
};

/* The first is Jack in the first game. */
struct arena_meeting {
    int player[2];
};

/* Somebody who comes with this rating; does not wait yet. */
struct arena_player arena_start(double rating);

/* Pairs those that wait: neighbours by points and rating. With an odd number the one who came
 * last stays. Writes at most players / 2 meetings and returns how many, -1 without memory; it
 * is for arena_begin to change the players. The same players and time give the same meetings.
 */
int arena_pair(const struct arena_player *player, int players, int64_t now,
               struct arena_meeting *meeting);

/* A meeting begins: nobody waits, each is the other's last opponent. */
void arena_begin(struct arena_player *player, struct arena_meeting meeting);

/* A player's meeting is over, with so many games won. Returns the points gained. */
int arena_score(struct arena_player *player, int won);

/* The players in the order of the table: by points, games won, rating. place[i], from 1 on, is
 * the place of order[i], shared by those that nothing of this distinguishes. False without
 * memory. */
bool arena_table(const struct arena_player *player, int players, int *order, int *place);

#endif
