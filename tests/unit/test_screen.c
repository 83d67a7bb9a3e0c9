/* The full screen without a terminal: what is drawn into the grid. */
#include "unit.h"

#include "board.h"
#include "desk.h"
#include "play_screen.h"
#include "review_screen.h"

#include <alibi/insight.h>
#include <alibi/kit/bits.h>
#include <alibi/rng.h>

/* --- Grids --- */

static const char *row_of(const struct grid *grid, int y)
{
    static char row[4 * GRID_WIDTH + 1];

    grid_row(grid, y, row, sizeof row);
    return row;
}

static void test_grid(void **state)
{
    static struct grid g;

    (void)state;
    grid_clear(&g, 10, 3);
    assert_int_equal(grid_put(&g, 8, 0, PLAIN, "abcdef"), 14);
    assert_int_equal(grid_put(&g, -2, 1, PLAIN, "xyz"), 1);
    grid_put(&g, 0, 7, PLAIN, "outside");
    assert_string_equal(row_of(&g, 0), "        ab");
    assert_string_equal(row_of(&g, 1), "z");
    assert_string_equal(row_of(&g, 2), "");
    grid_put(&g, 0, 2, PLAIN, "a\033[2J\t\xc2\x9b\xff");
    assert_string_equal(row_of(&g, 2), "a?[2J???"); /* nothing commands the terminal */
    grid_clear(&g, 100000, -5);
    assert_int_equal(g.width, GRID_WIDTH);
    assert_int_equal(g.height, 0);
}

static void test_wrapping(void **state)
{
    static const struct {
        int width;
        const char *text, *rows[4];
    } cases[] = {
        {10, "one two three", {"one two", "three", "", ""}},
        {10, "one\n\ntwo", {"one", "", "two", ""}},
        {4, "abcdefghij", {"abcd", "efgh", "ij", ""}},
        {7, "one two", {"one two", "", "", ""}},
        {3, "\xc3\xa9\xc3\xa9\xc3\xa9 x", {"\xc3\xa9\xc3\xa9\xc3\xa9", "x", "", ""}},
    };
    static struct grid g;

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        grid_clear(&g, 20, 4);
        (void)grid_wrap(&g, (struct rect){0, 0, cases[i].width, 4}, PLAIN, cases[i].text, 0);
        for (int y = 0; y < 4; y++)
            assert_string_equal(row_of(&g, y), cases[i].rows[y]);
    }
}

/* --- Boards --- */

/* Every place can be hit, at every size, and the board fits 80 columns at one of them. */
static void test_boards(void **state)
{
    (void)state;
    for (const struct alibi_game *const *game = alibi_games(); *game; game++) {
        assert_true(board_of(*game, BOARD_NARROW).width <= 80);
        assert_true(board_of(*game, BOARD_NARROW).height <= 20);
        for (int scale = BOARD_NARROW; scale <= BOARD_LARGE; scale++) {
            struct board b = board_of(*game, (enum board_scale)scale);

            b.x = 3;
            b.y = 2;
            for (int i = 0; i < (*game)->n_places; i++) {
                struct rect face = board_face(&b, i);

                CHECK(board_at(&b, face.x, face.y) == i, "%s", (*game)->place[i].name);
                CHECK(board_at(&b, face.x + face.w - 1, face.y + face.h - 1) == i, "%s",
                      (*game)->place[i].name);
            }
            assert_int_equal(board_at(&b, 0, 0), -1);
        }
    }
}

/* --- Games on the screen --- */

struct seat_at {
    struct cli_table table;
    struct play *play;
    struct grid *grid;
};

static struct cli_table table_of(struct alibi_session *session, const char *jack,
                                 const char *detective)
{
    return (struct cli_table){.session = session,
                              .mind = {{.kind = jack}, {.kind = detective}},
                              .front = ALIBI_NOBODY,
                              .out = stdout};
}

static struct alibi_session *session_of(const struct alibi_game *game, uint64_t seed)
{
    struct alibi_session *session;
    struct alibi_state start;

    alibi_setup(&start, game, NULL);
    assert_int_equal(alibi_session_new(&session, &start), ALIBI_OK);
    alibi_session_seed(session, seed);
    return session;
}

static bool shows(const struct grid *grid, const char *text)
{
    for (int y = 0; y < grid->height; y++)
        if (strstr(row_of(grid, y), text))
            return true;
    return false;
}

static int rows_used(const struct grid *grid)
{
    int n = 0;

    for (int y = 0; y < grid->height; y++)
        n += *row_of(grid, y) != '\0';
    return n;
}

