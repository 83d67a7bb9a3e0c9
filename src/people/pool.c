/* Wishes that agree in game, clock and rated form a group. In a group those who accept a role
 * are sorted by their rating in it. One after the other, beginning with who has waited longest,
 * is removed and looks for the nearest one in the other role, upwards and downwards from the
 * own rating; the places of those who were removed are skipped. Who finds nobody need not stay
 * for those who come later: they would search in a smaller range. */
#include "pool.h"

#include <math.h>
#include <stdlib.h>

static const double RANGE = 100;           /* at first, in points of rating */
static const double RANGE_PER_GAME = 100;  /* for each game that one was Jack more often */
static const double RANGE_PER_S = 10;      /* grows with the time */
static const int64_t PATIENCE_MS = 120000; /* after which everybody is near enough */

double pool_range(int64_t waited_ms)
{
    if (waited_ms >= PATIENCE_MS)
        return INFINITY;
    return RANGE + RANGE_PER_S * (double)(waited_ms > 0 ? waited_ms : 0) / 1000;
}

struct seeker {
    const struct pool_wish *wish;
    size_t number;   /* in the caller's list */
    size_t place[2]; /* in the lists by role; 0 for a role that is not accepted */
    bool gone;
};

/* Those who accept a role, by rating; places are counted from 1 on, and the two ends stand for
 * nobody. */
struct ladder {
    struct seeker **rung;
    size_t count;
    size_t *down, *up; /* from a place to the nearest one that is not gone, or nearer to it */
};

struct pool {
    struct seeker *seeker; /* group by group, in a group those who have waited longest first */
    struct ladder ladder[2];
    int64_t now;
    pool_may *may;
    const void *context;
};

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int by_kind(const struct pool_wish *a, const struct pool_wish *b)
{
    int order = compare(a->game, b->game);

    order = order ? order : compare(a->clock, b->clock);
    return order ? order : compare(a->rated, b->rated);
}

static int by_age(const struct seeker *a, const struct seeker *b)
{
    int order = compare(a->wish->since, b->wish->since);

    return order ? order : (a->number > b->number) - (a->number < b->number);
}

static int by_group(const void *a, const void *b)
{
    const struct seeker *first = a, *second = b;
    int order = by_kind(first->wish, second->wish);

    return order ? order : by_age(first, second);
}

static int by_rating(const struct seeker *a, const struct seeker *b, enum pool_role role)
{
    double first = a->wish->rating[role], second = b->wish->rating[role];

    if (first != second)
        return first < second ? -1 : 1;
    return by_age(a, b);
}

static int by_jack(const void *a, const void *b)
{
    return by_rating(*(struct seeker *const *)a, *(struct seeker *const *)b, POOL_JACK);
}

static int by_detective(const void *a, const void *b)
{
    return by_rating(*(struct seeker *const *)a, *(struct seeker *const *)b, POOL_DETECTIVE);
}

static void build_ladder(struct ladder *l, enum pool_role role, struct seeker *seeker, size_t n)
{
    l->count = 0;
    for (size_t i = 0; i < n; i++)
        if (seeker[i].wish->accepts[role])
            l->rung[++l->count] = &seeker[i];
    qsort(l->rung + 1, l->count, sizeof(struct seeker *),
          role == POOL_JACK ? by_jack : by_detective);
    for (size_t i = 0; i <= l->count + 1; i++) {
        l->down[i] = l->up[i] = i;
        if (i > 0 && i <= l->count)
            l->rung[i]->place[role] = i;
    }
}

/* Follows the links from I to the end and shortens the way for the next time. */
static size_t follow(size_t *link, size_t i)
{
    while (link[i] != i) {
        link[i] = link[link[i]];
        i = link[i];
    }
    return i;
}

static void leave(struct pool *p, struct seeker *s)
{
    s->gone = true;
    for (int role = 0; role < 2; role++)
        if (s->place[role]) {
            p->ladder[role].down[s->place[role]] = s->place[role] - 1;
            p->ladder[role].up[s->place[role]] = s->place[role] + 1;
        }
}

