"""Clocks, by the server as clients meet it. Most tests have its clocks stand still (--test-still) and
let time pass by adding to the time of the database, so that every number is exact; those about
outages let it run, and bound what may have passed by what they measured themselves."""

import contextlib
import os
import random
import re
import sqlite3
import sys
import threading
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import (GAMES, LONG, Client, RefusalCase, Server, Stream, main, path_of,  # noqa: E402
                     play_turn, stage_activation)  # fmt: skip
import machine  # noqa: E402
from machine import PATIENCE  # noqa: E402
from postgres import WithPostgres, new_database, run_sql  # noqa: E402
from test_presence import Games  # noqa: E402

SECOND, MINUTE, HOUR = 1000, 60 * 1000, 3600 * 1000
DAY = 24 * HOUR
# That the time goes on after the last mark that was kept, at most.
SLACK = 2500


def wait_until(is_so):
    machine.wait_until(is_so, "what a clock should show")


def sqlite_of(server):
    path = os.path.join(server.folder, "alibi.db")
    return contextlib.closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None))


def ask_store(server, text):
    """What the database answers, in one text; on whichever it is."""
    if server.store[0] == "--store":
        return run_sql(server.store[1], text).strip()
    with sqlite_of(server) as db:
        row = db.execute(text).fetchone()
        return "" if row is None else str(row[0])


def pass_time(server, ms):
    ask_store(server, "UPDATE pulse SET time = time + %d" % ms)


class Waiting:
    """A move that waits for the database, which somebody holds."""

    def __init__(self, server, person, game, seat, state, tokens):
        self.reply = None
        self.person = person
        body = (game, seat, state["seq"], tokens, "k")
        self.thread = threading.Thread(target=self.run, args=body, daemon=True)
        self.thread.start()

    def run(self, game, seat, seq, tokens, key):
        body = '{"as":"%s","seq":%d,"tokens":["%s"],"key":"%s"}' % (
            seat, seq, '","'.join(tokens), key)  # fmt: skip
        self.reply = self.person.ask("POST", path_of(game, "/moves"), body)


class ClockCase(RefusalCase):
    def setUp(self):
        super().setUp()
        self.rng = random.Random(17)
        self.person = self.client()

    def make(self, clock="300+5", jack="me", detective="me", **more):
        """A game with a clock, which has begun if nobody is missing; its id."""
        return self.person.create(LONG, jack, detective, clock=clock, **more)["id"]

    def clocks(self, game, client=None):
        return (client or self.person).state(game)["clocks"]

    def wait_for(self, game, is_so):
        """The clocks, once they are as they should be."""
        found = []

        def look():
            found[:] = [self.person.state(game)]
            return is_so(found[0])

        wait_until(look)
        return found[0]

    def let_pass(self, game, ms):
        """So much time passes for whoever is to act."""
        before = self.clocks(game)
        seat = before["runs"]
        pass_time(self.server, ms)
        return self.wait_for(game, lambda s: s["clocks"][seat] == max(0, before[seat] - ms))["clocks"]

    def play(self, game):
        """One activation of whoever is to act; the clocks after it, and who it was."""
        state = self.person.state(game)
        seat = state["to_act"]
        if state["as"] != seat:
            state = self.person.state(game, **{"as": seat})
        answer, _, _ = play_turn(self.rng, self.person, game, seat, state)
        return answer["clocks"], seat

    def hand_over(self, game):
        """Plays until the other side is to act."""
        first = self.person.state(game)["to_act"]
        clocks, seat = self.play(game)
        while clocks["runs"] == first:
            clocks, seat = self.play(game)
        return clocks, seat


