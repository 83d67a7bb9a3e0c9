/* Analyses: what each decision of a game was worth to the player who made it, and what the
 * Detective could know when.
 *
 * At every decision a player of the library, the judge, takes the mover's place: it is told
 * what the mover had been told, searches, and what was played is looked up among its choices.
 * So a move that was right but unlucky is not blamed. docs/analysis.md explains the numbers.
 *
 *   alibi_analysis_new(&analysis, record, ALIBI_AS_TRUTH, &settings, &err);
 *   while (!alibi_analysis_is_done(analysis))
 *       if (alibi_analysis_step(analysis, 500, &err) != ALIBI_OK)
 *           ...
 *   decision = alibi_analysis_decisions(analysis, &n);
 *   alibi_analysis_free(analysis);
 *
 * Beliefs are known from the start, each decision as soon as it has been judged, in the order
 * of the game. An analysis can be freed at any time. It reads no clock: a caller with a limit
 * in milliseconds ends a thought with alibi_analysis_cut. The same record, settings and node
 * budget give the same analysis, whatever the size of the steps. */
#ifndef ALIBI_ANALYSIS_H
#define ALIBI_ANALYSIS_H

#include <alibi/insight.h>
#include <alibi/player.h>
#include <alibi/record.h>

enum { ALIBI_BETTER_MAX = 3 };

struct alibi_analysis;

/* All zero is a good choice: the strongest player judges both seats. */
struct alibi_analysis_settings {
    const char *judge;          /* a kind of player; NULL for the strongest */
    struct alibi_budget budget; /* of each thought; milliseconds are the caller's to keep */
    uint64_t seed;              /* of the judge */
    size_t memory;              /* bytes that the judge may use; 0 for its default */
    unsigned seats;             /* whose decisions to judge, a bit per seat; 0 for both */
    bool gave;                  /* also search for what Jack's choices give away */
    size_t from, until; /* only decisions that begin with a move of these, from 0, without the
                           last; 0 for no end */
};

/* Why the best choice was better than what was played. Facts come first: what the mover could
 * tell from the views after each of the two, as alibi_insight has it, and how the game went on.
 * Where there is none, it is told what the search expects (alibi_prospect). */
enum alibi_reason_kind {
    ALIBI_REASON_ENDS,  /* one of them ends the game at once, the other does not */
    ALIBI_REASON_THEN,  /* the other seat ended the game in its next turn: an arrest, an escape
                         */
    ALIBI_REASON_CATCH, /* BY could accuse WHO: for Jack after what was played, for the
                           Detective after the better choice only */
    ALIBI_REASON_LEAVE, /* WHO could escape: for the Detective after what was played, for Jack
                           after the better choice only */
    ALIBI_REASON_LEFT,  /* how many suspects a call leaves, after each of the two */
    ALIBI_REASON_SOON, /* how likely it is that WINNER wins in the turns that the search sees */
    ALIBI_REASON_EXPECT, /* how many suspects the next call is expected to leave */
    ALIBI_REASONS_MAX,   /* each is given once at most */
};

/* What a call would leave, or has left, after a turn. */
struct alibi_call {
    uint8_t answer;  /* what Jack would say; ALIBI_NO_ONE if the mover does not know */
    uint8_t left[2]; /* suspects, by enum alibi_witness */
};

struct alibi_reason {
    enum alibi_reason_kind kind;
    uint16_t who, by;
    uint8_t suspects; /* of ENDS: who could be Jack, as far as the mover knew */
    enum alibi_why played,
        better; /* of ENDS, as alibi_end_of; of THEN, PLAYED: what came of it */
    struct alibi_call call_played, call_better; /* of LEFT */
    enum alibi_seat winner;                     /* of SOON */
    float expect_played, expect_better; /* of SOON, probabilities; of EXPECT, suspects */
};

/* How a decision is judged, by what it lost: below 1 % of winning probability it was best,
 * below 5 % good; from 10 % on it was a mistake, from 20 % on a blunder. */
enum alibi_verdict {
    ALIBI_BEST,
    ALIBI_GOOD,
    ALIBI_INACCURACY,
    ALIBI_MISTAKE,
    ALIBI_BLUNDER,
};
ALIBI_API enum alibi_verdict alibi_verdict_of(double loss);
ALIBI_API const char *alibi_verdict_name(enum alibi_verdict verdict);

