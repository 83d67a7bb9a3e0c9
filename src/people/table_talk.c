/* What is said at a table, and how often. */
#include "table_talk.h"

#include "blocks.h"
#include "expiry.h"
#include "form.h"
#include "penalties.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_MS = 2000,     /* a line costs so much of the time that one has for talking */
    TALKING_MS = 10000, /* so five in a row */
    RAW_SIZE = 1024,    /* bytes of a text before the rules */
    EVERYBODY = 2,
};

/* docs/api.md has them. */
static const char *const phrase[] = {"hello",  "good-luck", "well-played", "nice-move",
                                     "thanks", "oops",      "moment",      "bye",
                                     "smile",  "laugh",     "surprise",    "applause"};
enum { PHRASES = sizeof phrase / sizeof phrase[0] };

const char *talk_phrase(const char *text)
{
    for (size_t i = 0; i < PHRASES; i++)
        if (strcmp(phrase[i], text) == 0)
            return phrase[i];
    return NULL;
}

/* --- The ledger --- */

static void read_line(struct talk *talk, struct json kept)
{
    struct talk_line *line = &talk->line[talk->n];
    char code[32];
    uint64_t by;

    *line = (struct talk_line){0};
    if (json_read_text(json_member(kept, "say"), code, sizeof code) > 0)
        line->phrase = talk_phrase(code);
    if (!json_read_number(json_member(kept, "by"), &by) || by > 1 ||
        (!line->phrase &&
         json_read_text(json_member(kept, "text"), line->text, sizeof line->text) <= 0))
        return;
    line->by = (int)by;
    talk->n++;
}

/* What is kept of a seat. */
static void read_seat(struct talk *talk, struct json kept, int seat)
{
    (void)json_read_number(json_member(kept, "spent"), &talk->spent[seat]);
    (void)json_read_number(json_member(kept, "at"), &talk->at[seat]);
    (void)json_read_text(json_member(kept, "request"), talk->request[seat], TALK_REQUEST_SIZE);
    talk->free |= (unsigned)(json_kind(json_member(kept, "free")) == JSON_TRUE) << seat;
    talk->muted |= (unsigned)(json_kind(json_member(kept, "muted")) == JSON_TRUE) << seat;
}

struct talk *talk_read(struct people *people, const char *game)
{
    struct json kept = ledger_json(ledger_get(people->ledger, ledger_key("talk/%s", game).key));
    struct json lines = json_member(kept, "lines"), line = {NULL};
    struct talk *talk = calloc(1, sizeof *talk);

    for (int seat = 0; talk && seat < 2; seat++)
        read_seat(talk, json_member(kept, alibi_seat_name((enum alibi_seat)seat)), seat);
    while (talk && talk->n < TALK_LINES && json_kind(lines) == JSON_LIST &&
           (line = json_next(lines, line, NULL)).at)
        read_line(talk, line);
    return talk;
}

static void write_seat(struct json_out *out, const struct talk *talk, int seat)
{
    json_object(out, alibi_seat_name((enum alibi_seat)seat));
    json_bool(out, "free", (talk->free >> seat) & 1);
    json_bool(out, "muted", (talk->muted >> seat) & 1);
    json_number(out, "spent", (int64_t)talk->spent[seat]);
    json_number(out, "at", (int64_t)talk->at[seat]);
    json_text(out, "request", talk->request[seat]);
    json_end(out);
}

static void write_line(struct json_out *out, const struct talk_line *line)
{
    if (line->phrase)
        json_text(out, "say", line->phrase);
    else
        json_text(out, "text", line->text);
}

void talk_write(struct people *people, const char *game, const struct talk *talk)
{
    struct ledger_name key = ledger_key("talk/%s", game);
    uint64_t until = people->now + EXPIRY_DAY_MS * TALK_DAYS;
    struct json_out out = {0};

    json_object(&out, NULL);
    for (int seat = 0; seat < 2; seat++)
        write_seat(&out, talk, seat);
    json_list(&out, "lines");
    for (size_t i = 0; i < talk->n; i++) {
        json_object(&out, NULL);
        json_number(&out, "by", talk->line[i].by);
        write_line(&out, &talk->line[i]);
        json_end(&out);
    }
    json_end(&out);
    expiry_end(&out, until);
    expiry_put(people, key.key, until, &out);
}

