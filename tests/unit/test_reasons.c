/* What a review says beside numbers: verdicts, accuracy, and reasons, which have to hold in the
 * views after what was played and after what was better; and a part of a game by itself. */
#include "seats.h"

#include <alibi/analysis.h>

static struct alibi_analysis *analyse(const struct alibi_record *record,
                                      const struct alibi_analysis_settings *how)
{
    struct alibi_analysis *a = NULL;
    struct alibi_error err = {.text = ""};

    CHECK(alibi_analysis_new(&a, record, ALIBI_AS_TRUTH, how, &err) == ALIBI_OK, "%s",
          err.text);
    while (!alibi_analysis_is_done(a))
        CHECK(alibi_analysis_step(a, 100000, &err) == ALIBI_OK, "%s", err.text);
    return a;
}

/* A random move, or now and then one that wins: what was allowed before is punished. */
static alibi_move punishing(const struct alibi_state *s, struct alibi_rng *rng)
{
    alibi_move m[ALIBI_MOVES_MAX];
    /* not always, so that games last */
    bool looks = s->to_act <= ALIBI_DETECTIVE && alibi_rng_below(rng, 4) == 0;
    int n = looks ? s->game->moves(s, m) : 0;

    for (int i = 0; i < n; i++) {
        struct alibi_state next = *s;

        (void)s->game->apply(&next, m[i]);
        if (next.winner == s->to_act)
            return m[i];
    }
    return unit_random(s, rng);
}

/* A whole game of such moves, which err in every way. */
static struct alibi_session *random_game(const struct alibi_game *game, uint64_t seed)
{
    struct alibi_session *session = unit_session(game);
    struct alibi_rng rng;

    alibi_rng_seed(&rng, seed);
    while (alibi_session_state(session)->winner == ALIBI_NOBODY)
        assert_int_equal(
            alibi_session_play(session, punishing(alibi_session_state(session), &rng)),
            ALIBI_OK);
    return session;
}

static void test_verdicts(void **state)
{
    static const struct {
        double loss;
        const char *name;
    } expected[] = {{0, "best"},       {0.0099, "best"},     {0.01, "good"},
                    {0.0499, "good"},  {0.05, "inaccuracy"}, {0.0999, "inaccuracy"},
                    {0.10, "mistake"}, {0.1999, "mistake"},  {0.20, "blunder"},
                    {1, "blunder"}};

    (void)state;
    for (size_t i = 0; i < COUNT(expected); i++)
        assert_string_equal(alibi_verdict_name(alibi_verdict_of(expected[i].loss)),
                            expected[i].name);
}

/* --- Reasons --- */

/* What the mover of D sees after CHOICE, in one world. */
static struct alibi_insight after(const struct alibi_state *before,
                                  const struct alibi_decision *d,
                                  const struct alibi_choice *choice)
{
    enum alibi_viewer viewer = alibi_viewer_of(d->seat);
    struct alibi_state s = *before;
    struct alibi_insight insight;
    struct alibi_view view;

    for (int i = 0; i < choice->n; i++)
        (void)s.game->apply(&s, choice->move[i]);
    s.game->observe(&view, &s, viewer);
    alibi_insight_of(&insight, &view);
    return insight;
}

static unsigned caught(const struct alibi_insight *insight)
{
    unsigned set = 0;

    for (unsigned i = 0; i < ALIBI_CHARACTERS_MAX; i++)
        set |= insight->catchers[i] ? 1U << i : 0;
    return set;
}

static void check_call(const struct alibi_decision *d, const struct alibi_reason *r)
{
    const struct alibi_call *played = &r->call_played, *better = &r->call_better;

    if (d->seat == ALIBI_JACK) { /* who knows his answer, and wants many to be left */
        assert_true(played->answer <= 1 && better->answer <= 1);
        assert_true(better->left[better->answer] > played->left[played->answer]);
    } else {
        assert_int_equal(played->answer, ALIBI_NO_ONE);
        assert_true(abs(better->left[0] - better->left[1]) <
                        abs(played->left[0] - played->left[1]) ||
                    better->left[0] + better->left[1] < played->left[0] + played->left[1]);
    }
}

