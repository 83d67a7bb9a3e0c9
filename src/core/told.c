/* What a viewer is told: made from a state, printed, parsed, put into words. */
#include "refusals.h"

#include <alibi/told.h>

#include <assert.h>
#include <string.h>

/* Announcements begin like this in every game, so no move does. */
static const char witness_prefix[] = "witness=", result_prefix[] = "over=";

struct alibi_told alibi_told_move(const struct alibi_state *s, alibi_move m,
                                  enum alibi_viewer viewer)
{
    enum alibi_seat owner = s->game->secret_of(s, m);

    if (owner == ALIBI_NOBODY || viewer == ALIBI_AS_TRUTH || (int)owner == (int)viewer)
        return (struct alibi_told){.kind = ALIBI_TOLD_MOVE, .move = m};
    return (struct alibi_told){.kind = ALIBI_TOLD_HIDDEN, .redacted = s->game->secret(m).kind};
}

struct alibi_told alibi_told_witness(const struct alibi_state *s)
{
    return (struct alibi_told){.kind = ALIBI_TOLD_WITNESS,
                               .witness = (enum alibi_witness)s->witness};
}

struct alibi_told alibi_told_result(const struct alibi_state *s)
{
    assert(s->winner != ALIBI_NOBODY);
    return (struct alibi_told){.kind = ALIBI_TOLD_RESULT,
                               .winner = (enum alibi_seat)s->winner,
                               .why = (enum alibi_why)s->why};
}

void alibi_told_print(struct alibi_text *text, const struct alibi_game *game,
                      const struct alibi_told *told)
{
    switch (told->kind) {
    case ALIBI_TOLD_MOVE:
        game->print(text, told->move);
        break;
    case ALIBI_TOLD_HIDDEN:
        alibi_text_str(text, game->redacted[told->redacted]);
        break;
    case ALIBI_TOLD_WITNESS:
        alibi_text_format(text, "%s%s", witness_prefix, alibi_witness_name(told->witness));
        break;
    case ALIBI_TOLD_RESULT:
        alibi_text_format(text, "%s%s:%s", result_prefix, alibi_seat_name(told->winner),
                          alibi_why_name(told->why));
        break;
    }
}

/* Whether TOLD prints as TOKEN. */
static bool reads(const struct alibi_told *told, const char *token, size_t len)
{
    char line[ALIBI_TOKEN_MAX];
    struct alibi_text text = alibi_text_in(line, sizeof line);

    alibi_told_print(&text, NULL, told);
    return text.len == len && memcmp(line, token, len) == 0;
}

static bool begins(const char *token, size_t len, const char *prefix)
{
    return len >= strlen(prefix) && memcmp(token, prefix, strlen(prefix)) == 0;
}

static int parse_witness(struct alibi_told *told, const char *token, size_t len,
                         struct alibi_error *err)
{
    told->kind = ALIBI_TOLD_WITNESS;
    for (int witness = ALIBI_VISIBLE; witness <= ALIBI_INVISIBLE; witness++) {
        told->witness = (enum alibi_witness)witness;
        if (reads(told, token, len))
            return ALIBI_OK;
    }
    return alibi_refuse(err, ALIBI_BAD_TEXT, 0, &alibi_no.told_witness, NULL);
}

static int parse_result(struct alibi_told *told, const char *token, size_t len,
                        struct alibi_error *err)
{
    told->kind = ALIBI_TOLD_RESULT;
    for (int why = ALIBI_WHY_NONE + 1; why <= ALIBI_UNSEEN; why++)
        for (int seat = ALIBI_JACK; seat <= ALIBI_DETECTIVE; seat++) {
            told->winner = (enum alibi_seat)seat;
            told->why = (enum alibi_why)why;
            if (reads(told, token, len))
                return ALIBI_OK;
        }
    return alibi_refuse(err, ALIBI_BAD_TEXT, 0, &alibi_no.told_result, NULL);
}

int alibi_told_parse(struct alibi_told *told, const struct alibi_game *game, const char *token,
                     size_t len, struct alibi_error *err)
{
    *told = (struct alibi_told){.kind = ALIBI_TOLD_HIDDEN};
    if (begins(token, len, witness_prefix))
        return parse_witness(told, token, len, err);
    if (begins(token, len, result_prefix))
        return parse_result(told, token, len, err);
    for (; game->redacted && game->redacted[told->redacted]; told->redacted++)
        if (strlen(game->redacted[told->redacted]) == len &&
            memcmp(game->redacted[told->redacted], token, len) == 0)
            return ALIBI_OK;
    *told = (struct alibi_told){.kind = ALIBI_TOLD_MOVE};
    return game->parse(&told->move, token, len, err);
}

void alibi_told_describe(struct alibi_text *text, const struct alibi_view *before,
                         const struct alibi_told *told)
{
    const struct alibi_state *s = &before->seen;

    if (s->winner != ALIBI_NOBODY) {
        alibi_text_str(text, "had been hidden");
        return;
    }
    switch (told->kind) {
    case ALIBI_TOLD_MOVE:
        s->game->describe(text, s, told->move);
        break;
    case ALIBI_TOLD_HIDDEN:
        alibi_text_str(text, "a card that this seat does not see");
        break;
    case ALIBI_TOLD_WITNESS:
        alibi_text_format(text, "witnesses are called: Jack is %s",
                          alibi_witness_name(told->witness));
        break;
    case ALIBI_TOLD_RESULT:
        alibi_text_str(text, "the game is over, the cards are shown");
        break;
    }
}
