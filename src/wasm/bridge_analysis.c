/* The bridge's analyses: one decision after the other, in slices between two frames of a page.
 */
#include "bridge.h"

static const struct alibi_refusal no_judge =
    ALIBI_REFUSAL("bridge.judge", NULL, "expected a kind of player as the judge");
static const struct alibi_refusal no_decision =
    ALIBI_REFUSAL("bridge.decision", NULL, "expected a decision that has been judged");

/* The settings that the numbers stand for; false after refusing. */
static bool read_settings(struct alibi_analysis_settings *how, int judge, double nodes,
                          double ms, double memory)
{
    int i = 0;

    while (i < judge && alibi_player_kind(i))
        i++;
    if (i != judge || !alibi_player_kind(i)) {
        (void)bridge_refuse(ALIBI_BAD_TEXT, &no_judge);
        return false;
    }
    if (!bridge_read_memory(&how->memory, memory))
        return false;
    how->judge = alibi_player_kind(i)->name;
    how->budget = bridge_budget(nodes, ms);
    return true;
}

struct alibi_analysis *bridge_analysis_new(size_t len, int viewer, int judge, double nodes,
                                           double ms, uint64_t seed, double memory, int gave,
                                           unsigned from, unsigned until)
{
    struct alibi_analysis_settings how = {
        .seed = seed, .gave = gave != 0, .from = from, .until = until};
    struct alibi_analysis *analysis;
    struct alibi_record *record;
    enum alibi_viewer who;
    int status;

    if (!bridge_read_viewer(&who, viewer) || !read_settings(&how, judge, nodes, ms, memory))
        return NULL;
    record = bridge_read_record(len);
    if (!record)
        return NULL;
    status = alibi_analysis_new(&analysis, record, who, &how, bridge_failure());
    alibi_record_free(record);
    return status == ALIBI_OK ? analysis : NULL;
}

void bridge_analysis_free(struct alibi_analysis *analysis)
{
    alibi_analysis_free(analysis);
}

int bridge_analysis_step(struct alibi_analysis *analysis, double nodes)
{
    if (alibi_analysis_step(analysis, bridge_slice(nodes), bridge_failure()) != ALIBI_OK)
        return BRIDGE_REFUSED;
    return !alibi_analysis_is_done(analysis);
}

void bridge_analysis_cut(struct alibi_analysis *analysis)
{
    alibi_analysis_cut(analysis);
}

int bridge_analysis_progress(const struct alibi_analysis *analysis)
{
    struct alibi_analysis_progress now = alibi_analysis_progress(analysis);
    struct alibi_text answer = bridge_answer();

    alibi_text_format(&answer, "%zu %zu %d %lu", now.done, now.total, now.thinking,
                      (unsigned long)now.budget.ms);
    return bridge_answered(&answer);
}

int bridge_analysis_decision(const struct alibi_analysis *analysis, double i)
{
    struct alibi_text answer = bridge_answer();
    size_t n;
    const struct alibi_decision *decision = alibi_analysis_decisions(analysis, &n);

    if (!(i >= 0 && i < (double)n))
        return bridge_refuse(ALIBI_BAD_TEXT, &no_decision);
    alibi_decision_json(&answer, alibi_analysis_game(analysis), &decision[(size_t)i]);
    return bridge_answered(&answer);
}

int bridge_analysis_json(const struct alibi_analysis *analysis)
{
    struct alibi_text answer = bridge_answer();

    alibi_analysis_json(&answer, analysis);
    return bridge_answered(&answer);
}
