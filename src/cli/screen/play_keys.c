/* The keys of a game: what each does depends on what the game waits for. */
#include "play_parts.h"
#include "words.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char help_text[] =
    "A turn is staged move by move; the board shows what it would look like, and nothing "
    "counts "
    "before you confirm it.\n"
    "\n"
    "Arrows, hjkl  move the cursor (> <)         Tab  to the next place marked +\n"
    "Enter, click  point at a place; when the turn is complete, confirm it\n"
    "u, Backspace  take the last move back      Esc  drop what is staged\n"
    "m  list all moves in words                  t  a hint by the strongest player\n"
    "a  see the last turn of the others again    v  see the whole game again\n"
    "p  what the character under the cursor can do, and why it is seen\n"
    "g  the signs on the board   R  the rules   L  the log   PgUp, PgDn, wheel  scroll it\n"
    "i  at a shared keyboard: show Jack who he is, until the next key\n"
    ":  type a move or a command, as in the line mode: `:>h11`, `:why >nw`, `:save FILE`, "
    "`:export FILE`, `:load FILE`, `:moves WORD`, `:help`\n"
    "q  leave; the game is kept, and `alibi play GAME --resume` goes on with it\n"
    "\n"
    "To move a lamp or another thing, point at it and then at where it goes. To play a card, "
    "point at its piece or at the card. The mouse does all of it, also on the words in the "
    "last line.\n";

void play_message(struct play *p, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    (void)vsnprintf(p->desk.message, sizeof p->desk.message, format, args);
    va_end(args);
}

/* --- The prompt --- */

/* Shows what a command has answered: a line as a message, more as a sheet. */
static void show_answer(struct play *p, const char *title, char *answer)
{
    size_t n = strlen(answer);

    while (n > 0 && answer[n - 1] == '\n')
        answer[--n] = '\0';
    if (n == 0)
        return;
    if (strchr(answer, '\n') || n >= (size_t)p->desk.width - 2)
        desk_show(&p->desk, title, answer);
    else
        play_message(p, "%s", answer);
}

/* Runs a command of the line mode, its answer on the screen. */
static void run_command(struct play *p, const char *line)
{
    struct alibi_session *session = p->t->session;
    char *answer = NULL;
    size_t len;
    FILE *sink = open_memstream(&answer, &len);
    bool stays;

    if (!sink)
        return;
    p->t->out = sink;
    cli_complain_to(sink);
    stays = cli_talk(p->t, p->t->front, line);
    cli_complain_to(NULL);
    p->t->out = stdout;
    (void)fclose(sink);
    p->over = p->over || !stays;
    if (p->t->session != session)
        play_restart(p);
    if (answer)
        show_answer(p, line, answer);
    free(answer);
}

/* Stages the move that was typed, or says why not. */
static void type_move(struct play *p, const char *text)
{
    alibi_move moves[ALIBI_MOVES_MAX], fits[ALIBI_MOVES_MAX];
    int found[ALIBI_MOVES_MAX], n, k = 0;
    struct alibi_error err;
    alibi_move m;

    for (int i = 0; i < p->aim.n; i++)
        moves[i] = p->aim.at[i].move;
    n = cli_match(&p->stage.seen, moves, p->aim.n, text, fits);
    for (int i = 0; i < p->aim.n; i++)
        for (int j = 0; j < n; j++)
            if (fits[j] == moves[i]) {
                found[k++] = i;
                break;
            }
    if (k == 1)
        play_stage_move(p, found[0]);
    else if (k > 1)
        play_open_menu(p, found, k, "Which of these?");
    else if (p->complete)
        play_message(p, "The turn is complete: Enter confirms it, u takes a move back.");
    else if (alibi_token_parse(&m, &p->stage.seen, text, strlen(text), &err) != ALIBI_OK)
        play_message(p, "%s", err.text);
}

static void begin_hint(struct play *p, long now)
{
    if (p->aim.n == 1 && !p->n_staged) {
        play_message(p, "You have only one move.");
        return;
    }
    if (p->n_staged)
        play_begin_turn(p);
    if (p->hinting || !cli_hint_begin(p->t, p->t->front, &p->hint))
        return;
    p->hinting = true;
    p->hinting_since = now;
}

