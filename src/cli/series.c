/* Options, progress and interruption of verbs that play many games. */
#include "series.h"

#include "cli.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { REPORTS_MAX = 10, BAR = 24 };

/* Set by the first SIGINT or SIGTERM; the second one ends the program. */
static atomic_bool interrupted;

static void interrupt(int signal_number)
{
    (void)signal_number;
    atomic_store(&interrupted, true);
}

static void catch_signals(void)
{
    struct sigaction once = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    struct sigaction ignore = {.sa_handler = SIG_IGN};

    (void)sigaction(SIGINT, &once, NULL);
    (void)sigaction(SIGTERM, &once, NULL);
    (void)sigaction(SIGPIPE, &ignore, NULL); /* an external player that quits only loses */
}

/* --- Progress --- */

static void clear_bar(const struct cli_display *display)
{
    if (display->terminal)
        (void)fputs("\r\033[K", stderr);
}

static void show_progress(void *context, uint64_t done, const struct match_tally *tally)
{
    const struct cli_display *display = context;
    double part = (double)done / (double)display->pairs;
    double took = match_now() - display->start;
    int full = (int)(part * BAR);

    if (!display->terminal)
        return;
    (void)fprintf(stderr, "\r[%.*s%*s] %llu of %llu pairs, A %.1f %%, %.0f s", full,
                  "########################", BAR - full, "", (unsigned long long)done,
                  (unsigned long long)display->pairs, 100 * match_score(tally).mid, took);
    if (part > 0)
        (void)fprintf(stderr, ", %.0f s left", took / part - took);
    (void)fputs("\033[K", stderr);
}

static void show_report(void *context, const char *line)
{
    struct cli_display *display = context;

    if (display->reports++ > REPORTS_MAX)
        return;
    clear_bar(display);
    (void)cli_fail("%s", display->reports > REPORTS_MAX ? "... and more like that" : line);
}

/* --- The command line --- */

bool cli_is_player(const char *name)
{
    for (int i = 0; alibi_player_kind(i); i++)
        if (strcmp(alibi_player_kind(i)->name, name) == 0)
            return true;
    return false;
}

bool cli_extent_read(const struct cli_extent *e, struct match_config *config)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t games, workers = online > 0 ? (uint64_t)online : 1, seconds = 0;

    if (!cli_number(e->games, "--games", 2, 1000000, &games) ||
        !cli_number(e->seed, "--seed", 0, UINT64_MAX, &config->seed) ||
        !cli_number(e->first, "--first", 0, 1000000000, &config->first) ||
        (e->threads && !cli_number(e->threads, "--threads", 1, 1024, &workers)) ||
        (e->time && !cli_number(e->time, "--time", 1, 10000000, &seconds)))
        return false;
    if (games % 2) {
        (void)cli_fail("expected --games, an even number, because each deal is played twice");
        return false;
    }
    config->pairs = games / 2;
    config->workers = (unsigned)(workers < config->pairs ? workers : config->pairs);
    config->seconds = (double)seconds;
    config->out = e->out;
    return true;
}

/* --- Playing --- */

void cli_display_begin(struct cli_display *display, struct match_config *config, uint64_t pairs)
{
    *display = (struct cli_display){
        .terminal = isatty(STDERR_FILENO) != 0, .pairs = pairs, .start = match_now()};
    config->progress = show_progress;
    config->report = show_report;
    config->context = display;
    config->stop = &interrupted;
    catch_signals();
}

void cli_display_end(const struct cli_display *display)
{
    clear_bar(display);
}

int cli_display_code(bool done)
{
    if (atomic_load(&interrupted))
        return cli_fail("interrupted");
    return done ? CLI_OK : CLI_FAILED;
}
