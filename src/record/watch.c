/* The set of states that agree with a redacted history. */
#include <alibi/watch.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { HIDDEN_MAX = 64 };

/* A token that read "deal=?" or "alibi=?". */
struct secret {
    enum alibi_seat owner;
    bool deal;
};

struct alibi_watch {
    enum alibi_seat seat;
    struct alibi_state *world;
    size_t n;
    bool witness_due;                 /* witnesses were called, the answer comes next */
    bool over;                        /* the result was announced */
    struct secret hidden[HIDDEN_MAX]; /* what the seat was not shown, in order */
    int n_hidden, n_revealed;
    uint16_t shown[2]; /* alibi cards of each player revealed so far */
};

/* A list of worlds under construction. */
struct worlds {
    struct alibi_state *world;
    size_t n, cap;
    bool called; /* the last move ended in a call for witnesses */
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

/* Puts the worlds in which the game goes on first. */
static int compare(const void *a, const void *b)
{
    const struct alibi_state *x = a, *y = b;
    int ended = (x->winner != ALIBI_NOBODY) - (y->winner != ALIBI_NOBODY);

    return ended ? ended : memcmp(a, b, sizeof *x);
}

/* Cards drawn in another order lead to the same state: keeps one of each. */
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

static void hide(struct alibi_watch *watch, enum alibi_seat owner, bool deal)
{
    assert(watch->n_hidden < HIDDEN_MAX);
    watch->hidden[watch->n_hidden++] = (struct secret){owner, deal};
}

/* What a view that begins in the middle of a game hides already. */
static void hide_start(struct alibi_watch *watch, const struct alibi_state *s)
{
    for (int seat = ALIBI_JACK; seat <= ALIBI_DETECTIVE; seat++) {
        if (!((s->hides >> seat) & 1))
            continue;
        if (seat == ALIBI_JACK && s->round > 0)
            hide(watch, ALIBI_JACK, true);
        for (int i = 0; i < s->drawn[seat]; i++)
            hide(watch, (enum alibi_seat)seat, false);
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
    watch->seat = start->seat;
    hide_start(watch, &start->seen);
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

static bool starts_with(const char *token, size_t len, const char *prefix)
{
    return len >= strlen(prefix) && memcmp(token, prefix, strlen(prefix)) == 0;
}

static bool equals(const char *token, size_t len, const char *word)
{
    return len == strlen(word) && memcmp(token, word, len) == 0;
}

/* An announcement, and what it says of a card if it reveals one. */
struct news {
    const char *token;
    size_t len;
    unsigned who;          /* the character on the card */
    enum alibi_seat owner; /* whose card it is */
};

/* Keeps the worlds that KEEP finds in agreement with NEWS; if there are none, refuses and
 * keeps all. */
static int filter(struct alibi_watch *watch,
                  bool (*keep)(const struct alibi_state *s, const struct news *news),
                  const struct news *news, struct alibi_error *err)
{
    size_t kept = 0;

    for (size_t i = 0; i < watch->n; i++)
        kept += keep(&watch->world[i], news);
    if (kept == 0)
        return alibi_fail(err, ALIBI_BAD_MOVE, 0,
                          "expected an announcement that agrees with what was seen");
    kept = 0;
    for (size_t i = 0; i < watch->n; i++)
        if (keep(&watch->world[i], news))
            watch->world[kept++] = watch->world[i];
    watch->n = kept;
    return ALIBI_OK;
}

static bool has_witness(const struct alibi_state *s, const struct news *news)
{
    return equals(news->token, news->len,
                  s->witness == ALIBI_VISIBLE ? "witness=visible" : "witness=invisible");
}

static bool has_result(const struct alibi_state *s, const struct news *news)
{
    char line[60];
    struct alibi_text text = alibi_text_in(line, sizeof line);

    if (s->winner == ALIBI_NOBODY)
        return false;
    alibi_text_str(&text, "over=");
    alibi_result_print(&text, s);
    return equals(news->token, news->len, line);
}

static bool has_identity(const struct alibi_state *s, const struct news *news)
{
    return s->identity == news->who;
}

static bool has_alibi(const struct alibi_state *s, const struct news *news)
{
    return (s->alibis[news->owner] >> news->who) & 1;
}

/* After the end: the next of the tokens that had been hidden. */
static int see_next_revealed(struct alibi_watch *watch, const char *token, size_t len,
                             struct alibi_error *err)
{
    const struct secret *secret = &watch->hidden[watch->n_revealed];
    const struct alibi_game *game = watch->world[0].game;
    const char *prefix = secret->deal ? "deal=" : "alibi=";
    struct news news = {token, len, 0, secret->owner};
    int status;

    while (news.who < (unsigned)game->n_characters &&
           !(starts_with(token, len, prefix) &&
             equals(token + strlen(prefix), len - strlen(prefix),
                    game->characters[news.who].code)))
        news.who++;
    if (news.who == (unsigned)game->n_characters ||
        (!secret->deal && ((watch->shown[secret->owner] >> news.who) & 1)))
        return alibi_fail(err, ALIBI_BAD_MOVE, 0, "expected the next hidden card, %sXX",
                          prefix);
    status = filter(watch, secret->deal ? has_identity : has_alibi, &news, err);
    if (status != ALIBI_OK)
        return status;
    if (!secret->deal)
        watch->shown[secret->owner] =
            (uint16_t)(watch->shown[secret->owner] | (1U << news.who));
    watch->n_revealed++;
    return ALIBI_OK;
}

/* Whether move M of WORLD reads "deal=?" or "alibi=?" to the seat. */
static bool is_secret(const struct alibi_watch *watch, const struct alibi_state *world,
                      alibi_move m)
{
    enum alibi_seat owner = world->game->secret_of(world, m);

    return owner != ALIBI_NOBODY && owner != watch->seat;
}

/* Adds to LIST what WORLD becomes by M. */
static int add_played(struct worlds *list, const struct alibi_state *world, alibi_move m)
{
    struct alibi_state next = *world;

    list->called = next.game->apply(&next, m);
    return push(list, &next);
}

/* An open token: every world in which it is legal goes on with it. */
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

/* A hidden one: every world goes on with every outcome that would have read like TOKEN. */
static int advance_hidden(struct worlds *list, const struct alibi_watch *watch,
                          const char *token, size_t len)
{
    int status = ALIBI_OK;

    for (size_t i = 0; i < watch->n; i++) {
        const struct alibi_state *world = &watch->world[i];
        alibi_move moves[ALIBI_MOVES_MAX];
        int n = world->game->moves(world, moves);

        for (int k = 0; k < n && status == ALIBI_OK; k++) {
            char seen[ALIBI_TOKEN_MAX];
            struct alibi_text text = alibi_text_in(seen, sizeof seen);

            if (!is_secret(watch, world, moves[k]))
                break; /* the outcomes of a chance point are all secret or none */
            alibi_token_print(&text, world, moves[k], watch->seat);
            if (equals(token, len, seen))
                status = add_played(list, world, moves[k]);
        }
    }
    return status;
}

/* Whose secret is coming: the owner of a chance point's outcomes. */
static enum alibi_seat owner_now(const struct alibi_watch *watch)
{
    const struct alibi_state *world = &watch->world[0];
    alibi_move moves[ALIBI_MOVES_MAX];

    (void)world->game->moves(world, moves);
    return world->game->secret_of(world, moves[0]);
}

/* Why TOKEN does not fit: as the game says it of a state that agrees with the history. */
static int refuse(const struct alibi_watch *watch, const char *token, size_t len,
                  struct alibi_error *err)
{
    alibi_move m;
    int status = alibi_token_parse(&m, &watch->world[0], token, len, err);

    return status ? status
                  : alibi_fail(err, ALIBI_BAD_MOVE, 0, "expected what this seat may see");
}

static int see_move(struct alibi_watch *watch, const char *token, size_t len,
                    struct alibi_error *err)
{
    struct worlds list = {0};
    bool hidden = len > 2 && token[len - 2] == '=' && token[len - 1] == '?';
    alibi_move m;
    int status = ALIBI_OK;

    if (hidden)
        status = advance_hidden(&list, watch, token, len);
    else if (watch->world[0].game->parse(&m, token, len, NULL) == ALIBI_OK)
        status = advance_openly(&list, watch, m);
    if (status != ALIBI_OK) {
        free(list.world);
        return alibi_fail(err, ALIBI_NO_MEMORY, 0, "out of memory");
    }
    if (list.n == 0)
        return refuse(watch, token, len, err);
    if (hidden)
        hide(watch, owner_now(watch), token[0] == 'd');
    drop_doubles(&list);
    take(watch, &list);
    watch->witness_due = list.called;
    return ALIBI_OK;
}

int alibi_watch_see(struct alibi_watch *watch, const char *token, size_t len,
                    struct alibi_error *err)
{
    struct news news = {token, len, 0, ALIBI_NOBODY};
    int status;

    if (watch->over && watch->n_revealed == watch->n_hidden)
        return alibi_fail(err, ALIBI_BAD_MOVE, 0, "expected nothing more, the game is over");
    if (watch->over)
        return see_next_revealed(watch, token, len, err);
    if (watch->witness_due) {
        if (!starts_with(token, len, "witness="))
            return alibi_fail(err, ALIBI_BAD_MOVE, 0,
                              "expected witness=visible or witness=invisible");
        status = filter(watch, has_witness, &news, err);
        watch->witness_due = status != ALIBI_OK;
        return status;
    }
    if (starts_with(token, len, "over=")) {
        status = filter(watch, has_result, &news, err);
        watch->over = status == ALIBI_OK;
        return status;
    }
    return see_move(watch, token, len, err);
}

/* The number of worlds in which the game goes on; they come first. */
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

void alibi_watch_view(const struct alibi_watch *watch, struct alibi_view *view)
{
    const struct alibi_state *s = &watch->world[0];

    assert(alibi_watch_settled(watch));
    s->game->observe(view, s, watch->seat);
}

/* As long as no result is announced, the game has not ended: worlds in which it has are kept
 * only for the announcement that may come next. */
const struct alibi_state *alibi_watch_worlds(const struct alibi_watch *watch, size_t *n)
{
    *n = !watch->over && alibi_watch_settled(watch) ? unfinished(watch) : watch->n;
    return watch->world;
}

void alibi_told_print(struct alibi_text *text, const struct alibi_view *before,
                      const char *token)
{
    const struct alibi_state *s = &before->seen;
    alibi_move m;

    if (s->winner != ALIBI_NOBODY)
        alibi_text_str(text, "had been hidden");
    else if (strncmp(token, "witness=", 8) == 0)
        alibi_text_format(text, "witnesses are called: Jack is %s", token + 8);
    else if (strncmp(token, "over=", 5) == 0)
        alibi_text_str(text, "the game is over, the cards are shown");
    else if (s->game->parse(&m, token, strlen(token), NULL) == ALIBI_OK)
        s->game->describe(text, s, m);
    else
        alibi_text_str(text, "a card that this seat does not see");
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
