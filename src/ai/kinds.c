/* The kinds of players that can be asked for by name. How the levels play depends on the game:
 * see knowledge.h. */
#include "knowledge.h"

#include <math.h>
#include <string.h>

static const struct ai_style random_style = {.method = &ai_random};
static const struct ai_style greedy_style = {.method = &ai_greedy};
static const struct ai_style ismcts_style = {.method = &ai_ismcts, .ms = 1000};
static const struct ai_style champion_style = {.method = &ai_champion, .ms = 1000};

static const struct {
    struct alibi_player_kind face;
    const struct ai_style *style; /* NULL for the levels */
    int level;
} kind[] = {
    {{"random", "any legal move"}, &random_style, 0},
    {{"level1", "for the first games: means well, and overlooks a great deal"}, NULL, 1},
    {{"level2", "still overlooks things"}, NULL, 2},
    {{"level3", "makes small mistakes"}, NULL, 3},
    {{"level4", "makes few mistakes, one activation ahead"}, NULL, 4},
    {{"level5", "has learned from many games"}, NULL, 5},
    {{"level6", "the champion, with all its time"}, NULL, 6},
    {{"greedy", "the best activation by rules of thumb"}, &greedy_style, 0},
    {{"ismcts", "information-set Monte Carlo tree search"}, &ismcts_style, 0},
    {{"champion", "solves the round as a game of hidden information"}, &champion_style, 0},
};

enum { KINDS = sizeof kind / sizeof kind[0] };

const struct alibi_player_kind *alibi_player_kind(int i)
{
    return i < KINDS ? &kind[i].face : NULL;
}

const struct ai_style *ai_style_of(const char *name, const struct alibi_game *game)
{
    for (int i = 0; i < KINDS; i++)
        if (strcmp(kind[i].face.name, name) == 0)
            return kind[i].style ? kind[i].style
                                 : &ai_knowledge_of(game)->level[kind[i].level - 1];
    return NULL;
}

double alibi_player_chance(const char *name, const struct alibi_game *game,
                           enum alibi_seat seat, double value)
{
    const struct ai_style *style = ai_style_of(name, game);
    const struct ai_odds *odds = &ai_knowledge_of(game)->odds[seat];
    bool strongest = style && style->method == &ai_champion && !style->max_nodes;

    /* What is certain stays so. */
    if (!strongest || odds->scale == 0 || value <= 0 || value >= 1)
        return value;
    return 1 / (1 + exp(-odds->shift - odds->scale * log(value / (1 - value))));
}
