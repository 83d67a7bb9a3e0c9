/* The server's work, free of HTTP's wire: rooms, requests, what is written and what is thought.
 * All of it runs in one thread; the writer and the computer have theirs. */
#ifndef APP_H
#define APP_H

#include "album.h"
#include "asking.h"
#include "credential_cache.h"
#include "follow.h"
#include "lobby.h"
#include "metrics.h"
#include "pulse.h"
#include "quota.h"
#include "reader.h"
#include "room.h"
#include "scribe.h"
#include "secret.h"
#include "writer.h"

enum {
    GUEST_DAYS = 365, /* that a cookie is good for after its last use */
    COOKIE_SIZE = KEY_SIZE + DATE_SIZE + KEY_SIZE, /* bytes of one, NUL included */
};

enum progress {
    VISIT_FRESH,   /* to be handled, perhaps not for the first time; or answered */
    VISIT_WAITING, /* for the disk, the computer or a room that is busy or to be read */
    VISIT_STREAM,  /* the answer is a stream of events */
};

/* A request with what the server knows of its sender, while it is being answered. */
struct visit {
    struct request r;
    const char *last_event_id; /* or NULL */
    bool has_guest, has_key;
    struct hash guest, key;
    char guest_name[KEY_SIZE];    /* of a browser's guest: what GUEST is the hash of */
    bool issued;                  /* the guest's cookie is one that the server has given */
    bool has_token;               /* its credential is a token */
    struct credential credential; /* that was shown beside it; once it has been looked at, */
    bool identified, has_person;  /* it is PERSON's, whose guest GUEST is then, or nobody's */
    struct person person;
    bool has_browser; /* whoever is signed in, the browser has a guest of its own: */
    struct hash browser;
    const char *origin; /* of the page that asks, which is the server's own; or NULL */
    bool has_network;   /* from where it comes is known: */
    struct hash network;
    bool is_browser; /* it can keep a cookie */
    bool has_cookie; /* it has sent one of ours */
    bool forgets;    /* its cookie is to be taken away */
    bool signs_out;  /* that of its session is */

    enum progress progress;
    int64_t arrived; /* when, by app_options.now */
    bool meets;      /* it is known that the two at the table may meet once more */
    bool rates;      /* and that it may begin a rated game */
    bool checked;    /* the room is as the game is kept, or later */
    bool listed;     /* the lobby has been read for it */
    unsigned orders; /* games that are being made, before which it does not get its answer */
    unsigned beaten; /* how often somebody else had made the game that it was to make */
    enum found lost; /* what became of the game that it has waited for, if it is not there */
    char cookie[COOKIE_SIZE];  /* to be set, or empty */
    char session[COOKIE_SIZE]; /* the same of a session */
    char bench[KEY_SIZE];      /* the spectators' key as a cookie, to be set, or empty */
    struct stream *stream;
    struct gathering *gathering; /* see gather.h, or NULL */
    struct visit *next;          /* of those who wait for the same room */
    void *connection;            /* http.c's own */
};

struct app_options {
    const char *version;
    unsigned keep_days; /* after the last change of a game; 0: for ever */
    struct lottery lottery;
    struct hash key;    /* the server's own: it seals cookies and names games */
    const char *script; /* for tests: outcomes that every deal begins with, or NULL */
    bool quotas;        /* guests and networks have them */
    bool is_shared; /* others change what is kept, too: it is looked at before each answer */
    bool counts_together; /* the store counts new games, for all who use it */
    bool has_browsers;    /* people come by browsers, which can be told apart */
    unsigned gone;        /* for tests: seconds in place of PRESENCE_GONE, or 0 */
    void (*today)(char out[DATE_SIZE]);
    int64_t (*now)(void); /* milliseconds, never going back; NULL: games have no clocks */
    unsigned n_places;    /* databases that keep the games */
    void (*wake)(struct visit *v); /* one that waited is to be handled again */
    void (*measure)(const void *of, struct process_figures *out); /* or NULL */
    const void *measured;
};

/* What it works with, made by whoever opens it: each does its work beside the app's, and has it
 * fetched by app_collect. */
