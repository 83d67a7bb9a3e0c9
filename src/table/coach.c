/* The coach: what the last turn of a seat has achieved or allowed, as far as that still holds.
 * It uses the seat's views before that turn, after it and now, so it tells nothing that the
 * seat could not find out. It judges nothing else than the remarks that a preview and a hint
 * give, so it never contradicts them. It speaks in games against the lower levels of the
 * computer only, never between people. */
#include "answer.h"
#include "asking.h"

#include <alibi/insight.h>
#include <string.h>

/* The last turn that SEAT has finished: the events before it, and those up to its last move. */
static bool find_turn(const struct table *table, enum alibi_seat seat, size_t *first,
                      size_t *last)
{
    const struct alibi_state *s;
    size_t end = table->n_events, begin;

    while (end > 0 &&
           (table->event[end - 1].kind != EVENT_MOVE || table->event[end - 1].by != seat))
        end--;
    if (end == 0)
        return false;
    s = table_state_at(table, end - 1);
    for (begin = end - 1; begin > 0; begin--) {
        const struct alibi_state *earlier = table_state_at(table, begin - 1);

        if (table->event[begin - 1].kind != EVENT_MOVE || earlier->round != s->round ||
            earlier->slot != s->slot || earlier->to_act == ALIBI_CHANCE)
            break;
    }
    *first = begin;
    *last = end;
    return true;
}

/* Whether a call for witnesses followed from the events FIRST+1 to LAST. */
static bool was_called(const struct table *table, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++)
        if (table->event[i].kind == EVENT_MOVE &&
            alibi_session_called(table->session, table->event[i].ply))
            return true;
    return false;
}

/* Leaves of a remark only those of whom it still holds: others have acted since. */
static void update(struct alibi_remark *remark, const struct alibi_insight *now)
{
    unsigned caught = 0, by = 0;

    for (unsigned i = 0; i < ALIBI_CHARACTERS_MAX; i++) {
        caught |= (unsigned)(now->catchers[i] != 0) << i;
        if ((remark->who >> i) & 1)
            by |= now->catchers[i];
    }
    switch (remark->kind) {
    case ALIBI_MAY_LEAVE:
        remark->who &= now->leave;
        break;
    case ALIBI_MAY_NOT_LEAVE:
        remark->who &= (uint16_t)(now->suspects & ~now->leave);
        break;
    case ALIBI_MAY_CATCH:
        remark->who &= (uint16_t)caught;
        remark->by = (uint16_t)by;
        break;
    case ALIBI_MAY_NOT_CATCH:
        remark->who &= (uint16_t)(now->suspects & ~caught);
        break;
    case ALIBI_CLEARED:
    case ALIBI_INTO_SIGHT:
    case ALIBI_OUT_OF_SIGHT:
    case ALIBI_LEFT:
    case ALIBI_REMARKS_MAX:
        break;
    }
}

/* What there is to say of the events FIRST+1 to LAST, a turn of SEAT. */
static int find_remarks(const struct table *table, enum alibi_seat seat, size_t first,
                        size_t last, struct alibi_remark out[ALIBI_REMARKS_MAX])
{
    struct alibi_view before, after, now;
    struct alibi_insight insight;
    int n, kept = 0;

    table_view_at(table, first, alibi_viewer_of(seat), &before);
    table_view_at(table, last, alibi_viewer_of(seat), &after);
    table_view_at(table, table->n_events, alibi_viewer_of(seat), &now);
    alibi_insight_of(&insight, &now);
    n = alibi_remarks(out, &before, &after, was_called(table, first, last));
    for (int i = 0; i < n; i++) {
        update(&out[i], &insight);
        if (out[i].who || out[i].kind == ALIBI_LEFT)
            out[kept++] = out[i];
    }
    return kept;
}

/* Whether the other seat is one of the lower levels. */
static bool may_coach(const struct table *table, enum alibi_seat seat)
{
    static const char *const pupil[] = {"level1", "level2", "level3"};
    const char *other = table->about.player[seat == ALIBI_JACK ? ALIBI_DETECTIVE : ALIBI_JACK];

    for (size_t i = 0; i < sizeof pupil / sizeof pupil[0]; i++)
        if (strcmp(other, pupil[i]) == 0)
            return true;
    return false;
}

void table_coach(const struct table *table, struct request *r)
{
    struct alibi_remark remark[ALIBI_REMARKS_MAX];
    struct json_out out = {0};
    enum alibi_seat seat;
    size_t first, last = 0;
    int n = 0;

    if (!request_player(r, table, r->as, &seat))
        return;
    if (!may_coach(table, seat) ||
        (table_is_rated(&table->about) && table->about.status != TABLE_OVER)) {
        request_refuse(r, &request_no.coach, NULL);
        return;
    }
    if (find_turn(table, seat, &first, &last))
        n = find_remarks(table, seat, first, last, remark);
    json_object(&out, NULL);
    json_number(&out, "seq", (int64_t)last);
    answer_remark_list(&out, "remarks", alibi_session_state(table->session)->game, remark, n);
    json_end(&out);
    request_answer(r, 200, &out);
}
