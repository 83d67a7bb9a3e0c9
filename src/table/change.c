/* Working changes out. */
#include "change.h"

#include "request_refusals.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct change *change_create(const struct table_about *about)
{
    struct change *change = calloc(1, sizeof *change);

    if (change) {
        change->is_new = true;
        change->about = *about;
    }
    return change;
}

struct change *change_new(const struct table *table)
{
    struct change *change = change_create(&table->about);

    if (change) {
        change->is_new = false;
        change->seq = table->n_events;
    }
    return change;
}

static struct table_event *add(struct change *change, enum event_kind kind, enum alibi_seat by)
{
    struct table_event *event = &change->event[change->n_events++];

    assert(change->n_events <= CHANGE_EVENTS_MAX);
    event->kind = kind;
    event->by = by;
    return event;
}

/* --- Moves --- */

/* Plays M in S and notes it. Returns whether witnesses were called. */
static bool play(struct change *change, struct alibi_state *s, alibi_move m)
{
    struct table_event *event = add(change, EVENT_MOVE, (enum alibi_seat)s->to_act);
    struct alibi_text text = alibi_text_in(event->text, sizeof event->text);

    s->game->print(&text, m);
    return s->game->apply(s, m);
}

/* The K-th of the words of the script as a legal move of S. */
static bool scripted(const char *script, uint64_t k, const struct alibi_state *s, alibi_move *m)
{
    const char *word = script ? script : "";

    for (word += strspn(word, " "); k > 0 && *word; k--) {
        word += strcspn(word, " ");
        word += strspn(word, " ");
    }
    return *word && alibi_token_parse(m, s, word, strcspn(word, " "), NULL) == ALIBI_OK;
}

/* Lets chance decide until somebody is to act. K decisions went before. */
static void let_chance(struct change *change, struct alibi_state *s, uint64_t k,
                       const struct chance *chance)
{
    for (; s->to_act == ALIBI_CHANCE; k++) {
        alibi_move outcome[ALIBI_MOVES_MAX], m;

        if (!scripted(chance->script, k, s, &m)) {
            uint32_t n = (uint32_t)s->game->moves(s, outcome);

            m = outcome[chance->below(chance->source, k, n)];
        }
        (void)play(change, s, m);
    }
}

void change_note(struct table_about *about, const struct alibi_state *s)
{
    struct alibi_text text = alibi_text_in(about->result, sizeof about->result);

    about->to_act = (enum alibi_seat)s->to_act;
    if (s->winner == ALIBI_NOBODY)
        return;
    about->status = TABLE_OVER;
    about->to_act = ALIBI_NOBODY;
    alibi_result_print(&text, s);
}

static uint64_t chance_so_far(const struct alibi_session *session)
{
    uint64_t k = 0;

    for (size_t i = 0; i < alibi_session_length(session); i++)
        k += alibi_session_after(session, i)->to_act == ALIBI_CHANCE;
    return k;
}

int change_moves(struct change *change, const struct table *table, enum alibi_seat seat,
                 const char *const *token, size_t n, const struct chance *chance, size_t *at,
                 struct alibi_error *err)
{
    struct alibi_state s = *alibi_session_state(table->session);
    bool called = false;

    for (*at = 0; *at < n; ++*at) {
        struct alibi_view view;
        alibi_move m;
        int status;

        if (called || s.to_act != seat)
            return alibi_refuse(err, ALIBI_BAD_MOVE, 0, &request_no.after_turn.why, NULL);
        /* Judged by what the seat knows, so that a refusal cannot tell more. */
        s.game->observe(&view, &s, alibi_viewer_of(seat));
        status = alibi_token_parse(&m, &view.seen, token[*at], strlen(token[*at]), err);
        if (status != ALIBI_OK)
            return status;
        called = play(change, &s, m);
    }
    let_chance(change, &s, chance_so_far(table->session), chance);
    change_note(&change->about, &s);
    change->only_events = change->about.status == table->about.status;
    return ALIBI_OK;
}

void change_begin(struct change *change, const struct chance *chance)
{
    const struct table_about *about = &change->about;
    struct alibi_state s;
    int status;

    if (table_waits(about))
        return;
    status = alibi_position_parse(&s, about->start, strlen(about->start), NULL);
    assert(status == ALIBI_OK);
    (void)status;
    change->about.status = TABLE_PLAYING;
    let_chance(change, &s, 0, chance);
    change_note(&change->about, &s);
}

/* --- The rest --- */

void change_holder(struct change *change, int seat, const struct hash *guest, const char *day)
{
    struct table_holder *holder = &change->holder[change->n_holders++];

    assert(change->n_holders <= CHANGE_HOLDERS_MAX);
    holder->seat = seat;
    holder->guest = *guest;
    (void)snprintf(holder->since, DATE_SIZE, "%s", day);
    (void)snprintf(holder->seen, DATE_SIZE, "%s", day);
}

void change_end(struct change *change, const struct table_holder *holder, bool others)
{
    change->ends = true;
    change->ends_others = others;
    change->gone = *holder;
}

