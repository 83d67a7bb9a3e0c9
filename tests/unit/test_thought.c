/* Thoughts: as JSON, in slices, with a budget that can be asked for. */
#include "positions.h"
#include "seats.h"

#include <alibi/adviser.h>
#include <alibi/kit/bits.h>
#include <alibi/watch.h>

/* The Detective's player of this kind before his first decision in GAME. */
static struct alibi_player *detective(const struct alibi_game *game, const char *kind)
{
    struct alibi_session *session = unit_session(game);
    struct seated s = unit_seat(game, kind, ALIBI_DETECTIVE, 1);

    unit_to_decision(session, ALIBI_DETECTIVE);
    unit_tell(&s, session);
    alibi_session_free(session);
    return s.player;
}

static void think(struct alibi_thought *thought, const struct alibi_game *game,
                  const char *kind, uint64_t nodes, uint64_t slice)
{
    struct alibi_player *player = detective(game, kind);
    const struct alibi_budget budget = {.nodes = nodes};

    alibi_player_begin(player, &budget);
    while (alibi_player_step(player, slice)) {
    }
    alibi_player_end(player, thought);
    alibi_player_free(player);
}

static void test_json(void **state)
{
    const struct alibi_game *game = alibi_game_find("null");
    static const char expected[] =
        "{\"move\":\"alibi\",\"value\":0.2500,\"nodes\":7,\"choices\":["
        "{\"move\":[\"alibi\",\"flip:AA\"],\"value\":0.5000,\"share\":0.7500},"
        "{\"move\":[\"alibi\"],\"value\":0.1250,\"share\":0.2500}],"
        "\"line\":[\"flip:AA\",\"alibi\"]}";
    struct alibi_thought thought = {.value = 0.25, .nodes = 7, .n_choices = 2, .n_line = 2};
    alibi_move draw, flip;
    char buf[500];
    struct alibi_text text = alibi_text_in(buf, sizeof buf);

    (void)state;
    assert_int_equal(game->parse(&draw, "alibi", 5, NULL), ALIBI_OK);
    assert_int_equal(game->parse(&flip, "flip:AA", 7, NULL), ALIBI_OK);
    thought.move = draw;
    thought.choice[0] =
        (struct alibi_choice){.n = 2, .move = {draw, flip}, .value = 0.5F, .share = 0.75F};
    thought.choice[1] =
        (struct alibi_choice){.n = 1, .move = {draw}, .value = 0.125F, .share = 0.25F};
    thought.line[0] = flip;
    thought.line[1] = draw;
    alibi_thought_json(&text, game, &thought);
    assert_string_equal(buf, expected);
}

static void check_slices(const struct alibi_game *game, const char *kind)
{
    static struct alibi_thought one, other;
    char a[20000], b[20000];
    struct alibi_text at = alibi_text_in(a, sizeof a), bt = alibi_text_in(b, sizeof b);

    think(&one, game, kind, 2000, 1);
    think(&other, game, kind, 2000, 100000);
    alibi_thought_json(&at, game, &one);
    alibi_thought_json(&bt, game, &other);
    CHECK(strcmp(a, b) == 0, "%s, %s in slices\n  %s\n  %s", game->name, kind, a, b);
    CHECK(at.len < at.cap && one.value >= 0 && one.value <= 1, "%s, %s", game->name, kind);
}

static void test_slices(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        for (int i = 0; alibi_player_kind(i); i++)
            check_slices(*g, alibi_player_kind(i)->name);
}

static void test_budget(void **state)
{
    struct alibi_player *player = detective(alibi_game_find("null"), "champion");
    const struct alibi_budget asked = {.nodes = 50, .ms = 7}, none = {0, 0};

    (void)state;
    alibi_player_begin(player, &asked);
    assert_int_equal(alibi_player_budget(player)->nodes, 50);
    assert_int_equal(alibi_player_budget(player)->ms, 7);
    alibi_player_begin(player, &none);
    assert_true(alibi_player_budget(player)->ms > 0 ||
                alibi_player_budget(player)->nodes < UINT64_MAX);
    alibi_player_free(player);
}

