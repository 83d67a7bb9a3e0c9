/* alibi: one program, a verb for each job. */
#include "cli.h"

#include <alibi/version.h>
#include <locale.h>
#include <string.h>

static const struct cli_verb verbs[] = {
    {"play", cli_play,
     "GAME [option=value ...] [--against NAME] [--jack WHO] [--detective WHO]",
     "play a game in the terminal",
     "You are the Detective, and the computer plays Jack. WHO is `human` or one of the\n"
     "computer's players, which `alibi players` lists. If you name one seat, the other gets\n"
     "the opposite: a computer player for `human`, `human` for a computer player. Two humans\n"
     "share the keyboard; the screen is cleared between their turns.\n\n"
     "  --against NAME  the computer player for the other seat\n"
     "  --ms N        milliseconds that the computer may think about a move, at most\n"
     "  --threads N   threads by which level6 and hints are searched (1)\n"
     "  --seed N      the same N gives the same deal and the same play of the computer\n"
     "  --deal TEXT   the first outcomes of chance, such as \"deal=MS cards=SH,JW,JS,IL\"\n"
     "  --resume      go on with the unfinished game\n"
     "  --load FILE   go on with a saved record\n"
     "  --plain       play line by line: for screen readers and pipes\n"
     "  --still       do not stage what happens: show where it has led\n"
     "  --ascii       draw with plain ASCII\n"
     "  --no-color    draw without colours (like NO_COLOR in the environment)\n\n"
     "On a terminal the game fills the screen, and `?` lists the keys; line by line, `help`\n"
     "lists the commands.\n"},
    {"replay", cli_replay, "FILE [--view SEAT] [--plain] [--ascii] [--no-color]",
     "show a recorded game move by move",
     "SEAT is jack, detective or public; without --view the record shows all it has.\n"
     "FILE may be - for standard input. On a terminal the game fills the screen: arrow keys\n"
     "step, Space plays; with --plain, boards and moves are printed.\n"},
    {"record", cli_record, "FILE [--view SEAT | --complete]",
     "check a record and print it in its canonical form",
     "  --view SEAT   only what jack, detective or public may see\n"
     "  --complete    the whole truth, from one seat's record of a finished game\n"},
    {"serve", cli_serve, "[--bind ADDRESS] [--port N] [--data FOLDER] [--origin URL]",
     "let people play in their browsers",
     "Prints the address to open. Stop it with Ctrl-C; games go on after a restart.\n\n"
     "  --bind ADDRESS  address to listen on (127.0.0.1: this machine only)\n"
     "  --port N        port, 0 for any free one (8421)\n"
     "  --data FOLDER   where games are kept (~/.local/state/alibi/server)\n"
     "  --store URL     or in which database: postgres://user@host:port/name; several share "
     "the\n"
     "                  games between them\n"
     "  --origin URL    address that browsers use, behind a proxy: https://play.example.org\n"
     "  --think MS      milliseconds that the computer thinks about a decision, at most "
     "(1000)\n"
     "  --threads N     threads that think; 0, with --store: machines that run `alibi think`\n"
     "                  (one for each processor but one, 8 at most)\n"
     "  --search-threads N  how many of them search one decision of level6, if they are idle "
     "(1)\n"
     "  --keep DAYS     days to keep games after their last change, 0 for ever (365); those\n"
     "                  that accounts have finished are always kept\n"
     "  --rate N        requests a second allowed to one client, 0 for no limit (50)\n"
     "  --streams N     streams of events that one client may have open (100)\n"
     "  --proxy ADDRESS[/BITS]  a proxy whose X-Forwarded-For is believed; may be given "
     "several\n"
     "                  times (with --origin: this machine)\n"
     "  --quiet         log only errors and security events\n"
     "  --settings FILE lines such as `rate 20`, `streams 50`, `keep 90`, `quiet yes` and\n"
     "                  `proxy 10.0.0.0/8`, which come before the options above; read again\n"
     "                  when the server gets SIGHUP\n"
     "  --as-root       run as root, which is refused otherwise\n"},
    {"store", cli_store,
     "check WHERE | copy FROM TO | backup WHERE FILE | restore FILE WHERE | move GAME FROM TO "
     "| spread URL URL... [--part I/N] | drain URL URL... [--part I/N]",
     "check, copy, back up, restore and move the games of a server",
     "WHERE is the folder of a server (its --data) or postgres://user@host:port/name. `check`\n"
     "plays every game through, also those of a backup, and compares the sums of its events.\n"
     "`copy` and `restore` bring what is not there yet, and may be repeated;\n"
     "no server may use the store that they write to. `check` and `backup` may\n"
     "run beside one. A backup is a text with sums, which only its owner may read.\n\n"
     "A server with several databases keeps each game in one of them. `spread` lets all of\n"
     "them take new games and moves every game to where it belongs, `drain` moves all games of "
     "the first\n"
     "one to the others, `move` one game. They run beside servers that know all of these\n"
     "databases, and may be repeated.\n\n"
     "  --part I/N    only this share of the games, so that several can be moved at once\n"},
    {"admin", cli_admin, "--store WHERE DEED [NAME | ID | GAME] [--days N] [--why TEXT]",
     "name moderators, read reports, mute and ban, take games out of the ratings",
     "WHERE is the folder of a server (its --data) or postgres://user@host:port/name, where\n"
     "the accounts are; it runs beside the server. NAME is the name of an account. What is\n"
     "done is noted for ever, and listed by `log`; it holds within seconds.\n\n"
     "DEED is one of these:\n\n"
     "  moderator add NAME, moderator remove NAME, moderator list\n"
     "  reports       reports that nobody has decided on, the ID of each first\n"
     "  show ID       one of them, with what was said at the table\n"
     "  dismiss ID    nothing is done about it\n"
     "  pairs         accounts of one browser or network that have played each other\n"
     "  mute NAME, ban NAME, each with --days N; unmute NAME, unban NAME\n"
     "  cancel ID     a tournament that is yet to begin is called off\n"
     "  void GAME     that rated game does not count; all ratings are computed again\n"
     "  unvoid GAME   it counts again\n"
     "  log           what was done\n\n"
     "  --days N      how long somebody is muted or banned\n"
     "  --why TEXT    the reason, for the log: one line\n"},
    {"think", cli_think, "--store URL [--threads N] [--search-threads N] [--as-root]",
     "think for the servers of a database",
     "Takes what the computer has to decide in games of servers that run with --threads 0,\n"
     "from the database URL, postgres://user@host:port/name. Runs on any machine that\n"
     "reaches the database, as often as you like; gets what one seat was told of a game and\n"
     "no more. Stop it at any time: somebody else thinks on.\n\n"
     "  --threads N   threads that think (one for each processor)\n"
     "  --search-threads N  how many of them search one decision, if they are idle (1)\n"
     "  --as-root     run as root, which is refused otherwise\n"},
    {"puzzle", cli_puzzle, "[GAME] [--number N] [--theme THEME] | make | check | solve [...]",
     "solve positions with one right idea",
     "Without --number, the first is the puzzle of the day. THEME is arrest, accuse, clear,\n"
     "block, alibi, escape, safe or hide. `help` lists what you can type.\n\n"
     "  puzzle check GAME [--file FILE] [--nodes N] [--part I/N]\n"
     "                prove again that each puzzle has one right idea\n"
     "  puzzle solve GAME PLAYER [--file FILE] [--nodes N] [--part I/N]\n"
     "                let a computer player solve them all\n"
     "  puzzle make GAME [--games N] [--seed N] [--theme THEME] [--nodes N] [--part I/N]\n"
     "                let champions play (100 games) and print the puzzles that come up\n"
     "  puzzle make FILE ... [--theme THEME] [--nodes N] [--part I/N]\n"
     "                print the puzzles that are in the games of these files; of one theme,\n"
     "                which is quicker, as most turns cannot have it\n\n"
     "  --nodes N     positions searched for each turn (50000); `make` proves a second time\n"
     "                with ten times as many\n"
     "  --part I/N    only the I-th of N parts, to share the work\n"},
    {"verify", cli_verify, "FILE", "check that a server dealt a game as it had promised",
     "FILE is a record with the tags Commitment, Secret and Salt, which the server gives "
     "out\n"
     "after the end of a game: the whole truth, or one seat's record.\n"},
    {"analyse", cli_analyse, "RECORD [--player NAME] [--ms N | --nodes N] [--seat SEAT] [...]",
     "judge a recorded game decision by decision",
     "Each decision is judged by what its player knew: the chance to win before it, what was\n"
     "played and its value, what would have been better, and how many bits the Detective\n"
     "learnt about Jack from what followed. A second table shows who could be Jack, as far\n"
     "as the Detective could know, over time. RECORD may be - for standard input, and may be\n"
     "one seat's record.\n\n"
     "  --player NAME the judge, one of `alibi players` (the strongest)\n"
     "  --ms N        milliseconds for a decision (1000)\n"
     "  --nodes N     positions for a decision instead: the same result on every machine\n"
     "  --threads N   threads by which the champion searches a decision (1)\n"
     "  --seat SEAT   judge only jack or detective; while the game goes on, nothing is\n"
     "                used or shown that SEAT does not know\n"
     "  --gave        also show how many bits each of Jack's moves gives away to somebody\n"
     "                who knows how the judge plays; takes several times as long\n"
     "  --plain       print the tables, on a terminal too, where the decisions are listed\n"
     "                beside the board otherwise\n"
     "  --json        print JSON, which docs/analysis.md describes\n"},
    {"show", cli_show, "POSITION | GAME [option=value ...] [--json] [--ascii] [--no-color]",
     "draw a position, or the set-up of a game",
     "POSITION is a line that the referee's command `position` prints, as one argument.\n"},
    {"referee", cli_referee, "GAME [option=value ...]",
     "drive the rules line by line, for other programs",
     "Commands: new, legal, do, undo, state, view, perft, position, load, record, quit.\n"},
    {"match", cli_play_match, "A B --game GAME [option=value ...] [--games N] [--seed S] [...]",
     "let two players play a match",
     "A and B are players (`alibi players` lists them), or exec:COMMAND, a program "
     "that\n"
     "speaks the protocol of `alibi player`. Each deal is played twice, with the roles "
     "swapped.\n\n"
     "  --games N     number of games, even (100)\n"
     "  --seed S      seed of the deals and of the players (1)\n"
     "  --ms N        milliseconds for a decision; --ms-a, --ms-b for one player\n"
     "  --nodes N     positions for a decision; --nodes-a, --nodes-b for one player\n"
     "  --memory N    MiB that a player may use (64)\n"
     "  --threads N   games played at the same time (the number of processors)\n"
     "  --search-threads N  threads by which the champion searches a decision (1);\n"
     "                --search-threads-a, --search-threads-b for one player\n"
     "  --out FILE    append the records to FILE, and skip games that it already has\n"
     "  --time S      start no pair of games after S seconds\n"
     "  --first P     start with pair P, counted from 0 (0)\n"
     "  --grace S     seconds over its budget after which a program loses (10)\n"
     "  --sprt        stop when the sequential test has decided\n"
     "  --elo0 X --elo1 Y   the two hypotheses of that test (0 and 20)\n"
     "  --json        print the result as one line of JSON\n"
     "  --counts N,N,N,N    play nothing: print the statistics of this many pairs in which A\n"
     "                won no game, only as detective, only as jack, both\n"},
    {"explore", cli_explore, "GAME [WHAT] | make FILE ...",
     "show what is played in the first round, and how it went",
     "For each turn of the first round: what it can begin with (a character, or an action), "
     "how\n"
     "often it was offered and played in many games of the champion against itself, and how\n"
     "often the seat won then, with the error of 95 %. With WHAT, such as SH or holmes, the\n"
     "most frequent turns that begin so. `explore make` counts the games of files and prints\n"
     "what the program has built in for its games.\n"},
    {"exploit", cli_exploit,
     "PLAYER --game GAME [option=value ...] [--games N] [--seed S] [...]",
     "measure what a player loses to an opponent who knows how it plays",
     "PLAYER, one of `alibi players`, plays two matches with the same deals against the same\n"
     "search. In the second one the search also reads PLAYER: it knows the method and the\n"
     "budget, not the secrets and the random seed, and infers from every choice how likely\n"
     "it was for each Jack, or for each hand of the Detective's. Printed for each role: how\n"
     "many games less PLAYER wins when it is read, and the bits that a choice gives away.\n\n"
     "  --search NAME the player who reads (champion)\n"
     "  --games N     number of games in each match, even (100)\n"
     "  --seed S      seed of the deals and of the players (1)\n"
     "  --nodes N     positions for a decision, of PLAYER, of the search and of the model;\n"
     "                --reader-nodes for the search alone\n"
     "  --ms N        milliseconds instead; --reader-ms for the search alone\n"
     "  --samples N   searches with other seeds by which each decision is predicted (1)\n"
     "  --memory N    MiB that a player may use (64)\n"
     "  --threads N   games played at the same time (the number of processors)\n"
     "  --out FILE    append the records to FILE.plain and FILE.read, and skip games that\n"
     "                they already have\n"
     "  --time S      start no pair of games after S seconds of each match\n"
     "  --first P     start with pair P, counted from 0 (0)\n"
     "  --exact       play nothing: walk through the whole of a small game, and print what\n"
     "                PLAYER wins against the best response to it\n"
     "  --json        print the result as one line of JSON\n"},
    {"player", cli_player, "[NAME] [--seed N] [--memory MiB] [--threads N]",
     "a computer player line by line, for other programs",
     "NAME is a player that `alibi players` lists, the strongest if left out.\n"
     "Commands: new, see, go, belief, value, quit.\n\n"
     "  --seed N      seed of its choices (1)\n"
     "  --memory MiB  memory that it may search in (64)\n"
     "  --threads N   threads by which the champion searches a decision (1)\n"},
    {"perft", cli_perft, "GAME [option=value ...] DEPTH [TOKEN ...]",
     "count the token sequences of each length up to DEPTH", NULL},
    {"bench", cli_bench, "GAME [option=value ...] [--games N] [--seed S]",
     "play random games as fast as possible", NULL},
    {"games", cli_games, "", "list the games and their options", NULL},
    {"players", cli_players, "", "list the computer's players, the strongest last", NULL},
    {"rules", cli_rules, "GAME [ID | WORD ...]",
     "print the rules of a game, or those with some words",
     "Every rule has a number (its id), and whatever is refused names the rule that forbids "
     "it.\n"
     "With an id that rule is printed, with words every rule that has them all; the name of a\n"
     "character finds the rules that name it by its code.\n"},
    {"messages", cli_messages, "", "list all refusals, for translators",
     "Prints a gettext catalogue: for each refusal its code, the rule's id and the sentence "
     "in\nEnglish, in which {name} stands for an argument. web/po/ has the same keys in every\n"
     "language.\n"},
};

