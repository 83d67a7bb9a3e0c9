/* What the store in SQLite does beside what all do: transactions that it gives up, older and
 * newer databases, files that are none. */
#include "store_bench.h"

/* A full disk: the other changes of the same transaction are not there either. */
static void transactions_that_are_given_up(void **state)
{
    struct change first = new_game("one"), second = new_game("two"), third = new_game("three");
    struct change *all[] = {&first, &second, &third};

    (void)state;
    meddle("CREATE TRIGGER give_up BEFORE INSERT ON event WHEN NEW.game = 'two'"
           " BEGIN SELECT RAISE(ROLLBACK, 'given up'); END");
    write_many(all, COUNT(all));
    for (unsigned i = 0; i < COUNT(all); i++) {
        assert_int_equal(all[i]->outcome, CHANGE_FAILED);
        assert_int_equal(read_one(all[i]->about.id)->found, FOUND_NONE);
    }
    meddle("DROP TRIGGER give_up");
    write_many(all, COUNT(all));
    for (unsigned i = 0; i < COUNT(all); i++)
        assert_int_equal(all[i]->outcome, CHANGE_DONE);
}

/* A database that cannot be read is not one without games. */
static void what_cannot_be_read(void **state)
{
    struct errand lobby = {.kind = ERRAND_LOBBY};
    struct change change = new_game("one");

    (void)state;
    assert_int_equal(write_one(&change), CHANGE_DONE);
    meddle("DROP TABLE event");
    assert_int_equal(read_one("one")->found, FOUND_FAILED);
    meddle("DROP TABLE game");
    reads->kind->read(reads, &lobby);
    assert_int_equal(lobby.found, FOUND_FAILED);
}

/* By its index, in its order: what is not shown is not read. */
static void the_lobby_is_read_by_its_index(void **state)
{
    char path[100], query[1000], plan[500] = "";
    sqlite3_stmt *row;
    sqlite3 *db;

    (void)state;
    (void)snprintf(path, sizeof path, "%s/alibi.db", folder);
    (void)snprintf(query, sizeof query, "EXPLAIN QUERY PLAN %s", store_lobby_query);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, query, -1, &row, NULL), SQLITE_OK);
    while (sqlite3_step(row) == SQLITE_ROW)
        (void)snprintf(plan + strlen(plan), sizeof plan - strlen(plan), "%s; ",
                       (const char *)sqlite3_column_text(row, 3));
    assert_int_equal(sqlite3_finalize(row), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    assert_string_equal(plan, "SEARCH game USING INDEX game_lobby (status=? AND created>?); ");
}

static void old_databases_are_brought_up_to_date(void **state)
{
    static const char *const later[][2] = {
        {"game", "terms"},         {"game", "clock"},        {"game", "due"},
        {"game", "sum"},           {"game", "seq"},          {"game", "lived"},
        {"game", "gone"},          {"game", "changed"},      {"game", "to_act"},
        {"game", "hints"},         {"game", "request"},      {"game", "jack_mix"},
        {"game", "detective_mix"}, {"game", "jack_entropy"}, {"game", "detective_entropy"},
        {"holder", "since"},       {"holder", "seen"},       {"holder", "number"},
    };
    struct change change = new_game("one"), more = two_more(&change);
    struct alibi_error err = {.text = ""};
    struct listed game[10];
    char sql[100];

    (void)state;
    (void)write_one(&change);
    close_both();
    meddle("DROP INDEX game_lived; DROP INDEX game_gone; DROP INDEX game_lobby;"
           "DROP INDEX game_due; DROP TABLE pulse; DROP TABLE lived; DROP TABLE secret;"
           "DROP TABLE ledger;"
           "CREATE INDEX game_public ON game (public, status, number);");
    for (unsigned i = 0; i < COUNT(later); i++) {
        (void)snprintf(sql, sizeof sql, "ALTER TABLE %s DROP COLUMN %s", later[i][0],
                       later[i][1]);
        meddle(sql);
    }
    meddle("PRAGMA user_version = 1");
    open_both();
    check_same(&change);
    assert_int_equal(read_one("one")->game->n_holders, 1);
    assert_string_equal(read_one("one")->game->holder[0].since, "");
    assert_int_equal(old_games(1, game), 0);
    assert_int_equal(write_one(&more), CHANGE_DONE);
    assert_int_equal(read_one("one")->found, FOUND); /* with a sum of all its events now */
    meddle("UPDATE event SET text = 'deal=BB' WHERE seq = 1");
    assert_int_equal(read_one("one")->found, FOUND_DAMAGED);
    close_both();
    meddle("PRAGMA user_version = 99");
    assert_null(store_open(where, STORE_WRITES, &err));
    assert_non_null(strstr(err.text, "at most, not 99"));
}

static void other_files_are_refused(void **state)
{
    struct alibi_error err = {.text = ""};
    char path[100];
    FILE *file;

    (void)state;
    assert_null(store_open("/nonexistent/folder", STORE_WRITES, &err));
    assert_non_null(strstr(err.text, "No such file"));
    assert_null(store_open(where, STORE_WRITES, &err));
    assert_non_null(strstr(err.text, "another server"));
    close_both();
    (void)snprintf(path, sizeof path, "%s/alibi.db", where);
    file = fopen(path, "wb");
    assert_non_null(file);
    (void)fputs("this is not a database, but a text that is long enough to look at", file);
    assert_int_equal(fclose(file), 0);
    assert_null(store_open(where, STORE_WRITES, &err));
    assert_non_null(strstr(err.text, "not a database"));
    assert_int_equal(remove(path), 0);
    meddle("CREATE TABLE game (something TEXT)");
    assert_null(store_open(where, STORE_WRITES, &err));
    assert_non_null(strstr(err.text, "already exists"));
}

#define STORED(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    static const struct CMUnitTest tests[] = {
        STORED(transactions_that_are_given_up), STORED(what_cannot_be_read),
        STORED(the_lobby_is_read_by_its_index), STORED(old_databases_are_brought_up_to_date),
        STORED(other_files_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
