"""Rated games: two bots of examples/bot find each other and play for their ratings; what may be rated,
and what everybody sees of it."""

import os
import random
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import GAMES, LONG, main, path_of, play_turn  # noqa: E402
from machine import PATIENCE, wait_until  # noqa: E402
from test_accounts import AccountCase  # noqa: E402

BOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/bot/bot.py")
CLOCK = "3600+30"


class Rated(AccountCase):
    def id_of(self, person):
        return person.made["account"]["id"]

    def profile(self, person):
        return self.client().get("/api/people/" + self.id_of(person)).json

    def played(self, person, **query):
        path = "/api/people/%s/games" % self.id_of(person)
        words = "&".join("%s=%s" % pair for pair in query.items())
        return self.client().get(path + ("?" + words if words else "")).json

    def refuses(self, code, reply):
        self.assertEqual(reply.json["error"]["refusal"]["code"], code, reply.body)

    def bot(self, person, *words):
        token = person.post("/api/account/tokens", {"about": "bot", "read": True, "play": True}, 201)
        bot = subprocess.Popen(
            [sys.executable, BOT, self.server.origin, token.json["token"], "--clock", CLOCK, *words],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # fmt: skip
        self.addCleanup(bot.communicate)
        self.addCleanup(bot.kill)
        return bot

    def wait_for(self, bots):
        """Until both have ended well, or one has not: the other would wait for it for ever."""
        deadline = time.monotonic() + 4 * PATIENCE
        while None in [bot.poll() for bot in bots] and not any(bot.returncode for bot in bots):
            self.assertLess(time.monotonic(), deadline, "the bots play for too long")
            time.sleep(0.05)
        for bot in bots:
            bot.kill()

    def make(self, person, status=201, **more):
        body = {"game": LONG, "seats": {"jack": "me", "detective": "open"}, "clock": CLOCK, "rated": True}
        return person.post("/api/games", {**body, **more}, status)

    def test_two_bots(self):
        people = [self.signed_up(name, bot=True) for name in ("Robby", "Gort")]
        for game in GAMES:
            bots = [self.bot(person, "--game", game, "--games", "1") for person in people]
            self.wait_for(bots)
            said = [bot.communicate() for bot in bots]
            self.assertEqual([bot.returncode for bot in bots], [0, 0], said)
            self.assertEqual(sorted("won" in out for out, _ in said), [False, True], said)
        for person in people:
            wait_until(lambda: len(self.played(person)["games"]) == len(GAMES), "the games to count")
            profile = self.profile(person)
            self.assertTrue(profile["bot"])
            self.assertEqual(sum(s["played"] for s in profile["standings"]), len(GAMES))
            for standing in profile["standings"]:
                self.assertEqual(standing["rated"], standing["played"])
                self.assertTrue(standing["provisional"])
                self.assertEqual(standing["rating"] > 1500, standing["won"] > 0)
        game = self.played(people[0])["games"][0]
        self.assertEqual(game["opponent"]["id"], self.id_of(people[1]))
        self.assertEqual(game["opponent"]["name"], "Gort")
        # Everybody may look at a game that is over, and has its record.
        state = self.client().state(game["id"])
        self.assertTrue(state["rated"])
        self.assertEqual(sorted(state["accounts"].values()), sorted(map(self.id_of, people)))
        self.client().get(path_of(game["id"], "/record"))

    def test_a_friend_by_a_link(self):
        ada, bob = self.signed_up("Ada"), self.signed_up("Bob")
        made = self.make(ada).json
        self.refuses("server.rated", self.client().post(
            path_of(made["id"], "/enter"), {"key": made["keys"]["detective"]}, 403))  # fmt: skip
        self.refuses("server.rated", ada.post(
            path_of(made["id"], "/enter"), {"key": made["keys"]["detective"]}, 403))  # fmt: skip
        bob.post(path_of(made["id"], "/enter"), {"key": made["keys"]["detective"]})
        self.refuses("server.no-hints", bob.post(path_of(made["id"], "/hint"), {}, 403))
        bob.post(path_of(made["id"], "/resign"), {"key": "k"})
        wait_until(lambda: self.played(ada)["games"], "the game to count")
        mine, his = self.played(ada)["games"][0], self.played(bob)["games"][0]
        self.assertEqual((mine["won"], his["won"]), (True, False))
        self.assertEqual(mine["result"], "jack:resignation")
        self.assertEqual(mine["gain"] + his["gain"], 0)
        self.assertGreater(mine["gain"], 0)

    def test_lists(self):
        ada, bob, rng = self.signed_up("Ada"), self.signed_up("Bob"), random.Random(1)
        for _ in range(3):
            made = self.make(ada).json
            bob.post(path_of(made["id"], "/enter"), {"key": made["keys"]["detective"]})
            play_turn(rng, bob, made["id"], "detective", bob.state(made["id"]))
            ada.post(path_of(made["id"], "/resign"), {"key": "k"})
        wait_until(lambda: len(self.played(ada)["games"]) == 3, "the games to count")
        for query, n in (
            ({"role": "jack"}, 3), ({"role": "detective"}, 0), ({"result": "lost"}, 3),
            ({"result": "won"}, 0), ({"game": LONG}, 3), ({"game": "null"}, 0),
            ({"opponent": self.id_of(bob)}, 3), ({"opponent": "guest"}, 0),
        ):  # fmt: skip
            with self.subTest(query):
                self.assertEqual(len(self.played(ada, **query)["games"]), n)
        first = self.played(ada)["games"][0]
        after = "%013d-%s" % (9999999999999 - first["ended"], first["id"])
        self.assertEqual(len(self.played(ada, after=after)["games"]), 2)
        self.refuses("server.after", self.client().get(
            "/api/people/%s/games?after=x" % self.id_of(ada), 400))  # fmt: skip
        self.refuses("server.no-person", self.client().get("/api/people/" + "a" * 12, 404))
        self.assertEqual(self.client().get("/api/ladder?game=%s&role=jack" % LONG).json["people"], [])
        self.refuses("server.ladder", self.client().get("/api/ladder?game=chess&role=jack", 400))

    def test_it_counts_once_whatever_happens(self):
        ada, bob = self.signed_up("Ada"), self.signed_up("Bob")
        made = self.make(ada).json
        bob.post(path_of(made["id"], "/enter"), {"key": made["keys"]["detective"]})
        bob.post(path_of(made["id"], "/resign"), {"key": "k"})
        for person in (ada, bob):
            person.close()
        self.server.kill()  # perhaps before it was counted
        self.server.restart()
        for _ in range(3):
            self.client().state(made["id"])
        wait_until(lambda: self.played(ada)["games"], "the game to count")
        self.assertEqual([s["played"] for s in self.profile(ada)["standings"]], [1])

    def test_against_the_computer(self):
        ada = self.signed_up("Ada")
        made = self.make(ada, seats={"jack": "me", "detective": "level1"}).json
        ada.post(path_of(made["id"], "/resign"), {"key": "k"})
        wait_until(lambda: self.played(ada)["games"], "the game to count")
        game = self.played(ada)["games"][0]
        self.assertEqual(game["opponent"], {"player": "level1"})
        self.assertLess(game["gain"], 0)

    def test_what_is_not_rated(self):
        ada = self.signed_up("Ada")
        for more in ({"clock": None}, {"hints": True}, {"seats": {"jack": "me", "detective": "me"}}):
            body = {"game": LONG, "seats": {"jack": "me", "detective": "open"}, "clock": CLOCK,
                    "rated": True, **more}  # fmt: skip
            body = {name: value for name, value in body.items() if value is not None}
            self.refuses("server.rated", ada.post("/api/games", body, 403))
        self.refuses("server.rated", self.client().post("/api/games", {
            "game": LONG, "seats": {"jack": "me", "detective": "open"}, "clock": CLOCK, "rated": True}, 403))  # fmt: skip


if __name__ == "__main__":
    main()
