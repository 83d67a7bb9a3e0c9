/* What is in a database of PostgreSQL. */
#ifndef SERVER_SCHEMA_POSTGRES_H
#define SERVER_SCHEMA_POSTGRES_H

#include "pg.h"

/* Brings the database of URL up to date, or makes everything in an empty one; false after
 * filling ERR. Of several nodes that start at once, one does it and the others wait. */
bool schema_postgres_prepare(const char *url, struct alibi_error *err);

#endif
