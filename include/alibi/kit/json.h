/* Pieces of JSON that several games write. All our texts are plain ASCII without quotes, so
 * nothing needs escaping. */
#ifndef ALIBI_KIT_JSON_H
#define ALIBI_KIT_JSON_H

#include <alibi/game.h>

/* ["AA","BB"] in the order of ORDER (NULL: of their codes). */
ALIBI_API void alibi_json_codes(struct alibi_text *text, const struct alibi_game *game,
                                uint16_t set, const uint8_t *order);

#endif
