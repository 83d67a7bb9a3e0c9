/* Pocket: its state, its moves and the functions that its files share.
 *
 * The district is nine bytes, one for each slot: the character on the tile, the side on which
 * its wall is, and whether the tile was rotated this round. Tiles that change places take all
 * three with them.
 *
 * Pocket's rules have names of their own: an "action" is one of the four slots of a round of
 * the contract in game.h, the "Investigator" is the Detective. The comments here use
 * the words of the rules. */
#ifndef PKT_H
#define PKT_H

#include <alibi/kit/token.h>

#include <alibi/game.h>

enum {
    PKT_SLOTS = 9,
    PKT_POSTS = 12, /* posts, clockwise from above slot 1 */
    PKT_TOKENS = 4,
    PKT_DRAWS = 4, /* P-5.9: the most cards that are drawn in a game */
    PKT_TURNS = 8,
    PKT_GOAL = 6, /* hourglasses that Jack needs */
};

/* The characters, in the order of their codes. */
enum pkt_who {
    PKT_IL,
    PKT_JB,
    PKT_JL,
    PKT_JP,
    PKT_JS,
    PKT_MD,
    PKT_MS,
    PKT_SG,
    PKT_WG,
    PKT_CHARACTERS,
    PKT_EVERYONE = (1 << PKT_CHARACTERS) - 1,
};

/* The detectives, in the order of their names. */
enum pkt_detective { PKT_HOLMES, PKT_TOBY, PKT_WATSON, PKT_DETECTIVES };

/* The sides of a tile, clockwise; PKT_OPEN in place of a side means that it has no wall. */
enum pkt_side { PKT_N, PKT_E, PKT_S, PKT_W, PKT_OPEN };

enum pkt_step {
    PKT_STEP_TILE, /* chance: the tile of the next slot */
    PKT_STEP_DEAL, /* chance: Jack's identity */
    PKT_STEP_TOSS, /* chance: the tokens of an odd round */
    PKT_STEP_ACT,  /* a player uses a token */
    PKT_STEP_DRAW, /* chance: the alibi card of the action under way */
    PKT_STEP_OVER,
    PKT_STEPS,
};

/* A move is a kind and up to two arguments. The first eight kinds are the eight faces of the
 * tokens in the order of their names, so that a set of faces is a byte; the two tokens that can
 * show "rotate" share the kind of the first. */
enum pkt_kind {
    PKT_ALIBI,       /* alibi */
    PKT_EXCHANGE,    /* exchange:2:7 */
    PKT_WALK_HOLMES, /* holmes:1 is 0, holmes:2 is 1 */
    PKT_JOKER,       /* joker:toby, joker:none */
    PKT_ROTATE,      /* rotate:5:cw */
    PKT_ROTATE_TOO,
    PKT_WALK_TOBY,   /* toby:1 */
    PKT_WALK_WATSON, /* watson:1 */
    PKT_FACES,
    PKT_CARD = PKT_FACES, /* alibi=XX */
    PKT_DEAL,             /* deal=XX */
    PKT_TILE,             /* tile=XXn */
    PKT_TOSS,             /* toss=1212: a set of faces */
    PKT_KINDS,
};

enum { PKT_ROTATES = 1 << PKT_ROTATE | 1 << PKT_ROTATE_TOO };

/* The ways to rotate a tile, in the order of their names. */
enum pkt_way { PKT_CCW, PKT_CW, PKT_HALF, PKT_WAYS };

/* Pocket's part of a state. */
struct pkt {
    uint8_t step;
    uint8_t tossed;          /* faces up after the last toss; none before the first */
    uint8_t faces;           /* faces still to be used this round */
    uint8_t tokens;          /* round tokens that Jack took; the Investigator has the others */
    uint8_t laid;            /* number of tiles in the district */
    uint8_t tile[PKT_SLOTS]; /* see pkt_tile */
    uint8_t at[PKT_DETECTIVES];

    /* Jack's cards in the order in which he drew them: secret. The fields after it record what
     * the course of the game reveals of them (P-8.3). All are zeroed when the game is over. */
    uint8_t draw[PKT_DRAWS];
    uint8_t held;  /* cards Jack had when a call last left several suspects */
    uint8_t race;  /* round whose call left one suspect and did not end the game, or 0 */
    uint8_t raced; /* cards Jack had then */
};

_Static_assert(sizeof(struct pkt) <= 32, "with the shared part, a state of Pocket is 64 bytes");

static inline struct pkt *pkt(struct alibi_state *s)
{
    return (struct pkt *)s->own;
}

static inline const struct pkt *pkt_of(const struct alibi_state *s)
{
    return (const struct pkt *)s->own;
}

enum { PKT_ROTATED = 0x80 }; /* the flag of a tile */

static inline uint8_t pkt_tile(unsigned who, unsigned wall)
{
    return (uint8_t)(who | wall << 4);
}

static inline unsigned pkt_who(uint8_t tile)
{
    return tile & 0xf;
}

static inline unsigned pkt_wall(uint8_t tile)
{
    return tile >> 4 & 7;
}

