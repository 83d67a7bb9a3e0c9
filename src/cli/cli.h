/* The command line: what its verbs share. */
#ifndef CLI_H
#define CLI_H

#include <alibi/game.h>
#include <alibi/session.h>
#include <stdio.h>

/* Exit codes: 0 done, 1 the work failed (bad record, illegal token), 2 called wrongly. */
enum { CLI_OK = 0, CLI_FAILED = 1, CLI_USAGE = 2 };

enum { CLI_MEMORY_MAX = 1 << 20 }; /* MiB that a player can be given */

struct cli_verb {
    const char *name;
    int (*run)(const struct cli_verb *verb, int argc, char **argv);
    const char *usage; /* the arguments */
    const char *about; /* a line */
    const char *help;  /* more lines, or NULL */
};

int cli_analyse(const struct cli_verb *verb, int argc, char **argv);
int cli_bench(const struct cli_verb *verb, int argc, char **argv);
int cli_games(const struct cli_verb *verb, int argc, char **argv);
int cli_messages(const struct cli_verb *verb, int argc, char **argv);
int cli_perft(const struct cli_verb *verb, int argc, char **argv);
int cli_play(const struct cli_verb *verb, int argc, char **argv);
int cli_play_match(const struct cli_verb *verb, int argc, char **argv);
int cli_player(const struct cli_verb *verb, int argc, char **argv);
int cli_players(const struct cli_verb *verb, int argc, char **argv);
int cli_record(const struct cli_verb *verb, int argc, char **argv);
int cli_referee(const struct cli_verb *verb, int argc, char **argv);
int cli_replay(const struct cli_verb *verb, int argc, char **argv);
int cli_serve(const struct cli_verb *verb, int argc, char **argv);
int cli_show(const struct cli_verb *verb, int argc, char **argv);
int cli_verify(const struct cli_verb *verb, int argc, char **argv);

/* --- Arguments --- */

/* A flag ("--ascii") sets *FLAG, an option ("--seed N" or "--seed=N") points *VALUE at its
 * text. */
struct cli_option {
    const char *name;
    bool *flag;
    const char **value;
};

/* Takes the options out of ARGV (up to "--"), leaving the other arguments, of which there must
 * be LOW to HIGH. Returns their number, or -1 after saying what was wrong. */
int cli_options(const struct cli_verb *verb, int argc, char **argv,
                const struct cli_option *option, size_t n, int low, int high);

/* The game that ARGV[0] names, with the options (name=value) that follow it up to N; returns
 * how many arguments that were, or -1 after saying what was wrong. */
int cli_game(const struct cli_verb *verb, int n, char **argv, const struct alibi_game **game,
             uint8_t option[ALIBI_OPTIONS_MAX]);

/* The same where nothing else may follow: all N arguments. */
bool cli_only_game(const struct cli_verb *verb, int n, char **argv,
                   const struct alibi_game **game, uint8_t option[ALIBI_OPTIONS_MAX]);

/* A whole number from LOW to HIGH; false after saying that WHAT was expected. */
bool cli_number(const char *text, const char *what, uint64_t low, uint64_t high, uint64_t *out);

/* --- Messages --- */

/* "alibi: ..." on standard error; returns CLI_FAILED. */
int cli_fail(const char *format, ...) ALIBI_PRINTF(1, 2);

/* The same, and how the verb is called; returns CLI_USAGE. */
int cli_misuse(const struct cli_verb *verb, const char *format, ...) ALIBI_PRINTF(2, 3);

/* TEXT with its control characters made question marks: what others wrote cannot command the
 * terminal. */
void cli_print_plain(FILE *out, const char *text);

/* --- Files --- */

/* The whole of a file ("-": standard input), ended by a NUL; free it. NULL after saying what
 * was wrong. */
char *cli_read_file(const char *path, size_t *len);

/* Writes a file so that it is there whole or not at all, and on the disk when this returns. */
bool cli_write_file(const char *path, const char *text, size_t len);

/* NAME followed by END in the folder for what the program keeps between two runs, which is made
 * if it is not there, and so are folders that they name; free it. NULL if there is no such
 * folder. */
char *cli_state_path(const char *name, const char *end);

/* Reads a record from a file; NULL after saying where it is wrong. */
struct alibi_record *cli_read_record(const char *path);

/* --- The board --- */

/* How to draw: what the terminal can show. */
struct cli_look {
    bool unicode, colour;
};

/* What the terminal of OUT can show, unless --ascii or --no-color say less. */
struct cli_look cli_look_for(FILE *out, bool ascii, bool no_color);

/* Draws what VIEW shows, board and notes. */
void cli_draw(FILE *out, const struct alibi_view *view, struct cli_look look);

#endif
