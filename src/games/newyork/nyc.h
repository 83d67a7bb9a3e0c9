/* New York: its state, its moves and the tables generated from the board.
 *
 * All places, even those on which nobody can stand, are numbered in the order of their names,
 * so going through a set of them lists tokens in their order. Tiles change the board all the
 * time, so reach cannot be tabulated as in London: it is searched for each move, one set of
 * places a movement point. */
#ifndef NYC_H
#define NYC_H

#include "nyc_set.h"
#include <alibi/kit/cards.h>
#include <alibi/kit/token.h>

#include <alibi/game.h>

enum {
    NYC_PLACES = 84,
    NYC_PAIRS_MAX = 192, /* room for all pairs of neighbouring streets */
    NYC_POINTS = 3,      /* movement points */
    NYC_TILES = 17,      /* N-2.3: metro entrances, gaslamps and building sites in the box */
};

/* The characters, in the order of their codes. */
enum nyc_who { NYC_AB, NYC_CR, NYC_EG, NYC_ES, NYC_FT, NYC_JC, NYC_LL, NYC_ME, NYC_CHARACTERS };

enum nyc_step {
    NYC_ACT = ALIBI_STEP_FIRST_OWN, /* move or power */
    NYC_VISIT,                      /* the player moves the visited Informant elsewhere */
    NYC_DRAW,                       /* chance: the alibi card for the visit */
    NYC_STEPS,
};

/* What the active character still owes. */
enum { NYC_MOVE = 1, NYC_POWER = 2 };

/* New York's part of a state. */
struct nyc {
    struct alibi_hand hand;
    uint8_t due;       /* NYC_MOVE, NYC_POWER */
    uint8_t silent;    /* the Informant was visited in this round */
    uint8_t informant; /* the Informant's place */
    uint8_t probe[2];  /* pairs under the Investigation tiles, ascending */
    uint8_t at[NYC_CHARACTERS];
    uint8_t unused[7];
    struct nyc_set taken; /* places with a character */
    struct nyc_set metro, lamp, site, park;
    struct nyc_set steamers; /* ports with a steamer */
};

_Static_assert(sizeof(struct nyc) <= sizeof(((struct alibi_state *)0)->own), "fits a state");

static inline struct nyc *nyc(struct alibi_state *s)
{
    return (struct nyc *)s->own;
}

static inline const struct nyc *nyc_of(const struct alibi_state *s)
{
    return (const struct nyc *)s->own;
}

/* A move is a kind and up to two arguments. Kinds are in the order of their tokens. */
enum nyc_kind {
    NYC_ACCUSE,  /* !XX */
    NYC_GO,      /* >h9, and >e2 to leave */
    NYC_PICK,    /* XX */
    NYC_ALIBI,   /* alibi=XX */
    NYC_CARDS,   /* cards=AA,BB,CC,DD */
    NYC_DEAL,    /* deal=XX */
    NYC_END,     /* end */
    NYC_INFORM,  /* inform:h9 */
    NYC_LAMP,    /* lamp:h9 */
    NYC_METRO,   /* metro:h9 */
    NYC_PARK,    /* park:h9 */
    NYC_PROBE,   /* probe:e4,f3>h9,h11 */
    NYC_PUSH,    /* push:XX>h9 */
    NYC_SITE,    /* site:h9 */
    NYC_STAY,    /* stay */
    NYC_STEAMER, /* steamer:e2>g16 */
    NYC_SWAP,    /* swap:XX,YY */
    NYC_KINDS,
};

extern const struct alibi_game alibi_newyork;
extern const struct alibi_character nyc_character[NYC_CHARACTERS];

/* --- Tables that nyc_gen generates from nyc_board.h --- */

/* A set of pairs of neighbouring streets: bit I stands for nyc_pair[I]. */
struct nyc_pairs {
    uint64_t word[3];
};

struct nyc_board {
    struct nyc_set streets, buildings, ports, exits;
    struct nyc_set stands;  /* streets, quays and the island */
    struct nyc_set printed; /* streets with a printed metro entrance */
    struct nyc_set island;
    unsigned n_pairs;
    struct nyc_pairs pairs; /* all of them */
    struct nyc start;
};

/* Two neighbouring streets, A before B by column and row. */
struct nyc_pair {
    uint8_t a, b;
    struct nyc_set both;
};

