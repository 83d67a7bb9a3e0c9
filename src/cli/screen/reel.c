/* Stepping through a story: forward, back, by itself. */
#include "reel.h"

#include "moment.h"

#include <stdio.h>

enum { PACE = 900, IDLE = 500 }; /* milliseconds */

const struct desk_key reel_keys[] = {
    {K_RIGHT, "Right", "next"}, {K_LEFT, "Left", "back"}, {' ', "Space", "plays"},
    {'n', "n", "next round"},   {K_HOME, "Home", ""},     {K_END, "End", ""},
    {'g', "g", "legend"},       {'L', "L", "log"},        {'R', "R", "rules"},
    {'q', "q", "leaves"},
};
const int n_reel_keys = sizeof reel_keys / sizeof reel_keys[0];

/* The next frame after which witnesses were called, or the last. */
static size_t next_call(const struct story *story, size_t at)
{
    for (at++; at + 1 < story->n_frames && !story->frame[at].called;)
        at++;
    return at;
}

bool reel_key(struct reel *reel, struct key key, const struct story *story, long now)
{
    size_t last = story->n_frames - 1;

    switch (key.code) {
    case K_RIGHT:
    case K_DOWN:
    case K_ENTER:
    case 'j':
    case 'l':
        reel->at++;
        break;
    case K_LEFT:
    case K_UP:
    case K_BACK:
    case 'h':
    case 'k':
        reel->at -= reel->at > 0;
        break;
    case K_HOME:
        reel->at = 0;
        break;
    case K_END:
        reel->at = last;
        break;
    case 'n':
        reel->at = next_call(story, reel->at);
        break;
    case ' ':
        if (reel->at == last)
            reel->at = 0;
        reel->playing = !reel->playing;
        reel->next = now + PACE;
        return true;
    default:
        return false;
    }
    reel->at = reel->at > last ? last : reel->at;
    reel->playing = false;
    return true;
}

int reel_tick(struct reel *reel, const struct story *story, long now)
{
    if (!reel->playing)
        return IDLE;
    if (now >= reel->next) {
        reel->at += reel->at + 1 < story->n_frames;
        reel->playing = reel->at + 1 < story->n_frames;
        reel->next = now + PACE;
    }
    return 50;
}

void reel_show(struct desk *desk, const struct reel *reel)
{
    const struct story *story = desk->story;
    const struct story_frame *f = &story->frame[reel->at];
    struct alibi_text text = alibi_text_in(desk->strip, sizeof desk->strip);
    size_t from = reel->at ? story->frame[reel->at - 1].lines : 0;

    desk->frame = reel->at;
    desk->view = f->view;
    if (reel->at)
        moment_marks(&desk->extra, story, reel->at - 1, reel->at);
    desk->strip_style = TRAIL;
    if (f->actor <= ALIBI_DETECTIVE)
        alibi_text_format(&text, "%s: ", f->actor == ALIBI_JACK ? "Jack" : "Detective");
    for (size_t i = from; i < f->lines; i++)
        alibi_text_format(&text, "%s%s", i > from ? "; " : "", story->line[i].words);
    if (reel->at == 0 && f->lines == 0)
        alibi_text_str(&text, "The start of the game");
    (void)snprintf(desk->turn, sizeof desk->turn, "%s%zu of %zu moves",
                   reel->playing ? "Playing: " : "", reel->at, story->n_frames - 1);
    desk->turn_style = PLAIN;
}
