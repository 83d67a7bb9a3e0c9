/* The hunt as London and New York play it: eight cards in two rounds, four activations a
 * round, a call for witnesses after each round, accusation, time.
 *
 * A game that plays this way begins its own part of the state with a `struct alibi_hand`, and
 * its list of steps with the ones below. */
#ifndef ALIBI_KIT_CARDS_H
#define ALIBI_KIT_CARDS_H

#include <alibi/game.h>

enum alibi_step {
    ALIBI_STEP_DEAL,  /* chance: Jack's identity */
    ALIBI_STEP_CARDS, /* chance: the four cards of an odd round */
    ALIBI_STEP_PICK,  /* a player takes a card */
    ALIBI_STEP_OVER,
    ALIBI_STEP_FIRST_OWN, /* the game's own: a character is being played */
};

struct alibi_hand {
    uint8_t cards;  /* face up and not picked yet */
    uint8_t next;   /* those of the coming even round; none in even rounds */
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

/* L-3.2: who plays the SLOT-th character of ROUND; a game's `turn`. */
ALIBI_API enum alibi_seat alibi_picker(int round, int slot);

/* For each of the eight characters the set of those who follow in the game's list. */
ALIBI_API void alibi_followers(const struct alibi_game *game, uint8_t later[8]);

/* The 70 ways to turn up four cards of eight, as BASE | set, in the order of their tokens. */
ALIBI_API int alibi_hand_outcomes(const struct alibi_game *game, alibi_move base,
                                  alibi_move *out);

/* The four cards of a token, AA,BB,CC,DD in the order of the game's list. */
ALIBI_API void alibi_hand_codes_print(struct alibi_text *text, const struct alibi_game *game,
                                      unsigned set);
ALIBI_API unsigned alibi_hand_codes_parse(struct alibi_reader *in,
                                          const struct alibi_game *game);

/* L-1.2, L-2.4: Jack is dealt his identity, and round 1 begins. */
ALIBI_API void alibi_hand_begin(struct alibi_state *s, unsigned identity);

/* L-3.1: an odd round turns up CARDS, and thereby the other four for the even one. */
ALIBI_API void alibi_hand_turn_up(struct alibi_state *s, uint8_t cards);

/* WHO's card is picked; his activation begins with STEP. */
ALIBI_API void alibi_hand_pick(struct alibi_state *s, unsigned who, unsigned step);

/* The activation is over. True if it was the round's last: then the game calls for witnesses
 * and goes on with alibi_hand_next_round. A staged one stays as it is. */
ALIBI_API bool alibi_hand_close(struct alibi_state *s);

/* For a game's `reach`: the places that a character could go to if its card were picked now.
 * PICK is the move that picks it, GO the kind of moves that go to the place they name. */
ALIBI_API int alibi_hand_reach(const struct alibi_view *view, alibi_move pick, unsigned go,
                               uint8_t out[ALIBI_PLACES_MAX]);

/* Begins the next round, or ends the game after the eighth (L-8.1). */
ALIBI_API void alibi_hand_next_round(struct alibi_state *s);

/* L-7.5, L-7.6: Jack says whether he is among the VISIBLE; the others are cleared, for good
 * (L-1.3), and one suspect left does not end the game (L-8.2). */
ALIBI_API void alibi_call_witnesses(struct alibi_state *s, uint16_t visible);

/* A player drew WHO's alibi card. */
ALIBI_API void alibi_draw(struct alibi_state *s, unsigned who);

/* L-6.2: right, and the Detective wins; wrong, and Jack does. */
ALIBI_API void alibi_accuse(struct alibi_state *s, unsigned accused);

/* The cards of this round and the next. */
ALIBI_API void alibi_hand_outlook(struct alibi_outlook *outlook, const struct alibi_state *s);

/* The game is over. */
ALIBI_API void alibi_hand_finish(struct alibi_state *s, enum alibi_seat winner,
                                 enum alibi_why why);

/* Position fields and JSON members of the hand. STEPS are the words of the N steps, each of
 * eight bytes. Parsing checks that cards, round and step agree, and sets who is to act. */
ALIBI_API void alibi_hand_print(struct alibi_text *text, const struct alibi_state *s,
                                const char (*steps)[8]);
ALIBI_API void alibi_hand_parse(struct alibi_reader *in, struct alibi_state *s,
                                const char (*steps)[8], unsigned n);
ALIBI_API void alibi_hand_json(struct alibi_text *text, const struct alibi_state *s);

/* The hand in an observation; N steps. */
ALIBI_API void alibi_hand_features(struct alibi_features *features, const struct alibi_state *s,
                                   unsigned n);

/* The lines to print beside the board: the cards, and who of VISIBLE would be seen now. */
ALIBI_API void alibi_hand_notes(struct alibi_text *text, const struct alibi_state *s,
                                uint16_t visible);

#endif
