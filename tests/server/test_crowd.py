"""Forty people find each other and play, as in crowd.py, which is run by hand with a thousand: nothing
is lost by kill -9, everything counts once, everybody finds a game."""

import asyncio
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from crowd import Crowd  # noqa: E402
from glicko import rated  # noqa: E402
from helpers import GAMES, PATIENCE, ServerCase, main  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
PEOPLE, SECONDS, PACE = 40, 15, 0.1


class SmallCrowd(ServerCase):
    def enough(self, crowd):
        """Everybody has found a game, some a second one, nobody waits in vain, and much was played
        and said. On a busy machine that takes longer; who is overlooked waits until the deadline."""
        now = time.monotonic()
        waiting = [*crowd.waiting(now, 5)]
        self.assertLess(now, self.deadline, waiting or "somebody has not found anybody")
        return (all(person.met for person in crowd.people) and len(crowd.tables) > PEOPLE
                and len(crowd.moves) > PEOPLE / 2 and crowd.said and not waiting)  # fmt: skip

    async def run_crowd(self):
        crowd = Crowd(self.server, PEOPLE, PACE, games=GAMES[-1:])
        self.deadline = time.monotonic() + 2 * PATIENCE
        await crowd.run(SECONDS, self.enough)
        self.server.restart()
        await crowd.check()
        crowd.pairing_times()
        return crowd

    def test_nothing_is_lost(self):
        crowd = asyncio.run(self.run_crowd())
        self.assertEqual(crowd.problems, [])
        self.assertGreater(crowd.rated_games, 0)
        # What the crowd would find: two who wait in vain, a move that nobody has made, a game that did
        # not count.
        for wish in crowd.pairs()[0]:
            wish.told = None
        self.assertTrue([*crowd.waiting(crowd.killed + 125, 5)])
        id = next(iter(crowd.moves))
        crowd.moves[id].append((crowd.moves[id][-1][0] + 1, "jack", ["nothing"]))
        crowd.check_moves(id, crowd.result[id]["history"])
        account = next(a for a in crowd.lists if any(g["rated"] for g in crowd.lists[a][0]))
        next(g for g in crowd.lists[account][0] if g["rated"])["rating"] += 2
        crowd.check_ratings()
        self.assertEqual(len(crowd.problems), 2, crowd.problems)


class Numbers(ServerCase):
    """The ratings with which the crowd compares are right themselves."""

    def setUp(self):
        pass

    def test_glicko(self):
        with open(os.path.join(HERE, "../unit/glicko.txt"), encoding="ascii") as file:
            rows = [line for line in file if not line.startswith("#")]
        self.assertGreater(len(rows), 10)
        for row in rows:
            own, games, wanted = ([float(x) for x in part.split()] for part in row.split(":"))
            games = [((games[i], games[i + 1]), games[i + 2]) for i in range(0, len(games), 3)]
            for mine, other in zip(rated(own, games, limits=False), wanted):
                self.assertAlmostEqual(mine, other, 3, row)


if __name__ == "__main__":
    main()