class Agreement(ClockCase):
    ARGS = ("--test-still",)

    def left(self, game):
        """What one's own list says that is left."""
        listed = self.person.get("/api/games").json["games"]
        return next(g for g in listed if g["id"] == game).get("left")

    def test_ones_own_list(self):
        """It tells what whoever is to act has left, while that clock runs; the lobby never does."""
        game = self.make("3d", public=True)
        self.assertEqual(self.left(game), 3 * DAY)
        self.let_pass(game, HOUR)
        self.assertEqual(self.left(game), 3 * DAY - HOUR)
        lobby = self.person.get("/api/lobby").json["games"]
        self.assertNotIn("left", next(g for g in lobby if g["id"] == game))
        with contextlib.closing(Games(self.person)) as stream:
            stream.shows(lambda games: "left" in games[0])
            for seat in ("jack", "detective"):
                self.person.post(path_of(game, "/pause"), {"as": seat, "paused": True})
            stream.shows(lambda games: "left" not in games[0])
        self.assertIsNone(self.left(game))
        waiting = self.make("3d", detective="open")
        self.assertIsNone(self.left(waiting))
        self.assertIsNone(self.left(self.person.create(LONG)["id"]))

    def test_what_is_told(self):
        game = self.make(public=True)
        state = self.person.state(game)
        self.assertEqual(state["clock"], "300+5")
        self.assertEqual(state["clocks"], {
            "jack": 300000, "detective": 300000, "runs": state["to_act"], "paused": False, "asks": []
        })  # fmt: skip
        self.assertEqual(self.person.get("/api/games").json["games"][0]["clock"], "300+5")
        listed = self.client().get("/api/lobby").json["games"]
        self.assertEqual([g["clock"] for g in listed], ["300+5"])
        self.assertIn('[Clock "300+5"]', self.person.get(path_of(game, "/record")).body.decode())

    def test_games_without_a_clock_are_as_before(self):
        game = self.person.create(LONG)["id"]
        state = self.person.state(game)
        self.assertNotIn("clock", state)
        self.assertNotIn("clocks", state)
        stream = self.stream(self.person, game)
        answer, _, _ = play_turn(self.rng, self.person, game, state["to_act"],
                                 self.person.state(game, **{"as": state["to_act"]}))  # fmt: skip
        self.assertNotIn("clocks", answer)
        stream.wait_for(answer["seq"])
        self.assertNotIn(b"clocks", stream.raw)
        self.assertNotIn("Clock", self.person.get(path_of(game, "/record")).body.decode())
        self.refused(409, "server.no-clock", self.pause(game, "jack", True))
        self.assertEqual(ask_store(self.server, "SELECT count(*) FROM game WHERE due IS NOT NULL"), "0")

    def pause(self, game, seat, paused):
        body = '{"as":"%s","paused":%s}' % (seat, "true" if paused else "false")
        return self.person.ask("POST", path_of(game, "/pause"), body)

    def refused(self, status, code, reply):
        self.assertEqual(reply.status, status, reply.body)
        self.assertEqual(reply.json["error"]["refusal"]["code"], code)

    def test_bad_clocks(self):
        for clock in ("", "none", "300", "9+0", "10801+0", "300+181", "0d", "15d", "3.5d", "1e3+1",
                      "300+5 rated", "x" * 500, 300, None, True, [], {"base": 300}):  # fmt: skip
            with self.subTest(clock):
                body = {"game": LONG, "seats": {"jack": "me", "detective": "me"}, "clock": clock}
                reply = self.person.post("/api/games", body, 400)
                self.refused(400, "server.clock", reply)
        self.assertEqual(self.person.get("/api/games").json["games"], [])

    def test_a_rematch_has_the_same_clock(self):
        game = self.make("600+0")
        self.let_pass(game, 20 * SECOND)
        self.person.post(path_of(game, "/resign"), {"as": "jack", "key": "r"})
        again = self.person.post(path_of(game, "/rematch"), {}, 201).json["id"]
        state = self.person.state(again)
        self.assertEqual(state["clock"], "600+0")
        self.assertEqual([state["clocks"][s] for s in ("jack", "detective")], [600000] * 2)

    def test_nothing_runs_before_the_game_begins(self):
        game = self.make(detective="open", public=True)
        pass_time(self.server, HOUR)
        clocks = self.clocks(game)
        self.assertEqual((clocks["jack"], clocks["detective"], clocks["runs"]), (300000, 300000, None))
        other = self.client()
        other.post(path_of(game, "/enter"), {"seat": "detective"})
        clocks = self.clocks(game)
        self.assertEqual((clocks["jack"], clocks["detective"]), (300000, 300000))
        self.assertIsNotNone(clocks["runs"])

    def test_every_game(self):
        for name in GAMES:
            made = self.person.create(name, clock="300+5")["id"]
            self.assertEqual(self.person.state(made)["clocks"]["jack"], 300000)


