/* The course of a game that is over, judged in the background: one quick thought a round, one
 * at a time, so that a long game takes no more of the computer than one player does. What was
 * found stays in the room. */
#include "app.h"

#include <stdio.h>

enum { THOUGHTS_MAX = 64 }; /* that may wait before this waits, too */

/* Has the next point judged; the player is told no more than the Detective knew then. */
static void judge_next(struct app *app, struct room *room)
{
    struct course_point point[COURSE_MAX];
    size_t n = course_points(&room->table, point), i;
    struct job *job;

    while (!room->judging && room->judged < n && !point[room->judged].decided)
        room->chance[room->judged++] = -1;
    i = room->judged;
    if (room->judging || i >= n || app->stopping ||
        computer_waiting(app->part.computer) >= THOUGHTS_MAX)
        return;
    job = job_new(room->table.session, ALIBI_DETECTIVE, point[i].plies);
    if (!job)
        return;
    (void)snprintf(job->game, sizeof job->game, "%s", room->table.about.id);
    (void)snprintf(job->player, sizeof job->player, "%s", player_strongest());
    job->seq = point[i].seq;
    job->point = (unsigned)i + 1;
    lottery_draw(&app->options.lottery, &job->seed, sizeof job->seed);
    room->judging = true;
    computer_ask(app->part.computer, job);
}

void course_judged(struct app *app, struct room *room, const struct job *job)
{
    /* The room may have been forgotten and loaded again meanwhile. */
    if (!room->judging || job->point != room->judged + 1)
        return;
    room->judging = false;
    room->chance[room->judged++] = job->n_answer == 0 ? -1 : job->before;
    judge_next(app, room);
}

void handle_course(struct app *app, struct visit *v)
{
    struct room *room = app_room(app, v);
    struct course_point point[COURSE_MAX];

    if (!room)
        return;
    if (room->table.about.status == TABLE_OVER)
        judge_next(app, room);
    table_course(&room->table, &v->r, room->chance, room->judged,
                 room->judged < course_points(&room->table, point));
}