void change_take_seat(struct change *change, enum alibi_seat seat, const struct hash *guest,
                      const struct hash *key, const char *day)
{
    (void)snprintf(change->about.player[seat], PLAYER_SIZE, "guest");
    change->about.key[seat] = *key;
    if (guest)
        change_holder(change, (int)seat, guest, day);
    (void)add(change, EVENT_SEAT, seat);
}

void change_mix(struct change *change, enum alibi_seat seat,
                const unsigned char entropy[OPENING_BYTES])
{
    change->about.opening.mix[seat] = MIX_GIVEN;
    memcpy(change->about.opening.entropy[seat], entropy, OPENING_BYTES);
    (void)add(change, EVENT_MIX, seat);
}

void change_come(struct change *change, enum alibi_seat seat)
{
    change->about.opening.mix[seat] = MIX_NONE;
    (void)add(change, EVENT_SEAT, seat);
}

void change_over(struct change *change, enum event_kind kind, enum alibi_seat seat)
{
    static const char *const why[EVENT_KINDS] = {[EVENT_RESIGN] = "resignation",
                                                 [EVENT_FLAG] = "clock",
                                                 [EVENT_ABORT] = "abort",
                                                 [EVENT_LEFT] = "absence"};
    enum alibi_seat other = seat == ALIBI_JACK ? ALIBI_DETECTIVE : ALIBI_JACK;

    assert(event_ends(kind));
    (void)add(change, kind, seat);
    change->about.status = TABLE_OVER;
    change->about.to_act = ALIBI_NOBODY;
    (void)snprintf(change->about.result, sizeof change->about.result, "%s:%s",
                   kind == EVENT_ABORT ? "nobody" : alibi_seat_name(other), why[kind]);
}

/* --- Clocks --- */

/* SEAT has moved, as TIMING says. */
static bool move_clocks(struct change *change, enum alibi_seat seat,
                        const struct timing *timing)
{
    struct clock_terms terms = table_clock_terms(&change->about);
    struct clocks *clocks = &change->about.clocks;
    int64_t used = timing->used < 0 ? timing->arrived - clocks->since : timing->used;

    return clocks_move(clocks, &terms, (int)seat, (int)change->about.to_act, used, timing->now);
}

/* Until both have made their first moves a rated game can be aborted. A level waits for nobody:
 * who plays it has begun, and cannot look at one deal after the other. */
static void begin_clocks(struct table_about *about, const struct clock_terms *terms,
                         int64_t now)
{
    clocks_fill(&about->clocks, terms, now);
    if (table_is_rated(about) && table_is_of_people(about))
        about->clocks.begins = 3;
}

/* Whose time has passed since the clocks were set. Nobody's where the computer is to act: it is
 * charged with what it has thought when it moves. */
static int spends_time(const struct table_about *about)
{
    enum alibi_seat seat = about->to_act;
    bool computer = seat <= ALIBI_DETECTIVE && player_is_computer(about->player[seat]);

    return computer ? ALIBI_NOBODY : (int)seat;
}

bool change_clocks(struct change *change, const struct table_about *before,
                   const struct timing *timing)
{
    struct clock_terms terms = table_clock_terms(&change->about);
    struct clocks *clocks = &change->about.clocks;
    const struct table_event *first = &change->event[0];

    if (terms.kind == CLOCK_NONE)
        return true;
    if (change->is_new ||
        (before->status == TABLE_WAITING && change->about.status != TABLE_OVER))
        begin_clocks(&change->about, &terms, timing->now);
    else if (change->n_events > 0 && first->kind == EVENT_MOVE && first->by <= ALIBI_DETECTIVE)
        return move_clocks(change, first->by, timing);
    else if (change->about.status == TABLE_OVER && before->status == TABLE_PLAYING)
        clocks_stop(clocks, spends_time(before), timing->now);
    if (change->n_events > 0 && first->kind == EVENT_FLAG)
        clocks->left[first->by] = 0;
    return true;
}

void change_pause(struct change *change, enum alibi_seat seat, bool paused, int64_t now)
{
    const struct table_about *about = &change->about;
    enum alibi_seat other = seat == ALIBI_JACK ? ALIBI_DETECTIVE : ALIBI_JACK;

    clocks_want(&change->about.clocks, (int)seat, paused,
                player_is_computer(about->player[other]), spends_time(about), now);
}

void change_turn_clocks(struct change *change, int64_t now)
{
    clocks_turn(&change->about.clocks, spends_time(&change->about), now);
}

void change_rematch(struct change *change, const char *id)
{
    (void)snprintf(add(change, EVENT_REMATCH, ALIBI_NOBODY)->text, EVENT_TEXT_SIZE, "%s", id);
}

void change_request(struct change *change, const char *key, const struct hash *digest)
{
    change->has_request = true;
    (void)snprintf(change->request.key, sizeof change->request.key, "%s", key);
    change->request.digest = *digest;
}
