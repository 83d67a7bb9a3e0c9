/* The settings file, line by line. */
#include "settings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A piece of a text that is not ended by a zero. */
struct span {
    const char *at;
    size_t len;
};

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static struct span trim(struct span s)
{
    while (s.len > 0 && is_space(s.at[0]))
        s.at++, s.len--;
    while (s.len > 0 && is_space(s.at[s.len - 1]))
        s.len--;
    return s;
}

static bool is(struct span s, const char *word)
{
    return s.len == strlen(word) && memcmp(s.at, word, s.len) == 0;
}

bool settings_add_proxy(struct settings *s, const char *text, size_t len,
                        struct alibi_error *err)
{
    if (s->n_proxies == PROXIES_MAX) {
        (void)alibi_fail(err, ALIBI_BAD_TEXT, 0, "expected at most %d proxies", PROXIES_MAX);
        return false;
    }
    if (network_parse(&s->proxy[s->n_proxies], text, len)) {
        s->n_proxies++;
        return true;
    }
    (void)alibi_fail(err, ALIBI_BAD_TEXT, 0,
                     "expected a proxy such as 192.0.2.1 or 10.0.0.0/8");
    return false;
}

/* A whole number up to MOST. */
static bool read_number(struct span s, unsigned most, unsigned *out)
{
    unsigned n = 0;

    if (s.len == 0 || s.len > 7)
        return false;
    for (size_t i = 0; i < s.len; i++) {
        if (s.at[i] < '0' || s.at[i] > '9')
            return false;
        n = 10 * n + (unsigned)(s.at[i] - '0');
    }
    *out = n;
    return n <= most;
}

/* What has been read so far. */
struct reading {
    struct settings s;
    bool proxies; /* the file has some: they replace the others */
};

static bool read_setting(struct reading *r, struct span name, struct span value,
                         struct alibi_error *err)
{
    unsigned n;

    if (is(name, "rate") && read_number(value, 1000000, &n)) {
        r->s.rate = n;
    } else if (is(name, "streams") && read_number(value, 1000000, &n)) {
        r->s.streams = n;
    } else if (is(name, "keep") && read_number(value, 100000, &n)) {
        r->s.keep_days = n;
    } else if (is(name, "quiet") && (is(value, "yes") || is(value, "no"))) {
        r->s.quiet = is(value, "yes");
    } else if (is(name, "proxy")) {
        if (!r->proxies)
            r->s.n_proxies = 0;
        r->proxies = true;
        return settings_add_proxy(&r->s, value.at, value.len, err);
    } else {
        (void)alibi_fail(err, ALIBI_BAD_TEXT, 0,
                         "expected rate N, streams N, keep DAYS, quiet yes or no, or proxy "
                         "ADDRESS");
        return false;
    }
    return true;
}

bool settings_read(struct settings *s, const char *text, size_t len, struct alibi_error *err)
{
    struct reading r = {.s = *s};
    size_t number = 0;

    while (len > 0) {
        const char *end = memchr(text, '\n', len);
        struct span line = {text, end ? (size_t)(end - text) : len}, name;
        size_t used = line.len + (end ? 1 : 0);
        struct alibi_error why = {.text = ""};

        number++;
        line = trim(line);
        name = line;
        for (name.len = 0; name.len < line.len && !is_space(line.at[name.len]);)
            name.len++;
        if (line.len > 0 && line.at[0] != '#' &&
            !read_setting(&r, name,
                          trim((struct span){line.at + name.len, line.len - name.len}), &why)) {
            (void)alibi_fail(err, ALIBI_BAD_TEXT, 0, "line %zu: %s", number, why.text);
            return false;
        }
        text += used;
        len -= used;
    }
    *s = r.s;
    return true;
}

bool settings_load(struct settings *s, const char *path, struct alibi_error *err)
{
    struct stat about;
    bool is_file = stat(path, &about) != 0 || S_ISREG(about.st_mode); /* a pipe would wait */
    FILE *file = is_file ? fopen(path, "r") : NULL;
    char *text = malloc(SETTINGS_FILE_MAX + 1);
    struct alibi_error why = {.text = "it is too long"};
    bool read = false;
    size_t n;

    if (!file || !text) {
        (void)alibi_fail(&why, ALIBI_SYSTEM, 0, "%s",
                         is_file ? strerror(errno) : "expected a file");
    } else {
        n = fread(text, 1, SETTINGS_FILE_MAX + 1, file);
        if (ferror(file))
            (void)alibi_fail(&why, ALIBI_SYSTEM, 0, "%s", strerror(errno));
        else
            read = n <= SETTINGS_FILE_MAX && settings_read(s, text, n, &why);
    }
    if (!read)
        (void)alibi_fail(err, ALIBI_BAD_TEXT, 0, "%.200s: %s", path, why.text);
    if (file)
        (void)fclose(file);
    free(text);
    return read;
}
