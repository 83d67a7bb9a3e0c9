/* Tournaments: what is kept of one, and what becomes of it as time passes.
 *
 * A tournament is two lists in the ledger, of players and of meetings; rounds, points and the
 * table follow from them (swiss.h, arena.h). Requests and results change one line of a list and
 * make the tournament due; whatever is to happen then is done by tournament_step alone, in one
 * transaction, so it does not matter which server does it, or when it was last stopped.
 *
 *   tournament/ID          what was announced, and how far it is
 *   entry/ID/NUMBER        a player; the place in the list
 *   entered/ACCOUNT/ID     which of the players an account is
 *   meeting/ID/NUMBER      a meeting: two games, in each of which one of the two is Jack
 *   fixture/GAME           of which meeting a game is that is under way
 *   call/ACCOUNT/ID        what a player is to be told wherever they look
 *   agenda/TIME/ID         those that are not over, by when something is due
 *   past/TIME/ID           those that are over, the latest first
 *   organised/ACCOUNT/KEY  who has made which, by what request */
#ifndef PEOPLE_TOURNAMENT_H
#define PEOPLE_TOURNAMENT_H

#include "people.h"
#include "swiss.h"

enum {
    TOURNAMENT_PLAYERS = 256,
    TOURNAMENT_MEETINGS = 4096,
    TOURNAMENT_GAMES = 2, /* of a meeting */
    TOURNAMENT_NOBODY = -1,
    TOURNAMENT_ROUNDS = 15,
    TITLE_SIZE = 16,
    READY_MS = 20000, /* for which somebody who has said to be here is believed */
};

#define TOURNAMENT_LAST UINT64_C(9999999999999) /* so that what is over lately comes first */

enum tournament_state {
    TOURNAMENT_PLANNED,
    TOURNAMENT_RUNNING,
    TOURNAMENT_OVER,
    TOURNAMENT_CANCELLED,
};

struct tournament {
    char id[ID_SIZE], maker[ID_SIZE];
    char request[KEY_SIZE]; /* by which its maker has created it */
    char title[TITLE_SIZE]; /* one of a few words */
    char game[PLAYER_SIZE], clock[CLOCK_TEXT_SIZE];
    bool arena, rated;
    uint64_t rounds;            /* of a Swiss; 0: as many as find a winner, until it begins */
    uint64_t minutes;           /* of an arena */
    uint64_t patience;          /* seconds after which a player who has not come loses */
    uint64_t made, starts;      /* milliseconds since 1970 */
    uint64_t ended, due, asked; /* the same; 0: not yet */
    uint64_t round, entries, meetings;
    enum tournament_state state;
};

struct entry {
    char id[ID_SIZE]; /* of the account, or empty: it is no more */
    char name[PERSON_NAME_SIZE];
    bool is_bot, withdrawn;
    uint64_t rating; /* the mean of both roles, at entering */
    uint64_t ready;  /* when the player last said to be here, or 0 */
    uint64_t since;  /* and since when that was said again and again */
    bool changed;    /* not kept: the entry is to be written */
};

enum fixture_state {
    FIXTURE_CALLED,
    FIXTURE_ORDERED, /* both have come; the game is being made */
    FIXTURE_PLAYED,
    FIXTURE_ENDED,
};

struct fixture {
    enum fixture_state state;
    char id[ID_SIZE];          /* of the game, or empty: there was none */
    uint64_t at;               /* when it was ordered */
    int winner;                /* of the meeting's two, or TOURNAMENT_NOBODY: it is void */
    char how[EVENT_TEXT_SIZE]; /* "jack:time"; "absence"; or empty */
};

struct meeting {
    uint64_t round;
    int player[2];   /* the first is Jack in the first game; a bye has no second */
    uint64_t called; /* when they were called to the game that is next */
    struct fixture fixture[TOURNAMENT_GAMES];
    bool changed; /* as above */
};

