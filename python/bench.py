#!/usr/bin/env python3
"""Speed: random games through a batch, against `alibi bench`, both on one core.

Usage: bench.py [--alibi PROGRAM] [--games N] [--rounds N]
[--seconds S] [GAME ...]. The library is found as the
package finds it (ALIBI_LIBRARY). Program and batch take turns, several times, and what counts is
the ratio of their speeds by processor time: a machine on which others work slows both. Three ways to choose actions:

    helper  the batch draws them itself, of what its masks allow (Batch.random_actions)
    list    numpy draws from the lists of legal actions
    mask    numpy draws from the masks: every column is looked at
"""

from __future__ import annotations

import argparse
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import time
from typing import Any, Callable

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import alibi  # noqa: E402

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]


def by_helper(batch: alibi.Batch, _random: Any) -> Any:
    return batch.random_actions()


def by_list(batch: alibi.Batch, random: Any) -> Any:
    column = (random.random(batch.n, numpy.float32) * batch.n_legal).astype(numpy.int32)
    return batch.legal[numpy.arange(batch.n), column]


def by_mask(batch: alibi.Batch, random: Any) -> Any:
    games, actions = numpy.nonzero(batch.action_mask.view(bool))
    first = numpy.searchsorted(games, numpy.arange(batch.n))
    column = (random.random(batch.n, numpy.float32) * batch.n_legal).astype(numpy.int64)
    return actions[first + column].astype(numpy.int32)


def through_batch(batch: alibi.Batch, choose: Callable[..., Any], seconds: float) -> float:
    """Moves a second, chance's included as `alibi bench` includes them."""
    random = numpy.random.default_rng(1) if numpy is not None else None
    moves, start = batch.moves, time.process_time()
    while (took := time.process_time() - start) < seconds:
        for _ in range(8):
            batch.step(choose(batch, random))
    return (batch.moves - moves) / took


def by_program(program: str, game: str, games: int) -> tuple[float, float]:
    """Tokens a second of the program's own time, and that time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = subprocess.run([program, "bench", game, "--games", str(games)], check=True,
                          capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    found = re.search(r"(\d+) tokens,", said)
    assert found, said
    return int(found[1]) / max(took, 1e-9), took


def enough_games(program: str, game: str, seconds: float) -> int:
    """So many that the program takes that long, so that starting it hardly counts."""
    games = 1000
    while by_program(program, game, games)[1] < seconds:
        games *= 2
    return games


def observing(batch: alibi.Batch, seconds: float) -> float:
    """Observations a second."""
    out = batch.observe()
    n, start = 0, time.process_time()
    while (took := time.process_time() - start) < seconds:
        batch.observe(out=out)
        n += batch.n
    return n / took


def measure(name: str, program: str, size: int, rounds: int, seconds: float) -> None:
    ways = {"helper": by_helper} | (
        {"list": by_list, "mask": by_mask} if numpy is not None else {})
    batch = alibi.Batch(name, size, seed=1)
    ratios: dict[str, list[float]] = {way: [] for way in ways}
    reference = []
    games = enough_games(program, name, seconds)
    for _ in range(rounds):
        for way, choose in ways.items():
            speed = by_program(program, name, games)[0]
            reference.append(speed)
            ratios[way].append(through_batch(batch, choose, seconds) / speed)
    said = ", ".join(f"{way} {statistics.median(r):.2f}" for way, r in ratios.items())
    print(f"{name}: alibi bench {statistics.median(reference) / 1e6:.2f} million tokens/s; "
          f"of that through a batch of {size}: {said}; "
          f"{observing(batch, seconds) / 1e6:.2f} million observations/s", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--alibi", default=str(HERE.parent / "build" / "alibi"))
    parser.add_argument("--games", type=int, default=256, help="games in the batch")
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each way")
    parser.add_argument("--seconds", type=float, default=0.2, help="how long each one takes")
    parser.add_argument("game", nargs="*", default=alibi.registered_names())
    chosen = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for name in chosen.game:
        measure(name, chosen.alibi, chosen.games, chosen.rounds, chosen.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
