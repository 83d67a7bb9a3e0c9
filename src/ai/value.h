/* What a position is worth without searching: Jack's chance to win, for one who might be Jack.
 *
 * It is a logistic function of a few facts that a player would look at, with weights of its own
 * for each game and each stage of it: its 32 turns, and the moments before the cards of a new
 * round are known. tools/fit finds the weights from games between players. Some facts are the
 * same for everybody, some for all who are seen and all who are not; only the rest is asked
 * about each person. */
#ifndef AI_VALUE_H
#define AI_VALUE_H

#include <alibi/game.h>

enum {
    AI_COMMON = 9,  /* facts about the position, */
    AI_GROUP = 6,   /* about those who would be seen, or would not, */
    AI_PERSON = 25, /* and about one of them */
    AI_FACTS = AI_COMMON + AI_GROUP + AI_PERSON,
    AI_TURNS = 32,
    AI_STAGES = AI_TURNS + 4,
    AI_WALKS = 27, /* of three watchers, each by up to two steps */
};

struct ai_weights {
    float w[AI_STAGES][AI_FACTS];
};

/* A position as the Detective knows it who knows the suspects in KNOWN to be innocent, and has
 * drawn UNKNOWN more cards that may tell him something. */
struct ai_prospect {
    const struct alibi_state *s;
    const struct alibi_outlook *outlook;
    const float *w;
    unsigned suspects;
    float common, group[2];   /* weighed already; the groups are the unseen and the seen */
    float alone, pair;        /* whether one suspect is left, or two */
    bool dark;                /* Jack was not seen last, and may leave */
    int n_walks;              /* ways in which the watchers may walk on, */
    uint16_t seen[AI_WALKS];  /* the suspects whom they would see then, */
    uint8_t n_seen[AI_WALKS]; /* and how many these are */
};

void ai_prospect_make(struct ai_prospect *p, const struct ai_weights *weights,
                      const struct alibi_state *s, const struct alibi_outlook *outlook,
                      uint16_t known, uint8_t unknown);

/* Jack's chance if he is WHO, a suspect that the Detective does not know to be innocent, and
 * lacks MISSING. */
float ai_prospect_of(const struct ai_prospect *p, unsigned who, int missing);

/* Which stage of the game it is, and all the facts, for those who look for weights. */
int ai_stage(const struct alibi_state *s, const struct alibi_outlook *outlook);
void ai_facts(float x[AI_FACTS], const struct ai_prospect *p, uint8_t unknown, unsigned who,
              int missing);

#endif
