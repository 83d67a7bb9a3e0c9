/* Making what the server's app works with. */
#include "server_parts.h"

#include <time.h>

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

void parts_first_day(char out[DATE_SIZE])
{
    write_day(0, out);
}

bool parts_open(struct app_parts *parts, const struct parts_options *options,
                struct alibi_error *err)
{
    *parts = (struct app_parts){.store = store_open(options->folder, err)};
    if (!parts->store)
        return false;
    parts->writer = writer_new(parts->store, options->wake);
    parts->computer = computer_new(options->threads, options->think_ms, options->wake);
    parts->album = album_new(options->wake);
    if (parts->writer && parts->computer && parts->album)
        return true;
    app_parts_free(parts);
    (void)alibi_fail(err, ALIBI_SYSTEM, 0, "threads cannot be started");
    return false;
}
