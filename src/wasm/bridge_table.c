/* The bridge's table: the requests of docs/api.md, answered without a server by the code that
 * answers them in the server. */
#include "bridge.h"

#include "asking.h"

#include <alibi/rng.h>
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct alibi_refusal no_table =
    ALIBI_REFUSAL("bridge.table", NULL, "expected an id of 12 letters, and a day");

struct bridge_table {
    struct table table;
    struct alibi_rng rng;
    char script[1024]; /* outcomes that come before those of the generator, for tests */
    unsigned seats;    /* that are held here, bit by bit */
};

/* The next line of the input from *AT on, ended by a NUL. */
static char *take_line(char **at, char *end)
{
    char *line = *at, *newline = memchr(line, '\n', (size_t)(end - line));

    *at = newline ? newline + 1 : end;
    *(newline ? newline : end) = '\0';
    return line;
}

/* --- Making --- */

static uint32_t below(void *rng, uint64_t k, uint32_t n)
{
    (void)k;
    return alibi_rng_below(rng, n);
}

/* A game as the body of `POST /api/games` wants it. */
static bool describe(struct table_about *about, const struct body_create *body, const char *id,
                     const char *day)
{
    struct alibi_text line = alibi_text_in(about->start, sizeof about->start);
    struct alibi_state start;

    if (!id_is_shaped(id, strlen(id)) || strlen(day) >= sizeof about->created) {
        (void)bridge_refuse(ALIBI_BAD_TEXT, &no_table);
        return false;
    }
    (void)snprintf(about->id, sizeof about->id, "%s", id);
    (void)snprintf(about->created, sizeof about->created, "%s", day);
    about->is_public = body->is_public;
    about->hints = body->hints;
    alibi_setup(&start, body->game, body->option);
    alibi_position_print(&line, &start);
    for (int seat = 0; seat < 2; seat++)
        (void)snprintf(about->player[seat], PLAYER_SIZE, "%s",
                       strcmp(body->player[seat], "me") == 0 ? "guest" : body->player[seat]);
    return true;
}

/* Lets chance decide until somebody is to act. False without memory. */
static bool begin(struct bridge_table *at, const struct table_about *about)
{
    struct chance chance = {below, &at->rng, at->script};
    struct change *change = change_create(about);
    bool done = change && table_open(&at->table, about, "");

    for (int seat = 0; seat < 2; seat++)
        at->seats |= (unsigned)(strcmp(about->player[seat], "guest") == 0) << seat;
    if (done) {
        change_begin(change, &chance);
        done = table_apply(&at->table, change);
    }
    free(change);
    return done;
}

/* Reads what is wished for. A table by itself begins at the set-up. */
static bool read_wish(struct body_create *body, const char *text, size_t len)
{
    int status = body_read_create(body, text, len, bridge_failure());
    bool onward = body->from != NULL;

    free(body->from);
    body->from = NULL;
    if (status == ALIBI_OK && onward)
        status = request_reason(bridge_failure(), &request_no.member, ALIBI_WITH("from"));
    return status == ALIBI_OK;
}

struct bridge_table *bridge_table_new(uint64_t seed, size_t len)
{
    char *text = bridge_input(), *end, *id, *day, *script;
    struct table_about about = {.status = TABLE_WAITING};
    struct body_create body;
    struct bridge_table *at;

    if (!bridge_fits(len))
        return NULL;
    end = text + len;
    id = take_line(&text, end);
    day = take_line(&text, end);
    script = take_line(&text, end);
    if (!read_wish(&body, text, (size_t)(end - text)) || !describe(&about, &body, id, day))
        return NULL;
    at = calloc(1, sizeof *at);
    if (at) {
        alibi_rng_seed(&at->rng, seed);
        (void)snprintf(at->script, sizeof at->script, "%s", script);
    }
    if (at && begin(at, &about))
        return at;
    bridge_table_free(at);
    (void)bridge_fail_memory();
    return NULL;
}

void bridge_table_free(struct bridge_table *at)
{
    if (at)
        table_clear(&at->table);
    free(at);
}

/* --- Asking --- */

/* What was worked out happens at once: there is no disk to wait for. */
static void play(struct bridge_table *at, struct request *r)
{
    struct chance chance = {below, &at->rng, at->script};
    bool moves = r->route == ROUTE_MOVES, applied;
    size_t before = at->table.n_events;
    struct body_play body;
    struct change *change;

    if (!table_read_play(&at->table, r, moves ? BODY_SEQ | BODY_TOKENS | BODY_KEY : BODY_KEY,
                         &body))
        return;
    change =
        moves ? table_moves(&at->table, r, &body, &chance) : table_resign(&at->table, r, &body);
    if (!change)
        return;
    applied = table_apply(&at->table, change);
    assert(applied); /* half of a change is no table */
    (void)applied;
    free(change);
    table_played(&at->table, r, before, at->table.n_events, alibi_viewer_of(body.seat));
}

static void answer_route(struct bridge_table *at, struct request *r)
{
    if (r->route == ROUTE_REPLAY)
        table_replay(r);
    else if (r->route == ROUTE_STUDY)
        table_study(r);
    else if (strcmp(r->id, at->table.about.id) != 0)
        request_refuse(r, &request_no.no_game, ALIBI_WITH(r->id));
    else if (r->route == ROUTE_MOVES || r->route == ROUTE_RESIGN)
        play(at, r);
    else if (r->route == ROUTE_EVENTS)
        table_events(&at->table, r); /* at once: whoever has the table needs no stream */
    else if (!table_answer(&at->table, r))
        request_refuse(r, &request_no.no_page, NULL);
}

int bridge_table_ask(struct bridge_table *at, size_t len)
{
    char *text = bridge_input(), *end;
    struct alibi_text answer = bridge_answer();
    struct request r = {.seats = at->seats};

    if (!bridge_fits(len))
        return BRIDGE_REFUSED;
    end = text + len;
    request_line(&r, take_line(&text, end));
    r.body = text;
    r.len = (size_t)(end - text);
    answer_route(at, &r);
    r.body = NULL; /* the bridge's, not the request's */
    if (!r.text)
        return bridge_fail_memory();
    alibi_text_format(&answer, "%u\n", r.status);
    alibi_text_bytes(&answer, r.text, r.text_len);
    request_clear(&r);
    return bridge_answered(&answer);
}
