/* The bridge's home: games kept in the browser, and whoever thinks for it, perhaps in another
 * worker with a module of its own. */
#include "bridge.h"

#include "commitment.h"
#include "home.h"
#include "job_text.h"
#include "thinking.h"

#include <alibi/version.h>
#include <stdlib.h>
#include <string.h>

static const struct alibi_refusal no_seed =
    ALIBI_REFUSAL("bridge.seed", NULL, "expected a seed of 64 hexadecimal digits");
static const struct alibi_refusal no_job =
    ALIBI_REFUSAL("bridge.job", NULL, "expected a job for a player");

enum { SCRIPT_SIZE = 1024 };

struct bridge_home {
    struct home *home;
    char script[SCRIPT_SIZE];
    char *room;
    const char *said;
};

struct bridge_thinker {
    struct job *job;
    struct thinking thinking;
    unsigned ms;
    bool deciding; /* a decision has been begun */
};

/* --- A home --- */

/* The input as a text with an end, if it is one. */
static const char *input_text(size_t len)
{
    if (!bridge_fits(len))
        return NULL;
    bridge_input()[len] = '\0';
    return bridge_input();
}

static bool read_opening(struct home_options *options, char script[SCRIPT_SIZE],
                         const char *text)
{
    char hex[COMMITMENT_SIZE] = "";
    size_t n = strcspn(text, "\n");

    _Static_assert((int)HOME_SEED_BYTES == (int)OPENING_BYTES, "both are read in one way");
    if (n == sizeof hex - 1)
        memcpy(hex, text, n);
    if (!opening_unhex(options->seed, hex) || (text[n] && strlen(text + n) > SCRIPT_SIZE)) {
        (void)bridge_refuse(ALIBI_BAD_TEXT, &no_seed);
        return false;
    }
    if (text[n])
        memcpy(script, text + n + 1, strlen(text + n));
    return true;
}

struct bridge_home *bridge_home_new(double ms, size_t len)
{
    struct home_options options = {.version = ALIBI_VERSION,
                                   .think_ms = bridge_budget(0, ms).ms};
    const char *text = input_text(len);
    struct bridge_home *home = text ? calloc(1, sizeof *home) : NULL;

    if (!text)
        return NULL;
    if (home && read_opening(&options, home->script, text)) {
        options.script = home->script;
        home->home = home_open(&options);
        if (home->home)
            return home;
        (void)bridge_fail_memory();
    } else if (!home) {
        (void)bridge_fail_memory();
    }
    free(home);
    return NULL;
}

void bridge_home_free(struct bridge_home *home)
{
    home_close(home->home);
    free(home->room);
    free(home);
}

char *bridge_home_room(struct bridge_home *home, size_t len)
{
    free(home->room);
    home->room = len <= HOME_TEXT_MAX ? malloc(len + 1) : NULL;
    return home->room;
}

int bridge_home_tell(struct bridge_home *home, size_t len)
{
    bool told = home->room && home_tell(home->home, home->room, len);

    free(home->room);
    home->room = NULL;
    return told;
}

int bridge_home_hear(struct bridge_home *home)
{
    size_t len = 0;

    home->said = home_hear(home->home, &len);
    return home->said ? (int)len : 0;
}

const char *bridge_home_said(const struct bridge_home *home)
{
    return home->said;
}

/* --- Who thinks --- */

struct bridge_thinker *bridge_thinker_new(size_t len)
{
    struct bridge_thinker *thinker;

    if (!bridge_fits(len))
        return NULL;
    thinker = calloc(1, sizeof *thinker);
    if (!thinker) {
        (void)bridge_fail_memory();
        return NULL;
    }
    thinker->job = job_parse(bridge_input(), len, &thinker->ms);
    if (!thinker->job) {
        free(thinker);
        (void)bridge_refuse(ALIBI_BAD_TEXT, &no_job);
        return NULL;
    }
    thinker->deciding = thinking_begin(&thinker->thinking, thinker->job, 1);
    return thinker;
}

void bridge_thinker_free(struct bridge_thinker *thinker)
{
    thinking_end(&thinker->thinking);
    job_free(thinker->job);
    free(thinker);
}

double bridge_thinker_quarter(const struct bridge_thinker *thinker)
{
    return thinker->ms / 4.0;
}

int bridge_thinker_share(const struct bridge_thinker *thinker)
{
    return thinker->deciding ? (int)thinking_share(&thinker->thinking) : 0;
}

int bridge_thinker_quarters(const struct bridge_thinker *thinker)
{
    return (int)thinker->thinking.quarters;
}

int bridge_thinker_step(struct bridge_thinker *thinker, double nodes)
{
    return thinker->deciding && thinking_step(&thinker->thinking, bridge_slice(nodes));
}

int bridge_thinker_decide(struct bridge_thinker *thinker)
{
    thinker->deciding = thinker->deciding && thinking_decide(&thinker->thinking);
    return thinker->deciding;
}

int bridge_thinker_answer(const struct bridge_thinker *thinker)
{
    struct alibi_text answer = bridge_answer();

    job_print_answer(thinker->job, &answer);
    return bridge_answered(&answer);
}
