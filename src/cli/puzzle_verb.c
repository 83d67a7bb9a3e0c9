/* alibi puzzle: solve, make and check positions with one right idea. */
#include "puzzles.h"
#include "texts.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

static const struct alibi_game *read_game(const struct cli_verb *verb, const char *name)
{
    const struct alibi_game *game = alibi_game_find(name);

    if (!game)
        (void)cli_misuse(verb, "expected a game, not %.40s", name);
    return game;
}

/* Reads the word of --theme, which may be missing: then THEME is ALIBI_THEMES. */
static bool read_theme(const struct cli_verb *verb, const char *word, enum alibi_theme *theme)
{
    *theme = word ? alibi_theme_find(word) : ALIBI_THEMES;
    if (word && *theme == ALIBI_THEMES)
        return cli_misuse(verb, "expected a theme, not %.40s", word) == CLI_OK;
    return true;
}

/* --- make --- */

static int make(const struct cli_verb *verb, int argc, char **argv)
{
    const char *nodes = NULL, *part = NULL, *games = NULL, *seed = NULL, *theme = NULL;
    const struct cli_option option[] = {{"--nodes", NULL, &nodes},
                                        {"--part", NULL, &part},
                                        {"--games", NULL, &games},
                                        {"--seed", NULL, &seed},
                                        {"--theme", NULL, &theme}};
    int n = cli_options(verb, argc, argv, option, 5, 1, 1000);
    struct cli_mine mine = {.nodes = ALIBI_PUZZLE_NODES, .part = {0, 1}};
    uint64_t many = 100, first = 1;
    const struct alibi_game *game;

    if (n < 0 || (nodes && !cli_number(nodes, "--nodes", 1000, UINT32_MAX, &mine.nodes)) ||
        (games && !cli_number(games, "--games", 1, UINT32_MAX, &many)) ||
        (seed && !cli_number(seed, "--seed", 0, UINT64_MAX, &first)) ||
        (part && !cli_part(part, &mine.part)) || !read_theme(verb, theme, &mine.theme))
        return CLI_USAGE;
    game = n == 1 ? alibi_game_find(argv[0]) : NULL;
    if (game)
        return cli_puzzles_mine(game, many, first, &mine) ? CLI_OK : CLI_FAILED;
    if (games || seed)
        return cli_misuse(verb, "--games and --seed go with the name of a game");
    for (int i = 0; i < n; i++)
        if (!cli_puzzles_make(argv[i], &mine))
            return CLI_FAILED;
    return CLI_OK;
}

/* --- check --- */

/* Whether PUZZLE is proven again; says what is wrong. */
static bool is_proven(const struct alibi_puzzle *puzzle, uint64_t nodes)
{
    struct alibi_proof proof;
    struct alibi_error err;
    const char *wrong = NULL;

    if (alibi_puzzle_prove(&proof, &puzzle->view, nodes, ALIBI_PUZZLE_MARGIN, &err) != ALIBI_OK)
        wrong = err.text;
    else if (!proof.proven)
        wrong = "no idea is better than all others";
    else if (!alibi_puzzle_is_answer(puzzle, proof.answer.move, proof.answer.n))
        wrong = "another idea is better than the answer";
    else if (alibi_theme_of(&puzzle->view, &puzzle->answer) != puzzle->theme)
        wrong = "its theme is another";
    if (wrong)
        printf("%s: %s\n", puzzle->id, wrong);
    return !wrong;
}

static int check(const struct cli_verb *verb, int argc, char **argv)
{
    const char *nodes = NULL, *part = NULL, *file = NULL;
    const struct cli_option option[] = {
        {"--nodes", NULL, &nodes}, {"--part", NULL, &part}, {"--file", NULL, &file}};
    int n = cli_options(verb, argc, argv, option, 3, 1, 1);
    uint64_t budget = ALIBI_PUZZLE_NODES, checked = 0, wrong = 0;
    struct cli_part share = {0, 1};
    struct cli_puzzles puzzles;
    const struct alibi_game *game;

    if (n < 0 || (nodes && !cli_number(nodes, "--nodes", 1000, UINT32_MAX, &budget)) ||
        (part && !cli_part(part, &share)) || !(game = read_game(verb, argv[0])))
        return CLI_USAGE;
    if (!cli_puzzles_read(&puzzles, game, file)) {
        cli_puzzles_free(&puzzles);
        return CLI_FAILED;
    }
    for (size_t i = share.part; i < puzzles.n; i += share.parts, checked++)
        wrong += !is_proven(&puzzles.puzzle[i], budget);
    printf("%" PRIu64 " puzzles, %" PRIu64 " wrong\n", checked, wrong);
    cli_puzzles_free(&puzzles);
    return wrong ? CLI_FAILED : CLI_OK;
}

