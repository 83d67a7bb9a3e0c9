/* alibi play: a game in the terminal, line by line. */
#include "table.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static const char help_text[] =
    "Type one of your moves: its token (>h11, lamp:c4>f3), its number in the list, or words\n"
    "that mean only one (holmes, lamp c4 f3). Or:\n"
    "  moves [WORD]   list your moves, or those with a word\n"
    "  why TOKEN      which rule forbids it\n"
    "  undo           take back your last token of this activation\n"
    "  board          draw the board again\n"
    "  log            the game so far, as you have seen it\n"
    "  save FILE      the whole game, secrets included, to go on with later\n"
    "  export FILE    the game as you have seen it, to show around\n"
    "  load FILE      go on with a saved game\n"
    "  quit           leave; the game is kept, `alibi play GAME --resume` goes on\n"
    "On the board: SH a suspect, sh cleared, SH* would be seen by witnesses, [SH] being "
    "played;\n"
    "dots fill a lit place.\n";

/* --- What a human can say --- */

static void list_moves(const struct cli_table *t, enum alibi_seat seat, const char *word)
{
    struct alibi_view view;
    alibi_move moves[ALIBI_MOVES_MAX], found[ALIBI_MOVES_MAX];
    int n = alibi_session_moves(t->session, seat, moves), k = 0;

    alibi_session_view(t->session, seat, &view);
    if (*word)
        k = cli_match(&view.seen, moves, n, word, found);
    for (int i = 0; i < n; i++) {
        char line[256];
        struct alibi_text text = alibi_text_in(line, sizeof line);
        bool shown = !*word;

        for (int j = 0; j < k; j++)
            shown = shown || found[j] == moves[i];
        if (!shown)
            continue;
        view.seen.game->print(&text, moves[i]);
        while (text.len < 20)
            alibi_text_char(&text, ' ');
        alibi_text_char(&text, ' ');
        view.seen.game->describe(&text, &view.seen, moves[i]);
        printf("%4d  %s\n", i + 1, line);
    }
}

/* Judged on the seat's own view: the answer cannot tell what he must not know. */
static void say_why(const struct cli_table *t, enum alibi_seat seat, const char *token)
{
    struct alibi_view view;
    struct alibi_error err;
    alibi_move m;

    alibi_session_view(t->session, seat, &view);
    if (*token == '\0')
        printf("expected why TOKEN\n");
    else if (alibi_token_parse(&m, &view.seen, token, strlen(token), &err) == ALIBI_OK)
        printf("%s is legal\n", token);
    else
        printf("%s\n", err.text);
}

static void draw(const struct cli_table *t, enum alibi_seat seat)
{
    struct alibi_view view;

    alibi_session_view(t->session, seat, &view);
    cli_draw(stdout, &view, t->look);
}

static void do_undo(struct cli_table *t, enum alibi_seat seat, const char *rest)
{
    (void)rest;
    if (alibi_session_retractable(t->session, seat) == 0) {
        printf("there is nothing to take back: only your own tokens of the activation that you "
               "have not finished\n");
        return;
    }
    alibi_session_undo(t->session, 1);
    t->told[seat] = alibi_session_length(t->session);
    (void)cli_table_keep(t);
    draw(t, seat);
}

static void do_log(struct cli_table *t, enum alibi_seat seat, const char *rest)
{
    (void)rest;
    t->told[seat] = 0;
    cli_table_tell(t, seat);
}

static void save(const struct cli_table *t, enum alibi_seat seat, const char *path)
{
    if (*path == '\0')
        printf("expected a file\n");
    else if (cli_table_write(t, seat, path))
        printf("%s\n", seat == ALIBI_CHANCE
                           ? "saved; the file holds every secret, do not read it before the end"
                           : "written: what you have seen of the game");
}

/* Plays what TEXT means among the seat's moves, or asks back. */
static void try_move(struct cli_table *t, enum alibi_seat seat, const char *text)
{
    struct alibi_view view;
    alibi_move moves[ALIBI_MOVES_MAX], found[ALIBI_MOVES_MAX];
    int n = alibi_session_moves(t->session, seat, moves), k;

    alibi_session_view(t->session, seat, &view);
    k = cli_match(&view.seen, moves, n, text, found);
    if (k == 1) {
        if (alibi_session_play(t->session, found[0]) != ALIBI_OK || !cli_table_keep(t))
            (void)cli_fail("the move could not be kept");
        return;
    }
    if (k > 1) {
        printf("that could be %d of your moves:\n", k);
        list_moves(t, seat, text);
    } else {
        say_why(t, seat, text);
        printf("`moves` lists what you can do, `help` what you can say\n");
    }
}

/* Commands, each with the rest of its line. */

static void do_help(struct cli_table *t, enum alibi_seat seat, const char *rest)
{
    (void)t;
    (void)seat;
    (void)rest;
    printf("%s", help_text);
}

