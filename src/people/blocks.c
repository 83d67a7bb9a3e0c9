/* Blocking those one has met, or an account; and taking it back. */
#include "blocks.h"

#include "form.h"
#include "penalties.h"
#include "table_talk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHORT = 16, SHORT_SIZE = SHORT + 1 }; /* digits by which their owner knows a block */

/* --- The ledger --- */

static struct ledger_name key_of(const struct hash *a, const struct hash *b)
{
    char one[DIGITS_SIZE], two[DIGITS_SIZE];

    digits_print(a, one);
    digits_print(b, two);
    return ledger_key("block/%s/%s", one, two);
}

static bool is_blocked(struct people *people, const struct hash *a, const struct hash *b)
{
    return ledger_get(people->ledger, key_of(a, b).key) != NULL;
}

bool blocks_any(struct people *people, const struct occupants *seat, const struct hash *guest)
{
    bool any = false;

    for (size_t i = 0; i < seat->n && !any; i++)
        any = is_blocked(people, &seat->guest[i], guest);
    return any;
}

static size_t list(struct people *people, const struct hash *guest,
                   struct ledger_entry entry[BLOCKS_MAX])
{
    char digits[DIGITS_SIZE];
    struct ledger_name prefix;

    digits_print(guest, digits);
    prefix = ledger_key("block/%s/", digits);
    return ledger_list(people->ledger,
                       &(struct ledger_range){.prefix = prefix.key, .most = BLOCKS_MAX}, entry);
}

/* The digits of the one who is blocked. */
static const char *blocked(const struct ledger_entry *entry)
{
    return entry->key + strlen(entry->key) - (DIGITS_SIZE - 1);
}

static void put(struct people *people, const struct hash *a, const struct hash *b,
                const char *id, const char *game)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    json_text(&out, "id", id[0] ? id : NULL);
    json_text(&out, "game", game[0] ? game : NULL);
    json_number(&out, "at", (int64_t)people->now);
    json_end(&out);
    ledger_put(people->ledger, key_of(a, b).key, &out);
}

void blocks_export(struct people *people, struct json_out *out, const struct hash *guest)
{
    struct ledger_entry *entry = calloc(BLOCKS_MAX, sizeof *entry);
    size_t n = entry ? list(people, guest, entry) : 0;

    json_list(out, "blocks");
    for (size_t i = 0; i < n; i++)
        json_raw(out, NULL, entry[i].value, strlen(entry[i].value));
    json_end(out);
    free(entry);
}

void blocks_drop(struct people *people, const struct hash *guest)
{
    struct ledger_entry *entry = calloc(BLOCKS_MAX, sizeof *entry);
    size_t n = entry ? list(people, guest, entry) : 0;

    for (size_t i = 0; i < n; i++)
        ledger_drop(people->ledger, entry[i].key);
    free(entry);
}

/* --- Once more --- */

static bool is_banned(struct people *people, const struct occupants *seat)
{
    char digits[DIGITS_SIZE];
    bool banned = seat->id[0] && penalty_until(people, PENALTY_BAN, seat->id);

    for (size_t i = 0; i < seat->n && !banned; i++) {
        digits_print(&seat->guest[i], digits);
        banned = penalty_until(people, PENALTY_BAN, digits) > 0;
    }
    return banned;
}

void blocks_check_seats(struct people *people, struct petition *petition)
{
    const struct seating *seating = petition->seating;
    bool blocked = false;

    for (int seat = 0; seat < 2; seat++)
        for (size_t i = 0; i < seating->seat[seat].n; i++)
            blocked = blocked || blocks_any(people, &seating->seat[1 - seat],
                                            &seating->seat[seat].guest[i]);
    if (blocked ||
        (seating->asker >= 0 && is_banned(people, &seating->seat[1 - seating->asker])))
        request_refuse(&petition->r, &request_no.not_wanted, NULL);
}

/* --- Requests --- */

static bool has_guest(struct petition *petition)
{
    if (!petition->has_guest)
        request_refuse(&petition->r, &request_no.no_guest, NULL);
    return petition->has_guest;
}

/* Whether the asker may block the one at SEAT; false after a refusal. */
static bool may_block(struct people *people, struct petition *petition,
                      const struct occupants *seat)
{
    struct ledger_entry *entry = calloc(BLOCKS_MAX, sizeof *entry);
    size_t n = entry ? list(people, &petition->guest, entry) : 0;

    free(entry);
    if (seat->n == 0)
        request_refuse(&petition->r, &request_no.talk_nobody, NULL);
    else if (!entry || n + seat->n > BLOCKS_MAX)
        request_refuse(&petition->r, &request_no.most_blocks,
                       ALIBI_WITH(alibi_number(BLOCKS_MAX).text));
    return petition->r.status == 0;
}

