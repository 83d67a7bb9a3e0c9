/* A record on the full screen: to step through, or judged decision by decision. The decisions
 * stand in place of the log; the one that is chosen is on the board. */
#include "review_screen.h"

#include "chart.h"
#include "desk.h"
#include "moment.h"
#include "reel.h"

#include <alibi/kit/bits.h>
#include <stdlib.h>
#include <string.h>

enum { SLICES = 8, SLICE = 256 };

struct review {
    struct desk desk;
    struct story story;
    struct reel reel;
    const struct alibi_record *record; /* borrowed */
    bool unicode, over, failed;

    struct alibi_analysis *analysis; /* NULL for a mere replay */
    bool thinking;
    long since, now; /* the thought in progress began; the last tick */
};

/* --- Thinking --- */

static void print_tokens(struct alibi_text *text, const struct alibi_game *game,
                         const struct alibi_choice *choice)
{
    for (int i = 0; i < choice->n; i++) {
        alibi_text_str(text, i ? " " : "");
        game->print(text, choice->move[i]);
    }
}

/* The rows of the decisions that have been judged since the last time. */
static void add_rows(struct review *r)
{
    const struct alibi_game *game = alibi_analysis_game(r->analysis);
    size_t n;
    const struct alibi_decision *d = alibi_analysis_decisions(r->analysis, &n);

    for (size_t i = (size_t)r->desk.list.n; i < n; i++) {
        char row[160];
        struct alibi_text text = alibi_text_in(row, sizeof row);

        alibi_text_format(&text, "%u.%u %-9s %3.0f %% ", d[i].round, d[i].slot,
                          d[i].seat == ALIBI_JACK ? "Jack" : "Detective", 100 * d[i].value);
        if (d[i].loss >= 0.005)
            alibi_text_format(&text, "lost %2.0f  ", 100 * d[i].loss);
        else
            alibi_text_str(&text, "         ");
        print_tokens(&text, game, &d[i].played);
        desk_add(&r->desk.list,
                 d[i].loss >= 0.1    ? DANGER
                 : d[i].loss >= 0.03 ? TRAIL
                                     : PLAIN,
                 row);
    }
}

/* Lets the judge think a little. */
static void think(struct review *r, long now)
{
    for (int i = 0; i < SLICES && !alibi_analysis_is_done(r->analysis); i++) {
        struct alibi_analysis_progress progress;

        if (!r->thinking)
            r->since = now;
        if (alibi_analysis_step(r->analysis, SLICE, NULL) != ALIBI_OK) {
            r->failed = r->over = true;
            return;
        }
        progress = alibi_analysis_progress(r->analysis);
        r->thinking = progress.thinking;
        if (r->thinking && progress.budget.ms && now - r->since >= (long)progress.budget.ms) {
            alibi_analysis_cut(r->analysis);
            r->thinking = false;
        }
    }
    add_rows(r);
}

static bool is_thinking(const struct review *r)
{
    return r->analysis && !alibi_analysis_is_done(r->analysis);
}

static int review_tick(void *who, long now)
{
    struct review *r = who;
    int wait = reel_tick(&r->reel, &r->story, now);

    r->now = now;
    if (!is_thinking(r))
        return wait;
    think(r, now);
    return 1;
}

/* --- Showing --- */

/* The decision that is chosen, or NULL. */
static const struct alibi_decision *chosen(const struct review *r)
{
    size_t n = 0;
    const struct alibi_decision *d =
        r->analysis ? alibi_analysis_decisions(r->analysis, &n) : NULL;

    return (size_t)r->desk.list.at < n ? &d[r->desk.list.at] : NULL;
}

/* "Played: 52 %. Better by 3: JS >h11 lamp:c4>f3 (John Smith moves to h11; ...)". */
static void write_judgement(struct review *r, const struct alibi_decision *d)
{
    const struct alibi_game *game = alibi_analysis_game(r->analysis);
    struct alibi_text text = alibi_text_in(r->desk.turn, sizeof r->desk.turn);

    r->desk.turn_style = d->loss >= 0.03 ? DANGER : GOOD;
    alibi_text_format(&text, "%.0f %% before, %s%.0f %% as played", 100 * d->value,
                      d->listed ? "" : "at most ", 100 * (double)d->played.value);
    for (int i = 0; i < d->n_better; i++) {
        alibi_text_format(
            &text, "; better by %.1f: ", 100 * (double)(d->better[i].value - d->played.value));
        print_tokens(&text, game, &d->better[i]);
    }
    if (!d->n_better)
        alibi_text_str(&text, "; nothing was better");
}

