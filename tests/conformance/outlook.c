/* The outlook: it agrees with what the rules then allow, and reads no secret. */
#include "conformance.h"

#include <stdlib.h>
#include <string.h>

static bool has(unsigned set, unsigned who)
{
    return (set >> who) & 1;
}

/* The character whose code is the rest of a token from AT on; ALIBI_NO_ONE if it is none. */
static unsigned character(const struct alibi_game *game, const char *at)
{
    for (int i = 0; i < game->n_characters; i++)
        if (strcmp(game->characters[i].code, at) == 0)
            return (unsigned)i;
    return ALIBI_NO_ONE;
}

/* The characters that moves of S name after PREFIX: "!" for accusations, "" for cards. */
static unsigned named(const struct alibi_state *s, const char *prefix)
{
    alibi_move m[ALIBI_MOVES_MAX];
    int n = s->game->moves(s, m);
    unsigned set = 0;

    for (int i = 0; i < n; i++) {
        char token[ALIBI_TOKEN_MAX];
        struct alibi_text text = alibi_text_in(token, sizeof token);
        unsigned who;

        s->game->print(&text, m[i]);
        if (strncmp(token, prefix, strlen(prefix)) != 0)
            continue;
        who = character(s->game, token + strlen(prefix));
        if (who != ALIBI_NO_ONE)
            set |= 1U << who;
    }
    return set;
}

/* --- Who is seen --- */

/* The pieces that are drawn as seen. */
static unsigned drawn_as_seen(const struct alibi_state *s)
{
    static struct alibi_scene scene;
    unsigned set = 0;

    s->game->scene(&scene, s);
    for (int i = 0; i < scene.n; i++) {
        const struct alibi_mark *mark = &scene.mark[i];
        unsigned who = character(s->game, mark->symbol);

        if (who != ALIBI_NO_ONE && mark->layer == ALIBI_PIECE &&
            (mark->flags & ALIBI_MARK_SEEN))
            set |= 1U << who;
    }
    return set;
}

/* The last move led to a call. Tried out, it shows the board as the witnesses saw it. */
static void check_call(struct play *p, const struct alibi_state *before, alibi_move m)
{
    const struct alibi_state *after = alibi_session_state(p->session);
    struct alibi_state board = *before;
    unsigned seen, fit;

    board.staged = 1;
    CHECK(p, !p->game->apply(&board, m));
    seen = p->game->visible(&board);
    fit = after->witness == ALIBI_VISIBLE ? seen : ~seen;
    CHECK(p, (after->witness == ALIBI_VISIBLE) == has(seen, after->identity));
    CHECK(p, after->suspects == (board.suspects & fit));
}

/* --- Cards --- */

/* S after WHO's card is picked. */
static struct alibi_state picked(const struct alibi_state *s, unsigned who)
{
    struct alibi_state next = *s;
    alibi_move m;

    if (alibi_token_parse(&m, s, s->game->characters[who].code, 2, NULL) != ALIBI_OK)
        abort();
    s->game->apply(&next, m);
    return next;
}

static bool can_escape(const struct alibi_state *s)
{
    alibi_move m[ALIBI_MOVES_MAX];
    int n = s->game->moves(s, m);

    for (int i = 0; i < n; i++) {
        struct alibi_state next = *s;

        s->game->apply(&next, m[i]);
        if (next.why == ALIBI_ESCAPE)
            return true;
    }
    return false;
}

/* WHO can be picked now: the outlook says what WHO can do then. */
static void check_pick(struct play *p, const struct alibi_state *s,
                       const struct alibi_outlook *outlook, unsigned who)
{
    struct alibi_state unseen = *s;

    CHECK(p, has(outlook->now, who) && !has(outlook->next, who));
    if (s->to_act == ALIBI_DETECTIVE) {
        struct alibi_state next = picked(s, who);

        CHECK(p, named(&next, "!") == outlook->accuses[who]);
        return;
    }
    unseen.identity = (uint8_t)who;
    unseen.witness = ALIBI_INVISIBLE;
    unseen = picked(&unseen, who);
    CHECK(p, can_escape(&unseen) == has(outlook->leave, who));
}

/* The Detective can accuse: some character in play reaches everyone who can be accused. */
static void check_accusations(struct play *p, const struct alibi_outlook *outlook,
                              unsigned accusable)
{
    bool found = false;

    for (unsigned i = 0; i < ALIBI_CHARACTERS_MAX; i++)
        found |= has(outlook->now, i) && outlook->accuses[i] == accusable;
    CHECK(p, found);
}

/* --- Secrets --- */

/* The outlook has the same bytes in every world of the public view, and in the view itself. */
static void check_no_secret(struct play *p, const struct alibi_outlook *outlook)
{
    size_t n;
    const struct alibi_state *world = alibi_watch_worlds(p->watch[2], &n);
    struct alibi_outlook other;
    struct alibi_view view;

    for (size_t i = 0; i < n; i++) {
        p->game->outlook(&other, &world[i]);
        CHECK(p, memcmp(outlook, &other, sizeof other) == 0);
    }
    p->game->observe(&view, &world[0], ALIBI_AS_PUBLIC);
    p->game->outlook(&other, &view.seen);
    CHECK(p, memcmp(outlook, &other, sizeof other) == 0);
    CHECK(p, p->game->visible(&view.seen) == outlook->visible);
}

/* `due` is true exactly when chance is about to deal in public at the start of a round. */
static void check_due(struct play *p, const struct alibi_outlook *outlook)
{
    const struct alibi_state *s = alibi_session_state(p->session);
    alibi_move m[ALIBI_MOVES_MAX];

    if (!outlook->due)
        return;
    CHECK(p, s->to_act == ALIBI_CHANCE && s->slot == 1 && outlook->now == 0);
    CHECK(p, p->game->moves(s, m) > 1 && p->game->secret_of(s, m[0]) == ALIBI_NOBODY);
}

/* What Jack lacks: more than 0 at first, never growing, and known to Jack alone. */
static void check_missing(struct play *p)
{
    const struct alibi_state *s = alibi_session_state(p->session);
    size_t ply = alibi_session_length(p->session);
    struct alibi_view jack;
    int now;

    if (!p->game->missing)
        return;
    now = p->game->missing(s);
    p->game->observe(&jack, s, ALIBI_AS_JACK);
    CHECK(p, p->game->missing(&jack.seen) == now);
    CHECK(p, abs(now) <= ALIBI_CHARACTERS_MAX && (ply > 0 || now > 0));
    CHECK(p, ply == 0 || now <= p->game->missing(alibi_session_after(p->session, ply - 1)));
    CHECK(p, s->why != ALIBI_HOURGLASSES || now <= 0);
}

void check_outlook(struct play *p)
{
    const struct alibi_state *s = alibi_session_state(p->session);
    struct alibi_outlook outlook;
    unsigned cards, accusable;

    p->game->outlook(&outlook, s);
    CHECK(p, outlook.visible == p->game->visible(s));
    CHECK(p, outlook.visible == drawn_as_seen(s));
    check_no_secret(p, &outlook);
    check_due(p, &outlook);
    check_missing(p);
    cards = named(s, "");
    for (unsigned i = 0; i < (unsigned)p->game->n_characters; i++)
        if (has(cards, i))
            check_pick(p, s, &outlook, i);
    accusable = named(s, "!");
    if (accusable)
        check_accusations(p, &outlook, accusable);
}

void check_outlook_follow(struct play *p)
{
    size_t last = alibi_session_length(p->session) - 1;

    if (alibi_session_called(p->session, last))
        check_call(p, alibi_session_after(p->session, last),
                   alibi_session_move(p->session, last));
}
