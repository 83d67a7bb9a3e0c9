/* The server's log on standard error, which nobody waits for once it is open. */
#ifndef SERVER_JOURNAL_FILE_H
#define SERVER_JOURNAL_FILE_H

#include "journal.h"

void journal_open(void);

/* Waits for at most a second until all is written. */
void journal_close(void);

#endif