/* The detective who walks by a move of that kind. */
static inline enum pkt_detective pkt_walker(enum pkt_kind kind)
{
    return kind == PKT_WALK_HOLMES ? PKT_HOLMES : kind == PKT_WALK_TOBY ? PKT_TOBY : PKT_WATSON;
}

extern const struct alibi_game alibi_pocket;
extern const struct alibi_character pkt_character[PKT_CHARACTERS];
extern const struct alibi_place pkt_place[PKT_SLOTS + PKT_POSTS]; /* slots, then posts */
extern const char pkt_detective_name[PKT_DETECTIVES + 1][7];      /* and "none" */
extern const char pkt_detective_symbol[PKT_DETECTIVES][3];        /* in scenes */
extern const char pkt_face_name[PKT_FACES][9];
extern const char pkt_side_name[PKT_OPEN + 1][2];

extern const uint8_t pkt_token[PKT_TOKENS][2];  /* P-3.3: the faces of each token */
extern const uint8_t pkt_start[PKT_DETECTIVES]; /* P-2.2: the post of each detective */
extern const uint8_t pkt_first_wall[PKT_SLOTS]; /* P-2.1: as the rules say, OPEN if free */
extern const uint16_t pkt_worth[3];             /* cards with 0, 1 and 2 hourglasses */

/* --- Between the files of this folder --- */

/* How many of the three SLOTS before POST, from near to far, a detective there sees. */
unsigned pkt_sight(const struct pkt *g, unsigned post, const uint8_t **slots);

/* The slots whose tiles any detective sees, and the suspects that witnesses would see now. */
unsigned pkt_seen(const struct pkt *g);
uint16_t pkt_visible(const struct alibi_state *s);

/* The faces that were up at the start of this round; none before the toss. */
uint8_t pkt_up(const struct alibi_state *s);

/* The characters whose tiles were rotated this round. */
uint16_t pkt_rotated(const struct pkt *g);

/* The number of calls so far; each gave a round token to one side. */
unsigned pkt_appeals(const struct alibi_state *s);

/* Whether only one suspect is left. */
static inline bool pkt_is_unmasked(const struct alibi_state *s)
{
    return (s->suspects & (s->suspects - 1)) == 0;
}

/* Jack's true total of hourglasses (P-7.1). */
unsigned pkt_hourglasses(const struct alibi_state *s);

/* Why the game ends after the call just made; ALIBI_WHY_NONE if it goes on. */
enum alibi_why pkt_verdict(const struct alibi_state *s);

/* Who wins for that reason. */
enum alibi_seat pkt_winner(enum alibi_why why);

/* Whether the order of Jack's cards agrees with the course of the game (P-8.3). */
bool pkt_agrees(const struct alibi_state *s);

/* "1212" and back. */
void pkt_toss_print(struct alibi_text *text, unsigned faces);
unsigned pkt_toss_parse(struct alibi_reader *in);

/* Pocket's refusals: pkt_no.over is the one with this name in pkt_refusals.def. */
#define REFUSAL(name, ...) struct alibi_refusal name;
struct pkt_no {
#include "pkt_refusals.def"
};
#undef REFUSAL

extern const struct pkt_no pkt_no;
extern const struct alibi_refusal *const pkt_refusals[];
extern const struct alibi_word pkt_face_words[];

void pkt_setup(struct alibi_state *s);
int pkt_missing(const struct alibi_state *s);
int pkt_seen_by(const struct alibi_state *s, unsigned who,
                struct alibi_sight out[ALIBI_SIGHTS_MAX]);
void pkt_outlook(struct alibi_outlook *outlook, const struct alibi_state *s);
int pkt_moves(const struct alibi_state *s, alibi_move out[ALIBI_MOVES_MAX]);
bool pkt_apply(struct alibi_state *s, alibi_move m);
void pkt_forbids(struct alibi_error *err, const struct alibi_state *s, alibi_move m);
int pkt_path(const struct alibi_state *s, alibi_move m, uint8_t out[ALIBI_PATH_MAX]);
void pkt_observe(struct alibi_view *view, const struct alibi_state *s,
                 enum alibi_viewer viewer);
uint32_t pkt_deals(const struct alibi_view *view);
void pkt_deal(struct alibi_state *s, const struct alibi_view *view, uint32_t i);
void pkt_print(struct alibi_text *text, alibi_move m);
int pkt_parse(alibi_move *m, const char *token, size_t len, struct alibi_error *err);
int pkt_every(bool chance, alibi_move *out);
void pkt_describe(struct alibi_text *text, const struct alibi_state *s, alibi_move m);
void pkt_print_own(struct alibi_text *text, const struct alibi_state *s);
int pkt_parse_own(struct alibi_state *s, struct alibi_reader *in);
void pkt_json(struct alibi_text *text, const struct alibi_state *s);
void pkt_scene(struct alibi_scene *scene, const struct alibi_state *s);
void pkt_notes(struct alibi_text *text, const struct alibi_state *s);
void pkt_features(struct alibi_features *features, const struct alibi_state *s);

#endif
