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
};

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
 * holds. After the end every viewer may know everything. SETTINGS may be NULL. */
ALIBI_API int alibi_analysis_new(struct alibi_analysis **out, const struct alibi_record *record,
                                 enum alibi_viewer viewer,
                                 const struct alibi_analysis_settings *settings,
                                 struct alibi_error *err);
ALIBI_API void alibi_analysis_free(struct alibi_analysis *analysis);

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
