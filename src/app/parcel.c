/* Parcels: made, found again, and forgotten. */
#include "parcel.h"

#include "answer.h"

#include <stdio.h>
#include <stdlib.h>

static struct parcel *make(const struct table *table, size_t seq, enum alibi_viewer viewer,
                           bool words)
{
    struct json_out out = {0};
    struct parcel *parcel;
    size_t len, cap;
    char *text;

    answer_event(&out, table, seq, viewer, words);
    text = json_take(&out, &len);
    cap = len + 60;
    parcel = text ? malloc(sizeof *parcel + cap) : NULL;
    if (parcel) {
        *parcel = (struct parcel){
            .users = 1, .seq = seq, .of = table->n_events, .viewer = viewer, .words = words};
        parcel->len = (size_t)snprintf(parcel->text, cap, "id: %zu\ndata: %s\n\n", seq, text);
    }
    free(text);
    return parcel;
}

struct parcel *parcel_get(struct parcel **kept, const struct table *table, size_t seq,
                          enum alibi_viewer viewer, bool words)
{
    struct parcel *parcel = kept ? *kept : NULL;

    while (parcel && (parcel->seq != seq || parcel->of != table->n_events ||
                      parcel->viewer != viewer || parcel->words != words))
        parcel = parcel->next;
    if (!parcel) {
        parcel = make(table, seq, viewer, words);
        if (!parcel || !kept)
            return parcel;
        parcel->next = *kept;
        *kept = parcel;
    }
    parcel->users++;
    return parcel;
}

void parcel_drop(struct parcel *parcel)
{
    if (parcel && --parcel->users == 0)
        free(parcel);
}

void parcels_age(struct parcel **kept)
{
    for (struct parcel **at = kept; *at;) {
        struct parcel *parcel = *at;

        if (parcel->old) {
            *at = parcel->next;
            parcel_drop(parcel);
        } else {
            parcel->old = true;
            at = &parcel->next;
        }
    }
}

void parcels_clear(struct parcel **kept)
{
    parcels_age(kept);
    parcels_age(kept);
}
