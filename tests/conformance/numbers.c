/* Numbers for programs that learn: moves and actions correspond one to one, and a view becomes
 * a row of zeros and ones that contains all of it. */
#include "conformance.h"

#include <alibi/kit/features.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MAX = 1 << 14 };

/* No two actions are the same move, and each has a token that is read back. */
static void check_bijection(struct play *p)
{
    char last[ALIBI_TOKEN_MAX] = "";

    for (int32_t i = 0; i < alibi_actions_all(p->actions); i++) {
        alibi_move m = alibi_actions_move(p->actions, i), back = ~m;
        char token[ALIBI_TOKEN_MAX];
        struct alibi_text text = alibi_text_in(token, sizeof token);

        p->game->print(&text, m);
        CHECK(p, text.len < text.cap && alibi_actions_find(p->actions, m) == i);
        CHECK(p, p->game->parse(&back, token, text.len, NULL) == ALIBI_OK && back == m);
        CHECK(p, i == alibi_actions_players(p->actions) || strcmp(last, token) < 0);
        memcpy(last, token, sizeof last);
    }
    CHECK(p, alibi_actions_find(p->actions, ~0U) == -1);
}

void check_numbers_begin(struct play *p)
{
    struct alibi_state start;

    if (alibi_actions_new(&p->actions, p->game) != ALIBI_OK)
        exit(EXIT_FAILURE);
    alibi_setup(&start, p->game, NULL);
    if (alibi_session_new(&p->session, &start) != ALIBI_OK)
        exit(EXIT_FAILURE);
    check_bijection(p);
    alibi_session_free(p->session);
}

void check_numbers_end(struct play *p)
{
    alibi_actions_free(p->actions);
}

/* The row of VIEW has the promised length: the bytes after it are untouched. */
static size_t write_row(struct play *p, const struct alibi_view *view, uint8_t *row)
{
    size_t n = alibi_features_size(p->game);
    bool holds = true;

    CHECK(p, n > 0 && n < COLUMNS_MAX);
    memset(row, 0xee, COLUMNS_MAX);
    alibi_features_write(row, view);
    for (size_t i = 0; i < COLUMNS_MAX; i++)
        holds &= i < n ? row[i] <= 1 : row[i] == 0xee;
    CHECK(p, holds);
    return n;
}

/* A move that changes the view changes the row, unless the game has only the shared part. */
static void check_complete(struct play *p, alibi_move m, enum alibi_viewer viewer)
{
    static uint8_t row[COLUMNS_MAX], row2[COLUMNS_MAX];
    const struct alibi_state *s = alibi_session_state(p->session);
    struct alibi_state after = *s;
    struct alibi_view view, view2;
    size_t n;

    p->game->apply(&after, m);
    p->game->observe(&view, s, viewer);
    p->game->observe(&view2, &after, viewer);
    n = write_row(p, &view, row);
    (void)write_row(p, &view2, row2);
    if (memcmp(&view.seen, &view2.seen, sizeof view.seen) == 0)
        CHECK(p, memcmp(row, row2, n) == 0);
    else if (p->game->features)
        CHECK(p, memcmp(row, row2, n) != 0);
}

void check_numbers(struct play *p, const alibi_move *m, int n)
{
    static const enum alibi_viewer viewers[3] = {ALIBI_AS_JACK, ALIBI_AS_DETECTIVE,
                                                 ALIBI_AS_PUBLIC};
    bool chance = alibi_session_state(p->session)->to_act == ALIBI_CHANCE;
    int32_t last = -1;

    for (int i = 0; i < n; i++) {
        int32_t action = alibi_actions_find(p->actions, m[i]);

        CHECK(p, action > last);
        CHECK(p, (action >= alibi_actions_players(p->actions)) == chance);
        last = action;
    }
    for (int i = 0; i < 3; i++)
        check_complete(p, m[alibi_rng_below(&p->rng, (uint32_t)n)], viewers[i]);
}
