"""How people find a game: quick pairing, challenges by name, the lobby as it changes. What one does the
other is told at once, on one server and on several; answers that are lost, wishes that are given up,
floods, and a server that is killed."""

import json
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import GAMES, LONG, RefusalCase, Stream, main, path_of  # noqa: E402
from machine import wait_until  # noqa: E402
from postgres import WithPostgres, new_database  # noqa: E402
from test_accounts import AccountCase  # noqa: E402
from test_nodes import Node  # noqa: E402
from test_presence import Games  # noqa: E402

OTHERS = [game for game in GAMES if game != LONG]


class Lobby(Stream):
    """The lobby as it changes."""

    def __init__(self, client):
        self.lists = []
        super().__init__(client, None)

    @staticmethod
    def path(game, query):
        return "/api/lobby/events"

    def take(self, fields):
        assert fields["event"] == "lobby", fields
        self.lists.append(json.loads(fields["data"]))
        self.changed.notify_all()

    def shows(self, ready):
        self.wait(lambda s: s.lists and ready(s.lists[-1]))

    def waiting(self):
        return self.lists[-1]["about"]["waiting"]


class MeetCase(RefusalCase):
    def refuses(self, status, code, reply):
        self.assertEqual(reply.status, status, reply.body)
        self.assertEqual(reply.json["error"]["refusal"]["code"], code)

    def guest(self, server=None):
        person = self.client(server=server)
        person.post("/api/guest", {})
        return person

    def wish(self, person, ticket="t", **more):
        """The game that it has led to, or None."""
        return person.post("/api/pairing", {"ticket": ticket, "game": LONG, **more}).json["game"]

    def met(self, person, ticket="t", **more):
        """The game, once it is there."""
        return wait_until(lambda: self.wish(person, ticket, **more), "the game")

    def follow(self, person, kind=Games):
        stream = kind(person)
        self.addCleanup(stream.close)
        self.assertEqual(stream.status, 200)
        return stream

    def hears(self, stream, ticket="t"):
        """The game that the stream says TICKET has led to."""
        stream.wait(lambda s: any((n["met"] or {}).get("ticket") == ticket for n in s.news))
        return next(n["met"]["game"] for n in reversed(stream.news) if n["met"])


class Both:
    """What holds on one server and on several: self.one and self.two are the same or not."""

    def test_both_are_told(self):
        one, two = self.guest(self.one), self.guest(self.two)
        a, b = self.follow(one), self.follow(two)
        self.assertIsNone(self.wish(one))
        game = self.wish(two)
        # Nobody asks again: the streams say it, and the game is there when they do.
        self.assertEqual(self.hears(a), game)
        self.assertEqual(self.hears(b), game)
        self.assertEqual(one.state(game)["you"] + two.state(game)["you"] in
                         (["jack", "detective"], ["detective", "jack"]), True)  # fmt: skip
        a.shows(lambda games: game in [g["id"] for g in games])
        self.assertEqual(self.wish(one), game)

    def test_the_lobby_is_told(self):
        watcher, maker = self.follow(self.guest(self.one), Lobby), self.guest(self.two)
        watcher.shows(lambda said: said["games"] == [] and said["about"]["waiting"] == [])
        made = maker.create(LONG, jack="me", detective="open", public=True, clock="300+5")
        watcher.shows(lambda said: [g["id"] for g in said["games"]] == [made["id"]])
        told = watcher.lists[-1]["games"][0]
        self.assertEqual((told["clock"], told["seats"]["detective"]), ("300+5", "open"))
        self.assertEqual(told["you"], [])
        # It tells no more than the list that anybody can ask for: tests of secrets compare that.
        stranger = self.client(server=self.two)
        wait_until(lambda: stranger.get("/api/lobby").json["games"] == [told], "the same list")
        hidden = maker.create(LONG, jack="me", detective="open")["id"]
        # Who waits for an opponent is counted, by what they wait for.
        self.wish(maker, clock="3d")
        watcher.shows(lambda said: said["about"]["waiting"])
        self.assertEqual(
            watcher.waiting(), [{"game": LONG, "clock": "3d", "rated": False, "people": 1}])  # fmt: skip
        maker.post("/api/pairing/leave", {})
        watcher.shows(lambda said: not said["about"]["waiting"])
        # The seat is taken: it is open no more; then the game is over.
        guest = self.guest(self.one)
        guest.post(path_of(made["id"], "/enter"), {"seat": "detective"})
        watcher.shows(lambda said: said["games"][0]["status"] == "playing")
        guest.post(path_of(made["id"], "/resign"), {"key": "k"})
        watcher.shows(lambda said: said["games"] == [])
        self.assertNotIn(hidden, json.dumps(watcher.lists))


