/* A request and its answer, free of any wire: a path, a query and a body come in, a status and
 * a text go out. A server carries them over HTTP, a page calls its own engine. */
#ifndef TABLE_REQUEST_H
#define TABLE_REQUEST_H

#include "game_table.h"
#include "json_write.h"
#include "request_refusals.h"
#include "route.h"

/* What the queries of lists ask for. */
enum query {
    QUERY_GAME,
    QUERY_ROLE,
    QUERY_OPPONENT,
    QUERY_RESULT,
    QUERY_RATED,
    QUERY_AGAINST,
    QUERY_IDS,
    QUERY_AFTER,
    QUERIES
};
extern const char *const query_name[QUERIES];

struct request {
    /* What is asked, and who is asking. */
    enum route route;
    char id[ID_SIZE];
    const char *as, *at, *since, *words; /* of the query, or NULL */
    const char *query[QUERIES];
    unsigned seats; /* of the table that is asked, bit by bit: which the asker holds */
    char *body;
    size_t len, cap;
    struct alibi_state *from; /* that a new game goes on from, once it was found, or NULL */

    /* The answer. */
    unsigned status; /* 0: there is none yet */
    char *text;
    size_t text_len;
    const char *type;
    const char *allow;                   /* for 405 */
    const struct alibi_refusal *refusal; /* why there is nothing better to answer, or NULL */
};

/* Fills in what LINE, "METHOD PATH?QUERY", asks for; takes the line apart, which stays with the
 * request. */
void request_line(struct request *r, char *line);

/* The answers. Each may be given once. */
void request_answer(struct request *r, unsigned status, struct json_out *json); /* takes JSON */
void request_text(struct request *r, unsigned status, const char *type, char *text,
                  size_t len); /* takes TEXT */

/* Refusals: one of a request's own with its arguments, or NULL; one of a reader's. */
void request_refuse(struct request *r, const struct request_refusal *no,
                    const char *const *with);
void request_error(struct request *r, unsigned status, const char *code,
                   const struct alibi_error *err);

/* 422 with the number of the bad token; with the place in a record that cannot be read. */
void request_illegal(struct request *r, const struct alibi_error *err, size_t at);
void request_unreadable(struct request *r, const struct alibi_error *err, size_t line,
                        size_t column);

/* There is no answer yet, whatever was said; and the answer of FROM becomes that of R. */
void request_forget(struct request *r);
void request_take(struct request *r, struct request *from);

/* Frees what the request owns. */
void request_clear(struct request *r);

/* Whether the asker may look at the game at all. */
bool request_may_look(const struct request *r, const struct table *table);

/* Through whose eyes: AS if that is said (NULL or empty: it is not). False after a refusal. */
bool request_viewer(struct request *r, const struct table *table, const char *as,
                    enum alibi_viewer *viewer);

/* The same for somebody who wants to act: a seat that the asker holds. */
bool request_player(struct request *r, const struct table *table, const char *as,
                    enum alibi_seat *seat);

/* A number of the query; OTHERWISE if it is not there. False after a refusal. */
bool request_number(struct request *r, const char *name, const char *text, size_t most,
                    size_t otherwise, size_t *out);

/* Whether the query asks for words, by words=1: those who have no texts of their own for a game
 * want the notes, and its legal tokens in English. False after a refusal. */
bool request_words(struct request *r, bool *words);

#endif
