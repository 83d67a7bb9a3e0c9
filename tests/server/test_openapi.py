"""docs/openapi.json describes the server: every path of it is served, nothing else is, and real
answers are as their schemas say."""

import json
import os
import random
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from authenticator import Device  # noqa: E402
from helpers import GAMES, ServerCase, main, path_of, play_turn  # noqa: E402
from test_accounts import Person  # noqa: E402

with open(os.path.join(HERE, "../../docs/openapi.json")) as file:
    DOC = json.load(file)
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool,
         "number": (int, float)}


def wrong(value, schema, at="answer"):
    """What does not fit, or None: the part of JSON Schema that the document uses."""
    if "$ref" in schema:
        return wrong(value, DOC["components"]["schemas"][schema["$ref"].split("/")[-1]], at)
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


class OpenApi(ServerCase):
    def fits(self, name, value):
        self.assertIsNone(wrong(value, {"$ref": "#/components/schemas/" + name}))

    def test_paths(self):
        person = self.client()
        id = person.create()["id"]
        for path, methods in DOC["paths"].items():
            for method in ("get", "post", "put", "delete"):
                if path.endswith("/events") and method == "get":
                    continue
                who = self.client() if path.endswith("/leave") else person
                reply = who.ask(method.upper(), path.replace("{id}", id), b"{}")
                described = method in methods
                self.assertEqual(reply.status == 405, not described, (path, method))
                if reply.status == 404:  # the path is there, whoever or whatever it leads to
                    self.assertNotEqual(reply.json["error"]["refusal"]["code"], "server.no-page", path)
                if reply.status >= 400:
                    self.fits("Error", reply.json)

    def test_codes(self):
        """All errors that the server knows, and no others."""
        with open(os.path.join(HERE, "../../src/table/request_refusals.def"), encoding="utf-8") as file:
            codes = set(re.findall(r'^REFUSAL\(\w+, \d+, "([a-z-]+)"', file.read(), re.MULTILINE))
        self.assertEqual(codes, set(DOC["components"]["schemas"]["Error"]["properties"]["error"]
                                    ["properties"]["code"]["enum"]))  # fmt: skip

    def test_answers(self):
        person, rng = self.client(), random.Random(1)
        self.fits("Catalogue", person.get("/api/catalogue").json)
        self.fits("Empty", person.post("/api/guest", {}).json)
        for game in GAMES:
            made = person.create(game, detective="me", jack="random", public=True)
            id = made["id"]
            self.fits("Created", made)
            state = person.get(path_of(id)).json
            self.fits("State", state)
            self.fits("Reach", person.get(path_of(id, "/reach")).json)
            self.fits("Advice", person.post(path_of(id, "/hint"), {"level": "random"}).json)
            self.fits("Preview", person.preview(
                id, "detective", state["seq"], [state["legal"][0]["token"]]).json)  # fmt: skip
            played = play_turn(rng, person, id, "detective", state)[0]
            self.fits("Played", played)
            self.assertTrue(all("after" in e for e in played["events"]))
            stream = self.stream(person, id)
            stream.wait_for(played["seq"])
            for event in stream.events:
                self.fits("Event", event)
                self.assertIn("after", event)
            for presence in stream.presence:
                self.fits("Presence", presence)
            self.fits("State", person.get(path_of(id, "?as=public")).json)
            resigned = person.post(path_of(id, "/resign"), {"key": "k"}).json
            self.fits("Played", resigned)
            stream.wait_for(resigned["seq"])
            self.fits("Event", stream.events[-1])
            self.fits("Course", person.get(path_of(id, "/course")).json)
            truth = person.get(path_of(id, "?as=truth")).json
            self.fits("State", truth)
            self.assertFalse(any("after" in e for e in truth["history"]))
            self.fits("Entered", person.post(path_of(id, "/rematch"), {}, 201).json)
            self.fits("State", person.get(path_of(id)).json)
            record = person.get(path_of(id, "/record")).body.decode()
            self.fits("Replayed", person.post("/api/replay", {"record": record}).json)
            self.fits("Replayed", person.post("/api/replay", {"record": record, "tokens": []}).json)
            self.fits("Studied", person.post("/api/study", {"record": record}).json)
        self.fits("Session", person.get("/api/guest").json)
        self.fits("Browsers", person.get(path_of(id, "/browsers", {"as": "detective"})).json)
        self.fits("Link", person.post(path_of(id, "/link"), {"as": "detective"}).json)
        self.fits("List", person.get("/api/lobby").json)
        self.fits("List", person.get("/api/games").json)
        made = person.create(jack="open")
        entered = self.client().post(path_of(made["id"], "/enter"), {"key": made["keys"]["jack"]})
        self.fits("Entered", entered.json)
        self.fits("State", person.get(path_of(made["id"])).json)

    def test_answers_about_accounts(self):
        person, device = self.client(), Device(self.server.origin)
        self.fits("WhoAmI", person.get("/api/account").json)
        options = person.post("/api/account/name", {"name": "Ada"}).json
        self.fits("CreatePasskey", options)
        body = {"name": "Ada", "challenge": options["challenge"], **device.create(options)}
        self.fits("SignUp", body)
        reply = person.post("/api/account/sign-up", body, 201)
        self.fits("SignedUp", reply.json)
        person.cookie += "; alibi-session=" + reply.cookies["alibi-session"]
        options = person.post("/api/account/challenge", {"for": "confirm"}).json
        self.fits("AskPasskey", options)
        body = {"challenge": options["challenge"], **device.get(options)}
        self.fits("SignIn", body)
        self.fits("WhoAmI", person.post("/api/account/confirm", body).json)
        codes = person.post("/api/account/codes", {}).json
        self.fits("Codes", codes)
        key, = person.get("/api/account/passkeys").json["passkeys"]
        person.post("/api/account/passkeys/end", {"passkey": key["passkey"]})
        for code in codes["codes"]:
            reply = person.post("/api/account/recover", {"code": code})
            person.cookie = person.cookie.split(";")[0] + "; alibi-session=" + reply.cookies["alibi-session"]
            self.fits("Recovered", reply.json)
        self.assertIn("codes", reply.json)
        self.fits("AccessToken", person.post("/api/account/tokens", {"about": "x", "read": True}, 201).json)
        self.fits("Empty", person.post("/api/account/games", {}).json)
        for path, name in (("", "WhoAmI"), ("/sessions", "Sessions"), ("/passkeys", "Passkeys"),
                           ("/export", "Export")):  # fmt: skip
            self.fits(name, person.get("/api/account" + path).json)
        self.fits("Empty", person.post("/api/account/delete", {"name": "Ada"}).json)

    def test_answers_about_rated_games(self):
        ada, bob = (Person(self.server) for _ in range(2))
        for person, name in ((ada, "Ada"), (bob, "Bob")):
            self.addCleanup(person.close)
            person.sign_up(name)
        body = {"game": GAMES[0], "seats": {"jack": "me", "detective": "open"}, "clock": "300+5",
                "rated": True}  # fmt: skip
        self.fits("Create", body)
        made = ada.post("/api/games", body, 201).json
        bob.post(path_of(made["id"], "/enter"), {"key": made["keys"]["detective"]})
        self.fits("State", ada.get(path_of(made["id"])).json)
        self.fits("List", ada.get("/api/games").json)
        body = {"key": "k"}
        self.fits("Resign", body)
        self.fits("Played", ada.post(path_of(made["id"], "/abort"), body).json)
        self.fits("State", ada.get(path_of(made["id"])).json)
        self.fits("Export", ada.get("/api/account/export").json)

    def test_the_check_can_fail(self):
        self.assertIsNotNone(wrong({"seq": 1}, {"$ref": "#/components/schemas/Played"}))
        self.assertIsNotNone(wrong({"seq": "1", "events": []},
                                   {"$ref": "#/components/schemas/Played"}))  # fmt: skip


if __name__ == "__main__":
    main()
