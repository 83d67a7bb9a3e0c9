/* Memory: playing allocates nothing; elsewhere, running out of memory is reported, loses
 * nothing and leaks nothing. */
#include "unit.h"

#include <alibi/analysis.h>
#include <alibi/batch.h>
#include <alibi/player.h>
#include <alibi/record.h>
#include <alibi/referee.h>
#include <alibi/rng.h>
#include <alibi/session.h>
#include <alibi/watch.h>

static volatile unsigned long allocations; /* the compiler knows malloc too well */
static volatile long left = -1;            /* allocations that still succeed; -1: all do */
static volatile bool once;                 /* only one fails, those after it succeed */

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *block, size_t size);

/* Counts an allocation; true if it is to fail. */
static bool fails(void)
{
    allocations++;
    if (left < 0)
        return false;
    if (left > 0) {
        left = left - 1;
        return false;
    }
    if (once)
        left = -1;
    return true;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size)
{
    return fails() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return fails() ? NULL : __real_realloc(block, size);
}

/* --- Playing --- */

static void play(const struct alibi_game *game, struct alibi_rng *rng)
{
    struct alibi_state s;
    alibi_move m[ALIBI_MOVES_MAX];
    int n;

    alibi_setup(&s, game, NULL);
    while ((n = game->moves(&s, m)) > 0)
        game->apply(&s, m[alibi_rng_below(rng, (uint32_t)n)]);
}

static void test_no_allocation(void **state)
{
    struct alibi_rng rng;
    unsigned long before = allocations;

    (void)state;
    alibi_rng_seed(&rng, 1);
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        for (int i = 0; i < 100; i++)
            play(*g, &rng);
    assert_int_equal(allocations, before);
}

static void test_no_allocation_batch(void **state)
{
    enum { N = 8 };
    static uint8_t row[N << 14];

    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        struct alibi_batch *batch;
        struct alibi_state start;
        int32_t action[N];
        unsigned long before;

        alibi_setup(&start, *g, NULL);
        assert_int_equal(alibi_batch_new(&batch, &start, N, 1,
                                         ALIBI_BATCH_MASKS | ALIBI_BATCH_RESTARTS, NULL),
                         ALIBI_OK);
        before = allocations;
        for (int i = 0; i < 500; i++) {
            alibi_batch_random(batch, action);
            assert_int_equal(alibi_batch_step(batch, action, NULL), ALIBI_OK);
            alibi_batch_observe_actor(batch, row);
        }
        assert_int_equal(allocations, before);
        alibi_batch_free(batch);
    }
}

/* A player of KIND thinks about its first decision in GAME. */
static void think(const struct alibi_game *game, const char *kind)
{
    struct alibi_session *session;
    struct alibi_state s;
    struct alibi_view view;
    struct alibi_player *player;
    struct alibi_thought thought;
    struct alibi_record *record;
    unsigned long before;

    alibi_setup(&s, game, NULL);
    assert_int_equal(alibi_session_new(&session, &s), ALIBI_OK);
    alibi_session_seed(session, 1);
    while (alibi_session_state(session)->to_act == ALIBI_CHANCE)
        assert_int_equal(alibi_session_roll(session, NULL), ALIBI_OK);
    s.game->observe(&view, &s, alibi_session_state(session)->to_act);
    assert_int_equal(alibi_player_new(&player, kind, &view, 1, 1 << 20, NULL), ALIBI_OK);
    assert_int_equal(alibi_session_record(session, view.viewer, &record), ALIBI_OK);
    for (size_t i = 0; i < alibi_record_length(record); i++) {
        const char *token = alibi_record_token(record, i);

        assert_int_equal(alibi_player_see(player, token, strlen(token), NULL), ALIBI_OK);
    }
    before = allocations;
    alibi_player_think(player, &(struct alibi_budget){.nodes = 5000}, &thought);
    CHECK(allocations == before, "%s of %s", kind, game->name);
    alibi_record_free(record);
    alibi_player_free(player);
    alibi_session_free(session);
}

