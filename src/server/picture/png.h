/* PNG files from pixels, quickly: pictures of flat colours need no filters. */
#ifndef SERVER_PNG_H
#define SERVER_PNG_H

#include <stddef.h>
#include <stdint.h>

/* A PNG of WIDTH times HEIGHT pixels 0x00rrggbb, STRIDE of them apart from row to row; LEN
 * bytes, to be freed. NULL without memory. */
char *png_write(const uint32_t *pixel, int width, int height, int stride, size_t *len);

#endif
