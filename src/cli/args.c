/* Arguments and messages of the command line. */
#include "cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Where messages go while a screen covers the terminal; NULL: standard error. The one variable
 * of the program: what fails is far from the screen that has to show it. */
static FILE *complaints;

void cli_complain_to(FILE *sink)
{
    complaints = sink;
}

/* Prints a message as one line of plain text, whatever file names or arguments contain. */
static void print_line(const char *before, const char *format, va_list args, const char *after)
{
    FILE *out = complaints ? complaints : stderr;
    char line[1000];

    (void)vsnprintf(line, sizeof line, format, args);
    (void)fputs(complaints ? "" : before, out);
    cli_print_plain(out, line);
    (void)fprintf(out, "%s\n", after);
}

/* The length of the UTF-8 character at C; 0 if it is not valid, or a control character. */
static size_t plain_length(const unsigned char *c)
{
    size_t n = *c < 0x80 ? 1 : *c >= 0xf0 ? 4 : *c >= 0xe0 ? 3 : 2;

    if (*c < 0x20 || *c == 0x7f || (*c >= 0x80 && *c < 0xc2) || *c > 0xf4)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((c[i] & 0xc0) != 0x80)
            return 0;
    return *c == 0xc2 && c[1] < 0xa0 ? 0 : n;
}

void cli_print_plain(FILE *out, const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c;) {
        size_t n = plain_length(c);

        (void)fwrite(n ? (const char *)c : "?", 1, n ? n : 1, out);
        c += n ? n : 1;
    }
}

int cli_fail(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    print_line("alibi: ", format, args, "");
    va_end(args);
    return CLI_FAILED;
}

/* Breaks TEXT between words where a line would get longer than 80 columns. */
static void print_wrapped(FILE *out, int indent, const char *text)
{
    enum { COLUMNS = 78 }; /* 80, less the frame of a sheet */
    int column = 0;

    while (*text) {
        size_t blanks = strspn(text, " "), word = strcspn(text + blanks, " \n");

        if (column > indent && column + (int)(blanks + word) > COLUMNS) {
            (void)fprintf(out, "\n%*s", indent, "");
            column = indent;
            text += blanks;
            blanks = 0;
        }
        (void)fprintf(out, "%.*s", (int)(blanks + word), text);
        column += (int)(blanks + word);
        text += blanks + word;
        if (*text == '\n') {
            (void)fputc(*text++, out);
            column = 0;
        }
    }
}

void cli_say(FILE *out, int indent, const char *format, ...)
{
    char text[4000];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    print_wrapped(out, indent, text);
}

int cli_misuse(const struct cli_verb *verb, const char *format, ...)
{
    va_list args;
    char before[40], after[300];

    (void)snprintf(before, sizeof before, "alibi %s: ", verb->name);
    (void)snprintf(after, sizeof after, "; usage: alibi %s%s%s", verb->name,
                   *verb->usage ? " " : "", verb->usage);
    va_start(args, format);
    print_line(before, format, args, after);
    va_end(args);
    return CLI_USAGE;
}

/* The option that ARG names, and where its "=value" begins, if it has one. */
static const struct cli_option *find_option(const struct cli_option *option, size_t n,
                                            const char *arg, const char **value)
{
    const struct cli_option *found = NULL;

    for (size_t i = 0; i < n; i++) {
        size_t len = strlen(option[i].name);

        if (strncmp(arg, option[i].name, len) != 0 || (arg[len] && arg[len] != '='))
            continue;
        *value = arg[len] ? arg + len + 1 : NULL;
        found = &option[i];
        if (found->flag || !*found->value)
            break;
    }
    return found;
}

int cli_options(const struct cli_verb *verb, int argc, char **argv,
                const struct cli_option *option, size_t n, int low, int high)
{
    int kept = 0;
    bool options = true;

    for (int i = 0; i < argc; i++) {
        const struct cli_option *o;
        const char *value = NULL;

        if (options && strcmp(argv[i], "--") == 0) {
            options = false;
            continue;
        }
        if (!options || strncmp(argv[i], "--", 2) != 0) {
            argv[kept++] = argv[i];
            continue;
        }
        o = find_option(option, n, argv[i], &value);
        if (!o)
            return cli_misuse(verb, "unknown option %.100s", argv[i]), -1;
        if (o->flag && value)
            return cli_misuse(verb, "%s takes no value", o->name), -1;
        if (o->value && !value && i + 1 == argc)
            return cli_misuse(verb, "%s expects a value", o->name), -1;
        if (o->flag)
            *o->flag = true;
        if (o->value)
            *o->value = value ? value : argv[++i];
    }
    if (kept < low || kept > high)
        return cli_misuse(verb, kept < low ? "too few arguments" : "too many arguments"), -1;
    return kept;
}

int cli_game(const struct cli_verb *verb, int n, char **argv, const struct alibi_game **game,
             uint8_t option[ALIBI_OPTIONS_MAX])
{
    struct alibi_error err;
    int i = 1;

    memset(option, 0, ALIBI_OPTIONS_MAX);
    *game = alibi_game_find(argv[0]);
    if (!*game)
        return cli_misuse(verb, "expected a game that `alibi games` lists, not %.100s",
                          argv[0]),
               -1;
    for (; i < n && strchr(argv[i], '='); i++) {
        if (alibi_option_parse(option, *game, argv[i], strlen(argv[i]), &err))
            return cli_misuse(verb, "%s", err.text), -1;
    }
    return i;
}

bool cli_only_game(const struct cli_verb *verb, int n, char **argv,
                   const struct alibi_game **game, uint8_t option[ALIBI_OPTIONS_MAX])
{
    int used = cli_game(verb, n, argv, game, option);

    if (used >= 0 && used < n)
        (void)cli_misuse(verb, "expected option=value, not %.100s", argv[used]);
    return used == n;
}

bool cli_number(const char *text, const char *what, uint64_t low, uint64_t high, uint64_t *out)
{
    char *end = NULL;
    unsigned long long value;

    errno = 0;
    value = strtoull(text, &end, 10);
    if (errno || end == text || *end || text[0] < '0' || text[0] > '9' || value < low ||
        value > high) {
        (void)cli_fail("expected %s, a number from %llu to %llu, not %.100s", what,
                       (unsigned long long)low, (unsigned long long)high, text);
        return false;
    }
    *out = value;
    return true;
}

bool cli_part(const char *text, struct cli_part *part)
{
    char first[8] = "";
    const char *slash = strchr(text, '/');

    if (!slash || (size_t)(slash - text) >= sizeof first)
        return cli_fail("expected --part I/N such as 3/16, not %.40s", text) == CLI_OK;
    memcpy(first, text, (size_t)(slash - text));
    if (!cli_number(slash + 1, "--part", 1, 100000, &part->parts) ||
        !cli_number(first, "--part", 1, part->parts, &part->part))
        return false;
    part->part--;
    return true;
}