class Course(ClockCase):
    ARGS = ("--test-still",)

    def test_time_passes(self):
        game = self.make()
        clocks = self.let_pass(game, 10 * SECOND)
        first = clocks["runs"]
        other = {"jack": "detective", "detective": "jack"}[first]
        self.assertEqual(clocks[other], 300000)
        clocks, _ = self.hand_over(game)
        self.assertEqual(clocks, {first: 295000, other: 300000, "runs": other, "paused": False, "asks": []})
        self.let_pass(game, 7 * SECOND)
        self.server.kill()
        self.server.restart()
        self.person.close()
        self.assertEqual(self.clocks(game)[other], 293000)
        clocks, _ = self.hand_over(game)
        self.assertEqual((clocks[first], clocks[other]), (295000, 298000))

    def test_streams_tell_the_clocks(self):
        game = self.make()
        stream = self.stream(self.person, game, **{"as": "public"})
        clocks = lambda s: [e for e in s.other if "runs" in e]
        stream.wait(lambda s: clocks(s))
        first = clocks(stream)[0]
        self.assertEqual((first["jack"], first["detective"]), (300000, 300000))
        pass_time(self.server, 12 * SECOND)
        stream.wait(lambda s: clocks(s)[-1][first["runs"]] == 288000)
        after, _ = self.hand_over(game)
        stream.wait(lambda s: clocks(s)[-1] == after)

    def test_the_flag_falls(self):
        game = self.make()
        seat = self.clocks(game)["runs"]
        stream = self.stream(self.person, game)
        self.let_pass(game, 299 * SECOND)
        pass_time(self.server, 999)
        self.wait_for(game, lambda s: s["clocks"][seat] == 1)
        pass_time(self.server, 1)
        state = self.wait_for(game, lambda s: s["status"] == "over")
        winner = {"jack": "detective", "detective": "jack"}[seat]
        self.assertEqual(state["result"], {"winner": winner, "why": "clock"})
        self.assertEqual(state["clocks"][seat], 0)
        self.assertIsNone(state["clocks"]["runs"])
        self.assertIsNone(state["to_act"])
        self.assertEqual(state["history"][-1], {"seq": state["seq"], "kind": "flag", "by": seat})
        stream.wait_for(state["seq"])
        self.assertEqual(stream.events[-1]["after"]["result"], state["result"])
        record = self.person.get(path_of(game, "/record")).body.decode()
        self.assertIn('[Ended "%s:clock"]' % winner, record)
        metrics = self.person.get("/metrics").body.decode()
        self.assertIn("alibi_flags_fallen_total 1\n", metrics)
        self.person.post("/api/replay", {"record": record})

    def test_too_late(self):
        """A move that arrives when the time is up ends the game."""
        game = self.make("10+0")
        state = self.person.state(game)
        seat = state["to_act"]
        state = self.person.state(game, **{"as": seat})
        tokens = stage_activation(self.rng, self.person, game, seat, state)
        pass_time(self.server, 10 * SECOND)
        self.wait_for(game, lambda s: s["clocks"][seat] == 0)
        reply = self.person.moves(game, seat, state["seq"], tokens, "k", 409)
        self.assertEqual(reply.json["error"]["refusal"]["code"], "server.over")
        self.assertEqual(self.person.state(game)["result"]["why"], "clock")

    @contextlib.contextmanager
    def held_store(self):
        """Nobody else can write; what is given is a function that asks the database meanwhile."""
        if self.server.store[0] != "--store":
            with sqlite_of(self.server) as db:
                db.execute("BEGIN IMMEDIATE")
                yield db.execute
                db.execute("COMMIT")
            return
        script = []
        yield script.append
        run_sql(self.server.store[1], ";".join(script))

    def test_arrived_in_time_and_written_late(self):
        if self.server.store[0] == "--store":
            return  # a lock on one row would not hold the others up
        game = self.make("10+0")
        seat = self.person.state(game)["to_act"]
        state = self.person.state(game, **{"as": seat})
        tokens = stage_activation(self.rng, self.person, game, seat, state)
        self.let_pass(game, 9 * SECOND)
        watcher = self.client()
        waits = lambda: "alibi_changes_waiting 0\n" not in watcher.get("/metrics").body.decode()
        with self.held_store() as ask:
            move = Waiting(self.server, self.person, game, seat, state, tokens)
            wait_until(waits)
            ask("UPDATE pulse SET time = time + 20000")
        move.thread.join(PATIENCE)
        self.assertEqual(move.reply.status, 200, move.reply.body)

    def test_flag_without_anybody(self):
        """Games whose clocks run are found after a restart, though nobody asks for them."""
        for clock, ms in (("10+0", 10 * SECOND), ("2d", 2 * DAY)):
            game = self.make(clock)
            self.server.kill()
            pass_time(self.server, ms)
            self.server.restart()
            self.person.close()
            over = "SELECT status || result FROM game WHERE id = '%s'" % game
            wait_until(lambda: ask_store(self.server, over).endswith(":clock"))

    def test_days(self):
        """Days are 24 hours, in whatever zone and season."""
        game = self.make("3d")
        self.assertEqual(self.clocks(game)["jack"], 3 * DAY)
        seat = self.clocks(game)["runs"]
        self.let_pass(game, 3 * DAY - HOUR)
        clocks, _ = self.hand_over(game)
        self.assertEqual((clocks["jack"], clocks["detective"]), (3 * DAY, 3 * DAY))
        for zone in ("America/New_York", "Europe/Berlin", "Pacific/Apia", "Asia/Kathmandu"):
            self.server.stop()
            os.environ["TZ"] = zone
            self.addCleanup(os.environ.pop, "TZ", None)
            self.server.restart()
            self.person.close()
            self.assertEqual(self.clocks(game)[clocks["runs"]], 3 * DAY)
        self.let_pass(game, 3 * DAY - 1)
        self.assertEqual(self.person.state(game)["status"], "playing")
        pass_time(self.server, 1)
        state = self.wait_for(game, lambda s: s["status"] == "over")
        self.assertEqual(state["result"], {"winner": seat, "why": "clock"})

    def test_resigning_stops_the_clocks(self):
        game = self.make()
        clocks = self.let_pass(game, 5 * SECOND)
        seat = clocks["runs"]
        self.person.post(path_of(game, "/resign"), {"as": seat, "key": "r"})
        pass_time(self.server, MINUTE)
        clocks = self.clocks(game)
        self.assertEqual((clocks[seat], clocks["runs"]), (295000, None))


