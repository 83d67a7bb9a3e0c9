/* alibi play: a game in the terminal, from the command line to the result. */
#include "screen/play_screen.h"
#include "screen/term.h"
#include "table.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <termios.h>
#include <unistd.h>

/* --- The course of the game --- */

/* The buffer of getline. */
struct input {
    char *buf;
    size_t cap;
};

enum { LONGEST_LINE = 1000 };

/* Reads a line and strips its newline and outer spaces; NULL at the end of the input. A line
 * that nobody types, long or binary, reads as "?", which asks for help. */
static const char *read_line(struct input *in)
{
    ssize_t n = getline(&in->buf, &in->cap, stdin);
    char *line = in->buf;

    if (n < 0)
        return NULL;
    if (n > LONGEST_LINE || memchr(line, '\0', (size_t)n))
        return "?";
    while (n > 0 && strchr(" \t\r\n", line[n - 1]))
        line[--n] = '\0';
    return line + strspn(line, " \t");
}

static bool wait_for_enter(struct input *in)
{
    (void)fflush(stdout);
    return read_line(in) != NULL;
}

/* Between two humans: the first reads what the last move led to, then the screen is cleared,
 * and the second confirms with Enter. */
static bool curtain(struct cli_table *t, enum alibi_seat seat, struct input *in)
{
    enum alibi_seat leaving = t->front;

    t->front = seat;
    if (!cli_is_human(t, ALIBI_JACK) || !cli_is_human(t, ALIBI_DETECTIVE) || leaving == seat)
        return true;
    if (leaving != ALIBI_NOBODY) {
        cli_table_tell(t, leaving);
        printf("Your turn is over. Press Enter to draw the curtain.\n");
        if (!wait_for_enter(in))
            return false;
    }
    if (isatty(STDOUT_FILENO))
        printf("\033[2J\033[3J\033[H");
    else
        for (int i = 0; i < 60; i++)
            putchar('\n');
    /* An Enter pressed too early must not show the other player's screen. */
    if (isatty(STDIN_FILENO))
        (void)tcflush(STDIN_FILENO, TCIFLUSH);
    printf("Hand the keyboard to %s, who presses Enter.\n",
           seat == ALIBI_JACK ? "Jack" : "the Detective");
    return wait_for_enter(in);
}

/* A human's decision: shows the board and what has happened, then runs the human's commands
 * until a move has been made. False if the human leaves. */
static bool ask(struct cli_table *t, enum alibi_seat seat, struct input *in)
{
    size_t length = alibi_session_length(t->session);

    if (!cli_table_keep(t) || !curtain(t, seat, in))
        return false;
    cli_table_draw(t, alibi_viewer_of(seat));
    cli_table_tell(t, seat);
    while (alibi_session_length(t->session) <= length && t->front == seat) {
        const struct alibi_state *s = alibi_session_state(t->session);
        const char *line;

        length = alibi_session_length(t->session);
        printf("%s %u.%u> ", alibi_seat_name(seat), s->round, s->slot);
        (void)fflush(stdout);
        line = read_line(in);
        if (!line)
            printf("\n");
        if (!line || !cli_talk(t, seat, line))
            return false;
    }
    return true;
}

static void finish(struct cli_table *t)
{
    enum alibi_seat seat = cli_is_human(t, ALIBI_DETECTIVE) ? ALIBI_DETECTIVE : ALIBI_JACK;
    const struct alibi_state *s = alibi_session_state(t->session);

    cli_table_draw(t, ALIBI_AS_PUBLIC);
    cli_table_tell(t, seat);
    printf("%s wins: %s. Jack was %s.\n", s->winner == ALIBI_JACK ? "Jack" : "The Detective",
           cli_reason((enum alibi_why)s->why), s->game->characters[s->identity].name);
    if (t->keep)
        (void)remove(t->keep);
}

/* Plays until the game is over or a human leaves. */
static int run(struct cli_table *t, struct input *in)
{
    const struct alibi_state *s = alibi_session_state(t->session);
    bool going = true, broken = false;

    while (going && !broken && s->winner == ALIBI_NOBODY) {
        if (cli_is_human(t, (enum alibi_seat)s->to_act))
            going = ask(t, (enum alibi_seat)s->to_act, in);
        else
            broken = !cli_table_advance(t);
        s = alibi_session_state(t->session);
    }
    if (broken || (s->winner == ALIBI_NOBODY && !cli_table_keep(t)))
        return CLI_FAILED;
    if (s->winner != ALIBI_NOBODY)
        finish(t);
    else if (t->keep)
        printf("the game is kept; go on with: alibi play %s --resume\n", s->game->name);
    return CLI_OK;
}