static void test_no_allocation_thinking(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        for (int i = 0; alibi_player_kind(i); i++)
            think(*g, alibi_player_kind(i)->name);
}

/* The counter counts: otherwise the tests above could not fail. */
static void test_counter(void **state)
{
    unsigned long before = allocations;
    void *volatile block = malloc(10);

    (void)state;
    free(block);
    assert_int_equal(allocations, before + 1);
}

/* --- Running out of memory --- */

/* A game that outgrows a session's first allocation. */
static struct alibi_session *long_session(void)
{
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        struct alibi_state s;
        struct alibi_session *session;
        alibi_move m[ALIBI_MOVES_MAX];
        int n;

        alibi_setup(&s, *g, NULL);
        assert_int_equal(alibi_session_new(&session, &s), ALIBI_OK);
        /* The last move of each list is no accusation. */
        while ((n = s.game->moves(alibi_session_state(session), m)) > 0)
            assert_int_equal(alibi_session_play(session, m[n - 1]), ALIBI_OK);
        if (alibi_session_length(session) > 64)
            return session;
        alibi_session_free(session);
    }
    fail_msg("no game is long enough");
    return NULL;
}

static int run_session(void)
{
    struct alibi_state s = unit_play("null", "");
    struct alibi_session *session = NULL;
    int status = alibi_session_new(&session, &s);

    if (status == ALIBI_OK)
        status = alibi_session_script(session, "deal=BB");
    if (status == ALIBI_OK)
        status = alibi_session_roll(session, NULL);
    if (status == ALIBI_OK)
        status = alibi_session_do(session, "alibi", 5, NULL);
    if (status == ALIBI_OK)
        status = alibi_session_roll(session, NULL);
    alibi_session_free(session);
    return status;
}

/* A session that cannot grow keeps its states. */
static int run_play(void)
{
    static const char token[] = "flip:AA";
    struct alibi_state s = unit_play("null", "deal=AA");
    struct alibi_session *session = NULL;
    struct alibi_error err = {.text = ""};
    int status = alibi_session_new(&session, &s);

    if (status != ALIBI_OK)
        return status;
    status = alibi_session_do(session, token, strlen(token), &err);
    if (status != ALIBI_OK) {
        assert_string_equal(err.text, "out of memory");
        assert_memory_equal(alibi_session_state(session), &s, sizeof s);
        assert_int_equal(alibi_session_length(session), 0);
    }
    alibi_session_free(session);
    return status;
}

/* Chance of the seed and of a record; a session from a record. */
static int run_replay(void)
{
    static const char text[] = "[Game \"null\"] deal=AA alibi alibi=BB (alibi=CC {or}) "
                               "flip:AA flip:BB !AA";
    struct alibi_record *record = NULL;
    struct alibi_session *session = NULL;
    struct alibi_error err = {.text = ""};
    int status = alibi_record_parse(&record, text, strlen(text), &err);

    if (status == ALIBI_OK)
        status = alibi_session_from_record(&session, record, &err);
    if (status != ALIBI_OK)
        assert_string_equal(err.text, "out of memory");
    alibi_session_free(session);
    alibi_record_free(record);
    return status;
}

static struct alibi_session *finished;
static enum alibi_viewer viewer;

static int run_record(void)
{
    struct alibi_record *record = NULL;
    int status = alibi_session_record(finished, viewer, &record);

    assert_true((status == ALIBI_OK) == (record != NULL));
    if (status == ALIBI_OK) {
        char *printed = alibi_record_text(record, NULL);

        status = printed ? ALIBI_OK : ALIBI_NO_MEMORY;
        free(printed);
    }
    alibi_record_free(record);
    return status;
}

static const char *text;

static int run_parse(void)
{
    struct alibi_record *record = NULL, *whole = NULL;
    struct alibi_error err = {.text = ""};
    int status = alibi_record_parse(&record, text, strlen(text), &err);

    if (status != ALIBI_OK)
        assert_string_equal(err.text, "out of memory");
    if (status == ALIBI_OK && strstr(text, "over="))
        status = alibi_record_complete(&whole, record, NULL);
    alibi_record_free(whole);
    alibi_record_free(record);
    return status;
}

