/* Beam search for activations, their evaluation, and the selection of the best few. */
#include "candidates.h"

#include <alibi/kit/bits.h>

#include <assert.h>
#include <string.h>

enum {
    HASH_BITS = 14,
    HASHES = 1 << HASH_BITS,
    PROBES = 64,      /* slots tried before a hash is given up */
    SPLITS = 1 << 10, /* splits are told apart modulo this: all those of ten characters */
    OVERSAMPLE = 4,   /* prefixes evaluated for each that the beam keeps; set by hand */
};

/* An accusation with a better chance than this is kept whatever its split: one of three
 * suspects, say. Set by hand. */
static const float good_chance = 0.3F;

size_t ai_candidates_bytes(int max)
{
    return HASHES * sizeof(uint64_t) + 3 * (size_t)max * sizeof(struct ai_candidate);
}

void ai_candidates_place(struct ai_candidates *c, void *memory, int max)
{
    c->max = max;
    c->hashes = memory;
    c->candidate = (struct ai_candidate *)(c->hashes + HASHES);
    c->prefix = c->candidate + max;
    c->extended = c->prefix + max;
}

size_t ai_candidates_init(struct ai_candidates *c, const struct ai_lanes *lanes, void *memory,
                          int max)
{
    memset(c, 0, sizeof *c);
    c->lanes = lanes;
    ai_candidates_place(c, memory, max);
    return ai_candidates_bytes(max);
}

/* A lane in which Jack is IDENTITY. */
static const struct ai_lane *lane_of(const struct ai_lanes *lanes, unsigned identity)
{
    return &lanes->lane[lanes->first_of[identity]];
}

/* --- Transpositions --- */

static uint64_t hash_of(const struct alibi_state *s)
{
    const uint64_t *word = s->own;
    uint64_t h = (uint64_t)s->suspects << 32 | (uint64_t)s->winner << 16 |
                 (uint64_t)s->slot << 8 | s->round;

    for (unsigned i = 0; i < sizeof s->own / sizeof s->own[0]; i++)
        h = (h ^ word[i]) * 0x9e3779b97f4a7c15U ^ (h >> 29);
    return h ? h : 1;
}

/* Whether HASH was not seen before; remembers it. */
static bool is_new(struct ai_candidates *c, uint64_t hash)
{
    size_t at = hash >> (64 - HASH_BITS);

    for (int probes = 0; probes < PROBES; probes++, at = (at + 1) % HASHES) {
        if (c->hashes[at] == hash)
            return false;
        if (c->hashes[at] == 0) {
            c->hashes[at] = hash;
            return true;
        }
    }
    return true; /* a crowded table: searching a position twice does no harm */
}

/* --- Evaluation --- */

/* Evaluates CANDIDATE for everybody in JACKS, for whom it has led to S. */
static void evaluate_state(struct ai_candidates *c, struct ai_candidate *candidate,
                           const struct alibi_state *s, unsigned jacks, uint8_t hidden_draws)
{
    int missing[ALIBI_CHARACTERS_MAX];
    struct ai_position position = {s, jacks, missing, c->innocent, hidden_draws};

    for (unsigned b = jacks; b; b &= b - 1) {
        unsigned who = alibi_lowest(b);

        missing[who] = ai_missing(c->lanes, lane_of(c->lanes, who), s);
        candidate->value[who] = (float)(s->winner == ALIBI_JACK);
    }
    if (s->winner == ALIBI_NOBODY)
        c->evaluate(candidate->value, &position, c->context);
}

static void take_mean(const struct ai_candidates *c, struct ai_candidate *candidate)
{
    float sum = 0, total = 0;

    for (unsigned b = candidate->jacks; b; b &= b - 1) {
        unsigned who = alibi_lowest(b);

        sum += c->weight[who] * candidate->value[who];
        total += c->weight[who];
    }
    candidate->mean = total > 0 ? sum / total : 0;
}

/* Evaluates a complete candidate. What its last token leads to depends on who is Jack, so it is
 * played once for each group of identities that share an outcome. */
static void evaluate_candidate(struct ai_candidates *c, struct ai_candidate *candidate)
{
    unsigned left = candidate->jacks;

    while (left) {
        unsigned who = alibi_lowest(left), same = left;
        struct alibi_state s = candidate->before;
        uint8_t hidden_draws = candidate->hidden_draws;
        bool called = ai_apply(c->lanes, lane_of(c->lanes, who), &s,
                               candidate->move[candidate->n - 1], &hidden_draws);

        c->nodes++;
        if (called)
            same &= s.suspects | 1U << who;
        else if (s.winner != ALIBI_NOBODY)
            same = 1U << who;
        evaluate_state(c, candidate, &s, same, hidden_draws);
        left &= ~same;
    }
    take_mean(c, candidate);
}

/* --- Beam search --- */

/* Extends PREFIX by M, played with that IDENTITY: a candidate if the activation ends there,
 * otherwise a longer prefix. */