static void type(struct play *play, const char *keys, long now)
{
    for (; *keys; keys++)
        play_screen.key(play, (struct key){*keys == '\n' ? K_ENTER : *keys, 0, 0}, now);
}

static void end_table(struct cli_table *table)
{
    for (int seat = 0; seat < 2; seat++)
        cli_mind_forget(&table->mind[seat]);
}

/* Two sessions that VIEWER cannot tell apart, as long as that is so: secrets of others differ
 * where they can. Plays one more move in both; false if the worlds can no longer be kept
 * together. */
static bool same_record(const struct alibi_session *a, const struct alibi_session *b,
                        enum alibi_viewer viewer)
{
    struct alibi_record *ra, *rb;
    char *ta, *tb;
    bool same;

    assert_int_equal(alibi_session_record(a, viewer, &ra), ALIBI_OK);
    assert_int_equal(alibi_session_record(b, viewer, &rb), ALIBI_OK);
    ta = alibi_record_text(ra, NULL);
    tb = alibi_record_text(rb, NULL);
    same = strcmp(ta, tb) == 0;
    free(ta);
    free(tb);
    alibi_record_free(ra);
    alibi_record_free(rb);
    return same;
}

static bool step(struct alibi_session *a, struct alibi_session *b, enum alibi_viewer viewer,
                 struct alibi_rng *rng)
{
    const struct alibi_state *sa = alibi_session_state(a), *sb = alibi_session_state(b);
    alibi_move ma[ALIBI_MOVES_MAX], mb[ALIBI_MOVES_MAX], m;
    int na, nb;
    enum alibi_seat owner;

    if (sa->winner != ALIBI_NOBODY || sb->winner != ALIBI_NOBODY)
        return false;
    na = sa->game->moves(sa, ma);
    nb = sb->game->moves(sb, mb);
    m = ma[alibi_rng_below(rng, (uint32_t)na)];
    owner = sa->to_act == ALIBI_CHANCE ? sa->game->secret_of(sa, m) : ALIBI_NOBODY;
    (void)alibi_session_play(a, m);
    if (owner != ALIBI_NOBODY && (enum alibi_viewer)owner != viewer)
        m = mb[alibi_rng_below(rng, (uint32_t)nb)]; /* another secret */
    else if (!alibi_is_legal(sb, m))
        return false;
    (void)alibi_session_play(b, m);
    return same_record(a, b, viewer);
}

static void check_same(const struct grid *a, const struct grid *b, const char *what)
{
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    for (int y = 0; y < a->height; y++)
        for (int x = 0; x < a->width; x++)
            CHECK(strcmp(a->at[y][x].bytes, b->at[y][x].bytes) == 0 &&
                      a->at[y][x].style == b->at[y][x].style,
                  "%s at %d, %d: %s", what, x, y, row_of(a, y));
}

/* Presses the same keys at both tables, with time going by: every grid is the same. */
static void compare_screens(struct play *a, struct play *b, const char *what)
{
    static const char keys[] =
        " g\033L\033?\033R\033p\033m\033jjlp\033hka i:moves\n\033:why x\n"
        "v llll\033u\t\tp\033\n\033\n\033u";
    static struct grid ga, gb;
    static const int sizes[][2] = {{80, 24}, {200, 60}, {40, 10}};
    long now = 1;

    for (const char *k = keys; k < keys + sizeof keys; k++) {
        const int *size = sizes[(k - keys) % 7 == 0 ? 1 : (k - keys) % 11 == 0 ? 2 : 0];
        struct key key = {*k == '\n' ? K_ENTER : *k == '\033' ? K_ESC : *k, 0, 0};

        (void)play_screen.tick(a, now);
        (void)play_screen.tick(b, now);
        play_screen.draw(a, &ga, size[0], size[1]);
        play_screen.draw(b, &gb, size[0], size[1]);
        check_same(&ga, &gb, what);
        now += 200;
        /* The moments are seen before the first key. */
        if (k == keys && now < 4000) {
            k--;
            continue;
        }
        play_screen.draw(a, &ga, 80, 24);
        play_screen.draw(b, &gb, 80, 24);
        play_screen.key(a, key, now);
        play_screen.key(b, key, now);
    }
}

static void compare_tables(struct alibi_session *a, struct alibi_session *b, const char *jack,
                           const char *detective)
{
    struct cli_table ta = table_of(a, jack, detective), tb = table_of(b, jack, detective);
    struct play *pa = play_screen_new(&ta, false), *pb = play_screen_new(&tb, false);

    assert_non_null(pa);
    assert_non_null(pb);
    compare_screens(pa, pb, alibi_session_state(a)->game->name);
    play_screen_free(pa);
    play_screen_free(pb);
    end_table(&ta);
    end_table(&tb);
}

