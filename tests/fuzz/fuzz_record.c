/* Records: what is accepted, printed and read again is the same record. */
#include "fuzz.h"

#include <alibi/record.h>
#include <string.h>

static char *print(const struct alibi_record *record)
{
    char nothing[1];
    struct alibi_text text = alibi_text_in(nothing, sizeof nothing);
    char *buf;

    alibi_record_print(&text, record);
    buf = malloc(text.len + 1);
    if (!buf)
        abort();
    text = alibi_text_in(buf, text.len + 1);
    alibi_record_print(&text, record);
    return buf;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct alibi_record *record = NULL, *again = NULL, *whole = NULL;
    struct alibi_error err = {.text = ""};
    char *text, *text2;

    if (alibi_record_parse(&record, (const char *)data, size, &err) != ALIBI_OK) {
        PROMISE(err.text[0] && !strchr(err.text, '\n') && err.offset <= size);
        return 0;
    }
    text = print(record);
    PROMISE(alibi_record_parse(&again, text, strlen(text), &err) == ALIBI_OK);
    text2 = print(again);
    PROMISE(strcmp(text, text2) == 0);
    if (alibi_record_complete(&whole, record, &err) == ALIBI_OK)
        alibi_record_free(whole);
    alibi_record_free(record);
    alibi_record_free(again);
    free(text);
    free(text2);
    return 0;
}
