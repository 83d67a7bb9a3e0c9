/* New York: position lines that are refused, where and why; ends of games and views that print
 * back to the same line; the order of JSON. */
#include "edit.h"

#include "games/newyork/nyc.h"

/* Round 1: JC is played first, by the Detective. */
#define FIRST                                                                                  \
    "newyork round=1 slot=1 witness=visible suspects=AB,CR,EG,ES,FT,JC,LL,ME jack=FT "         \
    "jack-drew=- detective-drew=- result=- cards=AB,CR,ES next=LL,EG,ME,FT step=act "          \
    "active=JC due=move+power metro=b9,k4,l13 gaslamp=c10,m12 site=- park=- "                  \
    "investigation=e4,f3+k14,l15 steamers=e2,k16 at=e10,i8,j7,j9,h11,f9,f11,h5 "               \
    "informant=li:talkative"

/* Round 2: the Detective has moved EG; LL and FT were played, ME is left. */
#define THIRD                                                                                  \
    "newyork round=2 slot=3 witness=invisible suspects=AB,CR,EG,ES,FT,ME jack=FT "             \
    "jack-drew=- detective-drew=- result=- cards=ME next=- step=act active=EG due=power "      \
    "metro=b9,e8,k4,l13 gaslamp=c10,f3,m12 site=m2 park=- investigation=i2,i4+k14,l15 "        \
    "steamers=e2,l1 at=b7,m8,g4,f11,f9,f13,l7,h5 informant=li:talkative"

/* EG, on the space of FT, has accused him. */
#define ARREST                                                                                 \
    "newyork round=2 slot=3 witness=invisible suspects=AB,CR,EG,ES,FT,ME jack=FT "             \
    "jack-drew=- detective-drew=- result=detective:arrest cards=ME next=- step=over active=- " \
    "due=none metro=b9,e8,k4,l13 gaslamp=c10,f3,m12 site=m2 park=- "                           \
    "investigation=i2,i4+k14,l15 steamers=e2,l1 at=b7,m8,f9,f11,f9,f13,l7,h5 "                 \
    "informant=li:talkative"

/* FT has left from the steamer in e2, in the last activation of round 2. */
#define ESCAPE                                                                                 \
    "newyork round=2 slot=4 witness=invisible suspects=AB,CR,EG,ES,FT,ME jack=FT "             \
    "jack-drew=- detective-drew=- result=jack:escape cards=- next=- step=over active=- "       \
    "due=none metro=e8,k4,l13 gaslamp=c10,f3,m12 site=m2 park=b9 "                             \
    "investigation=i2,i4+k14,l15 steamers=e2,l1 at=b7,m8,g4,f11,e2,f13,l7,h5 "                 \
    "informant=li:talkative"

/* EG has come to the Informant on h9, in the same activation as in THIRD. */
#define VISIT "step=visit at=b7,m8,h9,f11,f9,f13,l7,h5 informant=h9:talkative"
#define DRAW  "step=draw informant=h9:silent"
/* The last activation of all, with every card but Jack's drawn before. */
#define EMPTY_DECK                                                                             \
    "newyork round=8 slot=4 witness=invisible suspects=FT jack=FT jack-drew=AB,CR,EG,ES "      \
    "detective-drew=JC,LL,ME result=- cards=- next=- step=act active=JC due=move "             \
    "metro=e8,j13,k4,l13,l7 gaslamp=e14,h11,l9,m12 site=i12,k14,k2,m2 park=b9,c10,c8,f3 "      \
    "investigation=c8,c10+i2,i4 steamers=e2,g16 at=c14,h13,e4,f15,l11,g8,m8,h7 "               \
    "informant=li:silent"

/* --- What is refused --- */

