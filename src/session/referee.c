/* The referee protocol of docs/protocol.md: one function for each command. The referee holds a
 * session; every command that fails leaves it as it was, except that `do` keeps the tokens
 * before the refused one. */
#include "core/command.h"

#include <alibi/referee.h>
#include <alibi/session.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    PERFT_MAX = 20, /* deeper would take longer than anybody waits */
    DIGITS_MAX = 6, /* of a number in a command */
};

struct alibi_referee {
    const struct alibi_game *game;
    uint8_t option[ALIBI_OPTIONS_MAX]; /* from the command line; defaults of `new` */
    struct alibi_session *session;
};

int alibi_referee_new(struct alibi_referee **out, const struct alibi_game *game,
                      const uint8_t *option)
{
    struct alibi_referee *referee = calloc(1, sizeof *referee);
    struct alibi_state start;

    if (!referee)
        return ALIBI_NO_MEMORY;
    alibi_setup(&start, game, option);
    referee->game = game;
    memcpy(referee->option, start.option, sizeof referee->option);
    if (alibi_session_new(&referee->session, &start) != ALIBI_OK) {
        free(referee);
        return ALIBI_NO_MEMORY;
    }
    *out = referee;
    return ALIBI_OK;
}

void alibi_referee_free(struct alibi_referee *referee)
{
    if (referee) {
        alibi_session_free(referee->session);
        free(referee);
    }
}

/* Begins a new game at START. */
static void restart(struct alibi_referee *referee, const struct alibi_state *start,
                    struct alibi_text *reply)
{
    struct alibi_session *session;

    if (alibi_session_new(&session, start) != ALIBI_OK) {
        alibi_command_error(reply, "out of memory");
        return;
    }
    alibi_session_free(referee->session);
    referee->session = session;
    alibi_text_str(reply, "ok");
}

static void do_new(struct alibi_referee *referee, struct alibi_words args,
                   struct alibi_text *reply)
{
    uint8_t option[ALIBI_OPTIONS_MAX];
    struct alibi_state start;
    struct alibi_error err;

    memcpy(option, referee->option, sizeof option);
    for (struct alibi_words word = alibi_words_next(&args); word.len;
         word = alibi_words_next(&args)) {
        if (alibi_option_parse(option, referee->game, word.text, word.len, &err)) {
            alibi_command_error(reply, err.text);
            return;
        }
    }
    alibi_setup(&start, referee->game, option);
    restart(referee, &start, reply);
}

static void do_legal(struct alibi_referee *referee, struct alibi_words args,
                     struct alibi_text *reply)
{
    const struct alibi_state *s = alibi_session_state(referee->session);
    alibi_move m[ALIBI_MOVES_MAX];
    int n = s->game->moves(s, m);

    (void)args;
    for (int i = 0; i < n; i++) {
        if (i)
            alibi_text_char(reply, ' ');
        s->game->print(reply, m[i]);
    }
}

static void do_do(struct alibi_referee *referee, struct alibi_words args,
                  struct alibi_text *reply)
{
    struct alibi_words word = alibi_words_next(&args);
    struct alibi_error err;

    if (word.len == 0) {
        alibi_command_error(reply, "expected do TOKEN [TOKEN ...]");
        return;
    }
    for (int i = 1; word.len; i++, word = alibi_words_next(&args)) {
        if (alibi_session_do(referee->session, word.text, word.len, &err)) {
            alibi_text_format(reply, "error %d: %s", i, err.text);
            return;
        }
    }
    alibi_text_str(reply, "ok");
}

/* Reads ARGS as one number, or FALLBACK if they are empty; false if they are anything else. */
static bool read_number(struct alibi_words args, uint64_t fallback, uint64_t *out)
{
    struct alibi_words word = alibi_words_next(&args);

    *out = fallback;
    if (word.len == 0)
        return true;
    return word.len <= DIGITS_MAX && alibi_words_number(word, UINT64_MAX, out) &&
           alibi_words_end(args);
}

static void do_undo(struct alibi_referee *referee, struct alibi_words args,
                    struct alibi_text *reply)
{
    size_t played = alibi_session_length(referee->session);
    uint64_t n;