/* All browsers of a seat are one person; but nobody blocks themselves. */
static void block_seat(struct people *people, const struct petition *petition,
                       const struct occupants *seat, const char *game)
{
    for (size_t i = 0; i < seat->n; i++)
        if (!hash_equal(&seat->guest[i], &petition->guest))
            put(people, &petition->guest, &seat->guest[i], seat->id, game);
}

static void answer_done(struct petition *petition)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    json_end(&out);
    request_answer(&petition->r, 200, &out);
}

/* The one at the other seat of a game. */
void answer_block_seat(struct people *people, struct petition *petition)
{
    const struct seating *seating = petition->seating;

    if (!form_read(&petition->r, NULL, 0) || !has_guest(petition))
        return;
    if (seating->asker < 0) {
        request_refuse(&petition->r, &request_no.seat_held, NULL);
        return;
    }
    if (!may_block(people, petition, &seating->seat[1 - seating->asker]))
        return;
    block_seat(people, petition, &seating->seat[1 - seating->asker], petition->r.id);
    talk_mute(people, petition, seating->asker, true);
    answer_done(petition);
}

/* An account. */
void answer_block_person(struct people *people, struct petition *petition)
{
    struct occupants other = {.n = 1};
    struct person person;

    if (!form_read(&petition->r, NULL, 0) || !has_guest(petition))
        return;
    if (!account_find(people, petition->r.id, &person)) {
        request_refuse(&petition->r, &request_no.no_person, NULL);
        return;
    }
    memcpy(other.id, person.id, ID_SIZE);
    other.guest[0] = account_guest(petition->key, person.id);
    if (!may_block(people, petition, &other))
        return;
    block_seat(people, petition, &other, "");
    answer_done(petition);
}

static void print_block(struct people *people, const struct ledger_entry *entry,
                        struct json_out *out)
{
    struct json kept = ledger_json(entry->value);
    struct person person;
    char id[ID_SIZE], game[ID_SIZE];
    bool has_id = json_read_text(json_member(kept, "id"), id, sizeof id) > 0;
    bool has_game = json_read_text(json_member(kept, "game"), game, sizeof game) > 0;
    uint64_t at = 0;

    (void)json_read_number(json_member(kept, "at"), &at);
    json_object(out, NULL);
    json_bytes(out, "block", blocked(entry), SHORT);
    json_text(out, "id", has_id ? id : NULL);
    json_text(out, "name", has_id && account_find(people, id, &person) ? person.name : NULL);
    json_text(out, "game", has_game ? game : NULL);
    json_number(out, "at", (int64_t)at);
    json_end(out);
}

/* The browsers of one seat were blocked at once: they are one block, known by the first. */
static size_t first_of(const struct ledger_entry *entry, size_t i)
{
    size_t first = 0;

    while (strcmp(entry[first].value, entry[i].value) != 0)
        first++;
    return first;
}

void answer_blocks(struct people *people, struct petition *petition)
{
    struct ledger_entry *entry = calloc(BLOCKS_MAX, sizeof *entry);
    size_t n = entry && petition->has_guest ? list(people, &petition->guest, entry) : 0;
    struct json_out out = {0};

    json_object(&out, NULL);
    json_list(&out, "blocks");
    for (size_t i = 0; i < n; i++)
        if (first_of(entry, i) == i)
            print_block(people, &entry[i], &out);
    json_end(&out);
    json_end(&out);
    free(entry);
    request_answer(&petition->r, 200, &out);
}

/* The block that its owner knows as WANTED is taken back; false if there is none. */
static bool unblock(struct people *people, const struct ledger_entry *entry, size_t n,
                    const char *wanted)
{
    size_t found = 0;

    while (found < n && strncmp(blocked(&entry[found]), wanted, SHORT) != 0)
        found++;
    for (size_t i = found; i < n; i++)
        if (strcmp(entry[i].value, entry[found].value) == 0)
            ledger_drop(people->ledger, entry[i].key);
    return found < n;
}

void answer_unblock(struct people *people, struct petition *petition)
{
    struct ledger_entry *entry = calloc(BLOCKS_MAX, sizeof *entry);
    char wanted[SHORT_SIZE];
    const struct form_field field[] = {{"block", FORM_TEXT, wanted, sizeof wanted, false}};

    if (!entry)
        request_refuse(&petition->r, &request_no.memory, NULL);
    else if (form_read(&petition->r, field, 1) && has_guest(petition) &&
             !unblock(people, entry, list(people, &petition->guest, entry), wanted))
        request_refuse(&petition->r, &request_no.no_block, NULL);
    free(entry);
    if (petition->r.status == 0)
        answer_done(petition);
}
