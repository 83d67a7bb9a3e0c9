/* The player protocol: a function for each command. */
#include "core/command.h"
#include "core/refusals.h"

#include <alibi/adviser.h>
#include <alibi/player.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAME_MAX_READ = 20, /* bytes of a name, NUL included */
    MS_MAX = 3600000,   /* milliseconds: an hour */
    MEMORY_MAX = 2048,  /* MiB */
};

struct alibi_adviser {
    char name[NAME_MAX_READ]; /* the kind of player, unless `new` names one */
    uint64_t seed;
    size_t memory;
    int threads;
    struct alibi_player *player; /* NULL before the first `new` */
    const struct alibi_game *game;
    bool has_value; /* `go` has been answered in this game, */
    double value;   /* with this value */
};

/* What `new` asks for. */
struct request {
    char name[NAME_MAX_READ];
    enum alibi_seat seat;
    uint64_t seed;
    size_t memory;
    int threads;
    const struct alibi_game *game;
    uint8_t option[ALIBI_OPTIONS_MAX];
};

static const char *strongest(void)
{
    int i = 0;

    while (alibi_player_kind(i + 1))
        i++;
    return alibi_player_kind(i)->name;
}

static bool copy_name(char name[NAME_MAX_READ], const char *text, size_t len)
{
    if (len >= NAME_MAX_READ || memchr(text, '\0', len))
        return false;
    memcpy(name, text, len);
    name[len] = '\0';
    return true;
}

int alibi_adviser_new(struct alibi_adviser **out, const char *name, uint64_t seed,
                      size_t memory, struct alibi_error *err)
{
    struct alibi_adviser *adviser = calloc(1, sizeof *adviser);
    struct alibi_view view;
    struct alibi_state s;
    int status;

    if (!adviser)
        return alibi_refuse(err, ALIBI_NO_MEMORY, 0, &alibi_no.system_memory, NULL);
    name = name ? name : strongest();
    if (!copy_name(adviser->name, name, strlen(name)))
        adviser->name[0] = '\0'; /* no kind has this name */
    adviser->seed = seed;
    adviser->memory = memory;
    adviser->threads = 1;
    /* Any game will do to find out whether there can be such a player. */
    alibi_setup(&s, alibi_games()[0], NULL);
    s.game->observe(&view, &s, ALIBI_AS_JACK);
    status = alibi_player_new(&adviser->player, adviser->name, &view, seed, memory, err);
    if (status != ALIBI_OK) {
        free(adviser);
        return status;
    }
    alibi_player_free(adviser->player);
    adviser->player = NULL;
    *out = adviser;
    return ALIBI_OK;
}

void alibi_adviser_free(struct alibi_adviser *adviser)
{
    if (adviser) {
        alibi_player_free(adviser->player);
        free(adviser);
    }
}

int alibi_adviser_threads(struct alibi_adviser *adviser, int n, struct alibi_error *err)
{
    if (n < 1 || n > ALIBI_THREADS_MAX)
        return alibi_refuse(err, ALIBI_BAD_TEXT, 0, &alibi_no.player_threads, NULL);
    adviser->threads = n;
    return ALIBI_OK;
}

struct alibi_player *alibi_adviser_player(struct alibi_adviser *adviser)
{
    return adviser->player;
}

/* --- Commands --- */

/* Reads a number from 1 to MAX; false after replying that EXPECTED was expected. */
static bool read_number(struct alibi_words value, uint64_t max, uint64_t *n,
                        const char *expected, struct alibi_text *reply)
{
    if (alibi_words_number(value, max, n) && *n > 0)
        return true;
    alibi_command_error(reply, expected);
    return false;
}

