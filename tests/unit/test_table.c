/* Tables: what an answer leaves out can be reconstructed from what was sent before; the coach
 * says the same in worlds that the seat cannot tell apart. */
#include "unit.h"

#include "answer.h"
#include "asking.h"
#include "json_read.h"

#include <alibi/rng.h>

static uint32_t below(void *rng, uint64_t k, uint32_t n)
{
    (void)k;
    return alibi_rng_below(rng, n);
}

/* A table of GAME with these options, both seats taken by PLAYER. */
static void deal_table(struct table *table, const struct alibi_game *game,
                       const uint8_t *option, const char *player, const struct chance *chance)
{
    struct table_about about = {.id = "abcdefghijkm"};
    struct alibi_text line = alibi_text_in(about.start, sizeof about.start);
    struct alibi_state start;
    struct change *change;

    for (int i = 0; i < 2; i++)
        (void)snprintf(about.player[i], sizeof about.player[i], "%s", player);
    alibi_setup(&start, game, option);
    alibi_position_print(&line, &start);
    assert_true(table_open(table, &about, ""));
    change = change_create(&about);
    assert_non_null(change);
    change_begin(change, chance);
    assert_true(table_apply(table, change));
    free(change);
}

/* The same for people, dealt by RNG. */
static void open_table(struct table *table, const struct alibi_game *game,
                       const uint8_t *option, struct alibi_rng *rng)
{
    deal_table(table, game, option, "guest", &(struct chance){below, rng, NULL});
}

/* Plays TOKEN if that is legal. */
static bool play_token(struct table *table, const char *token, const struct chance *chance)
{
    const struct alibi_state *s = alibi_session_state(table->session);
    struct change *change = change_new(table);
    bool ok;
    size_t at;

    assert_non_null(change);
    ok = change_moves(change, table, (enum alibi_seat)s->to_act, &token, 1, chance, &at,
                      NULL) == ALIBI_OK;
    if (ok)
        assert_true(table_apply(table, change));
    free(change);
    return ok;
}

/* A random token, an accusation only if there is little else. */
static void choose_token(const struct table *table, struct alibi_rng *rng,
                         char token[ALIBI_TOKEN_MAX])
{
    const struct alibi_state *s = alibi_session_state(table->session);
    alibi_move m[ALIBI_MOVES_MAX];
    int n = s->game->moves(s, m);

    do {
        struct alibi_text text = alibi_text_in(token, ALIBI_TOKEN_MAX);

        s->game->print(&text, m[alibi_rng_below(rng, (uint32_t)n)]);
    } while (token[0] == '!' && alibi_rng_below(rng, 50) != 0);
}

static void play_one(struct table *table, struct alibi_rng *rng)
{
    char token[ALIBI_TOKEN_MAX];

    choose_token(table, rng, token);
    assert_true(play_token(table, token, &(struct chance){below, rng, NULL}));
}

/* The output of FN, parsed, and its text; free the text. */
static char *written(struct json_out *out, struct json *root)
{
    size_t len;
    char *text;

    json_end(out);
    text = json_take(out, &len);
    assert_non_null(text);
    assert_int_equal(json_parse(root, text, len, ALIBI_PLACES_MAX, NULL), ALIBI_OK);
    return text;
}

/* --- Scenes --- */

static bool flag(struct json mark, const char *name)
{
    return json_kind(json_member(mark, name)) == JSON_TRUE;
}

