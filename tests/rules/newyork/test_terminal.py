"""New York in the terminal."""

import os
import random
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../cli"))

import helpers
from helpers import Case

HOT = ("--jack", "human", "--detective", "human")


class Moves(Case):
    def test_columns_are_in_line(self):
        """Also where tokens are long: probes have up to 21 characters."""
        table = self.table("newyork", *HOT, "--seed", "11")
        rng = random.Random(11)
        table.raise_curtain()
        while "probe:" not in (listed := table.say("moves")):
            table.play(helpers.choose(rng, table.moves()))
            table.raise_curtain()
        starts = [[f.end() for f in re.finditer(r"(?<!\S)\d+  (?=\S)", line)]
                  for line in listed.splitlines()[:-2]]  # fmt: skip
        for line in listed.splitlines():
            self.assertLessEqual(len(line.rstrip()), 80)
        for columns in starts:
            self.assertEqual(columns, starts[0][: len(columns)])


if __name__ == "__main__":
    helpers.main()
