"""Quick pairing: two who want the same get a game, each a seat; answers that are lost, wishes that are
given up, and bad ones."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import GAMES, LONG, RefusalCase, main, path_of  # noqa: E402
from machine import wait_until  # noqa: E402


class Pairing(RefusalCase):
    def refuses(self, status, code, reply):
        self.assertEqual(reply.status, status, reply.body)
        self.assertEqual(reply.json["error"]["refusal"]["code"], code)

    def guest(self):
        person = self.client()
        person.post("/api/guest", {})
        return person

    def wish(self, person, ticket="t", **more):
        """The game that it leads to, or None."""
        return person.post("/api/pairing", {"ticket": ticket, "game": LONG, **more}).json["game"]

    def pair(self, **more):
        one, two = self.guest(), self.guest()
        self.assertIsNone(self.wish(one, **more))
        game = self.wish(two, **more)
        self.assertIsNotNone(game)
        self.assertEqual(self.wish(one, **more), game)
        wait_until(lambda: one.ask("GET", path_of(game)).status == 200, "the game")
        return one, two, game

    def test_two_of_a_mind(self):
        one, two, game = self.pair()
        mine = [person.state(game)["you"] for person in (one, two)]
        self.assertEqual(sorted(mine), [["detective"], ["jack"]])
        state = one.state(game)
        self.assertEqual((state["status"], state["game"]), ("playing", LONG))
        self.assertNotIn("clock", state)
        self.assertNotIn("accounts", state)
        # Both hold nothing but their own seat, and others look on.
        self.assertEqual(self.guest().state(game)["you"], [])
        self.assertIn(game, [g["id"] for g in one.get("/api/games").json["games"]])

    def test_clock_and_roles(self):
        one, two = self.guest(), self.guest()
        self.assertIsNone(self.wish(one, role="jack", clock="300+5"))
        self.assertIsNone(self.wish(two, role="jack", clock="300+5"))  # both cannot be Jack
        self.assertIsNone(self.wish(two, "u", role="detective", clock="3d"))
        game = self.wish(two, "v", role="detective", clock="300+5")
        wait_until(lambda: one.ask("GET", path_of(game)).status == 200, "the game")
        self.assertEqual(one.state(game)["you"], ["jack"])
        self.assertEqual(two.state(game)["clock"], "300+5")

    def test_games_are_not_mixed(self):
        people = [self.guest() for _ in GAMES]
        for game, person in zip(GAMES, people):
            self.assertIsNone(self.wish(person, game=game))

    def test_lost_answers_and_new_wishes(self):
        one, two, game = self.pair()
        self.assertEqual(self.wish(one), game)  # the same ticket, the same game
        self.assertEqual(self.wish(two), game)
        self.assertIsNone(self.wish(one, "again"))
        other = self.wish(two, "again")
        self.assertIsNotNone(other)
        self.assertNotEqual(other, game)

    def test_who_leaves_is_not_paired(self):
        one, two = self.guest(), self.guest()
        self.assertIsNone(self.wish(one))
        one.post("/api/pairing/leave", {})
        self.assertIsNone(self.wish(two))
        self.assertIsNotNone(self.wish(one, "u"))

    def test_nobody_plays_himself(self):
        one = self.guest()
        for ticket in "tuv":
            self.assertIsNone(self.wish(one, ticket))

    def test_after_a_crash(self):
        one, two = self.guest(), self.guest()
        self.assertIsNone(self.wish(one))
        game = self.wish(two)
        for person in (one, two):
            person.close()
        self.server.kill()
        self.server.restart()
        # It was made before, or is made when the server looks for what it has forgotten.
        wait_until(lambda: one.ask("GET", path_of(game)).status == 200, "the game")
        self.assertEqual(self.wish(one), game)
        self.assertEqual(len(one.state(game)["you"]), 1)

    def test_bad_wishes(self):
        person = self.guest()
        for status, code, body in (
            (400, "server.text", {"game": LONG}),
            (400, "server.text", {"ticket": "", "game": LONG}),
            (400, "server.text", {"ticket": "x" * 33, "game": LONG}),
            (400, "server.game", {"ticket": "t", "game": "chess"}),
            (400, "server.clock", {"ticket": "t", "game": LONG, "clock": "fast"}),
            (400, "server.role", {"ticket": "t", "game": LONG, "role": "nobody"}),
            (400, "server.yes-or-no", {"ticket": "t", "game": LONG, "rated": 1}),
            (403, "server.rated", {"ticket": "t", "game": LONG, "rated": True, "clock": "300+5"}),
            (400, "server.member", {"ticket": "t", "game": LONG, "fast": True}),
        ):
            with self.subTest(body):
                self.refuses(status, code, person.post("/api/pairing", body, status))
        self.refuses(403, "server.no-guest",
                     self.client().post("/api/pairing", {"ticket": "t", "game": LONG}, 403))  # fmt: skip
        self.refuses(403, "server.rated", person.post("/api/games", {
            "game": LONG, "seats": {"jack": "me", "detective": "open"}, "clock": "300+5", "rated": True}, 403))  # fmt: skip


if __name__ == "__main__":
    main()