/* The reason is given too. */
static int run_complete(void)
{
    static const char redacted[] =
        "[Game \"null\"] [View \"public\"] [Date \"x\"] {whole} deal=? "
        "{a} !AA over=detective:arrest deal=AA";
    struct alibi_record *record = NULL, *whole = NULL;
    struct alibi_error err = {.text = ""};
    int status = alibi_record_parse(&record, redacted, strlen(redacted), &err);

    if (status == ALIBI_OK)
        status = alibi_record_complete(&whole, record, &err);
    if (status != ALIBI_OK)
        assert_string_equal(err.text, "out of memory");
    alibi_record_free(whole);
    alibi_record_free(record);
    return status;
}

/* A tag that could not be set is not there, and the others are unchanged. */
static int run_tags(void)
{
    struct alibi_state s = unit_play("null", "");
    struct alibi_record *record = NULL;
    int status = alibi_record_new(&record, &s, ALIBI_AS_TRUTH);
    char buf[1000];
    struct alibi_text printed = alibi_text_in(buf, sizeof buf);

    for (int i = 0; i < 10 && status == ALIBI_OK; i++) {
        char key[16];

        (void)snprintf(key, sizeof key, "K%d", i);
        status = alibi_record_tag(record, key, "first", NULL);
        if (status == ALIBI_OK)
            status = alibi_record_tag(record, key, "again", NULL);
    }
    if (record) {
        assert_null(alibi_record_tag_get(record, "unknown"));
        alibi_record_print(&printed, record);
        assert_int_equal(alibi_record_tag(record, "Game", "x", NULL), ALIBI_BAD_TEXT);
    }
    alibi_record_free(record);
    return status;
}

static int run_watch(void)
{
    static const char *const history[] = {"deal=?",          "alibi",   "alibi=?", "flip:BB",
                                          "witness=visible", "flip:AA", "!AA"};
    struct alibi_state s = unit_play("null", "");
    struct alibi_view view;
    struct alibi_watch *watch = NULL;
    int status;

    s.game->observe(&view, &s, ALIBI_AS_PUBLIC);
    status = alibi_watch_new(&watch, &view);
    for (size_t i = 0; i < COUNT(history) && status == ALIBI_OK; i++) {
        struct alibi_error err = {.text = ""};
        size_t n, before;

        (void)alibi_watch_worlds(watch, &before);
        status = alibi_watch_see(watch, history[i], strlen(history[i]), &err);
        (void)alibi_watch_worlds(watch, &n);
        assert_true(status == ALIBI_OK ||
                    (n == before && strcmp(err.text, "out of memory") == 0));
    }
    alibi_watch_free(watch);
    return status;
}

static struct alibi_record *told; /* what the public was told of a game */

/* The public's knowledge grows to many worlds. */
static int run_many_worlds(void)
{
    const struct alibi_view view = {ALIBI_AS_PUBLIC, *alibi_record_start(told)};
    struct alibi_watch *watch = NULL;
    int status = alibi_watch_new(&watch, &view);

    for (size_t i = 0; i < alibi_record_length(told) && status == ALIBI_OK; i++) {
        const char *token = alibi_record_token(told, i);

        status = alibi_watch_see(watch, token, strlen(token), NULL);
    }
    alibi_watch_free(watch);
    return status;
}

/* A player that cannot follow says so and stays where it was. */
static int run_player(void)
{
    static const struct {
        const char *token;
        bool on_turn;
    } history[] = {{"deal=?", true},   {"alibi", false},           {"alibi=BB", false},
                   {"flip:BB", false}, {"witness=visible", false}, {"flip:AA", true}};
    struct alibi_state s = unit_play("null", "");
    struct alibi_view view;
    struct alibi_player *player = NULL;
    struct alibi_error err = {.text = ""};
    int status;

    s.game->observe(&view, &s, ALIBI_AS_DETECTIVE);
    status = alibi_player_new(&player, "random", &view, 1, 1 << 20, &err);
    for (size_t i = 0; i < COUNT(history) && status == ALIBI_OK; i++) {
        status = alibi_player_see(player, history[i].token, strlen(history[i].token), &err);
        assert_true(
            alibi_player_is_on_turn(player) ==
            (status == ALIBI_OK ? history[i].on_turn : i > 0 && history[i - 1].on_turn));
    }
    if (status != ALIBI_OK)
        assert_string_equal(err.text, "out of memory");
    alibi_player_free(player);
    return status;
}

