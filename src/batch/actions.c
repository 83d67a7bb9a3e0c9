/* The moves of a game as consecutive numbers: sorting them, and making the pages in which they
 * are looked up. */
#include "index.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A move with its token, to sort by. */
struct named {
    alibi_move move;
    char token[ALIBI_TOKEN_MAX];
};

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct named *)a)->token, ((const struct named *)b)->token);
}

/* Sorts N moves of GAME by their tokens. */
static bool sort(const struct alibi_game *game, alibi_move *move, int32_t n)
{
    struct named *list = calloc((size_t)n + 1, sizeof *list);

    if (!list)
        return false;
    for (int32_t i = 0; i < n; i++) {
        struct alibi_text text = alibi_text_in(list[i].token, sizeof list[i].token);

        list[i].move = move[i];
        game->print(&text, move[i]);
        assert(text.len < text.cap);
    }
    qsort(list, (size_t)n, sizeof *list, compare);
    for (int32_t i = 0; i < n; i++)
        move[i] = list[i].move;
    free(list);
    return true;
}

/* Numbers the pages that are needed; returns how many. */
static uint16_t number_pages(struct alibi_actions *a)
{
    uint16_t pages = 1;

    for (int32_t i = 0; i < a->n; i++) {
        uint16_t *page = &a->page_of[a->move[i] / ACTIONS_PAGE];

        if (!*page)
            *page = pages++;
    }
    return pages;
}

static bool index_moves(struct alibi_actions *a)
{
    uint16_t pages;

    for (int32_t i = 0; i < a->n; i++)
        if (a->move[i] / ACTIONS_PAGE >= a->n_pages)
            a->n_pages = a->move[i] / ACTIONS_PAGE + 1;
    a->page_of = calloc((size_t)a->n_pages + 1, sizeof *a->page_of);
    if (!a->page_of)
        return false;
    pages = number_pages(a);
    a->page = malloc(pages * sizeof *a->page);
    if (!a->page)
        return false;
    memset(a->page, 0xff, pages * sizeof *a->page);
    for (int32_t i = 0; i < a->n; i++)
        a->page[a->page_of[a->move[i] / ACTIONS_PAGE]][a->move[i] % ACTIONS_PAGE] = i;
    return true;
}

int alibi_actions_new(struct alibi_actions **out, const struct alibi_game *game)
{
    struct alibi_actions *a = calloc(1, sizeof *a);

    *out = NULL;
    if (!a)
        return ALIBI_NO_MEMORY;
    a->n_players = game->every(false, NULL);
    a->n = a->n_players + game->every(true, NULL);
    a->move = calloc((size_t)a->n + 1, sizeof *a->move);
    if (a->move) {
        game->every(false, a->move);
        game->every(true, a->move + a->n_players);
    }
    if (!a->move || !sort(game, a->move, a->n_players) ||
        !sort(game, a->move + a->n_players, a->n - a->n_players) || !index_moves(a)) {
        alibi_actions_free(a);
        return ALIBI_NO_MEMORY;
    }
    *out = a;
    return ALIBI_OK;
}

void alibi_actions_free(struct alibi_actions *actions)
{
    if (!actions)
        return;
    free(actions->move);
    free(actions->page_of);
    free(actions->page);
    free(actions);
}

int32_t alibi_actions_players(const struct alibi_actions *actions)
{
    return actions->n_players;
}

int32_t alibi_actions_all(const struct alibi_actions *actions)
{
    return actions->n;
}

alibi_move alibi_actions_move(const struct alibi_actions *actions, int32_t action)
{
    assert(action >= 0 && action < actions->n);
    return actions->move[action];
}

int32_t alibi_actions_find(const struct alibi_actions *actions, alibi_move m)
{
    int32_t action = -1;

    if (m / ACTIONS_PAGE < actions->n_pages)
        actions_of(actions, &m, 1, &action, NULL);
    return action;
}
