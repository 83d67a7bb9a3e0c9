"""docs/openapi.json describes the server: every path of it is served, nothing else is, and real
requests, answers and events are as their schemas say, each of them at least once.

A request by any client of this test is compared with the document by itself: something new needs only
a request that shows it, in one of the parts of `test_everything`."""

import json
import os
import random
import re
import subprocess
import sys
from unittest import mock
from urllib.parse import parse_qsl

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from authenticator import Device  # noqa: E402
from helpers import GAMES, LONG, PROGRAM, Client, Stream, main, path_of, play_turn  # noqa: E402
from machine import wait_until  # noqa: E402
from test_tournament import TournamentCase, path as page_of  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "../../docs/openapi.json"), encoding="utf-8") as file:
    DOC = json.load(file)
SCHEMAS, EVENTS = DOC["components"]["schemas"], "text/event-stream"
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool,
         "number": (int, float)}
FITTED = set()  # schemas that something real was like
ANSWERED = set()  # operations that were answered well


def source(path):
    with open(os.path.join(HERE, "../..", path), encoding="utf-8") as file:
        return file.read()


def wrong(value, schema, at="answer"):
    """What does not fit, or None: the part of JSON Schema that the document uses."""
    if "$ref" in schema:
        name = schema["$ref"].split("/")[-1]
        found = wrong(value, SCHEMAS[name], at)
        if found is None and value is not None:
            FITTED.add(name)
        return found
    if value is None and schema.get("nullable"):
        return None
    for part in schema.get("allOf", []):
        if wrong(value, part, at):
            return wrong(value, part, at)
    if "oneOf" in schema:
        found = [wrong(value, part, at) for part in schema["oneOf"]]
        return None if found.count(None) == 1 else "%s: none of %s" % (at, found)
    if "type" not in schema:
        return None
    if not isinstance(value, TYPES[schema["type"]]) or (
        schema["type"] == "integer" and isinstance(value, bool)
    ):
        return "%s: %r is no %s" % (at, value, schema["type"])
    if "enum" in schema and value not in schema["enum"]:
        return "%s: %r is not in the list" % (at, value)
    if "pattern" in schema and not re.search(schema["pattern"], value):
        return "%s: %r does not fit %s" % (at, value, schema["pattern"])
    size = len(value) if hasattr(value, "__len__") else value
    for least in ("minimum", "minLength", "minItems"):
        if not schema.get(least, size) <= size <= schema.get(least.replace("min", "max"), size):
            return "%s: %r is too much or too little" % (at, value)
    if schema["type"] == "array":
        return next(filter(None, (wrong(v, schema["items"], "%s[%d]" % (at, i))
                                  for i, v in enumerate(value))), None)  # fmt: skip
    if schema["type"] == "object":
        return wrong_object(value, schema, at)
    return None


def wrong_object(value, schema, at):
    known, more = schema.get("properties", {}), schema.get("additionalProperties", True)
    missing = [name for name in schema.get("required", []) if name not in value]
    if missing:
        return "%s: no %s" % (at, missing)
    for name, part in value.items():
        if name not in known and more is False:
            return "%s: %s is not described" % (at, name)
        inner = known.get(name, more if isinstance(more, dict) else {})
        if wrong(part, inner, at + "." + name):
            return wrong(part, inner, at + "." + name)
    return None


def template_of(path):
    """The path of the document that PATH follows, or None."""
    for template in sorted(DOC["paths"], key=lambda template: "{" in template):
        if re.fullmatch(re.escape(template).replace(r"\{id\}", "[a-z2-9]{12}"), path):
            return template
    return None


def wrong_request(operation, query, body):
    """What the document does not say of a request that was answered well, or None."""
    known = {p["name"]: p["schema"] for p in operation.get("parameters", ()) if p["in"] == "query"}
    for name, text in parse_qsl(query, keep_blank_values=True):
        if name not in known:
            return "query: %s is not described" % name
        value = int(text) if known[name].get("type") == "integer" else text
        if wrong(value, known[name], "query." + name):
            return wrong(value, known[name], "query." + name)
    if "requestBody" in operation:
        return wrong(json.loads(body), operation["requestBody"]["content"]["application/json"]["schema"], "body")
    return "a body is not described" if body else None


