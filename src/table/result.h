/* A game that is over, as far as it matters for those who played it. */
#ifndef TABLE_RESULT_H
#define TABLE_RESULT_H

#include "game_table.h"

/* Who has played: an account, or else "guest" or a player of the computer's. */
struct result_player {
    char id[ID_SIZE];
    char name[PLAYER_SIZE];
};

struct game_result {
    char id[ID_SIZE];
    char game[PLAYER_SIZE]; /* what is played */
    struct result_player player[2];
    bool rated;
    bool listed;               /* everybody may find it, not only whoever has its address */
    int winner;                /* a seat, or who has aborted it: */
    bool aborted;              /* then it counts for nothing */
    char how[EVENT_TEXT_SIZE]; /* "jack:escape" */
    unsigned rounds, suspects; /* that were played, and that were left */
    unsigned among;            /* suspects when the Detective accused; 0: nobody was accused */
};

/* The result of TABLE; false if it is not over, or counts for nobody. */
bool table_result(const struct table *table, struct game_result *out);

#endif
