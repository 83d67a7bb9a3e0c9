/* The contract between a game and everything else: start reading here.
 *
 * A game is one `struct alibi_game`: tables and a few functions over plain values. It does
 * no I/O, keeps no state of its own, draws no random number and never allocates, so the same
 * code serves the terminal, the server, a search thread and the browser.
 *
 *   state   the whole truth of a position: 256 bytes, copied by assignment, never freed
 *   move    one decision or one outcome of chance: 32 bits; its text is a token
 *   view    what one viewer may know of a state; a C type of its own, so that the compiler
 *           keeps secrets away from players, spectators and browsers
 *   world   a state that agrees with a view: one way in which its hidden cards can lie
 *   turn    one activation of a character, or one action: all moves of one round and slot
 *
 * To play: list the legal moves with `moves`, choose one, `apply` it, and repeat until nobody
 * is to act. Chance is a seat like the two players: `moves` lists its outcomes, all equally
 * likely, and the caller picks one.
 *
 * tests/conformance checks for every game: `moves` is sorted by token, without duplicates, and
 * empty exactly when the game is over; print and parse are inverse; nothing that parse accepts
 * trips an assertion; a view does not depend on anything its viewer must not know.
 */
#ifndef ALIBI_GAME_H
#define ALIBI_GAME_H

#include <alibi/error.h>
#include <alibi/text.h>
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    ALIBI_MOVES_MAX = 1024,    /* more than any position has moves */
    ALIBI_TOKEN_MAX = 32,      /* bytes of the longest token, NUL included */
    ALIBI_OPTIONS_MAX = 3,     /* options a game can have */
    ALIBI_CHARACTERS_MAX = 16, /* characters a game can have */
    ALIBI_MARKS_MAX = 512,     /* things to draw in one scene */
    ALIBI_STROKES_MAX = 8,     /* lines to draw in one scene */
    ALIBI_PATH_MAX = 40,       /* places on the path of one move */
    ALIBI_PLACES_MAX = 128,    /* places of a board */
    ALIBI_SECRETS_MAX = 32,    /* secret moves of one player in a game */
    ALIBI_SIGHTS_MAX = 16,     /* reasons why one character is seen */
    ALIBI_LINE_MAX = 2048,     /* bytes of the longest position or JSON line */
};

/* Who acts, and who has won. Nobody acts once the game is over, and nobody has won before. */
enum alibi_seat { ALIBI_JACK, ALIBI_DETECTIVE, ALIBI_CHANCE, ALIBI_NOBODY };

/* Who looks: a player, the public (spectators, who see what both players see), or the referee,
 * who sees the whole truth. A player has the number of its seat and the others have numbers
 * that no seat has, so `to_act == viewer` means that the viewer is to act. */
enum alibi_viewer {
    ALIBI_AS_JACK = ALIBI_JACK,
    ALIBI_AS_DETECTIVE = ALIBI_DETECTIVE,
    ALIBI_AS_PUBLIC = ALIBI_NOBODY + 1,
    ALIBI_AS_TRUTH,
};

enum alibi_witness { ALIBI_VISIBLE, ALIBI_INVISIBLE };

/* Why a game ended. */
enum alibi_why {
    ALIBI_WHY_NONE,
    ALIBI_ARREST,
    ALIBI_WRONG_ACCUSATION,
    ALIBI_ESCAPE,
    ALIBI_TIME,
    ALIBI_SUSPECTS,
    ALIBI_HOURGLASSES,
    ALIBI_UNSEEN,
};

struct alibi_features; /* an observation being written; kit/features.h */
struct alibi_reader;   /* text being parsed; alibi/kit/reader.h */

enum { ALIBI_NO_ONE = 0xff }; /* in place of a character's index: none, or not known */

typedef uint32_t alibi_move;

