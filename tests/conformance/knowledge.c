/* Secrets: what a viewer receives depends on its redacted history and on nothing else.
 *
 * Each viewer follows the game through a watch, which is told only that history and keeps every
 * world that agrees with it. Those are the "two worlds" of which no output may tell one from
 * the other, here all of them at once; and they must be just the deals that the game itself
 * enumerates for the view. */
#include "conformance.h"

#include <alibi/kit/features.h>

#include <stdlib.h>
#include <string.h>

static const enum alibi_viewer viewers[3] = {ALIBI_AS_JACK, ALIBI_AS_DETECTIVE,
                                             ALIBI_AS_PUBLIC};

void check_knowledge_begin(struct play *p)
{
    for (int i = 0; i < 3; i++) {
        struct alibi_view view;

        alibi_session_view(p->session, viewers[i], &view);
        if (alibi_watch_new(&p->watch[i], &view) != ALIBI_OK)
            abort();
        p->heard[i] = 0;
    }
}

void check_knowledge_end(struct play *p)
{
    for (int i = 0; i < 3; i++)
        alibi_watch_free(p->watch[i]);
}

/* Tells every watch the new tokens of its viewer's record. */
void check_knowledge_follow(struct play *p)
{
    for (int i = 0; i < 3; i++) {
        struct alibi_record *record;
        struct alibi_error err;

        if (alibi_session_record(p->session, viewers[i], &record) != ALIBI_OK)
            abort();
        for (; p->heard[i] < alibi_record_length(record); p->heard[i]++) {
            const char *token = alibi_record_token(record, p->heard[i]);

            CHECK(p, alibi_watch_see(p->watch[i], token, strlen(token), &err) == ALIBI_OK);
        }
        alibi_record_free(record);
    }
}

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct alibi_state));
}

/* The worlds of VIEW, sorted; free them. */
static struct alibi_state *all_deals(const struct alibi_view *view, size_t *n)
{
    struct alibi_state *list;

    *n = view->seen.game->deals(view);
    list = calloc(*n ? *n : 1, sizeof *list);
    if (!list)
        abort();
    for (size_t i = 0; i < *n; i++)
        view->seen.game->deal(&list[i], view, (uint32_t)i);
    qsort(list, *n, sizeof *list, compare);
    return list;
}

/* The worlds of the watch in which the game goes on, or all if it is over; sorted. */
static struct alibi_state *open_worlds(const struct alibi_watch *watch, bool over, size_t *n)
{
    size_t all, kept = 0;
    const struct alibi_state *world = alibi_watch_worlds(watch, &all);
    struct alibi_state *list = calloc(all, sizeof *list);

    if (!list)
        abort();
    for (size_t i = 0; i < all; i++)
        if (over || world[i].winner == ALIBI_NOBODY)
            list[kept++] = world[i];
    qsort(list, kept, sizeof *list, compare);
    *n = kept;
    return list;
}

/* Why M is refused: the words and the data. */
static void refusal(const struct alibi_state *world, alibi_move m, struct alibi_text *text)
{
    struct alibi_error err;

    world->game->forbids(&err, world, m);
    alibi_text_format(text, "%s\n%s %s", err.text, err.refusal->code, err.rule);
    for (int i = 0; i < err.n_args; i++)
        alibi_text_format(text, " [%s]", err.arg[i]);
}

/* The view as a program that learns sees it. */
static void print_features(struct alibi_text *text, const struct alibi_view *view)
{
    static uint8_t row[1 << 14];
    size_t n = alibi_features_size(view->seen.game);

    if (n > sizeof row)
        abort();
    alibi_features_write(row, view);
    for (size_t i = 0; i < n; i++)
        alibi_text_char(text, (char)('0' + row[i]));
}

/* Every text that the viewer could be sent in this world, one after the other. */
static void outputs(const struct alibi_state *world, enum alibi_viewer viewer, struct play *p,
                    struct alibi_text *text)
{
    struct alibi_view view;
    static struct alibi_scene scene;

    world->game->observe(&view, world, viewer);
    alibi_json_print(text, &view.seen);
    alibi_position_print(text, &view.seen);
    world->game->notes(text, &view.seen);
    memset(&scene, 0, sizeof scene);
    world->game->scene(&scene, &view.seen);
    for (int i = 0; i < scene.n; i++)
        alibi_text_format(text, "%u %u %u %s\n", scene.mark[i].place, scene.mark[i].layer,
                          scene.mark[i].flags, scene.mark[i].symbol);
    print_features(text, &view);
    if (world->to_act == viewer && world->winner == ALIBI_NOBODY) {
        alibi_move m[ALIBI_MOVES_MAX];
        int n = world->game->moves(world, m);

        for (int i = 0; i < n; i++) {
            world->game->print(text, m[i]);
            world->game->describe(text, world, m[i]);
        }
        for (size_t i = 0; i < p->n_universe; i += 37)
            if (!alibi_is_legal(world, p->universe[i]))
                refusal(world, p->universe[i], text);
    }
}

