/* Library players are called, external programs are sent the lines of the player protocol. A
 * reader is a library player whose search weighs the worlds by the posterior. */
#include "contestant.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_SENT = 400 }; /* bytes of a line, NUL included */

/* What an external program said is reduced to one line of plain text. */
bool match_contestant_fail(struct match_contestant *c, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    (void)vsnprintf(c->fault, sizeof c->fault, format, args);
    va_end(args);
    for (char *p = c->fault; *p; p++)
        if (*p < ' ' || *p > '~')
            *p = '?';
    return false;
}

/* --- External programs --- */

static const char *command_of(const struct match_contestant *c)
{
    return strncmp(c->side->name, "exec:", 5) == 0 ? c->side->name + 5 : NULL;
}

/* Ends a program that breaks the protocol; the next game starts it again. Returns false. */
static bool drop(struct match_contestant *c)
{
    match_outside_stop(c->outside);
    c->outside = NULL;
    return false;
}

static bool ask(struct match_contestant *c, const char *line, double seconds,
                char answer[MATCH_ANSWER_MAX])
{
    const char *wrong = match_outside_ask(c->outside, line, seconds, c->stop, answer);

    if (wrong)
        (void)match_contestant_fail(c, "%s", wrong);
    return !wrong || drop(c);
}

/* Sends a line that must be answered by "ok". */
static bool tell(struct match_contestant *c, const char *line)
{
    char answer[MATCH_ANSWER_MAX];

    if (!ask(c, line, c->side->grace, answer))
        return false;
    if (strcmp(answer, "ok") == 0)
        return true;
    (void)match_contestant_fail(c, "it answered %.80s to %.*s", answer, (int)strcspn(line, " "),
                                line);
    return drop(c);
}

static bool begin_outside(struct match_contestant *c, const struct alibi_view *start,
                          uint64_t seed)
{
    const struct alibi_game *game = start->seen.game;
    char line[LINE_MAX_SENT];
    struct alibi_text text = alibi_text_in(line, sizeof line);

    if (!c->outside)
        c->outside = match_outside_start(command_of(c));
    if (!c->outside)
        return match_contestant_fail(c, "it could not be started");
    alibi_text_format(&text, "new %s seat=%s seed=%" PRIu64, game->name,
                      alibi_viewer_name(start->viewer), seed);
    for (int i = 0; i < game->n_options; i++)
        alibi_text_format(&text, " %s=%s", game->option[i].name,
                          game->option[i].values[start->seen.option[i]]);
    alibi_text_char(&text, '\n');
    return tell(c, line);
}

/* Sends the tokens, as many in a line as fit. */
static bool see_outside(struct match_contestant *c, const struct alibi_record *record,
                        size_t from)
{
    size_t n = alibi_record_length(record);

    while (from < n) {
        char line[LINE_MAX_SENT];
        struct alibi_text text = alibi_text_in(line, sizeof line);

        alibi_text_str(&text, "see");
        for (; from < n && text.len + ALIBI_TOKEN_MAX + 2 < sizeof line; from++)
            alibi_text_format(&text, " %s", alibi_record_token(record, from));
        alibi_text_char(&text, '\n');
        if (!tell(c, line))
            return false;
    }
    return true;
}

static bool go_outside(struct match_contestant *c, char token[ALIBI_TOKEN_MAX])
{
    const struct alibi_budget *budget = &c->side->budget;
    char line[LINE_MAX_SENT], answer[MATCH_ANSWER_MAX];
    struct alibi_text text = alibi_text_in(line, sizeof line);

    alibi_text_str(&text, "go");
    if (budget->ms)
        alibi_text_format(&text, " ms %" PRIu32, budget->ms);
    if (budget->nodes)
        alibi_text_format(&text, " nodes %" PRIu64, budget->nodes);
    alibi_text_char(&text, '\n');
    if (!ask(c, line, c->side->grace + budget->ms / 1e3, answer))
        return false;
    if (strncmp(answer, "move ", 5) == 0 && strlen(answer + 5) < ALIBI_TOKEN_MAX) {
        memcpy(token, answer + 5, strlen(answer + 5) + 1);
        return true;
    }
    (void)match_contestant_fail(c, "it answered %.80s to go", answer);
    return drop(c);
}

