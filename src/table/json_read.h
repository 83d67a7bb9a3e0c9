/* Reading JSON strictly, in place: a text is checked whole, and then values are found in it by
 * looking again. Nothing is allocated; what is asked for is small.
 *
 * Refused are, beside what is no JSON: a member twice, invalid UTF-8, a NUL, and what nothing
 * of ours has: names longer than JSON_NAME_SIZE - 1 bytes, more than JSON_DEPTH_MAX values
 * inside each other. */
#ifndef TABLE_JSON_READ_H
#define TABLE_JSON_READ_H

#include <alibi/error.h>
#include <stdbool.h>
#include <stdint.h>

enum { JSON_NAME_SIZE = 64, JSON_DEPTH_MAX = 16 };

enum json_kind {
    JSON_NONE, /* not there */
    JSON_OBJECT,
    JSON_LIST,
    JSON_TEXT,
    JSON_NUMBER,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL,
};

/* A value inside a text that json_parse has accepted; `at` is NULL for none. */
struct json {
    const char *at;
};

/* Checks all of TEXT; what it is goes into ROOT, which points into TEXT. An object has at most
 * so many MEMBERS: each is compared with those before it. */
int json_parse(struct json *root, const char *text, size_t len, int members,
               struct alibi_error *err);

enum json_kind json_kind(struct json value);

/* The bytes from where a value begins to its end. */
size_t json_length(struct json value);

/* The member NAME of OBJECT; none if it is no object or has no such member. */
struct json json_member(struct json object, const char *name);

/* The elements of a list or the members of an object, from the first (BEFORE: none) to none.
 * The name of a member goes into NAME, which may be NULL. */
struct json json_next(struct json parent, struct json before, char name[JSON_NAME_SIZE]);

/* The bytes of a text into OUT with a NUL behind them; how many, or -1 if it is no text or
 * needs more than SIZE bytes. */
long json_read_text(struct json value, char *out, size_t size);

/* A whole number from 0 to 2^53; false for anything else. */
bool json_read_number(struct json value, uint64_t *out);

#endif
