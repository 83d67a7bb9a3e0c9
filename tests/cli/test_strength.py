"""tools/strength: a round robin in pieces, and its tables."""

import os
import subprocess
import sys

import helpers
from helpers import Case

STRENGTH = os.path.join(os.path.dirname(__file__), "..", "..", "tools", "strength")


class Strength(Case):
    def strength(self, *args, code=0):
        done = subprocess.run([sys.executable, STRENGTH, "--alibi", helpers.PROGRAM, *args],
                              cwd=self.folder, env=self.env, capture_output=True, text=True,
                              timeout=helpers.LONGEST_RUN)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout if code == 0 else done.stderr

    def run_players(self, number, *args, file="results"):
        return self.strength("run", file, "--games", ",".join(self.games()[:2]), "--players", "random,greedy",
                             "--nodes", "20", "--number", str(number), *args)

    def test_pieces(self):
        self.assertTrue(self.run_players(8).endswith("\nnothing is left\n"))
        before = self.read("results")
        self.assertEqual(self.run_players(8), "nothing is left\n")
        self.assertEqual(self.read("results"), before)
        self.run_players(20)
        self.assertTrue(self.read("results").startswith(before))
        self.run_players(20, file="whole")
        self.assertEqual(self.strength("table", "results"), self.strength("table", "whole"))

    def test_no_time(self):
        said = self.run_players(8, "--time", "0")
        self.assertEqual(said, "".join("%s: greedy against random: 4 pairs left\n" % game
                                       for game in self.games()[:2]))

    def test_table(self):
        self.write("results", "null b a ms=5 1 0 0 0 0 100\nnull b a ms=5 1 100 25 25 25 25\n"
                              "null b a ms=5 1 0 0 0 0 100\n")  # the same piece again
        table = self.strength("table", "results")
        self.assertIn("### null, budget ms=5", table)
        self.assertIn("| **b** | 75.0 (", table)
        self.assertIn("| **a** |  | 25.0 (", table)
        self.assertRegex(table, r"\| b over a \| 400 \| \+191 \(\+\d+ to \+\d+\) \|")

    def test_bad_files(self):
        for text in ("null a b", "null a b d 1 0 1 2 3 x", "null a b d 1 0 1 2 3 4 5"):
            self.write("results", text + "\n")
            self.assertIn("results:1: ", self.strength("table", "results", code=1))
        self.write("results", "null a b d 1 0 1 2 3 4\nnull a b d 1 0 4 3 2 1\n")
        self.assertIn("results:2: ", self.strength("table", "results", code=1))
        self.write("results", "null a b d 1 0 1 2 3 4\nnull a b d 1 9 4 3 2 1\n")
        self.assertIn("overlap", self.strength("table", "results", code=1))

    def test_bad_players(self):
        for players in ("random", "random,random", "random,a b"):
            self.strength("run", "results", "--games", "null", "--players", players, code=1)


if __name__ == "__main__":
    helpers.main()