/* --- Readers --- */

static const double reading_doubt = 0.1; /* model.h; set by hand, as for `alibi analyse` */

struct match_reader {
    struct match_model model;
    struct match_posterior posterior;
};

static void close_reader(struct match_contestant *c)
{
    if (!c->reader)
        return;
    match_posterior_clear(&c->reader->posterior);
    match_model_clear(&c->reader->model);
    free(c->reader);
    c->reader = NULL;
}

/* The reader's models do not share the seed of the player that they stand for. */
static bool begin_reader(struct match_contestant *c, const struct alibi_view *start,
                         uint64_t seed)
{
    const struct match_side *side = c->side;
    struct match_reader *reader = calloc(1, sizeof *reader);

    if (!reader)
        return match_contestant_fail(c, "out of memory");
    c->reader = reader;
    reader->model = (struct match_model){.name = side->reads->name,
                                         .budget = side->reads->budget,
                                         .memory = side->reads->memory,
                                         .samples = side->samples ? side->samples : 1,
                                         .seed = ~seed,
                                         .doubt = reading_doubt};
    if (!match_posterior_init(&reader->posterior, start, match_model_predict, &reader->model))
        return match_contestant_fail(c, "out of memory");
    if (!alibi_player_weigh(c->player, match_posterior_weigh, &reader->posterior))
        return match_contestant_fail(c, "%s cannot use what it reads", side->name);
    return true;
}

struct match_leak match_contestant_leak(const struct match_contestant *c,
                                        const struct alibi_state *truth)
{
    struct match_leak leak = {0, 0};

    if (c->reader && c->reader->posterior.choices) {
        leak.choices = c->reader->posterior.choices;
        leak.bits = match_posterior_bits(&c->reader->posterior, truth);
    }
    return leak;
}

/* --- All sorts --- */

bool match_contestant_begin(struct match_contestant *c, const struct alibi_view *start,
                            uint64_t seed)
{
    struct alibi_error err;

    if (command_of(c))
        return begin_outside(c, start, seed);
    if (alibi_player_new(&c->player, c->side->name, start, seed, c->side->memory, &err))
        return match_contestant_fail(c, "%s", err.text);
    if (c->side->threads > 1 && alibi_player_threads(c->player, c->side->threads, &err))
        return match_contestant_fail(c, "%s", err.text);
    return !c->side->reads || begin_reader(c, start, seed);
}

bool match_contestant_see(struct match_contestant *c, const struct alibi_record *record,
                          size_t from)
{
    struct alibi_error err;

    if (command_of(c))
        return see_outside(c, record, from);
    for (size_t i = from; i < alibi_record_length(record); i++) {
        const struct alibi_told *told = alibi_record_told(record, i);

        if (c->reader && !match_posterior_hear(&c->reader->posterior, told))
            return match_contestant_fail(c, "its model of the opponent failed");
        if (alibi_player_hear(c->player, told, &err) != ALIBI_OK)
            return match_contestant_fail(c, "%s", err.text);
    }
    return true;
}

bool match_contestant_go(struct match_contestant *c, char token[ALIBI_TOKEN_MAX],
                         uint64_t *nodes)
{
    struct alibi_text text = alibi_text_in(token, ALIBI_TOKEN_MAX);
    struct alibi_thought thought;
    struct alibi_view view;

    *nodes = 0;
    if (command_of(c))
        return go_outside(c, token);
    if (!alibi_player_is_on_turn(c->player))
        return match_contestant_fail(c, "it does not know that it is to act");
    alibi_player_think(c->player, &c->side->budget, &thought);
    alibi_player_view(c->player, &view);
    view.seen.game->print(&text, thought.move);
    *nodes = thought.nodes;
    return true;
}

void match_contestant_end(struct match_contestant *c)
{
    close_reader(c);
    alibi_player_free(c->player);
    c->player = NULL;
}

void match_contestant_close(struct match_contestant *c)
{
    match_contestant_end(c);
    match_outside_stop(c->outside);
    c->outside = NULL;
}