/* A position. Sets of characters are bit masks over the game's character list. */
struct alibi_state {
    const struct alibi_game *game;
    uint8_t round; /* 0 before the deal, then 1 to the game's n_rounds */
    uint8_t slot;  /* 1 to the game's n_slots: which of the round's turns */
    uint8_t to_act;
    uint8_t witness;                   /* the witnesses' last answer */
    uint8_t winner;                    /* ALIBI_NOBODY while the game goes on */
    uint8_t why;                       /* enum alibi_why */
    uint8_t identity;                  /* Jack's character; ALIBI_NO_ONE before the deal */
    uint8_t hides;                     /* a bit per seat whose secrets a view leaves out */
    uint8_t drawn[2];                  /* alibi cards each player has drawn: how many */
    uint16_t suspects;                 /* not cleared */
    uint16_t alibis[2];                /* alibi cards each player has drawn: which */
    uint8_t option[ALIBI_OPTIONS_MAX]; /* chosen value of each option */
    uint8_t staged;                    /* a turn is being tried out: alibi_stage */
    uint8_t reserved[4];               /* zero; states are compared byte by byte */
    uint64_t own[28];                  /* the game's own part */
};

/* What VIEWER may know: the state without the secrets of the seats in `hides`. A game's
 * `observe` makes one for a player or the public, alibi_view_of for any viewer. */
struct alibi_view {
    enum alibi_viewer viewer;
    struct alibi_state seen;
};

struct alibi_character {
    char code[3];
    const char *name;
};

/* An option of the game. The first value is the default. */
struct alibi_option {
    const char *name;
    const char *values[4]; /* up to the first NULL */
    const char *about;
};

/* A place of the board: its name in tokens and where it is drawn. On hexagonal boards x is the
 * column and y a doubled row, so that the six neighbours are (x, y+-2) and (x+-1, y+-1). */
struct alibi_place {
    char name[4];
    int16_t x, y;
};

/* What a secret move hides: the kind of secret, an index into the game's `redacted` tokens, and
 * the character that it names. The kind of a move that is never secret is ALIBI_OPEN. */
struct alibi_secret {
    uint8_t kind, who;
};
enum { ALIBI_OPEN = 0xff };

enum alibi_shape { ALIBI_HEXES, ALIBI_SQUARES };

/* The layers of a drawing, from the ground up. */
enum alibi_layer {
    ALIBI_GROUND, /* what the place is */
    ALIBI_LIGHT,  /* it is lit, or looked at */
    ALIBI_WALL,   /* a wall on the side that the symbol names: n e s w */
    ALIBI_THING,  /* a tile or token */
    ALIBI_PIECE,  /* a character or detective */
};

enum {
    ALIBI_MARK_CLEARED = 1, /* a piece that is no longer suspect */
    ALIBI_MARK_SEEN = 2,    /* a piece that witnesses would see now */
    ALIBI_MARK_ACTIVE = 4,  /* the piece being played */
};

/* One thing to draw. The symbol is a word ("house", "manhole") or a code ("SH", "4"). A front
 * end draws the picture it has for a symbol, or else prints the symbol itself. */
struct alibi_mark {
    uint8_t place; /* index into the game's places */
    uint8_t layer;
    uint8_t flags;
    char symbol[13];
};

/* A line to draw from place to place: a beam of light, a line of sight, a ferry's route. FROM
 * equals TO if it is blocked at once. */
struct alibi_stroke {
    uint8_t from, to;
    char symbol[13];
};

struct alibi_scene {
    int n, n_strokes;
    struct alibi_mark mark[ALIBI_MARKS_MAX];
    struct alibi_stroke stroke[ALIBI_STROKES_MAX];
};

/* How somebody is seen: in the light of a lamp, in a beam, by who stands next to it, or by a
 * piece that looks around. */
enum alibi_sight_kind { ALIBI_BY_LAMP, ALIBI_BY_BEAM, ALIBI_BY_NEIGHBOUR, ALIBI_BY_WATCHER };

/* One reason why a character is seen: the symbol that the scene has on PLACE, where the lamp,
 * the owner of the beam, the neighbour or the watcher stands. */
struct alibi_sight {
    uint8_t kind, place;
    char symbol[13];
};

/* What a player sees of a position at a glance; nothing here is secret. Sets are of characters;
 * a game without cards, exits or arrests leaves theirs empty. */
struct alibi_outlook {
    bool due;         /* chance is about to show the cards or tokens of a new round */
    uint8_t watchers; /* how many pieces look around without being characters */
    uint16_t visible; /* seen, if witnesses were called now */
    uint16_t now;     /* can still be played in this round; includes the active character */
    uint16_t active;  /* the character being played, until its turn is over */
    uint16_t next;    /* known to be played in the next round */
    uint16_t leave;   /* could escape in its own move, if it were Jack and last unseen */
    uint16_t accuses[ALIBI_CHARACTERS_MAX]; /* by character: whom it could accuse in its move */
    uint16_t sight[3][3]; /* by watcher: whom it sees from 0, 1 and 2 steps ahead */
};

