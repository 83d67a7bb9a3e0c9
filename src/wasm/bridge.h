/* The bridge: the library as JavaScript can call it. npm/ wraps it for people.
 *
 * WebAssembly passes numbers only, so text travels through two buffers that never move: the
 * caller writes bytes into the input and calls with their number; a call that answers with text
 * leaves it in the output and returns its length. Games, players, referees, tables and
 * analyses are handles that the caller frees.
 *
 * A call that refuses returns BRIDGE_REFUSED, or NULL where it returns a handle, and changes
 * nothing; bridge_error then tells why. Lengths may be any number; handles are only ever those
 * that a call returned. npm/bridge.mjs is the only caller. */
#ifndef BRIDGE_H
#define BRIDGE_H

#include <alibi/analysis.h>
#include <alibi/referee.h>
#include <alibi/session.h>
#include <stddef.h>

enum { BRIDGE_REFUSED = -1, BRIDGE_QUIT = -1 };

/* Who looks, as a number that does not change with the library. */
enum bridge_viewer { BRIDGE_JACK, BRIDGE_DETECTIVE, BRIDGE_PUBLIC, BRIDGE_TRUTH };

/* --- bridge.c: the buffers, and what there is --- */

/* One byte more than the longest line goes in, so that a line that is too long can be cut to
 * the buffer's size and is still seen to be too long. */
char *bridge_input(void);
size_t bridge_input_size(void);
char *bridge_output(void);

/* Why the last refused call was refused, in fields separated by NUL: three numbers
 * (alibi_status, byte offset, index of the refused token, each of the last two -1 where there
 * is none), the text, the rule's id, the refusal's code, then its arguments, each a name and a
 * value. */
int bridge_error(void);

/* The games that were built in, each followed by what it has. Fields end with a tab or, the
 * last of a line, with a newline; the default value of an option comes first:
 *
 *   game       london   Mr. Jack   hexes
 *   option     edition  2016,2006  which printed board and set-up
 *   character  SH       Sherlock Holmes
 *   place      a6       0          6 */
int bridge_games(void);

/* The kinds of players, the strongest last: "random", a tab, a line for people, a newline. */
int bridge_players(void);

/* --- bridge_referee.c: the line protocol of docs/protocol.md --- */

/* A referee of what LEN bytes of input say: "GAME option=value ...". */
struct alibi_referee *bridge_referee_new(size_t len);
void bridge_referee_free(struct alibi_referee *referee);

/* Answers the line of LEN bytes, to the byte as `alibi referee` does; BRIDGE_QUIT to `quit`. */
int bridge_referee_send(struct alibi_referee *referee, size_t len);

/* --- bridge_game.c: a game in play --- */

/* A game from its set-up ("GAME option=value ..."), from a position line, or from a record of
 * the whole truth or of a finished game. */
struct alibi_session *bridge_game_new(size_t len);
struct alibi_session *bridge_game_load(size_t len);
struct alibi_session *bridge_game_replay(size_t len);
void bridge_game_free(struct alibi_session *game);

/* Plays all tokens of the input, or none of them; takes back the last N. */
int bridge_game_play(struct alibi_session *game, size_t len);
int bridge_game_undo(struct alibi_session *game, double n);

/* Every legal token, or those that a seat may know: its own, when it is to act. */
int bridge_game_legal(const struct alibi_session *game, int viewer);

/* The state or a view as JSON; the position line; perft in decimal digits. */
int bridge_game_json(const struct alibi_session *game, int viewer);
int bridge_game_position(const struct alibi_session *game);
int bridge_game_perft(const struct alibi_session *game, double depth);

/* The tokens of VIEWER's record; and the record itself, with tags of one's own from the input:
 * key, NUL, value, NUL, and so on. */
int bridge_game_told(const struct alibi_session *game, int viewer);
int bridge_game_record(const struct alibi_session *game, int viewer, size_t len);

/* --- bridge_record.c: records as text --- */

/* Reads the record in the input. Answers in fields separated by NUL: the record in its
 * canonical layout, who its viewer is, its tokens, and the comments: one field for the record
 * and one for each token, empty where there is none. */
int bridge_record_read(size_t len);

/* What VIEWER may know of the record in the input, as a record. */
int bridge_record_redact(size_t len, int viewer);

/* Checks, as `alibi verify` does, that the game of the record in the input was dealt as its
 * commitment promised. How many outcomes of chance agree. */
int bridge_record_verify(size_t len);

/* --- bridge_player.c: players, who think in slices --- */

