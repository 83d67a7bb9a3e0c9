/* The Investigator's nodes are alpha-beta's maximum. At a node of Jack's the lanes are
 * minimised one by one, and their average only falls: once it is not above alpha, the
 * Investigator has something better, and the rest is cut off. */
#include "search.h"

#include <alibi/kit/bits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    ENTRIES = 1 << 19, /* 8 MiB: a turn has about ten thousand positions */
    CLOCK_NODES = 64,  /* nodes between two looks at the clock */
};

/* EXACT in place of the average of a value: it is no bound. */
static const float EXACT = -1;

/* A cache line. The age is in the spare bytes of the board. */
struct search_entry {
    struct board board;
    float bound; /* EXACT, or the value is an upper bound with this average */
    struct value value;
};

_Static_assert(sizeof(struct search_entry) == 64, "an entry fills a cache line");

bool search_init(struct search *search)
{
    memset(search, 0, sizeof *search);
    search->table = calloc(ENTRIES, sizeof *search->table);
    return search->table != NULL;
}

void search_free(struct search *search)
{
    free(search->table);
}

void search_forget(struct search *search)
{
    search->age++;
    if (search->age == 0) { /* the ages of the table begin again */
        memset(search->table, 0, ENTRIES * sizeof *search->table);
        search->age = 1;
    }
}

