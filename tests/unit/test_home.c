/* A home without a server: whole games through its texts, what is kept and comes back, what
 * happens when it cannot be kept. */
#include "unit.h"

#include "home.h"
#include "job_text.h"
#include "json_read.h"
#include "kept_game.h"
#include "thinking.h"

enum { GAMES_MAX = 8, KEPT_MAX = 1 << 16 };

/* What a browser would have on its disk. */
static struct {
    char id[ID_SIZE], text[KEPT_MAX];
} kept[GAMES_MAX];
static size_t n_kept;
static bool full;   /* nothing more can be kept */
static int refused; /* times that something was not kept */

static struct home *home;
static char answer[1 << 18]; /* to the last request */
static unsigned status;
static char events[1 << 18]; /* of all streams */
static int thoughts;

static struct home *open_one(unsigned char seed)
{
    struct home_options options = {.version = "test", .seed = {seed}, .think_ms = 1};
    struct home *opened = home_open(&options);

    assert_non_null(opened);
    return opened;
}

static int open_home(void **state)
{
    (void)state;
    n_kept = 0;
    full = false;
    refused = thoughts = 0;
    events[0] = '\0';
    home = open_one(5);
    return 0;
}

static int close_home(void **state)
{
    (void)state;
    home_close(home);
    return 0;
}

static bool tell(const char *text)
{
    return home_tell(home, text, strlen(text));
}

/* --- Whoever runs it --- */

/* Keeps a line "ID TEXT", or removes the game of a line "ID". */
static void keep_line(const char *line, size_t len)
{
    size_t i = 0;

    while (i < n_kept && memcmp(kept[i].id, line, ID_SIZE - 1) != 0)
        i++;
    if (len == ID_SIZE - 1) {
        assert_true(i < n_kept);
        kept[i] = kept[--n_kept];
        return;
    }
    assert_true(i < GAMES_MAX && len < KEPT_MAX);
    n_kept += i == n_kept;
    memcpy(kept[i].id, line, ID_SIZE - 1);
    memcpy(kept[i].text, line + ID_SIZE, len - ID_SIZE);
    kept[i].text[len - ID_SIZE] = '\0';
}

static void keep(const char *lines)
{
    refused += full;
    while (*lines && !full) {
        size_t n = strcspn(lines, "\n");

        keep_line(lines, n);
        lines += n + 1;
    }
    assert_true(tell(full ? "unkept" : "kept"));
}

/* Thinks about the job, which tells its seat's secrets and nobody else's. */
static void think(unsigned number, const char *text)
{
    char said[JOB_ANSWER_SIZE + 40];
    struct alibi_text out = alibi_text_in(said, sizeof said);
    struct thinking thinking;
    unsigned ms;
    struct job *job = job_parse(text, strlen(text), &ms);

    assert_non_null(job);
    assert_int_equal(ms, 1);
    thoughts++;
    assert_true(thinking_begin(&thinking, job, 1));
    do
        while (thinking_step(&thinking, 64)) {
        }
    while (thinking_decide(&thinking));
    thinking_end(&thinking);
    alibi_text_format(&out, "thought %u\n", number);
    job_print_answer(job, &out);
    job_free(job);
    assert_true(tell(said));
}

/* Listens until there is nothing more to hear. */
static void serve(void)
{
    const char *said;
    size_t len;

    while ((said = home_hear(home, &len))) {
        char *text = malloc(len + 1), *rest;
        unsigned number;

        assert_non_null(text);
        memcpy(text, said, len + 1);
        rest = strchr(text, '\n') + 1;
        if (strncmp(text, "keep\n", 5) == 0)
            keep(rest);
        else if (sscanf(text, "think %u", &number) == 1)
            think(number, rest);
        else if (sscanf(text, "answer %u %u", &number, &status) == 2)
            (void)snprintf(answer, sizeof answer, "%s", rest);
        else if (sscanf(text, "events %u", &number) == 1)
            (void)snprintf(events + strlen(events), sizeof events - strlen(events), "%s", rest);
        else
            CHECK(strncmp(text, "end ", 4) == 0, "it said %s", text);
        free(text);
    }
}

