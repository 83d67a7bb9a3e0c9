/* News of games that other nodes have changed, by PostgreSQL's NOTIFY. They come after the
 * change, and may be lost with a connection: then it is said that anything may have changed.
 *
 * By the same line nodes call out to each other what need not be kept: see reader.h. Calls have
 * a channel of their own, since nodes of an older version do not know their words. */
#ifndef SERVER_NEWS_H
#define SERVER_NEWS_H

#include "places.h"

/* What is sent: ids, a star for anything, or that it has been changed whether the database
 * takes new games; with a space between two. */
#define NEWS_CHANNEL "alibi"
#define NEWS_TAKES   "takes"
#define NEWS_CALLS   "alibi_calls"

struct news;

/* Listens at database number PLACE, in a thread; NULL if that cannot be started. WAKE is
 * written to when there are news. */
struct news *news_new(struct places *places, unsigned place, int wake);
void news_free(struct news *news);

/* The next game; an empty ID for all of them. False if there are no news. */
bool news_collect(struct news *news, char id[ID_SIZE]);

/* What is called out to other nodes; and what they have called, to be freed, or NULL. */
void news_call(struct news *news, const char *word);
char *news_hear(struct news *news);

/* The backend that this process writes to PLACE by: what it tells is no news here. */
void news_set_own(unsigned place, int backend);

#endif
