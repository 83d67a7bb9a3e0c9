/* How somebody stands in one game and role: rating, and what has come of the games so far. */
#ifndef PEOPLE_STANDING_H
#define PEOPLE_STANDING_H

#include "glicko.h"
#include "people.h"

enum { STANDING_ENDS = 16, STANDING_END_SIZE = 32 };

struct standing {
    struct glicko glicko; /* as of AT */
    uint64_t at;          /* of the last rated game; 0: there was none */
    uint64_t rated;       /* games */
    uint64_t played, won; /* games, rated or not, against whomever */
    uint64_t rounds;      /* that were played in them, all together */
    uint64_t suspects;    /* that the Detective had at their ends, all together */
    uint64_t among;       /* that there were at accusations, all together */
    struct {
        char how[STANDING_END_SIZE]; /* "detective:arrest" */
        uint64_t n;
    } end[STANDING_ENDS]; /* how often they ended in which way, up to an empty one */
};

/* Whose counts are those of everybody together; it has no rating. */
#define STANDING_OF_ALL "everybody"

/* That of the account ID; as of somebody new if there is none. ROLE is "jack" or "detective".
 */
void standing_read(struct people *people, const char *id, const char *game, const char *role,
                   struct standing *out);
void standing_write(struct people *people, const char *id, const char *game, const char *role,
                    const struct standing *standing);

/* The account ID is being deleted, KEY being GAME/ROLE. Games that it has begun may end later,
 * and its opponents are rated by how it stood: its rating is kept until these are over. */
void standing_leave(struct people *people, const char *id, const char *key);

/* That rating, and nothing else; as of somebody new if there was none. */
void standing_read_gone(struct people *people, const char *id, const char *game,
                        const char *role, struct standing *out);

/* A game has ended. */
void standing_count(struct standing *standing, const struct game_result *result, bool won);

/* The rating as it is now. */
struct glicko standing_now(const struct people *people, const struct standing *standing);

/* As members of the open object: the rating alone, or all. */
void standing_print_rating(const struct people *people, const struct standing *standing,
                           struct json_out *out);
void standing_print_counts(const struct standing *standing, struct json_out *out);
void standing_print(const struct people *people, const struct standing *standing,
                    struct json_out *out);

#endif
