/* Counting openings: the first round of every game in files of records. */
#include "cli.h"
#include "explore.h"

#include <alibi/session.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST = 3 }; /* a turn that was played less often is not listed */

/* A turn of an option. */
struct counted {
    unsigned slot;
    char word[OPENING_WORD];
    struct opening_turn turn;
};

struct counting {
    struct openings all;
    struct counted *list; /* every turn of every option, once */
    size_t n, max;
};

/* What a turn that begins with M begins with: its token up to a colon. */
static void print_word(char word[OPENING_WORD], const struct alibi_game *game, alibi_move m)
{
    char token[ALIBI_TOKEN_MAX];
    struct alibi_text text = alibi_text_in(token, sizeof token);

    game->print(&text, m);
    token[strcspn(token, ":")] = '\0';
    (void)snprintf(word, OPENING_WORD, "%.*s", OPENING_WORD - 1, token);
}

static struct opening_option *find_option(struct counting *c, const struct alibi_state *s,
                                          const char *word)
{
    struct openings *all = &c->all;

    for (int i = 0; i < all->n; i++)
        if (all->option[i].slot == s->slot && strcmp(all->option[i].word, word) == 0)
            return &all->option[i];
    if (all->n == OPENING_OPTIONS)
        return NULL;
    all->option[all->n] = (struct opening_option){.slot = s->slot, .seat = s->to_act};
    (void)snprintf(all->option[all->n].word, OPENING_WORD, "%s", word);
    return &all->option[all->n++];
}

/* Counts what was offered in S. */
static void count_offers(struct counting *c, const struct alibi_state *s)
{
    alibi_move move[ALIBI_MOVES_MAX];
    char last[OPENING_WORD] = "", word[OPENING_WORD];
    int n = s->game->moves(s, move);

    for (int i = 0; i < n; i++) {
        struct opening_option *option;

        print_word(word, s->game, move[i]); /* moves are sorted: the same ones follow */
        if (strcmp(word, last) == 0)
            continue;
        memcpy(last, word, sizeof last);
        option = find_option(c, s, word);
        if (option)
            option->offered++;
    }
}

/* Counts the turn TOKENS of OPTION. */
static bool count_turn(struct counting *c, const struct opening_option *option,
                       const char *tokens, bool won)
{
    struct counted *at;

    for (size_t i = 0; i < c->n; i++)
        if (c->list[i].slot == option->slot && strcmp(c->list[i].turn.tokens, tokens) == 0) {
            c->list[i].turn.played++;
            c->list[i].turn.won += won;
            return true;
        }
    if (c->n == c->max) {
        size_t max = c->max ? 2 * c->max : 1024;
        struct counted *more = realloc(c->list, max * sizeof *more);

        if (!more)
            return false;
        c->list = more;
        c->max = max;
    }
    at = &c->list[c->n++];
    *at = (struct counted){.slot = option->slot, .turn = {.played = 1, .won = won}};
    memcpy(at->word, option->word, sizeof at->word);
    memcpy(at->turn.tokens, tokens, strlen(tokens) + 1);
    return true;
}

/* Counts the turn that begins after I moves, and returns where it ends; 0 without memory. */
static size_t count_decision(struct counting *c, const struct alibi_session *session, size_t i)
{
    const struct alibi_state *s = alibi_session_after(session, i), *now = s;
    bool won = alibi_session_state(session)->winner == s->to_act;
    char tokens[OPENING_TOKENS], word[OPENING_WORD];
    struct alibi_text text = alibi_text_in(tokens, sizeof tokens);
    struct opening_option *option;

    count_offers(c, s);
    print_word(word, s->game, alibi_session_move(session, i));
    option = find_option(c, s, word);
    for (; now->to_act == s->to_act && alibi_same_turn(s, now);
         now = alibi_session_after(session, ++i)) {
        alibi_text_str(&text, text.len ? " " : "");
        s->game->print(&text, alibi_session_move(session, i));
    }
    if (!option)
        return i;
    option->played++;
    option->won += won;
    return count_turn(c, option, tokens, won) ? i : 0;
}

static bool count_game(void *context, const struct alibi_session *session)
{
    struct counting *c = context;
    const struct alibi_state *end = alibi_session_state(session);
    size_t n = alibi_session_length(session), i = 0;

    if (end->winner == ALIBI_NOBODY)
        return cli_fail("expected games that are over") == CLI_OK;
    if (c->all.game && c->all.game != end->game)
        return cli_fail("expected games of %s", c->all.game->name) == CLI_OK;
    c->all.game = end->game;
    c->all.games++;
    c->all.jack += end->winner == ALIBI_JACK;
    while (i < n) {
        const struct alibi_state *s = alibi_session_after(session, i);

        if (s->round > 1)
            return true;
        if (s->to_act >= ALIBI_CHANCE)
            i++;
        else if ((i = count_decision(c, session, i)) == 0)
            return cli_fail("out of memory") == CLI_OK;
    }
    return true;
}

/* --- Printing --- */

static int by_played(const void *a, const void *b)
{
    const struct counted *x = a, *y = b;

    if (x->turn.played != y->turn.played)
        return x->turn.played > y->turn.played ? -1 : 1;
    return strcmp(x->turn.tokens, y->turn.tokens);
}

static int by_slot(const void *a, const void *b)
{
    const struct opening_option *x = a, *y = b;

    if (x->slot != y->slot)
        return x->slot < y->slot ? -1 : 1;
    return x->played != y->played ? (x->played > y->played ? -1 : 1) : strcmp(x->word, y->word);
}

static void print_option(const struct counting *c, const struct opening_option *option)
{
    int shown = 0;

    printf("%u %s %s %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", option->slot,
           alibi_seat_name(option->seat), option->word, option->offered, option->played,
           option->won);
    for (size_t i = 0; i < c->n && shown < OPENING_TURNS; i++) {
        const struct counted *at = &c->list[i];

        if (at->slot != option->slot || strcmp(at->word, option->word) != 0 ||
            at->turn.played < LEAST)
            continue;
        printf("= %" PRIu64 " %" PRIu64 " %s\n", at->turn.played, at->turn.won,
               at->turn.tokens);
        shown++;
    }
}

static void print(struct counting *c)
{
    if (!c->all.game)
        return;
    qsort(c->list, c->n, sizeof c->list[0], by_played);
    qsort(c->all.option, (size_t)c->all.n, sizeof c->all.option[0], by_slot);
    printf("%s %" PRIu64 " %" PRIu64 "\n", c->all.game->name, c->all.games, c->all.jack);
    for (int i = 0; i < c->all.n; i++)
        print_option(c, &c->all.option[i]);
}

int openings_make(char **file, int n)
{
    struct counting counting = {.n = 0};
    bool good = true;

    for (int i = 0; i < n && good; i++)
        good = cli_each_game(file[i], (struct cli_part){0, 1}, count_game, &counting);
    if (good)
        print(&counting);
    free(counting.list);
    return good ? CLI_OK : CLI_FAILED;
}
