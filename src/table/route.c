/* The paths of the server, as a table. */
#include "route.h"

#include <string.h>

enum { BODY_MAX = 16 << 10, RECORD_MAX = 64 << 10 };

static const struct {
    const char *method, *path; /* one star stands for the id of a game or a person */
    size_t body_max;
} table[ROUTES] = {
    [ROUTE_CATALOGUE] = {"GET", "/api/catalogue", 0},
    [ROUTE_GUEST] = {"POST", "/api/guest", BODY_MAX},
    [ROUTE_SESSION] = {"GET", "/api/guest", 0},
    [ROUTE_LEAVE] = {"POST", "/api/guest/leave", BODY_MAX},
    [ROUTE_LOBBY] = {"GET", "/api/lobby", 0},
    [ROUTE_LOBBY_FOLLOW] = {"GET", "/api/lobby/events", 0},
    [ROUTE_MINE] = {"GET", "/api/games", 0},
    [ROUTE_FOLLOW] = {"GET", "/api/games/events", 0},
    [ROUTE_CREATE] = {"POST", "/api/games", RECORD_MAX},
    [ROUTE_STATE] = {"GET", "/api/games/*", 0},
    [ROUTE_EVENTS] = {"GET", "/api/games/*/events", 0},
    [ROUTE_ENTER] = {"POST", "/api/games/*/enter", BODY_MAX},
    [ROUTE_BROWSERS] = {"GET", "/api/games/*/browsers", 0},
    [ROUTE_END] = {"POST", "/api/games/*/browsers/end", BODY_MAX},
    [ROUTE_LINK] = {"POST", "/api/games/*/link", BODY_MAX},
    [ROUTE_ENTROPY] = {"POST", "/api/games/*/entropy", BODY_MAX},
    [ROUTE_PREVIEW] = {"POST", "/api/games/*/preview", BODY_MAX},
    [ROUTE_MOVES] = {"POST", "/api/games/*/moves", BODY_MAX},
    [ROUTE_REACH] = {"GET", "/api/games/*/reach", 0},
    [ROUTE_COACH] = {"GET", "/api/games/*/coach", 0},
    [ROUTE_HINT] = {"POST", "/api/games/*/hint", BODY_MAX},
    [ROUTE_RESIGN] = {"POST", "/api/games/*/resign", BODY_MAX},
    [ROUTE_ABORT] = {"POST", "/api/games/*/abort", BODY_MAX},
    [ROUTE_CLAIM] = {"POST", "/api/games/*/claim", BODY_MAX},
    [ROUTE_PAUSE] = {"POST", "/api/games/*/pause", BODY_MAX},
    [ROUTE_REMATCH] = {"POST", "/api/games/*/rematch", BODY_MAX},
    [ROUTE_RECORD] = {"GET", "/api/games/*/record", 0},
    [ROUTE_PICTURE] = {"GET", "/api/games/*/picture.png", 0},
    [ROUTE_COURSE] = {"GET", "/api/games/*/course", 0},
    [ROUTE_REPLAY] = {"POST", "/api/replay", RECORD_MAX},
    [ROUTE_STUDY] = {"POST", "/api/study", RECORD_MAX},
    [ROUTE_ACCOUNT] = {"GET", "/api/account", 0},
    [ROUTE_SESSIONS] = {"GET", "/api/account/sessions", 0},
    [ROUTE_SESSION_END] = {"POST", "/api/account/sessions/end", BODY_MAX},
    [ROUTE_NAME] = {"POST", "/api/account/name", BODY_MAX},
    [ROUTE_SIGN_UP] = {"POST", "/api/account/sign-up", BODY_MAX},
    [ROUTE_CHALLENGE] = {"POST", "/api/account/challenge", BODY_MAX},
    [ROUTE_SIGN_IN] = {"POST", "/api/account/sign-in", BODY_MAX},
    [ROUTE_RECOVER] = {"POST", "/api/account/recover", BODY_MAX},
    [ROUTE_CONFIRM] = {"POST", "/api/account/confirm", BODY_MAX},
    [ROUTE_PASSKEYS] = {"GET", "/api/account/passkeys", 0},
    [ROUTE_PASSKEY_ADD] = {"POST", "/api/account/passkeys", BODY_MAX},
    [ROUTE_PASSKEY_END] = {"POST", "/api/account/passkeys/end", BODY_MAX},
    [ROUTE_CODES] = {"POST", "/api/account/codes", BODY_MAX},
    [ROUTE_TOKEN] = {"POST", "/api/account/tokens", BODY_MAX},
    [ROUTE_EXPORT] = {"GET", "/api/account/export", 0},
    [ROUTE_TAKE_ALONG] = {"POST", "/api/account/games", BODY_MAX},
    [ROUTE_DELETE] = {"POST", "/api/account/delete", BODY_MAX},
    [ROUTE_PROFILE] = {"GET", "/api/people/*", 0},
    [ROUTE_PLAYED] = {"GET", "/api/people/*/games", 0},
    [ROUTE_CURVES] = {"GET", "/api/people/*/ratings", 0},
    [ROUTE_RECORDS] = {"GET", "/api/people/*/records", 0},
    [ROUTE_PEOPLE] = {"GET", "/api/people", 0},
    [ROUTE_LADDER] = {"GET", "/api/ladder", 0},
    [ROUTE_DAY] = {"GET", "/api/ladder/day", 0},
    [ROUTE_FEATURED] = {"GET", "/api/featured", 0},
    [ROUTE_PAIRING] = {"POST", "/api/pairing", BODY_MAX},
    [ROUTE_PAIRING_LEAVE] = {"POST", "/api/pairing/leave", BODY_MAX},
    [ROUTE_OFFERS] = {"GET", "/api/challenges", 0},
    [ROUTE_OFFER] = {"POST", "/api/challenges", BODY_MAX},
    [ROUTE_OFFER_ACCEPT] = {"POST", "/api/challenges/*/accept", BODY_MAX},
    [ROUTE_OFFER_END] = {"POST", "/api/challenges/*/end", BODY_MAX},
    [ROUTE_TOURNAMENTS] = {"GET", "/api/tournaments", 0},
    [ROUTE_TOURNAMENT_NEW] = {"POST", "/api/tournaments", BODY_MAX},
    [ROUTE_TOURNAMENT] = {"GET", "/api/tournaments/*", 0},
    [ROUTE_TOURNAMENT_EVENTS] = {"GET", "/api/tournaments/*/events", 0},
    [ROUTE_MEETINGS] = {"GET", "/api/tournaments/*/meetings", 0},
    [ROUTE_TOURNAMENT_JOIN] = {"POST", "/api/tournaments/*/join", BODY_MAX},
    [ROUTE_TOURNAMENT_WITHDRAW] = {"POST", "/api/tournaments/*/withdraw", BODY_MAX},
    [ROUTE_TOURNAMENT_READY] = {"POST", "/api/tournaments/*/ready", BODY_MAX},
    [ROUTE_TOURNAMENT_CANCEL] = {"POST", "/api/tournaments/*/cancel", BODY_MAX},
    [ROUTE_TALK] = {"GET", "/api/games/*/talk", 0},
    [ROUTE_SAY] = {"POST", "/api/games/*/talk", BODY_MAX},
    [ROUTE_BLOCK_SEAT] = {"POST", "/api/games/*/block", BODY_MAX},
    [ROUTE_BLOCK_PERSON] = {"POST", "/api/people/*/block", BODY_MAX},
    [ROUTE_BLOCKS] = {"GET", "/api/blocks", 0},
    [ROUTE_UNBLOCK] = {"POST", "/api/blocks/end", BODY_MAX},
    [ROUTE_REPORT] = {"POST", "/api/games/*/report", BODY_MAX},
    [ROUTE_REPORT_PERSON] = {"POST", "/api/people/*/report", BODY_MAX},
    [ROUTE_MODERATION] = {"GET", "/api/moderation", 0},
    [ROUTE_MODERATE] = {"POST", "/api/moderation", BODY_MAX},
    [ROUTE_LIFE] = {"GET", "/livez", 0},
    [ROUTE_HEALTH] = {"GET", "/healthz", 0},
    [ROUTE_METRICS] = {"GET", "/metrics", 0},
};

