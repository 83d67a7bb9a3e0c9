/* Players: whole games of every kind, the budget, slices of thought, and what is refused. */
#include "seats.h"

enum { NODES = 300 };

/* How many nodes a kind may go beyond its budget to finish what it began, which is to look at
 * everything that can be done in a position: the number in the game's file `overrun`, which
 * pins what was measured, or a generous one. */
static uint64_t overrun(const struct alibi_game *game)
{
    size_t len;
    char *text = unit_file(game, "overrun", &len);
    uint64_t nodes = text ? strtoull(text, NULL, 10) : 40000;

    free(text);
    CHECK(nodes > 0, "%s", game->name);
    return nodes;
}

/* Plays a game between two of KIND and tells LOOK of every thought. */
static void play(const struct alibi_game *game, const char *kind, uint64_t seed,
                 void (*look)(const struct alibi_player *player,
                              const struct alibi_thought *thought, void *data),
                 void *data)
{
    struct alibi_session *session = unit_session(game);
    struct seated s[2] = {unit_seat(game, kind, ALIBI_JACK, seed),
                          unit_seat(game, kind, ALIBI_DETECTIVE, seed)};
    const struct alibi_state *now = alibi_session_state(session);

    alibi_session_seed(session, seed);
    while (now->winner == ALIBI_NOBODY) {
        for (int i = 0; i < 2; i++) {
            unit_tell(&s[i], session);
            assert_true(alibi_player_is_on_turn(s[i].player) == (now->to_act == s[i].seat));
        }
        if (now->to_act == ALIBI_CHANCE) {
            assert_int_equal(alibi_session_roll(session, NULL), ALIBI_OK);
        } else {
            struct alibi_thought thought;
            struct alibi_player *player = s[now->to_act].player;

            alibi_player_think(player, &(struct alibi_budget){.nodes = NODES}, &thought);
            CHECK(alibi_is_legal(now, thought.move), "%s of %s: %s", kind, game->name,
                  unit_token(game, thought.move));
            look(player, &thought, data);
            assert_int_equal(alibi_session_play(session, thought.move), ALIBI_OK);
        }
        now = alibi_session_state(session);
    }
    for (int i = 0; i < 2; i++) {
        unit_tell(&s[i], session);
        assert_false(alibi_player_is_on_turn(s[i].player));
        alibi_player_free(s[i].player);
    }
    alibi_session_free(session);
}

/* Calls RUN for every kind and every game. */
static void for_all(void (*run)(const struct alibi_game *game, const char *kind))
{
    for (int i = 0; alibi_player_kind(i); i++)
        for (const struct alibi_game *const *g = alibi_games(); *g; g++)
            run(*g, alibi_player_kind(i)->name);
}

/* --- Whole games --- */

/* A choice's tokens, one after the other, in some world that the player sees. */
static void check_choice(const struct alibi_view *view, const struct alibi_choice *c)
{
    struct alibi_state s;

    assert_true(c->n >= 1 && c->n <= ALIBI_SEQUENCE_MAX);
    assert_true(c->value >= 0 && c->value <= 1 && c->share >= 0 && c->share <= 1);
    view->seen.game->deal(&s, view, 0);
    for (int i = 0; i < c->n; i++) {
        CHECK(alibi_is_legal(&s, c->move[i]), "%s", unit_token(s.game, c->move[i]));
        s.game->apply(&s, c->move[i]);
    }
}

/* Whether the whole line can be played in S, up to an outcome of chance. */
static bool can_follow(struct alibi_state s, const struct alibi_thought *thought)
{
    for (int i = 0; i < thought->n_line; i++) {
        if (!alibi_is_legal(&s, thought->line[i]))
            return false;
        (void)s.game->apply(&s, thought->line[i]);
    }
    return true;
}

/* The expected line begins with the choice, and can be played in some world of VIEW. */
static void check_line(const struct alibi_view *view, const struct alibi_thought *thought)
{
    const struct alibi_game *game = view->seen.game;
    uint32_t n = game->deals(view), i = 0;
    bool found = false;

    assert_true(thought->n_line >= 1 && thought->line[0] == thought->move);
    for (; i < n && !found; i++) {
        struct alibi_state s;

        game->deal(&s, view, i);
        found = can_follow(s, thought);
    }
    CHECK(found, "%s, round %d: a line of %d tokens", game->name, view->seen.round,
          thought->n_line);
}

