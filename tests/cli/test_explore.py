"""alibi explore: tables of the first round, single options, counting games, bad input."""

import os
import re

import helpers
from helpers import Case

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def games():
    return sorted(name.split(".")[0] for name in os.listdir(os.path.join(ROOT, "openings")))


def options(game):
    """The options of each slot: (slot, seat, word, offered, played, won)."""
    with open(os.path.join(ROOT, "openings", game + ".txt"), encoding="utf-8") as file:
        return [line.split() for line in file.read().splitlines()[1:] if line[0] != "="]


class Tables(Case):
    def test_shipped(self):
        """Every turn is played once in a game, and what is printed is what the file says."""
        for game in games():
            said = self.good("explore", game)
            total = int(re.search(r": (\d+) games, of which Jack won \d+\.\d %", said)[1])
            self.assertGreater(total, 2000)
            slots = {}
            for slot, _seat, _word, offered, played, won in options(game):
                slots[slot] = slots.get(slot, 0) + int(played)
                self.assertRegex(said, r"(?m)^.{24} +%s +%s " % (offered, played))
                self.assertLessEqual(int(won), int(played))
            self.assertEqual(set(slots.values()), {total}, game)

    def test_option(self):
        for game in games():
            for word in {option[2] for option in options(game)}:
                said = self.good("explore", game, word)
                self.assertRegex(said, r"\ATurn \d, (jack|detective): ")


class Counting(Case):
    def test_games(self):
        """The counts of a few games, added up by hand from their records."""
        for game in games():
            path = self.path(game)
            self.good("match", "level2", "level1", "--game", game, "--games", "20", "--seed", "3",
                      "--out", path)
            lines = self.good("explore", "make", path).splitlines()
            won = len(re.findall(r'(?m)^\[Result "jack:', self.read(game)))
            self.assertEqual(lines[0], "%s 20 %d" % (game, won))
            played = {}
            for slot, first in re.findall(r"(?m)^1\.(\d) ([^ :\n]+)", self.read(game)):
                played[slot, first] = played.get((slot, first), 0) + 1
            told = {(w[0], w[2]): int(w[4]) for w in map(str.split, lines[1:]) if w[0] != "="}
            self.assertEqual({key: n for key, n in told.items() if n}, played)


class BadInput(Case):
    def test_usage(self):
        game = games()[0]
        for args, said in (((), "too few arguments"), (("mars",), "expected a game, not mars"),
                           (("make",), "expected a file"), ((game, "a", "b"), "one option")):
            self.assertIn(said, self.bad(2, "explore", *args), args)

    def test_data(self):
        game, other = games()[:2]
        self.assertIn(", not XX", self.bad(1, "explore", game, "XX"))
        self.assertIn("openings of null", self.bad(1, "explore", "null"))
        path = self.write("unfinished", helpers.RECORD.split("2.1")[0].replace(
            "detective:arrest", "*"))
        self.assertIn("games that are over", self.bad(1, "explore", "make", path))
        self.assertIn("nowhere", self.bad(1, "explore", "make", "nowhere"))
        for name in (game, other):
            self.good("match", "level1", "level1", "--game", name, "--games", "2", "--out",
                      self.path(name))
        both = self.bad(1, "explore", "make", self.path(game), self.path(other))
        self.assertIn("expected games of " + game, both)


helpers.main()
