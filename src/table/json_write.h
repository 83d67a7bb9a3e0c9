/* Writing JSON: compact, into memory that grows, without a tree in between.
 *
 * A member or element is one call; a name is given inside objects and NULL inside lists. Commas
 * are put where they belong. Once memory has run out nothing is written any more, and json_take
 * says so, so that nobody has to ask after every call. */
#ifndef TABLE_JSON_WRITE_H
#define TABLE_JSON_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json_out {
    char *text; /* not ended by a NUL before json_take */
    size_t len, cap;
    uint32_t lists; /* bit per open bracket, the innermost lowest: whether it is a list */
    bool failed;
};

/* Opens an object or list; json_end closes the innermost one. */
void json_object(struct json_out *out, const char *name);
void json_list(struct json_out *out, const char *name);
void json_end(struct json_out *out);

/* A text of UTF-8, escaped as far as it must be; N bytes of one; NULL is written null. */
void json_text(struct json_out *out, const char *name, const char *text);
void json_bytes(struct json_out *out, const char *name, const char *text, size_t n);

void json_number(struct json_out *out, const char *name, int64_t number);
void json_bool(struct json_out *out, const char *name, bool value);
void json_null(struct json_out *out, const char *name);

/* N bytes that are a JSON value already. */
void json_raw(struct json_out *out, const char *name, const char *value, size_t n);

/* The whole text, ended by a NUL, which the caller frees, and its length; NULL without memory.
 * OUT is empty then, ready for another one. */
char *json_take(struct json_out *out, size_t *len);

#endif