/* Goes on with an analysis, as JSON into BUF. */
static int step_to_end(struct alibi_analysis *analysis, char *buf, size_t cap)
{
    struct alibi_text printed = alibi_text_in(buf, cap);
    struct alibi_error err = {.text = ""};
    int status = ALIBI_OK;

    while (status == ALIBI_OK && !alibi_analysis_is_done(analysis))
        status = alibi_analysis_step(analysis, 100, &err);
    if (status != ALIBI_OK)
        assert_string_equal(err.text, "out of memory");
    alibi_analysis_json(&printed, analysis);
    assert_true(printed.len < printed.cap);
    return status;
}

/* An analysis that cannot go on says so; with memory again it goes on as if nothing had
 * happened. The record is a redacted one, which the library completes. */
static int run_analysis(void)
{
    static const char finished_game[] =
        "[Game \"null\"] [View \"public\"] deal=? alibi alibi=? flip:BB witness=visible "
        "flip:AA flip:CC witness=invisible over=jack:time deal=AA alibi=CC";
    static char whole[8000], again[8000];
    const struct alibi_analysis_settings how = {
        .judge = "greedy", .memory = 1 << 20, .gave = true};
    struct alibi_record *record = NULL;
    struct alibi_analysis *analysis = NULL;
    struct alibi_error err = {.text = ""};
    int status = alibi_record_parse(&record, finished_game, strlen(finished_game), &err);

    if (status == ALIBI_OK)
        status = alibi_analysis_new(&analysis, record, ALIBI_AS_PUBLIC, &how, &err);
    if (status != ALIBI_OK)
        assert_string_equal(err.text, "out of memory");
    else
        status = step_to_end(analysis, again, sizeof again);
    if (status == ALIBI_OK)
        memcpy(whole, again, sizeof whole);
    if (analysis && once) { /* the mode in which no other one fails comes last */
        assert_int_equal(step_to_end(analysis, again, sizeof again), ALIBI_OK);
        assert_string_equal(again, whole);
    }
    alibi_analysis_free(analysis);
    alibi_record_free(record);
    return status;
}

/* A referee reports that memory ran out and keeps the game. */
static int run_referee(void)
{
    static const uint8_t option[ALIBI_OPTIONS_MAX];
    static const char load[] =
        "load null round=1 slot=1 witness=visible suspects=AA,BB,CC "
        "jack=AA jack-drew=- detective-drew=- result=- lit=AA drawing=no";
    static const char *const line[] = {
        "do deal=AA", "do flip:AA flip:BB", "record", "new", "do deal=BB", load, "do flip:CC"};
    struct alibi_referee *referee = NULL;
    int status = alibi_referee_new(&referee, alibi_game_find("null"), option);

    for (size_t i = 0; i < COUNT(line) && status == ALIBI_OK; i++) {
        char reply[1000];
        struct alibi_text answer = alibi_text_in(reply, sizeof reply);

        assert_true(alibi_referee_answer(referee, line[i], strlen(line[i]), &answer));
        if (strncmp(reply, "error", 5) == 0) {
            assert_non_null(strstr(reply, "out of memory"));
            status = ALIBI_NO_MEMORY;
        }
    }
    alibi_referee_free(referee);
    return status;
}

static int run_batch(void)
{
    struct alibi_state s = unit_play("null", "");
    struct alibi_batch *batch;
    struct alibi_error err = {.text = ""};
    int status = alibi_batch_new(&batch, &s, 3, 1, ALIBI_BATCH_MASKS, &err);

    assert_true((status == ALIBI_OK) == (batch != NULL));
    if (status != ALIBI_OK)
        assert_string_equal(err.text, "out of memory");
    alibi_batch_free(batch);
    return status;
}

