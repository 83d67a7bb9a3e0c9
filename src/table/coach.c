/* The coach: what the last turn of a seat has achieved or allowed, and whether another turn
 * would have split the suspects better. It uses the seat's views before and after that turn and
 * nothing else, so it tells nothing that the seat could not find out. It speaks in games
 * against the lower levels of the computer only, never between people. */
#include "answer.h"
#include "asking.h"

#include <alibi/insight.h>
#include <string.h>

enum {
    TURN_MAX = 12,       /* moves of a turn that is looked at */
    POSITIONS_MAX = 6000 /* tried out in search of a better turn: some milliseconds */
};

struct turn {
    int n;
    alibi_move move[TURN_MAX];
};

struct search {
    unsigned suspects; /* as the seat knows them */
    unsigned jack;     /* the bit of Jack's character for Jack, else 0 */
    int left;          /* positions that may still be tried out */
    int score;         /* of the best turn so far */
    struct turn now, best;
};

static int count(unsigned set)
{
    int n = 0;

    for (; set; set &= set - 1)
        n++;
    return n;
}

/* How well a turn that ends in VIEW prepares a call for witnesses. The Detective wants few
 * suspects left whatever the answer is, Jack wants many with his. */
static int score(const struct search *search, const struct alibi_view *view)
{
    unsigned seen = view->seen.game->visible(&view->seen) & search->suspects;
    int in_sight = count(seen), others = count(search->suspects) - in_sight;

    if (search->jack)
        return seen & search->jack ? in_sight : others;
    return -(in_sight > others ? in_sight : others);
}

/* An accusation is no question to witnesses. */
static bool accuses(const struct alibi_game *game, alibi_move m)
{
    char token[ALIBI_TOKEN_MAX];
    struct alibi_text text = alibi_text_in(token, sizeof token);

    game->print(&text, m);
    return token[0] == '!';
}

/* Tries out every turn from VIEW on, as long as positions are left. */
static void explore(struct search *search, const struct alibi_view *view)
{
    const struct alibi_game *game = view->seen.game;
    alibi_move moves[ALIBI_MOVES_MAX];
    int n = game->moves(&view->seen, moves);

    for (int i = 0; i < n && search->left > 0; i++) {
        struct alibi_view after = *view;
        bool going;

        if (accuses(game, moves[i]))
            continue;
        search->left--;
        search->now.move[search->now.n++] = moves[i];
        going = alibi_stage(&after, moves[i]);
        if (!going && score(search, &after) > search->score) {
            search->score = score(search, &after);
            search->best = search->now;
        } else if (going && search->now.n < TURN_MAX) {
            explore(search, &after);
        }
        search->now.n--;
    }
}

/* A turn after which a call would have told the seat, or given away, more; or null. */
static void add_better(struct json_out *out, const struct alibi_view *before,
                       const struct alibi_view *after)
{
    const struct alibi_game *game = before->seen.game;
    struct alibi_insight insight;
    struct search search = {.left = POSITIONS_MAX};
    unsigned seen;

    alibi_insight_of(&insight, before);
    search.suspects = insight.suspects;
    if (before->viewer == ALIBI_AS_JACK && before->seen.identity != ALIBI_NO_ONE)
        search.jack = 1U << before->seen.identity;
    search.score = score(&search, after);
    explore(&search, before);
    if (search.best.n == 0) {
        json_null(out, "better");
        return;
    }
    json_object(out, "better");
    json_list(out, "turn");
    for (int i = 0; i < search.best.n; i++) {
        char token[ALIBI_TOKEN_MAX];
        struct alibi_text text = alibi_text_in(token, sizeof token);

        game->print(&text, search.best.move[i]);
        json_text(out, NULL, token);
    }
    json_end(out);
    seen = (unsigned)(search.score < 0 ? -search.score : search.score);
    json_number(out, "left", (int64_t)seen);
    json_end(out);
}

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

/* The end of that turn as the seat tried it out, before anything followed from it. */
static void replay_turn(const struct table *table, enum alibi_seat seat, size_t first,
                        size_t last, struct alibi_view *view)
{
    bool going = true;

    for (size_t i = first; i < last && going; i++)
        if (table->event[i].kind == EVENT_MOVE && table->event[i].by == seat)
            going = alibi_stage(view, alibi_session_move(table->session, table->event[i].ply));
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
    struct json_out out = {0};
    struct alibi_view before, after;
    enum alibi_seat seat;
    size_t first, last;
    bool any;

    if (!request_player(r, table, r->as, &seat))
        return;
    if (!may_coach(table, seat)) {
        request_refuse(r, &request_no.coach, NULL);
        return;
    }
    any = find_turn(table, seat, &first, &last);
    json_object(&out, NULL);
    json_number(&out, "seq", any ? (int64_t)last : 0);
    if (any) {
        table_view_at(table, first, alibi_viewer_of(seat), &before);
        after = before;
        replay_turn(table, seat, first, last, &after);
        answer_remarks(&out, "remarks", &before, &after);
        add_better(&out, &before, &after);
    } else {
        json_list(&out, "remarks");
        json_end(&out);
        json_null(&out, "better");
    }
    json_end(&out);
    request_answer(r, 200, &out);
}
