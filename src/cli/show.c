/* alibi show and alibi games: draw a position, and list the games. */
#include "cli.h"

#include <string.h>

/* Reads the position in the arguments: a line, or a game and its options. */
static int read_position(const struct cli_verb *verb, int n, char **argv, struct alibi_state *s)
{
    const struct alibi_game *game;
    uint8_t option[ALIBI_OPTIONS_MAX];
    struct alibi_error err;

    if (strchr(argv[0], ' ')) {
        if (n > 1)
            return cli_misuse(verb, "expected the position in one argument");
        if (alibi_position_parse(s, argv[0], strlen(argv[0]), &err))
            return cli_fail("position, column %zu: %s", err.offset + 1, err.text);
        return CLI_OK;
    }
    if (!cli_only_game(verb, n, argv, &game, option))
        return CLI_USAGE;
    alibi_setup(s, game, option);
    return CLI_OK;
}

int cli_show(const struct cli_verb *verb, int argc, char **argv)
{
    bool json = false, ascii = false, no_color = false;
    const struct cli_option options[] = {
        {"--json", &json, NULL}, {"--ascii", &ascii, NULL}, {"--no-color", &no_color, NULL}};
    struct alibi_view view = {.viewer = ALIBI_AS_TRUTH};
    int n = cli_options(verb, argc, argv, options, 3, 1, 1 + ALIBI_OPTIONS_MAX), status;

    if (n < 0)
        return CLI_USAGE;
    status = read_position(verb, n, argv, &view.seen);
    if (status != CLI_OK)
        return status;
    if (json) {
        char line[ALIBI_LINE_MAX];
        struct alibi_text text = alibi_text_in(line, sizeof line);

        alibi_json_print(&text, &view.seen);
        (void)puts(line);
    } else {
        cli_draw(stdout, &view, cli_look_for(stdout, ascii, no_color));
    }
    return CLI_OK;
}

int cli_games(const struct cli_verb *verb, int argc, char **argv)
{
    if (cli_options(verb, argc, argv, NULL, 0, 0, 0) < 0)
        return CLI_USAGE;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        printf("%-8s %s\n", (*g)->name, (*g)->title);
        for (int i = 0; i < (*g)->n_options; i++) {
            const struct alibi_option *o = &(*g)->option[i];

            printf("         %s=%s", o->name, o->values[0]);
            for (int v = 1; o->values[v]; v++)
                printf("|%s", o->values[v]);
            printf("  %s\n", o->about);
        }
    }
    return CLI_OK;
}
