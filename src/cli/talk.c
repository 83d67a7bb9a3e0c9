/* The commands that a human can type during a game. */
#include "table.h"
#include "words.h"

#include <string.h>

static const char help_text[] =
    "Type one of your moves: its token (>h11, lamp:c4>f3), its number in the list, or\n"
    "words that fit only one move (holmes, lamp c4 f3); an accusation needs its token.\n"
    "Or:\n"
    "  moves [WORD]   list your moves, or those that contain a word\n"
    "  why TOKEN      show which rule forbids a move\n"
    "  hint           show what the strongest player would do in your place\n"
    "  undo           take back your last move of this turn\n"
    "  board          draw the board again\n"
    "  legend         explain the signs on the board\n"
    "  log            show the game so far, as you have seen it\n"
    "  save FILE      save the whole game, with all secrets, to go on later\n"
    "  export FILE    write the game as you have seen it, to share it\n"
    "  load FILE      go on with a saved game\n"
    "  quit           leave; `alibi play GAME --resume` goes on with the game\n"
    "On the board: SH is a suspect, sh is cleared, SH* would be seen by witnesses,\n"
    "[SH] is being played; lit places are filled with dots.\n";

/* --- Commands --- */

/* The length of the longest token among the moves SHOWN. */
static size_t longest_token(const struct alibi_state *s, const alibi_move *moves, int n,
                            const bool *shown)
{
    size_t longest = 0;

    for (int i = 0; i < n; i++) {
        char token[ALIBI_TOKEN_MAX];
        struct alibi_text text = alibi_text_in(token, sizeof token);

        s->game->print(&text, moves[i]);
        if (shown[i] && text.len > longest)
            longest = text.len;
    }
    return longest;
}

/* Prints a line for each move or, if they would not fit the screen, only tokens in columns. */
static void print_moves(const struct cli_table *t, const struct alibi_state *s,
                        const alibi_move *moves, int n, const bool *shown, bool in_words)
{
    enum { WIDTH = 79, NUMBER = 6, GAP = 2 };
    size_t token = longest_token(s, moves, n, shown);
    size_t columns = in_words ? 1 : (WIDTH + GAP) / (NUMBER + token + GAP), column = 0;

    for (int i = 0; i < n; i++) {
        char line[256];
        struct alibi_text text = alibi_text_in(line, sizeof line);

        if (!shown[i])
            continue;
        if (column == columns) {
            cli_say(t->out, 0, "\n");
            column = 0;
        }
        s->game->print(&text, moves[i]);
        while (text.len < token && (in_words || column + 1 < columns))
            alibi_text_char(&text, ' ');
        if (in_words) {
            alibi_text_str(&text, "  ");
            s->game->describe(&text, s, moves[i]);
        }
        if (in_words)
            cli_say(t->out, NUMBER + (int)token + GAP, "%4d  %s", i + 1, line);
        else
            (void)fprintf(t->out, "%s%4d  %s", column ? "  " : "", i + 1, line);
        column++;
    }
    if (column)
        cli_say(t->out, 0, "\n");
}

/* Lists the moves of SEAT, or those that WORD fits. */
static void list_moves(const struct cli_table *t, enum alibi_seat seat, const char *word)
{
    enum { SCREEN = 24 };
    struct alibi_view view;
    alibi_move moves[ALIBI_MOVES_MAX], found[ALIBI_MOVES_MAX];
    bool shown[ALIBI_MOVES_MAX];
    int n = alibi_session_moves(t->session, seat, moves), k = n;

    alibi_session_view(t->session, alibi_viewer_of(seat), &view);
    if (*word)
        k = cli_match(&view.seen, moves, n, word, found);
    for (int i = 0; i < n; i++) {
        shown[i] = !*word;
        for (int j = 0; j < k && *word; j++)
            shown[i] = shown[i] || found[j] == moves[i];
    }
    print_moves(t, &view.seen, moves, n, shown, k <= SCREEN);
    if (k == 0)
        cli_say(t->out, 0, "none of your moves has these words\n");
    else if (k > SCREEN)
        cli_say(t->out, 0, "`moves WORD` lists fewer moves, in words\n");
}

/* Uses the seat's own view, so the answer cannot reveal what the seat must not know. */
static void say_why(const struct cli_table *t, enum alibi_seat seat, const char *token)
{
    struct alibi_view view;
    struct alibi_error err;
    alibi_move m;

    alibi_session_view(t->session, alibi_viewer_of(seat), &view);
    if (*token == '\0')
        cli_say(t->out, 0, "expected why TOKEN\n");
    else if (alibi_token_parse(&m, &view.seen, token, strlen(token), &err) == ALIBI_OK)
        cli_say(t->out, 0, "%s is legal\n", token);
    else
        cli_say(t->out, 0, "%s\n", err.text);
}

