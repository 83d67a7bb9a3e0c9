/* Learns the value function (src/ai/value.h) from the champion's searches. tools/generation
 * leads a whole generation; docs/learning.md explains.
 *
 *   learn play GAME GAMES SEED NODES > samples   the champion against itself
 *   learn train GAME EPOCHS SEED < samples       weights, as src/ai/knowledge/GAME_weights.h */
#include "sample.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] = "expected play GAME GAMES SEED NODES, or train GAME EPOCHS SEED, "
                            "with numbers from 1 to 1000000000";

void stop(const char *why)
{
    (void)fprintf(stderr, "learn: %s\n", why);
    exit(EXIT_FAILURE);
}

static uint32_t number(const char *text)
{
    char *end;
    unsigned long n;

    errno = 0;
    n = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || n < 1 || n > 1000000000)
        stop(usage);
    return (uint32_t)n;
}

int main(int argc, char **argv)
{
    const struct alibi_game *game = argc > 2 ? alibi_game_find(argv[2]) : NULL;

    if (argc > 2 && !game)
        stop("expected the name of a game");
    if (argc == 6 && strcmp(argv[1], "play") == 0)
        learn_play(game, (int)number(argv[3]), number(argv[4]), number(argv[5]));
    else if (argc == 5 && strcmp(argv[1], "train") == 0)
        learn_train(game, (int)number(argv[3]), number(argv[4]));
    else
        stop(usage);
    return EXIT_SUCCESS;
}
