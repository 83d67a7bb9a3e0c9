/* Finding files of the client. */
#include "asset.h"

#include <stdio.h>
#include <string.h>

static const struct asset *find(const char *path)
{
    for (const struct asset *a = assets; a->path; a++)
        if (strcmp(a->path, path) == 0)
            return a;
    return NULL;
}

/* The pages of the client, as in web/src/lib/route.svelte.ts; the star is anything but nothing.
 */
static const char *const pages[] = {
    "/",         "/g/*",      "/learn",   "/learn/*",     "/rules/*",      "/replay",
    "/replay/*", "/analysis", "/puzzles", "/puzzles/*",   "/explore",      "/explore/*",
    "/account",  "/people/*", "/ladder",  "/tournaments", "/tournament/*", "/moderate"};

bool asset_is_page(const char *path)
{
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        const char *star = strchr(pages[i], '*');

        if (star ? strncmp(path, pages[i], (size_t)(star - pages[i])) == 0 &&
                       path[star - pages[i]] != '\0'
                 : strcmp(path, pages[i]) == 0)
            return true;
    }
    return false;
}

const struct asset *asset_find(const char *path)
{
    const char *last = strrchr(path, '/');

    /* A path whose last part has no dot is for the client, who knows what to say to one that is
     * no page of his. */
    if (strncmp(path, "/api/", 5) != 0 && last && !strchr(last, '.'))
        path = "/index.html";
    return find(path);
}

const struct asset *asset_packed(const struct asset *asset, const char *end)
{
    char path[200];

    if ((size_t)snprintf(path, sizeof path, "%s%s", asset->path, end) >= sizeof path)
        return NULL;
    return find(path);
}

const char *asset_type(const struct asset *asset)
{
    static const struct {
        const char *end, *type;
    } types[] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".webp", "image/webp"},
        {".woff2", "font/woff2"},
        {".wasm", "application/wasm"},
        {".ogg", "audio/ogg"},
        {".mp3", "audio/mpeg"},
        {".txt", "text/plain; charset=utf-8"},
    };
    size_t len = strlen(asset->path);

    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        size_t n = strlen(types[i].end);

        if (len > n && strcmp(asset->path + len - n, types[i].end) == 0)
            return types[i].type;
    }
    return "application/octet-stream";
}

bool asset_is_script(const struct asset *asset)
{
    return strncmp(asset_type(asset), "text/javascript", 15) == 0;
}

bool asset_is_fixed(const struct asset *asset)
{
    return strncmp(asset->path, "/assets/", 8) == 0;
}