class Pause(ClockCase):
    ARGS = ("--test-still",)

    def setUp(self):
        super().setUp()
        self.game = self.make(detective="open", public=True)
        self.other = self.client()
        self.other.post(path_of(self.game, "/enter"), {"seat": "detective"})
        self.people = {"jack": self.person, "detective": self.other}

    def wish(self, seat, paused, status=200):
        reply = self.people[seat].post(path_of(self.game, "/pause"), {"paused": paused}, status)
        return reply.json.get("clocks", reply.json)

    def test_by_agreement(self):
        runs = self.clocks(self.game)["runs"]
        stream = self.stream(self.other, self.game)
        self.assertEqual(self.wish("jack", True)["asks"], ["jack"])
        stream.wait(lambda s: any(e.get("asks") == ["jack"] for e in s.other))
        self.let_pass(self.game, 10 * SECOND)  # asking stops nothing
        self.assertEqual(self.wish("jack", True)["asks"], ["jack"])
        clocks = self.wish("detective", True)
        self.assertEqual((clocks["paused"], clocks["runs"], clocks["asks"]), (True, None, []))
        pass_time(self.server, HOUR)
        self.server.kill()
        self.server.restart()
        self.person.close()
        self.other.close()
        self.assertEqual(self.clocks(self.game)[runs], 290000)
        state = self.people[runs].state(self.game)
        reply = self.people[runs].moves(self.game, runs, state["seq"], ["x"], "k", 409)
        self.assertEqual(reply.json["error"]["refusal"]["code"], "server.paused")
        self.assertEqual(self.wish("detective", False)["asks"], ["detective"])
        self.assertTrue(self.clocks(self.game)["paused"])
        clocks = self.wish("jack", False)
        self.assertEqual((clocks["paused"], clocks["runs"], clocks["asks"]), (False, runs, []))
        self.let_pass(self.game, SECOND)
        play_turn(self.rng, self.people[runs], self.game, runs, state)

    def test_taken_back_and_declined(self):
        for who in ("jack", "detective"):
            self.wish("jack", True)
            self.assertEqual(self.wish(who, False)["asks"], [])
            self.assertEqual(self.wish("detective", True)["asks"], ["detective"])
            self.assertEqual(self.wish("detective", False)["asks"], [])

    def test_a_turn_ends_a_wish(self):
        runs = self.clocks(self.game)["runs"]
        other = {"jack": "detective", "detective": "jack"}[runs]
        self.wish(runs, True)
        clocks = None
        while clocks is None or clocks["runs"] == runs:
            state = self.people[runs].state(self.game)
            clocks = play_turn(self.rng, self.people[runs], self.game, runs, state)[0]["clocks"]
        self.assertEqual(clocks["asks"], [])
        self.assertFalse(self.wish(other, True)["paused"])

    def test_it_ends_after_a_day(self):
        self.wish("jack", True)
        self.wish("detective", True)
        pass_time(self.server, DAY)
        self.wait_for(self.game, lambda s: not s["clocks"]["paused"])

    def test_bad_wishes(self):
        for body in ({}, {"paused": 1}, {"paused": None}, {"paused": True, "x": 1}):
            self.person.post(path_of(self.game, "/pause"), body, 400)
        self.person.post(path_of(self.game, "/pause"), {"as": "detective", "paused": True}, 403)
        self.client().post(path_of(self.game, "/pause"), {"paused": True}, 403)
        self.assertEqual(self.clocks(self.game)["asks"], [])

    def test_the_computer_agrees(self):
        game = self.make(detective="level1")
        self.wait_for(game, lambda s: s["to_act"] == "jack")
        body = {"paused": True}
        self.assertTrue(self.person.post(path_of(game, "/pause"), body).json["clocks"]["paused"])
        body = {"paused": False}
        self.assertFalse(self.person.post(path_of(game, "/pause"), body).json["clocks"]["paused"])


