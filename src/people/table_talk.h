/* What is said at a table: talk/GAME has the last lines, who has agreed to talk freely, and who
 * does not want to hear the other.
 *
 * Set phrases are codes, which every reader's program words in the reader's language. Texts are
 * between two who have both agreed, and nobody else sees them. Lines have an order and no
 * times: when somebody says something tells nothing that the order does not. */
#ifndef PEOPLE_TABLE_TALK_H
#define PEOPLE_TABLE_TALK_H

#include "people.h"
#include "talk_text.h"

enum {
    TALK_LINES = 32, /* that are kept of a game */
    TALK_REQUEST_SIZE = 33,
    TALK_DAYS = 30, /* after its last line a talk is forgotten */
};

struct talk_line {
    int by;             /* a seat */
    const char *phrase; /* of the table, or NULL */
    char text[TALK_TEXT_SIZE];
};

struct talk {
    unsigned free, muted; /* seat by seat: who agrees; who does not hear the other */
    uint64_t spent[2], at[2];
    char request[2][TALK_REQUEST_SIZE]; /* by which each has said its last line */
    size_t n;
    struct talk_line line[TALK_LINES];
};

/* The phrase that is called TEXT, NULL if there is none. */
const char *talk_phrase(const char *text);

/* NULL without memory; to be freed. */
struct talk *talk_read(struct people *people, const char *game);
void talk_write(struct people *people, const char *game, const struct talk *talk);

/* As VIEW may know it: a seat, or 2 for everybody. */
void talk_print(struct json_out *out, const struct talk *talk, int view);

/* SEAT does not hear the other from now on, or does again. */
void talk_mute(struct people *people, struct petition *petition, int seat, bool mute);

/* The app asks what has been said in the game of its petition. */
void talk_remind(struct people *people, struct petition *petition);

/* The petition tells the app what has been said. */
void talk_tell(struct petition *petition, const struct talk *talk, bool anew);

#endif