/* The replay of what the viewer was told. */
static void compare_reviews(const struct alibi_session *a, const struct alibi_session *b,
                            enum alibi_viewer viewer)
{
    static struct grid ga, gb;
    struct alibi_record *ra, *rb;
    struct review *va, *vb;

    assert_int_equal(alibi_session_record(a, viewer, &ra), ALIBI_OK);
    assert_int_equal(alibi_session_record(b, viewer, &rb), ALIBI_OK);
    va = review_screen_new(ra, NULL, true);
    vb = review_screen_new(rb, NULL, true);
    assert_non_null(va);
    assert_non_null(vb);
    for (size_t i = 0; i <= alibi_record_length(ra); i++) {
        review_screen.draw(va, &ga, 120, 40);
        review_screen.draw(vb, &gb, 120, 40);
        check_same(&ga, &gb, "replay");
        review_screen.key(va, (struct key){K_RIGHT, 0, 0}, 1);
        review_screen.key(vb, (struct key){K_RIGHT, 0, 0}, 1);
    }
    review_screen_free(va);
    review_screen_free(vb);
    alibi_record_free(ra);
    alibi_record_free(rb);
}

/* Two worlds: what a viewer cannot tell apart looks the same, cell by cell: panels, stagings,
 * sheets, messages, curtain, replay. */
static void compare_worlds(const struct alibi_game *game, enum alibi_viewer viewer,
                           uint64_t seed, unsigned *compared)
{
    struct alibi_session *a = session_of(game, seed), *b = session_of(game, seed);
    struct alibi_rng rng;
    unsigned differ = 0;

    alibi_rng_seed(&rng, seed);
    while (step(a, b, viewer, &rng)) {
        const struct alibi_state *sa = alibi_session_state(a), *sb = alibi_session_state(b);

        if ((int)sa->to_act != (int)viewer || sa->winner != ALIBI_NOBODY)
            continue;
        differ += memcmp(sa, sb, sizeof *sa) != 0;
        if (alibi_rng_below(&rng, 5))
            continue;
        compare_tables(a, b, viewer == ALIBI_AS_JACK ? NULL : "random",
                       viewer == ALIBI_AS_JACK ? "random" : NULL);
        compare_tables(a, b, NULL, NULL); /* behind the curtain */
        *compared += differ > 0;
    }
    if (alibi_session_length(a) > 1 && same_record(a, b, viewer))
        compare_reviews(a, b, viewer);
    alibi_session_free(a);
    alibi_session_free(b);
}

static void test_two_worlds(void **state)
{
    unsigned compared = 0;

    (void)state;
    for (const struct alibi_game *const *game = alibi_games(); *game; game++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            compare_worlds(*game, ALIBI_AS_DETECTIVE, seed, &compared);
            compare_worlds(*game, ALIBI_AS_JACK, seed, &compared);
        }
    CHECK(compared > 6, "only %u different worlds were compared", compared);
}

/* Nothing of Jack is on the curtain, nor on the Detective's screen. */
static void test_curtain(void **state)
{
    static struct grid grid;

    (void)state;
    for (const struct alibi_game *const *game = alibi_games(); *game; game++) {
        struct alibi_session *session = session_of(*game, 3);
        struct cli_table table = table_of(session, NULL, NULL);
        struct play *play = play_screen_new(&table, true);

        (void)play_screen.tick(play, 1);
        play_screen.draw(play, &grid, 80, 24);
        assert_true(shows(&grid, "Hand the keyboard to"));
        assert_int_equal(rows_used(&grid), 5); /* a box with one line, and nothing else */
        type(play, "x", 1);
        (void)play_screen.tick(play, 2);
        play_screen.draw(play, &grid, 80, 24);
        assert_true(shows(&grid, "Hand the keyboard to"));
        type(play, "\n", 3);
        (void)play_screen.tick(play, 4);
        play_screen.draw(play, &grid, 80, 24);
        assert_true(shows(&grid, "Your turn"));
        play_screen_free(play);
        end_table(&table);
        alibi_session_free(session);
    }
}

/* Plays until the human is to choose, without staging. */
static void wait_for_turn(struct play *play, struct grid *grid)
{
    for (long now = 1; now < 100000 && !play_screen.is_over(play); now += 100) {
        (void)play_screen.tick(play, now);
        play_screen.draw(play, grid, 80, 24);
        if (shows(grid, "Your turn") || shows(grid, "last page"))
            return;
    }
    fail();
}

