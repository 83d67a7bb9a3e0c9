/* Building the scenes and notes of a game. */
#ifndef ALIBI_KIT_SCENE_H
#define ALIBI_KIT_SCENE_H

#include <alibi/game.h>

/* Begins an empty scene. */
ALIBI_API void alibi_scene_clear(struct alibi_scene *scene);

/* Adds a thing to draw. */
ALIBI_API void alibi_scene_mark(struct alibi_scene *scene, unsigned place,
                                enum alibi_layer layer, unsigned flags, const char *symbol);

/* Adds a line to draw. */
ALIBI_API void alibi_scene_stroke(struct alibi_scene *scene, unsigned from, unsigned to,
                                  const char *symbol);

/* Adds character WHO at PLACE: suspect or cleared, seen if in VISIBLE, marked as being played
 * if it is the character ACTIVE. */
ALIBI_API void alibi_scene_character(struct alibi_scene *scene, const struct alibi_state *s,
                                     unsigned who, unsigned place, uint16_t visible,
                                     unsigned active);

/* For a game's `seen_by`: writes reason N to OUT and returns N + 1. */
ALIBI_API int alibi_sight_add(struct alibi_sight out[ALIBI_SIGHTS_MAX], int n,
                              enum alibi_sight_kind kind, unsigned place, const char *symbol);

/* "label: AA BB" in the order of the game's list. */
ALIBI_API void alibi_note_codes(struct alibi_text *text, const struct alibi_state *s,
                                const char *label, unsigned set);

#endif
