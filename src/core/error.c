/* Fills an alibi_error: puts the arguments into the English sentence and keeps them beside it;
 * and finds the line of an offset. */
#include <alibi/error.h>
#include <alibi/text.h>
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The bytes of the placeholder that begins here, "{exit}" or "{*thing}"; 0 if none does. */
static size_t placeholder(const char *text)
{
    size_t before = text[0] != '{' ? 0 : text[1] == '*' ? 2 : 1;
    size_t n = before ? strspn(text + before, "abcdefghijklmnopqrstuvwxyz") : 0;

    return n > 0 && text[before + n] == '}' ? before + n + 1 : 0;
}

/* ARG in English: one of the refusal's words, or ARG itself. */
static const char *in_english(const struct alibi_refusal *refusal, const char *arg)
{
    for (const struct alibi_word *w = refusal->words; w && w->code; w++)
        if (strcmp(w->code, arg) == 0)
            return w->english;
    return arg;
}

/* Writes the sentence and keeps its arguments. */
static void fill(struct alibi_error *err, struct alibi_text *text, const char *const *with)
{
    for (const char *c = err->refusal->english; *c; c++) {
        size_t len = placeholder(c);
        struct alibi_text kept;

        if (len == 0) {
            alibi_text_char(text, *c);
            continue;
        }
        assert(with && with[err->n_args] && err->n_args < ALIBI_ARGS_MAX);
        alibi_text_str(text, c[1] == '*' ? in_english(err->refusal, with[err->n_args])
                                         : with[err->n_args]);
        kept = alibi_text_in(err->arg[err->n_args], sizeof err->arg[0]);
        alibi_text_str(&kept, with[err->n_args++]);
        c += len - 1;
    }
    assert(!with || !with[err->n_args]);
}

int alibi_refuse_by(struct alibi_error *err, enum alibi_status status, size_t offset,
                    const struct alibi_refusal *refusal, const char *rule,
                    const char *const *with)
{
    if (err) {
        struct alibi_text text = alibi_text_in(err->text, sizeof err->text);

        err->status = status;
        err->offset = offset;
        err->refusal = refusal;
        err->rule = rule;
        err->n_args = 0;
        if (rule)
            alibi_text_format(&text, "%s: ", rule);
        fill(err, &text, with);
    }
    return status;
}

int alibi_refuse(struct alibi_error *err, enum alibi_status status, size_t offset,
                 const struct alibi_refusal *refusal, const char *const *with)
{
    return alibi_refuse_by(err, status, offset, refusal, refusal->rule, with);
}

void alibi_forbid(struct alibi_error *err, const struct alibi_refusal *refusal,
                  const char *const *with)
{
    (void)alibi_refuse(err, ALIBI_BAD_MOVE, 0, refusal, with);
}

struct alibi_number alibi_number(size_t n)
{
    struct alibi_number number;
    struct alibi_text text = alibi_text_in(number.text, sizeof number.text);

    alibi_text_format(&text, "%zu", n);
    return number;
}

bool alibi_refusal_arg(const struct alibi_refusal *refusal, int i, char name[ALIBI_NAME_SIZE])
{
    for (const char *c = refusal->english; *c; c++) {
        size_t len = placeholder(c);

        if (len && i-- == 0) {
            struct alibi_text text = alibi_text_in(name, ALIBI_NAME_SIZE);
            size_t before = c[1] == '*' ? 2 : 1;

            alibi_text_bytes(&text, c + before, len - before - 1);
            assert(text.len < text.cap);
            return true;
        }
    }
    return false;
}

int alibi_fail(struct alibi_error *err, enum alibi_status status, size_t offset,
               const char *format, ...)
{
    va_list args;

    if (err) {
        err->status = status;
        err->offset = offset;
        err->refusal = NULL;
        err->rule = NULL;
        err->n_args = 0;
        va_start(args, format);
        (void)vsnprintf(err->text, sizeof err->text, format, args);
        va_end(args);
    }
    return status;
}

void alibi_locate(const char *text, size_t offset, size_t *line, size_t *column)
{
    *line = 1;
    *column = 1;
    for (size_t i = 0; i < offset; i++) {
        if (text[i] == '\n') {
            ++*line;
            *column = 1;
        } else {
            ++*column;
        }
    }
}
