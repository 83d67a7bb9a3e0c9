/* Backups: what is accepted is whole, what is not says why in one line. */
#include "fuzz.h"

#include "transfer.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct transfer transfer = {.complain = NULL};
    struct alibi_error err = {.text = ""};
    FILE *file = tmpfile();

    PROMISE(file && fwrite(data, 1, size, file) == size);
    if (transfer_verify(&transfer, file, &err))
        PROMISE(size > 0 && transfer.damaged == 0);
    else
        PROMISE(err.text[0] && !strchr(err.text, '\n'));
    (void)fclose(file);
    return 0;
}