/* Checks that the marks of S on PLACE are LIST and its usual ground. */
static void check_place(const struct alibi_scene *scene, int place, struct json list,
                        const char *ground)
{
    static const char *const layers[] = {"ground", "light", "wall", "thing", "piece"};
    struct json sent = {NULL};

    for (int i = 0; i < scene->n; i++) {
        const struct alibi_mark *m = &scene->mark[i];
        char layer[20], symbol[20];

        if (m->place != place || (m->layer == ALIBI_GROUND && strcmp(m->symbol, ground) == 0))
            continue;
        assert_non_null(list.at);
        sent = json_next(list, sent, NULL);
        assert_non_null(sent.at);
        assert_true(json_read_text(json_member(sent, "layer"), layer, sizeof layer) > 0);
        assert_true(json_read_text(json_member(sent, "symbol"), symbol, sizeof symbol) > 0);
        assert_string_equal(layer, layers[m->layer]);
        assert_string_equal(symbol, m->symbol);
        assert_int_equal(flag(sent, "cleared"), (m->flags & ALIBI_MARK_CLEARED) != 0);
        assert_int_equal(flag(sent, "seen"), (m->flags & ALIBI_MARK_SEEN) != 0);
        assert_int_equal(flag(sent, "active"), (m->flags & ALIBI_MARK_ACTIVE) != 0);
    }
    assert_true(!list.at || !json_next(list, sent, NULL).at);
}

/* The scene of NOW is what was sent, whole or on top of BEFORE. Returns how many places a
 * change has left out. */
static int check_scene(const struct alibi_view *before, const struct alibi_view *now)
{
    const struct alibi_game *game = now->seen.game;
    const char *ground[ALIBI_PLACES_MAX];
    struct alibi_scene start, old, new;
    struct json_out out = {0};
    struct json root, list;
    int left_out = 0;
    char *text;

    json_object(&out, NULL);
    if (before)
        answer_change(&out, before, now);
    else
        answer_position(&out, now);
    text = written(&out, &root);
    ground_of(&now->seen, ground, &start);
    game->scene(&new, &now->seen);
    if (before)
        game->scene(&old, &before->seen);
    for (int place = 0; place < game->n_places; place++) {
        list = json_member(json_member(root, "scene"), game->place[place].name);
        if (!before || list.at) {
            check_place(&new, place, list, ground[place]);
            continue;
        }
        /* Not sent: it must look as before. The old marks are the ones of a list. */
        left_out++;
        for (int i = 0, k = 0; i < new.n; i++) {
            if (new.mark[i].place != place)
                continue;
            while (k < old.n && old.mark[k].place != place)
                k++;
            assert_true(k < old.n);
            assert_int_equal(old.mark[k].layer, new.mark[i].layer);
            assert_int_equal(old.mark[k].flags, new.mark[i].flags);
            assert_string_equal(old.mark[k].symbol, new.mark[i].symbol);
            k++;
        }
    }
    free(text);
    return left_out;
}

/* The view of NOW is that of BEFORE with the members that were sent. */
static void check_view(const struct alibi_view *before, const struct alibi_view *now)
{
    char old[ALIBI_LINE_MAX], new[ALIBI_LINE_MAX], name[JSON_NAME_SIZE];
    struct alibi_text was = alibi_text_in(old, sizeof old), is = alibi_text_in(new, sizeof new);
    struct json from = {old}, to = {new}, member = {NULL}, sent, root;
    struct json_out out = {0};
    char *text;

    alibi_json_print(&was, &before->seen);
    alibi_json_print(&is, &now->seen);
    json_object(&out, NULL);
    answer_change(&out, before, now);
    text = written(&out, &root);
    while ((member = json_next(to, member, name)).at) {
        sent = json_member(json_member(root, "view"), name);
        if (!sent.at)
            sent = json_member(from, name);
        assert_non_null(sent.at);
        assert_int_equal(json_length(sent), json_length(member));
        assert_memory_equal(sent.at, member.at, json_length(member));
    }
    /* No member disappears: an answer could not express that. */
    while ((member = json_next(from, member, name)).at)
        assert_non_null(json_member(to, name).at);
    free(text);
}

