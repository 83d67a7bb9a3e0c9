/* Pocket: position lines that are refused, where and why; ends of games, races and views that
 * print back to the same line. */
#include "edit.h"
#include "positions.h"

#include "games/pocket/pkt.h"

#define TILES "tiles=MD:e,JS:e,IL:e,WG:e,MS:s,JL:-,SG:s,JB:n,JP:w"

/* Six tiles are laid; the tokens are about to be thrown for the first time. */
#define LAYING                                                                                 \
    "pocket round=0 slot=1 witness=visible suspects=IL,JB,JL,JP,JS,MD,MS,SG,WG jack=- "        \
    "jack-drew=- detective-drew=- result=- step=tile toss=- left=- "                           \
    "tiles=SG:w,JB:e,JP:e,JS:w,MD:n,WG:e rotated=- holmes=12 toby=8 watson=4 tokens=0 "        \
    "order=- held=0 race=-"
#define FIRST                                                                                  \
    "pocket round=1 slot=1 witness=visible suspects=IL,JB,JL,JP,JS,MD,MS,SG,WG jack=MS "       \
    "jack-drew=- detective-drew=- result=- step=toss toss=- left=- "                           \
    "tiles=SG:w,JB:e,JP:e,JS:w,MD:n,WG:e,JL:w,IL:s,MS:n rotated=- holmes=12 toby=8 watson=4 "  \
    "tokens=0 order=- held=0 race=-"

/* Turn 3, an odd one: Jack acts; the Investigator had the first action. */
#define THIRD                                                                                  \
    "pocket round=3 slot=2 witness=visible suspects=MD,SG,WG jack=MD jack-drew=SG "            \
    "detective-drew=- result=- step=act toss=2221 left=exchange,joker,toby " TILES             \
    " rotated=- holmes=3 toby=11 watson=6 tokens=1 order=SG held=1 race=-"

/* Turn 4: both "rotate" are used; the Investigator acts, Jack had the first action. */
#define FOURTH                                                                                 \
    "pocket round=4 slot=3 witness=invisible suspects=MD,SG jack=MD jack-drew=SG "             \
    "detective-drew=- result=- step=act toss=2221 left=alibi,watson " TILES                    \
    " rotated=JB,MD holmes=3 toby=11 watson=6 tokens=2 order=SG held=1 race=-"

/* The Investigator has drawn a card; Jack has the last action. */
#define DREW "slot=4 left=watson detective-drew=JS"

/* A race since round 5, when Jack had six hourglasses with JS. */
#define RACE                                                                                   \
    "pocket round=6 slot=1 witness=invisible suspects=WG jack=WG jack-drew=JS,SG "             \
    "detective-drew=- result=- step=act toss=2221 left=alibi,rotate,rotate,watson " TILES      \
    " rotated=- holmes=3 toby=11 watson=6 tokens=5 order=SG,JS held=2 race=5:2"

#define OVER                                                                                   \
    "pocket round=5 slot=4 witness=invisible suspects=MD,WG jack=WG jack-drew=JS,SG "          \
    "detective-drew=- result=jack:hourglasses step=over toss=2221 left=- " TILES               \
    " rotated=- holmes=3 toby=11 watson=6 tokens=5 order=- held=0 race=-"
#define LAST                                                                                   \
    "pocket round=8 slot=4 witness=invisible suspects=WG jack=WG jack-drew=JS,SG "             \
    "detective-drew=JB,JP result=jack:unseen step=over toss=2221 left=- " TILES                \
    " rotated=JB,MD holmes=3 toby=11 watson=6 tokens=6 order=- held=0 race=-"

/* --- What is refused --- */

