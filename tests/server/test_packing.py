"""What is sent packed, and what is not sent again."""

import gzip
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import LONG, ServerCase, main, path_of  # noqa: E402

PACKED = {"Accept-Encoding": "gzip, br"}


class Packing(ServerCase):
    def test_catalogue(self):
        """It is made once, and asked for again only to hear that it is the same."""
        person = self.client()
        plain = person.get("/api/catalogue")
        packed = person.ask("GET", "/api/catalogue", headers=PACKED)
        self.assertEqual(packed.headers["Content-Encoding"], "gzip")
        self.assertEqual(gzip.decompress(packed.body), plain.body)
        self.assertLess(len(packed.body), len(plain.body) / 4)
        self.assertNotEqual(plain.headers["ETag"], packed.headers["ETag"])
        for reply, accept in ((plain, {}), (packed, PACKED)):
            self.assertEqual(reply.headers["Vary"], "Accept-Encoding")
            self.assertEqual(reply.headers["Cache-Control"], "no-cache")
            self.assertEqual(reply.headers["X-Content-Type-Options"], "nosniff")
            again = person.ask("GET", "/api/catalogue",
                               headers={"If-None-Match": reply.headers["ETag"], **accept})  # fmt: skip
            self.assertEqual((again.status, again.body), (304, b""))
            self.assertEqual(again.headers["ETag"], reply.headers["ETag"])
        other = person.ask("GET", "/api/catalogue", headers={"If-None-Match": '"other"'})
        self.assertEqual((other.status, other.body), (200, plain.body))
        self.assertEqual(person.get("/api/catalogue").body, plain.body)
        head = person.ask("HEAD", "/api/catalogue")
        self.assertEqual(head.headers["Content-Length"], str(len(plain.body)))

    def test_answers(self):
        person = self.client()
        made = person.create(LONG)
        game = made["id"]
        record = person.get(path_of(game, "/record", {"as": "jack"})).body.decode()
        for method, path, body in (
            ("GET", path_of(game, "", {"as": "jack"}), None),
            ("POST", "/api/replay", {"record": record}),
            ("POST", "/api/study", {"record": record}),
        ):
            reply = {}
            for coding in ("identity", "gzip", "gzip;q=0", "deflate", "gzip;q=0.5"):
                headers = {"Accept-Encoding": coding}
                reply[coding] = person.ask(method, path, body and json.dumps(body), headers)
                self.assertEqual(reply[coding].headers["Cache-Control"], "no-store")
            plain = reply["identity"].body
            if len(plain) <= 1024:
                self.assertNotIn("Content-Encoding", reply["gzip"].headers, path)
                continue
            for coding, answer in reply.items():
                self.assertEqual(answer.headers["Vary"], "Accept-Encoding")
                if coding in ("gzip", "gzip;q=0.5"):
                    self.assertEqual(answer.headers["Content-Encoding"], "gzip")
                    self.assertEqual(gzip.decompress(answer.body), plain)
                    self.assertLess(len(answer.body), len(plain) / 2)
                else:
                    self.assertNotIn("Content-Encoding", answer.headers)
                    self.assertEqual(answer.body, plain)

    def test_what_is_never_packed(self):
        """Keys, what is small, events: lengths must tell nothing of a key, and an event is due."""
        person = self.client()
        seats = {"jack": "me", "detective": "me"}
        for path, body, status in (
            ("/api/games", {"game": LONG, "seats": seats}, 201),
            ("/api/guest", {}, 200),
            ("/api/replay", {"record": "x"}, 422),
        ):
            reply = person.ask("POST", path, json.dumps(body), PACKED)
            self.assertEqual(reply.status, status)
            self.assertNotIn("Content-Encoding", reply.headers)
        game = person.create(LONG)["id"]
        state = person.state(game)
        seat = state["to_act"]
        legal = person.state(game, **{"as": seat})["legal"]
        body = {"as": seat, "seq": state["seq"], "tokens": [legal[-1]["token"]], "key": "k"}
        reply = person.ask("POST", path_of(game, "/moves"), json.dumps(body), PACKED)
        self.assertEqual(reply.status, 200)
        self.assertNotIn("Content-Encoding", reply.headers)
        for path in ("/healthz", path_of(game, "/picture.png")):
            self.assertNotIn("Content-Encoding", person.ask("GET", path, headers=PACKED).headers)


if __name__ == "__main__":
    main()
