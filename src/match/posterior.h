/* What can be inferred about a player's secrets from how he plays: Bayes' rule.
 *
 * A type is a private state of the opponent: who Jack is and which cards he has drawn, or which
 * cards the Detective has drawn. The posterior follows the redacted history of one seat, the
 * reader's, and keeps the likelihood of the opponent's choices for every type that agrees with
 * what is public. How likely a choice is, a policy says, which is asked in the place of each
 * type and told what that type would have been told. Nothing here knows the truth. */
#ifndef MATCH_POSTERIOR_H
#define MATCH_POSTERIOR_H

#include <alibi/watch.h>

struct match_type {
    uint8_t identity; /* ALIBI_NO_ONE for a Detective, and before the deal */
    uint16_t cards;   /* his alibi cards */
    uint8_t n_secrets;
    alibi_move secret[ALIBI_SECRETS_MAX]; /* what only he was told, in a possible order */
    struct alibi_state world;             /* one with this type, at his latest decision */
    double likelihood;                    /* of his choices, relative to the likeliest type */
    double bits; /* how much his choices told about him, if he is this type */
};

struct match_posterior;

/* The probability, above 0, with which the opponent plays M, were he TYPE. False on failure. */
typedef bool match_policy(void *context, const struct match_posterior *p,
                          const struct match_type *type, alibi_move m, double *probability);

struct match_posterior {
    enum alibi_seat opponent;
    match_policy *policy;
    void *context;
    struct alibi_view start; /* as the opponent sees it, before anything is hidden */
    struct alibi_watch *watch;
    struct match_type *type;
    size_t n_types;
    size_t n_told, cap; /* what the opponent was told; his own secrets are left out */
    struct alibi_told *told;
    int8_t *own;      /* for each: the number of his secret that belongs there, or -1 */
    int8_t n_secrets; /* so far */
    uint8_t kind;     /* of the last one */
    bool over;
    uint8_t round, slot; /* of his latest choice */
    uint64_t choices;    /* turns in which he had one */
};

/* Begins to read the opponent of START's viewer, before the deal. Without a policy all types
 * stay as likely. False without memory; in any case clear it. */
bool match_posterior_init(struct match_posterior *p, const struct alibi_view *start,
                          match_policy *policy, void *context);
void match_posterior_clear(struct match_posterior *p);

/* A copy to go on with on its own. False without memory; in any case clear it. */
bool match_posterior_copy(struct match_posterior *out, const struct match_posterior *p);

/* The reader is told something. False if the policy failed, or without memory. */
bool match_posterior_hear(struct match_posterior *p, const struct alibi_told *told);

/* The I-th thing that the opponent was told, were he TYPE. */
struct alibi_told match_posterior_told(const struct match_posterior *p,
                                       const struct match_type *type, size_t i);

/* The type of the opponent in WORLD; NULL if he cannot be that. */
const struct match_type *match_posterior_find(const struct match_posterior *p,
                                              const struct alibi_state *world);

/* The weight of WORLD for a player that reads: the likelihood of its type, never so small that
 * a mistake about the policy could not be made good. CONTEXT is the posterior. */
double match_posterior_weigh(const void *context, const struct alibi_state *world);

/* After the game, how much the opponent's choices told the reader about his secret, by the
 * TRUTH: the log-likelihood ratio of what he was against what he could have been. */
double match_posterior_bits(const struct match_posterior *p, const struct alibi_state *truth);

#endif
