/* The memory of the champion's search, for suspicion.h, which looks into it. */
#ifndef AI_CHAMPION_H
#define AI_CHAMPION_H

#include "search.h"
#include "tree.h"

struct champion {
    int iterations_due;   /* before the tree grows on */
    bool first_tree;      /* these are solved whatever the budget */
    uint32_t next_growth; /* nodes of the tree at the next restart */
    struct ai_tree tree;  /* last: its nodes follow */
};

#endif
