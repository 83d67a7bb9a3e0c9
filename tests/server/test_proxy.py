"""The server behind real proxies with TLS, set up by the examples of deploy/."""

import http.client
import json
import os
import random
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
import unittest
import warnings

import proxy
from helpers import (LONG, PATIENCE, Client, Server, ServerCase, Stream, main, path_of,
                     play_turn)  # fmt: skip
from machine import free_ports
from proxy import NAME

ORIGIN = "https://" + NAME


class Proxy:
    """A proxy that runs an example, with other ports, paths and nodes than are written there."""

    origin, cookie = ORIGIN, "__Host-alibi"

    def __init__(self, *servers):
        self.folder = tempfile.mkdtemp(prefix="alibi-proxy-")
        self.host = "127.0.0.1"
        self.chain, self.key = proxy.certificate(self.folder, NAME)
        for _ in range(5):  # somebody may have taken a port since
            self.plain_port, self.port = free_ports(2)
            self.start([server.port for server in servers])
            if self.is_there():
                return
        raise AssertionError(self.log())

    def is_there(self):
        """Waits until it listens; False if it has ended."""
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < deadline:
            try:
                socket.create_connection((self.host, self.port), PATIENCE).close()
                return self.process.poll() is None
            except ConnectionRefusedError:
                time.sleep(0.02)
        return False

    def spawn(self, *command, **environment):
        with open(os.path.join(self.folder, "log"), "wb") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, cwd=self.folder,
                env={**os.environ, "HOME": self.folder, **environment})  # fmt: skip

    def log(self):
        with open(os.path.join(self.folder, "log"), encoding="utf-8", errors="replace") as log:
            return log.read()

    def connect(self, name=NAME):
        context = ssl.create_default_context(cafile=self.chain)
        connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
        connection.connect()
        connection.sock = context.wrap_socket(connection.sock, server_hostname=name)
        return connection

    def close(self):
        self.process.terminate()
        self.process.wait(PATIENCE)
        shutil.rmtree(self.folder, ignore_errors=True)


class Nginx(Proxy):
    def start(self, nodes):
        site = proxy.example(self.folder, "nginx.conf", (
            ("127.0.0.1:8421", 1, "127.0.0.1:%d" % nodes[0]),
            ("/etc/ssl/play.example.org/fullchain.pem", 1, self.chain),
            ("/etc/ssl/play.example.org/privkey.pem", 1, self.key),
            ("listen 80", 2, "listen 127.0.0.1:%d" % self.plain_port),
            ("listen 443", 2, "listen 127.0.0.1:%d" % self.port)))  # fmt: skip
        user = "user root;" if os.getuid() == 0 else ""
        paths = "".join("%s_temp_path %s/%s; " % (kind, self.folder, kind) for kind in (
            "client_body", "proxy", "fastcgi", "uwsgi", "scgi"))  # fmt: skip
        whole = proxy.write(
            self.folder, "whole.conf",
            "daemon off; %s pid %s/pid; error_log stderr; events {}\nhttp { access_log off; %s\n"
            "include %s; }\n" % (user, self.folder, paths, site))  # fmt: skip
        self.spawn(shutil.which("nginx") or "/usr/sbin/nginx", "-e", "stderr", "-c", whole)


class Haproxy(Proxy):
    # Nodes that have died are noticed soon; a test may not open files for many connections.
    CHANGES = (("inter 2s", 1, "inter 100ms"),
               ("timeout check 5s", 1, "timeout check %ds" % PATIENCE))  # fmt: skip

    def start(self, nodes):
        self.spawn(*proxy.haproxy(self.folder, (self.plain_port, self.port), nodes,
                                  (self.chain, self.key), 200, self.CHANGES))  # fmt: skip


class Caddy(Proxy):
    def start(self, nodes):
        config = proxy.example(self.folder, "Caddyfile", (
            ("127.0.0.1:8421", 1, "127.0.0.1:%d" % nodes[0]),
            ("/etc/ssl/play.example.org/fullchain.pem", 1, self.chain),
            ("/etc/ssl/play.example.org/privkey.pem", 1, self.key),
            ("\tservers {\n", 1, "\tadmin off\n\thttp_port %d\n\thttps_port %d\n\tservers {\n"
             % (self.plain_port, self.port))))  # fmt: skip
        self.spawn("caddy", "run", "--config", config, "--adapter", "caddyfile",
                   XDG_DATA_HOME=self.folder, XDG_CONFIG_HOME=self.folder)  # fmt: skip


