/* Position lines with edited fields: which are refused, where and why, and which print back. */
#ifndef EDIT_H
#define EDIT_H

#include "unit.h"

/* The value of KEY in LINE; the beginning of the line for "". */
static inline size_t value_at(const char *line, const char *key)
{
    size_t len = strlen(key);

    for (const char *at = line; (at = strchr(at, ' ')); at++)
        if (strncmp(at + 1, key, len) == 0 && at[1 + len] == '=')
            return (size_t)(at - line) + len + 2;
    CHECK(*key == '\0', "no field %s in %s", key, line);
    return 0;
}

/* LINE with other values for some fields, "slot=2 due=move"; valid until the next call. */
static inline const char *edit(const char *line, const char *edits)
{
    static char out[2][ALIBI_LINE_MAX];
    int turn = 0;

    while (*(edits += strspn(edits, " "))) {
        size_t len = strcspn(edits, " "), key_len = strcspn(edits, "=");
        struct alibi_text text = alibi_text_in(out[turn], sizeof out[turn]);
        size_t start;
        char key[20] = "";

        assert_true(key_len < len && key_len < sizeof key);
        memcpy(key, edits, key_len);
        start = value_at(line, key);
        alibi_text_format(&text, "%.*s%.*s%s", (int)start, line, (int)(len - key_len - 1),
                          edits + key_len + 1, line + start + strcspn(line + start, " "));
        assert_true(text.len < text.cap);
        line = out[turn];
        turn = !turn;
        edits += len;
    }
    return line;
}

/* An edit that spoils a good line; the error is EXTRA bytes into the value of FIELD. */
struct bad {
    const char *base, *edits, *field;
    int extra;
    const char *reason;
};

static inline void check_bad(const struct bad *row, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *line = edit(row[i].base, row[i].edits);
        struct alibi_error err = {.text = ""};
        struct alibi_state s;
        int status = alibi_position_parse(&s, line, strlen(line), &err), at;

        CHECK(status == ALIBI_BAD_TEXT || status == ALIBI_BAD_POSITION, "row %zu: %s: %s", i,
              row[i].edits, line);
        CHECK(strncmp(err.text, row[i].reason, strlen(row[i].reason)) == 0,
              "row %zu: %s: %s, not %s", i, row[i].edits, err.text, row[i].reason);
        at = (int)value_at(line, row[i].field) + row[i].extra;
        CHECK((int)err.offset == at, "row %zu: %s: %s at %zu, not %d", i, row[i].edits,
              err.text, err.offset, at);
    }
}

/* LINE is accepted and prints back to the same bytes. */
static inline struct alibi_state check_good(const char *line)
{
    struct alibi_state s = unit_position(line);
    char again[ALIBI_LINE_MAX];
    struct alibi_text text = alibi_text_in(again, sizeof again);

    alibi_position_print(&text, &s);
    CHECK(strcmp(again, line) == 0, "%s, not %s", again, line);
    return s;
}

/* The same for what every viewer sees of it; and the worlds of each view look like the view. */
static inline void check_views(const char *line)
{
    static const enum alibi_viewer viewer[] = {ALIBI_AS_JACK, ALIBI_AS_DETECTIVE,
                                               ALIBI_AS_PUBLIC};
    struct alibi_state s = check_good(line);

    for (size_t k = 0; k < COUNT(viewer); k++) {
        struct alibi_view view, again;
        char seen[ALIBI_LINE_MAX];
        struct alibi_text text = alibi_text_in(seen, sizeof seen);
        uint32_t deals;

        s.game->observe(&view, &s, viewer[k]);
        alibi_position_print(&text, &view.seen);
        (void)check_good(seen);
        deals = s.game->deals(&view);
        CHECK(deals > 0, "%s", seen);
        for (uint32_t i = 0; i < deals; i += 1 + deals / 50) {
            struct alibi_state dealt;

            s.game->deal(&dealt, &view, i);
            s.game->observe(&again, &dealt, viewer[k]);
            CHECK(memcmp(&again.seen, &view.seen, sizeof s) == 0, "deal %u of %s", (unsigned)i,
                  seen);
        }
    }
}

#endif
