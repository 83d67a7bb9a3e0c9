"""Complete games over HTTP: against the computer, between two people with a spectator, on one
device; with what everybody is told compared, and the deal verified at the end."""

import hashlib
import json
import os
import random
import struct
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import (  # noqa: E402
    GAMES, LONG, PROGRAM, ServerCase, changed, main, path_of, play_turn, position_of, told)  # fmt: skip


class Games(ServerCase):
    def verify(self, text, code=0):
        path = os.path.join(self.server.folder, "game.alibi")
        with open(path, "w") as file:
            file.write(text)
        done = subprocess.run([PROGRAM, "verify", path], capture_output=True)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def check_end(self, client, game, key=None):
        """A game that is over shows everything to everybody, and was dealt as promised."""
        state = client.state(game)
        self.assertEqual((state["status"], state["to_act"], state["legal"]), ("over", None, []))
        self.assertIn("identity", state["view"])
        record = client.get(path_of(game, "/record", {"as": "truth"})).body.decode()
        self.assertIn("as promised", self.verify(record).stdout.decode())
        self.assertIn(state["commitment"], record)
        self.assertIn(state["opening"]["secret"], record)
        other = "0" if state["opening"]["salt"][0] != "0" else "1"
        self.verify(record.replace('[Salt "' + state["opening"]["salt"][0],
                                   '[Salt "' + other), 1)  # fmt: skip
        for seat in ("jack", "detective", "public", "truth"):
            seen = client.state(game, **{"as": seat})
            record = client.get(path_of(game, "/record", {"as": seat})).body.decode()
            self.verify(record)
            replayed = client.post("/api/replay", {"record": record}).json
            self.assertEqual(seen["scene"], replayed["scene"])
            self.assertEqual(seen["view"], replayed["view"])
        self.check_numbers(client, record)
        return state

    def check_numbers(self, client, record):
        """The same number shows every viewer of a record the same moment."""
        seen = {}
        for seat in ("truth", "jack", "detective", "public"):
            whole = client.post("/api/replay", {"record": record, "as": seat}).json
            self.assertEqual(whole["at"], whole["seq"])
            for at in range(0, whole["seq"] + 1, 7):
                part = client.post("/api/replay", {"record": record, "as": seat, "at": at}).json
                self.assertEqual((part["at"], part["seq"]), (at, whole["seq"]))
                self.assertEqual(seen.setdefault(at, part["scene"]), part["scene"])

    def test_studies(self):
        """A record with variations as a tree, and what can come next in it, whoever is to act."""
        client = self.client()
        text = '[Game "null"]\ndeal=AA (deal=BB {b}) flip:AA flip:BB (flip:CC flip:AA) flip:CC'
        study = client.post("/api/study", {"record": text}).json
        self.assertEqual([(s["after"], s["token"], s.get("comment")) for s in study["steps"]],
                         [(-1, "deal=AA", None), (-1, "deal=BB", "b"), (0, "flip:AA", None),
                          (2, "flip:BB", None), (2, "flip:CC", None), (4, "flip:AA", None),
                          (3, "flip:CC", None)])  # fmt: skip
        self.assertIn("deal=AA (deal=BB {b})\n1.1 flip:AA\n", study["record"])
        self.assertEqual([t["token"] for t in study["steps"][3]["told"]], ["witness=invisible"])
        self.assertEqual(study["steps"][6]["seq"], 4)

        def trial(record, seat):
            return client.post("/api/replay", {"record": record, "as": seat, "tokens": []}).json

        start = trial('[Game "null"]', "truth")
        self.assertEqual([m["token"] for m in start["legal"]], ["deal=AA", "deal=BB", "deal=CC"])
        self.assertTrue(start["position"].startswith("null round=0 "))
        for seat in ("jack", "detective", "public"):
            hidden = trial('[Game "null"]\ndeal=AA', seat)
            self.assertEqual("jack=AA" in hidden["position"], seat == "jack")
            self.assertEqual(bool(hidden["legal"]), seat == hidden["to_act"])

        # A seat's record: what the seat could be told, and never which card was dealt.
        seen = trial('[Game "null"]\n[View "jack"]\ndeal=AA', "jack")
        self.assertIn({"token": "alibi", "then": []}, seen["legal"])
        self.assertFalse([m for m in seen["legal"] if m["token"].startswith("!")])
        seen = trial('[Game "null"]\n[View "jack"]\ndeal=AA flip:AA', "jack")
        self.assertEqual([m["then"] for m in seen["legal"]],
                         [["witness=visible"], ["witness=invisible"], ["witness=invisible"]])
        seen = trial('[Game "null"]\n[View "detective"]\ndeal=? flip:AA', "detective")
        self.assertEqual(seen["legal"][1]["then"], ["witness=visible", "witness=invisible"])
        seen = trial('[Game "null"]\n[View "public"]\ndeal=? alibi', "public")
        self.assertEqual(seen["legal"], [{"token": "alibi=?", "then": []}])

    def test_against_the_computer(self):
        for game in GAMES:
            for seat in ("jack", "detective"):
                with self.subTest(game=game, seat=seat):
                    other = "detective" if seat == "jack" else "jack"
                    person, rng = self.client(), random.Random(game + seat)
                    made = person.create(game, **{seat: "me", other: "random"})
                    self.assertEqual(made["you"], [seat])
                    self.assertEqual(set(made["keys"]), {seat, "spectator"})
                    stream = self.stream(person, made["id"])
                    state = person.state(made["id"])
                    while state["status"] != "over":
                        if state["to_act"] == seat:
                            done, _, _ = play_turn(rng, person, made["id"], seat, state)
                            stream.wait_for(done["seq"])
                        else:
                            stream.wait_for(state["seq"] + 1)
                        state = person.state(made["id"])
                    stream.wait_for(state["seq"])
                    self.assertEqual(told(stream.events), state["history"])
                    self.assertEqual([e["seq"] for e in stream.events],
                                     list(range(1, state["seq"] + 1)))  # fmt: skip
                    self.check_end(person, made["id"])

    def play_two(self, game, seed):
        """Two people and a spectator; returns the clients and the game."""
        rng = random.Random(seed)
        host, friend, watcher = self.client(), self.client(), self.client()
        made = host.create(game, jack="me", detective="open")
        id = made["id"]
        self.assertEqual(host.state(id)["status"], "waiting")
        entered = friend.post(path_of(id, "/enter"), {"key": made["keys"]["detective"]}).json
        self.assertEqual(entered["you"], ["detective"])
        self.assertNotEqual(entered["key"], made["keys"]["detective"])
        watcher.post(path_of(id, "/enter"), {"key": made["keys"]["spectator"]})
        streams = [self.stream(c, id) for c in (host, friend, watcher)]
        state = host.state(id)
        while state["status"] != "over":
            who = host if state["to_act"] == "jack" else friend
            mine = who.state(id)
            self.assertEqual(watcher.state(id)["legal"], [])
            done, tokens, key = play_turn(rng, who, id, state["to_act"], mine)
            self.assertEqual([e["token"] for e in done["events"]][: len(tokens)], tokens)
            again = who.moves(id, state["to_act"], mine["seq"], tokens, key).json
            self.assertEqual(again, done)
            state = host.state(id)
        for client, stream in zip((host, friend, watcher), streams):
            stream.wait_for(state["seq"])
            self.assertEqual(told(stream.events), client.state(id)["history"])
        return host, friend, watcher, id

    def test_two_people(self):
        for game in GAMES:
            with self.subTest(game=game):
                host, friend, watcher, id = self.play_two(game, game)
                self.check_end(host, id)
                self.check_end(watcher, id)
                self.rematch(host, friend, watcher, id)

    def rematch(self, host, friend, watcher, id):
        self.assertEqual(watcher.ask("POST", path_of(id, "/rematch"), "{}").status, 403)
        stream = self.stream(friend, id, last=friend.state(id)["seq"])
        new = host.post(path_of(id, "/rematch"), {}, 201).json
        self.assertEqual(new["you"], ["detective"])
        again = friend.post(path_of(id, "/rematch"), {}).json
        self.assertEqual((again["id"], again["you"]), (new["id"], ["jack"]))
        stream.wait(lambda s: s.events)
        self.assertEqual(stream.events[0]["id"], new["id"])
        self.assertEqual(friend.state(new["id"])["as"], "jack")
        self.assertEqual(host.state(new["id"])["as"], "detective")

    def test_sharing(self):
        """A finished game is open to who has its address; of one that goes on nobody learns."""
        host, stranger = self.client(), self.client()
        for game in GAMES:
            id = host.create(game, jack="random", detective="me")["id"]
            for path in ("", "?as=truth", "/record", "/course", "/events"):
                self.assertEqual(stranger.ask("GET", path_of(id, path)).status, 404, path)
            self.assertEqual(host.ask("GET", path_of(id, "/course")).status, 409)
            host.post(path_of(id, "/resign"), {"as": "detective", "key": "k"})
            truth = stranger.state(id, **{"as": "truth"})
            self.assertEqual((truth["you"], truth["status"]), ([], "over"))
            self.assertTrue(truth["view"]["identity"])
            self.assertEqual(truth["result"], {"winner": "jack", "why": "resignation"})
            self.assertIn("[Ended", stranger.ask("GET", path_of(id, "/record")).body.decode())
            for path in ("/moves", "/resign", "/rematch", "/hint"):
                reply = stranger.ask("POST", path_of(id, path), "{}")
                self.assertIn(reply.status, (400, 403), path)

    def test_course(self):
        """Suspects never become more; the chances come one by one, and are remembered."""
        person, rng = self.client(), random.Random(4)
        for game in GAMES:
            id = person.create(game, jack="random")["id"]
            state = person.state(id)
            while state["status"] == "playing":
                if state["to_act"] == "detective":
                    play_turn(rng, person, id, "detective", state)
                state = person.state(id)
            course = person.get(path_of(id, "/course")).json
            count = [r["suspects"] for r in course["rounds"]] + [course["suspects"]]
            self.assertEqual(count, sorted(count, reverse=True))
            self.assertEqual(
                [r["round"] for r in course["rounds"]], list(range(1, len(count))))  # fmt: skip
            calls = [t["token"] for h in state["history"] for t in h.get("told", [])]
            said = ["witness=" + r["witness"] for r in course["rounds"] if r["witness"]]
            self.assertEqual(said, [c for c in calls if c.startswith("witness=")])
            while course["going"]:
                time.sleep(0.05)
                course = person.get(path_of(id, "/course")).json
            self.assertTrue(all(
                r["chance"] is not None for r in course["rounds"][:-1]))  # fmt: skip
            self.assertEqual(person.get(path_of(id, "/course")).json, course)

    def test_rematch_with_the_same_sides(self):
        person = self.client()
        id = person.create(GAMES[-1], jack="random")["id"]
        person.post(path_of(id, "/resign"), {"key": "k"})
        self.assertEqual(
            person.ask("POST", path_of(id, "/rematch"), '{"sides":"both"}').status, 400)  # fmt: skip
        new = person.post(path_of(id, "/rematch"), {"sides": "same"}, 201).json
        self.assertEqual(new["you"], ["detective"])
        self.assertEqual(person.post(path_of(id, "/rematch"), {}).json, new)
        self.assertEqual(person.state(new["id"])["seats"]["jack"], "random")

    def test_hints_between_people(self):
        """Only if that was agreed on when the game was made; it stays so after a restart."""
        person = self.client()
        made = {h: person.create(GAMES[-1], hints=h)["id"] for h in (True, False)}
        self.server.kill()
        self.server.restart()
        person.close()
        for hints, id in made.items():
            self.assertEqual(person.state(id, **{"as": "public"})["hints"], hints)
            body = {"as": person.state(id, **{"as": "public"})["to_act"], "level": "random"}
            reply = person.ask("POST", path_of(id, "/hint"), json.dumps(body))
            self.assertEqual(reply.status, 200 if hints else 403)
            if not hints:
                self.assertEqual(reply.json["error"]["refusal"]["code"], "server.no-hints")

    def test_one_device(self):
        for game in GAMES:
            person, rng = self.client(), random.Random(game)
            id = person.create(game)["id"]
            state = person.state(id)
            self.assertEqual((state["as"], state["you"]), ("public", ["jack", "detective"]))
            for _ in range(10):
                if person.state(id)["status"] == "over":
                    break
                seat = person.state(id)["to_act"]
                play_turn(rng, person, id, seat, person.state(id, **{"as": seat}))

    def test_bots_play_token_by_token(self):
        anybody, rng = self.client("x" * 22), random.Random(5)
        made = anybody.create()
        bots = {seat: self.client(made["keys"][seat]) for seat in ("jack", "detective")}
        state = bots["jack"].state(made["id"])
        for number in range(200):
            if state["status"] == "over":
                break
            bot = bots[state["to_act"]]
            legal = bot.state(made["id"])["legal"]
            bot.moves(made["id"], state["to_act"], state["seq"], [rng.choice(legal)["token"]],
                      "bot-%d" % number)  # fmt: skip
            state = bot.state(made["id"])
        self.check_end(bots["jack"], made["id"])
        self.assertFalse(anybody.cookie)

    def test_history_at_every_point(self):
        person, rng = self.client(), random.Random(3)
        id = person.create(LONG)["id"]
        seen = {}
        for _ in range(6):
            seat = person.state(id)["to_act"]
            for viewer in ("jack", "detective", "public"):
                state = person.state(id, **{"as": viewer})
                seen[viewer, state["seq"]] = state
            play_turn(rng, person, id, seat, person.state(id, **{"as": seat}))
        for (viewer, at), before in seen.items():
            state = person.state(id, **{"as": viewer, "at": at})
            for member in ("view", "scene", "notes", "to_act", "history", "witnesses"):
                self.assertEqual(state[member], before[member], (viewer, at, member))

    def test_preview_agrees_with_play(self):
        for game in GAMES:
            person, rng = self.client(), random.Random(game)
            id = person.create(game)["id"]
            for _ in range(12):
                if person.state(id)["status"] == "over":
                    break
                seat = person.state(id)["to_act"]
                state = person.state(id, **{"as": seat})
                token = rng.choice(state["legal"])["token"]
                seen = person.preview(id, seat, state["seq"], [token]).json
                after = person.moves(id, seat, state["seq"], [token],
                                     "p%d" % rng.getrandbits(60)).json  # fmt: skip
                now = person.state(id, **{"as": seat})
                if not seen["complete"]:
                    self.assertEqual(changed(position_of(state), seen), position_of(now))
                    self.assertEqual(seen["legal"], now["legal"])
                    self.assertEqual(len(after["events"]), 1)
                    self.assertEqual(after["events"][0]["after"]["legal"], now["legal"])

    def test_hint(self):
        for game in GAMES:
            person, rng = self.client(), random.Random(game)
            id = person.create(game, jack="random")["id"]
            state = person.state(id)
            hint = self.check_hint(person, id, state, [])
            self.assertIn(hint, state["legal"])
            pick = rng.choice(state["legal"])["token"]
            seen = person.preview(id, "detective", state["seq"], [pick]).json
            if not seen["complete"]:
                hint = self.check_hint(person, id, state, [pick], level="random")
                # A random hint may be to accuse; a hint says so by a member of its own.
                legal = [{k: v for k, v in m.items() if k != "ends"} for m in seen["legal"]]
                self.assertIn(hint, legal)
            self.assertEqual(person.state(id), state)

    def check_hint(self, person, id, state, staged, **level):
        """The whole turn can be tried out, and its remarks are those on what it changes."""
        hint = person.post(path_of(id, "/hint"), {"tokens": staged, **level}).json
        turn = [told["token"] for told in hint["tokens"]]
        self.assertEqual(turn[0], hint["token"])
        for name in ("before", "after"):
            self.assertTrue(0 <= hint["chance"][name] <= 1)
        seen = person.preview(id, "detective", state["seq"], staged + turn).json
        self.assertTrue(seen["complete"])
        left = seen.get("insight", state["insight"])["left"]
        last = {"code": "left", "answer": None, "visible": len(left["visible"]),
                "invisible": len(left["invisible"])}  # fmt: skip
        self.assertEqual([hint["remarks"][-1], seen["remarks"][-1]], [last, last])
        self.assertTrue(hint.pop("words"))
        return {name: hint[name] for name in ("token", "path") if name in hint}

    def test_reach(self):
        """Places of the board, by character."""
        games = self.client().get("/api/catalogue").json["games"]
        for game in games:
            person = self.client()
            id = person.create(game["name"], jack="random")["id"]
            characters = {character["code"] for character in game["characters"]}
            places = {place["name"] for place in game["places"]}
            for who, reach in person.get(path_of(id, "/reach")).json["reach"].items():
                self.assertIn(who, characters)
                self.assertLessEqual(set(reach), places)

    def test_catalogue(self):
        catalogue = self.client().get("/api/catalogue").json
        offered = [g["name"] for g in catalogue["games"] if not g["unlisted"]]
        self.assertEqual(offered, GAMES)
        self.assertTrue(catalogue["players"])
        for game in catalogue["games"]:
            self.assertTrue(game["characters"] and game["places"] and game["title"])
            self.assertTrue(game["turns"] and all(game["turns"]))
            self.assertLessEqual({seat for r in game["turns"] for seat in r}, {"jack", "detective"})
            grounds = {p["name"]: p["ground"] for p in game["places"]}
            self.assertEqual(len(grounds), len(game["places"]))

    def test_resigning(self):
        person = self.client()
        id = person.create(jack="random")["id"]
        body = {"key": "enough"}
        done = person.post(path_of(id, "/resign"), body).json
        self.assertEqual(person.post(path_of(id, "/resign"), body).json, done)
        state = person.state(id)
        self.assertEqual(state["result"], {"winner": "jack", "why": "resignation"})
        record = person.get(path_of(id, "/record", {"as": "truth"})).body.decode()
        self.verify(record)
        person.post(path_of(id, "/resign"), {"key": "again"}, 409)
        self.assertEqual(person.post(path_of(id, "/rematch"), {}, 201).json["you"], ["jack"])

    def test_lobby(self):
        host, guest, other = self.client(), self.client(), self.client()
        id = host.create(jack="open", public=True)["id"]
        hidden = host.create(jack="open")["id"]
        lobby = guest.get("/api/lobby").json["games"]
        self.assertEqual([g["id"] for g in lobby], [id])
        self.assertEqual(lobby[0]["seats"], {"jack": "open", "detective": "guest"})
        guest.get(path_of(hidden), 404)
        guest.post(path_of(hidden, "/enter"), {"seat": "jack"}, 404)
        guest.post(path_of(id, "/enter"), {"seat": "jack"})
        guest.post(path_of(id, "/enter"), {"seat": "jack"})
        other.post(path_of(id, "/enter"), {"seat": "jack"}, 409)
        self.assertEqual(other.state(id)["as"], "public")
        self.assertEqual([g["id"] for g in guest.get("/api/games").json["games"]], [id])
        mine = host.get("/api/games").json["games"]
        self.assertEqual([g["id"] for g in mine], [hidden, id])
        self.assertEqual([g["to_act"] for g in mine], [None, host.state(id)["to_act"]])
        self.assertIsNotNone(mine[1]["to_act"])
        self.assertRegex(mine[1]["changed"], r"\A\d{4}-\d\d-\d\d\Z")
        host.post(path_of(id, "/resign"), {"key": "done"})
        self.assertEqual([g["to_act"] for g in host.get("/api/games").json["games"]], [None] * 2)
        self.assertEqual(other.get("/api/games").json["games"], [])

    def test_invitations_are_used_once(self):
        host, friend, other = self.client(), self.client(), self.client()
        made = host.create(detective="open")
        key = {"key": made["keys"]["detective"]}
        own = friend.post(path_of(made["id"], "/enter"), key).json["key"]
        for who, seat in ((friend, "detective"), (host, "jack")):  # by the same link again
            again = who.post(path_of(made["id"], "/enter"), key).json
            self.assertEqual(again, {"id": made["id"], "you": [seat]})
        other.post(path_of(made["id"], "/enter"), key, 403)
        self.assertEqual(host.state(made["id"])["you"], ["jack"])
        self.assertEqual(other.post(path_of(made["id"], "/enter"), {"key": own}).json["you"],
                         ["detective"])  # fmt: skip
        self.assertEqual(self.client(own).state(made["id"])["as"], "detective")

    def test_invitations_show_the_game(self):
        """Whoever is invited learns what to, as the public would, until somebody sits down."""
        host, friend = self.client(), self.client()
        made = host.create(detective="open", clock="300+5")
        key = made["keys"]["detective"]
        guest = self.client(key)
        state = guest.state(made["id"])
        self.assertEqual((state["as"], state["you"], state["clock"]), ("public", [], "300+5"))
        self.assertEqual(state["seats"]["detective"], "open")
        for seat in ("jack", "detective"):
            guest.get(path_of(made["id"], "", {"as": seat}), 403)
        self.assertIn("public", guest.get(path_of(made["id"], "/record")).body.decode())
        friend.post(path_of(made["id"], "/enter"), {"key": key})
        guest.get(path_of(made["id"]), 404)

    def test_lost_answer(self):
        """A guest that asked for a cookie first can enter again if the answer was lost."""
        host, friend, again = self.client(), self.client(), self.client()
        made = host.create(detective="open")
        self.assertEqual(friend.post("/api/guest", {}).json, {})
        cookie = friend.cookie
        friend.post("/api/guest", {})
        self.assertTrue(cookie)
        self.assertEqual(friend.cookie, cookie)
        friend.post("/api/guest", {"key": "k"}, 400)
        again.cookie = cookie
        for who in (friend, again):
            entered = who.post(path_of(made["id"], "/enter"), {"key": made["keys"]["detective"]})
            self.assertEqual(entered.json["you"], ["detective"])

    def below(self, key, k, n):
        """The documented number of decision K, computed by another library."""
        limit, block = 2**64 // n * n, 0
        while True:
            message = b"alibi deal" + struct.pack("<QQ", k, block)
            words = hashlib.blake2b(message, key=key, digest_size=64).digest()
            for word in struct.unpack("<8Q", words):
                if word < limit:
                    return word % n
            block += 1

    def check_mixed(self, client, game, given):
        """The deal of a finished null game follows from the secret and what was GIVEN."""
        state = client.state(game, **{"as": "truth"})
        self.assertEqual(state["opening"]["entropy"], given)
        message = b"alibi mix"
        for seat in ("jack", "detective"):
            message += b"\1" + bytes.fromhex(given[seat]) if given[seat] else b"\0"
        secret = bytes.fromhex(state["opening"]["secret"])
        key = hashlib.blake2b(message, key=secret, digest_size=32).digest()
        dealt = [h["token"] for h in state["history"] if h.get("by") == "chance"]
        outcomes = ["deal=AA", "deal=BB", "deal=CC"]
        self.assertEqual(dealt[0], outcomes[self.below(key, 0, 3)])
        record = client.get(path_of(game, "/record", {"as": "truth"})).body.decode()
        told = self.verify(record).stdout.decode()
        for seat, entropy in given.items():
            self.assertEqual("%s has added %s" % (seat, entropy) in told, bool(entropy))
            if entropy:
                tag = '[Entropy%s "%s"]\n' % (seat.capitalize(), entropy)
                self.assertIn(tag, record)
                self.verify(record.replace(tag, tag.replace(entropy, "x" * 64)), 1)

    def test_entropy(self):
        """Both players add theirs when the commitment is known and before anything is dealt."""
        given = {"jack": "0a" * 32, "detective": "f1" * 32}
        host, friend = self.client(), self.client()
        made = host.create(detective="open", mix=True)
        path = path_of(made["id"], "/entropy")
        state = host.state(made["id"])
        self.assertEqual((state["status"], state["awaits"]), ("waiting", ["jack"]))
        commitment = state["commitment"]
        stream = self.stream(host, made["id"])
        entered = friend.post(path_of(made["id"], "/enter"),
                              {"key": made["keys"]["detective"], "mix": True}).json  # fmt: skip
        self.assertEqual(entered["you"], ["detective"])
        self.assertEqual(friend.state(made["id"])["awaits"], ["jack", "detective"])
        host.post(path, {"entropy": "0A" * 32}, 400)
        host.post(path, {"entropy": "0a" * 31}, 400)
        host.post(path, {"as": "detective", "entropy": given["detective"]}, 403)
        self.client().post(path, {"entropy": given["jack"]}, 404)
        first = host.post(path, {"as": "jack", "entropy": given["jack"]}).json
        self.assertEqual([e["kind"] for e in first["events"]], ["mix"])
        self.assertEqual(first["events"][0]["after"]["status"], "waiting")
        again = host.post(path, {"as": "jack", "entropy": given["jack"]}).json
        self.assertEqual(again, {"seq": first["seq"], "events": []})
        host.post(path, {"as": "jack", "entropy": given["detective"]}, 409)
        self.server.kill()
        self.server.restart()
        for client in (host, friend):
            client.close()
        second = friend.post(path, {"entropy": given["detective"]}).json
        self.assertEqual([e["kind"] for e in second["events"]][:2], ["mix", "move"])
        state = host.state(made["id"])
        self.assertEqual((state["status"], state["awaits"]), ("playing", []))
        self.assertEqual(state["commitment"], commitment)
        self.assertIsNone(state["opening"])
        self.assertNotIn(given["jack"], friend.get(path_of(made["id"])).body.decode())
        stream.close()
        host.post(path_of(made["id"], "/resign"), {"as": "jack", "key": "k"})
        self.check_mixed(friend, made["id"], given)
        # A rematch waits for whoever has asked for it.
        other = friend.post(path_of(made["id"], "/rematch"), {"mix": True}, 201).json
        self.assertEqual(host.state(other["id"])["awaits"], other["you"])
        friend.post(path_of(other["id"], "/entropy"), {"entropy": "33" * 32})
        self.assertEqual(host.state(other["id"])["status"], "playing")
        host.post(path_of(other["id"], "/resign"), {"key": "k"})
        self.check_mixed(host, other["id"], {"jack": "33" * 32, "detective": None})

    def test_entropy_against_the_computer(self):
        person = self.client()
        made = person.create(jack="random", detective="me", mix=True)
        self.assertEqual(person.state(made["id"])["awaits"], ["detective"])
        person.post(path_of(made["id"], "/moves"),
                    {"seq": 0, "tokens": ["flip:AA"], "key": "k"}, 409)  # fmt: skip
        person.post(path_of(made["id"], "/entropy"), {"entropy": "7e" * 32})
        person.post(path_of(made["id"], "/resign"), {"key": "k"})
        self.check_mixed(person, made["id"], {"jack": None, "detective": "7e" * 32})
        # Somebody who does not mix plays as before.
        plain = person.create(jack="random", detective="me")["id"]
        person.post(path_of(plain, "/entropy"), {"entropy": "7e" * 32}, 409)

    def test_many_people(self):
        """Those in the seats come along to a rematch, however many watch."""
        host, friend, crowd = self.client(), self.client(), self.client()
        made = host.create(detective="open")
        id, bench = made["id"], {"key": made["keys"]["spectator"]}

        def enter():
            crowd.cookie = None
            return crowd.ask("POST", path_of(id, "/enter"), json.dumps(bench))

        for _ in range(20):
            self.assertEqual(enter().status, 200)
        friend.post(path_of(id, "/enter"), {"key": made["keys"]["detective"]})
        friend.post(path_of(id, "/resign"), {"key": "k"})
        again = host.post(path_of(id, "/rematch"), {}, 201).json["id"]
        self.assertEqual(friend.state(again)["you"], ["jack"])
        self.assertEqual(host.state(again)["you"], ["detective"])

    def test_words(self):
        """Whoever has no texts for a game gets the server's; whoever has is sent none."""
        person = self.client()
        id = person.create("null", jack="random", detective="me")["id"]
        state = person.state(id)
        tokens = [t["token"] for t in state["legal"]]
        self.assertFalse(any("words" in t for t in state["legal"]))
        worded = {t["token"]: t["words"] for t in person.state(id, words=1)["legal"]}
        self.assertEqual(list(worded), tokens)
        self.assertEqual(worded["flip:BB"], "the lamp of Bruno is turned")
        body = {"seq": state["seq"], "tokens": ["flip:BB"]}
        for query, notes in (({}, None), ({"words": 0}, None), ({"words": 1}, ["lit: AA BB"])):
            seen = person.post(path_of(id, "/preview", query), body).json
            self.assertEqual(seen.get("notes"), notes)
        for bad in ("", "2", "yes"):
            for path in ("", "/events"):
                self.assertEqual(person.get(path_of(id, path, {"words": bad}), 400).code,
                                 "bad-request")  # fmt: skip
            refused = person.post(path_of(id, "/moves", {"words": bad}),
                                  {**body, "key": "a"}, 400)  # fmt: skip
            self.assertEqual(refused.code, "bad-request")
        done = person.post(path_of(id, "/moves", {"words": 1}), {**body, "key": "a"}).json
        self.assertEqual(done["events"][0]["after"]["notes"], ["lit: AA BB"])
        again = person.post(path_of(id, "/moves", {"words": 1}), {**body, "key": "a"}).json
        self.assertEqual(again["events"][0]["after"]["notes"], ["lit: AA BB"])
        stream = self.stream(person, id, words=1)
        stream.wait_for(done["seq"])
        self.assertTrue(all("notes" in e["after"] for e in stream.events))


if __name__ == "__main__":
    main()
