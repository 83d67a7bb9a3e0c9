/* The set of worlds that agree with a redacted history.
 *
 * A watch begins with all worlds of its first view. An open move is played in each world in
 * which it is legal; a hidden move replaces each world by one for every outcome with the same
 * redacted token; an announcement keeps the worlds that agree with it. The worlds left are
 * exactly the viewer's knowledge, and they all have the same view.
 *
 * A world can end while others go on, for instance by an accusation. Until the result is
 * announced such worlds are kept at the end of the list; if the game goes on, the next move
 * drops them, because nothing is legal there. */
#include "core/refusals.h"

#include <alibi/watch.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { HIDDEN_MAX = 64 };

/* A hidden move: the player who saw it, and the index of its redacted token. */
struct hidden {
    enum alibi_seat owner;
    uint8_t redacted;
};

struct alibi_watch {
    enum alibi_viewer viewer;
    struct alibi_state *world;
    size_t n;
    bool witness_due;                 /* witnesses were called; their answer comes next */
    bool over;                        /* the result was announced */
    struct hidden hidden[HIDDEN_MAX]; /* the hidden moves, in the order of play */
    alibi_move revealed[HIDDEN_MAX];  /* those of them that have been revealed, in order */
    int n_hidden, n_revealed;
};

/* A list of worlds under construction. */
struct worlds {
    struct alibi_state *world;
    size_t n, cap;
    bool called; /* the last move ended with a call for witnesses */
};

static int push(struct worlds *list, const struct alibi_state *s)
{
    if (list->n == list->cap) {
        size_t cap = list->cap ? 2 * list->cap : 16;
        struct alibi_state *grown = realloc(list->world, cap * sizeof *grown);

        if (!grown)
            return ALIBI_NO_MEMORY;
        list->world = grown;
        list->cap = cap;
    }
    list->world[list->n++] = *s;
    return ALIBI_OK;
}

/* Sorts the worlds in which the game goes on before those in which it is over. */
static int compare(const void *a, const void *b)
{
    const struct alibi_state *x = a, *y = b;
    int ended = (x->winner != ALIBI_NOBODY) - (y->winner != ALIBI_NOBODY);

    return ended ? ended : memcmp(a, b, sizeof *x);
}

/* Keeps one of each state: the same cards in another order can lead to the same state. */
static void drop_doubles(struct worlds *list)
{
    size_t kept = 0;

    if (list->n > 0)
        qsort(list->world, list->n, sizeof list->world[0], compare);
    for (size_t i = 0; i < list->n; i++)
        if (kept == 0 || compare(&list->world[kept - 1], &list->world[i]) != 0)
            list->world[kept++] = list->world[i];
    list->n = kept;
}

static void hide(struct alibi_watch *watch, enum alibi_seat owner, uint8_t redacted)
{
    assert(watch->n_hidden < HIDDEN_MAX);
    watch->hidden[watch->n_hidden++] = (struct hidden){owner, redacted};
}

/* Notes the moves that START, which may lie in the middle of a game, hides already; S is one of
 * its worlds. */
static void hide_start(struct alibi_watch *watch, const struct alibi_view *start,
                       const struct alibi_state *s)
{
    for (int player = ALIBI_JACK; player <= ALIBI_DETECTIVE; player++) {
        alibi_move secret[ALIBI_SECRETS_MAX];
        int n = 0;

        if ((start->seen.hides >> player) & 1)
            n = s->game->secrets(s, (enum alibi_seat)player, secret);
        for (int i = 0; i < n; i++)
            hide(watch, (enum alibi_seat)player, s->game->secret(secret[i]).kind);
    }
}

static void take(struct alibi_watch *watch, const struct worlds *list)
{
    free(watch->world);
    watch->world = list->world;
    watch->n = list->n;
}

