/* Packing by zlib, and who wants it. */
#include "pack.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { WORTH_IT = 1024, GZIP = 15 + 16, MEMORY = 8 };

bool pack_accepts(const char *lists, const char *coding)
{
    size_t len = strlen(coding);

    while (lists && *lists) {
        lists += strspn(lists, " ,\t");
        if (strncmp(lists, coding, len) == 0 && !isalnum((unsigned char)lists[len])) {
            const char *weight = lists + len + strspn(lists + len, " ;\t");

            return strncmp(weight, "q=0", 3) != 0 || weight[3 + strspn(weight + 3, ".0")] > '0';
        }
        lists += strcspn(lists, ",");
    }
    return false;
}

bool pack_may(enum route route, size_t len)
{
    switch (route) {
    case ROUTE_LOBBY:
    case ROUTE_MINE:
    case ROUTE_STATE:
    case ROUTE_RECORD:
    case ROUTE_COURSE:
    case ROUTE_REPLAY:
    case ROUTE_STUDY:
        return len > WORTH_IT;
    default:
        return false;
    }
}

char *pack_gzip(const char *text, size_t len, bool hard, size_t *packed)
{
    z_stream z = {.next_in = (Bytef *)text, .avail_in = (uInt)len};
    char *out = NULL;
    uLong most;

    if (len > (uInt)-1 || deflateInit2(&z, hard ? Z_BEST_COMPRESSION : Z_BEST_SPEED, Z_DEFLATED,
                                       GZIP, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    most = deflateBound(&z, (uLong)len);
    out = malloc(most);
    z.next_out = (Bytef *)out;
    z.avail_out = (uInt)most;
    if (out && deflate(&z, Z_FINISH) != Z_STREAM_END) {
        free(out);
        out = NULL;
    }
    *packed = z.total_out;
    (void)deflateEnd(&z);
    return out;
}
