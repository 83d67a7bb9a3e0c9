"""Profiles: what everybody sees of somebody and what only they do, lists in pages, records, ladders,
names at tables, the featured game; and what is left of somebody who has left."""

import contextlib
import os
import random
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import GAMES, LONG, PROGRAM, choose, main, path_of  # noqa: E402
from machine import wait_until  # noqa: E402
from postgres import run_sql  # noqa: E402
from test_accounts import AccountCase  # noqa: E402

CLOCK = "3600+30"


def id_of(person):
    return person.made["account"]["id"]


class Profiles(AccountCase):
    def setUp(self):
        super().setUp()
        self.ada, self.bob, self.eve = self.signed_up("Ada"), self.signed_up("Bob"), self.client()

    def refuses(self, code, reply):
        self.assertEqual(reply.json["error"]["refusal"]["code"], code, reply.body)

    def of(self, person, path="", reader=None):
        return (reader or self.eve).get("/api/people/" + id_of(person) + path).json

    def games(self, person, reader=None, **query):
        words = "&".join("%s=%s" % pair for pair in query.items())
        return self.of(person, "/games?" + words, reader)["games"]

    def begin(self, game=LONG, rated=True, **more):
        """Ada is Jack, Bob the Detective."""
        body = {"game": LONG, "seats": {"jack": "me", "detective": "open"}, **more}
        made = self.ada.post("/api/games", {**body, "clock": CLOCK, "rated": True} if rated else body, 201).json
        self.bob.post(path_of(made["id"], "/enter"), {"key": made["keys"]["detective"]})
        return made["id"]

    def play(self, loser=None, **more):
        """The game is over, and counts."""
        id = self.begin(**more)
        (loser or self.bob).post(path_of(id, "/resign"), {"key": "k"})
        for person in (self.ada, self.bob):
            wait_until(lambda who=person: self.games(who, who)[:1] and self.games(who, who)[0]["id"] == id,
                       "the game to count")  # fmt: skip
        return id

    def standing(self, person, role):
        return next(s for s in self.of(person)["standings"] if s["role"] == role)

    def test_numbers(self):
        self.play()
        self.play(self.ada)
        self.play(rated=False, public=True)
        profile = self.of(self.ada)
        self.assertGreater(profile["since"], 1e12)
        ada = self.standing(self.ada, "jack")
        self.assertEqual((ada["played"], ada["won"], ada["rated"]), (3, 2, 2))
        self.assertEqual(ada["ends"], {"jack:resignation": 2, "detective:resignation": 1})
        self.assertEqual(ada["among"], 0)
        self.assertEqual(ada["all"]["ends"], ada["ends"])  # nobody else has been Jack
        self.assertEqual(self.standing(self.bob, "detective")["all"]["won"], 1)
        curves = self.of(self.ada, "/ratings")["curves"]
        self.assertEqual([(c["game"], c["role"], len(c["days"])) for c in curves], [(LONG, "jack", 1)])
        self.assertEqual(curves[0]["days"][0]["rating"], self.games(self.ada, rated="yes")[0]["rating"])
        self.assertEqual(len(self.games(self.ada, rated="yes")), 2)
        self.assertEqual(len(self.games(self.ada, rated="no")), 1)
        self.assertEqual(self.of(self.signed_up("Carol"), "/ratings"), {"curves": []})

    def test_an_accusation(self):
        """How many suspects there were when somebody was accused, and whether that was right."""
        rng, why = random.Random(1), ""
        while why not in ("arrest", "wrong-accusation"):
            self.assertEqual({s["among"] for s in self.of(self.bob)["standings"]} - {0}, set())
            why = self.accuse(rng, self.begin(rng.choice(GAMES)))
            wait_until(lambda: why in str(self.games(self.ada)[:1]), "the game to count")
        for person, role in ((self.ada, "jack"), (self.bob, "detective")):
            among = {s["among"] for s in self.of(person)["standings"] if s["role"] == role}
            self.assertIn(max(among), range(1, 10))

    def accuse(self, rng, id):
        """They play at random, and accuse whenever they can; why it ended."""
        seats = {"jack": self.ada, "detective": self.bob}
        while (state := self.ada.state(id))["status"] == "playing":
            seat, seq, tokens = state["to_act"], state["seq"], []
            seen = {"complete": False, **seats[seat].state(id)}
            while not seen["complete"]:
                legal = [entry["token"] for entry in seen["legal"]]
                accusing = [token for token in legal if token[0] == "!"]
                tokens.append(choose(rng, accusing or legal))
                seen = seats[seat].preview(id, seat, seq, tokens).json
            seats[seat].moves(id, seat, seq, tokens, "k%d" % seq)
        return state["result"]["why"]

    def test_private_games(self):
        """What is played by secret links is in the lists of those who played it, and of nobody else."""
        public, rated = self.play(rated=False, public=True), self.play()
        private = self.play(rated=False)
        for person in (self.ada, self.bob):
            own = self.games(person, person)
            self.assertEqual([g["id"] for g in own], [private, rated, public])
            self.assertEqual([g.get("private") for g in own], [True, None, None])
            for reader in (self.eve, self.ada, self.bob):
                if reader is not person:
                    self.assertEqual([g["id"] for g in self.games(person, reader)], [rated, public])
                    for path in ("", "/ratings", "/games", "/records"):
                        self.assertNotIn(private, str(self.of(person, path, reader)))
            self.assertEqual([r["id"] for r in self.of(person, "/records", person)["records"]],
                             [private, rated, public])  # fmt: skip
        for path in ("/api/people?ids=" + id_of(self.ada), "/api/ladder/day", "/api/featured", "/api/lobby"):
            self.assertNotIn(private, self.eve.get(path).body.decode())
        # Whoever has the address of a game that is over may look, with its course and its record.
        for path in ("", "/course", "/record?as=truth"):
            self.eve.get(path_of(private, path))

    def test_filters(self):
        """By the opponent's rating when they met, too; what cannot be asked for is refused in words."""
        first, second = self.play(), self.play()
        met = {game["id"]: game["against"] for game in self.games(self.bob)}
        self.assertEqual(met[first], 1500)
        self.assertGreater(met[second], 1500)
        for against, found in (("1500-1500", [first]), ("1501-9999", [second]), ("0-1499", []),
                               ("%d-%d" % (met[second], met[second]), [second])):  # fmt: skip
            with self.subTest(against):
                self.assertEqual([g["id"] for g in self.games(self.bob, against=against)], found)
                records = self.of(self.bob, "/records?against=" + against)["records"]
                self.assertEqual([r["id"] for r in records], found)
        for query, code in (
            ("role=x", "one-of"), ("role=", "one-of"), ("result=draw", "one-of"), ("rated=maybe", "one-of"),
            ("game=chess", "game"), ("against=", "range"), ("against=1500", "range"),
            ("against=1600-1400", "range"), ("against=0-0", "range"), ("against=1-2-3", "range"),
            ("against=-1-5", "range"), ("against=1-10000", "range"), ("against=a-b", "range"),
        ):  # fmt: skip
            for path in ("/games?", "/records?"):
                with self.subTest(path + query):
                    self.refuses("server." + code, self.eve.get("/api/people/%s%s%s" % (id_of(self.bob), path, query), 400))

    def test_pages(self):
        for _ in range(52):
            id = self.begin()
            self.bob.post(path_of(id, "/resign"), {"key": "k"})
        wait_until(lambda: self.of(self.bob)["standings"][0]["played"] == 52, "the games to count")
        first = self.of(self.bob, "/games")
        second = self.of(self.bob, "/games?after=" + first["next"])
        self.assertEqual([len(first["games"]), len(second["games"]), second["next"]], [50, 2, None])
        ids = [g["id"] for g in first["games"] + second["games"]]
        self.assertEqual(len(set(ids)), 52)
        # The records, read from the store after a crash.
        for person in (self.ada, self.bob, self.eve):
            person.close()
        self.server.kill()
        self.server.restart()
        records, after = [], ""
        while after is not None:
            page = self.of(self.bob, "/records?" + (after and "after=" + after))
            self.assertLessEqual(len(page["records"]), 20)
            records += page["records"]
            after = page["next"]
        self.assertEqual([r["id"] for r in records], ids)
        self.assertEqual(self.of(self.bob, "/records?result=won")["records"], [])
        self.refuses("server.after", self.eve.get("/api/people/%s/records?after=x" % id_of(self.bob), 400))
        with tempfile.TemporaryDirectory() as folder:
            for record in records[:3]:
                path = os.path.join(folder, record["id"])
                with open(path, "w", encoding="utf-8") as file:
                    file.write(record["record"])
                for command in (["replay", path, "--plain"], ["verify", path]):
                    done = subprocess.run([PROGRAM, *command], capture_output=True, text=True)
                    self.assertEqual(done.returncode, 0, done.stderr)

    def write(self, text):
        """Something in the database, beside the server."""
        where = self.server.store[1]
        if where.startswith("postgres:"):
            run_sql(where, text)
            return
        with contextlib.closing(sqlite3.connect(os.path.join(where, "alibi.db"), isolation_level=None)) as db:
            db.execute(text)

    def test_years_later(self):
        """What is in somebody's history can still be opened and downloaded when all other games are gone."""
        finished = [self.play(), self.play(rated=False, public=True), self.play(rated=False)][::-1]
        lost = [self.begin(rated=False), self.begin()]
        self.bob.post(path_of(lost[1], "/abort"), {"key": "k"})
        guests = self.eve.create(LONG)["id"]
        self.eve.post(path_of(guests, "/resign"), {"as": "jack", "key": "k"})
        statuses = lambda: [self.ada.ask("GET", path_of(id)).status for id in (*lost, guests)]
        self.assertEqual(statuses(), [200] * 3)
        self.write("UPDATE lived SET count = count + 1000")
        wait_until(lambda: statuses() == [404] * 3, "the others to be put away")
        self.assertEqual([g["id"] for g in self.games(self.ada, self.ada)], finished)
        records = self.of(self.ada, "/records", self.ada)["records"]
        self.assertEqual([r["id"] for r in records], finished)
        for id in finished:
            self.eve.get(path_of(id))

    def test_a_ladder_of_the_day(self):
        self.assertEqual(self.eve.get("/api/ladder/day").json["people"], [])
        self.play()
        self.play(rated=False, public=True)
        day = self.ada.get("/api/ladder/day").json
        self.assertEqual([(p["place"], p["name"], p["points"], p["won"], p["played"]) for p in day["people"]],
                         [(1, "Ada", 50, 1, 1), (2, "Bob", 0, 0, 1)])  # fmt: skip
        self.assertEqual(day["you"], {"place": 1, "points": 50, "won": 1, "played": 1})
        self.assertEqual(self.bob.get("/api/ladder/day").json["you"]["place"], 2)
        self.assertIsNone(self.eve.get("/api/ladder/day").json["you"])
        self.assertEqual(day["to"] - day["from"], 24 * 3600 * 1000)
        self.assertIsNone(day["next"])
        for after in ("x", "99949-" + id_of(self.ada), "99949-%s-x" % id_of(self.ada)):
            self.refuses("server.after", self.eve.get("/api/ladder/day?after=" + after, 400))
        rest = self.eve.get("/api/ladder/day?after=99949-%s-1" % id_of(self.ada)).json
        self.assertEqual([(p["place"], p["name"]) for p in rest["people"]], [(2, "Bob")])

    def test_a_ladder_of_ratings(self):
        """Whoever has shown what they can is in it, until that is too long ago."""
        def ladder(role="jack", reader=self.eve):
            return reader.get("/api/ladder?game=%s&role=%s" % (LONG, role)).json

        for _ in range(13):
            self.play()
            self.play(self.ada)
        ada = self.standing(self.ada, "jack")
        self.assertFalse(ada["provisional"])
        for role, name in (("jack", "Ada"), ("detective", "Bob")):
            self.assertEqual([(p["place"], p["name"]) for p in ladder(role)["people"]], [(1, name)])
        self.assertEqual(ladder()["people"][0]["rating"], ada["rating"])
        self.assertEqual(ladder(reader=self.ada)["you"]["place"], 1)
        self.assertIsNone(ladder(reader=self.bob)["you"])
        for person in (self.ada, self.bob, self.eve):
            person.close()
        self.server.kill()
        self.server.args = (*self.server.args, "--test-later", str(2 * 365 * 24 * 3600))
        self.server.restart()
        self.assertTrue(self.standing(self.ada, "jack")["provisional"])
        self.assertEqual(ladder()["people"], [])
        self.assertEqual(ladder("detective")["people"], [])

    def test_names(self):
        self.play()
        robot = self.signed_up("Robby", bot=True)
        ids = [id_of(person) for person in (self.ada, robot, self.bob)]
        people = self.eve.get("/api/people?ids=" + "-".join(ids)).json["people"]
        self.assertEqual([(p["name"], p["bot"]) for p in people],
                         [("Ada", False), ("Robby", True), ("Bob", False)])  # fmt: skip
        self.assertEqual([(r["game"], r["role"], r["provisional"]) for r in people[0]["ratings"]],
                         [(LONG, "jack", True)])  # fmt: skip
        self.assertEqual(people[1]["ratings"], [])
        self.assertEqual(self.eve.get("/api/people?ids=" + "a" * 12).json["people"], [])
        for ids in ("", "x", "a" * 11, "-", "a" * 12 + "," + "b" * 12, "-".join(["a" * 12] * 21)):
            self.refuses("server.ids", self.eve.get("/api/people?ids=" + ids, 400))
        self.refuses("server.ids", self.eve.get("/api/people", 400))

    def featured(self):
        return [g["id"] for g in self.eve.get("/api/featured").json["games"]]

    def test_a_featured_game(self):
        self.assertEqual(self.featured(), [])
        self.begin()
        self.begin(rated=False)
        self.assertEqual(self.featured(), [])  # both are private
        shown = self.begin(public=True)
        open_one = self.ada.post("/api/games", {
            "game": LONG, "seats": {"jack": "me", "detective": "open"}, "public": True}, 201).json["id"]  # fmt: skip
        self.ada.post("/api/games", {
            "game": LONG, "seats": {"jack": "me", "detective": "level1"}, "public": True}, 201)  # fmt: skip
        wait_until(lambda: self.featured() == [shown], "the game between people")
        summary = self.eve.get("/api/featured").json["games"][0]
        self.assertEqual(summary["accounts"], {"jack": id_of(self.ada), "detective": id_of(self.bob)})
        self.assertEqual(self.ada.get("/api/featured").json["games"][0]["you"], [])
        stream = self.stream(self.eve, shown, **{"as": "public"})
        stream.wait_for(self.eve.state(shown)["seq"])
        self.bob.post(path_of(shown, "/resign"), {"key": "k"})
        wait_until(lambda: shown not in self.featured(), "another game")
        self.assertNotIn(open_one, self.featured())

    def test_the_strongest_are_featured(self):
        """Those who were paired and have shown what they can come before others."""
        for _ in range(12):
            self.play()
            self.play(self.ada)
        self.begin(public=True)
        wish = {"ticket": "t", "game": LONG, "clock": CLOCK, "rated": True}
        self.ada.post("/api/pairing", {**wish, "role": "jack"})
        paired = self.bob.post("/api/pairing", {**wish, "role": "detective"}).json["game"]
        wait_until(lambda: self.featured() == [paired], "the game of the strong")

    def test_leaving(self):
        id = self.play()
        going = self.begin()
        me, name = id_of(self.ada), "Ada"
        export = self.ada.get("/api/account/export").json
        self.assertEqual([e["key"] for e in export["standing"]], [LONG + "/jack"])
        self.assertTrue(export["played"][0]["key"].endswith("/" + id))
        self.assertEqual([len(export[name]) for name in ("curve", "days")], [1, 1])
        self.ada.confirm()
        self.ada.post("/api/account/delete", {"name": name})
        for path in ("", "/games", "/ratings", "/records"):
            self.refuses("server.no-person", self.eve.get("/api/people/" + me + path, 404))
        game = self.games(self.bob)[0]
        self.assertEqual(game["opponent"], {"player": "account", "id": None, "name": None})
        self.assertEqual([p["name"] for p in self.eve.get("/api/ladder/day").json["people"]], ["Bob"])
        self.assertEqual(self.eve.get("/api/people?ids=" + me).json["people"], [])
        # A game that ends later brings nothing back.
        self.bob.post(path_of(going, "/resign"), {"key": "k"})
        wait_until(lambda: self.of(self.bob)["standings"][0]["played"] == 2, "the game to count")
        self.refuses("server.no-person", self.eve.get("/api/people/" + me, 404))
        self.assertEqual([p["name"] for p in self.eve.get("/api/ladder/day").json["people"]], ["Bob"])


class Quotas(AccountCase):
    ARGS = ("--rate", "1000")

    def test_records(self):
        ada = self.signed_up()
        path = "/api/people/%s/records" % id_of(ada)
        for _ in range(600):
            ada.get(path)
        self.refused(429, "too-many", ada.ask("GET", path))


if __name__ == "__main__":
    main()
