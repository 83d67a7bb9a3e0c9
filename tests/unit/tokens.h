/* Tables of tokens: how each viewer reads one, which are refused and why, the path of a move,
 * the lines of a scene. Rows of null are in tests/unit, those of a game with its rules. */
#ifndef TOKENS_H
#define TOKENS_H

#include "unit.h"

/* TOKEN, legal after TOKENS, as Jack, the Detective, the truth and the public read it. */
struct read_token {
    const char *game, *tokens, *token, *read[4];
};

static inline void check_token_print(const struct read_token *row, size_t n)
{
    static const enum alibi_viewer viewer[] = {ALIBI_AS_JACK, ALIBI_AS_DETECTIVE,
                                               ALIBI_AS_TRUTH, ALIBI_AS_PUBLIC};

    for (size_t i = 0; i < n; i++) {
        struct alibi_state s = unit_play(row[i].game, row[i].tokens);
        alibi_move m;

        assert_int_equal(alibi_token_parse(&m, &s, row[i].token, strlen(row[i].token), NULL),
                         0);
        for (unsigned k = 0; k < COUNT(viewer); k++) {
            char buf[ALIBI_TOKEN_MAX];
            struct alibi_text text = alibi_text_in(buf, sizeof buf);

            alibi_token_print(&text, &s, m, viewer[k]);
            CHECK(strcmp(buf, row[i].read[k]) == 0, "row %zu viewer %u: %s", i, k, buf);
        }
    }
}

/* TOKEN after TOKENS: its status, and the beginning of the REASON if it is refused. */
struct parsed_token {
    const char *game, *tokens, *token;
    int status;
    size_t offset;
    const char *reason;
};

/* A refused token leaves the move untouched. */
static inline void check_token_parse(const struct parsed_token *row, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct alibi_state s = unit_play(row[i].game, row[i].tokens);
        struct alibi_error err = {.text = ""};
        alibi_move m = 0x12345678;
        size_t len = strlen(row[i].token);

        CHECK(alibi_token_parse(&m, &s, row[i].token, len, &err) == row[i].status,
              "row %zu: %s", i, err.text);
        CHECK(err.offset == row[i].offset, "row %zu: %zu", i, err.offset);
        CHECK(strncmp(err.text, row[i].reason, strlen(row[i].reason)) == 0, "row %zu: %s", i,
              err.text);
        CHECK((m == 0x12345678) == (row[i].status != ALIBI_OK), "row %zu", i);
        CHECK(alibi_is_legal(&s, m) == (row[i].status == ALIBI_OK), "row %zu", i);
        CHECK(alibi_token_parse(&m, &s, row[i].token, len, NULL) == row[i].status, "row %zu",
              i);
    }
}

/* The path of TOKEN after TOKENS: "g12 g10". */
struct led_path {
    const char *game, *tokens, *token, *path;
};

static inline void check_paths(const struct led_path *row, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct alibi_state s = unit_play(row[i].game, row[i].tokens);
        uint8_t path[ALIBI_PATH_MAX];
        alibi_move m;
        char buf[200] = "";
        struct alibi_text text = alibi_text_in(buf, sizeof buf);
        int places;

        assert_int_equal(alibi_token_parse(&m, &s, row[i].token, strlen(row[i].token), NULL),
                         ALIBI_OK);
        places = s.game->path(&s, m, path);
        for (int k = 0; k < places; k++)
            alibi_text_format(&text, "%s%s", k ? " " : "", s.game->place[path[k]].name);
        CHECK(strcmp(buf, row[i].path) == 0, "%s %s: %s", row[i].game, row[i].token, buf);
    }
}

/* The lines of the scene after TOKENS: "beam-j13-g10". */
struct drawn_strokes {
    const char *game, *tokens, *strokes;
};

static inline void check_strokes(const struct drawn_strokes *row, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct alibi_state s = unit_play(row[i].game, row[i].tokens);
        static struct alibi_scene scene;
        char buf[200] = "";
        struct alibi_text text = alibi_text_in(buf, sizeof buf);

        s.game->scene(&scene, &s);
        for (int k = 0; k < scene.n_strokes; k++)
            alibi_text_format(&text, "%s%s-%s-%s", k ? " " : "", scene.stroke[k].symbol,
                              s.game->place[scene.stroke[k].from].name,
                              s.game->place[scene.stroke[k].to].name);
        CHECK(strcmp(buf, row[i].strokes) == 0, "%s %s: %s", row[i].game, row[i].tokens, buf);
    }
}

#endif
