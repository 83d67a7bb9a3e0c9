/* Fills the desk of a game: what the human in front sees, and what can be done. */
#include "moment.h"
#include "play_parts.h"

#include <alibi/insight.h>
#include <alibi/kit/bits.h>
#include <string.h>

void play_words(struct alibi_text *text, const struct alibi_view *view, alibi_move m)
{
    const struct alibi_game *game = view->seen.game;
    unsigned accused = aim_accused(game, m);

    if (accused != ALIBI_NO_ONE)
        alibi_text_format(text, "Accuse %s: the game ends", game->characters[accused].name);
    else
        game->describe(text, &view->seen, m);
}

/* --- The header --- */

static void write_head(struct desk *d)
{
    const struct alibi_state *s = &d->view.seen;
    struct alibi_text text = alibi_text_in(d->head, sizeof d->head);

    alibi_text_bytes(&text, s->game->title, strcspn(s->game->title, ":"));
    if (s->winner != ALIBI_NOBODY)
        alibi_text_format(&text, "   over: %s",
                          s->winner == ALIBI_JACK ? "Jack wins" : "the Detective wins");
    else if (s->round)
        alibi_text_format(&text, "   round %u of %d, turn %u of %d", s->round,
                          s->game->n_rounds, s->slot, s->game->n_slots);
    if (s->winner == ALIBI_NOBODY && s->round > 1) /* witnesses have been called */
        alibi_text_format(&text, "   Jack %s",
                          s->witness == ALIBI_VISIBLE ? "seen" : "not seen");
}

static void write_corner(struct play *p)
{
    const struct alibi_state *s = &p->desk.view.seen;
    bool jack = p->story.viewer == ALIBI_AS_JACK && s->identity != ALIBI_NO_ONE &&
                s->winner == ALIBI_NOBODY;

    p->desk.extra.me = ALIBI_NO_ONE;
    p->desk.corner[0] = '\0';
    if (jack && play_is_shared(p) && !p->peeking) {
        (void)snprintf(p->desk.corner, sizeof p->desk.corner, "i: who am I?");
    } else if (jack) {
        p->desk.extra.me = s->identity;
        (void)snprintf(p->desk.corner, sizeof p->desk.corner, "You are %s %s",
                       s->game->characters[s->identity].code,
                       s->game->characters[s->identity].name);
    } else if (p->story.viewer == ALIBI_AS_DETECTIVE) {
        (void)snprintf(p->desk.corner, sizeof p->desk.corner, "You are the Detective");
    }
}

/* --- What happened --- */

/* Whether a move in words chooses who is played: what follows tells that, too. */
static bool is_pick(const char *words)
{
    return strncmp(words, "play ", 5) == 0;
}

/* The other side's moves and the announcements since the seat last acted. */
static void write_strip(struct play *p)
{
    struct alibi_text text = alibi_text_in(p->desk.strip, sizeof p->desk.strip);
    size_t from = p->since[p->t->front], to = p->desk.frame;
    enum alibi_seat other = p->t->front == ALIBI_JACK ? ALIBI_DETECTIVE : ALIBI_JACK;
    const char *between = other == ALIBI_JACK ? "Jack: " : "Detective: ";

    p->desk.strip_style = TRAIL;
    for (size_t i = 0; i < p->story.n_lines; i++) {
        const struct story_line *line = &p->story.line[i];
        bool last = i + 1 == p->story.n_lines || p->story.line[i + 1].seat != other;

        if (line->frame <= from || line->frame > to ||
            (line->seat != other && line->seat != ALIBI_NOBODY))
            continue;
        if (line->seat == other && is_pick(line->words) && !last)
            continue;
        alibi_text_format(&text, "%s%s", between, line->words);
        between = "; ";
    }
}

/* --- What is being done --- */

static void write_accusation(struct play *p, struct alibi_text *text)
{
    const struct alibi_character *who = &p->stage.seen.game->characters[play_accused(p)];

    p->desk.turn_style = DANGER;
    if (play_is_certain_loss(p))
        alibi_text_format(text, "CERTAIN LOSS: %s cannot be Jack. ", who->name);
    alibi_text_format(text, "Accuse %s: the game ends. Enter accuses, u takes it back.",
                      who->name);
}

