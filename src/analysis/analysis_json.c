/* An analysis as JSON. docs/analysis.md says what its keys mean. */
#include <alibi/analysis.h>

void alibi_decision_json(struct alibi_text *text, const struct alibi_game *game,
                         const struct alibi_decision *d)
{
    alibi_text_format(text,
                      "{\"ply\":%zu,\"round\":%u,\"slot\":%u,\"seat\":\"%s\",\"value\":%.4f,"
                      "\"best\":%.4f,\"loss\":%.4f,\"told\":%.4f,\"listed\":%s,\"played\":",
                      d->ply, d->round, d->slot, alibi_seat_name(d->seat), d->value, d->best,
                      d->loss, d->told, d->listed ? "true" : "false");
    alibi_choice_json(text, game, &d->played);
    alibi_text_str(text, ",\"choice\":");
    alibi_choice_json(text, game, &d->choice);
    alibi_text_str(text, ",\"better\":[");
    for (int i = 0; i < d->n_better; i++) {
        alibi_text_str(text, i ? "," : "");
        alibi_choice_json(text, game, &d->better[i]);
    }
    alibi_text_char(text, ']');
    if (d->gave >= 0)
        alibi_text_format(text, ",\"gave\":%.4f", d->gave);
    alibi_text_char(text, '}');
}

void alibi_belief_json(struct alibi_text *text, const struct alibi_game *game,
                       const struct alibi_belief *b)
{
    bool first = true;

    alibi_text_format(text,
                      "{\"ply\":%zu,\"round\":%u,\"slot\":%u,\"after\":\"%s\",\"bits\":%.4f,"
                      "\"gained\":%.4f,\"chance\":{",
                      b->ply, b->round, b->slot, b->after, b->bits, b->gained);
    for (int i = 0; i < game->n_characters; i++) {
        if (b->chance[i] <= 0)
            continue;
        alibi_text_format(text, "%s\"%s\":%.4f", first ? "" : ",", game->characters[i].code,
                          b->chance[i]);
        first = false;
    }
    alibi_text_str(text, "}}");
}

static void print_result(struct alibi_text *text, const struct alibi_state *truth)
{
    if (truth && truth->winner != ALIBI_NOBODY) {
        alibi_text_char(text, '"');
        alibi_result_print(text, truth);
        alibi_text_char(text, '"');
    } else {
        alibi_text_str(text, "null");
    }
}

void alibi_analysis_json(struct alibi_text *text, const struct alibi_analysis *a)
{
    const struct alibi_game *game = alibi_analysis_game(a);
    size_t n;
    const struct alibi_decision *decision = alibi_analysis_decisions(a, &n);
    const struct alibi_belief *belief;

    alibi_text_format(text, "{\"game\":\"%s\",\"player\":\"%s\",\"result\":", game->name,
                      alibi_analysis_judge(a));
    print_result(text, alibi_analysis_truth(a));
    alibi_text_str(text, ",\"decisions\":[");
    for (size_t i = 0; i < n; i++) {
        alibi_text_str(text, i ? "," : "");
        alibi_decision_json(text, game, &decision[i]);
    }
    alibi_text_format(text, "],\"believer\":\"%s\",\"beliefs\":[",
                      alibi_viewer_name(alibi_analysis_believer(a)));
    belief = alibi_analysis_beliefs(a, &n);
    for (size_t i = 0; i < n; i++) {
        alibi_text_str(text, i ? "," : "");
        alibi_belief_json(text, game, &belief[i]);
    }
    alibi_text_str(text, "]}");
}
