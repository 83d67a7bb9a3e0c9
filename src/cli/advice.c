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
        cli_say(table->out, 13, "  %9s (%s)\n", "", line);
}

/* --- Hints --- */

/* Prints one choice: its tokens and its value, then its moves in words. They are described in
 * the first world of the view; the words are the same in all worlds. */
static void print_choice(FILE *out, const struct alibi_view *view,
                         const struct alibi_choice *choice, const char *before)
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
    cli_say(out, 8, "%s%-28s %3.0f %%\n        %s\n", before, tokens,
            100 * (double)choice->value, words);
}

/* Prints what a choice would change for the seat: the reason for it. */
static void print_reason(FILE *out, const struct alibi_view *view,
                         const struct alibi_choice *choice)
{
    struct alibi_remark remark[ALIBI_REMARKS_MAX];
    struct alibi_view after = *view;
    char line[400];
    struct alibi_text text = alibi_text_in(line, sizeof line);
    bool more = true;
    int n;

    for (int i = 0; more && i < choice->n; i++)
        more = alibi_stage(&after, choice->move[i]);
    n = alibi_remarks(remark, view, &after, false);
    for (int i = 0; i < n; i++) {
        alibi_text_str(&text, i ? "; " : "");
        alibi_remark_print(&text, view->seen.game, &remark[i]);
    }
    if (n)
        cli_say(out, 9, "        (%s)\n", line);
}

bool cli_hint_begin(const struct cli_table *table, enum alibi_seat seat, struct cli_hint *hint)
{
    const struct alibi_budget second = {.ms = 1000};

    *hint = (struct cli_hint){
        .mind = {.kind = cli_kind_best(), .seed = 1, .threads = table->mind[seat].threads},
        .ms = second.ms};
    if (!cli_table_inform(table, seat, &hint->mind)) {
        cli_mind_forget(&hint->mind);
        return false;
    }
    alibi_player_view(hint->mind.player, &hint->view);
    alibi_player_begin(hint->mind.player, &second);
    return true;
}

void cli_hint_end(struct cli_hint *hint)
{
    alibi_player_end(hint->mind.player, &hint->thought);
    cli_mind_forget(&hint->mind);
}

void cli_hint_print(FILE *out, const struct cli_hint *hint)
{
    enum { SHOWN = 3 };
    const struct alibi_thought *thought = &hint->thought;

    cli_say(out, 0, "%s would play this and sees a %.0f %% chance to win:\n", cli_kind_best(),
            100 * thought->value);
    for (int i = 0; i < thought->n_choices && i < SHOWN; i++) {
        print_choice(out, &hint->view, &thought->choice[i], i ? "  or  " : "      ");
        if (i == 0)
            print_reason(out, &hint->view, &thought->choice[i]);
    }
}

void cli_advise(const struct cli_table *table, enum alibi_seat seat)
{
    alibi_move moves[ALIBI_MOVES_MAX];
    char token[ALIBI_TOKEN_MAX];
    struct alibi_text only = alibi_text_in(token, sizeof token);
    struct cli_hint hint;

    if (alibi_session_moves(table->session, seat, moves) == 1) {
        alibi_session_state(table->session)->game->print(&only, moves[0]);
        cli_say(table->out, 0, "you have only one move, %s\n", token);
        return;
    }
    if (!cli_hint_begin(table, seat, &hint))
        return;
    cli_mind_search(&hint.mind, "thinking about a hint");
    cli_hint_end(&hint);
    cli_hint_print(table->out, &hint);
}