/* The viewer is sent the same bytes in several worlds, one of which is the true one. */
static void check_two_worlds(struct play *p, const struct alibi_state *world, size_t n,
                             enum alibi_viewer viewer)
{
    enum { ROOM = 1 << 18 };
    static char truth[ROOM], other[ROOM];
    struct alibi_text text = alibi_text_in(truth, sizeof truth);

    outputs(alibi_session_state(p->session), viewer, p, &text);
    CHECK(p, text.len < text.cap);
    for (int i = 0; i < 3; i++) {
        struct alibi_text text2 = alibi_text_in(other, sizeof other);

        outputs(&world[alibi_rng_below(&p->rng, (uint32_t)n)], viewer, p, &text2);
        CHECK(p, text.len == text2.len && strcmp(truth, other) == 0);
    }
}

static void check_seat(struct play *p, int i)
{
    const struct alibi_state *s = alibi_session_state(p->session);
    struct alibi_view view, followed;
    size_t n, n_deals;
    struct alibi_state *world = open_worlds(p->watch[i], s->winner != ALIBI_NOBODY, &n);
    struct alibi_state *deal;

    alibi_session_view(p->session, viewers[i], &view);
    CHECK(p, alibi_watch_settled(p->watch[i]));
    alibi_watch_view(p->watch[i], &followed);
    CHECK(p, memcmp(&view.seen, &followed.seen, sizeof view.seen) == 0);
    CHECK(p, bsearch(s, world, n, sizeof *world, compare) != NULL);
    for (size_t k = 0; k < n; k++) {
        struct alibi_view same;

        p->game->observe(&same, &world[k], viewers[i]);
        CHECK(p, memcmp(&view.seen, &same.seen, sizeof view.seen) == 0);
        CHECK(p, world[k].round == 0 || (world[k].suspects >> world[k].identity) & 1);
    }
    if (s->winner == ALIBI_NOBODY) {
        deal = all_deals(&view, &n_deals);
        CHECK(p, n_deals == n && memcmp(deal, world, n * sizeof *deal) == 0);
        for (size_t k = 1; k < n_deals; k++)
            CHECK(p, compare(&deal[k - 1], &deal[k]) != 0);
        free(deal);
    }
    check_two_worlds(p, world, n, viewers[i]);
    free(world);
}

/* Trying out M shows the same board as playing it, if nothing else follows from it; it never
 * shows what would follow. */
static void check_staged(struct play *p, alibi_move m)
{
    const struct alibi_state *s = alibi_session_state(p->session);
    enum alibi_seat seat = (enum alibi_seat)s->to_act;
    struct alibi_state after = *s;
    struct alibi_view view, played;
    bool called, going;

    alibi_session_view(p->session, alibi_viewer_of(seat), &view);
    going = alibi_stage(&view, m);
    called = p->game->apply(&after, m);
    p->game->observe(&played, &after, alibi_viewer_of(seat));
    if (!called && after.to_act == seat && after.slot == s->slot) {
        CHECK(p, going);
        CHECK(p, memcmp(&view.seen, &played.seen, sizeof view.seen) == 0);
        return;
    }
    CHECK(p, !going && view.seen.to_act != seat && !view.seen.staged);
    CHECK(p, view.seen.round == s->round && view.seen.slot == s->slot);
    CHECK(p, view.seen.suspects == s->suspects && view.seen.witness == s->witness);
    CHECK(p, view.seen.winner == ALIBI_NOBODY);
    if (after.to_act == ALIBI_CHANCE && !called)
        CHECK(p, memcmp(&view.seen, &played.seen, sizeof view.seen) == 0);
}

/* The reach of a character is a list of places in ascending order, without duplicates. */
static void check_reach(struct play *p, const struct alibi_view *view)
{
    for (unsigned who = 0; p->game->reach && who < (unsigned)p->game->n_characters; who++) {
        uint8_t place[ALIBI_PLACES_MAX];
        int n = p->game->reach(view, who, place);

        for (int i = 0; i < n; i++) {
            CHECK(p, place[i] < p->game->n_places);
            CHECK(p, i == 0 || place[i] > place[i - 1]);
        }
    }
}

void check_knowledge(struct play *p)
{
    const struct alibi_state *s = alibi_session_state(p->session);
    alibi_move m[ALIBI_MOVES_MAX];
    int n = s->to_act <= ALIBI_DETECTIVE ? p->game->moves(s, m) : 0;

    for (int i = 0; i < 4 && n > 0; i++)
        check_staged(p, m[alibi_rng_below(&p->rng, (uint32_t)n)]);
    for (int i = 0; i < 3; i++) {
        struct alibi_view view;

        alibi_session_view(p->session, viewers[i], &view);
        check_reach(p, &view);
    }
    for (int i = 0; i < 3; i++)
        check_seat(p, i);
}