/* One decision: the tokens of a turn, or the part of it before or after a draw. */
struct alibi_decision {
    size_t ply, end; /* its first move among those of the game, from 0; behind its last */
    uint8_t round, slot;
    enum alibi_seat seat;
    struct alibi_choice played; /* with the judge's value; the share is 0 */
    bool listed;  /* whether the judge lists it; if not, its value is an upper bound */
    double value; /* the mover's winning probability before it */
    double best;  /* and with the best choice */
    double loss;  /* `best` minus the value of what was played, at least 0 */
    struct alibi_choice choice; /* the most frequent one of the judge */
    int n_better;               /* better choices, the best first */
    struct alibi_choice better[ALIBI_BETTER_MAX];
    int n_reasons; /* why better[0] is better; none if nothing can be shown */
    struct alibi_reason reason[ALIBI_REASONS_MAX];
    double told; /* bits that the Detective learnt about Jack from what followed */
    double gave; /* bits that the choice itself gives away; below 0 if not available */
};

/* The probability of each character to be Jack once the believer was told something more: it
 * counts the deals that agree with everything that the believer was told. */
struct alibi_belief {
    size_t ply; /* the player's move that led to it */
    uint8_t round, slot;
    char after[ALIBI_TOKEN_MAX]; /* what was told; "start" if the game begins in its middle */
    double bits, gained;         /* the entropy that is left; bits since the belief before */
    double chance[ALIBI_CHARACTERS_MAX];
};

/* Begins to analyse the game of RECORD for VIEWER; the record may be freed afterwards. While
 * the game goes on, nothing is used that VIEWER does not know: a seat gets its own decisions,
 * and Jack gets the beliefs of the public. ALIBI_AS_TRUTH uses everything that the record
 * holds. After the end every viewer may know everything. SETTINGS may be NULL. The record of a
 * game between people that still goes on, which its tag Running says, is refused. */
ALIBI_API int alibi_analysis_new(struct alibi_analysis **out, const struct alibi_record *record,
                                 enum alibi_viewer viewer,
                                 const struct alibi_analysis_settings *settings,
                                 struct alibi_error *err);
ALIBI_API void alibi_analysis_free(struct alibi_analysis *analysis);

/* From its next thought on, the judge searches with N threads (alibi_player_threads). */
ALIBI_API int alibi_analysis_threads(struct alibi_analysis *analysis, int n,
                                     struct alibi_error *err);

/* Searches about NODES positions, at least 1. A step that fails, for want of memory, has
 * changed nothing and can be repeated. */
ALIBI_API int alibi_analysis_step(struct alibi_analysis *analysis, uint64_t nodes,
                                  struct alibi_error *err);
ALIBI_API bool alibi_analysis_is_done(const struct alibi_analysis *analysis);

/* Ends the thought in progress with what the judge has found so far. */
ALIBI_API void alibi_analysis_cut(struct alibi_analysis *analysis);

/* How far it has come. A decision takes one thought or several. */
struct alibi_analysis_progress {
    size_t done, total;         /* decisions */
    uint8_t round, slot;        /* where the next of them stands */
    enum alibi_seat seat;       /* and whose it is; ALIBI_NOBODY if all are done */
    bool thinking;              /* a thought is in progress; false after a step that ends one */
    struct alibi_budget budget; /* its limits, those of the judge's kind included */
};
ALIBI_API struct alibi_analysis_progress
alibi_analysis_progress(const struct alibi_analysis *analysis);

/* The decisions that have been judged, N of them, and the beliefs, both in the order of the
 * game; borrowed. */
ALIBI_API const struct alibi_decision *
alibi_analysis_decisions(const struct alibi_analysis *analysis, size_t *n);
ALIBI_API const struct alibi_belief *
alibi_analysis_beliefs(const struct alibi_analysis *analysis, size_t *n);

/* How well SEAT has played as far as it has been judged: 100 if nothing was lost, and less the
 * more was; below 0 if it has made no decision. docs/analysis.md has the formula. */
ALIBI_API double alibi_analysis_accuracy(const struct alibi_analysis *analysis,
                                         enum alibi_seat seat);

/* Whose beliefs they are: the Detective's, or the public's where his cards are not known. */
ALIBI_API enum alibi_viewer alibi_analysis_believer(const struct alibi_analysis *analysis);

ALIBI_API const struct alibi_game *alibi_analysis_game(const struct alibi_analysis *analysis);
ALIBI_API const char *alibi_analysis_judge(const struct alibi_analysis *analysis);

/* The last position, borrowed; NULL if VIEWER may not know its secrets. */
ALIBI_API const struct alibi_state *alibi_analysis_truth(const struct alibi_analysis *analysis);

/* One line of JSON, as docs/analysis.md says: the analysis as far as it is done; one decision;
 * one belief. */
ALIBI_API void alibi_analysis_json(struct alibi_text *text,
                                   const struct alibi_analysis *analysis);
ALIBI_API void alibi_decision_json(struct alibi_text *text, const struct alibi_game *game,
                                   const struct alibi_decision *decision);
ALIBI_API void alibi_belief_json(struct alibi_text *text, const struct alibi_game *game,
                                 const struct alibi_belief *belief);

#endif
