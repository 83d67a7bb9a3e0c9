/* The secrets that the games of this family share: who Jack is, and which alibi cards each
 * player drew. Games use these as their `observe`, `deals` and `deal`, or build on them. */
#ifndef ALIBI_KIT_SECRETS_H
#define ALIBI_KIT_SECRETS_H

#include <alibi/game.h>

/* The characters whose alibi cards are still in the deck. */
ALIBI_API uint16_t alibi_deck(const struct alibi_state *s);

/* `observe` for games in which each player keeps his alibi cards to himself (L-9.1, L-9.2). */
ALIBI_API void alibi_observe(struct alibi_view *view, const struct alibi_state *s,
                             enum alibi_viewer viewer);

/* Blots the secrets of the seats in HIDES (a bit per seat) out of VIEW->seen; nothing once the
 * game is over, when all is revealed. */
ALIBI_API void alibi_blot(struct alibi_view *view, unsigned hides);

/* `deals` and `deal`: every identity among the suspects and every way to have drawn the cards.
 */
ALIBI_API uint32_t alibi_deals(const struct alibi_view *view);
ALIBI_API void alibi_deal(struct alibi_state *s, const struct alibi_view *view, uint32_t i);

/* The two kinds of secrets, as indices into `redacted`; `secret`, `secret_move` and `secrets`
 * for a game in which the moves DEAL | character, Jack's identity, and CARD | character, an
 * alibi card drawn, are all that is ever secret. */
enum { ALIBI_SECRET_CARD, ALIBI_SECRET_DEAL };
ALIBI_API struct alibi_secret alibi_secret(alibi_move m, alibi_move deal, alibi_move card);
ALIBI_API alibi_move alibi_secret_move(struct alibi_secret secret, alibi_move deal,
                                       alibi_move card);
ALIBI_API int alibi_secrets(const struct alibi_state *s, enum alibi_seat player,
                            alibi_move deal, alibi_move card,
                            alibi_move out[ALIBI_SECRETS_MAX]);

#endif