static void test_bad_activations(void **state)
{
    static const struct bad row[] = {
        {FIRST, "due=both", "due", 0, "expected 'none'"},
        {FIRST, "due=none", "due", 0, "expected what JC can owe at step act"},
        {FIRST, "step=visit", "due", 0, "expected what JC can owe at step visit"},
        {FIRST, "step=draw due=move", "due", 0, "expected what JC can owe at step draw"},
        {FIRST, "active=ME next=LL,EG,JC,FT", "due", 0, "expected what ME can owe at step act"},
        {FIRST, "active=ME next=LL,EG,JC,FT due=power", "due", 0, "expected what ME can owe"},
        {FIRST, "active=ME next=LL,EG,JC,FT step=visit due=power", "due", 0,
         "expected what ME can owe at step visit"},
        {FIRST, "active=ME next=LL,EG,JC,FT step=draw due=power", "due", 0,
         "expected what ME can owe at step draw"},
        {FIRST, "cards=AB,CR,JC,ES step=pick active=- due=move", "due", 0,
         "expected what nobody can owe at step pick"},
        {ARREST, "due=power", "due", 0, "expected what nobody can owe at step over"},
        {FIRST, "suspects=AB,CR,EG,ES,FT,JC,LL", "due", 0, "expected eight suspects until"},
        /* N-6.11: nobody is next to FT */
        {THIRD, "active=FT cards=EG at=b7,m8,g4,f11,m16,f13,l7,h5", "due", 0,
         "expected a target for the power that is due"},
        {FIRST, "step=wait", "step", 0, "expected a step"},
        {FIRST, "active=AB", "active", 0, "expected the character whose card is being played"},
    };

    (void)state;
    check_bad(row, COUNT(row));
}

static void test_bad_tiles(void **state)
{
    enum { KEY = -(int)sizeof "metro" }; /* all four fields are meant, from the first key */
    static const struct bad row[] = {
        {FIRST, "metro=b9,k4,z9", "metro", 6, "expected a place"},
        {FIRST, "metro=b9,l13,k4", "metro", 7, "expected the places in order, each once"},
        {FIRST, "metro=b9,b9,k4", "metro", 3, "expected the places in order, each once"},
        {FIRST, "metro=b9,d9,k4", "metro", 3, "expected a street without another tile"},
        {FIRST, "metro=g8,k4,l13", "metro", 0, "expected a street without another tile"},
        {FIRST, "gaslamp=b9,m12", "gaslamp", 0, "expected a street without another tile"},
        {THIRD, "park=m2", "park", 0, "expected a street without another tile"},
        {FIRST, "metro=b9,e8,k4,l13", "metro", 0, "expected at most 3 by the times AB"},
        {FIRST, "gaslamp=c10,f5,m12", "gaslamp", 0, "expected at most 2 by the times LL"},
        {FIRST, "site=m2", "site", 0, "expected at most 0 by the times CR was played"},
        {FIRST, "park=m2", "park", 0, "expected at most 0 by the times EG was played"},
        {THIRD, "site=i12,m2", "site", 0, "expected at most 1 by the times CR was played"},
        {FIRST, "metro=b7,b9,l13", "metro", 0, "expected no metro next to another"},
        {FIRST, "metro=b9,g10,l13", "metro", 0, "expected no metro next to another"},
        {FIRST, "gaslamp=m10,m12", "gaslamp", 0, "expected no gaslamp next to another"},
        /* fewer than at the start; more than were placed; none placed; no park made */
        {FIRST, "metro=b9 gaslamp=c10", "metro", KEY, "expected as many tiles and parks as"},
        {THIRD, "due=move park=b7", "metro", KEY, "expected as many tiles and parks as powers"},
        {THIRD, "site=- gaslamp=c10,m12", "metro", KEY, "expected as many tiles and parks as"},
        {THIRD, "due=move", "metro", KEY,
         "expected as many tiles and parks as powers were used"},
        {ESCAPE, "metro=- gaslamp=c10,m12", "metro", KEY,
         "expected as many tiles and parks as"},
        {ESCAPE, "metro=b7,e8,k4,l13", "metro", KEY, "expected as many tiles and parks as"},
    };

    (void)state;
    check_bad(row, COUNT(row));
}