/* Whether PATH follows PATTERN; the id goes into ID. */
static bool matches(const char *pattern, const char *path, char id[ID_SIZE])
{
    size_t before = strcspn(pattern, "*");

    if (!pattern[before])
        return strcmp(pattern, path) == 0;
    if (strncmp(pattern, path, before) != 0 ||
        !id_is_shaped(path + before, strcspn(path + before, "/")) ||
        strcmp(pattern + before + 1, path + before + ID_SIZE - 1) != 0)
        return false;
    memcpy(id, path + before, ID_SIZE - 1);
    id[ID_SIZE - 1] = '\0';
    return true;
}

enum route route_find(const char *method, const char *path, char id[ID_SIZE],
                      const char **allow)
{
    enum route bad = ROUTE_PAGE;
    bool head = strcmp(method, "HEAD") == 0;

    if (head)
        method = "GET";
    id[0] = '\0';
    *allow = "GET";
    for (int i = 0; i < ROUTES; i++) {
        if (!matches(table[i].path, path, id))
            continue;
        if (strcmp(table[i].method, method) == 0 && !(head && route_is_stream((enum route)i)))
            return (enum route)i;
        *allow = bad == ROUTE_BAD_METHOD ? "GET, POST" : table[i].method;
        bad = ROUTE_BAD_METHOD;
    }
    if (bad == ROUTE_PAGE && strcmp(method, "GET") != 0)
        return ROUTE_BAD_METHOD;
    return bad;
}

const char *route_name(enum route route)
{
    return route < ROUTES ? table[route].path : route == ROUTE_PAGE ? "page" : "method";
}

bool route_is_stream(enum route route)
{
    return route == ROUTE_EVENTS || route == ROUTE_FOLLOW || route == ROUTE_LOBBY_FOLLOW ||
           route == ROUTE_TOURNAMENT_EVENTS;
}

bool route_is_post(enum route route)
{
    return route < ROUTES && table[route].method[0] == 'P';
}

size_t route_body_max(enum route route)
{
    return route < ROUTES ? table[route].body_max : 0;
}
