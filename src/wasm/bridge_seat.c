/* The bridge's seats: what somebody who plays elsewhere is told, followed here, so that a page
 * need not ask the server what a move would lead to. The server has the game and is the judge;
 * a seat has its own redacted history, and can tell no more than that. */
#include "bridge.h"

#include "asking.h"

#include <alibi/watch.h>
#include <stdlib.h>
#include <string.h>

struct bridge_seat {
    struct alibi_watch *watch;
    size_t seq; /* how many events the game has had */
};

struct bridge_seat *bridge_seat_new(const struct alibi_session *game, int viewer)
{
    struct bridge_seat *seat;
    struct alibi_view view;
    enum alibi_viewer as;

    if (!bridge_read_seat(&as, viewer))
        return NULL;
    seat = calloc(1, sizeof *seat);
    alibi_view_of(&view, alibi_session_after(game, 0), as);
    if (seat && alibi_watch_new(&seat->watch, &view) == ALIBI_OK)
        return seat;
    free(seat);
    (void)bridge_fail_memory();
    return NULL;
}

void bridge_seat_free(struct bridge_seat *seat)
{
    alibi_watch_free(seat->watch);
    free(seat);
}

int bridge_seat_see(struct bridge_seat *seat, double seq, size_t len)
{
    struct alibi_watch *after;

    if (!bridge_fits(len))
        return BRIDGE_REFUSED;
    if (alibi_watch_copy(&after, seat->watch) != ALIBI_OK)
        return bridge_fail_memory();
    if (!bridge_watch_see(after, len)) {
        alibi_watch_free(after);
        return BRIDGE_REFUSED;
    }
    alibi_watch_free(seat->watch);
    seat->watch = after;
    seat->seq = seq >= 0 && seq < 1e9 ? (size_t)seq : 0;
    return 0;
}

int bridge_seat_ask(const struct bridge_seat *seat, size_t len)
{
    char *text = bridge_input(), *end = text + len, *body;
    struct alibi_text answer = bridge_answer();
    struct request r = {0};
    struct alibi_view view;
    bool answered = false;

    if (!bridge_fits(len))
        return BRIDGE_REFUSED;
    *end = '\0';
    body = memchr(text, '\n', len);
    r.body = body ? body + 1 : end;
    r.len = (size_t)(end - r.body);
    if (body)
        *body = '\0';
    request_line(&r, text);
    if (alibi_watch_settled(seat->watch)) {
        alibi_watch_view(seat->watch, &view);
        answered = table_answer_seat(&r, &view, seat->seq);
    }
    if (answered && r.text) {
        alibi_text_format(&answer, "%u\n", r.status);
        alibi_text_bytes(&answer, r.text, r.text_len);
    }
    r.body = NULL; /* the bridge's, not the request's */
    request_clear(&r);
    return bridge_answered(&answer);
}
