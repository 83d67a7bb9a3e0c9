/* Explains the computer's moves and gives hints, both from what the human's seat sees. */
#include "table.h"

#include <alibi/insight.h>

/* --- The computer's moves --- */

/* What changed between two views of one seat, in a line. */
static void compare(struct alibi_text *text, const struct alibi_view *before,
                    const struct alibi_view *after, bool called)
{
    struct alibi_remark remark[ALIBI_REMARKS_MAX];
    int n = alibi_remarks(remark, before, after, called);

    for (int i = 0; i < n; i++) {
        alibi_text_str(text, i ? "; " : "");
        alibi_remark_print(text, before->seen.game, &remark[i]);
    }
}

void cli_explain(const struct cli_table *table, enum alibi_seat seat, size_t i, size_t j)
{
    const struct alibi_session *session = table->session;
    const struct alibi_state *first = alibi_session_after(session, i);
    const struct alibi_state *last = alibi_session_after(session, j + 1);
    struct alibi_view before, after;
    char line[300];
    struct alibi_text text = alibi_text_in(line, sizeof line);

    if (last->winner != ALIBI_NOBODY)
        return;
    first->game->observe(&before, first, alibi_viewer_of(seat));
    last->game->observe(&after, last, alibi_viewer_of(seat));
    compare(&text, &before, &after, alibi_session_called(session, j));
    if (text.len)
        printf("  %9s (%s)\n", "", line);
}

/* --- Hints --- */

/* Prints one choice: its tokens and its value, then its moves in words. They are described in
 * the first world of the view; the words are the same in all worlds. */
static void print_choice(const struct alibi_view *view, const struct alibi_choice *choice,
                         const char *before)
{
    char tokens[ALIBI_SEQUENCE_MAX * ALIBI_TOKEN_MAX], words[2000];
    struct alibi_text token_text = alibi_text_in(tokens, sizeof tokens);
    struct alibi_text word_text = alibi_text_in(words, sizeof words);
    const struct alibi_game *game = view->seen.game;
    struct alibi_state s;

    game->deal(&s, view, 0);
    for (int i = 0; i < choice->n; i++) {
        alibi_text_str(&token_text, i ? " " : "");
        game->print(&token_text, choice->move[i]);
        alibi_text_str(&word_text, i ? ", " : "");
        game->describe(&word_text, &s, choice->move[i]);
        (void)game->apply(&s, choice->move[i]);
    }
    printf("%s%-28s %3.0f %%\n        %s\n", before, tokens, 100 * (double)choice->value,
           words);
}

/* Lets the strongest player think about the seat's own view. */
static bool consult(const struct cli_table *table, enum alibi_seat seat,
                    struct alibi_view *view, struct alibi_thought *thought)
{
    const struct alibi_budget second = {.ms = 1000};
    struct cli_mind mind = {.kind = cli_kind_best(), .seed = 1};
    bool done = cli_table_inform(table, seat, &mind);

    if (done) {
        alibi_player_view(mind.player, view);
        cli_mind_think(&mind, &second, "thinking about a hint", thought);
    }
    cli_mind_forget(&mind);
    return done;
}

void cli_advise(const struct cli_table *table, enum alibi_seat seat)
{
    enum { SHOWN = 3 };
    alibi_move moves[ALIBI_MOVES_MAX];
    char token[ALIBI_TOKEN_MAX];
    struct alibi_text only = alibi_text_in(token, sizeof token);
    struct alibi_thought thought;
    struct alibi_view view;

    if (alibi_session_moves(table->session, seat, moves) == 1) {
        alibi_session_view(table->session, alibi_viewer_of(seat), &view);
        view.seen.game->print(&only, moves[0]);
        printf("you have only one move, %s\n", token);
        return;
    }
    if (!consult(table, seat, &view, &thought))
        return;
    printf("%s would play this and sees a %.0f %% chance to win:\n", cli_kind_best(),
           100 * thought.value);
    for (int i = 0; i < thought.n_choices && i < SHOWN; i++)
        print_choice(&view, &thought.choice[i], i ? "  or  " : "      ");
}
