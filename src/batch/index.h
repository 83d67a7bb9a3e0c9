/* How moves are looked up: between the files of this folder.
 *
 * Moves are sparse numbers of at most 24 bits of which the last byte varies most. So the number
 * of a move is found by two look-ups: its upper bits name a page, its last byte a place there.
 * Lists of moves stay on a page for long, so that the first look-up is rare. */
#ifndef BATCH_INDEX_H
#define BATCH_INDEX_H

#include <alibi/actions.h>

enum { ACTIONS_PAGE = 256 };

struct alibi_actions {
    int32_t n_players, n;
    alibi_move *move;              /* by action */
    uint32_t n_pages;              /* upper parts of moves are below this */
    uint16_t *page_of;             /* by upper part; 0 for none */
    int32_t (*page)[ACTIONS_PAGE]; /* by last byte, -1 for none; page 0 has none */
};

/* The actions of N moves of the game; MASK, unless NULL, is set at each of them. */
static inline void actions_of(const struct alibi_actions *a, const alibi_move *m, int n,
                              int32_t *restrict out, uint8_t *restrict mask)
{
    alibi_move upper = ~0U;
    const int32_t *page = a->page[0];

    for (int i = 0; i < n; i++) {
        if (m[i] / ACTIONS_PAGE != upper) {
            upper = m[i] / ACTIONS_PAGE;
            page = a->page[a->page_of[upper]];
        }
        out[i] = page[m[i] % ACTIONS_PAGE];
        if (mask)
            mask[out[i]] = 1;
    }
}

#endif
