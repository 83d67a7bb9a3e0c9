"""Pocket by HTTP."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../server"))
from helpers import ServerCase, main, path_of  # noqa: E402


class Server(ServerCase):
    GAME = "pocket"

    def in_catalogue(self):
        games = self.client().get("/api/catalogue").json["games"]
        return next(game for game in games if game["name"] == self.GAME)

    def test_turns(self):
        game = self.in_catalogue()
        self.assertEqual([len(r) for r in game["turns"]], [4] * 8)
        self.assertEqual(game["turns"][0], ["detective", "jack", "jack", "detective"])
        self.assertEqual(len(game["sides"]), 4)

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