int alibi_watch_new(struct alibi_watch **out, const struct alibi_view *start)
{
    struct alibi_watch *watch = calloc(1, sizeof *watch);
    struct worlds list = {0};
    uint32_t n = start->seen.game->deals(start);
    int status = watch ? ALIBI_OK : ALIBI_NO_MEMORY;

    for (uint32_t i = 0; i < n && status == ALIBI_OK; i++) {
        struct alibi_state s;

        start->seen.game->deal(&s, start, i);
        status = push(&list, &s);
    }
    if (status != ALIBI_OK) {
        free(list.world);
        free(watch);
        return status;
    }
    drop_doubles(&list);
    take(watch, &list);
    watch->viewer = start->viewer;
    hide_start(watch, start, &watch->world[0]);
    watch->over = start->seen.winner != ALIBI_NOBODY;
    *out = watch;
    return ALIBI_OK;
}

int alibi_watch_copy(struct alibi_watch **out, const struct alibi_watch *watch)
{
    struct alibi_watch *copy = malloc(sizeof *copy);
    struct alibi_state *world = malloc(watch->n * sizeof *world);

    if (!copy || !world) {
        free(copy);
        free(world);
        return ALIBI_NO_MEMORY;
    }
    memcpy(world, watch->world, watch->n * sizeof *world);
    *copy = *watch;
    copy->world = world;
    *out = copy;
    return ALIBI_OK;
}

void alibi_watch_free(struct alibi_watch *watch)
{
    if (watch) {
        free(watch->world);
        free(watch);
    }
}

/* Keeps the worlds that agree with TOLD, as KEEP says; if none do, refuses and keeps all. */
static int filter(struct alibi_watch *watch,
                  bool (*keep)(const struct alibi_watch *watch, const struct alibi_state *s,
                               const struct alibi_told *told),
                  const struct alibi_told *told, struct alibi_error *err)
{
    size_t kept = 0;

    for (size_t i = 0; i < watch->n; i++)
        kept += keep(watch, &watch->world[i], told);
    if (kept == 0)
        return alibi_refuse(err, ALIBI_BAD_MOVE, 0, &alibi_no.watch_news, NULL);
    kept = 0;
    for (size_t i = 0; i < watch->n; i++)
        if (keep(watch, &watch->world[i], told))
            watch->world[kept++] = watch->world[i];
    watch->n = kept;
    return ALIBI_OK;
}

static bool has_witness(const struct alibi_watch *watch, const struct alibi_state *s,
                        const struct alibi_told *told)
{
    (void)watch;
    return s->witness == told->witness;
}

static bool has_result(const struct alibi_watch *watch, const struct alibi_state *s,
                       const struct alibi_told *told)
{
    (void)watch;
    return s->winner == told->winner && s->why == told->why;
}

/* Whether the next move to be revealed can be TOLD in world S. */
static bool has_secret(const struct alibi_watch *watch, const struct alibi_state *s,
                       const struct alibi_told *told)
{
    alibi_move secret[ALIBI_SECRETS_MAX];
    int n = s->game->secrets(s, watch->hidden[watch->n_revealed].owner, secret);

    while (n > 0 && secret[n - 1] != told->move)
        n--;
    return n > 0;
}

/* Whether TOLD is a move of the kind to be revealed next, and was not revealed before. */
static bool is_next_hidden(const struct alibi_watch *watch, const struct alibi_told *told)
{
    const struct hidden *next = &watch->hidden[watch->n_revealed];

    for (int i = 0; i < watch->n_revealed; i++)
        if (watch->hidden[i].owner == next->owner && watch->revealed[i] == told->move)
            return false;
    return told->kind == ALIBI_TOLD_MOVE &&
           watch->world[0].game->secret(told->move).kind == next->redacted;
}

/* After the end: reveals the next hidden move. */
static int see_revealed(struct alibi_watch *watch, const struct alibi_told *told,
                        struct alibi_error *err)
{
    const char *token =
        watch->world[0].game->redacted[watch->hidden[watch->n_revealed].redacted];
    char prefix[ALIBI_TOKEN_MAX]; /* without the ? */
    struct alibi_text text = alibi_text_in(prefix, sizeof prefix);
    int status;

    alibi_text_bytes(&text, token, strlen(token) - 1);
    if (!is_next_hidden(watch, told))
        return alibi_refuse(err, ALIBI_BAD_MOVE, 0, &alibi_no.watch_hidden, ALIBI_WITH(prefix));
    status = filter(watch, has_secret, told, err);
    if (status == ALIBI_OK)
        watch->revealed[watch->n_revealed++] = told->move;
    return status;
}