static void test_bad_turns(void **state)
{
    static const char due[] = "expected one action less for each that was used";
    static const struct bad row[] = {
        {FOURTH, "detective-drew=?0", "detective-drew", 0, "expected the Investigator's cards"},
        {FOURTH, DREW " detective-drew=WG suspects=MD,SG,WG", "suspects", 0,
         "expected no suspect whose card the Investigator has drawn"},
        {FIRST, "suspects=IL,MS", "suspects", 0, "expected everybody else suspect until"},
        {LAYING, "suspects=IL,MS", "suspects", 0, "expected everybody else suspect until"},
        {FIRST, "step=pick", "step", 0, "expected a step"},
        {FIRST, "step=deal", "step", 0, "expected step=tile or step=deal in round 0"},
        {LAYING, "step=toss", "step", 0, "expected step=tile or step=deal in round 0"},
        {FOURTH, "step=toss slot=1", "step", 0, "expected the tokens to be thrown at slot 1"},
        {THIRD, "step=toss", "step", 0, "expected the tokens to be thrown at slot 1 of an odd"},
        {FOURTH, "step=over", "step", 0, "expected step=over with a result and only then"},
        {OVER, "step=act", "step", 0, "expected step=over with a result and only then"},
        {OVER, "slot=3", "step", 0, "expected the game to end with a call, after slot 4"},
        {FOURTH, "toss=2231", "toss", 2, "expected a face, 1 or 2"},
        {FOURTH, "toss=-", "toss", 0, "expected the last toss in a round under way and only"},
        {FIRST, "toss=1111", "toss", 0, "expected the last toss in a round under way and only"},
        {FOURTH, "left=alibi,run", "left", 6, "expected the name of an action"},
        {FOURTH, "left=watson,alibi", "left", 7,
         "expected the actions in order, each as often"},
        {FOURTH, "left=alibi,alibi", "left", 6, "expected the actions in order, each as often"},
        {RACE, "left=rotate,rotate,rotate", "left", 14, "expected the actions in order, each"},
        {FOURTH, "left=alibi,toby", "left", 0, "expected actions that the tokens show this"},
        {THIRD, "left=rotate,joker", "left", 7, "expected the actions in order, each"},
        {FOURTH, "left=-", "left", 0, due},
        {FOURTH, "left=alibi", "left", 0, due},
        {FOURTH, "step=draw", "left", 0, due},
        {FIRST, "left=alibi", "left", 0, "expected actions that the tokens show this round"},
        {OVER, "left=joker", "left", 0, due},
        {FOURTH, "step=draw left=alibi", "left", 0,
         "expected the alibi token to be used while"},
        {THIRD, "step=draw left=exchange,toby", "left", 0,
         "expected the alibi token to be used"},
    };

    (void)state;
    check_bad(row, COUNT(row));
}

static void test_bad_districts(void **state)
{
    static const char wall[] = "expected a wall on every tile but that of JL when he is";
    static const char start[] = "expected the detectives where they start";
    static const char nine[] = "expected nine tiles, or fewer while they are laid";
    static const struct bad row[] = {
        {LAYING, "tiles=XX:w", "tiles", 0, "expected the two letters of a character"},
        {LAYING, "tiles=SGw", "tiles", 0, "expected the two letters of a character"},
        {LAYING, "tiles=SG:x", "tiles", 3, "expected a side: n, e, s or w"},
        {LAYING, "tiles=SG:w,SG:e", "tiles", 5, "expected each tile once"},
        {LAYING, "tiles=SG:w,JL:-", "tiles", 5, wall},
        {LAYING, "tiles=SG:-", "tiles", 0, wall},
        {THIRD, "tiles=MD:e,JS:e,IL:e,WG:e,MS:s,JL:n,SG:s,JB:n,JP:w", "tiles", 25, wall},
        {LAYING, "tiles=SG:n", "tiles", 0, "expected the walls before the detectives at the"},
        {FIRST, "tiles=SG:w,JB:e,JP:e,JS:w,MD:n,WG:e,JL:w,IL:n,MS:n", "tiles", 35,
         "expected the walls before the detectives at the start"},
        {FIRST, "tiles=-", "tiles", 0, nine},
        {FIRST, "tiles=SG:w,JB:e", "tiles", 0, nine},
        {LAYING, "tiles=SG:w,JB:e,JP:e,JS:w,MD:n,WG:e,JL:w,IL:s,MS:n", "tiles", 0, nine},
        {FOURTH, "rotated=JB", "rotated", 0, "expected one tile for each rotate token used"},
        {FOURTH, "rotated=JB,JP,MD", "rotated", 0, "expected one tile for each rotate token"},
        {THIRD, "rotated=MD", "rotated", 0, "expected one tile for each rotate token used"},
        {THIRD, "holmes=13", "holmes", 0, "expected an outer position, 1 to 12"},
        {THIRD, "toby=0", "toby", 0, "expected an outer position, 1 to 12"},
        {FIRST, "holmes=1", "holmes", 0, start},
        {FIRST, "toby=9", "toby", 0, start},
        {LAYING, "watson=12", "watson", 0, start},
    };

    (void)state;
    check_bad(row, COUNT(row));
}

