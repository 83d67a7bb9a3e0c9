/* Ids, keys and hashes as texts and bytes. */
#include "kept.h"

#include <stdio.h>
#include <string.h>

const char id_letters[33] = "abcdefghijkmnpqrstuvwxyz23456789";

const char *const opening_tag[2] = {"EntropyJack", "EntropyDetective"};

static bool only_of(const char *text, size_t len, const char *letters)
{
    for (size_t i = 0; i < len; i++)
        if (!text[i] || !strchr(letters, text[i]))
            return false;
    return true;
}

bool id_is_shaped(const char *text, size_t len)
{
    return len == ID_SIZE - 1 && only_of(text, len, id_letters);
}

bool key_is_shaped(const char *text, size_t len)
{
    return len == KEY_SIZE - 1 &&
           only_of(text, len,
                   "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");
}

bool hash_equal(const struct hash *a, const struct hash *b)
{
    volatile unsigned char differs = 0; /* volatile: no compiler may stop early */

    for (size_t i = 0; i < HASH_SIZE; i++)
        differs = differs | (a->byte[i] ^ b->byte[i]);
    return differs == 0;
}

void opening_hex(const unsigned char bytes[OPENING_BYTES], char out[COMMITMENT_SIZE])
{
    for (size_t i = 0; i < OPENING_BYTES; i++)
        (void)snprintf(out + 2 * i, 3, "%02x", bytes[i]);
}

bool player_is_computer(const char *player)
{
    return strcmp(player, "open") != 0 && strcmp(player, "guest") != 0;
}

const char *terms_find(const char *terms, const char *name, size_t *len)
{
    size_t n = strlen(name);

    for (const char *word = terms; *word; word += *word == ' ') {
        size_t whole = strcspn(word, " ");

        if (whole >= n && strncmp(word, name, n) == 0 && (whole == n || word[n] == '=')) {
            *len = whole == n ? 0 : whole - n - 1;
            return word + whole - *len;
        }
        word += whole;
    }
    return NULL;
}

void terms_add(char terms[TERMS_SIZE], const char *name, const char *value)
{
    size_t n = strlen(terms);

    (void)snprintf(terms + n, TERMS_SIZE - n, "%s%s%s%s", n ? " " : "", name, value ? "=" : "",
                   value ? value : "");
}

void terms_swap(char terms[TERMS_SIZE])
{
    char out[TERMS_SIZE] = "";

    for (const char *word = terms; *word; word += *word == ' ') {
        size_t n = strcspn(word, " "), name = strcspn(word, "= ");
        const char *seat = strncmp(word, "jack=", 5) == 0         ? "detective"
                           : strncmp(word, "detective=", 10) == 0 ? "jack"
                                                                  : NULL;
        size_t len = strlen(out);

        if (seat)
            (void)snprintf(out + len, sizeof out - len, "%s%s%.*s", len ? " " : "", seat,
                           (int)(n - name), word + name);
        else
            (void)snprintf(out + len, sizeof out - len, "%s%.*s", len ? " " : "", (int)n, word);
        word += n;
    }
    memcpy(terms, out, TERMS_SIZE);
}

bool event_ends(enum event_kind kind)
{
    return kind == EVENT_RESIGN || kind == EVENT_FLAG || kind == EVENT_ABORT ||
           kind == EVENT_LEFT;
}

struct clock_terms table_clock_terms(const struct table_about *about)
{
    struct clock_terms terms = {.kind = CLOCK_NONE};
    size_t len;
    const char *word = terms_find(about->terms, "clock", &len);

    if (word)
        (void)clock_terms_parse(&terms, word, len);
    return terms;
}

int64_t table_due(const struct table_about *about)
{
    struct clock_terms terms;

    if (!about->clocks.on || about->status != TABLE_PLAYING ||
        about->to_act > ALIBI_DETECTIVE ||
        (!about->clocks.paused && player_is_computer(about->player[about->to_act])))
        return 0;
    terms = table_clock_terms(about);
    return clocks_due(&about->clocks, &terms, (int)about->to_act);
}

bool table_set_clocks(struct table_about *about, const char *text, int64_t due, int64_t now)
{
    struct clock_terms terms = table_clock_terms(about);

    return clocks_parse(&about->clocks, &terms, text, (int)about->to_act, due, now);
}

bool table_waits(const struct table_about *about)
{
    for (int seat = 0; seat < 2; seat++)
        if (strcmp(about->player[seat], "open") == 0 || about->opening.mix[seat] == MIX_AWAITED)
            return true;
    return false;
}

bool table_is_of_people(const struct table_about *about)
{
    return !player_is_computer(about->player[ALIBI_JACK]) &&
           !player_is_computer(about->player[ALIBI_DETECTIVE]);
}

bool table_account(const struct table_about *about, int seat, char id[ID_SIZE])
{
    size_t len;
    const char *value = terms_find(about->terms, alibi_seat_name((enum alibi_seat)seat), &len);

    id[0] = '\0';
    if (value && len == ID_SIZE - 1)
        (void)snprintf(id, ID_SIZE, "%.*s", (int)len, value);
    return id[0];
}

bool table_is_rated(const struct table_about *about)
{
    size_t len;

    return terms_find(about->terms, "rated", &len);
}

bool table_can_abort(const struct table_about *about)
{
    return about->status == TABLE_WAITING ||
           (about->status == TABLE_PLAYING && about->clocks.begins);
}

bool table_can_pause(const struct table_about *about)
{
    return !table_is_rated(about) || table_is_of_people(about);
}

bool table_has_claims(const struct table_about *about)
{
    return about->status == TABLE_PLAYING && table_is_rated(about) &&
           table_clock_terms(about).kind == CLOCK_LIVE && table_is_of_people(about);
}

bool table_can_claim(const struct table_about *about, int seat)
{
    return table_has_claims(about) && !about->clocks.paused && (int)about->to_act == 1 - seat;
}

bool table_has_hints(const struct table_about *about)
{
    return !table_is_rated(about) && (about->hints || !table_is_of_people(about));
}
