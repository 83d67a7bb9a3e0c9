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

void alibi_thought_json(struct alibi_text *text, const struct alibi_game *game,
                        const struct alibi_thought *thought)
{
    alibi_text_str(text, "{\"move\":\"");
    game->print(text, thought->move);
    alibi_text_format(text, "\",\"value\":%.4f,\"nodes\":%llu,\"choices\":[", thought->value,
                      (unsigned long long)thought->nodes);
    for (int i = 0; i < thought->n_choices; i++) {
        alibi_text_str(text, i ? "," : "");
        alibi_choice_json(text, game, &thought->choice[i]);
    }
    alibi_text_str(text, "],\"line\":");
    alibi_moves_json(text, game, thought->line, thought->n_line);
    alibi_text_char(text, '}');
}
