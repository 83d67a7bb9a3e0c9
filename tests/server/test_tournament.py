"""Tournaments from entering to the final table: Swiss and arena, with odd numbers, those who leave and
those who do not come; servers that are killed in between; several servers on one database."""

import os
import random
import secrets
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import LONG, PROGRAM, Server, Stream, main, path_of  # noqa: E402
from machine import wait_until  # noqa: E402
from postgres import WithPostgres, new_database  # noqa: E402
from test_accounts import AccountCase, Person  # noqa: E402
from test_nodes import Node  # noqa: E402

NAMES = ("Ada", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida")


def path(id, rest=""):
    return "/api/tournaments/" + id + rest


class PageStream(Stream):
    """Pages of a tournament as they are pushed."""

    @staticmethod
    def path(id, query):
        return path(id, "/events")


class Player:
    """One who plays quickly: of two who meet, the one with the higher number resigns."""

    def __init__(self, person, number):
        self.person, self.number = person, number
        self.id = person.made["account"]["id"]
        self.comes = True

    def entry(self, page):
        return next((i for i, p in enumerate(page["players"]) if p["id"] == self.id), None)

    def resigns(self, game):
        self.person.post(path_of(game, "/resign"), {"key": secrets.token_urlsafe(8)})


class TournamentCase(AccountCase):
    def refuses(self, status, code, reply):
        self.assertEqual(reply.status, status, reply.body)
        self.assertEqual(reply.json["error"]["refusal"]["code"], code)

    def players(self, n, nodes=None):
        self.people = []
        return [Player(self.at(nodes[i % len(nodes)] if nodes else self.server, NAMES[i]), i) for i in range(n)]

    def at(self, server, name):
        person = Person(server)
        self.addCleanup(person.close)
        self.people.append(person)
        person.made = person.sign_up(name)
        return person

    AHEAD = 600  # seconds, in which all enter, however slow the machine is

    def later(self, seconds=AHEAD + 1):
        """So much time has passed since the beginning, for all servers."""
        for person in self.people:
            person.close()
        for server in getattr(self, "nodes", [self.server]):
            server.kill()
            server.args = (*server.args, "--test-later", str(seconds))
            server.restart()

    def begin(self, players, id, seconds=AHEAD + 1):
        """All enter, and it begins."""
        self.join(players, id)
        self.later(seconds)

    def make(self, player, status=201, ahead=AHEAD, **more):
        plan = {"request": secrets.token_urlsafe(16), "title": "fog", "game": LONG, "kind": "swiss",
                "clock": "600+5", "starts": int(1000 * (time.time() + ahead)), "patience": 60, **more}  # fmt: skip
        plan = {name: value for name, value in plan.items() if value is not None}
        reply = player.person.post("/api/tournaments", plan, status)
        return reply.json["id"] if status == 201 else reply

    def join(self, players, id):
        for player in players:
            player.person.post(path(id, "/join"), {})

    def page(self, player, id):
        return player.person.get(path(id)).json

    def act(self, player, id, page):
        """What PLAYER does when this is the page."""
        mine = player.entry(page)
        if not player.comes or page["state"] != "running" or page["players"][mine]["withdrawn"]:
            return
        meeting = next((m for m in page["meetings"] if mine in (m["first"], m["second"]) and
                        any(g["state"] != "over" for g in m["games"])), None)  # fmt: skip
        if not meeting:
            if page["kind"] == "arena":
                player.person.ask("POST", path(id, "/ready"), "{}")
            return
        number, game = next((i, g) for i, g in enumerate(meeting["games"]) if g["state"] != "over")
        if game["state"] == "called":
            player.person.post(path(id, "/ready"), {})
            return
        state = player.person.ask("GET", path_of(game["id"]))
        if state.status != 200 or state.json["status"] != "playing":
            return
        # The first of the meeting is Jack in the first game.
        self.assertEqual(state.json["you"],
                         ["jack" if (mine == meeting["first"]) == (number == 0) else "detective"])  # fmt: skip
        if mine == max(meeting["first"], meeting["second"]):
            player.resigns(game["id"])

    def play(self, players, id, until=lambda page: page["state"] in ("over", "cancelled")):
        def done():
            page = self.page(players[0], id)
            for player in players:
                self.act(player, id, page)
            return until(page) and page

        return wait_until(done, "the tournament")

    def check_table(self, page, players):
        rows = page["table"]
        self.assertEqual(sorted(row["player"] for row in rows), list(range(len(players))))
        self.assertEqual([row["points"] for row in rows],
                         sorted((row["points"] for row in rows), reverse=True))  # fmt: skip

    def meetings(self, player, id):
        found, after = [], 0
        while after is not None:
            answer = player.person.get(path(id, "/meetings?after=%d" % after)).json
            found += answer["meetings"]
            after = answer["next"]
        return found


class Swiss(TournamentCase):
    def test_eight(self):
        """The one who never resigns wins every game of every round."""
        players = self.players(8)
        id = self.make(players[0], rounds=3, rated=True)
        self.begin(players, id)
        stream = PageStream(players[1].person, id)
        self.addCleanup(stream.close)
        page = self.play(players, id)
        self.check_table(page, players)
        self.assertEqual((page["table"][0]["player"], page["table"][0]["points"]), (0, 6))
        meetings = self.meetings(players[0], id)
        self.assertEqual(len(meetings), 12)
        self.assertEqual(len({frozenset((m["first"], m["second"])) for m in meetings}), 12)
        for meeting in meetings:
            self.assertEqual(sum(meeting["points"]), 2)
            games = [g["id"] for g in meeting["games"]]
            self.assertEqual(len(set(games)), 2)
            roles = [players[0].person.state(g)["accounts"] for g in games]
            self.assertEqual(roles[0]["jack"], roles[1]["detective"])
            self.assertEqual(roles[0]["detective"], roles[1]["jack"])
        stream.wait(lambda s: s.other and s.other[-1]["state"] == "over")
        self.assertEqual({**stream.other[-1], "now": page["now"]}, page)
        self.assertEqual([t["state"] for t in players[0].person.get("/api/tournaments").json["tournaments"]],
                         ["over"])  # fmt: skip
        profile = players[0].person.get("/api/people/" + players[0].id).json
        self.assertEqual(sum(s["rated"] for s in profile["standings"]), 6)

    def test_everybody_meets_everybody(self):
        """As many rounds as opponents: none of them is missing in the end."""
        players = self.players(6)
        id = self.make(players[0], rounds=9)
        self.begin(players, id)
        page = self.play(players, id)
        self.assertEqual((page["round"], page["rounds"]), (5, 5))
        meetings = self.meetings(players[0], id)
        self.assertEqual(len({frozenset((m["first"], m["second"])) for m in meetings}), 15)
        self.assertEqual([row["points"] for row in page["table"]], [10, 8, 6, 4, 2, 0])

    def test_too_few_are_left(self):
        """It has had the rounds that were played when nobody can be paired any more."""
        players = self.players(4)
        id = self.make(players[0], rounds=3)
        self.begin(players, id)
        self.play(players, id, lambda page: page["round"] == 1)
        for player in players[1:]:
            player.person.post(path(id, "/withdraw"), {})
        wait_until(lambda: self.page(players[0], id)["state"] == "over", "the end")
        page = self.page(players[0], id)
        self.assertEqual((page["round"], page["rounds"]), (1, 1))

    def test_kill_and_odd_number_and_leaving(self):
        """Seven play, one leaves after the first round; the server is killed in each round."""
        rng, players = random.Random(5), self.players(7)
        id = self.make(players[0], rounds=3)
        self.begin(players, id)
        for number in (1, 2, 3):
            most = rng.randrange(1, 6)  # games that are over when it is killed

            def some(page, number=number, most=most):
                over = sum(g["state"] == "over" for m in page["meetings"] for g in m["games"])
                return page["state"] == "over" or (page["round"] == number and over >= most)

            self.play(players, id, some)
            for player in players:
                player.person.close()
            self.server.kill()
            self.server.restart()
            if number == 1:
                self.play(players, id, lambda page: page["round"] == 2)
                players[6].person.post(path(id, "/withdraw"), {})
                players[6].comes = False
        page = self.play(players, id)
        self.check_table(page, players)
        self.assertEqual(page["round"], 3)
        meetings = self.meetings(players[0], id)
        byes = [m["first"] for m in meetings if m["second"] is None]
        self.assertEqual(len(byes), len(set(byes)))
        self.assertNotIn(6, [m[side] for m in meetings if m["round"] == 3 for side in ("first", "second")])
        ids = [g["id"] for m in meetings for g in m["games"] if "id" in g]
        self.assertEqual(len(ids), len(set(ids)))

    def test_who_does_not_come_loses(self):
        players = self.players(4)
        players[3].comes = False
        id = self.make(players[0], rounds=2, patience=5)
        self.begin(players, id)
        page = self.play(players, id)
        first = [m for m in self.meetings(players[0], id) if 3 in (m["first"], m["second"]) and m["round"] == 1]
        self.assertEqual([g["how"] for g in first[0]["games"]], ["absence"] * 2)
        self.assertNotIn("id", first[0]["games"][0])
        self.assertTrue(page["players"][3]["withdrawn"])
        self.assertEqual(page["table"][-1]["points"], 0)
        # Three are left for the second round, one of whom has a bye.
        self.assertEqual(sum(m["second"] is None for m in page["meetings"]), 1)

    def test_an_outage_makes_nobody_lose(self):
        """Whoever is called has as long to come as if the server had not been away."""
        players = self.players(2)
        id = self.make(players[0], rounds=1, patience=5)
        self.begin(players, id)
        wait_until(lambda: self.page(players[0], id)["meetings"], "the call")
        for player in players:
            player.person.close()
        self.server.kill()
        time.sleep(8)
        self.server.restart()
        time.sleep(2)  # it has looked at what is due
        page = self.play(players, id)
        self.assertEqual([g["how"] for m in page["meetings"] for g in m["games"]],
                         ["jack:resignation", "detective:resignation"])  # fmt: skip

    def test_nobody(self):
        """One that cannot begin is cancelled; if only its maker was in it, nothing is left of it."""
        players = self.players(2)
        alone, other = self.make(players[0]), self.make(players[0])
        self.join(players[:1], alone)
        self.begin(players[1:], other)
        self.assertEqual(self.play(players, other)["state"], "cancelled")
        wait_until(lambda: players[0].person.ask("GET", path(alone)).status == 404, "the end of the other")
        self.assertEqual([t["id"] for t in self.listed(players[0])], [other])
        self.assertEqual(players[0].person.get("/api/account/export").json["entered"], [])

    def listed(self, player, after=""):
        return player.person.get("/api/tournaments" + after).json["tournaments"]

    def test_cancelling(self):
        players = self.players(2)
        id = self.make(players[0])
        self.join(players, id)
        self.refuses(403, "server.not-maker", players[1].person.ask("POST", path(id, "/cancel"), "{}"))
        players[0].person.post(path(id, "/cancel"), {})
        self.assertEqual(self.page(players[1], id)["state"], "cancelled")
        for what in ("join", "withdraw", "ready", "cancel"):
            self.refuses(409, "server.tournament-over",
                         players[0].person.ask("POST", path(id, "/" + what), "{}"))  # fmt: skip

    def test_cancelled_before_anybody_entered(self):
        """It is gone, with the maker's own entry, and those who look at it are told."""
        player = self.players(1)[0]
        id = self.make(player)
        self.join([player], id)
        stream = PageStream(player.person, id)
        self.addCleanup(stream.close)
        stream.wait(lambda s: s.other)
        player.person.post(path(id, "/cancel"), {})
        self.refuses(404, "server.no-tournament", player.person.ask("GET", path(id)))
        wait_until(lambda: stream.closed, "the end of the stream")
        export = player.person.get("/api/account/export").json
        self.assertEqual((export["entered"], export["organised"], self.listed(player)), ([], [], []))

    def admin(self, *args, code=0):
        done = subprocess.run([PROGRAM, "admin", "--store", self.server.store[1], *args],
                              capture_output=True, text=True)  # fmt: skip
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout if code == 0 else done.stderr

    def test_moderators_cancel(self):
        """Which is noted; a ban takes along what is planned."""
        players = self.players(3)
        ids = [self.make(players[0]) for _ in range(3)]
        for id in ids:
            self.join(players[1:], id)
        moderator = players[2].person
        self.refuses(403, "server.not-maker", moderator.ask("POST", path(ids[0], "/cancel"), "{}"))
        self.admin("moderator", "add", NAMES[2])
        moderator.post(path(ids[0], "/cancel"), {})
        deed = moderator.get("/api/moderation").json["log"][0]
        self.assertEqual((deed["by"]["name"], deed["action"], deed["who"]["name"], deed["tournament"]),
                         (NAMES[2], "cancel", NAMES[0], ids[0]))  # fmt: skip
        self.admin("cancel", ids[1], "--why", "spam")
        self.assertRegex(self.admin("log"), r"operator  cancel  %s  %s: spam" % (NAMES[0], ids[1]))
        for id in (ids[1], "a" * 12, "x/y"):
            self.assertIn("yet to begin", self.admin("cancel", id, code=1))
        other = self.make(players[1])
        moderator.post("/api/moderation", {"person": players[0].id, "action": "ban", "days": 1, "why": "x"})
        self.assertEqual([self.page(players[1], id)["state"] for id in (*ids, other)],
                         ["cancelled"] * 3 + ["planned"])  # fmt: skip

    def test_past_ones_are_paged(self):
        players = self.players(2)
        made = []
        for _ in range(53):
            made.insert(0, self.make(players[0]))
            self.join(players[1:], made[0])
            players[0].person.post(path(made[0], "/cancel"), {})
        planned = self.make(players[0])
        first = players[0].person.get("/api/tournaments").json
        self.assertEqual([t["id"] for t in first["tournaments"]][0], planned)
        second = players[0].person.get("/api/tournaments?after=" + first["next"]).json
        self.assertEqual((len(second["tournaments"]), second["next"]), (3, None))
        self.assertCountEqual([t["id"] for t in first["tournaments"][1:] + second["tournaments"]], made)
        for after in ("x", "0" * 13, first["next"] + "x", first["next"].replace("-", "/")):
            self.refuses(400, "server.after", players[0].person.ask("GET", "/api/tournaments?after=" + after))

    def test_deleted_account(self):
        players = self.players(3)
        id = self.make(players[0])
        self.join(players, id)
        export = players[2].person.get("/api/account/export").json
        self.assertEqual(export["entered"], [{"key": id, "tournament": id, "entry": 2}])
        players[2].person.post("/api/account/delete", {"name": NAMES[2]})
        page = self.page(players[0], id)
        self.assertEqual(page["players"][2],
                         {"id": None, "name": None, "bot": False, "rating": 0, "withdrawn": True})  # fmt: skip

    def test_players_are_told_wherever_they_look(self):
        players = self.players(2)
        id = self.make(players[0])
        self.begin(players, id)

        def called(ready):
            news = players[0].person.get("/api/challenges").json["called"]
            return ready(news) and news

        call, = wait_until(lambda: called(bool), "the call")
        self.assertEqual((call["tournament"], call["title"], call["opponent"]), (id, "fog", "Bob"))
        self.assertGreater(call["until"], 0)
        for player in players:
            player.person.post(path(id, "/ready"), {})
        call, = wait_until(lambda: called(lambda news: "game" in news[0]), "the game")
        self.assertEqual(self.client().get("/api/challenges", 401).status, 401)
        self.play(players, id)
        self.assertEqual(players[0].person.get("/api/challenges").json["called"], [])


class Arena(TournamentCase):
    def test_with_a_kill(self):
        players = self.players(7)
        players[6].comes = False  # enters, and is never here
        id = self.make(players[0], kind="arena", minutes=1)
        self.begin(players[:6], id)

        def all_have_played(page):
            return len([r for r in page["table"] if r["meetings"]]) >= 4

        self.play(players[:6], id, all_have_played)
        self.join(players[6:], id)  # comes late
        for player in players:
            player.person.close()
        self.server.kill()
        self.server.restart()
        players[5].person.post(path(id, "/withdraw"), {})
        page = self.play(players, id, lambda page: page["table"][0]["meetings"] >= 3)
        self.assertEqual(page["table"][0]["player"], 0)
        self.later(self.AHEAD + 90)  # its minute is over, games that go on are not
        page = self.play(players, id)
        self.check_table(page, players)
        best = page["table"][0]
        self.assertEqual((best["player"], best["won"]), (0, 2 * best["meetings"]))
        # The third meeting in a row and those after it count twice.
        self.assertEqual(best["points"], 4 + 4 * (best["meetings"] - 2))
        late = next(row for row in page["table"] if row["player"] == 6)
        self.assertEqual(late["meetings"], 0)


class Requests(TournamentCase):
    def test_bad_plans(self):
        player = self.players(1)[0]
        now = int(1000 * time.time())
        for code, more in (
            ("server.title", {"title": "Buy this"}), ("server.kind", {"kind": "cup"}),
            ("server.game", {"game": "chess"}), ("server.tournament-clock", {"clock": "3d"}),
            ("server.tournament-clock", {"clock": "7200+5"}), ("server.between", {"rounds": 16}),
            ("server.member", {"minutes": 5}), ("server.between", {"kind": "arena"}),
            ("server.between", {"kind": "arena", "minutes": 361}),
            ("server.member", {"kind": "arena", "minutes": 5, "rounds": 2}),
            ("server.between", {"patience": 4}), ("server.between", {"starts": now - 5000}),
            ("server.between", {"starts": now + 61 * 24 * 3600 * 1000}),
            ("server.key-length", {"request": "x"}), ("server.member", {"prize": 1}),
            ("server.whole", {"starts": "now"}),
        ):  # fmt: skip
            with self.subTest(more):
                self.refuses(400, code, self.make(player, 400, **more))

    def test_the_same_request_makes_one(self):
        player = self.players(1)[0]
        more = {"request": "k" * 22, "patience": 60, "starts": int(1000 * time.time()) + 3000}
        made = self.make(player, **more)
        self.assertEqual(self.make(player, **more), made)
        for other in ({"patience": 61}, {"rated": True}, {"kind": "arena", "minutes": 5}):
            self.refuses(409, "server.key-reused", self.make(player, 409, **{**more, **other}))
        # Its answer may have been lost for so long that it has begun.
        time.sleep(max(0, more["starts"] / 1000 - time.time()) + 0.1)
        self.assertEqual(self.make(player, **more), made)

    def test_limits_and_strangers(self):
        players = self.players(2)
        for _ in range(3):
            id = self.make(players[0])
        self.refuses(429, "server.tournaments", self.make(players[0], 429))
        stranger = self.client()
        for method, rest, status, code in (
            ("POST", "/join", 401, "server.not-signed-in"), ("POST", "/ready", 401, "server.not-signed-in"),
        ):  # fmt: skip
            self.refuses(status, code, stranger.ask(method, path(id, rest), "{}"))
        self.refuses(403, "server.not-entered", players[1].person.ask("POST", path(id, "/ready"), "{}"))
        for rest in ("", "/meetings", "/events"):
            self.refuses(404, "server.no-tournament", stranger.ask("GET", path("a" * 12, rest)))
        self.refuses(404, "server.no-tournament", players[0].person.ask("POST", path("a" * 12, "/join"), "{}"))
        self.assertEqual(stranger.get(path(id)).json["players"], [])
        self.join(players[1:], id)
        self.join(players[1:], id)  # once more changes nothing
        self.assertEqual(len(stranger.get(path(id)).json["players"]), 1)


class Nodes(WithPostgres, TournamentCase):
    def setUp(self):
        self.nodes = [Node(new_database(self.postgres.url)), None]
        self.nodes[1] = Node(self.nodes[0].url)
        self.server = self.nodes[0]
        for node in self.nodes:
            self.addCleanup(node.close)

    def test_two_nodes_agree(self):
        """Players are at either; one of the two dies, and comes back."""
        players = self.players(6, self.nodes)
        id = self.make(players[0], rounds=2)
        self.begin(players, id)
        stream = PageStream(players[0].person, id)
        self.addCleanup(stream.close)
        self.play(players, id, lambda page: any(sum(m["points"]) for m in page["meetings"]))
        for player in players:
            player.person.close()
        self.nodes[1].kill()
        self.nodes[1].restart()
        page = self.play(players, id)
        self.check_table(page, players)
        self.assertEqual((page["table"][0]["player"], page["table"][0]["points"]), (0, 4))
        self.assertEqual(len(self.meetings(players[1], id)), 6)
        self.assertEqual({**self.page(players[1], id), "now": page["now"]}, page)
        stream.wait(lambda s: s.other and s.other[-1]["state"] == "over")


class Flood(TournamentCase):
    ARGS = ("--rate", "1000000")

    def test_flood(self):
        """Whoever makes one after the other has to wait, and leaves nothing behind."""
        ada, bob = self.players(2)
        real = self.make(bob)
        self.join([ada], real)
        bob.person.post(path(real, "/cancel"), {})
        for _ in range(10):
            ada.person.post(path(self.make(ada), "/cancel"), {})
        self.refuses(429, "server.quota-tournaments", self.make(ada, 429))
        self.assertEqual([t["id"] for t in bob.person.get("/api/tournaments").json["tournaments"]], [real])
        self.make(bob)  # it is nobody else's


if __name__ == "__main__":
    main()