static void ask(const char *request, const char *body)
{
    static unsigned number;
    char text[4000];

    (void)snprintf(text, sizeof text, "ask %u %s\n%s", ++number, request, body);
    status = 0;
    assert_true(tell(text));
    serve();
}

/* What the answer's member NAME is. */
static void member(const char *name, char *out, size_t size)
{
    struct json root;

    assert_int_equal(json_parse(&root, answer, strlen(answer), ALIBI_PLACES_MAX, NULL),
                     ALIBI_OK);
    if (json_read_text(json_member(root, name), out, size) < 0)
        out[0] = '\0';
}

static void make_game(const char *game, const char *jack, const char *detective,
                      char id[ID_SIZE])
{
    char body[200];

    (void)snprintf(body, sizeof body,
                   "{\"game\":\"%s\",\"seats\":{\"jack\":\"%s\",\"detective\":\"%s\"}}", game,
                   jack, detective);
    ask("POST /api/games", body);
    member("id", id, ID_SIZE);
}

/* --- Games --- */

/* The first of the legal tokens of the last answer that does not end the game, else the first.
 */
static bool choose(char token[ALIBI_TOKEN_MAX])
{
    struct json root, list, value = {NULL};

    assert_int_equal(json_parse(&root, answer, strlen(answer), ALIBI_PLACES_MAX, NULL),
                     ALIBI_OK);
    list = json_member(root, "legal");
    token[0] = '\0';
    while ((value = json_next(list, value, NULL)).at) {
        if (!json_member(value, "ends").at || !token[0])
            assert_true(json_read_text(json_member(value, "token"), token, ALIBI_TOKEN_MAX) >
                        0);
        if (!json_member(value, "ends").at)
            break;
    }
    return token[0] != '\0';
}

/* Plays a game to its end, token by token, and listens to it. */
static void play(const char *game, const char *detective)
{
    char id[ID_SIZE], path[100], body[300], token[ALIBI_TOKEN_MAX], to_act[20], how[20];
    bool alone = strcmp(detective, "me") == 0;
    int turns = 0;

    make_game(game, "me", detective, id);
    CHECK(status == 201, "%s: %s", game, answer);
    (void)snprintf(path, sizeof path, "GET /api/games/%s/events?as=jack", id);
    ask(path, "");
    for (;; turns++) {
        struct json root;
        uint64_t seq;

        (void)snprintf(path, sizeof path, "GET /api/games/%s?as=public", id);
        ask(path, "");
        member("status", how, sizeof how);
        member("to_act", to_act, sizeof to_act);
        if (strcmp(how, "playing") != 0)
            break;
        CHECK(turns < 1000 && (alone || strcmp(to_act, "jack") == 0), "%s: %s", game, answer);
        (void)snprintf(path, sizeof path, "GET /api/games/%s?as=%s", id, to_act);
        ask(path, "");
        assert_int_equal(json_parse(&root, answer, strlen(answer), ALIBI_PLACES_MAX, NULL),
                         ALIBI_OK);
        assert_true(json_read_number(json_member(root, "seq"), &seq));
        assert_true(choose(token));
        (void)snprintf(body, sizeof body,
                       "{\"as\":\"%s\",\"seq\":%d,\"tokens\":[\"%s\"],\"key\":\"k%d\"}", to_act,
                       (int)seq, token, turns);
        (void)snprintf(path, sizeof path, "POST /api/games/%s/moves", id);
        ask(path, body);
        CHECK(status == 200, "%s: %s: %s", game, token, answer);
    }
    CHECK(turns > 1 && strcmp(how, "over") == 0, "%s", game);
}

static void whole_games_are_played(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        play((*g)->name, "me");
        play((*g)->name, "random");
        n_kept = 0;
        CHECK(strstr(events, "\"status\":\"over\""), "%s", (*g)->name);
        events[0] = '\0';
    }
    assert_true(thoughts > 5);
}

/* Whatever was answered has been kept before: a home that is opened anew says the same of the
 * only game, ID. */