struct bridge_player;

/* A player of the kind that the input names ("": the strongest) for a seat of GAME, from the
 * beginning of GAME, of which it has been told nothing yet. MEMORY is in MiB. */
struct bridge_player *bridge_player_new(const struct alibi_session *game, int seat,
                                        uint64_t seed, double memory, size_t len);
void bridge_player_free(struct bridge_player *player);

/* The same at the end of the record in the input, told what the seat may know of it. KIND is a
 * number in the list of players. */
struct bridge_player *bridge_player_of_record(size_t len, int seat, int kind, uint64_t seed,
                                              double memory);

/* The seat is told all tokens of the input, or none of them. This ends the thinking. */
int bridge_player_see(struct bridge_player *player, size_t len);

/* What the seat sees, as JSON; the chance of each character who may be Jack: "SH=0.125 ...". */
int bridge_player_view(const struct bridge_player *player);
int bridge_player_belief(const struct bridge_player *player);

/* What VALUE of a thought has turned out to stand for: alibi_player_chance. */
double bridge_player_chance(const struct bridge_player *player, double value);

/* Begins to think: with limits on nodes and milliseconds, 0 for no limit of that sort, both 0
 * for the default of the kind. Answers with the limits that hold, in the same way: "20000 0".
 * The player keeps to the nodes by itself, the caller has to watch the clock. */
int bridge_player_begin(struct bridge_player *player, double nodes, double ms);

/* Looks at about NODES positions: 1 if there is more to do, 0 if not, or if it does not think.
 */
int bridge_player_step(struct bridge_player *player, double nodes);

/* Ends the thinking, whenever the caller likes: the thought as JSON. */
int bridge_player_end(struct bridge_player *player);

/* The next thought considers nothing but the turn that the tokens of the input make. This ends
 * the thinking. */
int bridge_player_consider(struct bridge_player *player, size_t len);

/* --- bridge_seat.c: what a seat of a game elsewhere can tell by itself --- */

struct bridge_seat;

/* A seat at the beginning of GAME, of which it has been told nothing yet. */
struct bridge_seat *bridge_seat_new(const struct alibi_session *game, int seat);
void bridge_seat_free(struct bridge_seat *seat);

/* The seat is told all tokens of the input, or none of them; then the game has had SEQ events.
 */
int bridge_seat_see(struct bridge_seat *seat, double seq, size_t len);

/* Asks as a table is asked; nothing is answered where the seat cannot tell. */
int bridge_seat_ask(const struct bridge_seat *seat, size_t len);

/* --- bridge_table.c: the requests of docs/api.md, answered here --- */

struct bridge_table;

/* A table with a new game. The input: the game's id, the day, outcomes that come before those
 * of the SEED (for tests; else an empty line), a line each; then the body of `POST /api/games`.
 * The seats called "me" are held here. */
struct bridge_table *bridge_table_new(uint64_t seed, size_t len);
void bridge_table_free(struct bridge_table *table);

/* Asks the table: "METHOD PATH" with its query, a newline, the body. Answers with the status, a
 * newline, and the answer's text, in which a server would refuse as well. What changes the game
 * has happened then, and `events` answers at once. */
int bridge_table_ask(struct bridge_table *table, size_t len);

/* --- bridge_home.c: a home for games, and who thinks for it --- */

struct bridge_home;

/* A home in which the computer has MS milliseconds for a decision. The input: a seed of 64
 * hexadecimal digits; for tests also a newline and outcomes that every deal begins with. */
struct bridge_home *bridge_home_new(double ms, size_t len);
void bridge_home_free(struct bridge_home *home);

/* Room for a text of LEN bytes that is to be told; NULL if that is too long. */
char *bridge_home_room(struct bridge_home *home, size_t len);

/* Tells it the LEN bytes that are there: 1, or 0 if they are nothing that can be told. */
int bridge_home_tell(struct bridge_home *home, size_t len);

/* The length of what it says next, which is at bridge_home_said; 0 if that was all. */
int bridge_home_hear(struct bridge_home *home);
const char *bridge_home_said(const struct bridge_home *home);

struct bridge_thinker;

/* Somebody to think about the job in the input. */
struct bridge_thinker *bridge_thinker_new(size_t len);
void bridge_thinker_free(struct bridge_thinker *thinker);

/* A quarter of the time for a decision, in milliseconds; how many of them the decision that has
 * been begun may take, 0 if none has; and after how many from the beginning of the job the
 * answer may be told, or after the next whole number of them. */
