/* Making what the server's app works with. */
#include "server_parts.h"

#include <time.h>

enum { READERS = 2 };

static void write_day(time_t now, char out[DATE_SIZE])
{
    struct tm utc;

    if (!gmtime_r(&now, &utc) || !strftime(out, DATE_SIZE, "%Y-%m-%d", &utc))
        out[0] = '\0';
}

void parts_today(char out[DATE_SIZE])
{
    write_day(time(NULL), out);
}

uint64_t parts_now(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

void parts_first_day(char out[DATE_SIZE])
{
    write_day(0, out);
}

static struct people_service *open_people_service(const struct places *places,
                                                  const struct parts_options *options,
                                                  struct alibi_error *err)
{
    struct people_service_options service = {.lottery = options->lottery,
                                             .now = options->now,
                                             .later_ms = options->later_ms,
                                             .wake = options->wake};

    return people_service_new(places, &service, err);
}

bool parts_open(struct app_parts *parts, const struct parts_options *options,
                struct alibi_error *err)
{
    struct places *places = places_open(options->store, options->n_stores, err);

    *parts = (struct app_parts){0};
    if (places)
        parts->writer = writer_new(places, options->wake, err);
    if (parts->writer)
        parts->reader = reader_new(places, READERS, options->wake, err);
    if (parts->reader)
        parts->people_service = open_people_service(places, options, err);
    places_free(places);
    if (!parts->people_service) {
        app_parts_free(parts);
        return false;
    }
    if (options->threads > 0)
        parts->computer = computer_new(options->threads, options->search_threads,
                                       options->think_ms, options->wake);
    else
        parts->computer =
            computer_elsewhere(options->store[0], options->think_ms, options->wake, err);
    parts->album = album_new(options->wake);
    parts->scribe = scribe_new(options->wake);
    if (parts->computer && parts->album && parts->scribe)
        return true;
    if (parts->computer || options->threads > 0)
        (void)alibi_fail(err, ALIBI_SYSTEM, 0, "threads cannot be started");
    app_parts_free(parts);
    return false;
}
