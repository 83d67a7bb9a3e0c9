/* Solving puzzles line by line. A turn is tried out on what the solver sees, so nothing here
 * knows more than he does; it is judged when he has confirmed it. */
#include "puzzles.h"
#include "words.h"

#include <alibi/insight.h>
#include <string.h>

enum { LINE_SIZE = 256 };

struct solving {
    const struct alibi_puzzle *puzzle;
    struct alibi_view view; /* with the tokens so far */
    struct alibi_choice turn;
    bool whole; /* the turn is complete */
    struct cli_look look;
};

enum wish { GO_ON, NEXT, LEAVE };

static const char help_text[] =
    "Type your moves one after the other: a token (>h11, lamp:c4>f3), words that fit only\n"
    "one move (holmes, lamp c4 f3), or a number of `moves`. Then `ok` takes the turn.\n"
    "  moves [WORD]  list your moves, or those that fit\n"
    "  undo          take back the turn so far\n"
    "  board         draw the board again\n"
    "  show          give up and see the answer\n"
    "  next          another puzzle\n"
    "  quit          leave\n";

/* --- Showing --- */

static void draw(const struct solving *solving)
{
    cli_draw(stdout, &solving->view, solving->look);
}

static void begin(struct solving *solving)
{
    solving->view = solving->puzzle->view;
    solving->turn.n = 0;
    solving->whole = false;
}

static void introduce(const struct solving *solving)
{
    const struct alibi_puzzle *p = solving->puzzle;
    const struct alibi_state *s = &p->view.seen;

    char who[100] = "You hunt Jack";
    struct alibi_text text = alibi_text_in(who, sizeof who);

    if (p->view.viewer == ALIBI_AS_JACK)
        alibi_text_format(&text, "You are Jack, hidden behind %s",
                          s->game->characters[s->identity].name);
    printf("\nPuzzle %s, rated %d\n\n", p->id, p->rating);
    draw(solving);
    cli_say(stdout, 0,
            "%s. Round %u, turn %u: one idea is better than all others. Find it. "
            "`help` lists the commands.\n",
            who, s->round, s->slot);
}

/* The turn in words, and what it changes for the solver. */
static void print_turn(const struct alibi_view *before, const struct alibi_choice *turn)
{
    struct alibi_remark remark[ALIBI_REMARKS_MAX];
    struct alibi_view after = *before;
    char words[2000];
    struct alibi_text text = alibi_text_in(words, sizeof words);
    bool ends = false;
    int n;

    for (int i = 0; i < turn->n; i++) {
        alibi_text_str(&text, i ? ", " : "");
        before->seen.game->describe(&text, &after.seen, turn->move[i]);
        ends = alibi_end_of(&after, turn->move[i]) != ALIBI_WHY_NONE;
        if (!alibi_stage(&after, turn->move[i]))
            break;
    }
    alibi_text_str(&text, ".");
    n = ends ? 0 : alibi_remarks(remark, before, &after, false);
    for (int i = 0; i < n; i++) {
        alibi_text_str(&text, i ? "; " : " Then: ");
        alibi_remark_print(&text, before->seen.game, &remark[i]);
    }
    cli_say(stdout, 0, "%s\n", words);
}

static void print_answer(const struct alibi_puzzle *p)
{
    print_turn(&p->view, &p->answer);
    cli_say(stdout, 0,
            "It wins in %.0f %%; the best of all other ideas in %.0f %%. Theme: %s.\n",
            100 * p->value, 100 * p->next, alibi_theme_name(p->theme));
}

static void list_moves(const struct solving *solving, const char *words)
{
    const struct alibi_state *s = &solving->view.seen;
    alibi_move all[ALIBI_MOVES_MAX], found[ALIBI_MOVES_MAX];
    int n = solving->whole ? 0 : s->game->moves(s, all);
    int n_found = *words ? cli_match(s, all, n, words, found) : n;

    if (!*words)
        memcpy(found, all, (size_t)n * sizeof all[0]);
    for (int i = 0; i < n_found; i++) {
        char line[LINE_SIZE];
        struct alibi_text text = alibi_text_in(line, sizeof line);

        s->game->print(&text, found[i]);
        while (text.len < 16)
            alibi_text_char(&text, ' ');
        s->game->describe(&text, s, found[i]);
        for (int k = 0; k < n; k++)
            if (all[k] == found[i])
                cli_say(stdout, 22, "%4d  %s\n", k + 1, line);
    }
    if (n_found == 0)
        cli_say(stdout, 0,
                solving->whole ? "The turn is complete: `ok` or `undo`.\n" : "No move fits.\n");
}

/* --- Commands --- */

