/* The clocks of a game: what was agreed on, what is left of it, who runs.
 *
 * Pure arithmetic: the time comes in as a number of milliseconds, by the clock of whoever keeps
 * the games. That clock stands still while nobody can play (src/app/pulse.h), so nothing here
 * knows of outages, time zones or days of the calendar: a day is 24 hours. */
#ifndef TABLE_CLOCKS_H
#define TABLE_CLOCKS_H

#include <alibi/game.h>

enum {
    CLOCK_TEXT_SIZE = 16,   /* bytes of an agreement, "10800+180" or "14d" */
    CLOCKS_TEXT_SIZE = 48,  /* bytes of clocks as they are kept */
    CLOCK_BASE_MIN = 10,    /* seconds */
    CLOCK_BASE_MAX = 10800, /* seconds */
    CLOCK_MORE_MAX = 180,   /* seconds */
    CLOCK_DAYS_MAX = 14,
    CLOCK_FIRST_MS = 60000, /* within which a seat that is to begin has to */
};

enum clock_kind { CLOCK_NONE, CLOCK_LIVE, CLOCK_DAYS };

/* What was agreed on: so much time for the whole game, and more for each turn; or so much time
 * for each turn. A turn ends when the other side is to act. */
struct clock_terms {
    enum clock_kind kind;
    int64_t base, more; /* milliseconds; MORE is 0 with days */
};

/* Of LEN bytes: "300+5" seconds, or "3d"; false for anything else, and for what is too little
 * or too much. */
bool clock_terms_parse(struct clock_terms *terms, const char *text, size_t len);

/* The clocks of both seats. They run while a game is played and nobody has stopped them; whose
 * clock that is says whoever is to act. */
struct clocks {
    bool on;         /* else there are none */
    bool paused;     /* by agreement */
    unsigned wants;  /* the seats, bit by bit, that want the opposite */
    unsigned begins; /* and those that have not moved yet, where that matters */
    int64_t left[2]; /* milliseconds, at the time SINCE */
    int64_t since;   /* when the seat to act got its turn, or both have paused */
};

/* Both are full; none runs before somebody is to act. */
void clocks_fill(struct clocks *clocks, const struct clock_terms *terms, int64_t now);

/* What SEAT has left, never less than 0, while TO_ACT is to act. */
int64_t clocks_left(const struct clocks *clocks, int seat, int to_act, int64_t now);

/* SEAT has used USED milliseconds of its time, and NEXT is to act now, perhaps the same one or
 * nobody. False if SEAT did not have that much. */
bool clocks_move(struct clocks *clocks, const struct clock_terms *terms, int seat, int next,
                 int64_t used, int64_t now);

/* The game has ended while TO_ACT was to act: its clock shows what is left. */
void clocks_stop(struct clocks *clocks, int to_act, int64_t now);

/* SEAT wants the clocks to be paused, or to run. Whoever wants what is so already wants nothing
 * of what was asked for. ALONE: the other agrees to everything, as the computer does. */
void clocks_want(struct clocks *clocks, int seat, bool paused, bool alone, int to_act,
                 int64_t now);

/* Pauses, or goes on, as agreed. */
void clocks_turn(struct clocks *clocks, int to_act, int64_t now);

/* When something is to be done if nobody does anything: the time of TO_ACT is up, or that in
 * which it has to begin, or a pause has lasted long enough. 0: never. */
int64_t clocks_due(const struct clocks *clocks, const struct clock_terms *terms, int to_act);

/* As they are kept, beside the time at which they are due; what clocks_parse makes of that.
 * NOW is the time for those that are never due. An empty text is no clocks. */
void clocks_print(const struct clocks *clocks, char out[CLOCKS_TEXT_SIZE]);
bool clocks_parse(struct clocks *clocks, const struct clock_terms *terms, const char *text,
                  int to_act, int64_t due, int64_t now);

#endif
