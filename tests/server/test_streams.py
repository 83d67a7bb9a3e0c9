"""Streams of events: coming back without a gap, through restarts too; many readers; the end."""

import contextlib
import http.client
import json
import os
import random
import sqlite3
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import (  # noqa: E402
    GAMES, LONG, PATIENCE, ServerCase, changed, main, path_of, play_turn, position_of, told)  # fmt: skip


class Pace(ServerCase):
    """When the computer's answer comes does not depend on how quickly it was found."""

    ARGS = ("--think", "200")

    def check(self, level, quarters):
        """Its moves in null, of one token each, take no less than so many quarters. A game may
        be over soon; then there is another."""
        checked = 0
        while checked < 4:
            checked += self.check_game(level, quarters)

    def check_game(self, level, quarters):
        person, rng, checked = self.client(), random.Random(3), 0
        id = person.create(jack=level)["id"]
        stream = self.stream(person, id)
        while (state := person.state(id))["to_act"] and checked < 6:
            if state["to_act"] == "jack":
                stream.wait_for(state["seq"] + 1)
                continue
            begun = time.monotonic()
            seq = play_turn(rng, person, id, "detective", state)[0]["seq"]
            if person.state(id)["to_act"] == "jack":
                stream.wait_for(seq + 1)
                self.assertGreater(time.monotonic() - begun, quarters * 0.05)
                checked += 1
        return checked

    def test_a_level_that_needs_no_time(self):
        self.check("random", 1)

    def test_a_level_that_has_time(self):
        self.check("level6", 5)


class Together(Pace):
    """The same where idle threads search along."""

    ARGS = ("--think", "200", "--threads", "3", "--search-threads", "3")

    def test_a_game_with_much_to_search(self):
        person = self.client()
        id = person.create(LONG, detective="level6")["id"]
        self.stream(person, id).wait_for(person.state(id)["seq"] + 1)


class Patient(ServerCase):
    ARGS = ("--think", "20000")

    def test_thinking_is_told(self):
        """While it lasts, and that is long here: what is over before it can be told is not told."""
        person = self.client()
        id = person.create(LONG, detective="level6")["id"]
        stream = self.stream(person, id)
        stream.wait(lambda s: s.other)
        self.assertEqual(stream.other, [{"seat": "detective", "ms": 20000}])


class Crowd(ServerCase):
    ARGS = ("--think", "500")

    def test_many_thoughts(self):
        """Somebody asks for forty hints at once, which would be twenty seconds and more of
        thinking for one thread: another's game goes on all the same."""
        greedy, other = self.client(), self.client()
        hints = []
        for _ in range(40):
            id = greedy.create(LONG, hints=True)["id"]
            wire = http.client.HTTPConnection(self.server.host, self.server.port, timeout=PATIENCE)
            self.addCleanup(wire.close)
            body = {"as": "detective", "level": "champion"}
            hints.append((wire, path_of(id, "/hint"), json.dumps(body)))
        headers = {**greedy.headers(), "Content-Type": "application/json",
                   "Origin": self.server.origin}  # fmt: skip
        for wire, path, body in hints:
            wire.request("POST", path, body, headers)
        id = other.create(LONG, detective="level6")["id"]
        stream = self.stream(other, id)
        stream.wait(lambda s: any(e.get("by") == "detective" for e in s.events))
        self.assertLess(self.server.processor_seconds(), 10)
        for wire, _, _ in hints:
            self.assertEqual(wire.getresponse().status, 200)


