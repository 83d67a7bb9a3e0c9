"""Abuse: every route of docs/openapi.json against other pages and against tokens that may not; odd
names; floods, after which little is kept; what answers tell about whom one does not know; planted
cookies; answers of passkeys that are sent again; and accounts that end while something goes on."""

import json
import os
import random
import sqlite3
import sys
import threading
import unicodedata

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from authenticator import Device  # noqa: E402
from helpers import GAMES, LONG, Client, Stream, main, needs_sqlite, path_of, play_turn  # noqa: E402
from machine import wait_until  # noqa: E402
from postgres import WithPostgres, new_database  # noqa: E402
from test_accounts import AccountCase, Person  # noqa: E402
from test_nodes import Cable, Node  # noqa: E402
from test_openapi import DOC  # noqa: E402
from test_pairing import Lobby  # noqa: E402
from test_presence import Games  # noqa: E402


class AbuseCase(AccountCase):
    def guest(self, server=None):
        person = self.person(server)
        person.post("/api/guest", {})
        return person

    def code_of(self, reply):
        return reply.json["error"]["refusal"]["code"]

    def routes(self, method, id):
        return [path.replace("{id}", id) for path, methods in DOC["paths"].items() if method in methods]

    def ledger(self):
        """Every key that is kept, with its value."""
        for name in os.listdir(self.server.folder):
            path = os.path.join(self.server.folder, name)
            with open(path, "rb") as file:
                if file.read(15) != b"SQLite format 3":
                    continue
            database = sqlite3.connect("file:%s?mode=ro" % path, uri=True)
            try:
                if database.execute("SELECT 1 FROM sqlite_master WHERE name = 'ledger'").fetchall():
                    return dict(database.execute("SELECT key, value FROM ledger").fetchall())
            finally:
                database.close()
        raise AssertionError("there is no ledger")

    def count(self, prefix):
        return sum(key.startswith(prefix) for key in self.ledger())


class Routes(AbuseCase):
    """New routes are covered as soon as they are described."""

    def setUp(self):
        super().setUp()
        self.ada = self.signed_up("Ada")
        self.game = self.ada.create(LONG, detective="open")["id"]

    def test_other_pages_cannot_ask(self):
        """Whatever a browser with the cookies of somebody is made to send."""
        posts = self.routes("post", self.game)
        self.assertGreater(len(posts), 40)
        before = [self.ada.get(path).body for path in ("/api/account/export", "/api/games")]
        for path in posts:
            with self.subTest(path):
                for origin in (None, "null", "https://evil.example"):
                    reply = self.ada.ask("POST", path, "{}", {"Origin": origin})
                    self.assertEqual(self.code_of(self.refusal(403, reply)), "server.origin")
                for kind in ("text/plain", "application/x-www-form-urlencoded", None):
                    self.refusal(415, self.ada.ask("POST", path, "{}", {"Content-Type": kind}))
        self.assertEqual(before, [self.ada.get(path).body for path in ("/api/account/export", "/api/games")])

    def test_looking_changes_nothing(self):
        """So it needs no protection against other pages."""
        needs_sqlite()
        before = self.ledger()
        for path in self.routes("get", self.game):
            if not path.endswith("/events"):
                self.ada.ask("GET", path)
        self.assertEqual(self.ledger(), before)

    def refusal(self, status, reply):
        self.assertEqual(reply.status, status, reply.body)
        self.check_refusal(reply.json["error"])
        return reply

    def test_tokens_may_no_more_than_they_say(self):
        robby = self.signed_up("Robby", bot=True)
        before = robby.get("/api/account/export").json
        for scope, method in (("read", "post"), ("play", "get")):
            made = robby.post("/api/account/tokens", {"about": scope, scope: True}, 201)
            program = self.client(made.json["token"])
            for path in self.routes(method, self.game):
                if path in ("/api/catalogue", "/api/games/%s/picture.png" % self.game):
                    continue  # the same for everybody, asked for by pages that show no token
                with self.subTest(scope=scope, path=path):
                    reply = program.ask(method.upper(), path, "{}" if method == "post" else None)
                    self.assertEqual(self.code_of(self.refusal(403, reply)), "server.scope")
        both = robby.post("/api/account/tokens", {"about": "both", "read": True, "play": True}, 201)
        program = self.client(both.json["token"])
        for method in ("get", "post"):
            for path in self.routes(method, self.game):
                if path.startswith("/api/account/") or path.startswith("/api/moderation"):
                    reply = program.ask(method.upper(), path, "{}" if method == "post" else None)
                    self.assertEqual(self.code_of(self.refusal(403, reply)), "server.scope", path)
        after = robby.get("/api/account/export").json
        self.assertEqual(len(after.pop("sessions")), len(before.pop("sessions")) + 3)
        self.assertEqual(after, before)

    def test_nobody_is_nobody(self):
        """A token that was made up is refused everywhere, even where nobody needs to be known."""
        program = self.client("alibi_" + "x" * 22)
        for method in ("get", "post"):
            for path in self.routes(method, self.game):
                if path == "/api/catalogue":
                    continue
                reply = program.ask(method.upper(), path, "{}" if method == "post" else None)
                self.assertEqual(self.code_of(self.refusal(401, reply)), "server.token", path)


