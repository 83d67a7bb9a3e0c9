/* The course of a game, round by round, as a graph in text: how many suspects the Detective had
 * at the beginning of each round, what the witnesses said, and how good the Detective's chances
 * were, as the strongest player judges them quickly in the Detective's place. */
#ifndef SCREEN_CHART_H
#define SCREEN_CHART_H

#include <alibi/record.h>
#include <alibi/text.h>

enum { CHART_ROUNDS = 16 }; /* no game has as many */

struct chart {
    int n;
    struct chart_round {
        uint8_t round, suspects;
        bool called, seen; /* witnesses were called in it, and saw Jack */
        bool judged;
        double chance;
    } at[CHART_ROUNDS];
    uint8_t suspects; /* at the end */
    uint8_t winner;
};

/* Follows RECORD, of the truth, in the Detective's place. False, with an empty chart, if it is
 * what one viewer saw, or memory runs out. */
bool chart_make(struct chart *chart, const struct alibi_record *record);

/* A line for each round and one for the end. */
void chart_print(struct alibi_text *text, const struct chart *chart);

/* Who won and why, who Jack was, the alibi cards that were drawn, and the story in a line. */
void chart_print_end(struct alibi_text *text, const struct alibi_state *s);

#endif