def wrong_exchange(method, target, body, reply):
    """What the document does not say of a request and its answer, or None."""
    path, _, query = target.partition("?")
    template = template_of(path)
    operation = DOC["paths"].get(template, {}).get(method.lower())
    if not operation:
        served = reply.status not in (404, 405) and path.startswith("/api/")
        return "it is not described" if served else None
    if reply.status < 400:
        ANSWERED.add((method.lower(), template))
        found = wrong_request(operation, query, body)
        if found or str(reply.status) not in operation["responses"]:
            return found or "%d is not described" % reply.status
    said = operation["responses"].get(str(reply.status), operation["responses"]["default"])
    kind = reply.headers.get("Content-Type", "").split(";")[0]
    if kind not in said.get("content", {"": None}):
        return "%s is not described" % kind
    if kind != "application/json":
        return None
    return wrong(reply.json, said["content"][kind]["schema"])


class Told(Stream):
    """Any stream: what it tells, as the document names that."""

    def __init__(self, client, path):
        self.told = []
        self.path = lambda _game, _query: path
        super().__init__(client, None)

    def take(self, fields):
        self.told.append((fields.get("event", "message"), json.loads(fields["data"])))
        self.changed.notify_all()

    def of(self, kind):
        return [data for name, data in self.told if name == kind]