static void check_game(const struct alibi_game *game, const uint8_t *option, uint64_t seed)
{
    static const enum alibi_viewer viewers[] = {ALIBI_AS_JACK, ALIBI_AS_DETECTIVE,
                                                ALIBI_AS_PUBLIC, ALIBI_AS_TRUTH};
    struct alibi_rng rng;
    struct table table;
    int left_out = 0;

    alibi_rng_seed(&rng, seed);
    open_table(&table, game, option, &rng);
    while (table.about.status == TABLE_PLAYING)
        play_one(&table, &rng);
    for (size_t v = 0; v < COUNT(viewers); v++) {
        struct alibi_view before, now;

        table_view_at(&table, 0, viewers[v], &before);
        for (size_t seq = 1; seq <= table.n_events; seq++) {
            table_view_at(&table, seq, viewers[v], &now);
            (void)check_scene(NULL, &now);
            left_out += check_scene(&before, &now);
            check_view(&before, &now);
            before = now;
        }
    }
    CHECK(left_out > 0, "%s: changes are smaller than scenes", game->name);
    table_clear(&table);
}

static void changes_and_scenes_are_complete(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        for (uint8_t value = 0; value < 2; value++) {
            const uint8_t option[ALIBI_OPTIONS_MAX] = {value};

            if (value == 0 || (*g)->n_options > 0)
                check_game(*g, option, value + 1U);
        }
}

/* --- The catalogue --- */

/* The ground of PLACE that a game of the catalogue tells for the options of START. */
static void told_ground(struct json game, const struct alibi_state *start, int place,
                        char out[20])
{
    const struct alibi_game *g = start->game;
    struct json entry = {NULL}, places = json_member(game, "places"), value;

    for (int i = 0; i <= place; i++)
        entry = json_next(places, entry, NULL);
    assert_true(json_read_text(json_member(entry, "ground"), out, 20) > 0);
    for (entry.at = NULL; (entry = json_next(json_member(game, "grounds"), entry, NULL)).at;) {
        bool same = true;

        for (int i = 0; i < g->n_options; i++) {
            char chosen[40];

            value = json_member(json_member(entry, "options"), g->option[i].name);
            assert_true(json_read_text(value, chosen, sizeof chosen) > 0);
            same = same && strcmp(chosen, g->option[i].values[start->option[i]]) == 0;
        }
        value = json_member(json_member(entry, "ground"), g->place[place].name);
        if (same && value.at)
            assert_true(json_read_text(value, out, 20) > 0);
    }
}

/* Checks it for every choice of options. */
static void check_grounds(struct json entry, const struct alibi_game *game)
{
    uint8_t option[ALIBI_OPTIONS_MAX] = {0};
    int i = 0;

    while (i < game->n_options || i == 0) {
        const char *ground[ALIBI_PLACES_MAX];
        struct alibi_scene scene;
        struct alibi_state start;
        char told[20];

        alibi_setup(&start, game, option);
        ground_of(&start, ground, &scene);
        for (int place = 0; place < game->n_places; place++) {
            told_ground(entry, &start, place, told);
            assert_string_equal(told, ground[place]);
        }
        for (i = 0; i < game->n_options && !game->option[i].values[++option[i]]; i++)
            option[i] = 0;
        if (game->n_options == 0)
            break;
    }
}

static void the_catalogue_tells_the_ground(void **state)
{
    struct json_out out = {0};
    struct json root, entry = {NULL};
    size_t len;
    char *text, name[20];

    (void)state;
    answer_catalogue(&out, "0");
    text = json_take(&out, &len);
    assert_int_equal(json_parse(&root, text, len, ALIBI_PLACES_MAX, NULL), ALIBI_OK);
    while ((entry = json_next(json_member(root, "games"), entry, NULL)).at) {
        assert_true(json_read_text(json_member(entry, "name"), name, sizeof name) > 0);
        check_grounds(entry, alibi_game_find(name));
    }
    free(text);
}

/* --- The coach --- */

/* A deal: what chance decides, in which decision number OTHER comes out differently. */
struct deal {
    uint64_t seed, other;
};

static uint32_t decide(void *source, uint64_t k, uint32_t n)
{
    const struct deal *deal = source;
    struct alibi_rng rng;

    alibi_rng_seed(&rng, 1000 * deal->seed + k);
    return (alibi_rng_below(&rng, n) + (k == deal->other)) % n;
}