static void do_moves(struct cli_table *t, enum alibi_seat seat, const char *rest)
{
    list_moves(t, seat, rest);
}

static void do_why(struct cli_table *t, enum alibi_seat seat, const char *rest)
{
    say_why(t, seat, rest);
}

static void do_board(struct cli_table *t, enum alibi_seat seat, const char *rest)
{
    (void)rest;
    draw(t, seat);
}

static void do_save(struct cli_table *t, enum alibi_seat seat, const char *rest)
{
    (void)seat;
    save(t, ALIBI_CHANCE, rest);
}

static void do_export(struct cli_table *t, enum alibi_seat seat, const char *rest)
{
    save(t, seat, rest);
}

static void do_load(struct cli_table *t, enum alibi_seat seat, const char *rest)
{
    (void)seat;
    if (cli_table_load(t, rest))
        (void)cli_table_keep(t);
}

static const struct {
    const char *word;
    void (*run)(struct cli_table *t, enum alibi_seat seat, const char *rest);
} command[] = {
    {"?", do_help},    {"board", do_board}, {"export", do_export}, {"help", do_help},
    {"load", do_load}, {"log", do_log},     {"moves", do_moves},   {"save", do_save},
    {"undo", do_undo}, {"why", do_why},
};

/* Obeys a line. False when the player leaves. */
static bool obey(struct cli_table *t, enum alibi_seat seat, const char *line)
{
    size_t n = strcspn(line, " ");
    const char *rest = line + n + strspn(line + n, " ");

    if (strcmp(line, "quit") == 0)
        return false;
    for (size_t i = 0; i < sizeof command / sizeof command[0]; i++) {
        if (strlen(command[i].word) == n && memcmp(command[i].word, line, n) == 0) {
            command[i].run(t, seat, rest);
            return true;
        }
    }
    if (n == 0)
        draw(t, seat);
    else
        try_move(t, seat, line);
    return true;
}

/* --- The course of the game --- */

/* A line without its newline and outer spaces; NULL at the end of the input. */
static char *read_line(char **buf, size_t *cap)
{
    ssize_t n = getline(buf, cap, stdin);
    char *line = *buf;

    if (n < 0)
        return NULL;
    while (n > 0 && strchr(" \t\r\n", line[n - 1]))
        line[--n] = '\0';
    return line + strspn(line, " \t");
}

/* Between two humans: nothing stays on the screen, and the next one says that he is there. */
static bool curtain(struct cli_table *t, enum alibi_seat seat, char **buf, size_t *cap)
{
    bool shared = t->human[ALIBI_JACK] && t->human[ALIBI_DETECTIVE];

    if (!shared || t->front == seat) {
        t->front = seat;
        return true;
    }
    if (isatty(STDOUT_FILENO))
        printf("\033[2J\033[3J\033[H");
    else
        for (int i = 0; i < 60; i++)
            putchar('\n');
    printf("Hand the keyboard to %s, who presses Enter.\n",
           seat == ALIBI_JACK ? "Jack" : "the Detective");
    (void)fflush(stdout);
    t->front = seat;
    return read_line(buf, cap) != NULL;
}

/* A human's decision: shows him the board once, then obeys until he has moved. False when he
 * leaves. */
static bool ask(struct cli_table *t, enum alibi_seat seat, char **buf, size_t *cap)
{
    size_t length = alibi_session_length(t->session);

    if (!curtain(t, seat, buf, cap))
        return false;
    cli_table_tell(t, seat);
    draw(t, seat);
    while (alibi_session_length(t->session) <= length && t->front == seat) {
        const struct alibi_state *s = alibi_session_state(t->session);
        char *line;

        length = alibi_session_length(t->session);
        printf("%s %u.%u> ", alibi_seat_name(seat), s->round, s->slot);
        (void)fflush(stdout);
        line = read_line(buf, cap);
        if (!line)
            printf("\n");
        if (!line || !obey(t, seat, line))
            return false;
    }
    return true;
}

static void finish(struct cli_table *t)
{
    enum alibi_seat seat = t->human[ALIBI_DETECTIVE] ? ALIBI_DETECTIVE : ALIBI_JACK;
    const struct alibi_state *s = alibi_session_state(t->session);

    cli_table_tell(t, seat);
    draw(t, ALIBI_NOBODY);
    printf("%s wins: %s. Jack was %s.\n", s->winner == ALIBI_JACK ? "Jack" : "The Detective",
           alibi_why_name(s->why), s->game->characters[s->identity].name);
}