static void comes_back(const char *id)
{
    char path[100], *before;

    (void)snprintf(path, sizeof path, "GET /api/games/%s?as=jack", id);
    ask(path, "");
    before = malloc(strlen(answer) + 1);
    assert_non_null(before);
    memcpy(before, answer, strlen(answer) + 1);
    home_close(home);
    home = open_one(9);
    assert_int_equal(n_kept, 1);
    for (int times = 0; times < 2; times++) {
        char *text = malloc(KEPT_MAX + 10);

        assert_non_null(text);
        (void)snprintf(text, KEPT_MAX + 10, "load\n%s", kept[0].text);
        assert_int_equal(tell(text), times == 0);
        free(text);
    }
    ask(path, "");
    assert_string_equal(answer, before);
    free(before);
    ask("GET /api/games", "");
    assert_non_null(strstr(answer, id));
}

static void games_come_back(void **state)
{
    char id[ID_SIZE];

    (void)state;
    make_game("null", "me", "random", id);
    comes_back(id);
}

/* A game that goes on from another one, whose start is none that anybody could have chosen. */
static void games_that_go_on_come_back(void **state)
{
    static const char make[] =
        "{\"game\":\"null\",\"seats\":{\"jack\":\"random\",\"detective\":\"me\"},"
        "\"from\":{\"record\":\"[Game \\\"null\\\"]\\n\\ndeal=AA\",\"at\":1}}";
    struct kept_game *game;
    char id[ID_SIZE];
    int sound = 0;

    (void)state;
    ask("POST /api/games", make);
    CHECK(status == 201, "%s", answer);
    member("id", id, ID_SIZE);
    comes_back(id);
    game = kept_game_parse(kept[0].text, strlen(kept[0].text));
    assert_non_null(game);
    assert_true(kept_game_is_sound(game));
    for (int i = 0; i < 3; i++) { /* Jack by hand: one of the three was drawn */
        char *jack = strstr(game->about.start, "jack=");

        assert_non_null(jack);
        memset(jack + strlen("jack="), "ABC"[i], 2);
        sound += kept_game_is_sound(game);
    }
    assert_int_equal(sound, 1);
    kept_game_free(game);
}

static void a_game_is_forgotten(void **state)
{
    char id[ID_SIZE], text[100];

    (void)state;
    make_game("null", "me", "me", id);
    (void)snprintf(text, sizeof text, "forget %s", id);
    assert_true(tell(text));
    serve();
    assert_int_equal(n_kept, 0);
    assert_false(tell(text));
    (void)snprintf(text, sizeof text, "GET /api/games/%s", id);
    ask(text, "");
    assert_int_equal(status, 404);
}

/* --- What cannot be kept --- */

static void nothing_changes_that_is_not_kept(void **state)
{
    char id[ID_SIZE], path[100], move[200], *before;

    (void)state;
    full = true;
    make_game("null", "me", "me", id);
    assert_int_equal(status, 503);
    assert_non_null(strstr(answer, "nothing was changed"));
    full = false;
    make_game("null", "me", "me", id);
    assert_int_equal(status, 201);
    (void)snprintf(path, sizeof path, "GET /api/games/%s?as=detective", id);
    ask(path, "");
    before = malloc(strlen(answer) + 1);
    assert_non_null(before);
    memcpy(before, answer, strlen(answer) + 1);
    full = true;
    (void)snprintf(path, sizeof path, "POST /api/games/%s/moves", id);
    (void)snprintf(move, sizeof move,
                   "{\"as\":\"detective\",\"seq\":1,\"tokens\":[\"alibi\"],\"key\":\"k\"}");
    ask(path, move);
    assert_int_equal(status, 503);
    (void)snprintf(path, sizeof path, "GET /api/games/%s?as=detective", id);
    ask(path, "");
    assert_string_equal(answer, before);
    free(before);
    /* The same once more, when there is room again. */
    full = false;
    (void)snprintf(path, sizeof path, "POST /api/games/%s/moves", id);
    ask(path, move);
    assert_int_equal(status, 200);
    assert_int_equal(refused, 2);
}

