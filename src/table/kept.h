/* What is kept of a game: plain data, which tables are made from and stores write down.
 *
 * What is kept is the whole truth. What goes out to people is made from it by answer.h. */
#ifndef TABLE_KEPT_H
#define TABLE_KEPT_H

#include "clocks.h"

#include <alibi/game.h>

enum {
    ID_SIZE = 13,       /* bytes of a game's id, NUL included: 60 random bits */
    KEY_SIZE = 23,      /* bytes of a key or cookie, NUL included: 128 random bits */
    HASH_SIZE = 32,     /* bytes of a hash */
    OPENING_BYTES = 32, /* bytes of a secret or a salt */
    COMMITMENT_SIZE =
        65,            /* bytes of those, or of a commitment, in hexadecimal digits, with NUL */
    PLAYER_SIZE = 24,  /* bytes of a player's name */
    REQUEST_SIZE = 67, /* bytes of an idempotency key, with its seat before it */
    EVENT_TEXT_SIZE = 32,   /* bytes of an event's text */
    CHANGE_EVENTS_MAX = 64, /* events of one change */
    CHANGE_HOLDERS_MAX = 4, /* new holders of one change */
    CHANGE_COUNTS_MAX = 2,  /* for whom one change counts: a guest and a network */
    TABLE_SPECTATOR = 2,    /* the spectators' bench, beside the seats 0 and 1 */
    DATE_SIZE = 11,         /* bytes of a day, 2026-11-15 */
    START_SIZE = 512,       /* bytes of the position line of a start */
    TERMS_SIZE = 256,       /* bytes of what was agreed on */
    PLACES_MAX = 64,        /* databases over which games are spread */
};

_Static_assert((int)EVENT_TEXT_SIZE >= (int)ALIBI_TOKEN_MAX,
               "an event's text is a token or a game's id");

/* Of a key or cookie: nothing else of them is kept. */
struct hash {
    unsigned char byte[HASH_SIZE];
};

/* In the same time wherever they differ. */
bool hash_equal(const struct hash *a, const struct hash *b);

enum mix { MIX_NONE, MIX_AWAITED, MIX_GIVEN };

/* What opens the commitment to a game's chance after its end. */
struct opening {
    unsigned char secret[OPENING_BYTES], salt[OPENING_BYTES];
    enum mix mix[2]; /* what the seats add to the secret, so that nobody has chosen the deal */
    unsigned char entropy[2][OPENING_BYTES]; /* zeros unless it is given */
};

/* The tags of records that have what the seats have added. */
extern const char *const opening_tag[2];

/* Bytes of it in hexadecimal digits. */
void opening_hex(const unsigned char bytes[OPENING_BYTES], char out[COMMITMENT_SIZE]);

/* Whether TEXT of LEN bytes is shaped like a game's id, or like a key. */
bool id_is_shaped(const char *text, size_t len);
bool key_is_shaped(const char *text, size_t len);

/* Letters of ids: 32, none of which looks like another. */
extern const char id_letters[33];

enum table_status { TABLE_WAITING, TABLE_PLAYING, TABLE_OVER };

enum event_kind {
    EVENT_MOVE,
    EVENT_SEAT,
    EVENT_RESIGN,
    EVENT_REMATCH,
    EVENT_MIX,
    EVENT_FLAG,
    EVENT_ABORT, /* nobody wins */
    EVENT_LEFT,  /* somebody was away for long, and the other has claimed the win */
    EVENT_KINDS,
};

/* Whether the game is over by an event that is no move. */
bool event_ends(enum event_kind kind);

/* What a game is, apart from its course. A seat's player is "open", "guest" or the name of one
 * of the computer's; the third key is the spectators'. */
struct table_about {
    char id[ID_SIZE];
    char start[START_SIZE]; /* a position line */
    char created[DATE_SIZE];
    bool is_public;
    bool hints;              /* people who play each other have agreed to them */
    char changed[DATE_SIZE]; /* the day of the last change, or empty: the store's to know */
    enum table_status status;
    enum alibi_seat to_act;       /* while it is played; else ALIBI_NOBODY */
    char result[EVENT_TEXT_SIZE]; /* "jack:time", "nobody:abort", or empty */
    char player[2][PLAYER_SIZE];
    char terms[TERMS_SIZE]; /* what was agreed on, in words: "clock=300+5" */
    struct clocks clocks;
    struct hash key[3];
    struct opening opening;
    struct hash request; /* the digest of the request that made it; zeros: not known */
    uint64_t epoch;      /* where what is kept is shared: how often the game was changed */
    unsigned place;      /* and if it is kept in several places: in which of them */
};

bool player_is_computer(const char *player);

/* The value of the word NAME of TERMS, of *LEN bytes: "300+5" of "clock"; NULL if it is not
 * there. A word without a value has an empty one. */
const char *terms_find(const char *terms, const char *name, size_t *len);

/* Adds a word, without a value if that is NULL. */
void terms_add(char terms[TERMS_SIZE], const char *name, const char *value);

/* Who sat in one seat sits in the other: of the words that say so. */
void terms_swap(char terms[TERMS_SIZE]);

