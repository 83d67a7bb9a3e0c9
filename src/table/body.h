/* The bodies of requests: JSON read strictly into plain structs. What is not described here, a
 * member too many included, is refused with one line. */
#ifndef TABLE_BODY_H
#define TABLE_BODY_H

#include "change.h"

#include <alibi/player.h>

enum {
    BODY_TOKENS_MAX = 2 * ALIBI_SEQUENCE_MAX,
    BODY_AS_SIZE = 16,
    BODY_KEY_SIZE = 65,
    BODY_BROWSER_SIZE = 17, /* of the name of a browser */
    BODY_RECORD_SIZE = 64 << 10
};

/* POST /api/games */
struct body_create {
    const struct alibi_game *game;
    uint8_t option[ALIBI_OPTIONS_MAX];
    char player[2][PLAYER_SIZE]; /* "me", "open" or the computer's */
    bool is_public;
    bool hints;
    bool rated;
    char *from;       /* the record of another game, from which this one goes on, or NULL */
    uint64_t from_at; /* after so many of its moves */
    char request[BODY_KEY_SIZE]; /* the idempotency key, or empty */
    bool mixes;                  /* the sender will add entropy */
    char clock[CLOCK_TEXT_SIZE]; /* what is agreed on for the clocks, or empty */
};

/* `from` is to be freed, also after a failure. */
int body_read_create(struct body_create *out, const char *text, size_t len,
                     struct alibi_error *err);

/* POST enter: a key or a seat. */
struct body_enter {
    char key[KEY_SIZE]; /* or empty */
    enum alibi_seat seat;
    char request[BODY_KEY_SIZE]; /* the idempotency key, or empty */
    bool mixes;                  /* the sender will add entropy */
};

int body_read_enter(struct body_enter *out, const char *text, size_t len,
                    struct alibi_error *err);

/* POST preview, moves, hint, resign, entropy, pause: each has some of these. */
struct body_play {
    unsigned parts;        /* which, of enum body_part */
    char as[BODY_AS_SIZE]; /* empty if left out */
    enum alibi_seat seat;  /* who that is: table_read_play finds out */
    uint64_t seq;
    size_t n;
    char token[BODY_TOKENS_MAX][ALIBI_TOKEN_MAX];
    char key[BODY_KEY_SIZE];
    char level[PLAYER_SIZE]; /* empty if left out */
    char entropy[COMMITMENT_SIZE];
    bool paused;
};

/* What a request must or may have; `as` always may. */
enum body_part {
    BODY_SEQ = 1,
    BODY_TOKENS = 2,
    BODY_KEY = 4,
    BODY_LEVEL = 8,
    BODY_MAY_TOKENS = 16,
    BODY_ENTROPY = 32,
    BODY_PAUSED = 64,
};

int body_read_play(struct body_play *out, unsigned parts, const char *text, size_t len,
                   struct alibi_error *err);

/* POST replay. The record is to be freed. */
struct body_replay {
    char *record;
    bool has_at;
    uint64_t at;
    char as[BODY_AS_SIZE]; /* empty if left out */
    bool tries;            /* tokens are tried out there; perhaps none */
    size_t n;
    char token[BODY_TOKENS_MAX][ALIBI_TOKEN_MAX];
};

int body_read_replay(struct body_replay *out, const char *text, size_t len,
                     struct alibi_error *err);

/* POST study: the record and nothing else. */
int body_read_study(struct body_replay *out, const char *text, size_t len,
                    struct alibi_error *err);

/* POST rematch: whether people keep their seats; they change them if nothing is said. */
struct body_rematch {
    bool same_sides;
    char request[BODY_KEY_SIZE]; /* the idempotency key, or empty */
    bool mixes;                  /* the sender will add entropy */
};

int body_read_rematch(struct body_rematch *out, const char *text, size_t len,
                      struct alibi_error *err);

/* POST browsers/end, and POST link, which has no browser. */
struct body_end {
    char as[BODY_AS_SIZE]; /* empty if left out */
    char browser[BODY_BROWSER_SIZE];
};

int body_read_end(struct body_end *out, const char *text, size_t len, struct alibi_error *err);
int body_read_link(struct body_end *out, const char *text, size_t len, struct alibi_error *err);

/* {} and nothing else. */
int body_read_empty(const char *text, size_t len, struct alibi_error *err);

/* Whether a player of the computer's has that name; the name of the strongest. */
bool player_exists(const char *player);
const char *player_strongest(void);

#endif
