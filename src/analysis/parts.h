/* Inside an analysis: what it was made from, where its decisions stand, and the thought that is
 * in progress. */
#ifndef ANA_PARTS_H
#define ANA_PARTS_H

#include <alibi/analysis.h>

/* --- What an analysis may use: sources.c --- */

struct ana_sources {
    struct alibi_record *told[2]; /* by seat, what it was told; NULL if that may not be used */
    struct alibi_record *open;    /* what the public was told; NULL if told[1] is there */
    struct alibi_state truth;     /* the last position; without a game if it may not be used */
};

/* Finds what VIEWER may use of RECORD. After a failure, too, OUT is to be freed. */
int ana_sources_find(struct ana_sources *out, const struct alibi_record *record,
                     enum alibi_viewer viewer, struct alibi_error *err);
void ana_sources_free(struct ana_sources *sources);

/* What the believer was told: the Detective, or else the public. */
const struct alibi_record *ana_sources_believer(const struct ana_sources *sources);

/* HISTORY as it would be if A and B changed places in its secrets; ALIBI_NO_ONE for both makes
 * a plain copy. */
int ana_history_swap(struct alibi_record **out, const struct alibi_record *history, unsigned a,
                     unsigned b);

/* What the viewer of HISTORY sees after its first N tokens. */
int ana_history_view(struct alibi_view *view, const struct alibi_record *history, size_t n,
                     struct alibi_error *err);

/* Whether TOLD is a move, not an announcement. */
bool ana_is_move(const struct alibi_told *told);

/* --- Where decisions stand: decisions.c --- */

/* A turn in which there was something to choose. */
struct ana_moment {
    size_t ply, at;         /* its first token among the moves of the game, in the history */
    struct alibi_view view; /* what the mover saw before it */
};

/* The tokens of a turn, in one of the worlds that the mover thought possible. */
struct ana_turn {
    int n;
    bool finished; /* its end is in the history */
    alibi_move move[ALIBI_SEQUENCE_MAX];
    struct alibi_state world[ALIBI_SEQUENCE_MAX + 1]; /* before each token, after the last */
};

/* Takes the turn that begins at token AT of HISTORY, where its viewer sees VIEW. */
void ana_turn_take(struct ana_turn *turn, const struct alibi_record *history, size_t at,
                   const struct alibi_view *view);

/* The first token from K on that was not the only legal one, N if there is none. */
int ana_turn_free(const struct ana_turn *turn, int k);

/* The choice of THOUGHT, which was had at token K, that comes to the same as what was played
 * from there on; NULL if it is not listed. */
const struct alibi_choice *ana_turn_find(const struct ana_turn *turn, int k,
                                         const struct alibi_thought *thought);

/* --- The analysis: analysis.c --- */

struct alibi_analysis {
    const struct alibi_game *game;
    struct alibi_analysis_settings settings; /* `judge` and `seats` filled in */
    int threads;                             /* of the judge; 0: one */
    struct ana_sources sources;
    size_t n_beliefs, n_moments, n_judged;
    struct alibi_belief *belief;
    struct ana_moment *moment;       /* in the order of the game */
    size_t last_turn[2];             /* by seat, the token at which its last turn begins */
    struct alibi_decision *decision; /* of each moment; the first n_judged are complete */

    /* The decision in progress, number n_judged. */
    struct ana_turn turn;
    int first, token; /* not forced: the first; where the judge is asked */
    int suspect;      /* in whose place it is asked; -1: in the mover's */
    int compared; /* what it is asked to consider by itself: 0, what was played, or 1, what was
                     better; -1: neither */
    struct alibi_record *history;        /* what the suspect would have been told, or NULL */
    struct ana_turn suspect_turn;        /* the same turn in his place */
    double likely[ALIBI_CHARACTERS_MAX]; /* how often each suspect would have played this */

    struct alibi_player *thinker; /* NULL between two thoughts */
    struct alibi_thought thought; /* the last one */
};

/* Fills in the beliefs. In beliefs.c. */
int ana_beliefs_find(struct alibi_analysis *a, struct alibi_error *err);

/* Finds the moments at which SEATS had something to choose. In decisions.c. */
int ana_moments_find(struct alibi_analysis *a, struct alibi_error *err);

/* Begins decision number n_judged with all that is known without thinking about it. */
void ana_decision_begin(struct alibi_analysis *a);

/* Adds what a thought of the judge's says; true if that was all. Until then a->token is where
 * the next one is needed. */
bool ana_decision_add(struct alibi_analysis *a);

/* Fills in why the best choice of decision number n_judged was better. In reasons.c. */
void ana_reasons_find(struct alibi_analysis *a);

/* Whether the judge is to consider what was played and what was better each by itself, because
 * no fact says why a mistake was one; then a->compared is the one that comes next. */
bool ana_reasons_ask(struct alibi_analysis *a);

/* That one. */
struct alibi_choice *ana_reasons_choice(struct alibi_analysis *a);

/* Takes in what the thought expects of it; true if that was the last. */
bool ana_reasons_add(struct alibi_analysis *a);

/* --- What Jack's choices give away: gave.c --- */

/* Whether it is wanted and can be known for decision number n_judged. */
bool ana_gave_is_wanted(const struct alibi_analysis *a);

/* Jack himself would have chosen this as the thought, his own, says. */
void ana_gave_begin(struct alibi_analysis *a);

/* Goes on to the next suspect; false if there is none. */
bool ana_gave_next(struct alibi_analysis *a);

/* Puts the suspect in Jack's place. */
int ana_gave_swap(struct alibi_analysis *a, struct alibi_error *err);

/* Adds what the judge would do in his place. */
void ana_gave_add(struct alibi_analysis *a);

/* All suspects have been asked for. */
void ana_gave_end(struct alibi_analysis *a);

#endif
