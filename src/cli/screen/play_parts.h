/* The parts of a game on the full screen. play_screen.c lets the game go on, play_turn.c stages
 * a turn, play_keys.c reads keys, play_show.c fills the desk, play_end.c is the last page. */
#ifndef SCREEN_PLAY_PARTS_H
#define SCREEN_PLAY_PARTS_H

#include "aim.h"
#include "chart.h"
#include "desk.h"
#include "play_screen.h"
#include "reel.h"

enum play_state {
    PLAY_WATCH,   /* others act, or something is staged */
    PLAY_CHOOSE,  /* the human in front stages a turn */
    PLAY_OVER,    /* two humans: the turn is over, Enter draws the curtain */
    PLAY_CURTAIN, /* two humans: the next one has to press Enter */
    PLAY_END,     /* the game is over */
};

enum { TURN_MAX = 32 }; /* tokens of a turn */

struct play {
    struct cli_table *t;
    struct desk desk;
    struct story story; /* of the human in front */
    enum play_state state;
    bool still, over, failed, pasting;

    /* Moments: the frames of the story that were staged, and when the next one began. */
    size_t shown;
    long began;
    size_t since[2]; /* by seat: the frame after its last action */
    size_t seen[2];  /* by seat, while another is in front: `shown` */

    /* The turn being staged. */
    struct alibi_view stage, before[TURN_MAX];
    alibi_move staged[TURN_MAX];
    int n_staged;
    bool complete; /* nothing can be added to it */
    struct aim aim;
    uint8_t picked[AIM_PLACES];
    int n_picked;
    int cursor;
    int menu[ALIBI_MOVES_MAX]; /* indices into `aim` by row */

    bool thinking, hinting;
    long thinking_since, hinting_since, now;
    struct cli_hint hint;
    struct alibi_choice advised; /* marked on the board, if it has moves */

    bool peeking;  /* Jack looks at his card, at a shared keyboard */
    bool watching; /* the replay is shown */
    struct reel reel;
    struct chart chart; /* of a game that is over */
};

/* Whether two humans share the keyboard. */
bool play_is_shared(const struct play *p);

/* The story up to now; fails the game if memory runs out. */
void play_follow(struct play *p);

/* Another game at the same table. */
void play_restart(struct play *p);

/* --- play_turn.c --- */

void play_begin_turn(struct play *p);
void play_pick(struct play *p, int place);
void play_stage_move(struct play *p, int index); /* of the aim */
void play_open_menu(struct play *p, const int *found, int n, const char *title);
void play_take_back(struct play *p);
void play_drop(struct play *p); /* the picks, or else the whole turn */
void play_commit(struct play *p);
void play_move_cursor(struct play *p, int code);
void play_next_target(struct play *p);
int play_targets(const struct play *p, bool target[ALIBI_PLACES_MAX]);

/* The character that the staged turn accuses, or ALIBI_NO_ONE; whether that is certain to
 * lose. */
unsigned play_accused(const struct play *p);
bool play_is_certain_loss(const struct play *p);

/* --- play_keys.c --- */

void play_key(void *who, struct key key, long now);
void play_message(struct play *p, const char *format, ...) ALIBI_PRINTF(2, 3);

/* --- play_show.c --- */

void play_draw(void *who, struct grid *grid, int width, int height);
void play_words(struct alibi_text *text, const struct alibi_view *view, alibi_move m);

/* --- play_end.c --- */

void play_show_end(struct play *p);

/* A new game with the same options; SWAPPED: the players change seats; HARDER: the computer's
 * next level. False if there is none, or memory runs out. */
bool play_again(struct play *p, bool swapped, bool harder);

#endif
