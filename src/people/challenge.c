#include "challenge.h"

#include "blake2b.h"
#include "ledger_secret.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Where the parts of a challenge are. */
enum { TIME = 8, DRAWN = 8, SEAL_AT = TIME + DRAWN, SEAL = PASSKEY_CHALLENGE - SEAL_AT };

enum { SWEPT = 20 }; /* old ones that are forgotten at a time */

static const char key_name[] = "secret/challenge";

/* --- Challenges --- */

/* A browser is known by its session, or else by its guest. */
static struct hash browser_of(const struct petition *petition)
{
    static const struct hash nobody;

    return petition->has_person    ? petition->credential.hash
           : petition->has_browser ? petition->browser
                                   : nobody;
}

static void write_seal(struct people *people, const struct petition *petition,
                       enum purpose purpose, const char *subject, struct challenge *c)
{
    struct hash key = ledger_secret(people, key_name), browser = browser_of(petition);
    unsigned char which = (unsigned char)purpose;
    struct blake2b hash;

    blake2b_begin(&hash, SEAL, key.byte, sizeof key.byte);
    blake2b_add(&hash, &which, 1);
    blake2b_add(&hash, c->byte, SEAL_AT);
    blake2b_add(&hash, browser.byte, sizeof browser.byte);
    blake2b_add(&hash, subject, strlen(subject));
    blake2b_end(&hash, c->byte + SEAL_AT);
}

struct challenge challenge_draw(struct people *people, const struct petition *petition,
                                enum purpose purpose, const char *subject)
{
    struct challenge c;

    for (int i = 0; i < TIME; i++)
        c.byte[i] = (unsigned char)(people->now >> (8 * (TIME - 1 - i)) & 255);
    lottery_draw(people->lottery, c.byte + TIME, DRAWN);
    write_seal(people, petition, purpose, subject, &c);
    return c;
}

static uint64_t time_of(const struct challenge *c)
{
    uint64_t time = 0;

    for (int i = 0; i < TIME; i++)
        time = time << 8 | c->byte[i];
    return time;
}

static struct ledger_name used(const struct challenge *c)
{
    char text[CHALLENGE_SIZE];

    base64_write(c->byte, sizeof c->byte, text);
    return ledger_key("used/%014" PRIu64 "/%s", time_of(c), text);
}

/* Compared by hashes, so that the time it takes tells of no byte whether it is right. */
static bool is_sealed(const struct challenge *own, const struct challenge *given)
{
    struct hash one = hash_of(own->byte, sizeof own->byte);
    struct hash other = hash_of(given->byte, sizeof given->byte);

    return hash_equal(&one, &other);
}

bool challenge_read(struct people *people, const struct petition *petition,
                    enum purpose purpose, const char *subject, const char *text,
                    struct challenge *out)
{
    struct challenge own;
    uint64_t time;

    if (base64_read(text, strlen(text), out->byte, sizeof out->byte) != sizeof out->byte)
        return false;
    own = *out;
    write_seal(people, petition, purpose, subject, &own);
    time = time_of(out);
    /* Clocks of several servers may differ a little. */
    return is_sealed(&own, out) && time < people->now + CHALLENGE_MS &&
           people->now < time + CHALLENGE_MS && !ledger_get(people->ledger, used(out).key);
}

static void sweep(struct people *people)
{
    struct ledger_entry entry[SWEPT];
    size_t n = ledger_list(people->ledger,
                           &(struct ledger_range){.prefix = "used/", .most = SWEPT}, entry);

    for (size_t i = 0; i < n; i++)
        if (strtoull(entry[i].key + strlen("used/"), NULL, 10) + CHALLENGE_MS < people->now)
            ledger_drop(people->ledger, entry[i].key);
}

void challenge_spend(struct people *people, const struct challenge *challenge)
{
    ledger_put_text(people->ledger, used(challenge).key, "{}");
    sweep(people);
}

void challenge_id(struct people *people, const struct challenge *challenge, char out[ID_SIZE])
{
    struct hash key = ledger_secret(people, key_name);
    unsigned char digest[ID_BYTES];
    struct blake2b hash;

    blake2b_begin(&hash, sizeof digest, key.byte, sizeof key.byte);
    blake2b_add(&hash, challenge->byte, sizeof challenge->byte);
    blake2b_end(&hash, digest);
    id_print(digest, out);
}
