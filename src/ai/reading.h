/* Reading Jack's play: what his choices say about who he is.
 *
 * Whoever might be Jack would have had a best thing to do in each of Jack's activations. The
 * more the activation that was played would have cost him, the less likely it is that he is the
 * one. Only what everybody saw is used, so Jack can read himself as the Detective reads him. */
#ifndef AI_READING_H
#define AI_READING_H

#include <alibi/player.h>

enum { AI_EPISODES = 8 };

/* An activation of Jack's: how things stood before it, and what he did. */
struct ai_episode {
    struct alibi_view before;
    uint8_t n;
    alibi_move move[ALIBI_SEQUENCE_MAX];
};

struct ai_reading {
    bool open; /* the last episode is not over yet */
    int n;     /* episodes that were not read yet, the open one too */
    struct ai_episode episode[AI_EPISODES]; /* if there are more, the latest */
    float likely[ALIBI_CHARACTERS_MAX];     /* up to a common factor; 1 to begin with */
};

void ai_reading_begin(struct ai_reading *r);

/* M is about to be played in what BEFORE shows. */
void ai_reading_see(struct ai_reading *r, const struct alibi_view *before, alibi_move m);

/* Now things stand like this: an activation may be over. */
void ai_reading_settle(struct ai_reading *r, const struct alibi_view *now);

/* Reads the episodes that are over, with SIZE bytes of memory; returns the positions looked at.
 */
uint64_t ai_reading_update(struct ai_reading *r, void *memory, size_t size);

#endif