class Enough(ServerCase):
    """Whoever has one state and then the stream knows as much as by asking for every state."""

    def follow(self, person, id, viewer, state, stream):
        """Goes from STATE through the events of the stream; each leads to the state that the
        server shows for its number."""
        position = position_of(state)
        for event in stream.events:
            after = event["after"]
            position = changed(position, after)
            there = person.state(id, **{"as": viewer, "at": event["seq"]})
            self.assertEqual(position, position_of(there), event)
            self.assertEqual(after["to_act"], there["to_act"])
        now = person.state(id, **{"as": viewer})
        self.assertEqual(stream.events[-1]["seq"], now["seq"])
        for member in ("status", "to_act"):
            self.assertEqual(after[member], now[member])
        self.assertEqual(after.get("legal", []), now["legal"])
        self.assertEqual(after.get("result"), now["result"])
        self.assertEqual(after.get("opening"), now["opening"])
        self.assertEqual(told(stream.events), now["history"][state["at"] :])

    def play(self, person, id, rng, turns):
        for _ in range(turns):
            seat = person.state(id)["to_act"]
            if seat is None:
                break
            play_turn(rng, person, id, seat, person.state(id, **{"as": seat}))

    def test_whole_games(self):
        """From the first event, and for somebody who comes late or comes back; to the end."""
        for game in (*GAMES, "null"):
            person, rng, joined = self.client(), random.Random(game), []
            id = person.create(game)["id"]
            for turns in (0, 3, 2, 1000):
                self.play(person, id, rng, turns)
                for viewer in ("jack", "detective", "public") if turns < 1000 else ():
                    query = {"as": viewer} if turns else {"as": viewer, "at": 0}
                    state = person.state(id, **query)
                    stream = self.stream(person, id, since=state["at"], **{"as": viewer})
                    joined.append((viewer, state, stream))
            seq = person.state(id)["seq"]
            for viewer, state, stream in joined:
                if state["at"] == seq:
                    continue  # it came when the game was over
                stream.wait_for(seq)
                with self.subTest(game=game, viewer=viewer, since=state["at"]):
                    self.follow(person, id, viewer, state, stream)
            # After the end the whole truth can be followed too.
            state = person.state(id, **{"as": "truth", "at": 0})
            stream = self.stream(person, id, **{"as": "truth"})
            stream.wait_for(seq)
            self.follow(person, id, "truth", state, stream)

    def test_coming_back_in_the_middle(self):
        """What was had before a break and what came after it make one history without a gap."""
        person, rng = self.client(), random.Random(7)
        id = person.create(LONG)["id"]
        state = person.state(id, **{"as": "jack", "at": 0})
        for last in range(1, 12):
            self.play(person, id, rng, 1)
            first = self.stream(person, id, **{"as": "jack"})
            first.wait_for(last)
            had = [e for e in first.events if e["seq"] <= last]
            first.close()
            self.play(person, id, rng, 1)
            again = self.stream(person, id, last=last, **{"as": "jack"})
            again.wait_for(person.state(id)["seq"])
            again.events = had + again.events
            self.follow(person, id, "jack", state, again)
            if person.state(id)["to_act"] is None:
                break

    def test_people_come_and_go(self):
        """Seats that are taken and a game that is given up are told as well."""
        host, friend = self.client(), self.client()
        made = host.create(jack="open")
        id = made["id"]
        before = host.state(id)
        stream = self.stream(host, id)
        friend.post(path_of(id, "/enter"), {"key": made["keys"]["jack"]})
        seq = host.state(id)["seq"]
        stream.wait_for(seq)
        self.assertEqual(before["status"], "waiting")
        self.assertEqual({e["after"]["status"] for e in stream.events}, {"playing"})
        self.follow(host, id, "detective", before, stream)
        friend.post(path_of(id, "/resign"), {"key": "enough"})
        stream.wait_for(seq + 1)
        after = stream.events[-1]["after"]
        self.assertEqual(after["result"], {"winner": "detective", "why": "resignation"})
        self.follow(host, id, "detective", before, stream)
        # Whoever comes late is told that the game waited then.
        made = host.create(jack="open", detective="open")
        for seat in ("jack", "detective"):
            friend.post(path_of(made["id"], "/enter"), {"key": made["keys"][seat]})
        late = self.stream(host, made["id"], **{"as": "public"})
        late.wait_for(host.state(made["id"])["seq"])
        status = [e["after"]["status"] for e in late.events]
        self.assertEqual((status[0], set(status[1:])), ("waiting", {"playing"}))

    def test_only_the_newest_event_tells_what_is_legal(self):
        person, rng = self.client(), random.Random(2)
        id = person.create(LONG, jack="random")["id"]
        for _ in range(3):
            while (state := person.state(id))["to_act"] == "jack":
                time.sleep(0.01)
            stream = self.stream(person, id)
            stream.wait_for(state["seq"])
            self.assertEqual(stream.events[-1]["after"]["legal"], state["legal"])
            self.assertFalse(any("legal" in e["after"] for e in stream.events[:-1]))
            play_turn(rng, person, id, "detective", state)