static void extend(struct ai_candidates *c, const struct ai_candidate *prefix, alibi_move m,
                   unsigned identity)
{
    const struct alibi_state *from = &prefix->before;
    struct alibi_state s = *from;
    uint8_t hidden_draws = prefix->hidden_draws;
    bool called = ai_apply(c->lanes, lane_of(c->lanes, identity), &s, m, &hidden_draws);
    bool over = s.winner != ALIBI_NOBODY;
    bool complete = called || over || s.slot != from->slot || s.to_act == ALIBI_CHANCE ||
                    prefix->n + 1 == ALIBI_SEQUENCE_MAX;
    uint64_t hash = hash_of(&s) ^ (over ? m : 0);
    struct ai_candidate *to;

    c->nodes++;
    if (!is_new(c, hash))
        return;
    if ((complete ? c->n : c->n_extended) == c->max) {
        c->crowded = true;
        return;
    }
    to = complete ? &c->candidate[c->n++] : &c->extended[c->n_extended++];
    *to = *prefix;
    to->hash = hash;
    to->move[to->n++] = m;
    if (!to->drawn)
        to->n_certain = to->n;
    to->drawn |= memcmp(s.drawn, from->drawn, sizeof s.drawn) != 0;
    to->decides = over;
    to->split = called ? s.suspects : s.suspects & s.game->visible(&s);
    if (s.why == ALIBI_ESCAPE)
        to->jacks = (uint16_t)(1U << identity);
    if (!complete) {
        to->before = s;
        to->hidden_draws = hidden_draws;
    }
}

/* Extends PREFIX by one escape of everybody who may be Jack and could leave. */
static void extend_by_escapes(struct ai_candidates *c, const struct ai_candidate *prefix)
{
    struct alibi_outlook outlook;
    alibi_move m[ALIBI_MOVES_MAX];

    prefix->before.game->outlook(&outlook, &prefix->before);
    for (unsigned b = outlook.leave & c->jacks; b; b &= b - 1) {
        struct alibi_state s = prefix->before;
        int n;

        ai_lane_enter(&s, lane_of(c->lanes, alibi_lowest(b)), 0);
        n = s.game->moves(&s, m);
        for (int i = 0; i < n; i++) {
            struct alibi_state after = s;

            (void)s.game->apply(&after, m[i]);
            if (after.why == ALIBI_ESCAPE) {
                extend(c, prefix, m[i], s.identity);
                break; /* all his ways out win alike */
            }
        }
    }
}

/* Reduces the N candidates of LIST to about MAX before their evaluation, which takes most of
 * the time: each split keeps some, evenly spaced, and all that decide the game stay. Returns
 * how many are left. In New York, trees grew to about twice the size in the same time. */
static int subsample(struct ai_candidate *list, int n, int max)
{
    int size[SPLITS] = {0}, at[SPLITS] = {0}, per_split = 0, kept = 0, total = 0;

    if (n <= max)
        return n;
    for (int i = 0; i < n; i++)
        size[list[i].split % SPLITS]++;
    while (total < max) {
        per_split++;
        total = 0;
        for (int k = 0; k < SPLITS; k++)
            total += size[k] < per_split ? size[k] : per_split;
    }
    for (int i = 0; i < n; i++) {
        int k = list[i].split % SPLITS, before = at[k]++;

        if (list[i].decides || size[k] <= per_split ||
            (before + 1) * per_split / size[k] > before * per_split / size[k])
            list[kept++] = list[i];
    }
    return kept;
}

/* The best of the extended prefixes become the prefixes to go on with. */
static void prune_beam(struct ai_candidates *c, enum alibi_seat seat)
{
    struct ai_candidate *list = c->extended;
    int n = subsample(list, c->n_extended, OVERSAMPLE * c->beam);

    if (n > c->beam) {
        for (int i = 0; i < n; i++) {
            evaluate_state(c, &list[i], &list[i].before, list[i].jacks, list[i].hidden_draws);
            take_mean(c, &list[i]);
        }
        n = ai_candidates_select(list, n, seat, c->jacks, c->beam, c->beam);
    }
    c->extended = c->prefix;
    c->prefix = list;
    c->n_prefixes = n;
    c->n_extended = 0;
}

/* Who is Jack while tokens are tried: the searching Jack himself, as long as he can be. */
static unsigned likely_jack(const struct ai_candidates *c)
{
    unsigned identity = c->lanes->root.identity;

    if (c->lanes->seat == ALIBI_JACK && (c->jacks >> identity & 1))
        return identity;
    return alibi_lowest(c->jacks);
}

