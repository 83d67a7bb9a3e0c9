/* Analyses: the same in slices of any size and after running out of memory; partial results;
 * and two worlds, which a viewer's analysis must not tell apart. */
#include "seats.h"

#include <alibi/analysis.h>

enum { MEMORY = 1 << 20 };

/* A judge that is quick. */
static struct alibi_analysis_settings quick(const char *judge)
{
    return (struct alibi_analysis_settings){
        .judge = judge, .budget = {.nodes = 60}, .seed = 1, .memory = MEMORY};
}

/* A game of random moves, to its end or, if it is to go on, to the middle. */
static struct alibi_session *random_game(const struct alibi_game *game, uint64_t seed,
                                         bool over)
{
    struct alibi_session *session = unit_session(game);
    struct alibi_rng rng;

    alibi_rng_seed(&rng, seed);
    while (alibi_session_state(session)->winner == ALIBI_NOBODY)
        assert_int_equal(
            alibi_session_play(session, unit_random(alibi_session_state(session), &rng)),
            ALIBI_OK);
    if (!over)
        alibi_session_undo(session, (alibi_session_length(session) + 1) / 2);
    return session;
}

static struct alibi_record *record_of(const struct alibi_session *session,
                                      enum alibi_viewer viewer)
{
    struct alibi_record *record = NULL;

    assert_int_equal(alibi_session_record(session, viewer, &record), ALIBI_OK);
    return record;
}

static struct alibi_analysis *begin(const struct alibi_record *record, enum alibi_viewer viewer,
                                    const struct alibi_analysis_settings *how)
{
    struct alibi_analysis *a = NULL;
    struct alibi_error err = {.text = ""};

    CHECK(alibi_analysis_new(&a, record, viewer, how, &err) == ALIBI_OK, "%s", err.text);
    return a;
}

static void finish(struct alibi_analysis *a, uint64_t slice)
{
    struct alibi_error err = {.text = ""};

    while (!alibi_analysis_is_done(a))
        CHECK(alibi_analysis_step(a, slice, &err) == ALIBI_OK, "%s", err.text);
}

/* As JSON; free it. */
static char *json_of(const struct alibi_analysis *a)
{
    char none[1];
    struct alibi_text text = alibi_text_in(none, sizeof none);
    char *buf;

    alibi_analysis_json(&text, a);
    buf = malloc(text.len + 1);
    assert_non_null(buf);
    text = alibi_text_in(buf, text.len + 1);
    alibi_analysis_json(&text, a);
    assert_int_equal(strlen(buf), text.len);
    return buf;
}

/* The whole analysis of RECORD for VIEWER as JSON; free it. */
static char *analyse(const struct alibi_record *record, enum alibi_viewer viewer,
                     const struct alibi_analysis_settings *how, uint64_t slice)
{
    struct alibi_analysis *a = begin(record, viewer, how);
    char *json;

    finish(a, slice);
    json = json_of(a);
    alibi_analysis_free(a);
    return json;
}

/* --- Slices --- */

static void test_slices(void **state)
{
    static const char *const judge[] = {"greedy", "ismcts", "champion"};
    static const uint64_t slice[] = {1, 7, 100000};

    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        for (size_t i = 0; i < COUNT(judge); i++) {
            struct alibi_session *session = random_game(*g, 3, i == 0);
            struct alibi_record *record = record_of(session, ALIBI_AS_TRUTH);
            struct alibi_analysis_settings how = quick(judge[i]);
            char *whole;

            how.gave = i == 0;
            whole = analyse(record, ALIBI_AS_TRUTH, &how, UINT64_MAX);
            for (size_t k = 0; k < COUNT(slice); k++) {
                char *again = analyse(record, ALIBI_AS_TRUTH, &how, slice[k]);

                CHECK(strcmp(whole, again) == 0, "%s of %s:\n%s\n%s", judge[i], (*g)->name,
                      whole, again);
                free(again);
            }
            free(whole);
            alibi_record_free(record);
            alibi_session_free(session);
        }
}

