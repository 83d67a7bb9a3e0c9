/* The bridge to JavaScript: calls with any bytes and numbers, in any order. Each call is a
 * letter, a digit and its text, up to a form feed. A refusal is one line; nothing changes. */
#include "fuzz.h"

#include "wasm/bridge.h"

#include <string.h>

struct handles {
    struct alibi_session *game;
    struct bridge_player *player;
    struct alibi_referee *referee;
    struct bridge_table *table;      /* may be NULL */
    struct bridge_seat *seat;        /* may be NULL */
    struct alibi_analysis *analysis; /* may be NULL */
};

static void replace_game(struct handles *h, struct alibi_session *game)
{
    if (game) {
        bridge_game_free(h->game);
        h->game = game;
    }
}

static void replace_player(struct handles *h, struct bridge_player *player)
{
    if (player) {
        bridge_player_free(h->player);
        h->player = player;
    }
}

static void replace_table(struct handles *h, struct bridge_table *table)
{
    if (table) {
        bridge_table_free(h->table);
        h->table = table;
    }
}

static void replace_analysis(struct handles *h, struct alibi_analysis *analysis)
{
    if (analysis) {
        bridge_analysis_free(h->analysis);
        h->analysis = analysis;
    }
}

/* The calls of a seat. */
static int sit(struct handles *h, char call, int n, size_t len)
{
    struct bridge_seat *seat;

    if (call == 'S') {
        seat = bridge_seat_new(h->game, n);
        if (!seat)
            return BRIDGE_REFUSED;
        if (h->seat)
            bridge_seat_free(h->seat);
        h->seat = seat;
        return 0;
    }
    if (!h->seat)
        return 0;
    return call == 'o' ? bridge_seat_see(h->seat, n, len) : bridge_seat_ask(h->seat, len);
}

/* The calls of an analysis. */
static int study(struct alibi_analysis *analysis, char call, int n)
{
    if (!analysis)
        return 0;
    switch (call) {
    case '+':
        return bridge_analysis_step(analysis, n);
    case '-':
        bridge_analysis_cut(analysis);
        return 0;
    case 'D':
        return bridge_analysis_decision(analysis, n);
    case 'J':
        return bridge_analysis_json(analysis);
    case '%':
        return bridge_analysis_progress(analysis);
    default:
        return 0;
    }
}

static int look(const struct handles *h, char call, int n)
{
    switch (call) {
    case 'g':
        return bridge_games();
    case 'k':
        return bridge_players();
    case 'a':
        return bridge_game_legal(h->game, n);
    case 'j':
        return bridge_game_json(h->game, n);
    case 'q':
        return bridge_game_position(h->game);
    case 'f':
        return bridge_game_perft(h->game, n ? 1 : -1);
    case 't':
        return bridge_game_told(h->game, n);
    case 'v':
        return bridge_player_view(h->player);
    case 'b':
        return bridge_player_belief(h->player);
    case 'h':
        return bridge_player_chance(h->player, n / 100.0) > 0.5;
    default:
        return 0;
    }
}

/* A home that is opened, and somebody who thinks for one: fuzz_home tells more of them. */
static int dwell(int n, size_t len)
{
    struct bridge_home *home = bridge_home_new(n, len);

    if (!home)
        return BRIDGE_REFUSED;
    PROMISE(!bridge_home_room(home, SIZE_MAX) && !bridge_home_tell(home, 1));
    PROMISE(bridge_home_hear(home) == 0);
    bridge_home_free(home);
    return 0;
}

static int ponder(size_t len)
{
    struct bridge_thinker *thinker = bridge_thinker_new(len);

    if (!thinker)
        return BRIDGE_REFUSED;
    do
        (void)bridge_thinker_step(thinker, 50);
    while (bridge_thinker_decide(thinker));
    PROMISE(bridge_thinker_answer(thinker) > 0);
    bridge_thinker_free(thinker);
    return 0;
}

