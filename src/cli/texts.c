/* Finding the built-in text of a game. */
#include "texts.h"

#include <string.h>

const char *cli_text_of(const struct cli_text *table, const struct alibi_game *game)
{
    while (table->game && strcmp(table->game, game->name) != 0)
        table++;
    return (const char *)table->text;
}
