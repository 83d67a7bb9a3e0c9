/* What the unit tests share: cmocka, sizes of tables, files of data.
 *
 * The tests are tables with a small loop each. CHECK names the row that fails, because the line
 * number of the loop would not tell. */
#ifndef UNIT_H
#define UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <alibi/game.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

/* Fails with a message that names the row of the table. */
#define CHECK(condition, ...)                                                                  \
    do {                                                                                       \
        if (!(condition)) {                                                                    \
            print_error("%s:%d: not so: %s\n  ", __FILE__, __LINE__, #condition);              \
            print_error(__VA_ARGS__);                                                          \
            print_error("\n");                                                                 \
            fail();                                                                            \
        }                                                                                      \
    } while (0)

/* The file tests/rules/GAME/NAME with a NUL at its end; free it. NULL if there is none. */
static inline char *unit_file(const struct alibi_game *game, const char *name, size_t *len)
{
    char path[1000];
    FILE *file;
    char *text;
    long size;

    (void)snprintf(path, sizeof path, "%s/%s/%s", RULES, game->name, name);
    file = fopen(path, "rb");
    if (!file)
        return NULL;
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    size = ftell(file);
    assert_true(size > 0);
    rewind(file);
    text = malloc((size_t)size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, file), size);
    text[size] = '\0';
    assert_int_equal(fclose(file), 0);
    *len = (size_t)size;
    return text;
}

/* Cuts the next line off *REST and returns it, NULL at the end of the file. */
static inline char *unit_line(char **rest)
{
    char *line = *rest, *end = line + strcspn(line, "\n");

    if (!*line)
        return NULL;
    *rest = *end ? end + 1 : end;
    *end = '\0';
    return line;
}

/* A state from its line, which must be good. */
static inline struct alibi_state unit_position(const char *line)
{
    struct alibi_state s;
    struct alibi_error err = {.text = ""};

    CHECK(alibi_position_parse(&s, line, strlen(line), &err) == ALIBI_OK, "%s in %s", err.text,
          line);
    return s;
}

/* The set-up of the game NAME, then TOKENS, with spaces between them, played. */
static inline struct alibi_state unit_play(const char *name, const char *tokens)
{
    const struct alibi_game *game = alibi_game_find(name);
    struct alibi_state s;

    assert_non_null(game);
    alibi_setup(&s, game, NULL);
    for (tokens += strspn(tokens, " "); *tokens; tokens += strspn(tokens, " ")) {
        size_t len = strcspn(tokens, " ");
        struct alibi_error err = {.text = ""};
        alibi_move m;

        CHECK(alibi_token_parse(&m, &s, tokens, len, &err) == ALIBI_OK, "%s at %s", err.text,
              tokens);
        game->apply(&s, m);
        tokens += len;
    }
    return s;
}

/* M as a token, for messages and comparisons; valid until the fourth call after this one. */
static inline const char *unit_token(const struct alibi_game *game, alibi_move m)
{
    static char token[4][ALIBI_TOKEN_MAX];
    static int next;
    struct alibi_text text = alibi_text_in(token[next = (next + 1) & 3], ALIBI_TOKEN_MAX);

    game->print(&text, m);
    assert_true(text.len < text.cap);
    return token[next];
}

#endif
