/* Records: tags, comments, labels, what is refused and where, layout, completing. */
#include "unit.h"

#include <alibi/record.h>
#include <alibi/rng.h>
#include <alibi/session.h>

/* The record as text; free it. */
static char *print(const struct alibi_record *record)
{
    char nothing[1];
    struct alibi_text text = alibi_text_in(nothing, sizeof nothing);
    char *buf;

    alibi_record_print(&text, record);
    buf = malloc(text.len + 1);
    assert_non_null(buf);
    text = alibi_text_in(buf, text.len + 1);
    alibi_record_print(&text, record);
    assert_int_equal(strlen(buf), text.len);
    return buf;
}

static struct alibi_record *parse(const char *text)
{
    struct alibi_record *record = NULL;
    struct alibi_error err = {.text = ""};

    CHECK(alibi_record_parse(&record, text, strlen(text), &err) == ALIBI_OK, "%s at %zu of\n%s",
          err.text, err.offset, text);
    return record;
}

/* LEN bytes of TEXT are refused, and nothing is handed out. */
static int refuse(const char *text, size_t len, struct alibi_error *err)
{
    static struct alibi_record *const untouched = (struct alibi_record *)&untouched;
    struct alibi_record *record = untouched;
    int status;

    *err = (struct alibi_error){.text = ""};
    status = alibi_record_parse(&record, text, len, err);
    CHECK(status != ALIBI_OK, "accepted: %.*s", (int)len, text);
    CHECK(status == (int)err->status && err->text[0] && err->offset <= len, "%.*s", (int)len,
          text);
    CHECK(record == untouched, "%.*s", (int)len, text);
    CHECK(alibi_record_parse(&record, text, len, NULL) == status, "%.*s", (int)len, text);
    CHECK(record == untouched, "%.*s", (int)len, text);
    return status;
}

#define N              "[Game \"null\"]\n"
#define V(view)        N "[View \"" view "\"]\n"
#define POSITION(rest) "[Position \"null " rest "\"]\n"
#define AT_2_1(jack, drew, mine)                                                               \
    POSITION("round=2 slot=1 witness=visible suspects=AA,BB,CC jack=" jack " jack-drew=" drew  \
             " detective-drew=" mine " result=- lit=AA,BB drawing=no")
#define X10 "xxxxxxxxxx"
#define X40 X10 X10 X10 X10

/* --- What is refused --- */

struct refused {
    const char *text;
    enum alibi_status status;
    size_t line, column;
    const char *reason;
};

static void check_refused(const struct refused *row, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct alibi_error err;
        size_t line, column;
        int status = refuse(row[i].text, strlen(row[i].text), &err);

        alibi_locate(row[i].text, err.offset, &line, &column);
        CHECK(status == (int)row[i].status, "%d: %s in\n%s", status, err.text, row[i].text);
        CHECK(line == row[i].line && column == row[i].column, "%zu:%zu: %s in\n%s", line,
              column, err.text, row[i].text);
        CHECK(strncmp(err.text, row[i].reason, strlen(row[i].reason)) == 0, "%s in\n%s",
              err.text, row[i].text);
    }
}

static void test_tags_refused(void **state)
{
    static const struct refused row[] = {
        /* the first tag */
        {"", ALIBI_BAD_TEXT, 1, 1, "expected a record"},
        {" \t\r\n", ALIBI_BAD_TEXT, 2, 1, "expected a record"},
        {"deal=AA", ALIBI_BAD_TEXT, 1, 1, "expected a record"},
        {"{comment} " N, ALIBI_BAD_TEXT, 1, 1, "expected a record"},
        {"[", ALIBI_BAD_TEXT, 1, 2, "expected a tag"},
        {"[Date \"x\"]\n" N, ALIBI_BAD_TEXT, 1, 2, "expected [Game"},
        {"[game \"null\"]", ALIBI_BAD_TEXT, 1, 2, "expected [Game"},
        {"[GAME \"null\"]", ALIBI_BAD_TEXT, 1, 2, "expected [Game"},
        {"[Game \"\"]", ALIBI_BAD_TEXT, 1, 2, "expected the name of a game"},
        {"[Game \"Null\"]", ALIBI_BAD_TEXT, 1, 2, "expected the name of a game"},
        {"[Game \"null \"]", ALIBI_BAD_TEXT, 1, 2, "expected the name of a game"},
        {"[Game \"chess\"]", ALIBI_BAD_TEXT, 1, 2, "expected the name of a game"},
        /* brackets, quotes, spaces */
        {"[Game\"null\"]", ALIBI_BAD_TEXT, 1, 6, "expected a tag"},
        {"[Game  \"null\"]", ALIBI_BAD_TEXT, 1, 6, "expected a tag"},
        {"[ Game \"null\"]", ALIBI_BAD_TEXT, 1, 2, "expected a tag"},
        {"[Game 'null']", ALIBI_BAD_TEXT, 1, 6, "expected a tag"},
        {"[Game null]", ALIBI_BAD_TEXT, 1, 6, "expected a tag"},
        {"[Game]", ALIBI_BAD_TEXT, 1, 6, "expected a tag"},
        {"[Game ", ALIBI_BAD_TEXT, 1, 6, "expected a tag"},
        {"[Game \"null", ALIBI_BAD_TEXT, 1, 12, "expected \"] after"},
        {"[Game \"null\"", ALIBI_BAD_TEXT, 1, 12, "expected \"] after"},
        {"[Game \"null\" ]", ALIBI_BAD_TEXT, 1, 12, "expected \"] after"},
        {"[Game \"null\")", ALIBI_BAD_TEXT, 1, 12, "expected \"] after"},
        {"[Game \"null\\", ALIBI_BAD_TEXT, 1, 13, "expected \"] after"},
        {"[Game \"null\\\"]", ALIBI_BAD_TEXT, 1, 15, "expected \"] after"},
        {N "[Da-te \"x\"]", ALIBI_BAD_TEXT, 2, 4, "expected a tag"},
        {N "[Dat\xc3\xa9 \"x\"]", ALIBI_BAD_TEXT, 2, 5, "expected a tag"},
        {"[G\\ame \"null\"]", ALIBI_BAD_TEXT, 1, 3, "expected a tag"},
        {N "[ \"x\"]", ALIBI_BAD_TEXT, 2, 2, "expected a tag"},
        {N "[\"x\"]", ALIBI_BAD_TEXT, 2, 2, "expected a tag"},
        {N "[" X40 "y \"x\"]", ALIBI_BAD_TEXT, 2, 42, "expected a tag"},
        {N "[1st \"x\"]", ALIBI_BAD_TEXT, 2, 2, "expected a name of letters and digits"},
        /* control characters in a value */
        {N "[Date \"a\nb\"]", ALIBI_BAD_TEXT, 2, 9, "expected a short value"},
        {N "[Date \"a\tb\"]", ALIBI_BAD_TEXT, 2, 9, "expected a short value"},
        {N "[Date \"a\rb\"]", ALIBI_BAD_TEXT, 2, 9, "expected a short value"},
        {N "[Date \"a\x7f\"]", ALIBI_BAD_TEXT, 2, 9, "expected a short value"},
        {N "[Date \"\x01\"]", ALIBI_BAD_TEXT, 2, 8, "expected a short value"},
        {N "[Date \"a\\\n\"]", ALIBI_BAD_TEXT, 2, 10, "expected a short value"},
        /* twice */
        {N N, ALIBI_BAD_TEXT, 2, 2, "expected each tag once"},
        {N "[Date \"a\"]\n[Date \"a\"]", ALIBI_BAD_TEXT, 3, 2, "expected each tag once"},
        {N "[View \"jack\"]\n[View \"jack\"]", ALIBI_BAD_TEXT, 3, 2, "expected each tag once"},
        {N "[Result \"*\"]\n[Result \"*\"]", ALIBI_BAD_TEXT, 3, 2, "expected each tag once"},
        {N AT_2_1("AA", "-", "-") AT_2_1("AA", "-", "-"), ALIBI_BAD_TEXT, 3, 2,
         "expected each tag once"},
        {"[Game \"london\"]\n[Edition \"2016\"]\n[Edition \"2016\"]", ALIBI_BAD_TEXT, 3, 2,
         "expected each tag once"},
        /* values of the format's own */
        {N "[View \"chance\"]", ALIBI_BAD_TEXT, 2, 2, "expected View to be"},
        {N "[View \"\"]", ALIBI_BAD_TEXT, 2, 2, "expected View to be"},
        {N "[View \"Jack\"]", ALIBI_BAD_TEXT, 2, 2, "expected View to be"},
        {N "[View \"none\"]", ALIBI_BAD_TEXT, 2, 2, "expected View to be"},
        {N "[Result \"\"]", ALIBI_BAD_TEXT, 2, 2, "expected a result or *"},
        {"[Game \"london\"]\n[Edition \"2017\"]", ALIBI_BAD_TEXT, 2, 2, "expected edition="},
        {"[Game \"london\"]\n[Edition \"\"]", ALIBI_BAD_TEXT, 2, 2, "expected edition="},
        {"[Game \"london\"]\n[Edition \"2016\"]\n[Whistle \"loud\"]", ALIBI_BAD_TEXT, 3, 2,
         "expected whistle="},
        /* tags after the first token are none */
        {N "deal=AA\n[Date \"x\"]", ALIBI_BAD_TEXT, 3, 1, "expected a token of null"},
        {N "{x} [Date \"x\"]", ALIBI_BAD_TEXT, 2, 5, "expected a token of null"},
    };

    (void)state;
    check_refused(row, COUNT(row));
}