/* Decisions come one after another, and stay unchanged. */
static void test_progress(void **state)
{
    struct alibi_session *session = random_game(alibi_games()[0], 5, true);
    struct alibi_record *record = record_of(session, ALIBI_AS_TRUTH);
    struct alibi_analysis_settings how = quick("champion");
    struct alibi_analysis *a = begin(record, ALIBI_AS_TRUTH, &how);
    struct alibi_decision first = {.ply = 0};
    size_t done = 0, n;

    (void)state;
    alibi_record_free(record); /* the analysis does not need it any more */
    assert_int_equal(alibi_analysis_progress(a).seat, alibi_session_after(session, 1)->to_act);
    (void)alibi_analysis_beliefs(a, &n);
    assert_true(n > 0);
    for (int steps = 0; !alibi_analysis_is_done(a); steps++) {
        struct alibi_analysis_progress now = alibi_analysis_progress(a);
        const struct alibi_decision *d = alibi_analysis_decisions(a, &n);
        struct alibi_error err;

        CHECK(steps < 10000, "still %zu of %zu", now.done, now.total);
        assert_true(now.done == n && now.done >= done && now.done <= done + 1);
        assert_true(now.total > 1 && now.done < now.total);
        assert_true(now.seat <= ALIBI_DETECTIVE && now.round > 0 && now.slot > 0);
        /* half of it for each of two turns that are considered by themselves */
        assert_true(!now.thinking || now.budget.nodes == how.budget.nodes ||
                    now.budget.nodes == (how.budget.nodes + 1) / 2);
        if (n == 1)
            first = d[0];
        done = now.done;
        assert_int_equal(alibi_analysis_step(a, 5, &err), ALIBI_OK);
    }
    assert_memory_equal(&first, alibi_analysis_decisions(a, &n), sizeof first);
    assert_int_equal(n, alibi_analysis_progress(a).total);
    assert_false(alibi_analysis_progress(a).thinking);
    assert_int_equal(alibi_analysis_progress(a).seat, ALIBI_NOBODY);
    assert_int_equal(alibi_analysis_step(a, 5, NULL), ALIBI_OK);
    alibi_analysis_free(a);
    alibi_session_free(session);
}

/* Without a limit in nodes a thought lasts until the caller has had enough. */
static void test_cut(void **state)
{
    struct alibi_session *session = random_game(alibi_games()[0], 5, false);
    struct alibi_record *record = record_of(session, ALIBI_AS_TRUTH);
    struct alibi_analysis_settings how = quick("ismcts");
    struct alibi_analysis *a;
    size_t done = 0;

    (void)state;
    how.budget = (struct alibi_budget){.ms = 7};
    a = begin(record, ALIBI_AS_TRUTH, &how);
    alibi_analysis_cut(a); /* nothing */
    assert_int_equal(alibi_analysis_progress(a).done, 0);
    for (int thoughts = 0; !alibi_analysis_is_done(a); thoughts++) {
        assert_true(thoughts < 100);
        for (int i = 0; i < 20; i++) {
            assert_int_equal(alibi_analysis_step(a, 10, NULL), ALIBI_OK);
            assert_true(alibi_analysis_progress(a).thinking);
            assert_int_equal(alibi_analysis_progress(a).budget.ms, 7);
        }
        alibi_analysis_cut(a);
        assert_false(alibi_analysis_progress(a).thinking);
        done += alibi_analysis_progress(a).done > done;
        assert_int_equal(alibi_analysis_progress(a).done, done);
    }
    assert_true(done > 0);
    alibi_analysis_free(a);
    alibi_record_free(record);
    alibi_session_free(session);
}

/* --- What it says --- */

