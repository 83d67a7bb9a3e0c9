/* How a match stands, for people and for programs. */
#ifndef CLI_STANDING_H
#define CLI_STANDING_H

#include "match/runner.h"

/* PLAN may lack players and game: then only the statistics are told. */
void cli_standing_print(const struct match_config *config,
                        const struct match_standing *standing);
void cli_standing_json(const struct match_config *config,
                       const struct match_standing *standing);

#endif