void ai_candidates_find(struct ai_candidates *c, const struct alibi_state *s, int beam,
                        int max_evaluated)
{
    enum alibi_seat seat = (enum alibi_seat)s->to_act;
    unsigned identity = likely_jack(c);

    assert(c->jacks != 0 && beam > 0);
    memset(c->hashes, 0, HASHES * sizeof *c->hashes);
    c->beam = beam < c->max ? beam : c->max;
    c->n = c->n_extended = 0;
    c->n_prefixes = 1;
    c->prefix[0] =
        (struct ai_candidate){.before = *s, .jacks = c->jacks, .hidden_draws = c->hidden_draws};
    while (c->n_prefixes > 0) {
        for (int i = 0; i < c->n_prefixes; i++) {
            struct ai_candidate *prefix = &c->prefix[i];
            alibi_move m[ALIBI_MOVES_MAX];
            int n;

            ai_lane_enter(&prefix->before, lane_of(c->lanes, identity),
                          ai_epoch(c->lanes, &prefix->before));
            n = s->game->moves(&prefix->before, m);
            for (int k = 0; k < n; k++)
                extend(c, prefix, m[k], identity);
            if (seat == ALIBI_JACK && s->witness == ALIBI_INVISIBLE)
                extend_by_escapes(c, prefix);
        }
        prune_beam(c, seat);
    }
    c->n = subsample(c->candidate, c->n, max_evaluated);
    assert(c->n > 0 && c->n <= c->max);
    for (int i = 0; i < c->n; i++)
        evaluate_candidate(c, &c->candidate[i]);
}

/* Appends the candidate whose N tokens are MOVE, without evaluating it; false if they are no
 * whole activation, or there is no room. */
static bool append(struct ai_candidates *c, const struct alibi_state *s, const alibi_move *move,
                   int n)
{
    unsigned identity = likely_jack(c);
    struct ai_candidate at = {.before = *s, .jacks = c->jacks, .hidden_draws = c->hidden_draws};
    int found = c->n;

    for (int i = 0; i < n && c->n == found; i++) {
        memset(c->hashes, 0, HASHES * sizeof *c->hashes);
        c->n_extended = 0;
        ai_lane_enter(&at.before, lane_of(c->lanes, identity), ai_epoch(c->lanes, &at.before));
        extend(c, &at, move[i], identity);
        if (c->n_extended > 0)
            at = c->extended[0];
    }
    return c->n > found;
}

int ai_candidates_include(struct ai_candidates *c, const struct alibi_state *s, int n,
                          const alibi_move *move, int n_moves)
{
    int i = 0;

    if (!append(c, s, move, n_moves))
        return -1;
    c->n--;
    while (i < n && c->candidate[i].hash != c->candidate[c->n].hash)
        i++;
    if (i == n) {
        c->candidate[--i] = c->candidate[c->n];
        evaluate_candidate(c, &c->candidate[i]);
    }
    return i;
}

bool ai_candidates_only(struct ai_candidates *c, const struct alibi_state *s,
                        const alibi_move *move, int n_moves)
{
    c->n = 0;
    if (!append(c, s, move, n_moves))
        return false;
    evaluate_candidate(c, &c->candidate[0]);
    return true;
}

/* --- Selection --- */

/* The value of CANDIDATE for SEAT: over all possible Jacks, or if WHO is one, for him alone. */
static float value_for(const struct ai_candidate *candidate, enum alibi_seat seat, int who)
{
    float jack = who < 0 ? candidate->mean : candidate->value[who];

    return seat == ALIBI_JACK ? jack : 1 - jack;
}

static int count_split(const struct ai_candidate *list, int n, uint16_t split)
{
    int count = 0;

    for (int i = 0; i < n; i++)
        count += list[i].split == split;
    return count;
}

/* The best candidate of LIST from number FIRST on by the value for WHO; -1 if all are of splits
 * that are full. What wins the game at once with a good chance belongs to no split. */
static int find_best(const struct ai_candidate *list, int first, int n, enum alibi_seat seat,
                     int who, const uint8_t *full)
{
    int best = -1;

    for (int i = first; i < n; i++) {
        const struct ai_candidate *candidate = &list[i];
        bool wins = candidate->decides && value_for(candidate, seat, -1) > good_chance;

        if ((full[candidate->split % SPLITS] && !wins) ||
            (who >= 0 && !(candidate->jacks >> who & 1)))
            continue;
        if (best < 0 || value_for(candidate, seat, who) > value_for(&list[best], seat, who))
            best = i;
    }
    return best;
}

int ai_candidates_select(struct ai_candidate *list, int n, enum alibi_seat seat, unsigned jacks,
                         int keep, int per_split)
{
    uint8_t full[SPLITS] = {0};
    int kept = 0, who = -1, failed = 0;

    while (kept < keep && kept < n && failed <= ALIBI_CHARACTERS_MAX) {
        int best = find_best(list, kept, n, seat, who, full);

        if (best >= 0) {
            struct ai_candidate chosen = list[best];

            list[best] = list[kept];
            list[kept++] = chosen;
            if (count_split(list, kept, chosen.split) >= per_split)
                full[chosen.split % SPLITS] = 1;
            failed = 0;
        } else {
            failed++;
        }
        do /* everybody who may be Jack chooses in turn, then all together again */
            who = who + 1 < ALIBI_CHARACTERS_MAX ? who + 1 : -1;
        while (who >= 0 && (seat != ALIBI_JACK || !(jacks >> who & 1)));
    }
    return kept;
}