class OneServer(Both, MeetCase):
    def setUp(self):
        super().setUp()
        self.one = self.two = self.server


class Nodes(WithPostgres, Both, MeetCase):
    def setUp(self):
        url = new_database(self.postgres.url)
        self.one, self.two = Node(url), Node(url)
        for node in (self.one, self.two):
            self.addCleanup(node.close)

    def test_a_node_dies(self):
        """Its people ask the other one; who has met whom is known there, too."""
        one, two = self.guest(self.one), self.guest(self.two)
        self.assertIsNone(self.wish(one))
        game = self.wish(two)
        self.one.kill()
        one.close()
        one.server = self.two
        self.assertEqual(self.met(one), game)


class Pairing(MeetCase):
    def pair(self, **more):
        one, two = self.guest(), self.guest()
        self.assertIsNone(self.wish(one, **more))
        game = self.met(two, **more)
        self.assertEqual(self.wish(one, **more), game)
        return one, two, game

    def test_two_of_a_mind(self):
        one, two, game = self.pair()
        mine = [person.state(game)["you"] for person in (one, two)]
        self.assertEqual(sorted(mine), [["detective"], ["jack"]])
        state = one.state(game)
        self.assertEqual((state["status"], state["game"]), ("playing", LONG))
        self.assertNotIn("clock", state)
        self.assertNotIn("accounts", state)
        # Both hold nothing but their own seat, and others look on.
        self.assertEqual(self.guest().state(game)["you"], [])
        self.assertIn(game, [g["id"] for g in one.get("/api/games").json["games"]])

    def test_lots(self):
        """Of two guests who take either role it is not always the same one who is Jack."""
        first = set()  # what the one who has waited was
        for i in range(20):
            one, two = self.guest(), self.guest()
            self.assertIsNone(self.wish(one, "one%d" % i))
            time.sleep(0.01)  # so that one has waited
            first.update(one.state(self.met(two, "two%d" % i))["you"])
        self.assertEqual(first, {"jack", "detective"})

    def test_clock_and_roles(self):
        one, two = self.guest(), self.guest()
        self.assertIsNone(self.wish(one, role="jack", clock="300+5"))
        self.assertIsNone(self.wish(two, role="jack", clock="300+5"))  # both cannot be Jack
        self.assertIsNone(self.wish(two, "u", role="detective", clock="3d"))
        game = self.met(two, "v", role="detective", clock="300+5")
        self.assertEqual(one.state(game)["you"], ["jack"])
        self.assertEqual(two.state(game)["clock"], "300+5")

    def test_games_are_not_mixed(self):
        people = [self.guest() for _ in GAMES]
        watcher = self.follow(self.guest(), Lobby)
        for game, person in zip(GAMES, people):
            self.assertIsNone(self.wish(person, game=game))
        watcher.shows(lambda said: len(said["about"]["waiting"]) == len(GAMES))

    def test_lost_answers_and_new_wishes(self):
        one, two, game = self.pair()
        self.assertEqual(self.wish(one), game)  # the same ticket, the same game
        self.assertEqual(self.wish(two), game)
        self.assertIsNone(self.wish(one, "again"))
        other = self.met(two, "again")
        self.assertNotEqual(other, game)

    def test_who_leaves_is_not_paired(self):
        one, two = self.guest(), self.guest()
        self.assertIsNone(self.wish(one))
        one.post("/api/pairing/leave", {})
        one.post("/api/pairing/leave", {})
        self.assertIsNone(self.wish(two))
        self.met(one, "u")

    def test_nobody_plays_himself(self):
        one = self.guest()
        for ticket in "tuv":
            self.assertIsNone(self.wish(one, ticket))

    def test_many_at_once(self):
        """As many games as pairs, and nobody in two of them."""
        people = [self.guest() for _ in range(40)]
        for person in people:
            self.wish(person)
        games = [self.met(person) for person in people]
        self.assertEqual(sorted(games.count(game) for game in games), [2] * 40)

    def test_after_a_crash(self):
        """Killed when two have been paired, whether or not their game is there already."""
        for _ in range(5):
            one, two = self.guest(), self.guest()
            self.assertIsNone(self.wish(one))
            self.wish(two)
            for person in (one, two):
                person.close()
            self.server.kill()
            self.server.restart()
            # It was made before, or is made when the server looks for what it has forgotten.
            game = self.met(one)
            self.assertEqual(self.met(two), game)
            self.assertEqual(len(one.state(game)["you"]), 1)

    def test_bad_wishes(self):
        person = self.guest()
        for status, code, body in (
            (400, "server.text", {"game": LONG}),
            (400, "server.text", {"ticket": "", "game": LONG}),
            (400, "server.text", {"ticket": "x" * 33, "game": LONG}),
            (400, "server.game", {"ticket": "t", "game": "chess"}),
            (400, "server.clock", {"ticket": "t", "game": LONG, "clock": "fast"}),
            (400, "server.role", {"ticket": "t", "game": LONG, "role": "nobody"}),
            (400, "server.yes-or-no", {"ticket": "t", "game": LONG, "rated": 1}),
            (403, "server.rated", {"ticket": "t", "game": LONG, "rated": True, "clock": "300+5"}),
            (400, "server.member", {"ticket": "t", "game": LONG, "fast": True}),
        ):
            with self.subTest(body):
                self.refuses(status, code, person.post("/api/pairing", body, status))
        self.refuses(403, "server.no-guest",
                     self.client().post("/api/pairing", {"ticket": "t", "game": LONG}, 403))  # fmt: skip
        self.refuses(403, "server.rated", person.post("/api/games", {
            "game": LONG, "seats": {"jack": "me", "detective": "open"}, "clock": "300+5", "rated": True}, 403))  # fmt: skip