static int change(struct handles *h, char call, int n, size_t len)
{
    const double nodes = 50; /* a step looks at no more, so that an input is quick */

    switch (call) {
    case 'N':
        replace_game(h, bridge_game_new(len));
        return 0;
    case 'L':
        replace_game(h, bridge_game_load(len));
        return 0;
    case 'R':
        replace_game(h, bridge_game_replay(len));
        return 0;
    case 'P':
        replace_player(h, bridge_player_new(h->game, n, 1, n + 1, len));
        return 0;
    case 'Q':
        replace_player(h, bridge_player_of_record(len, n & 1, n, 1, 1));
        return 0;
    case 'T':
        replace_table(h, bridge_table_new((uint64_t)n, len));
        return 0;
    case 'r':
        return h->table ? bridge_table_ask(h->table, len) : 0;
    case 'S':
    case 'o':
    case 'i':
        return sit(h, call, n, len);
    case 'H':
        return dwell(n, len);
    case 'K':
        return ponder(len);
    case 'p':
        return bridge_game_play(h->game, len);
    case 'u':
        return bridge_game_undo(h->game, n);
    case 'w':
        return bridge_game_record(h->game, n, len);
    case 'c':
        return bridge_record_read(len);
    case 'd':
        return bridge_record_redact(len, n);
    case 'V':
        return bridge_record_verify(len);
    case 's':
        return bridge_player_see(h->player, len);
    case '(':
        return bridge_player_begin(h->player, nodes, n);
    case '.':
        (void)bridge_player_step(h->player, nodes);
        return 0;
    case ')':
        return bridge_player_end(h->player);
    case 'x':
        (void)bridge_referee_send(h->referee, len);
        return 0;
    case 'A':
        replace_analysis(
            h, bridge_analysis_new(len, n, n, nodes, 0, 1, 1, n & 1, (unsigned)n & 6, 0));
        return 0;
    case '+':
    case '-':
    case 'D':
    case 'J':
    case '%':
        return study(h->analysis, call, n);
    default:
        return look(h, call, n);
    }
}

/* The game as text, to find out whether it has changed. */
static void remember(char *text, size_t cap, const struct alibi_session *game)
{
    struct alibi_text into = alibi_text_in(text, cap);

    alibi_position_print(&into, alibi_session_state(game));
    alibi_text_format(&into, " %zu", alibi_session_length(game));
}

static void check(struct handles *h, char call, int n, size_t len)
{
    static char before[2 * ALIBI_LINE_MAX], after[2 * ALIBI_LINE_MAX];
    int length;

    remember(before, sizeof before, h->game);
    if (change(h, call, n, len) >= 0)
        return;
    remember(after, sizeof after, h->game);
    PROMISE(strcmp(before, after) == 0);
    length = bridge_error();
    PROMISE(length > 0 && !memchr(bridge_output(), '\n', (size_t)length));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct handles h = {.table = NULL};

    memcpy(bridge_input(), "null", 4);
    h.game = bridge_game_new(4);
    h.referee = bridge_referee_new(4);
    memcpy(bridge_input(), "random", 6);
    h.player = bridge_player_new(h.game, 1, 1, 1, 6);
    PROMISE(h.game && h.referee && h.player);
    while (size >= 2) {
        const uint8_t *end = memchr(data, '\f', size);
        size_t whole = end ? (size_t)(end - data) : size, len = whole < 2 ? 0 : whole - 2;

        if (whole >= 2 && len <= bridge_input_size()) {
            memcpy(bridge_input(), data + 2, len);
            check(&h, (char)data[0], data[1] - '0', len);
        }
        data += whole + (end != NULL);
        size -= whole + (end != NULL);
    }
    bridge_table_free(h.table);
    if (h.seat)
        bridge_seat_free(h.seat);
    bridge_analysis_free(h.analysis);
    bridge_player_free(h.player);
    bridge_referee_free(h.referee);
    bridge_game_free(h.game);
    return 0;
}