/* Lets the first, the second, ... allocation of RUN fail, until it needs no more. */
static void check_oom(int (*run)(void), const char *what)
{
    int failures = 0;

    for (int mode = 0; mode < 2; mode++) {
        for (long n = 0;; n++) {
            int status;

            once = mode == 1;
            left = n;
            status = run();
            left = -1;
            if (status == ALIBI_OK)
                break;
            CHECK(status == ALIBI_NO_MEMORY, "%s: %d at allocation %ld", what, status, n);
            failures++;
        }
    }
    CHECK(failures > 0, "%s allocates nothing", what);
}

static void test_oom(void **state)
{
    static const struct {
        int (*run)(void);
        const char *what;
    } row[] = {
        {run_session, "session"}, {run_play, "play"},         {run_replay, "replay"},
        {run_watch, "watch"},     {run_referee, "referee"},   {run_player, "player"},
        {run_batch, "batch"},     {run_analysis, "analysis"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++)
        check_oom(row[i].run, row[i].what);
}

/* The first moves of every game, as the public is told them. */
static void test_oom_worlds(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        struct alibi_state s;
        struct alibi_session *session;

        alibi_setup(&s, *g, NULL);
        assert_int_equal(alibi_session_new(&session, &s), ALIBI_OK);
        for (int i = 0; i < 20; i++) {
            alibi_move m[ALIBI_MOVES_MAX];
            int n = s.game->moves(alibi_session_state(session), m);

            if (n > 0)
                assert_int_equal(alibi_session_play(session, m[n - 1]), ALIBI_OK);
        }
        assert_int_equal(alibi_session_record(session, ALIBI_AS_PUBLIC, &told), ALIBI_OK);
        check_oom(run_many_worlds, (*g)->name);
        alibi_record_free(told);
        alibi_session_free(session);
    }
}

/* A tag that could not be made is not in the list. */
static void test_oom_tags(void **state)
{
    (void)state;
    check_oom(run_tags, "tags");
}

/* Completing a record reports it, too. */
static void test_oom_complete(void **state)
{
    (void)state;
    check_oom(run_complete, "complete");
}

static void test_oom_records(void **state)
{
    static const char *const record[] = {
        "[Game \"null\"] [Date \"x\"] [Jack \"y\"] {whole} {more} deal=AA {a} {b} !AA",
        "[Game \"null\"] deal=AA (deal=BB {b} !AA (!CC)) (deal=CC) !AA",
        "[Game \"null\"] [View \"jack\"] deal=AA (deal=BB flip:AA (flip:BB)) flip:AA",
        "[Game \"null\"] [View \"public\"] [Date \"x\"] {whole} deal=? {a} alibi alibi=? "
        "flip:BB "
        "witness=visible {b} flip:AA alibi alibi=? witness=invisible over=jack:time {c} "
        "deal=AA "
        "alibi=CC alibi=BB",
    };

    static const enum alibi_viewer viewers[] = {ALIBI_AS_JACK, ALIBI_AS_DETECTIVE,
                                                ALIBI_AS_PUBLIC, ALIBI_AS_TRUTH};

    (void)state;
    for (size_t i = 0; i < COUNT(record); i++) {
        text = record[i];
        check_oom(run_parse, record[i]);
    }
    finished = long_session();
    for (size_t i = 0; i < COUNT(viewers); i++) {
        viewer = viewers[i];
        check_oom(run_record, "record");
    }
    alibi_session_free(finished);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_allocation), cmocka_unit_test(test_no_allocation_thinking),
        cmocka_unit_test(test_counter),       cmocka_unit_test(test_oom),
        cmocka_unit_test(test_oom_records),   cmocka_unit_test(test_oom_tags),
        cmocka_unit_test(test_oom_complete),  cmocka_unit_test(test_no_allocation_batch),
        cmocka_unit_test(test_oom_worlds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
