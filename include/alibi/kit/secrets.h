/* The secrets that the games of this family share: Jack's identity, and the alibi cards that
 * each player drew. A view leaves them out; the worlds of a view are all ways to fill them in.
 * Games use these functions as their `observe`, `deals` and `deal`, or build on them. */
#ifndef ALIBI_KIT_SECRETS_H
#define ALIBI_KIT_SECRETS_H

#include <alibi/game.h>

/* The characters whose alibi cards are still in the deck. */
ALIBI_API uint16_t alibi_deck(const struct alibi_state *s);

/* `observe` for games in which only the player who draws an alibi card sees it (L-9.1, L-9.2).
 */
ALIBI_API void alibi_observe(struct alibi_view *view, const struct alibi_state *s,
                             enum alibi_viewer viewer);

/* Blots the secrets of the seats in HIDES (a bit per seat) out of VIEW->seen. Does nothing when
 * the game is over, because everything is revealed then. */
ALIBI_API void alibi_blot(struct alibi_view *view, unsigned hides);

/* `deals` and `deal`: the worlds combine every identity among the suspects with every way to
 * have drawn the cards. */
ALIBI_API uint32_t alibi_deals(const struct alibi_view *view);
ALIBI_API void alibi_deal(struct alibi_state *s, const struct alibi_view *view, uint32_t i);

/* `secret`, `secret_move` and `secrets` for a game with two kinds of secret moves: DEAL |
 * character deals Jack's identity, CARD | character draws an alibi card. The enum has their
 * indices in `redacted`. */
enum { ALIBI_SECRET_CARD, ALIBI_SECRET_DEAL };
ALIBI_API struct alibi_secret alibi_secret(alibi_move m, alibi_move deal, alibi_move card);
ALIBI_API alibi_move alibi_secret_move(struct alibi_secret secret, alibi_move deal,
                                       alibi_move card);
ALIBI_API int alibi_secrets(const struct alibi_state *s, enum alibi_seat player,
                            alibi_move deal, alibi_move card,
                            alibi_move out[ALIBI_SECRETS_MAX]);

#endif
