/* Insights: why somebody is seen, by which exits one can leave, and what a viewer can tell from
 * a view. They agree with what the rules then allow, and give nothing away. */
#include "conformance.h"

#include <alibi/insight.h>
#include <stdlib.h>
#include <string.h>

static bool has(unsigned set, unsigned who)
{
    return (set >> who) & 1;
}

/* --- Why somebody is seen --- */

static bool is_drawn(const struct alibi_scene *scene, const struct alibi_sight *sight)
{
    for (int i = 0; i < scene->n; i++)
        if (scene->mark[i].place == sight->place &&
            strcmp(scene->mark[i].symbol, sight->symbol) == 0)
            return true;
    return false;
}

static bool is_same_sight(const struct alibi_sight *a, const struct alibi_sight *b)
{
    return a->kind == b->kind && a->place == b->place && strcmp(a->symbol, b->symbol) == 0;
}

/* A character is seen exactly if something sees it; that is on the board, and named once. */
static void check_sights(struct play *p, const struct alibi_state *s)
{
    static struct alibi_scene scene;
    uint16_t visible = p->game->visible(s);

    if (!p->game->seen_by)
        return;
    p->game->scene(&scene, s);
    for (unsigned who = 0; who < (unsigned)p->game->n_characters; who++) {
        struct alibi_sight sight[ALIBI_SIGHTS_MAX];
        int n = p->game->seen_by(s, who, sight);

        CHECK(p, (n > 0) == has(visible, who));
        for (int i = 0; i < n; i++) {
            CHECK(p, sight[i].kind <= ALIBI_BY_WATCHER && is_drawn(&scene, &sight[i]));
            for (int k = 0; k < i; k++)
                CHECK(p, !is_same_sight(&sight[i], &sight[k]));
        }
    }
}

/* --- Exits --- */

/* S after WHO's card is picked, if it can be. */
static bool pick(struct alibi_state *to, const struct alibi_state *s, unsigned who)
{
    alibi_move m;

    *to = *s;
    if (alibi_token_parse(&m, s, s->game->characters[who].code, 2, NULL) != ALIBI_OK)
        return false;
    (void)s->game->apply(to, m);
    return true;
}

/* The places, bit by bit in two words, to which moves of S lead by which its mover escapes. */
static void escapes(const struct alibi_state *s, uint64_t out[2])
{
    alibi_move m[ALIBI_MOVES_MAX];
    int n = s->game->moves(s, m);

    out[0] = out[1] = 0;
    for (int i = 0; i < n; i++) {
        struct alibi_state next = *s;
        uint8_t path[ALIBI_PATH_MAX];
        int last;

        (void)s->game->apply(&next, m[i]);
        if (next.why != ALIBI_ESCAPE)
            continue;
        last = path[s->game->path(s, m[i], path) - 1];
        out[last / 64] |= (uint64_t)1 << last % 64;
    }
}

/* WHO, were it Jack, picked now and last unseen, can leave by exactly these exits. */
static void check_exits(struct play *p, const struct alibi_state *s, unsigned who)
{
    struct alibi_state unseen = *s, next;
    uint64_t found[2], said[2] = {0, 0};
    uint8_t place[ALIBI_PLACES_MAX];
    int n = p->game->exits(s, who, place);
    struct alibi_outlook outlook;

    p->game->outlook(&outlook, s);
    CHECK(p, (n > 0) == has(outlook.leave, who));
    for (int i = 0; i < n; i++) {
        CHECK(p, place[i] < p->game->n_places && (i == 0 || place[i - 1] < place[i]));
        said[place[i] / 64] |= (uint64_t)1 << place[i] % 64;
    }
    unseen.identity = (uint8_t)who;
    unseen.witness = ALIBI_INVISIBLE;
    if (s->to_act != ALIBI_JACK || !pick(&next, &unseen, who))
        return;
    escapes(&next, found);
    CHECK(p, found[0] == said[0] && found[1] == said[1]);
}

/* --- Insights --- */

static bool is_same(const struct alibi_insight *a, const struct alibi_insight *b)
{
    return a->suspects == b->suspects && a->left[0] == b->left[0] && a->left[1] == b->left[1] &&
           a->answer == b->answer && a->missing == b->missing &&
           a->leave_later == b->leave_later && a->catch_later == b->catch_later &&
           a->leave == b->leave && memcmp(a->catchers, b->catchers, sizeof a->catchers) == 0;
}

/* In every world that VIEWER cannot tell from the truth its insight is the same, and Jack is
 * among its suspects. */
