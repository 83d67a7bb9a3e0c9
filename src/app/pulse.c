/* Counting the time of the clocks. */
#include "pulse.h"

#include <stddef.h>

/* Until when the last mark lets the time go on. */
static int64_t limit(const struct pulse *pulse)
{
    return pulse->proved + (pulse->brisk ? PULSE_BRISK_MS : PULSE_CALM_MS) + PULSE_SLACK_MS;
}

static int64_t size_of_jump(int64_t ms)
{
    return ms < 0 ? -ms : ms;
}

int64_t pulse_time(struct pulse *pulse, int64_t real)
{
    int64_t most = limit(pulse), upto = real < most ? real : most;
    int64_t gone = upto > pulse->real ? upto - pulse->real : 0;

    if (!pulse->known)
        return 0;
    pulse->jumped += real - pulse->real - gone;
    pulse->time += gone;
    pulse->real = real;
    return pulse->time;
}

void pulse_learn(struct pulse *pulse, int64_t time, int64_t real)
{
    int64_t jump;

    if (!pulse->known) {
        *pulse = (struct pulse){.known = true,
                                .time = time,
                                .real = real,
                                .kept = time,
                                .proved = real,
                                .brisk = pulse->brisk,
                                .marking = pulse->marking,
                                .marked = time};
        return;
    }
    jump = time - pulse_time(pulse, real);
    if (jump <= 0)
        return;
    pulse->time = pulse->kept = time;
    pulse->jumped += jump;
    /* A mark on its way brings the jump, too: it is not to count twice. */
    pulse->marked += jump;
}

int64_t pulse_mark(struct pulse *pulse, bool brisk, int64_t real)
{
    pulse->marking = true;
    pulse->marked = pulse_time(pulse, real);
    pulse->brisk = brisk;
    return pulse->marked > pulse->kept ? pulse->marked - pulse->kept : 0;
}

bool pulse_marked(struct pulse *pulse, int64_t time, int64_t real)
{
    bool jumped;

    pulse->marking = false;
    if (!pulse->known)
        pulse_learn(pulse, time, real);
    else
        pulse->time = pulse_time(pulse, real) + time - pulse->marked;
    pulse->jumped += size_of_jump(pulse->marked - time);
    jumped = pulse->jumped > PULSE_NOTICE_MS;
    pulse->jumped = 0;
    pulse->kept = time;
    pulse->proved = real;
    return jumped;
}

void pulse_failed(struct pulse *pulse)
{
    pulse->marking = false;
}
