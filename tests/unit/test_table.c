/* Tables: what an answer leaves out can be reconstructed from what was sent before. */
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

/* A table of GAME with these options, both seats taken, dealt by RNG. */
static void open_table(struct table *table, const struct alibi_game *game,
                       const uint8_t *option, struct alibi_rng *rng)
{
    struct table_about about = {.id = "abcdefghijkm", .player = {"guest", "guest"}};
    struct alibi_text line = alibi_text_in(about.start, sizeof about.start);
    struct chance chance = {below, rng, NULL};
    struct alibi_state start;
    struct change *change;

    alibi_setup(&start, game, option);
    alibi_position_print(&line, &start);
    assert_true(table_open(table, &about, ""));
    change = change_create(&about);
    assert_non_null(change);
    change_begin(change, &chance);
    assert_true(table_apply(table, change));
    free(change);
}

/* Plays at random, without accusing if there is another move. */
static void play_one(struct table *table, struct alibi_rng *rng)
{
    const struct alibi_state *s = alibi_session_state(table->session);
    struct change *change = change_new(table);
    struct chance chance = {below, rng, NULL};
    char token[ALIBI_TOKEN_MAX];
    const char *tokens[] = {token};
    alibi_move m[ALIBI_MOVES_MAX];
    int n = s->game->moves(s, m);
    size_t at;

    do {
        struct alibi_text text = alibi_text_in(token, sizeof token);

        s->game->print(&text, m[alibi_rng_below(rng, (uint32_t)n)]);
    } while (token[0] == '!' && alibi_rng_below(rng, 50) != 0);
    assert_non_null(change);
    assert_int_equal(
        change_moves(change, table, (enum alibi_seat)s->to_act, tokens, 1, &chance, &at, NULL),
        ALIBI_OK);
    assert_true(table_apply(table, change));
    free(change);
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

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_and_scenes_are_complete),
        cmocka_unit_test(the_catalogue_tells_the_ground),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