static void check_worlds(struct play *p, enum alibi_viewer viewer,
                         const struct alibi_watch *watch, const struct alibi_insight *insight)
{
    size_t n;
    const struct alibi_state *world = alibi_watch_worlds(watch, &n);

    for (size_t i = 0; i < n; i++) {
        struct alibi_insight other;
        struct alibi_view view;

        p->game->observe(&view, &world[i], viewer);
        alibi_insight_of(&other, &view);
        CHECK(p, is_same(insight, &other));
        CHECK(p, world[i].round == 0 || has(insight->suspects, world[i].identity));
    }
}

/* Nobody is played: what can be done in the turn that begins is what the insight says. */
static void check_turn(struct play *p, const struct alibi_state *s,
                       const struct alibi_insight *insight)
{
    struct alibi_outlook outlook;

    p->game->outlook(&outlook, s);
    for (unsigned who = 0; who < (unsigned)p->game->n_characters; who++) {
        struct alibi_state jack = *s, next;
        bool may_leave = has(insight->leave, who) && !insight->leave_later;
        uint64_t found[2];

        jack.identity = (uint8_t)who;
        if (!pick(&next, &jack, who))
            continue;
        if (s->to_act == ALIBI_JACK && has(insight->suspects, who)) {
            escapes(&next, found);
            CHECK(p, (found[0] || found[1]) == may_leave);
        }
        if (s->to_act == ALIBI_DETECTIVE)
            for (unsigned b = insight->suspects, i = 0; b >> i; i++)
                if (has(b, i))
                    CHECK(p, has(outlook.accuses[who], i) == has(insight->catchers[i], who));
    }
}

static void check_insight_of(struct play *p, const struct alibi_state *s,
                             enum alibi_viewer viewer, const struct alibi_watch *watch)
{
    bool going = s->round > 0 && s->winner == ALIBI_NOBODY;
    struct alibi_insight insight;
    struct alibi_outlook outlook;
    struct alibi_view view;

    p->game->observe(&view, s, viewer);
    alibi_insight_of(&insight, &view);
    CHECK(p, (insight.left[0] & insight.left[1]) == 0);
    CHECK(p, (insight.left[0] | insight.left[1]) == (going ? insight.suspects : 0));
    CHECK(p, (insight.answer != ALIBI_NO_ONE) == (going && viewer == ALIBI_AS_JACK));
    CHECK(p, (insight.suspects & ~(unsigned)s->suspects) == 0);
    if (viewer == ALIBI_AS_JACK && going)
        CHECK(p, (insight.leave & ~(1U << s->identity)) == 0);
    if (p->game->missing)
        CHECK(p, viewer == ALIBI_AS_JACK ? insight.missing == p->game->missing(s)
                                         : insight.missing >= p->game->missing(s));
    check_worlds(p, viewer, watch, &insight);
    p->game->outlook(&outlook, s);
    if (going && viewer != ALIBI_AS_JACK && !outlook.active)
        check_turn(p, s, &insight);
}

void check_insight(struct play *p)
{
    static const enum alibi_viewer viewer[] = {ALIBI_AS_JACK, ALIBI_AS_DETECTIVE,
                                               ALIBI_AS_PUBLIC};
    const struct alibi_state *s = alibi_session_state(p->session);

    check_sights(p, s);
    for (unsigned who = 0; who < (unsigned)p->game->n_characters && p->game->exits; who++)
        check_exits(p, s, who);
    for (int i = 0; i < 3; i++)
        check_insight_of(p, s, viewer[i], p->watch[i]);
}

/* --- Calls --- */

/* A call for witnesses: Jack's insight of the board had his answer, the public's who was left.
 * A turn that is tried out is over: its character is in no choice any more. */
void check_insight_follow(struct play *p)
{
    size_t last = alibi_session_length(p->session) - 1;
    const struct alibi_state *after = alibi_session_state(p->session);
    struct alibi_state board = *alibi_session_after(p->session, last);
    struct alibi_insight jack, others;
    struct alibi_view view;

    if (!alibi_session_called(p->session, last))
        return;
    board.staged = 1;
    (void)p->game->apply(&board, alibi_session_move(p->session, last));
    p->game->observe(&view, &board, ALIBI_AS_JACK);
    alibi_insight_of(&jack, &view);
    p->game->observe(&view, &board, ALIBI_AS_PUBLIC);
    alibi_insight_of(&others, &view);
    CHECK(p, jack.answer == after->witness);
    CHECK(p, others.left[after->witness] == after->suspects);
    CHECK(p, others.leave_later && others.catch_later);
    CHECK(p, after->winner != ALIBI_NOBODY || after->witness == ALIBI_INVISIBLE || !jack.leave);
}