/* The first place with at least this rating. */
static size_t place_for(const struct ladder *l, enum pool_role role, double rating)
{
    size_t low = 1, high = l->count + 1;

    while (low < high) {
        size_t mid = low + (high - low) / 2;

        if (l->rung[mid]->wish->rating[role] < rating)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static double gap_at(const struct ladder *l, size_t place, enum pool_role role, double rating)
{
    if (place == 0 || place > l->count)
        return INFINITY;
    return fabs(l->rung[place]->wish->rating[role] - rating);
}

struct choice {
    struct seeker *partner; /* NULL: none */
    double gap;
    enum pool_role own;
};

static bool fits(const struct pool *p, const struct seeker *a, const struct seeker *b)
{
    return a->wish->person != b->wish->person && p->may(p->context, a->wish, b->wish);
}

/* The nearest that fits S in the role OWN, if it is nearer than the choice so far. */
static void look(struct pool *p, const struct seeker *s, enum pool_role own, double range,
                 struct choice *best)
{
    enum pool_role other = own == POOL_JACK ? POOL_DETECTIVE : POOL_JACK;
    struct ladder *l = &p->ladder[other];
    double rating = s->wish->rating[own];
    size_t place = place_for(l, other, rating);
    size_t up = follow(l->up, place), down = follow(l->down, place - 1);

    for (;;) {
        double above = gap_at(l, up, other, rating), below = gap_at(l, down, other, rating);
        double gap = fmin(above, below);
        struct seeker *found;

        if (gap == INFINITY || gap > range || (best->partner && gap >= best->gap))
            return;
        found = l->rung[above <= below ? up : down];
        if (fits(p, s, found)) {
            *best = (struct choice){found, gap, own};
            return;
        }
        if (above <= below)
            up = follow(l->up, up + 1);
        else
            down = follow(l->down, down - 1);
    }
}

/* Whether A can be Jack and B the Detective. */
static bool can_play(const struct pool_wish *a, const struct pool_wish *b, double range)
{
    return a->accepts[POOL_JACK] && b->accepts[POOL_DETECTIVE] &&
           fabs(a->rating[POOL_JACK] - b->rating[POOL_DETECTIVE]) <= range;
}

/* Who was Jack more often is the Detective, even if that makes the game less even. If nobody
 * was, and the game is as even either way, their lots decide. */
static struct pool_pair pair_of(const struct seeker *s, const struct choice *c, double range)
{
    const struct seeker *jack = c->own == POOL_JACK ? s : c->partner;
    const struct seeker *detective = c->own == POOL_JACK ? c->partner : s;
    int more = jack->wish->jack_more - detective->wish->jack_more;
    bool swap = more > 0;
    double most = swap ? range + RANGE_PER_GAME * more : c->gap;

    if (more == 0)
        swap = (jack->wish->lot ^ detective->wish->lot) % 2 == 1;
    if (swap && can_play(detective->wish, jack->wish, most))
        return (struct pool_pair){detective->number, jack->number};
    return (struct pool_pair){jack->number, detective->number};
}

static void pair_group(struct pool *p, struct seeker *seeker, size_t n, struct pool_pair *pair,
                       size_t *count)
{
    build_ladder(&p->ladder[POOL_JACK], POOL_JACK, seeker, n);
    build_ladder(&p->ladder[POOL_DETECTIVE], POOL_DETECTIVE, seeker, n);
    for (size_t i = 0; i < n; i++) {
        struct seeker *s = &seeker[i];
        double range = pool_range(p->now - s->wish->since);
        struct choice best = {0};

        if (s->gone)
            continue;
        leave(p, s);
        for (int role = 0; role < 2; role++)
            if (s->wish->accepts[role])
                look(p, s, (enum pool_role)role, range, &best);
        if (best.partner) {
            leave(p, best.partner);
            pair[(*count)++] = pair_of(s, &best, range);
        }
    }
}

static void pair_groups(struct pool *p, size_t n, struct pool_pair *pair, size_t *count)
{
    for (size_t from = 0, to; from < n; from = to) {
        for (to = from + 1; to < n; to++)
            if (by_kind(p->seeker[from].wish, p->seeker[to].wish) != 0)
                break;
        pair_group(p, p->seeker + from, to - from, pair, count);
    }
}

static bool allocate(struct pool *p, const struct pool_wish *wish, size_t n)
{
    bool ok = (p->seeker = calloc(n + 1, sizeof *p->seeker)) != NULL;

    for (int role = 0; role < 2; role++) {
        struct ladder *l = &p->ladder[role];

        l->rung = calloc(n + 2, sizeof(struct seeker *));
        l->down = calloc(n + 2, sizeof *l->down);
        l->up = calloc(n + 2, sizeof *l->up);
        ok = ok && l->rung && l->down && l->up;
    }
    for (size_t i = 0; ok && i < n; i++)
        p->seeker[i] = (struct seeker){.wish = &wish[i], .number = i};
    return ok;
}

static void release(struct pool *p)
{
    free(p->seeker);
    for (int role = 0; role < 2; role++) {
        free(p->ladder[role].rung);
        free(p->ladder[role].down);
        free(p->ladder[role].up);
    }
}

bool pool_pair(const struct pool_wish *wish, size_t n, int64_t now, pool_may *may,
               const void *context, struct pool_pair *pair, size_t *count)
{
    struct pool p = {.now = now, .may = may, .context = context};
    bool ok = allocate(&p, wish, n);

    *count = 0;
    if (ok) {
        qsort(p.seeker, n, sizeof *p.seeker, by_group);
        pair_groups(&p, n, pair, count);
    }
    release(&p);
    return ok;
}
