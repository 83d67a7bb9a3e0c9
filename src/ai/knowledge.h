/* What the champion knows of each game. */
#ifndef AI_KNOWLEDGE_H
#define AI_KNOWLEDGE_H

#include "value.h"

/* How many options are followed: of many, some; of few, all. */
struct ai_width {
    int all;    /* options so few that all are kept, */
    int many;   /* otherwise so many, */
    int alike;  /* and of those at most so many that divide the suspects alike */
    int beam;   /* beginnings of an activation that are followed */
    int judged; /* options that are judged to find these, of more */
};

/* What there is to know about a game. */
struct ai_knowledge {
    struct ai_width root, inner;         /* how widely to search at the root, in its round, */
    struct ai_width later;               /* and in rounds after that */
    bool finish;                         /* a round is played to its end before it is judged */
    const struct ai_weights *weights[2]; /* by the seat that thinks */
};

const struct ai_knowledge *ai_knowledge_of(const struct alibi_game *game);

#endif