class Streams(ServerCase):
    def play(self, person, id, turns, seed=1):
        rng = random.Random(seed)
        for _ in range(turns):
            seat = person.state(id)["to_act"]
            if seat is None:
                break
            play_turn(rng, person, id, seat, person.state(id, **{"as": seat}))
        return person.state(id)["seq"]

    def test_coming_back(self):
        person = self.client()
        id = person.create(LONG)["id"]
        seq = self.play(person, id, 4)
        whole = self.stream(person, id)
        whole.wait_for(seq)
        for last in (0, 1, seq // 2, seq - 1):
            for how in ({"last": last}, {"since": last}, {"last": last, "since": 1}):
                stream = self.stream(person, id, **how)
                stream.wait_for(seq)
                self.assertEqual(stream.events, whole.events[last:])
                stream.close()
        stream = self.stream(person, id, last=seq)
        seq = self.play(person, id, 1, seed=2)
        stream.wait_for(seq)
        whole.wait_for(seq)
        self.assertEqual(stream.events, whole.events[-len(stream.events):])

    def test_through_a_restart(self):
        person = self.client()
        id = person.create(LONG)["id"]
        seq = self.play(person, id, 3)
        stream = self.stream(person, id)
        stream.wait_for(seq)
        before = person.state(id)
        self.assertEqual(self.server.stop(), 0)
        self.assertTrue(stream.thread.join(PATIENCE) is None and stream.closed)
        person.close()
        self.server.restart()
        self.assertEqual(person.state(id), before)
        again = self.stream(person, id, last=seq)
        seq = self.play(person, id, 2, seed=3)
        again.wait_for(seq)
        self.assertEqual([e["seq"] for e in stream.events + again.events],
                         list(range(1, seq + 1)))  # fmt: skip

    def test_the_computer_goes_on_after_a_restart(self):
        person = self.client()
        id = person.create(LONG, detective="random")["id"]
        lives = 1.5  # seconds that the server has each time, for what takes one at least
        # Then it is Jack's turn, unless an accusation has ended the game.
        while person.state(id)["to_act"] == "detective":
            self.assertLess(lives, PATIENCE)
            self.server.kill()
            person.close()
            self.server.restart()
            person.state(id)
            time.sleep(lives)
            lives *= 1.5

    def test_many_readers(self):
        person = self.client()
        made = person.create(LONG, public=True)
        streams = [self.stream(self.client(), made["id"]) for _ in range(100)]
        seq = self.play(person, made["id"], 3)
        for stream in streams:
            stream.wait_for(seq)
            self.assertEqual(stream.events, streams[0].events)
        metrics = person.get("/metrics").body.decode()
        self.assertIn("alibi_streams 100\n", metrics)
        for stream in streams:
            stream.close()
        seq = self.play(person, made["id"], 1, seed=4)
        deadline = time.monotonic() + 30
        while "alibi_streams 0\n" not in person.get("/metrics").body.decode():
            self.assertLess(time.monotonic(), deadline)
            self.play(person, made["id"], 1, seed=5)
            time.sleep(0.1)

    def test_old_games_are_removed(self):
        """But not those that somebody follows, or in which something has happened: first put
        away, then forgotten."""
        person = self.client()
        old, watched, played = (person.create(LONG)["id"] for _ in range(3))
        stream = self.stream(person, watched)
        path = os.path.join(self.server.folder, "alibi.db")

        def wait_until(is_so):
            deadline = time.monotonic() + PATIENCE
            while not is_so():
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.2)

        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
            games_of = lambda table: {row[0] for row in db.execute("SELECT game FROM " + table)}
            db.execute("UPDATE lived SET count = count + 366")
            self.play(person, played, 1)
            wait_until(lambda: person.ask("GET", path_of(old)).status == 404)
            self.assertEqual(len(person.get("/api/games").json["games"]), 2)
            self.assertEqual(games_of("event"), {old, watched, played})
            db.execute("UPDATE lived SET count = count + 8")
            wait_until(lambda: games_of("event") == {watched, played})
            self.assertEqual(games_of("holder"), {watched, played})
        seq = self.play(person, watched, 1)
        stream.wait_for(seq)

    def test_stopping_gracefully(self):
        person = self.client()
        id = person.create(LONG)["id"]
        streams = [self.stream(person, id) for _ in range(20)]
        self.assertEqual(self.server.stop(), 0)
        for stream in streams:
            stream.thread.join(PATIENCE)
            self.assertTrue(stream.closed)


if __name__ == "__main__":
    main()
