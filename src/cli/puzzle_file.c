/* Files of puzzles: records with an empty line between them. */
#include "puzzles.h"
#include "texts.h"

#include <alibi/record.h>
#include <stdlib.h>
#include <string.h>

/* Reads all puzzles of TEXT, whose name is NAME in messages. */
static bool read_all(struct cli_puzzles *out, const struct alibi_game *game, const char *text,
                     size_t len, const char *name)
{
    size_t at = 0, max = 0;

    while (at < len) {
        struct alibi_error err;
        size_t end, line, column;

        if (out->n == max) {
            struct alibi_puzzle *more;

            max = max ? 2 * max : 64;
            more = realloc(out->puzzle, max * sizeof *more);
            if (!more)
                return cli_fail("out of memory") == CLI_OK;
            out->puzzle = more;
        }
        if (alibi_puzzle_parse(&out->puzzle[out->n], text + at, len - at, &end, &err) !=
            ALIBI_OK) {
            alibi_locate(text, at + err.offset, &line, &column);
            return cli_fail("%s:%zu:%zu: %s", name, line, column, err.text) == CLI_OK;
        }
        if (out->puzzle[out->n++].view.seen.game != game) {
            alibi_locate(text, at, &line, &column);
            return cli_fail("%s:%zu:%zu: expected a puzzle of %s", name, line, column,
                            game->name) == CLI_OK;
        }
        at += end;
    }
    return true;
}

bool cli_puzzles_read(struct cli_puzzles *puzzles, const struct alibi_game *game,
                      const char *path)
{
    const char *built_in = path ? NULL : cli_text_of(cli_puzzle_texts, game);
    size_t len = built_in ? strlen(built_in) : 0;
    char *text = path ? cli_read_file(path, &len) : NULL;
    bool good = false;

    *puzzles = (struct cli_puzzles){.n = 0};
    if (text || built_in)
        good = read_all(puzzles, game, text ? text : built_in, len, path ? path : game->name);
    else if (!path)
        (void)cli_fail("there are no puzzles of %s", game->name);
    free(text);
    if (good && puzzles->n == 0)
        good = cli_fail("%s: expected a puzzle", path ? path : game->name) == CLI_OK;
    return good;
}

void cli_puzzles_free(struct cli_puzzles *puzzles)
{
    free(puzzles->puzzle);
    puzzles->puzzle = NULL;
}

size_t cli_puzzle_of_day(uint64_t days, size_t n)
{
    enum { STRIDE = 7919 }; /* a prime: neighbouring days have unlike puzzles */

    return (size_t)(days * STRIDE % n);
}