static void test_position_refused(void **state)
{
    static const struct refused row[] = {
        {N "[Position \"\"]", ALIBI_BAD_TEXT, 2, 12, "expected the name of a game"},
        {N "[Position \"null\"]", ALIBI_BAD_TEXT, 2, 16, "expected a space"},
        {N "[Position \"null round=9\"]", ALIBI_BAD_TEXT, 2, 23, "expected a round"},
        {N POSITION("round=1 slot=1 witness=visible suspects=AA jack=AA jack-drew=- "
                    "detective-drew=- result=- lit=AA drawing=no"),
         ALIBI_BAD_POSITION, 2, 105, "expected rounds, slots"},
        /* another game, other options */
        {N "[Position \"london edition=2016 whistle=direct round=0 slot=1 witness=visible "
           "suspects=IL,JB,JS,JW,MS,SG,SH,WG jack=- jack-drew=- detective-drew=- result=- "
           "cards=- next=- step=deal active=- due=none points=0 called=- "
           "at=e10,i8,g6,i16,a10,m8,g12,e2 lantern=ne lamps=b13:1,c4:3,f11:0,h7:0,k14:4,l5:2 "
           "covers=b15,l3 cordons=ne,sw\"]",
         ALIBI_BAD_TEXT, 2, 2, "expected a position of the record's game"},
#define LONDON_AT(edition, whistle, covers)                                                    \
    "[Position \"london edition=" edition " whistle=" whistle                                  \
    " round=0 slot=1 witness=visible suspects=IL,JB,JS,JW,MS,SG,SH,WG jack=- jack-drew=- "     \
    "detective-drew=- result=- cards=- next=- step=deal active=- due=none points=0 called=- "  \
    "at=e10,i8,g6,i16,a10,m8,g12,e4 lantern=ne lamps=b13:1,c4:3,f11:0,h7:0,k14:4,l5:2 "        \
    "covers=" covers " cordons=ne,sw\"]\n"
        {"[Game \"london\"]\n[Edition \"2016\"]\n" LONDON_AT("2006", "direct", "c14,l3"),
         ALIBI_BAD_TEXT, 1, 1, "expected tags that agree"},
        {"[Game \"london\"]\n" LONDON_AT("2006", "direct", "c14,l3"), ALIBI_BAD_TEXT, 1, 1,
         "expected tags that agree"},
        {"[Game \"london\"]\n[Whistle \"free\"]\n" LONDON_AT("2016", "direct", "b15,l3"),
         ALIBI_BAD_TEXT, 1, 1, "expected tags that agree"},
        /* what a seat sees, and nothing else */
        {N AT_2_1("?", "?0", "-"), ALIBI_BAD_TEXT, 1, 1, "expected a Position without secrets"},
        {N AT_2_1("AA", "-", "?0"), ALIBI_BAD_TEXT, 1, 1,
         "expected a Position without secrets"},
        {V("jack") AT_2_1("AA", "-", "-"), ALIBI_BAD_TEXT, 1, 1, "expected the Position as"},
        {V("jack") AT_2_1("?", "?0", "-"), ALIBI_BAD_TEXT, 1, 1, "expected the Position as"},
        {V("jack") AT_2_1("?", "?0", "?0"), ALIBI_BAD_TEXT, 1, 1, "expected the Position as"},
        {V("detective") AT_2_1("AA", "-", "-"), ALIBI_BAD_TEXT, 1, 1,
         "expected the Position as"},
        {V("detective") AT_2_1("AA", "-", "?0"), ALIBI_BAD_TEXT, 1, 1,
         "expected the Position as"},
        {V("detective") AT_2_1("?", "?0", "?0"), ALIBI_BAD_TEXT, 1, 1,
         "expected the Position as"},
        {V("public") AT_2_1("AA", "-", "-"), ALIBI_BAD_TEXT, 1, 1, "expected the Position as"},
        {V("public") AT_2_1("AA", "-", "?0"), ALIBI_BAD_TEXT, 1, 1, "expected the Position as"},
        {V("public") AT_2_1("?", "?0", "-"), ALIBI_BAD_TEXT, 1, 1, "expected the Position as"},
    };

    (void)state;
    check_refused(row, COUNT(row));
}

