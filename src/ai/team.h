/* Threads that help the one that searches. Where there are none (in the browser), or none can
 * be started, the searching thread does everything itself, and the result is the same. */
#ifndef AI_TEAM_H
#define AI_TEAM_H

struct ai_team;

/* A part of the work: number I, done by member MEMBER of the team; 0 is the searching thread.
 */
typedef void ai_task(void *data, int i, int member);

/* A team of N threads, the caller's included; NULL if the memory is used up. */
struct ai_team *ai_team_new(int n);
void ai_team_free(struct ai_team *team);

/* How many it was made for; it may have fewer. */
int ai_team_size(const struct ai_team *team);

/* Calls TASK(DATA, I, MEMBER) for every I below N, each once, by members below N_MEMBERS, and
 * returns when all are done. The caller is the thread that searches; what one task changes, no
 * other reads. */
void ai_team_run(struct ai_team *team, int n_members, int n, ai_task *task, void *data);

#endif
