/* A home: texts, in any order, up to a form feed each; @ stands for the id of a game that is
 * there. What is to be kept is kept, or not if the input says so; what is to be thought is
 * given up. What it says is well formed, and kept games print as they were read. */
#include "fuzz.h"

#include "home.h"
#include "job_text.h"
#include "json_read.h"
#include "kept_game.h"

#include <string.h>

enum { TEXT_MAX = 1 << 16 };

static char game[ID_SIZE];

/* What the home wants to keep can be read. */
static void check_keep(const char *lines)
{
    while (*lines) {
        size_t n = strcspn(lines, "\n");
        struct kept_game *kept;

        PROMISE(lines[n] == '\n' && n >= ID_SIZE - 1);
        if (n > ID_SIZE) {
            kept = kept_game_parse(lines + ID_SIZE, n - ID_SIZE);
            PROMISE(kept && kept_game_is_sound(kept));
            PROMISE(memcmp(kept->about.id, lines, ID_SIZE - 1) == 0);
            kept_game_free(kept);
            memcpy(game, lines, ID_SIZE - 1);
        }
        lines += n + 1;
    }
}

static void check_think(struct home *home, const char *head, const char *text)
{
    char said[40];
    unsigned ms;
    struct job *job = job_parse(text, strlen(text), &ms);

    PROMISE(job && job->n < 10000);
    job_free(job);
    (void)snprintf(said, sizeof said, "thought %.*s", (int)strcspn(head + 6, "\n"), head + 6);
    PROMISE(home_tell(home, said, strlen(said)));
}

static void check_answer(const char *head, const char *text)
{
    struct json root;

    if (strstr(head, " application/json\n"))
        PROMISE(json_parse(&root, text, strlen(text), ALIBI_PLACES_MAX, NULL) == ALIBI_OK);
}

static void listen(struct home *home, bool keeps)
{
    const char *said;
    size_t len;

    while ((said = home_hear(home, &len))) {
        const char *rest = strchr(said, '\n');

        PROMISE(rest && said[len] == '\0');
        rest++;
        if (strncmp(said, "keep\n", 5) == 0) {
            const char *verb = keeps ? "kept" : "unkept";

            check_keep(rest);
            PROMISE(home_tell(home, verb, strlen(verb)));
        } else if (strncmp(said, "think ", 6) == 0) {
            check_think(home, said, rest);
        } else if (strncmp(said, "answer ", 7) == 0) {
            check_answer(said, rest);
        }
    }
}

static void check_load(const char *text, size_t len)
{
    struct kept_game *read = kept_game_parse(text, len), *again;
    char *first, *second;
    size_t n, m;

    if (!read)
        return;
    first = kept_game_print(read, &n);
    again = first ? kept_game_parse(first, n) : NULL;
    second = again ? kept_game_print(again, &m) : NULL;
    PROMISE(second && n == m && memcmp(first, second, n) == 0);
    PROMISE(kept_game_is_sound(read) == kept_game_is_sound(again));
    kept_game_free(read);
    kept_game_free(again);
    free(first);
    free(second);
}

static void tell(struct home *home, const uint8_t *data, size_t size)
{
    static char text[TEXT_MAX + ID_SIZE];
    size_t n = 0;

    for (size_t i = 0; i < size && n < TEXT_MAX; i++) {
        if (data[i] == '@' && game[0]) {
            memcpy(text + n, game, ID_SIZE - 1);
            n += ID_SIZE - 1;
        } else {
            text[n++] = (char)data[i];
        }
    }
    text[n] = '\0';
    if (n > 5 && memcmp(text, "load\n", 5) == 0)
        check_load(text + 5, n - 5);
    (void)home_tell(home, text, n);
    listen(home, !(n > 0 && memchr(text, '\t', n)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char make[] =
        "ask 999 POST /api/games\n"
        "{\"game\":\"null\",\"seats\":{\"jack\":\"me\",\"detective\":\"me\"}}";
    struct home_options options = {.version = "fuzz", .seed = {1}, .think_ms = 1};
    struct home *home = home_open(&options);
    size_t at = 0;

    PROMISE(home != NULL);
    PROMISE(home_tell(home, make, sizeof make - 1));
    listen(home, true);
    while (at < size) {
        const uint8_t *end = memchr(data + at, '\f', size - at);
        size_t n = end ? (size_t)(end - data) - at : size - at;

        tell(home, data + at, n);
        at += n + 1;
    }
    home_close(home);
    return 0;
}