class Computer(ClockCase):
    ARGS = ("--test-still", "--think", "200", "--threads", "1")

    def test_what_it_thinks_counts_and_what_it_waits_does_not(self):
        """All its decisions of a turn take a whole number of quarters of the time for one; that
        others are in the queue makes the time for each smaller, and costs it nothing."""
        games = [self.make(detective="level5", jack="me") for _ in range(6)]
        for game in games:
            state = self.wait_for(game, lambda s: s["to_act"] == "jack")
            tokens = sum(e["kind"] == "move" and e["by"] == "detective" for e in state["history"])
            used = 305000 - state["clocks"]["detective"]
            self.assertGreater(used, 0)
            self.assertLessEqual(used, 50 * (4 + 1) * tokens)
            self.assertEqual(state["clocks"]["jack"], 300000)


def moves_of(state, seat):
    return sum(e["kind"] == "move" and e["by"] == seat for e in state["history"])


class Hurried(ClockCase):
    """It has far more time for a decision than its clock leaves it."""

    ARGS = ("--test-still", "--think", "4000", "--threads", "1")

    def test_it_hurries_when_its_time_is_short(self):
        """A decision gets a fortieth of what is left; a turn costs a quarter of that for each of its
        tokens, and four more for each time that it is to act."""
        game, left, before = self.make("10+0", detective="level6"), 10000, 0
        for _ in range(3):
            state = self.wait_for(game, lambda s: s["to_act"] != "detective")
            tokens = moves_of(state, "detective") - before
            used, quarter = left - state["clocks"]["detective"], left // 40 / 4
            self.assertGreater(tokens, 0)
            self.assertGreaterEqual(used, 0.9 * quarter * (4 + tokens))
            self.assertLessEqual(used, 5 * quarter * tokens)
            left, before = left - used, before + tokens
            while state["to_act"] == "jack":
                play_turn(self.rng, self.person, game, "jack", state)
                state = self.person.state(game)
            if state["status"] == "over":
                break


