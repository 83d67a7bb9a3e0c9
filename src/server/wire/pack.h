/* Answers made smaller for clients that can unpack them.
 *
 * Packed lengths depend on what is equal in a text: where it holds a secret beside something
 * that somebody else has chosen, an eavesdropper who counts bytes can guess at the secret
 * (BREACH). So no answer with a key, a cookie or a browser's name is packed; states and lists
 * hold tokens and names from the game's own lists and no text of anybody's choice; and what a
 * person brings is read back to nobody else. */
#ifndef SERVER_PACK_H
#define SERVER_PACK_H

#include "route.h"

#include <stdbool.h>
#include <stddef.h>

/* Whether the header that LISTS codings (or NULL) has this one, and not with a weight of 0. */
bool pack_accepts(const char *lists, const char *coding);

/* Whether answers of ROUTE may be packed, and one of LEN bytes is worth it. */
bool pack_may(enum route route, size_t len);

/* TEXT by gzip, to be freed, and its length; NULL without memory. HARD for what is packed once
 * and sent often. */
char *pack_gzip(const char *text, size_t len, bool hard, size_t *packed);

#endif