/* The whole decision, not only its last move: in words and on the board. */
static void show_decision(struct desk *d, const struct alibi_decision *decision)
{
    struct alibi_text text = alibi_text_in(d->strip, sizeof d->strip);

    moment_marks(&d->extra, d->story, decision->ply, decision->end);
    alibi_text_format(&text, "%s: ", decision->seat == ALIBI_JACK ? "Jack" : "Detective");
    story_tell(&text, d->story, decision->seat, decision->ply + 1, decision->end);
}

static void write_head(struct review *r)
{
    const struct alibi_state *s = &r->desk.view.seen;
    struct alibi_text head = alibi_text_in(r->desk.head, sizeof r->desk.head);
    struct alibi_text corner = alibi_text_in(r->desk.corner, sizeof r->desk.corner);

    alibi_text_bytes(&head, s->game->title, strcspn(s->game->title, ":"));
    if (s->winner != ALIBI_NOBODY)
        alibi_text_format(&head, "   over: %s",
                          s->winner == ALIBI_JACK ? "Jack wins" : "the Detective wins");
    else if (s->round)
        alibi_text_format(&head, "   round %u of %d, turn %u of %d", s->round,
                          s->game->n_rounds, s->slot, s->game->n_slots);
    if (is_thinking(r)) {
        struct alibi_analysis_progress p = alibi_analysis_progress(r->analysis);

        alibi_text_format(&corner, "judging %zu of %zu", p.done + 1, p.total);
    } else if (s->identity != ALIBI_NO_ONE) {
        alibi_text_format(&corner, "Jack is %s %s", s->game->characters[s->identity].code,
                          s->game->characters[s->identity].name);
    }
}

static const struct desk_key replay_keys[] = {
    {K_RIGHT, "Right", "next"}, {K_LEFT, "Left", "back"}, {' ', "Space", "plays"},
    {'n', "n", "next round"},   {'e', "e", "the end"},    {'g', "g", "legend"},
    {'L', "L", "log"},          {'R', "R", "rules"},      {'q', "q", "leaves"},
};

static const struct desk_key analyse_keys[] = {
    {K_DOWN, "Up Down", "decisions"},
    {K_RIGHT, "Left Right", "moves"},
    {' ', "Space", "plays"},
    {'D', "D", "decisions"},
    {'e', "e", "the end"},
    {'L', "L", "log"},
    {'g', "g", "legend"},
    {'R', "R", "rules"},
    {'q', "q", "leaves"},
};

static void review_draw(void *who, struct grid *grid, int width, int height)
{
    struct review *r = who;
    struct desk *d = &r->desk;
    const struct alibi_decision *decision = chosen(r);

    d->width = width;
    d->height = height;
    d->unicode = r->unicode;
    d->story = &r->story;
    d->strip[0] = d->turn[0] = '\0';
    memset(&d->extra, 0, sizeof d->extra);
    d->extra.me = ALIBI_NO_ONE;
    d->keys = r->analysis ? analyse_keys : replay_keys;
    d->n_keys = r->analysis ? (int)(sizeof analyse_keys / sizeof analyse_keys[0])
                            : (int)(sizeof replay_keys / sizeof replay_keys[0]);
    reel_show(d, &r->reel);
    if (decision && r->reel.at == decision->end)
        show_decision(d, decision);
    if (decision)
        write_judgement(r, decision);
    write_head(r);
    desk_draw(d, grid);
}

/* --- Keys --- */

/* Chooses another decision: the board shows where it led. */
static void choose(struct review *r, int row)
{
    const struct alibi_decision *d;

    if (row < 0 || row >= r->desk.list.n)
        return;
    r->desk.list.at = row;
    d = chosen(r);
    if (d && d->end < r->story.n_frames)
        r->reel = (struct reel){.at = d->end};
}

/* The moves were stepped through: the decision that they belong to. */
static void follow_reel(struct review *r)
{
    size_t n = 0;
    const struct alibi_decision *d =
        r->analysis ? alibi_analysis_decisions(r->analysis, &n) : NULL;

    for (size_t i = 0; i < n; i++)
        if (d[i].ply < r->reel.at && r->reel.at <= d[i].end)
            r->desk.list.at = (int)i;
}

