/* Breadth-first over the tokens of a turn; prefixes that lead to the same position are one. */
#include "turns.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { PREFIXES_MAX = 1 << 16, SLOTS = 4 * PREFIXES_MAX };

struct search {
    struct turns *turns;
    struct turn *prefix; /* a queue: those before NEXT have been extended */
    size_t n, next, max;
    uint32_t *slot; /* a hash table of `prefix`: its number, from 1 */
};

/* The chance that TURN, which ends the game, wins it: the share of the worlds in which it does.
 */
static double win_chance(const struct alibi_view *view, const struct turn *turn)
{
    const struct alibi_game *game = view->seen.game;
    uint32_t n = game->deals(view), won = 0;

    for (uint32_t i = 0; i < n; i++) {
        struct alibi_state s;

        game->deal(&s, view, i);
        for (int k = 0; k < turn->choice.n; k++)
            (void)game->apply(&s, turn->choice.move[k]);
        won += s.winner == view->seen.to_act;
    }
    return (double)won / n;
}

/* Fills in what belongs to the idea of TURN, which is over. */
static void look(const struct turns *turns, struct turn *turn)
{
    struct alibi_view view = turns->view;
    struct alibi_outlook outlook;

    for (int i = 0; i < turn->choice.n && alibi_stage(&view, turn->choice.move[i]); i++) {
        view.seen.game->outlook(&outlook, &view.seen);
        turn->active |= outlook.active;
    }
    turn->seen = view.seen.suspects & view.seen.game->visible(&view.seen);
    turn->draws =
        turn->after.drawn[0] != turns->world.drawn[0] ||
        turn->after.drawn[1] != turns->world.drawn[1] ||
        (turn->after.to_act == ALIBI_CHANCE && turn->after.round == turns->world.round &&
         turn->after.slot == turns->world.slot);
}

/* Plays M at the end of TURN, which is not over. */
static void extend(const struct turns *turns, struct turn *turn, alibi_move m)
{
    (void)turn->after.game->apply(&turn->after, m);
    turn->choice.move[turn->choice.n++] = m;
    if (turn->after.why == ALIBI_ARREST || turn->after.why == ALIBI_WRONG_ACCUSATION ||
        turn->after.why == ALIBI_ESCAPE) {
        turn->ends = turn->after.why == ALIBI_ESCAPE ? ALIBI_ESCAPE : ALIBI_ARREST;
        turn->chance = win_chance(&turns->view, turn);
    }
}

static uint64_t hash_of(const struct alibi_state *s)
{
    const unsigned char *byte = (const unsigned char *)s;
    uint64_t h = 0xcbf29ce484222325U;

    for (size_t i = offsetof(struct alibi_state, round); i < sizeof *s; i++)
        h = (h ^ byte[i]) * 0x100000001b3U;
    return h;
}

/* The slot of what comes to the same as TURN, or the empty one where it belongs. */
static uint32_t *find_slot(struct search *search, const struct turn *turn)
{
    size_t at = hash_of(&turn->after) % SLOTS;

    while (search->slot[at] && !pzl_turn_is_same(&search->prefix[search->slot[at] - 1], turn))
        at = (at + 1) % SLOTS;
    return &search->slot[at];
}

/* Makes room for one more of SIZE bytes in a list of N. */
static void *grow(void *list, size_t n, size_t *max, size_t size)
{
    if (n < *max)
        return list;
    *max = *max ? 2 * *max : 256;
    return realloc(list, *max * size);
}

/* Adds what PREFIX and M make, unless something comes to the same. */
static bool add(struct search *search, size_t prefix, alibi_move m)
{
    struct turn *longer = grow(search->prefix, search->n, &search->max, sizeof *search->prefix);
    uint32_t *slot;

    if (!longer)
        return false;
    search->prefix = longer;
    longer[search->n] = longer[prefix];
    extend(search->turns, &longer[search->n], m);
    slot = find_slot(search, &longer[search->n]);
    if (*slot == 0 && search->n + 1 < PREFIXES_MAX)
        *slot = (uint32_t)++search->n;
    return true;
}

static bool keep(struct turns *turns, const struct turn *turn)
{
    struct turn *longer = grow(turns->turn, turns->n, &turns->max, sizeof *turns->turn);

    if (!longer)
        return false;
    turns->turn = longer;
    longer[turns->n] = *turn;
    look(turns, &longer[turns->n++]);
    return true;
}

/* Keeps the prefix at NEXT if it is a turn, or extends it by every move. */
static bool go_on(struct search *search)
{
    size_t at = search->next++;
    const struct turn *turn = &search->prefix[at];
    struct alibi_state s = turn->after;
    alibi_move move[ALIBI_MOVES_MAX];
    int n;

    if (turn->choice.n > 0 && alibi_is_turn_over(&search->turns->world, &s))
        return keep(search->turns, turn);
    if (s.to_act != search->turns->world.to_act || turn->choice.n == ALIBI_SEQUENCE_MAX)
        return true; /* a card comes before its end: nobody can choose all of it now */
    n = s.game->moves(&s, move);
    for (int i = 0; i < n; i++)
        if (!add(search, at, move[i]))
            return false;
    return true;
}

static void begin(struct turns *turns, const struct alibi_view *view)
{
    *turns = (struct turns){.view = *view};
    view->seen.game->deal(&turns->world, view, 0);
}

bool pzl_turns_find(struct turns *turns, const struct alibi_view *view)
{
    struct search search = {.turns = turns, .slot = calloc(SLOTS, sizeof *search.slot)};
    bool done;

    begin(turns, view);
    search.prefix = grow(NULL, 0, &search.max, sizeof *search.prefix);
    done = search.slot && search.prefix;
    if (done)
        search.prefix[search.n++] = (struct turn){.after = turns->world};
    while (done && search.next < search.n)
        done = go_on(&search);
    free(search.prefix);
    free(search.slot);
    return done;
}

void pzl_turns_free(struct turns *turns)
{
    free(turns->turn);
    turns->turn = NULL;
}

bool pzl_turns_play(const struct turns *turns, const alibi_move *move, int n, struct turn *out)
{
    *out = (struct turn){.after = turns->world};
    if (n < 1 || n > ALIBI_SEQUENCE_MAX)
        return false;
    for (int i = 0; i < n; i++) {
        if (out->after.to_act != turns->world.to_act || !alibi_is_legal(&out->after, move[i]))
            return false;
        extend(turns, out, move[i]);
    }
    if (!alibi_is_turn_over(&turns->world, &out->after))
        return false;
    look(turns, out);
    return true;
}

bool pzl_turn_is_same(const struct turn *a, const struct turn *b)
{
    if (a->ends != b->ends)
        return false;
    if (a->ends != ALIBI_WHY_NONE && a->chance >= 1 && b->chance >= 1)
        return true;
    /* Wrong accusations of different people end in the same position. */
    if (a->ends != ALIBI_WHY_NONE &&
        a->choice.move[a->choice.n - 1] != b->choice.move[b->choice.n - 1])
        return false;
    return memcmp(&a->after, &b->after, sizeof a->after) == 0;
}

bool pzl_turn_is_alike(const struct turn *a, const struct turn *b)
{
    if (a->ends != ALIBI_WHY_NONE || b->ends != ALIBI_WHY_NONE)
        return pzl_turn_is_same(a, b);
    if (!a->active && a->choice.move[0] != b->choice.move[0])
        return false;
    return a->active == b->active && a->seen == b->seen && a->draws == b->draws;
}
