/* The text bridge between the engine and JavaScript. */
#include "bridge.h"

#include <alibi/referee.h>
#include <string.h>

static char input[ALIBI_COMMAND_MAX + 2], output[ALIBI_REPLY_MAX];
static struct alibi_referee *open_game;

char *bridge_input(void)
{
    return input;
}

size_t bridge_input_size(void)
{
    return sizeof input;
}

char *bridge_output(void)
{
    return output;
}

struct alibi_text bridge_reply(void)
{
    return alibi_text_in(output, sizeof output);
}

/* Puts "error: WHAT" into the output; returns its length. */
size_t bridge_refuse(const char *what)
{
    struct alibi_text reply = bridge_reply();

    alibi_text_str(&reply, "error: ");
    alibi_text_str(&reply, what);
    return strlen(output);
}

size_t bridge_games(void)
{
    struct alibi_text list = bridge_reply();

    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        alibi_text_format(&list, "game\t%s\t%s\n", (*g)->name, (*g)->title);
        for (int i = 0; i < (*g)->n_options; i++) {
            const struct alibi_option *o = &(*g)->option[i];

            alibi_text_format(&list, "option\t%s\t", o->name);
            for (int v = 0; o->values[v]; v++)
                alibi_text_format(&list, "%s%s", v ? "," : "", o->values[v]);
            alibi_text_format(&list, "\t%s\n", o->about);
        }
    }
    return strlen(output);
}

/* The length of the word that begins at input[AT], and moves AT to the next word. */
static size_t take_word(size_t *at, size_t len)
{
    size_t begin = *at, end = begin;

    while (end < len && input[end] != ' ')
        end++;
    for (*at = end; *at < len && input[*at] == ' ';)
        ++*at;
    return end - begin;
}

/* Not alibi_game_find: the input may hold a NUL, behind which a name would go unread. */
static const struct alibi_game *find_game(const char *name, size_t len)
{
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        if (strlen((*g)->name) == len && memcmp((*g)->name, name, len) == 0)
            return *g;
    return NULL;
}

size_t bridge_open(size_t len)
{
    const struct alibi_game *game;
    uint8_t option[ALIBI_OPTIONS_MAX] = {0};
    struct alibi_referee *referee;
    struct alibi_error err;
    size_t at = 0;

    if (len > ALIBI_COMMAND_MAX)
        return bridge_refuse("expected a line of at most 65536 bytes");
    game = find_game(input, take_word(&at, len));
    if (!game)
        return bridge_refuse("expected the name of a game");
    while (at < len) {
        const char *word = input + at;

        if (alibi_option_parse(option, game, word, take_word(&at, len), &err) != ALIBI_OK)
            return bridge_refuse(err.text);
    }
    if (alibi_referee_new(&referee, game, option) != ALIBI_OK)
        return bridge_refuse("out of memory");
    bridge_close();
    open_game = referee;
    memcpy(output, "ok", sizeof "ok");
    return strlen(output);
}

int bridge_send(size_t len)
{
    struct alibi_text reply = bridge_reply();

    if (!open_game)
        return (int)bridge_refuse("expected an open game");
    if (len > sizeof input)
        len = sizeof input; /* too long all the same, and the referee says so */
    if (!alibi_referee_answer(open_game, input, len, &reply)) {
        bridge_close();
        return BRIDGE_QUIT;
    }
    /* Not reply.len, which counts what was wanted: the program, too, writes what fitted. */
    return (int)strlen(output);
}

void bridge_close(void)
{
    alibi_referee_free(open_game);
    open_game = NULL;
}

#ifdef __wasi__
#include <assert.h>
#include <stdio.h>

/* A failed assertion leaves its message in the output and traps. libc's own would write it to
 * standard error, which a page does not have, and make the module need imports for that. */
_Noreturn void __assert_fail(const char *expression, const char *file, int line,
                             const char *function)
{
    (void)snprintf(output, sizeof output, "assertion failed: %s:%d: %s: %s", file, line,
                   function, expression);
    __builtin_trap();
}
#endif