extern const struct alibi_place nyc_place[NYC_PLACES];
extern const struct nyc_board nyc_board;
extern const struct nyc_set nyc_near[NYC_PLACES];         /* neighbouring places */
extern const struct nyc_set nyc_ways[NYC_PLACES];         /* where a step or a ferry leads */
extern const struct nyc_pair nyc_pair[NYC_PAIRS_MAX];     /* in the order of "a,b" */
extern const struct nyc_pairs nyc_pairs_with[NYC_PLACES]; /* the pairs with a place */

/* --- Reading the board: nyc_space.c --- */

/* The places that a character can reach, occupied or not, and those from which it still has a
 * point to leave the board. */
struct nyc_reach {
    struct nyc_set go, leave;
};

struct nyc_set nyc_next_to(struct nyc_set set);    /* neighbours of any place in SET */
struct nyc_set nyc_covered(const struct nyc *g);   /* under Investigation tiles */
struct nyc_set nyc_open(const struct nyc *g);      /* where a character can stand */
struct nyc_set nyc_entrances(const struct nyc *g); /* of the metro, covered or not */
struct nyc_set nyc_occupied(const struct nyc *g);  /* by a character or the Informant */
struct nyc_set nyc_empty(const struct nyc *g);     /* streets free for a tile */
struct nyc_set nyc_lit(const struct nyc *g);       /* lit by a gaslamp */

/* The characters that witnesses would see now. */
uint16_t nyc_visible(const struct nyc *g);

/* What WHO reaches by its own move, or PUSHED by Eastman. */
struct nyc_reach nyc_reach_of(const struct nyc *g, unsigned who, bool pushed);

/* The places of GO on which a move may end without an accusation. */
struct nyc_set nyc_landings(const struct nyc *g, struct nyc_set go);

/* --- Powers: nyc_moves.c --- */

/* The characters next to Tumblety. */
unsigned nyc_beside(const struct nyc *g);

/* Whether the active character's power has a target now. */
bool nyc_can_use_power(const struct alibi_state *s);

/* Parse a place or a pair of streets, in tokens and positions. */
unsigned nyc_parse_place(struct alibi_reader *in);
unsigned nyc_parse_pair(struct alibi_reader *in);

/* New York's refusals: nyc_no.over is the one with this name in nyc_refusals.def. */
#define REFUSAL(name, ...) struct alibi_refusal name;
struct nyc_no {
#include "nyc_refusals.def"
};
#undef REFUSAL

extern const struct nyc_no nyc_no;
extern const struct alibi_refusal *const nyc_refusals[];
extern const struct alibi_word nyc_things[]; /* things that occupy a space */

void nyc_setup(struct alibi_state *s);
uint16_t nyc_seen(const struct alibi_state *s);
int nyc_seen_by(const struct alibi_state *s, unsigned who,
                struct alibi_sight out[ALIBI_SIGHTS_MAX]);
int nyc_exits_of(const struct alibi_state *s, unsigned who, uint8_t out[ALIBI_PLACES_MAX]);
void nyc_outlook(struct alibi_outlook *outlook, const struct alibi_state *s);
int nyc_moves(const struct alibi_state *s, alibi_move out[ALIBI_MOVES_MAX]);
bool nyc_apply(struct alibi_state *s, alibi_move m);
void nyc_forbids(struct alibi_error *err, const struct alibi_state *s, alibi_move m);
int nyc_path(const struct alibi_state *s, alibi_move m, uint8_t out[ALIBI_PATH_MAX]);
void nyc_print(struct alibi_text *text, alibi_move m);
int nyc_parse(alibi_move *m, const char *token, size_t len, struct alibi_error *err);
int nyc_every(bool chance, alibi_move *out);
void nyc_describe(struct alibi_text *text, const struct alibi_state *s, alibi_move m);
void nyc_print_own(struct alibi_text *text, const struct alibi_state *s);
int nyc_parse_own(struct alibi_state *s, struct alibi_reader *in);
void nyc_json(struct alibi_text *text, const struct alibi_state *s);
void nyc_scene(struct alibi_scene *scene, const struct alibi_state *s);
void nyc_notes(struct alibi_text *text, const struct alibi_state *s);
void nyc_features(struct alibi_features *features, const struct alibi_state *s);

#endif
