/* Generates London's tables from the board in lon_board.h; the build runs it.
 *
 * Everything the engine looks up is computed here by plain searches over the hexes: streets
 * within reach for every pair of covered manholes, distances, light, beams, the start. A board
 * that does not add up stops the build. */
#include "core/map.h"
#include "lon.h"
#include "lon_board.h"
#include <alibi/kit/bits.h>
#include <alibi/kit/hex.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All hexes of the board: streets first, then exits, plinths and houses, as in lon.h. */
static struct alibi_map map = {.file = "lon_board.h", .apart = "X"};

static void require(bool holds, const char *what)
{
    alibi_map_require(&map, holds, what);
}

static int find(const char *name)
{
    return alibi_map_find(&map, name);
}

static int neighbour(int hex, int d)
{
    return alibi_map_neighbour(&map, hex, d);
}

/* Appends the hexes of one kind from BOARD; there must be as many as EXPECTED. */
static void add_kind(const struct alibi_map *board, char kind, int expected)
{
    int first = map.n;

    for (int i = 0; i < board->n; i++)
        if (board->hex[i].kind == kind)
            map.hex[map.n++] = board->hex[i];
    require(map.n - first == expected, "wrong number of hexes of a kind");
}

static void read_board(void)
{
    struct alibi_map board = {.file = map.file, .apart = ""};

    alibi_map_read(&board, lon_map[0], sizeof lon_map[0], sizeof lon_map / sizeof lon_map[0]);
    add_kind(&board, '.', LON_STREETS);
    for (int i = 0; i < LON_EXITS; i++) {
        struct alibi_hex *exit = &map.hex[map.n++];

        *exit = (struct alibi_hex){.kind = 'X', .x = lon_exits[i].x, .y = lon_exits[i].y};
        memcpy(exit->name, lon_exits[i].name, sizeof lon_exits[i].name);
    }
    add_kind(&board, '*', LON_PLINTHS);
    add_kind(&board, '#', LON_HOUSES);
    require(map.n == LON_PLACES && board.n + LON_EXITS == map.n, "a hex of an unknown kind");
}

static bool is_street(int hex)
{
    return hex >= 0 && hex < LON_STREETS;
}

/* L-4.2, L-4.3, L-4.5, L-4.6, L-5.7. Fills STEPS with the movement points from ORIGIN to every
 * hex, 99 if there is no path. Walkers keep to the streets, Stealthy (THROUGH) crosses
 * everything; OPEN is the set of open manholes, each one point away from every other. */
static void search(int origin, bool through, uint64_t open, int steps[ALIBI_HEXES_MAX])
{
    int queue[ALIBI_HEXES_MAX], head = 0, tail = 0;

    for (int i = 0; i < ALIBI_HEXES_MAX; i++)
        steps[i] = 99;
    steps[origin] = 0;
    queue[tail++] = origin;
    while (head < tail) {
        int from = queue[head++];
        uint64_t sewer = is_street(from) && alibi_has(open, (unsigned)from) ? open : 0;

        for (int d = 0; d < ALIBI_DIRECTIONS + LON_STREETS; d++) {
            int to = d < ALIBI_DIRECTIONS ? neighbour(from, d) : d - ALIBI_DIRECTIONS;

            if (d >= ALIBI_DIRECTIONS && !alibi_has(sewer, (unsigned)to))
                continue;
            if (to == ALIBI_NOWHERE || steps[to] != 99 || !(through || is_street(to)))
                continue;
            steps[to] = steps[from] + 1;
            queue[tail++] = to;
        }
    }
}

/* The street hexes with LOW <= steps <= HIGH. */
static uint64_t within(const int steps[ALIBI_HEXES_MAX], int low, int high)
{
    uint64_t set = 0;

    for (unsigned i = 0; i < LON_STREETS; i++)
        if (steps[i] >= low && steps[i] <= high)
            set |= alibi_bit(i);
    return set;
}

static uint64_t streets_near(int hex)
{
    uint64_t set = 0;

    for (int d = 0; d < ALIBI_DIRECTIONS; d++) {
        int to = neighbour(hex, d);

        if (is_street(to))
            set |= alibi_bit((unsigned)to);
    }
    return set;
}

