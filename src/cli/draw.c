/* The board and the notes beside it, printed line by line for every game. */
#include "board.h"
#include "cli.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COLUMNS = 80 }; /* of a terminal, and of paper */

/* The escape sequence of each style in a terminal with colours. */
static const char *const escape[N_STYLES] = {
    [PLAIN] = "",           [FRAME] = "\033[2m",   [LIT] = "\033[33m",
    [SOLID] = "\033[2m",    [SUSPECT] = "\033[1m", [CLEARED] = "\033[2m",
    [ACTIVE] = "\033[1;7m", [SIGN] = "\033[36m",   [WATER] = "\033[2m",
};

static void print_grid(FILE *out, const struct grid *g, bool colour)
{
    for (int y = 0; y < g->height; y++) {
        int end = g->width;
        enum style style = PLAIN;

        while (end > 0 && strcmp(g->at[y][end - 1].bytes, " ") == 0)
            end--;
        for (int x = 0; x < end; x++) {
            const struct cell *c = &g->at[y][x];

            if (colour && c->style != style)
                (void)fprintf(out, "\033[0m%s", escape[c->style]);
            style = (enum style)c->style;
            (void)fputs(c->bytes, out);
        }
        (void)fputs(colour && style != PLAIN ? "\033[0m\n" : "\n", out);
    }
}

static void add_codes(struct alibi_text *text, const struct alibi_game *game, const char *label,
                      unsigned set)
{
    alibi_text_format(text, "%s:", label);
    for (int i = 0; i < game->n_characters; i++)
        if ((set >> game->list[i]) & 1)
            alibi_text_format(text, " %s", game->characters[game->list[i]].code);
    alibi_text_str(text, set ? "\n" : " -\n");
}

void cli_note_alibis(struct alibi_text *text, const struct alibi_state *s)
{
    for (int seat = ALIBI_JACK; seat <= ALIBI_DETECTIVE; seat++) {
        char label[40];

        if (s->drawn[seat] == 0)
            continue;
        (void)snprintf(label, sizeof label, "alibis drawn by %s",
                       alibi_seat_name((enum alibi_seat)seat));
        if ((s->hides >> seat) & 1)
            alibi_text_format(text, "%s: %u\n", label, s->drawn[seat]);
        else
            add_codes(text, s->game, label, s->alibis[seat]);
    }
}

/* The lines that every game has: the state of the game, and the cards that the viewer knows. */
static void add_shared_notes(struct alibi_text *text, const struct alibi_state *s)
{
    if (s->winner != ALIBI_NOBODY)
        alibi_text_format(text, "over: %s wins (%s)\n", alibi_seat_name(s->winner),
                          alibi_why_name(s->why));
    else
        alibi_text_format(text, "round %u, slot %u: %s to act; witness: %s\n", s->round,
                          s->slot, alibi_seat_name(s->to_act), alibi_witness_name(s->witness));
    add_codes(text, s->game, "suspects", s->suspects);
    if (s->identity != ALIBI_NO_ONE)
        alibi_text_format(text, "Jack is %s, %s\n", s->game->characters[s->identity].code,
                          s->game->characters[s->identity].name);
    cli_note_alibis(text, s);
}

void cli_draw(FILE *out, const struct alibi_view *view, struct cli_look look)
{
    const struct alibi_state *s = &view->seen;
    static struct alibi_scene scene;
    static struct grid grid;
    struct board board = board_of(s->game, BOARD_NORMAL);
    char notes[2 * ALIBI_LINE_MAX];
    struct alibi_text text = alibi_text_in(notes, sizeof notes);

    if (board.width > COLUMNS)
        board = board_of(s->game, BOARD_NARROW);
    grid_clear(&grid, board.width, board.height);
    grid.unicode = look.unicode;
    s->game->scene(&scene, s);
    board_draw(&grid, &board, &scene, NULL);
    print_grid(out, &grid, look.colour);
    add_shared_notes(&text, s);
    s->game->notes(&text, s);
    (void)fputs(notes, out);
}

void cli_legend(struct alibi_text *text, const struct alibi_view *view, bool unicode)
{
    static struct alibi_scene scene;

    view->seen.game->scene(&scene, &view->seen);
    board_legend(text, &scene, unicode);
}

struct cli_look cli_look_for(FILE *out, bool ascii, bool no_color)
{
    bool terminal = isatty(fileno(out));
    const char *term = getenv("TERM"), *quiet = getenv("NO_COLOR");

    return (struct cli_look){
        .unicode = !ascii && strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
        .colour = terminal && !no_color && !(quiet && *quiet) && term && *term &&
                  strcmp(term, "dumb") != 0,
    };
}