static void test_tokens_refused(void **state)
{
    static const struct refused row[] = {
        /* tokens that are not written well, or not legal */
        {N "deal=A", ALIBI_BAD_TEXT, 2, 6, "expected the two letters"},
        {N "deal=AAA", ALIBI_BAD_TEXT, 2, 6, "expected the two letters"},
        {N "deal=AA.", ALIBI_BAD_TEXT, 2, 8, "expected the end here"},
        {N "deal=AA}", ALIBI_BAD_TEXT, 2, 8, "expected the end here"},
        {N "deal=AA,flip:AA", ALIBI_BAD_TEXT, 2, 8, "expected the end here"},
        {N "deal=AA\fflip:AA", ALIBI_BAD_TEXT, 2, 8, "expected the end here"},
        {N "deal=AA\n  SH", ALIBI_BAD_TEXT, 3, 3, "expected a token of null"},
        {N "deal=AA\n}", ALIBI_BAD_TEXT, 3, 1, "expected a token of null"},
        {N "deal=AA -", ALIBI_BAD_TEXT, 2, 9, "expected a token of null"},
        {N "flip:AA", ALIBI_BAD_MOVE, 2, 1, "Z-1.1: "},
        {N "deal=AA\n1.1 flip:AA\n1.2 !AA", ALIBI_BAD_MOVE, 4, 5, "Z-2.4: "},
        {N "deal=AA\n1.1 !AA flip:AA", ALIBI_BAD_MOVE, 3, 9, "Z-2.5: "},
        {N "deal=AA " X10 X10 X10 "x", ALIBI_BAD_TEXT, 2, 9, "expected a token of null"},
        {N "deal=AA " X10 X10 X10 "xx", ALIBI_BAD_TEXT, 2, 9, "expected a token"},
        {N "deal=AA " X40 X40, ALIBI_BAD_TEXT, 2, 9, "expected a token"},
        /* a whole record has no announcements and hides nothing */
        {N "deal=?", ALIBI_BAD_TEXT, 2, 6, "expected the two letters"},
        {N "deal=AA flip:AA flip:AA witness=visible", ALIBI_BAD_TEXT, 2, 25,
         "expected a token"},
        {N "deal=AA !AA over=detective:arrest", ALIBI_BAD_TEXT, 2, 13, "expected a token"},
        /* comments */
        {N "{", ALIBI_BAD_TEXT, 2, 1, "expected } to end"},
        {N "{open\n\n", ALIBI_BAD_TEXT, 2, 1, "expected } to end"},
        {N "deal=AA {one} {two", ALIBI_BAD_TEXT, 2, 15, "expected } to end"},
        {N "{a{b}", ALIBI_BAD_TEXT, 2, 3, "expected a comment of plain text"},
        {N "{a{b}}", ALIBI_BAD_TEXT, 2, 3, "expected a comment of plain text"},
        {N "deal=AA {\n{}", ALIBI_BAD_TEXT, 3, 1, "expected a comment of plain text"},
        {N "{a}}", ALIBI_BAD_TEXT, 2, 4, "expected a token of null"},
        /* the result */
        {N "[Result \"jack:time\"]\ndeal=AA", ALIBI_BAD_TEXT, 2, 2, "expected the result"},
        {N "[Result \"*\"]\ndeal=AA !AA", ALIBI_BAD_TEXT, 2, 2, "expected the result"},
        {N "[Result \"jack:arrest\"]\ndeal=AA !AA", ALIBI_BAD_TEXT, 2, 2,
         "expected the result"},
        {N "[Result \"detective:arrest \"]\ndeal=AA !AA", ALIBI_BAD_TEXT, 2, 2,
         "expected the result"},
        {N "[Result \"detective\"]\ndeal=AA !AA", ALIBI_BAD_TEXT, 2, 2, "expected the result"},
        {N "[Result \"-\"]\ndeal=AA", ALIBI_BAD_TEXT, 2, 2, "expected the result"},
        {N "[Result \"" X40 "\"]\ndeal=AA", ALIBI_BAD_TEXT, 2, 2, "expected the result"},
    };

    (void)state;
    check_refused(row, COUNT(row));
}

static void test_labels_refused(void **state)
{
    static const struct refused row[] = {
        {N "1", ALIBI_BAD_TEXT, 2, 1, "expected a label such as"},
        {N "1.", ALIBI_BAD_TEXT, 2, 1, "expected a label such as"},
        {N "1.x", ALIBI_BAD_TEXT, 2, 1, "expected a label such as"},
        {N "1:1", ALIBI_BAD_TEXT, 2, 1, "expected a label such as"},
        {N "1.10", ALIBI_BAD_TEXT, 2, 1, "expected a label such as"},
        {N "10.1", ALIBI_BAD_TEXT, 2, 1, "expected a label such as"},
        {N "deal=AA 1.1.", ALIBI_BAD_TEXT, 2, 9, "expected a label such as"},
        {N "deal=AA 1.1flip:AA", ALIBI_BAD_TEXT, 2, 9, "expected a label such as"},
        /* chance, another activation, twice, too late, after the end, before nothing */
        {N "0.1 deal=AA", ALIBI_BAD_MOVE, 2, 1, "expected a label at the beginning"},
        {N "1.1 deal=AA", ALIBI_BAD_MOVE, 2, 1, "expected a label at the beginning"},
        {N "deal=AA 0.1 flip:AA", ALIBI_BAD_MOVE, 2, 9, "expected a label at the beginning"},
        {N "deal=AA 1.2 flip:AA", ALIBI_BAD_MOVE, 2, 9, "expected a label at the beginning"},
        {N "deal=AA 2.1 flip:AA", ALIBI_BAD_MOVE, 2, 9, "expected a label at the beginning"},
        {N "deal=AA 9.9 flip:AA", ALIBI_BAD_MOVE, 2, 9, "expected a label at the beginning"},
        {N "deal=AA 1.1 1.1 flip:AA", ALIBI_BAD_MOVE, 2, 13,
         "expected a label at the beginning"},
        {N "deal=AA 1.1 flip:AA 1.1 flip:AA", ALIBI_BAD_MOVE, 2, 21,
         "expected a label at the beginning"},
        {N "deal=AA 1.1 alibi 1.1 alibi=BB", ALIBI_BAD_MOVE, 2, 19,
         "expected a label at the beginning"},
        {N "deal=AA alibi 1.1 alibi=BB", ALIBI_BAD_MOVE, 2, 15,
         "expected a label at the beginning"},
        {N "deal=AA flip:AA flip:AA 1.2 flip:AA", ALIBI_BAD_MOVE, 2, 25,
         "expected a label at the beginning"},
        {N "deal=AA !AA 1.1", ALIBI_BAD_MOVE, 2, 13, "expected a label at the beginning"},
        {"[Game \"london\"]\ndeal=MS cards=SH,JW,JS,IL SH 1.1 >g10", ALIBI_BAD_MOVE, 2, 30,
         "expected a label at the beginning"},
        {V("public") "deal=? flip:AA flip:AA 2.1 witness=visible", ALIBI_BAD_MOVE, 3, 24,
         "expected a label at the beginning"},
        {V("public") "deal=? !AA 1.1 over=detective:arrest", ALIBI_BAD_MOVE, 3, 12,
         "expected a label at the beginning"},
        {N "deal=AA 1.1", ALIBI_BAD_TEXT, 2, 12, "expected a token after the label"},
        {N "deal=AA 1.1 {x}\n", ALIBI_BAD_TEXT, 3, 1, "expected a token after the label"},
    };

    (void)state;
    check_refused(row, COUNT(row));
}

