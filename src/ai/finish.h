/* Judging a position in all lanes.
 *
 * In the middle of a turn of Pocket it says little who would be seen now: a few actions change
 * everything. But different orders of actions lead to the same few boards. So there the turn is
 * played to its end first in every way, the Detective choosing what is best over all lanes and
 * Jack in each lane for himself, and every board on the way is judged once and remembered.
 * Elsewhere the value function is asked at once. */
#ifndef AI_FINISH_H
#define AI_FINISH_H

#include "knowledge.h"
#include "outcome.h"

/* What was judged already. */
struct ai_memo {
    uint32_t n, size; /* size: a power of two; at most half of it is used */
    uint64_t *key;    /* 0 where nothing is kept */
    float *value;     /* for each key, one per lane */
};

/* How many bytes a memo of that SIZE takes, and making one in MEMORY. */
size_t ai_memo_bytes(uint32_t size, int lanes);
void ai_memo_init(struct ai_memo *memo, uint32_t size, void *memory);

struct ai_finish {
    const struct ai_lanes *lanes;
    const struct ai_knowledge *knowledge;
    struct ai_memo memo;
    int width;      /* actions that are tried where the round goes on; 0: judge at once */
    uint64_t nodes; /* positions looked at */
};

/* Jack's chance in every lane alive at AT into V; the others are left as they are. */
void ai_finish(struct ai_finish *f, const struct ai_outcome *at, float *v);

#endif