/* Three can be Jack, then two, and all are equally likely. */
static void test_belief(void **state)
{
    struct alibi_state start;
    struct alibi_view view;
    struct alibi_watch *watch;
    double belief[ALIBI_CHARACTERS_MAX];
    static const struct {
        const char *token;
        int n;
    } row[] = {{"deal=?", 3}, {"alibi", 3}, {"alibi=BB", 2}};

    (void)state;
    alibi_setup(&start, alibi_game_find("null"), NULL);
    start.game->observe(&view, &start, ALIBI_AS_DETECTIVE);
    assert_int_equal(alibi_watch_new(&watch, &view), ALIBI_OK);
    alibi_watch_belief(watch, belief);
    for (int i = 0; i < ALIBI_CHARACTERS_MAX; i++)
        assert_true(belief[i] == 0); /* nobody is Jack before the deal */
    for (size_t k = 0; k < COUNT(row); k++) {
        int n = 0;

        assert_int_equal(alibi_watch_see(watch, row[k].token, strlen(row[k].token), NULL),
                         ALIBI_OK);
        alibi_watch_belief(watch, belief);
        for (int i = 0; i < ALIBI_CHARACTERS_MAX; i++) {
            CHECK(belief[i] == 0 || belief[i] == 1.0 / row[k].n, "%s", row[k].token);
            n += belief[i] > 0;
        }
        CHECK(n == row[k].n, "%s", row[k].token);
    }
    alibi_watch_free(watch);
}

static void test_adviser_player(void **state)
{
    static const char line[] = "new null seat=jack player=random memory=2";
    struct alibi_adviser *adviser;
    struct alibi_view view;
    char reply[200];
    struct alibi_text text = alibi_text_in(reply, sizeof reply);

    (void)state;
    assert_int_equal(alibi_adviser_new(&adviser, NULL, 1, 0, NULL), ALIBI_OK);
    assert_null(alibi_adviser_player(adviser));
    assert_true(alibi_adviser_answer(adviser, line, sizeof line - 1, &text));
    assert_string_equal(reply, "ok");
    alibi_player_view(alibi_adviser_player(adviser), &view);
    assert_int_equal(view.viewer, ALIBI_JACK);
    alibi_adviser_free(adviser);
}

/* --- Prospects --- */

static unsigned ended, seen; /* choices of which a prospect says so */

/* Whether this choice ends the game for MOVER, whatever is hidden. */
static bool wins(const struct alibi_view *view, const struct alibi_choice *choice)
{
    for (uint32_t i = 0; i < view->seen.game->deals(view); i++) {
        struct alibi_state s;

        s.game = view->seen.game;
        s.game->deal(&s, view, i);
        for (int k = 0; k < choice->n && s.winner == ALIBI_NOBODY; k++)
            (void)s.game->apply(&s, choice->move[k]);
        if ((int)s.winner != (int)view->viewer)
            return false;
    }
    return true;
}

/* What a search expects agrees with what it thinks of the choice: who has won by then, wins. */
static void check_prospect(const struct alibi_view *view, const struct alibi_choice *choice)
{
    const struct alibi_prospect *p = &choice->prospect;
    const float near = 1e-3F;
    int seat = (int)view->viewer;

    assert_true(p->ends[0] >= 0 && p->ends[1] >= 0 && p->seen >= 0);
    assert_true(p->ends[0] + p->ends[1] <= 1 + near && p->seen <= 1 + near);
    assert_true(p->left >= 0 && p->left <= (float)alibi_size(view->seen.suspects));
    if (choice->share > 0) {
        assert_true(p->ends[seat] <= choice->value + near);
        assert_true(choice->value <= 1 - p->ends[1 - seat] + near);
    }
    if (wins(view, choice))
        assert_true(p->ends[seat] >= 1 - near);
    ended += p->ends[0] + p->ends[1] > 0;
    seen += p->seen > 0;
}

static void check_prospects(const struct alibi_state *s)
{
    struct alibi_budget budget = {.nodes = 2000};
    struct alibi_thought thought;
    struct alibi_player *player;
    struct alibi_view view;

    if (s->slot < 3) /* the end of a round is near */
        return;
    s->game->observe(&view, s, alibi_viewer_of((enum alibi_seat)s->to_act));
    assert_int_equal(alibi_player_new(&player, "champion", &view, 1, 4 << 20, NULL), ALIBI_OK);
    alibi_player_think(player, &budget, &thought);
    for (int i = 0; i < thought.n_choices && thought.n_choices > 1; i++)
        check_prospect(&view, &thought.choice[i]);
    alibi_player_free(player);
}

static void test_prospects(void **state)
{
    (void)state;
    unit_every_decision(1, check_prospects);
    assert_true(ended > 0 && seen > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json),           cmocka_unit_test(test_slices),
        cmocka_unit_test(test_budget),         cmocka_unit_test(test_belief),
        cmocka_unit_test(test_adviser_player), cmocka_unit_test(test_prospects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
