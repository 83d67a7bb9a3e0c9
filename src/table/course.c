/* Courses: the points, and what is told of them. */
#include "course.h"

#include "answer.h"

#include <alibi/insight.h>

size_t course_points(const struct table *table, struct course_point out[COURSE_MAX])
{
    size_t n = 0, plies = 0;

    for (size_t seq = 0; seq <= table->n_events && n < COURSE_MAX; seq++) {
        const struct alibi_state *s = table_state_at(table, seq);

        if (seq > 0 && table->event[seq - 1].kind == EVENT_MOVE)
            plies++;
        if (s->to_act > ALIBI_DETECTIVE || s->winner != ALIBI_NOBODY || s->round == 0)
            continue;
        if (n == 0 || s->round > out[n - 1].round)
            out[n++] = (struct course_point){.round = s->round, .seq = seq};
        if (s->to_act == ALIBI_DETECTIVE && !out[n - 1].decided) {
            out[n - 1].decided = true;
            out[n - 1].plies = plies;
        }
    }
    return n;
}

/* Suspects as the Detective counted them then. */
static void add_suspects(struct json_out *out, const struct table *table, size_t seq)
{
    struct alibi_insight insight;
    struct alibi_view view;
    int n = 0;

    table_view_at(table, seq, ALIBI_AS_DETECTIVE, &view);
    alibi_insight_of(&insight, &view);
    for (unsigned set = insight.suspects; set; set &= set - 1)
        n++;
    json_number(out, "suspects", n);
}

/* What the witnesses said between two events, or null. */
static void add_witness(struct json_out *out, const struct table *table, size_t from, size_t to)
{
    for (size_t seq = from + 1; seq <= to; seq++) {
        const struct past_event *event = &table->event[seq - 1];

        if (event->kind != EVENT_MOVE || !alibi_session_called(table->session, event->ply))
            continue;
        json_text(out, "witness",
                  alibi_witness_name(alibi_told_witness(table_state_at(table, seq)).witness));
        return;
    }
    json_null(out, "witness");
}

void table_course(const struct table *table, struct request *r, const double *chance,
                  size_t done, bool going)
{
    struct course_point point[COURSE_MAX];
    struct json_out out = {0};
    size_t n;

    if (table->about.status != TABLE_OVER) {
        request_refuse(r, &request_no.not_over, NULL);
        return;
    }
    n = course_points(table, point);
    json_object(&out, NULL);
    json_list(&out, "rounds");
    for (size_t i = 0; i < n; i++) {
        json_object(&out, NULL);
        json_number(&out, "round", point[i].round);
        json_number(&out, "at", (int64_t)point[i].seq);
        add_suspects(&out, table, point[i].seq);
        add_witness(&out, table, point[i].seq, i + 1 < n ? point[i + 1].seq : table->n_events);
        if (i < done && chance[i] >= 0)
            answer_chance(&out, "chance", chance[i]);
        else
            json_null(&out, "chance");
        json_end(&out);
    }
    json_end(&out);
    add_suspects(&out, table, table->n_events);
    json_bool(&out, "going", going);
    json_end(&out);
    request_answer(r, 200, &out);
}