# Letters and what stands between them, of many scripts; much of it looks like something else.
POOLS = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789", "-_", " .'!@#$%^&*()[]{}<>/\\\"",
         "аеорсухіјѕԁһցɡɩԛԝ", "αβγδεζηθικλμνξοπρστυφχψω", "àéîõüßñçøłđħŋſ", "\u0300\u0301\u0308\u0327\u0338\u20dd",
         "\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u180e", "\u202a\u202e\u2066\u2069\u200e\u200f\u061c",
         "ａｂｃＡＢＣ１２３", "𝐚𝐛𝐜𝒜𝓑𝕮𝟎𝟏", "ⅠⅡⅢⅳ①②ⓐⒷ", "अआइकखगािी", "ابتثجحخد", "אבגדהוז", "ァアィイゥウ", "漢字仮名日本", "가각간",
         "ᎠᎡᎢᎣᏀ", "ԱԲԳԴԵ", "აბგდე", "กขคง", "😀👍🏽❤️🇩🇪", "\x00\x01\x1f\x7f\x85", "\ud800\udfff", "\ufdd0\uffff\U0010ffff", "ʹʺˈ",
         "١٢٣४५६", "ﬁﬂﬀĳǆ", "ıİiIlL1|", "rnmnvvw", "\u3164\u115f\u1160\uffa0", "⠀\u00a0\u2003\u3000"]  # fmt: skip


def odd_names(rng, number):
    """Names of one pool, of two, and of everything."""
    for _ in range(number):
        pools = rng.sample(POOLS, rng.choice((1, 1, 1, 2, 2, 5)))
        text = "".join(rng.choice(rng.choice(pools)) for _ in range(rng.choice((1, 2, 3, 5, 8, 12, 20, 21, 60))))
        yield text


def alike(name):
    """Names that a reader would take for NAME."""
    yield name.upper()
    yield name.lower()
    yield name.swapcase()
    yield unicodedata.normalize("NFD", name)
    yield name[:1] + "\u200b" + name[1:]
    yield name[:1] + "\u00ad" + name[1:]
    yield name[:2] + "-" + name[2:]
    yield name + "\u0338"
    for plain, other in (("a", "а"), ("e", "е"), ("o", "ο"), ("c", "ϲ"), ("p", "р"), ("i", "і"), ("l", "I"), ("m", "rn")):
        yield name.replace(plain, other)


