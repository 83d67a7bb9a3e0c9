"""The server is killed in the middle of play, again and again: whatever it had acknowledged is
there afterwards, no event is there twice, and everybody goes on in the same position.

ALIBI_CRASHES=100 in the environment makes it as many; there are a few otherwise."""

import http.client
import json
import os
import random
import resource
import sqlite3
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import (  # noqa: E402
    GAMES, LONG, Client, Server, ServerCase, main, path_of, play_turn, told)  # fmt: skip

CRASHES = int(os.environ.get("ALIBI_CRASHES", "6"))
BROKEN = (OSError, http.client.HTTPException)


class Player(threading.Thread):
    """Plays both seats of one game token by token, repeats what was not answered, and notes what
    was acknowledged."""

    def __init__(self, server, number):
        super().__init__(daemon=True)
        self.server, self.rng = server, random.Random(number)
        self.client = Client(server)
        self.game = GAMES[number % len(GAMES)]
        self.acknowledged = {}  # events by number, as the seat that moved was told them
        self.sent, self.repeated, self.games = 0, 0, []
        self.stopping = False
        self.failure = None

    def insist(self, method, path, body=None):
        """Asks until there is an answer."""
        while True:
            try:
                return self.client.ask(method, path, body)
            except BROKEN:
                self.repeated += 1
                time.sleep(0.02)

    def begin(self):
        body = {"game": self.game, "seats": {"jack": "me", "detective": "me"}}
        while True:
            made = self.insist("POST", "/api/games", json.dumps(body))
            if made.status == 201:
                self.games.append(made.json["id"])
                self.acknowledged[self.games[-1]] = {}
                return

    def step(self):
        id = self.games[-1]
        seat = self.insist("GET", path_of(id)).json["to_act"]
        if seat is None:
            self.begin()
            return
        state = self.insist("GET", path_of(id, "", {"as": seat})).json
        token = self.rng.choice(state["legal"])["token"]
        body = json.dumps({"as": seat, "seq": state["seq"], "tokens": [token],
                           "key": "m%d" % self.rng.getrandbits(60)})  # fmt: skip
        reply = self.insist("POST", path_of(id, "/moves"), body)
        assert reply.status == 200, reply.body
        self.sent += 1
        for event in told(reply.json["events"]):
            known = self.acknowledged[id].setdefault(event["seq"], event)
            assert known == event, (known, event)

    def run(self):
        try:
            self.begin()
            while not self.stopping:
                self.step()
        except Exception as why:  # reported by the test
            self.failure = why


class Crash(ServerCase):
    def check(self, player):
        """What was acknowledged is in the history, once and in order."""
        for id in player.games:
            history = {}
            for seat in ("jack", "detective"):
                state = player.client.state(id, **{"as": seat})
                self.assertEqual([e["seq"] for e in state["history"]],
                                 list(range(1, state["seq"] + 1)))  # fmt: skip
                history[seat] = state["history"]
            for seq, event in player.acknowledged[id].items():
                self.assertIn(event, [history[s][seq - 1] for s in history])

    def check_database(self):
        with sqlite3.connect(os.path.join(self.server.folder, "alibi.db")) as db:
            self.assertEqual(db.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
            gaps = db.execute("SELECT game FROM event GROUP BY game"
                              " HAVING count(*) != max(seq) OR min(seq) != 1")  # fmt: skip
            self.assertEqual(gaps.fetchall(), [])

    def test_killed_during_play(self):
        players = [Player(self.server, number) for number in range(4)]
        rng = random.Random(9)
        for player in players:
            self.addCleanup(player.client.close)
            player.start()
        for _ in range(CRASHES):
            time.sleep(rng.uniform(0.1, 0.4))
            self.server.kill()
            self.server.restart()
        time.sleep(0.3)
        for player in players:
            player.stopping = True
        for player in players:
            player.join(30)
            self.assertIsNone(player.failure)
            self.assertGreater(player.sent, 0)
        self.assertGreater(sum(p.repeated for p in players), 0)
        for player in players:
            self.check(player)
        self.assertEqual(self.server.stop(), 0)
        self.check_database()
        moves = sum(player.sent for player in players)
        print("%d crashes, %d moves acknowledged, none lost" % (CRASHES, moves))

    def test_what_cannot_be_written(self):
        """Somebody else holds the database: a move is refused, the rest goes on, and nothing is
        changed; afterwards the same request is done."""
        person, other = Client(self.server), Client(self.server)
        self.addCleanup(person.close)
        self.addCleanup(other.close)
        id = person.create(public=True)["id"]
        before = person.state(id)
        seat = before["to_act"]
        token = person.state(id, **{"as": seat})["legal"][0]["token"]
        db = sqlite3.connect(os.path.join(self.server.folder, "alibi.db"), isolation_level=None)
        self.addCleanup(db.close)
        db.execute("BEGIN IMMEDIATE")
        refused = []
        thread = threading.Thread(target=lambda: refused.append(
            person.moves(id, seat, before["seq"], [token], "k", 503)))  # fmt: skip
        thread.start()
        time.sleep(0.3)
        self.assertEqual(other.state(id)["seq"], before["seq"])
        self.assertEqual(refused, [])  # the writer waits for five seconds
        thread.join(30)
        self.assertEqual(refused[0].code, "busy")
        db.execute("ROLLBACK")
        self.assertEqual(person.state(id), before)
        done = person.moves(id, seat, before["seq"], [token], "k").json
        self.assertEqual(person.state(id)["seq"], done["seq"])

    def test_a_full_disk(self):
        """The same while files may not grow: the computer does not try again without a pause,
        and goes on when it can."""
        self.server.close()
        self.server = Server("--think", "2000")
        self.addCleanup(self.server.close)
        person = Client(self.server)
        self.addCleanup(person.close)
        id = person.create(LONG, jack="random")["id"]
        pid, rng = self.server.process.pid, random.Random(1)
        seq = play_turn(rng, person, id, "detective", person.state(id))[0]["seq"]
        self.assertEqual(person.state(id)["to_act"], "jack")  # who moves in half a second
        size = os.path.getsize(os.path.join(self.server.folder, "alibi.db-wal"))
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        time.sleep(3)
        self.assertEqual(person.state(id)["seq"], seq)
        failures = [e for e in map(json.loads, self.server.log().splitlines())
                    if e["event"] == "write"]  # fmt: skip
        self.assertIn(len(failures), range(1, 6))
        self.assertIn("nothing was changed: ", failures[0]["text"])
        body = {"game": LONG, "seats": {"jack": "me", "detective": "me"}}
        self.assertEqual(person.ask("POST", "/api/games", json.dumps(body)).code, "busy")
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        deadline = time.monotonic() + 30
        while person.state(id)["seq"] == seq:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.1)


if __name__ == "__main__":
    main()
