"""Who holds a seat: browsers, spectators, links; what is kept of them, and what is ended."""

import base64
import datetime
import hashlib
import json
import os
import random
import sqlite3
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import (  # noqa: E402
    GAMES, LONG, PATIENCE, RefusalCase, Server, Stream, main, needs_sqlite, path_of,
    stage_activation)  # fmt: skip

SEAT_MAX, BENCH_MAX = 16, 1000  # browsers that are remembered


class Seats(RefusalCase):
    def setUp(self):
        super().setUp()
        self.clients = []

    def client(self, key=None, server=None):
        self.clients.append(super().client(key, server))
        return self.clients[-1]

    def enter(self, game, key, status=200, client=None):
        client = client or self.client()
        client.post(path_of(game, "/enter"), {"key": key}, status)
        return client

    def pair(self, **more):
        """A game between two people: its id, they, and the keys of their seats."""
        host, friend = self.client(), self.client()
        made = host.create(detective="open", **more)
        taken = friend.post(path_of(made["id"], "/enter"), {"key": made["keys"]["detective"]})
        keys = {**made["keys"], "detective": taken.json["key"]}
        return made["id"], host, friend, keys

    def meddle(self, *statements):
        """Changes the database while the server is away."""
        needs_sqlite()
        self.assertEqual(self.server.stop(), 0)
        with sqlite3.connect(os.path.join(self.server.folder, "alibi.db")) as db:
            for statement in statements:
                db.execute(*statement)
        db.close()
        self.server.restart()
        for client in self.clients:
            client.close()

    def test_a_rematch_has_both(self):
        """However many browsers one player has opened."""
        game, host, friend, keys = self.pair()
        more = [self.enter(game, keys["jack"]) for _ in range(SEAT_MAX + 4)]
        spectator = self.enter(game, keys["spectator"])
        host.post(path_of(game, "/resign"), {"as": "jack", "key": "k"})
        again = host.post(path_of(game, "/rematch"), {}, 201).json
        self.assertEqual(again["you"], ["detective"])
        self.assertEqual(friend.state(again["id"])["you"], ["jack"])
        self.assertEqual(more[0].state(again["id"])["you"], ["detective"])
        self.assertEqual(spectator.state(again["id"])["you"], [])
        same = friend.post(path_of(game, "/rematch"), {"sides": "same"}, 200).json
        self.assertEqual(same, {"id": again["id"], "you": ["jack"]})

    def test_an_open_table_is_taken_back(self):
        """By who sits there, before anybody else does; nobody can sit down any more."""
        for game in (*GAMES, "null"):
            with self.subTest(game=game):
                host, other = self.client(), self.client()
                made = host.create(game, detective="open", public=True)
                id, invitation = made["id"], made["keys"]["detective"]
                body = json.dumps({"as": "detective", "key": "k"})
                self.refused(403, "forbidden", other.ask("POST", path_of(id, "/abort"), body))
                host.post(path_of(id, "/abort"), {"as": "jack", "key": "k"})
                host.post(path_of(id, "/abort"), {"as": "jack", "key": "k"})  # the same request again
                self.assertNotIn(id, [g["id"] for g in other.get("/api/lobby").json["games"]])
                for body in ({"seat": "detective"}, {"key": invitation}):
                    self.refused(409, "out-of-step",
                                 other.ask("POST", path_of(id, "/enter"), json.dumps(body)))  # fmt: skip
                for person, viewer in ((host, "jack"), (host, "truth"), (other, "public")):
                    state = person.state(id, **{"as": viewer})
                    self.assertEqual((state["status"], state["result"]["why"]), ("over", "abort"))
                    self.assertIsNone(person.state(id, **{"as": viewer, "at": 0})["to_act"])
                record = host.get(path_of(id, "/record", {"as": "truth"})).body.decode()
                self.assertIn('[Ended "nobody:abort"]', record)
                host.get(path_of(id, "/course"))
                self.assertEqual(host.get("/api/games").json["games"][0]["status"], "over")
        self.server.kill()
        self.server.restart()
        for client in (host, other):
            client.close()
        self.assertEqual(host.state(id)["result"]["why"], "abort")

    def test_the_last_browser_makes_room(self):
        """Nobody with the link pushes out those who were there before."""
        game, host, _, keys = self.pair()
        first = [self.enter(game, keys["jack"]) for _ in range(SEAT_MAX - 2)]
        last = self.enter(game, keys["jack"])
        for browser in (host, *first, last):
            self.assertEqual(browser.state(game)["you"], ["jack"])
        late = self.enter(game, keys["jack"])
        for browser in (host, *first, late):
            self.assertEqual(browser.state(game)["you"], ["jack"])
        last.get(path_of(game), 404)

    def test_a_full_bench(self):
        """It keeps no player out, and who comes late looks all the same."""
        game, _, friend, keys = self.pair()
        self.meddle(*(("INSERT INTO holder (game, seat, guest) VALUES (?, 2, randomblob(32))",
                       (game,)) for _ in range(BENCH_MAX)))  # fmt: skip
        second = self.enter(game, keys["detective"])
        self.assertEqual(second.state(game)["you"], ["detective"])
        late = self.client()
        reply = late.post(path_of(game, "/enter"), {"key": keys["spectator"]})
        self.assertEqual(reply.cookies["alibi-bench"], keys["spectator"])
        late.get(path_of(game), 404)
        looks = {"Cookie": "alibi-bench=" + keys["spectator"]}
        self.assertEqual(late.ask("GET", path_of(game), headers=looks).json["as"], "public")
        self.refused(403, "forbidden", late.ask("GET", path_of(game, "", {"as": "jack"}), headers=looks))
        # By that cookie no other page can ask for anything.
        body = '{"key": "%s"}' % keys["spectator"]
        self.refused(403, "forbidden", late.ask("POST", path_of(game, "/enter"), body,
                                                {**looks, "Origin": None}))  # fmt: skip
        friend.post(path_of(game, "/resign"), {"as": "detective", "key": "k"})
        again = friend.post(path_of(game, "/rematch"), {}, 201).json["id"]
        self.assertEqual(late.ask("GET", path_of(again), headers=looks).status, 200)

    # --- Browsers, links and sessions ---

    def browsers(self, client, game, **query):
        return client.get(path_of(game, "/browsers", query)).json["browsers"]

    def end(self, client, game, browser, status=200, **more):
        path = path_of(game, "/browsers/end")
        return client.post(path, {"browser": browser, **more}, status)

    def today(self):
        return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")

    def test_browsers_of_a_seat(self):
        """Its holder sees them, and nobody else does; who came later is ended, and so is what it
        follows."""
        game, host, friend, keys = self.pair()
        thief = self.enter(game, keys["jack"])
        late = self.enter(game, keys["jack"])
        spectator = self.enter(game, keys["spectator"])
        seen = self.browsers(host, game)
        self.assertEqual([(b["since"], b["seen"]) for b in seen], [(self.today(),) * 2] * 3)
        self.assertEqual([b["this"] for b in seen], [True, False, False])
        self.assertEqual([b["may_end"] for b in seen], [True, True, True])
        self.assertEqual([b["may_end"] for b in self.browsers(thief, game)],
                         [False, True, True])  # fmt: skip
        self.assertEqual(len(self.browsers(friend, game)), 1)
        self.refused(403, "forbidden", spectator.ask("GET", path_of(game, "/browsers")))
        self.refused(403, "forbidden",
                     friend.ask("GET", path_of(game, "/browsers", {"as": "jack"})))  # fmt: skip
        names = [b["browser"] for b in seen]
        reply = self.end(thief, game, names[0], 403)
        self.assertEqual(reply.json["error"]["refusal"]["code"], "server.earlier")
        self.end(friend, game, names[1], 404)
        followed = [self.stream(c, game, **{"as": "jack"}) for c in (host, thief, late)]
        for stream in followed:
            stream.wait(lambda s: s.raw)
        self.end(host, game, names[1], **{"as": "jack"})
        self.ended(followed[1])
        thief.get(path_of(game), 404)
        late.state(game)
        self.assertEqual([b["browser"] for b in self.browsers(host, game)], [names[0], names[2]])
        self.assertFalse(followed[0].closed or followed[2].closed)
        # A browser can end itself. One that came earlier is ended when it has been away.
        self.enter(game, keys["jack"], client=thief)
        self.end(late, game, names[2])
        late.get(path_of(game), 404)
        self.meddle(("UPDATE holder SET seen = date('now', '-8 days') WHERE game = ?", (game,)))
        self.end(thief, game, names[0])
        host.get(path_of(game), 404)
        self.assertEqual([b["seen"] for b in self.browsers(thief, game)], [self.today()])

    def ended(self, stream):
        deadline = time.monotonic() + PATIENCE
        while not stream.closed and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertTrue(stream.closed)

    def test_keys_end_no_browsers(self):
        """Who has nothing but the link may see who holds the seat, and replace the link."""
        game, host, _, keys = self.pair()
        bot = self.client(keys["jack"])
        (browser,) = self.browsers(bot, game)
        self.assertEqual((browser["this"], browser["may_end"]), (False, False))
        self.end(bot, game, browser["browser"], 403)
        bot.key = bot.post(path_of(game, "/link"), {}).json["key"]
        self.assertEqual(bot.state(game)["you"], ["jack"])
        self.assertEqual(host.state(game)["you"], ["jack"])

    def test_links_are_replaced(self):
        game, host, friend, keys = self.pair()
        bot = self.client(keys["jack"])
        stream = self.stream(bot, game)
        stream.wait(lambda s: s.raw)
        key = host.post(path_of(game, "/link"), {"as": "jack"}).json["key"]
        self.ended(stream)
        bot.get(path_of(game), 404)
        self.enter(game, keys["jack"], 403)
        self.assertEqual(self.enter(game, key).state(game)["you"], ["jack"])
        self.assertEqual(self.enter(game, keys["detective"]).state(game)["you"], ["detective"])
        friend.post(path_of(game, "/link"), {"as": "jack"}, 403)
        friend.post(path_of(game, "/link"), {"as": "jack", "key": key}, 400)
        self.client().post(path_of(game, "/link"), {}, 404)
        self.server.kill()
        self.server.restart()
        self.enter(game, keys["jack"], 403)
        self.enter(game, key)

    def test_sessions_end(self):
        """A guest who leaves holds nothing any more, whoever has the cookie."""
        game, host, friend, keys = self.pair()
        more = host.create()["id"]
        self.assertEqual(host.get("/api/guest").json, {"guest": True, "days": 365})
        self.assertEqual(self.client().get("/api/guest").json, {"guest": False, "days": 365})
        copy = self.client()
        copy.cookie = host.cookie
        stream = self.stream(copy, game, **{"as": "jack"})
        stream.wait(lambda s: s.raw)
        reply = host.post("/api/guest/leave", {})
        self.assertIn("Max-Age=0", reply.headers["Set-Cookie"])
        self.ended(stream)
        for left in (game, more):
            copy.get(path_of(left), 404)
        self.assertEqual(copy.get("/api/games").json, {"games": []})
        self.assertEqual(friend.state(game)["you"], ["detective"])
        self.server.kill()
        self.server.restart()
        copy.close()
        copy.get(path_of(game), 404)
        self.assertEqual(self.enter(game, keys["jack"], client=copy).state(game)["you"], ["jack"])

    def test_two_worlds_of_browsers(self):
        """What one seat is told does not depend on the browsers, links and sessions of the other."""
        heard = []
        for busy in (False, True):
            server = Server("--test-seed", "7")
            self.addCleanup(server.close)
            host, friend = (self.client(server=server) for _ in range(2))
            made = host.create(detective="open")
            game = made["id"]
            friend.post(path_of(game, "/enter"), {"key": made["keys"]["detective"]})
            stream = self.stream(friend, game)
            if busy:
                bot = self.client(made["keys"]["jack"], server)
                more = [self.enter(game, made["keys"]["jack"], client=self.client(server=server))
                        for _ in range(3)]  # fmt: skip
                self.end(host, game, self.browsers(host, game)[2]["browser"])
                bot.post(path_of(game, "/link"), {})
                more[0].post("/api/guest/leave", {})
            friend.heard.clear()
            for path in ("", "/browsers", "/record", "/reach"):
                friend.get(path_of(game, path))
            friend.get("/api/games")
            friend.get("/api/guest")
            stream.wait_for(friend.state(game)["seq"])
            heard.append((friend.heard, stream.raw))
        self.assertEqual(heard[0], heard[1])

    def test_two_worlds_of_entropy(self):
        """What the other seat has added shows nowhere before the end."""
        heard = []
        for entropy in ("00" * 32, "5a" * 32):
            server = Server("--test-seed", "7", "--test-deal", "deal=AA")
            self.addCleanup(server.close)
            host, friend = (self.client(server=server) for _ in range(2))
            made = host.create(detective="open", mix=True)
            game = made["id"]
            friend.post(path_of(game, "/enter"), {"key": made["keys"]["detective"]})
            stream = self.stream(friend, game)
            host.post(path_of(game, "/entropy"), {"entropy": entropy})
            friend.heard.clear()
            for path in ("", "/record", "/browsers", "/reach"):
                friend.get(path_of(game, path))
            stream.wait_for(friend.state(game)["seq"])
            heard.append((friend.heard, stream.raw))
        self.assertEqual(heard[0], heard[1])

    # --- Cookies ---

    def database(self, statement, *values):
        needs_sqlite()
        with sqlite3.connect(os.path.join(self.server.folder, "alibi.db")) as db:
            rows = db.execute(statement, values).fetchall()
        db.close()
        return rows

    def sealed(self, name, days_ago):
        """A cookie as the server seals it, some days ago."""
        key = self.database("SELECT bytes FROM secret WHERE name = 'key'")[0][0]
        day = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days_ago)
        text = day.strftime("%Y-%m-%d")
        seal = hashlib.blake2b(("alibi cookie" + name + text).encode(), key=key, digest_size=16)
        end = base64.urlsafe_b64encode(seal.digest()).decode().rstrip("=")
        return "%s.%s.%s" % (name, text, end)

    def test_chosen_cookies_are_nobodys(self):
        """A browser is known by a cookie that the server has sealed, and by no other."""
        host = self.client()
        game = host.create()["id"]
        sealed = host.cookie
        host.create()
        self.assertEqual(host.cookie, sealed)
        other = next(letter for letter in "ABC" if letter not in (sealed[0], sealed[-2]))
        for chosen in ("x" * 22, "x" * 22 + sealed[22:], other + sealed[1:],
                       sealed[:-2] + other + sealed[-1], sealed.replace("20", "21", 1),
                       sealed + "x", sealed[:-1], "", "."):  # fmt: skip
            thief = self.client()
            thief.cookie = chosen
            thief.get(path_of(game), 404)
            self.assertEqual(thief.get("/api/games").json, {"games": []})
            made = thief.create()["id"]
            self.assertNotEqual(thief.cookie, chosen)
            self.assertNotEqual(chosen.split(".")[0], thief.cookie.split(".")[0])
            planted = self.client()
            planted.cookie = chosen
            planted.get(path_of(made), 404)

    def test_cookies_expire(self):
        """A year after they were last used; on a day of use they are sealed again."""
        host = self.client()
        game = host.create()["id"]
        name = host.cookie.split(".")[0]
        self.assertEqual(host.cookie, self.sealed(name, 0))
        for days, status in ((1, 200), (365, 200), (366, 404)):
            host.cookie = old = self.sealed(name, days)
            host.get(path_of(game), status)
            self.assertEqual(host.cookie, self.sealed(name, 0) if status == 200 else old)

    def test_cookies_from_before(self):
        """Those without a seal hold what they held, and get one; a chosen one gets nothing."""
        host = self.client()
        game, name = host.create()["id"], "abcdefghijklmnopqrstuv"
        guest = hashlib.blake2b(name.encode(), digest_size=32).digest()
        self.meddle(("UPDATE holder SET guest = ? WHERE game = ?", (guest, game)))
        for ask in (lambda c: c.get("/api/games"), lambda c: c.get(path_of(game))):
            browser = self.client()
            browser.cookie = name
            ask(browser)
            self.assertEqual(browser.cookie, self.sealed(name, 0))
            self.assertEqual(browser.state(game)["you"], ["jack", "detective"])

    # --- Requests that come twice ---

    def test_making_again(self):
        """The same game with new keys, for whoever has made it and nobody else."""
        body = {"game": "null", "seats": {"jack": "me", "detective": "open"}, "request": "r1"}
        host, friend = self.client(), self.client()
        host.post("/api/guest", {})
        made, again = (host.post("/api/games", body, 201).json for _ in range(2))
        self.assertEqual((made["id"], made["you"]), (again["id"], again["you"]))
        self.assertEqual(list(again["keys"]), ["jack", "detective", "spectator"])
        self.assertEqual(len(host.get("/api/games").json["games"]), 1)
        for seat, key in made["keys"].items():
            self.enter(made["id"], key, 403)
            if seat != "detective":
                self.enter(made["id"], again["keys"][seat])
        self.enter(made["id"], again["keys"]["detective"], client=friend)
        third = host.post("/api/games", body, 201).json
        self.assertEqual(list(third["keys"]), ["jack", "spectator"])
        self.assertEqual(friend.state(made["id"])["you"], ["detective"])
        reply = host.ask("POST", "/api/games", json.dumps({**body, "hints": True}))
        self.refused(409, "key-reused", reply)
        other = self.client()
        other.post("/api/guest", {})
        self.assertNotEqual(other.post("/api/games", body, 201).json["id"], made["id"])

    def test_bots_make_again(self):
        """Without a cookie the request's key has to be a secret of its own."""
        body = {"game": "null", "seats": {"jack": "me", "detective": "open"}}
        bot = self.client("k" * 22)
        short = bot.ask("POST", "/api/games", json.dumps({**body, "request": "r1"}))
        self.refused(400, "bad-request", short)
        body["request"] = "r" * 22
        made, again = (bot.post("/api/games", body, 201).json for _ in range(2))
        self.assertEqual(made["id"], again["id"])
        bot.key = again["keys"]["jack"]
        self.assertEqual(bot.state(made["id"])["you"], ["jack"])
        # Entering with the same invitation once more gives the seat another key.
        enter = {"key": again["keys"]["detective"], "request": "e" * 22}
        other = self.client("k" * 22)
        first, second = (other.post(path_of(made["id"], "/enter"), enter).json for _ in range(2))
        self.assertNotEqual(first["key"], second["key"])
        for key, status in ((first["key"], 404), (second["key"], 200)):
            other.key = key
            other.get(path_of(made["id"]), status)
        stranger = self.client("k" * 22)
        stranger.post(path_of(made["id"], "/enter"), {"key": enter["key"]}, 403)
        short = other.ask("POST", path_of(made["id"], "/enter"),
                          json.dumps({**enter, "request": "e"}))  # fmt: skip
        self.refused(400, "bad-request", short)

    def test_entering_again(self):
        """A browser that lost the answer gets a key of its own after all."""
        host, friend, stranger = (self.client() for _ in range(3))
        made = host.create(detective="open")
        enter = {"key": made["keys"]["detective"], "request": "e1"}
        friend.post("/api/guest", {})
        stranger.post("/api/guest", {})
        path = path_of(made["id"], "/enter")
        first, second = (friend.post(path, enter).json for _ in range(2))
        self.assertEqual(second["you"], ["detective"])
        self.enter(made["id"], first["key"], 403)
        self.assertEqual(self.enter(made["id"], second["key"]).state(made["id"])["you"],
                         ["detective"])  # fmt: skip
        # Neither somebody else nor the host gets a key by the same words.
        for other in (stranger, host):
            self.refused(409, "key-reused", other.ask("POST", path, json.dumps(enter)))

    def test_a_rematch_again(self):
        game, host, friend, _ = self.pair()
        host.post(path_of(game, "/resign"), {"as": "jack", "key": "k"})
        body, path = {"sides": "same", "request": "r1"}, path_of(game, "/rematch")
        first, second = (host.post(path, body, 201).json for _ in range(2))
        self.assertEqual(first, second)
        self.assertEqual(friend.post(path, {"request": "r2"}).json["id"], first["id"])
        reply = host.ask("POST", path, json.dumps({"sides": "swapped", "request": "r1"}))
        self.refused(409, "key-reused", reply)

    # --- What is told to strangers ---

    def test_no_answer_tells_of_a_private_game(self):
        """A wrong key and no such game: the same bytes, headers included."""
        host, stranger = self.client(), self.client()
        made = host.create(detective="open")
        no_game = "".join("a" if letter != "a" else "b" for letter in made["id"])
        for body in ({"key": "k" * 22}, {"key": "k" * 22, "request": "r" * 22}, {"seat": "jack"},
                     {"seat": "detective"}, {"key": "k"}, {}):  # fmt: skip
            stranger.heard.clear()
            for game in (made["id"], no_game):
                stranger.ask("POST", path_of(game, "/enter"), json.dumps(body))
            there, not_there = (str(heard[2:]) for heard in stranger.heard)
            self.assertEqual(there.replace(made["id"], no_game), not_there)
        for path in ("/rematch", "/resign", "/moves", "/hint", "/preview"):
            replies = [stranger.ask("POST", path_of(game, path), "{}").status
                       for game in (made["id"], no_game)]  # fmt: skip
            self.assertEqual(replies, [404, 404])