/* --- Setting up --- */

struct wishes {
    const char *jack, *detective, *against, *ms, *threads, *seed_text, *deal, *load;
    uint64_t seed;
    bool resume, ascii, no_color, plain, still;
    bool options; /* options of the game were given */
};

static bool is_computer(const char *who)
{
    return strcmp(who, "human") != 0;
}

/* Finds the player of each seat. A seat that is not named gets the player of --against, or else
 * the opposite of the other seat (human or computer). If neither is named, a human is the
 * Detective. */
static bool read_players(const struct wishes *w, struct cli_mind mind[2])
{
    const char *who[2] = {[ALIBI_JACK] = w->jack, [ALIBI_DETECTIVE] = w->detective};

    if (!who[ALIBI_JACK] && !who[ALIBI_DETECTIVE])
        who[ALIBI_DETECTIVE] = "human";
    for (int seat = 0; seat < 2; seat++)
        if (!who[seat])
            who[seat] = w->against                   ? w->against
                        : is_computer(who[1 - seat]) ? "human"
                                                     : cli_kind_usual();
    for (int seat = 0; seat < 2; seat++) {
        mind[seat].seed = ~w->seed + (uint64_t)seat;
        if (is_computer(who[seat]) && !(mind[seat].kind = cli_kind(who[seat])))
            return false;
    }
    return true;
}

/* For a game that was loaded: seats named now replace those of the record, and --against
 * replaces the computer player. */
static bool reseat(struct cli_table *t, const struct wishes *w, const char *const kind[2])
{
    bool computer = t->mind[0].kind || t->mind[1].kind;

    if (!w->jack && !w->detective && w->against && !computer) {
        (void)cli_fail("--against: humans have both seats of this game; name one of them");
        return false;
    }
    for (int seat = 0; seat < 2; seat++) {
        if (w->jack || w->detective)
            t->mind[seat].kind = kind[seat];
        else if (w->against && t->mind[seat].kind)
            t->mind[seat].kind = cli_kind(w->against);
    }
    return true;
}

/* A seed that nobody can predict. */
static uint64_t fresh_seed(void)
{
    uint64_t seed = 0;
    FILE *source = fopen("/dev/urandom", "rb");

    if (!source || fread(&seed, sizeof seed, 1, source) != 1)
        seed = (uint64_t)getpid();
    if (source)
        (void)fclose(source);
    return seed;
}

/* Seeds the deals and the players with different sequences, then plays the first outcomes of
 * chance, so that impossible ones are refused before anything else is done. */
static bool seat_chance(struct cli_table *t, const struct wishes *w)
{
    alibi_session_seed(t->session, w->seed);
    alibi_rng_seed(&t->luck, ~w->seed);
    if (w->deal && alibi_session_script(t->session, w->deal) != ALIBI_OK)
        return false;
    while (alibi_session_state(t->session)->to_act == ALIBI_CHANCE)
        if (!cli_table_advance(t))
            return false;
    return true;
}

/* Renames the file of an unfinished game that a new one replaces, in case that is a mistake. */
static void set_aside(const struct cli_table *t)
{
    size_t n = t->keep ? strlen(t->keep) + sizeof ".old" : 0;
    char *old = n ? malloc(n) : NULL;

    if (old) {
        (void)snprintf(old, n, "%s.old", t->keep);
        if (rename(t->keep, old) == 0)
            printf("(this replaces an unfinished game, which is still in %s)\n", old);
    }
    free(old);
}

/* Whether to resume: a human who starts a game while another is unfinished is asked. */
static bool wants_to_resume(const struct cli_table *t, const struct wishes *w, struct input *in)
{
    const char *answer;

    if (w->resume || w->load || w->options || !t->keep || access(t->keep, F_OK) != 0 ||
        !isatty(STDIN_FILENO))
        return w->resume;
    printf("There is an unfinished game. Go on with it? [Y/n] ");
    (void)fflush(stdout);
    answer = read_line(in);
    return !answer || (answer[0] != 'n' && answer[0] != 'N');
}

