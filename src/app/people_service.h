/* The people service: what is asked about people is answered beside the app, one petition after
 * the other. The app knows who is signed in, and nothing else of them. */
#ifndef APP_PEOPLE_SERVICE_H
#define APP_PEOPLE_SERVICE_H

#include "request.h"
#include "result.h"

enum {
    PERSON_NAME_SIZE = 96, /* bytes of a name of UTF-8, NUL included */
    PETITION_QUERY_SIZE = 272,
    PETITION_ORIGIN_SIZE = 256,
    PETITION_PENDING = 64, /* of one petition; others are found later */
    PETITION_TOLD = 256,   /* guests who are told of it; others find out when they ask */
    PETITION_CHANGED = 8,  /* tournaments that one petition changes */
    BANNED_SIZE = 24,      /* bytes of a time, NUL included */
    SEATING_BROWSERS = 16, /* browsers of one seat */
    TALK_VIEWS = 3,        /* of what is said at a table: each seat's, and everybody's */
};

/* Somebody who has an account. */
struct person {
    char id[ID_SIZE];
    char name[PERSON_NAME_SIZE];
    bool is_bot;
    unsigned scopes;          /* of enum scope: what this session may do */
    char banned[BANNED_SIZE]; /* until when it may not play with others, in words; or empty */
};

/* Who sits at a table, for those who talk there, block or report each other. */
struct seating {
    int asker;     /* the seat of whoever asks; -1: none, or both */
    bool may_talk; /* two people are there */
    struct occupants {
        char id[ID_SIZE]; /* of the account, or empty */
        size_t n;
        struct hash guest[SEATING_BROWSERS];
    } seat[2];
};

enum scope { SCOPE_READ = 1, SCOPE_PLAY = 2, SCOPE_ALL = 4 };

/* What can be shown instead of a guest's cookie: the cookie of a session, or a token. */
struct credential {
    bool is_shown;
    struct hash hash;
};

/* A game that people are to play, which the app makes: who sits where, by what terms. */
struct pending_game_player {
    struct hash guest;
    char id[ID_SIZE]; /* of the account, or empty */
};

struct pending_game {
    char id[ID_SIZE]; /* of the game */
    char game[PLAYER_SIZE];
    char terms[TERMS_SIZE];
    bool is_private;
    struct pending_game_player player[2];
};

enum petition_kind {
    PETITION_REQUEST, /* a request of its own */
    PETITION_WHO,     /* whose credential it is */
    PETITION_AGAIN,   /* may the two at a table meet? A refusal if not */
    PETITION_RATE,    /* may PERSON begin a rated game? A refusal if not */
    /* For which nobody waits: */
    PETITION_BEGUN,  /* a game with accounts has begun */
    PETITION_RESULT, /* it has ended */
    PETITION_MADE,   /* the game ID, which was pending, is there */
    PETITION_LEFT,   /* GUEST has gone for good */
    PETITION_REMIND, /* what has the app forgotten? */
    PETITION_PAIR,   /* who of those that wait can be paired by now? */
    PETITION_NEWS,   /* what GUEST, who may be PERSON, is to hear, as TEXT */
    PETITION_TALK,   /* what has been said in the game of the request? */
    PETITION_LOBBY,  /* who those at the tables are, and how many wait, as TEXT */
    PETITION_DUE,    /* a second has passed: what is due? */
    PETITION_PAGE,   /* what is R's answer now, for those who follow that? */
};

/* Somebody who has a seat of a game, as everybody may see. */
struct seated {
    char id[ID_SIZE]; /* of the account */
    char game[PLAYER_SIZE];
    unsigned seat;
};

struct petition {
    struct petition *next;
    enum petition_kind kind;
    struct visit *visit; /* the app's own, or NULL */
    struct request r;
    char query[4 + QUERIES][PETITION_QUERY_SIZE]; /* the texts of its query */
    struct credential credential;
    bool has_person; /* the credential is PERSON's; of PETITION_WHO: what comes of it */
    struct person person;
    bool has_guest, has_network; /* who asks: an account is a guest, too */
    struct hash guest, network;
    bool has_browser; /* the browser's own guest, whoever is signed in */
    struct hash browser;
    char origin[PETITION_ORIGIN_SIZE]; /* of the page that asks, or empty */
    struct seating *seating;           /* at the table that the request is about, or NULL */
    struct game_result result;         /* of PETITION_RESULT */
    const struct hash *key;            /* the server's own, see account_guest */
    size_t n_seated;
    struct seated *seated; /* of PETITION_LOBBY, or NULL */

    /* What comes of it. */
    bool failed;            /* nobody can tell now */
    char name[KEY_SIZE];    /* a new session, whose credential is the hash of this; or empty */
    bool signs_out;         /* the credential is nobody's any more */
    bool stirs;             /* other credentials may be nobody's any more */
    bool leaves;            /* the account is no more */
    bool said;              /* in the game of the request: TALK is not what it was before */
    char *talk[TALK_VIEWS]; /* as each may know it, as JSON; or NULL */
    size_t n_pending;
    struct pending_game *pending; /* PETITION_PENDING of them, or NULL */
    size_t n_told;
    struct hash *told; /* who is to hear that there is news: PETITION_TOLD of them, or NULL */
    char *text;        /* a JSON text, or NULL */
    size_t n_missed;   /* games of which it should have been told that they are over, if so */
    char missed[PETITION_PENDING][ID_SIZE];
    size_t n_changed; /* tournaments of which there is something new to see */
    char changed[PETITION_CHANGED][ID_SIZE];
};

struct people_service;

void people_service_free(struct people_service *service);

/* Hands a petition over, to be got back by people_service_collect; false if too many wait. */
bool people_service_ask(struct people_service *service, struct petition *petition);

/* The next that is answered, or NULL. */
struct petition *people_service_collect(struct people_service *service);

void petition_free(struct petition *petition);

#endif
