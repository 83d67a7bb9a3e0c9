/* The terminal, by ncurses: takes it, shows a grid, reads keys and mouse, gives it back.
 *
 * Colours are those of the 256 that most terminals have, or of the first 8; without any, bold,
 * dim and reverse remain. Nothing depends on them. */
#include "term.h"

#include <locale.h>
#include <ncurses.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The looks of a style: a colour of 256, one of 8, what a terminal without colours does. */
struct look {
    short many, few;
    attr_t attributes;
};

static const struct look looks[N_STYLES] = {
    [PLAIN] = {-1, -1, 0},
    [FRAME] = {240, -1, A_DIM},
    [LIT] = {178, COLOR_YELLOW, 0},
    [SOLID] = {238, -1, A_DIM},
    [SUSPECT] = {231, COLOR_WHITE, A_BOLD},
    [CLEARED] = {245, -1, A_DIM},
    [ACTIVE] = {220, COLOR_YELLOW, A_BOLD | A_REVERSE},
    [SIGN] = {80, COLOR_CYAN, 0},
    [WATER] = {31, COLOR_BLUE, 0},
    [TITLE] = {222, COLOR_YELLOW, A_BOLD},
    [FAINT] = {242, -1, A_DIM},
    [TARGET] = {120, COLOR_GREEN, A_UNDERLINE},
    [CURSOR] = {51, COLOR_CYAN, A_BOLD | A_REVERSE},
    [TRAIL] = {213, COLOR_MAGENTA, A_BOLD},
    [DANGER] = {203, COLOR_RED, A_BOLD},
    [GOOD] = {114, COLOR_GREEN, A_BOLD},
    [BANNER] = {229, COLOR_YELLOW, A_BOLD | A_REVERSE},
    [BAR] = {252, -1, A_REVERSE},
};

enum { PASTE_BEGIN = KEY_MAX + 1, PASTE_END };

static volatile sig_atomic_t asked_to_end;
static bool is_open;
static attr_t attribute[N_STYLES];

static const char paste_on[] = "\033[?2004h", paste_off[] = "\033[?2004l";

static void tell_terminal(const char *sequence)
{
    ssize_t n = write(STDOUT_FILENO, sequence, strlen(sequence));

    (void)n;
}

static void ask_to_end(int signal_number)
{
    asked_to_end = signal_number;
}

/* A bug: gives the terminal back, so that what is said about it can be read. */
static void crash(int signal_number)
{
    if (is_open) {
        is_open = false;
        tell_terminal(paste_off);
        (void)endwin();
    }
    (void)signal(signal_number, SIG_DFL);
    (void)raise(signal_number);
}

static void catch_signals(void)
{
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    static const int crashes[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};
    struct sigaction end = {.sa_handler = ask_to_end}, bug = {.sa_handler = crash};

    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        (void)sigaction(ends[i], &end, NULL);
    for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++)
        (void)sigaction(crashes[i], &bug, NULL);
}

static void choose_colours(bool colour)
{
    bool any = colour && has_colors() && start_color() == OK && COLORS >= 8;

    if (any)
        (void)use_default_colors();
    for (int i = 0; i < N_STYLES; i++) {
        short fore = looks[i].few;

        if (COLORS >= 256)
            fore = looks[i].many;
        attribute[i] = looks[i].attributes;
        if (!any || fore < 0 || init_pair((short)(i + 1), fore, -1) != OK)
            continue;
        attribute[i] &= ~A_DIM;
        attribute[i] |= COLOR_PAIR(i + 1);
    }
}

bool term_is_able(void)
{
    const char *term = getenv("TERM");

    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && *term &&
           strcmp(term, "dumb") != 0;
}

bool term_open(struct cli_look look)
{
    SCREEN *screen = newterm(NULL, stdout, stdin);

    if (!screen)
        return false;
    (void)cbreak();
    (void)noecho();
    (void)nonl();
    (void)keypad(stdscr, TRUE);
    (void)set_escdelay(25);
    (void)curs_set(0);
    (void)mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    (void)mouseinterval(0);
    (void)define_key("\033[200~", PASTE_BEGIN);
    (void)define_key("\033[201~", PASTE_END);
    choose_colours(look.colour);
    catch_signals();
    tell_terminal(paste_on);
    is_open = true;
    return true;
}

void term_close(void)
{
    if (!is_open)
        return;
    is_open = false;
    tell_terminal(paste_off);
    (void)endwin();
}

void term_size(int *width, int *height)
{
    getmaxyx(stdscr, *height, *width);
}

void term_show(const struct grid *grid)
{
    (void)erase();
    for (int y = 0; y < grid->height; y++)
        for (int x = 0; x < grid->width; x++) {
            const struct cell *c = &grid->at[y][x];

            if (c->style == PLAIN && c->bytes[0] == ' ')
                continue;
            (void)attrset((int)attribute[c->style]);
            (void)mvaddstr(y, x, c->bytes);
        }
    (void)attrset(A_NORMAL);
    (void)refresh();
}

static struct key read_mouse(void)
{
    MEVENT event;

    if (getmouse(&event) != OK)
        return (struct key){.code = K_OTHER};
    return (struct key){.code = event.bstate & BUTTON4_PRESSED   ? K_WHEEL_UP
                                : event.bstate & BUTTON5_PRESSED ? K_WHEEL_DOWN
                                                                 : K_CLICK,
                        .x = event.x,
                        .y = event.y};
}

struct key term_key(int ms)
{
    static const struct {
        int curses, code;
    } known[] = {
        {KEY_UP, K_UP},         {KEY_DOWN, K_DOWN},
        {KEY_LEFT, K_LEFT},     {KEY_RIGHT, K_RIGHT},
        {KEY_PPAGE, K_PAGE_UP}, {KEY_NPAGE, K_PAGE_DOWN},
        {KEY_HOME, K_HOME},     {KEY_END, K_END},
        {KEY_ENTER, K_ENTER},   {'\r', K_ENTER},
        {'\n', K_ENTER},        {KEY_BACKSPACE, K_BACK},
        {'\b', K_BACK},         {127, K_BACK},
        {KEY_DC, K_BACK},       {27, K_ESC},
        {'\t', K_TAB},          {KEY_RESIZE, K_RESIZE},
        {PASTE_BEGIN, K_PASTE}, {PASTE_END, K_PASTE_END},
    };
    int c;

    timeout(ms);
    c = getch();
    if (c == ERR)
        return (struct key){.code = K_NONE};
    if (c == KEY_MOUSE)
        return read_mouse();
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].curses == c)
            return (struct key){.code = known[i].code};
    return (struct key){.code = c >= ' ' && c < 127 ? c : K_OTHER};
}

int term_signal(void)
{
    return asked_to_end;
}

void term_die(int signal_number)
{
    (void)signal(signal_number, SIG_DFL);
    (void)raise(signal_number);
}

long term_now(void)
{
    struct timespec t;

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}
