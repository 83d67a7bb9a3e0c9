/* London in play: refusals of moves, moves in words, and states that only a test can make. */
#include "unit.h"

#include "games/london/lon.h"
#include <alibi/kit/bits.h>

/* --- Moves --- */

#define DEALT   "deal=MS cards=SH,JW,JS,IL "
#define ROUND_1 DEALT "SH >g10 alibi=JB JW >j13 ^nw JS >f7 lamp:c4>f3 IL cordon:ne>nw >c10 "

/* Everything that can be forbidden, by its rule and the beginning of its words. */
static void test_forbids(void **state)
{
    static const struct {
        const char *tokens, *token, *reason;
    } row[] = {
        {"", "SH", "L-2.4: "},
        {"deal=MS", "deal=MS", "L-3.1: "},
        {"deal=MS", "SH", "L-3.1: "},
        {DEALT, "cards=SH,JW,JS,IL", "L-3.2: nothing is dealt now, detective is to act"},
        {DEALT, "alibi=JB", "L-3.2: nothing is dealt now, detective is to act"},
        {DEALT, "deal=JB", "L-3.2: nothing is dealt now, detective is to act"},
        {DEALT, "MS", "L-3.2: the card of MS is not face up; expected one of SH JW JS IL"},
        {DEALT, ">a6", "L-3.2: expected a card first: SH JW JS IL"},
        {DEALT, "stay", "L-3.2: expected a card first: SH JW JS IL"},
        {DEALT "SH", "JW", "L-3.2: SH is being played"},
        {DEALT "SH", "SH", "L-3.2: SH is being played"},
        {DEALT "SH", "deal=MS", "L-3.2: nothing is dealt now"},
        {DEALT "SH", ">g12", "L-4.1: SH must not end on the hex of the start"},
        {DEALT "SH", ">e2", "L-4.4: e2 is occupied; to accuse, write ! and the code"},
        {DEALT "SH", ">m4", "L-4.1: m4 is out of reach: SH has 3 movement points"},
        {DEALT "SH", ">c4", "L-4.2: c4 is no street"},
        {DEALT "SH", ">b7", "L-4.2: b7 is no street"},
        {DEALT "SH", ">ne", "L-6.3: only Jack's player may leave"},
        {DEALT "SH", "stay", "L-4.7: SH is not blocked"},
        {DEALT "SH", "^ne", "L-5.3: the lantern is turned after"},
        {DEALT "SH", "!SH", "L-6.1: expected another character"},
        {DEALT "SH", "!SG", "L-6.1: SG on m8 is out of reach of SH"},
        {DEALT "SH", "lamp:c4>f3", "L-5.1: that is the power of JS, and SH is being played"},
        {DEALT "SH", "cordon:ne>nw", "L-5.1: that is the power of IL, and SH"},
        {DEALT "SH", "cover:b15>b5", "L-5.1: that is the power of JB, and SH"},
        {DEALT "SH", "call:SH>h11", "L-5.1: that is the power of SG, and SH"},
        {DEALT "SH", "swap:JW", "L-5.1: that is the power of WG, and SH"},
        {DEALT "SH >g10", "alibi=MS", "L-5.2: "},
        {DEALT "SH >g10", "JW", "L-5.2: "},
        {DEALT "SH >g10 alibi=JB JW", "!SH", "L-6.1: only the Detective accuses"},
        {DEALT "SH >g10 alibi=JB JW", ">g10", "L-4.4: g10 is occupied"},
        {DEALT "SH >g10 alibi=JB JW", ">ne", "L-6.3: only Jack's own character"},
        {DEALT "SH >g10 alibi=JB JW >j13", ">g12", "L-5.3: expected the direction"},
        {DEALT "SH >g10 alibi=JB JW >j13", "deal=JB", "L-3.2: nothing is dealt now, jack"},
        {DEALT "SH >g10 alibi=JB JW >j13 ^nw JS >f7", ">g6", "L-4.1: JS has moved already"},
        {DEALT "SH >g10 alibi=JB JW >j13 ^nw JS >f7", "!SH", "L-4.1: JS has moved already"},
        {DEALT "SH >g10 alibi=JB JW >j13 ^nw JS >f7", "stay", "L-4.1: JS has moved already"},
        {DEALT "SH >g10 alibi=JB JW >j13 ^nw JS lamp:c4>f3", "lamp:f3>c4",
         "L-5.1: JS has used the power"},
        {DEALT "SH >g10 alibi=JB JW >j13 ^nw JS", "lamp:f3>c4",
         "L-5.5: expected a lit tile to a "
         "hex without one; f3 is not lit"},
        {DEALT "SH >g10 alibi=JB JW >j13 ^nw JS", "lamp:c4>h7",
         "L-5.5: expected a lit tile to a hex without one; c4 is lit, the other too"},
        {DEALT "SH >g10 alibi=JB JW >j13 ^nw JS", "lamp:c4>c4", "L-5.5: "},
        {DEALT "SH >g10 alibi=JB JW >j13 ^nw JS >f7 lamp:c4>f3 IL", "cordon:nw>se", "L-5.6: "},
        {DEALT "SH >g10 alibi=JB JW >j13 ^nw JS >f7 lamp:c4>f3 IL", "cordon:ne>sw", "L-5.6: "},
        {"deal=MS cards=SH,JW,JS,JB JB", "cover:c10>b5", "L-5.15: "},
        {"deal=MS cards=SH,JW,JS,JB JB", "cover:b15>l3", "L-5.15: "},
        {"deal=MS cards=SH,JW,JS,JB JB", "cover:b15>a6", "L-5.15: "},
        {"deal=MS cards=SH,JW,JS,WG WG", "swap:WG", "L-5.14: "},
        {"deal=MS cards=SH,JW,JS,WG SH >g10 alibi=JB WG swap:JW", "SH", "L-5.4: expected the"},
        {"deal=WG cards=SH,JW,JS,WG SH >g10 alibi=JB WG", ">nw",
         "L-6.3: Jack leaves only while the witness card shows invisible"},
        {ROUND_1 "MS", ">nw", "L-6.4: a cordon closes the exit nw"},
        {ROUND_1 "MS", ">ne", "L-6.4: the exit ne is out of reach: its hex is l3"},
        {ROUND_1 "MS", ">se", "L-6.4: the exit se is out of reach: its hex is l15"},
        {ROUND_1 "MS", ">m4", "L-4.1: m4 is out of reach: MS has 4 movement points"},
        {ROUND_1 "MS >k6 SG", "call:SG>m6", "L-5.8: the whistle calls other characters"},
        {ROUND_1 "MS >k6 SG", "call:SH>e2", "L-5.11: e2 is occupied"},
        {ROUND_1 "MS >k6 SG", "call:JB>g8", "L-5.10: g8 is no nearer to SG than i8, where JB"},
        {ROUND_1 "MS >k6 SG", "call:WG>k4",
         "L-5.8: k4 is too far from WG for the 3 points left"},
        {ROUND_1 "MS >k6 SG", "call:MS>k8", "L-5.10: k8 is no nearer to SG than k6, where MS"},
        {ROUND_1 "MS >k6 SG", "call:MS>m6", "L-5.10: no way of MS to m6 comes nearer to SG"},
        {ROUND_1 "MS >k6 SG", "call:IL>e14", "L-5.10: no way of IL to e14 comes nearer to SG"},
        {ROUND_1 "MS >k6 SG call:JW>l13", "SH", "L-5.13: "},
        {ROUND_1 "MS >k6 SG call:JW>l13", ">m6", "L-5.13: "},
        {ROUND_1 "MS >k6 SG call:JW>l13", "^n", "L-5.13: "},
        {ROUND_1 "MS >k6 SG call:JW>l13", "call:SG>m6", "L-5.8: "},
        {ROUND_1 "MS >k6 SG call:JW>l13", "call:WG>h3",
         "L-5.8: h3 is too far from WG for the 1"},
        {ROUND_1 "MS >k6 SG call:JW>l13 call:MS>l7", "call:JB>j9", "L-5.4: expected the dir"},
        {ROUND_1 "MS >k6 SG call:JW>l13 call:MS>l7 ^nw", "call:JB>j9", "L-5.1: SG has used"},
        {ROUND_1 "MS >k6 SG call:JW>l13 call:MS>l7 ^nw !MS", "JB", "L-8.1: "},
        {ROUND_1 "MS >k6 SG call:JW>l13 call:MS>l7 ^nw !MS", "deal=JB", "L-8.1: "},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_state s = unit_play("london", row[i].tokens);
        struct alibi_error err = {.text = ""};
        alibi_move m;

        CHECK(alibi_token_parse(&m, &s, row[i].token, strlen(row[i].token), &err) ==
                  ALIBI_BAD_MOVE,
              "row %zu: %s: %s", i, row[i].token, err.text);
        CHECK(strncmp(err.text, row[i].reason, strlen(row[i].reason)) == 0, "row %zu: %s: %s",
              i, row[i].token, err.text);
    }
}

