/* Those who follow tournaments: each is told how one stands when it has changed.
 *
 * The people service says which tournaments a petition has changed. Their streams are marked,
 * here and by a call on the other nodes; then the people service is asked for the page once for
 * all who follow it, at most once a second. */
#ifndef APP_TOURNAMENT_FOLLOWERS_H
#define APP_TOURNAMENT_FOLLOWERS_H

#include "kept.h"

struct app;
struct petition;
struct visit;

/* PETITION, V's, has found the page that V wants to follow. */
void tournament_followers_begin(struct app *app, struct visit *v, struct petition *petition);

/* What PETITION has changed; and the page that it has brought. */
void tournament_followers_changed(struct app *app, const struct petition *petition);
void tournament_followers_take(struct app *app, struct petition *petition);

/* What another node has called out: "%" and a tournament. Or anything may have changed. */
void tournament_followers_hear(struct app *app, const char *word, size_t len);
void tournament_followers_all(struct app *app);

/* A second has passed; and the server stops. */
void tournament_followers_tick(struct app *app);
void tournament_followers_end(struct app *app);

#endif