/* What the staged turn would change, as far as the seat can tell. */
static void write_remarks(const struct play *p, struct alibi_text *text)
{
    struct alibi_remark remark[ALIBI_REMARKS_MAX];
    int n = alibi_remarks(remark, &p->before[0], &p->stage, false);

    for (int i = 0; i < n; i++) {
        alibi_text_str(text, i ? "; " : " (");
        alibi_remark_print(text, p->stage.seen.game, &remark[i]);
    }
    alibi_text_str(text, n ? ")" : "");
}

static void write_staged(struct play *p, struct alibi_text *text)
{
    const char *between = "";

    if (play_accused(p) != ALIBI_NO_ONE) {
        write_accusation(p, text);
        return;
    }
    p->desk.turn_style = GOOD;
    alibi_text_str(text, p->complete ? "Enter confirms: " : "Go on: ");
    for (int i = 0; i < p->n_staged; i++) {
        char words[200];
        struct alibi_text one = alibi_text_in(words, sizeof words);

        play_words(&one, &p->before[i], p->staged[i]);
        if (is_pick(words) && i + 1 < p->n_staged)
            continue;
        alibi_text_format(text, "%s%s", between, words);
        between = "; ";
    }
    write_remarks(p, text);
}

/* How to choose: on the board, where there is something to point at, and from the list. */
static void write_ways(const struct play *p, struct alibi_text *text)
{
    bool target[ALIBI_PLACES_MAX];

    alibi_text_str(text, "Your turn: ");
    if (play_targets(p, target) > 0)
        alibi_text_str(text, "point at a place marked +, or ");
    alibi_text_format(text, "m for your %d move%s", p->aim.n, p->aim.n == 1 ? "" : "s");
}

static void write_turn(struct play *p)
{
    struct alibi_text text = alibi_text_in(p->desk.turn, sizeof p->desk.turn);
    const struct alibi_state *s = alibi_session_state(p->t->session);

    p->desk.turn_style = PLAIN;
    if (p->hinting) {
        alibi_text_format(&text, "Thinking about a hint, %.1f s",
                          (double)(p->now - p->hinting_since) / 1000);
    } else if (p->state == PLAY_CHOOSE && p->n_picked) {
        alibi_text_format(&text, "%s: point at the next place, marked +; Esc drops it",
                          p->stage.seen.game->place[p->picked[p->n_picked - 1]].name);
    } else if (p->state == PLAY_CHOOSE && p->n_staged) {
        write_staged(p, &text);
    } else if (p->state == PLAY_CHOOSE) {
        write_ways(p, &text);
    } else if (p->state == PLAY_OVER) {
        alibi_text_str(&text, "Your turn is over. Enter draws the curtain.");
    } else if (p->state == PLAY_END) {
        alibi_text_str(&text, "The game is over. e shows the last page.");
    } else if (p->thinking) {
        alibi_text_format(&text, "%s, played by %s, is thinking, %.1f s",
                          s->to_act == ALIBI_JACK ? "Jack" : "The Detective",
                          p->t->mind[s->to_act].kind,
                          (double)(p->now - p->thinking_since) / 1000);
    }
}

/* --- The board --- */

/* What was advised, and what is staged, as trails; where one can point. */
static void mark_turn(struct play *p)
{
    struct board_extra *extra = &p->desk.extra;
    bool target[ALIBI_PLACES_MAX];

    for (int i = 0; i < p->n_staged; i++)
        moment_path(extra, &p->before[i], p->staged[i]);
    if (play_accused(p) != ALIBI_NO_ONE) {
        static struct alibi_scene scene;
        int place;

        p->stage.seen.game->scene(&scene, &p->stage.seen);
        place = aim_place_of(p->stage.seen.game, &scene, play_accused(p));
        if (place >= 0)
            extra->flags[place] |= BOARD_CHANGED;
    }
    if (p->advised.n && !p->n_staged) {
        struct alibi_view view = p->stage;

        for (int i = 0; i < p->advised.n; i++) {
            moment_path(extra, &view, p->advised.move[i]);
            if (!alibi_stage(&view, p->advised.move[i]))
                break;
        }
    }
    (void)play_targets(p, target);
    for (int i = 0; i < p->stage.seen.game->n_places; i++)
        extra->flags[i] |= target[i] ? BOARD_TARGET : 0;
    for (int i = 0; i < p->n_picked; i++)
        extra->flags[p->picked[i]] |= BOARD_PICKED;
    if (p->cursor >= 0)
        extra->flags[p->cursor] |= BOARD_CURSOR;
}