static uint64_t beam(int hex, int d)
{
    uint64_t set = 0;

    for (int to = neighbour(hex, d); is_street(to); to = neighbour(to, d))
        set |= alibi_bit((unsigned)to);
    return set;
}

static void print_places(void)
{
    printf("const struct alibi_place lon_place[LON_PLACES] = {\n");
    for (int i = 0; i < map.n; i++)
        printf("    {\"%s\", %d, %d},\n", map.hex[i].name, map.hex[i].x, map.hex[i].y);
    printf("};\n");
}

static void print_light(void)
{
    printf("const uint64_t lon_near[LON_STREETS + LON_EXITS] = {\n");
    for (int i = 0; i < LON_STREETS; i++)
        printf("    0x%" PRIx64 ",\n", streets_near(i));
    printf("};\nconst uint64_t lon_beam[LON_STREETS + LON_EXITS][6] = {\n");
    for (int i = 0; i < LON_STREETS; i++) {
        printf("    {");
        for (int d = 0; d < ALIBI_DIRECTIONS; d++)
            printf("0x%" PRIx64 ", ", beam(i, d));
        printf("},\n");
    }
    printf("};\nconst uint64_t lon_glow[1 << LON_PLINTHS] = {\n");
    for (unsigned lit = 0; lit < 1 << LON_PLINTHS; lit++) {
        uint64_t set = 0;

        for (unsigned b = lit; b; b &= b - 1)
            set |= streets_near(LON_FIRST_PLINTH + (int)alibi_lowest(b));
        printf("    0x%" PRIx64 ",\n", set);
    }
    printf("};\n");
}

/* L-5.9: distances over streets alone, which the whistle uses, as sets and as numbers. */
static void print_distances(void)
{
    int steps[LON_STREETS][ALIBI_HEXES_MAX], farthest = 0;

    printf("const uint64_t lon_at[LON_STREETS][LON_FARTHEST + 1] = {\n");
    for (int i = 0; i < LON_STREETS; i++) {
        search(i, false, 0, steps[i]);
        printf("    {");
        for (int d = 0; d <= LON_FARTHEST; d++)
            printf("0x%" PRIx64 ", ", within(steps[i], d, d));
        printf("},\n");
    }
    printf("};\nconst uint8_t lon_steps[LON_STREETS][LON_STREETS] = {\n");
    for (int i = 0; i < LON_STREETS; i++) {
        printf("    {");
        for (int j = 0; j < LON_STREETS; j++) {
            printf("%d, ", steps[i][j]);
            farthest = steps[i][j] > farthest ? steps[i][j] : farthest;
        }
        printf("},\n");
    }
    printf("};\n");
    require(farthest == LON_FARTHEST, "LON_FARTHEST is not the greatest distance");
}

/* The reach from one hex: walkers have 3 points, Stealthy has 4; leaving takes the last one. */
static void print_reach(int origin, uint64_t open)
{
    int walk[ALIBI_HEXES_MAX], sneak[ALIBI_HEXES_MAX];

    search(origin, false, open, walk);
    search(origin, true, open, sneak);
    printf("        {{0x%" PRIx64 ", 0x%" PRIx64 "}, {0x%" PRIx64 ", 0x%" PRIx64 "}},\n",
           within(walk, 1, 3), within(walk, 0, 2), within(sneak, 1, 4), within(sneak, 0, 3));
}

static int count_manholes(int edition)
{
    int n = 0;

    while (n < 9 && lon_editions[edition].manholes[n][0])
        n++;
    return n;
}