class Names(AbuseCase):
    NUMBER = 3000

    def answer(self, name):
        """The name as it would be shown, or None after a refusal in one line."""
        reply = self.try_name(self.asker, name)
        if reply.status == 200:
            return reply.json["user"]["name"]
        self.assertIn(reply.status, (400, 409, 422), (name, reply.body))
        self.assertRegex(reply.reason, r"\A[ -~]+\Z")
        return None

    def check_shown(self, shown):
        self.assertEqual(shown, unicodedata.normalize("NFKC", shown))
        self.assertTrue(3 <= len(shown) <= 20, shown)
        for letter in shown:
            self.assertIn(unicodedata.category(letter)[0] if letter not in "-_" else "L", "LMN", ascii(shown))
        self.assertEqual(len([c for c in shown if unicodedata.category(c) == "Nl"]), 0, ascii(shown))

    def test_odd_names(self):
        rng, self.asker, taken = random.Random(17), self.guest(), {}
        for name in odd_names(rng, self.NUMBER):
            shown = self.answer(name)
            if shown is None:
                continue
            self.check_shown(shown)
            self.assertEqual(self.answer(shown), shown)  # what is shown is a name itself
            person = self.person()
            account = person.sign_up(name)["account"]
            self.assertEqual(account["name"], shown)
            person.close()
            taken[shown] = account["id"]
            for other in {name, shown, *alike(shown)}:
                self.assertIsNone(self.answer(other), "%a beside %a" % (other, shown))
        self.assertGreater(len(taken), 100)
        self.assertEqual(len({name.casefold() for name in taken}), len(taken))
        self.assertEqual(len(set(taken.values())), len(taken))


class Unknown(AbuseCase):
    """What is refused for one reason is refused in the same words as for another one."""

    def setUp(self):
        super().setUp()
        self.ada, self.eve = self.signed_up("Ada"), self.signed_up("Eve")
        self.gone = self.signed_up("Gone")
        self.gone.post("/api/account/delete", {"name": "Gone"})

    def same(self, *replies):
        for reply in replies:
            self.assertEqual((reply.status, reply.body), (replies[0].status, replies[0].body))
        self.assertGreaterEqual(replies[0].status, 400)

    def test_codes(self):
        """One that never was, one that was used, one of somebody who has gone, one that is too short."""
        used = self.ada.made["codes"][0]
        stranger = self.guest()
        stranger.post("/api/account/recover", {"code": used})
        stranger.sign_out()
        said = [stranger.ask("POST", "/api/account/recover", json.dumps({"code": code})) for code in (
            "abcd-efgh-ijkm-npqr", used, self.gone.made["codes"][0], "abcd", "\u00e4")]  # fmt: skip
        self.same(*said)

    def test_passkeys(self):
        """One that nobody has, one of somebody who has gone, and one that has not signed."""
        stranger, said = self.person(), []
        for device in (Device(self.server.origin), self.gone.device, self.ada.device):
            options = stranger.ask_for("sign-in")
            if not device.passkeys:
                device.create({"rp": {"id": options["rpId"]}, "challenge": ""})
            body = {"challenge": options["challenge"], **device.get(options)}
            body["signature"] = body["signature"][:-4] + "AAAA"
            said.append(stranger.ask("POST", "/api/account/sign-in", json.dumps(body)))
        self.same(*said)

    def test_people(self):
        gone, nobody = self.gone.made["account"]["id"], "a" * 12
        for path, methods in DOC["paths"].items():
            if path.startswith("/api/people/{id}") and "get" in methods:
                said = [self.eve.get(path.replace("{id}", id), 404) for id in (nobody, gone)]
                self.same(*said)
        said = [self.eve.post("/api/challenges", {"to": to, "game": LONG}, 404)
                for to in ("Nobody", "Gone", gone, nobody)]  # fmt: skip
        self.same(*said)

    def test_what_is_others(self):
        """Sessions, passkeys and challenges of others are as if they were not there."""
        session = self.ada.get("/api/account/sessions").json["sessions"][0]["session"]
        passkey = self.ada.get("/api/account/passkeys").json["passkeys"][0]["passkey"]
        offer = self.ada.post("/api/challenges", {"to": "Eve", "game": LONG}).json["challenges"][0]["id"]
        third = self.signed_up("Third")
        for path, name, own in (("sessions/end", "session", session), ("passkeys/end", "passkey", passkey)):
            self.same(*(third.post("/api/account/" + path, {name: id}, 404) for id in (own, "0" * 16)))
        said = [third.post("/api/challenges/%s/accept" % id, {}, 404) for id in (offer, "a" * 12)]
        self.same(*said)