/* Records of seats: what must be hidden, what must be announced, what must be revealed. */
static void test_views_refused(void **state)
{
    static const struct refused row[] = {
        {V("jack") "deal=?", ALIBI_BAD_TEXT, 3, 6, "expected the two letters"},
        {V("detective") "deal=AA", ALIBI_BAD_MOVE, 3, 1, "expected what this seat may see"},
        {V("public") "deal=AA", ALIBI_BAD_MOVE, 3, 1, "expected what this seat may see"},
        {V("jack") "deal=AA alibi alibi=BB", ALIBI_BAD_MOVE, 3, 15, "expected what this seat"},
        {V("detective") "deal=? alibi alibi=?", ALIBI_BAD_TEXT, 3, 20, "expected the two"},
        {V("public") "deal=? alibi alibi=BB", ALIBI_BAD_MOVE, 3, 14, ""},
        {V("public") "deal=? alibi=?", ALIBI_BAD_TEXT, 3, 14, "expected the two letters"},
        {V("public") "deal=??", ALIBI_BAD_TEXT, 3, 6, "expected the two letters"},
        {V("public") "deal=? witness=visible", ALIBI_BAD_TEXT, 3, 8, "expected a token"},
        {V("public") "deal=? flip:AA flip:AA flip:BB", ALIBI_BAD_MOVE, 3, 24, "expected "},
        {V("public") "deal=? flip:AA flip:AA over=jack:time", ALIBI_BAD_MOVE, 3, 24,
         "expected "},
        {V("public") "deal=? flip:AA flip:AA witness=", ALIBI_BAD_MOVE, 3, 24, "expected "},
        {V("public") "deal=? flip:AA flip:AA witness=seen", ALIBI_BAD_MOVE, 3, 24, "expected "},
        {V("jack") "deal=AA flip:BB flip:BB witness=invisible", ALIBI_BAD_MOVE, 3, 25,
         "expected an announcement that agrees"},
        {V("public") "deal=? flip:AA flip:AA", ALIBI_BAD_TEXT, 3, 23,
         "expected an announcement that is due"},
        {V("public") "deal=? flip:AA flip:AA witness=visible witness=visible", ALIBI_BAD_TEXT,
         3, 40, "expected a token"},
        {V("public") "deal=? over=jack:time", ALIBI_BAD_MOVE, 3, 8, "expected an announcement"},
        {V("public") "over=jack:time", ALIBI_BAD_MOVE, 3, 1, "expected an announcement"},
        {V("public") "deal=? !AA", ALIBI_BAD_TEXT, 3, 11,
         "expected an announcement that is due"},
        {V("public") "deal=? !AA flip:AA", ALIBI_BAD_MOVE, 3, 12, "Z-2.5: "},
        {V("public") "deal=? !AA over=jack:time", ALIBI_BAD_MOVE, 3, 12, "expected an announ"},
        {V("public") "deal=? !AA over=jack:arrest", ALIBI_BAD_MOVE, 3, 12,
         "expected an announ"},
        {V("jack") "deal=AA !AA over=jack:wrong-accusation", ALIBI_BAD_MOVE, 3, 13,
         "expected an announcement that agrees"},
        /* revealing */
        {V("public") "deal=? !AA over=detective:arrest", ALIBI_BAD_TEXT, 3, 33,
         "expected an announcement that is due"},
        {V("public") "deal=? !AA over=detective:arrest deal=BB", ALIBI_BAD_MOVE, 3, 34,
         "expected an announcement that agrees"},
        {V("public") "deal=? !AA over=detective:arrest deal=?", ALIBI_BAD_MOVE, 3, 34,
         "expected "},
        {V("public") "deal=? !AA over=detective:arrest deal=", ALIBI_BAD_MOVE, 3, 34,
         "expected "},
        {V("public") "deal=? !AA over=detective:arrest deal=AAA", ALIBI_BAD_MOVE, 3, 34,
         "expec"},
        {V("public") "deal=? !AA over=detective:arrest alibi=BB", ALIBI_BAD_MOVE, 3, 34,
         "expec"},
        {V("public") "deal=? !AA over=detective:arrest flip:AA", ALIBI_BAD_MOVE, 3, 34,
         "expec"},
        {V("public") "deal=? !AA over=detective:arrest deal=AA deal=AA", ALIBI_BAD_MOVE, 3, 42,
         "expected nothing more"},
        {V("jack") "deal=AA !AA over=detective:arrest deal=AA", ALIBI_BAD_MOVE, 3, 35,
         "expected nothing more"},
        /* the kind, the owner and the order of what is revealed; each card once */
        {V("jack") "deal=AA alibi alibi=? flip:BB witness=visible flip:AA !AA\n"
                   "over=detective:arrest deal=AA",
         ALIBI_BAD_MOVE, 4, 23, "expected "},
        {V("jack") "deal=AA alibi alibi=? flip:BB witness=visible flip:AA !AA\n"
                   "over=detective:arrest alibi=AA",
         ALIBI_BAD_MOVE, 4, 23, "expected "},
        {V("public") "deal=? alibi alibi=? flip:BB witness=visible flip:AA !AA\n"
                     "over=detective:arrest deal=AA deal=AA",
         ALIBI_BAD_MOVE, 4, 31, "expected "},
        {V("public") "deal=? alibi alibi=? flip:BB witness=visible flip:AA !AA\n"
                     "over=detective:arrest alibi=CC deal=AA",
         ALIBI_BAD_MOVE, 4, 23, "expected "},
        {V("jack") "deal=AA alibi alibi=? flip:BB witness=visible flip:AA alibi alibi=?\n"
                   "witness=invisible over=jack:time alibi=BB alibi=BB",
         ALIBI_BAD_MOVE, 4, 43, "expected "},
        {V("jack") "deal=AA alibi alibi=? flip:BB witness=visible flip:AA alibi alibi=?\n"
                   "witness=invisible over=jack:time alibi=BB",
         ALIBI_BAD_TEXT, 4, 42, "expected an announcement that is due"},
        /* from a position: what it hid is revealed first */
        {V("public") AT_2_1("?", "?0", "?0") "flip:AA !AA over=detective:arrest",
         ALIBI_BAD_TEXT, 4, 34, "expected an announcement that is due"},
        {V("jack") AT_2_1("AA", "-", "?1") "flip:AA !AA over=detective:arrest deal=AA",
         ALIBI_BAD_MOVE, 4, 35, "expected "},
    };

    (void)state;
    check_refused(row, COUNT(row));
}

/* NUL bytes cannot stand in a C string of the tables above. */
static void test_nul_refused(void **state)
{
    static const struct {
        const char *text;
        size_t len, offset;
    } row[] = {
        {"\0", 1, 0},
        {"[Game \"nu\0ll\"]", 15, 9},
        {"[Ga\0me \"null\"]", 15, 3},
        {N "\0", 15, 14},
        {N "{\0}", 17, 15},
        {N "deal=AA\0", 22, 21},
        {N "deal=AA \0", 23, 22},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_error err;

        (void)refuse(row[i].text, row[i].len, &err);
        CHECK(err.offset == row[i].offset, "row %zu: %zu: %s", i, err.offset, err.text);
    }
}

/* --- What is accepted, and how it is printed --- */

