/* Which request asks for what: method and path to a route. Nothing else reads a path. */
#ifndef TABLE_ROUTE_H
#define TABLE_ROUTE_H

#include "kept.h"

enum route {
    ROUTE_CATALOGUE,
    ROUTE_GUEST,
    ROUTE_SESSION,
    ROUTE_LEAVE,
    ROUTE_LOBBY,
    ROUTE_LOBBY_FOLLOW,
    ROUTE_MINE,
    ROUTE_FOLLOW,
    ROUTE_CREATE,
    ROUTE_STATE,
    ROUTE_EVENTS,
    ROUTE_ENTER,
    ROUTE_BROWSERS,
    ROUTE_END,
    ROUTE_LINK,
    ROUTE_ENTROPY,
    ROUTE_PREVIEW,
    ROUTE_MOVES,
    ROUTE_REACH,
    ROUTE_COACH,
    ROUTE_HINT,
    ROUTE_RESIGN,
    ROUTE_ABORT,
    ROUTE_CLAIM,
    ROUTE_REMATCH,
    ROUTE_PAUSE,
    ROUTE_RECORD,
    ROUTE_PICTURE,
    ROUTE_COURSE,
    ROUTE_REPLAY,
    ROUTE_STUDY,
    ROUTE_ACCOUNT,
    ROUTE_SESSIONS,
    ROUTE_SESSION_END,
    ROUTE_NAME,
    ROUTE_SIGN_UP,
    ROUTE_CHALLENGE,
    ROUTE_SIGN_IN,
    ROUTE_RECOVER,
    ROUTE_CONFIRM,
    ROUTE_PASSKEYS,
    ROUTE_PASSKEY_ADD,
    ROUTE_PASSKEY_END,
    ROUTE_CODES,
    ROUTE_TOKEN,
    ROUTE_EXPORT,
    ROUTE_TAKE_ALONG,
    ROUTE_DELETE,
    ROUTE_PROFILE,
    ROUTE_PLAYED,
    ROUTE_CURVES,
    ROUTE_RECORDS,
    ROUTE_PEOPLE,
    ROUTE_LADDER,
    ROUTE_DAY,
    ROUTE_FEATURED,
    ROUTE_PAIRING,
    ROUTE_PAIRING_LEAVE,
    ROUTE_OFFERS,
    ROUTE_OFFER,
    ROUTE_OFFER_ACCEPT,
    ROUTE_OFFER_END,
    ROUTE_TOURNAMENTS,
    ROUTE_TOURNAMENT_NEW,
    ROUTE_TOURNAMENT,
    ROUTE_TOURNAMENT_EVENTS,
    ROUTE_MEETINGS,
    ROUTE_TOURNAMENT_JOIN,
    ROUTE_TOURNAMENT_WITHDRAW,
    ROUTE_TOURNAMENT_READY,
    ROUTE_TOURNAMENT_CANCEL,
    ROUTE_TALK,
    ROUTE_SAY,
    ROUTE_BLOCK_SEAT,
    ROUTE_BLOCK_PERSON,
    ROUTE_BLOCKS,
    ROUTE_UNBLOCK,
    ROUTE_REPORT,
    ROUTE_REPORT_PERSON,
    ROUTE_MODERATION,
    ROUTE_MODERATE,
    ROUTE_LIFE,
    ROUTE_HEALTH,
    ROUTE_METRICS,
    ROUTES,
    ROUTE_PAGE = ROUTES, /* a page or file of the client, or nothing */
    ROUTE_BAD_METHOD,    /* the path is one of the above, for another method */
};

/* The route, and the game's id where the path has one. ALLOW is what a bad method should have
 * been. HEAD is GET, but not of a stream, which has no end. */
enum route route_find(const char *method, const char *path, char id[ID_SIZE],
                      const char **allow);

/* The path with a star for the id: for logs, which hold no more. */
const char *route_name(enum route route);

/* Whether it is a stream, which has no end. */
bool route_is_stream(enum route route);

/* Whether it is asked for by POST, and how long its body may be. */
bool route_is_post(enum route route);
size_t route_body_max(enum route route);

#endif
