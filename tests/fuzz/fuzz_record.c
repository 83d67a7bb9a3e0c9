/* Records: an accepted record, printed and parsed again, is the same record. */
#include "fuzz.h"

#include <alibi/record.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct alibi_record *record = NULL, *again = NULL, *whole = NULL;
    struct alibi_error err = {.text = ""};
    char *text, *text2;

    if (alibi_record_parse(&record, (const char *)data, size, &err) != ALIBI_OK) {
        PROMISE(err.text[0] && !strchr(err.text, '\n') && err.offset <= size);
        return 0;
    }
    text = alibi_record_text(record, NULL);
    PROMISE(alibi_record_parse(&again, text, strlen(text), &err) == ALIBI_OK);
    text2 = alibi_record_text(again, NULL);
    PROMISE(strcmp(text, text2) == 0);
    if (alibi_record_complete(&whole, record, &err) == ALIBI_OK)
        alibi_record_free(whole);
    alibi_record_free(record);
    alibi_record_free(again);
    free(text);
    free(text2);
    return 0;
}
