/* alibi rules: the rules of a game under their numbers, or those in which some words are. */
#include "cli.h"
#include "rulebook.h"

#include <ctype.h>
#include <string.h>

enum { RULE_MAX = 4000, INDENT = 8 }; /* the longest rule, in bytes; where its text begins */

/* Whether TEXT has WORD, in capitals or not. */
static bool has_word(const char *text, const char *word)
{
    for (; *text; text++) {
        size_t n = 0;

        while (word[n] && tolower((unsigned char)text[n]) == tolower((unsigned char)word[n]))
            n++;
        if (!word[n])
            return true;
    }
    return false;
}

/* Whether the rule at LINE names by code a character whose name has WORD. */
static bool names(const struct alibi_game *game, const char *line, const char *word)
{
    for (int i = 0; i < game->n_characters; i++)
        if (has_word(game->characters[i].name, word) &&
            rulebook_mentions(line, game->characters[i].code))
            return true;
    return false;
}

/* Whether the rule at LINE, PLAIN as text, has all N words, as such or in the names of those
 * whom it names by code. */
static bool is_found(const struct alibi_game *game, const char *line, const char *plain, int n,
                     char **word)
{
    for (int i = 0; i < n; i++)
        if (!has_word(plain, word[i]) && !names(game, line, word[i]))
            return false;
    return true;
}

/* Whether the rule at LINE has this id: L-5.1 is not L-5.10. */
static bool has_id(const char *line, const char *id)
{
    size_t n = strlen(id);

    for (size_t i = 0; i < n; i++)
        if (toupper((unsigned char)line[2 + i]) != toupper((unsigned char)id[i]))
            return false;
    return line[2 + n] == ' ';
}

/* Whether some rule has this id. */
static bool is_id(const char *rules, const char *id)
{
    for (; !rulebook_is_over(rules); rules = rulebook_next(rules))
        if (strncmp(rules, "- ", 2) == 0 && has_id(rules, id))
            return true;
    return false;
}

/* Prints "- L-5.7 MS: ..." as a number and a text beside it. */
static void print_rule(const char *plain)
{
    int id = (int)strcspn(plain + 2, " ");

    cli_say(stdout, INDENT, "%-*.*s%s\n", INDENT, id, plain + 2, plain + 2 + id + 1);
}

/* Prints everything, or with N words the rules that have them, each under its heading; returns
 * how many rules. */
static int print_rules(const struct alibi_game *game, const char *rules, int n, char **word)
{
    bool exact = n == 1 && is_id(rules, word[0]);
    char plain[RULE_MAX], heading[RULE_MAX] = "";
    int found = 0;

    while (!rulebook_is_over(rules)) {
        struct alibi_text text = alibi_text_in(plain, sizeof plain);
        const char *line = rules;
        bool rule = strncmp(line, "- ", 2) == 0;

        rules = rulebook_add(&text, line);
        plain[strcspn(plain, "\n")] = '\0';
        if (*line == '#')
            (void)snprintf(heading, sizeof heading, "%s", plain);
        if (!*plain || *line == '#' || (n && !rule) ||
            (n && !(exact ? has_id(line, word[0]) : is_found(game, line, plain, n, word))))
            continue;
        if (*heading)
            cli_say(stdout, 0, "%s%s\n\n", found ? "\n" : "", heading);
        *heading = '\0';
        if (rule)
            print_rule(plain);
        else
            cli_say(stdout, 0, "%s\n\n", plain);
        found += rule;
    }
    return found;
}

int cli_rules(const struct cli_verb *verb, int argc, char **argv)
{
    uint8_t option[ALIBI_OPTIONS_MAX];
    const struct alibi_game *game;
    const char *rules;
    int n = cli_options(verb, argc, argv, NULL, 0, 1, ALIBI_LINE_MAX);

    if (n < 0 || cli_game(verb, 1, argv, &game, option) < 0)
        return CLI_USAGE;
    rules = rulebook_of(game);
    if (!rules)
        return cli_fail("the rules of %s are not in the program", game->name);
    if (print_rules(game, rules, n - 1, argv + 1) == 0)
        return cli_fail("no rule of %s has these words", game->name);
    return CLI_OK;
}
