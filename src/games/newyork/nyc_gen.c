/* Makes New York's tables from the board in nyc_board.h; run by the build.
 *
 * Names and numbers of the places, who neighbours whom, the pairs of streets that take an
 * Investigation tile, and the start. A board that does not hold together stops the build. */
#include "core/hex.h"
#include "nyc.h"
#include "nyc_board.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 14, ROWS = 16, NOWHERE = -1 };

struct hex {
    char name[4], kind;
    int x, y;
};

static struct hex hex[NYC_PLACES]; /* in the order of their names */

static void require(bool holds, const char *what)
{
    if (!holds) {
        (void)fprintf(stderr, "nyc_board.h: %s\n", what);
        exit(EXIT_FAILURE);
    }
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct hex *)a)->name, ((const struct hex *)b)->name);
}

static void read_board(void)
{
    int n = 0;

    for (int x = 0; x < COLUMNS; x++) {
        for (int y = 1; y <= ROWS; y++) {
            char kind = nyc_map[y - 1][x];

            if (kind == ' ')
                continue;
            require(strchr(".M#=~>L", kind), "a letter of the map is unknown");
            require(((x + y) & 1) == 0, "a space stands between two columns");
            require(n < NYC_PLACES, "more spaces than NYC_PLACES in nyc.h");
            hex[n] = (struct hex){.kind = kind, .x = x, .y = y};
            (void)snprintf(hex[n].name, sizeof hex[n].name, "%c%u", (char)('a' + x),
                           (unsigned)y % 100);
            if (kind == 'L')
                memcpy(hex[n].name, "li", sizeof "li");
            n++;
        }
    }
    require(n == NYC_PLACES, "fewer spaces than NYC_PLACES in nyc.h");
    qsort(hex, NYC_PLACES, sizeof hex[0], by_name);
}

static int find(const char *name)
{
    for (int i = 0; i < NYC_PLACES; i++)
        if (strcmp(hex[i].name, name) == 0)
            return i;
    require(false, name);
    return NOWHERE;
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

/* The places next to place I; the island is next to nothing. */
static struct nyc_set neighbours(int i)
{
    struct nyc_set set = {0, 0};

    for (int d = 0; d < ALIBI_DIRECTIONS; d++)
        for (int j = 0; j < NYC_PLACES; j++)
            if (hex[j].x == hex[i].x + alibi_direction[d].dx &&
                hex[j].y == hex[i].y + alibi_direction[d].dy && hex[i].kind != 'L' &&
                hex[j].kind != 'L')
                set = nyc_or(set, nyc_one((unsigned)j));
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

/* Steamers move by "steamer:e2>g16": these tokens sort as places do only if no port's name
 * begins another's. */
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

/* Whether place A is before B by column and row. */
static bool before(int a, int b)
{
    return hex[a].x < hex[b].x || (hex[a].x == hex[b].x && hex[a].y < hex[b].y);
}

/* In the order of "a,b": a comma sorts before the digits, so it is the order of a, then b. */
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
    return NOWHERE;
}

/* The pairs that have place I in them; all pairs for NOWHERE. */
static void print_pairs_with(const char *before, int i)
{
    struct nyc_pairs set = {{0}};

    for (int p = 0; p < pairs; p++)
        if (i == NOWHERE || pair[p].a == i || pair[p].b == i)
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

/* The set of N names, which must all be of KINDS. */
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
    print_pairs_with("    .pairs = ", NOWHERE);
    print_start();
    printf("};\n");
}

int main(void)
{
    read_board();
    check_ports();
    find_pairs();
    printf("/* Made by nyc_gen from nyc_board.h. */\n#include \"nyc.h\"\n\n");
    print_places();
    print_pairs();
    print_board();
    return EXIT_SUCCESS;
}
