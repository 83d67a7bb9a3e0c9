/* What is read of the store in PostgreSQL: games and lists of them, by the statements of
 * store_postgres.c. */
#ifndef SERVER_STORE_POSTGRES_READ_H
#define SERVER_STORE_POSTGRES_READ_H

#include "pg.h"
#include "reader.h"

enum { N_COLUMNS = 24 }; /* of a game; what else a statement asks for comes behind them */

/* Does the errand: fills in what was found. */
void postgres_read(struct pg *pg, struct errand *errand);

#endif
