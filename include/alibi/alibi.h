/* Everything in one include. Start reading at game.h; libalibi(3) lists all headers. */
#ifndef ALIBI_ALIBI_H
#define ALIBI_ALIBI_H

#include <alibi/actions.h>
#include <alibi/adviser.h>
#include <alibi/analysis.h>
#include <alibi/batch.h>
#include <alibi/error.h>
#include <alibi/game.h>
#include <alibi/insight.h>
#include <alibi/player.h>
#include <alibi/puzzle.h>
#include <alibi/record.h>
#include <alibi/referee.h>
#include <alibi/rng.h>
#include <alibi/session.h>
#include <alibi/text.h>
#include <alibi/told.h>
#include <alibi/version.h>
#include <alibi/watch.h>

#endif
