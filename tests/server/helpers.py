"""What the tests of the server share: the real program on a port of its own, and clients that
speak HTTP to it: people with cookies, bots with keys, readers of streams."""

import functools
import http.client
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import postgres
from machine import PATIENCE

PROGRAM = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else "alibi"
# The games that the server offers, and one of them: it lasts for more than a few turns.
GAMES = [
    name
    for name in re.findall(
        r"(?m)^(\w+)", subprocess.run([PROGRAM, "games"], capture_output=True, text=True).stdout)
    if name != "null"
]  # fmt: skip
LONG = GAMES[0]


def needs_sqlite():
    """For tests that look into its database; they run without PostgreSQL, too."""
    if os.environ.get("ALIBI_TEST_POSTGRES"):
        raise unittest.SkipTest("it looks into the database of SQLite")


class Server:
    """`alibi serve` in a folder of its own."""

    def __init__(self, *args, folder=None):
        self.args = args
        self.own_folder = folder is None
        self.folder = folder or tempfile.mkdtemp(prefix="alibi-server-")
        self.log_path = os.path.join(self.folder, "log")
        self.process = None
        self.store = ["--data", self.folder]
        if os.environ.get("ALIBI_TEST_POSTGRES") and self.own_folder:
            urls = [postgres.new_database(os.environ["ALIBI_TEST_POSTGRES"])
                    for _ in range(int(os.environ.get("ALIBI_TEST_DATABASES", "1")))]  # fmt: skip
            self.store = [word for url in urls for word in ("--store", url)]
        self.start()

    def start(self, port="0"):
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                [PROGRAM, "serve", "--port", str(port), *self.store, "--think", "50",
                 "--rate", "0", *self.args],
                stdout=subprocess.PIPE, stderr=log)  # fmt: skip
        line = self.process.stdout.readline().decode()
        assert line.startswith("Alibi is at http"), (line, self.log()[-2000:])
        told = [json.loads(entry) for entry in self.log().splitlines()]
        # Behind a proxy the log knows better; a quiet server has none.
        heard = [entry["text"] for entry in told if entry["event"] == "listening"]
        url = heard[-1] if heard else line.split()[-1]
        self.host, port = url.split("//")[1].rsplit(":", 1)
        self.port = int(port)
        self.origin = "http://%s:%d" % (self.host, self.port)

    cookie = "alibi"  # the name of the guest's

    def connect(self):
        return http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)

    def restart(self):
        """On the same port, as after a crash."""
        self.start(self.port)

    def kill(self):
        self.check_it_runs()
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdout.close()

    def check_it_runs(self):
        """A server that ends by itself, as by a sanitizer, is no server that was killed."""
        code = self.process.poll()
        assert code is None, (code, self.log()[-4000:])

    def processor_seconds(self):
        """What it has computed so far, however busy the machine is with other things."""
        with open("/proc/%d/stat" % self.process.pid, encoding="ascii") as stat:
            user, system = stat.read().rsplit(")", 1)[1].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        """As an administrator does; returns the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return code

    def close(self):
        code = self.stop() if self.process.poll() is None else self.process.returncode
        assert code in (0, -signal.SIGKILL), (code, self.log()[-4000:])
        if self.own_folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    def log(self):
        with open(self.log_path, "rb") as log:
            return log.read().decode(errors="replace")


class Headers(dict):
    """Headers by name in any case: some proxies write them in small letters."""

    def __missing__(self, name):
        return next(v for n, v in self.items() if n.lower() == name.lower())

    def __contains__(self, name):
        return any(n.lower() == name.lower() for n in self)

    def get(self, name, otherwise=None):
        return self[name] if name in self else otherwise


class Reply:
    """An answer, with every byte that came."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, Headers(headers), body
        set_to = [value.split(";")[0] for name, value in headers
                  if name.lower() == "set-cookie"]  # fmt: skip
        self.cookies = dict(text.split("=", 1) for text in set_to)

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def code(self):
        return self.json["error"]["code"]

    @property
    def reason(self):
        return self.json["error"]["reason"]


IDLE = 4  # seconds after which a connection is not used again


