/* What making a game, entering it and playing once more have in common. */
#ifndef APP_NEW_GAME_H
#define APP_NEW_GAME_H

#include "app.h"

/* A day and a secret for a new game; a name unless it has one. */
void game_draw(struct app *app, struct table_about *about);

/* Whether V may make one more game, as far as this server can tell; false after a refusal. */
bool game_is_allowed(struct app *app, struct visit *v);

/* Has the store count the new game of CHANGE for V, if that is the store's to do. */
void game_count(const struct app *app, const struct visit *v, struct change *change);

/* The game waits, if its maker wants that, for what the first of these SEATS adds. */
void game_await(struct table_about *about, bool mixes, unsigned seats);

/* The game begins at START. */
void game_begin_at(struct table_about *about, const struct alibi_state *start);

/* A new key: its text into the answer, unless that is NULL, its hash into the game. */
void game_draw_key(struct app *app, struct hash *hash, struct json_out *out, const char *name);

/* What is said to somebody who is in, with these SEATS; another member may follow. */
struct json_out game_welcome(const char *id, unsigned seats);

/* Whether an idempotency key, if there is one, can tell the visitor from all others: somebody
 * without a cookie needs one that nobody guesses. False after a refusal. */
bool request_is_own(struct visit *v, const char *request);

/* The digest of a request: of its TEXT, and who has sent it. */
struct hash request_digest(const struct visit *v, const char *text, size_t len);

enum repeated { REPEATED_NOT, REPEATED, REPEATED_REFUSED };

/* Whether the request of that KEY, of a KIND, was done in the game that is asked for; refused
 * if it was another one. */
enum repeated request_repeated(struct visit *v, const struct room *room, char kind,
                               const char *key, const struct hash *digest,
                               struct done_request *before);

/* Has CHANGE remembered under KEY, unless that is empty. */
void request_remember(struct change *change, char kind, const char *key,
                      const struct hash *digest);

#endif
