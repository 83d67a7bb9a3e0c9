/* The functions of game.h that are the same for every game: setup, options, tokens, views,
 * perft. */
#include "refusals.h"

#include <alibi/told.h>
#include <assert.h>
#include <string.h>

const struct alibi_game *alibi_game_find(const char *name)
{
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        if (strcmp((*g)->name, name) == 0)
            return *g;
    return NULL;
}

void alibi_setup(struct alibi_state *s, const struct alibi_game *game, const uint8_t *option)
{
    assert(game->n_characters > 0 && game->n_characters <= ALIBI_CHARACTERS_MAX);
    memset(s, 0, sizeof *s);
    s->game = game;
    s->slot = 1;
    s->to_act = ALIBI_CHANCE;
    s->witness = ALIBI_VISIBLE;
    s->winner = ALIBI_NOBODY;
    s->identity = ALIBI_NO_ONE;
    s->suspects = (uint16_t)((1U << game->n_characters) - 1);
    if (option)
        memcpy(s->option, option, sizeof s->option);
    game->setup(s);
}

/* Parses VALUE of the option with that NUMBER into OPTION. */
static int parse_value(uint8_t *option, const struct alibi_game *game, int number,
                       const char *value, size_t len, struct alibi_error *err)
{
    const struct alibi_option *o = &game->option[number];
    char known[100] = "";
    struct alibi_text list = alibi_text_in(known, sizeof known);

    for (unsigned v = 0; o->values[v]; v++) {
        if (strlen(o->values[v]) == len && memcmp(o->values[v], value, len) == 0) {
            option[number] = (uint8_t)v;
            return ALIBI_OK;
        }
        alibi_text_format(&list, "%s%s", v ? " or " : "", o->values[v]);
    }
    return alibi_refuse(err, ALIBI_BAD_TEXT, strlen(o->name) + 1, &alibi_no.option_value,
                        ALIBI_WITH(o->name, known));
}

int alibi_option_parse(uint8_t *option, const struct alibi_game *game, const char *text,
                       size_t len, struct alibi_error *err)
{
    for (int i = 0; i < game->n_options; i++) {
        size_t n = strlen(game->option[i].name);

        if (len > n && memcmp(text, game->option[i].name, n) == 0 && text[n] == '=')
            return parse_value(option, game, i, text + n + 1, len - n - 1, err);
    }
    if (game->n_options == 0)
        return alibi_refuse(err, ALIBI_BAD_TEXT, 0, &alibi_no.option_none,
                            ALIBI_WITH(game->name));
    return alibi_refuse(err, ALIBI_BAD_TEXT, 0, &alibi_no.option_form,
                        ALIBI_WITH(game->option[0].name, game->option[0].values[0]));
}

bool alibi_same_turn(const struct alibi_state *a, const struct alibi_state *b)
{
    return a->to_act == b->to_act && a->round == b->round && a->slot == b->slot;
}

bool alibi_is_turn_over(const struct alibi_state *from, const struct alibi_state *s)
{
    struct alibi_state at = *s;
    alibi_move moves[ALIBI_MOVES_MAX];

    while (at.to_act == ALIBI_CHANCE && at.round == from->round && at.slot == from->slot) {
        (void)at.game->moves(&at, moves);
        (void)at.game->apply(&at, moves[0]);
    }
    return !alibi_same_turn(from, &at);
}

bool alibi_is_legal(const struct alibi_state *s, alibi_move m)
{
    alibi_move moves[ALIBI_MOVES_MAX];
    int n = s->game->moves(s, moves);

    for (int i = 0; i < n; i++)
        if (moves[i] == m)
            return true;
    return false;
}

int alibi_token_parse(alibi_move *m, const struct alibi_state *s, const char *token, size_t len,
                      struct alibi_error *err)
{
    alibi_move parsed;
    int status = s->game->parse(&parsed, token, len, err);

    if (status != ALIBI_OK)
        return status;
    if (!alibi_is_legal(s, parsed)) {
        s->game->forbids(err, s, parsed);
        return ALIBI_BAD_MOVE;
    }
    *m = parsed;
    return ALIBI_OK;
}

void alibi_token_print(struct alibi_text *text, const struct alibi_state *s, alibi_move m,
                       enum alibi_viewer viewer)
{
    struct alibi_told told = alibi_told_move(s, m, viewer);

    alibi_told_print(text, s->game, &told);
}

enum alibi_viewer alibi_viewer_of(enum alibi_seat player)
{
    assert(player == ALIBI_JACK || player == ALIBI_DETECTIVE);
    return (enum alibi_viewer)player;
}

void alibi_view_of(struct alibi_view *view, const struct alibi_state *s,
                   enum alibi_viewer viewer)
{
    if (viewer == ALIBI_AS_TRUTH)
        *view = (struct alibi_view){viewer, *s};
    else
        s->game->observe(view, s, viewer);
}

/* Plays M in the first world of the view, whichever is the true one, so the result cannot tell
 * more than the view does. */
bool alibi_stage(struct alibi_view *view, alibi_move m)
{
    const struct alibi_game *game = view->seen.game;
    struct alibi_state s;

    assert(view->seen.to_act == view->viewer);
    game->deal(&s, view, 0);
    s.staged = 1;
    (void)game->apply(&s, m);
    if (s.winner != ALIBI_NOBODY) {
        view->seen.to_act = ALIBI_NOBODY;
        return false;
    }
    s.staged = 0;
    game->observe(view, &s, view->viewer);
    return view->seen.to_act == view->viewer;
}

uint64_t alibi_perft(const struct alibi_state *s, int depth)
{
    alibi_move m[ALIBI_MOVES_MAX];
    uint64_t total = 0;
    int n;

    if (depth == 0)
        return 1;
    n = s->game->moves(s, m);
    if (depth == 1)
        return (uint64_t)n;
    for (int i = 0; i < n; i++) {
        struct alibi_state next = *s;

        s->game->apply(&next, m[i]);
        total += alibi_perft(&next, depth - 1);
    }
    return total;
}