class Person(Client):
    """A browser at the proxy: what it says to whom is written there without a port."""

    def ask(self, method, path, body=None, headers=None):
        return super().ask(method, path, body, {"Host": NAME, **(headers or {})})


class Watch(Stream):
    def __init__(self, person, game, **query):
        headers = person.headers
        person.headers = lambda: {"Host": NAME, **headers()}
        try:
            super().__init__(person, game, **query)
        finally:
            person.headers = headers


class Behind:
    """What must hold behind every proxy."""

    ARGS = ("--origin", ORIGIN)

    def setUp(self):
        super().setUp()
        self.proxy = self.PROXY(self.server)
        self.addCleanup(self.proxy.close)

    def person(self):
        person = Person(self.proxy)
        self.addCleanup(person.close)
        return person

    def told(self, wanted):
        """The log's line about the request with this id."""
        deadline = time.monotonic() + PATIENCE
        while True:  # it is written when the request is over, which we may hear of before
            lines = [json.loads(line) for line in self.server.log().splitlines()]
            found = [line for line in lines if line.get("request") == wanted]
            if found:
                self.assertEqual(len(found), 1)
                return found[0]
            assert time.monotonic() < deadline, wanted
            time.sleep(0.02)

    def plain(self, method, path):
        """A request without TLS."""
        connection = http.client.HTTPConnection("127.0.0.1", self.proxy.plain_port,
                                                timeout=PATIENCE)  # fmt: skip
        self.addCleanup(connection.close)
        connection.request(method, path, headers={"Host": NAME})
        answer = connection.getresponse()
        answer.read()
        return answer

    def test_page(self):
        """The server's headers come through, once; a refusal of the proxy's has such, too."""
        page = self.person().get("/")
        self.assertIn("script-src 'self'", page.headers["Content-Security-Policy"])
        for reply in (page, self.person().ask("GET", "/metrics")):
            self.assertIn("default-src 'none'", reply.headers["Content-Security-Policy"])
            self.assertEqual(reply.headers["Strict-Transport-Security"],
                             "max-age=31536000; includeSubDomains")  # fmt: skip
            self.assertEqual(reply.headers["X-Content-Type-Options"], "nosniff")
        connection = self.proxy.connect()
        self.addCleanup(connection.close)
        connection.request("GET", "/", headers={"Host": NAME})
        names = [name.lower() for name, _ in connection.getresponse().getheaders()]
        self.assertEqual(len(set(names)), len(names))
        self.assertIn(b"<title>Alibi", page.body)

    def test_play(self):
        """Moves go through, and events come while the stream is open."""
        person, rng = self.person(), random.Random(1)
        reply = person.post("/api/guest", {})
        words = reply.headers["Set-Cookie"].split("; ")
        self.assertRegex(words[0], r"\A__Host-alibi=[\w.-]{22,}\Z")
        self.assertLessEqual({"Path=/", "HttpOnly", "Secure", "SameSite=Strict"}, set(words))
        game = person.create(LONG)["id"]
        watch = Watch(person, game, **{"as": "public"})
        self.addCleanup(watch.close)
        self.assertEqual(watch.status, 200)
        self.assertEqual(watch.answer.getheader("Content-Type"), "text/event-stream")
        for _ in range(3):
            seat = person.state(game)["to_act"]
            state = person.state(game, **{"as": seat})
            played, _, _ = play_turn(rng, person, game, seat, state)
            watch.wait_for(played["events"][-1]["seq"])
        other = self.person().ask("GET", path_of(game))
        self.assertEqual(other.status, 404)

    def test_names(self):
        """Address and request id are the proxy's word; the client's own is not passed on."""
        person = self.person()
        reply = person.ask("GET", "/api/lobby", headers={
            "X-Forwarded-For": "203.0.113.9", "X-Request-Id": "mine"})  # fmt: skip
        self.assertEqual(reply.status, 200)
        line = self.told(reply.headers["X-Request-Id"])
        self.assertNotEqual(line["request"], "mine")
        self.assertEqual(line["network"], "127.0.0.0/24")
        self.assertNotIn("203.0.113", self.server.log())

    def test_closed(self):
        """Other names, other protocols and what is not for the public end at the proxy."""
        self.assertEqual(self.person().ask("GET", "/metrics").status, 404)
        asked = self.server.log().count('"route":"page"')
        try:
            reply = self.person().ask("GET", "/", headers={"Host": "evil.example"})
            self.assertNotIn(b"<title>Alibi", reply.body)
        except (OSError, http.client.HTTPException):
            pass
        self.assertEqual(self.server.log().count('"route":"page"'), asked)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # old versions are what is tested
            context = ssl.create_default_context(cafile=self.proxy.chain)
            context.set_ciphers("ALL:@SECLEVEL=0")
            context.minimum_version = ssl.TLSVersion.TLSv1
            context.maximum_version = ssl.TLSVersion.TLSv1_1
        with socket.create_connection(("127.0.0.1", self.proxy.port)) as old:
            with self.assertRaises((ssl.SSLError, ConnectionResetError)):
                context.wrap_socket(old, server_hostname=NAME)

    def test_plain(self):
        """Pages lead to https; the API does not, so that nobody uses it that way."""
        answer = self.plain("GET", "/g/abc")
        self.assertEqual(answer.status, 301)
        self.assertEqual(answer.getheader("Location"), ORIGIN + "/g/abc")
        self.assertEqual(self.plain("GET", "/api/lobby").status, 403)

    def test_long(self):
        """What is too long is refused, and the next request is answered."""
        person = self.person()
        for path, body, statuses in (
            ("/" + "a" * 40000, None, (400, 414, 431)),
            ("/api/replay", "x" * 100000, (413,)),
        ):
            try:
                reply = person.ask("POST" if body else "GET", path, body)
                self.assertIn(reply.status, statuses)
            except (OSError, http.client.HTTPException):
                person.close()  # it may close before it was sent all
        person.get("/healthz")