/* D is a whole turn of SESSION, with what was played in it. */
static void check_decision(const struct alibi_session *session, const struct alibi_decision *d)
{
    const struct alibi_state *before = alibi_session_after(session, d->ply);

    CHECK(d->round == before->round && d->slot == before->slot && d->seat == before->to_act,
          "%zu: %u.%u", d->ply, d->round, d->slot);
    CHECK(!alibi_same_turn(before, alibi_session_after(session, d->end)), "%zu", d->ply);
    assert_true(d->end > d->ply && d->played.n == d->end - d->ply);
    for (size_t i = d->ply; i < d->end; i++) {
        CHECK(alibi_same_turn(before, alibi_session_after(session, i)), "%zu", i);
        CHECK(alibi_session_move(session, i) == d->played.move[i - d->ply], "%zu", i);
    }
    assert_true(d->value >= 0 && d->value <= 1 && d->loss >= 0 && d->loss <= 1);
    assert_true(d->n_better >= 0 && d->n_better <= ALIBI_BETTER_MAX);
    for (int i = 0; i < d->n_better; i++)
        CHECK(d->better[i].value > d->played.value, "%zu: %d", d->ply, i);
    CHECK((d->gave >= 0) == (d->seat == ALIBI_JACK), "%zu: %f", d->ply, d->gave);
}

static void test_decisions(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        struct alibi_session *session = random_game(*g, 2, true);
        struct alibi_record *record = record_of(session, ALIBI_AS_TRUTH);
        struct alibi_analysis_settings how = quick("greedy");
        const struct alibi_decision *d;
        const struct alibi_belief *b;
        struct alibi_analysis *a;
        double told = 0, gained = 0;
        size_t n;

        how.gave = true;
        a = begin(record, ALIBI_AS_TRUTH, &how);
        finish(a, 100);
        d = alibi_analysis_decisions(a, &n);
        assert_true(n > 0);
        for (size_t i = 0; i < n; i++) {
            check_decision(session, &d[i]);
            assert_true(i == 0 || d[i].ply >= d[i - 1].end);
            told += d[i].told;
        }
        b = alibi_analysis_beliefs(a, &n);
        assert_true(n > 1);
        for (size_t i = 0; i < n; i++)
            gained += b[i].gained;
        /* Forced turns are not decisions, but can tell something. */
        CHECK(told <= gained + 1e-9, "%s: %f of %f", (*g)->name, told, gained);
        CHECK(gained <= b[0].bits && b[n - 1].bits >= 0, "%s", (*g)->name);
        assert_string_equal(alibi_analysis_judge(a), "greedy");
        assert_ptr_equal(alibi_analysis_game(a), *g);
        assert_memory_equal(alibi_analysis_truth(a), alibi_session_state(session),
                            sizeof(struct alibi_state));
        alibi_analysis_free(a);
        alibi_record_free(record);
        alibi_session_free(session);
    }
}

static void test_defaults(void **state)
{
    struct alibi_session *session = unit_session(alibi_games()[0]);
    struct alibi_record *record = record_of(session, ALIBI_AS_TRUTH);
    struct alibi_analysis *a = begin(record, ALIBI_AS_TRUTH, NULL);
    int last = 0;
    size_t n;

    (void)state;
    while (alibi_player_kind(last + 1))
        last++;
    assert_string_equal(alibi_analysis_judge(a), alibi_player_kind(last)->name);
    assert_true(alibi_analysis_is_done(a));
    (void)alibi_analysis_decisions(a, &n);
    assert_int_equal(n, 0);
    alibi_analysis_free(a);
    alibi_record_free(record);
    alibi_session_free(session);
}

static void test_refused(void **state)
{
    static struct alibi_analysis *const untouched = (struct alibi_analysis *)&untouched;
    const struct {
        struct alibi_analysis_settings how;
        const char *code;
    } row[] = {
        {{.judge = "nobody"}, "player.name"},
        {{.judge = ""}, "player.name"},
        {{.memory = 1000}, "player.memory"},
    };
    struct alibi_session *session = random_game(alibi_games()[0], 1, true);
    struct alibi_record *record = record_of(session, ALIBI_AS_TRUTH);

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_analysis *a = untouched;
        struct alibi_error err = {.text = ""};

        assert_int_equal(alibi_analysis_new(&a, record, ALIBI_AS_TRUTH, &row[i].how, &err),
                         ALIBI_BAD_TEXT);
        assert_string_equal(err.refusal->code, row[i].code);
        assert_ptr_equal(a, untouched);
        assert_int_equal(alibi_analysis_new(&a, record, ALIBI_AS_TRUTH, &row[i].how, NULL),
                         ALIBI_BAD_TEXT);
    }
    alibi_record_free(record);
    alibi_session_free(session);
}

