/* News of games that other nodes have changed, by PostgreSQL's NOTIFY. They come after the
 * change, and may be lost with a connection: then it is said that anything may have changed. */
#ifndef SERVER_NEWS_H
#define SERVER_NEWS_H

#include "kept.h"

/* What is sent: ids, or a star for anything, with a space between two. */
#define NEWS_CHANNEL "alibi"

struct news;

/* Listens at the database of URL, in a thread; NULL if that cannot be started. WAKE is written
 * to when there are news. */
struct news *news_new(const char *url, int wake);
void news_free(struct news *news);

/* The next game; an empty ID for all of them. False if there are no news. */
bool news_collect(struct news *news, char id[ID_SIZE]);

/* The backend that this process writes by: what it tells is no news here. */
void news_set_own(int backend);

#endif
