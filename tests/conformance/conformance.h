/* One random game, and the checks that are made at every ply. */
#ifndef CONFORMANCE_H
#define CONFORMANCE_H

#include <alibi/actions.h>
#include <alibi/rng.h>
#include <alibi/session.h>
#include <alibi/watch.h>

struct play {
    const struct alibi_game *game;
    uint64_t seed;
    struct alibi_rng rng;
    struct alibi_session *session;
    struct alibi_actions *actions;
    alibi_move *universe; /* moves of all games so far, to try where they are illegal */
    size_t n_universe, cap_universe;
    struct alibi_watch *watch[3]; /* of jack, detective and public */
    size_t heard[3];              /* how much of their histories they were told */
};

void check_failed(const struct play *p, const char *file, int line, const char *what);
void check_counted(void);

#define CHECK(p, condition)                                                                    \
    do {                                                                                       \
        check_counted();                                                                       \
        if (!(condition))                                                                      \
            check_failed(p, __FILE__, __LINE__, #condition);                                   \
    } while (0)

/* moves.c: sorted, no duplicates, tokens and back, paths, undo, retracting. */
void check_moves(struct play *p, const alibi_move *m, int n);
void check_moves_follow(struct play *p);
void check_forbidden(struct play *p, const alibi_move *m, int n);

/* texts.c: positions, JSON, records, scenes. */
void check_text(struct play *p);
void check_end(struct play *p);
void check_middle(struct play *p);

/* fields.c: what a game says of the fields of its positions. */
void check_fields(struct play *p, const struct alibi_state *s);

/* knowledge.c: views, worlds, two worlds. */
void check_knowledge_begin(struct play *p);
void check_knowledge(struct play *p);
void check_knowledge_follow(struct play *p);
void check_knowledge_end(struct play *p);

/* outlook.c: who is seen, who can be caught, who can leave. */
void check_outlook(struct play *p);
void check_outlook_follow(struct play *p);

/* insight.c: why somebody is seen, what a viewer can tell. */
void check_insight(struct play *p);
void check_insight_follow(struct play *p);

/* numbers.c: moves as actions, views as features. */
void check_numbers_begin(struct play *p);
void check_numbers(struct play *p, const alibi_move *m, int n);
void check_numbers_end(struct play *p);

#endif
