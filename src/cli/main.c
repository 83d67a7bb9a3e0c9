/* alibi: one program, a verb for each job. */
#include "cli.h"

#include <alibi/version.h>
#include <locale.h>
#include <string.h>

static const struct cli_verb verbs[] = {
    {"play", cli_play,
     "GAME [option=value ...] [--against NAME] [--jack WHO] [--detective WHO]",
     "play a game in the terminal",
     "You hunt a Jack whom the computer plays. WHO takes a seat: `human`, or one of the\n"
     "computer's players, which `alibi players` lists. Name one seat, and the other is taken\n"
     "by the other sort. Two humans share the keyboard; a curtain falls between their "
     "turns.\n\n"
     "  --against NAME  the player for the seat that you do not take\n"
     "  --ms N        the most that the computer may think about a move, in milliseconds\n"
     "  --seed N      the same deal and the same luck of the players for the same N\n"
     "  --deal TEXT   outcomes of chance to come first, such as \"deal=MS cards=SH,JW,JS,IL\"\n"
     "  --resume      go on with the game that was left unfinished\n"
     "  --load FILE   go on with a saved record\n"
     "  --ascii       draw with plain ASCII\n"
     "  --no-color    draw without colours (as does NO_COLOR in the environment)\n\n"
     "Type `help` while playing for what you can say.\n"},
    {"replay", cli_replay, "FILE [--view SEAT] [--ascii] [--no-color]",
     "show a recorded game move by move",
     "SEAT is jack, detective or public; without it a whole record shows everything.\n"
     "FILE may be - for standard input.\n"},
    {"record", cli_record, "FILE [--view SEAT | --complete]",
     "check a record and print it in its canonical form",
     "  --view SEAT   what jack, detective or public may see of it\n"
     "  --complete    fill a finished seat's record in with what its end reveals\n"},
    {"serve", cli_serve, "[--bind ADDRESS] [--port N] [--data FOLDER] [--origin URL]",
     "let people play in their browsers",
     "Prints the address to open. Stops at Ctrl-C; games go on when it is started again.\n\n"
     "  --bind ADDRESS  where to listen; 127.0.0.1, this machine only, if left out\n"
     "  --port N        8421 if left out; 0 for any that is free\n"
     "  --data FOLDER   where games are kept; ~/.local/state/alibi/server if left out\n"
     "  --origin URL    how browsers reach it behind a proxy: https://play.example.org\n"
     "  --think MS      the most that the computer thinks about a decision; 1000\n"
     "  --keep DAYS     how long games are kept after their last change, 0 for ever; 365\n"
     "  --rate N        requests a second that one client may make, 0 for no limit; 50\n"
     "  --quiet         log only what goes wrong\n\n"
     "For tests, at an address of this machine only:\n"
     "  --test-seed N   all randomness belongs to N: keys, ids and deals can be foreseen\n"
     "  --test-deal TEXT  outcomes of chance that every game begins with\n"},
    {"verify", cli_verify, "FILE", "check that a server dealt a game as it had promised",
     "FILE is a record with the tags Commitment, Secret and Salt, as the server gives it "
     "after\n"
     "the end of a game: the whole truth, or what a seat saw of a game played to its end.\n"},
    {"analyse", cli_analyse, "RECORD [--player NAME] [--ms N | --nodes N] [--seat SEAT] [...]",
     "judge a recorded game decision by decision",
     "Each decision is judged by what the mover knew: his chance to win before it, what was\n"
     "played and its worth, what would have been better, and how many bits the Detective\n"
     "learnt of Jack by what followed. Then who could be Jack, as the Detective could know\n"
     "it over time. RECORD may be - for standard input, and one seat's record.\n\n"
     "  --player NAME who judges, of those that `alibi players` lists; the best without it\n"
     "  --ms N        milliseconds for a decision; 1000 without it\n"
     "  --nodes N     or positions looked at, the same everywhere\n"
     "  --seat SEAT   judge jack or detective alone; while the game goes on, nothing is\n"
     "                used or said that SEAT does not know\n"
     "  --gave        how many bits each move of Jack's gives to one who knows how the judge\n"
     "                plays; takes several times as long\n"
     "  --json        as JSON, as docs/analysis.md says\n"},
    {"show", cli_show, "POSITION | GAME [option=value ...] [--json] [--ascii] [--no-color]",
     "draw a position, or the set-up of a game",
     "POSITION is a line as `position` of the referee prints it, in one argument.\n"},
    {"referee", cli_referee, "GAME [option=value ...]",
     "drive the rules line by line, for other programs",
     "Commands: new, legal, do, undo, state, view, perft, position, load, record, quit.\n"},
    {"match", cli_play_match, "A B --game GAME [option=value ...] [--games N] [--seed S] [...]",
     "let two players play a match",
     "A and B are players (`alibi players` lists them), or exec:COMMAND, a program "
     "that\n"
     "speaks as `alibi player` does. Each deal is played twice, with the roles swapped.\n\n"
     "  --games N     how many games, an even number (100)\n"
     "  --seed S      other deals and other play for another S (1)\n"
     "  --ms N        thinking time a decision; --ms-a, --ms-b for one player\n"
     "  --nodes N     the same in positions looked at; --nodes-a, --nodes-b\n"
     "  --memory N    MiB that a player may use (64)\n"
     "  --threads N   games at a time (as many as there are processors)\n"
     "  --out FILE    append the records to FILE; what is there already is not played again\n"
     "  --time S      begin no pair of games after S seconds\n"
     "  --first P     begin with pair P, counted from 0 (0)\n"
     "  --grace S     seconds beyond its budget before a program has lost (10)\n"
     "  --sprt        stop when the sequential test has decided\n"
     "  --elo0 X --elo1 Y   between which it decides (0 and 20)\n"
     "  --json        the result as one line of JSON\n"
     "  --counts N,N,N,N    no games: the statistics of these pairs, by the roles that A won,\n"
     "                none, detective, jack, both\n"},
    {"player", cli_player, "[NAME] [--seed N] [--memory MiB]",
     "a computer player line by line, for other programs",
     "NAME is a player that `alibi players` lists, the strongest if left out.\n"
     "Commands: new, see, go, belief, value, quit.\n"},
    {"perft", cli_perft, "GAME [option=value ...] DEPTH [TOKEN ...]",
     "count the token sequences of each length up to DEPTH", NULL},
    {"bench", cli_bench, "GAME [option=value ...] [--games N] [--seed S]",
     "play random games as fast as possible", NULL},
    {"games", cli_games, "", "list the games and their options", NULL},
    {"players", cli_players, "", "list the computer's players, the strongest last", NULL},
    {"messages", cli_messages, "", "list everything that is refused, for translators",
     "A gettext catalogue: a refusal's code, the rule's id and the sentence in English, in "
     "which\n{name} stands for an argument. web/po/ has the same keys in every language.\n"},
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
    printf("\n`alibi help VERB` tells more; `alibi play %s` starts a game.\n",
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
    code = run(argc, argv);
    /* A full disk or a closed pipe is a failure too. */
    if ((fflush(stdout) != 0 || ferror(stdout)) && code == CLI_OK)
        return cli_fail("standard output could not be written");
    return code;
}
