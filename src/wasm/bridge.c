/* The bridge's buffers, its refusals, and the lists of games and players. */
#include "bridge.h"

#include <alibi/player.h>
#include <string.h>

static const struct alibi_refusal long_answer = ALIBI_REFUSAL(
    "bridge.answer-too-long", NULL, "expected an answer of less than 262144 bytes");
static const struct alibi_refusal long_text =
    ALIBI_REFUSAL("bridge.text-too-long", NULL, "expected a text of at most 65536 bytes");
static const struct alibi_refusal no_game =
    ALIBI_REFUSAL("bridge.game", NULL, "expected the name of a game");
static const struct alibi_refusal no_viewer =
    ALIBI_REFUSAL("bridge.viewer", NULL, "expected jack, detective, public or truth");
static const struct alibi_refusal no_seat =
    ALIBI_REFUSAL("bridge.seat", NULL, "expected the seat jack or detective");
static const struct alibi_refusal no_memory_size =
    ALIBI_REFUSAL("bridge.memory", NULL, "expected memory from 1 to 2048 MiB");
static const struct alibi_refusal long_turn =
    ALIBI_REFUSAL("bridge.turn-too-long", NULL, "expected a turn of at most 12 tokens");

/* A record is read and answered in a few forms at once; everything else is far shorter. */
enum { OUTPUT_SIZE = 4 * ALIBI_REPLY_MAX };

static char input[ALIBI_COMMAND_MAX + 2], output[OUTPUT_SIZE];
static struct {
    struct alibi_error error;
    bool located; /* whether error.offset says anything */
    int token;    /* index of the refused token, -1 if it was no token */
} failure;

char *bridge_input(void)
{
    return input;
}

size_t bridge_input_size(void)
{
    return sizeof input;
}

char *bridge_output(void)
{
    return output;
}

/* --- Answers and refusals --- */

struct alibi_text bridge_answer(void)
{
    return alibi_text_in(output, sizeof output);
}

int bridge_answered(const struct alibi_text *answer)
{
    if (answer->len >= answer->cap)
        return bridge_refuse(ALIBI_NO_MEMORY, &long_answer);
    return (int)answer->len;
}

struct alibi_error *bridge_failure(void)
{
    failure.located = true;
    failure.token = -1;
    return &failure.error;
}

int bridge_refuse_token(int token)
{
    failure.token = token;
    return BRIDGE_REFUSED;
}

int bridge_refuse(enum alibi_status status, const struct alibi_refusal *refusal)
{
    (void)alibi_refuse(bridge_failure(), status, 0, refusal, NULL);
    failure.located = false;
    return BRIDGE_REFUSED;
}

int bridge_fail_memory(void)
{
    (void)alibi_fail(bridge_failure(), ALIBI_NO_MEMORY, 0, "out of memory");
    failure.located = false;
    return BRIDGE_REFUSED;
}

static void add_field(struct alibi_text *answer, const char *text)
{
    alibi_text_char(answer, '\0');
    alibi_text_str(answer, text);
}

int bridge_error(void)
{
    const struct alibi_error *err = &failure.error;
    struct alibi_text answer = bridge_answer();
    char name[ALIBI_NAME_SIZE];

    alibi_text_format(&answer, "%d %d %d", (int)err->status,
                      failure.located ? (int)err->offset : -1, failure.token);
    add_field(&answer, err->text);
    add_field(&answer, err->rule ? err->rule : "");
    add_field(&answer, err->refusal ? err->refusal->code : "");
    for (int i = 0; i < err->n_args && alibi_refusal_arg(err->refusal, i, name); i++) {
        add_field(&answer, name);
        add_field(&answer, err->arg[i]);
    }
    return (int)answer.len;
}

/* --- What the input says --- */

bool bridge_fits(size_t len)
{
    if (len > ALIBI_COMMAND_MAX)
        (void)bridge_refuse(ALIBI_BAD_TEXT, &long_text);
    return len <= ALIBI_COMMAND_MAX;
}

bool bridge_next_word(struct bridge_word *word, size_t *at, size_t len)
{
    while (*at < len && input[*at] == ' ')
        ++*at;
    word->text = input + *at;
    while (*at < len && input[*at] != ' ')
        ++*at;
    word->len = (size_t)(input + *at - word->text);
    return word->len > 0;
}

/* Not alibi_game_find: the input may hold a NUL, behind which a name would go unread. */
static const struct alibi_game *find_game(struct bridge_word name)
{
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        if (strlen((*g)->name) == name.len && memcmp((*g)->name, name.text, name.len) == 0)
            return *g;
    return NULL;
}

bool bridge_read_game(struct alibi_state *start, size_t len)
{
    uint8_t option[ALIBI_OPTIONS_MAX] = {0};
    const struct alibi_game *game;
    struct bridge_word word;
    size_t at = 0;

    if (!bridge_fits(len))
        return false;
    game = bridge_next_word(&word, &at, len) ? find_game(word) : NULL;
    if (!game) {
        (void)bridge_refuse(ALIBI_BAD_TEXT, &no_game);
        return false;
    }
    while (bridge_next_word(&word, &at, len))
        if (alibi_option_parse(option, game, word.text, word.len, bridge_failure()) != ALIBI_OK)
            return false;
    alibi_setup(start, game, option);
    return true;
}

