#include "recovery_codes.h"

#include "account_data.h"
#include "account_sessions.h"
#include "digits.h"
#include "form.h"
#include "recovery.h"

#include <string.h>

static void hash_code(const unsigned char bytes[RECOVERY_BYTES], char out[DIGITS_SIZE])
{
    struct hash hash = hash_of(bytes, RECOVERY_BYTES);

    digits_print(&hash, out);
}

static size_t list(struct people *people, const char *id,
                   struct ledger_entry entry[RECOVERY_CODES])
{
    return account_data_list(people, "codes", id, entry, RECOVERY_CODES);
}

static void drop(struct people *people, const char *id, const char *hash)
{
    ledger_drop(people->ledger, ledger_key("code/%s", hash).key);
    ledger_drop(people->ledger, ledger_key("codes/%s/%s", id, hash).key);
}

static void draw(struct people *people, const char *id, struct json_out *codes)
{
    unsigned char bytes[RECOVERY_BYTES];
    char text[RECOVERY_SIZE], hash[DIGITS_SIZE];
    struct json_out value = {0};

    lottery_draw(people->lottery, bytes, sizeof bytes);
    recovery_print(bytes, text);
    hash_code(bytes, hash);
    json_text(codes, NULL, text);
    json_object(&value, NULL);
    json_text(&value, "account", id);
    json_end(&value);
    ledger_put(people->ledger, ledger_key("code/%s", hash).key, &value);
    ledger_put_text(people->ledger, ledger_key("codes/%s/%s", id, hash).key, "{}");
}

void recovery_codes_draw(struct people *people, const char *id, struct json_out *out)
{
    struct ledger_entry entry[RECOVERY_CODES];
    size_t n = list(people, id, entry);

    for (size_t i = 0; i < n; i++)
        drop(people, id, entry[i].key);
    json_list(out, "codes");
    for (int i = 0; i < RECOVERY_CODES; i++)
        draw(people, id, out);
    json_end(out);
}

size_t recovery_codes_left(struct people *people, const char *id)
{
    struct ledger_entry entry[RECOVERY_CODES];

    return list(people, id, entry);
}

bool recovery_codes_use(struct people *people, const char *text, char id[ID_SIZE])
{
    unsigned char bytes[RECOVERY_BYTES];
    char hash[DIGITS_SIZE];
    struct json code;

    if (!recovery_read(text, strlen(text), bytes))
        return false;
    hash_code(bytes, hash);
    code = ledger_json(ledger_get(people->ledger, ledger_key("code/%s", hash).key));
    if (json_read_text(json_member(code, "account"), id, ID_SIZE) < 1)
        return false;
    drop(people, id, hash);
    return true;
}

void answer_new_codes(struct people *people, struct petition *petition)
{
    struct json_out out = {0};

    if (!form_read(&petition->r, NULL, 0) || !petition_is_fresh(people, petition))
        return;
    json_object(&out, NULL);
    recovery_codes_draw(people, petition->person.id, &out);
    json_end(&out);
    request_answer(&petition->r, 200, &out);
}
