/* The text bridge: the referee of <alibi/referee.h> as JavaScript can call it.
 *
 * WebAssembly passes numbers only, so text travels through two buffers that stay where they
 * are: the caller writes bytes into the input, calls with their number, and reads as many bytes
 * from the output as the call returned. Answers to open and send are those of the protocol:
 * "ok", or "error: " and what was expected. There is one game at a time; a page that wants two
 * instantiates the module twice. */
#ifndef BRIDGE_H
#define BRIDGE_H

#include <stddef.h>

enum { BRIDGE_QUIT = -1 };

/* The buffers. One byte more than the longest line goes in, so that a line that is too long
 * can be cut to the buffer's size and is still seen to be too long. */
char *bridge_input(void);
size_t bridge_input_size(void);
char *bridge_output(void);

/* The games that were built in and their options, the default value first. Fields end with a
 * tab or, the last of a line, with a newline:
 *
 *   game    london   Mr. Jack
 *   option  edition  2016,2006  which printed board and set-up */
size_t bridge_games(void);

/* Opens the game that LEN bytes of input say: "GAME option=value ...". The one that was open
 * is closed, unless this one is refused. */
size_t bridge_open(size_t len);

/* Answers the line of LEN bytes. `quit` closes the game and returns BRIDGE_QUIT. */
int bridge_send(size_t len);

void bridge_close(void);

#endif
