/* Clocks: the arithmetic, and their texts. */
#include "clocks.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const int64_t second = 1000, day = INT64_C(24) * 60 * 60 * 1000;

/* --- Agreements --- */

/* A number of at most four or five digits without zeros before it; behind it *AT moves. */
static bool read_number(const char **at, const char *end, int most, int64_t *out)
{
    const char *first = *at;

    *out = 0;
    for (; *at < end && **at >= '0' && **at <= '9' && *out <= most; ++*at)
        *out = *out * 10 + (**at - '0');
    return *at > first && (*first != '0' || *at == first + 1) && *out <= most;
}

bool clock_terms_parse(struct clock_terms *terms, const char *text, size_t len)
{
    const char *at = text, *end = text + len;
    int64_t base, more;

    *terms = (struct clock_terms){.kind = CLOCK_NONE};
    if (!read_number(&at, end, CLOCK_BASE_MAX, &base) || at == end)
        return false;
    if (*at == 'd' && at + 1 == end && base >= 1 && base <= CLOCK_DAYS_MAX) {
        *terms = (struct clock_terms){CLOCK_DAYS, base * day, 0};
        return true;
    }
    if (*at++ != '+' || base < CLOCK_BASE_MIN || !read_number(&at, end, CLOCK_MORE_MAX, &more))
        return false;
    if (at == end)
        *terms = (struct clock_terms){CLOCK_LIVE, base * second, more * second};
    return at == end;
}

/* How long a pause lasts if nobody ends it: as long as a turn by days, at least a day. */
static int64_t pause_length(const struct clock_terms *terms)
{
    return terms->kind == CLOCK_DAYS ? terms->base : day;
}

/* --- Time --- */

void clocks_fill(struct clocks *clocks, const struct clock_terms *terms, int64_t now)
{
    *clocks = (struct clocks){.on = terms->kind != CLOCK_NONE, .since = now};
    clocks->left[0] = clocks->left[1] = terms->base;
}

/* What has passed since the clocks were set; never less than nothing, whatever the time does.
 */
static int64_t passed(const struct clocks *clocks, int64_t now)
{
    return now > clocks->since ? now - clocks->since : 0;
}

int64_t clocks_left(const struct clocks *clocks, int seat, int to_act, int64_t now)
{
    int64_t left = clocks->left[seat];

    if (seat == to_act && !clocks->paused)
        left -= passed(clocks, now);
    return left > 0 ? left : 0;
}

bool clocks_move(struct clocks *clocks, const struct clock_terms *terms, int seat, int next,
                 int64_t used, int64_t now)
{
    int64_t *left = &clocks->left[seat];

    if (used >= *left) {
        *left = 0;
        clocks->since = now;
        return false;
    }
    *left -= used > 0 ? used : 0;
    clocks->since = now;
    clocks->begins &= ~(1U << seat);
    if (next == seat)
        return true;
    clocks->wants = 0;
    if (next != 0 && next != 1)
        return true;
    *left = terms->kind == CLOCK_DAYS ? terms->base : *left + terms->more;
    return true;
}

void clocks_stop(struct clocks *clocks, int to_act, int64_t now)
{
    if (to_act == 0 || to_act == 1)
        clocks->left[to_act] = clocks_left(clocks, to_act, to_act, now);
    clocks->since = now;
    clocks->paused = false;
    clocks->wants = 0;
}

/* --- Pauses --- */

void clocks_turn(struct clocks *clocks, int to_act, int64_t now)
{
    bool paused = clocks->paused;

    clocks_stop(clocks, to_act, now);
    clocks->paused = !paused;
}

void clocks_want(struct clocks *clocks, int seat, bool paused, bool alone, int to_act,
                 int64_t now)
{
    if (paused == clocks->paused) {
        clocks->wants = 0;
        return;
    }
    clocks->wants |= 1U << seat;
    if (alone || clocks->wants == 3)
        clocks_turn(clocks, to_act, now);
}

int64_t clocks_due(const struct clocks *clocks, const struct clock_terms *terms, int to_act)
{
    int64_t left;

    if (!clocks->on || (to_act != 0 && to_act != 1))
        return 0;
    left = clocks->left[to_act];
    if (terms->kind == CLOCK_LIVE && ((clocks->begins >> to_act) & 1U) && left > CLOCK_FIRST_MS)
        left = CLOCK_FIRST_MS;
    return clocks->since + (clocks->paused ? pause_length(terms) : left);
}

/* --- As they are kept --- */

void clocks_print(const struct clocks *clocks, char out[CLOCKS_TEXT_SIZE])
{
    char begins[4] = "";

    out[0] = '\0';
    if (clocks->begins)
        (void)snprintf(begins, sizeof begins, " %u", clocks->begins & 3U);
    if (clocks->on)
        (void)snprintf(out, CLOCKS_TEXT_SIZE, "%" PRId64 " %" PRId64 " %s%u%s", clocks->left[0],
                       clocks->left[1], clocks->paused ? "paused" : "free", clocks->wants,
                       begins);
}

bool clocks_parse(struct clocks *clocks, const struct clock_terms *terms, const char *text,
                  int to_act, int64_t due, int64_t now)
{
    char again[CLOCKS_TEXT_SIZE], word[8];

    *clocks = (struct clocks){.on = terms->kind != CLOCK_NONE, .since = now};
    if (!text[0])
        return !clocks->on;
    if (!clocks->on ||
        sscanf(text, "%15" SCNd64 " %15" SCNd64 " %7[a-z]%1u%1u", &clocks->left[0],
               &clocks->left[1], word, &clocks->wants, &clocks->begins) < 4)
        return false;
    clocks->paused = strcmp(word, "paused") == 0;
    if (due)
        clocks->since += due - clocks_due(clocks, terms, to_act);
    clocks_print(clocks, again);
    return strcmp(again, text) == 0 && clocks->left[0] >= 0 && clocks->left[1] >= 0 &&
           clocks->wants < 3 && clocks->begins < 4;
}