struct app_parts {
    struct reader *reader;
    struct writer *writer;
    struct computer *computer;
    struct album *album;
    struct scribe *scribe;
    struct people_service *people_service; /* or NULL: nobody has an account */
};

/* Turns for which the computer's time has to last. */
enum { TURNS_AHEAD = 40 };

enum { APP_BUCKETS = 1024, APP_ROOMS_MAX = 2048 };

struct app {
    struct app_options options;
    struct app_parts part;
    bool stopping;          /* no more changes are begun */
    size_t writing;         /* changes at the writer */
    struct errand *errands; /* at the reader */
    uint64_t tick;          /* seconds since the start */
    uint64_t proved;        /* the last of them in which something was written */
    struct room *bucket[APP_BUCKETS];
    size_t n_rooms;
    size_t rooms_unlooked; /* so many may be here before one of them must be forgotten */
    bool clocks_run;       /* in some game that is kept, when that was last looked up */
    struct pulse pulse[PLACES_MAX];
    struct deadlines deadlines[PLACES_MAX];
    struct lobby lobby;
    struct crowd crowd;
    struct followers followers;
    struct stream *tournament_streams; /* of tournaments */
    bool asks_due;                     /* the people service: what is due? */
    struct quota quota;
    struct credential_cache credentials;
    uint64_t pairs_until; /* the tick up to which somebody may wait for an opponent */
    struct metrics metrics;
};

/* Frees the parts that could be made; the others are NULL. */
void app_parts_free(const struct app_parts *parts);

/* Takes over the parts, which it frees in the end, or at once if it cannot be opened: NULL
 * after filling ERR. */
struct app *app_open(const struct app_options *options, const struct app_parts *parts,
                     struct alibi_error *err);

/* No request may be waiting any more. */
void app_close(struct app *app);

/* Handles a visit that is VISIT_FRESH: answers it, or lets it wait. */
void app_handle(struct app *app, struct visit *v);

/* Takes up what the writer and the computer have done. */
void app_collect(struct app *app);

/* Milliseconds until there is something to take up even if nothing wakes it, at most MOST. */
int app_timeout(struct app *app, int most);

/* A second has passed: streams are kept open, the computer goes on where it had to stop, old
 * games are removed. */
void app_tick(struct app *app);

/* Has the game ID, which is kept in that PLACE, removed; false if it is in use, or there is
 * none.
 */
bool app_remove(struct app *app, const char *id, unsigned place);

/* Ends every stream and begins no more changes. */
void app_stop(struct app *app);

/* --- For the handlers --- */

/* The room of the game that is asked for, and the seats in it that the visitor holds; NULL
 * after a refusal, or if the visit waits for it. */
struct room *app_room(struct app *app, struct visit *v);

/* The room of the game ID, for V. */
enum seek {
    SEEK_HERE,
    SEEK_NONE,    /* there is no such game */
    SEEK_FAILED,  /* it cannot be read now */
    SEEK_DAMAGED, /* it is there, and makes no sense */
    SEEK_LATER,   /* V waits until it has been read, and is handled afresh then */
};
enum seek app_seek(struct app *app, struct visit *v, const char *id, struct room **room);

/* Refuses for every other end of seeking than SEEK_HERE. */
void app_refuse_lost(struct visit *v, enum seek seek);

/* The room of the game ID if it is in memory, else NULL; and a room that gets there. */
struct room *app_here(struct app *app, const char *id);
void app_add(struct app *app, struct room *room);

/* Has something read; V, which may be NULL, waits for it. False without memory. */
bool app_read(struct app *app, const struct errand *what, struct visit *v);

/* Has the lobby read, once for all who wait for it, as V does unless it is NULL. */
void app_read_lobby(struct app *app, struct visit *v);

/* The game of ROOM is not as the room has it, and is read again; V, which may be NULL, waits.
 */
void app_renew(struct app *app, struct room *room, struct visit *v);

/* ROOM is not busy any more, or is another one now: whoever waited goes on. */
void app_settled(struct app *app, struct room *room);

