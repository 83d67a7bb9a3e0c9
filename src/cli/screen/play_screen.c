/* A game on the full screen: lets chance and the computer act while moments are staged and keys
 * are read, and hands the screen from one human to the other. */
#include "play_screen.h"

#include "moment.h"
#include "play_parts.h"

#include <stdlib.h>
#include <string.h>

enum { FRAME_MS = 50, IDLE_MS = 500, SLICES = 8, SLICE = 256 };

bool play_is_shared(const struct play *p)
{
    return cli_is_human(p->t, ALIBI_JACK) && cli_is_human(p->t, ALIBI_DETECTIVE);
}

void play_follow(struct play *p)
{
    if (p->t->front > ALIBI_DETECTIVE)
        return;
    if (!story_follow(&p->story, p->t->session, alibi_viewer_of(p->t->front))) {
        p->failed = p->over = true;
        return;
    }
    if (p->shown >= p->story.n_frames)
        p->shown = p->story.n_frames - 1;
}

/* The frame after SEAT's last action, in a game that is taken up in its middle. */
static size_t last_action(const struct alibi_session *session, enum alibi_seat seat)
{
    size_t n = alibi_session_length(session);

    while (n > 0 && alibi_session_after(session, n - 1)->to_act != seat)
        n--;
    return n;
}

void play_restart(struct play *p)
{
    bool shared = play_is_shared(p);

    story_clear(&p->story);
    desk_close(&p->desk);
    if (p->hinting)
        cli_mind_forget(&p->hint.mind);
    p->hinting = p->thinking = p->watching = p->complete = false;
    p->n_staged = p->n_picked = p->desk.back = 0;
    p->cursor = -1;
    p->chart.n = 0;
    p->advised.n = 0;
    p->state = PLAY_WATCH;
    for (int seat = 0; seat < 2; seat++)
        p->since[seat] = p->seen[seat] = last_action(p->t->session, (enum alibi_seat)seat);
    p->t->front = shared                           ? ALIBI_NOBODY
                  : cli_is_human(p->t, ALIBI_JACK) ? ALIBI_JACK
                                                   : ALIBI_DETECTIVE;
    p->shown = shared ? 0 : p->seen[p->t->front];
    p->began = 0;
    play_follow(p);
}

/* --- Going on --- */

/* The game has gone on: keeps it before anybody is told. */
static void went_on(struct play *p, bool well)
{
    if (!well || !cli_table_keep(p->t)) {
        p->failed = p->over = true;
        return;
    }
    play_follow(p);
}

/* Lets the computer think a little; plays its move when the time is over. */
static void think(struct play *p, long now)
{
    struct cli_mind *mind = &p->t->mind[alibi_session_state(p->t->session)->to_act];
    bool more = true;
    uint32_t ms;

    if (!p->thinking) {
        p->thinking = cli_table_begin(p->t);
        p->thinking_since = now;
        if (!p->thinking)
            went_on(p, false);
        return;
    }
    for (int i = 0; more && i < SLICES; i++)
        more = alibi_player_step(mind->player, SLICE);
    ms = alibi_player_budget(mind->player)->ms;
    if (more && !(ms && now - p->thinking_since >= (long)ms))
        return;
    p->thinking = false;
    went_on(p, cli_table_finish(p->t));
}

static void show_hint(struct play *p)
{
    char *text = NULL;
    size_t len;
    FILE *sink = open_memstream(&text, &len);

    if (!sink)
        return;
    cli_hint_print(sink, &p->hint);
    (void)fclose(sink);
    if (text && p->state == PLAY_CHOOSE) {
        if (p->hint.thought.n_choices)
            p->advised = p->hint.thought.choice[0];
        desk_show(&p->desk, "A hint", text);
    }
    free(text);
}

static void think_of_hint(struct play *p, long now)
{
    bool more = true;

    for (int i = 0; more && i < SLICES; i++)
        more = alibi_player_step(p->hint.mind.player, SLICE);
    if (more && now - p->hinting_since < (long)p->hint.ms)
        return;
    p->hinting = false;
    cli_hint_end(&p->hint);
    show_hint(p);
}

/* Ends the moments whose time is over; whether one is being staged. */
static bool stage_moments(struct play *p, long now)
{
    while (p->story.n_frames && p->shown + 1 < p->story.n_frames) {
        bool own = p->story.frame[p->shown + 1].actor == p->t->front;
        int length = p->still ? 0 : moment_length(&p->story, p->shown + 1, own);

        if (!p->began)
            p->began = now;
        if (now - p->began < length)
            return true;
        p->shown++;
        p->began = length ? now : p->began;
    }
    p->began = 0;
    return false;
}

