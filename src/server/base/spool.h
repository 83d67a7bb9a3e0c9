/* Lines on their way out. They are written at once where that does not block. Where nobody
 * reads, a thread waits instead of those who have something to say; what finds no room there
 * either is dropped and counted, and how much that was is said when there is room again. */
#ifndef SERVER_SPOOL_H
#define SERVER_SPOOL_H

#include <stdbool.h>
#include <stddef.h>

enum { SPOOL_NOTICE_MAX = 300 };

/* Lines go to FD from now on. NOTICE puts the line that says how many were dropped into OUT and
 * returns its length. False if there is no thread to be had: lines then go to standard error,
 * however long that takes. */
bool spool_open(int fd, size_t (*notice)(char out[SPOOL_NOTICE_MAX], unsigned long dropped));

/* Any thread may call it. TEXT ends with a newline. */
void spool_put(const char *text, size_t len);

/* How many lines have been dropped since the start. */
unsigned long spool_lost(void);

/* Writes what is left, but waits for at most a second. */
void spool_close(void);

#endif
