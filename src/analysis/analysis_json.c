/* An analysis as JSON. docs/analysis.md says what its keys mean. */
#include <alibi/analysis.h>

static void print_codes(struct alibi_text *text, const char *key, const struct alibi_game *game,
                        unsigned set)
{
    bool first = true;

    alibi_text_format(text, ",\"%s\":[", key);
    for (int i = 0; i < game->n_characters; i++) {
        if (!((set >> game->list[i]) & 1))
            continue;
        alibi_text_format(text, "%s\"%s\"", first ? "" : ",",
                          game->characters[game->list[i]].code);
        first = false;
    }
    alibi_text_char(text, ']');
}

static void print_ending(struct alibi_text *text, const char *key, enum alibi_why why)
{
    if (why == ALIBI_WHY_NONE)
        alibi_text_format(text, ",\"%s\":null", key);
    else
        alibi_text_format(text, ",\"%s\":\"%s\"", key,
                          why == ALIBI_ARREST ? "accusation" : "escape");
}

static void print_call(struct alibi_text *text, const char *key, const struct alibi_call *call)
{
    alibi_text_format(text, ",\"%s\":{\"answer\":", key);
    if (call->answer == ALIBI_NO_ONE)
        alibi_text_str(text, "null");
    else
        alibi_text_format(text, "\"%s\"", alibi_witness_name((enum alibi_witness)call->answer));
    alibi_text_format(text, ",\"visible\":%u,\"invisible\":%u}", call->left[ALIBI_VISIBLE],
                      call->left[ALIBI_INVISIBLE]);
}

static void print_expected(struct alibi_text *text, const struct alibi_reason *reason)
{
    alibi_text_format(text, ",\"played\":%.2f,\"better\":%.2f", (double)reason->expect_played,
                      (double)reason->expect_better);
}

static void print_reason(struct alibi_text *text, const struct alibi_game *game,
                         const struct alibi_reason *reason)
{
    static const char *const code[] = {
        [ALIBI_REASON_ENDS] = "ends",    [ALIBI_REASON_THEN] = "then",
        [ALIBI_REASON_CATCH] = "catch",  [ALIBI_REASON_LEAVE] = "leave",
        [ALIBI_REASON_LEFT] = "left",    [ALIBI_REASON_SOON] = "soon",
        [ALIBI_REASON_EXPECT] = "expect"};

    alibi_text_format(text, "{\"code\":\"%s\"", code[reason->kind]);
    switch (reason->kind) {
    case ALIBI_REASON_ENDS:
        alibi_text_format(text, ",\"suspects\":%u", reason->suspects);
        print_ending(text, "played", reason->played);
        print_ending(text, "better", reason->better);
        break;
    case ALIBI_REASON_THEN:
        print_ending(text, "ended", reason->played);
        break;
    case ALIBI_REASON_CATCH:
    case ALIBI_REASON_LEAVE:
        print_codes(text, "who", game, reason->who);
        print_codes(text, "by", game, reason->by);
        break;
    case ALIBI_REASON_LEFT:
        print_call(text, "played", &reason->call_played);
        print_call(text, "better", &reason->call_better);
        break;
    case ALIBI_REASON_SOON:
        alibi_text_format(text, ",\"winner\":\"%s\"", alibi_seat_name(reason->winner));
        print_expected(text, reason);
        break;
    case ALIBI_REASON_EXPECT:
        print_expected(text, reason);
        break;
    case ALIBI_REASONS_MAX:
        break;
    }
    alibi_text_char(text, '}');
}

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
    alibi_text_format(text, "],\"verdict\":\"%s\",\"why\":[",
                      alibi_verdict_name(alibi_verdict_of(d->loss)));
    for (int i = 0; i < d->n_reasons; i++) {
        alibi_text_str(text, i ? "," : "");
        print_reason(text, game, &d->reason[i]);
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

/* 0 to 100, or null of a seat that has made no decision. */
static void print_accuracy(struct alibi_text *text, const struct alibi_analysis *a)
{
    for (int seat = 0; seat < 2; seat++) {
        double accuracy = alibi_analysis_accuracy(a, (enum alibi_seat)seat);

        alibi_text_format(text, "%s\"%s\":", seat ? "," : ",\"accuracy\":{",
                          alibi_seat_name((enum alibi_seat)seat));
        if (accuracy < 0)
            alibi_text_str(text, "null");
        else
            alibi_text_format(text, "%.1f", accuracy);
    }
    alibi_text_char(text, '}');
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
    alibi_text_char(text, ']');
    print_accuracy(text, a);
    alibi_text_format(text, ",\"believer\":\"%s\",\"beliefs\":[",
                      alibi_viewer_name(alibi_analysis_believer(a)));
    belief = alibi_analysis_beliefs(a, &n);
    for (size_t i = 0; i < n; i++) {
        alibi_text_str(text, i ? "," : "");
        alibi_belief_json(text, game, &belief[i]);
    }
    alibi_text_str(text, "]}");
}
