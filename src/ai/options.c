/* Finding and judging activations. */
#include "options.h"

#include <alibi/kit/bits.h>

#include <string.h>

enum { HASHES = 1 << 14, GROUPS = 1 << 10 };

size_t ai_options_init(struct ai_options *o, const struct ai_lanes *lanes, void *memory,
                       int max)
{
    memset(o, 0, sizeof *o);
    o->lanes = lanes;
    o->max = max;
    o->hashes = memory;
    o->option = (struct ai_option *)(o->hashes + HASHES);
    o->begun = o->option + max;
    o->next = o->begun + max;
    return HASHES * sizeof *o->hashes + 3 * (size_t)max * sizeof *o->option;
}

static const struct ai_lane *lane_of(const struct ai_lanes *lanes, unsigned identity)
{
    int l = 0;

    while (lanes->lane[l].identity != identity)
        l++;
    return &lanes->lane[l];
}

/* --- Judging --- */

static uint64_t hash_of(const struct alibi_state *s)
{
    const uint64_t *word = s->own;
    uint64_t h = (uint64_t)s->suspects << 32 | (uint64_t)s->winner << 16 |
                 (uint64_t)s->slot << 8 | s->round;

    for (unsigned i = 0; i < sizeof s->own / sizeof s->own[0]; i++)
        h = (h ^ word[i]) * 0x9e3779b97f4a7c15U ^ (h >> 29);
    return h ? h : 1;
}

/* Whether this is new; remembers it. */
static bool is_new(struct ai_options *o, uint64_t hash)
{
    size_t at = hash >> 50;

    for (int tries = 0; tries < 64; tries++, at = (at + 1) % HASHES) {
        if (o->hashes[at] == hash)
            return false;
        if (o->hashes[at] == 0) {
            o->hashes[at] = hash;
            return true;
        }
    }
    return true; /* the table is crowded here: to look at something twice does no harm */
}

/* The chance of everybody in JACKS when S has come about. */
static void judge(struct ai_options *o, struct ai_option *option, const struct alibi_state *s,
                  unsigned jacks, uint8_t unknown)
{
    int missing[ALIBI_CHARACTERS_MAX];

    for (unsigned b = jacks; b; b &= b - 1) {
        unsigned who = alibi_lowest(b);

        missing[who] = ai_missing(o->lanes, lane_of(o->lanes, who), s);
        option->chance[who] = (float)(s->winner == ALIBI_JACK);
    }
    if (s->winner == ALIBI_NOBODY)
        o->judge(option->chance, o, s, jacks, missing, unknown);
}

static void take_mean(const struct ai_options *o, struct ai_option *option)
{
    float sum = 0, total = 0;

    for (unsigned b = option->jacks; b; b &= b - 1) {
        unsigned who = alibi_lowest(b);

        sum += o->weight[who] * option->chance[who];
        total += o->weight[who];
    }
    option->mean = total > 0 ? sum / total : 0;
}

/* Judges a whole activation: who is Jack decides what the last token leads to. */
static void judge_end(struct ai_options *o, struct ai_option *option)
{
    unsigned left = option->jacks;

    while (left) {
        unsigned who = alibi_lowest(left), same = left;
        struct alibi_state s = option->before;
        uint8_t unknown = option->unknown;
        bool called = ai_apply(o->lanes, lane_of(o->lanes, who), &s,
                               option->move[option->n - 1], &unknown);

        o->nodes++;
        if (called)
            same &= s.suspects | 1U << who;
        else if (s.winner != ALIBI_NOBODY)
            same = 1U << who;
        judge(o, option, &s, same, unknown);
        left &= ~same;
    }
    take_mean(o, option);
}

/* --- Finding --- */

/* Where M of BEGUN ends the activation it is an option, otherwise a longer beginning. */
static void try_move(struct ai_options *o, const struct ai_option *begun, alibi_move m,
                     unsigned identity)
{
    const struct alibi_state *from = &begun->before;
    struct alibi_state s = *from;
    uint8_t unknown = begun->unknown;
    bool called = ai_apply(o->lanes, lane_of(o->lanes, identity), &s, m, &unknown);
    bool over = s.winner != ALIBI_NOBODY;
    bool ended = called || over || s.slot != from->slot || s.to_act == ALIBI_CHANCE ||
                 begun->n + 1 == ALIBI_SEQUENCE_MAX;
    uint64_t hash = hash_of(&s) ^ (over ? m : 0);
    struct ai_option *to;

    o->nodes++;
    if (!is_new(o, hash) || (ended ? o->n : o->n_next) == o->max)
        return;
    to = ended ? &o->option[o->n++] : &o->next[o->n_next++];
    *to = *begun;
    to->hash = hash;
    to->move[to->n++] = m;
    if (!to->drawn)
        to->sure = to->n;
    to->drawn |= memcmp(s.drawn, from->drawn, sizeof s.drawn) != 0;
    to->decides = over;
    to->group = called ? s.suspects : s.suspects & s.game->visible(&s);
    if (s.why == ALIBI_ESCAPE)
        to->jacks = (uint16_t)(1U << identity);
    if (!ended) {
        to->before = s;
        to->unknown = unknown;
    }
}

/* Whoever may be Jack and could leave is tried: his way out is his alone. */
static void try_escapes(struct ai_options *o, const struct ai_option *begun)
{
    struct alibi_outlook outlook;
    alibi_move m[ALIBI_MOVES_MAX];

    begun->before.game->outlook(&outlook, &begun->before);
    for (unsigned b = outlook.leave & o->jacks; b; b &= b - 1) {
        struct alibi_state s = begun->before;
        int n;

        ai_lane_enter(&s, lane_of(o->lanes, alibi_lowest(b)), 0);
        n = s.game->moves(&s, m);
        for (int i = 0; i < n; i++) {
            struct alibi_state after = s;

            (void)s.game->apply(&after, m[i]);
            if (after.why == ALIBI_ESCAPE) {
                try_move(o, begun, m[i], s.identity);
                break; /* one way out is as good as another */
            }
        }
    }
}