/* The computer's move is thought of again until it can be kept. */
static void the_computer_waits_for_room(void **state)
{
    char id[ID_SIZE], path[100];

    (void)state;
    make_game("null", "me", "random", id);
    (void)snprintf(path, sizeof path, "GET /api/games/%s?as=public", id);
    ask(path, "");
    assert_non_null(strstr(answer, "\"to_act\":\"jack\""));
    (void)snprintf(path, sizeof path, "POST /api/games/%s/resign", id);
    ask(path, "{\"as\":\"jack\",\"key\":\"k\"}");
    (void)snprintf(path, sizeof path, "POST /api/games/%s/rematch", id);
    ask(path, "{\"sides\":\"same\"}");
    assert_int_equal(status, 201);
    member("id", id, sizeof id);
    assert_int_equal(n_kept, 2);
    (void)snprintf(path, sizeof path, "GET /api/games/%s?as=public", id);
    ask(path, "");
    full = true;
    for (int i = 0; i < 3; i++) {
        assert_true(tell("tick 2026-11-16"));
        serve();
    }
    assert_true(refused > 1);
    ask(path, "");
    assert_non_null(strstr(answer, "\"to_act\":\"detective\""));
    full = false;
    assert_true(tell("tick 2026-11-16"));
    serve();
    ask(path, "");
    assert_non_null(strstr(answer, "\"to_act\":\"jack\""));
}

/* --- Texts --- */

static void bad_texts_are_refused(void **state)
{
    static const char *const bad[] = {
        "",
        "hello",
        "kept",
        "unkept",
        "ask",
        "ask 1",
        "ask x GET /",
        "ask 1000000001 GET /",
        "leave 7",
        "thought 1\n",
        "thought x",
        "tick",
        "tick today",
        "tick 2026-1-1",
        "load",
        "load\n{}",
        "forget",
        "forget abc",
        "forget abcdefghijkm",
    };
    size_t len;

    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++)
        CHECK(!tell(bad[i]), "told: %s", bad[i]);
    assert_false(home_tell(home, "tick\0 2026-11-16", 16));
    assert_true(tell("ask 1 GET /api/lobby"));
    assert_false(tell("ask 1 GET /api/lobby"));
    assert_non_null(home_hear(home, &len));
    assert_null(home_hear(home, &len));
}

/* Every byte of a kept game changed: none of its events, and nothing is taken that does harm.
 */
static void damaged_games_do_no_harm(void **state)
{
    char id[ID_SIZE], *text;
    size_t len, taken = 0, sound = 0, first, sum;

    (void)state;
    make_game("null", "me", "random", id);
    len = strlen(kept[0].text);
    text = kept[0].text;
    first = (size_t)(strstr(text, "\"events\":") - text);
    sum = (size_t)(strstr(text, "\"sum\":") - text);
    for (size_t i = 0; i < len; i++) {
        static const char other[] = "0\"[}x9";

        for (size_t k = 0; k < sizeof other - 1; k++) {
            char was = text[i];
            struct kept_game *game;

            text[i] = other[k];
            game = kept_game_parse(text, len);
            text[i] = was;
            if (!game)
                continue;
            CHECK(other[k] == was || i < first || i >= sum, "%c at %zu of %s", other[k], i,
                  text);
            taken++;
            sound += kept_game_is_sound(game);
            kept_game_free(game);
        }
    }
    CHECK(taken > 100 && sound > 10 && sound < taken, "%zu taken, %zu sound", taken, sound);
    for (size_t i = 0; i < len; i++)
        assert_null(kept_game_parse(text, i));
}

static void games_print_as_they_were_read(void **state)
{
    char id[ID_SIZE], *again;
    struct kept_game *game;
    size_t len;

    (void)state;
    make_game("null", "me", "random", id);
    game = kept_game_parse(kept[0].text, strlen(kept[0].text));
    assert_non_null(game);
    assert_true(kept_game_is_sound(game));
    again = kept_game_print(game, &len);
    assert_string_equal(again, kept[0].text);
    free(again);
    kept_game_free(game);
}