/* Whether move M of WORLD is hidden from the viewer. */
static bool is_secret(const struct alibi_watch *watch, const struct alibi_state *world,
                      alibi_move m)
{
    return alibi_told_move(world, m, watch->viewer).kind == ALIBI_TOLD_HIDDEN;
}

/* Plays M in WORLD and adds the result to LIST. */
static int add_played(struct worlds *list, const struct alibi_state *world, alibi_move m)
{
    struct alibi_state next = *world;

    list->called = next.game->apply(&next, m);
    return push(list, &next);
}

/* Plays an open move in every world in which it is legal. */
static int advance_openly(struct worlds *list, const struct alibi_watch *watch, alibi_move m)
{
    int status = ALIBI_OK;

    for (size_t i = 0; i < watch->n && status == ALIBI_OK; i++) {
        const struct alibi_state *world = &watch->world[i];

        if (alibi_is_legal(world, m) && !is_secret(watch, world, m))
            status = add_played(list, world, m);
    }
    return status;
}

/* Plays, in every world, every hidden move with this redacted token. */
static int advance_hidden(struct worlds *list, const struct alibi_watch *watch,
                          uint8_t redacted)
{
    int status = ALIBI_OK;

    for (size_t i = 0; i < watch->n; i++) {
        const struct alibi_state *world = &watch->world[i];
        alibi_move moves[ALIBI_MOVES_MAX];
        int n = world->game->moves(world, moves);

        for (int k = 0; k < n && status == ALIBI_OK; k++) {
            struct alibi_told told = alibi_told_move(world, moves[k], watch->viewer);

            if (told.kind != ALIBI_TOLD_HIDDEN)
                break; /* the outcomes of chance in one state are all secret or none is */
            if (told.redacted == redacted)
                status = add_played(list, world, moves[k]);
        }
    }
    return status;
}

/* The player who sees the outcome of chance that comes next. */
static enum alibi_seat owner_now(const struct alibi_watch *watch)
{
    const struct alibi_state *world = &watch->world[0];
    alibi_move moves[ALIBI_MOVES_MAX];

    (void)world->game->moves(world, moves);
    return world->game->secret_of(world, moves[0]);
}

/* Refuses TOLD with the reason that the game gives in one of the worlds. */
static int refuse(const struct alibi_watch *watch, const struct alibi_told *told,
                  struct alibi_error *err)
{
    char token[ALIBI_TOKEN_MAX];
    struct alibi_text text = alibi_text_in(token, sizeof token);
    alibi_move m;
    int status;

    alibi_told_print(&text, watch->world[0].game, told);
    status = alibi_token_parse(&m, &watch->world[0], token, text.len, err);
    return status ? status : alibi_refuse(err, ALIBI_BAD_MOVE, 0, &alibi_no.watch_seat, NULL);
}

static int see_move(struct alibi_watch *watch, const struct alibi_told *told,
                    struct alibi_error *err)
{
    struct worlds list = {0};
    int status = ALIBI_OK;

    if (told->kind == ALIBI_TOLD_HIDDEN)
        status = advance_hidden(&list, watch, told->redacted);
    else if (told->kind == ALIBI_TOLD_MOVE)
        status = advance_openly(&list, watch, told->move);
    if (status != ALIBI_OK) {
        free(list.world);
        return alibi_refuse(err, ALIBI_NO_MEMORY, 0, &alibi_no.system_memory, NULL);
    }
    if (list.n == 0)
        return refuse(watch, told, err);
    if (told->kind == ALIBI_TOLD_HIDDEN)
        hide(watch, owner_now(watch), told->redacted);
    drop_doubles(&list);
    take(watch, &list);
    watch->witness_due = list.called;
    return ALIBI_OK;
}

int alibi_watch_hear(struct alibi_watch *watch, const struct alibi_told *told,
                     struct alibi_error *err)
{
    int status;

