/* Moves: their order, their tokens, illegal moves, and taking back. */
#include "conformance.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void remember(struct play *p, alibi_move m)
{
    for (size_t i = 0; i < p->n_universe; i++)
        if (p->universe[i] == m)
            return;
    if (p->n_universe == p->cap_universe) {
        p->cap_universe = p->cap_universe ? 2 * p->cap_universe : 1024;
        p->universe = realloc(p->universe, p->cap_universe * sizeof *p->universe);
        if (!p->universe)
            abort();
    }
    p->universe[p->n_universe++] = m;
}

void check_moves(struct play *p, const alibi_move *m, int n)
{
    const struct alibi_state *s = alibi_session_state(p->session);
    char last[ALIBI_TOKEN_MAX] = "";

    CHECK(p, n <= ALIBI_MOVES_MAX);
    CHECK(p, s->winner == ALIBI_NOBODY && s->to_act != ALIBI_NOBODY);
    for (int i = 0; i < n; i++) {
        char token[ALIBI_TOKEN_MAX], words[300];
        struct alibi_text text = alibi_text_in(token, sizeof token);
        struct alibi_text said = alibi_text_in(words, sizeof words);
        struct alibi_error err;
        alibi_move back = ~m[i];

        p->game->print(&text, m[i]);
        p->game->describe(&said, s, m[i]);
        CHECK(p, text.len > 0 && text.len < text.cap && said.len > 0 && said.len < said.cap);
        CHECK(p, strcmp(last, token) < 0);
        CHECK(p,
              alibi_token_parse(&back, s, token, text.len, &err) == ALIBI_OK && back == m[i]);
        CHECK(p, p->game->secret_of(s, m[i]) == ALIBI_NOBODY || s->to_act == ALIBI_CHANCE);
        memcpy(last, token, sizeof last);
        if (p->n_universe < 4000)
            remember(p, m[i]);
    }
}

/* Whether a piece moved from PLACE to END. */
static bool has_gone(const struct alibi_state *before, unsigned place,
                     const struct alibi_state *after, unsigned end)
{
    static struct alibi_scene old, new;

    before->game->scene(&old, before);
    after->game->scene(&new, after);
    for (int i = 0; i < old.n; i++)
        for (int k = 0; k < new.n; k++)
            if (old.mark[i].layer == ALIBI_PIECE && old.mark[i].place == place &&
                new.mark[k].layer == ALIBI_PIECE &&new.mark[k].place ==
                    end &&strcmp(old.mark[i].symbol, new.mark[k].symbol) == 0)
                return true;
    return false;
}

/* Checks the last move: its player had the turn, its path leads a piece to its present place,
 * and the path is no secret. */
void check_moves_follow(struct play *p)
{
    size_t last = alibi_session_length(p->session) - 1;
    const struct alibi_state *before = alibi_session_after(p->session, last);
    alibi_move m = alibi_session_move(p->session, last);
    uint8_t path[ALIBI_PATH_MAX], same[ALIBI_PATH_MAX];
    struct alibi_view view;
    int n = 0;

    if (before->to_act != ALIBI_CHANCE)
        CHECK(p, p->game->turn(before->round, before->slot) == before->to_act);
    if (p->game->path)
        n = p->game->path(before, m, path);
    if (n == 0)
        return;
    CHECK(p, n > 1 && n <= ALIBI_PATH_MAX);
    CHECK(p, has_gone(before, path[0], alibi_session_state(p->session), path[n - 1]));
    p->game->observe(&view, before, ALIBI_AS_PUBLIC);
    CHECK(p, p->game->path(&view.seen, m, same) == n && memcmp(path, same, (size_t)n) == 0);
}

/* "L-5.13" */
static bool is_rule(const char *id)
{
    size_t digits = strspn(id + 2, "0123456789");

    if (!isupper((unsigned char)id[0]) || id[1] != '-' || digits == 0 || id[2 + digits] != '.')
        return false;
    id += 3 + digits;
    digits = strspn(id, "0123456789");
    return digits > 0 && id[digits] == '\0';
}

/* A refusal is in the game's list, names a rule, and has its arguments in full. */
static void check_refusal(struct play *p, const struct alibi_error *err)
{
    const struct alibi_refusal *const *listed = p->game->refusals;
    char name[ALIBI_NAME_SIZE];

    while (*listed && *listed != err->refusal)
        listed++;
    CHECK(p, *listed && err->status == ALIBI_BAD_MOVE && err->offset == 0);
    CHECK(p, err->rule && is_rule(err->rule));
    CHECK(p, strncmp(err->text, err->rule, strlen(err->rule)) == 0);
    CHECK(p, !err->refusal->rule || err->rule == err->refusal->rule);
    for (int i = 0; i < err->n_args; i++) {
        CHECK(p, alibi_refusal_arg(err->refusal, i, name));
        CHECK(p, err->arg[i][0] && strlen(err->arg[i]) + 1 < sizeof err->arg[i]);
    }
    CHECK(p, !alibi_refusal_arg(err->refusal, err->n_args, name));
    CHECK(p, !strchr(err->text, '\n') && !strchr(err->text, '{'));
}

static bool contains(const alibi_move *m, int n, alibi_move wanted)
{
    for (int i = 0; i < n; i++)
        if (m[i] == wanted)
            return true;
    return false;
}

/* Moves of other positions are refused with a rule, and nothing changes. */
void check_forbidden(struct play *p, const alibi_move *m, int n)
{
    struct alibi_state before = *alibi_session_state(p->session);

    for (int i = 0; i < 20 && p->n_universe > 0; i++) {
        alibi_move other = p->universe[alibi_rng_below(&p->rng, (uint32_t)p->n_universe)];
        char token[ALIBI_TOKEN_MAX];
        struct alibi_text text = alibi_text_in(token, sizeof token);
        struct alibi_error err = {.text = ""};

        p->game->print(&text, other);
        if (contains(m, n, other))
            continue;
        CHECK(p, alibi_session_do(p->session, token, text.len, &err) == ALIBI_BAD_MOVE);
        check_refusal(p, &err);
        CHECK(p, memcmp(&before, alibi_session_state(p->session), sizeof before) == 0);
    }
}
