/* The card cycle of London and New York. There are eight cards, one for each character. An odd
 * round turns up four of them by chance, the even round plays the other four; the players take
 * turns to pick a card and play its character. Witnesses are called after each round. The game
 * ends with an accusation, an escape, or the eighth round.
 *
 * A game that plays this way begins its own part of the state with a `struct alibi_hand`, and
 * its enum of steps with the steps below. */
#ifndef ALIBI_KIT_CARDS_H
#define ALIBI_KIT_CARDS_H

#include <alibi/game.h>

enum alibi_step {
    ALIBI_STEP_DEAL,  /* chance: Jack's identity */
    ALIBI_STEP_CARDS, /* chance: the four cards of an odd round */
    ALIBI_STEP_PICK,  /* a player takes a card */
    ALIBI_STEP_OVER,
    ALIBI_STEP_FIRST_OWN, /* from here on the game's own: a character is being played */
};

struct alibi_hand {
    uint8_t cards;  /* face up and not picked yet */
    uint8_t next;   /* in odd rounds the cards of the coming even round, else none */
    uint8_t active; /* the character being played, or ALIBI_NO_ONE */
    uint8_t step;
};

static inline struct alibi_hand *alibi_hand(struct alibi_state *s)
{
    return (struct alibi_hand *)s->own;
}

static inline const struct alibi_hand *alibi_hand_of(const struct alibi_state *s)
{
    return (const struct alibi_hand *)s->own;
}

enum { ALIBI_HAND_ROUNDS = 8, ALIBI_HAND_SLOTS = 4 };

/* L-3.2: the seat that plays the SLOT-th character of ROUND; a game's `turn`. */
ALIBI_API enum alibi_seat alibi_picker(int round, int slot);

/* For each of the eight characters the set of characters after it in the game's list. */
ALIBI_API void alibi_followers(const struct alibi_game *game, uint8_t later[8]);

/* The 70 ways to turn up four cards of eight, as BASE | set, in the order of their tokens. */
ALIBI_API int alibi_hand_outcomes(const struct alibi_game *game, alibi_move base,
                                  alibi_move *out);

/* Prints and parses the four cards of a token, AA,BB,CC,DD in the order of the game's list. */
ALIBI_API void alibi_hand_codes_print(struct alibi_text *text, const struct alibi_game *game,
                                      unsigned set);
ALIBI_API unsigned alibi_hand_codes_parse(struct alibi_reader *in,
                                          const struct alibi_game *game);

/* L-1.2, L-2.4: deals Jack's identity and begins round 1. */
ALIBI_API void alibi_hand_begin(struct alibi_state *s, unsigned identity);

/* L-3.1: turns up the four CARDS of an odd round, which leaves the other four for the even one.
 */
ALIBI_API void alibi_hand_turn_up(struct alibi_state *s, uint8_t cards);

/* Picks WHO's card; the activation begins with STEP. */
ALIBI_API void alibi_hand_pick(struct alibi_state *s, unsigned who, unsigned step);

/* Ends the activation. Returns true after the last one of the round: the game then calls
 * witnesses and goes on with alibi_hand_next_round. In a staged state nobody is to act. */
ALIBI_API bool alibi_hand_close(struct alibi_state *s);

/* For a game's `reach`: the places that a character could go to if its card were picked now.
 * PICK is the move that picks the card; moves of kind GO go to the place that they name. */
ALIBI_API int alibi_hand_reach(const struct alibi_view *view, alibi_move pick, unsigned go,
                               uint8_t out[ALIBI_PLACES_MAX]);

/* Begins the next round, or ends the game after the eighth (L-8.1). */
ALIBI_API void alibi_hand_next_round(struct alibi_state *s);

/* L-7.5, L-7.6: Jack says whether he is among the VISIBLE, which clears everybody else, for
 * good (L-1.3). A single suspect does not end the game (L-8.2). */
ALIBI_API void alibi_call_witnesses(struct alibi_state *s, uint16_t visible);

/* The player whose turn it is draws WHO's alibi card. */
ALIBI_API void alibi_draw(struct alibi_state *s, unsigned who);

/* L-6.2: if ACCUSED is Jack, the Detective wins; otherwise Jack wins. */
ALIBI_API void alibi_accuse(struct alibi_state *s, unsigned accused);

/* Fills in the cards of this round and the next. */
ALIBI_API void alibi_hand_outlook(struct alibi_outlook *outlook, const struct alibi_state *s);

/* Ends the game. */
ALIBI_API void alibi_hand_finish(struct alibi_state *s, enum alibi_seat winner,
                                 enum alibi_why why);

/* Position fields and JSON members of the hand. STEPS are the names of the N steps, in eight
 * bytes each. Parsing checks that cards, round and step agree, and sets the seat to act. */
ALIBI_API void alibi_hand_print(struct alibi_text *text, const struct alibi_state *s,
                                const char (*steps)[8]);
ALIBI_API void alibi_hand_parse(struct alibi_reader *in, struct alibi_state *s,
                                const char (*steps)[8], unsigned n);
ALIBI_API void alibi_hand_json(struct alibi_text *text, const struct alibi_state *s);

/* Writes the hand into an observation; the game has N steps. */
ALIBI_API void alibi_hand_features(struct alibi_features *features, const struct alibi_state *s,
                                   unsigned n);

/* The lines to print beside the board: the cards, and the VISIBLE characters. */
ALIBI_API void alibi_hand_notes(struct alibi_text *text, const struct alibi_state *s,
                                uint16_t visible);

#endif
