/* alibi messages: all refusals as a gettext catalogue in English.
 *
 * Translations start from this: web/po/ has the same keys in every language, and a test
 * compares them. */
#include "cli.h"
#include "table/request_refusals.h"

#include <string.h>

/* List I of refusals: the library's, the server's, each game's; NULL beyond the last. */
static const struct alibi_refusal *const *list_of(int i)
{
    const struct alibi_game *const *game = alibi_games();

    if (i == 0)
        return alibi_refusals();
    if (i == 1)
        return request_refusals;
    for (i -= 2; i > 0 && *game; i--)
        game++;
    return *game ? (*game)->refusals : NULL;
}

static void print_string(const char *keyword, const char *before, const char *text)
{
    printf("%s \"%s", keyword, before);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            (void)putchar('\\');
        (void)putchar(*text);
    }
    (void)puts("\"");
}

/* Whether a refusal before this one, N in list I, has the same word. */
static bool printed_before(int i, const struct alibi_refusal *const *n, const char *code)
{
    for (int k = 0; k <= i; k++)
        for (const struct alibi_refusal *const *r = list_of(k); *r && r != n; r++)
            for (const struct alibi_word *w = (*r)->words; w && w->code; w++)
                if (strcmp(w->code, code) == 0)
                    return true;
    return false;
}

static void print_refusal(int i, const struct alibi_refusal *const *n)
{
    const struct alibi_refusal *refusal = *n;

    if (refusal->rule)
        printf("#. %s\n", refusal->rule);
    print_string("msgid", "refusal.", refusal->code);
    print_string("msgstr", "", refusal->english);
    (void)putchar('\n');
    for (const struct alibi_word *w = refusal->words; w && w->code; w++) {
        if (printed_before(i, n, w->code))
            continue;
        print_string("msgid", "word.", w->code);
        print_string("msgstr", "", w->english);
        (void)putchar('\n');
    }
}

int cli_messages(const struct cli_verb *verb, int argc, char **argv)
{
    if (cli_options(verb, argc, argv, NULL, 0, 0, 0) < 0)
        return CLI_USAGE;
    for (int i = 0; list_of(i); i++)
        for (const struct alibi_refusal *const *n = list_of(i); *n; n++)
            print_refusal(i, n);
    return CLI_OK;
}
