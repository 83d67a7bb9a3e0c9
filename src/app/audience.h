/* Those who follow tournaments: each is told how one stands when it has changed.
 *
 * The office says which tournaments a petition has changed. Their streams are marked, here and
 * by a call on the other nodes; then the office is asked for the page once for all who follow
 * it, at most once a second. */
#ifndef APP_AUDIENCE_H
#define APP_AUDIENCE_H

#include "kept.h"

struct app;
struct petition;
struct visit;

/* PETITION, V's, has found the page that V wants to follow. */
void audience_begin(struct app *app, struct visit *v, struct petition *petition);

/* What PETITION has changed; and the page that it has brought. */
void audience_changed(struct app *app, const struct petition *petition);
void audience_take(struct app *app, struct petition *petition);

/* What another node has called out: "%" and a tournament. Or anything may have changed. */
void audience_hear(struct app *app, const char *word, size_t len);
void audience_all(struct app *app);

/* A second has passed; and the server stops. */
void audience_tick(struct app *app);
void audience_end(struct app *app);

#endif