class Slow(ClockCase):
    """It thinks for minutes."""

    ARGS = ("--test-still", "--think", "600000")
    CLOCK, LEFT = "10800+180", 3 * HOUR

    def think(self):
        """A game in which it thinks for longer than a test lasts."""
        game = self.make(self.CLOCK, detective="level6")
        state = self.person.state(game)
        self.assertEqual(state["thinking"], {"seat": "detective", "ms": 360000})
        return game

    def test_it_is_never_late(self):
        """Its flag does not fall while it thinks; a person's does."""
        game, other = self.think(), self.make("10+0")
        pass_time(self.server, 4 * HOUR)
        self.wait_for(other, lambda s: s["status"] == "over")
        state = self.wait_for(game, lambda s: s["clocks"]["detective"] == 0)
        self.assertEqual((state["status"], state["to_act"]), ("playing", "detective"))

    def test_a_pause_costs_it_nothing(self):
        game = self.think()
        for _ in range(5):
            self.let_pass(game, MINUTE)
            for paused in (True, False):
                reply = self.person.post(path_of(game, "/pause"), {"paused": paused})
                self.assertEqual(reply.json["clocks"]["detective"], self.LEFT)
        self.let_pass(game, MINUTE)
        self.person.post(path_of(game, "/resign"), {"as": "jack", "key": "r"})
        self.assertEqual(self.clocks(game)["detective"], self.LEFT)


class Interrupted(ClockCase):
    ARGS = ("--test-still", "--think", "2000", "--threads", "1")

    def thoughts(self):
        text = self.person.get("/metrics").body.decode()
        return int(re.search(r"(?m)^alibi_thought_seconds_count (\d+)$", text)[1])

    def pause(self):
        """A game that was paused while it thought, once it has found its move. If the machine is so
        busy that the pause comes too late, another one is tried."""
        for _ in range(20):
            game = self.make(detective="level6")
            self.person.post(path_of(game, "/pause"), {"paused": True})
            if self.person.state(game)["to_act"] == "detective":
                break
        state = self.wait_for(game, lambda s: not s["thinking"])
        self.assertEqual((state["to_act"], state["clocks"]["paused"]), ("detective", True))
        self.assertEqual(moves_of(state, "detective"), 0)
        self.assertEqual(state["clocks"]["detective"], 300000)
        return game

    def test_its_move_is_played_after_a_pause(self):
        game = self.pause()
        before = self.thoughts()
        self.assertGreater(before, 0)
        self.person.post(path_of(game, "/pause"), {"paused": False})
        state = self.wait_for(game, lambda s: moves_of(s, "detective"))
        self.assertEqual(self.thoughts(), before)  # it is the one that it had found
        state = self.wait_for(game, lambda s: s["to_act"] == "jack")
        used, tokens = 305000 - state["clocks"]["detective"], moves_of(state, "detective")
        self.assertGreaterEqual(used, 500 * (4 + tokens))
        self.assertLessEqual(used, 500 * 5 * tokens)

    def test_a_game_that_is_given_up_during_a_pause(self):
        game = self.pause()
        self.person.post(path_of(game, "/resign"), {"key": "r"})
        state = self.person.state(game)
        self.assertEqual((state["status"], moves_of(state, "detective")), ("over", 0))