/* Reads one of the words after `new GAME`; false after replying what was expected. */
static bool read_setting(struct request *r, struct alibi_words word, struct alibi_text *reply)
{
    struct alibi_words value;
    struct alibi_error err;
    uint64_t n;

    if (alibi_words_have(word, "seat", &value)) {
        if (alibi_player_seat_parse(&r->seat, value.text, value.len))
            return true;
        alibi_command_error(reply, "expected seat=jack or seat=detective");
        return false;
    }
    if (alibi_words_have(word, "seed", &value)) {
        if (alibi_words_number(value, UINT64_MAX, &r->seed))
            return true;
        alibi_command_error(reply, "expected seed=N, N from 0 to 18446744073709551615");
        return false;
    }
    if (alibi_words_have(word, "memory", &value)) {
        if (!read_number(value, MEMORY_MAX, &n, "expected memory=N, N from 1 to 2048 MiB",
                         reply))
            return false;
        r->memory = (size_t)n << 20;
        return true;
    }
    if (alibi_words_have(word, "threads", &value)) {
        if (!read_number(value, ALIBI_THREADS_MAX, &n, "expected threads=N, N from 1 to 64",
                         reply))
            return false;
        r->threads = (int)n;
        return true;
    }
    if (alibi_words_have(word, "player", &value)) {
        if (copy_name(r->name, value.text, value.len))
            return true;
        alibi_command_error(reply, "expected player=NAME, a name that `alibi players` "
                                   "lists");
        return false;
    }
    if (alibi_option_parse(r->option, r->game, word.text, word.len, &err) == ALIBI_OK)
        return true;
    alibi_command_error(reply, err.text);
    return false;
}

static void do_new(struct alibi_adviser *adviser, struct alibi_words args,
                   struct alibi_text *reply)
{
    struct request r = {.seat = ALIBI_NOBODY,
                        .seed = adviser->seed,
                        .memory = adviser->memory,
                        .threads = adviser->threads};
    struct alibi_words word = alibi_words_next(&args);
    struct alibi_player *player = NULL;
    struct alibi_state start;
    struct alibi_view view;
    struct alibi_error err;
    char game[NAME_MAX_READ] = "";

    memcpy(r.name, adviser->name, sizeof r.name);
    if (!copy_name(game, word.text, word.len) || !(r.game = alibi_game_find(game))) {
        alibi_command_error(reply, "expected new GAME seat=jack|detective [option=value ...]");
        return;
    }
    for (word = alibi_words_next(&args); word.len; word = alibi_words_next(&args))
        if (!read_setting(&r, word, reply))
            return;
    if (r.seat == ALIBI_NOBODY) {
        alibi_command_error(reply, "expected seat=jack or seat=detective");
        return;
    }
    alibi_setup(&start, r.game, r.option);
    r.game->observe(&view, &start, alibi_viewer_of(r.seat));
    if (alibi_player_new(&player, r.name, &view, r.seed, r.memory, &err) != ALIBI_OK ||
        alibi_player_threads(player, r.threads, &err) != ALIBI_OK) {
        alibi_player_free(player);
        alibi_command_error(reply, err.text);
        return;
    }
    alibi_player_free(adviser->player);
    adviser->player = player;
    adviser->game = r.game;
    adviser->has_value = false;
    alibi_text_str(reply, "ok");
}

/* Whether the tokens are possible, one after the other; false after replying which is not. */
static bool can_see(const struct alibi_adviser *adviser, struct alibi_words args,
                    struct alibi_text *reply)
{
    struct alibi_words word = alibi_words_next(&args);
    struct alibi_watch *trial;
    struct alibi_error err;
    int status = alibi_watch_copy(&trial, alibi_player_watch(adviser->player));

    if (status != ALIBI_OK) {
        alibi_command_error(reply, "out of memory");
        return false;
    }
    for (int i = 1; word.len && status == ALIBI_OK; i++, word = alibi_words_next(&args)) {
        status = alibi_watch_see(trial, word.text, word.len, &err);
        if (status != ALIBI_OK)
            alibi_text_format(reply, "error %d: %s", i, err.text);
    }
    alibi_watch_free(trial);
    return status == ALIBI_OK;
}

static void do_see(struct alibi_adviser *adviser, struct alibi_words args,
                   struct alibi_text *reply)
{
    struct alibi_words word;
    struct alibi_error err;

