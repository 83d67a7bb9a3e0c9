/* Players: whoever chooses moves knowing only what one seat has been told.
 *
 * A player is made for a seat at the start of a game and then told what the seat is told: every
 * token of its redacted history, its own moves too. When the seat is to act, the player thinks
 * and says what it would do. It has no way to the truth: nothing here takes a state.
 *
 *   alibi_player_new(&player, "level3", &start_view, seed, 0, &err);
 *   alibi_player_see(player, "deal=?", 6, &err);  ...
 *   alibi_player_think(player, &budget, &thought);
 *   the referee plays thought.move, and everybody sees it, this player too
 *
 * The same seed, history and node budget give the same moves. */
#ifndef ALIBI_PLAYER_H
#define ALIBI_PLAYER_H

#include <alibi/watch.h>

enum {
    ALIBI_SEQUENCE_MAX = 12, /* tokens of one activation, at most */
    ALIBI_CHOICES_MAX = 64,  /* alternatives that a thought lists */
};

struct alibi_player;

/* A kind of player that can be asked for by name. */
struct alibi_player_kind {
    const char *name;  /* "random", "greedy", "ismcts", "champion", "level1" .. "level6" */
    const char *about; /* a line for people */
};

/* The I-th kind, the strongest last; NULL past that. */
ALIBI_API const struct alibi_player_kind *alibi_player_kind(int i);

/* What a decision may cost, whichever is reached first; 0 is no limit of that sort, and both 0
 * the default of the kind. A level below the sixth spends what belongs to it and no more. A
 * node is one position looked at, so nodes are the same everywhere. What was begun is finished:
 * to look at everything that can be done in one position takes up to fifty thousand nodes, a
 * few hundredths of a second, and less than that is never done. */
struct alibi_budget {
    uint64_t nodes;
    uint32_t ms;
};

/* One thing that the mover could do: the tokens up to the end of his activation, or as far as
 * chance allows to foresee. */
struct alibi_choice {
    uint8_t n;
    alibi_move move[ALIBI_SEQUENCE_MAX];
    float value; /* the mover's chance to win, 0..1 */
    float share; /* how often the player would choose it; the shares of all make 1 */
};

/* What a player makes of its position. */
struct alibi_thought {
    alibi_move move; /* what it plays */
    double value;    /* its chance to win, 0..1, as it sees it */
    uint64_t nodes;  /* spent on this */
    int n_choices;   /* of which some are listed, the most frequent first */
    struct alibi_choice choice[ALIBI_CHOICES_MAX];
    int n_line; /* what it expects: its own choice and what then follows */
    alibi_move line[4 * ALIBI_SEQUENCE_MAX];
};

/* Makes a player of the kind NAME for the seat of START. MEMORY is the most that it may use, in
 * bytes; 0 for the default of 64 MiB. Free it with alibi_player_free. */
ALIBI_API int alibi_player_new(struct alibi_player **out, const char *name,
                               const struct alibi_view *start, uint64_t seed, size_t memory,
                               struct alibi_error *err);
ALIBI_API void alibi_player_free(struct alibi_player *player);

/* The seat is told something, as a value or as its token, which alibi_told_parse reads. */
ALIBI_API int alibi_player_hear(struct alibi_player *player, const struct alibi_told *told,
                                struct alibi_error *err);
ALIBI_API int alibi_player_see(struct alibi_player *player, const char *token, size_t len,
                               struct alibi_error *err);

/* What it has been told, as a watch has it; borrowed. */
ALIBI_API const struct alibi_watch *alibi_player_watch(const struct alibi_player *player);

/* What the seat sees now. */
ALIBI_API void alibi_player_view(const struct alibi_player *player, struct alibi_view *view);

/* Whether the seat is to act, so that the player can think. */
ALIBI_API bool alibi_player_is_on_turn(const struct alibi_player *player);

/* The chance of each character to be Jack: exact counting of the deals that agree with what the
 * seat was told, nothing read into the play. Zero for those who cannot be. */
ALIBI_API void alibi_player_belief(const struct alibi_player *player,
                                   double belief[ALIBI_CHARACTERS_MAX]);

/* Thinking in one go, with a look at the clock. The player is on turn. */
ALIBI_API void alibi_player_think(struct alibi_player *player,
                                  const struct alibi_budget *budget,
                                  struct alibi_thought *thought);

/* The same in slices, for callers that have other things to do: begin, then step until it says
 * that nothing is left to do or the caller has had enough, then end. A step looks at NODES
 * positions, more or less; nothing is lost between steps. A default budget of the kind in nodes
 * is kept to, one in milliseconds is the caller's to keep. */
ALIBI_API void alibi_player_begin(struct alibi_player *player,
                                  const struct alibi_budget *budget);
ALIBI_API bool alibi_player_step(struct alibi_player *player, uint64_t nodes);
ALIBI_API void alibi_player_end(struct alibi_player *player, struct alibi_thought *thought);

/* What the decision that was begun may cost, the default of the kind included; borrowed. */
ALIBI_API const struct alibi_budget *alibi_player_budget(const struct alibi_player *player);

/* A thought as one line of JSON, as docs/analysis.md says. */
ALIBI_API void alibi_thought_json(struct alibi_text *text, const struct alibi_game *game,
                                  const struct alibi_thought *thought);

/* A choice in a game as JSON: {"move":["SH",">g10"],"value":0.5312,"share":1.0000}. */
ALIBI_API void alibi_choice_json(struct alibi_text *text, const struct alibi_game *game,
                                 const struct alibi_choice *choice);

/* Moves as a list of tokens: ["SH",">g10"]. */
ALIBI_API void alibi_moves_json(struct alibi_text *text, const struct alibi_game *game,
                                const alibi_move *move, int n);

#endif
