"""Playing on from a position of a game that is over: what begins, what it tells, what is kept and
promised; and what says of itself that it must not be analysed."""

import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.dirname(__file__))
from helpers import GAMES, PROGRAM, RefusalCase, main, path_of, play_turn


class Onward(RefusalCase):
    def setUp(self):
        super().setUp()
        self.person = self.client()

    def record(self, game):
        """A whole game between two players of the computer, as the text of its record."""
        path = os.path.join(self.server.folder, game)
        subprocess.run(
            [PROGRAM, "match", "level1", "level2", "--game", game, "--games", "2", "--seed", "3",
             "--nodes", "100", "--out", path], check=True, capture_output=True)  # fmt: skip
        with open(path) as file:
            tags, moves = file.read().split("\n\n")[:2]
        return tags + "\n\n" + moves + "\n"

    def moments(self, record):
        """The numbers of moves at which a side was to act, and how it looked."""
        last = self.person.post("/api/replay", {"record": record}).json["seq"]
        looks = {}
        for at in range(1, last, max(1, last // 6)):
            look = self.person.post("/api/replay", {"record": record, "at": at}).json
            if look["to_act"] and look["view"]["round"]:
                looks[at] = look
        return looks

    def make(self, game, record, at, jack, detective):
        body = {"game": game, "seats": {"jack": jack, "detective": detective},
                "from": {"record": record, "at": at}}  # fmt: skip
        return self.person.post("/api/games", body, 201).json["id"]

    def verify(self, record):
        path = os.path.join(self.server.folder, "game.alibi")
        with open(path, "w") as file:
            file.write(record)
        done = subprocess.run([PROGRAM, "verify", path], capture_output=True)
        return done.returncode, done.stdout.decode() + done.stderr.decode()

    def test_the_seat_sees_what_it_saw(self):
        for game in GAMES:
            record = self.record(game)
            for at, look in self.moments(record).items():
                for seat in ("jack", "detective"):
                    seats = {"jack": "random", "detective": "random", seat: "me"}
                    id = self.make(game, record, at, **seats)
                    told = self.person.state(id, **{"as": seat, "at": 0})
                    seen = self.person.post(
                        "/api/replay", {"record": record, "at": at, "as": seat}).json  # fmt: skip
                    for member in ("view", "scene", "insight", "witnesses"):
                        self.assertEqual(told[member], seen[member], (game, at, seat))
                    self.assertTrue(told["onward"])
                    self.assertEqual(told["you"], [seat])

    def finish(self, id):
        self.person.post(path_of(id, "/resign"), {"as": "detective", "key": "k"})
        return self.person.get(path_of(id, "/record", {"as": "truth"})).body.decode()

    def test_kept_and_promised(self):
        """A game that goes on is the same after a restart, and its draw follows from the secret."""
        rng = random.Random(5)
        for game in GAMES:
            record = self.record(game)
            at = next(iter(self.moments(record)))
            id = self.make(game, record, at, "me", "me")
            seat = self.person.state(id, **{"as": "public"})["to_act"]
            play_turn(rng, self.person, id, seat, self.person.state(id, **{"as": seat}))
            before = self.person.state(id, **{"as": seat})
            self.server.kill()
            self.server.restart()
            self.person.close()
            self.assertEqual(self.person.state(id, **{"as": seat}), before)
            text = self.finish(id)
            self.assertIn("[Position ", text)
            code, said = self.verify(text)
            self.assertEqual(code, 0, said)
            digit = text.split('[Secret "')[1][0]
            other = "1" if digit == "0" else "0"
            code, said = self.verify(text.replace('[Secret "' + digit, '[Secret "' + other))
            self.assertEqual(code, 1, said)

    def test_a_rematch_begins_at_the_set_up(self):
        game = GAMES[-1]
        record = self.record(game)
        id = self.make(game, record, next(iter(self.moments(record))), "level1", "me")
        self.person.post(path_of(id, "/resign"), {"key": "k"})
        new = self.person.post(path_of(id, "/rematch"), {}, 201).json["id"]
        self.assertFalse(self.person.state(new)["onward"])
        self.assertEqual(self.person.state(new, at=0)["view"]["round"], 0)

    def test_what_is_refused(self):
        game = GAMES[0]
        record = self.record(game)
        at = next(iter(self.moments(record)))
        seats = {"jack": "me", "detective": "random"}
        good = {"game": game, "seats": seats, "from": {"record": record, "at": at}}
        running = record.replace("[Result", '[Running "people"]\n[Result')
        made = len(self.person.get("/api/games").json["games"])
        for code, change in (
            ("server.from", {"from": 7}),
            ("server.from", {"from": {"record": record}}),
            ("server.from", {"from": {"record": record, "at": -1}}),
            ("server.from", {"from": {"record": record, "at": at, "as": "jack"}}),
            ("server.record", {"from": {"record": 7, "at": at}}),
            ("server.from-seats", {"seats": {"jack": "open", "detective": "me"}}),
            ("server.from-at", {"from": {"record": record, "at": 0}}),
            ("server.from-at", {"from": {"record": record, "at": 100000}}),
            ("server.from-game", {"game": GAMES[1]}),
            ("server.from-view", {"from": {"record": running, "at": at}}),
        ):  # fmt: skip
            with self.subTest(code=code, change=change):
                reply = self.person.ask("POST", "/api/games", json.dumps({**good, **change}))
                self.assertIn(reply.status, (400, 422))
                self.assertEqual(reply.json["error"]["refusal"]["code"], code)
        reply = self.person.ask(
            "POST", "/api/games", json.dumps({**good, "from": {"record": "x", "at": 1}}))  # fmt: skip
        self.assertEqual((reply.status, reply.json["error"]["line"]), (422, 1))
        self.assertEqual(len(self.person.get("/api/games").json["games"]), made)
        self.person.post("/api/games", good, 201)

    def test_records_of_running_games_between_people_say_so(self):
        running = '[Running "people"]'
        rows = (({"jack": "me", "detective": "open"}, True), ({"jack": "me", "detective": "me"}, True),
                ({"jack": "me", "detective": "level1"}, False))  # fmt: skip
        for seats, people in rows:
            made = self.person.post("/api/games", {"game": GAMES[0], "seats": seats}, 201).json
            for seat in ("jack", "public"):
                record = self.person.get(path_of(made["id"], "/record", {"as": seat}))
                self.assertEqual(running in record.body.decode(), people, (seats, seat))
            path = os.path.join(self.server.folder, "running")
            with open(path, "wb") as file:
                file.write(record.body)
            done = subprocess.run([PROGRAM, "analyse", path, "--nodes", "1"], capture_output=True)
            self.assertEqual(b"between people" in done.stderr, people, done.stderr)
            if seats["detective"] != "open":
                self.person.post(path_of(made["id"], "/resign"), {"as": "jack", "key": "k"})
                over = self.person.get(path_of(made["id"], "/record", {"as": "jack"}))
                self.assertNotIn(running, over.body.decode())


if __name__ == "__main__":
    main()