/* A line that was typed: a command that the screen has itself, one of the line mode, a move. */
static void run_line(struct play *p, const char *line, long now)
{
    if (strcmp(line, "hint") == 0 && p->state == PLAY_CHOOSE)
        begin_hint(p, now);
    else if (strcmp(line, "undo") == 0 && p->state == PLAY_CHOOSE)
        play_take_back(p);
    else if (strcmp(line, "log") == 0)
        desk_show_log(&p->desk);
    else if (strcmp(line, "legend") == 0)
        desk_show_legend(&p->desk);
    else if (strcmp(line, "board") == 0)
        desk_close(&p->desk);
    else if (cli_is_command(line) || strcmp(line, "quit") == 0)
        run_command(p, line);
    else if (p->state == PLAY_CHOOSE)
        type_move(p, line);
    else
        play_message(p, "It is not your turn.");
}

static void ask(struct play *p, const char *begin)
{
    p->desk.asking = true;
    (void)snprintf(p->desk.line, sizeof p->desk.line, "%s", begin);
}

/* --- Keys --- */

static void show_power(struct play *p)
{
    static struct alibi_scene scene;
    const struct alibi_game *game = p->desk.view.seen.game;
    unsigned who;

    game->scene(&scene, &p->desk.view.seen);
    who = p->cursor < 0 ? ALIBI_NO_ONE : aim_who(game, &scene, p->cursor);
    if (who != ALIBI_NO_ONE)
        desk_show_character(&p->desk, who);
    else
        play_message(p, "Nobody is there: put the cursor on a character, or click on one in a "
                        "panel; R shows all rules.");
}

static void show_all_moves(struct play *p)
{
    int all[ALIBI_MOVES_MAX];

    for (int i = 0; i < p->aim.n; i++)
        all[i] = i;
    if (p->aim.n)
        play_open_menu(p, all, p->aim.n, "Your moves");
}

/* A character in a panel: points at its piece if that can be done, or else explains it. */
static void point_at_character(struct play *p, unsigned who)
{
    static struct alibi_scene scene;
    const struct alibi_game *game = p->desk.view.seen.game;
    bool target[ALIBI_PLACES_MAX];
    int place;

    game->scene(&scene, &p->desk.view.seen);
    place = aim_place_of(game, &scene, who);
    if (p->state == PLAY_CHOOSE && place >= 0 && play_targets(p, target) && target[place])
        play_pick(p, place);
    else
        desk_show_character(&p->desk, who);
}

/* Plays the moments since the seat's last action again. */
static void again(struct play *p)
{
    p->shown = p->since[p->t->front];
    p->began = 0;
    p->state = PLAY_WATCH;
}

/* Keys that mean the same all the time; false if it is none of them. */
static bool common_key(struct play *p, struct key key)
{
    switch (key.code) {
    case '?':
        desk_show(&p->desk, "Help", help_text);
        return true;
    case 'g':
        desk_show_legend(&p->desk);
        return true;
    case 'R':
        desk_show_rules(&p->desk);
        return true;
    case 'L':
        desk_show_log(&p->desk);
        return true;
    case 'p':
        show_power(p);
        return true;
    case ':':
        ask(p, "");
        return true;
    case 'i':
        p->peeking = true;
        return true;
    case 'v':
        p->watching = true;
        p->reel = (struct reel){.at = 0};
        return true;
    case 'q':
        p->over = true;
        return true;
    default:
        return desk_log_key(&p->desk, key);
    }
}

static void choose_key(struct play *p, struct key key, long now)
{
    switch (key.code) {
    case K_ENTER:
        if (p->complete)
            play_commit(p);
        else if (p->cursor >= 0)
            play_pick(p, p->cursor);
        break;
    case 'u':
    case K_BACK:
        play_take_back(p);
        break;
    case K_ESC:
        play_drop(p);
        break;
    case K_TAB:
        play_next_target(p);
        break;
    case 'm':
        show_all_moves(p);
        break;
    case 't':
        begin_hint(p, now);
        break;
    case 'a':
        again(p);
        break;
    case K_UP:
    case K_DOWN:
    case K_LEFT:
    case K_RIGHT:
    case 'h':
    case 'j':
    case 'k':
    case 'l':
        play_move_cursor(p, key.code);
        break;
    default:
        (void)common_key(p, key);
    }
}

static void end_key(struct play *p, struct key key)
{
    switch (key.code) {
    case 'r':
        (void)play_again(p, false, false);
        break;
    case 's':
        (void)play_again(p, true, false);
        break;
    case 'n':
        if (!play_again(p, false, true))
            play_message(p, "There is no stronger player.");
        break;
    case 'e':
        play_show_end(p);
        break;
    case 'w':
        ask(p, "save ");
        break;
    default:
        (void)common_key(p, key);
    }
}

