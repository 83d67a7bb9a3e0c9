/* Openings: what is accepted keeps to its bounds. */
#include "fuzz.h"

#include "explore.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct openings openings;
    char *text = malloc(size + 1);
    size_t line;

    PROMISE(text);
    memcpy(text, data, size);
    text[size] = '\0';
    if (openings_parse(&openings, text, &line)) {
        PROMISE(openings.n <= OPENING_OPTIONS && openings.jack <= openings.games);
        for (int i = 0; i < openings.n; i++)
            PROMISE(openings.option[i].won <= openings.option[i].played &&
                    openings.option[i].n_turns <= OPENING_TURNS);
    } else {
        PROMISE(line >= 1);
    }
    free(text);
    return 0;
}
