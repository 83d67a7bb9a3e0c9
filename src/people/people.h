/* People: petitions, and the answers to them, over a ledger. */
#ifndef PEOPLE_PEOPLE_H
#define PEOPLE_PEOPLE_H

#include "json_read.h"
#include "ledger.h"
#include "people_service.h"
#include "secret.h"

struct name_rules;

struct people {
    struct ledger *ledger;
    struct lottery *lottery;
    const struct name_rules *names;
    uint64_t now;             /* milliseconds since 1970 */
    struct ledger_name asked; /* up to which game the app was asked how it stands */
    uint64_t looked;          /* when this server last looked at what is due, or 0 */
    uint64_t back;            /* since when it has done so every second or two */
};

/* Answers a petition in a transaction of its own. */
void people_answer(struct people *people, struct petition *petition);

/* --- The answers, by subject; each in the transaction of whoever calls it --- */

/* account.c */
void answer_account(struct people *people, struct petition *petition);
void answer_name(struct people *people, struct petition *petition);
void answer_sign_up(struct people *people, struct petition *petition);
void answer_delete(struct people *people, struct petition *petition);

/* sign_in.c */
void answer_challenge(struct people *people, struct petition *petition);
void answer_sign_in(struct people *people, struct petition *petition);
void answer_recover(struct people *people, struct petition *petition);
void answer_confirm(struct people *people, struct petition *petition);

/* sessions.c, tokens.c */
void answer_sessions(struct people *people, struct petition *petition);
void answer_session_end(struct people *people, struct petition *petition);
void answer_new_token(struct people *people, struct petition *petition);

/* passkeys.c, recovery_codes.c */
void answer_passkeys(struct people *people, struct petition *petition);
void answer_passkey_add(struct people *people, struct petition *petition);
void answer_passkey_end(struct people *people, struct petition *petition);
void answer_new_codes(struct people *people, struct petition *petition);

/* account_data.c */
void answer_export(struct people *people, struct petition *petition);

/* results.c */

/* A game has ended. However often it is said, it counts once. */
void result_take(struct people *people, const struct game_result *result);

/* The rated game ID does not count for ratings any more, or does again: all ratings in what was
 * played are computed again, from the list of games. False if there is no such game. */
bool result_void(struct people *people, const char *id, bool is_void);

/* Whether the account WHO has played the rated game ID. */
bool result_is_of(struct people *people, const char *id, const char *who);

/* Computes all ratings in the game NAME again. */
void ratings_again(struct people *people, const char *name);

/* pairing.c */
void answer_pairing(struct people *people, struct petition *petition);
void answer_pairing_leave(struct people *people, struct petition *petition);

/* offers.c: challenges by name */
void answer_offers(struct people *people, struct petition *petition);
void answer_offer(struct people *people, struct petition *petition);
void answer_offer_accept(struct people *people, struct petition *petition);
void answer_offer_end(struct people *people, struct petition *petition);
/* table_talk.c, blocks.c, reports.c, moderation.c */
void answer_talk(struct people *people, struct petition *petition);
void answer_say(struct people *people, struct petition *petition);
void answer_blocks(struct people *people, struct petition *petition);
void answer_block_seat(struct people *people, struct petition *petition);
void answer_block_person(struct people *people, struct petition *petition);
void answer_unblock(struct people *people, struct petition *petition);
void answer_report(struct people *people, struct petition *petition);
void answer_report_person(struct people *people, struct petition *petition);
void answer_moderation(struct people *people, struct petition *petition);
void answer_moderate(struct people *people, struct petition *petition);

/* profile.c, played.c, ladders.c: what everybody may see. */
void answer_profile(struct people *people, struct petition *petition);
void answer_curves(struct people *people, struct petition *petition);
void answer_people(struct people *people, struct petition *petition);
void answer_played(struct people *people, struct petition *petition);
void answer_records(struct people *people, struct petition *petition);
void answer_ladder(struct people *people, struct petition *petition);
void answer_day(struct people *people, struct petition *petition);

/* tournament.c, tournament_page.c */
void answer_tournament_new(struct people *people, struct petition *petition);
void answer_tournament_join(struct people *people, struct petition *petition);
void answer_tournament_withdraw(struct people *people, struct petition *petition);
void answer_tournament_ready(struct people *people, struct petition *petition);
void answer_tournament_cancel(struct people *people, struct petition *petition);
void answer_tournaments(struct people *people, struct petition *petition);
void answer_tournament(struct people *people, struct petition *petition);
void answer_meetings(struct people *people, struct petition *petition);

/* --- For all of them --- */

/* Who has the account ID, or that name or one that looks like it; false if there is none. */
bool account_find(struct people *people, const char *id, struct person *out);
bool account_named(struct people *people, const char *text, struct person *out);

/* The account that a request's path names; false after a refusal. And who it is, as members. */
bool person_asked(struct people *people, struct petition *petition, struct person *person);
void person_print(const struct person *person, struct json_out *out);

/* The member "account": who is asking, as only they are told, or null for a guest. */
void account_print(struct people *people, const struct petition *petition,
                   struct json_out *out);

/* The asker is the account ID from now on, by the passkey with that hash, or "". */
void sign_in_as(struct people *people, struct petition *petition, const char *id,
                const char *about, const char *passkey);

/* Whether somebody is signed in; false after a refusal. */
bool petition_is_signed(struct petition *petition);

/* A value of the ledger as JSON; none if it is NULL. */
struct json ledger_json(const char *value);

#endif