/* Whole games by keys alone: Enter at the cursor, which stands on a target, or a row of the
 * menu; until they are over. */
static void test_whole_games(void **state)
{
    static struct grid grid;

    (void)state;
    for (const struct alibi_game *const *game = alibi_games(); *game; game++)
        for (int seat = 0; seat < 2; seat++) {
            struct alibi_session *session = session_of(*game, 7);
            struct cli_table table =
                table_of(session, seat == 0 ? NULL : "random", seat == 1 ? NULL : "random");
            struct play *play = play_screen_new(&table, true);
            struct alibi_rng rng;

            alibi_rng_seed(&rng, 7);
            for (int i = 0; i < 3000; i++) {
                (void)play_screen.tick(play, 10L * i + 1);
                play_screen.draw(play, &grid, 80, 24);
                if (shows(&grid, "a rematch"))
                    break;
                for (uint32_t k = alibi_rng_below(&rng, 4); k > 0; k--)
                    play_screen.key(play, (struct key){K_TAB, 0, 0}, 1);
                if (alibi_rng_below(&rng, 6) == 0)
                    type(play, "m", 1);
                for (uint32_t k = alibi_rng_below(&rng, 3); k > 0; k--)
                    type(play, "j", 1);
                type(play, "\n", 1);
            }
            CHECK(shows(&grid, "a rematch"), "%s %d", (*game)->name, seat);
            assert_true(shows(&grid, "Jack was "));
            type(play, "r", 40000);
            wait_for_turn(play, &grid);
            play_screen_free(play);
            session = table.session;
            end_table(&table);
            alibi_session_free(session);
        }
}

/* --- Moments --- */

/* Draws the screen at every twentieth of a second; how often TEXT was there. */
static int count_while(struct play *play, const char *text, long from, long to)
{
    static struct grid grid;
    int n = 0;

    for (long now = from; now < to; now += 50) {
        (void)play_screen.tick(play, now);
        play_screen.draw(play, &grid, 80, 24);
        n += shows(&grid, text);
    }
    return n;
}

/* A session in which witnesses have just been called and SEAT is to act. */
static bool find_call(struct alibi_session *session, enum alibi_seat *seat)
{
    struct alibi_rng rng;

    alibi_rng_seed(&rng, 5);
    for (;;) {
        const struct alibi_state *s = alibi_session_state(session);
        alibi_move moves[ALIBI_MOVES_MAX];
        size_t n = alibi_session_length(session);

        if (s->winner != ALIBI_NOBODY)
            return false;
        for (size_t i = n; i > 0 && i + 3 > n && s->to_act <= ALIBI_DETECTIVE; i--)
            if (alibi_session_called(session, i - 1) &&
                alibi_session_after(session, i - 1)->to_act != s->to_act) {
                *seat = s->to_act;
                return true;
            }
        (void)alibi_session_play(
            session, moves[alibi_rng_below(&rng, (uint32_t)s->game->moves(s, moves))]);
    }
}

/* The answer stands on the board in large words for at least a second and a half, is gone by
 * itself, and is skipped by any key. */
static void test_call_is_staged(void **state)
{
    unsigned found = 0;

    (void)state;
    for (const struct alibi_game *const *game = alibi_games(); *game; game++) {
        struct alibi_session *session = session_of(*game, 2);
        enum alibi_seat seat;

        if (find_call(session, &seat)) {
            const char *text = alibi_session_state(session)->witness == ALIBI_VISIBLE
                                   ? "J A C K   I S   S E E N"
                                   : "J A C K   I S   N O T   S E E N";
            struct cli_table table = table_of(session, seat == ALIBI_JACK ? NULL : "random",
                                              seat == ALIBI_JACK ? "random" : NULL);
            struct play *play = play_screen_new(&table, false);

            found++;
            CHECK(count_while(play, text, 1, 8000) >= 1500 / 50, "%s", (*game)->name);
            assert_int_equal(count_while(play, text, 8000, 9000), 0);
            assert_int_equal(count_while(play, "Your turn", 9000, 9100), 2);
            type(play, "a", 9100); /* again */
            assert_true(count_while(play, text, 9100, 12000) > 0);
            type(play, "a", 20000);
            (void)count_while(play, text, 20000, 20100);
            type(play, "x", 20100);
            assert_int_equal(count_while(play, text, 20100, 21000), 0);
            play_screen_free(play);
            end_table(&table);
        }
        alibi_session_free(session);
    }
    assert_true(found >= 2);
}

