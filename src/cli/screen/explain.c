/* Sheets that explain: the signs of the board, the rules under their numbers, what a character
 * can do and why it is seen.
 *
 * What a character can do is what the rules say of it: every sentence that has its code. So
 * there is one text, and a game without one has its signs and its refusals still. */
#include "aim.h"
#include "desk.h"
#include "rulebook.h"

#include <alibi/insight.h>
#include <alibi/kit/bits.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void desk_show_rules(struct desk *desk)
{
    const struct alibi_game *game = desk->view.seen.game;
    const char *rules = rulebook_of(game);
    size_t cap = rules ? strlen(rules) + 2 : 0;
    char *plain = rules ? malloc(cap) : NULL;
    struct alibi_text text;

    if (!plain) {
        desk_show(desk, "Rules", "This game has no rules in the program.\n");
        return;
    }
    text = alibi_text_in(plain, cap);
    while (!rulebook_is_over(rules))
        rules = rulebook_add(&text, rules);
    desk_show(desk, "Rules", plain);
    free(plain);
}

void desk_show_legend(struct desk *desk)
{
    char lines[2 * ALIBI_LINE_MAX];
    struct alibi_text text = alibi_text_in(lines, sizeof lines);

    cli_legend(&text, &desk->view, desk->unicode);
    alibi_text_str(&text, "  ^SH     is you, Jack; only you see this\n"
                          "  +       can be pointed at now\n"
                          "  =       was pointed at\n"
                          "  > <     the cursor\n"
                          "  (sh)    a piece stood here before the last turn\n"
                          "  :       it came this way\n"
                          "  !       something changed here\n");
    desk_show(desk, "Legend", lines);
}

/* Whether the rule at LINE, "- ID CODE ...", begins with CODE. */
static bool is_about(const char *line, const char *code)
{
    const char *word = line + 2 + strcspn(line + 2, " \n");

    return *word == ' ' && strncmp(word + 1, code, strlen(code)) == 0 &&
           !isalnum((unsigned char)word[1 + strlen(code)]);
}

/* Adds the rules that begin with the code of WHO, or the others that have it. */
static void add_powers(struct alibi_text *text, const struct alibi_game *game, unsigned who,
                       bool first)
{
    const char *rules = rulebook_of(game), *code = game->characters[who].code;

    while (rules && !rulebook_is_over(rules)) {
        if (strncmp(rules, "- ", 2) == 0 && rulebook_mentions(rules, code) &&
            is_about(rules, code) == first) {
            alibi_text_char(text, '\n');
            rules = rulebook_add(text, rules);
        } else {
            rules = rulebook_next(rules);
        }
    }
}

/* "is seen by the lamp on c4, next to SH". */
static void add_sight(struct alibi_text *text, const struct alibi_state *s, unsigned who)
{
    static const char *const by[] = {
        [ALIBI_BY_LAMP] = "in the light of",
        [ALIBI_BY_BEAM] = "in the beam of",
        [ALIBI_BY_NEIGHBOUR] = "next to",
        [ALIBI_BY_WATCHER] = "in the sight of",
    };
    struct alibi_sight sight[ALIBI_SIGHTS_MAX];
    int n = s->game->seen_by && s->winner == ALIBI_NOBODY && s->round
                ? s->game->seen_by(s, who, sight)
                : 0;

    for (int i = 0; i < n; i++)
        alibi_text_format(text, "%s %s %s on %s",
                          i ? "," : "Would be seen now:", by[sight[i].kind], sight[i].symbol,
                          s->game->place[sight[i].place].name);
    alibi_text_str(text, n ? ".\n" : "Would not be seen now.\n");
}

static void add_standing(struct alibi_text *text, const struct desk *desk, unsigned who)
{
    const struct alibi_state *s = &desk->view.seen;
    struct alibi_insight insight;

    alibi_insight_of(&insight, &desk->view);
    alibi_text_str(text,
                   alibi_has(insight.suspects, who) ? "May be Jack.\n" : "Cannot be Jack.\n");
    add_sight(text, s, who);
    if (alibi_has(insight.leave, who))
        alibi_text_str(text, "Could leave in Jack's next turn, as things stand.\n");
    if (insight.catchers[who]) {
        alibi_text_str(text, "Could be accused in the Detective's next turn, by");
        for (int i = 0; i < s->game->n_characters; i++)
            if (alibi_has(insight.catchers[who], (unsigned)i))
                alibi_text_format(text, " %s", s->game->characters[i].code);
        alibi_text_str(text, ".\n");
    }
}

void desk_show_character(struct desk *desk, unsigned who)
{
    const struct alibi_game *game = desk->view.seen.game;
    char lines[4 * ALIBI_LINE_MAX], title[60];
    struct alibi_text text = alibi_text_in(lines, sizeof lines);

    (void)snprintf(title, sizeof title, "%s %s", game->characters[who].code,
                   game->characters[who].name);
    add_standing(&text, desk, who);
    add_powers(&text, game, who, true);
    add_powers(&text, game, who, false);
    desk_show(desk, title, lines);
}

void desk_show_log(struct desk *desk)
{
    size_t n = desk->story->n_lines, cap = n * 200 + 2;
    char *lines = malloc(cap);
    struct alibi_text text;

    if (!lines)
        return;
    text = alibi_text_in(lines, cap);
    for (size_t i = 0; i < n; i++) {
        const struct story_line *line = &desk->story->line[i];

        alibi_text_format(&text, "%-4s%s%s\n", line->label,
                          line->seat == ALIBI_JACK        ? "Jack: "
                          : line->seat == ALIBI_DETECTIVE ? "Detective: "
                                                          : "",
                          line->words);
    }
    desk_show(desk, "Log", n ? lines : "Nothing has happened yet.\n");
    desk->sheet.scroll =
        grid_wrap(NULL, (struct rect){0, 0, desk->width > 100 ? 98 : desk->width - 2, 0}, PLAIN,
                  lines, 0) -
        (desk->height - 8);
    if (desk->sheet.scroll < 0)
        desk->sheet.scroll = 0;
    free(lines);
}