/* What the coach says to SEAT; free it. */
static char *coached(const struct table *table, enum alibi_seat seat)
{
    struct request r = {.as = alibi_seat_name(seat), .seats = 3};
    char *text;

    table_coach(table, &r);
    assert_int_equal(r.status, 200);
    text = malloc(r.text_len + 1);
    assert_non_null(text);
    memcpy(text, r.text, r.text_len);
    text[r.text_len] = '\0';
    request_clear(&r);
    return text;
}

/* What SEAT has been told of the game; free it. */
static char *told(const struct table *table, enum alibi_seat seat)
{
    struct json_out out = {0};
    size_t len;
    char *text;

    json_object(&out, NULL);
    answer_history(&out, table, 0, table->n_events, alibi_viewer_of(seat));
    json_end(&out);
    text = json_take(&out, &len);
    assert_non_null(text);
    return text;
}

static bool is_same_truth(const struct table *a, const struct table *b)
{
    char one[START_SIZE], other[START_SIZE];
    struct alibi_text first = alibi_text_in(one, sizeof one);
    struct alibi_text second = alibi_text_in(other, sizeof other);

    alibi_position_print(&first, alibi_session_state(a->session));
    alibi_position_print(&second, alibi_session_state(b->session));
    return strcmp(one, other) == 0;
}

/* Two worlds that SEAT cannot tell apart: the coach says the same in both. Returns whether they
 * were two, and there was something to say. */
static bool compare_coaches(const struct table *a, const struct table *b, enum alibi_seat seat)
{
    char *history = told(a, seat), *other = told(b, seat), *one, *two;
    bool counts = strcmp(history, other) == 0 && !is_same_truth(a, b);

    free(history);
    free(other);
    if (!counts)
        return false;
    one = coached(a, seat);
    two = coached(b, seat);
    assert_string_equal(one, two);
    counts = strstr(one, "\"code\"") != NULL;
    free(one);
    free(two);
    return counts;
}

/* Plays the same tokens in the deal SEED and in the one that differs in decision OTHER. */
static void play_worlds(const struct alibi_game *game, uint64_t seed, uint64_t other,
                        int compared[2])
{
    static const uint8_t option[ALIBI_OPTIONS_MAX] = {0};
    struct deal deal[2] = {{seed, UINT64_MAX}, {seed, other}};
    struct chance chance[2] = {{decide, &deal[0], NULL}, {decide, &deal[1], NULL}};
    struct table table[2];
    struct alibi_rng rng;
    bool same = true;

    alibi_rng_seed(&rng, seed);
    for (int i = 0; i < 2; i++)
        deal_table(&table[i], game, option, "level1", &chance[i]);
    for (int ply = 0; ply < 60 && same && table[0].about.status == TABLE_PLAYING; ply++) {
        char token[ALIBI_TOKEN_MAX];

        choose_token(&table[0], &rng, token);
        assert_true(play_token(&table[0], token, &chance[0]));
        same = table[1].about.status == TABLE_PLAYING &&
               alibi_session_state(table[1].session)->to_act < ALIBI_CHANCE &&
               play_token(&table[1], token, &chance[1]);
        for (int seat = 0; seat < 2 && same; seat++)
            compared[seat] += compare_coaches(&table[0], &table[1], (enum alibi_seat)seat);
    }
    for (int i = 0; i < 2; i++)
        table_clear(&table[i]);
}

static void the_coach_knows_no_secret(void **state)
{
    int cards = 0;

    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        int compared[2] = {0, 0};

        for (uint64_t seed = 1; seed <= 2; seed++)
            for (uint64_t other = 0; other < 14; other++)
                play_worlds(*g, seed, other, compared);
        CHECK(compared[ALIBI_DETECTIVE] > 0, "%s: other Jacks were compared", (*g)->name);
        cards += compared[ALIBI_JACK];
    }
    CHECK(cards > 0, "%d: other cards of the Detective's were compared", cards);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_coach_knows_no_secret),
        cmocka_unit_test(changes_and_scenes_are_complete),
        cmocka_unit_test(the_catalogue_tells_the_ground),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