double bridge_thinker_quarter(const struct bridge_thinker *thinker);
int bridge_thinker_share(const struct bridge_thinker *thinker);
int bridge_thinker_quarters(const struct bridge_thinker *thinker);

/* Looks at about NODES positions: 1 if there is more to do, 0 if not. */
int bridge_thinker_step(struct bridge_thinker *thinker, double nodes);

/* Decides: 1 if another decision has been begun. When none has, the answer is complete. */
int bridge_thinker_decide(struct bridge_thinker *thinker);
int bridge_thinker_answer(const struct bridge_thinker *thinker);

/* --- bridge_analysis.c: analyses of records, in slices --- */

/* Begins to analyse the record in the input for VIEWER. JUDGE is a number in the list of
 * players, limits are as those of a player's thought, MEMORY is in MiB; only decisions that
 * begin with moves FROM to UNTIL, without that one, 0 for no end. */
struct alibi_analysis *bridge_analysis_new(size_t len, int viewer, int judge, double nodes,
                                           double ms, uint64_t seed, double memory, int gave,
                                           unsigned from, unsigned until);
void bridge_analysis_free(struct alibi_analysis *analysis);

/* Looks at about NODES positions: 1 if there is more to do, 0 if not. */
int bridge_analysis_step(struct alibi_analysis *analysis, double nodes);

/* Ends the thought in progress, when its milliseconds have passed. */
void bridge_analysis_cut(struct alibi_analysis *analysis);

/* "3 24 1 1000": decisions judged, all of them, whether a thought is in progress, and its limit
 * in milliseconds, 0 for none. */
int bridge_analysis_progress(const struct alibi_analysis *analysis);

/* Decision I of those that have been judged, and everything, as JSON. */
int bridge_analysis_decision(const struct alibi_analysis *analysis, double i);
int bridge_analysis_json(const struct alibi_analysis *analysis);

/* --- bridge_puzzle.c --- */

/* The input: the tokens of a turn, a newline, a puzzle. 1 if the turn has the idea of the
 * puzzle's answer, else 0. */
int bridge_puzzle_is_answer(size_t len);

/* --- Between the files of the bridge --- */

/* An empty answer, and its length once it is complete; refuses what did not fit. */
struct alibi_text bridge_answer(void);
int bridge_answered(const struct alibi_text *answer);

/* Where the library puts what it refuses; that it was token TOKEN; a refusal of the bridge's
 * own; that there was no memory. All return BRIDGE_REFUSED. */
struct alibi_error *bridge_failure(void);
int bridge_refuse_token(int token);
int bridge_refuse(enum alibi_status status, const struct alibi_refusal *refusal);
int bridge_fail_memory(void);

/* The next word of LEN bytes of input from AT on, which moves behind it; false without one. */
struct bridge_word {
    const char *text;
    size_t len;
};
bool bridge_next_word(struct bridge_word *word, size_t *at, size_t len);

/* Reads "GAME option=value ..."; false after refusing. */
bool bridge_read_game(struct alibi_state *start, size_t len);

/* Whether LEN is a length of input; the viewer of that number; false after refusing. */
bool bridge_fits(size_t len);
bool bridge_read_viewer(enum alibi_viewer *viewer, int number);
bool bridge_read_seat(enum alibi_viewer *viewer, int number);

/* Tells WATCH the tokens of LEN bytes of input up to the first one that cannot come; false
 * after refusing that. */
bool bridge_watch_see(struct alibi_watch *watch, size_t len);

/* Reads the tokens of LEN bytes of input into MOVE, at most ALIBI_SEQUENCE_MAX; returns how
 * many, or BRIDGE_REFUSED after refusing. */
int bridge_read_turn(alibi_move *move, const struct alibi_game *game, size_t len);

/* What numbers of JavaScript's, which may be any, mean: MiB of memory, in bytes, false after
 * refusing; limits, none where there is no such number; the nodes of a slice, at least 1. */
bool bridge_read_memory(size_t *bytes, double mib);
struct alibi_budget bridge_budget(double nodes, double ms);
uint64_t bridge_slice(double nodes);

/* The record in the input; NULL after refusing. */
struct alibi_record *bridge_read_record(size_t len);

/* The whole truth in the place of RECORD, which is freed if it was a seat's; NULL, also for
 * NULL, after refusing one that cannot be completed. */
struct alibi_record *bridge_complete_record(struct alibi_record *record);

/* Answers with RECORD, and frees it. */
int bridge_answer_record(struct alibi_record *record);

#endif