/* What a field of a position line holds, for those who offer it for editing. "-" stands for
 * none where the game's grammar allows it. */
enum alibi_field_kind {
    ALIBI_FIELD_CHOICE,     /* one of `words` */
    ALIBI_FIELD_CHARACTER,  /* a character's code */
    ALIBI_FIELD_CHARACTERS, /* codes, ascending */
    ALIBI_FIELD_HAND,       /* codes, in the order of the game's list */
    ALIBI_FIELD_DRAWN,      /* codes, ascending, or ? and how many */
    ALIBI_FIELD_STAND,      /* a place for each character, in the order of their codes */
    ALIBI_FIELD_PLACES,     /* places, ascending, each with a colon and one of `words` if any */
    ALIBI_FIELD_TILES,      /* codes, each with a colon and one of `words` */
    ALIBI_FIELD_WORDS,      /* of `words`, ascending, some perhaps twice */
    ALIBI_FIELD_TEXT,       /* anything else */
};

struct alibi_field {
    const char *name;
    enum alibi_field_kind kind;
    const char *words; /* with bars between them, or NULL */
};

struct alibi_game {
    const char *name;  /* one word, as on the command line */
    const char *title; /* for people */
    bool unlisted;     /* an example for authors of games: playable, but not offered */

    /* The characters in ascending order of their codes, which is the order of the bits in
     * every set; and their indices in the order of the game's own list (tokens, cards). */
    const struct alibi_character *characters;
    const uint8_t *list;
    int n_characters;

    const struct alibi_option *option; /* n_options of them */
    int n_options;

    const struct alibi_place *place; /* n_places of them */
    int n_places;
    enum alibi_shape shape;

    /* The number of rounds, the number of turns in a round, and the seat that has turn SLOT of
     * ROUND, both counted from 1. */
    int n_rounds, n_slots;
    enum alibi_seat (*turn)(int round, int slot);

    /* What the I-th token that chance throws shows on SIDE, 0 or 1; NULL beyond the last token.
     * The function is NULL in a game without such tokens. */
    const char *(*side)(int i, int side);

    /* Sets up the board in S, whose shared part alibi_setup has already filled. */
    void (*setup)(struct alibi_state *s);

    /* Lists every legal move in ascending order of tokens and returns how many there are: 0
     * when the game is over. */
    int (*moves)(const struct alibi_state *s, alibi_move out[ALIBI_MOVES_MAX]);

    /* Plays M, which must be one of `moves`, and everything that follows from it up to the next
     * decision or outcome of chance. Returns whether witnesses were called. In a `staged` state
     * it stops at the end of the activation, and nobody is to act. */
    bool (*apply)(struct alibi_state *s, alibi_move m);

    /* Says why M, which is not legal in S, is forbidden: fills ERR (which may be NULL) by
     * alibi_forbid with a refusal that has the id of a rule. Reads nothing that the seat to act
     * may not know. */
    void (*forbids)(struct alibi_error *err, const struct alibi_state *s, alibi_move m);

    /* Every refusal of this game, up to a NULL: of moves, tokens and positions. The codes begin
     * with the game's name and a dot. */
    const struct alibi_refusal *const *refusals;

    /* The places that character WHO could go to if it were played now, in ascending order;
     * returns how many. NULL in a game whose characters do not walk. */
    int (*reach)(const struct alibi_view *view, unsigned who, uint8_t out[ALIBI_PLACES_MAX]);

    /* The places on the path of the piece that M, legal in S, moves: first where it stands,
     * last where it arrives. Returns how many; 0 for a move that walks no piece. NULL in a game
     * without such moves. Reads no secret. */
    int (*path)(const struct alibi_state *s, alibi_move m, uint8_t out[ALIBI_PATH_MAX]);

    /* The tokens that other viewers read in place of a secret move, such as "deal=?": one for
     * each kind of secret, up to a NULL; NULL in a game without secrets. */
    const char *const *redacted;