static void test_accepted(void **state)
{
    static const struct {
        const char *text, *printed;
    } row[] = {
        /* nothing, or little */
        {"[Game \"null\"]", N "[Result \"*\"]\n\n"},
        {N "deal=AA", N "[Result \"*\"]\n\ndeal=AA\n"},
        {"\r\n\t " N "\n\n\n\tdeal=AA  \n\n", N "[Result \"*\"]\n\ndeal=AA\n"},
        {"[Game \"null\"][Result \"*\"]deal=AA", N "[Result \"*\"]\n\ndeal=AA\n"},
        /* tags: any order, unknown ones kept in theirs, escapes */
        {N "[Result \"*\"]\n[Date \"1888-11-09\"]\n[A \"\"]\n",
         N "[Date \"1888-11-09\"]\n[A \"\"]\n[Result \"*\"]\n\n"},
        {N "[Round \"1\"]\n[Detective \"B\"]\n[Jack \"A\"]\n",
         N "[Round \"1\"]\n[Detective \"B\"]\n[Jack \"A\"]\n[Result \"*\"]\n\n"},
        {N "[X \"\\\"q\\\" \\\\ \\a\\[{\"]\n",
         N "[X \"\\\"q\\\" \\\\ a[{\"]\n[Result \"*\"]\n\n"},
        {N "[X \"]\"]\n", N "[X \"]\"]\n[Result \"*\"]\n\n"},
        {N "[X \"caf\xc3\xa9\"]\n", N "[X \"caf\xc3\xa9\"]\n[Result \"*\"]\n\n"},
        {N "[game \"x\"]\n[GAME \"y\"]\n[result \"z\"]\n",
         N "[game \"x\"]\n[GAME \"y\"]\n[result \"z\"]\n[Result \"*\"]\n\n"},
        {N "[" X40 " \"x\"]", N "[" X40 " \"x\"]\n[Result \"*\"]\n\n"},
        {N "[Edition \"2016\"]", N "[Edition \"2016\"]\n[Result \"*\"]\n\n"},
        {"[Game \"nul\\l\"]", N "[Result \"*\"]\n\n"},
        /* options */
        {"[Game \"london\"]",
         "[Game \"london\"]\n[Edition \"2016\"]\n[Whistle \"direct\"]\n[Result \"*\"]\n\n"},
        {"[Game \"london\"][Whistle \"free\"][Edition \"2006\"]",
         "[Game \"london\"]\n[Edition \"2006\"]\n[Whistle \"free\"]\n[Result \"*\"]\n\n"},
        {"[Game \"london\"][edition \"x\"][EDITION \"y\"]",
         "[Game \"london\"]\n[Edition \"2016\"]\n[Whistle \"direct\"]\n[edition \"x\"]\n"
         "[EDITION \"y\"]\n[Result \"*\"]\n\n"},
        /* comments: before the first token, several, on many lines, without spaces */
        {N "{whole}", N "[Result \"*\"]\n\n{whole}\n"},
        {N "{one}{two}\n{three} deal=AA{four} {five}",
         N "[Result \"*\"]\n\n{one two three}\ndeal=AA {four five}\n"},
        {N "{two\nlines}deal=AA{x\n\ny}",
         N "[Result \"*\"]\n\n{two\nlines}\ndeal=AA {x\n\ny}\n"},
        {N "{}deal=AA{}", N "[Result \"*\"]\n\n{}\ndeal=AA {}\n"},
        {N "{}{}deal=AA{}{ }", N "[Result \"*\"]\n\n{ }\ndeal=AA {  }\n"},
        {N "deal=AA{[x]\\\"\t\x01}", N "[Result \"*\"]\n\ndeal=AA {[x]\\\"\t\x01}\n"},
        {N "deal=AA 1.1 {why} flip:AA", N "[Result \"*\"]\n\ndeal=AA {why}\n1.1 flip:AA\n"},
        {N "deal=AA 1.1{a}flip:AA{b}1.2{c}flip:BB",
         N "[Result \"*\"]\n\ndeal=AA {a}\n1.1 flip:AA {b c}\n1.2 flip:BB\n"},
        /* labels may be left out */
        {N "deal=AA flip:AA flip:BB flip:CC", N "[Result \"*\"]\n\ndeal=AA\n1.1 flip:AA\n"
                                                "1.2 flip:BB\n2.1 flip:CC\n"},
        {N "deal=AA 1.1 alibi alibi=BB flip:BB 2.1 flip:CC",
         N "[Result \"*\"]\n\ndeal=AA\n1.1 alibi alibi=BB\n1.2 flip:BB\n2.1 flip:CC\n"},
        /* results */
        {N "deal=AA !AA", N "[Result \"detective:arrest\"]\n\ndeal=AA\n1.1 !AA\n"},
        {N "[Result \"detective:arrest\"]deal=AA !AA",
         N "[Result \"detective:arrest\"]\n\ndeal=AA\n1.1 !AA\n"},
        {N "deal=AA !BB", N "[Result \"jack:wrong-accusation\"]\n\ndeal=AA\n1.1 !BB\n"},
        /* views */
        {V("jack"), V("jack") "[Result \"*\"]\n\n"},
        {V("jack") "deal=AA alibi alibi=?",
         V("jack") "[Result \"*\"]\n\ndeal=AA\n1.1 alibi alibi=?\n"},
        {V("detective") "deal=? alibi alibi=BB",
         V("detective") "[Result \"*\"]\n\ndeal=?\n1.1 alibi alibi=BB\n"},
        {V("public") "deal=? alibi alibi=? flip:BB witness=visible {!} flip:AA",
         V("public") "[Result \"*\"]\n\ndeal=?\n1.1 alibi alibi=?\n1.2 flip:BB witness=visible "
                     "{!}\n2.1 flip:AA\n"},
        {V("public") "[Date \"x\"]deal=? !CC over=jack:wrong-accusation deal=BB",
         V("public") "[Date \"x\"]\n[Result \"jack:wrong-accusation\"]\n\ndeal=?\n1.1 !CC "
                     "over=jack:wrong-accusation deal=BB\n"},
        {V("detective") "deal=? alibi alibi=BB flip:BB witness=visible flip:AA alibi alibi=CC "
                        "witness=invisible over=jack:time deal=AA",
         V("detective") "[Result \"jack:time\"]\n\ndeal=?\n1.1 alibi alibi=BB\n1.2 flip:BB "
                        "witness=visible\n2.1 flip:AA\n2.2 alibi alibi=CC witness=invisible "
                        "over=jack:time deal=AA\n"},
        /* positions; that of the set-up is no Position */
        {N AT_2_1("AA", "-", "CC") "flip:AA !AA", N
         "[Result \"detective:arrest\"]\n" AT_2_1("AA", "-", "CC") "\n2.1 flip:AA\n2.2 !AA\n"},
        {N AT_2_1("AA", "-", "CC") "2.1 flip:AA",
         N "[Result \"*\"]\n" AT_2_1("AA", "-", "CC") "\n2.1 flip:AA\n"},
        {N POSITION("round=0 slot=1 witness=visible suspects=AA,BB,CC jack=- jack-drew=- "
                    "detective-drew=- result=- lit=AA drawing=no") "deal=AA",
         N "[Result \"*\"]\n\ndeal=AA\n"},
        {V("public") POSITION("round=0 slot=1 witness=visible suspects=AA,BB,CC jack=? "
                              "jack-drew=?0 detective-drew=?0 result=- lit=AA drawing=no"),
         V("public") "[Result \"*\"]\n\n"},
        {N POSITION("round=1 slot=1 witness=visible suspects=AA,BB,CC jack=AA jack-drew=- "
                    "detective-drew=- result=- lit=AA drawing=yes") "alibi=BB flip:AA",
         N
         "[Result \"*\"]\n" POSITION("round=1 slot=1 witness=visible suspects=AA,BB,CC jack=AA "
                                     "jack-drew=- detective-drew=- result=- lit=AA "
                                     "drawing=yes") "\nalibi=BB\n1.2 flip:AA\n"},
        {N POSITION("round=1 slot=1 witness=visible suspects=AA,BB,CC jack=AA jack-drew=- "
                    "detective-drew=- result=detective:arrest lit=AA drawing=no"),
         N "[Result \"detective:arrest\"]\n" POSITION(
             "round=1 slot=1 witness=visible suspects=AA,BB,CC jack=AA jack-drew=- "
             "detective-drew=- result=detective:arrest lit=AA drawing=no") "\n"},
        {V("jack") AT_2_1("AA", "-", "?1") "flip:AA",
         V("jack") "[Result \"*\"]\n" AT_2_1("AA", "-", "?1") "\n2.1 flip:AA\n"},
        {V("detective") AT_2_1("?", "?0", "CC") "flip:AA !AA over=detective:arrest deal=AA",
         V("detective") "[Result \"detective:arrest\"]\n" AT_2_1(
             "?", "?0", "CC") "\n2.1 flip:AA\n2.2 !AA over=detective:arrest deal=AA\n"},
        {V("public") AT_2_1("?", "?0", "?1") "flip:AA alibi alibi=? witness=invisible "
                                             "over=jack:time deal=AA alibi=CC alibi=BB",
         V("public") "[Result \"jack:time\"]\n" AT_2_1(
             "?", "?0",
             "?1") "\n2.1 flip:AA\n2.2 alibi alibi=? witness=invisible over=jack:time deal=AA "
                   "alibi=CC alibi=BB\n"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_record *record;
        char *text;

        record = parse(row[i].text);
        text = print(record);
        CHECK(strcmp(text, row[i].printed) == 0, "printed:\n%s\nexpected:\n%s", text,
              row[i].printed);
        alibi_record_free(record);
        record = parse(text);
        free(text);
        text = print(record);
        CHECK(strcmp(text, row[i].printed) == 0, "printed again:\n%s", text);
        alibi_record_free(record);
        free(text);
    }
}

/* A value of 2047 bytes is read, one of 2048 is not. */
static void test_value_length(void **state)
{
    char text[2200];

    (void)state;
    for (int n = 2040; n <= 2050; n++) {
        char value[2100];
        struct alibi_record *record = NULL;
        struct alibi_error err;

        memset(value, 'v', sizeof value);
        value[n] = '\0';
        (void)snprintf(text, sizeof text, N "[X \"%s\"]", value);
        if (n > 2047) {
            (void)refuse(text, strlen(text), &err);
            CHECK(strncmp(err.text, "expected a short value", 22) == 0, "%s", err.text);
            CHECK(err.offset == strlen(N) + 4 + 2047, "%zu", err.offset);
            continue;
        }
        record = parse(text);
        CHECK(strcmp(alibi_record_tag_get(record, "X"), value) == 0, "%d bytes", n);
        alibi_record_free(record);
    }
}

/* The longest token that is looked at has 31 bytes. */
static void test_token_length(void **state)
{
    char text[100] = N "                                                  ";

    (void)state;
    for (size_t n = 30; n <= 34; n++) {
        struct alibi_error err;

        memset(text + strlen(N), 'x', n);
        text[strlen(N) + n] = '\0';
        (void)refuse(text, strlen(N) + n, &err);
        CHECK((strcmp(err.text, "expected a token") == 0) == (n > 31), "%zu bytes: %s", n,
              err.text);
        CHECK(err.offset == strlen(N), "%zu bytes", n);
    }
}

/* The line ends of another system change nothing. */
static void test_crlf(void **state)
{
    static const char text[] =
        V("public") "[Date \"x\"]\n\n{whole}\ndeal=? {one}\n1.1 alibi "
                    "alibi=?\n1.2 flip:BB witness=visible\n2.1 flip:AA\n";
    char crlf[2 * sizeof text];
    struct alibi_record *record = parse(text), *other;
    char *printed = print(record), *again;
    size_t n = 0;

    (void)state;
    for (size_t i = 0; i < sizeof text; i++) {
        if (text[i] == '\n')
            crlf[n++] = '\r';
        crlf[n++] = text[i];
    }
    other = parse(crlf);
    again = print(other);
    assert_string_equal(printed, again);
    free(printed);
    free(again);
    alibi_record_free(record);
    alibi_record_free(other);
}

/* --- What a record says --- */

static void test_getters(void **state)
{
    struct alibi_record *record =
        parse(V("detective") "[Date \"today\"]\n{whole}\ndeal=? {a}{b}\n1.1 flip:AA\n");

    (void)state;
    assert_ptr_equal(alibi_record_game(record), alibi_game_find("null"));
    assert_int_equal(alibi_record_seat(record), ALIBI_DETECTIVE);
    assert_int_equal(alibi_record_start(record)->hides, 1 << ALIBI_JACK);
    assert_int_equal(alibi_record_length(record), 2);
    assert_string_equal(alibi_record_token(record, 0), "deal=?");
    assert_string_equal(alibi_record_token(record, 1), "flip:AA");
    assert_string_equal(alibi_record_comment(record, 0), "whole");
    assert_string_equal(alibi_record_comment(record, 1), "a b");
    assert_null(alibi_record_comment(record, 2));
    assert_string_equal(alibi_record_tag_get(record, "Date"), "today");
    assert_null(alibi_record_tag_get(record, "date"));
    assert_null(alibi_record_tag_get(record, "Game"));
    assert_null(alibi_record_tag_get(record, ""));
    alibi_record_free(record);
    alibi_record_free(NULL);
}

/* The same text in memory of its own. */
static void test_text(void **state)
{
    struct alibi_record *record =
        parse(V("public") "[Date \"x\"] {whole} deal=? alibi alibi=?");
    char *wanted = print(record), *text;
    size_t len = 0;

    (void)state;
    text = alibi_record_text(record, &len);
    assert_string_equal(text, wanted);
    assert_int_equal(len, strlen(wanted));
    free(text);
    text = alibi_record_text(record, NULL);
    assert_string_equal(text, wanted);
    free(text);
    free(wanted);
    alibi_record_free(record);
}

static void test_set_tags(void **state)
{
    static const struct {
        const char *game, *key, *value;
        const char *reason; /* NULL: it is set */
    } row[] = {
        {"null", "Date", "1888", NULL},
        {"null", "Date", "", NULL},
        {"null", "a", "x", NULL},
        {"null", "A1b2", "\\\"]{", NULL},
        {"null", "Jack", "caf\xc3\xa9", NULL},
        {"null", X40, "x", NULL},
        {"null", X40 "x", "x", "expected a name of letters and digits"},
        {"null", "", "x", "expected a name of letters and digits"},
        {"null", "1a", "x", "expected a name of letters and digits"},
        {"null", "a b", "x", "expected a name of letters and digits"},
        {"null", "a-b", "x", "expected a name of letters and digits"},
        {"null", "a\"", "x", "expected a name of letters and digits"},
        {"null", "caf\xc3\xa9", "x", "expected a name of letters and digits"},
        {"null", "X", "a\nb", "expected a value without control characters"},
        {"null", "X", "\t", "expected a value without control characters"},
        {"null", "X", "\x7f", "expected a value without control characters"},
        {"null", "Game", "x", "expected another name"},
        {"null", "View", "x", "expected another name"},
        {"null", "Result", "x", "expected another name"},
        {"null", "Position", "x", "expected another name"},
        {"null", "Edition", "x", NULL},
        {"london", "Edition", "x", "expected another name"},
        {"london", "Whistle", "x", "expected another name"},
        {"london", "edition", "x", NULL},
        {"london", "Editions", "x", NULL},
        {"london", "game", "x", NULL},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_state s = unit_play(row[i].game, "");
        struct alibi_record *record;
        struct alibi_error err = {.text = ""};
        int status;

        assert_int_equal(alibi_record_new(&record, &s, ALIBI_CHANCE), ALIBI_OK);
        status = alibi_record_tag(record, row[i].key, row[i].value, &err);
        if (row[i].reason) {
            CHECK(status == ALIBI_BAD_TEXT, "row %zu", i);
            CHECK(strncmp(err.text, row[i].reason, strlen(row[i].reason)) == 0, "row %zu: %s",
                  i, err.text);
            CHECK(!alibi_record_tag_get(record, row[i].key), "row %zu", i);
            CHECK(alibi_record_tag(record, row[i].key, row[i].value, NULL) == ALIBI_BAD_TEXT,
                  "row %zu", i);
        } else {
            char *text = print(record), *again;
            struct alibi_record *back;

            free(text);
            CHECK(status == ALIBI_OK, "row %zu: %s", i, err.text);
            text = print(record);
            back = parse(text);
            again = print(back);
            CHECK(strcmp(alibi_record_tag_get(back, row[i].key), row[i].value) == 0, "row %zu",
                  i);
            CHECK(strcmp(text, again) == 0, "row %zu", i);
            free(text);
            free(again);
            alibi_record_free(back);
        }
        alibi_record_free(record);
    }
}

/* A value that is too long to be read is refused when it is set. */
static void test_long_tag(void **state)
{
    struct alibi_state s = unit_play("null", "");
    struct alibi_record *record;
    char value[2100];

    (void)state;
    assert_int_equal(alibi_record_new(&record, &s, ALIBI_CHANCE), ALIBI_OK);
    memset(value, 'v', sizeof value);
    value[2047] = '\0';
    assert_int_equal(alibi_record_tag(record, "X", value, NULL), ALIBI_OK);
    value[2047] = 'v';
    value[2048] = '\0';
    assert_int_equal(alibi_record_tag(record, "X", value, NULL), ALIBI_BAD_TEXT);
    alibi_record_free(record);
}

/* Where an error in a Position is, behind a backslash that stands in the value. */
static void test_escaped_position(void **state)
{
    static const struct refused row[] = {
        {N "[Position \"nul\\l round=9\"]", ALIBI_BAD_TEXT, 2, 24, "expected a round"},
        {N "[Position \"nu\\l\\l round=9\"]", ALIBI_BAD_TEXT, 2, 25, "expected a round"},
    };

    (void)state;
    check_refused(row, COUNT(row));
}

/* Setting a tag again changes it in its place; many tags keep their order. */
static void test_many_tags(void **state)
{
    struct alibi_state s = unit_play("null", "");
    struct alibi_record *record;
    char *text, wanted[4000];
    struct alibi_text build = alibi_text_in(wanted, sizeof wanted);

    (void)state;
    assert_int_equal(alibi_record_new(&record, &s, ALIBI_CHANCE), ALIBI_OK);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < 50; i++) {
            char key[16], value[40];

            (void)snprintf(key, sizeof key, "K%d", i);
            (void)snprintf(value, sizeof value, "%d of pass %d", i, pass);
            assert_int_equal(alibi_record_tag(record, key, value, NULL), ALIBI_OK);
        }
    }
    alibi_text_str(&build, N);
    for (int i = 0; i < 50; i++)
        alibi_text_format(&build, "[K%d \"%d of pass 1\"]\n", i, i);
    alibi_text_str(&build, "[Result \"*\"]\n\n");
    text = print(record);
    assert_string_equal(text, wanted);
    free(text);
    alibi_record_free(record);
}