static void test_describe(void **state)
{
    static const struct {
        const char *tokens, *token, *words;
    } row[] = {
        {"", "deal=MS", "Jack is Miss Stealthy"},
        {"deal=MS", "cards=SH,JW,JS,IL", "the cards turned up are SH JW JS IL"},
        {DEALT, "SH", "play Sherlock Holmes"},
        {DEALT "SH", ">g10", "Sherlock Holmes moves to g10"},
        {DEALT "SH", "!JB", "Sherlock Holmes accuses Jeremy Bert"},
        {DEALT "SH >g10", "alibi=JB", "the alibi card drawn is Jeremy Bert"},
        {DEALT "SH >g10 alibi=JB JW >j13", "^nw", "Watson's lantern faces nw"},
        {DEALT "SH >g10 alibi=JB JS", "lamp:c4>f3", "the gaslight goes from c4 to f3"},
        {DEALT "SH >g10 alibi=JB IL", "cordon:ne>nw", "the cordon goes from ne to nw"},
        {DEALT "SH >g10 alibi=JB IL", "cordon:sw>se", "the cordon goes from sw to se"},
        {"deal=MS cards=SH,JW,JS,JB JB", "cover:b15>b5",
         "the manhole cover goes from b15 to b5"},
        {"deal=MS cards=SH,JW,JS,WG WG", "swap:SH",
         "Sir William Gull changes places with Sherlock Holmes"},
        {ROUND_1 "MS >k6 SG", "call:JW>l13", "the whistle brings John H. Watson to l13"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_state s = unit_play("london", row[i].tokens);
        char words[100];
        struct alibi_text text = alibi_text_in(words, sizeof words);
        alibi_move m;

        assert_int_equal(alibi_token_parse(&m, &s, row[i].token, strlen(row[i].token), NULL),
                         0);
        s.game->describe(&text, &s, m);
        CHECK(strcmp(words, row[i].words) == 0, "row %zu: %s", i, words);
    }
}

/* Each of TOKENS has this status in S. */
static void check_tokens(const struct alibi_state *s, const char *tokens, int status)
{
    for (tokens += strspn(tokens, " "); *tokens; tokens += strspn(tokens, " ")) {
        size_t len = strcspn(tokens, " ");
        struct alibi_error err = {.text = ""};
        alibi_move m;

        CHECK(alibi_token_parse(&m, s, tokens, len, &err) == status, "%s: %s", tokens,
              err.text);
        tokens += len;
    }
}

/* A position in round 2, activation 1 (Jack's) or 2 (the Detective's), of edition 2006. SH was
 * played in round 1, so WHO is one of MS SG WG JB with the two or three others still to come.
 */
#define AT(slot, whistle, jack, cards, hand, at, cordons)                                      \
    "london edition=2006 whistle=" whistle " round=2 slot=" slot " witness=invisible "         \
    "suspects=IL,JB,JS,JW,MS,SG,SH,WG jack=" jack " jack-drew=- detective-drew=IL result=- "   \
    "cards=" cards " next=- step=" hand " called=- at=" at                                     \
    " lantern=n lamps=f11:0,f3:3,h7:0,k14:4,l5:2 covers=c14,l3 cordons=" cordons

/* Positions, what is legal there and what is not, and one token in words. */
static void test_positions(void **state)
{
    static const struct {
        const char *line, *legal, *illegal, *token, *words;
    } row[] = {
        /* L-6.3, L-6.4: on the exit's hex, two steps away, three */
        {AT("1", "direct", "WG", "MS,SG,JB", "act active=WG due=move points=0",
            "e10,i8,g6,a10,i16,m8,g12,b3", "ne,sw"),
         ">nw swap:JW", ">ne >sw >se stay", ">nw",
         "Sir William Gull leaves the district by the nw exit"},
        {AT("1", "direct", "MS", "SG,WG,JB", "act active=MS due=move points=0",
            "e10,i8,g6,a10,b5,m8,g12,e2", "ne,sw"),
         ">nw", ">ne >sw >se", ">nw", "Miss Stealthy leaves the district by the nw exit"},
        {AT("1", "direct", "JB", "SG,WG,JB", "act active=MS due=move points=0",
            "e10,i8,g6,a10,b5,m8,g12,e2", "ne,sw"),
         ">b3", ">nw >ne", ">b3", "Miss Stealthy moves to b3"},
        /* L-4.7: everything in reach of l15 is taken */
        {AT("1", "direct", "JB", "MS,SG,JB", "act active=WG due=move points=0",
            "l13,k12,j13,m12,m10,a6,b3,l15", "ne,sw"),
         "stay swap:JB swap:JW", ">l13 >se >sw !IL swap:WG", "stay",
         "Sir William Gull is blocked and stays"},
        {AT("1", "direct", "JB", "MS,SG,WG", "act active=JB due=move+power points=0",
            "l13,l15,j13,m12,m10,a6,b3,k12", "ne,sw"),
         "stay >se cover:c14>f1", ">l13 >sw !IL", ">se",
         "Jeremy Bert leaves the district by the se exit"},
        /* the Detective may accuse from there instead */
        {AT("2", "direct", "SH", "MS,JB", "act active=WG due=move points=0",
            "l13,k12,j13,m12,m10,a6,b3,l15", "ne,sw"),
         "stay !IL !JB swap:JB", ">se !WG !SG !SH", "!IL",
         "Sir William Gull accuses Inspector Lestrade"},
        /* L-5.10: a way round does not come nearer at every step; free, it may be gone */
        {AT("2", "direct", "MS", "MS,JB", "act active=SG due=power points=3",
            "e10,i8,g6,a10,i16,m8,g12,e2", "ne,sw"),
         "call:JB>k8", "call:JB>k6 call:IL>e4 call:SG>k8 call:JB>g8 call:JB>m8 >k8 !JB",
         "call:JB>k8", "the whistle brings Jeremy Bert to k8"},
        {AT("2", "free", "MS", "MS,JB", "act active=SG due=power points=3",
            "e10,i8,g6,a10,i16,m8,g12,e2", "ne,sw"),
         "call:JB>k8 call:JB>k6 call:IL>e4", "call:SG>k8 call:JB>g8 call:JB>m8 call:WG>k4",
         "call:IL>e4", "the whistle brings Inspector Lestrade to e4"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_state s = unit_position(row[i].line);
        char words[100];
        struct alibi_text text = alibi_text_in(words, sizeof words);
        alibi_move m = 0;

        check_tokens(&s, row[i].legal, ALIBI_OK);
        check_tokens(&s, row[i].illegal, ALIBI_BAD_MOVE);
        if (!row[i].token)
            continue;
        assert_int_equal(alibi_token_parse(&m, &s, row[i].token, strlen(row[i].token), NULL),
                         0);
        s.game->describe(&text, &s, m);
        CHECK(strcmp(words, row[i].words) == 0, "row %zu: %s", i, words);
    }
}

/* L-6.3, L-6.4: Jack leaves by each of the exits; the line of the end reads back. */
static void test_escapes(void **state)
{
    static const struct {
        const char *exit, *line, *words;
    } row[] = {
#define JACK_AT(place, cordons)                                                                \
    AT("1", "direct", "MS", "SG,WG,JB", "act active=MS due=move points=0",                     \
       "e10,i8,g6,a10," place ",m8,g12,e2", cordons)
        {">ne", JACK_AT("l3", "nw,sw"), "Miss Stealthy leaves the district by the ne exit"},
        {">nw", JACK_AT("b3", "ne,sw"), "Miss Stealthy leaves the district by the nw exit"},
        {">se", JACK_AT("l15", "ne,sw"), "Miss Stealthy leaves the district by the se exit"},
        {">sw", JACK_AT("b15", "ne,se"), "Miss Stealthy leaves the district by the sw exit"},
#undef JACK_AT
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_state s = unit_position(row[i].line), back;
        char words[100], line[ALIBI_LINE_MAX];
        struct alibi_text text = alibi_text_in(words, sizeof words);
        struct alibi_text position = alibi_text_in(line, sizeof line);
        alibi_move m;

        assert_int_equal(alibi_token_parse(&m, &s, row[i].exit, 3, NULL), ALIBI_OK);
        s.game->describe(&text, &s, m);
        CHECK(strcmp(words, row[i].words) == 0, "%s", words);
        assert_false(s.game->apply(&s, m));
        CHECK(s.winner == ALIBI_JACK && s.why == ALIBI_ESCAPE, "%s", row[i].exit);
        CHECK(alibi_size(lon_of(&s)->taken) == 7, "%s", row[i].exit);
        CHECK(lon_of(&s)->at[LON_MS] == LON_FIRST_EXIT + i, "%s", row[i].exit);
        CHECK(!alibi_has(lon_visible(&s), LON_MS), "%s", row[i].exit);
        alibi_position_print(&position, &s);
        back = unit_position(line);
        CHECK(memcmp(&back, &s, sizeof s) == 0, "%s", line);
    }
}

/* The cost of a call: how much nearer (direct), or how far on the way (free). */
static void test_call_costs(void **state)
{
    static const struct {
        const char *whistle, *token;
        int points; /* left; 0: the whistle is over, and SG's activation with it */
    } row[] = {
        {"direct", "call:JB>j9", 2}, {"direct", "call:JB>k8", 1}, {"free", "call:JB>j9", 2},
        {"free", "call:JB>k8", 1},   {"free", "call:JB>k6", 0},   {"free", "call:IL>e4", 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        bool free_whistle = strcmp(row[i].whistle, "free") == 0;
        struct alibi_state s = unit_position(
            free_whistle ? AT("2", "free", "MS", "MS,JB", "act active=SG due=power points=3",
                              "e10,i8,g6,a10,i16,m8,g12,e2", "ne,sw")
                         : AT("2", "direct", "MS", "MS,JB", "act active=SG due=power points=3",
                              "e10,i8,g6,a10,i16,m8,g12,e2", "ne,sw"));
        alibi_move m;

        assert_int_equal(alibi_token_parse(&m, &s, row[i].token, strlen(row[i].token), NULL),
                         0);
        assert_false(s.game->apply(&s, m));
        CHECK(lon_of(&s)->points == row[i].points, "row %zu: %u", i, lon_of(&s)->points);
        CHECK(lon_of(&s)->hand.step == (row[i].points ? (unsigned)LON_CALL : ALIBI_STEP_PICK),
              "row %zu", i);
    }
}

/* Activations in which a step has no legal move, or is skipped. */
static void test_skipped(void **state)
{
    static const struct {
        const char *line, *token;
        int slot;
        unsigned step, due;
    } row[] = {
        /* L-5.1: nobody can be called before the move, and nobody after it */
        {AT("2", "direct", "MS", "WG,JB", "act active=SG due=move+power points=3",
            "b15,c10,b11,a10,a8,a6,a14,c12", "ne,sw"),
         ">a12", 3, ALIBI_STEP_PICK, 0},
        /* from farther away somebody can */
        {AT("2", "direct", "MS", "WG,JB", "act active=SG due=move+power points=3",
            "b15,c10,b11,a10,a8,a6,a14,c12", "ne,sw"),
         ">b5", 2, LON_ACT, LON_POWER},
        /* L-4.7: who stays has made the move; the power is still due */
        {AT("1", "direct", "JB", "MS,SG,JB", "act active=WG due=move points=0",
            "l13,k12,j13,m12,m10,a6,b3,l15", "ne,sw"),
         "stay", 2, ALIBI_STEP_PICK, 0},
        {AT("1", "direct", "JB", "MS,SG,WG", "act active=JB due=move+power points=0",
            "l13,l15,j13,m12,m10,a6,b3,k12", "ne,sw"),
         "stay", 1, LON_ACT, LON_POWER},
        {AT("1", "direct", "JB", "MS,SG,WG", "act active=JB due=move points=0",
            "l13,l15,j13,m12,m10,a6,b3,k12", "ne,sw"),
         "stay", 2, ALIBI_STEP_PICK, 0},
        {AT("1", "direct", "JB", "MS,WG,JB", "act active=SG due=move+power points=3",
            "l13,k12,j13,m12,m10,l15,b3,a6", "ne,sw"),
         "stay", 1, LON_ACT, LON_POWER},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_state s = unit_position(row[i].line);
        struct alibi_error err = {.text = ""};
        alibi_move m;

        CHECK(alibi_token_parse(&m, &s, row[i].token, strlen(row[i].token), &err) == ALIBI_OK,
              "row %zu: %s", i, err.text);
        assert_false(s.game->apply(&s, m));
        CHECK(s.slot == row[i].slot, "row %zu: slot %u", i, s.slot);
        CHECK(lon_of(&s)->hand.step == row[i].step, "row %zu", i);
        CHECK(lon_of(&s)->due == row[i].due, "row %zu", i);
    }
}

/* --- States that no game reaches --- */

/* With no card left Holmes draws none, and his activation is over. At most four cards are
 * drawn in a game, so this deck is made by hand. */
static void test_empty_deck(void **state)
{
    struct alibi_state s = unit_play("london", DEALT "SH");
    alibi_move m;

    (void)state;
    s.alibis[ALIBI_JACK] = 0xff & ~(1U << LON_MS);
    s.drawn[ALIBI_JACK] = 7;
    assert_int_equal(alibi_token_parse(&m, &s, ">g10", 4, NULL), ALIBI_OK);
    assert_false(s.game->apply(&s, m));
    assert_int_equal(s.slot, 2);
    assert_int_equal(s.to_act, ALIBI_JACK);
    assert_int_equal(lon_of(&s)->hand.step, ALIBI_STEP_PICK);
    assert_int_equal(lon_of(&s)->due, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forbids),    cmocka_unit_test(test_describe),
        cmocka_unit_test(test_positions),  cmocka_unit_test(test_escapes),
        cmocka_unit_test(test_call_costs), cmocka_unit_test(test_skipped),
        cmocka_unit_test(test_empty_deck),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