/* Plays until the game is over or a human leaves. */
static int run(struct cli_table *t)
{
    char *buf = NULL;
    size_t cap = 0;
    bool going = true;

    while (going && alibi_session_state(t->session)->winner == ALIBI_NOBODY) {
        enum alibi_seat seat = alibi_session_state(t->session)->to_act;

        if (seat <= ALIBI_DETECTIVE && t->human[seat])
            going = ask(t, seat, &buf, &cap);
        else if (!cli_table_advance(t)) {
            free(buf);
            return CLI_FAILED;
        }
    }
    free(buf);
    if (alibi_session_state(t->session)->winner != ALIBI_NOBODY) {
        finish(t);
        if (t->keep)
            (void)remove(t->keep);
    } else if (t->keep) {
        printf("the game is kept; go on with: alibi play %s --resume\n",
               alibi_session_state(t->session)->game->name);
    }
    return CLI_OK;
}

/* --- Sitting down --- */

struct wishes {
    const char *jack, *detective, *seed, *deal, *load;
    bool resume, ascii, no_color;
};

/* Who plays, by seat: of whom nothing is said, the other kind than his opponent; a human hunts
 * if nothing is said at all. */
static bool read_players(const struct wishes *w, bool human[2])
{
    const char *who[2] = {[ALIBI_JACK] = w->jack, [ALIBI_DETECTIVE] = w->detective};

    if (!who[ALIBI_JACK] && !who[ALIBI_DETECTIVE])
        who[ALIBI_DETECTIVE] = "human";
    for (int seat = 0; seat < 2; seat++) {
        human[seat] =
            who[seat] ? strcmp(who[seat], "human") == 0 : strcmp(who[1 - seat], "human") != 0;
        if (who[seat] && !human[seat] && strcmp(who[seat], "random") != 0) {
            (void)cli_fail("expected human or random after --%s, not %.100s",
                           alibi_seat_name((enum alibi_seat)seat), who[seat]);
            return false;
        }
    }
    return true;
}

/* A seed that nobody knows beforehand. */
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

/* Deals and the random player draw from different sequences. */
static bool seat_chance(struct cli_table *t, const struct wishes *w)
{
    uint64_t seed = fresh_seed();

    if (w->seed && !cli_number(w->seed, "--seed", 0, UINT64_MAX, &seed))
        return false;
    alibi_session_seed(t->session, seed);
    alibi_rng_seed(&t->mind, ~seed);
    return !w->deal || alibi_session_script(t->session, w->deal) == ALIBI_OK;
}

static bool sit_down(struct cli_table *t, const struct wishes *w, const struct alibi_game *game,
                     const uint8_t *option)
{
    struct alibi_state start;

    alibi_setup(&start, game, option);
    t->keep = cli_keep_path(game);
    if (alibi_session_new(&t->session, &start) != ALIBI_OK)
        return false;
    if (w->resume && !t->keep) {
        (void)cli_fail("there is no folder for unfinished games: HOME is not set");
        return false;
    }
    if ((w->resume || w->load) && !cli_table_load(t, w->resume ? t->keep : w->load))
        return false;
    if (alibi_session_state(t->session)->game != game) {
        (void)cli_fail("expected a record of %s", game->name);
        return false;
    }
    if (!w->resume && !w->load && t->keep && access(t->keep, F_OK) == 0)
        printf("(an unfinished game is given up; it is still in %s.old)\n", t->keep);
    return seat_chance(t, w);
}

/* A game that is given up for a new one stays beside it, in case that was a mistake. */
static void set_aside(const struct cli_table *t, const struct wishes *w)
{
    size_t n;
    char *old;

    if (!t->keep || w->resume)
        return;
    n = strlen(t->keep) + sizeof ".old";
    old = malloc(n);
    if (old) {
        (void)snprintf(old, n, "%s.old", t->keep);
        (void)rename(t->keep, old);
    }
    free(old);
}

int cli_play(const struct cli_verb *verb, int argc, char **argv)
{
    struct wishes w = {.jack = NULL};
    const struct cli_option options[] = {
        {"--jack", NULL, &w.jack},   {"--detective", NULL, &w.detective},
        {"--seed", NULL, &w.seed},   {"--deal", NULL, &w.deal},
        {"--load", NULL, &w.load},   {"--resume", &w.resume, NULL},
        {"--ascii", &w.ascii, NULL}, {"--no-color", &w.no_color, NULL},
    };
    struct cli_table t = {.front = ALIBI_NOBODY};
    const struct alibi_game *game;
    uint8_t option[ALIBI_OPTIONS_MAX];
    int n = cli_options(verb, argc, argv, options, sizeof options / sizeof options[0], 1,
                        1 + ALIBI_OPTIONS_MAX);
    int code = CLI_FAILED;

    if (n < 0 || !cli_only_game(verb, n, argv, &game, option))
        return CLI_USAGE;
    if (!read_players(&w, t.human))
        return CLI_USAGE;
    t.look = cli_look_for(stdout, w.ascii, w.no_color);
    if (sit_down(&t, &w, game, option)) {
        set_aside(&t, &w);
        printf("%s. `help` tells what you can say.\n", game->title);
        code = run(&t);
    }
    alibi_session_free(t.session);
    free(t.keep);
    return code;
}
