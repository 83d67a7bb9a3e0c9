/* The bridge's games: sessions, which hold the whole truth and hand out views of it. */
#include "bridge.h"

#include <inttypes.h>
#include <string.h>

static const struct alibi_refusal hidden_cards =
    ALIBI_REFUSAL("bridge.hidden-cards", NULL, "expected a position without hidden cards");
static const struct alibi_refusal no_moves = ALIBI_REFUSAL(
    "bridge.undo", NULL, "expected a number of moves, at most as many as were played");
static const struct alibi_refusal no_depth =
    ALIBI_REFUSAL("bridge.depth", NULL, "expected a depth from 0 to 20");
static const struct alibi_refusal no_value =
    ALIBI_REFUSAL("bridge.tag-value", NULL, "expected a value after each key");

enum { PERFT_MAX = 20 }; /* as for the referee: more would take longer than anybody waits */

/* --- Beginning --- */

static struct alibi_session *begin(const struct alibi_state *start)
{
    struct alibi_session *game;

    if (alibi_session_new(&game, start) == ALIBI_OK)
        return game;
    (void)bridge_fail_memory();
    return NULL;
}

struct alibi_session *bridge_game_new(size_t len)
{
    struct alibi_state start;

    return bridge_read_game(&start, len) ? begin(&start) : NULL;
}

struct alibi_session *bridge_game_load(size_t len)
{
    struct alibi_state start;

    if (!bridge_fits(len) ||
        alibi_position_parse(&start, bridge_input(), len, bridge_failure()) != ALIBI_OK)
        return NULL;
    if (start.hides) {
        (void)bridge_refuse(ALIBI_BAD_POSITION, &hidden_cards);
        return NULL;
    }
    return begin(&start);
}

struct alibi_session *bridge_game_replay(size_t len)
{
    struct alibi_record *record = bridge_complete_record(bridge_read_record(len));
    struct alibi_session *game = NULL;

    if (record && alibi_session_from_record(&game, record, bridge_failure()) != ALIBI_OK)
        game = NULL;
    alibi_record_free(record);
    return game;
}

void bridge_game_free(struct alibi_session *game)
{
    alibi_session_free(game);
}

/* --- Playing --- */

int bridge_game_play(struct alibi_session *game, size_t len)
{
    size_t at = 0, before = alibi_session_length(game);
    struct bridge_word word;

    if (!bridge_fits(len))
        return BRIDGE_REFUSED;
    for (int i = 0; bridge_next_word(&word, &at, len); i++) {
        if (alibi_session_do(game, word.text, word.len, bridge_failure()) != ALIBI_OK) {
            alibi_session_undo(game, alibi_session_length(game) - before);
            return bridge_refuse_token(i);
        }
    }
    return 0;
}

/* Whether X, which JavaScript may have made of anything, is a whole number from 0 to MOST. */
static bool is_count(double x, double most)
{
    return x >= 0 && x <= most && x == (double)(size_t)x;
}

int bridge_game_undo(struct alibi_session *game, double n)
{
    size_t played = alibi_session_length(game);

    if (!is_count(n, (double)played))
        return bridge_refuse(ALIBI_BAD_MOVE, &no_moves);
    alibi_session_undo(game, (size_t)n);
    return 0;
}

/* --- Looking --- */

int bridge_game_legal(const struct alibi_session *game, int viewer)
{
    const struct alibi_state *s = alibi_session_state(game);
    struct alibi_text answer = bridge_answer();
    alibi_move m[ALIBI_MOVES_MAX];
    enum alibi_viewer who;
    int n = 0;

    if (!bridge_read_viewer(&who, viewer))
        return BRIDGE_REFUSED;
    if (who == ALIBI_AS_TRUTH)
        n = s->game->moves(s, m);
    else if (who != ALIBI_AS_PUBLIC)
        n = alibi_session_moves(game, (enum alibi_seat)who, m);
    for (int i = 0; i < n; i++) {
        if (i)
            alibi_text_char(&answer, ' ');
        s->game->print(&answer, m[i]);
    }
    return bridge_answered(&answer);
}

int bridge_game_json(const struct alibi_session *game, int viewer)
{
    struct alibi_text answer = bridge_answer();
    struct alibi_view view;
    enum alibi_viewer who;

    if (!bridge_read_viewer(&who, viewer))
        return BRIDGE_REFUSED;
    alibi_view_of(&view, alibi_session_state(game), who);
    alibi_json_print(&answer, &view.seen);
    return bridge_answered(&answer);
}

int bridge_game_position(const struct alibi_session *game)
{
    struct alibi_text answer = bridge_answer();

    alibi_position_print(&answer, alibi_session_state(game));
    return bridge_answered(&answer);
}

int bridge_game_perft(const struct alibi_session *game, double depth)
{
    struct alibi_text answer = bridge_answer();

    if (!is_count(depth, PERFT_MAX))
        return bridge_refuse(ALIBI_BAD_TEXT, &no_depth);
    alibi_text_format(&answer, "%" PRIu64, alibi_perft(alibi_session_state(game), (int)depth));
    return bridge_answered(&answer);
}

/* --- Telling --- */

/* What VIEWER has been told, as a record; NULL after refusing. */
static struct alibi_record *record_of(const struct alibi_session *game, int viewer)
{
    struct alibi_record *record;
    enum alibi_viewer who;

    if (!bridge_read_viewer(&who, viewer))
        return NULL;
    if (alibi_session_record(game, who, &record) == ALIBI_OK)
        return record;
    (void)bridge_fail_memory();
    return NULL;
}

int bridge_game_told(const struct alibi_session *game, int viewer)
{
    struct alibi_text answer = bridge_answer();
    struct alibi_record *record = record_of(game, viewer);

    if (!record)
        return BRIDGE_REFUSED;
    for (size_t i = 0; i < alibi_record_length(record); i++)
        alibi_text_format(&answer, "%s%s", i ? " " : "", alibi_record_token(record, i));
    alibi_record_free(record);
    return bridge_answered(&answer);
}

/* The string that begins at byte AT of the input, which moves behind its NUL; NULL if it does
 * not end within LEN bytes. */
static const char *next_string(size_t *at, size_t len)
{
    const char *text = bridge_input() + *at;
    const char *end = *at < len ? memchr(text, '\0', len - *at) : NULL;

    if (end)
        *at = (size_t)(end + 1 - bridge_input());
    return end ? text : NULL;
}

/* Tags RECORD with what the input says; false after refusing. */
static bool add_tags(struct alibi_record *record, size_t len)
{
    size_t at = 0;

    while (at < len) {
        const char *key = next_string(&at, len), *value = key ? next_string(&at, len) : NULL;

        if (!value) {
            (void)bridge_refuse(ALIBI_BAD_TEXT, &no_value);
            return false;
        }
        if (alibi_record_tag(record, key, value, bridge_failure()) != ALIBI_OK)
            return false;
    }
    return true;
}

int bridge_game_record(const struct alibi_session *game, int viewer, size_t len)
{
    struct alibi_record *record = bridge_fits(len) ? record_of(game, viewer) : NULL;

    if (record && add_tags(record, len))
        return bridge_answer_record(record);
    alibi_record_free(record);
    return BRIDGE_REFUSED;
}
