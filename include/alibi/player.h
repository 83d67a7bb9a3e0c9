/* Players: they choose moves from what one seat has been told.
 *
 * A player is made for a seat at the start of a game and then told what the seat is told: every
 * token of its redacted history, its own moves included. When the seat is to act, the player
 * searches and returns a move. It cannot learn the truth: no function here takes a state.
 *
 *   alibi_player_new(&player, "level3", &start_view, seed, 0, &err);
 *   alibi_player_see(player, "deal=?", 6, &err);  ...
 *   alibi_player_think(player, &budget, &thought);
 *   the referee plays thought.move, and everybody is told, this player too
 *
 * The same seed, history, node budget and number of threads give the same moves. */
#ifndef ALIBI_PLAYER_H
#define ALIBI_PLAYER_H

#include <alibi/watch.h>

enum {
    ALIBI_SEQUENCE_MAX = 12, /* tokens of one activation */
    ALIBI_CHOICES_MAX = 64,  /* choices that a thought lists */
    ALIBI_THREADS_MAX = 64,  /* threads that search together */
};

struct alibi_player;

/* A kind of player, which has a name. */
struct alibi_player_kind {
    const char *name;  /* "random", "greedy", "ismcts", "champion", "level1" .. "level6" */
    const char *about; /* a line for people */
};

/* The I-th kind; the last is the strongest. NULL past the last. */
ALIBI_API const struct alibi_player_kind *alibi_player_kind(int i);

/* What a decision may cost, whichever limit is reached first. 0 is no limit of that sort, and
 * both 0 the default of the kind; the levels below the sixth have limits of their own, which a
 * budget cannot raise. Nodes are the same on every machine. A budget is not exact: the moves of
 * the root are always searched, which takes up to 50,000 nodes, a few hundredths of a second.
 */
struct alibi_budget {
    uint64_t nodes; /* positions searched */
    uint32_t ms;    /* milliseconds */
};

/* Where a search expects a choice to lead, both sides playing as it has found: probabilities,
 * as far as it has looked. All are 0 where a kind of player does not look that far. */
struct alibi_prospect {
    float ends[2]; /* by seat: it has won */
    float seen;    /* it has looked as far as the next call, or the end of the game before it */
    float left;    /* suspects after that call, on average; counted as the mover counts them */
};

/* An action of the seat to act: the tokens up to the end of its activation, or up to the first
 * draw of a card. */
struct alibi_choice {
    uint8_t n;
    alibi_move move[ALIBI_SEQUENCE_MAX];
    float value; /* the mover's winning probability, 0..1 */
    float share; /* the probability with which the player chooses it; all shares sum to 1 */
    struct alibi_prospect prospect;
};

/* The result of a search. */
struct alibi_thought {
    alibi_move move; /* what the player plays */
    double value;    /* its winning probability, 0..1 */
    uint64_t nodes;  /* positions searched */
    int n_choices;   /* the choices that are listed, the most frequent first */
    struct alibi_choice choice[ALIBI_CHOICES_MAX];
    int n_line; /* the principal variation: its own choice and the expected replies */
    alibi_move line[4 * ALIBI_SEQUENCE_MAX];
};

/* Makes a player of the kind NAME for the seat of START, with MEMORY bytes to search in, at
 * least 1 MiB; 0 for the default of 64 MiB. Free it with alibi_player_free. */
ALIBI_API int alibi_player_new(struct alibi_player **out, const char *name,
                               const struct alibi_view *start, uint64_t seed, size_t memory,
                               struct alibi_error *err);
ALIBI_API void alibi_player_free(struct alibi_player *player);

/* From its next thought on, not in the middle of one, N threads search together: the caller's
 * and N - 1 that the player starts and alibi_player_free ends; with 1 none, as at the
 * beginning. Only the champion and level6 can use more than one; others go on as before. A part
 * of the player's memory goes to the threads: with too little of it fewer of them search. What
 * they find depends on N, not on the machine or on how busy it is: where threads cannot be
 * started (in the browser), the caller does all of their work. */
ALIBI_API int alibi_player_threads(struct alibi_player *player, int n, struct alibi_error *err);