class Outages(ClockCase):
    """The clocks run."""

    def measured(self, game):
        """What is left to whoever is to act, and between which moments that was so."""
        before = time.monotonic()
        clocks = self.clocks(game)
        return clocks[clocks["runs"]], before, time.monotonic()

    def check_lost(self, first, down, up, last, slack=0):
        """Between the measurements FIRST and LAST the server could not be played at from DOWN to UP."""
        (left, _, began), (left_now, _, ended) = first, last
        most = (down - first[1]) + (ended - up)
        self.assertLessEqual(left - left_now, most * 1000 + slack + 5)
        self.assertGreaterEqual(left_now, 0)
        self.assertGreater((up - down) * 1000, slack + 1000, "it was not down for long enough")

    def test_killed(self):
        game = self.make()
        self.stream(self.person, game)
        first = self.measured(game)
        wait_until(lambda: self.measured(game)[0] < first[0] - 1500)  # it runs, and was marked
        first = self.measured(game)
        self.server.kill()
        down = time.monotonic()
        time.sleep(4)
        up = time.monotonic()
        self.server.restart()
        self.person.close()
        last = self.measured(game)
        self.check_lost(first, down, up, last)
        # And not more is given back than was lost: it had been marked a moment before.
        self.assertGreaterEqual(first[0] + SLACK, last[0])
        wait_until(lambda: self.measured(game)[0] < last[0] - 500)

    def test_looked_at_while_the_first_mark_waits(self):
        """After a restart a game may be read before the time has been marked for the first time."""
        if self.server.store[0] == "--store":
            return  # tests/unit/test_clocks.c has it for whatever database
        game = self.make()
        self.server.kill()
        waits = lambda: "alibi_changes_waiting 0\n" not in self.person.get("/metrics").body.decode()
        self.server.restart()
        self.person.close()
        with sqlite_of(self.server) as db:
            db.execute("BEGIN IMMEDIATE")
            wait_until(waits)
            self.clocks(game)
            db.execute("ROLLBACK")
        wait_until(lambda: not waits())
        first = self.measured(game)
        wait_until(lambda: self.measured(game)[0] < first[0] - 1500)  # it is marked again
        self.assertEqual(self.person.state(game)["status"], "playing")
        last = self.measured(game)
        self.assertLessEqual(first[0] - last[0], (last[2] - first[1]) * 1000 + 5)

    def test_stopped(self):
        game = self.make("1d")
        first = self.measured(game)
        self.server.stop()
        down = time.monotonic()
        time.sleep(2)
        up = time.monotonic()
        self.server.restart()
        self.person.close()
        self.check_lost(first, down, up, self.measured(game))

    def test_nothing_can_be_written(self):
        if self.server.store[0] == "--store":
            return  # test_nodes cuts the line there
        game = self.make()
        stream = self.stream(self.person, game)
        first = self.measured(game)
        with sqlite_of(self.server) as db:
            db.execute("BEGIN IMMEDIATE")
            down = time.monotonic()
            time.sleep(8)
            up = time.monotonic()
            told = len(stream.other)
            db.execute("ROLLBACK")
        last = self.measured(game)
        self.check_lost(first, down, up, last, SLACK)
        # Whoever watches is told.
        stream.wait(lambda s: any("runs" in e for e in s.other[told:]))

    def test_asleep(self):
        """A machine that is put to sleep."""
        import signal

        game = self.make()
        first = self.measured(game)
        down = time.monotonic()
        self.server.process.send_signal(signal.SIGSTOP)
        time.sleep(6)
        up = time.monotonic()
        self.server.process.send_signal(signal.SIGCONT)
        self.check_lost(first, down, up, self.measured(game), SLACK)


