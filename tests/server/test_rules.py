"""The rules of rated games: terms, aborting, leaving, rematches; after kill -9, and on several servers.
The clocks stand still, and time passes by adding to that of the database; who is away has left after
two seconds."""

import json
import os
import random
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import LONG, main, path_of, play_turn  # noqa: E402
from machine import wait_until  # noqa: E402
from postgres import WithPostgres, new_database  # noqa: E402
from test_accounts import AccountCase  # noqa: E402
from test_clocks import DAY, MINUTE, SLACK, ask_store, pass_time  # noqa: E402
from test_nodes import Node  # noqa: E402

SEATS = ("jack", "detective")
CLOCK = "300+5"
GONE = 2


class RatedCase(AccountCase):
    ARGS = ("--test-still", "--test-gone", str(GONE), "--think", "20")

    def setUp(self):
        super().setUp()
        self.one = self.two = self.server
        self.rng = random.Random(5)

    def refuses(self, code, reply):
        self.assertEqual(reply.json["error"]["refusal"]["code"], code, reply.body)
        return reply

    def people(self, **more):
        """Ada and Bob, who plays by the other server, if there is one."""
        self.ada, self.bob = self.signed_up("Ada", **more), self.person(self.two)
        self.bob.made = self.bob.sign_up("Bob", **more)
        self.ids = {p: p.made["account"]["id"] for p in (self.ada, self.bob)}

    def make(self, **more):
        """A rated game that has begun: Ada is Jack."""
        body = {"game": LONG, "seats": {"jack": "me", "detective": "open"}, "clock": CLOCK,
                "rated": True, **more}  # fmt: skip
        made = self.ada.post("/api/games", body, 201).json
        self.id = made["id"]
        if body["seats"]["detective"] == "open":
            self.bob.post(path_of(self.id, "/enter"), {"key": made["keys"]["detective"]})
        self.seat = {"jack": self.ada, "detective": self.bob}

    def state(self):
        return self.ada.state(self.id)

    def play(self):
        """Whoever is to act does, once; the seat."""
        seat = self.state()["to_act"]
        person = self.seat[seat]
        play_turn(self.rng, person, self.id, seat, person.state(self.id))
        return seat

    def both_move(self):
        while len({self.play(), self.state()["to_act"]}) == 1:
            pass
        self.play()

    def say(self, person, what, status=200, key="k"):
        return person.post(path_of(self.id, "/" + what), {"key": key}, status)

    def over(self):
        wait_until(lambda: self.state()["status"] == "over", "the game to be over")
        return self.state()

    def played(self, person):
        return self.client().get("/api/people/%s/games" % self.ids[person]).json["games"]

    def standings(self, person):
        return self.client().get("/api/people/" + self.ids[person]).json["standings"]