static void show_board(struct play *p)
{
    struct desk *d = &p->desk;
    size_t last = p->story.n_frames - 1;

    d->frame = p->shown < last ? p->shown : last;
    d->view = p->story.frame[d->frame].view;
    if (p->state == PLAY_CHOOSE) {
        d->view = p->stage;
        if (!p->n_staged && !p->advised.n)
            moment_marks(&d->extra, &p->story, p->since[p->t->front], last);
        mark_turn(p);
    } else if (p->shown < last) {
        moment_show(d, p->shown + 1, (int)(p->now - p->began));
    } else {
        moment_marks(&d->extra, &p->story, p->since[p->t->front], last);
    }
}

static const struct desk_key choose_keys[] = {
    {K_ENTER, "Enter", "points"}, {'u', "u", "back"},
    {'m', "m", "moves"},          {'t', "t", "hint"},
    {'a', "a", "again"},          {'p', "p", "power"},
    {'?', "?", "help"},           {'q', "q", "leaves"},
    {':', ":", "types"},          {'L', "L", "log"},
    {'g', "g", "legend"},         {'R', "R", "rules"},
    {'v', "v", "replay"},
};
static const struct desk_key confirm_keys[] = {
    {K_ENTER, "Enter", "confirms"}, {'u', "u", "takes back"}, {K_ESC, "Esc", "drops it all"},
    {'p', "p", "powers"},           {'?', "?", "help"},       {'q', "q", "leaves"},
};
static const struct desk_key watch_keys[] = {
    {' ', "any key", "goes on"},
    {'L', "L", "log"},
    {'?', "?", "help"},
    {'q', "q", "leaves"},
};
static const struct desk_key over_keys[] = {{K_ENTER, "Enter", "draws the curtain"},
                                            {'q', "q", "leaves"}};
static const struct desk_key end_keys[] = {
    {'r', "r", "rematch"}, {'s', "s", "swap sides"}, {'n', "n", "next level"},
    {'v', "v", "replay"},  {'w', "w", "save"},       {'e', "e", "last page"},
    {'L', "L", "log"},     {'q', "q", "leaves"},
};
static const struct desk_key sheet_keys[] = {
    {K_DOWN, "Up Down", "scroll"}, {K_ENTER, "Enter", "takes"}, {K_ESC, "Esc", "closes"}};

#define KEYS(list) (list), (int)(sizeof(list) / sizeof(list)[0])

static void use_keys(struct desk *d, const struct desk_key *keys, int n)
{
    d->keys = keys;
    d->n_keys = n;
}

static void choose_keys_for(struct play *p)
{
    struct desk *d = &p->desk;

    if (d->sheet.open && p->state != PLAY_END)
        use_keys(d, KEYS(sheet_keys));
    else if (p->watching)
        use_keys(d, reel_keys, n_reel_keys);
    else if (p->state == PLAY_CHOOSE && p->complete)
        use_keys(d, KEYS(confirm_keys));
    else if (p->state == PLAY_CHOOSE)
        use_keys(d, KEYS(choose_keys));
    else if (p->state == PLAY_OVER)
        use_keys(d, KEYS(over_keys));
    else if (p->state == PLAY_END)
        use_keys(d, KEYS(end_keys));
    else
        use_keys(d, KEYS(watch_keys));
}

void play_draw(void *who, struct grid *grid, int width, int height)
{
    struct play *p = who;
    struct desk *d = &p->desk;

    d->width = width;
    d->height = height;
    d->unicode = p->t->look.unicode;
    d->story = &p->story;
    d->banner[0] = d->below[0] = d->strip[0] = d->turn[0] = '\0';
    memset(&d->extra, 0, sizeof d->extra);
    d->extra.me = ALIBI_NO_ONE;
    d->curtain = p->state == PLAY_CURTAIN;
    if (p->watching) {
        reel_show(d, &p->reel);
    } else if (!d->curtain) {
        show_board(p);
        if (p->state != PLAY_CHOOSE || !p->n_staged)
            write_strip(p); /* until the human acts */
        write_turn(p);
    }
    if (!d->curtain) {
        write_head(d);
        write_corner(p);
    }
    choose_keys_for(p);
    desk_draw(d, grid);
}
