/* What the verbs of the command line share: arguments, messages, files, drawing. */
#ifndef CLI_H
#define CLI_H

#include <alibi/game.h>
#include <alibi/session.h>
#include <stdio.h>

/* Exit codes: 0 success, 1 failure (bad record, illegal token), 2 wrong usage. */
enum { CLI_OK = 0, CLI_FAILED = 1, CLI_USAGE = 2 };

enum { CLI_MEMORY_MAX = 1 << 20 }; /* the most memory for a player, in MiB */

struct cli_verb {
    const char *name;
    int (*run)(const struct cli_verb *verb, int argc, char **argv);
    const char *usage; /* the arguments */
    const char *about; /* one line */
    const char *help;  /* more lines, or NULL */
};

int cli_admin(const struct cli_verb *verb, int argc, char **argv);
int cli_analyse(const struct cli_verb *verb, int argc, char **argv);
int cli_bench(const struct cli_verb *verb, int argc, char **argv);
int cli_explore(const struct cli_verb *verb, int argc, char **argv);
int cli_exploit(const struct cli_verb *verb, int argc, char **argv);
int cli_games(const struct cli_verb *verb, int argc, char **argv);
int cli_messages(const struct cli_verb *verb, int argc, char **argv);
int cli_perft(const struct cli_verb *verb, int argc, char **argv);
int cli_play(const struct cli_verb *verb, int argc, char **argv);
int cli_play_match(const struct cli_verb *verb, int argc, char **argv);
int cli_player(const struct cli_verb *verb, int argc, char **argv);
int cli_players(const struct cli_verb *verb, int argc, char **argv);
int cli_puzzle(const struct cli_verb *verb, int argc, char **argv);
int cli_record(const struct cli_verb *verb, int argc, char **argv);
int cli_referee(const struct cli_verb *verb, int argc, char **argv);
int cli_replay(const struct cli_verb *verb, int argc, char **argv);
int cli_rules(const struct cli_verb *verb, int argc, char **argv);
int cli_serve(const struct cli_verb *verb, int argc, char **argv);
int cli_store(const struct cli_verb *verb, int argc, char **argv);
int cli_think(const struct cli_verb *verb, int argc, char **argv);
int cli_show(const struct cli_verb *verb, int argc, char **argv);
int cli_verify(const struct cli_verb *verb, int argc, char **argv);

/* --- Arguments --- */

/* A flag ("--ascii") sets *FLAG, an option ("--seed N" or "--seed=N") points *VALUE at its
 * text. One that may be given several times stands in the list as often. */
struct cli_option {
    const char *name;
    bool *flag;
    const char **value;
};

/* Removes the options (up to "--") from ARGV and leaves the other arguments, of which there
 * must be LOW to HIGH. Returns their number, or -1 after saying what was wrong. */
int cli_options(const struct cli_verb *verb, int argc, char **argv,
                const struct cli_option *option, size_t n, int low, int high);

/* Reads the game that ARGV[0] names and the options (name=value) that follow, up to N
 * arguments. Returns how many arguments it read, or -1 after saying what was wrong. */
int cli_game(const struct cli_verb *verb, int n, char **argv, const struct alibi_game **game,
             uint8_t option[ALIBI_OPTIONS_MAX]);

/* The same, but all N arguments must belong to it. */
bool cli_only_game(const struct cli_verb *verb, int n, char **argv,
                   const struct alibi_game **game, uint8_t option[ALIBI_OPTIONS_MAX]);

/* Reads a whole number from LOW to HIGH; false after saying that WHAT was expected. */
bool cli_number(const char *text, const char *what, uint64_t low, uint64_t high, uint64_t *out);

/* A share of a long work: of what is numbered from 0, every PARTS-th from PART on. It is
 * written "3/16", the third of sixteen; false after saying that this was expected. */
struct cli_part {
    uint64_t part, parts;
};
bool cli_part(const char *text, struct cli_part *part);

/* --- Messages --- */

/* Prints "alibi: ..." on standard error and returns CLI_FAILED. */
int cli_fail(const char *format, ...) ALIBI_PRINTF(1, 2);

/* The same with the verb's usage; returns CLI_USAGE. */
int cli_misuse(const struct cli_verb *verb, const char *format, ...) ALIBI_PRINTF(2, 3);

/* Prints a text for people, broken between words before column 80; lines that were broken go on
 * at column INDENT. */
void cli_say(FILE *out, int indent, const char *format, ...) ALIBI_PRINTF(3, 4);

/* While a screen covers the terminal: where cli_fail and cli_misuse print, instead of standard
 * error; NULL to end that. */
void cli_complain_to(FILE *sink);

/* Prints TEXT with question marks for control characters, so that text from others cannot
 * control the terminal. */
void cli_print_plain(FILE *out, const char *text);

/* --- Files --- */

/* Reads a whole file ("-": standard input) and adds a NUL; free it. NULL after saying what was
 * wrong. */
char *cli_read_file(const char *path, size_t *len);

/* Writes a file atomically, and onto the disk before it returns. */
bool cli_write_file(const char *path, const char *text, size_t len);

/* The path of the file NAME followed by END in the folder that the program keeps between runs;
 * free it. Creates the folders on the way. NULL if that fails. */
char *cli_state_path(const char *name, const char *end);

/* Reads a record from a file; NULL after saying where it is wrong. */
struct alibi_record *cli_read_record(const char *path);

/* Calls LOOK with every game of a file of records, or with PART of them, up to one for which it
 * returns false. False then, or after saying what is wrong with the file. */
typedef bool cli_look_at(void *context, const struct alibi_session *game);
bool cli_each_game(const char *path, struct cli_part part, cli_look_at *look, void *context);

/* --- The board --- */

/* What the terminal can show. */
struct cli_look {
    bool unicode, colour;
};

/* What the terminal behind OUT can show, limited by --ascii and --no-color. */
struct cli_look cli_look_for(FILE *out, bool ascii, bool no_color);

/* Draws the board of VIEW and the notes beside it, at most 80 columns wide. */
void cli_draw(FILE *out, const struct alibi_view *view, struct cli_look look);

/* Adds the alibi cards that were drawn, as far as S shows them. */
void cli_note_alibis(struct alibi_text *text, const struct alibi_state *s);

/* Explains the signs that the board of VIEW uses. */
void cli_legend(struct alibi_text *text, const struct alibi_view *view, bool unicode);

#endif