/* Has the game ID read, unless it is here or on its way; and whether that of ROOM is. */
void app_fetch(struct app *app, const char *id);
bool app_is_reading(const struct app *app, const struct room *room);

/* Takes up what the reader has brought, and what others have changed. */
void app_take_read(struct app *app);
void app_take_news(struct app *app);

/* Takes up what other nodes have called out: a call is the name of a node, and words. */
void app_take_calls(struct app *app);
void app_hear_call(struct app *app, const char *call);

/* V has waited and is handled afresh, or has its answer. */
void app_wake(struct app *app, struct visit *v);

/* One of the things that V (which may be NULL) waits for to be told its answer is done. */
void app_tell(struct app *app, struct visit *v);

/* Which seats of ROOM the visitor holds. */
unsigned app_seats(const struct visit *v, const struct room *room);

/* Whether ID is a game in memory that everybody may look at. */
bool app_is_public(struct app *app, const char *id);

/* Who asks, by the cookie that was sent. One that the server has not sealed is nobody's; one
 * from before there were seals may look at what it holds, and gets no more. */
void guest_read(struct app *app, struct visit *v, const char *cookie);

/* Which session is shown, by the cookie that was sent beside it. */
void session_read(struct app *app, struct visit *v, const char *cookie);

/* A browser that has no cookie of ours gets one, now that there is something to remember. */
void guest_make(struct app *app, struct visit *v);

/* V holds something, so its cookie was ours: one from before there were seals gets one. */
void guest_known(struct app *app, struct visit *v);

/* V shows a credential: the hash of that name. */
void credential_show(struct visit *v, const char *name, size_t len);

/* Whose the credential is that V has shown: PERSON's, or nobody's if that is NULL. */
void guest_is(struct app *app, struct visit *v, const struct person *person);

/* V's browser gets the cookie of the session of that name. */
void guest_sign_in(struct app *app, struct visit *v, const char *name);

/* Whether it is known whose credential V has shown, if it has; else V waits for that, or was
 * refused. */
bool person_known(struct app *app, struct visit *v);

/* Whether V may ask that, if it has shown a token; false after a refusal. */
bool person_may(struct visit *v);

/* Whether V may play with others: false after a refusal. */
bool person_may_meet(struct visit *v);

/* Whether V may begin a rated game now: false after a refusal, or if V waits for that and is
 * handled again. */
bool person_may_rate(struct app *app, struct visit *v);

/* Whether V may play once more with whoever sits at the other seat of ROOM: false after a
 * refusal, or if V waits for that and is handled again. */
bool people_may_meet(struct app *app, struct visit *v, const struct room *room);

/* The same of whoever takes SEAT, which is open. */
bool people_may_sit(struct app *app, struct visit *v, const struct room *room, int seat);

/* The people service answers V's request, or says what else KIND asks; SEATING is taken, who
 * sits where it is about. */
void people_ask(struct app *app, struct visit *v, enum petition_kind kind,
                struct seating *seating);

/* Takes up what the people service has answered. */
void app_take_petitions(struct app *app);

/* For whom the visit counts. */
struct asker app_asker(const struct visit *v);

/* How many days LATER is after EARLIER. */
long day_count(const char *earlier, const char *later);

/* Notes that V has been seen in ROOM today, if it holds something there. */
void holder_seen(struct app *app, struct visit *v, struct room *room);

/* Ends the streams of those who may not follow ROOM any more. */
void holder_streams(struct room *room);

/* V waits until ROOM is not busy; it is handled afresh then. */
void app_wait(struct room *room, struct visit *v);

/* The chance of a game with this opening. */
struct chance app_chance(const struct app *app, struct opening *opening);

/* --- Clocks: flags.c --- */

/* Milliseconds by the machine's own clock, and by that of the games at PLACE, or 0 if that is
 * not known. */
int64_t app_real(const struct app *app);
int64_t app_time(struct app *app, unsigned place);

/* Whether it is known what time it is, wherever games are kept. */
bool app_has_time(const struct app *app);

/* Whether V may begin a game with clocks, wherever that will be; else it waits until the time
 * is known, or is refused. */