/* --- Telling --- */

static bool is_heard(const struct talk *talk, const struct talk_line *line, int view)
{
    if (view == EVERYBODY)
        return line->phrase != NULL;
    return line->by == view || !((talk->muted >> view) & 1);
}

void talk_print(struct json_out *out, const struct talk *talk, int view)
{
    json_object(out, NULL);
    json_list(out, "lines");
    for (size_t i = 0; i < talk->n; i++) {
        if (!is_heard(talk, &talk->line[i], view))
            continue;
        json_object(out, NULL);
        json_text(out, "seat", alibi_seat_name((enum alibi_seat)talk->line[i].by));
        write_line(out, &talk->line[i]);
        json_end(out);
    }
    json_end(out);
    if (view == EVERYBODY) {
        json_null(out, "free");
    } else {
        json_object(out, "free");
        for (int seat = 0; seat < 2; seat++)
            json_bool(out, alibi_seat_name((enum alibi_seat)seat), (talk->free >> seat) & 1);
        json_end(out);
    }
    json_bool(out, "muted", view != EVERYBODY && (talk->muted >> view) & 1);
    json_end(out);
}

void talk_tell(struct petition *petition, const struct talk *talk, bool anew)
{
    for (int view = 0; view < TALK_VIEWS; view++) {
        struct json_out out = {0};
        size_t len;

        free(petition->talk[view]);
        talk_print(&out, talk, view);
        petition->talk[view] = json_take(&out, &len);
    }
    petition->said = petition->said || anew;
}

/* The answer to whoever has said something or wants to read. */
static void answer(struct petition *petition, const struct talk *talk, bool anew)
{
    int view = petition->seating->asker < 0 ? EVERYBODY : petition->seating->asker;
    struct json_out out = {0};

    talk_tell(petition, talk, anew);
    talk_print(&out, talk, view);
    request_answer(&petition->r, 200, &out);
}

/* --- Saying --- */

/* Whether SEAT may do one more thing now, which then counts; false after a refusal. */
static bool spend(struct people *people, struct request *r, struct talk *talk, int seat)
{
    uint64_t passed = people->now > talk->at[seat] ? people->now - talk->at[seat] : 0;
    uint64_t spent = talk->spent[seat] > passed ? talk->spent[seat] - passed : 0;

    if (spent + LINE_MS > TALKING_MS) {
        request_refuse(r, &request_no.talk_fast, NULL);
        return false;
    }
    talk->spent[seat] = spent + LINE_MS;
    talk->at[seat] = people->now;
    return true;
}

static struct talk_line *append(struct talk *talk, int seat)
{
    if (talk->n == TALK_LINES) {
        memmove(&talk->line[0], &talk->line[1], (TALK_LINES - 1) * sizeof talk->line[0]);
        talk->n--;
    }
    talk->line[talk->n] = (struct talk_line){.by = seat};
    return &talk->line[talk->n++];
}

static bool say(struct request *r, struct talk *talk, int seat, const char *code)
{
    const char *found = talk_phrase(code);

    if (found)
        append(talk, seat)->phrase = found;
    else
        request_refuse(r, &request_no.phrase, NULL);
    return found != NULL;
}

static bool write_text(struct request *r, struct talk *talk, int seat, const char *raw)
{
    char text[TALK_TEXT_SIZE];
    enum talk_flaw flaw = talk_text_read(raw, strlen(raw), text);

    if (talk->free != 3)
        request_refuse(r, &request_no.talk_free, NULL);
    else if (flaw == TALK_LENGTH)
        request_refuse(r, &request_no.talk_text, ALIBI_WITH(alibi_number(TALK_MOST).text));
    else if (flaw == TALK_LINK)
        request_refuse(r, &request_no.talk_link, NULL);
    else
        memcpy(append(talk, seat)->text, text, sizeof text);
    return r->status == 0;
}