static void check_thought(const struct alibi_player *player,
                          const struct alibi_thought *thought, void *data)
{
    struct alibi_view view;
    double shares = 0;
    bool listed = false;

    (void)data;
    alibi_player_view(player, &view);
    assert_true(thought->nodes <= NODES + overrun(view.seen.game));
    assert_true(thought->value >= 0 && thought->value <= 1);
    assert_true(thought->n_choices >= 1 && thought->n_choices <= ALIBI_CHOICES_MAX);
    for (int i = 0; i < thought->n_choices; i++) {
        check_choice(&view, &thought->choice[i]);
        shares += thought->choice[i].share;
        listed |= thought->choice[i].move[0] == thought->move && thought->choice[i].share > 0;
    }
    assert_true(listed && shares > 0.999 && shares < 1.001);
    check_line(&view, thought);
}

/* The levels that err do not throw the game away: a Detective who could do something else
 * accuses only somebody who is Jack with an even chance at least, as far as he can know. */
static void check_accusation(const struct alibi_player *player,
                             const struct alibi_thought *thought, void *data)
{
    struct alibi_view view;
    uint32_t n, right = 0;
    alibi_move moves[ALIBI_MOVES_MAX];

    (void)data;
    alibi_player_view(player, &view);
    if (unit_token(view.seen.game, thought->move)[0] != '!')
        return;
    n = view.seen.game->deals(&view);
    for (uint32_t i = 0; i < n; i++) {
        struct alibi_state s;

        view.seen.game->deal(&s, &view, i);
        (void)view.seen.game->apply(&s, thought->move);
        right += s.why == ALIBI_ARREST;
    }
    CHECK(2 * right >= n || view.seen.game->moves(&view.seen, moves) == 1 ||
              view.seen.round == view.seen.game->n_rounds,
          "%s in round %d: right in %u worlds of %u", unit_token(view.seen.game, thought->move),
          view.seen.round, right, n);
}

static void test_accusations(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        for (uint64_t seed = 1; seed <= 100; seed++)
            play(*g, seed % 2 ? "level1" : "level2", seed, check_accusation, NULL);
}

static void play_checked(const struct alibi_game *game, const char *kind)
{
    for (uint64_t seed = 1; seed <= 3; seed++)
        play(game, kind, seed, check_thought, NULL);
}

static void test_games(void **state)
{
    (void)state;
    for_all(play_checked);
}

/* --- The same again --- */

struct game_of_thoughts {
    struct alibi_thought thought[400];
    int n, compared; /* how many were noted, and how many were found again */
};

static void note(const struct alibi_player *player, const struct alibi_thought *thought,
                 void *data)
{
    struct game_of_thoughts *notes = data;

    (void)player;
    assert_true(notes->n < (int)COUNT(notes->thought));
    notes->thought[notes->n++] = *thought;
}

static void recognise(const struct alibi_player *player, const struct alibi_thought *thought,
                      void *data)
{
    struct game_of_thoughts *notes = data;

    (void)player;
    assert_true(notes->compared < notes->n);
    assert_true(unit_same(thought, &notes->thought[notes->compared++]));
}

static void play_twice(const struct alibi_game *game, const char *kind)
{
    struct game_of_thoughts *notes = calloc(1, sizeof *notes);

    assert_non_null(notes);
    play(game, kind, 5, note, notes);
    play(game, kind, 5, recognise, notes);
    assert_int_equal(notes->compared, notes->n);
    free(notes);
}

static void test_deterministic(void **state)
{
    (void)state;
    for_all(play_twice);
}

/* --- Slices --- */

/* Thinks as WHO about SESSION in slices of SLICE nodes; 0 for in one go. */
static void think(const char *kind, enum alibi_seat who, const struct alibi_session *session,
                  uint64_t slice, struct alibi_thought *thought)
{
    static const struct alibi_budget budget = {.nodes = 2000};
    struct seated s = unit_seat(alibi_session_state(session)->game, kind, who, 3);

    unit_tell(&s, session);
    if (slice == 0) {
        alibi_player_think(s.player, &budget, thought);
    } else {
        alibi_player_begin(s.player, &budget);
        while (alibi_player_step(s.player, slice)) {
        }
        alibi_player_end(s.player, thought);
    }
    alibi_player_free(s.player);
}

