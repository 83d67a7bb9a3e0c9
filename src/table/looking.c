/* What a table shows. */
#include "answer.h"
#include "asking.h"
#include "course.h"

#include <string.h>

static void show_state(const struct table *table, struct request *r)
{
    struct json_out out = {0};
    enum alibi_viewer viewer;
    size_t at, since;
    bool words;

    if (!request_viewer(r, table, r->as, &viewer) ||
        !request_number(r, "at", r->at, table->n_events, table->n_events, &at) ||
        !request_number(r, "since", r->since, table->n_events, 0, &since) ||
        !request_words(r, &words))
        return;
    json_object(&out, NULL);
    answer_state(&out, table, r->seats, viewer, at, since < at ? since : at, words);
    json_end(&out);
    request_answer(r, 200, &out);
}

static void reach_in(struct request *r, const struct alibi_view *view)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    answer_reach(&out, view);
    json_end(&out);
    request_answer(r, 200, &out);
}

static void show_reach(const struct table *table, struct request *r)
{
    enum alibi_viewer viewer;
    struct alibi_view view;

    if (!request_viewer(r, table, r->as, &viewer))
        return;
    table_view_at(table, table->n_events, viewer == ALIBI_AS_TRUTH ? ALIBI_AS_PUBLIC : viewer,
                  &view);
    reach_in(r, &view);
}

static void show_record(const struct table *table, struct request *r)
{
    enum alibi_viewer viewer;
    size_t len = 0;
    char *text;

    if (!request_viewer(r, table, r->as, &viewer))
        return;
    text = answer_record(table, viewer, &len);
    request_text(r, 200, "text/plain; charset=utf-8", text, len);
}

void table_events(const struct table *table, struct request *r)
{
    enum alibi_viewer viewer;
    size_t since;
    bool words;

    if (request_viewer(r, table, r->as, &viewer) &&
        request_number(r, "since", r->since, table->n_events, 0, &since) &&
        request_words(r, &words))
        table_played(table, r, since, table->n_events, viewer);
}

bool table_answer(const struct table *table, struct request *r)
{
    switch ((int)r->route) {
    case ROUTE_STATE:
        show_state(table, r);
        return true;
    case ROUTE_REACH:
        show_reach(table, r);
        return true;
    case ROUTE_COACH:
        table_coach(table, r);
        return true;
    case ROUTE_RECORD:
        show_record(table, r);
        return true;
    case ROUTE_COURSE:
        table_course(table, r, NULL, 0, false);
        return true;
    case ROUTE_PREVIEW:
        table_preview(table, r);
        return true;
    default:
        return false;
    }
}

bool table_answer_seat(struct request *r, const struct alibi_view *view, size_t seq)
{
    if (r->route == ROUTE_PREVIEW)
        return table_preview_seat(r, view, seq);
    if (r->route != ROUTE_REACH || !r->as ||
        strcmp(r->as, alibi_viewer_name(view->viewer)) != 0)
        return false;
    reach_in(r, view);
    return true;
}
