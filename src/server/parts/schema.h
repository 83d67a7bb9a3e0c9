/* The tables of the store in SQLite, and how those of older versions become those of today. */
#ifndef SERVER_SCHEMA_H
#define SERVER_SCHEMA_H

#include <alibi/error.h>
#include <sqlite3.h>
#include <stdbool.h>

/* Makes the tables, or brings them up to date; false after filling ERR. */
bool schema_prepare(sqlite3 *db, struct alibi_error *err);

#endif
