/* /metrics, in Prometheus' text format (version 0.0.4). */
#include "app.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* A text that grows; without memory it ends up as NULL. */
struct page {
    char *text;
    size_t len, cap;
    bool failed;
};

static void say(struct page *page, const char *format, ...) ALIBI_PRINTF(2, 3);

static void say(struct page *page, const char *format, ...)
{
    enum { LINE_MAX_SIZE = 400, STEP = 16 << 10 };
    va_list args;
    int n;

    if (page->cap - page->len < LINE_MAX_SIZE && !page->failed) {
        char *grown = realloc(page->text, page->cap + STEP);

        page->failed = !grown;
        page->text = grown ? grown : page->text;
        page->cap += grown ? STEP : 0;
    }
    if (page->failed)
        return;
    va_start(args, format);
    n = vsnprintf(page->text + page->len, LINE_MAX_SIZE, format, args);
    va_end(args);
    page->failed = n < 0 || n >= LINE_MAX_SIZE;
    page->len += n > 0 ? (size_t)n : 0;
}

static void begin(struct page *page, const char *name, const char *type, const char *help)
{
    say(page, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void count(struct page *page, const char *name, uint64_t n, const char *help)
{
    begin(page, name, "counter", help);
    say(page, "%s %" PRIu64 "\n", name, n);
}

static void gauge(struct page *page, const char *name, double n, const char *help)
{
    begin(page, name, "gauge", help);
    say(page, "%s %.16g\n", name, n);
}

/* The lines of one histogram; LABEL is `route="..."` or empty. */
static void histogram(struct page *page, const char *name, const char *label,
                      const struct histogram *h)
{
    const char *comma = label[0] ? "," : "", *open = label[0] ? "{" : "",
               *close = label[0] ? "}" : "";
    uint64_t n = 0;

    for (int i = 0; i < HISTOGRAM_BOUNDS; i++) {
        n += h->count[i];
        say(page, "%s_bucket{%s%sle=\"%g\"} %" PRIu64 "\n", name, label, comma,
            histogram_bound[i], n);
    }
    n += h->count[HISTOGRAM_BOUNDS];
    say(page, "%s_bucket{%s%sle=\"+Inf\"} %" PRIu64 "\n", name, label, comma, n);
    say(page, "%s_sum%s%s%s %.9g\n", name, open, label, close, h->sum);
    say(page, "%s_count%s%s%s %" PRIu64 "\n", name, open, label, close, n);
}

static void add_requests(struct page *page, const struct metrics *m)
{
    static const char *const class[METRIC_CLASSES] = {"none", "1xx", "2xx",
                                                      "3xx",  "4xx", "5xx"};
    char label[80];

    count(page, "alibi_requests_total", m->requests, "Requests that are over.");
    count(page, "alibi_failures_total", m->failures, "Requests answered 5xx.");
    begin(page, "alibi_responses_total", "counter", "Requests by the class of their answer.");
    for (int i = 0; i < METRIC_CLASSES; i++)
        say(page, "alibi_responses_total{class=\"%s\"} %" PRIu64 "\n", class[i],
            m -> response[i]);
    begin(page, "alibi_refusals_total", "counter", "Refusals by their code; rules: by a game.");
    for (int i = 0; i < METRIC_REFUSALS; i++)
        say(page, "alibi_refusals_total{reason=\"%s\"} %" PRIu64 "\n",
            request_refusals[i] ? request_refusals[i]->code : "rules", m->refusal[i]);
    begin(page, "alibi_request_duration_seconds", "histogram",
          "From a request's head to its answer, or to the first byte of a stream.");
    for (int i = 0; i < METRIC_ROUTES; i++) {
        (void)snprintf(label, sizeof label, "method=\"%s\",route=\"%s\"",
                       route_is_post((enum route)i) ? "POST" : "GET",
                       route_name((enum route)i));
        histogram(page, "alibi_request_duration_seconds", label, &m->answered[i]);
    }
}

static size_t running(const struct app *app)
{
    size_t n = 0;

    for (size_t i = 0; i < PLACES_MAX; i++)
        n += app->deadlines[i].n;
    return n;
}

static void add_work(struct page *page, const struct app *app)
{
    const struct metrics *m = &app->metrics;
    struct histogram sync = {{0}, 0};

    writer_measure(app->part.writer, &sync);
    begin(page, "alibi_store_write_seconds", "histogram",
          "A transaction of the store with its sync.");
    histogram(page, "alibi_store_write_seconds", "", &sync);
    begin(page, "alibi_loop_turn_seconds", "histogram",
          "A turn of the event loop without its waiting.");
    histogram(page, "alibi_loop_turn_seconds", "", &m->turn);
    begin(page, "alibi_thought_seconds", "histogram",
          "The time that there was for a decision of the computer.");
    histogram(page, "alibi_thought_seconds", "", &m->thought);
    count(page, "alibi_events_written_total", m->events, "Events of games written.");
    count(page, "alibi_changes_written_total", m->changes, "Changes written.");
    count(page, "alibi_changes_failed_total", m->changes_failed,
          "Changes that could not be written.");
    count(page, "alibi_flags_fallen_total", m->flags, "Games that ended by the clock.");
    gauge(page, "alibi_clocks_running", (double)running(app),
          "Games in memory whose clocks run.");
    gauge(page, "alibi_changes_waiting", (double)app->writing, "Changes at the writer.");
    gauge(page, "alibi_thoughts_waiting", (double)computer_waiting(app->part.computer),
          "Decisions of the computer that wait for a thread.");
    count(page, "alibi_streams_opened_total", m->streams_opened, "Streams of events opened.");
    gauge(page, "alibi_streams", (double)m->streams, "Streams of events that are open.");
    gauge(page, "alibi_connections", (double)m->connections, "Connections that are open.");
    gauge(page, "alibi_rooms", (double)app->n_rooms, "Games in memory.");
}

static void add_process(struct page *page, const struct process_figures *p)
{
    begin(page, "process_cpu_seconds_total", "counter", "Processor time.");
    say(page, "process_cpu_seconds_total %.6f\n", p->processor);
    gauge(page, "process_start_time_seconds", p->started, "Start, since 1970.");
    gauge(page, "process_resident_memory_bytes", (double)p->memory, "Memory.");
    gauge(page, "process_open_fds", (double)p->files, "Open file descriptors.");
    gauge(page, "process_max_fds", (double)p->files_max, "Most that may be open.");
    if (p->has_folder)
        gauge(page, "alibi_store_free_bytes", (double)p->store_free,
              "Bytes left where the store is.");
    count(page, "alibi_log_lost_total", p->log_lost, "Log lines that were dropped.");
}

void handle_metrics(struct app *app, struct visit *v)
{
    struct page page = {0};

    begin(&page, "alibi_build_info", "gauge", "The version, as a label.");
    say(&page, "alibi_build_info{version=\"%s\"} 1\n", app->options.version);
    add_requests(&page, &app->metrics);
    add_work(&page, app);
    if (app->options.measure) {
        struct process_figures figures = {0};

        app->options.measure(app->options.measured, &figures);
        add_process(&page, &figures);
    }
    if (page.failed) {
        free(page.text);
        page.text = NULL;
    }
    request_text(&v->r, 200, "text/plain; version=0.0.4; charset=utf-8", page.text, page.len);
}