class Quotas(RefusalCase):
    """What one guest may have, where clients are limited at all."""

    def setUp(self):
        self.server = Server("--rate", "1000000")
        self.addCleanup(self.server.close)

    def test_games(self):
        body = {"game": "null", "seats": {"jack": "me", "detective": "me"}}
        guest, other = self.client(), self.client()
        for _ in range(60):
            guest.create()
        reply = guest.ask("POST", "/api/games", json.dumps(body))
        self.refused(429, "too-many", reply)
        self.assertEqual(reply.headers["Retry-After"], "1")
        self.assertEqual(len(guest.get("/api/games").json["games"]), 60)
        other.create()

    def test_streams(self):
        guest, other = self.client(), self.client()
        game = guest.create(public=True)["id"]
        streams = [self.stream(guest, game) for _ in range(40)]
        self.refused(429, "too-many", guest.ask("GET", path_of(game, "/events")))
        self.stream(other, game)
        streams[0].close()
        # It is noticed when something is written to it.
        guest.post(path_of(game, "/resign"), {"as": "jack", "key": "k"})
        guest.post(path_of(game, "/rematch"), {}, 201)
        deadline = time.monotonic() + PATIENCE
        while (stream := Stream(guest, game)).status == 429 and time.monotonic() < deadline:
            stream.close()
        self.assertEqual(stream.status, 200)
        stream.close()


class Thoughts(RefusalCase):
    def setUp(self):
        self.server = Server("--rate", "1000000", "--think", "30000")
        self.addCleanup(self.server.close)

    def test_thoughts(self):
        """Games in which the computer is to answer count for whoever has moved there."""
        guest, other, rng = self.client(), self.client(), random.Random(1)
        last = None
        for _ in range(21):
            game = guest.create(LONG, jack="level6")["id"]
            state = guest.state(game)
            tokens = stage_activation(rng, guest, game, "detective", state)
            body = {"as": "detective", "seq": state["seq"], "tokens": tokens, "key": "k"}
            last = guest.ask("POST", path_of(game, "/moves"), json.dumps(body))
        reason = self.refused(429, "too-many", last)
        self.assertIn("the computer thinks", reason)
        self.assertEqual(guest.state(game)["seq"], state["seq"])
        game = other.create(LONG, jack="level6")["id"]
        state = other.state(game)
        tokens = stage_activation(rng, other, game, "detective", state)
        other.moves(game, "detective", state["seq"], tokens, "k")
        self.server.kill()  # a thought that is being thought lasts half a minute


if __name__ == "__main__":
    main()
