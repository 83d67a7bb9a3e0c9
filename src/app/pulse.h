/* The time of the clocks: how long people could play, in milliseconds. A database keeps it, and
 * every clock of its games goes by it. It is marked there again and again while clocks run, and
 * goes on from the last mark after a crash; it stands still while nothing can be written. So
 * whatever time the server loses, nobody loses it.
 *
 * Between two marks it follows the machine's own clock, REAL in what follows, which begins
 * anywhere and never goes back. */
#ifndef APP_PULSE_H
#define APP_PULSE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PULSE_BRISK_MS = 1000, /* between two marks, while somebody's seconds count */
    PULSE_CALM_MS = 10000, /* and while somebody's hours do */
    PULSE_SLACK_MS = 1500, /* that a mark may be late before the time stands still */
    PULSE_NOTICE_MS = 200, /* a jump that is worth telling those who watch a clock */
};

struct pulse {
    bool known;   /* the database has said what time it is */
    int64_t time; /* as it was when REAL was */
    int64_t real;
    int64_t kept;   /* the time as it was last marked, */
    int64_t proved; /* and when that was */
    bool brisk;     /* the last mark was one of many */
    bool marking;   /* one is on its way, made at the time */
    int64_t marked;
    int64_t jumped; /* by how much the time has not gone with the clock since the last mark */
};

/* What time it is. */
int64_t pulse_time(struct pulse *pulse, int64_t real);

/* The database says that it is TIME or later. */
void pulse_learn(struct pulse *pulse, int64_t time, int64_t real);

/* A mark is made: how much is to be added to the database's time. */
int64_t pulse_mark(struct pulse *pulse, bool brisk, int64_t real);

/* It was kept, and the database's time is TIME; or it was not. The first says whether the time
 * has jumped. */
bool pulse_marked(struct pulse *pulse, int64_t time, int64_t real);
void pulse_failed(struct pulse *pulse);

#endif
