/* Which petition is whose to answer, and in what kind of transaction. */
#include "aborts.h"
#include "account_sessions.h"
#include "blocks.h"
#include "expiry.h"
#include "linked_accounts.h"
#include "pairing.h"
#include "penalties.h"
#include "player_news.h"
#include "running_games.h"
#include "table_talk.h"
#include "tournament.h"

#include <stdlib.h>
#include <string.h>

/* What an answer does with the ledger. MEETS writes, too, and is only for those who may play
 * with others. */
enum doing { READS, WRITES, MEETS };

static const struct {
    void (*answer)(struct people *people, struct petition *petition);
    enum doing doing;
} subject[ROUTES] = {
    [ROUTE_ACCOUNT] = {answer_account, READS},
    [ROUTE_SESSIONS] = {answer_sessions, READS},
    [ROUTE_PROFILE] = {answer_profile, READS},
    [ROUTE_CURVES] = {answer_curves, READS},
    [ROUTE_PEOPLE] = {answer_people, READS},
    [ROUTE_PLAYED] = {answer_played, READS},
    [ROUTE_RECORDS] = {answer_records, READS},
    [ROUTE_PAIRING] = {answer_pairing, MEETS},
    [ROUTE_PAIRING_LEAVE] = {answer_pairing_leave, WRITES},
    [ROUTE_OFFERS] = {answer_offers, READS},
    [ROUTE_OFFER] = {answer_offer, MEETS},
    [ROUTE_OFFER_ACCEPT] = {answer_offer_accept, MEETS},
    [ROUTE_OFFER_END] = {answer_offer_end, WRITES},
    [ROUTE_LADDER] = {answer_ladder, READS},
    [ROUTE_DAY] = {answer_day, READS},
    [ROUTE_TOURNAMENTS] = {answer_tournaments, READS},
    [ROUTE_TOURNAMENT] = {answer_tournament, READS},
    [ROUTE_TOURNAMENT_EVENTS] = {answer_tournament, READS},
    [ROUTE_MEETINGS] = {answer_meetings, READS},
    [ROUTE_TOURNAMENT_NEW] = {answer_tournament_new, MEETS},
    [ROUTE_TOURNAMENT_JOIN] = {answer_tournament_join, MEETS},
    [ROUTE_TOURNAMENT_WITHDRAW] = {answer_tournament_withdraw, WRITES},
    [ROUTE_TOURNAMENT_READY] = {answer_tournament_ready, MEETS},
    [ROUTE_TOURNAMENT_CANCEL] = {answer_tournament_cancel, WRITES},
    [ROUTE_SESSION_END] = {answer_session_end, WRITES},
    [ROUTE_NAME] = {answer_name, WRITES},
    [ROUTE_SIGN_UP] = {answer_sign_up, WRITES},
    [ROUTE_CHALLENGE] = {answer_challenge, WRITES},
    [ROUTE_SIGN_IN] = {answer_sign_in, WRITES},
    [ROUTE_RECOVER] = {answer_recover, WRITES},
    [ROUTE_CONFIRM] = {answer_confirm, WRITES},
    [ROUTE_PASSKEYS] = {answer_passkeys, READS},
    [ROUTE_PASSKEY_ADD] = {answer_passkey_add, WRITES},
    [ROUTE_PASSKEY_END] = {answer_passkey_end, WRITES},
    [ROUTE_CODES] = {answer_new_codes, WRITES},
    [ROUTE_TOKEN] = {answer_new_token, WRITES},
    [ROUTE_EXPORT] = {answer_export, READS},
    [ROUTE_DELETE] = {answer_delete, WRITES},
    [ROUTE_TALK] = {answer_talk, READS},
    [ROUTE_SAY] = {answer_say, WRITES},
    [ROUTE_BLOCKS] = {answer_blocks, READS},
    [ROUTE_BLOCK_SEAT] = {answer_block_seat, WRITES},
    [ROUTE_BLOCK_PERSON] = {answer_block_person, WRITES},
    [ROUTE_UNBLOCK] = {answer_unblock, WRITES},
    [ROUTE_REPORT] = {answer_report, WRITES},
    [ROUTE_REPORT_PERSON] = {answer_report_person, WRITES},
    [ROUTE_MODERATION] = {answer_moderation, READS},
    [ROUTE_MODERATE] = {answer_moderate, WRITES},
};

/* Whose the credential is; once a day it is noted that it was seen. */
static enum ledger_end answer_who(struct people *people, struct petition *petition)
{
    const struct hash *credential = &petition->credential.hash;
    bool unseen = false;
    enum ledger_end end;

    ledger_begin(people->ledger, LEDGER_READS);
    petition->has_person = session_find(people, credential, &petition->person, &unseen);
    if (petition->has_person)
        penalty_tell(people, petition);
    end = ledger_end(people->ledger);
    if (end == LEDGER_DONE && petition->has_person && unseen) {
        ledger_begin(people->ledger, LEDGER_WRITES);
        session_see(people, credential);
        linked_accounts_note(people, petition);
        (void)ledger_end(people->ledger);
    }
    return end;
}

