/* A turn is staged on the seat's own view, move by move, and nothing counts before it is
 * confirmed. Moves are found by pointing at places, one after the other, or in a list. */
#include "play_parts.h"

#include <alibi/insight.h>
#include <alibi/kit/bits.h>
#include <string.h>

static enum alibi_seat front(const struct play *p)
{
    return p->t->front;
}

int play_targets(const struct play *p, bool target[ALIBI_PLACES_MAX])
{
    int found[ALIBI_MOVES_MAX], exact, n = 0, k;

    memset(target, 0, ALIBI_PLACES_MAX * sizeof *target);
    if (p->complete)
        return 0;
    k = aim_match(&p->aim, p->picked, p->n_picked, found, &exact);
    for (int i = 0; i < k; i++)
        for (int j = 0; j < p->aim.at[found[i]].n; j++) {
            uint8_t place = p->aim.at[found[i]].place[j];

            if (p->n_picked && memchr(p->picked, place, (size_t)p->n_picked))
                continue;
            n += !target[place];
            target[place] = true;
        }
    return n;
}

/* Looks for the moves of the staged position, with the cursor on the first of their places. */
static void look_around(struct play *p)
{
    bool target[ALIBI_PLACES_MAX];

    p->n_picked = 0;
    p->aim.n = 0;
    if (p->complete)
        return;
    aim_find(&p->aim, &p->stage);
    if (play_targets(p, target) && (p->cursor < 0 || !target[p->cursor]))
        play_next_target(p);
}

void play_begin_turn(struct play *p)
{
    p->state = PLAY_CHOOSE;
    alibi_session_view(p->t->session, alibi_viewer_of(front(p)), &p->stage);
    p->n_staged = 0;
    p->complete = false;
    p->advised.n = 0;
    look_around(p);
}

void play_stage_move(struct play *p, int index)
{
    alibi_move m = p->aim.at[index].move;

    if (p->n_staged == TURN_MAX)
        return;
    p->before[p->n_staged] = p->stage;
    p->staged[p->n_staged++] = m;
    p->complete = !alibi_stage(&p->stage, m);
    look_around(p);
}

void play_open_menu(struct play *p, const int *found, int n, const char *title)
{
    desk_close(&p->desk);
    for (int i = 0; i < n; i++) {
        char words[160];
        struct alibi_text text = alibi_text_in(words, sizeof words);

        play_words(&text, &p->stage, p->aim.at[found[i]].move);
        p->menu[i] = found[i];
        desk_add(&p->desk.sheet.menu, p->aim.at[found[i]].accusation ? DANGER : PLAIN, words);
    }
    (void)snprintf(p->desk.sheet.title, sizeof p->desk.sheet.title, "%s", title);
    p->desk.sheet.open = p->desk.sheet.menu.n == n;
}

/* One more place is pointed at. A single move that fits is staged; if there are several, and
 * some of them need no further place, they are listed. */
void play_pick(struct play *p, int place)
{
    int found[ALIBI_MOVES_MAX], exact, n;

    p->cursor = place;
    if (p->complete) {
        play_message(p, "The turn is complete: Enter confirms it, u takes a move back.");
        return;
    }
    if (p->n_picked == AIM_PLACES ||
        (p->n_picked && memchr(p->picked, place, (size_t)p->n_picked)))
        p->n_picked = 0;
    p->picked[p->n_picked++] = (uint8_t)place;
    n = aim_match(&p->aim, p->picked, p->n_picked, found, &exact);
    if (n == 0) {
        p->n_picked = 0;
        play_message(p, "Nothing can be done with %s now. Places with + can be pointed at.",
                     p->stage.seen.game->place[place].name);
    } else if (n == 1) {
        play_stage_move(p, found[0]);
    } else if (exact) {
        play_open_menu(p, found, n, "Which move?");
    }
}

void play_take_back(struct play *p)
{
    if (p->n_picked) {
        p->n_picked = 0;
    } else if (p->n_staged) {
        p->stage = p->before[--p->n_staged];
        p->complete = false;
        look_around(p);
    } else if (alibi_session_retractable(p->t->session, front(p))) {
        cli_table_undo(p->t, front(p));
        play_follow(p);
        play_begin_turn(p);
    } else {
        play_message(p, "There is nothing to take back.");
    }
}

void play_drop(struct play *p)
{
    if (p->n_picked)
        p->n_picked = 0;
    else if (p->n_staged)
        play_begin_turn(p);
}

/* Plays what was staged; if it cannot be kept, nothing has been played. */
void play_commit(struct play *p)
{
    enum alibi_seat seat = front(p);
    int n = 0;

    while (n < p->n_staged && alibi_session_play(p->t->session, p->staged[n]) == ALIBI_OK)
        n++;
    if (n < p->n_staged || !cli_table_keep(p->t)) {
        alibi_session_undo(p->t->session, (size_t)n);
        play_message(p, "The turn could not be saved and was not played.");
        return;
    }
    p->n_staged = 0;
    p->advised.n = 0;
    p->desk.back = 0;
    p->state = PLAY_WATCH;
    play_follow(p);
    p->since[seat] = p->story.n_frames - 1;
}

unsigned play_accused(const struct play *p)
{
    return p->n_staged ? aim_accused(p->stage.seen.game, p->staged[p->n_staged - 1])
                       : ALIBI_NO_ONE;
}

bool play_is_certain_loss(const struct play *p)
{
    struct alibi_insight insight;
    unsigned who = play_accused(p);

    if (who == ALIBI_NO_ONE)
        return false;
    alibi_insight_of(&insight, &p->before[0]);
    return !alibi_has(insight.suspects, who);
}

/* --- The cursor --- */

static void centre(const struct play *p, int place, int *x, int *y)
{
    struct rect face = board_face(&p->desk.board, place);

    *x = 2 * face.x + face.w;
    *y = 2 * (2 * face.y + face.h); /* a row is about as high as two columns */
}

/* To the nearest place in the direction of the key, sideways steps counting double. */
void play_move_cursor(struct play *p, int code)
{
    int dx = (code == K_RIGHT || code == 'l') - (code == K_LEFT || code == 'h');
    int dy = (code == K_DOWN || code == 'j') - (code == K_UP || code == 'k');
    int x, y, best = -1, least = 1 << 20;

    if (!p->desk.board.game)
        return;
    centre(p, p->cursor < 0 ? 0 : p->cursor, &x, &y);
    for (int i = 0; i < p->desk.board.game->n_places; i++) {
        int px, py, along, aside;

        centre(p, i, &px, &py);
        along = dx ? (px - x) * dx : (py - y) * dy;
        aside = dx ? py - y : px - x;
        aside = aside < 0 ? -aside : aside;
        if (along > 0 && along + 2 * aside < least && aside <= 2 * along) {
            least = along + 2 * aside;
            best = i;
        }
    }
    if (best >= 0)
        p->cursor = best;
}

void play_next_target(struct play *p)
{
    int n = p->stage.seen.game->n_places;
    bool target[ALIBI_PLACES_MAX];

    if (!play_targets(p, target))
        return;
    for (int i = 1; i <= n; i++) {
        int place = (p->cursor + i + n) % n;

        if (target[place]) {
            p->cursor = place;
            return;
        }
    }
}
