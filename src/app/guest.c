/* Guests: browsers, by the cookie that the server has given them.
 *
 * A cookie is NAME.DAY.SEAL: a random name, the day on which it was sealed, and a keyed hash of
 * both. Nobody else can make one, and it needs no list. It is sealed again on every day on
 * which it is used, and means nothing GUEST_DAYS after the last of them. What is kept of a
 * guest is the hash of the name. */
#include "app.h"
#include "blake2b.h"

#include <stdio.h>
#include <string.h>

enum { NAME = KEY_SIZE - 1, DAY = DATE_SIZE - 1 }; /* lengths */

_Static_assert(COOKIE_SIZE == NAME + 1 + DAY + 1 + NAME + 1, "name, day and seal");

static void write_seal(const struct app *app, const char *name, const char *day,
                       char out[KEY_SIZE])
{
    static const char label[] = "alibi cookie";
    unsigned char digest[KEY_BYTES];
    struct blake2b hash;

    blake2b_begin(&hash, sizeof digest, app->options.key.byte, HASH_SIZE);
    blake2b_add(&hash, label, sizeof label - 1);
    blake2b_add(&hash, name, NAME);
    blake2b_add(&hash, day, DAY);
    blake2b_end(&hash, digest);
    key_print(digest, out);
}

/* Has a cookie with the guest's name set. */
static void give_cookie(struct app *app, struct visit *v)
{
    char day[DATE_SIZE], seal[KEY_SIZE];

    app->options.today(day);
    write_seal(app, v->guest_name, day, seal);
    (void)snprintf(v->cookie, sizeof v->cookie, "%s.%s.%s", v->guest_name, day, seal);
}

static void take_name(struct visit *v, const char *name, bool issued)
{
    (void)snprintf(v->guest_name, sizeof v->guest_name, "%.*s", NAME, name);
    v->guest = hash_of(name, NAME);
    v->has_guest = v->has_cookie = true;
    v->issued = issued;
}

/* --- Days --- */

/* Days since some day long ago. */
static long day_number(const char *day)
{
    long y =
        (day[0] - '0') * 1000L + (day[1] - '0') * 100L + (day[2] - '0') * 10L + day[3] - '0';
    long m = (day[5] - '0') * 10L + day[6] - '0', d = (day[8] - '0') * 10L + day[9] - '0';

    /* Years begin in March, so that a leap day is the last of its year. */
    y -= m < 3;
    m = (m + 9) % 12;
    return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + d;
}

long day_count(const char *earlier, const char *later)
{
    return day_number(later) - day_number(earlier);
}

static bool is_sealed(const struct app *app, const char *cookie)
{
    char seal[KEY_SIZE];
    struct hash own, given;

    write_seal(app, cookie, cookie + NAME + 1, seal);
    own = hash_of(seal, NAME);
    given = hash_of(cookie + NAME + 1 + DAY + 1, NAME);
    return hash_equal(&own, &given);
}

void guest_read(struct app *app, struct visit *v, const char *cookie)
{
    size_t len = strlen(cookie);
    char today[DATE_SIZE];

    if (key_is_shaped(cookie, len)) { /* from before cookies were sealed */
        take_name(v, cookie, false);
        return;
    }
    if (len != COOKIE_SIZE - 1 || !key_is_shaped(cookie, NAME) || !is_sealed(app, cookie))
        return;
    app->options.today(today);
    if (day_count(cookie + NAME + 1, today) > GUEST_DAYS)
        return;
    take_name(v, cookie, true);
    if (strncmp(cookie + NAME + 1, today, DAY) != 0)
        give_cookie(app, v);
}

void guest_make(struct app *app, struct visit *v)
{
    char name[KEY_SIZE];

    if (v->issued || !v->is_browser)
        return;
    key_draw(&app->options.lottery, name);
    take_name(v, name, true);
    give_cookie(app, v);
}

void guest_known(struct app *app, struct visit *v)
{
    if (v->issued || !v->has_guest)
        return;
    v->issued = true;
    give_cookie(app, v);
}