bool bridge_read_viewer(enum alibi_viewer *viewer, int number)
{
    static const enum alibi_viewer viewers[] = {[BRIDGE_JACK] = ALIBI_AS_JACK,
                                                [BRIDGE_DETECTIVE] = ALIBI_AS_DETECTIVE,
                                                [BRIDGE_PUBLIC] = ALIBI_AS_PUBLIC,
                                                [BRIDGE_TRUTH] = ALIBI_AS_TRUTH};

    if (number < BRIDGE_JACK || number > BRIDGE_TRUTH) {
        (void)bridge_refuse(ALIBI_BAD_TEXT, &no_viewer);
        return false;
    }
    *viewer = viewers[number];
    return true;
}

bool bridge_read_seat(enum alibi_viewer *viewer, int number)
{
    if (number == BRIDGE_JACK || number == BRIDGE_DETECTIVE)
        return bridge_read_viewer(viewer, number);
    (void)bridge_refuse(ALIBI_BAD_TEXT, &no_seat);
    return false;
}

bool bridge_watch_see(struct alibi_watch *watch, size_t len)
{
    struct bridge_word word;
    size_t at = 0;

    for (int i = 0; bridge_next_word(&word, &at, len); i++)
        if (alibi_watch_see(watch, word.text, word.len, bridge_failure()) != ALIBI_OK) {
            (void)bridge_refuse_token(i);
            return false;
        }
    return true;
}

int bridge_read_turn(alibi_move *move, const struct alibi_game *game, size_t len)
{
    struct bridge_word word;
    size_t at = 0;
    int n = 0;

    while (bridge_next_word(&word, &at, len)) {
        if (n == ALIBI_SEQUENCE_MAX)
            return bridge_refuse(ALIBI_BAD_TEXT, &long_turn);
        if (game->parse(&move[n], word.text, word.len, bridge_failure()) != ALIBI_OK)
            return bridge_refuse_token(n);
        n++;
    }
    return n;
}

bool bridge_read_memory(size_t *bytes, double mib)
{
    const double most = 2048;
    bool good = mib >= 1 && mib <= most;

    if (good)
        *bytes = (size_t)mib << 20;
    else
        (void)bridge_refuse(ALIBI_BAD_TEXT, &no_memory_size);
    return good;
}

/* X as a limit of at most MOST; 0, which is none, if it is no such number. */
static uint64_t limit(double x, double most)
{
    return x >= 1 && x <= most ? (uint64_t)x : 0;
}

struct alibi_budget bridge_budget(double nodes, double ms)
{
    const double nodes_max = 1e15, ms_max = 1e9;

    return (struct alibi_budget){.nodes = limit(nodes, nodes_max),
                                 .ms = (uint32_t)limit(ms, ms_max)};
}

uint64_t bridge_slice(double nodes)
{
    const double most = 1e9;

    return nodes >= 1 ? (uint64_t)(nodes < most ? nodes : most) : 1;
}

/* --- What there is --- */

static void list_game(struct alibi_text *list, const struct alibi_game *game)
{
    alibi_text_format(list, "game\t%s\t%s\t%s\n", game->name, game->title,
                      game->shape == ALIBI_HEXES ? "hexes" : "squares");
    for (int i = 0; i < game->n_options; i++) {
        const struct alibi_option *o = &game->option[i];

        alibi_text_format(list, "option\t%s\t", o->name);
        for (int v = 0; o->values[v]; v++)
            alibi_text_format(list, "%s%s", v ? "," : "", o->values[v]);
        alibi_text_format(list, "\t%s\n", o->about);
    }
    for (int i = 0; i < game->n_characters; i++) {
        const struct alibi_character *who = &game->characters[game->list[i]];

        alibi_text_format(list, "character\t%s\t%s\n", who->code, who->name);
    }
    for (int i = 0; i < game->n_places; i++)
        alibi_text_format(list, "place\t%s\t%d\t%d\n", game->place[i].name, game->place[i].x,
                          game->place[i].y);
}

int bridge_games(void)
{
    struct alibi_text list = bridge_answer();

    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        list_game(&list, *g);
    return bridge_answered(&list);
}

int bridge_players(void)
{
    struct alibi_text list = bridge_answer();

    for (int i = 0; alibi_player_kind(i); i++)
        alibi_text_format(&list, "%s\t%s\n", alibi_player_kind(i)->name,
                          alibi_player_kind(i)->about);
    return bridge_answered(&list);
}

#ifdef __wasi__
#include <assert.h>
#include <stdio.h>

/* A failed assertion leaves its message in the output and traps. libc's own would write it to
 * standard error, which a page does not have, and make the module need imports for that. */
_Noreturn void __assert_fail(const char *expression, const char *file, int line,
                             const char *function)
{
    (void)snprintf(output, sizeof output, "assertion failed: %s:%d: %s: %s", file, line,
                   function, expression);
    __builtin_trap();
}
#endif