/* Two humans: the next one is not in front yet. */
static void hand_over(struct play *p, enum alibi_seat seat)
{
    if (p->t->front <= ALIBI_DETECTIVE) {
        p->seen[p->t->front] = p->shown;
        p->state = PLAY_OVER;
    } else {
        p->state = PLAY_CURTAIN;
    }
    (void)seat;
}

static void end_game(struct play *p)
{
    if (p->t->front > ALIBI_DETECTIVE) {
        p->t->front = ALIBI_DETECTIVE;
        play_follow(p);
    }
    p->state = PLAY_END;
    if (p->t->keep)
        (void)remove(p->t->keep);
    play_show_end(p);
}

/* Whoever is to act, once nothing is staged any more. */
static void go_on(struct play *p, bool staging)
{
    const struct alibi_state *s = alibi_session_state(p->t->session);

    if (staging || p->state != PLAY_WATCH)
        return;
    if (s->winner != ALIBI_NOBODY)
        end_game(p);
    else if (cli_is_human(p->t, (enum alibi_seat)s->to_act) && p->t->front != s->to_act)
        hand_over(p, (enum alibi_seat)s->to_act);
    else if (cli_is_human(p->t, (enum alibi_seat)s->to_act))
        play_begin_turn(p);
}

/* The words on the curtain. */
static void write_curtain(struct play *p)
{
    if (p->state == PLAY_CURTAIN)
        play_message(p, "Hand the keyboard to %s, who presses Enter.",
                     story_seat(alibi_session_state(p->t->session)->to_act));
}

static int play_tick(void *who, long now)
{
    struct play *p = who;
    const struct alibi_state *s = alibi_session_state(p->t->session);
    bool staging;

    p->now = now;
    while (!p->over && s->winner == ALIBI_NOBODY && s->to_act == ALIBI_CHANCE) {
        went_on(p, cli_table_advance(p->t));
        s = alibi_session_state(p->t->session);
    }
    if (!p->over && s->winner == ALIBI_NOBODY &&
        !cli_is_human(p->t, (enum alibi_seat)s->to_act))
        think(p, now);
    if (p->over)
        return 0;
    if (p->hinting)
        think_of_hint(p, now);
    staging = p->state == PLAY_WATCH && stage_moments(p, now);
    go_on(p, staging);
    write_curtain(p);
    if (p->watching)
        return reel_tick(&p->reel, &p->story, now);
    return p->thinking || p->hinting           ? 1
           : staging || p->state == PLAY_WATCH ? FRAME_MS
                                               : IDLE_MS;
}

static bool play_is_over(const void *who)
{
    return ((const struct play *)who)->over;
}

const struct screen play_screen = {play_key, play_tick, play_draw, play_is_over};

/* --- From beginning to end --- */

struct play *play_screen_new(struct cli_table *table, bool still)
{
    struct play *p = calloc(1, sizeof *p);

    if (!p)
        return NULL;
    p->t = table;
    p->still = still;
    p->story.viewer = ALIBI_AS_PUBLIC;
    play_restart(p);
    return p;
}

void play_screen_free(struct play *play)
{
    if (!play)
        return;
    if (play->hinting)
        cli_mind_forget(&play->hint.mind);
    story_clear(&play->story);
    desk_close(&play->desk);
    free(play);
}

bool play_screen_failed(const struct play *play)
{
    return play->failed;
}

/* A signal ends the program; every move is kept already. */
static void leave(void *who)
{
    struct play *p = who;

    if (p->t->keep && alibi_session_state(p->t->session)->winner == ALIBI_NOBODY)
        printf("the game is kept; go on with: alibi play %s --resume\n",
               alibi_session_state(p->t->session)->game->name);
    (void)fflush(stdout);
}

int play_screen_run(struct cli_table *table, bool still)
{
    struct play *p = play_screen_new(table, still);
    const struct alibi_state *s;
    int code = CLI_OK;

    if (!p)
        return cli_fail("out of memory");
    if (!screen_run(&play_screen, p, table->look, leave))
        code = cli_fail("this terminal cannot show a screen; --plain plays line by line");
    if (p->failed)
        code = CLI_FAILED;
    s = alibi_session_state(table->session);
    if (code == CLI_OK && s->winner == ALIBI_NOBODY)
        leave(p);
    else if (code == CLI_OK)
        printf("%s wins: %s. Jack was %s.\n",
               s->winner == ALIBI_JACK ? "Jack" : "The Detective", cli_reason(s->why),
               s->game->characters[s->identity].name);
    play_screen_free(p);
    return code;
}
