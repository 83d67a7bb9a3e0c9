/* Decisions of the computer's, one after the other to the end of a turn. */
#include "thinking.h"

#include <string.h>

enum { MEMORY_MAX = 32 << 20 }; /* bytes of a player */

/* The chance to win by what the player has chosen: the first choice that begins with it. */
static double chance_by(const struct alibi_thought *thought)
{
    for (int i = 0; i < thought->n_choices; i++)
        if (thought->choice[i].n > 0 && thought->choice[i].move[0] == thought->move)
            return (double)thought->choice[i].value;
    return thought->value;
}

bool thinking_begin(struct thinking *t, struct job *job, int threads)
{
    *t = (struct thinking){.job = job, .quarters = 1 /* for everything but decisions */};
    if (alibi_player_new(&t->player, job->player, &job->start, job->seed, MEMORY_MAX, NULL) !=
            ALIBI_OK ||
        alibi_player_threads(t->player, threads, NULL) != ALIBI_OK)
        return false;
    for (size_t i = 0; i < job->n; i++)
        if (alibi_player_see(t->player, job->token[i], strlen(job->token[i]), NULL) != ALIBI_OK)
            return false;
    if (!alibi_player_is_on_turn(t->player))
        return false;
    alibi_player_view(t->player, &t->turn);
    alibi_player_begin(t->player, NULL);
    return true;
}

/* The first decision is the one that matters most: whom to play. */
unsigned thinking_share(const struct thinking *t)
{
    return t->job->n_answer == 0 ? 4 : 1;
}

bool thinking_step(struct thinking *t, uint64_t nodes)
{
    return alibi_player_step(t->player, nodes);
}

/* Whether the turn goes on after TOKEN. */
static bool goes_on(struct thinking *t, const char *token)
{
    struct alibi_view now;

    if (t->job->n_answer == ALIBI_SEQUENCE_MAX || t->job->point ||
        alibi_player_see(t->player, token, strlen(token), NULL) != ALIBI_OK ||
        !alibi_player_is_on_turn(t->player))
        return false;
    alibi_player_view(t->player, &now);
    return alibi_same_turn(&now.seen, &t->turn.seen);
}

/* The chance that a value of the job's player stands for. */
static double chance_of(const struct job *job, double value)
{
    return alibi_player_chance(job->player, job->start.seen.game, job->seat, value);
}

bool thinking_decide(struct thinking *t)
{
    struct job *job = t->job;
    unsigned share = thinking_share(t);
    char *token = job->answer[job->n_answer++];
    struct alibi_text text = alibi_text_in(token, ALIBI_TOKEN_MAX);
    struct alibi_thought thought;

    alibi_player_end(t->player, &thought);
    job->start.seen.game->print(&text, thought.move);
    if (job->n_answer == 1) {
        job->before = chance_of(job, thought.value);
        job->after = chance_of(job, chance_by(&thought));
    }
    /* A level that looks at so many positions needs far less than its time. */
    if (alibi_player_budget(t->player)->ms != 0)
        t->quarters += share;
    if (!goes_on(t, token))
        return false;
    alibi_player_begin(t->player, NULL);
    return true;
}

void thinking_end(struct thinking *t)
{
    alibi_player_free(t->player);
    t->player = NULL;
}
