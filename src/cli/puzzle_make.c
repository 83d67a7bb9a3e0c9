/* Mining puzzles: every turn of many games is looked at, quickly at first. What seems to
 * have one right answer is proven twice, the second time with ten times the search, and then
 * rated by letting the levels try it. */
#include "puzzles.h"

#include "match/duel.h"
#include "match/lots.h"

#include <alibi/session.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY = 16 << 20, TRIES = 5, LEVELS = 6, LEVEL6_NODES = 100000 };

/* Mined puzzles keep more than the margin that is promised, so that another search, which
 * differs by chance, still finds it. */
static const double mined_margin = 1.4 * ALIBI_PUZZLE_MARGIN;

/* --- Rating --- */

/* The levels on one scale of ratings: level 1 is 800, the steps are those of docs/strength.md.
 */
static const double level_rating[LEVELS] = {800, 940, 1100, 1240, 1360, 1530};

static bool solves(struct alibi_player *player, const struct alibi_puzzle *puzzle,
                   const struct alibi_budget *budget)
{
    struct alibi_thought thought;
    const struct alibi_choice *choice = NULL;
    float most = 0;

    alibi_player_think(player, budget, &thought);
    /* It plays the choice that begins with its move; of several, its most frequent. */
    for (int i = 0; i < thought.n_choices; i++)
        if (thought.choice[i].move[0] == thought.line[0] && thought.choice[i].share > most &&
            memcmp(thought.choice[i].move, thought.line,
                   thought.choice[i].n * sizeof thought.line[0]) == 0) {
            choice = &thought.choice[i];
            most = choice->share;
        }
    return choice && alibi_puzzle_is_answer(puzzle, choice->move, choice->n);
}

int cli_puzzle_tries(const struct alibi_puzzle *puzzle, const char *name, uint64_t nodes, int n)
{
    struct alibi_budget budget = {.nodes = nodes};
    int solved = 0;

    for (int i = 0; i < n; i++) {
        struct alibi_player *player;
        struct alibi_error err;

        if (alibi_player_new(&player, name, &puzzle->view, (uint64_t)i + 1, MEMORY, &err) !=
            ALIBI_OK) {
            (void)cli_fail("%s", err.text);
            return -1;
        }
        solved += solves(player, puzzle, &budget);
        alibi_player_free(player);
    }
    return solved;
}

/* The probability that somebody rated LEVEL solves a puzzle rated RATING. */
static double expectation(double level, double rating)
{
    return 1 / (1 + pow(10, (rating - level) / 400));
}

/* The rating at which the levels would solve as many as they did. One game won and one lost
 * against somebody of 1200 are added, so that no rating is infinite. */
static int fit_rating(const int solved[LEVELS])
{
    double low = 0, high = 2400;

    while (high - low > 1) {
        double rating = (low + high) / 2, more = expectation(1200, rating) * 2 - 1;

        for (int k = 0; k < LEVELS; k++)
            more += TRIES * expectation(level_rating[k], rating) - solved[k];
        *(more > 0 ? &low : &high) = rating;
    }
    return (int)lround(low);
}

/* Rates it; false if even the strongest fails. */
static bool rate(struct alibi_puzzle *puzzle)
{
    int solved[LEVELS];

    for (int k = 0; k < LEVELS; k++) {
        char name[] = "level0";

        name[5] = (char)('1' + k);
        solved[k] = cli_puzzle_tries(puzzle, name, LEVEL6_NODES, TRIES);
        if (solved[k] < 0)
            return false;
    }
    puzzle->rating = fit_rating(solved);
    return solved[LEVELS - 1] == TRIES;
}

/* --- Finding --- */

/* Whether PROOF has found the same: its best answer is one of the puzzle's. */
static bool is_same(const struct alibi_puzzle *puzzle, const struct alibi_proof *proof)
{
    return alibi_puzzle_is_answer(puzzle, proof->answer.move, proof->answer.n);
}

struct mining {
    struct cli_mine mine;
    uint64_t number; /* of the next puzzle */
};

/* Whether puzzles of this theme are looked for. */
static bool is_wanted(const struct mining *mining, enum alibi_theme theme)
{
    return mining->mine.theme == ALIBI_THEMES || mining->mine.theme == theme;
}

