/* The store: changes are read back, whole or not at all, also after it is opened again. */
#include "unit.h"

#include "secret.h"
#include "server_parts.h"

#include <ftw.h>
#include <sqlite3.h>
#include <unistd.h>

static char folder[] = "/tmp/alibi-store-XXXXXX";
static struct store *store;

static int remove_one(const char *path, const struct stat *about, int type, struct FTW *at)
{
    (void)about;
    (void)type;
    (void)at;
    return remove(path);
}

static int open_store(void **state)
{
    struct alibi_error err = {.text = ""};

    (void)state;
    memcpy(folder + sizeof folder - 7, "XXXXXX", 6);
    assert_non_null(mkdtemp(folder));
    store = store_open(folder, &err);
    CHECK(store, "%s", err.text);
    return 0;
}

static int close_store(void **state)
{
    (void)state;
    store_close(store);
    return nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void reopen(void)
{
    store_close(store);
    store = store_open(folder, NULL);
    assert_non_null(store);
}

/* Meddles with the database from outside. */
static void meddle(const char *sql)
{
    char path[100];
    sqlite3 *db;

    (void)snprintf(path, sizeof path, "%s/alibi.db", folder);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    CHECK(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(db));
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* A new game NAME with two events. */
static struct change new_game(const char *name)
{
    struct change change = {.is_new = true, .n_events = 2, .n_holders = 1};
    struct table_about *game = &change.about;

    game->to_act = ALIBI_NOBODY;
    (void)snprintf(game->id, sizeof game->id, "%s", name);
    (void)snprintf(game->start, sizeof game->start, "a line");
    (void)snprintf(game->created, sizeof game->created, "9999-12-31");
    (void)snprintf(game->player[0], PLAYER_SIZE, "open");
    (void)snprintf(game->player[1], PLAYER_SIZE, "guest");
    for (unsigned i = 0; i < 3; i++)
        game->key[i] = hash_of(&i, sizeof i);
    memset(&game->opening, 7, sizeof game->opening);
    change.event[0] = (struct table_event){EVENT_MOVE, ALIBI_CHANCE, "deal=AA"};
    change.event[1] = (struct table_event){EVENT_SEAT, ALIBI_JACK, ""};
    change.holder[0].seat = 1;
    change.holder[0].guest = hash_of("guest", 5);
    return change;
}

static void write_one(struct change *change)
{
    store_write(store, &change, 1);
}

struct heard {
    size_t n;
    struct table_event event[10];
    struct table_holder holder[10];
};

static bool hear_event(void *ear, const struct table_event *event)
{
    struct heard *heard = ear;

    heard->event[heard->n++] = *event;
    return heard->n < 10;
}

static bool hear_holder(void *ear, const struct table_holder *holder)
{
    struct heard *heard = ear;

    heard->holder[heard->n++] = *holder;
    return heard->n < 10;
}

static void games_come_back(void **state)
{
    struct change change = new_game("one");
    struct heard heard = {0};
    struct table_about game;

    (void)state;
    write_one(&change);
    assert_true(change.done);
    reopen();
    assert_true(store_game(store, "one", &game));
    assert_int_equal(strlen(game.changed), DATE_SIZE - 1);
    memset(game.changed, 0, sizeof game.changed);
    assert_memory_equal(&game, &change.about, sizeof game);
    assert_true(store_events(store, "one", hear_event, &heard));
    assert_int_equal(heard.n, 2);
    assert_string_equal(heard.event[0].text, "deal=AA");
    assert_int_equal(heard.event[1].kind, EVENT_SEAT);
    heard.n = 0;
    assert_true(store_holders(store, "one", hear_holder, &heard));
    assert_int_equal(heard.n, 1);
    assert_int_equal(heard.holder[0].seat, 1);
    assert_false(store_game(store, "two", &game));
}

static void changes_are_whole_or_nothing(void **state)
{
    struct change first = new_game("one"), again = new_game("one"), other = new_game("two"),
                  late = new_game("one");
    struct change *all[] = {&first, &again, &other};
    struct heard heard = {0};
    struct table_about game;

    (void)state;
    again.event[0].by = ALIBI_JACK;
    store_write(store, all, 3);
    assert_true(first.done && !again.done && other.done);
    late.is_new = false;
    late.about.status = TABLE_OVER;
    late.seq = 1; /* as if the second event had not been written */
    write_one(&late);
    assert_false(late.done);
    assert_true(store_game(store, "one", &game));
    assert_int_equal(game.status, TABLE_WAITING);
    assert_true(store_events(store, "one", hear_event, &heard));
    assert_int_equal(heard.n, 2);
    assert_int_equal(heard.event[0].by, ALIBI_CHANCE);
}

/* A full disk: the other changes of the same transaction are not there either. */
static void transactions_that_are_given_up(void **state)
{
    struct change first = new_game("one"), second = new_game("two"), third = new_game("three");
    struct change *all[] = {&first, &second, &third};
    struct table_about game;

    (void)state;
    meddle("CREATE TRIGGER give_up BEFORE INSERT ON event WHEN NEW.game = 'two'"
           " BEGIN SELECT RAISE(ROLLBACK, 'given up'); END");
    store_write(store, all, COUNT(all));
    for (unsigned i = 0; i < COUNT(all); i++) {
        assert_false(all[i]->done);
        assert_false(store_game(store, all[i]->about.id, &game));
    }
    meddle("DROP TRIGGER give_up");
    store_write(store, all, COUNT(all));
    assert_true(first.done && second.done && third.done);
}

/* A rematch makes a game and an event in another, or neither. */
static void two_games_change_together(void **state)
{
    struct change one = new_game("one"), two = new_game("two"), change, bad;
    struct table_about game;

    (void)state;
    write_one(&one);
    change = one;
    change.is_new = false;
    change.seq = 2;
    change.n_events = 1;
    change.event[0] = (struct table_event){EVENT_REMATCH, ALIBI_NOBODY, "two"};
    bad = change;
    bad.also = &one; /* which is there already */
    write_one(&bad);
    assert_false(bad.done);
    change.also = &two;
    write_one(&change);
    assert_true(change.done);
    assert_true(store_game(store, "two", &game));
}

static void requests_are_remembered(void **state)
{
    struct change change = new_game("one"), more;
    struct done_request request;

    (void)state;
    write_one(&change);
    more = change;
    more.is_new = false;
    more.only_events = true;
    more.seq = 2;
    more.n_holders = 0;
    more.has_request = true;
    (void)snprintf(more.request.key, sizeof more.request.key, "j.k1");
    more.request.digest = hash_of("x", 1);
    write_one(&more);
    assert_true(more.done);
    reopen();
    assert_false(store_request(store, "one", "j.k2", &request));
    assert_false(store_request(store, "two", "j.k1", &request));
    assert_true(store_request(store, "one", "j.k1", &request));
    assert_true(hash_equal(&request.digest, &more.request.digest));
    assert_int_equal(request.seq, 2);
    assert_int_equal(request.count, 2);
}

struct listed {
    size_t n;
    struct table_about game[10];
    unsigned seats[10];
};

static void hear_game(void *ear, const struct table_about *game, unsigned seats)
{
    struct listed *listed = ear;

    assert_true(listed->n < 10);
    listed->game[listed->n] = *game;
    listed->seats[listed->n++] = seats;
}

static void lists_are_in_order(void **state)
{
    static const char *const names[] = {"one", "two", "three", "four", "old"};
    struct hash guest = hash_of("guest", 5), stranger = hash_of("other", 5);
    struct listed lobby = {0}, mine = {0}, none = {0};

    (void)state;
    for (unsigned i = 0; i < COUNT(names); i++) {
        struct change change = new_game(names[i]);

        change.about.is_public = i > 0;
        change.about.status = i == 3 ? TABLE_PLAYING : i == 2 ? TABLE_OVER : TABLE_WAITING;
        if (i == 4) /* long before the day of this test: nobody waits there any more */
            (void)snprintf(change.about.created, DATE_SIZE, "2020-01-01");
        write_one(&change);
    }
    store_lobby(store, &guest, hear_game, &lobby);
    assert_int_equal(lobby.n, 2);
    assert_string_equal(lobby.game[0].id, "two"); /* one can still take part in it */
    assert_string_equal(lobby.game[1].id, "four");
    assert_int_equal(lobby.seats[0], 2);
    store_mine(store, &guest, hear_game, &mine);
    assert_int_equal(mine.n, 5);
    assert_string_equal(mine.game[0].id, "old");
    assert_string_equal(mine.game[4].id, "one");
    store_mine(store, &stranger, hear_game, &none);
    assert_int_equal(none.n, 0);
    store_lobby(store, NULL, hear_game, &none);
    assert_int_equal(none.n, 2);
    assert_int_equal(none.seats[0], 0);
}

static void old_games_are_removed(void **state)
{
    struct change one = new_game("one"), two = new_game("two"), more;
    struct heard heard = {0};
    struct listed mine = {0};
    char id[10][ID_SIZE];
    struct hash guest = hash_of("guest", 5);
    struct table_about game;

    (void)state;
    write_one(&one);
    write_one(&two);
    assert_int_equal(store_old(store, 1, id, COUNT(id)), 0);
    meddle("UPDATE game SET changed = date('now', '-31 days')");
    assert_int_equal(store_old(store, 31, id, COUNT(id)), 0);
    assert_int_equal(store_old(store, 30, id, COUNT(id)), 2);
    assert_int_equal(store_old(store, 30, id, 1), 1);
    more = two;
    more.is_new = false;
    more.only_events = true;
    more.seq = 2;
    more.n_holders = 0;
    write_one(&more); /* so that it is not old any more */
    assert_int_equal(store_old(store, 30, id, COUNT(id)), 1);
    assert_string_equal(id[0], "one");
    one.removes = true;
    write_one(&one);
    assert_true(one.done);
    assert_false(store_game(store, "one", &game));
    assert_true(store_events(store, "one", hear_event, &heard));
    assert_true(store_holders(store, "one", hear_holder, &heard));
    assert_int_equal(heard.n, 0);
    assert_true(store_events(store, "two", hear_event, &heard));
    assert_int_equal(heard.n, 4);
    store_mine(store, &guest, hear_game, &mine);
    assert_int_equal(mine.n, 1);
}

static void old_databases_are_brought_up_to_date(void **state)
{
    struct change change = new_game("one");
    struct alibi_error err = {.text = ""};
    char id[10][ID_SIZE];
    struct table_about game;

    (void)state;
    write_one(&change);
    store_close(store);
    meddle("DROP INDEX game_changed; ALTER TABLE game DROP COLUMN changed;"
           "ALTER TABLE game DROP COLUMN to_act; ALTER TABLE game DROP COLUMN hints;"
           "PRAGMA user_version = 1");
    store = store_open(folder, &err);
    CHECK(store, "%s", err.text);
    assert_true(store_game(store, "one", &game));
    assert_int_equal(strlen(game.changed), DATE_SIZE - 1);
    memset(game.changed, 0, sizeof game.changed);
    assert_memory_equal(&game, &change.about, sizeof game);
    assert_int_equal(store_old(store, 1, id, COUNT(id)), 0);
    store_close(store);
    meddle("PRAGMA user_version = 5");
    store = store_open(folder, &err);
    assert_null(store);
    assert_non_null(strstr(err.text, "version 4 at most, not 5"));
}

static void other_files_are_refused(void **state)
{
    struct alibi_error err = {.text = ""};
    char path[100];
    FILE *file;

    (void)state;
    assert_null(store_open("/nonexistent/folder", &err));
    assert_non_null(strstr(err.text, "No such file"));
    assert_null(store_open(folder, &err));
    assert_non_null(strstr(err.text, "another server"));
    store_close(store);
    (void)snprintf(path, sizeof path, "%s/alibi.db", folder);
    file = fopen(path, "wb");
    assert_non_null(file);
    (void)fputs("this is not a database, but a text that is long enough to look at", file);
    assert_int_equal(fclose(file), 0);
    store = store_open(folder, &err);
    assert_null(store);
    assert_non_null(strstr(err.text, "not a database"));
    assert_int_equal(remove(path), 0);
    meddle("CREATE TABLE game (something TEXT)");
    store = store_open(folder, &err);
    assert_null(store);
    assert_non_null(strstr(err.text, "already exists"));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(games_come_back, open_store, close_store),
        cmocka_unit_test_setup_teardown(changes_are_whole_or_nothing, open_store, close_store),
        cmocka_unit_test_setup_teardown(transactions_that_are_given_up, open_store,
                                        close_store),
        cmocka_unit_test_setup_teardown(two_games_change_together, open_store, close_store),
        cmocka_unit_test_setup_teardown(requests_are_remembered, open_store, close_store),
        cmocka_unit_test_setup_teardown(lists_are_in_order, open_store, close_store),
        cmocka_unit_test_setup_teardown(old_games_are_removed, open_store, close_store),
        cmocka_unit_test_setup_teardown(old_databases_are_brought_up_to_date, open_store,
                                        close_store),
        cmocka_unit_test_setup_teardown(other_files_are_refused, open_store, close_store),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
