/* A checker, and finders that rely on what it has checked. */
#include "json_read.h"

#include "request_refusals.h"

#include <string.h>

/* --- Checking --- */

struct scan {
    const char *text, *at, *end;
    int members;
    struct alibi_error *err;
};

/* Something else is expected where the scan stands. */
static bool fail(struct scan *in)
{
    size_t offset = (size_t)(in->at - in->text);

    (void)alibi_refuse(in->err, ALIBI_BAD_TEXT, offset, &request_no.json_syntax.why,
                       ALIBI_WITH(alibi_number(offset).text));
    return false;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void skip_space(struct scan *in)
{
    while (in->at < in->end && is_space(*in->at))
        in->at++;
}

/* Takes C, or does not. */
static bool take(struct scan *in, char c)
{
    if (in->at == in->end || *in->at != c)
        return false;
    in->at++;
    return true;
}

static int hex_digit(char c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Four digits; -1 if they are not there. */
static long read_hex(const char *at, const char *end)
{
    long code = 0;

    if (end - at < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        if (hex_digit(at[i]) < 0)
            return -1;
        code = 16 * code + hex_digit(at[i]);
    }
    return code;
}

/* The character after "\u" at AT, which may take two escapes; 0, which is not allowed, if there
 * is none. *N is how many bytes it took. */
static uint32_t read_escape(const char *at, const char *end, size_t *n)
{
    long code = read_hex(at, end), low;

    *n = 4;
    if (code < 0xd800 || code > 0xdfff)
        return code > 0 ? (uint32_t)code : 0;
    if (code > 0xdbff || end - at < 6 || at[4] != '\\' || at[5] != 'u')
        return 0;
    low = read_hex(at + 6, end);
    *n = 10;
    if (low < 0xdc00 || low > 0xdfff)
        return 0;
    return 0x10000 + ((uint32_t)(code - 0xd800) << 10) + (uint32_t)(low - 0xdc00);
}

/* Bytes of the character at AT in UTF-8; 0 if it is none, or written longer than it is. */
static size_t utf8_length(const char *at, const char *end)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)*at;
    size_t n = first < 0x80             ? 1
               : (first & 0xe0) == 0xc0 ? 2
               : (first & 0xf0) == 0xe0 ? 3
               : (first & 0xf8) == 0xf0 ? 4
                                        : 0;
    uint32_t code = n == 1 ? first : first & (0x7fU >> n);

    if (n == 0 || (size_t)(end - at) < n)
        return 0;
    for (size_t i = 1; i < n; i++) {
        if (((unsigned char)at[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | ((unsigned char)at[i] & 0x3f);
    }
    if (code < least[n] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
        return 0;
    return n;
}

/* The rest of an escape, of which the backslash has been taken. */
static bool check_escape(struct scan *in)
{
    size_t n;

    if (in->at == in->end)
        return fail(in);
    if (take(in, 'u')) {
        if (!read_escape(in->at, in->end, &n))
            return fail(in);
        in->at += n;
        return true;
    }
    if (!strchr("\"\\/bfnrt", *in->at) || !*in->at)
        return fail(in);
    in->at++;
    return true;
}

static bool check_text(struct scan *in)
{
    if (!take(in, '"'))
        return fail(in);
    while (!take(in, '"')) {
        size_t n;

        if (in->at == in->end)
            return fail(in);
        if ((unsigned char)*in->at < 0x20)
            return fail(in);
        if (take(in, '\\')) {
            if (!check_escape(in))
                return false;
            continue;
        }
        n = utf8_length(in->at, in->end);
        if (n == 0)
            return fail(in);
        in->at += n;
    }
    return true;
}

static bool check_digits(struct scan *in)
{
    if (in->at == in->end || !is_digit(*in->at))
        return fail(in);
    while (in->at < in->end && is_digit(*in->at))
        in->at++;
    return true;
}

static bool check_number(struct scan *in)
{
    (void)take(in, '-');
    if (!take(in, '0') && !check_digits(in))
        return false;
    if (take(in, '.') && !check_digits(in))
        return false;
    if (take(in, 'e') || take(in, 'E')) {
        if (!take(in, '+'))
            (void)take(in, '-');
        return check_digits(in);
    }
    return true;
}

static bool check_word(struct scan *in, const char *word)
{
    size_t n = strlen(word);

    if ((size_t)(in->end - in->at) < n || memcmp(in->at, word, n) != 0)
        return fail(in);
    in->at += n;
    return true;
}

static bool check_value(struct scan *in, int depth);

/* A member whose name none of the N before it in OBJECT has. */
static bool check_member(struct scan *in, const char *object, int n, int depth)
{
    struct json name = {in->at}, parent = {object}, before = {NULL};
    const char *begun = in->at;
    char own[JSON_NAME_SIZE], other[JSON_NAME_SIZE];

    if (!check_text(in))
        return false;
    if (json_read_text(name, own, sizeof own) < 0) {
        in->at = begun;
        return fail(in);
    }
    for (int i = 0; i < n; i++) {
        before = json_next(parent, before, other);
        if (strcmp(own, other) != 0)
            continue;
        in->at = begun;
        return fail(in);
    }
    skip_space(in);
    if (!take(in, ':'))
        return fail(in);
    return check_value(in, depth);
}

/* An object or list that ends with CLOSE, of which the first bracket has been taken. */
static bool check_inside(struct scan *in, char close, int depth)
{
    const char *object = in->at - 1;

    skip_space(in);
    if (take(in, close))
        return true;
    for (int n = 0;; n++) {
        skip_space(in);
        if (close == '}' && n == in->members)
            return fail(in);
        if (close == '}' ? !check_member(in, object, n, depth) : !check_value(in, depth))
            return false;
        skip_space(in);
        if (take(in, close))
            return true;
        if (!take(in, ','))
            return fail(in);
    }
}

/* The recursion ends at JSON_DEPTH_MAX. */
static bool check_value(struct scan *in, int depth)
{
    skip_space(in);
    if (in->at == in->end)
        return fail(in);
    switch (*in->at) {
    case '{':
    case '[':
        if (depth == JSON_DEPTH_MAX)
            return fail(in);
        in->at++;
        return check_inside(in, in->at[-1] == '{' ? '}' : ']', depth + 1);
    case '"':
        return check_text(in);
    case 't':
        return check_word(in, "true");
    case 'f':
        return check_word(in, "false");
    case 'n':
        return check_word(in, "null");
    default:
        return check_number(in);
    }
}

int json_parse(struct json *root, const char *text, size_t len, int members,
               struct alibi_error *err)
{
    struct scan in = {text, text, text + len, members, err};

    skip_space(&in);
    root->at = in.at;
    if (!check_value(&in, 0))
        return ALIBI_BAD_TEXT;
    skip_space(&in);
    if (in.at < in.end) {
        (void)fail(&in);
        return ALIBI_BAD_TEXT;
    }
    return ALIBI_OK;
}

/* --- Finding: the text is known to be right --- */

enum json_kind json_kind(struct json value)
{
    if (!value.at)
        return JSON_NONE;
    switch (*value.at) {
    case '{':
        return JSON_OBJECT;
    case '[':
        return JSON_LIST;
    case '"':
        return JSON_TEXT;
    case 't':
        return JSON_TRUE;
    case 'f':
        return JSON_FALSE;
    case 'n':
        return JSON_NULL;
    default:
        return JSON_NUMBER;
    }
}

static const char *after_text(const char *at)
{
    for (at++; *at != '"'; at++)
        at += *at == '\\';
    return at + 1;
}

static const char *after_value(const char *at)
{
    int depth = 0;

    do {
        if (*at == '"') {
            at = after_text(at);
            continue;
        }
        depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
        at++;
    } while (depth > 0);
    /* The rest of a number or a word. */
    if (is_digit(at[-1]) || at[-1] == '-' || (at[-1] >= 'a' && at[-1] <= 'z'))
        while (is_digit(*at) || (*at >= 'a' && *at <= 'z') || *at == 'E' || *at == '.' ||
               *at == '+' || *at == '-')
            at++;
    return at;
}

size_t json_length(struct json value)
{
    return (size_t)(after_value(value.at) - value.at);
}

struct json json_next(struct json parent, struct json before, char name[JSON_NAME_SIZE])
{
    const char *at = before.at ? after_value(before.at) : parent.at + 1;
    struct json none = {NULL}, found;

    while (is_space(*at) || *at == ',')
        at++;
    if (*at == '}' || *at == ']')
        return none;
    found.at = at;
    if (*parent.at != '{')
        return found;
    if (name)
        (void)json_read_text(found, name, JSON_NAME_SIZE);
    for (at = after_text(at); is_space(*at) || *at == ':';)
        at++;
    found.at = at;
    return found;
}

struct json json_member(struct json object, const char *name)
{
    struct json found = {NULL};
    char other[JSON_NAME_SIZE];

    if (json_kind(object) != JSON_OBJECT)
        return found;
    do
        found = json_next(object, found, other);
    while (found.at && strcmp(other, name) != 0);
    return found;
}

/* CODE in UTF-8; how many bytes. */
static size_t write_utf8(char out[4], uint32_t code)
{
    size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

    for (size_t i = n; i-- > 1; code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)(n == 1 ? code : (0xf00U >> n & 0xff) | code);
    return n;
}

/* The character at *AT, which may be an escape, as UTF-8; how many bytes. */
static size_t read_character(const char **at, char out[4])
{
    static const char escape[] = "\"\\/bfnrt", meaning[] = "\"\\/\b\f\n\r\t";
    size_t n;

    if (**at != '\\') {
        out[0] = *(*at)++;
        return 1;
    }
    ++*at;
    if (**at == 'u') {
        uint32_t code = read_escape(*at + 1, *at + 11, &n);

        *at += 1 + n;
        return write_utf8(out, code);
    }
    out[0] = meaning[strchr(escape, *(*at)++) - escape];
    return 1;
}

long json_read_text(struct json value, char *out, size_t size)
{
    size_t len = 0;

    if (json_kind(value) != JSON_TEXT)
        return -1;
    for (const char *at = value.at + 1; *at != '"';) {
        char bytes[4];
        size_t n = read_character(&at, bytes);

        if (len + n >= size)
            return -1;
        memcpy(out + len, bytes, n);
        len += n;
    }
    out[len] = '\0';
    return (long)len;
}

bool json_read_number(struct json value, uint64_t *out)
{
    const uint64_t most = (uint64_t)1 << 53;
    const char *end;
    uint64_t n = 0;

    if (json_kind(value) != JSON_NUMBER)
        return false;
    for (end = after_value(value.at); value.at < end; value.at++) {
        if (!is_digit(*value.at) || n > most)
            return false;
        n = 10 * n + (uint64_t)(*value.at - '0');
    }
    *out = n;
    return n <= most;
}
