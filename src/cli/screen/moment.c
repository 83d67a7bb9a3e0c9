/* The moments of a game that are staged.
 *
 * A call for witnesses: the light stays, the rest dims; the answer in large words; those who
 * are cleared turn one after the other. A move of the other side: the piece walks its path. The
 * turn of cards, an alibi card, the end of the game have a few words on the board. */
#include "moment.h"

#include "aim.h"

#include <alibi/kit/bits.h>
#include <stdio.h>
#include <string.h>

enum {
    ANSWER = 900,   /* milliseconds for the answer of the witnesses, */
    CLEARING = 250, /* for each character that is cleared, */
    AFTER = 900,    /* and for the number that is left */
    STEP = 120,     /* for each place on a path */
    ARRIVED = 450,
    WORDS = 900, /* for a few words */
    ENDING = 1500,
};

static unsigned cleared_in(const struct story *story, size_t frame)
{
    return story->frame[frame - 1].view.seen.suspects &
           ~(unsigned)story->frame[frame].view.seen.suspects;
}

/* The path of the move that led to FRAME; returns how many places. */
static int path_to(const struct story *story, size_t frame, uint8_t out[ALIBI_PATH_MAX])
{
    const struct alibi_state *before = &story->frame[frame - 1].view.seen;

    if (!story->frame[frame].known || !before->game->path)
        return 0;
    return before->game->path(before, story->frame[frame].move, out);
}

/* The words of FRAME's own lines in the log, if chance made it: cards, alibis, tokens. */
static const struct story_line *chance_words(const struct story *story, size_t frame)
{
    const struct story_frame *f = &story->frame[frame];

    return f->actor == ALIBI_CHANCE && f->known && f->view.seen.round > 0 &&
                   f->lines > story->frame[frame - 1].lines
               ? &story->line[story->frame[frame - 1].lines]
               : NULL;
}

int moment_length(const struct story *story, size_t frame, bool own)
{
    const struct story_frame *f = &story->frame[frame];
    uint8_t path[ALIBI_PATH_MAX];
    int ms = 0;

    if (frame == 0)
        return 0;
    if (f->view.seen.winner != ALIBI_NOBODY)
        return ENDING;
    if (!own && f->actor <= ALIBI_DETECTIVE)
        ms = STEP * path_to(story, frame, path) + ARRIVED;
    if (f->called)
        ms += ANSWER + CLEARING * (int)alibi_size((uint16_t)cleared_in(story, frame)) + AFTER;
    if (chance_words(story, frame))
        ms = WORDS;
    return ms;
}

/* --- Marks --- */

static void remember_ghost(struct board_extra *extra, const struct alibi_state *before,
                           unsigned place)
{
    static struct alibi_scene scene;

    before->game->scene(&scene, before);
    for (int i = 0; i < scene.n; i++)
        if (scene.mark[i].layer == ALIBI_PIECE && scene.mark[i].place == place)
            (void)snprintf(extra->ghost[place], sizeof extra->ghost[place], "%.2s",
                           scene.mark[i].symbol);
    extra->flags[place] |= BOARD_GHOST;
}

static void mark_path(struct board_extra *extra, const struct alibi_state *before,
                      const uint8_t *path, int n)
{
    if (n)
        remember_ghost(extra, before, path[0]);
    for (int i = 1; i < n; i++)
        extra->flags[path[i]] |= BOARD_TRAIL;
}

void moment_path(struct board_extra *extra, const struct alibi_view *before, alibi_move m)
{
    uint8_t path[ALIBI_PATH_MAX];
    int n = before->seen.game->path ? before->seen.game->path(&before->seen, m, path) : 0;

    mark_path(extra, &before->seen, path, n);
}

/* Places whose things, walls or pieces differ, unless a path explains them. */
static void mark_changes(struct board_extra *extra, const struct alibi_state *a,
                         const struct alibi_state *b)
{
    static struct alibi_scene was, is;
    uint8_t place[ALIBI_PLACES_MAX];
    int n;

    a->game->scene(&was, a);
    a->game->scene(&is, b);
    n = aim_differences(&was, &is, a->game->n_places, place, ALIBI_PLACES_MAX);
    for (int i = 0; i < n; i++)
        if (!(extra->flags[place[i]] & (BOARD_TRAIL | BOARD_GHOST)))
            extra->flags[place[i]] |= BOARD_CHANGED;
}

