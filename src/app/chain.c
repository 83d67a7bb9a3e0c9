/* Sums by BLAKE2b. Every number has a fixed length and every text its end, so that no two
 * games are the same bytes. */
#include "chain.h"

#include "blake2b.h"

#include <string.h>

static void add_number(struct blake2b *b, uint64_t number)
{
    unsigned char byte[8];

    for (size_t i = 0; i < sizeof byte; i++)
        byte[i] = (unsigned char)(number >> 8 * i);
    blake2b_add(b, byte, sizeof byte);
}

static void add_text(struct blake2b *b, const char *text)
{
    blake2b_add(b, text, strlen(text) + 1);
}

/* The sum before the first event. */
static void begin(struct hash *sum, const struct table_about *about)
{
    size_t len;
    const char *clock = terms_find(about->terms, "clock", &len);
    struct blake2b b;

    blake2b_begin(&b, HASH_SIZE, NULL, 0);
    add_text(&b, about->id);
    add_text(&b, about->start);
    add_text(&b, about->created);
    add_number(&b, about->is_public);
    add_number(&b, about->hints);
    blake2b_add(&b, about->opening.secret, OPENING_BYTES);
    blake2b_add(&b, about->opening.salt, OPENING_BYTES);
    if (clock)
        blake2b_add(&b, clock, len);
    blake2b_end(&b, sum->byte);
}

/* The sum after one event more, which is the first one of REQUEST unless that is NULL. What a
 * seat adds to the chance is not in the event itself. */
static void add(struct hash *sum, const struct table_about *about,
                const struct table_event *event, const struct done_request *request)
{
    struct blake2b b;

    blake2b_begin(&b, HASH_SIZE, NULL, 0);
    blake2b_add(&b, sum->byte, HASH_SIZE);
    add_number(&b, (uint64_t)event->kind);
    add_number(&b, (uint64_t)event->by);
    add_text(&b, event->text);
    if (event->kind == EVENT_MIX && event->by <= ALIBI_DETECTIVE)
        blake2b_add(&b, about->opening.entropy[event->by], OPENING_BYTES);
    if (request) {
        add_text(&b, request->key);
        blake2b_add(&b, request->digest.byte, HASH_SIZE);
        add_number(&b, request->count);
    }
    blake2b_end(&b, sum->byte);
}

void chain_change(struct change *change, const struct hash *before)
{
    struct done_request request = change->request;

    request.count = change->n_events;
    if (before)
        change->sum = *before;
    else
        begin(&change->sum, &change->about);
    for (size_t i = 0; i < change->n_events; i++)
        add(&change->sum, &change->about, &change->event[i],
            i == 0 && change->has_request ? &request : NULL);
    if (change->also)
        chain_change(change->also, NULL);
}

bool chain_verify(struct kept_game *game)
{
    struct hash sum;
    bool found;

    begin(&sum, &game->about);
    found = !game->has_sum || hash_equal(&sum, &game->sum);
    for (size_t i = 0; i < game->n_events; i++) {
        const struct kept_event *e = &game->event[i];

        add(&sum, &game->about, &e->event, e->has_request ? &e->request : NULL);
        found = found || hash_equal(&sum, &game->sum);
    }
    game->sum = sum;
    game->has_sum = true;
    return found && game->n_events == game->seq;
}
