/* London: its state, its moves and the tables generated from the board.
 *
 * The 60 street hexes are numbered in the order of their names, so a set of them is one 64-bit
 * word, and going through its bits lists tokens in their order. The four exits follow as places
 * 60..63: a character who has left the district stands on one. */
#ifndef LON_H
#define LON_H

#include <alibi/kit/cards.h>
#include <alibi/kit/token.h>

#include <alibi/game.h>

enum {
    LON_STREETS = 60,
    LON_EXITS = 4,
    LON_FIRST_EXIT = LON_STREETS,
    LON_PLINTHS = 8, /* gaslight hexes */
    LON_FIRST_PLINTH = LON_FIRST_EXIT + LON_EXITS,
    LON_FIRST_HOUSE = LON_FIRST_PLINTH + LON_PLINTHS,
    LON_HOUSES = 18,
    LON_PLACES = LON_FIRST_HOUSE + LON_HOUSES,
    LON_PAIRS = 36,    /* ways to cover two of nine manholes */
    LON_FARTHEST = 15, /* steps between the two street hexes farthest apart */
    LON_GONE = 0xff,   /* a numbered tile that was removed */
};

/* The characters, in the order of their codes. */
enum lon_who { LON_IL, LON_JB, LON_JS, LON_JW, LON_MS, LON_SG, LON_SH, LON_WG, LON_CHARACTERS };

enum lon_option { LON_EDITION, LON_WHISTLE };
enum { LON_DIRECT, LON_FREE };

enum lon_step {
    LON_ACT = ALIBI_STEP_FIRST_OWN, /* move or power */
    LON_CALL,                       /* the whistle has begun and goes on */
    LON_FACE,                       /* Watson's lantern must be turned */
    LON_DRAW,                       /* chance: the alibi card that Holmes draws */
    LON_STEPS,
};

/* What the active character still owes. */
enum { LON_MOVE = 1, LON_POWER = 2 };

/* London's part of a state. */
struct lon {
    struct alibi_hand hand;
    uint8_t due;     /* LON_MOVE, LON_POWER */
    uint8_t points;  /* left for Goodley's whistle */
    uint8_t called;  /* whether the whistle has moved Watson */
    uint8_t lantern; /* direction in which Watson's lantern shines */
    uint64_t taken;  /* street hexes with a character */
    uint8_t at[LON_CHARACTERS];
    uint8_t lit;     /* plinths with a lit tile */
    uint8_t lamp[4]; /* plinth of tile 1..4, or LON_GONE */
    uint8_t covers;  /* index of the pair of covered manholes in lon_pair */
    uint8_t cordons; /* exits with a cordon */
    uint8_t unused;
};

_Static_assert(sizeof(struct lon) <= sizeof(((struct alibi_state *)0)->own), "fits a state");

static inline struct lon *lon(struct alibi_state *s)
{
    return (struct lon *)s->own;
}

static inline const struct lon *lon_of(const struct alibi_state *s)
{
    return (const struct lon *)s->own;
}

/* A move is a kind and up to two arguments. Kinds are in the order of their tokens. */
enum lon_kind {
    LON_ACCUSE,     /* !XX */
    LON_GO,         /* >h9, and >ne to leave */
    LON_PICK,       /* XX */
    LON_TURN,       /* ^ne */
    LON_ALIBI,      /* alibi=XX */
    LON_WHISTLE_TO, /* call:XX>h9 */
    LON_CARDS,      /* cards=AA,BB,CC,DD */
    LON_CORDON,     /* cordon:ne>se */
    LON_COVER,      /* cover:b15>c10 */
    LON_DEAL,       /* deal=XX */
    LON_LAMP,       /* lamp:c4>f3 */
    LON_STAY,       /* stay */
    LON_SWAP,       /* swap:XX */
};

extern const struct alibi_game alibi_london;
extern const struct alibi_character lon_character[LON_CHARACTERS];
extern const char lon_step_name[LON_STEPS][8];

/* --- Tables that lon_gen generates from lon_board.h --- */

/* The streets on which a character can end its move, and those from which it still has a point
 * to leave the district. */
struct lon_reach {
    uint64_t go, leave;
};