static void do_undo(struct cli_table *t, enum alibi_seat seat, const char *rest)
{
    (void)rest;
    if (alibi_session_retractable(t->session, seat) == 0) {
        cli_say(
            t->out, 0,
            "there is nothing to take back: you can take back only moves of your unfinished "
            "turn\n");
        return;
    }
    cli_table_undo(t, seat);
    cli_table_draw(t, alibi_viewer_of(seat));
}

static void do_log(struct cli_table *t, enum alibi_seat seat, const char *rest)
{
    (void)rest;
    t->told[seat] = 0;
    cli_table_tell(t, seat);
}

static void save(const struct cli_table *t, enum alibi_viewer viewer, const char *path)
{
    if (*path == '\0')
        cli_say(t->out, 0, "expected a file\n");
    else if (cli_table_write(t, viewer, path))
        cli_say(t->out, 0, "%s\n",
                viewer == ALIBI_AS_TRUTH
                    ? "saved; the file has every secret, do not read it before the end"
                    : "written: the game as you have seen it");
}

/* Plays the move that TEXT fits; prints the candidates if it fits several. */
static void try_move(struct cli_table *t, enum alibi_seat seat, const char *text)
{
    struct alibi_view view;
    alibi_move moves[ALIBI_MOVES_MAX], found[ALIBI_MOVES_MAX];
    int n = alibi_session_moves(t->session, seat, moves), k;

    alibi_session_view(t->session, alibi_viewer_of(seat), &view);
    k = cli_match(&view.seen, moves, n, text, found);
    if (k == 1) {
        if (alibi_session_play(t->session, found[0]) == ALIBI_OK && !cli_table_keep(t)) {
            alibi_session_undo(t->session, 1);
            cli_say(t->out, 0, "the move could not be saved and is taken back\n");
        }
        return;
    }
    if (k > 1) {
        cli_say(t->out, 0, "that could be %d of your moves:\n", k);
        list_moves(t, seat, text);
    } else {
        say_why(t, seat, text);
        cli_say(t->out, 0, "`moves` lists your moves, `help` the commands\n");
    }
}

static void do_help(struct cli_table *t, enum alibi_seat seat, const char *rest)
{
    (void)t;
    (void)seat;
    (void)rest;
    cli_say(t->out, 0, "%s", help_text);
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
    cli_table_draw(t, alibi_viewer_of(seat));
}

static void do_legend(struct cli_table *t, enum alibi_seat seat, const char *rest)
{
    char lines[ALIBI_LINE_MAX];
    struct alibi_text text = alibi_text_in(lines, sizeof lines);
    struct alibi_view view;

    (void)rest;
    alibi_session_view(t->session, alibi_viewer_of(seat), &view);
    cli_legend(&text, &view, t->look.unicode);
    (void)fputs(lines, t->out);
}

static void do_save(struct cli_table *t, enum alibi_seat seat, const char *rest)
{
    (void)seat;
    save(t, ALIBI_AS_TRUTH, rest);
}

static void do_export(struct cli_table *t, enum alibi_seat seat, const char *rest)
{
    save(t, alibi_viewer_of(seat), rest);
}

static void do_load(struct cli_table *t, enum alibi_seat seat, const char *rest)
{
    (void)seat;
    if (*rest == '\0' || strcmp(rest, "-") == 0)
        cli_say(t->out, 0, "expected a file\n");
    else if (cli_table_load(t, rest))
        (void)cli_table_keep(t);
}

static void do_hint(struct cli_table *t, enum alibi_seat seat, const char *rest)
{
    (void)rest;
    cli_advise(t, seat);
}

static const struct {
    const char *word;
    void (*run)(struct cli_table *t, enum alibi_seat seat, const char *rest);
} command[] = {
    {"?", do_help},      {"board", do_board},   {"export", do_export}, {"help", do_help},
    {"hint", do_hint},   {"legend", do_legend}, {"load", do_load},     {"log", do_log},
    {"moves", do_moves}, {"save", do_save},     {"undo", do_undo},     {"why", do_why},
};

/* The index of the command that LINE begins with, or -1. */
static int find_command(const char *line)
{
    size_t n = strcspn(line, " ");

    for (size_t i = 0; i < sizeof command / sizeof command[0]; i++)
        if (strlen(command[i].word) == n && memcmp(command[i].word, line, n) == 0)
            return (int)i;
    return -1;
}

bool cli_is_command(const char *line)
{
    return find_command(line) >= 0;
}

bool cli_talk(struct cli_table *t, enum alibi_seat seat, const char *line)
{
    size_t n = strcspn(line, " ");
    const char *rest = line + n + strspn(line + n, " ");
    int which = find_command(line);

    if (strcmp(line, "quit") == 0)
        return false;
    if (which >= 0)
        command[which].run(t, seat, rest);
    else if (n == 0)
        cli_table_draw(t, alibi_viewer_of(seat));
    else
        try_move(t, seat, line);
    return true;
}