static enum ledger_end answer_request(struct people *people, struct petition *petition)
{
    enum route route = petition->r.route;

    ledger_begin(people->ledger, subject[route].doing == READS ? LEDGER_READS : LEDGER_WRITES);
    if (subject[route].doing != MEETS || penalty_allows(people, petition, PENALTY_BAN))
        subject[route].answer(people, petition);
    return ledger_end(people->ledger);
}

static void remind(struct people *people, struct petition *petition)
{
    pending_game_remind(people, petition);
    running_games_ask(people, petition);
    expiry_sweep(people);
}

/* What the app has to say or to ask. */
static enum ledger_end answer_app(struct people *people, struct petition *petition)
{
    ledger_begin(people->ledger, LEDGER_WRITES);
    if (petition->kind == PETITION_RESULT) {
        result_take(people, &petition->result);
        tournament_result(people, petition, &petition->result);
    } else if (petition->kind == PETITION_MADE) {
        pending_game_done(people, petition, petition->result.id);
        tournament_made(people, petition, petition->result.id);
    } else if (petition->kind == PETITION_BEGUN) {
        running_game_begin(people, petition->result.id);
    } else if (petition->kind == PETITION_LEFT) {
        pairing_forget(people, &petition->guest);
    } else {
        remind(people, petition);
    }
    return ledger_end(people->ledger);
}

/* Whoever has not looked for longer than that was not there, or could not read anything. */
enum { AWAY_MS = 3000 };

/* What the time brings. A look that finds nothing, as most do, keeps nobody from writing. */
static enum ledger_end answer_due(struct people *people, struct petition *petition)
{
    enum ledger_end end;
    bool is_due;

    ledger_begin(people->ledger, LEDGER_READS);
    is_due = tournament_is_due(people);
    end = ledger_end(people->ledger);
    if (end != LEDGER_DONE)
        return end;
    if (people->now > people->looked + AWAY_MS)
        people->back = people->now;
    people->looked = people->now;
    if (!is_due)
        return end;
    ledger_begin(people->ledger, LEDGER_WRITES);
    tournament_step(people, petition);
    return ledger_end(people->ledger);
}

/* What was to be said is not, since it did not come about. */
static void take_back(struct petition *petition, enum ledger_end end)
{
    struct request *r = &petition->r;

    petition->failed = true;
    petition->name[0] = '\0';
    petition->signs_out = petition->stirs = petition->leaves = petition->said = false;
    petition->n_told = petition->n_changed = petition->n_missed = 0;
    for (int i = 0; i < TALK_VIEWS; i++) {
        free(petition->talk[i]);
        petition->talk[i] = NULL;
    }
    if (petition->kind == PETITION_REQUEST) {
        request_forget(r);
        request_refuse(r,
                       end == LEDGER_UNSURE      ? &request_no.unsure
                       : route_is_post(r->route) ? &request_no.not_written
                                                 : &request_no.unreadable,
                       NULL);
    }
}

static enum ledger_end answer_again(struct people *people, struct petition *petition)
{
    ledger_begin(people->ledger, LEDGER_READS);
    if (penalty_allows(people, petition, PENALTY_BAN))
        blocks_check_seats(people, petition);
    return ledger_end(people->ledger);
}

static enum ledger_end answer_rate(struct people *people, struct petition *petition)
{
    ledger_begin(people->ledger, LEDGER_READS);
    (void)aborts_allow(people, petition);
    return ledger_end(people->ledger);
}

static enum ledger_end answer_text(struct people *people, struct petition *petition)
{
    ledger_begin(people->ledger, LEDGER_READS);
    if (petition->kind == PETITION_NEWS)
        news_answer(people, petition);
    else if (petition->kind == PETITION_TALK)
        talk_remind(people, petition);
    else
        lobby_answer(people, petition);
    return ledger_end(people->ledger);
}

static enum ledger_end answer(struct people *people, struct petition *petition)
{
    switch (petition->kind) {
    case PETITION_WHO:
        return answer_who(people, petition);
    case PETITION_AGAIN:
        return answer_again(people, petition);
    case PETITION_RATE:
        return answer_rate(people, petition);
    case PETITION_REQUEST:
    case PETITION_PAGE:
        return answer_request(people, petition);
    case PETITION_DUE:
        return answer_due(people, petition);
    case PETITION_PAIR:
        return pairing_look(people, petition);
    case PETITION_NEWS:
    case PETITION_LOBBY:
    case PETITION_TALK:
        return answer_text(people, petition);
    default:
        return answer_app(people, petition);
    }
}

void people_answer(struct people *people, struct petition *petition)
{
    enum ledger_end end = answer(people, petition);

    if (end != LEDGER_DONE)
        take_back(petition, end);
}

bool petition_is_signed(struct petition *petition)
{
    if (!petition->has_person)
        request_refuse(&petition->r, &request_no.not_signed_in, NULL);
    return petition->has_person;
}

struct json ledger_json(const char *value)
{
    struct json root = {NULL};
    struct alibi_error err;

    if (value && json_parse(&root, value, strlen(value), 64, &err) != ALIBI_OK)
        root.at = NULL;
    return root;
}
