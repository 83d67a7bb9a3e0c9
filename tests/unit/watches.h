/* Tables of what one viewer is told: which tokens are refused, and how many worlds remain. Rows
 * of null are in tests/unit, those of a game with its rules. */
#ifndef WATCHES_H
#define WATCHES_H

#include "unit.h"

#include <alibi/watch.h>

#define J ALIBI_AS_JACK
#define D ALIBI_AS_DETECTIVE
#define P ALIBI_AS_PUBLIC

/* A watch of VIEWER from LINE, or from the set-up of GAME, that was told HISTORY. */
static inline struct alibi_watch *watch_from(struct alibi_state start, enum alibi_viewer viewer,
                                             const char *history)
{
    struct alibi_view view = {viewer, start};
    struct alibi_watch *watch;

    if (!start.hides)
        start.game->observe(&view, &start, viewer);
    assert_int_equal(alibi_watch_new(&watch, &view), ALIBI_OK);
    for (history += strspn(history, " "); *history; history += strspn(history, " ")) {
        size_t len = strcspn(history, " ");
        struct alibi_error err = {.text = ""};

        CHECK(alibi_watch_see(watch, history, len, &err) == ALIBI_OK, "%s at %s", err.text,
              history);
        history += len;
    }
    return watch;
}

static inline struct alibi_watch *watch(const char *game, enum alibi_viewer viewer,
                                        const char *history)
{
    return watch_from(unit_play(game, ""), viewer, history);
}

static inline size_t count_worlds(const struct alibi_watch *w)
{
    size_t n;

    assert_non_null(alibi_watch_worlds(w, &n));
    return n;
}

/* TOKEN is refused, and the watch is unchanged. */
static inline void check_refused(struct alibi_watch *w, const char *token, size_t len,
                                 enum alibi_status status, const char *reason)
{
    size_t n, again;
    const struct alibi_state *world = alibi_watch_worlds(w, &n);
    struct alibi_state *before = malloc(n * sizeof *before);
    bool settled = alibi_watch_settled(w);
    struct alibi_error err = {.text = ""};
    int got;

    assert_non_null(before);
    memcpy(before, world, n * sizeof *before);
    got = alibi_watch_see(w, token, len, &err);
    CHECK(got == (int)status, "%d: %s for %.*s", got, err.text, (int)len, token);
    CHECK(strncmp(err.text, reason, strlen(reason)) == 0, "%s for %.*s", err.text, (int)len,
          token);
    CHECK(alibi_watch_see(w, token, len, NULL) == got, "%.*s", (int)len, token);
    world = alibi_watch_worlds(w, &again);
    CHECK(n == again && memcmp(before, world, n * sizeof *before) == 0, "%.*s", (int)len,
          token);
    CHECK(alibi_watch_settled(w) == settled, "%.*s", (int)len, token);
    free(before);
}

/* TOKEN is refused after HISTORY, with a reason that begins with REASON. */
struct refused_token {
    const char *game;
    enum alibi_viewer viewer;
    const char *history, *token;
    enum alibi_status status;
    const char *reason;
};

static inline void check_refusals(const struct refused_token *row, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct alibi_watch *w = watch(row[i].game, row[i].viewer, row[i].history);

        check_refused(w, row[i].token, strlen(row[i].token), row[i].status, row[i].reason);
        alibi_watch_free(w);
    }
}

/* The number of worlds after HISTORY, and whether the watch is settled. */
struct followed {
    const char *game;
    enum alibi_viewer viewer;
    const char *history;
    size_t worlds;
    bool settled;
};

static inline void check_followed(const struct followed *row, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct alibi_watch *w = watch(row[i].game, row[i].viewer, row[i].history);

        CHECK(count_worlds(w) == row[i].worlds, "row %zu: %zu worlds", i, count_worlds(w));
        CHECK(alibi_watch_settled(w) == row[i].settled, "row %zu", i);
        if (row[i].settled) {
            struct alibi_view view, same;
            const struct alibi_state *world;
            size_t worlds;

            alibi_watch_view(w, &view);
            world = alibi_watch_worlds(w, &worlds);
            CHECK(view.viewer == row[i].viewer, "row %zu", i);
            for (size_t k = 0; k < worlds; k++) {
                world[k].game->observe(&same, &world[k], row[i].viewer);
                CHECK(memcmp(&same.seen, &view.seen, sizeof same.seen) == 0, "row %zu", i);
            }
        }
        alibi_watch_free(w);
    }
}

#endif