/* One with its lists, while it is worked on. */
struct hall {
    struct tournament t;
    struct entry *entry;
    struct meeting *meeting;
    size_t cap; /* of meetings */
};

/* --- The ledger: tournament_ledger.c --- */

bool tournament_read(struct people *people, const char *id, struct tournament *out);

/* "planned", "running", "over" or "cancelled". */
const char *tournament_state_name(const struct tournament *t);

/* Writes it where it belongs in the lists; BEFORE is as it was read, or NULL. */
void tournament_write(struct people *people, const struct tournament *t,
                      const struct tournament *before);

/* Drops T if it was cancelled and nobody but its maker had entered it: there is nothing to see.
 */
void tournament_tidy(struct people *people, const struct tournament *t);

/* Writes T, in which something has changed: it is due at once, if it has begun. */
void tournament_stir(struct people *people, struct tournament *t);

/* Those who follow it will be told how it is now. Without PETITION they find out later. */
void tournament_tell(struct petition *petition, const char *id);

bool entry_read(struct people *people, const char *tournament, int number, struct entry *out);
void entry_write(struct people *people, const char *tournament, int number,
                 const struct entry *entry);

/* The number of an account's entry, or TOURNAMENT_NOBODY. */
int entry_find(struct people *people, const char *tournament, const char *account);

bool meeting_read(struct people *people, const char *tournament, int number,
                  struct meeting *out);
void meeting_write(struct people *people, const char *tournament, int number,
                   const struct meeting *meeting);

/* All of it; false without memory, or if there is no such tournament. Close it in any case. */
bool hall_open(struct people *people, const char *id, struct hall *hall);
void hall_close(struct hall *hall);

/* One more meeting, to be filled in; NULL if there is no room for it. */
struct meeting *hall_add(struct hall *hall);

/* --- What players are told wherever they look: tournament_call.c --- */

/* What comes next in MEETING for those two, whose entries these are, if anything does. */
void tournament_call(struct people *people, struct petition *petition,
                     const struct tournament *t, const struct meeting *meeting,
                     const struct entry *const entry[2]);

/* The account's calls, as member "called" of the open object. */
void tournament_calls_print(struct people *people, const char *account, struct json_out *out);

/* The game of MEETING that is not over and comes first; NULL if there is none. */
const struct fixture *meeting_next(const struct meeting *meeting);

/* --- Reckoning: tournament_table.c --- */

bool meeting_is_over(const struct meeting *meeting);

/* Games won by the first or the second of a meeting. */
int meeting_points(const struct meeting *meeting, int side);

/* The next round of a Swiss. */
enum swiss_status hall_pair_swiss(struct people *people, struct hall *hall);

/* Pairs those who wait in an arena; false without memory. */
bool hall_pair_arena(struct people *people, struct hall *hall);

/* The table, as member "table" of the open object. */
void hall_print_table(const struct hall *hall, struct json_out *out);

/* --- What happens: tournament_play.c --- */

/* Does what is due in some of the tournaments. */
void tournament_step(struct people *people, struct petition *petition);

/* Whether something is due: all that is looked up every second. */
bool tournament_is_due(struct people *people);

/* A game that was ordered is there, perhaps one of a tournament's. */
void tournament_made(struct people *people, struct petition *petition, const char *game);

/* A game has ended, perhaps one of a tournament's. However often it is said. */
void tournament_result(struct people *people, struct petition *petition,
                       const struct game_result *result);

/* --- tournament.c --- */

/* Calls off the tournament ID for PETITION, or NULL: false if none of that id is planned. And
 * all that an account has planned. MAKER is whose it was. */
bool tournament_cancel(struct people *people, struct petition *petition, const char *id,
                       char maker[ID_SIZE]);
void tournaments_cancel(struct people *people, struct petition *petition, const char *account);

/* The account is no more. */
void tournament_forget(struct people *people, struct petition *petition, const char *account);

#endif