static void test_bad_cards(void **state)
{
    static const char had[] = "expected the cards that Jack had at the last call";
    static const char fewer[] = "expected fewer cards than Jack has, as he drew one this round";
    static const char race[] = "expected a race, with one suspect left at the last call";
    static const struct bad row[] = {
        {FOURTH, "tokens=4", "tokens", 0, "expected Jack's round tokens, 0 to 3"},
        {FOURTH, "tokens=0", "tokens", 0, "expected a token for Jack, unseen at the last"},
        {THIRD, "tokens=2", "tokens", 0, "expected a token for the Investigator, who saw Jack"},
        {LAST, "witness=visible tokens=8", "tokens", 0,
         "expected a token for the Investigator"},
        {FIRST, "jack-drew=SG", "jack-drew", 0, "expected one alibi card drawn for each alibi"},
        {FOURTH, "jack-drew=-", "jack-drew", 0, "expected one alibi card drawn for each alibi"},
        {FOURTH, "toss=2212 left=holmes,toby", "jack-drew", 0, "expected one alibi card drawn"},
        {FOURTH, "slot=4 left=watson", "jack-drew", 0,
         "expected one alibi card drawn for each"},
        {FOURTH, "order=-", "order", 0, "expected the two letters of a character"},
        {FOURTH, "order=JS", "order", 0, "expected the cards that Jack has drawn"},
        {RACE, "order=SG", "order", 2, "expected ','"},
        {RACE, "order=SG,SG", "order", 0, "expected the cards that Jack has drawn"},
        {FIRST, "order=SG", "order", 0, "expected '-'"},
        {OVER, "order=SG,JS", "order", 0, "expected '-'"},
        {FOURTH, "jack=? jack-drew=?1", "order", 0, "expected '?'"},
        {FOURTH, "order=?", "order", 0, "expected the two letters of a character"},
        {FOURTH, "held=2", "held", 0, "expected a number of cards, 0 to 1"},
        {FOURTH, "race=9:1", "race", 0, "expected a round, 1 to 8"},
        {FOURTH, "race=3", "race", 1, "expected ':'"},
        {FOURTH, "race=3:2", "race", 2, "expected a number of cards, 1 to 1"},
        {OVER, "held=1", "held", 0, "expected held=0 race=- without a round under way"},
        {OVER, "race=4:1", "held", 0, "expected held=0 race=- without a round under way"},
        {LAYING, "race=1:0", "held", 0, "expected held=0 race=- without a round under way"},
        /* no token was used; two cards at once; not Jack's action */
        {FOURTH, "held=0", "held", 0, had},
        {FOURTH, "slot=4 left=watson jack-drew=JS,SG order=SG,JS held=0", "held", 0, had},
        {THIRD, "toss=2211 left=exchange,joker,toby jack-drew=JS,SG order=SG,JS", "held", 0,
         had},
        /* the Investigator drew none; not this round */
        {FOURTH, "slot=4 left=watson jack-drew=JS,SG order=SG,JS held=2", "held", 0, fewer},
        {FOURTH, "slot=2 left=rotate,rotate,watson rotated=- detective-drew=JS", "held", 0,
         fewer},
        {FOURTH, "suspects=MD", "held", 0, race},
        {FOURTH, "suspects=MD slot=4 left=watson jack-drew=JS,SG order=SG,JS", "held", 0, race},
    };

    (void)state;
    check_bad(row, COUNT(row));
}