class OpenApi(TournamentCase):
    ARGS = ("--test-gone", "2", "--threads", "1", "--think", "400")

    def setUp(self):
        super().setUp()
        self.people, self.rng, self.streams, asks = [], random.Random(1), [], Client.ask

        def ask(client, method, path, body=None, headers=None):
            reply = asks(client, method, path, body, headers)
            found = wrong_exchange(method, path, body, reply)
            self.assertIsNone(found, (method, path, body, reply.status, reply.body[:500]))
            return reply

        patch = mock.patch.object(Client, "ask", ask)
        patch.start()
        self.addCleanup(patch.stop)

    def follow(self, person, path):
        stream = Told(person, path)
        self.addCleanup(stream.close)
        self.assertEqual(stream.answer.getheader("Content-Type"), EVENTS)
        ANSWERED.add(("get", template_of(path.split("?")[0])))
        self.streams.append((template_of(path.split("?")[0]), stream))
        return stream

    def hears(self, stream, kind, ready=bool):
        """Waits until it has told something of this kind that is as it should be."""
        stream.wait(lambda s: any(ready(data) for data in s.of(kind)))

    # --- The document and the server ---

    def test_routes(self):
        """What is described is what the server serves."""
        routes = re.findall(r'\[ROUTE_\w+\] = \{"([A-Z]+)", "([^"]+)", ', source("src/table/route.c"))
        self.assertEqual(len(routes), source("src/table/route.c").count("[ROUTE_"))
        described = [(method.upper(), path) for path, methods in DOC["paths"].items() for method in methods]
        self.assertEqual(sorted(described), sorted((method, path.replace("*", "{id}")) for method, path in routes))

    def test_paths(self):
        person = self.client()
        id = person.create()["id"]
        for path, methods in DOC["paths"].items():
            for method in ("get", "post", "put", "delete"):
                if path.endswith("/events") and method == "get":
                    continue
                who = self.client() if path.endswith("/leave") else person
                body = None if method == "get" else b"{}"
                reply = who.ask(method.upper(), path.replace("{id}", id), body)
                described = method in methods
                self.assertEqual(reply.status == 405, not described, (path, method))
                if reply.status == 404:  # the path is there, whoever or whatever it leads to
                    self.assertNotEqual(reply.json["error"]["refusal"]["code"], "server.no-page", path)
                if reply.status >= 400:
                    self.assertIsNone(wrong(reply.json, {"$ref": "#/components/schemas/Error"}))

    def test_codes(self):
        """All errors that the server knows, and no others."""
        codes = re.findall(r'^REFUSAL\(\w+, \d+, "([a-z-]+)"', source("src/table/request_refusals.def"), re.MULTILINE)
        self.assertEqual(set(codes),
                         set(SCHEMAS["Error"]["properties"]["error"]["properties"]["code"]["enum"]))  # fmt: skip

    def test_the_check_can_fail(self):
        played = {"$ref": "#/components/schemas/Played"}
        for value in ({"seq": 1}, {"seq": "1", "events": []}, {"seq": -1, "events": []}):
            self.assertIsNotNone(wrong(value, played))
        self.assertIsNone(wrong({"seq": 1, "events": []}, played))

    # --- Everything, once at least ---

    def test_everything(self):
        FITTED.clear()
        ANSWERED.clear()
        for part in (self.games, self.seats, self.clocks, self.thinking, self.accounts, self.meeting,
                     self.moderation, self.profiles, self.tournaments):  # fmt: skip
            with self.subTest(part.__name__):
                part()
        heard = set()
        for template, stream in self.streams:
            kinds = DOC["paths"][template]["get"]["responses"]["200"]["content"][EVENTS]["x-events"]
            for kind, data in stream.told:
                self.assertIn(kind, kinds, template)
                self.assertIsNone(wrong(data, kinds[kind], "%s of %s" % (kind, template)))
                heard.add((template, kind))
        described = {(path, kind) for path, methods in DOC["paths"].items()
                     for media in [methods.get("get", {}).get("responses", {}).get("200", {}).get("content", {})]
                     for kind in media.get(EVENTS, {}).get("x-events", ())}  # fmt: skip
        operations = {(method, path) for path, methods in DOC["paths"].items() for method in methods}
        self.assertEqual(described - heard, set(), "no such event was heard")
        self.assertEqual(operations - ANSWERED, set(), "nothing was answered well")
        self.assertEqual(set(SCHEMAS) - FITTED, set(), "nothing real is like that")

    def games(self):
        person = self.client()
        for path in ("/api/catalogue", "/livez", "/healthz", "/metrics", "/api/featured"):
            person.get(path)
        person.post("/api/guest", {})
        for game in GAMES:
            id = person.create(game, detective="me", jack="random", public=True)["id"]
            state = person.get(path_of(id)).json
            for path in ("/reach", "?as=detective&at=1&since=0&words=1", "?as=public", "/picture.png"):
                person.get(path_of(id, path))
            person.post(path_of(id, "/hint"), {"level": "random"})
            person.preview(id, "detective", state["seq"], [state["legal"][0]["token"]])
            played = play_turn(self.rng, person, id, "detective", state)[0]
            self.assertTrue(all("after" in e for e in played["events"]))
            stream = self.follow(person, path_of(id, "/events"))
            self.hears(stream, "message", lambda e: e["seq"] >= played["seq"])
            self.assertTrue(all("after" in e for e in stream.of("message")))
            person.post(path_of(id, "/resign"), {"key": "k"})
            self.hears(stream, "message", lambda e: e["kind"] == "resign")
            truth = person.get(path_of(id, "?as=truth")).json
            self.assertFalse(any("after" in e for e in truth["history"]))
            for path in ("/course", "/record?as=truth"):
                person.get(path_of(id, path))
            person.post(path_of(id, "/rematch"), {}, 201)
            self.hears(stream, "message", lambda e: e["kind"] == "rematch")
            person.get(path_of(id))
            record = person.get(path_of(id, "/record")).body.decode()
            person.post("/api/replay", {"record": record})
            person.post("/api/replay", {"record": record, "tokens": []})
            person.post("/api/study", {"record": record})

    def seats(self):
        """Who sits where, and what they add to the chance."""
        host, friend, other = (self.client() for _ in range(3))
        made = host.create(LONG, jack="me", detective="open", mix=True, request="r")
        id = made["id"]
        stream = self.follow(host, path_of(id, "/events"))
        friend.post(path_of(id, "/enter"), {"key": made["keys"]["detective"]})
        host.post(path_of(id, "/entropy"), {"as": "jack", "entropy": "0a" * 32})
        for kind in ("seat", "mix"):
            self.hears(stream, "message", lambda e, kind=kind: e["kind"] == kind)
        link = host.post(path_of(id, "/link"), {"as": "jack"}).json
        other.post(path_of(id, "/enter"), {"key": link["key"]})
        first, second = host.get(path_of(id, "/browsers?as=jack")).json["browsers"]
        host.post(path_of(id, "/browsers/end"), {"as": "jack", "browser": second["browser"]})
        self.assertTrue(first["this"])
        for path in ("/api/guest", "/api/lobby", "/api/games", path_of(id)):
            host.get(path)
        host.post("/api/guest/leave", {})
        host.get(path_of(id), 404)

    def clocks(self):
        """A rated game in which somebody leaves, one that is aborted, and a pause in another."""
        ada, bob = self.signed_up("Ann"), self.signed_up("Ben")
        body = {"game": LONG, "seats": {"jack": "me", "detective": "open"}, "clock": "300+5", "rated": True}

        def make(**more):
            made = ada.post("/api/games", {**body, **more}, 201).json
            bob.post(path_of(made["id"], "/enter"), {"key": made["keys"]["detective"]})
            return made["id"]

        aborted, paused, left = make(), make(rated=False), make()
        bob.post(path_of(aborted, "/abort"), {"key": "k"})
        ada.get(path_of(aborted))
        stream = self.follow(bob, path_of(paused, "/events"))
        ada.post(path_of(paused, "/pause"), {"paused": True})
        self.hears(stream, "clocks", lambda clocks: clocks["asks"])
        a, b = (self.follow(p, path_of(left, "/events")) for p in (ada, bob))
        self.hears(a, "presence", lambda p: p["jack"]["here"] and p["detective"]["here"])
        people, moved = {"jack": ada, "detective": bob}, set()
        while (seat := ada.state(left)["to_act"]) != "detective" or len(moved) < 2:
            play_turn(self.rng, people[seat], left, seat, people[seat].state(left))
            moved.add(seat)
        b.close()
        self.hears(a, "presence", lambda p: p["detective"].get("gone"))
        ada.post(path_of(left, "/claim"), {"key": "k"})
        for path in (path_of(left), "/api/games"):
            ada.get(path)

    def thinking(self):
        """The computer tells how long it thinks, and that it has less time when many wait."""
        person = self.client()
        ids = [person.create(LONG, detective="level6")["id"] for _ in range(12)]
        streams = [self.follow(person, path_of(id, "/events")) for id in ids]
        self.hears(streams[-1], "thinking")
        wait_until(lambda: any(s.of("hurried") for s in streams), "a decision in less time")
        id = person.create(LONG, jack="me", detective="level1")["id"]
        wait_until(lambda: person.state(id)["to_act"] == "jack", "the level to move")
        play_turn(self.rng, person, id, "jack", person.state(id))
        person.get(path_of(id, "/coach"))
        for game in (id, *ids):
            person.post(path_of(game, "/resign"), {"key": "k", **({} if game == id else {"as": "jack"})})

    def accounts(self):
        ada = self.signed_up("Zoe")
        own, = (p["passkey"] for p in ada.get("/api/account/passkeys").json["passkeys"])
        both = [p["passkey"] for p in ada.add_passkey(Device(self.server.origin)).json["passkeys"]]
        both.remove(own)
        ada.post("/api/account/passkeys/end", {"passkey": both[0]})
        ada.confirm()
        code = ada.post("/api/account/codes", {}).json["codes"][0]
        ada.post("/api/account/tokens", {"about": "x", "read": True}, 201)
        ada.post("/api/account/games", {})
        for path in ("", "/sessions", "/passkeys", "/export"):
            ada.get("/api/account" + path)
        ada.sign_out()
        ada.sign_in()
        ada.sign_out()
        ada.post("/api/account/recover", {"code": code})
        ada.sign_out()
        ada.sign_in()
        ada.post("/api/account/delete", {"name": "Zoe"})

    def meeting(self):
        """How people find each other, what they say, and whom they do not want to meet."""
        kim, lea, guest = self.signed_up("Kim"), self.signed_up("Lea"), self.client()
        news, lobby = self.follow(kim, "/api/games/events"), self.follow(guest, "/api/lobby/events")
        kim.create(LONG, jack="me", detective="open", public=True)
        self.hears(lobby, "lobby", lambda told: told["about"]["people"])
        wish = {"game": LONG, "clock": "300+5", "rated": True}
        kim.post("/api/pairing", {"ticket": "t", **wish})
        self.hears(lobby, "lobby", lambda told: told["about"]["waiting"])
        kim.post("/api/pairing/leave", {})
        kim.post("/api/pairing", {"ticket": "u", **wish, "role": "jack"})
        lea.post("/api/pairing", {"ticket": "u", **wish, "role": "any"})
        self.hears(news, "news", lambda told: told["met"])
        id = next(told["met"]["game"] for told in news.of("news") if told["met"])
        self.hears(news, "games", lambda told: id in [g["id"] for g in told["games"]])
        for what in ("accept", "end"):
            kim.post("/api/challenges", {"to": "Lea", **wish, "public": True})
            offer = lea.get("/api/challenges").json["challenges"][0]["id"]
            lea.post("/api/challenges/%s/%s" % (offer, what), {})
        talk = self.follow(lea, path_of(id, "/events"))
        for person, body in ((kim, {"say": "hello"}), (kim, {"set": "free"}), (lea, {"set": "free"}),
                             (kim, {"text": "how are you?", "request": "r"})):  # fmt: skip
            person.post(path_of(id, "/talk"), body)
        self.hears(talk, "talk", lambda told: len(told["lines"]) == 2)
        lea.get(path_of(id, "/talk"))
        lea.post(path_of(id, "/report"), {"reason": "talk", "text": "too friendly"})
        lea.post(path_of(id, "/resign"), {"key": "k"})
        lea.post(path_of(id, "/block"), {})
        lea.post("/api/blocks/end", {"block": lea.get("/api/blocks").json["blocks"][0]["block"]})
        lea.post("/api/people/%s/block" % kim.account()["id"], {})
        lea.post("/api/people/%s/report" % kim.account()["id"], {"reason": "name"})
        lea.get("/api/blocks")
        lea.get("/api/account/export")
        wait_until(lambda: kim.get("/api/people/%s/games" % kim.account()["id"]).json["games"], "the game to count")
        self.kim, self.lea, self.counted = kim, lea, id

    def moderation(self):
        judge, lea = self.signed_up("Max"), self.lea.account()["id"]
        subprocess.run([PROGRAM, "admin", "--store", self.server.store[1], "moderator", "add", "Max"],
                       check=True, capture_output=True)  # fmt: skip
        report = wait_until(lambda: judge.ask("GET", "/api/moderation").json.get("reports"), "Max to be one")[0]
        for body in ({"person": lea, "action": "mute", "days": 1}, {"game": self.counted, "action": "void"},
                     {"game": self.counted, "action": "unvoid"},
                     {"report": report["report"], "action": "dismiss"}):  # fmt: skip
            judge.post("/api/moderation", {**body, "why": "a test"})
        self.lea.get("/api/account")
        judge.get("/api/moderation")

    def profiles(self):
        ids = [person.account()["id"] for person in (self.kim, self.lea)]
        for path in ("", "/games", "/games?game=%s&role=jack&result=won&rated=yes&against=1000-2000" % LONG,
                     "/ratings", "/records"):  # fmt: skip
            for id in ids:
                self.kim.get("/api/people/" + id + path)
        for path in ("/api/people?ids=" + "-".join(ids), "/api/ladder?game=%s&role=jack" % LONG, "/api/ladder/day"):
            self.kim.get(path)

    def tournaments(self):
        players = self.players(3)
        ids = [self.make(players[0], rounds=1), self.make(players[0], kind="arena", minutes=5)]
        players[0].person.post(page_of(self.make(players[0]), "/cancel"), {})
        for id in ids:
            self.join(players, id)
            players[0].person.get(page_of(id))
        self.later()
        for person in (self.kim, self.lea):
            person.close()
        stream = self.follow(players[0].person, page_of(ids[0], "/events"))
        done = lambda page: [g for m in page["meetings"] for g in m["games"] if g["state"] == "over"]
        for id in ids:
            self.play(players, id, done)
            for path in ("", "/meetings?after=0"):
                players[0].person.get(page_of(id, path))
            players[0].person.get("/api/challenges")
        self.hears(stream, "tournament", done)
        players[2].person.post(page_of(ids[1], "/withdraw"), {})
        for path in ("/api/tournaments", "/api/account/export"):
            players[0].person.get(path)


if __name__ == "__main__":
    main()
