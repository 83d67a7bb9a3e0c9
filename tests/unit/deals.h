/* Tables of views and their worlds. Rows of null are in tests/unit, those of a game with its
 * rules. */
#ifndef DEALS_H
#define DEALS_H

#include "unit.h"

#include <alibi/kit/bits.h>
#include <alibi/kit/secrets.h>

/* A position as VIEWER sees it, and the number of its worlds. */
struct hidden_deals {
    const char *line;
    enum alibi_viewer viewer;
    uint32_t n;
};

/* Checks the number of worlds of a view, that all differ, and that all look like the view. */
static inline void check_deals(const struct hidden_deals *row, size_t rows)
{
    static struct alibi_state deal[200];

    for (size_t i = 0; i < rows; i++) {
        struct alibi_view view = {.viewer = row[i].viewer, .seen = unit_position(row[i].line)};
        const struct alibi_game *game = view.seen.game;
        uint32_t n = game->deals(&view);

        CHECK(n == row[i].n, "row %zu: %u deals", i, n);
        for (uint32_t k = 0; k < n; k++) {
            struct alibi_view again = view;

            game->deal(&deal[k], &view, k);
            for (uint32_t j = 0; j < k; j++)
                CHECK(memcmp(&deal[j], &deal[k], sizeof deal[0]) != 0, "row %zu", i);
            alibi_view_of(&again, &deal[k], row[i].viewer);
            CHECK(memcmp(&again.seen, &view.seen, sizeof again.seen) == 0, "row %zu %u", i, k);
            CHECK(!(deal[k].alibis[0] & deal[k].alibis[1]), "row %zu %u", i, k);
            CHECK(alibi_size(alibi_deck(&deal[k])) == game->n_characters - (deal[k].round > 0) -
                                                          deal[k].drawn[0] - deal[k].drawn[1],
                  "row %zu %u", i, k);
        }
    }
}

#endif