struct lon_edition {
    int n_manholes;
    uint8_t manhole[9]; /* street hexes, ascending */
    uint64_t manholes;
    struct lon start;
};

extern const struct alibi_place lon_place[LON_PLACES];
extern const uint64_t lon_near[LON_STREETS + LON_EXITS];     /* neighbouring streets */
extern const uint64_t lon_beam[LON_STREETS + LON_EXITS][6];  /* the lantern's light */
extern const uint64_t lon_glow[1 << LON_PLINTHS];            /* light by lit plinths */
extern const uint64_t lon_at[LON_STREETS][LON_FARTHEST + 1]; /* streets at a distance */
extern const uint8_t lon_steps[LON_STREETS][LON_STREETS];    /* distance on streets */
extern const uint8_t lon_exit_from[LON_EXITS];               /* each exit's street hex */
extern const uint8_t lon_pair[LON_PAIRS][2];                 /* manhole numbers of a pair */
extern const struct lon_edition lon_edition[2];
/* By edition, covered pair, origin, and whether it is Stealthy, who walks through houses. */
extern const struct lon_reach lon_reach[2][LON_PAIRS][LON_STREETS][2];

/* --- Between the files of this folder --- */

/* The index in lon_pair of the manholes A < B. */
static inline uint8_t lon_pair_number(unsigned a, unsigned b)
{
    return (uint8_t)(b * (b - 1) / 2 + a);
}

/* The covered manholes, as street hexes. */
uint64_t lon_covered(const struct alibi_state *s);

/* The number on the lit tile at PLINTH; 0 if it has none. And the symbol of the tile in a
 * scene. */
int lon_lamp_number(const struct lon *g, unsigned plinth);
void lon_lamp_symbol(char out[12], const struct lon *g, unsigned plinth);

/* The street hexes lit by gaslights or the lantern, and the characters that witnesses would see
 * now. */
uint64_t lon_lit(const struct alibi_state *s);
uint16_t lon_visible(const struct alibi_state *s);

/* Where WHO can walk from its present hex. */
const struct lon_reach *lon_reach_of(const struct alibi_state *s, unsigned who);

/* The street hexes to which the whistle can bring WHO with the points left. */
uint64_t lon_call_targets(const struct alibi_state *s, unsigned who);

/* London's refusals: lon_no.exit_cordon is the one with this name in lon_refusals.def. */
#define REFUSAL(name, ...) struct alibi_refusal name;
struct lon_no {
#include "lon_refusals.def"
};
#undef REFUSAL

extern const struct lon_no lon_no;
extern const struct alibi_refusal *const lon_refusals[];

void lon_setup(struct alibi_state *s);
int lon_seen_by(const struct alibi_state *s, unsigned who,
                struct alibi_sight out[ALIBI_SIGHTS_MAX]);
int lon_exits_of(const struct alibi_state *s, unsigned who, uint8_t out[ALIBI_PLACES_MAX]);
void lon_outlook(struct alibi_outlook *outlook, const struct alibi_state *s);
int lon_moves(const struct alibi_state *s, alibi_move out[ALIBI_MOVES_MAX]);
bool lon_apply(struct alibi_state *s, alibi_move m);
void lon_forbids(struct alibi_error *err, const struct alibi_state *s, alibi_move m);
int lon_path(const struct alibi_state *s, alibi_move m, uint8_t out[ALIBI_PATH_MAX]);
void lon_print(struct alibi_text *text, alibi_move m);
int lon_parse(alibi_move *m, const char *token, size_t len, struct alibi_error *err);
int lon_every(bool chance, alibi_move *out);
void lon_describe(struct alibi_text *text, const struct alibi_state *s, alibi_move m);
void lon_print_own(struct alibi_text *text, const struct alibi_state *s);
int lon_parse_own(struct alibi_state *s, struct alibi_reader *in);
void lon_json(struct alibi_text *text, const struct alibi_state *s);
void lon_scene(struct alibi_scene *scene, const struct alibi_state *s);
void lon_notes(struct alibi_text *text, const struct alibi_state *s);
void lon_features(struct alibi_features *features, const struct alibi_state *s);

#endif
