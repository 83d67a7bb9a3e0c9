/* What the champion knows of each game. */
#ifndef AI_KNOWLEDGE_H
#define AI_KNOWLEDGE_H

#include "value.h"

/* How many candidates a node gets. */
struct ai_breadth {
    int all;       /* so few are all kept, */
    int keep;      /* of more, this many, */
    int per_split; /* and at most this many that split the suspects alike */
    int beam;      /* width of the beam search that finds them */
    int evaluated; /* of so many, about this many are evaluated */
};

/* What there is to know about a game. */
struct ai_knowledge {
    struct ai_breadth root, inner;       /* at the root, and below it in its round, */
    struct ai_breadth later;             /* and in rounds after that */
    bool quiescence;                     /* leaves are searched to the end of the round */
    const struct ai_weights *weights[2]; /* by the seat that thinks */
};

const struct ai_knowledge *ai_knowledge_of(const struct alibi_game *game);

#endif