/* --- Completing --- */

static void test_complete(void **state)
{
    static const struct {
        const char *text, *whole; /* NULL: refused */
    } row[] = {
        {V("public") "[Date \"x\"]\n{p}deal=? {a}\n1.1 !AA {b} over=detective:arrest deal=AA",
         N "[Date \"x\"]\n[Result \"detective:arrest\"]\n\n{p}\ndeal=AA {a}\n1.1 !AA {b}\n"},
        {V("jack") "deal=AA !BB over=jack:wrong-accusation",
         N "[Result \"jack:wrong-accusation\"]\n\ndeal=AA\n1.1 !BB\n"},
        {V("detective") "deal=? !BB over=jack:wrong-accusation deal=CC",
         N "[Result \"jack:wrong-accusation\"]\n\ndeal=CC\n1.1 !BB\n"},
        {V("public") "deal=? alibi alibi=? flip:BB witness=visible flip:AA alibi alibi=? "
                     "witness=invisible over=jack:time deal=AA alibi=CC alibi=BB",
         N "[Result \"jack:time\"]\n\ndeal=AA\n1.1 alibi alibi=CC\n1.2 flip:BB\n2.1 flip:AA\n"
           "2.2 alibi alibi=BB\n"},
        {V("jack") "deal=AA alibi alibi=? flip:BB witness=visible flip:AA alibi alibi=? "
                   "witness=invisible over=jack:time alibi=BB alibi=CC",
         N "[Result \"jack:time\"]\n\ndeal=AA\n1.1 alibi alibi=BB\n1.2 flip:BB\n2.1 flip:AA\n"
           "2.2 alibi alibi=CC\n"},
        /* a comment on an announcement moves to the token before it */
        {V("public") "deal=? flip:BB flip:CC {a} witness=visible {b} flip:CC !AA "
                     "over=detective:arrest {c} deal=AA {d}",
         N "[Result \"detective:arrest\"]\n\ndeal=AA\n1.1 flip:BB\n1.2 flip:CC {a b}\n"
           "2.1 flip:CC\n2.2 !AA {c d}\n"},
        /* not of a seat, not finished, not from the set-up */
        {N "deal=AA !AA", NULL},
        {V("public") "deal=?", NULL},
        {V("jack") "", NULL},
        {V("jack") AT_2_1("AA", "-", "?0") "flip:AA !AA over=detective:arrest", NULL},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_record *record = parse(row[i].text), *whole = NULL;
        struct alibi_error err = {.text = ""};
        char *text;
        int status = alibi_record_complete(&whole, record, &err);

        if (row[i].whole) {
            CHECK(status == ALIBI_OK, "row %zu: %s", i, err.text);
            text = print(whole);
            CHECK(strcmp(text, row[i].whole) == 0, "row %zu:\n%s", i, text);
            free(text);
            alibi_record_free(parse(row[i].whole));
        } else {
            CHECK(status == ALIBI_BAD_TEXT && !whole, "row %zu", i);
            CHECK(strncmp(err.text, "expected the record of a seat", 29) == 0, "row %zu", i);
            CHECK(alibi_record_complete(&whole, record, NULL) == ALIBI_BAD_TEXT, "row %zu", i);
        }
        alibi_record_free(whole);
        alibi_record_free(record);
    }
}

