/* What a viewer can tell from a view, as JSON: the member `insight`, remarks on a turn, and
 * why somebody is seen. All of it is in alibi/insight.h; here it is written down. */
#include "answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void answer_chance(struct json_out *out, const char *name, double chance)
{
    char text[16];
    int len = snprintf(text, sizeof text, "%.3f", chance);

    json_raw(out, name, text, (size_t)len);
}

void answer_codes(struct json_out *out, const char *name, const struct alibi_game *game,
                  unsigned set)
{
    json_list(out, name);
    for (int i = 0; i < game->n_characters; i++)
        if ((set >> game->list[i]) & 1)
            json_text(out, NULL, game->characters[game->list[i]].code);
    json_end(out);
}

static void add_answer(struct json_out *out, uint8_t answer)
{
    json_text(out, "answer",
              answer == ALIBI_NO_ONE ? NULL : alibi_witness_name((enum alibi_witness)answer));
}

static void add_left(struct json_out *out, const struct alibi_game *game,
                     const struct alibi_insight *insight)
{
    json_object(out, "left");
    for (int i = ALIBI_VISIBLE; i <= ALIBI_INVISIBLE; i++)
        answer_codes(out, alibi_witness_name((enum alibi_witness)i), game, insight->left[i]);
    json_end(out);
}

/* Who could escape, and by which exits. */
static void add_escapes(struct json_out *out, const struct alibi_state *s,
                        const struct alibi_insight *insight)
{
    const struct alibi_game *game = s->game;

    json_list(out, "leave");
    for (int i = 0; i < game->n_characters; i++) {
        unsigned who = game->list[i];
        uint8_t place[ALIBI_PLACES_MAX];
        int n = 0;

        if (!((insight->leave >> who) & 1))
            continue;
        if (game->exits)
            n = game->exits(s, who, place);
        json_object(out, NULL);
        json_text(out, "who", game->characters[who].code);
        json_list(out, "exits");
        for (int k = 0; k < n; k++)
            json_text(out, NULL, game->place[place[k]].name);
        json_end(out);
        json_bool(out, "later", insight->leave_later);
        json_end(out);
    }
    json_end(out);
}

static void add_catchers(struct json_out *out, const struct alibi_game *game,
                         const struct alibi_insight *insight)
{
    json_list(out, "caught");
    for (int i = 0; i < game->n_characters; i++) {
        unsigned who = game->list[i];

        if (!insight->catchers[who])
            continue;
        json_object(out, NULL);
        json_text(out, "who", game->characters[who].code);
        answer_codes(out, "by", game, insight->catchers[who]);
        json_bool(out, "later", insight->catch_later);
        json_end(out);
    }
    json_end(out);
}

/* Why each of those who are seen is seen. */
static void add_sights(struct json_out *out, const struct alibi_state *s)
{
    static const char *const kind[] = {[ALIBI_BY_LAMP] = "lamp",
                                       [ALIBI_BY_BEAM] = "beam",
                                       [ALIBI_BY_NEIGHBOUR] = "neighbour",
                                       [ALIBI_BY_WATCHER] = "watcher"};
    const struct alibi_game *game = s->game;

    json_object(out, "seen");
    for (int i = 0; i < game->n_characters && game->seen_by; i++) {
        struct alibi_sight sight[ALIBI_SIGHTS_MAX];
        int n = game->seen_by(s, game->list[i], sight);

        if (n == 0)
            continue;
        json_list(out, game->characters[game->list[i]].code);
        for (int k = 0; k < n; k++) {
            json_object(out, NULL);
            json_text(out, "by", kind[sight[k].kind]);
            json_text(out, "place", game->place[sight[k].place].name);
            json_text(out, "symbol", sight[k].symbol);
            json_end(out);
        }
        json_end(out);
    }
    json_end(out);
}

static void add_insight(struct json_out *out, const char *name, const struct alibi_view *view)
{
    const struct alibi_state *s = &view->seen;
    struct alibi_insight insight;

    alibi_insight_of(&insight, view);
    json_object(out, name);
    answer_codes(out, "suspects", s->game, insight.suspects);
    add_answer(out, insight.answer);
    add_left(out, s->game, &insight);
    add_escapes(out, s, &insight);
    add_catchers(out, s->game, &insight);
    json_bool(out, "narrow", alibi_insight_is_narrow(&insight));
    add_sights(out, s);
    if (s->game->missing)
        json_number(out, "missing", insight.missing);
    json_end(out);
}

void answer_insight(struct json_out *out, const struct alibi_view *view)
{
    add_insight(out, "insight", view);
}

void answer_insight_change(struct json_out *out, const struct alibi_view *before,
                           const struct alibi_view *now)
{
    struct json_out old = {0}, new = {0};
    char *was, *is;
    size_t was_len, is_len;

    add_insight(&old, NULL, before);
    add_insight(&new, NULL, now);
    was = json_take(&old, &was_len);
    is = json_take(&new, &is_len);
    if (!is)
        out->failed = true;
    else if (!was || was_len != is_len || memcmp(was, is, is_len) != 0)
        json_raw(out, "insight", is, is_len);
    free(was);
    free(is);
}

void answer_remark_list(struct json_out *out, const char *name, const struct alibi_game *game,
                        const struct alibi_remark *remark, int n)
{
    json_list(out, name);
    for (int i = 0; i < n; i++) {
        json_object(out, NULL);
        json_text(out, "code", alibi_remark_code(remark[i].kind));
        if (remark[i].kind == ALIBI_LEFT) {
            add_answer(out, remark[i].answer);
            json_number(out, "visible", remark[i].left[ALIBI_VISIBLE]);
            json_number(out, "invisible", remark[i].left[ALIBI_INVISIBLE]);
        } else {
            answer_codes(out, "who", game, remark[i].who);
            answer_codes(out, "by", game, remark[i].by);
        }
        json_end(out);
    }
    json_end(out);
}

void answer_remarks(struct json_out *out, const char *name, const struct alibi_view *before,
                    const struct alibi_view *after)
{
    struct alibi_remark remark[ALIBI_REMARKS_MAX];
    int n = alibi_remarks(remark, before, after, false);

    answer_remark_list(out, name, before->seen.game, remark, n);
}