/* Records made by hand, in which a move breaks the rules. */
static void test_bad_record(void **state)
{
    static const enum alibi_viewer viewers[] = {ALIBI_AS_JACK, ALIBI_AS_DETECTIVE,
                                                ALIBI_AS_PUBLIC, ALIBI_AS_TRUTH};
    struct alibi_state s;
    const struct alibi_told witness = {.kind = ALIBI_TOLD_WITNESS};

    (void)state;
    alibi_setup(&s, alibi_games()[0], NULL);
    for (size_t i = 0; i < COUNT(viewers); i++) {
        struct alibi_record *record;
        struct alibi_analysis *a;
        struct alibi_error err = {.text = ""};
        struct alibi_view view;

        alibi_view_of(&view, &s, viewers[i]);
        assert_int_equal(alibi_record_new(&record, &view.seen, viewers[i]), ALIBI_OK);
        assert_int_equal(alibi_record_add(record, &witness, NULL), ALIBI_OK);
        assert_true(alibi_analysis_new(&a, record, ALIBI_AS_TRUTH, NULL, &err) != ALIBI_OK);
        assert_true(err.text[0]);
        alibi_record_free(record);
    }
}

/* --- For whom --- */

static int decisions_of(const struct alibi_analysis *a, enum alibi_seat seat)
{
    size_t n;
    const struct alibi_decision *d = alibi_analysis_decisions(a, &n);
    int found = 0;

    for (size_t i = 0; i < n; i++)
        found += d[i].seat == seat;
    return found;
}

/* How many decisions there are to judge. */
static size_t count_decisions(const struct alibi_session *session, unsigned seats)
{
    struct alibi_record *record = record_of(session, ALIBI_AS_TRUTH);
    struct alibi_analysis_settings how = quick("random");
    struct alibi_analysis *a;
    size_t n;

    how.seats = seats;
    a = begin(record, ALIBI_AS_TRUTH, &how);
    n = alibi_analysis_progress(a).total;
    alibi_analysis_free(a);
    alibi_record_free(record);
    return n;
}

/* A game in which both seats had something to decide. */
static struct alibi_session *full_game(const struct alibi_game *game, bool over)
{
    for (uint64_t seed = 1;; seed++) {
        struct alibi_session *session = random_game(game, seed, over);

        CHECK(seed < 1000, "%s has no decisions", game->name);
        if (count_decisions(session, 1) > 0 && count_decisions(session, 2) > 0)
            return session;
        alibi_session_free(session);
    }
}

/* Whose decisions and beliefs there are while the game goes on. RECORDED is whose the record
 * is, VIEWER for whom the analysis is. After the end there is everything that was asked for. */