/* --- Round trips and damage --- */

static const enum alibi_seat seats[] = {ALIBI_CHANCE, ALIBI_JACK, ALIBI_DETECTIVE,
                                        ALIBI_NOBODY};

/* Parsing and printing TEXT gives TEXT; a seat's finished game from the set-up completes to
 * WHOLE. */
static void check_round_trip(const char *text, const char *whole)
{
    struct alibi_record *record = parse(text), *complete = NULL;
    char *again = print(record);

    CHECK(strcmp(text, again) == 0, "printed:\n%s\nread:\n%s", again, text);
    free(again);
    if (alibi_record_complete(&complete, record, NULL) == ALIBI_OK) {
        again = print(complete);
        CHECK(strcmp(whole, again) == 0, "completed:\n%s\nexpected:\n%s", again, whole);
        free(again);
        alibi_record_free(complete);
    }
    alibi_record_free(record);
}

static void check_records(const struct alibi_session *session)
{
    char *whole = NULL;

    for (size_t i = 0; i < COUNT(seats); i++) {
        struct alibi_record *record;
        char *text;

        assert_int_equal(alibi_session_record(session, seats[i], &record), ALIBI_OK);
        text = print(record);
        if (!whole)
            whole = text;
        check_round_trip(text, whole);
        if (text != whole)
            free(text);
        alibi_record_free(record);
    }
    free(whole);
}

