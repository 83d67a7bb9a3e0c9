/* The rules of the games, built in from docs/rules, as plain text. */
#ifndef CLI_RULEBOOK_H
#define CLI_RULEBOOK_H

#include <alibi/game.h>
#include <alibi/text.h>
#include <stdbool.h>

/* The rules of a game in Markdown, of which rulebook_is_over knows the end; NULL if there are
 * none. */
const char *rulebook_of(const struct alibi_game *game);

/* Whether nothing follows at LINE but notes for programmers. */
bool rulebook_is_over(const char *line);

/* Adds the paragraph, heading or rule at LINE as one line, "- " before a rule; returns the next
 * line. */
const char *rulebook_add(struct alibi_text *text, const char *line);

/* The line after the one at LINE. */
const char *rulebook_next(const char *line);

/* Whether the paragraph at LINE, a rule, has CODE as a word. */
bool rulebook_mentions(const char *line, const char *code);

#endif
