/* Pointing at moves: which places of the board a legal move is about.
 *
 * A game says nothing of mice; what a move changes on the drawing tells where to point. A piece
 * that walks is aimed at its goal; a lamp that moves at where it stands and where it goes, one
 * after the other; a card at the piece that it plays. Moves that change nothing to be seen are
 * in the list of moves only. */
#ifndef SCREEN_AIM_H
#define SCREEN_AIM_H

#include <alibi/game.h>

enum { AIM_PLACES = 6 };

struct aim {
    int n;
    struct {
        alibi_move move;
        uint8_t n, place[AIM_PLACES];
        bool accusation;
    } at[ALIBI_MOVES_MAX];
};

/* Finds the moves of VIEW, whose viewer is to act, and their places. */
void aim_find(struct aim *aim, const struct alibi_view *view);

/* The moves that concern all of the N places PICKED: their indices, and how many. EXACT of them
 * concern no others; they come first. */
int aim_match(const struct aim *aim, const uint8_t *picked, int n, int found[ALIBI_MOVES_MAX],
              int *exact);

/* Where the character WHO stands in SCENE; -1 if nowhere. */
int aim_place_of(const struct alibi_game *game, const struct alibi_scene *scene, unsigned who);

/* The character on PLACE, or ALIBI_NO_ONE. */
unsigned aim_who(const struct alibi_game *game, const struct alibi_scene *scene, int place);

/* The character that an accusation names, or ALIBI_NO_ONE for another move. */
unsigned aim_accused(const struct alibi_game *game, alibi_move m);

/* The places on which two scenes differ in things, walls or pieces; returns how many, at most
 * CAP. */
int aim_differences(const struct alibi_scene *a, const struct alibi_scene *b, int n_places,
                    uint8_t *out, int cap);

#endif