/* Whether its view is a puzzle that is looked for, to the first proof and to the second. */
static bool prove(struct alibi_puzzle *puzzle, const struct mining *mining)
{
    struct alibi_proof proof;

    for (int times = 1; times <= 10; times *= 10) {
        if (alibi_puzzle_prove(&proof, &puzzle->view, mining->mine.nodes * (uint64_t)times,
                               mined_margin, NULL) != ALIBI_OK ||
            !proof.proven)
            return false;
        if (times > 1 && !is_same(puzzle, &proof))
            return false;
        puzzle->answer = proof.answer;
        puzzle->value = proof.value;
        puzzle->next = proof.next;
        puzzle->theme = alibi_theme_of(&puzzle->view, &puzzle->answer);
        if (puzzle->theme != ALIBI_THEMES && !is_wanted(mining, puzzle->theme))
            return false;
    }
    return true;
}

static bool print(const struct alibi_puzzle *puzzle)
{
    char buf[2 * ALIBI_LINE_MAX];
    struct alibi_text text = alibi_text_in(buf, sizeof buf);

    if (alibi_puzzle_print(&text, puzzle) != ALIBI_OK)
        return false;
    printf("%s", buf);
    (void)fflush(stdout);
    return true;
}

/* Looks at the turn that begins at S. */
static bool look_at(struct mining *mining, const struct alibi_state *s)
{
    struct alibi_puzzle puzzle = {.rating = 0};

    alibi_view_of(&puzzle.view, s, alibi_viewer_of((enum alibi_seat)s->to_act));
    if (!is_wanted(mining, ALIBI_THEMES) &&
        !alibi_theme_may_be(&puzzle.view, mining->mine.theme))
        return true;
    if (!prove(&puzzle, mining) || !rate(&puzzle))
        return true;
    if (puzzle.theme == ALIBI_THEMES)
        return cli_fail("out of memory") == CLI_OK;
    (void)snprintf(puzzle.id, sizeof puzzle.id, "%s-%" PRIu64, s->game->name, mining->number);
    mining->number += mining->mine.part.parts;
    return print(&puzzle);
}

/* Whether the first choice of a turn comes after I moves: its forced tokens are played. */
static bool has_choice(const struct alibi_session *game, size_t i)
{
    alibi_move move[ALIBI_MOVES_MAX];
    const struct alibi_state *s = alibi_session_after(game, i);

    if (s->to_act >= ALIBI_CHANCE || s->game->moves(s, move) < 2)
        return false;
    for (size_t k = alibi_session_turn(game, i); k < i; k++) {
        const struct alibi_state *before = alibi_session_after(game, k);

        if (before->game->moves(before, move) > 1)
            return false;
    }
    return true;
}

/* Looks at every turn of a game. */
static bool look_through(void *context, const struct alibi_session *game)
{
    bool good = true;

    for (size_t i = 0; i < alibi_session_length(game) && good; i++)
        if (has_choice(game, i))
            good = look_at(context, alibi_session_after(game, i));
    return good;
}

/* --- Games to look through --- */

/* A game between two champions, who look at enough positions to play well and have no clock, so
 * that the same seed gives the same game. */
static bool play_game(struct alibi_session **out, const struct alibi_game *game, uint64_t seed)
{
    static const struct match_side champion = {.name = "champion", .budget = {.nodes = 20000}};
    const uint64_t seeds[2] = {match_mix(seed, 1, 0), match_mix(seed, 1, 1)};
    atomic_bool stop = false;
    struct match_contestant player[2] = {{.side = &champion, .stop = &stop},
                                         {.side = &champion, .stop = &stop}};
    struct match_contestant *const seat[2] = {&player[0], &player[1]};
    struct match_game result;
    struct alibi_state start;
    bool good;

    alibi_setup(&start, game, NULL);
    good = match_duel(&result, out, &start, seat, match_mix(seed, 0, 0), seeds);
    for (int i = 0; i < 2; i++)
        match_contestant_close(&player[i]);
    return good || cli_fail("out of memory") == CLI_OK;
}

bool cli_puzzles_mine(const struct alibi_game *game, uint64_t games, uint64_t seed,
                      const struct cli_mine *mine)
{
    struct mining mining = {*mine, mine->part.part + 1};
    bool good = true;

    for (uint64_t i = mine->part.part; i < games && good; i += mine->part.parts) {
        struct alibi_session *session = NULL;

        good =
            play_game(&session, game, match_mix(seed, i, 0)) && look_through(&mining, session);
        alibi_session_free(session);
    }
    return good;
}

bool cli_puzzles_make(const char *file, const struct cli_mine *mine)
{
    struct mining mining = {*mine, mine->part.part + 1};

    return cli_each_game(file, mine->part, look_through, &mining);
}
