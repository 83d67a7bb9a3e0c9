/* Where an errand goes next, and what comes of its parts. */
#include "tour.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS_MAX = 4 };

/* The same question at another place. */
static void set_part(struct tour *tour, unsigned at)
{
    tour->at = at;
    tour->part.found = FOUND_NONE;
    tour->part.game = NULL;
    tour->part.n = 0;
    tour->part.listed = NULL;
    tour->part.moved = 0;
}

void tour_begin(struct tour *tour, const struct places *places, struct errand *errand)
{
    /* What is asked is copied now: later the errand's owner may be busy with its own part. */
    *tour = (struct tour){.errand = errand, .part = *errand};
    errand->n = 0;
    if (errand->kind != ERRAND_GAME)
        tour->first = 0;
    else if (errand->has_place && errand->place < places->n)
        tour->first = errand->place;
    else
        tour->first = places_home(places, errand->id);
    set_part(tour, tour->first);
}

/* Whether there is another place in this round; it is the next one then. */
static bool next_place(struct tour *tour, const struct places *places)
{
    unsigned at = (tour->at + 1) % (unsigned)places->n;

    if (at == tour->first)
        return false;
    set_part(tour, at);
    return true;
}

/* --- A game --- */

static void note_moved(struct tour *tour, const struct places *places)
{
    const struct errand *part = &tour->part;

    tour->moving = tour->moving || part->found == FOUND_MOVING;
    tour->astray = tour->astray || places_find(places, &part->moved_to) < 0;
    if (part->moved > tour->heard)
        tour->heard = part->moved;
}

/* Once more from the beginning, if there was new word of its being moved. */
static bool next_round(struct tour *tour)
{
    if (tour->heard <= tour->known || ++tour->round == ROUNDS_MAX)
        return false;
    tour->known = tour->heard;
    tour->failed = tour->moving = tour->astray = false;
    set_part(tour, tour->first);
    return true;
}

static bool seek_on(struct tour *tour, const struct places *places)
{
    struct errand *part = &tour->part, *errand = tour->errand;
    bool moved = part->found == FOUND_MOVING || part->found == FOUND_MOVED;

    if (part->found == FOUND || part->found == FOUND_SAME || part->found == FOUND_DAMAGED) {
        if (part->game)
            part->game->about.place = tour->at;
        errand->found = part->found;
        errand->game = part->game;
        return false;
    }
    kept_game_free(part->game);
    part->game = NULL;
    if (moved)
        note_moved(tour, places);
    tour->failed = tour->failed || part->found == FOUND_FAILED;
    if (next_place(tour, places) || next_round(tour))
        return true;
    errand->found = tour->failed || tour->moving || tour->astray || tour->round == ROUNDS_MAX
                        ? FOUND_FAILED
                        : FOUND_NONE;
    return false;
}

/* --- Lists --- */

static int by_id(const struct listed *a, const struct listed *b)
{
    return strcmp(a->about.id, b->about.id);
}

static int by_number(const struct listed *a, const struct listed *b)
{
    return a->number > b->number ? -1 : a->number < b->number ? 1 : by_id(a, b);
}

static int by_due(const struct listed *a, const struct listed *b)
{
    int64_t one = table_due(&a->about), two = table_due(&b->about);

    return one < two ? -1 : one > two ? 1 : by_id(a, b);
}

static int by_openness(const struct listed *a, const struct listed *b)
{
    int days = strcmp(b->about.created, a->about.created);

    if (a->about.status != b->about.status)
        return a->about.status < b->about.status ? -1 : 1;
    return days ? days : by_number(a, b);
}

/* In which order A and B stand in a list of that KIND. */
static int compare(enum errand_kind kind, const struct listed *a, const struct listed *b)
{
    return kind == ERRAND_LOBBY  ? by_openness(a, b)
           : kind == ERRAND_MINE ? by_number(a, b)
           : kind == ERRAND_DUE  ? by_due(a, b)
                                 : by_id(a, b);
}

/* A game that is being moved may be in two lists: the one that was made for it last has it. */
static void strike(struct errand *errand, const struct errand *part)
{
    size_t n = 0;

    for (size_t i = 0; i < errand->n; i++) {
        bool twice = false;

        for (size_t k = 0; k < part->n && !twice; k++)
            twice = by_id(&errand->listed[i], &part->listed[k]) == 0;
        if (!twice)
            errand->listed[n++] = errand->listed[i];
    }
    errand->n = n;
}

/* Both lists in one, of as many as there is room for; false without memory. Those of OLD games
 * have no order. */
static bool merge(struct errand *errand, const struct errand *part)
{
    struct listed *all = part->n ? calloc(LISTED_MAX, sizeof *all) : NULL;
    size_t n = 0, i = 0, k = 0;

    if (!part->n || !all)
        return !part->n;
    strike(errand, part);
    while (n < LISTED_MAX && (i < errand->n || k < part->n)) {
        bool mine = k == part->n || (i < errand->n && compare(errand->kind, &errand->listed[i],
                                                              &part->listed[k]) < 0);

        all[n++] = mine ? errand->listed[i++] : part->listed[k++];
    }
    free(errand->listed);
    errand->listed = all;
    errand->n = n;
    return true;
}

/* A lobby, and games that are old or due, may be without those of a database that cannot be
 * reached; whoever asks for all is told all, or that this cannot be. */
static bool gather(struct tour *tour, const struct places *places)
{
    struct errand *part = &tour->part, *errand = tour->errand;
    bool part_is_enough = errand->kind == ERRAND_LOBBY || errand->kind == ERRAND_OLD ||
                          errand->kind == ERRAND_DUE;

    for (size_t i = 0; i < part->n; i++)
        part->listed[i].about.place = tour->at;
    if (part->found == FOUND && merge(errand, part))
        tour->answered = true;
    else
        tour->failed = true;
    free(part->listed);
    part->listed = NULL;
    if ((part_is_enough || !tour->failed) && next_place(tour, places))
        return true;
    errand->found = tour->answered && (part_is_enough || !tour->failed) ? FOUND : FOUND_FAILED;
    return false;
}

bool tour_go_on(struct tour *tour, const struct places *places)
{
    return tour->errand->kind == ERRAND_GAME ? seek_on(tour, places) : gather(tour, places);
}
