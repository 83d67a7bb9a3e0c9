/* What a request would change. */
#include "plan.h"

#include "refusals.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct store_change *plan_create(const struct store_game *about)
{
    struct store_change *plan = calloc(1, sizeof *plan);

    if (plan) {
        plan->is_new = true;
        plan->game = *about;
    }
    return plan;
}

struct store_change *plan_new(const struct room *room)
{
    struct store_change *plan = plan_create(&room->about);

    if (plan) {
        plan->is_new = false;
        plan->seq = room->n_events;
    }
    return plan;
}

static struct store_event *add(struct store_change *plan, enum store_kind kind,
                               enum alibi_seat by)
{
    struct store_event *event = &plan->event[plan->n_events++];

    assert(plan->n_events <= STORE_EVENTS_MAX);
    event->kind = kind;
    event->by = by;
    return event;
}

/* --- Moves --- */

/* Plays M in S and notes it. Returns whether witnesses were called. */
static bool play(struct store_change *plan, struct alibi_state *s, alibi_move m)
{
    struct store_event *event = add(plan, STORE_MOVE, (enum alibi_seat)s->to_act);
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
static void let_chance(struct store_change *plan, struct alibi_state *s, uint64_t k,
                       const char *script)
{
    for (; s->to_act == ALIBI_CHANCE; k++) {
        alibi_move m;

        if (!scripted(script, k, s, &m))
            m = deal_outcome(&plan->game.deal, k, s);
        (void)play(plan, s, m);
    }
}

static void note_end(struct store_change *plan, const struct alibi_state *s)
{
    struct alibi_text text = alibi_text_in(plan->game.result, sizeof plan->game.result);

    if (s->winner == ALIBI_NOBODY)
        return;
    plan->game.status = STORE_OVER;
    alibi_result_print(&text, s);
}

static uint64_t chance_so_far(const struct alibi_session *session)
{
    uint64_t k = 0;

    for (size_t i = 0; i < alibi_session_length(session); i++)
        k += alibi_session_after(session, i)->to_act == ALIBI_CHANCE;
    return k;
}

int plan_moves(struct store_change *plan, const struct room *room, enum alibi_seat seat,
               const char *const *token, size_t n, const char *script, size_t *at,
               struct alibi_error *err)
{
    struct alibi_state s = *alibi_session_state(room->session);
    bool called = false;

    for (*at = 0; *at < n; ++*at) {
        struct alibi_view view;
        alibi_move m;
        int status;

        if (called || s.to_act != seat)
            return alibi_refuse(err, ALIBI_BAD_MOVE, 0, &server_no.after_turn.why, NULL);
        /* Judged by what the seat knows, so that a refusal cannot tell more. */
        s.game->observe(&view, &s, alibi_viewer_of(seat));
        status = alibi_token_parse(&m, &view.seen, token[*at], strlen(token[*at]), err);
        if (status != ALIBI_OK)
            return status;
        called = play(plan, &s, m);
    }
    let_chance(plan, &s, chance_so_far(room->session), script);
    note_end(plan, &s);
    plan->only_events = plan->game.status == room->about.status;
    return ALIBI_OK;
}

void plan_begin(struct store_change *plan, const char *script)
{
    const struct store_game *about = &plan->game;
    struct alibi_state s;
    int status;

    if (strcmp(about->player[0], "open") == 0 || strcmp(about->player[1], "open") == 0)
        return;
    status = alibi_position_parse(&s, about->start, strlen(about->start), NULL);
    assert(status == ALIBI_OK);
    (void)status;
    plan->game.status = STORE_PLAYING;
    let_chance(plan, &s, 0, script);
}

/* --- The rest --- */

void plan_holder(struct store_change *plan, int seat, const struct hash *guest)
{
    assert(plan->n_holders < sizeof plan->holder / sizeof plan->holder[0]);
    plan->holder[plan->n_holders].seat = seat;
    plan->holder[plan->n_holders++].guest = *guest;
}

void plan_take_seat(struct store_change *plan, enum alibi_seat seat, const struct hash *guest,
                    const struct hash *key)
{
    (void)snprintf(plan->game.player[seat], PLAYER_SIZE, "guest");
    plan->game.key[seat] = *key;
    if (guest)
        plan_holder(plan, (int)seat, guest);
    (void)add(plan, STORE_SEAT, seat);
}

void plan_resign(struct store_change *plan, enum alibi_seat seat)
{
    (void)add(plan, STORE_RESIGN, seat);
    plan->game.status = STORE_OVER;
    (void)snprintf(plan->game.result, sizeof plan->game.result, "%s:resignation",
                   alibi_seat_name(seat == ALIBI_JACK ? ALIBI_DETECTIVE : ALIBI_JACK));
}

void plan_rematch(struct store_change *plan, const char *id)
{
    (void)snprintf(add(plan, STORE_REMATCH, ALIBI_NOBODY)->text, STORE_TEXT_SIZE, "%s", id);
}

void plan_request(struct store_change *plan, const char *key, const struct hash *digest)
{
    plan->has_request = true;
    (void)snprintf(plan->request.key, sizeof plan->request.key, "%s", key);
    plan->request.digest = *digest;
}
