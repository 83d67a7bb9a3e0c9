/* Alpha-beta over all actions of the present turn, and of the next one where time allows.
 *
 * The Investigator does not know who is Jack, and Jack does. So a position has a value for each
 * suspect who could be Jack, a lane: the Investigator chooses what is best on average, each
 * Jack what is best for himself. */
#ifndef OUTSIDE_SEARCH_H
#define OUTSIDE_SEARCH_H

#include "judge.h"

struct value {
    float lane[LANES]; /* 0 for those who are no suspects */
};

struct search_entry;

struct search {
    const struct judge *judge;
    float belief[LANES]; /* the Investigator's, as weights; 0 for those who are cleared */
    unsigned own;        /* the searching Jack, or ALIBI_NO_ONE */
    unsigned deck;       /* as that Jack knows it */
    bool deep;           /* into the following turn */
    uint8_t round;       /* in which the search began */
    uint64_t nodes, most_nodes;
    double deadline; /* of search_now */
    bool stopped;    /* nodes or time have run out, and values mean nothing */
    uint16_t age;
    alibi_move killer[JUDGE_TURNS][5]; /* the last good action, by turn and actions left */
    struct search_entry *table;
};

/* Makes and frees the transposition table; false if memory runs out. */
bool search_init(struct search *search);
void search_free(struct search *search);

/* Forgets values: something that they depend on has changed. */
void search_forget(struct search *search);

/* The value of playing M on BOARD. Values of which the average is not above ALPHA are upper
 * bounds. */
void search_move(struct search *search, const struct board *board, alibi_move m, float alpha,
                 struct value *out);

/* The sum over the lanes of belief times value. */
float search_average(const struct search *search, const struct value *value);

/* Seconds of a clock that never goes back. */
double search_now(void);

#endif
