/* Computer players in the terminal: finds them by name, tells them what happened, lets them
 * think. */
#include "mind.h"

#include "cli.h"
#include "waiting.h"

#include <string.h>

const char *cli_kind(const char *name)
{
    char list[400];
    struct alibi_text text = alibi_text_in(list, sizeof list);

    for (int i = 0; alibi_player_kind(i); i++) {
        const char *kind = alibi_player_kind(i)->name;

        if (strcmp(kind, name) == 0)
            return kind;
        alibi_text_format(&text, "%s%s", i ? ", " : "", kind);
    }
    (void)cli_fail("expected a player, one of %s, not %.100s", list, name);
    return NULL;
}

int cli_players(const struct cli_verb *verb, int argc, char **argv)
{
    if (cli_options(verb, argc, argv, NULL, 0, 0, 0) < 0)
        return CLI_USAGE;
    for (int i = 0; alibi_player_kind(i); i++)
        printf("%-9s %s\n", alibi_player_kind(i)->name, alibi_player_kind(i)->about);
    return CLI_OK;
}

const char *cli_kind_best(void)
{
    int i = 0;

    while (alibi_player_kind(i + 1))
        i++;
    return alibi_player_kind(i)->name;
}

const char *cli_kind_usual(void)
{
    return "level3";
}

void cli_mind_forget(struct cli_mind *mind)
{
    alibi_player_free(mind->player);
    mind->player = NULL;
    mind->seen = 0;
}

bool cli_mind_follow(struct cli_mind *mind, const struct alibi_record *history, size_t n)
{
    struct alibi_view start = {alibi_record_viewer(history), *alibi_record_start(history)};
    struct alibi_error err;
    int status = ALIBI_OK;

    if (mind->seen > n)
        cli_mind_forget(mind);
    if (!mind->player)
        status = alibi_player_new(&mind->player, mind->kind, &start, mind->seed, 0, &err);
    if (status == ALIBI_OK && mind->seen == 0 && mind->threads > 1)
        status = alibi_player_threads(mind->player, mind->threads, &err);
    while (status == ALIBI_OK && mind->seen < n) {
        status = alibi_player_hear(mind->player, alibi_record_told(history, mind->seen), &err);
        mind->seen += status == ALIBI_OK;
    }
    if (status != ALIBI_OK)
        (void)cli_fail("%s: %s", mind->kind, err.text);
    return status == ALIBI_OK;
}

void cli_mind_search(struct cli_mind *mind, const char *what)
{
    enum { SLICE = 256 }; /* nodes between two looks at the clock */
    uint32_t ms = alibi_player_budget(mind->player)->ms;
    struct cli_waiting waiting;

    cli_waiting_begin(&waiting);
    while (alibi_player_step(mind->player, SLICE) && !cli_waiting_over(&waiting, ms, what)) {
    }
    cli_waiting_end(&waiting);
}
