/* Playing on from a game that is over: the person's seat sees what it saw then, everything else
 * is drawn anew, and what the record hides from that seat makes no difference. */
#include "seats.h"

#include "onward.h"

/* Chance that takes outcome number SOURCE, as far as there are so many. */
static uint32_t nth(void *source, uint64_t k, uint32_t n)
{
    assert_true(k == ONWARD_DECISION);
    return *(const uint32_t *)source % n;
}

static struct alibi_session *random_game(const struct alibi_game *game, uint64_t seed)
{
    struct alibi_session *session = unit_session(game);
    struct alibi_rng rng;

    alibi_rng_seed(&rng, seed);
    while (alibi_session_state(session)->winner == ALIBI_NOBODY)
        assert_int_equal(
            alibi_session_play(session, unit_random(alibi_session_state(session), &rng)),
            ALIBI_OK);
    return session;
}

static char *text_of(const struct alibi_session *session, enum alibi_viewer viewer)
{
    struct alibi_record *record;
    char *text;

    assert_int_equal(alibi_session_record(session, viewer, &record), ALIBI_OK);
    text = alibi_record_text(record, NULL);
    assert_non_null(text);
    alibi_record_free(record);
    return text;
}

/* The wish to go on after AT moves of the game of RECORD, as this seat. */
static struct body_create wish(const struct alibi_game *game, char *record, size_t at,
                               enum alibi_viewer viewer)
{
    struct body_create body = {.game = game, .from = record, .from_at = at};

    for (int seat = 0; seat < 2; seat++)
        (void)snprintf(body.player[seat], PLAYER_SIZE, "%s",
                       viewer == ALIBI_AS_PUBLIC || (int)viewer == seat ? "me" : "random");
    return body;
}

/* What BODY says, as it is sent. */
static struct request request_for(const struct body_create *body)
{
    struct request r = {.route = ROUTE_CREATE};
    struct json_out out = {0};

    json_object(&out, NULL);
    json_text(&out, "game", body->game->name);
    json_object(&out, "seats");
    json_text(&out, "jack", body->player[ALIBI_JACK]);
    json_text(&out, "detective", body->player[ALIBI_DETECTIVE]);
    json_end(&out);
    json_object(&out, "from");
    json_text(&out, "record", body->from);
    json_number(&out, "at", (int64_t)body->from_at);
    json_end(&out);
    json_end(&out);
    r.body = json_take(&out, &r.len);
    return r;
}

/* Where it begins; what is refused instead is an empty game. */
static struct alibi_state begin(const struct body_create *body, uint32_t n)
{
    const struct chance chance = {nth, &n, NULL};
    struct request r = request_for(body);
    struct alibi_state start = {0};

    onward_find(&r);
    assert_int_equal(r.from != NULL, r.status == 0);
    if (r.from) {
        onward_start(body, r.from, &chance, &start);
        assert_true(onward_is_drawn(&start, body->player[0], body->player[1], &chance));
    }
    request_clear(&r);
    return start;
}

/* Looks at one moment of SESSION through VIEWER's eyes; whether somebody was to act. */
static bool check_moment(const struct alibi_session *session, char *record, size_t at,
                         enum alibi_viewer viewer)
{
    const struct alibi_state *s = alibi_session_after(session, at);
    const struct alibi_game *game = s->game;
    struct body_create body = wish(game, record, at, viewer);
    struct alibi_view seen;
    uint32_t worlds;

    game->observe(&seen, s, viewer);
    worlds = s->to_act <= ALIBI_DETECTIVE && s->round > 0 ? game->deals(&seen) : 0;
    if (worlds == 0) {
        assert_null(begin(&body, 0).game);
        return false;
    }
    for (uint32_t i = 0; i < worlds && i < 40; i++) {
        struct alibi_state start = begin(&body, i), world;
        struct alibi_view again;

        assert_non_null(start.game);
        game->deal(&world, &seen, i);
        CHECK(memcmp(&start, &world, sizeof start) == 0, "%s as %s after %zu, world %u of %u",
              game->name, alibi_viewer_name(viewer), at, i, worlds);
        game->observe(&again, &start, viewer);
        assert_memory_equal(&again.seen, &seen.seen, sizeof seen.seen);
    }
    return true;
}

static void the_seat_sees_what_it_saw(void **state)
{
    static const enum alibi_viewer eyes[] = {ALIBI_AS_JACK, ALIBI_AS_DETECTIVE,
                                             ALIBI_AS_PUBLIC};

    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        struct alibi_session *session = random_game(*g, 4);
        char *record = text_of(session, ALIBI_AS_TRUTH);
        int moments = 0;

        for (size_t at = 0; at < alibi_session_length(session); at++)
            for (size_t i = 0; i < COUNT(eyes); i++)
                moments += check_moment(session, record, at, eyes[i]);
        assert_true(moments > 0);
        free(record);
        alibi_session_free(session);
    }
}

/* --- Two worlds --- */

/* The game of SESSION with the hidden moves of COURSE. */
static struct alibi_session *other_world(const struct alibi_session *session, size_t at,
                                         enum alibi_seat seat, const struct course *course)
{
    struct alibi_session *other;
    int hidden = 0;