    if (watch->over && watch->n_revealed == watch->n_hidden)
        return alibi_refuse(err, ALIBI_BAD_MOVE, 0, &alibi_no.watch_over, NULL);
    if (watch->over)
        return see_revealed(watch, told, err);
    if (watch->witness_due) {
        if (told->kind != ALIBI_TOLD_WITNESS)
            return alibi_refuse(err, ALIBI_BAD_MOVE, 0, &alibi_no.told_witness, NULL);
        status = filter(watch, has_witness, told, err);
        watch->witness_due = status != ALIBI_OK;
        return status;
    }
    if (told->kind == ALIBI_TOLD_RESULT) {
        status = filter(watch, has_result, told, err);
        watch->over = status == ALIBI_OK;
        return status;
    }
    return see_move(watch, told, err);
}

int alibi_watch_see(struct alibi_watch *watch, const char *token, size_t len,
                    struct alibi_error *err)
{
    static const struct alibi_told hidden = {.kind = ALIBI_TOLD_HIDDEN};
    struct alibi_told told;
    int status = alibi_told_parse(&told, watch->world[0].game, token, len, err);

    if (status == ALIBI_OK)
        return alibi_watch_hear(watch, &told, err);
    /* If no move can come next, say what can, rather than that the token is no move. */
    return watch->over || watch->witness_due ? alibi_watch_hear(watch, &hidden, err) : status;
}

/* The number of worlds in which the game goes on; these come first. */
static size_t unfinished(const struct alibi_watch *watch)
{
    size_t n = 0;

    while (n < watch->n && watch->world[n].winner == ALIBI_NOBODY)
        n++;
    return n;
}

bool alibi_watch_settled(const struct alibi_watch *watch)
{
    if (watch->over)
        return watch->n_revealed == watch->n_hidden;
    return !watch->witness_due && unfinished(watch) > 0;
}

/* Adds TOLD to the N of OUT, unless it is there; AT is where it probably is. */
static int add_told(struct alibi_told *out, int n, int at, const struct alibi_told *told)
{
    for (int i = at < n ? at : 0, left = n; left > 0; left--, i = i + 1 < n ? i + 1 : 0)
        if (out[i].kind == told->kind && out[i].move == told->move &&
            out[i].redacted == told->redacted)
            return n;
    assert(n < ALIBI_MOVES_MAX);
    out[n] = *told;
    return n + 1;
}

int alibi_watch_moves(const struct alibi_watch *watch, struct alibi_told out[ALIBI_MOVES_MAX])
{
    size_t worlds = watch->over || watch->witness_due ? 0 : unfinished(watch);
    int n = 0;

    for (size_t i = 0; i < worlds; i++) {
        const struct alibi_state *world = &watch->world[i];
        alibi_move moves[ALIBI_MOVES_MAX];
        int n_moves = world->game->moves(world, moves);

        for (int k = 0; k < n_moves; k++) {
            struct alibi_told told = alibi_told_move(world, moves[k], watch->viewer);

            n = add_told(out, n, k, &told);
        }
    }
    return n;
}

void alibi_watch_view(const struct alibi_watch *watch, struct alibi_view *view)
{
    const struct alibi_state *s = &watch->world[0];

    assert(alibi_watch_settled(watch));
    s->game->observe(view, s, watch->viewer);
}

/* Before the result is announced, the viewer of a settled watch knows that the game goes on, so
 * the worlds in which it is over do not count. */
const struct alibi_state *alibi_watch_worlds(const struct alibi_watch *watch, size_t *n)
{
    *n = !watch->over && alibi_watch_settled(watch) ? unfinished(watch) : watch->n;
    return watch->world;
}

void alibi_watch_belief(const struct alibi_watch *watch, double belief[ALIBI_CHARACTERS_MAX])
{
    size_t n, known = 0;
    const struct alibi_state *world = alibi_watch_worlds(watch, &n);

    for (int i = 0; i < ALIBI_CHARACTERS_MAX; i++)
        belief[i] = 0;
    for (size_t i = 0; i < n; i++)
        if (world[i].identity != ALIBI_NO_ONE) {
            belief[world[i].identity] += 1;
            known++;
        }
    for (int i = 0; i < ALIBI_CHARACTERS_MAX && known; i++)
        belief[i] /= (double)known;
}