double search_now(void)
{
    struct timespec t;

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

float search_average(const struct search *search, const struct value *value)
{
    float sum = 0;

    for (int i = 0; i < LANES; i++)
        sum += search->belief[i] * value->lane[i];
    return sum;
}

/* --- The table --- */

static struct search_entry *find(const struct search *search, struct board *key)
{
    uint64_t word[3];
    uint64_t hash;

    memcpy(key->spare, &search->age, sizeof key->spare);
    memcpy(word, key, sizeof word);
    hash = (word[0] ^ word[1] * 0x9e3779b97f4a7c15U) * 0xbf58476d1ce4e5b9U;
    hash = (hash ^ hash >> 29 ^ word[2]) * 0x94d049bb133111ebU;
    return &search->table[(hash ^ hash >> 32) & (ENTRIES - 1)];
}

static bool recall(const struct search_entry *entry, const struct board *key, float alpha,
                   struct value *out)
{
    if (memcmp(&entry->board, key, sizeof *key) != 0 || entry->bound > alpha)
        return false;
    *out = entry->value;
    return true;
}

/* --- The end of a turn --- */

static unsigned turn_of(const struct search *search, const struct board *board)
{
    return board->round - (unsigned)search->round;
}

static const struct verdict *verdict_of(const struct search *search, const struct board *board,
                                        bool seen, unsigned left)
{
    struct ending e = {turn_of(search, board), seen, (unsigned)alibi_size(left),
                       board->tokens + (unsigned)!seen, board->cards};

    return judge_verdict(search->judge, &e);
}

/* The lanes of LEFT by one verdict. */
static void put_chances(struct value *out, const float chance[LANES], unsigned left)
{
    for (; left; left &= left - 1)
        out->lane[alibi_lowest(left)] = chance[alibi_lowest(left)];
}

/* The turn ends, and the detectives see the suspects VISIBLE. */
static void judge_call(const struct search *search, const struct board *board, unsigned visible,
                       struct value *out)
{
    unsigned hidden = board->suspects & ~visible;

    memset(out, 0, sizeof *out);
    put_chances(out, verdict_of(search, board, true, visible)->chance, visible);
    put_chances(out, verdict_of(search, board, false, hidden)->chance, hidden);
}

static void search_board(struct search *search, const struct board *board, float alpha,
                         struct value *out);

/* Whether nobody of LEFT, as Jack, could play on. */
static bool is_over(const struct verdict *verdict, unsigned left)
{
    for (; left; left &= left - 1)
        if (verdict->over[alibi_lowest(left)] < 1)
            return false;
    return true;
}

/* What the lanes of LEFT add to an average at most. */
static float most_of(const struct search *search, const struct verdict *verdict, unsigned left)
{
    float sum = 0;

    for (; left; left &= left - 1) {
        unsigned who = alibi_lowest(left);

        sum += search->belief[who] * (verdict->won[who] + 1 - verdict->over[who]);
    }
    return sum;
}

/* What the average of the following turn must exceed for that of LEFT to exceed ALPHA. */
static float alpha_of(const struct search *search, const struct verdict *verdict, unsigned left,
                      float alpha)
{
    float room = 0;

    for (; left; left &= left - 1) {
        unsigned who = alibi_lowest(left);

        alpha -= search->belief[who] * verdict->won[who];
        if (room < 1 - verdict->over[who])
            room = 1 - verdict->over[who];
    }
    return alpha > 0 ? alpha / room : EXACT;
}

/* One answer of Jack's, after which LEFT are suspects, looked at in the following turn. Returns
 * what these lanes add to the average. */
static float search_answer(struct search *search, const struct board *board, bool seen,
                           unsigned left, float alpha, struct value *out)
{
    const struct verdict *verdict = verdict_of(search, board, seen, left);
    struct board next = *board;
    struct value value;
    float sum = 0;

    if (is_over(verdict, left)) {
        put_chances(out, verdict->won, left);
        return most_of(search, verdict, left);
    }
    board_turn_over(&next, left, seen);
    search_board(search, &next, alpha_of(search, verdict, left, alpha), &value);
    for (; left; left &= left - 1) {
        unsigned who = alibi_lowest(left);

        out->lane[who] = verdict->won[who] + (1 - verdict->over[who]) * value.lane[who];
        sum += search->belief[who] * out->lane[who];
    }
    return sum;
}

static void search_call(struct search *search, const struct board *board, float alpha,
                        struct value *out)
{
    unsigned visible = board_visible(board), hidden = board->suspects & ~visible;
    float seen;

    if (!search->deep || turn_of(search, board) > 0) {
        judge_call(search, board, visible, out);
        return;
    }
    memset(out, 0, sizeof *out);
    seen = most_of(search, verdict_of(search, board, false, hidden), hidden);
    seen = search_answer(search, board, true, visible, alpha - seen, out);
    (void)search_answer(search, board, false, hidden, alpha - seen, out);
}

/* --- Actions --- */

/* Adds what happens if WHO's card is drawn. A Jack who searches knows which cards are left; as
 * far as anybody else knows, it can be any card but Jack's own. */
static void add_card(const struct search *search, const struct board *board, unsigned who,
                     const struct value *value, struct value *sum)
{
    float share = 1 / (float)(alibi_size(board->unseen) - 1);

    for (unsigned i = 0; i < LANES; i++) {
        if (i == who)
            continue;
        if (i != search->own)
            sum->lane[i] += share * value->lane[i];
        else if (alibi_has(search->deck & board->unseen, who))
            sum->lane[i] += value->lane[i] / (float)alibi_size(search->deck & board->unseen);
    }
}

/* The Investigator has played `alibi`: the average over the cards. Those of people who are
 * cleared already leave the same board, which is searched once. */
static void search_cards(struct search *search, const struct board *board, struct value *out)
{
    struct value value, same;
    bool known = false;

    memset(out, 0, sizeof *out);
    for (unsigned cards = board->unseen; cards; cards &= cards - 1) {
        unsigned who = alibi_lowest(cards);
        bool suspect = alibi_has(board->suspects, who);
        struct board next = *board;

        if (suspect || !known) {
            board_draw(&next, who);
            if (!suspect)
                next.unseen = board->unseen; /* all of them are alike */
            search_board(search, &next, EXACT, suspect ? &value : &same);
            known |= !suspect;
        }
        add_card(search, board, who, suspect ? &value : &same, out);
    }
}

void search_move(struct search *search, const struct board *board, alibi_move m, float alpha,
                 struct value *out)
{
    struct board next = *board;

    board_play(&next, m);
    if (alibi_kind(m) == PKT_ALIBI && !board_is_jacks(board))
        search_cards(search, &next, out);
    else
        search_board(search, &next, alpha, out);
}

/* Lists the actions; the one that was good in the board searched before comes first. */
static int list_moves(const struct search *search, const struct board *board,
                      alibi_move moves[BOARD_MOVES])
{
    alibi_move killer = search->killer[turn_of(search, board)][board->left];
    int n = board_moves(board, moves);

    for (int i = 1; i < n; i++)
        if (moves[i] == killer) {
            moves[i] = moves[0];
            moves[0] = killer;
        }
    return n;
}

static void set_killer(struct search *search, const struct board *board, alibi_move m)
{
    search->killer[turn_of(search, board)][board->left] = m;
}

/* The Investigator takes the best average. */
static void search_detective(struct search *search, const struct board *board, float alpha,
                             struct value *out)
{
    alibi_move moves[BOARD_MOVES];
    int n = list_moves(search, board, moves);
    struct value value;
    float best = -1;

    *out = (struct value){{0}};
    for (int i = 0; i < n && !search->stopped; i++) {
        float average;

        search_move(search, board, moves[i], best > alpha ? best : alpha, &value);
        average = search_average(search, &value);
        if (average > best) {
            best = average;
            *out = value;
            set_killer(search, board, moves[i]);
        }
    }
}

/* Every Jack takes what is best for himself. */
static void search_jack(struct search *search, const struct board *board, float alpha,
                        struct value *out)
{
    alibi_move moves[BOARD_MOVES];
    int n = list_moves(search, board, moves), i = 1;
    struct value value;

    search_move(search, board, moves[0], alpha, out);
    for (; i < n && !search->stopped && search_average(search, out) > alpha; i++) {
        search_move(search, board, moves[i], alpha, &value);
        for (int who = 0; who < LANES; who++)
            out->lane[who] =
                value.lane[who] < out->lane[who] ? value.lane[who] : out->lane[who];
    }
    if (i < n)
        set_killer(search, board, moves[i - 1]); /* it has cut the others off */
}

static void look_at_limits(struct search *search)
{
    search->nodes++;
    if (search->nodes >= search->most_nodes ||
        (search->nodes % CLOCK_NODES == 0 && search_now() >= search->deadline))
        search->stopped = true;
}

static void search_board(struct search *search, const struct board *board, float alpha,
                         struct value *out)
{
    struct board key = *board;
    struct search_entry *entry;
    float average;

    if (board->left == 0) {
        search_call(search, board, alpha, out);
        return;
    }
    entry = find(search, &key);
    if (recall(entry, &key, alpha, out))
        return;
    look_at_limits(search);
    if (board_is_jacks(board))
        search_jack(search, board, alpha, out);
    else
        search_detective(search, board, alpha, out);
    if (search->stopped)
        return;
    average = search_average(search, out);
    *entry = (struct search_entry){key, average > alpha ? EXACT : average, *out};
}