static void test_bad_probes(void **state)
{
    static const char twice[] = "expected two pairs in ascending order with no space in both";
    static const char below[] = "expected no gaslamp or building site under a tile";
    static const struct bad row[] = {
        {FIRST, "investigation=e4,f3", "investigation", 5, "expected '+'"},
        {FIRST, "investigation=e4,e8+k14,l15", "investigation", 0, "expected two neighbouring"},
        {FIRST, "investigation=f3,e4+k14,l15", "investigation", 0, "expected two neighbouring"},
        {FIRST, "investigation=k14,l15+e4,f3", "investigation", 0, twice},
        {FIRST, "investigation=e4,f3+e4,f3", "investigation", 0, twice},
        {FIRST, "investigation=e4,f3+f3,g4", "investigation", 0, twice},
        {FIRST, "investigation=b11,c10+k14,l15", "investigation", 0, below},
        {THIRD, "investigation=i2,i4+l3,m2", "investigation", 0, below},
        {FIRST, "steamers=e2", "steamers", 0, "expected two ports"},
        {FIRST, "steamers=-", "steamers", 0, "expected two ports"},
        {FIRST, "steamers=b13,e2,k16", "steamers", 0, "expected two ports"},
        {FIRST, "steamers=e2,n11", "steamers", 3, "expected a port"},
        {FIRST, "steamers=k16,e2", "steamers", 4, "expected the places in order, each once"},
    };

    (void)state;
    check_bad(row, COUNT(row));
}

static void test_bad_characters(void **state)
{
    static const char accuser[] = "expected the accuser on the space of the accused";
    static const char gone[] = "expected Jack to have left, invisible and in his own";
    static const char nowhere[] = "expected nobody where one cannot stand";
    static const struct bad row[] = {
        {FIRST, "at=e10,i8", "at", 6, "expected ','"},
        {FIRST, "at=e10,i8,j7,j9,h11,f9,f11,x5", "at", 24, "expected a place"},
        {FIRST, "at=e10,i8,j7,j9,h11,f9,f11,d9", "at", 0, nowhere},
        {FIRST, "at=e10,i8,j7,j9,h11,f9,f11,e2", "at", 0, nowhere},
        {FIRST, "at=e10,i8,j7,j9,h11,f9,f11,c10", "at", 0, nowhere},
        {FIRST, "at=e10,i8,j7,j9,h11,f9,f11,e4", "at", 0, nowhere},
        {FIRST, "at=e10,i8,j7,j9,h11,f9,f11,e10", "at", 0, "expected every character on a"},
        {ARREST, "at=b7,m8,d9,f11,d9,f13,l7,h5", "at", 0, nowhere},
        /* nobody shares a space; two pairs do; it was Jack's activation */
        {ARREST, "at=b7,m8,g4,f11,f9,f13,l7,h5", "at", 0, accuser},
        {ARREST, "at=b7,b7,f9,f11,f9,f13,l7,h5", "at", 0, accuser},
        {ARREST, "slot=4 cards=-", "at", 0, accuser},
        /* another was accused; the accused was Jack; the accuser's card waits */
        {ARREST, "at=b7,m8,h5,f11,f9,f13,l7,h5", "at", 0, accuser},
        {ARREST, "cards=FT result=jack:wrong-accusation", "at", 0, accuser},
        {ARREST, "cards=EG result=detective:arrest", "at", 0, accuser},
        {ESCAPE, "at=b7,m8,g4,f11,f9,f13,l7,h5", "at", 0, gone},
        {ESCAPE, "at=b7,m8,g4,f11,b13,f13,l7,h5", "at", 0, gone},
        {ESCAPE, "slot=3 cards=ME", "at", 0, gone},
        {ESCAPE, "witness=visible", "at", 0, gone},
        {ESCAPE, "slot=1 cards=LL,ME,FT gaslamp=c10,m12", "at", 0, gone},
        {ESCAPE, "at=b7,m8,l1,f11,e2,f13,l7,h5", "at", 0, nowhere},
        {ESCAPE, "at=b7,b7,g4,f11,e2,f13,l7,h5", "at", 0, "expected every character on a"},
    };

    (void)state;
    check_bad(row, COUNT(row));
}