/* What is kept must follow from its events, or the app could not go on with it. */
static void games_that_cannot_be_are_not_sound(void **state)
{
    char id[ID_SIZE];

    (void)state;
    make_game("null", "me", "me", id);
    for (int i = 0; i < 8; i++) {
        struct kept_game *game = kept_game_parse(kept[0].text, strlen(kept[0].text));

        assert_non_null(game);
        assert_true(kept_game_is_sound(game));
        switch (i) {
        case 0:
            game->about.status = TABLE_OVER;
            break;
        case 1:
            game->about.to_act = ALIBI_JACK;
            break;
        case 2:
            (void)snprintf(game->about.result, sizeof game->about.result, "jack:time");
            break;
        case 3:
            (void)snprintf(game->about.player[0], PLAYER_SIZE, "nobody");
            break;
        case 4:
            (void)snprintf(game->about.player[0], PLAYER_SIZE, "open");
            break;
        case 5:
            game->event[0].event.by = ALIBI_JACK;
            break;
        case 6:
            game->event[0].has_request = true;
            game->event[0].request.count = 2;
            break;
        default:
            (void)snprintf(game->event[0].event.text, EVENT_TEXT_SIZE, "deal=ZZ");
        }
        CHECK(!kept_game_is_sound(game), "damage %d", i);
        kept_game_free(game);
    }
}

/* The job of the first turn, where the secret that chance deals is the one of SCRIPT. */
static char *first_job(const char *script)
{
    static const char make[] =
        "ask 1 POST /api/games\n"
        "{\"game\":\"null\",\"seats\":{\"jack\":\"me\",\"detective\":\"random\"}}";
    struct home_options options = {.version = "test", .think_ms = 1, .script = script};
    char *job = NULL;
    const char *said;
    size_t len;

    home = home_open(&options);
    assert_non_null(home);
    assert_true(tell(make));
    while ((said = home_hear(home, &len))) {
        if (strncmp(said, "keep\n", 5) == 0) {
            CHECK(strstr(said, script), "%s", said);
            assert_true(tell("kept"));
        } else if (strncmp(said, "think", 5) == 0) {
            job = malloc(len + 1);
            assert_non_null(job);
            memcpy(job, said, len + 1);
        }
    }
    home_close(home);
    assert_non_null(job);
    return job;
}

/* Two worlds that the seat cannot tell apart: whoever thinks for it gets the same bytes. */
static void jobs_tell_no_secret(void **state)
{
    char *one = first_job("deal=AA"), *other = first_job("deal=BB");

    (void)state;
    assert_string_equal(one, other);
    free(one);
    free(other);
}

static void jobs_are_read_as_they_were_printed(void **state)
{
    static const char text[] =
        "40 detective random 18446744073709551615 0\n"
        "null round=0 slot=1 witness=visible suspects=AA,BB,CC jack=? jack-drew=?0 "
        "detective-drew=- result=- lit=AA drawing=no\n"
        "deal=?";
    unsigned ms;
    size_t len;
    struct job *job = job_parse(text, sizeof text - 1, &ms);
    char *again;

    (void)state;
    assert_non_null(job);
    again = job_print(job, ms, &len);
    assert_string_equal(again, text);
    free(again);
    assert_true(job_parse_answer(job, "0.5 1 alibi", 11));
    assert_int_equal(job->n_answer, 1);
    assert_string_equal(job->answer[0], "alibi");
    assert_false(job_parse_answer(job, "0.5 1 ", 6));
    assert_false(job_parse_answer(job, "0.5 2 alibi", 11));
    assert_false(job_parse_answer(job, "", 0));
    assert_int_equal(job->n_answer, 0);
    job_free(job);
    for (size_t i = 0; i < sizeof text - sizeof "deal=?"; i++)
        assert_null(job_parse(text, i, &ms));
}

#define AT_HOME(test) cmocka_unit_test_setup_teardown(test, open_home, close_home)

int main(void)
{
    static const struct CMUnitTest tests[] = {
        AT_HOME(whole_games_are_played),
        AT_HOME(games_come_back),
        AT_HOME(games_that_go_on_come_back),
        AT_HOME(a_game_is_forgotten),
        AT_HOME(nothing_changes_that_is_not_kept),
        AT_HOME(the_computer_waits_for_room),
        AT_HOME(bad_texts_are_refused),
        AT_HOME(damaged_games_do_no_harm),
        AT_HOME(games_print_as_they_were_read),
        AT_HOME(games_that_cannot_be_are_not_sound),
        cmocka_unit_test(jobs_tell_no_secret),
        cmocka_unit_test(jobs_are_read_as_they_were_printed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
