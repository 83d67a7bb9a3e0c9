/* The players that can be asked for by name, and the levels for people. */
#include "search.h"

#include <string.h>

static const struct ai_style random_style = {.method = &ai_random};
static const struct ai_style greedy_style = {.method = &ai_greedy};
static const struct ai_style ismcts_style = {.method = &ai_ismcts, .ms = 1000};
static const struct ai_style champion_style = {.method = &ai_champion, .ms = 1000};

static const struct {
    struct alibi_player_kind face;
    const struct ai_style *style; /* NULL for the levels, which have one for each game */
} kind[] = {
    {{"random", "any legal move"}, &random_style},
    {{"level1", "for the first games: plays what comes to search, if it is not foolish"}, NULL},
    {{"level2", "knows what to avoid"}, NULL},
    {{"level3", "takes the better of a few ideas"}, NULL},
    {{"level4", "overlooks little, one activation ahead"}, NULL},
    {{"level5", "has learned from many games"}, NULL},
    {{"level6", "the champion, with all its time"}, NULL},
    {{"greedy", "the best activation by rules of thumb"}, &greedy_style},
    {{"ismcts", "information-set Monte Carlo tree search"}, &ismcts_style},
    {{"champion", "solves the round as a game of hidden information"}, &champion_style},
};

enum { KINDS = sizeof kind / sizeof kind[0], LEVELS = 6 };

/* The levels were laid apart by matches: docs/strength.md. How far rules of thumb go and how
 * much search adds differs from game to game, and so do the styles. */
static const struct {
    const char *game; /* NULL for all others */
    struct ai_style level[LEVELS];
} ladder[] = {
    {"newyork",
     {{.method = &ai_greedy, .sample = 1, .max_loss = 0.47F},
      {.method = &ai_greedy, .sample = 1, .max_loss = 0.34F},
      {.method = &ai_greedy, .sample = 1, .max_loss = 0.2F},
      {.method = &ai_greedy, .sample = 40, .max_loss = 0.2F},
      {.method = &ai_champion, .max_nodes = 2000},
      {.method = &ai_champion, .ms = 1000}}},
    {"pocket",
     {{.method = &ai_greedy, .sample = 1, .max_loss = 0.4F},
      {.method = &ai_greedy, .sample = 2, .max_loss = 0.4F},
      {.method = &ai_greedy},
      {.method = &ai_champion, .max_nodes = 1, .sample = 2, .max_loss = 0.2F},
      {.method = &ai_champion, .max_nodes = 1, .sample = 10, .max_loss = 0.2F},
      {.method = &ai_champion, .ms = 1000}}},
    {NULL,
     {{.method = &ai_greedy, .sample = 1, .max_loss = 0.43F},
      {.method = &ai_greedy, .sample = 1, .max_loss = 0.315F},
      {.method = &ai_greedy, .sample = 3, .max_loss = 0.2F},
      {.method = &ai_greedy},
      {.method = &ai_champion, .max_nodes = 1000},
      {.method = &ai_champion, .ms = 1000}}},
};

const struct alibi_player_kind *alibi_player_kind(int i)
{
    return i < KINDS ? &kind[i].face : NULL;
}

static const struct ai_style *level(int number, const struct alibi_game *game)
{
    int i = 0;

    while (ladder[i].game && strcmp(ladder[i].game, game->name) != 0)
        i++;
    return &ladder[i].level[number - 1];
}

const struct ai_style *ai_style_of(const char *name, const struct alibi_game *game)
{
    for (int i = 0; i < KINDS; i++)
        if (strcmp(kind[i].face.name, name) == 0)
            return kind[i].style ? kind[i].style : level(name[strlen("level")] - '0', game);
    return NULL;
}