    if (alibi_words_end(args)) {
        alibi_command_error(reply, "expected see TOKEN [TOKEN ...]");
        return;
    }
    if (!can_see(adviser, args, reply))
        return;
    while ((word = alibi_words_next(&args)).len)
        if (alibi_player_see(adviser->player, word.text, word.len, &err) != ALIBI_OK) {
            alibi_command_error(reply,
                                err.text); /* out of memory: can_see has checked the rest */
            return;
        }
    alibi_text_str(reply, "ok");
}

/* Reads "ms N" and "nodes N", each at most once. */
static bool read_budget(struct alibi_budget *budget, struct alibi_words args)
{
    struct alibi_words word = alibi_words_next(&args);

    for (; word.len; word = alibi_words_next(&args)) {
        struct alibi_words number = alibi_words_next(&args);
        bool ms = alibi_words_are(word, "ms");
        uint64_t n;

        if ((!ms && !alibi_words_are(word, "nodes")) || (ms ? budget->ms : budget->nodes) ||
            !alibi_words_number(number, ms ? MS_MAX : UINT64_MAX, &n) || n == 0)
            return false;
        if (ms)
            budget->ms = (uint32_t)n;
        else
            budget->nodes = n;
    }
    return true;
}

static void do_go(struct alibi_adviser *adviser, struct alibi_words args,
                  struct alibi_text *reply)
{
    struct alibi_budget budget = {0, 0};
    struct alibi_thought thought;

    if (!read_budget(&budget, args)) {
        alibi_command_error(reply, "expected go [ms N] [nodes N]");
        return;
    }
    if (!alibi_player_is_on_turn(adviser->player)) {
        alibi_command_error(reply, "expected go when this seat is to act");
        return;
    }
    alibi_player_think(adviser->player, &budget, &thought);
    adviser->has_value = true;
    adviser->value = thought.value;
    alibi_text_str(reply, "move ");
    adviser->game->print(reply, thought.move);
}

static void do_belief(struct alibi_adviser *adviser, struct alibi_words args,
                      struct alibi_text *reply)
{
    double belief[ALIBI_CHARACTERS_MAX];
    const struct alibi_game *game = adviser->game;

    (void)args;
    alibi_player_belief(adviser->player, belief);
    alibi_text_str(reply, "belief");
    for (int i = 0; i < game->n_characters; i++) {
        int who = game->list[i];

        if (belief[who] > 0)
            alibi_text_format(reply, " %s=%.4f", game->characters[who].code, belief[who]);
    }
}

static void do_value(struct alibi_adviser *adviser, struct alibi_words args,
                     struct alibi_text *reply)
{
    (void)args;
    if (adviser->has_value)
        alibi_text_format(reply, "value %.4f", adviser->value);
    else
        alibi_command_error(reply, "expected go before value");
}

static const struct {
    const char *name;
    void (*run)(struct alibi_adviser *adviser, struct alibi_words args,
                struct alibi_text *reply);
    bool takes_arguments, needs_game;
} command[] = {
    {"belief", do_belief, false, true}, {"go", do_go, true, true},
    {"new", do_new, true, false},       {"see", do_see, true, true},
    {"value", do_value, false, true},
};

bool alibi_adviser_answer(struct alibi_adviser *adviser, const char *line, size_t len,
                          struct alibi_text *reply)
{
    struct alibi_words args, name;

    if (!alibi_command_begin(&args, line, len, reply))
        return true;
    name = alibi_words_next(&args);
    for (size_t i = 0; i < sizeof command / sizeof command[0]; i++) {
        if (!alibi_words_are(name, command[i].name))
            continue;
        if (!command[i].takes_arguments && !alibi_words_end(args))
            alibi_command_error(reply, "expected no argument");
        else if (command[i].needs_game && !adviser->player)
            alibi_command_error(reply, "expected new GAME seat=jack|detective first");
        else
            command[i].run(adviser, args, reply);
        return true;
    }
    if (alibi_words_are(name, "quit") && alibi_words_end(args))
        return false;
    alibi_command_error(reply, "expected new, see, go, belief, value or quit");
    return true;
}