    /* The only player who may see M, played in S, or ALIBI_NOBODY if everybody may. Only
     * outcomes of chance are secret, and all outcomes in one state have the same answer. */
    enum alibi_seat (*secret_of)(const struct alibi_state *s, alibi_move m);

    /* What the secret move M hides, and back: the move that hides SECRET. */
    struct alibi_secret (*secret)(alibi_move m);
    alibi_move (*secret_move)(struct alibi_secret secret);

    /* The secret moves that PLAYER saw before S, as far as S still shows them: the identity
     * first, then cards in ascending order. Returns how many. */
    int (*secrets)(const struct alibi_state *s, enum alibi_seat player,
                   alibi_move out[ALIBI_SECRETS_MAX]);

    /* Makes the view of VIEWER, a player or the public. */
    void (*observe)(struct alibi_view *view, const struct alibi_state *s,
                    enum alibi_viewer viewer);

    /* The worlds of a view: how many there are, and the I-th of them as a whole state. They are
     * equally likely as long as nothing is inferred from how the players played. */
    uint32_t (*deals)(const struct alibi_view *view);
    void (*deal)(struct alibi_state *s, const struct alibi_view *view, uint32_t i);

    /* The characters that would be seen if witnesses were called now; and the whole outlook.
     * Neither reads a secret. */
    uint16_t (*visible)(const struct alibi_state *s);
    void (*outlook)(struct alibi_outlook *outlook, const struct alibi_state *s);

    /* Why WHO would be seen if witnesses were called now: everything that sees it, each once.
     * Returns how many, 0 exactly if WHO is not `visible`. NULL in a game that does not say.
     * Reads no secret. */
    int (*seen_by)(const struct alibi_state *s, unsigned who,
                   struct alibi_sight out[ALIBI_SIGHTS_MAX]);

    /* The places by which WHO could escape in its own move, if it were Jack and last unseen, in
     * ascending order; returns how many, 0 exactly if it is not in the outlook's `leave`. NULL
     * in a game without escapes. Reads no secret. */
    int (*exits)(const struct alibi_state *s, unsigned who, uint8_t out[ALIBI_PLACES_MAX]);

    /* How much Jack still lacks to win by collecting, counting his secret cards; NULL in a game
     * in which Jack collects nothing. */
    int (*missing)(const struct alibi_state *s);

    /* Prints a move as its token, and parses one. Parsing checks the grammar, not whether the
     * move is legal. The token of an outcome of chance is KIND=OUTCOME. No token begins with
     * "witness=" or "over=". */
    void (*print)(struct alibi_text *text, alibi_move m);
    int (*parse)(alibi_move *m, const char *token, size_t len, struct alibi_error *err);

    /* Every move that occurs in any position of the game, each once, in any order: the players'
     * moves, or with CHANCE the outcomes of chance. Returns how many; OUT may be NULL. */
    int (*every)(bool chance, alibi_move *out);

    /* The move in words, for a log: "Holmes moves to g10". */
    void (*describe)(struct alibi_text *text, const struct alibi_state *s, alibi_move m);

    /* Prints the game's own part of a position line, which follows the shared part, and parses
     * it. Parsing refuses a position that could not arise in play. Views print too. */
    void (*print_own)(struct alibi_text *text, const struct alibi_state *s);
    int (*parse_own)(struct alibi_state *s, struct alibi_reader *in);

    /* The fields of the game's own part, in their order, up to one without a name; NULL in a
     * game that does not describe them. */
    const struct alibi_field *fields;

    /* The game's own members of the JSON object, each with a comma before it. */
    void (*json)(struct alibi_text *text, const struct alibi_state *s);

    /* What to draw, and the lines to print beside it ("cards: SH JW"). */
    void (*scene)(struct alibi_scene *scene, const struct alibi_state *s);
    void (*notes)(struct alibi_text *text, const struct alibi_state *s);

    /* The game's own part of an observation as numbers, for programs that learn: the same names
     * and lengths in every position. NULL in a game that needs only the shared part. */
    void (*features)(struct alibi_features *features, const struct alibi_state *s);
};

/* --- The games --- */

/* The games that are built in or were added, up to a NULL; and the one with this name, or
 * NULL. */
ALIBI_API const struct alibi_game *const *alibi_games(void);
ALIBI_API const struct alibi_game *alibi_game_find(const char *name);