static void play(struct solving *solving, const char *line)
{
    const struct alibi_state *s = &solving->view.seen;
    alibi_move all[ALIBI_MOVES_MAX], found[ALIBI_MOVES_MAX];
    int n = solving->whole ? 0 : s->game->moves(s, all);
    struct alibi_error err;

    if (solving->whole) {
        list_moves(solving, "");
    } else if (cli_match(s, all, n, line, found) == 1 && solving->turn.n < ALIBI_SEQUENCE_MAX) {
        solving->turn.move[solving->turn.n++] = found[0];
        solving->whole = !alibi_stage(&solving->view, found[0]);
        draw(solving);
        if (solving->whole)
            print_turn(&solving->puzzle->view, &solving->turn);
        cli_say(stdout, 0,
                solving->whole ? "`ok` takes the turn, `undo` takes it back.\n"
                               : "The turn goes on.\n");
    } else if (alibi_token_parse(&found[0], s, line, strlen(line), &err) != ALIBI_OK) {
        cli_say(stdout, 0, "%s. `moves` lists what you can do.\n", err.text);
    } else {
        cli_say(stdout, 0, "Several moves fit; `moves %s` lists them.\n", line);
    }
}

/* Judges the turn; returns whether it was right. */
static bool judge(struct solving *solving, bool *tried)
{
    bool right;

    if (!solving->whole) {
        cli_say(stdout, 0,
                solving->turn.n
                    ? "The turn is not complete yet: `moves` lists how it can go on.\n"
                    : "Play a turn first: `moves` lists how it can begin.\n");
        return false;
    }
    right = alibi_puzzle_is_answer(solving->puzzle, solving->turn.move, solving->turn.n);
    *tried = true;
    if (right) {
        cli_say(stdout, 0, "Right!\n");
        print_answer(solving->puzzle);
    } else {
        cli_say(stdout, 0, "There is something better. Try again, or `show`.\n");
        begin(solving);
    }
    return right;
}

/* Does what LINE says; SOLVED becomes 1 or -1 when that is decided by the first try. */
static enum wish obey(struct solving *solving, const char *line, int *solved)
{
    size_t n = strcspn(line, " ");
    const char *rest = line + n + strspn(line + n, " ");
    bool tried = false, right;

    if (strcmp(line, "quit") == 0)
        return LEAVE;
    if (strcmp(line, "next") == 0)
        return NEXT;
    if (strcmp(line, "help") == 0 || strcmp(line, "?") == 0) {
        printf("%s", help_text);
    } else if (n == 5 && strncmp(line, "moves", n) == 0) {
        list_moves(solving, rest);
    } else if (strcmp(line, "board") == 0) {
        draw(solving);
    } else if (strcmp(line, "undo") == 0) {
        begin(solving);
        draw(solving);
    } else if (strcmp(line, "show") == 0) {
        *solved = *solved ? *solved : -1;
        print_answer(solving->puzzle);
    } else if (strcmp(line, "ok") == 0) {
        right = judge(solving, &tried);
        if (tried && *solved == 0)
            *solved = right ? 1 : -1;
        if (right)
            return NEXT;
    } else if (*line) {
        play(solving, line);
    }
    return GO_ON;
}

/* Reads a line without its end; false at the end of the input. */
static bool read_line(char line[LINE_SIZE])
{
    size_t n;

    printf("> ");
    (void)fflush(stdout);
    if (!fgets(line, LINE_SIZE, stdin))
        return false;
    n = strlen(line);
    if (n + 1 == LINE_SIZE && line[n - 1] != '\n') { /* nobody types so much */
        int c;

        while ((c = getchar()) != '\n' && c != EOF)
            ;
        line[0] = '?';
        n = 1;
    }
    while (n > 0 && strchr(" \t\r\n", line[n - 1]))
        n--;
    line[n] = '\0';
    return true;
}

/* One puzzle; SOLVED is 1 if the first try was right, -1 if not, 0 if there was none. */
static enum wish solve(const struct alibi_puzzle *puzzle, struct cli_look look, int *solved)
{
    struct solving solving = {.puzzle = puzzle, .look = look};
    char line[LINE_SIZE];
    enum wish wish = GO_ON;

    begin(&solving);
    introduce(&solving);
    while (wish == GO_ON)
        wish = read_line(line) ? obey(&solving, line + strspn(line, " \t"), solved) : LEAVE;
    return wish;
}

int cli_puzzles_play(const struct cli_puzzles *puzzles, size_t first, enum alibi_theme theme,
                     struct cli_look look)
{
    unsigned right = 0, tries = 0, row = 0, seen = 0;

    for (size_t i = 0; i < puzzles->n; i++) {
        const struct alibi_puzzle *puzzle = &puzzles->puzzle[(first + i) % puzzles->n];
        enum wish wish;
        int solved = 0;

        if (theme != ALIBI_THEMES && puzzle->theme != theme)
            continue;
        seen++;
        wish = solve(puzzle, look, &solved);
        tries += solved != 0;
        right += solved > 0;
        row = solved > 0 ? row + 1 : solved < 0 ? 0 : row;
        if (tries)
            printf("%u of %u solved at the first try, %u in a row.\n", right, tries, row);
        if (wish == LEAVE)
            return CLI_OK;
    }
    if (seen == 0)
        return cli_fail("%s has no puzzles of this theme",
                        puzzles->puzzle[0].view.seen.game->name);
    printf("There are no more puzzles.\n");
    return CLI_OK;
}
