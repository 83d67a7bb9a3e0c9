/* Streams of one room: an event is made once for all viewers of a kind, and signs of life are
 * spread over time. */
#include "unit.h"

#include "answer.h"
#include "asking.h"
#include "stream.h"

#include <alibi/rng.h>
#include <stdlib.h>

static struct room *room;
static struct alibi_rng rng;
static int woken;

static uint32_t below(void *r, uint64_t k, uint32_t n)
{
    (void)k;
    return alibi_rng_below(r, n);
}

static const struct chance chance = {below, &rng, NULL};

/* A room with a game between people that has just been dealt. */
static int open_room(void **state)
{
    struct table_about about = {.id = "abcdefghijkm"};
    struct alibi_text line = alibi_text_in(about.start, sizeof about.start);
    struct alibi_state start;
    struct change *change;

    (void)state;
    alibi_rng_seed(&rng, 1);
    room = calloc(1, sizeof *room);
    for (int i = 0; i < 2; i++)
        (void)snprintf(about.player[i], sizeof about.player[i], "guest");
    alibi_setup(&start, alibi_game_find("null"), NULL);
    alibi_position_print(&line, &start);
    assert_true(table_open(&room->table, &about, ""));
    change = change_create(&about);
    change_begin(change, &chance);
    assert_true(table_apply(&room->table, change));
    free(change);
    woken = 0;
    return 0;
}

static int close_room(void **state)
{
    (void)state;
    while (room->streams)
        stream_free(room->streams);
    room_free(room);
    return 0;
}

static void count(struct stream *stream)
{
    (void)stream;
    woken++;
}

/* A stream that has been read to its end. */
static struct stream *open_stream(enum alibi_viewer viewer, bool words)
{
    struct stream *stream = stream_new(room, viewer, room->table.n_events);
    char buf[100];

    assert_non_null(stream);
    stream->words = words;
    stream->wake = count;
    assert_true(stream_read(stream, buf, sizeof buf) > 0); /* the greeting */
    assert_int_equal(stream_read(stream, buf, sizeof buf), 0);
    stream->asleep = true;
    return stream;
}

static void play(void)
{
    const struct alibi_state *s = alibi_session_state(room->table.session);
    struct change *change = change_new(&room->table);
    char buf[ALIBI_TOKEN_MAX];
    struct alibi_text text = alibi_text_in(buf, sizeof buf);
    const char *token = buf;
    alibi_move m[ALIBI_MOVES_MAX];
    int n = s->game->moves(s, m);
    size_t at;

    s->game->print(&text, m[n - 1]); /* the first may accuse, and end the game */
    assert_int_equal(change_moves(change, &room->table, (enum alibi_seat)s->to_act, &token, 1,
                                  &chance, &at, NULL),
                     ALIBI_OK);
    assert_true(table_apply(&room->table, change));
    free(change);
    stream_events(room);
}

/* The rest of the event that is being sent, or the next one. */
static char *read_event(struct stream *stream)
{
    char *text = calloc(1, 1 << 16);
    size_t n = 0;

    assert_non_null(text);
    do {
        long got = stream_read(stream, text + n, 100);

        assert_true(got > 0);
        n += (size_t)got;
    } while (stream->out);
    return text;
}

static void events_are_made_once(void **state)
{
    struct stream *one = open_stream(ALIBI_AS_PUBLIC, false),
                  *two = open_stream(ALIBI_AS_PUBLIC, false),
                  *jack = open_stream(ALIBI_AS_JACK, false),
                  *worded = open_stream(ALIBI_AS_PUBLIC, true);
    struct json_out out = {0};
    char byte, *a, *b, *expected, head[40];
    size_t len;

    (void)state;
    play();
    assert_int_equal(woken, 4);
    assert_int_equal(stream_read(one, &byte, 1), 1);
    assert_int_equal(stream_read(two, &byte, 1), 1);
    assert_int_equal(stream_read(jack, &byte, 1), 1);
    assert_int_equal(stream_read(worded, &byte, 1), 1);
    assert_ptr_equal(one->parcel, two->parcel);
    assert_ptr_not_equal(one->parcel, jack->parcel);
    assert_ptr_not_equal(one->parcel, worded->parcel);
    assert_ptr_not_equal(jack->parcel, worded->parcel);
    /* It is what answer_event tells, to the byte, for as long as somebody needs it. */
    answer_event(&out, &room->table, one->seq, ALIBI_AS_PUBLIC, false);
    expected = json_take(&out, &len);
    (void)snprintf(head, sizeof head, "d: %zu\ndata: ", one->seq);
    parcels_clear(&room->parcels);
    a = read_event(one);
    b = read_event(two);
    assert_string_equal(a, b);
    assert_memory_equal(a, head, strlen(head));
    assert_memory_equal(a + strlen(head), expected, len);
    assert_string_equal(a + strlen(head) + len, "\n\n");
    free(a);
    free(b);
    free(expected);
}

/* The newest event tells what can be done next, and an older one does not. */
static void the_newest_event_is_not_kept_as_such(void **state)
{
    struct stream *fast = open_stream(ALIBI_AS_DETECTIVE, false),
                  *slow = open_stream(ALIBI_AS_DETECTIVE, false);
    enum alibi_seat seat;
    char *a, *b;

    (void)state;
    do {
        play();
        while (fast->seq < room->table.n_events)
            free(read_event(fast));
        while (slow->seq + 1 < room->table.n_events)
            free(read_event(slow));
        seat = (enum alibi_seat)alibi_session_state(room->table.session)->to_act;
    } while (seat != ALIBI_DETECTIVE);
    fast->seq--;
    a = read_event(fast);
    play();
    b = read_event(slow);
    assert_non_null(strstr(a, "\"legal\":"));
    assert_null(strstr(b, "\"legal\":"));
    free(a);
    free(b);
}

static void parcels_are_kept_for_a_while(void **state)
{
    struct stream *one = open_stream(ALIBI_AS_PUBLIC, false),
                  *two = open_stream(ALIBI_AS_PUBLIC, false);

    (void)state;
    play();
    free(read_event(one));
    assert_non_null(room->parcels);
    stream_tick(room, 1);
    assert_non_null(room->parcels);
    stream_tick(room, 2);
    assert_null(room->parcels);
    stream_free(two);
    play();
    free(read_event(one)); /* nobody else wants it */
    assert_null(room->parcels);
}

static void signs_of_life_are_spread(void **state)
{
    enum { STREAMS = 10 * STREAM_BEAT };

    (void)state;
    for (unsigned i = 0; i < STREAMS; i++)
        open_stream(ALIBI_AS_PUBLIC, false)->turn = i % STREAM_BEAT;
    for (uint64_t tick = 100; tick < 100 + STREAM_BEAT; tick++) {
        woken = 0;
        stream_tick(room, tick);
        assert_int_equal(woken, STREAMS / STREAM_BEAT);
    }
    for (struct stream *s = room->streams; s; s = s->next) {
        char *text = read_event(s);

        assert_string_equal(text, ":\n\n");
        free(text);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(events_are_made_once, open_room, close_room),
        cmocka_unit_test_setup_teardown(the_newest_event_is_not_kept_as_such, open_room,
                                        close_room),
        cmocka_unit_test_setup_teardown(parcels_are_kept_for_a_while, open_room, close_room),
        cmocka_unit_test_setup_teardown(signs_of_life_are_spread, open_room, close_room),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
