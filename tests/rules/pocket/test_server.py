"""Pocket by HTTP."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../server"))
from helpers import GameCase, main, path_of  # noqa: E402


class Server(GameCase):
    GAME = "pocket"
    SIDES = 4

    def test_turns(self):
        self.check_turns()

    def test_board(self):
        game = self.in_catalogue()
        grounds = {p["name"]: p["ground"] for p in game["places"]}
        self.assertEqual(grounds["p1"], "post")
        self.assertEqual(game["sides"][1], ["rotate", "joker"])

    def test_nobody_walks(self):
        person = self.client()
        id = person.create("pocket")["id"]
        self.assertEqual(person.get(path_of(id, "/reach", {"as": "jack"})).json, {"reach": {}})


if __name__ == "__main__":
    main()
