/* Secrets in the ledger. */
#include "ledger_secret.h"

#include "digits.h"

static struct hash draw(struct people *people, const char *name)
{
    struct json_out out = {0};
    char text[DIGITS_SIZE];
    struct hash key;

    lottery_draw(people->lottery, key.byte, sizeof key.byte);
    digits_print(&key, text);
    json_text(&out, NULL, text);
    ledger_put(people->ledger, name, &out);
    return key;
}

struct hash ledger_secret(struct people *people, const char *name)
{
    struct json value = ledger_json(ledger_get(people->ledger, name));
    char text[DIGITS_SIZE];
    struct hash key;

    if (json_read_text(value, text, sizeof text) > 0 && digits_read(text, &key))
        return key;
    return draw(people, name);
}