/* All decisions on a sheet, where there is no room for the panel. */
static void show_decisions(struct review *r)
{
    size_t cap = (size_t)r->desk.list.n * 164 + 2;
    char *lines = malloc(cap);
    struct alibi_text text;

    if (!lines)
        return;
    text = alibi_text_in(lines, cap);
    for (int i = 0; i < r->desk.list.n; i++)
        alibi_text_format(&text, "%s\n", r->desk.list.row[i].text);
    desk_show(&r->desk, "Decisions", r->desk.list.n ? lines : "None is judged yet.\n");
    free(lines);
}

/* How it ended, as far as the record says, and how it came about. */
static void show_end(struct review *r)
{
    const struct alibi_state *s = &r->story.frame[r->story.n_frames - 1].view.seen;
    char page[4000];
    struct alibi_text text = alibi_text_in(page, sizeof page);
    struct chart chart;

    if (s->winner == ALIBI_NOBODY)
        alibi_text_str(&text, "The record ends before the game does.\n");
    else
        chart_print_end(&text, s);
    alibi_text_char(&text, '\n');
    if (chart_make(&chart, r->record))
        chart_print(&text, &chart);
    desk_show(&r->desk, "The end", page);
}

static void other_key(struct review *r, struct key key, long now)
{
    struct hit hit =
        key.code == K_CLICK ? desk_hit(&r->desk, key.x, key.y) : (struct hit){0, 0};

    if (hit.what == HIT_KEY)
        review_screen.key(r, (struct key){.code = hit.n}, now);
    else if (hit.what == HIT_ROW)
        choose(r, hit.n);
    else if (hit.what == HIT_CHARACTER)
        desk_show_character(&r->desk, (unsigned)hit.n);
    else if (key.code == 'q' || key.code == K_ESC)
        r->over = true;
    else if (key.code == 'g')
        desk_show_legend(&r->desk);
    else if (key.code == 'R')
        desk_show_rules(&r->desk);
    else if (key.code == 'L')
        desk_show_log(&r->desk);
    else if (key.code == 'e')
        show_end(r);
    else if (key.code == 'D' && r->analysis)
        show_decisions(r);
    else if (desk_log_key(&r->desk, key))
        return;
    else if (reel_key(&r->reel, key, &r->story, now))
        follow_reel(r);
}

static void review_key(void *who, struct key key, long now)
{
    struct review *r = who;
    int row;

    if (r->desk.width < DESK_WIDTH || r->desk.height < DESK_HEIGHT) {
        r->over = r->over || key.code == 'q';
        return;
    }
    if (desk_sheet_key(&r->desk, key, &row))
        return;
    if (r->analysis && (key.code == K_DOWN || key.code == 'j'))
        choose(r, r->desk.list.at + 1);
    else if (r->analysis && (key.code == K_UP || key.code == 'k'))
        choose(r, r->desk.list.at - 1);
    else
        other_key(r, key, now);
}

static bool review_is_over(const void *who)
{
    return ((const struct review *)who)->over;
}

const struct screen review_screen = {review_key, review_tick, review_draw, review_is_over};

/* --- From beginning to end --- */

struct review *review_screen_new(const struct alibi_record *record,
                                 struct alibi_analysis *analysis, bool unicode)
{
    struct review *r = calloc(1, sizeof *r);

    if (!r)
        return NULL;
    r->unicode = unicode;
    r->record = record;
    r->analysis = analysis;
    (void)snprintf(r->desk.list.title, sizeof r->desk.list.title, "Decisions");
    if (!story_read(&r->story, record)) {
        review_screen_free(r);
        return NULL;
    }
    return r;
}

void review_screen_free(struct review *review)
{
    if (!review)
        return;
    story_clear(&review->story);
    desk_close(&review->desk);
    desk_list_clear(&review->desk.list);
    free(review);
}

static void leave(void *who)
{
    (void)who;
}

int review_screen_run(const struct alibi_record *record, struct alibi_analysis *analysis,
                      struct cli_look look)
{
    struct review *r = review_screen_new(record, analysis, look.unicode);
    int code = CLI_OK;

    if (!r)
        return cli_fail("out of memory");
    if (!screen_run(&review_screen, r, look, leave))
        code = cli_fail("this terminal cannot show a screen; --plain prints lines");
    else if (r->failed)
        code = cli_fail("out of memory");
    review_screen_free(r);
    return code;
}
