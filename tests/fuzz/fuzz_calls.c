/* What other nodes call out: whatever is said, nobody is in two places, and all of it is
 * forgotten in time. */
#include "fuzz.h"

#include "app.h"
#include "home_parts.h"

#include <string.h>

static struct app *app;

static void today(char out[DATE_SIZE])
{
    memcpy(out, "1970-01-01", DATE_SIZE);
}

static void wake(struct visit *v)
{
    (void)v;
}

static void open_app(void)
{
    struct app_options options = {
        .version = "", .has_browsers = true, .today = today, .wake = wake};
    struct app_parts parts;

    PROMISE(home_parts_open(&parts, today, 1));
    app = app_open(&options, &parts, NULL);
    PROMISE(app);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *call = malloc(size + 1);

    if (!app)
        open_app();
    PROMISE(call);
    for (size_t i = 0; i < size; i++)
        call[i] = (char)data[i];
    call[size] = '\0';
    app_hear_call(app, call);
    PROMISE(app->crowd.n <= size / ID_SIZE);
    free(call);
    for (int i = 0; i < PRESENCE_MEMORY + PRESENCE_CALL; i++)
        app_tick(app);
    PROMISE(app->crowd.n == 0);
    return 0;
}