/* What was agreed on for the clocks. */
struct clock_terms table_clock_terms(const struct table_about *about);

/* When something is to be done in the game if nobody does anything: see clocks_due. What the
 * computer's seat uses is known when it has decided, so it is never due. 0: never. */
int64_t table_due(const struct table_about *about);

/* Fills in the clocks as they were kept; false if that makes no sense. */
bool table_set_clocks(struct table_about *about, const char *text, int64_t due, int64_t now);

/* Whether the game cannot begin yet: somebody is missing, or what somebody wants to add. */
bool table_waits(const struct table_about *about);

/* The account at SEAT; false if it is nobody's. */
bool table_account(const struct table_about *about, int seat, char id[ID_SIZE]);

/* Whether the ratings of both depend on it. */
bool table_is_rated(const struct table_about *about);

/* Whether the game can be aborted: it has not begun, or is a rated one of two people who have
 * not both made a move yet. */
bool table_can_abort(const struct table_about *about);

/* Whether the clocks can be paused: in a rated game only if two people agree to it. */
bool table_can_pause(const struct table_about *about);

/* Whether one who has been away for long loses if the other wants that: in a live rated game of
 * people; and whether SEAT may claim the win then, since the clock of the other runs. */
bool table_has_claims(const struct table_about *about);
bool table_can_claim(const struct table_about *about, int seat);

/* Whether the computer may advise in this game: against itself, or if people agreed to it. */
bool table_has_hints(const struct table_about *about);

/* Whether nobody but people plays, so that nothing may be computed for one of them. */
bool table_is_of_people(const struct table_about *about);

struct table_event {
    enum event_kind kind;
    enum alibi_seat by;         /* who moved or resigned, or which seat was taken */
    char text[EVENT_TEXT_SIZE]; /* the token, or the id of the rematch */
};

/* Who holds a seat, or sits on the bench; since which day, and when it was last seen there.
 * Both are empty where nobody has noted them. */
struct table_holder {
    int seat;
    struct hash guest;
    char since[DATE_SIZE], seen[DATE_SIZE];
};

/* A request that has been done, so that it is not done again. */
struct done_request {
    char key[REQUEST_SIZE];
    struct hash digest;  /* of what was asked and by which seat */
    uint64_t seq, count; /* the events that it caused: how many, at least one, after which */
};

/* How an attempt to keep a change has ended. */
enum outcome {
    CHANGE_FAILED,   /* nothing was changed */
    CHANGE_DONE,     /* it has been kept */
    CHANGE_CONFLICT, /* nothing was changed: the game is not as it was when this was made */
    CHANGE_UNSURE,   /* nobody knows: the line to the store broke at the wrong moment */
    CHANGE_TOO_MANY, /* nothing was changed: whoever it counts for has made too many */
};

/* For whom a new game counts, and how many may within an hour. */
struct change_count {
    struct hash who;
    unsigned most;
};

/* Everything that one request changes: applied whole or not at all. */
struct change {
    struct change *next; /* for a queue of its owner's */
    struct change *also; /* a change of another game that belongs to it, or NULL */
    void *context;       /* the asker's own */
    void *told;          /* the same of somebody else, who is told of it when it is done */
    enum outcome outcome;
    bool is_new;      /* ABOUT is to be created, else changed */
    bool again;       /* an attempt before may have created it */
    bool placed;      /* about.place says already where it will be */
    bool only_events; /* nothing of ABOUT itself is changed */
    bool removes;  /* the game is put away; one that was is forgotten. Nothing else is done */
    bool probes;   /* it is tried whether anything can be written. Nothing else is done */
    bool leaves;   /* no game: GONE's guest holds nothing any more, anywhere, */
    bool has_heir; /* but HEIR does instead */
    struct hash heir;
    bool sweeps; /* no game: what counted for an hour is forgotten */
    bool marks;  /* no game: TIME milliseconds of play have passed at about.place; TIME becomes
                    what that makes there. BRISK: the next mark comes within a second or two */
    bool brisk;
    int64_t time;
    bool timeless; /* the clocks of ABOUT are set by a time that is 0 now: those of a copy */
    bool quiet;    /* nothing has happened in the game: its last day stays */
    struct table_about about;
    uint64_t seq; /* events before these */
    size_t n_events;
    struct table_event event[CHANGE_EVENTS_MAX];
    struct hash sum;          /* of the game after these: its owner's to compute */
    bool ends;                /* before holders are added: GONE does not hold its seat */
    bool ends_others;         /* any more, or nobody but GONE does */
    struct table_holder gone; /* whose days do not matter */
    size_t n_holders;         /* a holder who is there already is seen on another day */
    struct table_holder holder[CHANGE_HOLDERS_MAX];
    char holders_of[ID_SIZE]; /* a new game: all holders of this one come along, or empty; */
    bool swaps;               /* those of the seats sit in each other's */
    bool has_request;
    struct done_request request;
    size_t n_counts; /* where what is kept is shared, the store counts new games */
    struct change_count count[CHANGE_COUNTS_MAX];
};

#endif
