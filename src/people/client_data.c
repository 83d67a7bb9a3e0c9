#include "client_data.h"

#include "base64.h"
#include "json_read.h"

#include <string.h>

enum { MEMBERS_MAX = 16, TEXT_SIZE = 300 };

static bool is_text(struct json root, const char *name, const char *wanted)
{
    char text[TEXT_SIZE];

    return json_read_text(json_member(root, name), text, sizeof text) >= 0 &&
           strcmp(text, wanted) == 0;
}

/* A frame of somebody else's page could have people sign in without knowing where. */
static bool is_framed(struct json root)
{
    enum json_kind crossing = json_kind(json_member(root, "crossOrigin"));

    return (crossing != JSON_NONE && crossing != JSON_FALSE) ||
           json_kind(json_member(root, "topOrigin")) != JSON_NONE;
}

enum passkey_flaw client_data_check(const struct passkey_bytes *text, const char *type,
                                    const unsigned char challenge[PASSKEY_CHALLENGE],
                                    const char *origin)
{
    char wanted[BASE64_SIZE(PASSKEY_CHALLENGE)];
    struct alibi_error err;
    struct json root;

    if (json_parse(&root, (const char *)text->at, text->n, MEMBERS_MAX, &err) != ALIBI_OK ||
        json_kind(root) != JSON_OBJECT)
        return PASSKEY_UNREADABLE;
    base64_write(challenge, PASSKEY_CHALLENGE, wanted);
    if (!is_text(root, "type", type))
        return PASSKEY_PURPOSE;
    if (!is_text(root, "challenge", wanted))
        return PASSKEY_STALE;
    return is_text(root, "origin", origin) && !is_framed(root) ? PASSKEY_GOOD : PASSKEY_ORIGIN;
}
