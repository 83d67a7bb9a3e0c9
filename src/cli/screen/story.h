/* A game as one viewer has followed it: a view after every move, and the log in words.
 *
 * Screens draw from a story and nothing else, so they cannot show what the viewer does not
 * know. */
#ifndef SCREEN_STORY_H
#define SCREEN_STORY_H

#include "grid.h"

#include <alibi/record.h>
#include <alibi/session.h>

struct story_line {
    uint16_t frame; /* the frame that it led to */
    uint8_t seat;   /* who acted; ALIBI_NOBODY for an announcement */
    uint8_t style;  /* enum style */
    char label[8];  /* "2.1", or "" */
    char words[160];
};

/* The game after a move; frame 0 is the start. */
struct story_frame {
    struct alibi_view view;
    alibi_move move; /* that led here */
    bool known;      /* the viewer knows the move */
    uint8_t actor;   /* who made it; ALIBI_NOBODY at the start */
    bool called;     /* witnesses were called after it */
    uint16_t lines;  /* how many lines of the log there are up to here */
};

struct story {
    enum alibi_viewer viewer;
    struct story_frame *frame;
    struct story_line *line;
    size_t n_frames, n_lines, frames_cap, lines_cap;
};

/* Follows SESSION as VIEWER, as far as it has come; from the start if it has been taken back or
 * is another one. False if memory runs out. */
bool story_follow(struct story *story, const struct alibi_session *session,
                  enum alibi_viewer viewer);

/* Reads a record, of the truth or redacted, with its comments. */
bool story_read(struct story *story, const struct alibi_record *record);

void story_clear(struct story *story);

/* The words that tell what SEAT did in frames FROM to TO, with semicolons. */
void story_tell(struct alibi_text *text, const struct story *story, enum alibi_seat seat,
                size_t from, size_t to);

/* "Jack" or "the Detective", and what a line of the log calls them. */
const char *story_seat(enum alibi_seat seat);

#endif