class TestNginx(Behind, ServerCase):
    PROXY = Nginx


class TestHaproxy(Behind, ServerCase):
    PROXY = Haproxy


class TestCaddy(Behind, ServerCase):
    PROXY = Caddy


class TestNodes(unittest.TestCase):
    """HAProxy with two nodes: a game stays with one of them as long as that is healthy."""

    def node_of(self, person, id):
        reply = person.ask("GET", path_of(id))
        if reply.status == 503:
            return None
        self.assertEqual(reply.status, 404)
        person.get("/healthz")
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            for i, server in enumerate(self.servers):
                if '"request":"%s"' % reply.headers["X-Request-Id"] in server.log():
                    return i
        raise AssertionError("no node was asked")

    def test_nodes(self):
        self.servers = [Server("--origin", ORIGIN) for _ in range(2)]
        for server in self.servers:
            self.addCleanup(server.close)
        haproxy = Haproxy(*self.servers)
        self.addCleanup(haproxy.close)
        person, rng = Person(haproxy), random.Random(2)
        self.addCleanup(person.close)
        letters = "abcdefghjkmnpqrstuvwxyz23456789"
        ids = ["".join(rng.choice(letters) for _ in range(12)) for _ in range(12)]
        home = {id: self.node_of(person, id) for id in ids}
        self.assertEqual(set(home.values()), {0, 1})
        for id in ids:  # again, and by other paths
            self.assertEqual(self.node_of(person, id), home[id])
        self.servers[0].stop()
        for id in ids:  # as soon as it is noticed, all are answered by the other node
            while self.node_of(person, id) is None:
                pass
            self.assertEqual(self.node_of(person, id), 1)
        self.servers[0].restart()
        lost = next(id for id in ids if home[id] == 0)
        deadline = time.monotonic() + PATIENCE
        while self.node_of(person, lost) != 0:  # it comes back
            self.assertLess(time.monotonic(), deadline)


if __name__ == "__main__":
    main()
