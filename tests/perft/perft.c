/* Checks a table of perft numbers. A row: GAME [option=value ...] ; TOKEN ... ; COUNT COUNT ...
 */
#include <alibi/game.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sets up S by the first field and plays the tokens of the second. */
static bool prepare(struct alibi_state *s, char *setup, char *tokens)
{
    uint8_t option[ALIBI_OPTIONS_MAX] = {0};
    struct alibi_error err;
    char *word = strtok(setup, " ");
    const struct alibi_game *game = word ? alibi_game_find(word) : NULL;

    if (!game)
        return false;
    while ((word = strtok(NULL, " ")))
        if (alibi_option_parse(option, game, word, strlen(word), &err))
            return false;
    alibi_setup(s, game, option);
    for (word = strtok(tokens, " "); word; word = strtok(NULL, " ")) {
        alibi_move m;

        if (alibi_token_parse(&m, s, word, strlen(word), &err))
            return false;
        game->apply(s, m);
    }
    return true;
}

/* The row's counts that are wrong, or -1 if it cannot be read. */
static int check_row(char *row)
{
    char *tokens = strchr(row, ';'), *counts = tokens ? strchr(tokens + 1, ';') : NULL;
    struct alibi_state s;
    int depth = 0, wrong = 0;

    if (!counts)
        return -1;
    *tokens++ = *counts++ = '\0';
    if (!prepare(&s, row, tokens))
        return -1;
    for (char *word = strtok(counts, " "); word; word = strtok(NULL, " ")) {
        uint64_t wanted = strtoull(word, NULL, 10), got = alibi_perft(&s, ++depth);

        if (got != wanted) {
            printf("depth %d: %" PRIu64 ", expected %" PRIu64 "\n", depth, got, wanted);
            wrong++;
        }
    }
    return depth ? wrong : -1;
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    char line[2000];
    int rows = 0, failures = 0;

    if (!file)
        return EXIT_FAILURE;
    for (int n = 1; fgets(line, sizeof line, file); n++) {
        int wrong;

        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '#' || line[0] == '\0')
            continue;
        rows++;
        wrong = check_row(line);
        if (wrong)
            printf("%s:%d: %s\n", argv[1], n, wrong < 0 ? "cannot be read" : "wrong");
        failures += wrong != 0;
    }
    (void)fclose(file);
    printf("%d rows, %d failures\n", rows, failures);
    return rows && !failures ? EXIT_SUCCESS : EXIT_FAILURE;
}
