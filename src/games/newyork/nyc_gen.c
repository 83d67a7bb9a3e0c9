/* Generates New York's tables from the board in nyc_board.h; the build runs it.
 *
 * The tables are the places and their neighbours, the pairs of streets that an Investigation
 * tile can cover, and the start. A board that does not add up stops the build. */
#include "core/map.h"
#include "nyc.h"
#include "nyc_board.h"
#include <alibi/kit/hex.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All places in the order of their names; Liberty Island has no neighbours. */
static struct alibi_map map = {.file = "nyc_board.h", .apart = "L"};
static const struct alibi_hex *const hex = map.hex;

static void require(bool holds, const char *what)
{
    alibi_map_require(&map, holds, what);
}

static int find(const char *name)
{
    return alibi_map_find(&map, name);
}

/* The map says only where the island is drawn. Its name, li, sorts it after the places of
 * column k and l1, so move it there. */
static void name_island(void)
{
    struct alibi_hex island;
    int i = 0;

    while (i < map.n && map.hex[i].kind != 'L')
        i++;
    require(i < map.n, "no Liberty Island");
    island = map.hex[i];
    memcpy(island.name, "li", sizeof "li");
    for (; i + 1 < map.n && strcmp(map.hex[i + 1].name, island.name) < 0; i++)
        map.hex[i] = map.hex[i + 1];
    map.hex[i] = island;
}

static void read_board(void)
{
    alibi_map_read(&map, nyc_map[0], sizeof nyc_map[0], sizeof nyc_map / sizeof nyc_map[0]);
    require(map.n == NYC_PLACES, "not as many spaces as NYC_PLACES in nyc.h");
    for (int i = 0; i < map.n; i++)
        require(strchr(".M#=~>L", hex[i].kind), "a letter of the map is unknown");
    name_island();
}

/* The places whose kind is one of KINDS. */
static struct nyc_set of_kinds(const char *kinds)
{
    struct nyc_set set = {0, 0};

    for (unsigned i = 0; i < NYC_PLACES; i++)
        if (strchr(kinds, hex[i].kind))
            set = nyc_or(set, nyc_one(i));
    return set;
}

static bool is_street(int i)
{
    return hex[i].kind == '.' || hex[i].kind == 'M';
}

static struct nyc_set neighbours(int i)
{
    struct nyc_set set = {0, 0};

    for (int d = 0; d < ALIBI_DIRECTIONS; d++) {
        int to = alibi_map_neighbour(&map, i, d);

        if (to != ALIBI_NOWHERE)
            set = nyc_or(set, nyc_one((unsigned)to));
    }
    return set;
}

static struct nyc_set ferries_from(int i)
{
    struct nyc_set set = {0, 0};

    for (size_t f = 0; f < sizeof nyc_ferries / sizeof nyc_ferries[0]; f++)
        if (find(nyc_ferries[f][0]) == i)
            set = nyc_or(set, nyc_one((unsigned)find(nyc_ferries[f][1])));
    return set;
}

static void print_set(const char *before, struct nyc_set set, const char *after)
{
    printf("%s{0x%" PRIx64 ", 0x%" PRIx64 "}%s", before, set.low, set.high, after);
}

static void print_places(void)
{
    printf("const struct alibi_place nyc_place[NYC_PLACES] = {\n");
    for (int i = 0; i < NYC_PLACES; i++)
        printf("    {\"%s\", %d, %d},\n", hex[i].name, hex[i].x, hex[i].y);
    printf("};\nconst struct nyc_set nyc_near[NYC_PLACES] = {\n");
    for (int i = 0; i < NYC_PLACES; i++)
        print_set("    ", neighbours(i), ",\n");
    printf("};\nconst struct nyc_set nyc_ways[NYC_PLACES] = {\n");
    for (int i = 0; i < NYC_PLACES; i++)
        print_set("    ", nyc_or(neighbours(i), ferries_from(i)), ",\n");
    printf("};\n");
}

/* Tokens such as "steamer:e2>g16" sort like the places only if no port's name begins with the
 * name of another. */
static void check_ports(void)
{
    for (int i = 0; i < NYC_PLACES; i++)
        for (int j = i + 1; j < NYC_PLACES; j++)
            require(hex[i].kind != '~' || hex[j].kind != '~' ||
                        strncmp(hex[i].name, hex[j].name, strlen(hex[i].name)) != 0,
                    "the name of a port begins another's");
}

/* --- Pairs --- */

static struct {
    int a, b;
} pair[NYC_PAIRS_MAX];
static int pairs;

/* Whether place A comes before B by column, then row. */
static bool before(int a, int b)
{
    return hex[a].x < hex[b].x || (hex[a].x == hex[b].x && hex[a].y < hex[b].y);
}

/* Lists the pairs in the order of their texts "a,b". A comma sorts before the digits, so this
 * is the order of a, then b. */