/* What the search expects speaks for the better choice, and is told where nothing else is. */
static void check_search(const struct alibi_decision *d, const struct alibi_reason *r)
{
    bool soon = r->kind == ALIBI_REASON_SOON;
    /* more is better: of one's own wins, and of suspects for Jack */
    bool more = soon ? r->winner == d->seat : d->seat == ALIBI_JACK;

    assert_int_equal(d->n_reasons, 1);
    assert_true((r->expect_better > r->expect_played) == more);
    assert_true(r->expect_better >= 0 && r->expect_played >= 0);
    assert_true(!soon || (r->expect_better <= 1.001F && r->expect_played <= 1.001F));
}

static void check_reason(const struct alibi_state *before, const struct alibi_state *end,
                         const struct alibi_decision *d, const struct alibi_reason *r)
{
    struct alibi_insight played = after(before, d, &d->played);
    struct alibi_insight better = after(before, d, &d->better[0]);
    const struct alibi_insight *with = d->seat == ALIBI_JACK ? &played : &better;
    const struct alibi_insight *without = d->seat == ALIBI_JACK ? &better : &played;

    switch (r->kind) {
    case ALIBI_REASON_ENDS:
        assert_int_not_equal(r->played, r->better);
        break;
    case ALIBI_REASON_THEN:
        assert_int_equal(r->played, end->why);
        assert_int_not_equal(end->winner, d->seat);
        break;
    case ALIBI_REASON_CATCH:
        assert_int_equal(r->who & caught(with), r->who);
        assert_int_equal(r->who & caught(without), 0);
        assert_true(r->who && r->by);
        break;
    case ALIBI_REASON_LEAVE:
        assert_true(r->who);
        assert_int_equal(r->who & without->leave, r->who);
        assert_int_equal(r->who & with->leave, 0);
        break;
    case ALIBI_REASON_LEFT:
        check_call(d, r);
        break;
    case ALIBI_REASON_SOON:
    case ALIBI_REASON_EXPECT:
        check_search(d, r);
        break;
    case ALIBI_REASONS_MAX:
        fail();
    }
}

static void check_game(const struct alibi_session *session, const char *judge, uint64_t nodes,
                       int count[ALIBI_REASONS_MAX])
{
    const struct alibi_analysis_settings how = {
        .judge = judge, .budget = {.nodes = nodes}, .seed = 1, .memory = 4 << 20};
    struct alibi_record *record;
    struct alibi_analysis *a;
    const struct alibi_decision *d;
    size_t n;

    assert_int_equal(alibi_session_record(session, ALIBI_AS_TRUTH, &record), ALIBI_OK);
    a = analyse(record, &how);
    d = alibi_analysis_decisions(a, &n);
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < d[i].n_reasons; k++) {
            assert_true(d[i].n_better > 0);
            check_reason(alibi_session_after(session, d[i].ply), alibi_session_state(session),
                         &d[i], &d[i].reason[k]);
            count[d[i].reason[k].kind]++;
        }
    alibi_analysis_free(a);
    alibi_record_free(record);
}

static void test_reasons(void **state)
{
    int count[ALIBI_REASONS_MAX] = {0};

    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        for (uint64_t seed = 1; seed <= 20; seed++) {
            struct alibi_session *session = random_game(*g, seed);

            check_game(session, "greedy", 60, count);
            if (seed <= 2) /* only a search expects anything */
                check_game(session, "champion", 10000, count);
            alibi_session_free(session);
        }
    /* Otherwise nothing was checked. */
    for (int kind = 0; kind < ALIBI_REASONS_MAX; kind++)
        CHECK(count[kind] > 0, "no reason of kind %d", kind);
}

/* --- Accuracy, and a part of a game --- */

static void test_accuracy(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        struct alibi_session *session = random_game(*g, 5);
        struct alibi_analysis_settings how = {.judge = "greedy", .budget = {.nodes = 60}};
        struct alibi_record *record;
        struct alibi_analysis *a;

        assert_int_equal(alibi_session_record(session, ALIBI_AS_TRUTH, &record), ALIBI_OK);
        how.seats = 1 << ALIBI_JACK;
        a = analyse(record, &how);
        assert_true(alibi_analysis_accuracy(a, ALIBI_DETECTIVE) < 0);
        alibi_analysis_free(a);
        how.seats = 0;
        a = analyse(record, &how);
        for (int seat = 0; seat < 2; seat++) {
            double sum = 0, accuracy = alibi_analysis_accuracy(a, (enum alibi_seat)seat);
            size_t n;
            const struct alibi_decision *d = alibi_analysis_decisions(a, &n);

            for (size_t i = 0; i < n; i++)
                sum += (int)d[i].seat == seat ? d[i].loss : 0;
            if (accuracy >= 0)
                assert_true(accuracy <= 100 && (accuracy < 100) == (sum > 0));
        }
        alibi_analysis_free(a);
        alibi_record_free(record);
        alibi_session_free(session);
    }
}

