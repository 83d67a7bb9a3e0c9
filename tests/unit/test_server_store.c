/* What every store does: changes are read back, whole or not at all, also after it is opened
 * again. Usage: test_server_store [URL...], one or several databases of PostgreSQL instead of
 * one of SQLite. */
#include "store_bench.h"

#include "body.h"

static int open_store(void **state)
{
    if (where == folder)
        return make_folder(state);
    meddle("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    open_both();
    return 0;
}

static int close_store(void **state)
{
    if (where == folder)
        return remove_folder(state);
    close_both();
    return 0;
}

static void games_come_back(void **state)
{
    struct change change = new_game("one");
    const struct kept_game *game;

    (void)state;
    change.about.opening.mix[0] = MIX_AWAITED;
    change.about.opening.mix[1] = MIX_GIVEN;
    memset(change.about.opening.entropy[1], 9, OPENING_BYTES);
    assert_int_equal(write_one(&change), CHANGE_DONE);
    close_both();
    open_both();
    check_same(&change);
    game = read_one("one")->game;
    assert_int_equal(game->n_events, 2);
    assert_string_equal(game->event[0].event.text, "deal=AA");
    assert_int_equal(game->event[0].event.by, ALIBI_CHANCE);
    assert_int_equal(game->event[1].event.kind, EVENT_SEAT);
    assert_false(game->event[0].has_request);
    assert_int_equal(game->n_holders, 1);
    assert_int_equal(game->holder[0].seat, 1);
    assert_true(hash_equal(&game->holder[0].guest, &change.holder[0].guest));
    assert_int_equal(read_one("two")->found, FOUND_NONE);
}

static void changes_are_whole_or_nothing(void **state)
{
    struct change first = new_game("one"), other = new_game("two"), late = two_more(&first),
                  *all[] = {&first, &other};
    const struct kept_game *game;

    (void)state;
    write_many(all, COUNT(all));
    assert_int_equal(first.outcome, CHANGE_DONE);
    assert_int_equal(other.outcome, CHANGE_DONE);
    late.about.status = TABLE_OVER;
    late.seq = 1; /* as if the second event had not been written */
    assert_int_equal(write_one(&late), CHANGE_CONFLICT);
    late.seq = 3;
    assert_int_equal(write_one(&late), CHANGE_CONFLICT);
    game = read_one("one")->game;
    assert_int_equal(game->about.status, TABLE_WAITING);
    assert_int_equal(game->n_events, 2);
    late.seq = 2;
    assert_int_equal(write_one(&late), CHANGE_DONE);
    game = read_one("one")->game;
    assert_int_equal(game->about.status, TABLE_OVER);
    assert_int_equal(game->n_events, 4);
}

/* One that is in conflict does not hold up the others, nor one that fails. */
static void one_of_many(void **state)
{
    struct change first = new_game("one"), again = new_game("one"), second = new_game("two"),
                  late = two_more(&first), more = two_more(&first);
    struct change *some[] = {&first, &again, &second}, *others[] = {&late, &more};

    (void)state;
    again.event[0].by = ALIBI_JACK;
    write_many(some, COUNT(some));
    assert_int_equal(first.outcome, CHANGE_DONE);
    assert_int_not_equal(again.outcome, CHANGE_DONE);
    assert_int_equal(second.outcome, CHANGE_DONE);
    late.seq = 1;
    write_many(others, COUNT(others));
    assert_int_equal(late.outcome, CHANGE_CONFLICT);
    assert_int_equal(more.outcome, CHANGE_DONE);
    assert_int_equal(read_one("one")->game->event[0].event.by, ALIBI_CHANCE);
    assert_int_equal(read_one("one")->game->n_events, 4);
}

/* A rematch makes a game and an event in another, or neither. */
static void two_games_change_together(void **state)
{
    struct change one = new_game("one"), two = new_game("two"), change = two_more(&one);

    (void)state;
    assert_int_equal(write_one(&one), CHANGE_DONE);
    change.n_events = 1;
    change.event[0] = (struct table_event){EVENT_REMATCH, ALIBI_NOBODY, "one"};
    change.also = &one; /* which is there already */
    assert_int_not_equal(write_one(&change), CHANGE_DONE);
    assert_int_equal(read_one("one")->game->n_events, 2);
    change.event[0] = (struct table_event){EVENT_REMATCH, ALIBI_NOBODY, "two"};
    change.also = &two;
    change.seq = 1;
    assert_int_equal(write_one(&change), CHANGE_CONFLICT);
    assert_int_equal(read_one("two")->found, FOUND_NONE);
    change.seq = 2;
    assert_int_equal(write_one(&change), CHANGE_DONE);
    assert_int_equal(read_one("two")->found, FOUND);
    assert_string_equal(read_one("one")->game->event[2].event.text, "two");
}

/* Guest number I of SEAT, who comes on DAY. */
static struct table_holder holder_of(int seat, unsigned i, const char *day)
{
    struct table_holder holder = {.seat = seat, .guest = hash_of(&i, sizeof i)};

    (void)snprintf(holder.since, DATE_SIZE, "%s", day);
    (void)snprintf(holder.seen, DATE_SIZE, "%s", day);
    return holder;
}

/* A change of the game of OLD in which nothing happens yet. */
static struct change no_change(const struct change *old)
{
    struct change change = {.about = old->about, .seq = 2, .only_events = true};

    return change;
}

/* Writes a change that knows how the game is now. */
static enum outcome write_now(struct change *change)
{
    const struct errand *errand = read_one(change->about.id);

    if (errand->found == FOUND)
        change->about.epoch = errand->game->about.epoch;
    return write_one(change);
}

/* Holder number N of the game ID is guest I of SEAT, and was last SEEN then. */
static void check_holder(const char *id, size_t n, int seat, unsigned i, const char *seen)
{
    const struct kept_game *game = read_one(id)->game;
    struct table_holder b = holder_of(seat, i, seen);

    assert_true(n < game->n_holders);
    assert_int_equal(game->holder[n].seat, b.seat);
    assert_true(hash_equal(&game->holder[n].guest, &b.guest));
    assert_string_equal(game->holder[n].seen, seen);
}

/* In the order in which they came; seen again, ended one by one or but for one, and taken along
 * to another game, however many they are. */
static void holders_come_and_go(void **state)
{
    struct change one = new_game("one"), two = new_game("two"), change;

    (void)state;
    one.n_holders = 0;
    assert_int_equal(write_one(&one), CHANGE_DONE);
    change = no_change(&one);
    for (unsigned i = 0; i < 4; i++)
        change.holder[change.n_holders++] = holder_of(i == 3 ? 2 : 0, i, "2026-11-01");
    assert_int_equal(write_now(&change), CHANGE_DONE);
    meddle("UPDATE game SET changed = '2026-01-01'");
    change = no_change(&one);
    change.quiet = true;
    change.holder[change.n_holders++] = holder_of(0, 1, "2026-11-09");
    change.holder[change.n_holders++] = holder_of(1, 1, "2026-11-09");
    assert_int_equal(write_now(&change), CHANGE_DONE);
    assert_int_equal(read_one("one")->game->n_holders, 5);
    check_holder("one", 0, 0, 0, "2026-11-01");
    check_holder("one", 1, 0, 1, "2026-11-09");
    check_holder("one", 4, 1, 1, "2026-11-09");
    assert_string_equal(read_one("one")->game->holder[1].since, "2026-11-01");
    assert_string_equal(read_one("one")->game->about.changed, "2026-01-01");

    two.n_holders = 0;
    (void)snprintf(two.holders_of, ID_SIZE, "one");
    two.swaps = true;
    assert_int_equal(write_one(&two), CHANGE_DONE);
    assert_int_equal(read_one("two")->game->n_holders, 5);
    check_holder("two", 1, 1, 1, "2026-11-09");
    check_holder("two", 3, 2, 3, "2026-11-01");
    check_holder("two", 4, 0, 1, "2026-11-09");

    change = no_change(&one);
    change.ends = true;
    change.gone = holder_of(0, 0, "");
    assert_int_equal(write_now(&change), CHANGE_DONE);
    assert_int_equal(read_one("one")->game->n_holders, 4);
    check_holder("one", 0, 0, 1, "2026-11-09");
    change.gone = holder_of(0, 2, "");
    change.ends_others = true;
    assert_int_equal(write_now(&change), CHANGE_DONE);
    assert_int_equal(read_one("one")->game->n_holders, 3);
    check_holder("one", 0, 0, 2, "2026-11-01");

    change = (struct change){.leaves = true, .gone = holder_of(0, 1, "")};
    assert_int_equal(write_now(&change), CHANGE_DONE);
    assert_int_equal(read_one("one")->game->n_holders, 2);
    check_holder("one", 1, 2, 3, "2026-11-01");
    assert_int_equal(read_one("two")->game->n_holders, 3);
}

/* It is drawn once, and another one elsewhere. */
static void stores_have_keys(void **state)
{
    struct hash key, again, none = {{0}};
    struct alibi_error err;

    (void)state;
    assert_true(store_key(where, &key, &err));
    close_both();
    open_both();
    assert_true(store_key(where, &again, &err));
    assert_true(hash_equal(&key, &again));
    assert_false(hash_equal(&key, &none));
    meddle("DELETE FROM secret");
    assert_false(store_key(where, &again, &err));
    close_both();
    open_both();
    assert_true(store_key(where, &again, &err));
    assert_false(hash_equal(&key, &again));
}

static void requests_are_remembered(void **state)
{
    struct change change = new_game("one"), more = two_more(&change);
    const struct kept_event *event;

    (void)state;
    assert_int_equal(write_one(&change), CHANGE_DONE);
    more.has_request = true;
    (void)snprintf(more.request.key, sizeof more.request.key, "j.k1");
    more.request.digest = hash_of("x", 1);
    assert_int_equal(write_one(&more), CHANGE_DONE);
    event = read_one("one")->game->event;
    assert_false(event[1].has_request);
    assert_true(event[2].has_request);
    assert_false(event[3].has_request);
    assert_string_equal(event[2].request.key, "j.k1");
    assert_true(hash_equal(&event[2].request.digest, &more.request.digest));
    assert_int_equal(event[2].request.seq, 2);
    assert_int_equal(event[2].request.count, 2);
}

/* Texts with everything that has a meaning to some database. */
static void texts_are_taken_as_they_are(void **state)
{
    static const char nasty[] = "',\"{}\\\n\t$1 %s;--\xc3\xa9";
    struct change change = new_game("one");

    (void)state;
    (void)snprintf(change.about.start, START_SIZE, "%s", nasty);
    (void)snprintf(change.event[0].text, EVENT_TEXT_SIZE, "%s", nasty);
    (void)snprintf(change.about.result, EVENT_TEXT_SIZE, "%s", nasty);
    assert_int_equal(write_one(&change), CHANGE_DONE);
    check_same(&change);
    assert_string_equal(read_one("one")->game->event[0].event.text, nasty);
}

static void lists_are_in_order(void **state)
{
    static const char *const names[] = {"one", "two", "three", "four", "old"};
    struct errand lobby = {.kind = ERRAND_LOBBY}, mine = {.kind = ERRAND_MINE};
    struct listed game[10];

    (void)state;
    for (unsigned i = 0; i < COUNT(names); i++) {
        struct change change = new_game(names[i]);

        change.about.is_public = i > 0;
        change.about.status = i == 3 ? TABLE_PLAYING : i == 2 ? TABLE_OVER : TABLE_WAITING;
        if (i == 4) /* long before the day of this test: nobody waits there any more */
            (void)snprintf(change.about.created, DATE_SIZE, "2020-01-01");
        assert_int_equal(write_one(&change), CHANGE_DONE);
    }
    assert_int_equal(list(&lobby, game), 2);
    assert_string_equal(game[0].about.id, "two"); /* one can still take part in it */
    assert_string_equal(game[1].about.id, "four");
    mine.has_guest = true;
    mine.guest = hash_of("guest", 5);
    assert_int_equal(list(&mine, game), 5);
    assert_string_equal(game[0].about.id, "old");
    assert_string_equal(game[4].about.id, "one");
    assert_int_equal(game[0].seats, 2);
    mine.guest = hash_of("other", 5);
    assert_int_equal(list(&mine, game), 0);
}

/* Put away first, forgotten later. */
static void old_games_are_removed(void **state)
{
    struct change one = new_game("one"), two = new_game("two"), more = two_more(&two);
    struct change gone = {.removes = true};
    struct listed game[10];

    (void)state;
    (void)write_one(&one);
    (void)write_one(&two);
    assert_int_equal(old_games(1, game), 0);
    meddle("UPDATE lived SET count = count + 31");
    assert_int_equal(old_games(31, game), 0);
    assert_int_equal(old_games(30, game), 2);
    assert_int_equal(write_one(&more), CHANGE_DONE); /* so that it is not old any more */
    assert_int_equal(old_games(30, game), 1);
    assert_string_equal(game[0].about.id, "one");
    (void)snprintf(gone.about.id, ID_SIZE, "one");
    assert_int_equal(write_one(&gone), CHANGE_DONE);
    assert_int_equal(read_one("one")->found, FOUND_NONE);
    more = two_more(&one);
    assert_int_equal(write_one(&more), CHANGE_CONFLICT);
    assert_int_equal(old_games(30, game), 0);
    meddle("UPDATE lived SET count = count + 8");
    assert_int_equal(old_games(100, game), 1);
    assert_string_equal(game[0].about.id, "one");
    assert_int_equal(write_one(&gone), CHANGE_DONE);
    assert_int_equal(old_games(0, game), 1);
    assert_string_equal(game[0].about.id, "two");
    assert_int_equal(write_one(&one), CHANGE_DONE); /* nothing of it is left */
}

/* What is in the history of an account is kept; a guest's game, one that goes on and one that
 * was aborted are in nobody's. */
static void games_in_a_history_stay(void **state)
{
    static const struct {
        const char *name, *terms, *result;
        enum table_status status;
    } games[] = {
        {"jack", "rated jack=abcdefghijkm", "jack:time", TABLE_OVER},
        {"detective", "clock=300+5 detective=abcdefghijkm", "jack:time", TABLE_OVER},
        {"guest", "clock=300+5 rated", "jack:time", TABLE_OVER},
        {"going", "rated jack=abcdefghijkm", "", TABLE_PLAYING},
        {"aborted", "rated jack=abcdefghijkm", "nobody:abort", TABLE_OVER},
    };
    struct listed game[10];

    (void)state;
    for (unsigned i = 0; i < COUNT(games); i++) {
        struct change change = new_game(games[i].name);

        change.about.status = games[i].status;
        (void)snprintf(change.about.terms, TERMS_SIZE, "%s", games[i].terms);
        (void)snprintf(change.about.result, EVENT_TEXT_SIZE, "%s", games[i].result);
        assert_int_equal(write_one(&change), CHANGE_DONE);
    }
    meddle("UPDATE lived SET count = count + 1000");
    assert_int_equal(old_games(30, game), 3);
    for (unsigned i = 0; i < 3; i++)
        assert_true(strcmp(game[i].about.id, "jack") != 0 &&
                    strcmp(game[i].about.id, "detective") != 0);
}

/* Something is written, wherever games are kept: nobody leaves. */
static void write_anything(void)
{
    struct change change = {.leaves = true, .gone = holder_of(0, 99, "")};

    assert_int_equal(write_one(&change), CHANGE_DONE);
}

/* A day counts once, and only if something is written on it. */
static void a_clock_that_jumps(void **state)
{
    struct change one = new_game("one"), two = new_game("two"), three = new_game("three");
    struct listed game[10];

    (void)state;
    (void)write_one(&one);
    meddle("UPDATE lived SET day = '2020-01-01'"); /* many years pass at once */
    (void)write_one(&two);
    write_anything();
    assert_int_equal(old_games(1, game), 0);
    assert_int_equal(old_games(0, game), 1);
    meddle("UPDATE lived SET day = '9000-01-01'"); /* it goes back again */
    (void)write_one(&three);
    assert_int_equal(old_games(1, game), 0);
    assert_int_equal(old_games(0, game), 1);
}

/* Every accident is told from a game that is not there, and concerns no other game. */
static void damage_is_found(void **state)
{
    static const char *const accidents[] = {
        "UPDATE event SET text = 'deal=AB' WHERE game = 'one' AND seq = 1",
        "UPDATE event SET kind = 0 WHERE game = 'one' AND seq = 2",
        "UPDATE event SET actor = 1 WHERE game = 'one' AND seq = 2",
        "UPDATE event SET key = 'j.k2' WHERE game = 'one' AND seq = 3",
        "UPDATE event SET count = 1 WHERE game = 'one' AND seq = 3",
        "UPDATE event SET digest = NULL WHERE game = 'one' AND seq = 3",
        "DELETE FROM event WHERE game = 'one' AND seq = 4",
        "DELETE FROM event WHERE game = 'one' AND seq = 2",
        "DELETE FROM event WHERE game = 'one' AND seq = 1",
        "DELETE FROM event WHERE game = 'one'",
        "UPDATE event SET seq = 9 WHERE game = 'one' AND seq = 1",
        "UPDATE event SET game = 'two', seq = 9 WHERE game = 'one' AND seq = 4",
        "INSERT INTO event (game, seq, kind, actor, text) VALUES ('one', 5, 0, 0, 'x')",
        "UPDATE game SET secret = salt WHERE id = 'one'",
        "UPDATE game SET salt = secret WHERE id = 'one'",
        "UPDATE game SET start = 'a lime' WHERE id = 'one'",
        "UPDATE game SET created = '9999-12-30' WHERE id = 'one'",
        "UPDATE game SET public = 1 WHERE id = 'one'",
        "UPDATE game SET hints = 1 WHERE id = 'one'",
        "UPDATE game SET jack_entropy = salt WHERE id = 'one'",
        "UPDATE game SET seq = 3 WHERE id = 'one'",
        "UPDATE game SET sum = salt WHERE id = 'one'",
        "DELETE FROM game WHERE id = 'one'",
    };
    const char *swap = "UPDATE event SET seq = CASE seq WHEN 1 THEN 11 ELSE 12 END"
                       " WHERE game = 'one' AND seq < 3;"
                       "UPDATE event SET seq = 13 - seq WHERE game = 'one' AND seq > 10";

    (void)state;
    for (size_t i = 0; i <= COUNT(accidents); i++) {
        struct change one = new_game("one"), two = new_game("two"), more = two_more(&one);
        const char *what = i < COUNT(accidents) ? accidents[i] : swap;

        more.event[0] = (struct table_event){EVENT_MIX, ALIBI_JACK, ""};
        more.about.opening.mix[0] = MIX_GIVEN;
        memset(more.about.opening.entropy[0], 9, OPENING_BYTES);
        more.has_request = true;
        (void)snprintf(more.request.key, sizeof more.request.key, "j.k1");
        more.request.digest = hash_of("x", 1);
        assert_int_equal(write_one(&one), CHANGE_DONE);
        assert_int_equal(write_one(&more), CHANGE_DONE);
        assert_int_equal(write_one(&two), CHANGE_DONE);
        assert_int_equal(read_one("one")->found, FOUND);
        meddle(what);
        CHECK(read_one("one")->found == FOUND_DAMAGED, "after %s", what);
        if (!strstr(what, "'two'"))
            assert_int_equal(read_one("two")->found, FOUND);
        meddle("DELETE FROM event");
        meddle("DELETE FROM holder");
        meddle("DELETE FROM game");
    }
}

/* A game that was made before there were sums is read as it is; the next change, whatever it
 * is, covers all of it. An older node that writes afterwards leaves the sum as it was. */
static void sums_come_later(void **state)
{
    struct change one = new_game("one"), more = two_more(&one), quiet = no_change(&one);

    (void)state;
    assert_int_equal(write_one(&one), CHANGE_DONE);
    meddle("UPDATE game SET sum = NULL");
    assert_int_equal(read_one("one")->found, FOUND);
    meddle("UPDATE event SET text = 'deal=AB' WHERE seq = 1");
    assert_int_equal(read_one("one")->found, FOUND); /* nobody can tell */
    meddle("UPDATE event SET text = 'deal=AA' WHERE seq = 1");
    quiet.quiet = true;
    assert_int_equal(write_now(&quiet), CHANGE_DONE);
    meddle("UPDATE event SET text = 'deal=AB' WHERE seq = 1");
    assert_int_equal(read_one("one")->found, FOUND_DAMAGED);
    meddle("UPDATE event SET text = 'deal=AA' WHERE seq = 1");
    assert_int_equal(read_one("one")->found, FOUND);

    meddle("INSERT INTO event (game, seq, kind, actor, text) VALUES ('one', 3, 2, 0, '')");
    meddle("UPDATE game SET seq = 3");
    assert_int_equal(read_one("one")->found, FOUND);
    meddle("UPDATE event SET text = 'deal=AB' WHERE seq = 1");
    assert_int_equal(read_one("one")->found, FOUND_DAMAGED);
    meddle("UPDATE event SET text = 'deal=AA' WHERE seq = 1");
    more.seq = 3;
    assert_int_equal(write_now(&more), CHANGE_DONE);
    meddle("UPDATE event SET actor = 1 WHERE seq = 3");
    assert_int_equal(read_one("one")->found, FOUND_DAMAGED);
}

/* --- Clocks --- */

/* A game NAME that is played by people with a clock, in which a time is up at DUE. */
static struct change timed_game(const char *name, int64_t due)
{
    struct change change = new_game(name);

    (void)snprintf(change.about.terms, TERMS_SIZE, "clock=300+5 more");
    (void)snprintf(change.about.player[0], PLAYER_SIZE, "guest");
    change.about.status = TABLE_PLAYING;
    change.about.to_act = ALIBI_DETECTIVE;
    change.about.clocks = (struct clocks){
        .on = true, .wants = 1, .left = {300000, 200000}, .since = due - 200000};
    return change;
}

static void clocks_come_back(void **state)
{
    struct change one = timed_game("one", 900000), two = timed_game("two", 800000),
                  plain = new_game("plain"), more = two_more(&one);
    struct errand due = {.kind = ERRAND_DUE};
    struct listed game[10];

    (void)state;
    assert_int_equal(list(&due, game), 0);
    assert_int_equal(write_one(&one), CHANGE_DONE);
    assert_int_equal(write_one(&two), CHANGE_DONE);
    assert_int_equal(write_one(&plain), CHANGE_DONE);
    check_same(&one);
    check_same(&two);
    assert_int_equal(list(&due, game), 2);
    assert_string_equal(game[0].about.id, "two");
    assert_int_equal(table_due(&game[0].about), 800000);
    more.about.clocks.paused = true;
    more.about.clocks.since = 12;
    assert_int_equal(write_one(&more), CHANGE_DONE);
    assert_true(read_one("one")->game->about.clocks.paused);
    assert_int_equal(read_one("one")->game->about.clocks.since, 12);
    more.seq = 4;
    more.about.epoch++;
    (void)snprintf(more.about.player[1], PLAYER_SIZE, "%s", player_strongest());
    more.about.clocks.paused = false;
    assert_int_equal(write_one(&more), CHANGE_DONE);
    assert_int_equal(list(&due, game), 1); /* the computer is never late */
    meddle("UPDATE game SET clock = 'nonsense' WHERE id = 'two'");
    assert_int_equal(read_one("two")->found, FOUND);
    assert_false(read_one("two")->game->about.clocks.on);
    meddle("UPDATE game SET terms = 'clock=300+6' WHERE id = 'two'");
    assert_int_equal(read_one("two")->found, FOUND_DAMAGED);
}

/* The time is what has been marked; one that was brought begins now. */
static void the_time_is_marked(void **state)
{
    struct change one = timed_game("one", 1500), mark = {.marks = true, .brisk = true};
    struct change *marks[] = {&mark};
    int64_t before;

    (void)state;
    one.timeless = true;
    assert_int_equal(write_one(&one), CHANGE_DONE);
    before = read_one("one")->game->time;
    assert_true(before > 0);
    assert_int_equal(table_due(&read_one("one")->game->about), before + 1500);
    meddle("UPDATE pulse SET time = time + 5000");
    mark.about.place = read_one("one")->game->about.place;
    writes->kind->write(writes, marks, 1);
    assert_int_equal(mark.outcome, CHANGE_DONE);
    assert_int_equal(mark.time, before + 5000); /* for it has added nothing */
    assert_int_equal(read_one("one")->game->time, mark.time);
    assert_int_equal(table_due(&read_one("one")->game->about), before + 1500);
}

#define STORED(test) cmocka_unit_test_setup_teardown(test, open_store, close_store)

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        STORED(games_come_back),
        STORED(changes_are_whole_or_nothing),
        STORED(one_of_many),
        STORED(two_games_change_together),
        STORED(requests_are_remembered),
        STORED(texts_are_taken_as_they_are),
        STORED(lists_are_in_order),
        STORED(old_games_are_removed),
        STORED(games_in_a_history_stay),
        STORED(a_clock_that_jumps),
        STORED(holders_come_and_go),
        STORED(stores_have_keys),
        STORED(damage_is_found),
        STORED(sums_come_later),
        STORED(clocks_come_back),
        STORED(the_time_is_marked),
    };

    if (argc > 1)
        where = argv[1];
    if (argc > 2) {
        places = (const char *const *)argv + 1;
        n_places = (size_t)argc - 1;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