static void find_pairs(void)
{
    for (int i = 0; i < NYC_PLACES; i++) {
        for (int j = 0; j < NYC_PLACES; j++) {
            if (!is_street(i) || !is_street(j) || !before(i, j) ||
                !nyc_has(neighbours(i), (unsigned)j))
                continue;
            require(pairs < NYC_PAIRS_MAX, "more pairs of streets than NYC_PAIRS_MAX in nyc.h");
            pair[pairs].a = i;
            pair[pairs++].b = j;
        }
    }
}

static int pair_number(const char ends[2][4])
{
    for (int i = 0; i < pairs; i++)
        if (pair[i].a == find(ends[0]) && pair[i].b == find(ends[1]))
            return i;
    require(false, "an Investigation tile lies on no pair of streets");
    return 0;
}

/* The pairs that contain place I; all pairs for ALIBI_NOWHERE. */
static void print_pairs_with(const char *before, int i)
{
    struct nyc_pairs set = {{0}};

    for (int p = 0; p < pairs; p++)
        if (i == ALIBI_NOWHERE || pair[p].a == i || pair[p].b == i)
            set.word[p / 64] |= alibi_bit((unsigned)p % 64);
    printf("%s{{0x%" PRIx64 ", 0x%" PRIx64 ", 0x%" PRIx64 "}},\n", before, set.word[0],
           set.word[1], set.word[2]);
}

static void print_pairs(void)
{
    printf("const struct nyc_pair nyc_pair[NYC_PAIRS_MAX] = {\n");
    for (int p = 0; p < pairs; p++) {
        struct nyc_set a = nyc_one((unsigned)pair[p].a), b = nyc_one((unsigned)pair[p].b);

        printf("    {%d, %d, ", pair[p].a, pair[p].b);
        print_set("", nyc_or(a, b), "},\n");
    }
    printf("};\nconst struct nyc_pairs nyc_pairs_with[NYC_PLACES] = {\n");
    for (int i = 0; i < NYC_PLACES; i++)
        print_pairs_with("    ", i);
    printf("};\n");
}

/* --- The start --- */

/* The set of the places with these N names, whose kinds must all be in KINDS. */
static struct nyc_set named(const char (*names)[4], size_t n, const char *kinds)
{
    struct nyc_set set = {0, 0};

    for (size_t i = 0; i < n; i++) {
        require(strchr(kinds, hex[find(names[i])].kind), "a tile lies on the wrong space");
        set = nyc_or(set, nyc_one((unsigned)find(names[i])));
    }
    return set;
}

static void print_start(void)
{
    struct nyc_set taken = {0, 0};
    int a = pair_number(nyc_probes[0]), b = pair_number(nyc_probes[1]);

    printf("    .start = {.hand = {.active = ALIBI_NO_ONE}, .at = {");
    for (int i = 0; i < NYC_CHARACTERS; i++) {
        unsigned at = (unsigned)find(nyc_starts[i].at);

        require(i == 0 || strcmp(nyc_starts[i - 1].code, nyc_starts[i].code) < 0,
                "the characters are not in the order of their codes");
        require(nyc_has(of_kinds(".M=L"), at) && !nyc_has(taken, at),
                "a character begins on no space of his own");
        taken = nyc_or(taken, nyc_one(at));
        printf("%u, ", at);
    }
    printf("},\n              .informant = %d, .probe = {%d, %d}", find(nyc_informant),
           a < b ? a : b, a < b ? b : a);
    print_set(",\n              .taken = ", taken, "");
    print_set(",\n              .metro = ", named(nyc_metros, 3, "."), "");
    print_set(",\n              .lamp = ", named(nyc_lamps, 2, "."), "");
    print_set(",\n              .steamers = ", named(nyc_steamers, 2, "~"), "},\n");
}

static void print_board(void)
{
    printf("const struct nyc_board nyc_board = {\n");
    print_set("    .streets = ", of_kinds(".M"), ",\n");
    print_set("    .buildings = ", of_kinds("#"), ",\n");
    print_set("    .ports = ", of_kinds("~"), ",\n");
    print_set("    .exits = ", of_kinds(">"), ",\n");
    print_set("    .stands = ", of_kinds(".M=L"), ",\n");
    print_set("    .printed = ", of_kinds("M"), ",\n");
    print_set("    .island = ", of_kinds("L"), ",\n");
    printf("    .n_pairs = %d,\n", pairs);
    print_pairs_with("    .pairs = ", ALIBI_NOWHERE);
    print_start();
    printf("};\n");
}

int main(void)
{
    read_board();
    check_ports();
    find_pairs();
    printf("/* Generated by nyc_gen from nyc_board.h. */\n#include \"nyc.h\"\n\n");
    print_places();
    print_pairs();
    print_board();
    return EXIT_SUCCESS;
}
