/* alibi explore: what is played in the first round, and how it went. */
#include "explore.h"
#include "cli.h"
#include "texts.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- Reading --- */

/* Reads a number and the space behind it; false if there is none. */
static bool read_number(const char **at, uint64_t *out)
{
    char *end = NULL;

    if (**at < '0' || **at > '9')
        return false;
    *out = strtoull(*at, &end, 10);
    *at = end + (*end == ' ');
    return true;
}

/* Reads a word of less than CAP bytes and the space behind it. */
static bool read_word(const char **at, char *word, size_t cap)
{
    size_t n = strcspn(*at, " \n");

    if (n == 0 || n >= cap)
        return false;
    memcpy(word, *at, n);
    word[n] = '\0';
    *at += n + ((*at)[n] == ' ');
    return true;
}

/* Reads a turn of the option above. */
static bool read_turn(struct openings *out, const char *at)
{
    struct opening_option *option;
    struct opening_turn *turn;
    size_t n;

    if (out->n == 0 || out->option[out->n - 1].n_turns == OPENING_TURNS)
        return false;
    option = &out->option[out->n - 1];
    turn = &option->turn[option->n_turns];
    if (!read_number(&at, &turn->played) || !read_number(&at, &turn->won) ||
        turn->won > turn->played)
        return false;
    n = strcspn(at, "\n");
    if (n == 0 || n >= sizeof turn->tokens)
        return false;
    memcpy(turn->tokens, at, n);
    option->n_turns++;
    return true;
}

static bool read_option(struct openings *out, const char *at)
{
    struct opening_option *option;
    char seat[16];
    uint64_t slot;

    if (out->n == OPENING_OPTIONS)
        return false;
    option = &out->option[out->n];
    if (!read_number(&at, &slot) || slot < 1 || slot > (uint64_t)out->game->n_slots ||
        !read_word(&at, seat, sizeof seat) ||
        !alibi_player_seat_parse(&option->seat, seat, strlen(seat)) ||
        !read_word(&at, option->word, sizeof option->word) ||
        !read_number(&at, &option->offered) || !read_number(&at, &option->played) ||
        !read_number(&at, &option->won))
        return false;
    option->slot = (unsigned)slot;
    out->n++;
    return *at == '\n' && option->played <= option->offered && option->won <= option->played;
}

static bool read_head(struct openings *out, const char *at)
{
    char name[40];

    if (!read_word(&at, name, sizeof name) || !(out->game = alibi_game_find(name)))
        return false;
    return read_number(&at, &out->games) && read_number(&at, &out->jack) && *at == '\n' &&
           out->jack <= out->games;
}

bool openings_parse(struct openings *out, const char *text, size_t *line)
{
    memset(out, 0, sizeof *out);
    for (*line = 1; *text; (*line)++) {
        const char *end = strchr(text, '\n');

        if (!end)
            return false;
        if (*line == 1                    ? !read_head(out, text)
            : strncmp(text, "= ", 2) == 0 ? !read_turn(out, text + 2)
                                          : !read_option(out, text))
            return false;
        text = end + 1;
    }
    return out->games > 0;
}

/* --- Printing --- */

static double percent(uint64_t part, uint64_t all)
{
    return all ? 100 * (double)part / (double)all : 0;
}

/* Half the width of the 95 % interval around a share of N. */
static double error_of(uint64_t part, uint64_t n)
{
    double p = n ? (double)part / (double)n : 0;

    return n ? 196 * sqrt(p * (1 - p) / (double)n) : 0;
}

static const char *name_of(const struct alibi_game *game, const char *word)
{
    for (int i = 0; i < game->n_characters; i++)
        if (strcmp(game->characters[i].code, word) == 0)
            return game->characters[i].name;
    return word;
}

static void print_table(const struct openings *o)
{
    unsigned slot = 0;

    printf("%s: %" PRIu64 " games, of which Jack won %.1f %%\n", o->game->title, o->games,
           percent(o->jack, o->games));
    for (int i = 0; i < o->n; i++) {
        const struct opening_option *at = &o->option[i];

        if (at->slot != slot)
            printf("\nTurn %u of the first round, %s\n%-24s %8s %8s %8s %15s\n", at->slot,
                   alibi_seat_name(at->seat), "", "offered", "played", "in %", "won in %");
        slot = at->slot;
        printf("%-24.24s %8" PRIu64 " %8" PRIu64 " %8.1f", name_of(o->game, at->word),
               at->offered, at->played, percent(at->played, at->offered));
        if (at->played)
            printf(" %8.1f +-%4.1f", percent(at->won, at->played),
                   error_of(at->won, at->played));
        printf("\n");
    }
}

/* The most frequent turns that begin with WORD; false if there are none. */
static bool print_word(const struct openings *o, const char *word)
{
    bool found = false;

    for (int i = 0; i < o->n; i++) {
        const struct opening_option *at = &o->option[i];

        if (strcmp(at->word, word) != 0)
            continue;
        found = true;
        printf("Turn %u, %s: %s, played %" PRIu64 " times of %" PRIu64 ", won %.1f +-%.1f %%\n",
               at->slot, alibi_seat_name(at->seat), name_of(o->game, word), at->played,
               at->offered, percent(at->won, at->played), error_of(at->won, at->played));
        for (int k = 0; k < at->n_turns; k++)
            printf("  %6" PRIu64 "  %5.1f %%  %s\n", at->turn[k].played,
                   percent(at->turn[k].won, at->turn[k].played), at->turn[k].tokens);
    }
    return found;
}

int cli_explore(const struct cli_verb *verb, int argc, char **argv)
{
    int n = cli_options(verb, argc, argv, NULL, 0, 1, 1000);
    const struct alibi_game *game;
    static struct openings openings;
    const char *text;
    size_t line;

    if (n < 0)
        return CLI_USAGE;
    if (strcmp(argv[0], "make") == 0)
        return n > 1 ? openings_make(argv + 1, n - 1) : cli_misuse(verb, "expected a file");
    game = alibi_game_find(argv[0]);
    if (!game || n > 2)
        return cli_misuse(verb, game ? "expected one option" : "expected a game, not %.40s",
                          argv[0]);
    text = cli_text_of(cli_opening_texts, game);
    if (!text)
        return cli_fail("nothing is known of the openings of %s", game->name);
    if (!openings_parse(&openings, text, &line))
        return cli_fail("openings of %s: line %zu is wrong", game->name, line);
    if (n == 1)
        print_table(&openings);
    else if (!print_word(&openings, argv[1]))
        return cli_fail("expected a character or an action that `alibi explore %s` lists, such "
                        "as %s, not %.40s",
                        game->name, openings.option[0].word, argv[1]);
    return CLI_OK;
}
