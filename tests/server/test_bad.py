"""Bad requests of every kind: answered with one line and the right status, and nothing is
changed by them."""

import gzip
import json
import os
import re
import select
import socket
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import PATIENCE, RefusalCase, ServerCase, main, path_of  # noqa: E402



class Bad(RefusalCase):
    def setUp(self):
        super().setUp()
        self.person = self.client()
        self.made = self.person.create(detective="open")
        self.id = self.made["id"]
        self.friend = self.client()
        self.friend.post(path_of(self.id, "/enter"), {"key": self.made["keys"]["detective"]})
        self.before = self.person.state(self.id)

    def tearDown(self):
        self.assertEqual(self.person.state(self.id), self.before)
        self.assertIsNone(self.server.process.poll())

    def raw(self, data, wait=2.0):
        """Sends bytes as they are; what comes back before the connection ends or WAIT is up."""
        with socket.create_connection((self.server.host, self.server.port), PATIENCE) as s:
            s.settimeout(wait)
            s.sendall(data)
            heard = b""
            try:
                while piece := s.recv(65536):
                    heard += piece
            except (socket.timeout, ConnectionResetError):
                pass
            return heard

    def test_bodies(self):
        moves = path_of(self.id, "/moves")
        good = {"as": "detective", "seq": self.before["seq"], "tokens": ["flip:AA"], "key": "k"}
        for body in (
            b"", b"{", b"[]", b"null", b"7", b'"x"', b"\x00\xff\xfe", b"{}", b"[" * 5000,
            b'{"as":"detective","as":"detective"}', b'{"a\xffb":1}', b"{" + b'"a":' * 3000,
            json.dumps({**good, "extra": 1}), json.dumps({**good, "seq": "4"}),
            json.dumps({**good, "seq": -1}), json.dumps({**good, "seq": 1.5}),
            json.dumps({**good, "seq": 2**70}), json.dumps({**good, "tokens": "flip:AA"}),
            json.dumps({**good, "tokens": [1]}), json.dumps({**good, "tokens": [["flip:AA"]]}),
            json.dumps({**good, "tokens": ["flip:AA"] * 100}), json.dumps({**good, "tokens": []}),
            json.dumps({**good, "tokens": ["x" * 100]}), json.dumps({**good, "key": ""}),
            json.dumps({**good, "key": "a b"}), json.dumps({**good, "key": "x" * 65}),
            json.dumps({**good, "key": None}), json.dumps({**good, "as": "judge"}),
            json.dumps({**good, "tokens": ["flip:\u0000AA"]}),
        ):  # fmt: skip
            with self.subTest(body=body[:60]):
                self.refused(400, "bad-request", self.friend.ask("POST", moves, body))

    def test_creating(self):
        seats = {"jack": "me", "detective": "random"}
        for body in (
            {}, {"game": "chess", "seats": seats}, {"game": "null"}, {"game": 7, "seats": seats},
            {"game": "null", "seats": {"jack": "me"}}, {"game": "null", "seats": []},
            {"game": "null", "seats": {"jack": "me", "detective": "deep thought"}},
            {"game": "null", "seats": {"jack": "random", "detective": "random"}},
            {"game": "null", "seats": {**seats, "mayor": "me"}},
            {"game": "null", "seats": seats, "options": {"moon": "full"}},
            {"game": "null", "seats": seats, "options": {"moon": 7}},
            {"game": "null", "seats": seats, "options": ["moon=full"]},
            *({"game": game["name"], "seats": seats, "options": options}
              for game in self.person.get("/api/catalogue").json["games"]
              for option in game["options"]
              for options in ({option["name"]: "1888"}, {option["name"]: 1888},
                              [option["name"] + "=" + option["values"][0]])),
            {"game": "null", "seats": seats, "public": 1},
            {"game": "null", "seats": seats, "seed": 1},
        ):  # fmt: skip
            with self.subTest(body=body):
                self.refused(400, "bad-request",
                             self.person.ask("POST", "/api/games", json.dumps(body)))  # fmt: skip
        self.assertEqual(len(self.person.get("/api/games").json["games"]), 1)

    def test_tokens(self):
        seq = self.before["seq"]
        pick = self.friend.state(self.id)["legal"][0]["token"]
        for tokens, at, rule in (
            (["XX"], 0, "expected"), (["alibi=BB"], 0, "Z-"), (["deal=AA"], 0, "Z-"),
            ([""], 0, "expected"), (["\u00e9"], 0, "expected"), ([pick, "XX"], 1, "expected"),
        ):  # fmt: skip
            for path in ("/preview", "/moves"):
                body = {"as": "detective", "seq": seq, "tokens": tokens}
                if path == "/moves":
                    body["key"] = "t"
                reply = self.friend.ask("POST", path_of(self.id, path), json.dumps(body))
                self.assertTrue(self.refused(422, "illegal", reply).startswith(rule))
                self.assertEqual(reply.json["error"]["at"], at)

    def test_nothing_after_the_end_of_a_turn(self):
        """A refusal must not tell what chance or a witness would have said."""
        state = self.friend.state(self.id)
        tokens, legal = [], [t["token"] for t in state["legal"]]
        while legal:
            tokens.append(legal[0])
            seen = self.friend.preview(self.id, "detective", state["seq"], tokens).json
            legal = [t["token"] for t in seen["legal"]]
        for path in ("/preview", "/moves"):
            body = {"as": "detective", "seq": state["seq"], "tokens": tokens + ["flip:AA"]}
            if path == "/moves":
                body["key"] = "late"
            reply = self.friend.ask("POST", path_of(self.id, path), json.dumps(body))
            self.refused(422, "illegal", reply)
            self.assertEqual(reply.json["error"]["at"], len(tokens))

    def test_wrong_seats_and_times(self):
        seq, moves = self.before["seq"], path_of(self.id, "/moves")
        pick = self.friend.state(self.id)["legal"][0]["token"]
        stranger, watcher = self.client(), self.client(self.made["keys"]["spectator"])
        body = {"as": "detective", "seq": seq, "tokens": [pick], "key": "w"}
        for client, seat, at, status, code in (
            (self.person, "detective", seq, 403, "forbidden"),
            (self.person, "jack", seq, 409, "out-of-step"),
            (self.friend, "detective", seq - 1, 409, "out-of-step"),
            (self.friend, "detective", seq + 1, 409, "out-of-step"),
            (self.friend, "public", seq, 403, "forbidden"),
            (self.friend, "truth", seq, 403, "forbidden"),
            (stranger, "detective", seq, 404, "not-found"),
            (watcher, "detective", seq, 403, "forbidden"),
            (self.client("A" * 22), "detective", seq, 404, "not-found"),
            (self.client(self.made["keys"]["detective"]), "detective", seq, 404, "not-found"),
        ):
            for path in (moves, path_of(self.id, "/preview")):
                sent = {**body, "as": seat, "seq": at}
                if path != moves:
                    del sent["key"]
                reply = client.ask("POST", path, json.dumps(sent))
                self.refused(status, code, reply)
        for query in ("?as=jack", "?as=truth", "/events?as=jack", "/record?as=jack",
                      "/reach?as=jack", "/record?as=truth"):  # fmt: skip
            reply = self.friend.ask("GET", path_of(self.id, query))
            self.refused(403, "forbidden", reply)
            self.refused(404, "not-found", stranger.ask("GET", path_of(self.id, query)))

    def test_queries(self):
        for query in ("?as=judge", "?as=", "?at=999999", "?at=-1", "?at=x", "?at=", "?since=9e9",
                      "?at=99999999999999999999", "/events?since=999"):  # fmt: skip
            reply = self.friend.ask("GET", path_of(self.id, query))
            if query == "?as=":
                self.assertEqual(reply.status, 200)
            else:
                self.refused(400, "bad-request", reply)
        reply = self.friend.ask("GET", path_of(self.id, "/events"),
                                headers={"Last-Event-ID": "seven"})  # fmt: skip
        self.refused(400, "bad-request", reply)

    def test_keys(self):
        """Idempotency keys, and keys of seats."""
        rng_key = {"as": "jack", "key": "resign-1"}
        for body in ({"key": "A" * 22}, {"key": self.made["keys"]["detective"]}):
            self.refused(403, "forbidden", self.client().ask(
                "POST", path_of(self.id, "/enter"), json.dumps(body)))  # fmt: skip
        for body in ({"key": "short"}, {"key": "A" * 21 + "!"}, {}, {"seat": "public"},
                     {"key": "A" * 22, "seat": "jack"}, {"seat": 1}):  # fmt: skip
            self.refused(400, "bad-request", self.person.ask(
                "POST", path_of(self.id, "/enter"), json.dumps(body)))  # fmt: skip
        for value in ("Basic abc", "Bearer", "Bearer x", "Bearer " + "A" * 23):
            reply = self.person.ask("GET", path_of(self.id), headers={"Authorization": value})
            self.refused(403, "forbidden", reply)
        self.refused(404, "not-found", self.client().ask(
            "POST", path_of(self.id, "/resign"), json.dumps(rng_key)))  # fmt: skip
        self.refused(409, "out-of-step", self.person.ask(
            "POST", path_of(self.id, "/rematch"), "{}"))  # fmt: skip

    def test_key_reused(self):
        person = self.client()
        id = person.create()["id"]
        state = person.state(id)
        seat = state["to_act"]
        legal = person.state(id, **{"as": seat})["legal"]
        done = person.moves(id, seat, state["seq"], [legal[0]["token"]], "one").json
        again = person.moves(id, seat, state["seq"], [legal[0]["token"]], "one").json
        self.assertEqual(done, again)
        reply = person.moves(id, seat, state["seq"], [legal[1]["token"]], "one", 409)
        self.assertEqual(reply.code, "key-reused")
        self.assertEqual(person.state(id)["seq"], done["seq"])

    def test_origins_and_types(self):
        path, body = "/api/games", json.dumps(
            {"game": "null", "seats": {"jack": "me", "detective": "me"}})  # fmt: skip
        for origin in ("http://evil.example", "null", self.server.origin + "/", "", None,
                       self.server.origin.replace("http:", "https:"),
                       self.server.origin + ".evil.example"):  # fmt: skip
            reply = self.person.ask("POST", path, body, {"Origin": origin})
            self.refused(403, "forbidden", reply)
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
                     "application/jsonp", "", None):  # fmt: skip
            reply = self.person.ask("POST", path, body, {"Content-Type": kind})
            self.refused(415, "content-type", reply)
        for host in ("evil.example", "evil.example:%d" % self.server.port, "[::1", ""):
            reply = self.person.ask("POST", path, body, {"Host": host})
            self.refused(403, "forbidden", reply)
        self.refused(403, "forbidden",
                     self.person.ask("GET", "/", headers={"Host": "evil.example"}))  # fmt: skip
        self.assertEqual(len(self.person.get("/api/games").json["games"]), 1)

    def test_paths(self):
        for path in ("/api", "/api/", "/api/nothing", "/api/games/", "/api/games/x",
                     "/api/games/" + "a" * 13, "/api/games/" + "a" * 11 + "!",
                     path_of(self.id, "/"), path_of(self.id, "/nothing"), "/../etc/passwd.txt",
                     path_of(self.id, "//moves"), "/%2e%2e/%2e%2e/etc/passwd.x",
                     "/assets/../index.html", "/index.html/x.js", "/api/games/" + self.id.upper(),
                     "/a%00.html", "//api/lobby.x", "/.git/config.x"):  # fmt: skip
            reply = self.person.ask("GET", path)
            self.assertEqual(reply.status, 404, path)
        page = self.person.get("/").body
        for path in ("/g/x", "/learn", "/learn/x", "/learn/x/first", "/rules/x",
                     "/replay", "/replay/x", "/explore", "/explore/x", "/account"):  # fmt: skip
            self.assertEqual(self.person.get(path).body, page, path)
        for path in ("/g/", "/g", "/elsewhere", "/learner", "/rules/", "/index"):
            self.assertEqual(self.person.get(path, 404).body, page, path)
        self.person.get("/api/games/" + "a" * 12, 404)
        for method, path, allow in (
            ("DELETE", path_of(self.id), "GET"), ("PUT", "/api/games", "GET, POST"),
            ("POST", "/", "GET"), ("GET", path_of(self.id, "/moves"), "POST"),
            ("POST", path_of(self.id), "GET"), ("OPTIONS", "/api/lobby", "GET"),
            ("BREW", "/", "GET"),
        ):  # fmt: skip
            reply = self.person.ask(method, path, headers={"Content-Length": "0"})
            self.refused(405, "method", reply)
            self.assertEqual(reply.headers["Allow"], allow)

    def test_sizes(self):
        for path, most in (("/api/guest", 16 << 10), ("/api/games", 64 << 10)):
            big = b'{"game":"' + b"x" * most + b'"}'
            self.refused(413, "too-large", self.person.ask("POST", path, big))
        self.person.close()
        head = ("POST /api/games HTTP/1.1\r\nHost: %s:%d\r\nContent-Type: application/json\r\n"
                % (self.server.host, self.server.port)).encode()  # fmt: skip
        chunk = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
        heard = self.raw(head + b"Transfer-Encoding: chunked\r\n\r\n" + chunk * 20 + b"0\r\n\r\n")
        self.assertTrue(heard.startswith(b"HTTP/1.1 413"), heard[:100])
        heard = self.raw(head + b"Content-Length: 99999999999999999999\r\n\r\n")
        self.assertRegex(heard[:13], rb"\A(HTTP/1.1 4\d\d)?")
        for data in (b"GET /" + b"a" * 50000 + b" HTTP/1.1\r\n\r\n",
                     b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 20000 + b"\r\n",
                     b"GET / HTTP/1.1\r\nCookie: " + b"a" * 50000 + b"\r\n\r\n",
                     os.urandom(3000), b"\r\n" * 5000, b"GET", b"\x16\x03\x01\x02\x00"):  # fmt: skip
            heard = self.raw(data, 0.3)
            self.assertRegex(heard[:13], rb"\A(HTTP/1.[01] 4\d\d)?")

    def test_what_is_not_http(self):
        """libmicrohttpd refuses it in its own words, without our headers: the same words whatever
        was sent, nothing of it among them, no cookie, and the connection is closed."""
        mark = "Xq7"
        for status, make in (
            (414, lambda x: "GET /%s HTTP/1.1\r\n\r\n" % (x * 20000)),
            (431, lambda x: "GET / HTTP/1.1\r\nCookie: %s\r\n\r\n" % (x * 20000)),
            (505, lambda x: "GET /%s HTTP/9.1\r\nHost: %s\r\n\r\n" % (x, x)),
            (400, lambda x: "GET /%s HTTP/1.1\r\nHost: x\r\n%s\r\n\r\n" % (x, x)),
            (400, lambda x: "GET /%s HTTP/1.1\r\nMore: %s\r\n\r\n" % (x, x)),
        ):  # fmt: skip
            heard = [re.sub(rb"Date: [^\r]*", b"", self.raw(make(x).encode()))
                     for x in (mark, "<b>")]  # fmt: skip
            self.assertTrue(heard[0].startswith(b"HTTP/1.1 %d " % status), heard[0][:200])
            self.assertEqual(heard[0], heard[1])
            self.assertNotIn(mark.encode(), heard[0])
            self.assertNotIn(b"Set-Cookie", heard[0])
            self.assertIn(b"Connection: close", heard[0])

    def test_where_a_request_ends(self):
        """What a proxy could read as one request and the server as two."""
        host = b"Host: %s:%d\r\n" % (self.server.host.encode(), self.server.port)
        kind = b"Content-Type: application/json\r\n"
        hidden = b"0\r\n\r\nGET /healthz HTTP/1.1\r\n" + host + b"\r\n"
        post = b"POST /api/games HTTP/1.1\r\n" + host + kind
        for data in (post + b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n" + hidden,
                     post + b"Content-Length: 5\r\ncontent-length: 6\r\n\r\n" + hidden,
                     post + kind + b"Content-Length: 2\r\n\r\n{}",
                     b"GET /healthz HTTP/1.1\r\n" + host + b"Host: evil.example\r\n\r\n"):  # fmt: skip
            heard = self.raw(data)
            self.assertTrue(heard.startswith(b"HTTP/1.1 400"), heard[:100])
            self.assertEqual(heard.count(b"HTTP/1.1 "), 1, heard)

    def test_heads(self):
        """Headers without a body, so that what follows on the connection is understood."""
        for path in ("/", "/healthz", "/api/nothing", path_of(self.id)):
            head, get = self.person.ask("HEAD", path), self.person.ask("GET", path)
            self.assertEqual((head.status, head.body), (get.status, b""))
            self.assertEqual(head.headers["Content-Length"], str(len(get.body)))
        reply = self.person.ask("HEAD", path_of(self.id, "/events"))
        self.assertEqual((reply.status, reply.headers["Allow"]), (405, "GET"))

    def test_pipelined_requests(self):
        one = ("GET /healthz HTTP/1.1\r\nHost: %s:%d\r\n\r\n"
               % (self.server.host, self.server.port)).encode()  # fmt: skip
        self.assertEqual(self.raw(one * 3).count(b"HTTP/1.1 200"), 3)

    def test_slow_clients(self):
        """Half a request holds up nobody; the silent are sent away in time."""
        address = (self.server.host, self.server.port)
        slow = [socket.create_connection(address, PATIENCE) for _ in range(100)]
        for s in slow:
            self.addCleanup(s.close)
            s.sendall(b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Le")
        self.person.get("/healthz")
        self.assertEqual(select.select(slow, [], [], 0)[0], [])  # they are still waited for
        if "ALIBI_SLOW_TESTS" in os.environ:
            for _ in range(34):
                time.sleep(1)
                for s in slow[:50]:
                    try:
                        s.sendall(b"n")
                    except OSError:
                        pass
            for s in slow:
                s.settimeout(1)
                try:
                    self.assertFalse(s.recv(100))
                except ConnectionResetError:
                    pass
            self.person.close()  # it was silent as well

    def test_headers(self):
        for path in ("/", "/healthz", path_of(self.id), "/api/nothing"):
            headers = self.person.ask("GET", path).headers
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            for word in ("default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"):
                self.assertIn(word, headers["Content-Security-Policy"])
            self.assertNotIn("unsafe", headers["Content-Security-Policy"])
        page = self.person.get("/")
        self.assertEqual(page.headers["Cache-Control"], "no-cache")
        same = self.person.ask("GET", "/", headers={"If-None-Match": page.headers["ETag"]})
        self.assertEqual((same.status, same.body), (304, b""))
        card = self.person.get("/g/" + self.id).body  # the same page with a card in its head
        self.assertEqual(card.split(b"<meta property=")[0], page.body.split(b"</head>")[0])
        for wish, packed in (("gzip", True), ("deflate, gzip;q=0.5", True), ("gzip;q=0", False),
                             ("gzip;q=0.0, br;q=0", False), ("gzipped", False), ("*", False)):  # fmt: skip
            reply = self.person.ask("GET", "/", headers={"Accept-Encoding": wish})
            self.assertEqual(reply.headers["Vary"], "Accept-Encoding")
            if reply.headers.get("Content-Encoding"):
                self.assertTrue(packed, wish)
                self.assertNotEqual(reply.headers["ETag"], page.headers["ETag"])
                self.assertEqual(gzip.decompress(reply.body), page.body)
            else:
                self.assertEqual(reply.body, page.body)
        fresh = self.client()
        made = fresh.ask("POST", "/api/games", json.dumps(
            {"game": "null", "seats": {"jack": "me", "detective": "me"}}))  # fmt: skip
        cookie = made.headers["Set-Cookie"]
        for part in ("HttpOnly", "SameSite=Strict", "Path=/"):
            self.assertIn(part, cookie)
        self.assertEqual(len(fresh.cookie), 56)
        again = fresh.ask("POST", "/api/games", json.dumps(
            {"game": "null", "seats": {"jack": "me", "detective": "me"}}))  # fmt: skip
        self.assertNotIn("Set-Cookie", again.headers)

    def test_records(self):
        for record in ("", "rubbish", "[Game \"chess\"]\n", "[Game \"null\"]\n\ndeal=XX\n",
                       "[Game \"null\"]\n[Result \"*\"]\n\ndeal=AA\n1.1 alibi=BB\n"):  # fmt: skip
            reply = self.person.ask("POST", "/api/replay", json.dumps({"record": record}))
            self.assertIn("line ", self.refused(422, "illegal", reply))
        good = self.friend.get(path_of(self.id, "/record")).body.decode()
        for body in ({"record": good, "at": 99}, {"record": good, "at": -1}, {"record": 1}, {},
                     {"record": good, "as": "judge"}, {"record": good, "more": 1}):  # fmt: skip
            reply = self.person.ask("POST", "/api/replay", json.dumps(body))
            self.refused(400, "bad-request", reply)
        for body in ({"record": good, "at": 1}, {"record": 1}, {}, [], {"record": good, "as": "jack"}):
            self.refused(400, "bad-request", self.person.ask("POST", "/api/study", json.dumps(body)))
        reply = self.person.ask("POST", "/api/study", json.dumps({"record": good + " ("}))
        self.assertIn("variation", self.refused(422, "illegal", reply))
        reply = self.person.ask("POST", "/api/replay",
                                json.dumps({"record": good, "as": "jack"}))  # fmt: skip
        self.refused(422, "illegal", reply)

    def test_logs_hold_no_secrets(self):
        self.friend.ask("GET", path_of(self.id, "?key=" + self.made["keys"]["spectator"]))
        log = self.server.log()
        for secret in (*self.made["keys"].values(), self.person.cookie, self.id):
            self.assertNotIn(secret, log)
        for line in log.splitlines():
            self.assertIn("event", json.loads(line))


class Limits(ServerCase):
    ARGS = ("--rate", "5")

    def test_too_many_requests(self):
        person = self.client()
        seen = [person.ask("GET", "/healthz").status for _ in range(300)]
        self.assertEqual(set(seen), {200, 429})
        self.assertEqual(seen[:20], [200] * 20)
        time.sleep(1)
        self.assertEqual(person.ask("GET", "/healthz").status, 200)


class Proxy(ServerCase):
    ARGS = ("--origin", "https://play.example.org")

    def test_behind_a_proxy(self):
        person = self.client()
        body = json.dumps({"game": "null", "seats": {"jack": "me", "detective": "me"}})
        headers = {"Host": "play.example.org", "Origin": "https://play.example.org"}
        made = person.ask("POST", "/api/games", body, headers)
        self.assertEqual(made.status, 201)
        self.assertRegex(made.headers["Set-Cookie"], r"\A__Host-alibi=.*Secure")
        self.assertEqual(made.headers["Strict-Transport-Security"],
                         "max-age=31536000; includeSubDomains")  # fmt: skip
        self.assertEqual(person.ask("POST", "/api/games", body).status, 403)


if __name__ == "__main__":
    main()