/* The seat is told something, as a value or as its token, which alibi_told_parse reads. */
ALIBI_API int alibi_player_hear(struct alibi_player *player, const struct alibi_told *told,
                                struct alibi_error *err);
ALIBI_API int alibi_player_see(struct alibi_player *player, const char *token, size_t len,
                               struct alibi_error *err);

/* The watch that follows what it has been told; borrowed. */
ALIBI_API const struct alibi_watch *alibi_player_watch(const struct alibi_player *player);

/* The view of its seat. */
ALIBI_API void alibi_player_view(const struct alibi_player *player, struct alibi_view *view);

/* Whether its seat is to act, so that the player can think. */
ALIBI_API bool alibi_player_is_on_turn(const struct alibi_player *player);

/* The probability that each character is Jack, by exact counting of the deals that agree with
 * what the seat was told; nothing is inferred from how anybody plays. */
ALIBI_API void alibi_player_belief(const struct alibi_player *player,
                                   double belief[ALIBI_CHARACTERS_MAX]);

/* Tells it what can be inferred from how others play: the weight, at least 0, of a world that
 * agrees with what is public, relative to other worlds. The player sees all of them through the
 * weights when it thinks; NULL gives them the same weight again. Returns false, and changes
 * nothing, for a kind that cannot use weights. */
typedef double alibi_weigh(const void *context, const struct alibi_state *world);
ALIBI_API bool alibi_player_weigh(struct alibi_player *player, alibi_weigh *weigh,
                                  const void *context);

/* The next thought considers nothing but the turn that the N tokens of MOVE make, from where
 * the game stands to the turn's end: its value says what that turn is worth, however poor it
 * is. Refuses tokens that are no whole turn, and kinds of players that do not search ahead. */
ALIBI_API int alibi_player_consider(struct alibi_player *player, const alibi_move *move, int n,
                                    struct alibi_error *err);

/* Whether it searches again at every token of a turn; others play the choice that they have
 * drawn at the first one to its end, as long as the game follows it. */
ALIBI_API bool alibi_player_rethinks(const struct alibi_player *player);

/* Searches until the budget is spent, which may be NULL for the default. The player is on turn.
 */
ALIBI_API void alibi_player_think(struct alibi_player *player,
                                  const struct alibi_budget *budget,
                                  struct alibi_thought *thought);

/* The same in slices, for callers with other things to do: begin, step until it returns false
 * or the caller has had enough, end. A step searches about NODES positions; the sizes of the
 * steps do not change the result. Limits in nodes are kept here, limits in milliseconds are
 * left to the caller. */
ALIBI_API void alibi_player_begin(struct alibi_player *player,
                                  const struct alibi_budget *budget);
ALIBI_API bool alibi_player_step(struct alibi_player *player, uint64_t nodes);
ALIBI_API void alibi_player_end(struct alibi_player *player, struct alibi_thought *thought);

/* The budget of the decision that was begun, defaults filled in; borrowed. */
ALIBI_API const struct alibi_budget *alibi_player_budget(const struct alibi_player *player);

/* The winning probability that VALUE, found by a player of the kind NAME for SEAT, has turned
 * out to stand for in games between the strongest players: a search is more confident than it
 * should be. Values of other kinds than the strongest stand for themselves. */
ALIBI_API double alibi_player_chance(const char *name, const struct alibi_game *game,
                                     enum alibi_seat seat, double value);

/* A thought as one line of JSON, as described in docs/analysis.md. */
ALIBI_API void alibi_thought_json(struct alibi_text *text, const struct alibi_game *game,
                                  const struct alibi_thought *thought);

/* A choice as JSON: {"move":["SH",">g10"],"value":0.5312,"share":1.0000}. */
ALIBI_API void alibi_choice_json(struct alibi_text *text, const struct alibi_game *game,
                                 const struct alibi_choice *choice);

/* Moves as a list of tokens: ["SH",">g10"]. */
ALIBI_API void alibi_moves_json(struct alibi_text *text, const struct alibi_game *game,
                                const alibi_move *move, int n);

#endif
