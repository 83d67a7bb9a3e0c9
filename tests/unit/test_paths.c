/* The ways of pieces, and the lines of scenes: what front ends show without knowing why. */
#include "unit.h"

#include <alibi/kit/path.h>

/* Tokens thrown so that all of them move somebody. */
#define P                                                                                      \
    "tile=SGw tile=ILn tile=MSe tile=JSn tile=JPe tile=WGn tile=JLw tile=JBs tile=MDs "        \
    "deal=WG toss=1221"

/* "g12 h11 i10" */
static void print_path(struct alibi_text *text, const struct alibi_state *s, const char *token)
{
    uint8_t path[ALIBI_PATH_MAX];
    alibi_move m;
    int n;

    assert_int_equal(alibi_token_parse(&m, s, token, strlen(token), NULL), ALIBI_OK);
    n = s->game->path(s, m, path);
    for (int i = 0; i < n; i++)
        alibi_text_format(text, "%s%s", i ? " " : "", s->game->place[path[i]].name);
}

static void test_paths(void **state)
{
    static const struct {
        const char *game, *played, *token, *path;
    } row[] = {
        {"london", "deal=MS cards=SH,JW,JS,IL SH", ">g10", "g12 g10"},
        {"london", "deal=MS cards=SH,JW,JS,IL JS", ">b5", "g6 g8 g10 b5"},
        {"london", "deal=MS cards=SH,JW,JS,IL JS", "lamp:c4>f3", ""},
        {"london", "deal=JB cards=MS,SG,WG,JB MS", ">e12", "a10 b11 c10 d11 e12"},
        {"london", "deal=JB cards=MS,SG,WG,JB MS", ">m12", "a10 b11 c10 l13 m12"},
        {"london", "deal=JB cards=MS,SG,WG,JB SG", "call:JW>i12", "i16 i14 i12"},
        {"newyork", "deal=FT cards=AB,CR,LL,ME CR", ">l13", "i8 h7 g8 l13"},
        {"newyork", "deal=FT cards=AB,CR,LL,ME CR", ">m10", "i8 j9 k10 l11 m10"},
        {"newyork", "deal=FT cards=AB,CR,LL,ME ME", ">b9", "h5 g6 g8 b9"},
        {"newyork", "deal=FT cards=AB,CR,LL,ME ME", "push:FT>e14", "h11 g12 f13 e14"},
        {"newyork", "deal=FT cards=AB,CR,LL,ME ME", "!CR", ""},
        {"pocket", P, "holmes:2", "p12 p1 p2"},
        {"pocket", P, "joker:toby", "p8 p9"},
        {"pocket", P, "rotate:1:cw", ""},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_state s = unit_play(row[i].game, row[i].played);
        char path[200] = "";
        struct alibi_text text = alibi_text_in(path, sizeof path);

        print_path(&text, &s, row[i].token);
        CHECK(strcmp(path, row[i].path) == 0, "%s %s: %s", row[i].game, row[i].token, path);
    }
}

/* A street of sixty places, with a passage from 10 to 50 that costs nothing; from 60 on nothing
 * leads anywhere. */
static int street(const struct alibi_walk *walk, unsigned at, uint8_t out[ALIBI_PLACES_MAX])
{
    int n = 0;

    if (at > 0 && at < 60)
        out[n++] = (uint8_t)(at - 1);
    if (at < 59)
        out[n++] = (uint8_t)(at + 1);
    if (at == 10 && !walk->on_foot)
        out[n++] = 50 | ALIBI_FREE;
    return n;
}

static void test_street(void **state)
{
    static const struct {
        unsigned from, to;
        bool on_foot;
        int n;
    } row[] = {
        {5, 5, false, 1},   {5, 8, false, 4},  {8, 5, false, 4},   {8, 52, false, 6},
        {10, 48, false, 4}, {0, 39, true, 40}, {0, 40, true, 0},   {0, 45, false, 17},
        {8, 60, false, 0},  {60, 8, false, 0}, {60, 60, false, 1},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_walk walk = {
            .from = row[i].from, .to = row[i].to, .on_foot = row[i].on_foot, .steps = street};
        uint8_t path[ALIBI_PATH_MAX];
        int n = alibi_path(&walk, path);

        CHECK(n == row[i].n, "%u to %u: %d places", row[i].from, row[i].to, n);
        CHECK(n == 0 || (path[0] == row[i].from && path[n - 1] == row[i].to), "%u to %u",
              row[i].from, row[i].to);
    }
}

static void test_strokes(void **state)
{
    static const struct {
        const char *game, *played, *strokes;
    } row[] = {
        {"london", "", ""},
        {"london", "deal=MS cards=SH,JW,JS,IL JW >j13 ^nw", "beam-j13-g10"},
        {"london", "deal=MS cards=SH,JW,JS,IL JW >j13 ^n", ""},
        {"newyork", "", "ferry-a8-li ferry-c6-li ferry-li-e16 ferry-li-g2"},
        {"pocket", "", ""},
        {"pocket", P, "sight-p12-p12 sight-p8-p8 sight-p4-p4"},
        {"pocket", P " holmes:1", "sight-p1-1 sight-p8-p8 sight-p4-p4"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_state s = unit_play(row[i].game, row[i].played);
        static struct alibi_scene scene;
        char strokes[200] = "";
        struct alibi_text text = alibi_text_in(strokes, sizeof strokes);

        s.game->scene(&scene, &s);
        for (int k = 0; k < scene.n_strokes; k++)
            alibi_text_format(&text, "%s%s-%s-%s", k ? " " : "", scene.stroke[k].symbol,
                              s.game->place[scene.stroke[k].from].name,
                              s.game->place[scene.stroke[k].to].name);
        CHECK(strcmp(strokes, row[i].strokes) == 0, "%s %s: %s", row[i].game, row[i].played,
              strokes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_paths),
                                       cmocka_unit_test(test_street),
                                       cmocka_unit_test(test_strokes)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