static void curtain_key(struct play *p, struct key key)
{
    if (key.code == 'q') {
        p->over = true;
    } else if (key.code == K_ENTER) {
        enum alibi_seat seat = alibi_session_state(p->t->session)->to_act;

        p->t->front = seat;
        p->shown = p->seen[seat];
        p->began = 0;
        p->state = PLAY_WATCH;
        p->desk.message[0] = '\0';
        play_follow(p);
    }
}

/* While something is staged any key ends it; the keys that show something do that, too. */
static void watch_key(struct play *p, struct key key)
{
    if (p->shown + 1 < p->story.n_frames) {
        p->shown = p->story.n_frames - 1;
        p->began = 0;
        if (key.code == 'q')
            p->over = true;
        return;
    }
    (void)common_key(p, key);
}

static void state_key(struct play *p, struct key key, long now)
{
    switch (p->state) {
    case PLAY_WATCH:
        watch_key(p, key);
        break;
    case PLAY_CHOOSE:
        choose_key(p, key, now);
        break;
    case PLAY_OVER:
        if (key.code == K_ENTER)
            p->state = PLAY_CURTAIN;
        else
            (void)common_key(p, key);
        break;
    case PLAY_CURTAIN:
        curtain_key(p, key);
        break;
    case PLAY_END:
        end_key(p, key);
        break;
    }
}

static void click(struct play *p, struct key key, long now)
{
    struct hit hit = desk_hit(&p->desk, key.x, key.y);

    switch (hit.what) {
    case HIT_PLACE:
        if (p->state == PLAY_CHOOSE && !p->watching)
            play_pick(p, hit.n);
        else
            state_key(p, key, now);
        break;
    case HIT_CHARACTER:
        point_at_character(p, (unsigned)hit.n);
        break;
    case HIT_KEY:
        play_key(p, (struct key){.code = hit.n}, now);
        break;
    case HIT_ROW:
    case HIT_NOTHING:
        if (p->state == PLAY_WATCH)
            watch_key(p, key);
        break;
    }
}

/* Keys of whatever lies on top: prompt, sheet, menu, replay; true if the key was for it. */
static bool upper_key(struct play *p, struct key key, long now)
{
    char line[sizeof p->desk.line];
    bool done;
    int chosen;

    if (desk_ask_key(&p->desk, key, &done)) {
        (void)snprintf(line, sizeof line, "%s", p->desk.line);
        if (done)
            run_line(p, line, now);
        return true;
    }
    if (p->state == PLAY_END && p->desk.sheet.open && strchr("rsnvwq", key.code) && key.code) {
        desk_close(&p->desk); /* the ways on, which the last page names */
        return false;
    }
    if (desk_sheet_key(&p->desk, key, &chosen)) {
        if (chosen >= 0) {
            int index = p->menu[chosen];

            desk_close(&p->desk);
            play_stage_move(p, index);
        }
        return true;
    }
    if (p->watching && (key.code == 'q' || key.code == K_ESC || key.code == 'v')) {
        p->watching = false;
        return true;
    }
    return p->watching && reel_key(&p->reel, key, &p->story, now);
}

void play_key(void *who, struct key key, long now)
{
    struct play *p = who;
    bool clicked_key = key.code == K_CLICK && desk_hit(&p->desk, key.x, key.y).what == HIT_KEY;

    p->now = now;
    if (key.code == K_NONE || key.code == K_RESIZE || key.code == K_OTHER)
        return;
    if (key.code == K_PASTE || key.code == K_PASTE_END) {
        p->pasting = key.code == K_PASTE;
        return;
    }
    if (p->pasting && !p->desk.asking) {
        play_message(p, "Pasted text is ignored; : opens a line for it.");
        return;
    }
    if (p->desk.width < DESK_WIDTH || p->desk.height < DESK_HEIGHT) {
        p->over = p->over || key.code == 'q';
        return;
    }
    if (p->state != PLAY_CURTAIN)
        p->desk.message[0] = '\0';
    p->peeking = false;
    if (p->state != PLAY_CURTAIN && !clicked_key && upper_key(p, key, now))
        return;
    if (key.code == K_CLICK)
        click(p, key, now);
    else
        state_key(p, key, now);
}