/* Adds a game of the program's own, so that its positions and records can be read. Call it
 * before other threads use the library. ALIBI_BAD_TEXT if the name is taken. */
ALIBI_API int alibi_game_add(const struct alibi_game *game);

/* --- The same for every game --- */

/* The start position with these options (values by index, NULL for the defaults). */
ALIBI_API void alibi_setup(struct alibi_state *s, const struct alibi_game *game,
                           const uint8_t *option);

/* Reads one "name=value" into OPTION. */
ALIBI_API int alibi_option_parse(uint8_t *option, const struct alibi_game *game,
                                 const char *text, size_t len, struct alibi_error *err);

/* Whether A and B lie in the same turn, with the same seat to act. */
ALIBI_API bool alibi_same_turn(const struct alibi_state *a, const struct alibi_state *b);

/* Whether the turn that began at FROM is over at S, or is as soon as its card has been drawn.
 */
ALIBI_API bool alibi_is_turn_over(const struct alibi_state *from, const struct alibi_state *s);

/* Whether M is one of the moves of S. */
ALIBI_API bool alibi_is_legal(const struct alibi_state *s, alibi_move m);

/* Parses a token into a move that is legal in S. */
ALIBI_API int alibi_token_parse(alibi_move *m, const struct alibi_state *s, const char *token,
                                size_t len, struct alibi_error *err);

/* Prints M, played in S, as VIEWER may read it: its token, or "deal=?" for another's secret. */
ALIBI_API void alibi_token_print(struct alibi_text *text, const struct alibi_state *s,
                                 alibi_move m, enum alibi_viewer viewer);

/* Tries out the legal move M in VIEW, which belongs to the seat to act, using only what that
 * seat knows. VIEW then shows the board before a card is drawn, witnesses are called or another
 * seat acts; the outcome of an accusation or escape is not shown. Returns whether the seat is
 * still to act. */
ALIBI_API bool alibi_stage(struct alibi_view *view, alibi_move m);

/* The number of sequences of exactly DEPTH moves from S. */
ALIBI_API uint64_t alibi_perft(const struct alibi_state *s, int depth);

/* A position as one line and back; docs/notation.md has the grammar. */
ALIBI_API void alibi_position_print(struct alibi_text *text, const struct alibi_state *s);
ALIBI_API int alibi_position_parse(struct alibi_state *s, const char *line, size_t len,
                                   struct alibi_error *err);

/* A position as one line of JSON, without the secrets that a view leaves out. */
ALIBI_API void alibi_json_print(struct alibi_text *text, const struct alibi_state *s);

/* The fields that all positions have after the options, up to one without a name; those whose
 * words are NULL though they are choices have them from the game: rounds, slots. */
ALIBI_API const struct alibi_field *alibi_position_fields(void);

/* The words used in tokens, JSON and messages. alibi_player_seat_parse knows the two players'
 * seats and returns false for any other word. */
ALIBI_API const char *alibi_seat_name(enum alibi_seat seat);
ALIBI_API bool alibi_player_seat_parse(enum alibi_seat *seat, const char *word, size_t len);
ALIBI_API const struct alibi_word alibi_seat_words[]; /* for refusals that name one */
ALIBI_API const char *alibi_witness_name(enum alibi_witness witness);
ALIBI_API const char *alibi_why_name(enum alibi_why why);

/* The result of a game that is over: "jack:time". */
ALIBI_API void alibi_result_print(struct alibi_text *text, const struct alibi_state *s);

/* "jack", "detective", "public" or "truth"; and back. Parsing knows the first three and returns
 * false for any other word: nobody gets the truth by asking for it. */
ALIBI_API const char *alibi_viewer_name(enum alibi_viewer viewer);
ALIBI_API bool alibi_viewer_parse(enum alibi_viewer *viewer, const char *word, size_t len);

/* PLAYER as a viewer; and what VIEWER sees of S. */
ALIBI_API enum alibi_viewer alibi_viewer_of(enum alibi_seat player);
ALIBI_API void alibi_view_of(struct alibi_view *view, const struct alibi_state *s,
                             enum alibi_viewer viewer);

static_assert(sizeof(struct alibi_state) <= 256, "a state is at most 256 bytes");

#endif
