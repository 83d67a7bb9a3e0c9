"""Actions and observations keep their numbers: what was learned yesterday is of use tomorrow.

tests/rules/GAME/space.json says how many there are and, by a hash, which. After a change on
purpose, `python3 test_spaces.py --write` writes them again; say so in CHANGES.md.
"""

from __future__ import annotations

import hashlib
import json
import pathlib
import sys
import unittest

from support import GAMES, alibi

RULES = pathlib.Path(__file__).resolve().parent.parent.parent / "tests" / "rules"


def digest(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def space(game: alibi.Game) -> dict[str, object]:
    actions, chance = game.num_distinct_actions(), game.max_chance_outcomes()
    return {"actions": actions, "chance": chance, "columns": game.observation_tensor_size(),
            "tokens": digest([game.action_to_string(a) for a in range(actions + chance)]),
            "layout": digest([f"{f.name} {f.of} {f.n}" for f in game.observation_tensor_layout()])}


class Spaces(unittest.TestCase):
    def test_unchanged(self) -> None:
        kept = [name for name in GAMES if (RULES / name / "space.json").exists()]
        self.assertGreater(len(kept), 3)
        for name in kept:
            wanted = json.loads((RULES / name / "space.json").read_text())
            self.assertEqual(space(alibi.load_game(name)), wanted, name)


if __name__ == "__main__":
    if "--write" in sys.argv:
        for named in GAMES:
            (RULES / named / "space.json").write_text(
                json.dumps(space(alibi.load_game(named))) + "\n")
    else:
        unittest.main()
