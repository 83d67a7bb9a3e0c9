/* The test player of tests/rules/pocket/outside: its board agrees with the game, its alpha-beta
 * with a plain search, and it knows how games end. */
#include "unit.h"

#include "outside/search.h"

#include <alibi/kit/bits.h>
#include <alibi/rng.h>
#include <math.h>

/* --- The board --- */

/* What is seen after M, before the witnesses are called. */
static unsigned seen_after(const struct alibi_state *s, alibi_move m)
{
    struct alibi_state staged = *s;

    staged.staged = 1;
    alibi_pocket.apply(&staged, m);
    return alibi_pocket.visible(&staged);
}

/* Compares BOARD with S but for what only a search counts. */
static void check_board(const struct board *board, const struct alibi_state *s, uint64_t seed)
{
    struct board wanted, got = *board;

    board_of(&wanted, s);
    got.tokens = got.cards = 0;
    CHECK(memcmp(&got, &wanted, sizeof got) == 0, "seed %u, round %d, slot %d", (unsigned)seed,
          s->round, s->slot);
}

static void check_moves(const struct board *board, const struct alibi_state *s)
{
    alibi_move wanted[ALIBI_MOVES_MAX], got[BOARD_MOVES];
    int n = alibi_pocket.moves(s, wanted);

    assert_int_equal(board_moves(board, got), n);
    assert_memory_equal(got, wanted, (size_t)n * sizeof *got);
    assert_int_equal(board_is_jacks(board), s->to_act == ALIBI_JACK);
}

/* Plays M in S and on BOARD; a new turn that chance opens is set up again. */
static void play_both(struct board *board, struct alibi_state *s, alibi_move m)
{
    uint8_t round = s->round;
    bool last = board->left == 1;

    board_play(board, m);
    if (last && alibi_kind(m) != PKT_ALIBI)
        assert_int_equal(board_visible(board), seen_after(s, m));
    if (alibi_pocket.apply(s, m) && round & 1 && s->winner == ALIBI_NOBODY)
        board_turn_over(board, s->suspects, s->witness == ALIBI_VISIBLE);
}

static void check_game(uint64_t seed)
{
    struct alibi_rng rng;
    struct alibi_state s;
    struct board board = {.left = 0};
    alibi_move moves[ALIBI_MOVES_MAX];
    int n;

    alibi_rng_seed(&rng, seed);
    alibi_setup(&s, &alibi_pocket, NULL);
    while ((n = alibi_pocket.moves(&s, moves)) > 0) {
        alibi_move m = moves[alibi_rng_below(&rng, (uint32_t)n)];
        bool jack = s.round && alibi_pocket.turn(s.round, s.slot) == ALIBI_JACK;

        if (s.to_act == ALIBI_CHANCE) {
            uint8_t round = s.round;

            if (alibi_kind(m) == PKT_CARD && !jack)
                board_draw(&board, alibi_to(m));
            if (alibi_pocket.apply(&s, m) && round & 1 && s.winner == ALIBI_NOBODY)
                board_turn_over(&board, s.suspects, s.witness == ALIBI_VISIBLE);
            if (alibi_kind(m) == PKT_TOSS)
                board_of(&board, &s);
            continue;
        }
        check_board(&board, &s, seed);
        check_moves(&board, &s);
        play_both(&board, &s, m);
    }
}

static void test_board(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 500; seed++)
        check_game(seed);
}

/* --- The search --- */

/* A state with an action to choose, in SLOT of ROUND, by random play; false if this game ends
 * before. */
static bool reach(struct alibi_state *s, uint64_t seed, int round, int slot)
{
    struct alibi_rng rng;
    alibi_move moves[ALIBI_MOVES_MAX];

    alibi_rng_seed(&rng, seed);
    alibi_setup(s, &alibi_pocket, NULL);
    while (s->round < round || s->slot < slot || s->to_act == ALIBI_CHANCE) {
        int n = alibi_pocket.moves(s, moves);

        if (n == 0 || s->round > round)
            return false;
        alibi_pocket.apply(s, moves[alibi_rng_below(&rng, (uint32_t)n)]);
    }
    return s->round == round && s->slot == slot;
}

/* A search from S, by a Detective who suspects some more than others. */
static void begin(struct search *search, struct judge *judge, const struct alibi_state *s)
{
    assert_true(search_init(search));
    judge_prepare(judge, s, false);
    search_forget(search);
    search->judge = judge;
    search->round = s->round;
    search->own = ALIBI_NO_ONE;
    search->most_nodes = UINT64_MAX;
    search->deadline = HUGE_VAL;
    for (unsigned i = 0; i < LANES; i++)
        search->belief[i] = alibi_has(s->suspects, i) ? 1 + (float)(i * i % 5) / 4 : 0;
}

/* The same without a table, without cuts and without bounds. */
static void plain(const struct search *search, const struct board *board, struct value *out);

static void plain_call(const struct search *search, const struct board *board,
                       struct value *out)
{
    unsigned visible = board_visible(board);
    unsigned seen = (unsigned)alibi_size(visible);
    unsigned all = (unsigned)alibi_size(board->suspects);

    memset(out, 0, sizeof *out);
    for (unsigned who = 0; who < LANES; who++) {
        bool is_seen = alibi_has(visible, who);
        struct ending e = {0, is_seen, is_seen ? seen : all - seen, !is_seen, board->cards};

        if (alibi_has(board->suspects, who))
            out->lane[who] = judge_verdict(search->judge, &e)->chance[who];
    }
}