bool app_knows_time(struct app *app, struct visit *v);

/* Sets the clocks of CHANGE, by which nobody has moved, from BEFORE, or of a new game. */
void app_set_clocks(struct app *app, struct change *change, const struct table_about *before);

/* ROOM is told what time it is, for its answers. */
void app_stamp(struct app *app, struct room *room);

/* What is due in ROOM is noted, as it is now; or forgotten. */
void app_set_due(struct app *app, struct room *room);
void app_drop_due(struct app *app, struct room *room);

/* The time of SEAT in ROOM is up: the game is over, or aborted if it had still to begin. */
void app_flag(struct app *app, struct room *room, enum alibi_seat seat);

/* Does what is due; milliseconds until something is, at most MOST. */
void app_fall(struct app *app);
int app_until_fall(struct app *app, int most);

/* A second has passed; a mark came back; games in which something is due were found. */
void app_mark(struct app *app);
void app_marked(struct app *app, const struct change *change, struct visit *v);
void app_take_due(struct app *app, const struct errand *errand);

/* Has CHANGE written. When that is done, V (which may be NULL) is answered STATUS with ANSWER,
 * or where that is NULL with the change's events as VIEWER sees them. Takes CHANGE, and ANSWER,
 * which is a JSON text. ROOM is NULL for a new game. */
void app_write(struct app *app, struct room *room, struct change *change, struct visit *v,
               unsigned status, struct json_out *answer, enum alibi_viewer viewer);

/* Whether V may have one more stream; false after a refusal. STREAM, which may be NULL without
 * memory, is V's then; false after a refusal, and it is freed. */
bool app_may_stream(struct app *app, struct visit *v);
bool app_stream(struct app *app, struct visit *v, struct stream *stream);

/* The list of games of an errand, as JSON, to be freed; NULL without memory. */
char *list_games(struct app *app, const struct errand *errand);

/* It has been tried whether anything can be written. */
void handle_probed(struct visit *v, const struct change *change);

/* A chance of the course of ROOM has been found: the next is asked for. */
void course_judged(struct app *app, struct room *room, const struct job *job);

/* The handlers, by what they are about. */
void handle_lobby(struct app *app, struct visit *v);
void handle_lobby_follow(struct app *app, struct visit *v);
void handle_featured(struct app *app, struct visit *v);
void handle_records(struct app *app, struct visit *v);
void handle_mine(struct app *app, struct visit *v);
void handle_follow(struct app *app, struct visit *v);
void handle_guest(struct app *app, struct visit *v);
void handle_session(struct app *app, struct visit *v);
void handle_leave(struct app *app, struct visit *v);
void handle_browsers(struct app *app, struct visit *v);
void handle_end(struct app *app, struct visit *v);
void handle_link(struct app *app, struct visit *v);
void handle_create(struct app *app, struct visit *v);
void handle_enter(struct app *app, struct visit *v);
void handle_rematch(struct app *app, struct visit *v);
void handle_moves(struct app *app, struct visit *v);
void handle_entropy(struct app *app, struct visit *v);
void handle_hint(struct app *app, struct visit *v);
void handle_hinted(struct app *app, struct visit *v, const struct job *job);
void handle_course(struct app *app, struct visit *v);
void handle_listed(struct app *app, struct visit *v, const struct errand *errand);
void handle_ending(struct app *app, struct visit *v);
void handle_pause(struct app *app, struct visit *v);
void handle_metrics(struct app *app, struct visit *v);
void handle_people(struct app *app, struct visit *v);
void handle_pairing(struct app *app, struct visit *v);
void handle_offer(struct app *app, struct visit *v);
void handle_tournament_new(struct app *app, struct visit *v);
void handle_tournament_events(struct app *app, struct visit *v);
void handle_trying(struct app *app, struct visit *v);
void handle_challenge(struct app *app, struct visit *v);
void handle_take_along(struct app *app, struct visit *v);
void handle_at_table(struct app *app, struct visit *v);
void handle_talkative(struct app *app, struct visit *v);

#endif