/* An accusation is named, and one that cannot be right is warned of. */
static void check_accusation(struct alibi_session *session, alibi_move m, unsigned *warned)
{
    static struct grid grid;
    struct cli_table table = table_of(session, "random", NULL);
    struct play *play = play_screen_new(&table, true);
    const char *token = unit_token(alibi_session_state(session)->game, m);
    struct alibi_insight insight;
    struct alibi_view view;
    char line[60];
    bool certain = true;

    alibi_session_view(session, ALIBI_AS_DETECTIVE, &view);
    alibi_insight_of(&insight, &view);
    for (int i = 0; i < view.seen.game->n_characters; i++)
        if (strcmp(view.seen.game->characters[i].code, token + 1) == 0)
            certain = !alibi_has(insight.suspects, (unsigned)i);
    (void)snprintf(line, sizeof line, ":%s\n", token);
    wait_for_turn(play, &grid);
    type(play, line, 1);
    play_screen.draw(play, &grid, 200, 60);
    assert_true(shows(&grid, "the game ends. Enter accuses"));
    CHECK(shows(&grid, "CERTAIN LOSS") == certain, "%s", token);
    *warned += certain;
    play_screen_free(play);
    end_table(&table);
}

static void test_accusation(void **state)
{
    unsigned warned = 0, named = 0;

    (void)state;
    for (const struct alibi_game *const *game = alibi_games(); *game; game++)
        for (uint64_t seed = 1; seed <= 12; seed++) {
            struct alibi_session *session = session_of(*game, seed);
            const struct alibi_state *s = alibi_session_state(session);
            struct alibi_rng rng;

            alibi_rng_seed(&rng, seed);
            while (s->winner == ALIBI_NOBODY) {
                alibi_move moves[ALIBI_MOVES_MAX];
                int n = s->game->moves(s, moves);

                for (int i = 0; i < n && s->to_act == ALIBI_DETECTIVE; i++)
                    if (unit_token(*game, moves[i])[0] == '!' && !alibi_rng_below(&rng, 4)) {
                        check_accusation(session, moves[i], &warned);
                        named++;
                    }
                (void)alibi_session_play(session, moves[alibi_rng_below(&rng, (uint32_t)n)]);
                s = alibi_session_state(session);
            }
            alibi_session_free(session);
        }
    assert_true(named > 5 && warned > 0);
}

/* --- Sizes and bad input --- */

static void test_sizes(void **state)
{
    static struct grid grid;
    struct alibi_session *session = session_of(alibi_games()[0], 1);
    struct cli_table table = table_of(session, "random", NULL);
    struct play *play = play_screen_new(&table, true);

    (void)state;
    wait_for_turn(play, &grid);
    for (int width = 0; width <= 330; width += 13)
        for (int height = 0; height <= 130; height += 7) {
            play_screen.draw(play, &grid, width, height);
            if (width >= 30 && height > 0)
                assert_int_equal(shows(&grid, "needs 80x24"), width < 80 || height < 24);
        }
    play_screen.draw(play, &grid, 20, 5);
    assert_true(shows(&grid, "needs 80x24, has"));
    type(play, "gmp:?\n", 1); /* nothing happens unseen */
    play_screen.draw(play, &grid, 80, 24);
    assert_true(shows(&grid, "Your turn"));
    play_screen_free(play);
    end_table(&table);
    alibi_session_free(session);
}

static void test_paste(void **state)
{
    static struct grid grid;
    struct alibi_session *session = session_of(alibi_games()[0], 1);
    struct cli_table table = table_of(session, "random", NULL);
    struct play *play = play_screen_new(&table, true);

    (void)state;
    wait_for_turn(play, &grid);
    play_screen.key(play, (struct key){K_PASTE, 0, 0}, 1);
    type(play, "q\n\nq", 1);
    play_screen.key(play, (struct key){K_PASTE_END, 0, 0}, 1);
    assert_false(play_screen.is_over(play));
    play_screen.draw(play, &grid, 80, 24);
    assert_true(shows(&grid, "Pasted text is ignored"));
    type(play, ":zzz\n", 1);
    play_screen.draw(play, &grid, 80, 24);
    assert_true(shows(&grid, "expected"));
    type(play, "q", 1);
    assert_true(play_screen.is_over(play));
    play_screen_free(play);
    end_table(&table);
    alibi_session_free(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grid),           cmocka_unit_test(test_wrapping),
        cmocka_unit_test(test_boards),         cmocka_unit_test(test_two_worlds),
        cmocka_unit_test(test_curtain),        cmocka_unit_test(test_whole_games),
        cmocka_unit_test(test_call_is_staged), cmocka_unit_test(test_accusation),
        cmocka_unit_test(test_sizes),          cmocka_unit_test(test_paste),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
