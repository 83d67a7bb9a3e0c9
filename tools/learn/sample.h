/* What the value function learns from: the features of a position for somebody who may be Jack,
 * and what a search has found that the position is worth to him. */
#ifndef LEARN_SAMPLE_H
#define LEARN_SAMPLE_H

#include "ai/value.h"

#include <alibi/game.h>

enum {
    SAMPLE_NOT_HIM = 2,     /* as a result: Jack was somebody else */
    SAMPLE_GAMES = 1 << 16, /* games are numbered modulo this */
};

/* A file of samples has these records one after the other, as they are in memory. */
struct sample {
    float x[AI_FEATURES];
    float value;    /* Jack's winning probability by the search */
    uint16_t game;  /* number of the game: samples of a game have something in common */
    uint8_t phase;  /* ai_phase */
    uint8_t result; /* whether Jack has won, if he was this one, or SAMPLE_NOT_HIM */
};

/* Says on standard error WHY the program ends, and ends it. */
_Noreturn void stop(const char *why);

/* Plays GAMES games, the first with SEED, with about NODES positions searched for a decision,
 * and writes their samples to standard output. */
void learn_play(const struct alibi_game *game, int games, uint64_t seed, uint64_t nodes);

/* Reads samples of GAME from standard input, goes EPOCHS times through as many as there are,
 * and prints weights as a file of src/ai/knowledge. */
void learn_train(const struct alibi_game *game, int epochs, uint64_t seed);

#endif