class Client:
    """A browser (it has a cookie jar and sends an Origin), or with a key a bot."""

    def __init__(self, server, key=None):
        self.server, self.key, self.cookie = server, key, None
        self.connection = None
        self.heard = []  # every answer, for those who compare bytes
        self.used = 0

    def close(self):
        if self.connection:
            self.connection.close()
            self.connection = None

    def headers(self):
        headers = {}
        if self.key:
            headers["Authorization"] = "Bearer " + self.key
        if self.cookie:
            headers["Cookie"] = self.server.cookie + "=" + self.cookie
        return headers

    def ask(self, method, path, body=None, headers=None):
        """Sends a request; keeps the connection, as browsers do, unless a proxy may be closing it by now."""
        if self.connection and time.monotonic() > self.used + IDLE:
            self.close()
        if not self.connection:
            self.connection = self.server.connect()
        wanted = self.headers()
        if method == "POST":
            wanted["Content-Type"] = "application/json"
            if not self.key:
                wanted["Origin"] = self.server.origin
        wanted.update(headers or {})
        wanted = {name: value for name, value in wanted.items() if value is not None}
        try:
            self.connection.request(method, path, body, wanted)
            answer = self.connection.getresponse()
            reply = Reply(answer.status, answer.getheaders(), answer.read())
        except (OSError, http.client.HTTPException):
            self.close()
            raise
        self.used = time.monotonic()
        if reply.headers.get("Connection") == "close":
            self.close()
        self.cookie = reply.cookies.get(self.server.cookie, self.cookie)
        # The time and the request's number are drawn, and say nothing of a game.
        lasting = {n: v for n, v in reply.headers.items()
                   if n.lower() not in ("date", "x-request-id")}  # fmt: skip
        self.heard.append((method, path, reply.status, lasting, reply.body))
        return reply

    def get(self, path, status=200):
        reply = self.ask("GET", path)
        assert reply.status == status, (path, reply.status, reply.body[:500])
        return reply

    def post(self, path, body, status=200):
        reply = self.ask("POST", path, json.dumps(body))
        assert reply.status == status, (path, body, reply.status, reply.body[:500])
        return reply

    # --- Games ---

    def create(self, game="null", jack="me", detective="me", **more):
        body = {"game": game, "seats": {"jack": jack, "detective": detective}, **more}
        return self.post("/api/games", body, 201).json

    def state(self, game, **query):
        """The state of the game itself; who is there is asked for by presence()."""
        state = self.get(path_of(game, "", query)).json
        del state["presence"]
        return state

    def presence(self, game, **query):
        return self.get(path_of(game, "", query)).json["presence"]

    def moves(self, game, seat, seq, tokens, key, status=200):
        body = {"as": seat, "seq": seq, "tokens": tokens, "key": key}
        return self.post(path_of(game, "/moves"), body, status)

    def preview(self, game, seat, seq, tokens, status=200):
        body = {"as": seat, "seq": seq, "tokens": tokens}
        return self.post(path_of(game, "/preview"), body, status)


def told(events):
    """Events as a history has them: without what they changed."""
    return [{name: value for name, value in e.items() if name != "after"} for e in events]


# What a position consists of, as a state has it and as changes make it.
POSITION = ("view", "scene", "lines", "witnesses", "insight")


def changed(position, change):
    """The position that an event or a preview makes of the one before it: a client needs nothing
    else to show it."""
    scene = {**position["scene"], **change["scene"]}
    return {
        "view": {**position["view"], **change["view"]},
        "scene": {place: marks for place, marks in scene.items() if marks},
        "lines": change.get("lines", position["lines"]),
        "witnesses": change.get("witnesses", position["witnesses"]),
        "insight": change.get("insight", position["insight"]),
    }


def position_of(state):
    return {name: state[name] for name in POSITION}


def path_of(game, rest="", query=None):
    words = "&".join("%s=%s" % pair for pair in (query or {}).items())
    return "/api/games/" + game + rest + ("?" + words if words else "")


class Stream:
    """Reads a stream of events in a thread; `events` are those that came so far, `presence` what
    was told of who is there, `talk` what was said, `raw` every byte of the rest."""

    def __init__(self, client, game, last=None, **query):
        self.events, self.raw, self.other, self.presence, self.talk = [], b"", [], [], []
        self.changed = threading.Condition()
        self.closed = False
        self.connection = client.server.connect()
        headers = client.headers()
        if last is not None:
            headers["Last-Event-ID"] = str(last)
        self.connection.request("GET", self.path(game, query), headers=headers)
        self.answer = self.connection.getresponse()
        self.status = self.answer.status
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    @staticmethod
    def path(game, query):
        return path_of(game, "/events", query)

    def run(self):
        fields, read = {}, b""
        try:
            while True:
                line = self.answer.readline()
                if not line:
                    break
                with self.changed:
                    read += line
                    text = line.decode().rstrip("\n")
                    if text and not text.startswith(":"):
                        name, _, value = text.partition(": ")
                        fields[name] = value
                    elif not text:
                        self.raw += b"" if fields.get("event") in ("presence", "talk") else read
                        if "data" in fields:
                            self.take(fields)
                        fields, read = {}, b""
        except (OSError, http.client.HTTPException, ValueError, AttributeError):
            pass
        with self.changed:
            self.closed = True
            self.changed.notify_all()

    def take(self, fields):
        data = json.loads(fields["data"])
        if fields.get("event") == "presence":
            self.presence.append(data)
        elif fields.get("event") == "talk":
            self.talk.append(data)
        elif "event" in fields:
            self.other.append(data)
        else:
            assert int(fields["id"]) == data["seq"], fields
            self.events.append(data)
        self.changed.notify_all()

    def wait(self, ready, patience=PATIENCE):
        """Waits until READY(self) is true."""
        deadline = time.monotonic() + patience
        with self.changed:
            while not ready(self):
                left = deadline - time.monotonic()
                assert left > 0 and not self.closed, (self.closed, self.events[-3:])
                self.changed.wait(left)

    def wait_for(self, seq):
        self.wait(lambda s: s.events and s.events[-1]["seq"] >= seq)

    def close(self):
        if self.connection.sock:
            try:
                self.connection.sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.thread.join(PATIENCE)
        self.connection.close()


