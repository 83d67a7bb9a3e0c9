/* Redacts a record of the whole truth: replays it in a session and takes the record of what the
 * viewer was told. */
#include "core/refusals.h"

#include <alibi/session.h>

/* Copies the tags that say who played and when. Comments and other tags may give away secrets,
 * so they are left out. */
static int copy_open_tags(struct alibi_record *to, const struct alibi_record *from,
                          struct alibi_error *err)
{
    static const char *const open[] = {"Event", "Date", "Jack", "Detective", "Running"};
    int status = ALIBI_OK;

    for (size_t i = 0; i < sizeof open / sizeof open[0] && status == ALIBI_OK; i++)
        if (alibi_record_tag_get(from, open[i]))
            status = alibi_record_tag(to, open[i], alibi_record_tag_get(from, open[i]), err);
    return status;
}

int alibi_session_redact(struct alibi_record **out, const struct alibi_record *whole,
                         enum alibi_viewer viewer, struct alibi_error *err)
{
    struct alibi_session *session;
    struct alibi_record *seen;
    int status = alibi_session_from_record(&session, whole, err);

    if (status != ALIBI_OK)
        return status;
    status = alibi_session_record(session, viewer, &seen);
    alibi_session_free(session);
    if (status != ALIBI_OK)
        return alibi_refuse(err, status, 0, &alibi_no.system_memory, NULL);
    status = copy_open_tags(seen, whole, err);
    if (status != ALIBI_OK) {
        alibi_record_free(seen);
        return status;
    }
    *out = seen;
    return ALIBI_OK;
}