static void plain_cards(const struct search *search, const struct board *board,
                        struct value *out)
{
    float share = 1 / (float)(alibi_size(board->unseen) - 1);

    memset(out, 0, sizeof *out);
    for (unsigned card = 0; card < LANES; card++) {
        struct board next = *board;
        struct value value;

        if (!alibi_has(board->unseen, card))
            continue;
        board_draw(&next, card);
        plain(search, &next, &value);
        for (unsigned who = 0; who < LANES; who++)
            out->lane[who] += who == card ? 0 : share * value.lane[who];
    }
}

static void plain_move(const struct search *search, const struct board *board, alibi_move m,
                       struct value *out)
{
    struct board next = *board;

    board_play(&next, m);
    if (alibi_kind(m) == PKT_ALIBI && !board_is_jacks(board))
        plain_cards(search, &next, out);
    else
        plain(search, &next, out);
}

static void plain(const struct search *search, const struct board *board, struct value *out)
{
    alibi_move moves[BOARD_MOVES];
    int n = board_moves(board, moves);
    struct value value;

    if (board->left == 0) {
        plain_call(search, board, out);
        return;
    }
    plain_move(search, board, moves[0], out);
    for (int i = 1; i < n; i++) {
        plain_move(search, board, moves[i], &value);
        if (!board_is_jacks(board)) {
            if (search_average(search, &value) > search_average(search, out))
                *out = value;
            continue;
        }
        for (int who = 0; who < LANES; who++)
            out->lane[who] = fminf(out->lane[who], value.lane[who]);
    }
}

static void check_search(const struct alibi_state *s, uint64_t seed)
{
    static struct judge judge;
    struct search search;
    struct board board;
    alibi_move moves[BOARD_MOVES];
    struct value wanted, got;
    int n;

    begin(&search, &judge, s);
    board_of(&board, s);
    n = board_moves(&board, moves);
    for (int i = 0; i < n; i++) {
        float average;

        plain_move(&search, &board, moves[i], &wanted);
        search_move(&search, &board, moves[i], -1, &got);
        average = search_average(&search, &got);
        CHECK(fabsf(average - search_average(&search, &wanted)) < 1e-5F, "%s, seed %u",
              unit_token(&alibi_pocket, moves[i]), (unsigned)seed);
    }
    search_free(&search);
}

/* Cuts and the table change no value. */
static void test_search(void **state)
{
    int reached = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++)
        for (int round = 1; round <= 6; round++)
            for (int slot = 3; slot <= 4; slot++) {
                struct alibi_state s;

                if (reach(&s, seed, round, slot)) {
                    check_search(&s, seed);
                    reached++;
                }
            }
    assert_true(reached > 20);
}

/* The best average of S in two turns; with ALPHA, later actions are only compared with it. */
static float best_of(const struct alibi_state *s, bool alpha)
{
    static struct judge judge;
    struct search search;
    struct board board;
    alibi_move moves[BOARD_MOVES];
    struct value value;
    float best = -1;
    int n;

    begin(&search, &judge, s);
    search.deep = true;
    board_of(&board, s);
    n = board_moves(&board, moves);
    for (int i = 0; i < n; i++) {
        search_move(&search, &board, moves[i], alpha ? best : -1, &value);
        best = fmaxf(best, search_average(&search, &value));
    }
    search_free(&search);
    return best;
}

/* Bounds that go through the call into the following turn change no value either. */
static void test_two_turns(void **state)
{
    int reached = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++)
        for (int round = 1; round <= 5; round += 2) {
            struct alibi_state s;

            if (!reach(&s, seed, round, 4))
                continue;
            reached++;
            assert_float_equal(best_of(&s, true), best_of(&s, false), 1e-4);
        }
    assert_true(reached > 10);
}

/* --- How games end --- */

static void test_endings(void **state)
{
    static const struct {
        uint8_t round, tokens; /* before the call */
        unsigned seen, left;   /* the call */
        float over, won;
    } row[] = {
        {8, 0, true, 1, 1, 1},  {8, 0, false, 1, 1, 1}, /* P-7.2 */
        {8, 5, true, 1, 1, 1},  {8, 5, false, 1, 1, 0}, /* P-7.3, P-7.4 */
        {7, 5, false, 1, 0, 0}, {7, 5, false, 2, 1, 0}, /* P-7.4, P-7.2 */
        {8, 0, true, 2, 1, 0},  {8, 0, false, 3, 1, 0}, /* P-7.5 */
        {3, 2, true, 4, 0, 0},  {3, 2, true, 1, 1, 1},
    };
    static struct judge judge;

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct ending e = {0, row[i].seen, row[i].left, !row[i].seen, 0};
        const struct verdict *verdict = judge_verdict(&judge, &e);
        struct alibi_state s;

        assert_true(reach(&s, 1, 1, 1));
        s.round = row[i].round;
        pkt(&s)->tokens = row[i].tokens;
        judge_prepare(&judge, &s, false);
        for (int who = 0; who < LANES; who++)
            CHECK(verdict->over[who] == row[i].over && verdict->won[who] == row[i].won &&
                      (row[i].over < 1 || verdict->chance[who] == row[i].won),
                  "row %zu", i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_board),
        cmocka_unit_test(test_search),
        cmocka_unit_test(test_two_turns),
        cmocka_unit_test(test_endings),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