static bool sit_down(struct cli_table *t, const struct wishes *w, const struct alibi_game *game,
                     const uint8_t *option, struct input *in)
{
    const char *const kind[2] = {t->mind[0].kind, t->mind[1].kind};
    struct alibi_state start;
    bool resume;

    alibi_setup(&start, game, option);
    t->keep = cli_keep_path(game);
    if (alibi_session_new(&t->session, &start) != ALIBI_OK)
        return false;
    resume = wants_to_resume(t, w, in);
    if (resume && !t->keep) {
        (void)cli_fail("there is no folder for unfinished games");
        return false;
    }
    if ((resume || w->load) && !cli_table_load(t, resume ? t->keep : w->load))
        return false;
    if (!reseat(t, w, kind) || !seat_chance(t, w))
        return false;
    if (!resume)
        set_aside(t);
    if (!t->keep)
        printf("(this game cannot be kept: there is no folder for it)\n");
    return cli_table_keep(t);
}

/* Reads the options; CLI_OK or the exit code. */
static int read_wishes(struct cli_table *t, struct wishes *w, const struct cli_verb *verb)
{
    uint64_t ms = 0, threads = 1;

    if ((w->resume && w->load) || ((w->resume || w->load) && w->options))
        return cli_misuse(verb, "--resume and --load exclude each other and options");
    if (w->against && w->jack && w->detective)
        return cli_misuse(verb, "--against needs a free seat");
    w->seed = fresh_seed();
    if ((w->against && !cli_kind(w->against)) ||
        (w->seed_text && !cli_number(w->seed_text, "--seed", 0, UINT64_MAX, &w->seed)) ||
        (w->ms && !cli_number(w->ms, "--ms", 1, UINT32_MAX, &ms)) ||
        (w->threads && !cli_number(w->threads, "--threads", 1, ALIBI_THREADS_MAX, &threads)) ||
        !read_players(w, t->mind))
        return CLI_USAGE;
    t->budget.ms = (uint32_t)ms;
    t->mind[ALIBI_JACK].threads = t->mind[ALIBI_DETECTIVE].threads = (int)threads;
    t->look = cli_look_for(stdout, w->ascii, w->no_color);
    return CLI_OK;
}

static void greet(const struct cli_table *t)
{
    const char *jack = t->mind[ALIBI_JACK].kind, *detective = t->mind[ALIBI_DETECTIVE].kind;

    printf("%s. ", alibi_session_state(t->session)->game->title);
    if (jack && !detective)
        printf("You hunt Jack, played by %s. ", jack);
    else if (detective && !jack)
        printf("You are Jack, and %s hunts you. ", detective);
    printf("`help` lists the commands.\n");
}

int cli_play(const struct cli_verb *verb, int argc, char **argv)
{
    struct wishes w = {.jack = NULL};
    const struct cli_option options[] = {
        {"--jack", NULL, &w.jack},       {"--detective", NULL, &w.detective},
        {"--against", NULL, &w.against}, {"--ms", NULL, &w.ms},
        {"--seed", NULL, &w.seed_text},  {"--deal", NULL, &w.deal},
        {"--load", NULL, &w.load},       {"--resume", &w.resume, NULL},
        {"--ascii", &w.ascii, NULL},     {"--no-color", &w.no_color, NULL},
        {"--plain", &w.plain, NULL},     {"--still", &w.still, NULL},
        {"--threads", NULL, &w.threads},
    };
    struct cli_table t = {.front = ALIBI_NOBODY, .out = stdout};
    struct input in = {NULL, 0};
    const struct alibi_game *game;
    uint8_t option[ALIBI_OPTIONS_MAX];
    int n = cli_options(verb, argc, argv, options, sizeof options / sizeof options[0], 1,
                        1 + ALIBI_OPTIONS_MAX);
    int code = CLI_FAILED;

    if (n < 0 || !cli_only_game(verb, n, argv, &game, option))
        return CLI_USAGE;
    w.options = n > 1;
    if (read_wishes(&t, &w, verb) != CLI_OK)
        return CLI_USAGE;
    if (sit_down(&t, &w, game, option, &in)) {
        if (!w.plain && term_is_able() && (!t.mind[0].kind || !t.mind[1].kind)) {
            code = play_screen_run(&t, w.still);
        } else {
            greet(&t);
            code = run(&t, &in);
        }
    }
    for (int seat = 0; seat < 2; seat++)
        cli_mind_forget(&t.mind[seat]);
    free(in.buf);
    alibi_session_free(t.session);
    free(t.keep);
    return code;
}