class Floods(AbuseCase):
    """Whatever is sent again and again, by somebody whom no quota stops, little of it is kept."""

    def setUp(self):
        needs_sqlite()
        super().setUp()
        self.ada = self.signed_up("Ada")

    def flood(self, times, path, body, person=None):
        return [(person or self.ada).ask("POST", path, json.dumps(body)).status for _ in range(times)]

    def test_nothing_is_kept_of_questions(self):
        before = self.ledger()
        stranger = self.guest()
        for path, body, person in (
            ("account/challenge", {"for": "sign-in"}, stranger), ("account/challenge", {"for": "confirm"}, None),
            ("account/challenge", {"for": "passkey"}, None), ("account/name", {"name": "Nobody"}, stranger),
            ("account/recover", {"code": "abcd-efgh-ijkm-npqr"}, stranger), ("pairing/leave", {}, stranger),
            ("challenges", {"to": "Nobody", "game": LONG}, None), ("account/games", {}, None),
            ("account/delete", {"name": "x"}, None), ("account/passkeys/end", {"passkey": "0" * 16}, None),
        ):  # fmt: skip
            self.flood(300, "/api/" + path, body, person)
        self.assertEqual(self.ledger(), before)

    def test_what_is_kept_has_a_limit(self):
        ada = self.ada
        for _ in range(70):
            other = self.person()
            other.device = ada.device
            other.sign_in()
            other.close()
        self.assertLessEqual(self.count("session/"), 51)
        ada.sign_in()
        self.flood(30, "/api/account/codes", {})
        self.assertEqual((self.count("code/"), self.count("codes/")), (10, 10))
        self.flood(40, "/api/account/tokens", {"about": "x", "read": True})
        self.assertEqual(self.count("session/"), self.count("sessions/"))
        self.assertLessEqual(self.count("session/"), 50 + 20)
        for options in [ada.ask_for("passkey") for _ in range(40)]:
            body = {"challenge": options["challenge"], **Device(self.server.origin).create(options)}
            ada.ask("POST", "/api/account/passkeys", json.dumps(body))
        self.assertEqual(self.count("passkey/"), self.count("passkeys/"))
        self.assertLessEqual(self.count("passkey/"), 30)
        people = [self.signed_up("Friend" + letter) for letter in "bcdfghjklmnpqrst"]
        for person in people:
            ada.ask("POST", "/api/challenges", json.dumps({"to": person.made["account"]["id"], "game": LONG}))
        self.assertEqual(self.count("offer/"), 10)

    def test_wishes_of_many_guests(self):
        """Each has one, whatever it asks for, and none is there when all have left."""
        guests = [self.guest() for _ in range(30)]
        for n, guest in enumerate(guests):
            for game in GAMES:
                for role in ("jack", "any", "jack"):
                    guest.post("/api/pairing", {"ticket": "t%s%s" % (game, role), "game": game,
                                                "clock": "%d+0" % (100 + n), "role": role})  # fmt: skip
        self.assertEqual((self.count("wish/"), self.count("wisher/")), (30, 30))
        for n in range(60):  # many more kinds of game than anybody plays
            guests.append(self.guest())
            guests[-1].post("/api/pairing", {"ticket": "t", "game": LONG, "clock": "%d+9" % (100 + n)})
        lobby = Lobby(self.guest())
        self.addCleanup(lobby.close)
        lobby.shows(lambda said: said["about"]["waiting"])
        self.assertEqual(len(lobby.waiting()), 50)  # everybody is told of so many kinds of game, and no more
        for guest in guests:
            guest.post("/api/pairing/leave", {})
        self.assertEqual((self.count("wish/"), self.count("wisher/")), (0, 0))


class Planted(AbuseCase):
    """Somebody has put a cookie of theirs into Ada's browser, and keeps a copy."""

    def test_a_planted_guest(self):
        mallory = self.guest()
        ada = self.person()
        ada.cookie = mallory.cookie
        ada.sign_up("Ada")
        game = ada.create(LONG, detective="open")["id"]
        self.assertIsNone(mallory.account())
        mallory.get(path_of(game), 404)
        self.assertEqual(mallory.get("/api/games").json["games"], [])
        # What Mallory has as that guest becomes Ada's if she takes it along, and not the other way round.
        theirs = mallory.create(LONG, detective="open")["id"]
        ada.post("/api/account/games", {})
        mallory.get(path_of(theirs), 404)
        mallory.get(path_of(game), 404)
        self.assertEqual(ada.state(theirs)["you"], ["jack"])

    def test_a_planted_session(self):
        """Ada does not see that she is signed in as Mallory, and signs in: it is a new session."""
        mallory = self.signed_up("Mallory")
        ada = self.signed_up("Ada")
        ada.sign_out()
        ada.session = mallory.session
        ada.sign_in()
        self.assertEqual(ada.account()["name"], "Ada")
        self.assertNotEqual(ada.session, mallory.session)