static bool set(struct request *r, struct talk *talk, int seat, const char *word)
{
    unsigned bit = 1U << seat;

    if (strcmp(word, "free") == 0)
        talk->free |= bit;
    else if (strcmp(word, "not-free") == 0)
        talk->free &= ~bit;
    else if (strcmp(word, "muted") == 0)
        talk->muted |= bit;
    else if (strcmp(word, "heard") == 0)
        talk->muted &= ~bit;
    else
        request_refuse(r, &request_no.talk_what, NULL);
    return r->status == 0;
}

struct saying {
    char say[32], text[RAW_SIZE], set[16], request[TALK_REQUEST_SIZE];
};

static bool read_saying(struct request *r, struct saying *out)
{
    const struct form_field field[] = {
        {"say", FORM_TEXT, out->say, sizeof out->say, true},
        {"text", FORM_TEXT, out->text, sizeof out->text, true},
        {"set", FORM_TEXT, out->set, sizeof out->set, true},
        {"request", FORM_TEXT, out->request, sizeof out->request, true},
    };

    if (!form_read(r, field, sizeof field / sizeof field[0]))
        return false;
    if (!!out->say[0] + !!out->text[0] + !!out->set[0] != 1)
        request_refuse(r, &request_no.talk_what, NULL);
    return r->status == 0;
}

/* What SAYING wants is done to TALK; false after a refusal. */
static bool take(struct people *people, struct petition *petition, struct talk *talk,
                 const struct saying *saying)
{
    struct request *r = &petition->r;
    int seat = petition->seating->asker;

    if (!saying->set[0] && !penalty_allows(people, petition, PENALTY_MUTE))
        return false;
    if (!spend(people, r, talk, seat))
        return false;
    if (saying->set[0])
        return set(r, talk, seat, saying->set);
    return saying->say[0] ? say(r, talk, seat, saying->say)
                          : write_text(r, talk, seat, saying->text);
}

/* Whoever has blocked the one at SEAT does not hear them. */
static void heed_blocks(struct people *people, const struct petition *petition,
                        struct talk *talk, int seat)
{
    if (petition->has_guest &&
        blocks_any(people, &petition->seating->seat[1 - seat], &petition->guest))
        talk->muted |= 1U << (1 - seat);
}

/* Whether there is somebody to talk with; false after a refusal. */
static bool may_talk(struct petition *petition)
{
    if (petition->seating->asker < 0)
        request_refuse(&petition->r, &request_no.seat_held, NULL);
    else if (!petition->seating->may_talk)
        request_refuse(&petition->r, &request_no.talk_nobody, NULL);
    return petition->r.status == 0;
}

void answer_say(struct people *people, struct petition *petition)
{
    struct saying saying;
    struct talk *talk;
    int seat;

    if (!may_talk(petition) || !read_saying(&petition->r, &saying))
        return;
    talk = talk_read(people, petition->r.id);
    if (!talk) {
        request_refuse(&petition->r, &request_no.memory, NULL);
        return;
    }
    seat = petition->seating->asker;
    if (saying.request[0] && strcmp(talk->request[seat], saying.request) == 0) {
        answer(petition, talk, false);
    } else if (take(people, petition, talk, &saying)) {
        memcpy(talk->request[seat], saying.request, TALK_REQUEST_SIZE);
        heed_blocks(people, petition, talk, seat);
        talk_write(people, petition->r.id, talk);
        answer(petition, talk, true);
    }
    free(talk);
}

/* --- Reading --- */

void answer_talk(struct people *people, struct petition *petition)
{
    struct talk *talk = talk_read(people, petition->r.id);

    if (talk)
        answer(petition, talk, false);
    else
        request_refuse(&petition->r, &request_no.memory, NULL);
    free(talk);
}

void talk_remind(struct people *people, struct petition *petition)
{
    struct talk *talk = talk_read(people, petition->r.id);

    if (talk)
        talk_tell(petition, talk, false);
    free(talk);
}

void talk_mute(struct people *people, struct petition *petition, int seat, bool mute)
{
    struct talk *talk = talk_read(people, petition->r.id);
    unsigned bit = 1U << seat;

    if (talk) {
        talk->muted = mute ? talk->muted | bit : talk->muted & ~bit;
        talk_write(people, petition->r.id, talk);
        talk_tell(petition, talk, true);
    }
    free(talk);
}