static void test_bad_informants(void **state)
{
    static const char visitor[] = "expected a visitor, and nobody else, on the Informant's";
    static const char silent[] = "expected him silent after a visit in this round and only";
    static const char drawn[] = "expected a card drawn for each visit, at most one visit a";
    static const struct bad row[] = {
        {FIRST, "informant=xx:silent", "informant", 0, "expected a place"},
        {FIRST, "informant=li", "informant", 2, "expected ':'"},
        {FIRST, "informant=li:quiet", "informant", 3, "expected talkative or silent"},
        {FIRST, "informant=d9:talkative", "informant", 0, "expected the Informant where one"},
        {FIRST, "informant=c10:talkative", "informant", 0, "expected the Informant where one"},
        /* nobody visits; somebody stands there; another than the active character */
        {THIRD, "step=visit", "informant", 0, visitor},
        {THIRD, "informant=h5:talkative", "informant", 0, visitor},
        {THIRD, "step=visit informant=h5:talkative", "informant", 0, visitor},
        {THIRD, VISIT " informant=h9:silent", "informant", 0, silent},
        {THIRD, DRAW " informant=h9:talkative", "informant", 0, silent},
        {FIRST, "informant=h9:silent", "informant", 0, silent},
        {FIRST, "cards=AB,CR,JC,ES step=pick active=- due=none informant=h9:silent",
         "informant", 0, silent},
        {THIRD, "jack-drew=AB,CR", "informant", 0, drawn},
        {THIRD, "informant=h9:silent", "informant", 0, drawn},
        {THIRD, DRAW " jack-drew=AB detective-drew=CR", "informant", 0, drawn},
        {FIRST, "jack-drew=AB", "informant", 0, drawn},
        {EMPTY_DECK, "step=draw due=none", "informant", 0, drawn},
        {FIRST, "informant=li:talkative_", "informant", 12, "expected the end here"},
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
        {FIRST, ""},
        {THIRD, ""},
        {ARREST, ""},
        {ESCAPE, ""},
        {EMPTY_DECK, ""},
        {FIRST, "active=ME next=LL,EG,JC,FT due=move"},
        {FIRST, "cards=AB,CR,JC,ES step=pick active=- due=none"},
        /* only Beach may find no room */
        {THIRD, "metro=b9,k4,l13"},
        {THIRD, VISIT},
        {THIRD, DRAW},
        {THIRD, VISIT " due=none park=b9 metro=e8,k4,l13"},
        {THIRD, DRAW " jack-drew=AB"},
        {THIRD, "jack-drew=AB informant=h9:silent"},
        {THIRD, "jack-drew=AB detective-drew=CR informant=h9:silent"},
        /* ME has sent LL there */
        {THIRD, "cards=EG active=ME step=visit due=none informant=l7:talkative"},
        /* EG accused FT, whose card may wait; FT accused EG; EG accused ME */
        {ARREST, "cards=FT"},
        {ARREST, "result=jack:wrong-accusation"},
        {ARREST, "at=b7,m8,h5,f11,f9,f13,l7,h5 result=jack:wrong-accusation"},
        {ARREST, "park=b9 metro=e8,k4,l13"},
        /* by the other steamer, by land, sent by ME while his own card waits */
        {ESCAPE, "at=b7,m8,g4,f11,l1,f13,l7,h5"},
        {ESCAPE, "at=b7,m8,g4,f11,n11,f13,l7,h5"},
        {ESCAPE, "slot=1 cards=LL,EG,FT gaslamp=c10,m12 park=- metro=b9,e8,k4,l13"},
        {ESCAPE, "slot=1 cards=LL,EG,ME gaslamp=c10,m12 park=- metro=b9,e8,k4,l13"},
        {EMPTY_DECK, "step=over active=- due=none result=jack:time"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++)
        check_views(edit(row[i].base, row[i].edits));
}

/* What is hidden reads back as it is; it can be too much. */
static void test_blotted(void **state)
{
    static const struct bad row[] = {
        {THIRD, "jack=?", "jack-drew", 0, "expected Jack's identity and cards both hidden"},
        {THIRD, "jack=? jack-drew=?2", "informant", 0, "expected a card drawn for each visit"},
        {THIRD, "detective-drew=?2", "informant", 0, "expected a card drawn for each visit"},
        {ARREST, "jack=? jack-drew=?0", "result", 0, "expected a dealt game with no secrets"},
    };

    (void)state;
    (void)check_good(edit(THIRD, "jack=? jack-drew=?1 detective-drew=?0"));
    (void)check_good(edit(THIRD, "jack=? jack-drew=?0 detective-drew=CR"));
    (void)check_good(edit(THIRD, "jack-drew=AB detective-drew=?0"));
    check_bad(row, COUNT(row));
}

/* --- Ends in play --- */

/* TOKEN, played in a position, ends the game as the words say; the line reads back. */
static void test_ends(void **state)
{
    static const struct {
        const char *edits, *token;
        int winner, why;
    } row[] = {
        {"due=move+power", "!ME", ALIBI_JACK, ALIBI_WRONG_ACCUSATION},
        {"due=move+power jack=ME", "!ME", ALIBI_DETECTIVE, ALIBI_ARREST},
        {"slot=4 cards=- active=FT due=move+power metro=e8,k4,l13 park=b9 "
         "at=b7,m8,g4,f11,e4,f13,l7,h5",
         ">e2", ALIBI_JACK, ALIBI_ESCAPE},
        {"slot=4 cards=- active=FT due=move metro=e8,k4,l13 park=b9 "
         "at=b7,m8,g4,f11,m10,f13,l7,h5",
         ">n11", ALIBI_JACK, ALIBI_ESCAPE},
        {"slot=4 cards=- active=ME due=move metro=e8,k4,l13 park=b9 "
         "at=b7,m8,e14,f11,m2,f13,l7,h5 site=c12",
         "push:FT>l1", ALIBI_JACK, ALIBI_ESCAPE},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        const char *base = edit(THIRD, row[i].edits), *token = row[i].token;
        struct alibi_state s = unit_position(base), back;
        struct alibi_error err = {.text = ""};
        char line[ALIBI_LINE_MAX];
        struct alibi_text text = alibi_text_in(line, sizeof line);
        alibi_move m;

        CHECK(alibi_token_parse(&m, &s, token, strlen(token), &err) == ALIBI_OK, "row %zu: %s",
              i, err.text);
        s.game->apply(&s, m);
        CHECK(s.winner == row[i].winner && s.why == row[i].why, "row %zu: %u %u", i, s.winner,
              s.why);
        assert_int_equal(s.to_act, ALIBI_NOBODY);
        alibi_position_print(&text, &s);
        back = unit_position(line);
        CHECK(memcmp(&back, &s, sizeof s) == 0, "row %zu: %s", i, line);
    }
}

/* --- JSON --- */

/* Positions sort their tiles by name, JSON by column and row. */
static void test_json_order(void **state)
{
    static const struct {
        const char *line, *json;
    } row[] = {
        {"e4,f3+k14,l15", "[[\"e4\",\"f3\"],[\"k14\",\"l15\"]]"},
        {"e4,f3+e6,f7", "[[\"e4\",\"f3\"],[\"e6\",\"f7\"]]"},
        {"e12,f13+e4,f3", "[[\"e4\",\"f3\"],[\"e12\",\"f13\"]]"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        char edits[60], want[80], json[4000];
        struct alibi_text text = alibi_text_in(json, sizeof json);
        struct alibi_state s;

        (void)snprintf(edits, sizeof edits, "investigation=%s", row[i].line);
        (void)snprintf(want, sizeof want, "\"investigation\":%s,", row[i].json);
        s = check_good(edit(FIRST, edits));
        alibi_json_print(&text, &s);
        CHECK(strstr(json, want), "row %zu: %s", i, json);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_activations), cmocka_unit_test(test_bad_tiles),
        cmocka_unit_test(test_bad_probes),      cmocka_unit_test(test_bad_characters),
        cmocka_unit_test(test_bad_informants),  cmocka_unit_test(test_good),
        cmocka_unit_test(test_blotted),         cmocka_unit_test(test_ends),
        cmocka_unit_test(test_json_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
