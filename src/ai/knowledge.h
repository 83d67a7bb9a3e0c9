/* What the players know of a game beyond its rules: how broadly to search, the weights of the
 * value function, and the levels.
 *
 * The knowledge of a game is the file knowledge/NAME.c, which defines ai_knowledge_NAME; the
 * build finds it. A game without one is searched broadly, and every position counts as even. */
#ifndef AI_KNOWLEDGE_H
#define AI_KNOWLEDGE_H

#include "cfr.h"
#include "search.h"
#include "value.h"

enum { AI_LEVELS = 6 };

/* How many candidates a node gets. */
struct ai_breadth {
    int all;       /* so few are all kept, */
    int keep;      /* of more, this many, */
    int per_split; /* and at most this many that split the suspects alike */
    int beam;      /* width of the beam search that finds them */
    int evaluated; /* of so many, about this many are evaluated */
};

/* As many as a node can have. */
#define AI_BREADTH_ALL                                                                         \
    {                                                                                          \
        .all = CFR_ACTIONS, .keep = CFR_ACTIONS, .per_split = CFR_ACTIONS,                     \
        .beam = CFR_ACTIONS, .evaluated = CFR_ACTIONS                                          \
    }

/* What a value of the champion is worth: the log odds of winning are `shift` plus `scale` times
 * those of the value. Fitted by tools/calibration.mjs; a scale of 0 leaves values as they are.
 */
struct ai_odds {
    double shift, scale;
};

struct ai_knowledge {
    struct ai_breadth root, inner; /* at the root, and below it in its round, */
    struct ai_breadth later;       /* and in rounds after that */
    uint32_t reading;              /* nodes for each ms of a budget, to read Jack's decisions */
    float exposure[2]; /* by the seat that searches: how much a suspected Jack is worse
                        * off beyond the tree: 0 for not at all, 1 for as much as the
                        * weights say of one who is found out */
    bool quiescence;   /* leaves are searched to the end of the round */
    const struct ai_weights *weights[2]; /* by the seat that searches: each seat knows best how
                                          * well it plays on itself */
    struct ai_odds odds[2];              /* by the seat that searches */
    struct ai_style level[AI_LEVELS];    /* the levels for people, evenly spaced by matches */
};

const struct ai_knowledge *ai_knowledge_of(const struct alibi_game *game);

/* What the build found, up to an entry without a name. */
struct ai_knowledge_entry {
    const char *game;
    const struct ai_knowledge *knowledge;
};

extern const struct ai_knowledge_entry ai_knowledge_found[];

#endif
