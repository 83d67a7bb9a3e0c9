/* The text bridge: the referee of <alibi/referee.h> and the players of <alibi/adviser.h> as
 * JavaScript can call them.
 *
 * WebAssembly passes numbers only, so text travels through two buffers that stay where they
 * are: the caller writes bytes into the input, calls with their number, and reads as many bytes
 * from the output as the call returned. Answers to open and send are those of the protocol:
 * "ok", or "error: " and what was expected. There is one game and one player at a time; a page
 * that wants two instantiates the module twice. */
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

/* --- Players, in players.c --- */

/* The kinds of players, the strongest last: "random", a tab, a line for people, a newline. */
size_t bridge_players(void);

/* Answers the line of LEN bytes as `alibi player` does, from `new GAME seat=jack` on; `quit`
 * forgets the player and returns BRIDGE_QUIT. A player that is told something while it thinks
 * stops thinking. */
int bridge_player_send(size_t len);

/* Begins to think: with NODES, or without (0) as the kind does by itself. Answers with what is
 * to be kept to, in nodes (which the player does itself) and in milliseconds (which the caller
 * has to do), each 0 where there is no such limit: "nodes 20000 ms 0". */
int bridge_player_begin(double nodes);

/* Looks at about NODES positions: 1 if there is more to do, 0 if not, or if nobody thinks. */
int bridge_player_step(double nodes);

/* Ends the thinking, whenever the caller likes: the thought as JSON. */
int bridge_player_end(void);

/* The buffers, for players.c. */
struct alibi_text bridge_reply(void);
size_t bridge_refuse(const char *what);

#endif
