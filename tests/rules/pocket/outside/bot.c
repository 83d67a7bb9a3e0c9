/* A test player of Pocket: docs/protocol.md, section 7.
 *
 * It is the kind of program that others have written for this game: alpha-beta over all actions
 * of the turn with perfect knowledge of the rules. It shares no code with Alibi's own players
 * and is told by lines, like them, what its seat may know. */
#include "mind.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE = 65536 + 2, /* bytes of the longest line, with its end */
    MS_MAX = 3600000,
    MS_USUAL = 1000,
};

static const char space[] = " \r\n";

struct bot {
    bool playing;
    struct mind mind;
};

/* Reads a word of decimal digits, a number from LEAST to MOST. */
static bool read_number(const char *word, uint64_t least, uint64_t most, uint64_t *out)
{
    if (!word || !*word || strspn(word, "0123456789") != strlen(word))
        return false;
    errno = 0;
    *out = strtoull(word, NULL, 10);
    return errno == 0 && *out >= least && *out <= most;
}

/* Reads one of the words after `new pocket`. */
static bool read_setting(const char *word, enum alibi_seat *seat, uint64_t *seed)
{
    if (strncmp(word, "seat=", 5) == 0)
        return alibi_player_seat_parse(seat, word + 5, strlen(word + 5));
    return strncmp(word, "seed=", 5) == 0 && read_number(word + 5, 0, UINT64_MAX, seed);
}

static void do_new(struct bot *bot, char *args)
{
    const char *word = strtok(args, space);
    enum alibi_seat seat = ALIBI_NOBODY;
    bool good = word && strcmp(word, alibi_pocket.name) == 0;
    uint64_t seed = 0;

    while (good && (word = strtok(NULL, space)))
        good = read_setting(word, &seat, &seed);
    if (!good || seat == ALIBI_NOBODY) {
        puts("error: expected new pocket seat=jack|detective [seed=N]");
        return;
    }
    if (bot->playing)
        mind_free(&bot->mind);
    bot->playing = mind_init(&bot->mind, seat, seed);
    puts(bot->playing ? "ok" : "error: out of memory");
}

/* Whether all words of ARGS could be told one after the other. */
static bool can_see(const struct bot *bot, const char *args)
{
    struct alibi_watch *trial;
    struct alibi_error err;
    int status = alibi_watch_copy(&trial, bot->mind.watch), n = 0;

    if (status != ALIBI_OK) {
        puts("error: out of memory");
        return false;
    }
    for (size_t len; *(args += strspn(args, space)) && status == ALIBI_OK; args += len) {
        len = strcspn(args, space);
        n++;
        status = alibi_watch_see(trial, args, len, &err);
    }
    alibi_watch_free(trial);
    if (status != ALIBI_OK)
        printf("error %d: %s\n", n, err.text);
    return status == ALIBI_OK;
}

static void do_see(struct bot *bot, char *args)
{
    struct alibi_error err;

    if (!args[strspn(args, space)]) {
        puts("error: expected see TOKEN [TOKEN ...]");
        return;
    }
    if (!can_see(bot, args))
        return;
    for (char *word = strtok(args, space); word; word = strtok(NULL, space))
        if (mind_see(&bot->mind, word, strlen(word), &err) != ALIBI_OK) {
            printf("error: %s\n", err.text);
            return;
        }
    puts("ok");
}

static bool read_budget(char *args, uint64_t *nodes, uint64_t *ms)
{
    for (char *word = strtok(args, space); word; word = strtok(NULL, space)) {
        bool is_ms = strcmp(word, "ms") == 0;

        if ((!is_ms && strcmp(word, "nodes") != 0) ||
            !read_number(strtok(NULL, space), 1, is_ms ? MS_MAX : UINT64_MAX,
                         is_ms ? ms : nodes))
            return false;
    }
    return true;
}

static void do_go(struct bot *bot, char *args)
{
    uint64_t nodes = 0, ms = 0;
    double begin = search_now();
    char token[ALIBI_TOKEN_MAX];
    struct alibi_text text = alibi_text_in(token, sizeof token);

    if (!read_budget(args, &nodes, &ms)) {
        puts("error: expected go [ms N] [nodes N]");
        return;
    }
    if (!mind_is_on_turn(&bot->mind)) {
        puts("error: expected go when this seat is to act");
        return;
    }
    if (!nodes && !ms)
        ms = MS_USUAL;
    alibi_pocket.print(&text, mind_choose(&bot->mind, nodes ? nodes : UINT64_MAX,
                                          ms ? begin + (double)ms * 1e-3 : HUGE_VAL));
    printf("move %s\n", token);
}

static const struct {
    const char *name;
    void (*run)(struct bot *bot, char *args);
    bool needs_game;
} command[] = {{"go", do_go, true}, {"new", do_new, false}, {"see", do_see, true}};

/* Answers a line; false after `quit`. */
static bool answer(struct bot *bot, char *line)
{
    size_t len;

    line += strspn(line, " ");
    len = strcspn(line, space);
    if (len == 4 && memcmp(line, "quit", 4) == 0)
        return false;
    for (size_t i = 0; i < sizeof command / sizeof command[0]; i++) {
        if (len != strlen(command[i].name) || memcmp(line, command[i].name, len) != 0)
            continue;
        if (command[i].needs_game && !bot->playing)
            puts("error: expected new pocket seat=jack|detective first");
        else
            command[i].run(bot, line + len);
        return true;
    }
    puts("error: expected new, see, go or quit");
    return true;
}

int main(void)
{
    static struct bot bot;
    static char line[LINE];

    while (fgets(line, sizeof line, stdin) && answer(&bot, line))
        (void)fflush(stdout);
    if (bot.playing)
        mind_free(&bot.mind);
    return ferror(stdout) || fflush(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