static const size_t n_verbs = sizeof verbs / sizeof verbs[0];

static void print_verb_help(const struct cli_verb *verb)
{
    printf("usage: alibi %s%s%s\n\n%s\n", verb->name, *verb->usage ? " " : "", verb->usage,
           verb->about);
    if (verb->help)
        printf("\n%s", verb->help);
}

static const struct alibi_game *first_listed(void)
{
    const struct alibi_game *const *game = alibi_games();

    while ((*game)->unlisted)
        game++;
    return *game;
}

static void print_help(void)
{
    printf("usage: alibi VERB [ARGUMENT ...]\n\n");
    for (size_t i = 0; i < n_verbs; i++)
        printf("  %-10s %s\n", verbs[i].name, verbs[i].about);
    printf("\n`alibi help VERB` explains a verb; `alibi play %s` starts a game.\n",
           first_listed()->name);
}

static const struct cli_verb *find_verb(const char *name)
{
    for (size_t i = 0; i < n_verbs; i++)
        if (strcmp(verbs[i].name, name) == 0)
            return &verbs[i];
    return NULL;
}

static bool is_help(const char *arg)
{
    return strcmp(arg, "--help") == 0 || strcmp(arg, "-h") == 0 || strcmp(arg, "help") == 0;
}

static int run(int argc, char **argv)
{
    const struct cli_verb *verb;

    if (argc < 2) {
        (void)fputs("alibi: expected a verb; `alibi --help` lists them\n", stderr);
        return CLI_USAGE;
    }
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        printf("alibi %s\n", alibi_version());
        return CLI_OK;
    }
    if (argc == 2 && is_help(argv[1])) {
        print_help();
        return CLI_OK;
    }
    verb = find_verb(argv[is_help(argv[1]) ? 2 : 1]);
    if (verb && is_help(argv[1])) {
        print_verb_help(verb);
        return CLI_OK;
    }
    if (!verb) {
        (void)cli_fail("no verb %.100s; `alibi --help` lists them",
                       argv[is_help(argv[1]) ? 2 : 1]);
        return CLI_USAGE;
    }
    for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            print_verb_help(verb);
            return CLI_OK;
        }
    }
    return verb->run(verb, argc - 2, argv + 2);
}

int main(int argc, char **argv)
{
    int code;

    (void)setlocale(LC_CTYPE, "");
    /* A complaint is one write: what a player that is a program of its own says cannot cut it.
     */
    (void)setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
    code = run(argc, argv);
    /* A full disk or a closed pipe is a failure too. */
    if ((fflush(stdout) != 0 || ferror(stdout)) && code == CLI_OK)
        return cli_fail("standard output could not be written");
    return code;
}
