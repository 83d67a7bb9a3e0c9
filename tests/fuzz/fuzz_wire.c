/* What the wire reads besides requests: the first byte says what the rest is taken for. An
 * address or a network that is accepted is one, forwarded lines name at most one client, and
 * settings are changed as a whole or not at all. */
#include "fuzz.h"

#include "pack.h"
#include "settings.h"

#include <string.h>

static void check_address(const char *text, size_t len)
{
    struct network n;
    struct address a;

    if (address_parse(&a, text, len)) {
        PROMISE(network_parse(&n, text, len) && n.bits == 128);
        PROMISE(network_holds(&n, &a));
    } else if (network_parse(&n, text, len)) {
        PROMISE(n.bits <= 128 && network_holds(&n, &n.first));
    }
}

static void check_forwarded(const char *text)
{
    struct network proxy;
    struct forwarded f = {.proxy = &proxy, .n = 1};

    PROMISE(network_parse(&proxy, "10.0.0.0/8", 10));
    forwarded_hear(&f, text);
    /* What a proxy that is believed appends is the client, whatever stood before it. */
    forwarded_hear(&f, "203.0.113.7");
    forwarded_hear(&f, "10.0.0.1:80");
    PROMISE(f.named && memcmp(f.client.byte + 12, "\313\0\161\7", 4) == 0);
}

static void check_settings(const char *text, size_t len)
{
    struct settings s = {.rate = 1, .streams = 2, .keep_days = 3}, before = s;
    struct alibi_error err = {.text = ""};

    if (settings_read(&s, text, len, &err)) {
        PROMISE(s.n_proxies <= PROXIES_MAX && s.rate >= 0 && s.rate <= 1e6);
    } else {
        PROMISE(memcmp(&s, &before, sizeof s) == 0);
        PROMISE(strncmp(err.text, "line ", 5) == 0 && !strchr(err.text, '\n'));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    PROMISE(text);
    memcpy(text, data, size);
    text[size] = '\0';
    if (size > 0 && text[0] == 'a')
        check_address(text + 1, size - 1);
    else if (size > 0 && text[0] == 'f')
        check_forwarded(text + 1);
    else if (size > 0 && text[0] == 'e')
        (void)pack_accepts(text + 1, "gzip");
    else if (size > 0 && text[0] == 's')
        check_settings(text + 1, size - 1);
    free(text);
    return 0;
}