static void test_bad_races(void **state)
{
    static const char unseen[] = "expected Jack unseen at every call of the race";
    static const char had[] = "expected the cards that Jack had when the race began";
    static const char on[] = "expected cards with which the game would have gone on";
    static const struct bad row[] = {
        {RACE, "race=6:2", "race", 0, "expected a race that began at a call"},
        {RACE, "suspects=MD,WG", "race", 0, "expected one suspect left in a race"},
        {RACE, "witness=visible tokens=4", "race", 0, unseen},
        {RACE, "race=3:2 tokens=2", "race", 0, unseen},
        {RACE, "race=3:2", "race", 0, had},
        {RACE, "held=0", "race", 0, had},
        {RACE, "held=1 race=5:1", "race", 0, had},
        /* too few hourglasses for a race at the end; on the way; too many before it */
        {RACE, "jack-drew=IL,SG order=SG,IL", "held", 0, on},
        {RACE, "slot=2 left=rotate,rotate,watson jack-drew=IL,JS,SG order=SG,IL,JS", "held", 0,
         on},
        {RACE, "jack-drew=JP,JS order=JP,JS", "held", 0, on},
        /* and for a game that went on without a race */
        {RACE, "suspects=MD,WG race=-", "held", 0, on},
        {RACE, "jack=? jack-drew=?2 order=? tokens=1", "", 0, "expected hidden cards that can"},
    };

    (void)state;
    check_bad(row, COUNT(row));
}

static void test_bad_results(void **state)
{
    static const char leads[] = "expected the result that the last call leads to";
    static const struct bad row[] = {
        {OVER, "result=detective:hourglasses", "result", 0, leads},
        {OVER, "result=jack:unseen", "result", 0, leads},
        {OVER, "result=jack:time", "result", 0, leads},
        {OVER, "result=detective:suspects", "result", 0, leads},
        {OVER, "tokens=4", "result", 0, leads},
        {OVER, "suspects=WG", "result", 0, leads},
        {OVER, "result=detective:arrest", "result", 0, leads},
        {LAST, "result=detective:unseen", "result", 0, leads},
        {LAST, "witness=visible", "result", 0, leads},
        {LAST, "suspects=MD,WG", "result", 0, leads},
        {LAST, "tokens=4", "result", 0, leads},
    };

    (void)state;
    check_bad(row, COUNT(row));
}

/* --- What is accepted --- */