class Floods(MeetCase):
    ARGS = ("--rate", "1000000", "--proxy", "127.0.0.1")

    def test_wishes_have_an_end(self):
        """One guest, wherever they go; somebody else is served."""
        guest, n = self.guest(), 0
        body = json.dumps({"ticket": "t", "game": LONG})
        while True:
            n += 1
            reply = guest.ask("POST", "/api/pairing", body,
                              {"X-Forwarded-For": "192.0.2.%d" % (n % 200 + 1)})  # fmt: skip
            if reply.status != 200:
                break
        self.refuses(429, "server.quota-wishes", reply)
        self.assertGreaterEqual(n, 1200)
        self.assertLess(n, 1300)
        self.assertIsNone(self.wish(self.guest(), clock="3d"))


class Challenges(AccountCase):
    follow, hears, refuses = MeetCase.follow, MeetCase.hears, MeetCase.refuses

    def setUp(self):
        super().setUp()
        self.ada, self.bob = self.signed_up("Ada"), self.signed_up("Bob")

    def challenge(self, person, to="Bob", status=200, **more):
        return person.post("/api/challenges", {"to": to, "game": LONG, **more}, status)

    def open(self, person):
        return person.get("/api/challenges").json["challenges"]

    def end(self, person, id, how="end", status=200):
        return person.post("/api/challenges/%s/%s" % (id, how), {}, status)

    def test_accepted(self):
        a, b = self.follow(self.ada), self.follow(self.bob)
        mine = self.challenge(self.ada, role="jack", clock="300+5", rated=True, public=True)
        mine = mine.json["challenges"][0]
        self.assertEqual((mine["from"]["name"], mine["to"]["name"]), ("Ada", "Bob"))
        self.assertEqual((mine["clock"], mine["rated"], mine["role"]), ("300+5", True, "jack"))
        self.assertIsNone(mine["from"]["jack"])  # no rating yet
        b.wait(lambda s: s.news and s.news[-1]["challenges"] == [mine])
        a.wait(lambda s: s.news and s.news[-1]["challenges"] == [mine])
        self.end(self.bob, mine["id"], "accept")
        game = self.hears(a, mine["id"])
        self.assertEqual(self.hears(b, mine["id"]), game)
        state = self.ada.state(game)
        self.assertEqual((state["you"], state["clock"], state["rated"]), (["jack"], "300+5", True))
        self.assertEqual(self.bob.state(game)["you"], ["detective"])
        self.assertEqual(self.end(self.bob, mine["id"], "accept").json["met"]["game"], game)
        self.assertEqual((self.open(self.ada), self.open(self.bob)), ([], []))

    def test_declined_and_withdrawn(self):
        a, b = self.follow(self.ada), self.follow(self.bob)
        for person, stream in ((self.ada, b), (self.bob, a)):
            id = self.challenge(self.ada).json["challenges"][0]["id"]
            stream.wait(lambda s: s.news and s.news[-1]["challenges"])
            self.end(person, id)
            stream.wait(lambda s: s.news[-1] == {"met": None, "challenges": [], "called": []})
            self.end(person, id)  # as good as the first time
            self.refuses(404, "server.no-challenge", self.end(self.bob, id, "accept", 404))

    def test_declined_for_a_while(self):
        """Nobody is asked again and again; the one who has declined may ask."""
        id = self.challenge(self.ada).json["challenges"][0]["id"]
        self.end(self.bob, id)
        self.refuses(403, "server.declined", self.challenge(self.ada, status=403))
        self.assertEqual(self.open(self.bob), [])
        self.challenge(self.bob, "Ada")
        self.signed_up("Eve").post("/api/challenges", {"to": "Bob", "game": LONG})
        for person in (self.ada, self.bob):
            person.close()
        self.server.kill()
        self.server.args = (*self.server.args, "--test-later", "601")
        self.server.restart()
        self.challenge(self.ada)

    def test_whose_it_is(self):
        id = self.challenge(self.ada).json["challenges"][0]["id"]
        eve = self.signed_up("Eve")
        for person in (self.ada, eve):
            self.refuses(404, "server.no-challenge", self.end(person, id, "accept", 404))
        self.end(eve, id)
        self.assertEqual(self.open(eve), [])
        self.assertEqual([c["id"] for c in self.open(self.bob)], [id])
        for person in (self.client(), self.guest()):
            self.refuses(401, "server.not-signed-in", self.challenge(person, status=401))
            self.refuses(401, "server.not-signed-in", person.get("/api/challenges", 401))

    def guest(self):
        person = self.client()
        person.post("/api/guest", {})
        return person

    def test_sent_again(self):
        """The same is the same; another one takes its place; both ways there are two."""
        first = self.challenge(self.ada).json["challenges"]
        self.assertEqual(self.challenge(self.ada).json["challenges"], first)
        second = self.challenge(self.ada, clock="3d").json["challenges"]
        self.assertEqual([c["clock"] for c in second], ["3d"])
        self.assertNotEqual(second[0]["id"], first[0]["id"])
        self.assertEqual(len(self.challenge(self.bob, "Ada").json["challenges"]), 2)

    def test_private_games(self):
        id = self.challenge(self.ada, public=False).json["challenges"][0]["id"]
        self.end(self.bob, id, "accept")
        game = wait_until(lambda: self.end(self.bob, id, "accept").json["met"], "the game")["game"]
        self.client().get(path_of(game), 404)
        self.ada.state(game)

    def test_bad_ones(self):
        for status, code, to, more in (
            (404, "server.no-person", "Nobody", {}),
            (404, "server.no-person", "a" * 12, {}),
            (404, "server.no-person", "..", {}),
            (403, "server.oneself", "Ada", {}),
            (403, "server.rated", "Bob", {"rated": True}),
            (400, "server.clock", "Bob", {"clock": "soon"}),
            (400, "server.member", "Bob", {"text": "hello"}),
        ):
            with self.subTest(code=code, to=to):
                self.refuses(status, code, self.challenge(self.ada, to, status, **more))
        self.assertEqual(self.open(self.ada), [])

    def test_the_server_is_killed(self):
        id = self.challenge(self.ada).json["challenges"][0]["id"]
        self.end(self.bob, id, "accept")
        for person in (self.ada, self.bob):
            person.close()
        self.server.kill()
        self.server.restart()
        game = wait_until(lambda: self.end(self.bob, id, "accept").json["met"], "the game")["game"]
        self.assertEqual(len(self.ada.state(game)["you"]), 1)

    def test_who_is_deleted(self):
        self.challenge(self.ada)
        self.bob.post("/api/account/delete", {"name": "Bob"})
        self.assertEqual(self.open(self.ada), [])


if __name__ == "__main__":
    main()
