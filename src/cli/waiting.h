/* Waiting for the computer: shows the elapsed time on the terminal if it takes long. */
#ifndef CLI_WAITING_H
#define CLI_WAITING_H

#include <stdbool.h>
#include <stdint.h>

struct cli_waiting {
    double start, shown; /* seconds */
};

void cli_waiting_begin(struct cli_waiting *waiting);

/* Call this again and again; WHAT names the work. Returns true when MS milliseconds have
 * passed; never if MS is 0. */
bool cli_waiting_over(struct cli_waiting *waiting, uint32_t ms, const char *what);

void cli_waiting_end(const struct cli_waiting *waiting);

#endif