class ServerCase(unittest.TestCase):
    ARGS = ()

    def setUp(self):
        self.server = Server(*self.ARGS)
        self.addCleanup(self.server.close)

    def client(self, key=None, server=None):
        client = Client(server or self.server, key)
        self.addCleanup(client.close)
        return client

    def stream(self, client, game, last=None, **query):
        stream = Stream(client, game, last, **query)
        self.addCleanup(stream.close)
        self.assertEqual(stream.status, 200)
        return stream


@functools.cache
def messages():
    """Every refusal by its code, with its sentence in English; and the words of arguments."""
    said = subprocess.run([PROGRAM, "messages"], capture_output=True, text=True, check=True)
    return {
        json.loads(key): json.loads(text)
        for key, text in re.findall(r'^msgid (".*")\nmsgstr (".*")$', said.stdout, re.MULTILINE)
    }


class RefusalCase(ServerCase):
    """Tests of what is refused: a status, a code, and a sentence that is listed."""

    def refused(self, status, code, reply):
        self.assertEqual(reply.status, status, reply.body)
        self.assertEqual(reply.code, code, reply.body)
        self.assertRegex(reply.reason, r"\A[ -~]+\Z")
        self.check_refusal(reply.json["error"])
        return reply.reason

    def check_refusal(self, error):
        """The refusal is listed, and says with its arguments what the reason says."""
        refusal, rule = error["refusal"], error["refusal"]["rule"]
        sentence = re.split(r"\{(\*?)([a-z]+)\}", messages()["refusal." + refusal["code"]])
        self.assertEqual(sorted(sentence[2::3]), sorted(refusal["args"]))
        for i in range(1, len(sentence), 3):
            arg = refusal["args"][sentence[i + 1]]
            sentence[i : i + 2] = ["", messages().get("word." + arg, arg) if sentence[i] else arg]
        wanted = (rule + ": " if rule else "") + "".join(sentence)
        if "line" in error:
            wanted = "line %d, column %d: %s" % (error["line"], error["column"], wanted)
        if all(len(arg) < 63 for arg in refusal["args"].values()):
            self.assertEqual(error["reason"], wanted)


def choose(rng, tokens):
    """At random, but without accusing or leaving while there is a choice: games get long."""
    calm = [t for t in tokens if t[0] != "!" and t not in (">nw", ">ne", ">sw", ">se")]
    return rng.choice(calm or tokens)


def stage_activation(rng, client, game, seat, state, most=12):
    """Tries tokens out one by one until the activation is complete; returns them."""
    tokens, legal = [], [t["token"] for t in state["legal"]]
    while len(tokens) < most:
        tokens.append(choose(rng, legal))
        seen = client.preview(game, seat, state["seq"], tokens).json
        if seen["complete"]:
            assert seen["legal"] == []
            break
        legal = [t["token"] for t in seen["legal"]]
    return tokens


def play_turn(rng, client, game, seat, state):
    """One activation of SEAT, confirmed."""
    tokens = stage_activation(rng, client, game, seat, state)
    key = "k%d" % rng.getrandbits(60)
    return client.moves(game, seat, state["seq"], tokens, key).json, tokens, key


class GameCase(RefusalCase):
    """What the server tells of one game: the tests of a game add what is its own."""

    GAME = ""  # set by the test; so is how many tokens are thrown
    SIDES = 0

    def in_catalogue(self):
        games = self.client().get("/api/catalogue").json["games"]
        return next(game for game in games if game["name"] == self.GAME)

    def check_turns(self):
        """Eight rounds of four turns, of which the Detective has the first."""
        game = self.in_catalogue()
        self.assertEqual([len(r) for r in game["turns"]], [4] * 8)
        self.assertEqual(game["turns"][0], ["detective", "jack", "jack", "detective"])
        self.assertEqual(len(game["sides"]), self.SIDES)


def main():
    random.seed(1)
    unittest.main()
