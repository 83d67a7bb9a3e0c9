/* What the tests of records share: reading, printing, small records of the null game. */
#ifndef RECORDS_H
#define RECORDS_H

#include "unit.h"

#include <alibi/record.h>

/* The record as text; free it. */
static inline char *print(const struct alibi_record *record)
{
    char nothing[1];
    struct alibi_text text = alibi_text_in(nothing, sizeof nothing);
    char *buf;

    alibi_record_print(&text, record);
    buf = malloc(text.len + 1);
    assert_non_null(buf);
    text = alibi_text_in(buf, text.len + 1);
    alibi_record_print(&text, record);
    assert_int_equal(strlen(buf), text.len);
    return buf;
}

static inline struct alibi_record *parse(const char *text)
{
    struct alibi_record *record = NULL;
    struct alibi_error err = {.text = ""};

    CHECK(alibi_record_parse(&record, text, strlen(text), &err) == ALIBI_OK, "%s at %zu of\n%s",
          err.text, err.offset, text);
    return record;
}

/* LEN bytes of TEXT are refused, and no record is returned. */
static inline int refuse(const char *text, size_t len, struct alibi_error *err)
{
    static struct alibi_record *const untouched = (struct alibi_record *)&untouched;
    struct alibi_record *record = untouched;
    int status;

    *err = (struct alibi_error){.text = ""};
    status = alibi_record_parse(&record, text, len, err);
    CHECK(status != ALIBI_OK, "accepted: %.*s", (int)len, text);
    CHECK(status == (int)err->status && err->text[0] && err->offset <= len, "%.*s", (int)len,
          text);
    CHECK(record == untouched, "%.*s", (int)len, text);
    CHECK(alibi_record_parse(&record, text, len, NULL) == status, "%.*s", (int)len, text);
    CHECK(record == untouched, "%.*s", (int)len, text);
    return status;
}

struct refused {
    const char *text;
    enum alibi_status status;
    size_t line, column;
    const char *reason;
};

static inline void check_refused(const struct refused *row, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct alibi_error err;
        size_t line, column;
        int status = refuse(row[i].text, strlen(row[i].text), &err);

        alibi_locate(row[i].text, err.offset, &line, &column);
        CHECK(status == (int)row[i].status, "%d: %s in\n%s", status, err.text, row[i].text);
        CHECK(line == row[i].line && column == row[i].column, "%zu:%zu: %s in\n%s", line,
              column, err.text, row[i].text);
        CHECK(strncmp(err.text, row[i].reason, strlen(row[i].reason)) == 0, "%s in\n%s",
              err.text, row[i].text);
    }
}

#define N              "[Game \"null\"]\n"
#define V(view)        N "[View \"" view "\"]\n"
#define POSITION(rest) "[Position \"null " rest "\"]\n"
#define AT_2_1(jack, drew, mine)                                                               \
    POSITION("round=2 slot=1 witness=visible suspects=AA,BB,CC jack=" jack " jack-drew=" drew  \
             " detective-drew=" mine " result=- lit=AA,BB drawing=no")
#define X10 "xxxxxxxxxx"
#define X40 X10 X10 X10 X10

#endif