class Rules:
    """What holds on one server and on several."""

    def test_a_rematch_waits_for_both(self):
        """With a live clock nobody's clock runs in a rematch that they do not know of."""
        self.people()
        for rated, first, second in ((True, {}, {}), (False, {"mix": True}, {}), (False, {}, {"mix": True}),
                                     (True, {"mix": True}, {"mix": True})):  # fmt: skip
            with self.subTest(rated=rated, first=first, second=second):
                self.make(rated=rated)
                self.say(self.bob, "resign")
                old = self.id
                self.id = self.ada.post(path_of(old, "/rematch"), first, 201).json["id"]
                self.assertEqual(self.ada.post(path_of(old, "/rematch"), first).json["you"], ["detective"])
                state = self.bob.state(self.id)
                self.assertEqual((state["status"], state["you"], state["clocks"]["runs"]),
                                 ("waiting", ["jack"], None))  # fmt: skip
                self.assertEqual(set(state["awaits"]), {"jack", "detective"} if first else {"jack"})
                told = self.bob.post(path_of(old, "/rematch"), second)
                self.assertEqual(told.json, {"id": self.id, "you": ["jack"]})
                self.bob.post(path_of(old, "/rematch"), second)  # the same request again
                if second:
                    self.assertIn("jack", self.ada.state(self.id)["awaits"])
                    self.bob.post(path_of(self.id, "/entropy"), {"entropy": "44" * 32})
                if first:
                    self.assertEqual(self.ada.state(self.id)["status"], "waiting")
                    self.ada.post(path_of(self.id, "/entropy"), {"entropy": "55" * 32})
                state = self.bob.state(self.id)
                self.assertEqual((state["status"], state["awaits"]), ("playing", []))
                self.assertIsNotNone(state["clocks"]["runs"])
                self.assertIsNone(self.bob.state(self.id, at=0)["to_act"])
                self.say(self.ada, "resign")
                self.bob.get(path_of(self.id, "/record"))

    def test_a_rematch_that_nobody_wants(self):
        """Either takes it back before it begins; it counts for nothing."""
        self.people()
        for person in (self.ada, self.bob):
            self.make()
            self.say(self.bob, "resign")
            old = self.id
            self.id = self.ada.post(path_of(old, "/rematch"), {"mix": True}, 201).json["id"]
            self.say(person, "abort")
            state = self.over()
            self.assertEqual((state["result"], state["awaits"]), ({"winner": None, "why": "abort"}, []))
            for body in ({}, {"mix": True}):
                self.bob.post(path_of(old, "/rematch"), body)
            self.refuses("server.not-awaited", self.bob.post(
                path_of(self.id, "/entropy"), {"entropy": "44" * 32}, 409))  # fmt: skip
            self.refuses("server.not-over", self.bob.post(path_of(self.id, "/rematch"), {}, 409))
            self.assertEqual(self.over()["status"], "over")
        wait_until(lambda: len(self.played(self.ada)) == 2, "both games to be counted")
        self.assertNotIn(self.id, [g["id"] for g in self.played(self.bob)])

    def test_abort(self):
        self.people()
        self.make()
        stream = self.stream(self.ada, self.id)
        self.play()
        self.assertEqual(self.say(self.bob, "abort").json["events"][0]["kind"], "abort")
        self.say(self.bob, "abort")  # the same request again
        state = self.over()
        self.assertEqual(state["result"], {"winner": None, "why": "abort"})
        self.assertEqual(state["to_act"], None)
        stream.wait(lambda s: s.events and s.events[-1]["kind"] == "abort")
        self.assertEqual(stream.events[-1]["by"], "detective")
        record = self.ada.get(path_of(self.id, "/record")).body.decode()
        self.assertIn('[Ended "nobody:abort"]', record)
        self.ada.post("/api/replay", {"record": record})
        self.refuses("server.over", self.say(self.ada, "abort", 409))
        self.make()
        self.say(self.bob, "resign")
        self.over()
        wait_until(lambda: self.played(self.ada), "the other game to count")
        self.assertEqual([g["id"] for g in self.played(self.ada)], [self.id])

    def test_too_late_to_abort(self):
        self.people()
        self.make()
        self.both_move()
        for person in (self.ada, self.bob):
            self.refuses("server.no-abort", self.say(person, "abort", 409))
        self.make(rated=False)
        self.refuses("server.no-abort", self.say(self.ada, "abort", 409))

    def test_nobody_else_aborts(self):
        self.people()
        self.make(public=True)
        self.say(self.person(), "abort", 403)
        self.assertEqual(self.state()["status"], "playing")

    def test_a_minute_without_a_first_move(self):
        """For each of both. Several servers leave others time to say that a move has come (SLACK)."""
        self.people()
        self.make()
        pass_time(self.server, MINUTE - 1)
        self.play()
        first = self.state()["to_act"]
        pass_time(self.server, MINUTE + SLACK)
        state = self.over()
        self.assertEqual(state["result"], {"winner": None, "why": "abort"})
        self.assertEqual(state["history"][-1]["by"], first)

    def test_after_the_first_moves(self):
        """Only the clock counts."""
        self.people()
        self.make()
        self.both_move()
        pass_time(self.server, 2 * MINUTE)
        self.assertEqual(self.state()["status"], "playing")
        loser = self.state()["to_act"]
        pass_time(self.server, 9 * MINUTE)
        winner = SEATS[1 - SEATS.index(loser)]
        self.assertEqual(self.over()["result"], {"winner": winner, "why": "clock"})
        wait_until(lambda: self.played(self.ada), "the game to count")
        self.assertEqual(self.played(self.ada)[0]["won"], winner == "jack")

    def test_nobody_loses_before_the_first_move(self):
        """Not even where the clock has less than a minute."""
        self.people()
        self.make(clock="10+0")
        pass_time(self.server, MINUTE + SLACK)
        self.assertEqual(self.over()["result"]["why"], "abort")

    def test_days_are_patient(self):
        self.people()
        self.make(clock="3d")
        pass_time(self.server, 2 * DAY)
        self.assertEqual(self.state()["status"], "playing")
        self.say(self.bob, "abort")

    def test_the_minute_goes_on_after_kill(self):
        self.people()
        self.make()
        self.play()
        self.server.kill()
        pass_time(self.server, MINUTE + SLACK)
        self.server.restart()
        for person in (self.ada, self.bob):
            person.close()
        over = "SELECT status || result FROM game WHERE id = '%s'" % self.id
        wait_until(lambda: ask_store(self.server, over).endswith("nobody:abort"), "the abort")
        self.assertEqual(self.state()["result"]["why"], "abort")

    def test_what_was_aborted_stays_so_after_kill(self):
        self.people()
        self.make()
        self.say(self.ada, "abort", key="mine")
        self.server.kill()
        self.server.restart()
        for person in (self.ada, self.bob):
            person.close()
        self.say(self.ada, "abort", key="mine")
        self.assertEqual(self.state()["result"], {"winner": None, "why": "abort"})
        self.assertEqual([s["played"] for s in self.standings(self.ada)], [])

    def test_an_end_that_nobody_was_told(self):
        """The result is counted though the servers were killed at that moment and nobody asks for the game."""
        self.people()
        self.make()
        self.both_move()
        result = "DELETE FROM ledger WHERE key LIKE '%s%%'"
        begun = "SELECT count(*) FROM ledger WHERE key = 'playing/%s'" % self.id
        wait_until(lambda: ask_store(self.server, begun) == "1", "the beginning to be noted")
        self.say(self.bob, "resign")
        wait_until(lambda: self.played(self.ada), "the game to count")  # so nothing is on its way
        for server in {self.one, self.two}:
            server.kill()
        for prefix in ("result/" + self.id, "played/", "standing/", "rated/"):
            ask_store(self.server, result % prefix)  # as if it had not been told
        ask_store(self.server, "INSERT INTO ledger (key, value) VALUES ('playing/%s', '{\"at\":%d}')"
                  " ON CONFLICT DO NOTHING" % (self.id, 1000 * time.time()))  # fmt: skip
        for server in {self.one, self.two}:
            server.restart()
        for person in (self.ada, self.bob):
            person.close()
        wait_until(lambda: self.played(self.ada), "the game to count")
        self.assertEqual(ask_store(self.server, begun), "0")

    def test_who_aborts_often_waits(self):
        self.people()
        for n in range(3):
            wish = {"ticket": "t%d" % n, "game": LONG, "clock": CLOCK, "rated": True}
            self.bob.post("/api/pairing", wish)
            self.bob.post("/api/pairing/leave", {})
            self.make()
            self.say(self.bob, "abort")
        body = {"ticket": "t", "game": LONG, "clock": CLOCK, "rated": True}
        words = json.dumps(body)
        wait_until(lambda: self.bob.ask("POST", "/api/pairing", words).status == 429, "the third to count")
        reply = self.refuses("server.aborts", self.bob.post("/api/pairing", body, 429))
        self.assertIn("seconds", reply.reason)
        self.ada.post("/api/pairing", body)
        kept = self.bob.get("/api/account/export").json["habit"]
        self.assertEqual(kept[0]["games"], "aaa")

    def test_who_leaves_loses(self):
        self.people()
        self.make()
        self.both_move()
        while self.state()["to_act"] != "detective":
            self.play()
        a, b = self.stream(self.ada, self.id), self.stream(self.bob, self.id)
        a.wait(lambda s: s.presence and s.presence[-1]["detective"]["here"])
        self.refuses("server.no-claim", self.say(self.ada, "claim", 409))
        b.close()
        a.wait(lambda s: s.presence[-1]["detective"].get("gone"))
        self.refuses("server.no-claim", self.say(self.bob, "claim", 409))
        self.assertEqual(self.say(self.ada, "claim").json["events"][0]["kind"], "left")
        self.say(self.ada, "claim")  # the same request again
        self.assertEqual(self.over()["result"], {"winner": "jack", "why": "absence"})
        wait_until(lambda: self.played(self.bob), "the game to count")
        game = self.played(self.bob)[0]
        self.assertEqual((game["won"], game["result"]), (False, "jack:absence"))
        self.assertLess(game["gain"], 0)
        self.server.kill()
        self.server.restart()
        self.ada.close()
        self.assertEqual(self.state()["result"], {"winner": "jack", "why": "absence"})

    def test_who_comes_back_does_not(self):
        """Nor can the win be claimed while it is one's own turn, or where turns take days."""
        self.people()
        self.make()
        self.both_move()
        a, b = self.stream(self.ada, self.id), self.stream(self.bob, self.id)
        while self.state()["to_act"] != "jack":
            self.play()
        b.close()
        a.wait(lambda s: s.presence and s.presence[-1]["detective"].get("gone"))
        self.refuses("server.no-claim", self.say(self.ada, "claim", 409))
        while self.state()["to_act"] != "detective":
            self.play()
        b = self.stream(self.bob, self.id)
        a.wait(lambda s: not s.presence[-1]["detective"].get("gone"))
        self.refuses("server.no-claim", self.say(self.ada, "claim", 409))
        b.close()
        self.make(clock="3d")
        self.both_move()
        a = self.stream(self.ada, self.id)
        a.wait(lambda s: s.presence and s.presence[-1]["jack"]["here"])
        self.assertNotIn("gone", self.ada.presence(self.id)["detective"])

    def test_a_rematch(self):
        """It is rated, too, and the sides are swapped."""
        self.people()
        self.make()
        self.say(self.bob, "resign")
        self.refuses("server.rated-sides", self.ada.post(
            path_of(self.id, "/rematch"), {"sides": "same"}, 403))  # fmt: skip
        again = self.ada.post(path_of(self.id, "/rematch"), {}, 201).json["id"]
        self.bob.post(path_of(self.id, "/rematch"), {}, 200)
        state = self.bob.state(again)
        self.assertTrue(state["rated"])
        self.assertEqual((state["status"], state["you"]), ("playing", ["jack"]))
        self.assertEqual(state["accounts"], {"jack": self.ids[self.bob], "detective": self.ids[self.ada]})
        self.id = again
        self.say(self.ada, "abort")  # nobody has moved

    def test_who_aborts_often_begins_no_rated_game(self):
        """Neither by making or entering one, nor by a challenge, nor once more; others can be begun."""
        self.people()
        for name in ("Eve", "Kim"):  # who have not aborted anything
            self.signed_up(name)
        rated = {"game": LONG, "clock": CLOCK, "rated": True}
        free = {**rated, "rated": False}
        seats = {"seats": {"jack": "me", "detective": "open"}}
        level = {"seats": {"jack": "me", "detective": "level1"}}
        asked = {**rated, **seats, "request": "a" * 24}
        before = self.bob.post("/api/games", asked, 201).json["id"]
        self.bob.post("/api/challenges", {**rated, "to": "Ada"})
        self.ada.post("/api/challenges", {**rated, "to": "Bob"})
        offer = next(c["id"] for c in self.bob.get("/api/challenges").json["challenges"]
                     if c["from"]["name"] == "Ada")  # fmt: skip
        for _ in range(3):
            self.make()
            self.say(self.bob, "abort")
        words = json.dumps({**rated, **level})
        wait_until(lambda: self.bob.ask("POST", "/api/games", words).status == 429, "the third to count")
        table = self.ada.post("/api/games", {**rated, **seats, "public": True}, 201).json
        key = {"key": table["keys"]["detective"]}
        for path, body in (("/api/games", {**rated, **seats}), (path_of(table["id"], "/enter"), key),
                           (path_of(table["id"], "/enter"), {"seat": "detective"}),
                           ("/api/challenges", {**rated, "to": "Eve"}),
                           ("/api/challenges/%s/accept" % offer, {}),
                           (path_of(self.id, "/rematch"), {})):  # fmt: skip
            with self.subTest(path):
                self.refuses("server.aborts", self.bob.post(path, body, 429))
        self.assertEqual(self.ada.state(table["id"])["status"], "waiting")
        self.assertEqual(self.bob.post("/api/games", asked, 201).json["id"], before)  # it is there
        self.bob.post("/api/games", {**free, **level}, 201)
        self.bob.post("/api/challenges", {**free, "to": "Kim"})
        self.ada.post("/api/games", {**rated, **level}, 201)

    def test_a_level_waits_for_nobody(self):
        """Whoever has seen the deal of a rated game with a level plays it, and its clock cannot be stopped."""
        self.people()
        for clock in (CLOCK, "3d"):
            self.make(seats={"jack": "me", "detective": "level1"}, clock=clock)
            self.refuses("server.no-abort", self.say(self.ada, "abort", 409))
            self.refuses("server.no-pause", self.ada.post(
                path_of(self.id, "/pause"), {"paused": True}, 409))  # fmt: skip
            clocks = self.ada.post(path_of(self.id, "/pause"), {"paused": False}).json["clocks"]
            self.assertEqual((clocks["paused"], clocks["asks"]), (False, []))
        wait_until(lambda: self.state()["to_act"] == "jack", "my turn")
        pass_time(self.server, 3 * DAY + SLACK)
        self.assertEqual(self.over()["result"], {"winner": "detective", "why": "clock"})
        wait_until(lambda: self.played(self.ada), "the game to count")
        self.assertLess(self.played(self.ada)[0]["gain"], 0)

    def test_two_people_can_pause(self):
        self.people()
        self.make()
        for person, asks in ((self.ada, ["jack"]), (self.bob, [])):
            clocks = person.post(path_of(self.id, "/pause"), {"paused": True}).json["clocks"]
            self.assertEqual(clocks["asks"], asks)
        self.assertTrue(clocks["paused"])

    def test_no_advice(self):
        self.people()
        self.make(seats={"jack": "me", "detective": "level1"})
        wait_until(lambda: self.state()["to_act"] == "jack", "my turn")
        self.refuses("server.no-hints", self.ada.post(path_of(self.id, "/hint"), {"as": "jack"}, 403))
        self.refuses("server.coach", self.ada.get(path_of(self.id, "/coach"), 403))
        record = self.ada.get(path_of(self.id, "/record")).body.decode()
        self.assertIn('[Running "people"]', record)
        self.say(self.ada, "resign")
        self.assertNotIn("Running", self.ada.get(path_of(self.id, "/record")).body.decode())

    def test_levels_have_their_time(self):
        self.people()
        seats = {"jack": "me", "detective": "level1"}
        body = {"game": LONG, "seats": seats, "rated": True}
        self.refuses("server.rated", self.ada.post("/api/games", body, 403))
        for clock, seat in (("10+0", "random"), (CLOCK, "greedy")):
            more = {"clock": clock, "seats": {"jack": "me", "detective": seat}}
            self.refuses("server.rated-level", self.ada.post("/api/games", {**body, **more}, 403))
        self.make(seats=seats)
        self.say(self.ada, "resign")
        wait_until(lambda: self.played(self.ada), "the game to count")
        self.assertEqual([g["opponent"] for g in self.played(self.ada)], [{"player": "level1"}])


class OneServer(Rules, RatedCase):
    pass


class SlowLevels(RatedCase):
    ARGS = ("--test-still", "--think", "1000")

    def test_clocks_that_leave_too_little(self):
        self.people()
        seats = {"jack": "me", "detective": "level6"}
        body = {"game": LONG, "seats": seats, "rated": True}
        for clock, status in (("60+0", 403), ("60+1", 403), ("60+2", 201), ("90+0", 403),
                              ("100+0", 201), ("1d", 201)):  # fmt: skip
            with self.subTest(clock):
                self.ada.post("/api/games", {**body, "clock": clock}, status)


class SeveralServers(WithPostgres, Rules, RatedCase):
    """Ada plays by one server, Bob by another one."""

    def setUp(self):
        url = new_database(self.postgres.url)
        self.one, self.two = Node(url, *self.ARGS), Node(url, *self.ARGS)
        for node in (self.one, self.two):
            self.addCleanup(node.close)
        self.server = self.one
        self.rng = random.Random(5)


if __name__ == "__main__":
    main()