static const struct viewer_row {
    enum alibi_viewer recorded, viewer;
    unsigned seats, judged; /* asked for; there */
    enum alibi_viewer believer;
    bool truth;
} viewer_row[] = {
    {ALIBI_AS_TRUTH, ALIBI_AS_TRUTH, 0, 3, ALIBI_AS_DETECTIVE, true},
    {ALIBI_AS_TRUTH, ALIBI_AS_TRUTH, 1, 1, ALIBI_AS_DETECTIVE, true},
    {ALIBI_AS_TRUTH, ALIBI_AS_JACK, 0, 1, ALIBI_AS_PUBLIC, false},
    {ALIBI_AS_TRUTH, ALIBI_AS_DETECTIVE, 0, 2, ALIBI_AS_DETECTIVE, false},
    {ALIBI_AS_TRUTH, ALIBI_AS_DETECTIVE, 1, 0, ALIBI_AS_DETECTIVE, false},
    {ALIBI_AS_TRUTH, ALIBI_AS_PUBLIC, 0, 0, ALIBI_AS_PUBLIC, false},
    {ALIBI_AS_JACK, ALIBI_AS_TRUTH, 0, 1, ALIBI_AS_PUBLIC, false},
    {ALIBI_AS_JACK, ALIBI_AS_JACK, 3, 1, ALIBI_AS_PUBLIC, false},
    {ALIBI_AS_JACK, ALIBI_AS_DETECTIVE, 0, 0, ALIBI_AS_PUBLIC, false},
    {ALIBI_AS_JACK, ALIBI_AS_PUBLIC, 0, 0, ALIBI_AS_PUBLIC, false},
    {ALIBI_AS_DETECTIVE, ALIBI_AS_TRUTH, 0, 2, ALIBI_AS_DETECTIVE, false},
    {ALIBI_AS_DETECTIVE, ALIBI_AS_DETECTIVE, 2, 2, ALIBI_AS_DETECTIVE, false},
    {ALIBI_AS_DETECTIVE, ALIBI_AS_JACK, 0, 0, ALIBI_AS_PUBLIC, false},
    {ALIBI_AS_DETECTIVE, ALIBI_AS_PUBLIC, 0, 0, ALIBI_AS_PUBLIC, false},
    {ALIBI_AS_PUBLIC, ALIBI_AS_TRUTH, 0, 0, ALIBI_AS_PUBLIC, false},
    {ALIBI_AS_PUBLIC, ALIBI_AS_JACK, 0, 0, ALIBI_AS_PUBLIC, false},
};

static void check_viewer(const struct alibi_session *session, const struct viewer_row *row)
{
    bool over = alibi_session_state(session)->winner != ALIBI_NOBODY;
    struct alibi_record *record = record_of(session, row->recorded);
    struct alibi_analysis_settings how = quick("random");
    unsigned asked = row->seats ? row->seats : 3, judged = over ? asked : row->judged;
    size_t i = (size_t)(row - viewer_row);
    struct alibi_analysis *a;

    how.seats = row->seats;
    a = begin(record, row->viewer, &how);
    finish(a, 1000);
    for (int seat = 0; seat < 2; seat++)
        CHECK((decisions_of(a, (enum alibi_seat)seat) > 0) == ((judged >> seat) & 1),
              "row %zu, over %d", i, over);
    CHECK(alibi_analysis_believer(a) == (over ? ALIBI_AS_DETECTIVE : row->believer),
          "row %zu, over %d", i, over);
    CHECK((alibi_analysis_truth(a) != NULL) == (over || row->truth), "row %zu, over %d", i,
          over);
    alibi_analysis_free(a);
    alibi_record_free(record);
}

static void test_viewers(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        for (int over = 0; over < 2; over++) {
            struct alibi_session *session = full_game(*g, over);

            for (size_t i = 0; i < COUNT(viewer_row); i++)
                check_viewer(session, &viewer_row[i]);
            alibi_session_free(session);
        }
}

/* A seat's record, a whole one for that seat: the same while the game goes on. After the end,
 * everybody's is the same. */
static void test_records(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        for (int over = 0; over < 2; over++) {
            struct alibi_session *session = random_game(*g, 8, over);
            struct alibi_record *whole = record_of(session, ALIBI_AS_TRUTH);
            struct alibi_analysis_settings how = quick("greedy");
            static const enum alibi_viewer viewers[] = {ALIBI_AS_JACK, ALIBI_AS_DETECTIVE,
                                                        ALIBI_AS_PUBLIC};

            for (size_t i = 0; i < COUNT(viewers); i++) {
                struct alibi_record *seen = record_of(session, viewers[i]);
                char *a = analyse(whole, over ? ALIBI_AS_TRUTH : viewers[i], &how, 99);
                char *b = analyse(seen, viewers[i], &how, 99);

                CHECK(strcmp(a, b) == 0, "%s, over %d:\n%s\n%s", (*g)->name, over, a, b);
                free(a);
                free(b);
                alibi_record_free(seen);
            }
            alibi_record_free(whole);
            alibi_session_free(session);
        }
}