/* Thins out the N options of LIST to about MANY before they are judged, which costs most of the
 * time: of those that divide the suspects alike some are taken, from the first to the last,
 * and accusations and escapes all. Returns how many are left. */
static int thin(struct ai_option *list, int n, int many)
{
    int size[GROUPS] = {0}, at[GROUPS] = {0}, each = 0, kept = 0, total = 0;

    if (n <= many)
        return n;
    for (int i = 0; i < n; i++)
        size[list[i].group % GROUPS]++;
    while (total < many) {
        each++;
        total = 0;
        for (int g = 0; g < GROUPS; g++)
            total += size[g] < each ? size[g] : each;
    }
    for (int i = 0; i < n; i++) {
        int g = list[i].group % GROUPS, before = at[g]++;

        if (list[i].decides || size[g] <= each ||
            (before + 1) * each / size[g] > before * each / size[g])
            list[kept++] = list[i];
    }
    return kept;
}

/* Keeps the best of the beginnings in `next`, and goes on with them. */
static void trim(struct ai_options *o, enum alibi_seat seat)
{
    struct ai_option *list = o->next;
    int n = thin(list, o->n_next, 4 * o->beam);

    if (n > o->beam) {
        struct ai_option *options = o->option;
        int n_options = o->n;

        for (int i = 0; i < n; i++) {
            judge(o, &list[i], &list[i].before, list[i].jacks, list[i].unknown);
            take_mean(o, &list[i]);
        }
        o->option = list;
        o->n = n;
        n = ai_options_select(o, seat, o->beam, o->beam);
        o->option = options;
        o->n = n_options;
    }
    o->next = o->begun;
    o->begun = list;
    o->n_begun = n;
    o->n_next = 0;
}

void ai_options_find(struct ai_options *o, const struct alibi_state *s, int beam, int judged)
{
    enum alibi_seat seat = (enum alibi_seat)s->to_act;
    unsigned identity =
        o->lanes->seat == ALIBI_JACK ? o->lanes->root.identity : alibi_lowest(o->jacks);

    if (!(o->jacks >> identity & 1))
        identity = alibi_lowest(o->jacks);
    memset(o->hashes, 0, HASHES * sizeof *o->hashes);
    o->beam = beam < o->max ? beam : o->max;
    o->n = o->n_next = 0;
    o->n_begun = 1;
    o->begun[0] =
        (struct ai_option){.before = *s, .jacks = o->jacks, .unknown = o->unknown_cards};
    while (o->n_begun > 0) {
        for (int i = 0; i < o->n_begun; i++) {
            struct ai_option *begun = &o->begun[i];
            alibi_move m[ALIBI_MOVES_MAX];
            int n;

            ai_lane_enter(&begun->before, lane_of(o->lanes, identity),
                          ai_epoch(o->lanes, &begun->before));
            n = s->game->moves(&begun->before, m);
            for (int k = 0; k < n; k++)
                try_move(o, begun, m[k], identity);
            if (seat == ALIBI_JACK && s->witness == ALIBI_INVISIBLE)
                try_escapes(o, begun);
        }
        trim(o, seat);
    }
    o->n = thin(o->option, o->n, judged);
    for (int i = 0; i < o->n; i++)
        judge_end(o, &o->option[i]);
}

/* --- Choosing the best few --- */

/* How good OPTION is for the one to act: over all who may be Jack, or for WHO alone. */
static float merit(const struct ai_option *option, enum alibi_seat seat, int who)
{
    float jack = who < 0 ? option->mean : option->chance[who];

    return seat == ALIBI_JACK ? jack : 1 - jack;
}

static int count_alike(const struct ai_options *o, int n, uint16_t group)
{
    int alike = 0;

    for (int i = 0; i < n; i++)
        alike += o->option[i].group == group;
    return alike;
}

/* The best option from number N on by WHO's merit; -1 if all are of groups that are full. */
static int find_best(const struct ai_options *o, int n, enum alibi_seat seat, int who,
                     const uint8_t *full)
{
    int best = -1;

    for (int i = n; i < o->n; i++) {
        const struct ai_option *option = &o->option[i];

        if (full[option->group % GROUPS] || (who >= 0 && !(option->jacks >> who & 1)))
            continue;
        if (best < 0 || merit(option, seat, who) > merit(&o->option[best], seat, who))
            best = i;
    }
    return best;
}

int ai_options_select(struct ai_options *o, enum alibi_seat seat, int many, int alike)
{
    uint8_t full[GROUPS] = {0};
    int n = 0, who = -1, failed = 0;

    while (n < many && n < o->n && failed <= ALIBI_CHARACTERS_MAX) {
        int best = find_best(o, n, seat, who, full);

        if (best >= 0) {
            struct ai_option chosen = o->option[best];

            o->option[best] = o->option[n];
            o->option[n++] = chosen;
            if (count_alike(o, n, chosen.group) >= alike)
                full[chosen.group % GROUPS] = 1;
            failed = 0;
        } else {
            failed++;
        }
        do /* next everybody who may be Jack in his turn, then all together again */
            who = who + 1 < ALIBI_CHARACTERS_MAX ? who + 1 : -1;
        while (who >= 0 && (seat != ALIBI_JACK || !(o->jacks >> who & 1)));
    }
    return n;
}
