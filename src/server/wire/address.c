/* Addresses as text and as bytes, and whom proxies name. */
#include "address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

enum { BITS = 128, BITS_BEFORE_IPV4 = 96, TEXT_SIZE = 64 };

static const unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

static bool is_ipv4(const struct address *a)
{
    return memcmp(a->byte, mapped, sizeof mapped) == 0;
}

/* --- Text --- */

/* A number of at most DIGITS digits and nothing else; -1 if TEXT is none. */
static int read_number(const char *text, size_t digits)
{
    int n = 0;

    if (!*text || strlen(text) > digits)
        return -1;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return -1;
        n = 10 * n + (*text - '0');
    }
    return n;
}

static bool read_ipv4(struct address *a, const char *text)
{
    memcpy(a->byte, mapped, sizeof mapped);
    return inet_pton(AF_INET, text, a->byte + sizeof mapped) == 1;
}

static bool is_port(const char *text)
{
    return read_number(text, 5) >= 0;
}

bool address_parse(struct address *a, const char *text, size_t len)
{
    char copy[TEXT_SIZE], *colon, *end;

    if (len >= sizeof copy || memchr(text, '\0', len))
        return false;
    memcpy(copy, text, len);
    copy[len] = '\0';
    colon = strchr(copy, ':');
    if (copy[0] == '[') {
        end = strchr(copy, ']');
        if (!end || (end[1] && (end[1] != ':' || !is_port(end + 2))))
            return false;
        *end = '\0';
        return inet_pton(AF_INET6, copy + 1, a->byte) == 1;
    }
    if (!colon)
        return read_ipv4(a, copy);
    if (strchr(colon + 1, ':'))
        return inet_pton(AF_INET6, copy, a->byte) == 1;
    *colon = '\0';
    return is_port(colon + 1) && read_ipv4(a, copy);
}

bool network_parse(struct network *n, const char *text, size_t len)
{
    const char *slash = memchr(text, '/', len);
    size_t before = slash ? (size_t)(slash - text) : len;
    char after[4] = "";
    int bits;

    if (!address_parse(&n->first, text, before))
        return false;
    n->bits = BITS;
    if (!slash)
        return true;
    if (len - before - 1 >= sizeof after)
        return false;
    memcpy(after, slash + 1, len - before - 1);
    bits = read_number(after, 3);
    if (bits < 0 || bits > (is_ipv4(&n->first) ? BITS - BITS_BEFORE_IPV4 : BITS))
        return false;
    n->bits = (unsigned)bits + (is_ipv4(&n->first) ? BITS_BEFORE_IPV4 : 0);
    for (unsigned i = n->bits; i < BITS; i++)
        n->first.byte[i / 8] &= (unsigned char)~(0x80U >> i % 8);
    return true;
}

/* --- Bytes --- */

bool network_holds(const struct network *n, const struct address *a)
{
    unsigned whole = n->bits / 8, rest = n->bits % 8;

    return memcmp(n->first.byte, a->byte, whole) == 0 &&
           (!rest || (n->first.byte[whole] ^ a->byte[whole]) >> (8 - rest) == 0);
}

bool address_of(struct address *a, const struct sockaddr *from)
{
    memset(a, 0, sizeof *a);
    if (from && from->sa_family == AF_INET) {
        memcpy(a->byte, mapped, sizeof mapped);
        memcpy(a->byte + sizeof mapped, &((const struct sockaddr_in *)from)->sin_addr, 4);
        return true;
    }
    if (from && from->sa_family == AF_INET6) {
        memcpy(a->byte, &((const struct sockaddr_in6 *)from)->sin6_addr, sizeof a->byte);
        return true;
    }
    return false;
}

bool address_is_loopback(const struct address *a)
{
    static const unsigned char one[16] = {[15] = 1};

    return memcmp(a->byte, one, sizeof one) == 0 ||
           (is_ipv4(a) && a->byte[sizeof mapped] == 127);
}

struct address address_client(const struct address *a)
{
    struct address client = *a;

    if (!is_ipv4(a))
        memset(client.byte + 8, 0, 8);
    return client;
}

const char *address_network(const struct address *a, char out[NETWORK_TEXT])
{
    bool four = is_ipv4(a);
    unsigned char first[16] = {0};
    char text[INET6_ADDRSTRLEN];

    memcpy(first, a->byte + (four ? sizeof mapped : 0), four ? 3 : 6);
    if (!inet_ntop(four ? AF_INET : AF_INET6, first, text, sizeof text))
        return NULL;
    (void)snprintf(out, NETWORK_TEXT, "%s/%d", text, four ? 24 : 48);
    return out;
}

/* --- X-Forwarded-For --- */

bool forwarded_is_proxy(const struct forwarded *f, const struct address *a)
{
    for (size_t i = 0; i < f->n; i++)
        if (network_holds(&f->proxy[i], a))
            return true;
    return false;
}

void forwarded_hear(struct forwarded *f, const char *line)
{
    while (*line) {
        size_t len;
        struct address a;

        line += strspn(line, " \t,");
        len = strcspn(line, " \t,");
        if (len == 0)
            break;
        if (!address_parse(&a, line, len))
            f->named = false;
        else if (!f->named || !forwarded_is_proxy(f, &a)) {
            f->client = a;
            f->named = true;
        }
        line += len;
    }
}
