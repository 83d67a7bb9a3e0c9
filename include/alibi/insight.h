/* What a viewer can tell from a view: aids for people, the same in every front end.
 *
 * An insight counts what this viewer knows: a suspect whose alibi card the Detective holds is
 * no suspect of the Detective's. Remarks compare two views of one viewer: what a turn has
 * changed, or would change. All of it is made from views, so it gives nothing away. */
#ifndef ALIBI_INSIGHT_H
#define ALIBI_INSIGHT_H

#include <alibi/game.h>

/* Sets are of characters. For Jack, `leave` and `catchers` are about his own character alone;
 * for others, about everybody who may be Jack. They are empty in a game without cards, exits or
 * arrests, before the deal and after the end. They look at moves, not at powers. */
struct alibi_insight {
    uint16_t suspects; /* who may be Jack, as far as this viewer knows; for Jack, the public */
    uint16_t left[2];  /* by enum alibi_witness: who of them would be left after a call now */
    uint8_t answer;    /* what Jack would say now; ALIBI_NO_ONE if the viewer does not know */
    int8_t
        missing;      /* what Jack lacks of what he collects, as far as the viewer can count: at
                         most so much, exactly for Jack; 0 in a game in which he collects nothing */
    bool leave_later; /* Jack's next turn comes after the next call, which has to be unseen */
    bool catch_later; /* the Detective's next turn comes after the next call */
    uint16_t leave;   /* could escape in Jack's next turn, as things stand; the viewer's own
                         turn under way is the next one while its character can still do it */
    uint16_t catchers[ALIBI_CHARACTERS_MAX]; /* by character: who could accuse it in the
                                                Detective's next turn, likewise */
};

ALIBI_API void alibi_insight_of(struct alibi_insight *insight, const struct alibi_view *view);

/* How M of VIEW's seat ends the game at once: an accusation is ALIBI_ARREST, whether it is
 * right or wrong; ALIBI_ESCAPE; or ALIBI_WHY_NONE. It is tried in one world of the view, so it
 * tells no more than the view does. */
ALIBI_API enum alibi_why alibi_end_of(const struct alibi_view *view, alibi_move m);

/* Whether it is worth telling people who could accuse whom: at most three suspects are left.
 * With more of them nearly everybody is in somebody's reach, and an accusation is a guess that
 * loses more often than not. */
ALIBI_API bool alibi_insight_is_narrow(const struct alibi_insight *insight);

/* What is different in a later view. */
enum alibi_remark_kind {
    ALIBI_CLEARED,       /* WHO is no longer suspect */
    ALIBI_INTO_SIGHT,    /* suspects that are seen now, and were not */
    ALIBI_OUT_OF_SIGHT,  /* suspects that are not seen now, and were */
    ALIBI_MAY_LEAVE,     /* WHO could escape now, and could not before */
    ALIBI_MAY_NOT_LEAVE, /* WHO could escape before, and cannot now */
    ALIBI_MAY_CATCH,     /* BY could accuse WHO now, which nobody could before; this and the
                            next only where few suspects are left: alibi_insight_is_narrow */
    ALIBI_MAY_NOT_CATCH, /* somebody could accuse WHO before, and nobody can now */
    ALIBI_LEFT,          /* how many suspects a call would leave now; always told, the last */
    ALIBI_REMARKS_MAX,   /* each is made once at most */
};

struct alibi_remark {
    enum alibi_remark_kind kind;
    uint16_t who, by;
    uint8_t answer, left[2]; /* of ALIBI_LEFT, as in an insight, but numbers */
};

/* Compares two views of the same viewer, of which AFTER may be a turn that is tried out. With
 * CALLED, a call for witnesses came between them: then only who was cleared is told. While the
 * viewer's own turn is under way, nothing is told of what this seat itself could do next, as it
 * may still do it in this turn. Returns how many remarks there are. */
ALIBI_API int alibi_remarks(struct alibi_remark out[ALIBI_REMARKS_MAX],
                            const struct alibi_view *before, const struct alibi_view *after,
                            bool called);

/* The code of a remark, for programs: "out-of-sight". And the remark in English. */
ALIBI_API const char *alibi_remark_code(enum alibi_remark_kind kind);
ALIBI_API void alibi_remark_print(struct alibi_text *text, const struct alibi_game *game,
                                  const struct alibi_remark *remark);

#endif