/* Each decision by itself is judged as it is in the whole. */
static void test_parts(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        struct alibi_session *session = random_game(*g, 6);
        struct alibi_analysis_settings how = {
            .judge = "champion", .budget = {.nodes = 60}, .seed = 1, .memory = 1 << 20};
        struct alibi_record *record;
        struct alibi_analysis *a;
        const struct alibi_decision *d;
        size_t n;

        assert_int_equal(alibi_session_record(session, ALIBI_AS_TRUTH, &record), ALIBI_OK);
        a = analyse(record, &how);
        d = alibi_analysis_decisions(a, &n);
        for (size_t i = 0; i < n; i++) {
            struct alibi_analysis *part;
            const struct alibi_decision *only;
            size_t one;

            how.from = d[i].ply;
            how.until = d[i].ply + 1;
            part = analyse(record, &how);
            only = alibi_analysis_decisions(part, &one);
            assert_int_equal(one, 1);
            assert_int_equal(only->ply, d[i].ply);
            assert_true(only->loss == d[i].loss && only->value == d[i].value);
            assert_int_equal(only->n_reasons, d[i].n_reasons);
            alibi_analysis_free(part);
        }
        alibi_analysis_free(a);
        alibi_record_free(record);
        alibi_session_free(session);
    }
}

/* --- A game between people that goes on --- */

static void test_running(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        struct alibi_session *session = random_game(*g, 7);
        struct alibi_record *record, *seen;
        struct alibi_analysis *a = NULL;
        struct alibi_error err;

        alibi_session_undo(session, alibi_session_length(session) / 2);
        assert_int_equal(alibi_session_record(session, ALIBI_AS_TRUTH, &record), ALIBI_OK);
        assert_false(alibi_record_is_of_people(record));
        assert_int_equal(alibi_record_tag(record, "Running", "computer", NULL), ALIBI_OK);
        assert_false(alibi_record_is_of_people(record));
        assert_int_equal(alibi_record_tag(record, "Running", "people", NULL), ALIBI_OK);
        assert_true(alibi_record_is_of_people(record));
        /* Redacting does not hide it. */
        assert_int_equal(alibi_session_redact(&seen, record, ALIBI_AS_DETECTIVE, &err),
                         ALIBI_OK);
        assert_int_equal(alibi_analysis_new(&a, record, ALIBI_AS_TRUTH, NULL, &err),
                         ALIBI_BAD_POSITION);
        assert_string_equal(err.refusal->code, "analysis.running");
        assert_int_equal(alibi_analysis_new(&a, seen, ALIBI_AS_DETECTIVE, NULL, &err),
                         ALIBI_BAD_POSITION);
        assert_null(a);
        alibi_record_free(seen);
        alibi_record_free(record);
        alibi_session_free(session);
    }
}

/* --- What values stand for --- */

/* The correction keeps the order of values and what is certain, and is for the strongest. */
static void test_chances(void **state)
{
    int corrected = 0;

    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        for (int seat = 0; seat < 2; seat++) {
            double last = -1;

            for (int i = 0; i <= 100; i++) {
                double value = i / 100.0;
                double chance =
                    alibi_player_chance("champion", *g, (enum alibi_seat)seat, value);

                assert_true(chance > last && chance >= 0 && chance <= 1);
                assert_true((i > 0 && i < 100) || chance == value);
                assert_true(chance ==
                            alibi_player_chance("level6", *g, (enum alibi_seat)seat, value));
                assert_true(value ==
                            alibi_player_chance("greedy", *g, (enum alibi_seat)seat, value));
                corrected += chance != value;
                last = chance;
            }
        }
    assert_true(corrected > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verdicts), cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_accuracy), cmocka_unit_test(test_parts),
        cmocka_unit_test(test_running),  cmocka_unit_test(test_chances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
