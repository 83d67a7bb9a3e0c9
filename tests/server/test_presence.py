"""Who is here: seats that somebody looks from, spectators; one's own games as they change. On one
server, and on several that share a database."""

import json
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import LONG, Client, ServerCase, Stream, main, path_of, play_turn  # noqa: E402
from postgres import WithPostgres, new_database  # noqa: E402
from test_nodes import Cable, Node  # noqa: E402

HERE = {"here": True, "away": None, "seen": None}


def here(presence, *seats):
    """Whether these seats are here, and no other."""
    return {s for s in ("jack", "detective") if (presence[s] or {}).get("here")} == set(seats)


class Games(Stream):
    """A stream of one's own games; `lists` are those that came so far, `news` what else came."""

    def __init__(self, client):
        self.lists, self.news = [], []
        super().__init__(client, None)

    @staticmethod
    def path(game, query):
        return "/api/games/events"

    def take(self, fields):
        data = json.loads(fields["data"])
        if fields["event"] == "news":
            self.news.append(data)
        else:
            assert fields["event"] == "games", fields
            self.lists.append(data["games"])
        self.changed.notify_all()

    def shows(self, ready):
        self.wait(lambda s: s.lists and ready(s.lists[-1]))


class People:
    """What holds on one server and on several: self.one and self.two are the same or not."""

    def person(self, server):
        return self.client(server=server)

    def follow(self, person, id, **query):
        return self.stream(person, id, **query)

    def games(self, person):
        stream = Games(person)
        self.addCleanup(stream.close)
        self.assertEqual(stream.status, 200)
        return stream

    def begin(self, **more):
        """Ann plays Jack by one server, Bob the Detective by the other."""
        self.ann, self.bob = self.person(self.one), self.person(self.two)
        made = self.ann.create(LONG, jack="me", detective="open", **more)
        self.id = made["id"]
        self.bob.post(path_of(self.id, "/enter"), {"key": made["keys"]["detective"]})
        return made

    def shows(self, stream, *seats, watching=0):
        stream.wait(lambda s: s.presence and here(s.presence[-1], *seats)
                    and s.presence[-1]["watching"] == watching)  # fmt: skip

    def test_coming_and_going(self):
        self.begin()
        a = self.follow(self.ann, self.id)
        self.shows(a, "jack")
        self.assertEqual(a.presence[-1]["detective"]["away"], None)  # never here
        b = self.follow(self.bob, self.id)
        self.shows(a, "jack", "detective")
        self.shows(b, "jack", "detective")
        self.assertEqual(a.presence[-1], {"jack": HERE, "detective": HERE, "watching": 0})
        self.assertEqual(self.ann.presence(self.id), a.presence[-1])
        b.close()
        self.shows(a, "jack")
        left = self.ann.presence(self.id)["detective"]
        self.assertGreaterEqual(left["away"], 5)
        self.assertEqual((left["here"], len(left["seen"])), (False, 10))
        b = self.follow(self.bob, self.id)
        self.shows(a, "jack", "detective")

    def test_a_page_that_is_loaded_again(self):
        """Somebody else leaves at the same moment: when that is told, the other was never away."""
        self.begin()
        a, b = self.follow(self.ann, self.id), self.follow(self.bob, self.id)
        carl = self.person(self.two)
        other = carl.create(LONG, jack="me", detective="open", public=True)["id"]
        c, d = self.follow(carl, other), self.follow(self.ann, other)
        self.shows(a, "jack", "detective")
        self.shows(d, "jack", watching=1)
        b.close()
        c.close()
        b = self.follow(self.bob, self.id)
        self.shows(d, watching=1)
        since = [p for p in a.presence if here(p, "jack", "detective")]
        self.assertEqual(a.presence[-len(since):], since)  # fmt: skip
        self.assertTrue(here(a.presence[-1], "jack", "detective"))

    def test_spectators(self):
        made = self.begin()
        a = self.follow(self.ann, self.id)
        crowd = []
        for n in range(4):
            person = self.person((self.one, self.two)[n % 2])
            person.post(path_of(self.id, "/enter"), {"key": made["keys"]["spectator"]})
            crowd.append(self.follow(person, self.id))
        self.shows(a, "jack", watching=4)
        self.shows(crowd[-1], "jack", watching=4)
        for stream in crowd[:3]:
            stream.close()
        self.shows(a, "jack", watching=1)
        stranger = self.person(self.one)
        stranger.get(path_of(self.id), 404)
        stranger.get(path_of(self.id, "/events"), 404)

    def test_seats_of_nobody(self):
        person = self.person(self.one)
        for seat in ("open", "random"):
            id = person.create(LONG, jack="me", detective=seat)["id"]
            self.assertEqual(person.presence(id)["detective"], None)
            stream = self.follow(person, id)
            self.shows(stream, "jack")
            self.assertEqual(stream.presence[-1]["detective"], None)
        id = person.create(LONG)["id"]  # at one device
        self.shows(self.follow(person, id), "jack", "detective")

    def test_whoever_comes_as_a_spectator_holds_a_seat(self):
        self.begin()
        a = self.follow(self.ann, self.id)
        self.follow(self.bob, self.id, **{"as": "public"})
        self.shows(a, "jack", "detective")

    def test_whose_turn(self):
        """The list changes for whoever is to act, wherever the move was made."""
        self.begin()
        a, b = self.games(self.ann), self.games(self.bob)
        for stream in (a, b):
            stream.shows(lambda games: [g["id"] for g in games] == [self.id])
        self.assertEqual(a.lists[-1], self.ann.get("/api/games").json["games"])
        rng, people = random.Random(1), {"jack": self.ann, "detective": self.bob}
        for _ in range(6):
            state = self.ann.state(self.id)
            seat = state["to_act"]
            play_turn(rng, people[seat], self.id, seat, people[seat].state(self.id))
            seat = self.ann.state(self.id)["to_act"]
            for stream in (a, b):
                stream.shows(lambda games, seat=seat: games[0]["to_act"] == seat)
        self.bob.post(path_of(self.id, "/resign"), {"key": "no-more"})
        a.shows(lambda games: games[0]["status"] == "over")
        again = self.bob.post(path_of(self.id, "/rematch"), {"sides": "swapped"}, 201).json["id"]
        for stream in (a, b):
            stream.shows(lambda games: {g["id"] for g in games} == {self.id, again})

    def test_whoever_leaves_has_no_games(self):
        self.begin()
        b, cookie = self.games(self.bob), self.bob.cookie
        b.shows(len)
        self.bob.post("/api/guest/leave", {})
        self.assertNotEqual(self.bob.cookie, cookie)
        b.shows(lambda games: games == [])

    def test_nobody_has_no_games(self):
        self.games(self.person(self.one)).shows(lambda games: games == [])
        self.assertEqual(self.person(self.one).ask("HEAD", "/api/games/events").status, 405)


