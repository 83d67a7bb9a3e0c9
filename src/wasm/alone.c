/* A team without helpers, for the browser in place of src/ai/team.c: WebAssembly has threads
 * only on pages with special headers, and wasi-libc as Debian has it has none. A search by
 * several threads is the same here, done by one. */
#include "../ai/team.h"

#include <stdlib.h>

struct ai_team {
    int size;
};

struct ai_team *ai_team_new(int n)
{
    struct ai_team *team = malloc(sizeof *team);

    if (team)
        team->size = n;
    return team;
}

void ai_team_free(struct ai_team *team)
{
    free(team);
}

int ai_team_size(const struct ai_team *team)
{
    return team->size;
}

void ai_team_run(struct ai_team *team, int n_members, int n, ai_task *task, void *data)
{
    (void)team;
    (void)n_members;
    for (int i = 0; i < n; i++)
        task(data, i, 0);
}