class Replayed(AbuseCase):
    """Answers of passkeys that somebody has seen, sent again."""

    def refused_all(self, person, path, body, *statuses):
        reply = person.ask("POST", "/api/account/" + path, json.dumps(body))
        self.assertIn(reply.status, statuses or (403,), reply.body)
        self.check_refusal(reply.json["error"])

    def test_signing_up_twice(self):
        ada = self.person()
        options = ada.post("/api/account/name", {"name": "Ada"}).json
        body = {"name": "Ada", "challenge": options["challenge"], **ada.device.create(options)}
        ada.post("/api/account/sign-up", body, 201)
        self.refused_all(ada, "sign-up", body, 409)
        ada.sign_out()
        self.refused_all(ada, "sign-up", body, 403, 409)
        self.assertIsNone(ada.account())
        # Nor once the account is gone.
        ada.sign_in()
        ada.post("/api/account/delete", {"name": "Ada"})
        self.refused_all(ada, "sign-up", body, 403, 409)

    def test_adding_a_passkey(self):
        ada, bob = self.signed_up("Ada"), self.signed_up("Bob")
        options = ada.ask_for("passkey")
        body = {"challenge": options["challenge"], **Device(self.server.origin).create(options)}
        self.refused_all(bob, "passkeys", body)
        ada.post("/api/account/passkeys", body)
        self.refused_all(ada, "passkeys", body, 403, 409)
        self.assertEqual(len(ada.get("/api/account/passkeys").json["passkeys"]), 2)
        # In the same browser, but as somebody else.
        options = ada.ask_for("passkey")
        body = {"challenge": options["challenge"], **Device(self.server.origin).create(options)}
        ada.sign_out()
        ada.device, mine = bob.device, ada.device
        ada.sign_in()
        self.assertEqual(ada.account()["name"], "Bob")
        self.refused_all(ada, "passkeys", body)
        self.assertEqual(len(mine.passkeys), 1)

    def test_confirming_twice(self):
        ada = self.signed_up("Ada")
        body = ada.assertion("confirm")
        ada.post("/api/account/confirm", body)
        self.refused_all(ada, "confirm", body)

    def race(self, people, path, body):
        """All send the same at the same time; how they are answered."""
        statuses = []

        def send(person):
            statuses.append(person.ask("POST", path, json.dumps(body)).status)

        threads = [threading.Thread(target=send, args=(person,)) for person in people]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return sorted(statuses)

    def copies(self, person, servers, number=6):
        """The same browser, as often as somebody has copied it."""
        found = []
        for n in range(number):
            other = self.person(servers[n % len(servers)])
            other.cookie, other.session = person.cookie, person.session
            other.get("/api/account")
            found.append(other)
        return found

    def check_races(self, servers):
        ada = self.person(servers[0])
        codes = ada.sign_up("Ada")["codes"]
        ada.sign_out()
        body = ada.assertion()
        copies = self.copies(ada, servers)
        self.assertEqual(self.race(copies, "/api/account/sign-in", body), [200] + [403] * 5)
        ada.sign_in()
        ada.sign_out()
        copies = self.copies(ada, servers)
        self.assertEqual(self.race(copies, "/api/account/recover", {"code": codes[0]}), [200] + [403] * 5)

    def test_at_the_same_time(self):
        self.check_races([self.server])


class ReplayedOnNodes(WithPostgres, Replayed):
    """The same answer, at several servers at once."""

    def setUp(self):
        url = new_database(self.postgres.url)
        origin = ("--origin", "https://play.example.org")
        self.nodes = [Node(url, *origin) for _ in range(2)]
        for node in self.nodes:
            node.origin, node.cookie = "https://play.example.org", "__Host-alibi"
            self.addCleanup(node.close)
        self.server = self.nodes[0]

    def test_at_the_same_time(self):
        self.check_races(self.nodes)


