/* The rules as plain text: docs/rules is Markdown in which a paragraph, a heading or a rule,
 * which is a list item, may go over several lines. */
#include "rulebook.h"

#include "texts.h"

#include <ctype.h>
#include <string.h>

const char *rulebook_of(const struct alibi_game *game)
{
    return cli_text_of(cli_rules_texts, game);
}

/* Sections for players have numbers. */
bool rulebook_is_over(const char *line)
{
    return !*line || (strncmp(line, "## ", 3) == 0 && !isdigit((unsigned char)line[3]));
}

/* The end of the line at TEXT, its newline or NUL. */
static const char *end_of(const char *text)
{
    return text + strcspn(text, "\n");
}

const char *rulebook_next(const char *line)
{
    const char *end = end_of(line);

    return *end ? end + 1 : end;
}

/* Whether a line goes on where the one before ended. */
static bool goes_on(const char *line)
{
    return *line && *line != '\n' && *line != '#' && *line != '|' &&
           strncmp(line, "- ", 2) != 0;
}

/* Adds a line of Markdown as plain text: no emphasis, of a link its words. */
static void add_plain(struct alibi_text *text, const char *line, const char *end)
{
    bool heading = *line == '#';

    while (*line == '#' || *line == ' ')
        line++;
    if (heading && strncmp(line, "0 ", 2) == 0)
        line += 2; /* the summary has no number */
    for (; line < end; line++) {
        if (strncmp(line, "](", 2) == 0)
            line += strcspn(line, ")\n");
        else if (!strchr("*`[", *line) && heading)
            alibi_text_char(text, (char)toupper((unsigned char)*line));
        else if (!strchr("*`[", *line))
            alibi_text_char(text, *line);
    }
}

const char *rulebook_add(struct alibi_text *text, const char *line)
{
    const char *end = end_of(line);

    add_plain(text, line, end);
    while (*line != '#' && *line != '|' && end > line && *end && goes_on(end + 1)) {
        line = end + 1;
        end = end_of(line);
        alibi_text_char(text, ' ');
        add_plain(text, line, end);
    }
    alibi_text_char(text, '\n');
    return *end ? end + 1 : end;
}

bool rulebook_mentions(const char *line, const char *code)
{
    size_t n = strlen(code);

    for (const char *at = line; *at && !(at > line && *at == '\n' && !goes_on(at + 1)); at++)
        if (strncmp(at, code, n) == 0 && !isalnum((unsigned char)at[n]) && at > line &&
            !isalnum((unsigned char)at[-1]))
            return true;
    return false;
}