static void check_slices(const struct alibi_game *game, const char *kind)
{
    static const uint64_t slice[] = {1, 7, 1000};
    struct alibi_session *session = unit_session(game);
    const struct alibi_state *now = alibi_session_state(session);
    struct alibi_rng rng;

    alibi_rng_seed(&rng, 11);
    for (int ply = 0; now->winner == ALIBI_NOBODY; ply++) {
        for (size_t i = 0; i < COUNT(slice) && now->to_act < ALIBI_CHANCE && ply % 5 == 0;
             i++) {
            struct alibi_thought whole, sliced;

            think(kind, now->to_act, session, 0, &whole);
            think(kind, now->to_act, session, slice[i], &sliced);
            CHECK(unit_same(&whole, &sliced), "%s of %s, ply %d, slices of %d", kind,
                  game->name, ply, (int)slice[i]);
        }
        assert_int_equal(alibi_session_play(session, unit_random(now, &rng)), ALIBI_OK);
        now = alibi_session_state(session);
    }
    alibi_session_free(session);
}

static void test_slices(void **state)
{
    (void)state;
    for_all(check_slices);
}

/* --- Memory --- */

/* The least memory is used up by this, and the thinking goes on. */
static void check_full(const struct alibi_game *game, const char *kind)
{
    struct alibi_session *session = unit_session(game);
    struct seated s = unit_seat(game, kind, ALIBI_DETECTIVE, 1);
    struct alibi_thought thought;

    unit_to_decision(session, ALIBI_DETECTIVE);
    unit_tell(&s, session);
    alibi_player_think(s.player, &(struct alibi_budget){.nodes = 200000}, &thought);
    assert_true(alibi_is_legal(alibi_session_state(session), thought.move));
    alibi_player_free(s.player);
    alibi_session_free(session);
}

static void test_full(void **state)
{
    (void)state;
    for_all(check_full);
}

/* --- Refusals --- */

static void test_refused(void **state)
{
    static const struct {
        const char *kind;
        size_t memory;
        const char *reason;
    } row[] = {
        {"", 0, "expected a player: "},
        {"Random", 0, "expected a player: "},
        {"random ", 0, "expected a player: "},
        {"level0", 0, "expected a player: "},
        {"level7", 0, "expected a player: "},
        {"random", 1, "expected at least 1 MiB of memory"},
        {"ismcts", (1 << 20) - 1, "expected at least 1 MiB of memory"},
    };
    struct alibi_state start = unit_play("null", "");
    struct alibi_view view;

    (void)state;
    start.game->observe(&view, &start, ALIBI_AS_JACK);
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_player *player = NULL;
        struct alibi_error err = {.text = ""};
        int status = alibi_player_new(&player, row[i].kind, &view, 1, row[i].memory, &err);

        CHECK(status == ALIBI_BAD_TEXT && !player, "row %zu: %d", i, status);
        CHECK(strncmp(err.text, row[i].reason, strlen(row[i].reason)) == 0, "row %zu: %s", i,
              err.text);
    }
    alibi_player_free(NULL);
}

/* A token that cannot come is refused and changes nothing. */
static void test_see(void **state)
{
    static const char *const bad[] = {"deal=AA", "flip:AA", "witness=visible", "over=jack:time",
                                      ""};
    struct seated s = unit_seat(alibi_game_find("null"), "random", ALIBI_DETECTIVE, 1);
    struct alibi_error err = {.text = ""};

    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        CHECK(alibi_player_see(s.player, bad[i], strlen(bad[i]), &err) != ALIBI_OK, "%s",
              bad[i]);
        CHECK(strlen(err.text) > 0, "%s", bad[i]);
    }
    assert_false(alibi_player_is_on_turn(s.player));
    assert_int_equal(alibi_player_see(s.player, "deal=?", 6, &err), ALIBI_OK);
    assert_true(alibi_player_is_on_turn(s.player));
    alibi_player_free(s.player);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),         cmocka_unit_test(test_accusations),
        cmocka_unit_test(test_deterministic), cmocka_unit_test(test_slices),
        cmocka_unit_test(test_full),          cmocka_unit_test(test_refused),
        cmocka_unit_test(test_see),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