class Endings(AbuseCase):
    """Sessions and accounts end while something goes on."""

    def setUp(self):
        super().setUp()
        self.one = self.two = self.server

    def copy(self, ada):
        """Somebody has Ada's session, and follows everything of hers, at the other server."""
        thief = self.person(self.two)
        thief.session = ada.session
        game = ada.create(LONG, detective="open")["id"]
        streams = [Stream(thief, game), Games(thief)]
        for stream in streams:
            self.addCleanup(stream.close)
            self.assertEqual(stream.status, 200)
        streams[1].wait(lambda s: s.lists)
        return thief, streams

    def ended(self, thief, streams):
        for stream in streams:
            wait_until(lambda s=stream: s.closed, "the stream to end")
        # A server that has lost the line cannot tell for a moment.
        nobody = b'{"account":null}'
        wait_until(lambda: thief.ask("GET", "/api/account").body == nobody, "the session to end")

    def signed_up_at(self, server, name):
        person = self.person(server)
        person.made = person.sign_up(name)
        return person

    def test_a_session_ends_with_its_streams(self):
        for end in ("others", "sign in", "sign out", "delete"):
            with self.subTest(end):
                name = "Ada" + end.replace(" ", "")
                ada = self.signed_up_at(self.one, name)
                if end == "others":
                    again = self.person(self.one)
                    again.device = ada.device
                    thief, streams = self.copy(ada)
                    again.sign_in()
                    again.post("/api/account/sessions/end", {"others": True})
                else:
                    thief, streams = self.copy(ada)
                if end == "sign in":
                    ada.sign_in()
                elif end == "sign out":
                    ada.sign_out()
                elif end == "delete":
                    ada.post("/api/account/delete", {"name": name})
                self.ended(thief, streams)

    def rated_game(self, ada, bob):
        body = {"game": LONG, "seats": {"jack": "me", "detective": "open"}, "clock": "3600+30", "rated": True}
        made = ada.post("/api/games", body, 201).json
        bob.post(path_of(made["id"], "/enter"), {"key": made["keys"]["detective"]})
        return made["id"]

    def test_deleted_while_playing_for_ratings(self):
        """The other one can end the game, and it counts as for somebody whose opponent has stayed."""
        counted = []
        for names in (("Ada", "Bob"), ("Cyd", "Dan")):
            ada, bob = self.signed_up_at(self.one, names[0]), self.signed_up_at(self.two, names[1])
            path = "/api/people/%s/games" % bob.made["account"]["id"]
            first, id = self.rated_game(ada, bob), self.rated_game(ada, bob)
            rng, seats = random.Random(3), {"jack": ada, "detective": bob}
            for _ in range(4):
                seat = bob.state(id)["to_act"]
                play_turn(rng, seats[seat], id, seat, seats[seat].state(id))
            ada.post(path_of(first, "/resign"), {"key": "k"})
            wait_until(lambda: bob.get(path).json["games"], "the first game to count")
            if names[0] == "Ada":
                ada.post("/api/account/delete", {"name": "Ada"})
                ada.get(path_of(id), 404)
                bob.get("/api/people/" + ada.made["account"]["id"], 404)
            bob.post(path_of(id, "/resign"), {"key": "k"})
            games = wait_until(lambda: bob.get(path).json["games"][:-1], "the second game to count")
            self.assertEqual([(g["id"], g["opponent"].get("name")) for g in games],
                             [(id, None if names[0] == "Ada" else "Cyd")])  # fmt: skip
            counted.append({name: games[0][name] for name in ("rated", "rating", "gain", "against")})
        self.assertEqual(*counted)
        self.assertLess(counted[0]["against"], 1400)

    def test_deleted_while_waiting(self):
        """Nobody is paired with somebody who has gone."""
        ada, guest = self.signed_up_at(self.one, "Ada"), self.guest(self.two)
        ada.post("/api/pairing", {"ticket": "t", "game": LONG})
        ada.post("/api/account/delete", {"name": "Ada"})
        self.assertIsNone(guest.post("/api/pairing", {"ticket": "t", "game": LONG}).json["game"])

    def test_a_guest_leaves_while_waiting(self):
        guest, other = self.guest(self.one), self.guest(self.two)
        guest.post("/api/pairing", {"ticket": "t", "game": LONG})
        guest.post("/api/guest/leave", {})
        lobby = Lobby(other)
        self.addCleanup(lobby.close)
        lobby.shows(lambda said: not said["about"]["waiting"])
        self.assertIsNone(other.post("/api/pairing", {"ticket": "t", "game": LONG}).json["game"])

    def test_nobody_plays_for_ratings_alone(self):
        """In both seats by two sessions, or with the browser's own guest, or by the link."""
        ada = self.signed_up_at(self.one, "Ada")
        again = self.person(self.two)
        again.device = Device(self.two.origin)
        again.device.passkeys = ada.device.passkeys
        again.sign_in()
        own = self.guest(self.two)
        body = {"game": LONG, "seats": {"jack": "me", "detective": "open"}, "clock": "300+5", "rated": True}
        made = ada.post("/api/games", {**body, "public": True}, 201).json
        for person in (again, own):
            for way in ({"key": made["keys"]["detective"]}, {"seat": "detective"}):
                person.post(path_of(made["id"], "/enter"), way, 403)
        bot = self.client(made["keys"]["detective"], self.two)
        bot.post(path_of(made["id"], "/enter"), {"key": made["keys"]["detective"]}, 403)
        wish = {"game": LONG, "clock": "300+5", "rated": True}
        for n, person in enumerate((ada, again, ada, again)):
            self.assertIsNone(person.post("/api/pairing", {"ticket": "t%d" % n, **wish}).json["game"])
        own.post("/api/pairing", {"ticket": "t", **wish}, 403)

    def test_games_are_taken_along_while_they_are_played(self):
        """What was answered is there, whoever of the two browsers played it; after that only Ada does."""
        ada = self.person(self.one)
        ada.post("/api/guest", {})
        rng, played, id = random.Random(5), 0, ada.create(LONG)["id"]
        other = self.person(self.two)  # the same browser, in another window that is not signed in
        other.cookie = ada.cookie
        ada.sign_up("Ada")
        taken = threading.Thread(target=lambda: ada.post("/api/account/games", {}))
        for n in range(100):
            reply = other.ask("GET", path_of(id, "?as=jack"))
            if reply.status != 200:
                break
            seat = reply.json["to_act"]
            if seat is None:
                break
            reply = other.ask("GET", path_of(id, "?as=" + seat))
            if reply.status != 200:
                break
            body = {"as": seat, "seq": reply.json["seq"], "key": "k%d" % n,
                    "tokens": [rng.choice(reply.json["legal"])["token"]]}  # fmt: skip
            if n == 5:
                taken.start()
            played += other.ask("POST", path_of(id, "/moves"), json.dumps(body)).status == 200
        taken.join()
        wait_until(lambda: other.ask("GET", path_of(id)).status == 404 or
                   other.get(path_of(id)).json["you"] == [], "the game to be Ada's")  # fmt: skip
        wait_until(lambda: ada.ask("GET", path_of(id)).status == 200, "the game to be Ada's")
        state = ada.get(path_of(id, "?as=jack")).json
        self.assertEqual(state["you"], ["jack", "detective"])
        told = [e for e in state["history"] if e["kind"] == "move" and e["by"] != "chance"]
        self.assertEqual(len(told), played)


class EndingsOnNodes(WithPostgres, Endings):
    """What one server does is heard at the other one, or made up for when it was not."""

    def test_a_session_ends_while_the_line_is_cut(self):
        ada = self.signed_up_at(self.one, "Ada")
        thief, streams = self.copy(ada)
        self.cable.cut()
        ada.sign_out()
        self.ended(thief, streams)

    def setUp(self):
        url = new_database(self.postgres.url)
        port = int(url.rsplit(":", 1)[1].split("/")[0])
        self.cable = Cable(port)
        self.addCleanup(self.cable.close)
        self.one, self.two = Node(url), Node(url.replace(":%d/" % port, ":%d/" % self.cable.port))
        for node in (self.one, self.two):
            self.addCleanup(node.close)
        self.server = self.one

if __name__ == "__main__":
    main()
