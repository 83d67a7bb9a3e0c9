/* Turns of those threads of this process that write to SQLite, which lets one connection write
 * at a time. Left to itself, each of the others looks again after a while, longer and longer;
 * here they wait in line and are woken. */
#ifndef SERVER_WRITE_TURNS_H
#define SERVER_WRITE_TURNS_H

/* From the beginning of a transaction that writes to its end; a thread has one at a time. */
void turn_take(void);
void turn_give(void);

#endif