    assert_int_equal(alibi_session_new(&other, alibi_session_after(session, 0)), ALIBI_OK);
    for (size_t i = 0; i < at; i++) {
        alibi_move m = alibi_session_move(session, i);

        if (unit_is_hidden(alibi_session_after(session, i), m, seat))
            m = course->hidden[hidden++];
        assert_int_equal(alibi_session_play(other, m), ALIBI_OK);
    }
    return other;
}

/* Whatever was hidden from SEAT then: the same game begins. Returns how many worlds there were.
 */
static size_t check_worlds(const struct alibi_session *session, size_t at, enum alibi_seat seat)
{
    const struct alibi_game *game = alibi_session_state(session)->game;
    struct courses all = unit_courses(game, seat);
    char *record = text_of(session, ALIBI_AS_TRUTH);
    struct body_create body = wish(game, record, at, alibi_viewer_of(seat));
    struct alibi_state first = begin(&body, 12345);
    size_t n;

    for (size_t i = 0; i < at; i++)
        unit_courses_follow(&all, alibi_session_after(session, i),
                            alibi_session_move(session, i),
                            alibi_session_after(session, i + 1));
    for (size_t i = 0; i < all.n; i += 1 + all.n / 8) {
        struct alibi_session *other = other_world(session, at, seat, &all.course[i]);
        struct alibi_state start;

        body.from = text_of(other, ALIBI_AS_TRUTH);
        start = begin(&body, 12345);
        assert_memory_equal(&start, &first, sizeof start);
        free(body.from);
        alibi_session_free(other);
    }
    n = all.n;
    free(all.course);
    free(record);
    return n;
}

static void what_was_hidden_makes_no_difference(void **state)
{
    size_t worlds[2] = {0, 0}, games = 0;

    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++, games++)
        for (int seat = 0; seat < 2; seat++) {
            struct alibi_session *session = random_game(*g, 9);
            size_t at = alibi_session_length(session) / 2;

            while (alibi_session_after(session, at)->to_act > ALIBI_DETECTIVE)
                at++;
            worlds[seat] += check_worlds(session, at, (enum alibi_seat)seat);
            alibi_session_free(session);
        }
    /* Otherwise there was nothing to compare. */
    assert_true(worlds[0] > games && worlds[1] > games);
}

/* --- Refusals --- */

static void what_cannot_be_is_refused(void **state)
{
    const struct alibi_game *game = alibi_games()[0];
    struct alibi_session *session = random_game(game, 2);
    size_t n = alibi_session_length(session), at = 1;
    char *record = text_of(session, ALIBI_AS_TRUTH), *seen = text_of(session, ALIBI_AS_JACK);
    const char *tags = strstr(record, "[Result");
    char running[4096];
    struct body_create good, body;
    struct alibi_record *parsed;

    (void)state;
    while (alibi_session_after(session, at)->to_act > ALIBI_DETECTIVE)
        at++;
    good = body = wish(game, record, at, ALIBI_AS_JACK);
    assert_non_null(begin(&good, 0).game);
    body.from = seen; /* the end reveals the rest */
    assert_non_null(begin(&body, 0).game);
    body = good;
    (void)snprintf(body.player[ALIBI_DETECTIVE], PLAYER_SIZE, "open");
    assert_null(begin(&body, 0).game);
    for (size_t i = 0; i < 3; i++) {
        body = good;
        body.from_at = (size_t[]){0, n, n + 1}[i];
        assert_null(begin(&body, 0).game);
    }
    body = good;
    body.game = alibi_games()[1];
    assert_null(begin(&body, 0).game);
    body.from = (char[]){"rubbish"};
    assert_null(begin(&body, 0).game);
    (void)snprintf(running, sizeof running, "%.*s[Running \"people\"]\n%s",
                   (int)(tags - record), record, tags);
    body = good;
    body.from = running;
    assert_null(begin(&body, 0).game);
    assert_int_equal(alibi_record_parse(&parsed, running, strlen(running), NULL), ALIBI_OK);
    alibi_record_free(parsed);
    free(seen);
    alibi_session_undo(session, n - at);
    body = good;
    body.from = seen = text_of(session, ALIBI_AS_DETECTIVE); /* of a game that goes on */
    assert_null(begin(&body, 0).game);
    free(seen);
    free(record);
    alibi_session_free(session);
}

/* A position that was not drawn by this chance is no beginning, nor is the set-up one. */
static void other_positions_are_not_drawn(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        struct alibi_session *session = random_game(*g, 3);
        const struct alibi_state *s = alibi_session_after(session, 0);
        int drawn = 0, all = 0;

        for (size_t at = 1; s->to_act > ALIBI_DETECTIVE || s->round == 0; at++)
            s = alibi_session_after(session, at);
        for (uint32_t i = 0; i < 100; i++, all++) {
            const struct chance chance = {nth, &i, NULL};

            drawn += onward_is_drawn(s, "random", "guest", &chance);
            assert_false(
                onward_is_drawn(alibi_session_after(session, 0), "random", "guest", &chance));
        }
        assert_true(drawn > 0 && drawn < all);
        alibi_session_free(session);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_seat_sees_what_it_saw),
        cmocka_unit_test(what_was_hidden_makes_no_difference),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(other_positions_are_not_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
