/* The secrets that the games of this family share: who Jack is, and which alibi cards each
 * player drew. Games use these as their `observe`, `deals` and `deal`, or build on them. */
#ifndef ALIBI_KIT_SECRETS_H
#define ALIBI_KIT_SECRETS_H

#include <alibi/game.h>

/* The characters whose alibi cards are still in the deck. */
ALIBI_API uint16_t alibi_deck(const struct alibi_state *s);

/* `observe` for games in which each player keeps his alibi cards to himself (L-9.1, L-9.2). */
ALIBI_API void alibi_observe(struct alibi_view *view, const struct alibi_state *s,
                             enum alibi_seat seat);

/* Blots the secrets of the seats in HIDES (a bit per seat) out of VIEW->seen; nothing once the
 * game is over, when all is revealed. */
ALIBI_API void alibi_blot(struct alibi_view *view, unsigned hides);

/* `deals` and `deal`: every identity among the suspects and every way to have drawn the cards.
 */
ALIBI_API uint32_t alibi_deals(const struct alibi_view *view);
ALIBI_API void alibi_deal(struct alibi_state *s, const struct alibi_view *view, uint32_t i);

#endif
