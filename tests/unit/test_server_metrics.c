/* What is counted, and where. */
#include "unit.h"

#include "metrics.h"

static void bounds_belong_to_their_bucket(void **state)
{
    struct histogram h = {{0}, 0};

    (void)state;
    for (int i = 0; i < HISTOGRAM_BOUNDS; i++) {
        assert_true(i == 0 || histogram_bound[i] > histogram_bound[i - 1]);
        histogram_add(&h, histogram_bound[i]);
        assert_int_equal(h.count[i], 1);
        histogram_add(&h, histogram_bound[i] * 1.0001);
        assert_int_equal(h.count[i + 1], 1);
        h.count[i + 1] = 0;
    }
    histogram_add(&h, 1e9);
    assert_int_equal(h.count[HISTOGRAM_BOUNDS], 1);
    assert_true(h.sum > 1e9);
}

/* Every refusal has a place of its own; those of games share the last one. */
static void refusals_are_counted_apart(void **state)
{
    static const struct alibi_refusal foreign = ALIBI_REFUSAL("a.game", NULL, "no");
    struct metrics m = {0};
    struct request r = {.status = 403, .route = ROUTE_CREATE};

    (void)state;
    for (int i = 0; i < METRIC_REFUSALS - 1; i++) {
        assert_non_null(request_refusals[i]);
        r.refusal = request_refusals[i];
        metrics_request(&m, &r, 0.002);
        assert_int_equal(m.refusal[i], 1);
    }
    assert_null(request_refusals[METRIC_REFUSALS - 1]);
    r.refusal = &foreign;
    metrics_request(&m, &r, 0.002);
    assert_int_equal(m.refusal[METRIC_REFUSALS - 1], 1);
    assert_int_equal(m.response[4], METRIC_REFUSALS);
    assert_int_equal(m.requests, METRIC_REFUSALS);
}

/* A client that does not wait for its answer is counted, but took no time. */
static void no_answer_has_no_time(void **state)
{
    struct metrics m = {0};
    struct request r = {.status = 0, .route = ROUTE_PAGE};

    (void)state;
    metrics_request(&m, &r, -5);
    assert_int_equal(m.response[0], 1);
    assert_true(m.answered[ROUTE_PAGE].sum == 0);
    r.status = 503;
    r.route = ROUTE_BAD_METHOD;
    metrics_request(&m, &r, 1);
    assert_int_equal(m.failures, 1);
    assert_true(m.answered[ROUTE_BAD_METHOD].sum == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_belong_to_their_bucket),
        cmocka_unit_test(refusals_are_counted_apart),
        cmocka_unit_test(no_answer_has_no_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