class OneServer(People, ServerCase):
    def setUp(self):
        super().setUp()
        self.one = self.two = self.server

    def test_after_a_restart(self):
        """Nobody remembers when somebody left, but the day is kept."""
        self.begin()
        b = self.follow(self.bob, self.id)
        self.shows(b, "detective")
        b.close()
        self.server.kill()
        self.server.restart()
        self.ann.close()
        left = self.ann.presence(self.id)["detective"]
        self.assertEqual((left["here"], left["away"], len(left["seen"])), (False, None, 10))


class SeveralServers(WithPostgres, People, ServerCase):
    def setUp(self):
        self.url = new_database(self.postgres.url)
        self.one, self.two = self.node(), self.node()
        self.server = self.one

    def node(self, url=None):
        node = Node(url or self.url)
        self.addCleanup(node.close)
        return node

    def test_a_node_dies(self):
        """It takes its people with it, after a while; somebody who comes back by another one is here."""
        self.begin()
        a, b = self.follow(self.ann, self.id), self.follow(self.bob, self.id)
        self.shows(a, "jack", "detective")
        self.two.kill()
        b.close()
        self.shows(a, "jack")
        self.bob.close()
        self.bob.server = self.one
        self.follow(self.bob, self.id)
        self.shows(a, "jack", "detective")

    def test_the_line_is_cut(self):
        """Whoever was missed meanwhile is heard of when it is back; so is whose turn it is."""
        port = int(self.url.rsplit(":", 1)[1].split("/")[0])
        cable = Cable(port)
        self.addCleanup(cable.close)
        self.two = self.node(self.url.replace(":%d/" % port, ":%d/" % cable.port))
        self.begin()
        b = self.follow(self.bob, self.id)
        self.shows(b, "detective")
        cable.cut()
        a = self.follow(self.ann, self.id)
        self.shows(b, "jack", "detective")
        self.shows(a, "jack", "detective")

    def test_a_node_comes(self):
        """It hears who is with the others."""
        self.begin()
        a = self.follow(self.ann, self.id)
        self.shows(a, "jack")
        self.bob.close()
        self.bob.server = self.two = self.node()
        self.shows(self.follow(self.bob, self.id), "jack", "detective")


if __name__ == "__main__":
    main()
