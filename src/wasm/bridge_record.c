/* The bridge's records: read, completed and redacted, from text to text. */
#include "bridge.h"

#include "commitment.h"

struct alibi_record *bridge_read_record(size_t len)
{
    struct alibi_record *record;

    if (!bridge_fits(len) ||
        alibi_record_parse(&record, bridge_input(), len, bridge_failure()) != ALIBI_OK)
        return NULL;
    return record;
}

struct alibi_record *bridge_complete_record(struct alibi_record *record)
{
    struct alibi_record *whole;

    if (!record || alibi_record_viewer(record) == ALIBI_AS_TRUTH)
        return record;
    if (alibi_record_complete(&whole, record, bridge_failure()) != ALIBI_OK)
        whole = NULL;
    alibi_record_free(record);
    return whole;
}

int bridge_answer_record(struct alibi_record *record)
{
    struct alibi_text answer = bridge_answer();

    alibi_record_print(&answer, record);
    alibi_record_free(record);
    return bridge_answered(&answer);
}

int bridge_record_read(size_t len)
{
    struct alibi_record *record = bridge_read_record(len);
    struct alibi_text answer = bridge_answer();
    size_t n;

    if (!record)
        return BRIDGE_REFUSED;
    n = alibi_record_length(record);
    alibi_record_print(&answer, record);
    alibi_text_char(&answer, '\0');
    alibi_text_str(&answer, alibi_viewer_name(alibi_record_viewer(record)));
    alibi_text_char(&answer, '\0');
    for (size_t i = 0; i < n; i++)
        alibi_text_format(&answer, "%s%s", i ? " " : "", alibi_record_token(record, i));
    for (size_t i = 0; i <= n; i++) {
        const char *comment = alibi_record_comment(record, i);

        alibi_text_char(&answer, '\0');
        alibi_text_str(&answer, comment ? comment : "");
    }
    alibi_record_free(record);
    return bridge_answered(&answer);
}

int bridge_record_redact(size_t len, int viewer)
{
    struct alibi_record *record, *seen;
    enum alibi_viewer who;
    int status;

    if (!bridge_read_viewer(&who, viewer))
        return BRIDGE_REFUSED;
    record = bridge_read_record(len);
    if (record && alibi_record_viewer(record) != who)
        record = bridge_complete_record(record);
    if (!record)
        return BRIDGE_REFUSED;
    if (alibi_record_viewer(record) == who)
        return bridge_answer_record(record);
    status = alibi_session_redact(&seen, record, who, bridge_failure());
    alibi_record_free(record);
    return status == ALIBI_OK ? bridge_answer_record(seen) : BRIDGE_REFUSED;
}

int bridge_record_verify(size_t len)
{
    struct alibi_record *record = bridge_read_record(len);
    size_t outcomes;
    int status;

    if (!record)
        return BRIDGE_REFUSED;
    status = commitment_verify(record, &outcomes, bridge_failure());
    alibi_record_free(record);
    return status == ALIBI_OK ? (int)outcomes : BRIDGE_REFUSED;
}
