/* A home for games without a server: the server's app, behind texts. Whoever runs it, a worker
 * of a browser or a test, tells it what happens and hears what it has to say. Each text begins
 * with a line; what belongs to it follows.
 *
 * It is told
 *
 *   load            a game as it was kept; the newest come first
 *   ask N METHOD PATH?QUERY     a request of docs/api.md, with its body; N is the teller's
 *   leave N         nobody waits for that answer, or listens to that stream, any more
 *   kept, unkept    what was to be kept is safe now; or cannot be, and then nothing has changed
 *   thought N       what somebody has thought, in the form of job_text.h; nothing if it was
 *                   given up
 *   forget ID       this game is to be removed
 *   tick DAY        a second has passed, and it is this day, 2026-11-15
 *
 * and it says
 *
 *   answer N STATUS TYPE        the answer
 *   events N        what comes next on a stream
 *   end N           the stream is over
 *   keep            lines "ID TEXT" of games that are to be kept before it can go on, all or
 *                   none of them; a line "ID" is a game to be removed
 *   think N         a job for whoever thinks, in the form of job_text.h; it has what the seat
 *                   was told, and no more
 *
 * One guest asks: whoever has the device. */
#ifndef HOME_H
#define HOME_H

#include <alibi/error.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HOME_SEED_BYTES = 32, HOME_TEXT_MAX = 1 << 20 };

struct home_options {
    const char *version;
    unsigned char seed[HOME_SEED_BYTES]; /* drawn for this opening, unless for tests */
    unsigned think_ms;                   /* at most, a decision of the computer's */
    const char *script; /* for tests: outcomes that every deal begins with, or NULL */
};

struct home;

/* NULL without memory. */
struct home *home_open(const struct home_options *options);
void home_close(struct home *home);

/* False, and nothing has changed, if TEXT is nothing that can be told now. */
bool home_tell(struct home *home, const char *text, size_t len);

/* The next thing that it says, with a NUL behind its *LEN bytes, until the next call; NULL if
 * that was all. */
const char *home_hear(struct home *home, size_t *len);

#endif