/* Games from START, random and cut short at any time. */
static void check_games(const struct alibi_state *start, uint64_t seed)
{
    struct alibi_session *session;
    struct alibi_rng rng;
    alibi_move m[ALIBI_MOVES_MAX];
    int n, stop;

    alibi_rng_seed(&rng, seed);
    stop = (int)alibi_rng_below(&rng, 100);
    assert_int_equal(alibi_session_new(&session, start), ALIBI_OK);
    check_records(session);
    for (int i = 0; i < stop && (n = start->game->moves(alibi_session_state(session), m)) > 0;
         i++)
        assert_int_equal(alibi_session_play(session, m[alibi_rng_below(&rng, (uint32_t)n)]),
                         ALIBI_OK);
    check_records(session);
    alibi_session_free(session);
}

/* From every good position, the set-ups among them: the record of every seat. */
static void test_round_trips(void **state)
{
    size_t len;
    char *file = unit_file("good_positions.txt", &len), *rest = file, *row;

    (void)state;
    while ((row = unit_line(&rest))) {
        struct alibi_state s;

        if (!*row || *row == '#')
            continue;
        s = unit_position(row);
        for (uint64_t seed = 0; seed < 3 && !s.hides; seed++)
            check_games(&s, seed);
    }
    free(file);
}

static const char *const sample[] = {
    N "deal=AA {a} 1.1 alibi alibi=CC 1.2 flip:BB 2.1 flip:AA {b} 2.2 alibi alibi=BB",
    V("detective") "deal=? 1.1 alibi alibi=CC 1.2 flip:BB witness=visible 2.1 flip:AA 2.2 !AA "
                   "over=detective:arrest deal=AA",
    N
    "[Date \"\\\"x\\\"\"]\n[Result \"jack:time\"]\n\n{whole}\ndeal=AA {a}\n1.1 alibi alibi=CC\n"
    "1.2 flip:BB\n2.1 flip:AA {b\nc}\n2.2 alibi alibi=BB\n",
    V("public") "[Result \"jack:time\"]\n\ndeal=?\n1.1 alibi alibi=?\n1.2 flip:BB "
                "witness=visible\n"
                "2.1 flip:AA\n2.2 alibi alibi=? witness=invisible over=jack:time deal=AA "
                "alibi=CC "
                "alibi=BB\n",
    V("jack") "[Result \"jack:time\"]\n" AT_2_1("AA", "-",
                                                "?1") "\n2.1 flip:AA\n2.2 alibi alibi=? "
                                                      "witness=invisible over=jack:time "
                                                      "alibi=CC alibi=BB\n",
    "[Game \"london\"]\n[Edition \"2016\"]\n[Whistle \"direct\"]\n[View \"public\"]\n"
    "[Result \"detective:arrest\"]\n\ndeal=? cards=SH,JW,JS,IL\n1.1 SH >g10 alibi=?\n"
    "1.2 JW >j13 ^nw\n1.3 JS lamp:c4>f3 >f7\n1.4 IL cordon:ne>nw >c10 witness=invisible\n"
    "2.1 MS >k6\n2.2 SG call:JW>l13 call:MS>l7 ^nw !MS over=detective:arrest deal=MS "
    "alibi=JB\n",
};

/* LEN bytes of TEXT are refused inside the text, or print to what reads as the same. */
static void check_damaged(const char *text, size_t len)
{
    struct alibi_record *record = NULL;
    struct alibi_error err = {.text = ""};
    char *printed;

    if (alibi_record_parse(&record, text, len, &err) != ALIBI_OK) {
        CHECK(err.offset <= len && err.text[0] && !strchr(err.text, '\n'), "%.*s", (int)len,
              text);
        return;
    }
    printed = print(record);
    alibi_record_free(record);
    record = parse(printed);
    free(printed);
    alibi_record_free(record);
}

/* The tokens of PART are the first ones of WHOLE. */
static void check_prefix(const struct alibi_record *part, const struct alibi_record *whole)
{
    CHECK(alibi_record_length(part) <= alibi_record_length(whole), "%zu tokens",
          alibi_record_length(part));
    for (size_t i = 0; i < alibi_record_length(part); i++)
        assert_string_equal(alibi_record_token(part, i), alibi_record_token(whole, i));
}

/* Without a Result an unfinished game remains of most of what is cut off. */
static void check_truncated(const char *text)
{
    struct alibi_record *whole = parse(text);
    int unfinished = 0;

    for (size_t len = 0; len < strlen(text); len++) {
        /* A copy of just this length, so that reading past its end is seen. */
        char *copy = malloc(len ? len : 1);
        struct alibi_record *part = NULL;

        assert_non_null(copy);
        memcpy(copy, text, len);
        check_damaged(copy, len);
        if (alibi_record_parse(&part, copy, len, NULL) == ALIBI_OK) {
            check_prefix(part, whole);
            unfinished++;
        }
        alibi_record_free(part);
        free(copy);
    }
    CHECK(unfinished > 1, "%s", text);
    alibi_record_free(whole);
}

static void test_truncated(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(sample); i++)
        check_truncated(sample[i]);
}

static void test_changed(void **state)
{
    static const char other[] = " \n\r\t[]{}\"\\?=:.1>!aAX~\x7f\x80\xff"; /* and a NUL */

    (void)state;
    for (size_t i = 0; i < COUNT(sample); i++) {
        size_t len = strlen(sample[i]);
        /* Following a game of London takes its time. */
        size_t step = strstr(sample[i], "london") ? 9 : 1;
        char *copy = malloc(len + 2);

        assert_non_null(copy);
        for (size_t at = 0; at < len; at++) {
            memcpy(copy, sample[i], len + 1);
            for (size_t k = at % step; k < sizeof other; k += step) {
                copy[at] = other[k];
                check_damaged(copy, len);
            }
            memcpy(copy + at, sample[i] + at + 1, len - at);
            check_damaged(copy, len - 1);
            memcpy(copy, sample[i], at + 1);
            memcpy(copy + at + 1, sample[i] + at, len - at);
            check_damaged(copy, len + 1);
        }
        free(copy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tags_refused),   cmocka_unit_test(test_position_refused),
        cmocka_unit_test(test_tokens_refused), cmocka_unit_test(test_labels_refused),
        cmocka_unit_test(test_views_refused),  cmocka_unit_test(test_nul_refused),
        cmocka_unit_test(test_accepted),       cmocka_unit_test(test_value_length),
        cmocka_unit_test(test_crlf),           cmocka_unit_test(test_token_length),
        cmocka_unit_test(test_text),           cmocka_unit_test(test_getters),
        cmocka_unit_test(test_set_tags),       cmocka_unit_test(test_many_tags),
        cmocka_unit_test(test_complete),       cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_truncated),      cmocka_unit_test(test_changed),
        cmocka_unit_test(test_long_tag),       cmocka_unit_test(test_escaped_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
