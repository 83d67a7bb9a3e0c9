/* What a position is worth without searching: Jack's chance to win, for one who might be Jack.
 *
 * It is a logistic function of a few facts that a player would look at, with weights of its own
 * for each game and each of the 32 turns of a game. tools/fit finds the weights from games that
 * the players play against themselves. */
#ifndef AI_VALUE_H
#define AI_VALUE_H

#include <alibi/game.h>

enum { AI_FEATURES = 30, AI_PHASES = 32 };

/* What is asked about: who Jack is thought to be, whom the Detective knows to be innocent
 * beyond what everybody knows, how many more cards he has drawn that may tell him, and what
 * Jack still lacks. */
struct ai_question {
    uint8_t identity;
    uint16_t known;
    uint8_t unknown_cards;
    int missing;
};

struct ai_weights {
    float w[AI_PHASES][AI_FEATURES];
};

/* The weights of a game. */
const struct ai_weights *ai_weights_of(const struct alibi_game *game);

/* Which turn of the game it is, 0 to 31. */
int ai_phase(const struct alibi_state *s);

/* The facts. */
void ai_features(float x[AI_FEATURES], const struct alibi_state *s,
                 const struct alibi_outlook *outlook, const struct ai_question *question);

float ai_value(const struct ai_weights *weights, const struct alibi_state *s,
               const struct alibi_outlook *outlook, const struct ai_question *question);

#endif
