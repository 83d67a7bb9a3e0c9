/* Guests: browsers, by the cookie that the server has given them.
 *
 * A cookie is NAME.DAY.SEAL: a random name, the day on which it was sealed, and a keyed hash of
 * both. Nobody else can make one, and it needs no list. It is sealed again on every day on
 * which it is used, and means nothing GUEST_DAYS after the last of them. What is kept of a
 * guest is the hash of the name.
 *
 * Whoever signs in gets a second one with a seal of another kind: its name is a session's, and
 * the people service knows whose. At the tables an account is a guest like others, by a hash of
 * its id. The browser's own guest is there again when nobody is signed in any more. */
#include "app.h"
#include "blake2b.h"

#include <stdio.h>
#include <string.h>

enum { NAME = KEY_SIZE - 1, DAY = DATE_SIZE - 1 }; /* lengths */

_Static_assert(COOKIE_SIZE == NAME + 1 + DAY + 1 + NAME + 1, "name, day and seal");

static const char of_guest[] = "alibi cookie", of_session[] = "alibi session";

static void write_seal(const struct app *app, const char *label, const char *name,
                       const char *day, char out[KEY_SIZE])
{
    unsigned char digest[KEY_BYTES];
    struct blake2b hash;

    blake2b_begin(&hash, sizeof digest, app->options.key.byte, HASH_SIZE);
    blake2b_add(&hash, label, strlen(label));
    blake2b_add(&hash, name, NAME);
    blake2b_add(&hash, day, DAY);
    blake2b_end(&hash, digest);
    key_print(digest, out);
}

/* A cookie with that name, sealed today. */
static void seal(struct app *app, const char *label, const char *name, char out[COOKIE_SIZE])
{
    char day[DATE_SIZE], sum[KEY_SIZE];

    app->options.today(day);
    write_seal(app, label, name, day, sum);
    (void)snprintf(out, COOKIE_SIZE, "%.*s.%s.%s", NAME, name, day, sum);
}

static void give_cookie(struct app *app, struct visit *v)
{
    seal(app, of_guest, v->guest_name, v->cookie);
}

static void take_name(struct visit *v, const char *name, bool issued)
{
    (void)snprintf(v->guest_name, sizeof v->guest_name, "%.*s", NAME, name);
    v->guest = v->browser = hash_of(name, NAME);
    v->has_guest = v->has_browser = v->has_cookie = true;
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

static bool is_sealed(const struct app *app, const char *label, const char *cookie)
{
    char seal[KEY_SIZE];
    struct hash own, given;

    write_seal(app, label, cookie, cookie + NAME + 1, seal);
    own = hash_of(seal, NAME);
    given = hash_of(cookie + NAME + 1 + DAY + 1, NAME);
    return hash_equal(&own, &given);
}

/* Whether COOKIE is sealed, and not too long ago; whether that was TODAY. */
static bool is_good(struct app *app, const char *label, const char *cookie, bool *today)
{
    const char *sealed = cookie + NAME + 1;
    char day[DATE_SIZE];

    if (strlen(cookie) != COOKIE_SIZE - 1 || !key_is_shaped(cookie, NAME) ||
        !is_sealed(app, label, cookie))
        return false;
    app->options.today(day);
    *today = strncmp(sealed, day, DAY) == 0;
    return day_count(sealed, day) <= GUEST_DAYS;
}

void guest_read(struct app *app, struct visit *v, const char *cookie)
{
    bool today;

    if (key_is_shaped(cookie, strlen(cookie))) { /* from before cookies were sealed */
        take_name(v, cookie, false);
        return;
    }
    if (!is_good(app, of_guest, cookie, &today))
        return;
    take_name(v, cookie, true);
    if (!today)
        give_cookie(app, v);
}

/* --- Accounts --- */

void session_read(struct app *app, struct visit *v, const char *cookie)
{
    bool today;

    v->has_cookie = true;
    if (!is_good(app, of_session, cookie, &today)) {
        v->signs_out = true;
        return;
    }
    credential_show(v, cookie, NAME);
    if (!today)
        seal(app, of_session, cookie, v->session);
}

void credential_show(struct visit *v, const char *name, size_t len)
{
    v->credential = (struct credential){.is_shown = true, .hash = hash_of(name, len)};
}

void guest_is(struct app *app, struct visit *v, const struct person *person)
{
    v->identified = true;
    v->has_person = person != NULL;
    if (person) {
        v->person = *person;
        v->guest = account_guest(&app->options.key, person->id);
        v->has_guest = v->issued = true;
    } else {
        v->session[0] = '\0';
        v->signs_out = !v->has_token; /* a session that was ended */
    }
}

void guest_sign_in(struct app *app, struct visit *v, const char *name)
{
    seal(app, of_session, name, v->session);
    v->signs_out = false;
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
