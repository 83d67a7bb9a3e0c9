/* The browser client's files, built into the program. */
#ifndef SERVER_ASSET_H
#define SERVER_ASSET_H

#include <stdbool.h>
#include <stddef.h>

struct asset {
    const char *path; /* "/assets/index-1a2b3c.js" */
    const unsigned char *data;
    size_t len;
    const char *etag; /* in quotes */
};

/* Made by the build from web/dist (embed.c), ascending by path, up to one without a path. */
extern const struct asset assets[];

/* The file of a path; the pages of the client are all one, index.html. NULL if there is none.
 */
const struct asset *asset_find(const char *path);

/* Whether the client has a page at this path. */
bool asset_is_page(const char *path);

/* The same file in another coding, by what its name then ends with: ".br", ".gz". NULL if it
 * was not packed. */
const struct asset *asset_packed(const struct asset *asset, const char *end);

const char *asset_type(const struct asset *asset);

bool asset_is_script(const struct asset *asset);

/* Whether its name changes with its content, so that it can be kept for ever. */
bool asset_is_fixed(const struct asset *asset);

#endif
