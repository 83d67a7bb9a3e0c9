/* Damaged records: a record that was cut off or changed is refused with an offset inside the
 * text, or parses to a record that prints and parses again. */
#ifndef DAMAGE_H
#define DAMAGE_H

#include "records.h"

/* LEN bytes of TEXT are refused with an offset inside the text, or parse to a record that
 * prints and parses again. */
static inline void check_damaged(const char *text, size_t len)
{
    struct alibi_record *record = NULL;
    struct alibi_error err = {.text = ""};
    char *printed;

    if (alibi_record_parse(&record, text, len, &err) != ALIBI_OK) {
        CHECK(err.offset <= len && err.text[0] && !strchr(err.text, '\n'), "%.*s", (int)len,
              text);
        return;
    }
    printed = print(record);
    alibi_record_free(record);
    record = parse(printed);
    free(printed);
    alibi_record_free(record);
}

/* The tokens of PART are the first ones of WHOLE. */
static inline void check_prefix(const struct alibi_record *part,
                                const struct alibi_record *whole)
{
    CHECK(alibi_record_length(part) <= alibi_record_length(whole), "%zu tokens",
          alibi_record_length(part));
    for (size_t i = 0; i < alibi_record_length(part); i++)
        assert_string_equal(alibi_record_token(part, i), alibi_record_token(whole, i));
}

/* Cuts TEXT off everywhere. Without a Result, most prefixes are records of unfinished games. */
static inline void check_truncated(const char *text)
{
    struct alibi_record *whole = parse(text);
    int unfinished = 0;

    for (size_t len = 0; len < strlen(text); len++) {
        /* A copy of exactly this length, so that sanitizers notice reads past its end. */
        char *copy = malloc(len ? len : 1);
        struct alibi_record *part = NULL;

        assert_non_null(copy);
        memcpy(copy, text, len);
        check_damaged(copy, len);
        if (alibi_record_parse(&part, copy, len, NULL) == ALIBI_OK) {
            check_prefix(part, whole);
            unfinished++;
        }
        alibi_record_free(part);
        free(copy);
    }
    CHECK(unfinished > 1, "%s", text);
    alibi_record_free(whole);
}

/* Every byte of TEXT replaced by others, left out and doubled. STEP is 1 for all of the others,
 * N for one in N, where following the game takes long. */
static inline void check_changed(const char *text, size_t step)
{
    static const char other[] = " \n\r\t[]{}\"\\?=:.1>!aAX~\x7f\x80\xff"; /* and a NUL */
    size_t len = strlen(text);
    char *copy = malloc(len + 2);

    assert_non_null(copy);
    for (size_t at = 0; at < len; at++) {
        memcpy(copy, text, len + 1);
        for (size_t k = at % step; k < sizeof other; k += step) {
            copy[at] = other[k];
            check_damaged(copy, len);
        }
        memcpy(copy + at, text + at + 1, len - at);
        check_damaged(copy, len - 1);
        memcpy(copy, text, at + 1);
        memcpy(copy + at + 1, text + at, len - at);
        check_damaged(copy, len + 1);
    }
    free(copy);
}

#endif