/* --- solve --- */

static int solve(const struct cli_verb *verb, int argc, char **argv)
{
    const char *nodes = NULL, *part = NULL, *file = NULL;
    const struct cli_option option[] = {
        {"--nodes", NULL, &nodes}, {"--part", NULL, &part}, {"--file", NULL, &file}};
    int n = cli_options(verb, argc, argv, option, 3, 2, 2), solved = 0;
    uint64_t budget = 0, tried = 0, right = 0;
    struct cli_part share = {0, 1};
    struct cli_puzzles puzzles;
    const struct alibi_game *game;

    if (n < 0 || (nodes && !cli_number(nodes, "--nodes", 1, UINT32_MAX, &budget)) ||
        (part && !cli_part(part, &share)) || !(game = read_game(verb, argv[0])))
        return CLI_USAGE;
    if (!cli_puzzles_read(&puzzles, game, file)) {
        cli_puzzles_free(&puzzles);
        return CLI_FAILED;
    }
    for (size_t i = share.part; i < puzzles.n && solved >= 0; i += share.parts, tried++) {
        solved = cli_puzzle_tries(&puzzles.puzzle[i], argv[1], budget, 1);
        right += solved > 0;
    }
    if (solved >= 0)
        printf("%s solves %" PRIu64 " of %" PRIu64 ", %.1f %%\n", argv[1], right, tried,
               100 * (double)right / (double)(tried ? tried : 1));
    cli_puzzles_free(&puzzles);
    return solved < 0 ? CLI_FAILED : CLI_OK;
}

/* --- Playing --- */

/* The number of the first puzzle to solve: as asked, or that of the day. */
static bool find_first(const char *number, size_t n, size_t *first)
{
    enum { DAY = 24 * 60 * 60 };
    uint64_t asked = 0;

    if (number && !cli_number(number, "--number", 1, n, &asked))
        return false;
    *first = number ? (size_t)asked - 1 : cli_puzzle_of_day((uint64_t)time(NULL) / DAY, n);
    return true;
}

/* The first game that has puzzles. */
static const struct alibi_game *first_game(void)
{
    const struct alibi_game *const *g = alibi_games();

    while (*g && !cli_text_of(cli_puzzle_texts, *g))
        g++;
    return *g;
}

static int play(const struct cli_verb *verb, int argc, char **argv)
{
    const char *number = NULL, *theme = NULL;
    bool ascii = false, no_color = false;
    const struct cli_option option[] = {{"--number", NULL, &number},
                                        {"--theme", NULL, &theme},
                                        {"--ascii", &ascii, NULL},
                                        {"--no-color", &no_color, NULL}};
    int n = cli_options(verb, argc, argv, option, 4, 0, 1), code;
    enum alibi_theme about;
    const struct alibi_game *game;
    struct cli_puzzles puzzles;
    size_t first;

    if (n < 0 || !(game = n ? read_game(verb, argv[0]) : first_game()) ||
        !read_theme(verb, theme, &about))
        return CLI_USAGE;
    if (!cli_puzzles_read(&puzzles, game, NULL))
        code = CLI_FAILED;
    else if (!find_first(number, puzzles.n, &first))
        code = CLI_USAGE;
    else
        code = cli_puzzles_play(&puzzles, first, about, cli_look_for(stdout, ascii, no_color));
    cli_puzzles_free(&puzzles);
    return code;
}

int cli_puzzle(const struct cli_verb *verb, int argc, char **argv)
{
    static const struct {
        const char *word;
        int (*run)(const struct cli_verb *verb, int argc, char **argv);
    } job[] = {{"make", make}, {"check", check}, {"solve", solve}};

    for (size_t i = 0; argc > 0 && i < sizeof job / sizeof job[0]; i++)
        if (strcmp(argv[0], job[i].word) == 0)
            return job[i].run(verb, argc - 1, argv + 1);
    return play(verb, argc, argv);
}
