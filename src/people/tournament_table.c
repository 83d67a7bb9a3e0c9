/* Points, tables and pairings of a tournament: its lists as swiss.h and arena.h want them. */
#include "arena.h"
#include "tournament.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool meeting_is_over(const struct meeting *meeting)
{
    for (int i = 0; i < TOURNAMENT_GAMES; i++)
        if (meeting->fixture[i].state != FIXTURE_ENDED)
            return false;
    return true;
}

int meeting_points(const struct meeting *meeting, int side)
{
    int points = 0;

    for (int i = 0; i < TOURNAMENT_GAMES; i++)
        points +=
            meeting->fixture[i].state == FIXTURE_ENDED && meeting->fixture[i].winner == side;
    return points;
}

/* --- Swiss --- */

struct swiss_lists {
    struct swiss_player player[TOURNAMENT_PLAYERS];
    struct swiss_meeting meeting[TOURNAMENT_MEETINGS];
    struct swiss swiss;
};

static struct swiss_lists *swiss_of(const struct hall *hall)
{
    struct swiss_lists *lists = calloc(1, sizeof *lists);

    if (!lists)
        return NULL;
    for (uint64_t i = 0; i < hall->t.entries; i++)
        lists->player[i] = (struct swiss_player){.rating = (double)hall->entry[i].rating,
                                                 .withdrawn = hall->entry[i].withdrawn};
    for (uint64_t i = 0; i < hall->t.meetings; i++) {
        const struct meeting *m = &hall->meeting[i];

        lists->meeting[i] =
            (struct swiss_meeting){.round = (int)m->round,
                                   .player = {m->player[0], m->player[1]},
                                   .points = {meeting_points(m, 0), meeting_points(m, 1)},
                                   .over = meeting_is_over(m)};
    }
    lists->swiss = (struct swiss){lists->player, (int)hall->t.entries, lists->meeting,
                                  (int)hall->t.meetings, (int)hall->t.rounds};
    return lists;
}

/* Two are called; or one has a bye, which is worth both games. */
static void fill_meeting(const struct people *people, struct meeting *meeting, int first,
                         int second)
{
    meeting->player[0] = first;
    meeting->player[1] = second;
    meeting->called = people->now;
    for (int i = 0; i < TOURNAMENT_GAMES && second == TOURNAMENT_NOBODY; i++)
        meeting->fixture[i] = (struct fixture){.state = FIXTURE_ENDED, .how = "bye"};
}

enum swiss_status hall_pair_swiss(struct people *people, struct hall *hall)
{
    struct swiss_meeting round[TOURNAMENT_PLAYERS / 2 + 1];
    struct swiss_lists *lists = swiss_of(hall);
    int count = 0;
    enum swiss_status status = lists ? swiss_pair(&lists->swiss, round, &count) : SWISS_MEMORY;

    free(lists);
    if (status != SWISS_OK)
        return status;
    hall->t.round++;
    for (int i = 0; i < count; i++) {
        struct meeting *meeting = hall_add(hall);

        assert(meeting); /* so many rounds of so many players have room */
        fill_meeting(people, meeting, round[i].player[0], round[i].player[1]);
    }
    return SWISS_OK;
}

/* Somebody who went before the first meeting was never there. */
static bool was_there(const struct hall *hall, int player)
{
    if (!hall->entry[player].withdrawn)
        return true;
    for (uint64_t i = 0; i < hall->t.meetings; i++)
        if (hall->meeting[i].player[0] == player || hall->meeting[i].player[1] == player)
            return true;
    return false;
}

static void print_swiss(const struct hall *hall, struct json_out *out)
{
    struct swiss_row row[TOURNAMENT_PLAYERS];
    struct swiss_lists *lists = swiss_of(hall);

    if (lists)
        swiss_table(&lists->swiss, row);
    for (uint64_t i = 0; i < hall->t.entries && lists; i++) {
        if (!was_there(hall, row[i].player))
            continue;
        json_object(out, NULL);
        json_number(out, "place", row[i].place);
        json_number(out, "player", row[i].player);
        json_number(out, "points", row[i].points);
        json_number(out, "buchholz", row[i].buchholz);
        json_number(out, "mutual", row[i].mutual);
        json_end(out);
    }
    free(lists);
}

/* --- Arena --- */

/* Everybody as all meetings have left them. Those of one player come one after the other, so
 * their order in the list is that of the player's streak. */
static struct arena_player *arena_of(const struct hall *hall)
{
    struct arena_player *player = calloc(TOURNAMENT_PLAYERS, sizeof *player);

    for (uint64_t i = 0; i < hall->t.entries && player; i++)
        player[i] = arena_start((double)hall->entry[i].rating);
    for (uint64_t i = 0; i < hall->t.meetings && player; i++) {
        const struct meeting *m = &hall->meeting[i];

        arena_begin(player, (struct arena_meeting){{m->player[0], m->player[1]}});
        for (int side = 0; side < 2 && meeting_is_over(m); side++)
            (void)arena_score(&player[m->player[side]], meeting_points(m, side));
    }
    return player;
}

/* Who is free, wants to play and has said so lately. */
static void mark_waiting(const struct people *people, const struct hall *hall,
                         struct arena_player *player)
{
    for (uint64_t i = 0; i < hall->t.entries; i++) {
        const struct entry *entry = &hall->entry[i];

        player[i].waits = !entry->withdrawn && entry->ready + READY_MS >= people->now;
        player[i].since = (int64_t)entry->since;
    }
    for (uint64_t i = 0; i < hall->t.meetings; i++)
        for (int side = 0; side < 2 && !meeting_is_over(&hall->meeting[i]); side++)
            player[hall->meeting[i].player[side]].waits = false;
}

bool hall_pair_arena(struct people *people, struct hall *hall)
{
    struct arena_meeting pair[TOURNAMENT_PLAYERS / 2];
    struct arena_player *player = arena_of(hall);
    int count = -1;

    if (player) {
        mark_waiting(people, hall, player);
        count = arena_pair(player, (int)hall->t.entries, (int64_t)people->now, pair);
    }
    free(player);
    for (int i = 0; i < count; i++) {
        struct meeting *meeting = hall_add(hall);

        if (meeting)
            fill_meeting(people, meeting, pair[i].player[0], pair[i].player[1]);
    }
    return count >= 0;
}

static void print_arena(const struct hall *hall, struct json_out *out)
{
    int order[TOURNAMENT_PLAYERS], place[TOURNAMENT_PLAYERS];
    struct arena_player *player = arena_of(hall);
    bool good = player && arena_table(player, (int)hall->t.entries, order, place);

    for (uint64_t i = 0; i < hall->t.entries && good; i++) {
        const struct arena_player *p = &player[order[i]];

        if (!was_there(hall, order[i]))
            continue;
        json_object(out, NULL);
        json_number(out, "place", place[i]);
        json_number(out, "player", order[i]);
        json_number(out, "points", p->points);
        json_number(out, "won", p->won);
        json_number(out, "meetings", p->meetings);
        json_number(out, "streak", p->streak);
        json_end(out);
    }
    free(player);
}

void hall_print_table(const struct hall *hall, struct json_out *out)
{
    json_list(out, "table");
    if (hall->t.arena)
        print_arena(hall, out);
    else
        print_swiss(hall, out);
    json_end(out);
}
