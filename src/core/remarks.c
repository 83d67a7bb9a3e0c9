/* Remarks: what is different between two views of one viewer, as data and in English. */
#include <alibi/insight.h>

#include <alibi/kit/bits.h>
#include <alibi/kit/reader.h>

static const char *const code[ALIBI_REMARKS_MAX] = {
    [ALIBI_CLEARED] = "cleared",
    [ALIBI_INTO_SIGHT] = "into-sight",
    [ALIBI_OUT_OF_SIGHT] = "out-of-sight",
    [ALIBI_MAY_LEAVE] = "may-leave",
    [ALIBI_MAY_NOT_LEAVE] = "may-not-leave",
    [ALIBI_MAY_CATCH] = "may-catch",
    [ALIBI_MAY_NOT_CATCH] = "may-not-catch",
    [ALIBI_LEFT] = "left",
};

static const char *const english[ALIBI_REMARKS_MAX] = {
    [ALIBI_CLEARED] = "cleared",
    [ALIBI_INTO_SIGHT] = "into sight",
    [ALIBI_OUT_OF_SIGHT] = "out of sight",
    [ALIBI_MAY_LEAVE] = "could leave now",
    [ALIBI_MAY_NOT_LEAVE] = "can no longer leave",
    [ALIBI_MAY_CATCH] = "could be caught now",
    [ALIBI_MAY_NOT_CATCH] = "can no longer be caught",
};

static int add(struct alibi_remark *out, int n, enum alibi_remark_kind kind, unsigned who)
{
    if (!who)
        return n;
    out[n] = (struct alibi_remark){.kind = kind, .who = (uint16_t)who};
    return n + 1;
}

/* Who could be accused by somebody. */
static unsigned caught_of(const struct alibi_insight *insight)
{
    unsigned set = 0;

    for (unsigned i = 0; i < ALIBI_CHARACTERS_MAX; i++)
        set |= (unsigned)(insight->catchers[i] != 0) << i;
    return set;
}

static int add_catching(struct alibi_remark *out, int n, const struct alibi_insight *was,
                        const struct alibi_insight *is)
{
    unsigned before = caught_of(was), now = caught_of(is);
    int at = n;

    n = add(out, n, ALIBI_MAY_CATCH, now & ~before);
    for (unsigned b = n > at ? out[at].who : 0; b; b &= b - 1)
        out[at].by |= is->catchers[alibi_lowest(b)];
    return add(out, n, ALIBI_MAY_NOT_CATCH, before & ~now & is->suspects);
}

int alibi_remarks(struct alibi_remark out[ALIBI_REMARKS_MAX], const struct alibi_view *before,
                  const struct alibi_view *after, bool called)
{
    bool going = after->seen.to_act == after->viewer; /* the turn is not over yet */
    struct alibi_insight was, is;
    int n = 0;

    alibi_insight_of(&was, before);
    alibi_insight_of(&is, after);
    n = add(out, n, ALIBI_CLEARED, was.suspects & ~(unsigned)is.suspects);
    if (called)
        return n;
    n = add(out, n, ALIBI_INTO_SIGHT, is.left[ALIBI_VISIBLE] & was.left[ALIBI_INVISIBLE]);
    n = add(out, n, ALIBI_OUT_OF_SIGHT, is.left[ALIBI_INVISIBLE] & was.left[ALIBI_VISIBLE]);
    if (!(going && after->viewer == ALIBI_AS_JACK)) {
        n = add(out, n, ALIBI_MAY_LEAVE, is.leave & ~(unsigned)was.leave);
        n = add(out, n, ALIBI_MAY_NOT_LEAVE, was.leave & ~(unsigned)is.leave & is.suspects);
    }
    if (!(going && after->viewer == ALIBI_AS_DETECTIVE) && alibi_insight_is_narrow(&is))
        n = add_catching(out, n, &was, &is);
    out[n] = (struct alibi_remark){.kind = ALIBI_LEFT, .answer = is.answer};
    for (int i = 0; i < 2; i++)
        out[n].left[i] = (uint8_t)alibi_size(is.left[i]);
    return n + 1;
}

const char *alibi_remark_code(enum alibi_remark_kind kind)
{
    return code[kind];
}

void alibi_remark_print(struct alibi_text *text, const struct alibi_game *game,
                        const struct alibi_remark *remark)
{
    if (remark->kind == ALIBI_LEFT) {
        unsigned seen = remark->left[ALIBI_VISIBLE], unseen = remark->left[ALIBI_INVISIBLE];

        alibi_text_format(text, "%u of %u suspects in sight", seen, seen + unseen);
        return;
    }
    alibi_text_format(text, "%s: ", english[remark->kind]);
    (void)alibi_codes_print(text, game, remark->who, NULL, " ");
    if (remark->by) {
        alibi_text_str(text, " (by ");
        (void)alibi_codes_print(text, game, remark->by, NULL, " ");
        alibi_text_char(text, ')');
    }
}
