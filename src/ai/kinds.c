/* The players that can be asked for by name. */
#include "mind.h"

const struct ai_kind ai_kinds[] = {
    {.face = {"random", "any legal move"}, .method = &ai_random},
    {.face = {NULL, NULL}},
};

const struct alibi_player_kind *alibi_player_kind(int i)
{
    return ai_kinds[i].face.name ? &ai_kinds[i].face : NULL;
}