/* --- Two worlds --- */

/* The game of SESSION with the hidden moves of a course that SEAT cannot tell from it. */
static struct alibi_session *other_world(const struct alibi_session *session,
                                         enum alibi_seat seat, const struct course *course)
{
    struct alibi_session *other;
    int hidden = 0;

    assert_int_equal(alibi_session_new(&other, alibi_session_after(session, 0)), ALIBI_OK);
    for (size_t i = 0; i < alibi_session_length(session); i++) {
        alibi_move m = alibi_session_move(session, i);

        if (unit_is_hidden(alibi_session_after(session, i), m, seat))
            m = course->hidden[hidden++];
        assert_int_equal(alibi_session_play(other, m), ALIBI_OK);
    }
    assert_int_equal(hidden, course->n_hidden);
    return other;
}

/* All that the seat could not tell from the game of SESSION. */
static struct courses courses_of(const struct alibi_session *session, enum alibi_seat seat)
{
    struct courses all = unit_courses(alibi_session_state(session)->game, seat);

    for (size_t i = 0; i < alibi_session_length(session); i++)
        unit_courses_follow(&all, alibi_session_after(session, i),
                            alibi_session_move(session, i),
                            alibi_session_after(session, i + 1));
    return all;
}

/* Compares the analysis of SESSION for SEAT with those of other worlds; returns in how many of
 * them the whole truth makes another analysis. */
static int compare_worlds(const struct alibi_session *session, enum alibi_seat seat)
{
    enum { WORLDS = 2 };
    struct courses all = courses_of(session, seat);
    struct alibi_analysis_settings how = quick("greedy");
    struct alibi_record *record = record_of(session, ALIBI_AS_TRUTH);
    char *seen, *truth;
    int differ = 0;

    how.gave = true;
    seen = analyse(record, alibi_viewer_of(seat), &how, 1000);
    truth = analyse(record, ALIBI_AS_TRUTH, &how, 1000);
    alibi_record_free(record);
    for (size_t i = 0; i < WORLDS && i < all.n; i++) {
        const struct course *course = &all.course[i * (all.n - 1) / WORLDS];
        struct alibi_session *other = other_world(session, seat, course);
        char *again, *other_truth;

        record = record_of(other, ALIBI_AS_TRUTH);
        again = analyse(record, alibi_viewer_of(seat), &how, 1000);
        other_truth = analyse(record, ALIBI_AS_TRUTH, &how, 1000);
        CHECK(strcmp(seen, again) == 0, "for %s:\n%s\n%s", alibi_seat_name(seat), seen, again);
        differ += strcmp(truth, other_truth) != 0;
        free(again);
        free(other_truth);
        alibi_record_free(record);
        alibi_session_free(other);
    }
    free(seen);
    free(truth);
    free(all.course);
    return differ;
}

static void test_two_worlds(void **state)
{
    int differ[2] = {0, 0};

    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        for (uint64_t seed = 1; seed <= 2; seed++) {
            struct alibi_session *session = random_game(*g, seed, false);

            for (int seat = 0; seat < 2; seat++)
                differ[seat] += compare_worlds(session, (enum alibi_seat)seat);
            alibi_session_free(session);
        }
    /* Otherwise the comparison proves nothing. */
    assert_true(differ[0] > 0 && differ[1] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slices),     cmocka_unit_test(test_progress),
        cmocka_unit_test(test_cut),        cmocka_unit_test(test_decisions),
        cmocka_unit_test(test_defaults),   cmocka_unit_test(test_refused),
        cmocka_unit_test(test_bad_record), cmocka_unit_test(test_viewers),
        cmocka_unit_test(test_records),    cmocka_unit_test(test_two_worlds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
