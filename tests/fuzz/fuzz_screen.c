/* Keys on the full screen: the first byte chooses the game and who plays, the second the size
 * of the terminal, every other one is a key, a click, a resize or time that goes by. Whatever
 * is pressed, the screen is whole: every cell has a character, and the game goes on by its
 * rules. */
#include "fuzz.h"

#include "cli.h"
#include "play_screen.h"

#include <string.h>

/* In place of the program's files: keys write none and read none. */
char *cli_read_file(const char *path, size_t *len)
{
    (void)path;
    *len = 0;
    (void)cli_fail("no file");
    return NULL;
}

bool cli_write_file(const char *path, const char *text, size_t len)
{
    (void)path;
    (void)text;
    return len > 0;
}

char *cli_state_path(const char *name, const char *end)
{
    (void)name;
    (void)end;
    return NULL;
}

struct alibi_record *cli_read_record(const char *path)
{
    (void)path;
    (void)cli_fail("no file");
    return NULL;
}

static struct key key_of(uint8_t byte, uint8_t next)
{
    static const int special[] = {
        K_UP,  K_DOWN,     K_LEFT,       K_RIGHT,  K_PAGE_UP, K_PAGE_DOWN, K_HOME,
        K_END, K_WHEEL_UP, K_WHEEL_DOWN, K_RESIZE, K_PASTE,   K_PASTE_END, K_OTHER,
        K_TAB, K_ENTER,    K_ESC,        K_BACK,   K_ENTER,   K_ENTER,     K_ENTER,
    };

    if (byte >= 0xc0)
        return (struct key){K_CLICK, (byte & 0x3f) * 2, next / 4};
    if (byte < ' ')
        return (struct key){special[byte % (sizeof special / sizeof special[0])], 0, 0};
    /* A hint takes a second of search, whichever position it is about. */
    return (struct key){byte == 't' ? 'm' : byte < 127 ? byte : K_ENTER, 0, 0};
}

static void check(const struct grid *grid)
{
    for (int y = 0; y < grid->height; y++)
        for (int x = 0; x < grid->width; x++)
            PROMISE(grid->at[y][x].bytes[0] && grid->at[y][x].style < N_STYLES);
}

static void press(struct play *play, const uint8_t *data, size_t size)
{
    static const int widths[] = {80, 200, 20, 100, 320, 1, 132, 79};
    static const int heights[] = {24, 60, 5, 24, 120, 1, 43, 23};
    static struct grid grid;
    unsigned at = data[1] % 8U;
    long now = 1;

    for (size_t i = 2; i < size && !play_screen.is_over(play); i++) {
        (void)play_screen.tick(play, now);
        play_screen.draw(play, &grid, widths[at], heights[at]);
        check(&grid);
        if (data[i] >= 0x80 && data[i] < 0xc0) {
            now += (data[i] - 0x80) * 40; /* up to 2.5 seconds */
            at = data[i] % 16 ? at : (at + 1) % 8U;
            continue;
        }
        play_screen.key(play, key_of(data[i], i + 1 < size ? data[i + 1] : 0), now);
    }
    play_screen.draw(play, &grid, 80, 24);
    check(&grid);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct alibi_game *const *game = alibi_games();
    struct cli_table table = {.front = ALIBI_NOBODY, .out = stdout};
    struct alibi_state start;
    struct play *play;
    int n = 0;

    if (size < 3)
        return 0;
    while (game[n])
        n++;
    alibi_setup(&start, game[data[0] % n], NULL);
    PROMISE(alibi_session_new(&table.session, &start) == ALIBI_OK);
    alibi_session_seed(table.session, data[1]);
    for (int seat = 0; seat < 2; seat++) {
        table.mind[seat].kind = (data[0] >> 6) == seat + 1 ? "random" : NULL;
        table.mind[seat].seed = data[1];
    }
    alibi_rng_seed(&table.luck, data[1]);
    table.look.unicode = data[1] & 0x80;
    play = play_screen_new(&table, data[0] & 0x20);
    PROMISE(play != NULL);
    press(play, data, size);
    PROMISE(!play_screen_failed(play));
    play_screen_free(play);
    for (int seat = 0; seat < 2; seat++)
        cli_mind_forget(&table.mind[seat]);
    alibi_session_free(table.session);
    return 0;
}