static void test_good(void **state)
{
    static const struct {
        const char *base, *edits;
    } row[] = {
        {LAYING, ""},
        {LAYING, "tiles=-"},
        {LAYING, "step=deal tiles=SG:w,JB:e,JP:e,JS:w,MD:n,WG:e,JL:w,IL:s,MS:n"},
        {FIRST, ""},
        {THIRD, ""},
        {FOURTH, ""},
        {RACE, ""},
        {OVER, ""},
        {LAST, ""},
        {FOURTH, "slot=2 left=alibi,rotate,watson rotated=MD"},
        {FOURTH, "step=draw left=watson"},
        /* the Investigator drew; Jack drew; the card left one suspect for now */
        {FOURTH, DREW},
        {FOURTH, DREW " suspects=MD"},
        {FOURTH, "slot=4 left=watson jack-drew=JS,SG order=SG,JS"},
        {THIRD, "toss=2211 left=exchange,joker,toby detective-drew=JS"},
        {THIRD, "toss=2211 slot=3 left=joker,toby jack-drew=JS,SG order=JS,SG"},
        {FIRST, "step=act toss=1212 left=alibi,joker,rotate,watson"},
        /* a race goes on: Jack draws in it, the Investigator does; it began a card earlier */
        {RACE, "slot=2 left=rotate,rotate,watson jack-drew=IL,JS,SG order=SG,JS,IL"},
        {RACE, "slot=3 left=rotate,watson rotated=MD detective-drew=IL"},
        {RACE, "held=1"},
        {RACE, "jack-drew=JS detective-drew=SG order=JS held=1 race=5:1"},
        {RACE, "jack-drew=JP,JS order=JP,JS tokens=5 held=1"},
        /* ends of every kind */
        {OVER, "suspects=WG tokens=4 result=detective:suspects"},
        {OVER, "suspects=WG witness=visible tokens=4 result=detective:suspects"},
        {LAST, "suspects=MD,WG result=jack:hourglasses"},
        {LAST, "suspects=MD,WG tokens=2 result=jack:time"},
        {LAST, "suspects=MD,WG tokens=2 witness=visible result=jack:time"},
        {LAST, "witness=visible result=detective:suspects"},
        {LAST, "tokens=4 result=detective:suspects"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++)
        check_views(edit(row[i].base, row[i].edits));
}

static void test_blotted(void **state)
{
    static const struct bad row[] = {
        {FOURTH, "jack=?", "jack-drew", 0, "expected Jack's identity and cards both hidden"},
        {FOURTH, "jack=? jack-drew=?1 order=SG", "order", 0, "expected '?'"},
        {OVER, "jack=? jack-drew=?2", "result", 0, "expected a dealt game with no secrets"},
        {FOURTH, "jack=? jack-drew=?2 order=?", "jack-drew", 0,
         "expected one alibi card drawn"},
        /* P-8.3: with six tokens and several suspects the game would be over */
        {RACE,
         "round=7 step=toss toss=- left=- suspects=MD,WG jack=? jack-drew=?3 order=? "
         "held=3 tokens=6 race=-",
         "", 0, "expected hidden cards that can have been dealt"},
    };

    (void)state;
    (void)check_good(edit(FOURTH, "jack=? jack-drew=?1 order=?"));
    (void)check_good(edit(RACE, "jack=? jack-drew=?2 order=?"));
    (void)check_good(edit(LAYING, "jack=? jack-drew=?0 order=?"));
    check_bad(row, COUNT(row));
}

/* P-8.3 counted by hand: any Jack among the suspects, any cards that agree with the game. */
static void test_deals(void **state)
{
    static const struct {
        const char *base, *edits;
        uint32_t deals;
    } row[] = {
        {FOURTH, "jack=? jack-drew=?1 order=?", 2 * 8},
        {THIRD, "jack=? jack-drew=?1 order=?", 3 * 8},
        /* exactly one hourglass in two cards: IL or SG, and one of the five others with one */
        {RACE, "jack=? jack-drew=?2 order=?", 2 * 2 * 5},
        {LAYING, "jack=? jack-drew=?0 order=?", 1},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_view view = {.viewer = ALIBI_AS_DETECTIVE};

        view.seen = unit_position(edit(row[i].base, row[i].edits));
        CHECK(view.seen.game->deals(&view) == row[i].deals, "row %zu: %u", i,
              (unsigned)view.seen.game->deals(&view));
    }
}

/* What the outlook says about a detective's next steps is what it sees after them. */
static void test_sight(void **state)
{
    static const struct {
        const char *token;
        int who, steps;
    } row[] = {{"holmes:1", 0, 1}, {"holmes:2", 0, 2}, {"toby:1", 1, 1}, {"watson:2", 2, 2}};
    const struct alibi_game *game = alibi_game_find("pocket");
    int walked = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++)
        for (size_t i = 0; i < COUNT(row); i++) {
            struct alibi_outlook before, after;
            struct alibi_state s;
            alibi_move m;

            if (!unit_reach(&s, game, seed, 1 + (int)(seed % 3), 1) ||
                alibi_token_parse(&m, &s, row[i].token, strlen(row[i].token), NULL) != ALIBI_OK)
                continue;
            game->outlook(&before, &s);
            (void)game->apply(&s, m);
            game->outlook(&after, &s);
            assert_int_equal(after.watchers, 3);
            assert_int_equal(after.sight[row[i].who][0],
                             before.sight[row[i].who][row[i].steps]);
            walked++;
        }
    assert_true(walked > 20);
}

/* From Jack nothing is hidden: the cards that the Investigator draws are open. */
static void test_jack_knows_all(void **state)
{
    const struct alibi_game *game = alibi_game_find("pocket");

    (void)state;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        struct alibi_state s;
        struct alibi_rng rng;

        alibi_rng_seed(&rng, seed);
        alibi_setup(&s, game, NULL);
        while (s.winner == ALIBI_NOBODY) {
            alibi_move m = unit_random(&s, &rng);

            assert_int_not_equal(game->secret_of(&s, m), ALIBI_DETECTIVE);
            (void)game->apply(&s, m);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_turns),   cmocka_unit_test(test_bad_districts),
        cmocka_unit_test(test_bad_cards),   cmocka_unit_test(test_bad_races),
        cmocka_unit_test(test_bad_results), cmocka_unit_test(test_good),
        cmocka_unit_test(test_blotted),     cmocka_unit_test(test_deals),
        cmocka_unit_test(test_sight),       cmocka_unit_test(test_jack_knows_all),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
