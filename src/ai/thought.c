/* Thoughts as JSON, for analyses and browsers. */
#include <alibi/player.h>

void alibi_moves_json(struct alibi_text *text, const struct alibi_game *game,
                      const alibi_move *move, int n)
{
    alibi_text_char(text, '[');
    for (int i = 0; i < n; i++) {
        alibi_text_str(text, i ? ",\"" : "\"");
        game->print(text, move[i]);
        alibi_text_char(text, '"');
    }
    alibi_text_char(text, ']');
}

void alibi_choice_json(struct alibi_text *text, const struct alibi_game *game,
                       const struct alibi_choice *choice)
{
    alibi_text_str(text, "{\"move\":");
    alibi_moves_json(text, game, choice->move, choice->n);
    alibi_text_format(text, ",\"value\":%.4f,\"share\":%.4f}", (double)choice->value,
                      (double)choice->share);
}