void moment_marks(struct board_extra *extra, const struct story *story, size_t from, size_t to)
{
    if (to >= story->n_frames || from >= to)
        return;
    for (size_t i = from + 1; i <= to; i++) {
        uint8_t path[ALIBI_PATH_MAX];
        int n = story->frame[i].actor <= ALIBI_DETECTIVE ? path_to(story, i, path) : 0;

        mark_path(extra, &story->frame[i - 1].view.seen, path, n);
    }
    mark_changes(extra, &story->frame[from].view.seen, &story->frame[to].view.seen);
}

/* --- Staging --- */

/* Removes the first N of those who were cleared from the suspects on the board. */
static void show_call(struct desk *desk, size_t frame, int ms)
{
    const struct story *story = desk->story;
    const struct story_frame *f = &story->frame[frame];
    unsigned cleared = cleared_in(story, frame);
    int all = alibi_size((uint16_t)cleared), before, n = (ms - ANSWER) / CLEARING;

    n = n < 0 ? 0 : n > all ? all : n;
    before = alibi_size(story->frame[frame - 1].view.seen.suspects);
    desk->view = f->view;
    desk->view.seen.suspects |= (uint16_t)cleared;
    for (int i = 0; i < n; i++, cleared &= cleared - 1)
        desk->view.seen.suspects &= (uint16_t) ~(1U << alibi_lowest(cleared));
    desk->extra.dark = true;
    (void)snprintf(desk->banner, sizeof desk->banner, "Jack is %s",
                   f->view.seen.witness == ALIBI_VISIBLE ? "seen" : "not seen");
    if (n == all && all > 0)
        (void)snprintf(desk->below, sizeof desk->below, "%d suspects become %d", before,
                       before - all);
    else if (all > 0)
        (void)snprintf(desk->below, sizeof desk->below, "%d suspects", before - n);
    else
        (void)snprintf(desk->below, sizeof desk->below, "nobody is cleared: %d suspects",
                       before);
}

/* The piece on its way: the place it has come to is pointed at. */
static void show_walk(struct desk *desk, size_t frame, int ms)
{
    uint8_t path[ALIBI_PATH_MAX];
    int n = path_to(desk->story, frame, path), at = ms / STEP;

    if (n && at < n) {
        desk->view = desk->story->frame[frame - 1].view;
        mark_path(&desk->extra, &desk->view.seen, path, at + 1);
        desk->extra.flags[path[at]] |= BOARD_CURSOR;
        return;
    }
    desk->view = desk->story->frame[frame].view;
    moment_marks(&desk->extra, desk->story, frame - 1, frame);
}

static void show_end(struct desk *desk, size_t frame)
{
    const struct alibi_state *s = &desk->story->frame[frame].view.seen;

    (void)snprintf(desk->banner, sizeof desk->banner, "%s",
                   s->why == ALIBI_ARREST             ? "Jack is arrested"
                   : s->why == ALIBI_WRONG_ACCUSATION ? "Innocent"
                   : s->why == ALIBI_ESCAPE           ? "Jack has escaped"
                   : s->winner == ALIBI_JACK          ? "Jack wins"
                                                      : "Jack is found");
    if (s->identity != ALIBI_NO_ONE)
        (void)snprintf(desk->below, sizeof desk->below, "Jack was %s",
                       s->game->characters[s->identity].name);
}

void moment_show(struct desk *desk, size_t frame, int ms)
{
    const struct story_frame *f = &desk->story->frame[frame];
    const struct story_line *words = chance_words(desk->story, frame);
    uint8_t path[ALIBI_PATH_MAX];
    int walk = 0;

    desk->frame = frame;
    desk->view = f->view;
    if (f->view.seen.winner != ALIBI_NOBODY) {
        show_end(desk, frame);
        return;
    }
    if (f->actor <= ALIBI_DETECTIVE && (enum alibi_viewer)f->actor != desk->story->viewer)
        walk = STEP * path_to(desk->story, frame, path) + ARRIVED;
    if (f->called && ms >= walk)
        show_call(desk, frame, ms - walk);
    else if (walk)
        show_walk(desk, frame, ms);
    else if (words)
        (void)snprintf(desk->below, sizeof desk->below, "%.110s", words->words);
    if (words)
        (void)snprintf(desk->banner, sizeof desk->banner, "Round %u", f->view.seen.round);
}
