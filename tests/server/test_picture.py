"""Pictures of games, and the cards of their pages: what a chat shows of a link."""

import os
import random
import re
import struct
import sys
import zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import GAMES, RefusalCase, main, path_of, play_turn  # noqa: E402


def chunks(png):
    """The chunks of a PNG by name; asserts that it is one, whole and unharmed."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    found, at = {}, 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        name, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        (crc,) = struct.unpack(">I", png[at + 8 + length : at + 12 + length])
        assert crc == zlib.crc32(name + data)
        found[name] = data
        at += 12 + length
    return found


class Pictures(RefusalCase):
    def setUp(self):
        super().setUp()
        self.person = self.client()
        self.stranger = self.client()

    def picture(self, client, id):
        reply = client.ask("GET", path_of(id, "/picture.png"))
        self.assertEqual(reply.status, 200, reply.body[:200])
        self.assertEqual(reply.headers["Content-Type"], "image/png")
        return reply.body

    def card(self, path):
        """The properties in the head of a page."""
        page = self.stranger.ask("GET", path)
        self.assertEqual(page.status, 200)
        self.assertIn("script-src 'self'", page.headers["Content-Security-Policy"])
        head = page.body.decode().split("</head>")[0]
        return dict(re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"<>]*)" />', head))

    def create(self, game, public):
        return self.person.create(game, jack="me", detective="me", public=public)["id"]

    def test_every_game(self):
        for game in GAMES:
            with self.subTest(game=game):
                id = self.create(game, True)
                first = self.picture(self.stranger, id)
                found = chunks(first)
                self.assertEqual(struct.unpack(">II", found[b"IHDR"][:8]), (1200, 630))
                rows = zlib.decompress(found[b"IDAT"])
                self.assertEqual(len(rows), 630 * (1 + 3 * 1200))
                pixels = {rows[i : i + 3] for y in range(0, 630, 9)
                          for i in range(y * 3601 + 1, (y + 1) * 3601, 30)}  # fmt: skip
                self.assertGreater(len(pixels), 12)  # something is on it
                self.assertTrue(self.picture(self.person, id) == first)  # for everybody the same
                rng = random.Random(7)
                for _ in range(3):
                    seat = self.person.state(id)["to_act"]
                    state = self.person.get(path_of(id, "", {"as": seat})).json
                    play_turn(rng, self.person, id, seat, state)
                live = self.picture(self.stranger, id)
                self.assertTrue(live != first)  # no assertNotEqual: it would print both
                self.person.post(path_of(id, "/resign"), {"as": "jack", "key": "k"})
                self.assertTrue(self.picture(self.stranger, id) != live)  # Jack is named

    def test_who_may_look(self):
        id = self.create(GAMES[0], False)
        self.picture(self.person, id)
        self.refused(404, "not-found", self.stranger.ask("GET", path_of(id, "/picture.png")))
        nobody = path_of("aaaaaaaaaaaa", "/picture.png")
        self.refused(404, "not-found", self.stranger.ask("GET", nobody))
        self.assertEqual(self.stranger.ask("GET", "/api/games/x/picture.png").status, 404)
        self.assertEqual(self.stranger.ask("POST", path_of(id, "/picture.png"), "{}").status, 405)

    def test_cards(self):
        id = self.create(GAMES[0], True)
        card = self.card("/g/" + id)
        self.assertTrue(card["og:title"].startswith("Alibi: "))
        self.assertRegex(card["og:description"], r"^(Round \d of \d|A game begins), \d+ suspects")
        self.assertEqual(card["twitter:card"], "summary_large_image")
        address = self.server.origin + path_of(id, "/picture.png")
        self.assertEqual(card["og:image"].split("?")[0], address)
        at = card["og:image"].split("?")[1]
        self.assertEqual(self.stranger.ask("GET", path_of(id, "/picture.png?" + at)).status, 200)
        # Of a game that is not open to all, nothing: not even whether there is one.
        closed = self.card("/g/" + self.create(GAMES[0], False))
        self.assertEqual(closed["og:title"], "Alibi")
        self.assertEqual(closed["og:image"], self.server.origin + "/picture.png")
        self.assertEqual(self.card("/g/aaaaaaaaaaaa"), closed)
        self.assertNotIn("og:title", self.card("/g/%22%3E%3Cscript%3E"))

    def test_many_at_once(self):
        """More than can be drawn at the same time: each gets its picture, or is told to wait."""
        ids = [self.create(game, True) for game in GAMES]
        clients = [self.client() for _ in range(12)]
        for _ in range(2):
            for i, client in enumerate(clients):
                chunks(self.picture(client, ids[i % len(ids)]))


if __name__ == "__main__":
    main()