    if (!read_number(args, 1, &n) || n < 1 || n > played) {
        alibi_text_format(reply, "error: expected undo N, of %zu tokens played", played);
        return;
    }
    alibi_session_undo(referee->session, (size_t)n);
    alibi_text_str(reply, "ok");
}

static void do_state(struct alibi_referee *referee, struct alibi_words args,
                     struct alibi_text *reply)
{
    (void)args;
    alibi_json_print(reply, alibi_session_state(referee->session));
}

static void do_view(struct alibi_referee *referee, struct alibi_words args,
                    struct alibi_text *reply)
{
    struct alibi_words who = alibi_words_next(&args);
    struct alibi_view view;
    enum alibi_viewer viewer;

    if (!alibi_viewer_parse(&viewer, who.text, who.len) || !alibi_words_end(args)) {
        alibi_command_error(reply, "expected view jack, view detective or view public");
        return;
    }
    alibi_session_view(referee->session, viewer, &view);
    alibi_json_print(reply, &view.seen);
}

static void do_perft(struct alibi_referee *referee, struct alibi_words args,
                     struct alibi_text *reply)
{
    uint64_t depth;

    if (alibi_words_end(args) || !read_number(args, 0, &depth) || depth > PERFT_MAX) {
        alibi_command_error(reply, "expected perft N, N from 0 to 20");
        return;
    }
    alibi_text_format(reply, "%" PRIu64,
                      alibi_perft(alibi_session_state(referee->session), (int)depth));
}

static void do_position(struct alibi_referee *referee, struct alibi_words args,
                        struct alibi_text *reply)
{
    (void)args;
    alibi_position_print(reply, alibi_session_state(referee->session));
}

static void do_load(struct alibi_referee *referee, struct alibi_words args,
                    struct alibi_text *reply)
{
    struct alibi_state s;
    struct alibi_error err;

    if (args.len) { /* skip the space after the command */
        args.text++;
        args.len--;
    }
    if (alibi_position_parse(&s, args.text, args.len, &err)) {
        alibi_text_format(reply, "error: column %zu: %s", err.offset + 1, err.text);
        return;
    }
    if (s.game != referee->game || s.hides) {
        alibi_text_format(reply, "error: expected a position of %s without hidden cards",
                          referee->game->name);
        return;
    }
    restart(referee, &s, reply);
}

static void do_record(struct alibi_referee *referee, struct alibi_words args,
                      struct alibi_text *reply)
{
    struct alibi_record *record;

    (void)args;
    if (alibi_session_record(referee->session, ALIBI_AS_TRUTH, &record) != ALIBI_OK) {
        alibi_command_error(reply, "out of memory");
        return;
    }
    alibi_record_print(reply, record);
    alibi_text_char(reply, '.');
    alibi_record_free(record);
}

static const struct {
    const char *name;
    void (*run)(struct alibi_referee *referee, struct alibi_words args,
                struct alibi_text *reply);
    bool takes_arguments;
} command[] = {
    {"do", do_do, true},          {"legal", do_legal, false}, {"load", do_load, true},
    {"new", do_new, true},        {"perft", do_perft, true},  {"position", do_position, false},
    {"record", do_record, false}, {"state", do_state, false}, {"undo", do_undo, true},
    {"view", do_view, true},
};

bool alibi_referee_answer(struct alibi_referee *referee, const char *line, size_t len,
                          struct alibi_text *reply)
{
    struct alibi_words args, name;

    if (!alibi_command_begin(&args, line, len, reply))
        return true;
    name = alibi_words_next(&args);
    for (size_t i = 0; i < sizeof command / sizeof command[0]; i++) {
        if (!alibi_words_are(name, command[i].name))
            continue;
        if (!command[i].takes_arguments && !alibi_words_end(args))
            alibi_command_error(reply, "expected no argument");
        else
            command[i].run(referee, args, reply);
        return true;
    }
    if (alibi_words_are(name, "quit") && alibi_words_end(args))
        return false;
    alibi_command_error(
        reply, "expected new, legal, do, undo, state, view, perft, position, load, record "
               "or quit");
    return true;
}
