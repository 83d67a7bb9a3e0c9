/* Charts, and the rest of a last page. */
#include "chart.h"

#include "cli.h"
#include "mind.h"
#include "table.h"

#include <alibi/insight.h>
#include <alibi/kit/bits.h>
#include <alibi/session.h>
#include <alibi/watch.h>

/* Positions that a judgement may take: a blink of the eye for all rounds together. */
enum { NODES = 400 };

/* --- Making --- */

/* RECORD as the Detective saw it. */
static struct alibi_record *detectives(const struct alibi_record *record)
{
    struct alibi_record *history;
    struct alibi_error err;

    if (alibi_record_viewer(record) != ALIBI_AS_TRUTH)
        return NULL;
    return alibi_session_redact(&history, record, ALIBI_AS_DETECTIVE, &err) == ALIBI_OK
               ? history
               : NULL;
}

static uint8_t suspects_of(const struct alibi_view *view)
{
    struct alibi_insight insight;

    alibi_insight_of(&insight, view);
    return (uint8_t)alibi_size(insight.suspects);
}

/* What MIND, which is at a position of the game, adds to the chart. */
static void add_position(struct chart *chart, struct cli_mind *mind)
{
    const struct alibi_budget quick = {.nodes = NODES};
    struct alibi_thought thought;
    struct chart_round *round;
    struct alibi_view view;

    alibi_player_view(mind->player, &view);
    chart->suspects = suspects_of(&view);
    chart->winner = view.seen.winner;
    if (view.seen.to_act > ALIBI_DETECTIVE || view.seen.round == 0)
        return;
    if (chart->n == 0 || view.seen.round > chart->at[chart->n - 1].round) {
        if (chart->n == CHART_ROUNDS)
            return;
        chart->at[chart->n++] =
            (struct chart_round){.round = view.seen.round, .suspects = chart->suspects};
    }
    round = &chart->at[chart->n - 1];
    if (view.seen.to_act != ALIBI_DETECTIVE || round->judged)
        return;
    alibi_player_think(mind->player, &quick, &thought);
    round->judged = true;
    round->chance = thought.value;
}

/* What the witnesses said after a move, if they were called. */
static void add_call(struct chart *chart, const struct alibi_told *told)
{
    struct chart_round *round = chart->n ? &chart->at[chart->n - 1] : NULL;

    if (!round || told->kind != ALIBI_TOLD_WITNESS)
        return;
    round->called = true;
    round->seen = told->witness == ALIBI_VISIBLE;
}

bool chart_make(struct chart *chart, const struct alibi_record *record)
{
    struct cli_mind mind = {.kind = cli_kind_best(), .seed = 1};
    struct alibi_record *history = detectives(record);
    size_t n = history ? alibi_record_length(history) : 0;
    bool well = history != NULL;

    *chart = (struct chart){.winner = ALIBI_NOBODY};
    for (size_t i = 0; well && i <= n; i++) {
        well = cli_mind_follow(&mind, history, i);
        if (well && i > 0)
            add_call(chart, alibi_record_told(history, i - 1));
        /* Between a move and what is announced of it there is no position. */
        if (well && alibi_watch_settled(alibi_player_watch(mind.player)))
            add_position(chart, &mind);
    }
    cli_mind_forget(&mind);
    alibi_record_free(history);
    return well;
}

/* --- Printing --- */

static void add_bar(struct alibi_text *text, int full, int width, const char *rest)
{
    for (int i = 0; i < width; i++)
        alibi_text_str(text, i < full ? "#" : rest);
}

static void add_chance(struct alibi_text *text, double chance)
{
    enum { WIDTH = 20 };

    alibi_text_format(text, "%3.0f %%  ", 100 * chance);
    add_bar(text, (int)(chance * WIDTH + 0.5), WIDTH, ".");
}

void chart_print(struct alibi_text *text, const struct chart *chart)
{
    if (chart->n == 0)
        return;
    alibi_text_str(text, "Round  Witnesses  Suspects      Chance of the Detective\n");
    for (int i = 0; i < chart->n; i++) {
        const struct chart_round *r = &chart->at[i];

        alibi_text_format(text, "%5u  %-9s  %2u ", r->round,
                          !r->called ? "-"
                          : r->seen  ? "seen"
                                     : "not seen",
                          r->suspects);
        add_bar(text, r->suspects, 10, " ");
        alibi_text_char(text, ' ');
        if (r->judged)
            add_chance(text, r->chance);
        else
            alibi_text_str(text, "  -");
        alibi_text_char(text, '\n');
    }
    alibi_text_format(text, "  end  %-9s  %2u ", "", chart->suspects);
    add_bar(text, chart->suspects, 10, " ");
    alibi_text_char(text, ' ');
    if (chart->winner != ALIBI_NOBODY)
        add_chance(text, chart->winner == ALIBI_DETECTIVE);
    alibi_text_char(text, '\n');
}

/* --- The end in words --- */

static void add_names(struct alibi_text *text, const struct alibi_game *game, unsigned set)
{
    const char *between = "";

    for (int i = 0; i < game->n_characters; i++)
        if (alibi_has(set, game->list[i])) {
            alibi_text_format(text, "%s%s", between, game->characters[game->list[i]].name);
            between = ", ";
        }
}

static void add_truth(struct alibi_text *text, const struct alibi_state *s)
{
    static const char *const who[] = {"Jack", "the Detective"};

    alibi_text_format(text, "%s wins: %s.\n",
                      s->winner == ALIBI_JACK ? "Jack" : "The Detective",
                      cli_reason((enum alibi_why)s->why));
    if (s->identity != ALIBI_NO_ONE)
        alibi_text_format(text, "Jack was %s (%s).\n", s->game->characters[s->identity].name,
                          s->game->characters[s->identity].code);
    for (int seat = 0; seat < 2; seat++)
        if (s->alibis[seat]) {
            alibi_text_format(text, "Alibis drawn by %s: ", who[seat]);
            add_names(text, s->game, s->alibis[seat]);
            alibi_text_str(text, ".\n");
        }
}

/* "Found in round 6, with 2 suspects left." */
static void add_story(struct alibi_text *text, const struct alibi_state *s)
{
    unsigned left = (unsigned)alibi_size(s->suspects);

    alibi_text_format(text, "%s in round %u of %d, with %u suspect%s left.\n",
                      s->winner == ALIBI_DETECTIVE ? "Found" : "Free", s->round,
                      s->game->n_rounds, left, left == 1 ? "" : "s");
}

void chart_print_end(struct alibi_text *text, const struct alibi_state *s)
{
    add_truth(text, s);
    add_story(text, s);
}