class Nodes(WithPostgres, unittest.TestCase):
    """Two servers on one database."""

    def setUp(self):
        self.url = new_database(self.postgres.url)
        self.rng = random.Random(17)

    def node(self, *args):
        node = Server.__new__(Server)
        node.store = None

        class Node(Server):
            def start(this, port="0"):
                this.store = ["--store", self.url]
                super().start(port)

        node = Node(*args)
        self.addCleanup(node.close)
        return node

    def person(self, node, key=None):
        client = Client(node, key)
        self.addCleanup(client.close)
        return client

    def test_one_result(self):
        nodes = [self.node("--test-still") for _ in range(2)]
        makers = [self.person(node) for node in nodes]
        games = [maker.create(LONG, clock="10+0", public=True) for maker in makers for _ in range(5)]
        viewers = [self.person(node) for node in nodes]
        streams = [Stream(viewer, made["id"], **{"as": "public"}) for viewer in viewers for made in games]
        for stream in streams:
            self.addCleanup(stream.close)
        run_sql(self.url, "UPDATE pulse SET time = time + 20000")
        for stream in streams:
            stream.wait(lambda s: s.events and s.events[-1]["kind"] == "flag")
        for made in games:
            found = {str(v.state(made["id"], **{"as": "truth"})["history"]) for v in viewers}
            self.assertEqual(len(found), 1)
        kinds = run_sql(self.url, "SELECT count(*), count(DISTINCT game) FROM event WHERE kind = 5")
        self.assertEqual(kinds.strip(), "10|10")

    def test_a_node_is_missing(self):
        """Those who played there have to go elsewhere: nobody's time passes meanwhile."""
        one, two = self.node(), self.node()
        person, other = self.person(one), self.person(two)
        made = person.create(LONG, clock="300+0", public=True)
        stream = Stream(other, made["id"], **{"as": "public"})
        self.addCleanup(stream.close)
        nodes = lambda: run_sql(self.url, "SELECT count(*) FROM node").strip()
        wait_until(lambda: nodes() == "2")
        clock = lambda: int(run_sql(self.url, "SELECT time FROM pulse"))
        before, began = clock(), time.monotonic()
        one.kill()
        time.sleep(7)
        after, ended = clock(), time.monotonic()
        # It has stood still from soon after the last sign of life until now.
        self.assertLessEqual(after - before, 2500 + 1000 + 1000)
        self.assertGreater((ended - began) * 1000, 6000)
        wait_until(lambda: clock() > after + 1000)

    def test_time_is_shared(self):
        """Two nodes that count do not count twice."""
        nodes = [self.node() for _ in range(2)]
        for node in nodes:
            self.person(node).create(LONG, clock="300+0")
        clock = lambda: int(run_sql(self.url, "SELECT time FROM pulse"))
        nodes_there = lambda: run_sql(self.url, "SELECT count(*) FROM node").strip()
        wait_until(lambda: nodes_there() == "2")
        began, before = time.monotonic(), clock()
        time.sleep(4)
        passed = clock() - before
        self.assertLessEqual(passed, (time.monotonic() - began) * 1000 + SLACK)
        self.assertGreater(passed, 0)


if __name__ == "__main__":
    main()