static void print_reaches(void)
{
    printf("const struct lon_reach lon_reach[2][LON_PAIRS][LON_STREETS][2] = {\n");
    for (int e = 0; e < 2; e++) {
        int n = count_manholes(e);
        uint64_t all = 0;

        for (int i = 0; i < n; i++)
            all |= alibi_bit((unsigned)find(lon_editions[e].manholes[i]));
        printf("  {\n");
        for (int b = 1; b < n; b++) {
            for (int a = 0; a < b; a++) {
                printf("    { /* %s %s covered */\n", lon_editions[e].manholes[a],
                       lon_editions[e].manholes[b]);
                for (int i = 0; i < LON_STREETS; i++)
                    print_reach(i, all &
                                       ~alibi_bit((unsigned)find(lon_editions[e].manholes[a])) &
                                       ~alibi_bit((unsigned)find(lon_editions[e].manholes[b])));
                printf("    },\n");
            }
        }
        printf("  },\n");
    }
    printf("};\n");
}

static void print_pairs(void)
{
    printf("const uint8_t lon_pair[LON_PAIRS][2] = {\n");
    for (int b = 1; b < 9; b++)
        for (int a = 0; a < b; a++)
            printf("    {%d, %d},\n", a, b);
    printf("};\nconst uint8_t lon_exit_from[LON_EXITS] = {");
    for (int i = 0; i < LON_EXITS; i++)
        printf("%d, ", find(lon_exits[i].from));
    printf("};\n");
}

static int direction(const char *name)
{
    for (int d = 0; d < ALIBI_DIRECTIONS; d++)
        if (strcmp(alibi_direction[d].name, name) == 0)
            return d;
    require(false, name);
    return 0;
}

static unsigned manhole_number(int edition, const char *name)
{
    for (unsigned i = 0; i < 9; i++)
        if (strcmp(lon_editions[edition].manholes[i], name) == 0)
            return i;
    require(false, name);
    return 0;
}

static void print_start(int e)
{
    uint64_t taken = 0;
    unsigned lit = 0, cordons = 0;
    int lamp[5] = {0};

    printf("     .start = {.hand = {.active = ALIBI_NO_ONE},\n               .at = {");
    for (int i = 0; i < LON_CHARACTERS; i++) {
        int at = find(lon_editions[e].start[i]);

        require(is_street(at) && !alibi_has(taken, (unsigned)at),
                "a start is not a free street");
        taken |= alibi_bit((unsigned)at);
        printf("%d, ", at);
    }
    for (int i = 0; i < 6; i++) {
        int plinth = find(lon_lamps[i].at) - LON_FIRST_PLINTH;

        require(plinth >= 0 && plinth < LON_PLINTHS, "a lamp stands on no plinth");
        lit |= 1U << plinth;
        lamp[lon_lamps[i].number] = plinth;
    }
    for (int i = 0; i < 2; i++)
        cordons |= 1U << (find(lon_cordons[i]) - LON_FIRST_EXIT);
    printf("},\n               .taken = 0x%" PRIx64
           ", .lit = 0x%x, .lamp = {%d, %d, %d, %d},\n",
           taken, lit, lamp[1], lamp[2], lamp[3], lamp[4]);
    printf("               .covers = %d, .cordons = 0x%x, .lantern = %d}},\n",
           lon_pair_number(manhole_number(e, lon_editions[e].covers[0]),
                           manhole_number(e, lon_editions[e].covers[1])),
           cordons, direction(lon_lantern));
}

static void print_editions(void)
{
    printf("const struct lon_edition lon_edition[2] = {\n");
    for (int e = 0; e < 2; e++) {
        uint64_t all = 0;

        printf("    {.n_manholes = %d,\n     .manhole = {", count_manholes(e));
        for (int i = 0; i < count_manholes(e); i++) {
            int at = find(lon_editions[e].manholes[i]);

            require(is_street(at) && all < alibi_bit((unsigned)at), "manholes out of order");
            all |= alibi_bit((unsigned)at);
            printf("%d, ", at);
        }
        printf("},\n     .manholes = 0x%" PRIx64 ",\n", all);
        print_start(e);
    }
    printf("};\n");
}

int main(void)
{
    read_board();
    printf("/* Generated by lon_gen from lon_board.h. */\n#include \"lon.h\"\n\n");
    print_places();
    print_light();
    print_distances();
    print_reaches();
    print_pairs();
    print_editions();
    return EXIT_SUCCESS;
}
