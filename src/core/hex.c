/* The six directions of a hexagonal board. */
#include <alibi/kit/hex.h>

const struct alibi_direction alibi_direction[ALIBI_DIRECTIONS] = {
    {"n", 0, -2}, {"ne", 1, -1}, {"nw", -1, -1}, {"s", 0, 2}, {"se", 1, 1}, {"sw", -1, 1},
};
