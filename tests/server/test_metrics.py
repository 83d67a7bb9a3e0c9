"""What an operator is told: /metrics, and the log with request ids and security events."""

import json
import os
import re
import subprocess
import time

import exposition
from helpers import LONG, PATIENCE, ServerCase, main, path_of

ORIGIN = "https://play.example.org"
ROUTE = "alibi_request_duration_seconds"


def metrics(client):
    reply = client.get("/metrics")
    assert reply.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    return exposition.read(reply.body.decode())


class TestMetrics(ServerCase):
    def test_format(self):
        """Every family is read by a strict reader, and by Prometheus' own."""
        person = self.client()
        person.create()
        text = person.get("/metrics").body.decode()
        self.assertGreater(len(exposition.read(text)), 20)
        check = subprocess.run(["promtool", "check", "metrics"], input=text,
                               capture_output=True, text=True)  # fmt: skip
        self.assertEqual((check.returncode, check.stderr), (0, ""))

    def test_reader_is_strict(self):
        """The reader would notice: each of these has one mistake."""
        head = "# HELP a_total b\n# TYPE a_total counter\n"
        exposition.read(head + "a_total 1\n")
        histogram = '# HELP h x\n# TYPE h histogram\nh_bucket{le="1"} %d\nh_bucket{le="+Inf"} %d\n'
        exposition.read(histogram % (1, 2) + "h_sum 3\nh_count 2\n")
        for bad in (
            head + "a_total 1",
            head + "a_total 1\n\n",
            head + "a_total 1\na_total 1\n",
            head + "a_total one\n",
            head + "a_total -1\n",
            head + 'a_total{b="c",b="d"} 1\n',
            head + 'a_total{b="c} 1\n',
            head + "b_total 1\n",
            head,
            head.replace("counter", "number") + "a_total 1\n",
            head.replace("_total", "") + "a 1\n",
            "a_total 1\n",
            histogram % (2, 1) + "h_sum 3\nh_count 1\n",
            histogram % (1, 2) + "h_sum 3\nh_count 3\n",
            histogram % (1, 2) + "h_sum 3\n",
            histogram % (1, 2) + "h_sum 3\nh_count 2\n" + head + head + "a_total 1\n",
        ):
            with self.assertRaises((ValueError, KeyError), msg=bad):
                exposition.read(bad)

    def test_requests(self):
        """Requests are counted by route, by class and by the reason of a refusal."""
        person = self.client()
        before = metrics(person)
        game = person.create()["id"]
        for _ in range(3):
            person.state(game)
        person.get("/api/games/" + "a" * 12, 404)
        person.get("/no-such-page", 404)
        person.ask("PUT", "/api/games")
        after = metrics(person)

        def grown(family, suffix="", **labels):
            return after[family].value(suffix, **labels) - before[family].value(suffix, **labels)

        # The first of the two pages is counted by the second one only.
        self.assertEqual(grown("alibi_requests_total"), 8)
        self.assertEqual(grown("alibi_failures_total"), 0)
        self.assertEqual(grown("alibi_responses_total", **{"class": "2xx"}), 5)
        self.assertEqual(grown("alibi_responses_total", **{"class": "4xx"}), 3)
        self.assertEqual(grown("alibi_responses_total", **{"class": "none"}), 0)
        self.assertEqual(grown("alibi_refusals_total", reason="server.no-game"), 1)
        self.assertEqual(grown("alibi_refusals_total", reason="server.method"), 1)
        self.assertEqual(grown("alibi_refusals_total", reason="rules"), 0)
        self.assertEqual(grown(ROUTE, "_count", method="GET", route="/api/games/*"), 4)
        self.assertEqual(grown(ROUTE, "_count", method="POST", route="/api/games"), 1)
        self.assertEqual(grown(ROUTE, "_count", method="GET", route="/metrics"), 1)
        self.assertGreater(grown(ROUTE, "_sum", method="POST", route="/api/games"), 0)
        self.assertEqual(grown("alibi_changes_written_total"), 1)
        self.assertEqual(grown("alibi_changes_failed_total"), 0)
        # A sweep for what has expired is a transaction, too, and may come in between.
        self.assertIn(grown("alibi_store_write_seconds", "_count"), (1, 2))
        self.assertGreater(grown("alibi_store_write_seconds", "_sum"), 0)
        self.assertGreater(grown("alibi_loop_turn_seconds", "_count"), 0)

    def test_rules(self):
        """What a game refuses is one reason, however many rules there are."""
        person = self.client()
        game = person.create()["id"]
        state = person.state(game)
        person.moves(game, state["to_act"], state["seq"], ["no-such"], "k1", 422)
        self.assertEqual(metrics(person)["alibi_refusals_total"].value(reason="rules"), 1)

    def test_streams(self):
        """A stream is timed until it begins, not until it ends."""
        person = self.client()
        game = person.create(LONG)["id"]
        stream = self.stream(person, game)
        stream.wait(lambda s: b"retry" in s.raw)
        page = metrics(person)
        self.assertEqual(page["alibi_streams"].value(), 1)
        self.assertEqual(page["alibi_connections"].value(), 2)
        stream.close()  # which is noticed when something was sent in vain
        seat = person.state(game)["to_act"]
        state = person.state(game, **{"as": seat})
        person.moves(game, seat, state["seq"], [state["legal"][0]["token"]], "m")
        person.post(path_of(game, "/resign"), {"as": "jack", "key": "k"})
        while metrics(person)["alibi_streams"].value():
            pass
        count = metrics(person)[ROUTE].value
        self.assertEqual(count("_count", method="GET", route="/api/games/*/events"), 1)

    def test_process(self):
        """The process itself, under the names that every exporter uses."""
        page = metrics(self.client())
        self.assertGreater(page["process_resident_memory_bytes"].value(), 1 << 20)
        self.assertGreater(page["process_max_fds"].value(), page["process_open_fds"].value())
        self.assertGreater(page["process_open_fds"].value(), 5)
        with open("/proc/%d/stat" % self.server.process.pid, encoding="ascii") as stat:
            ticks = int(stat.read().rsplit(")", 1)[1].split()[19])
        with open("/proc/stat", encoding="ascii") as stat:
            booted = int(re.search(r"btime (\d+)", stat.read())[1])
        begun = booted + ticks / os.sysconf("SC_CLK_TCK")
        self.assertAlmostEqual(page["process_start_time_seconds"].value(), begun, delta=2)
        if "ALIBI_TEST_POSTGRES" in os.environ:  # whose disk is not ours to look at
            self.assertNotIn("alibi_store_free_bytes", page)
        else:
            self.assertGreater(page["alibi_store_free_bytes"].value(), 1 << 20)


class LogCase(ServerCase):
    def lines(self, event):
        """What the log has of this event so far."""
        whole = self.server.log().rpartition("\n")[0]
        told = [json.loads(line) for line in whole.splitlines()]
        return [line for line in told if line["event"] == event]

    def line_of(self, reply, event="request"):
        """The one line about the request that was answered so; it may come after the answer."""
        wanted, found, deadline = reply.headers["X-Request-Id"], [], time.monotonic() + PATIENCE
        while not found:
            self.assertLess(time.monotonic(), deadline)
            found = [line for line in self.lines(event) if line["request"] == wanted]
        self.assertEqual(len(found), 1)
        return found[0]


class TestLog(LogCase):
    def test_request(self):
        """A line has who, what, how long; and the id that the answer has."""
        person = self.client()
        line = self.line_of(person.get("/api/lobby"))
        self.assertRegex(line["time"], r"\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\Z")
        self.assertEqual(
            [line[name] for name in ("level", "method", "route", "status", "network")],
            ["info", "GET", "/api/lobby", 200, "127.0.0.0/24"])  # fmt: skip
        self.assertGreater(line["ms"], 0)
        self.assertNotIn("game", line)
        self.assertNotIn("refusal", line)
        self.assertRegex(line["request"], r"\A[0-9a-f]{32}\Z")

    def test_ids(self):
        """A client that is no proxy cannot choose its id."""
        person = self.client()
        given = person.ask("GET", "/healthz", headers={"X-Request-Id": "mine"})
        again = person.get("/healthz")
        self.assertNotEqual(given.headers["X-Request-Id"], "mine")
        self.assertNotEqual(given.headers["X-Request-Id"], again.headers["X-Request-Id"])

    def test_games(self):
        """The id of a public game is told, that of a private one never, nor a key, nor a path."""
        person = self.client()
        shown = person.create(public=True)["id"]
        made = person.create(detective="open")
        hidden, key = made["id"], made["keys"]["detective"]
        self.assertEqual(self.line_of(person.get(path_of(shown)))["game"], shown)
        name = self.line_of(person.get(path_of(hidden)))["game"]
        self.assertRegex(name, r"\A~[0-9a-f]{16}\Z")
        line = self.line_of(person.ask("GET", path_of(hidden, "/course")))
        self.assertEqual((line["game"], line["refusal"]), (name, "server.not-over"))
        other = self.line_of(person.ask("GET", path_of("a" * 12)))
        self.assertNotEqual(other["game"], name)
        person.get("/g/" + hidden)
        person.ask("GET", "/g/" + hidden + "?key=" + key)
        for secret in (hidden, key, person.cookie, "aaaaaaaaaaaa", "/g/"):
            self.assertNotIn(secret, self.server.log())


class TestProxied(LogCase):
    ARGS = ("--origin", ORIGIN)

    def test_id_and_network(self):
        """A proxy's id is taken over if it is harmless; so is the client's network."""
        person = self.client()
        for given, network in (("203.0.113.77", "203.0.113.0/24"),
                               ("2001:db8:1:2:3::4", "2001:db8:1::/48")):  # fmt: skip
            reply = person.ask(
                "GET", "/healthz", headers={"X-Request-Id": "a.B-7_", "X-Forwarded-For": given})
            self.assertEqual(reply.headers["X-Request-Id"], "a.B-7_")
            self.client().get("/healthz")
            told = [line for line in self.lines("request") if line["request"] == "a.B-7_"]
            self.assertEqual(told[-1]["network"], network)
        self.assertNotIn("203.0.113.77", self.server.log())
        for bad in ('a"b', "a b", "x" * 65, "\xe9"):
            reply = person.ask("GET", "/healthz", headers={"X-Request-Id": bad})
            self.assertRegex(reply.headers["X-Request-Id"], r"\A[0-9a-f]{32}\Z")
        reply = person.ask("GET", "/healthz", headers={"X-Request-Id": "x" * 64})
        self.assertEqual(reply.headers["X-Request-Id"], "x" * 64)


class TestSecurity(LogCase):
    ARGS = ("--quiet",)

    def event(self, reply, refusal):
        line = self.line_of(reply, "security")
        self.assertEqual((line["level"], line["refusal"]), ("warning", refusal))
        self.assertEqual(line["network"], "127.0.0.0/24")
        return line

    def test_events(self):
        """What may be an attack is told by a quiet server too; nothing else is."""
        owner, person = self.client(), self.client()
        game = owner.create(detective="open")["id"]
        body = json.dumps({"key": "A" * 22})
        self.event(person.ask("POST", path_of(game, "/enter"), body), "server.key")
        self.event(
            person.ask("POST", "/api/games", "{}", headers={"Origin": "https://evil.example"}),
            "server.origin")  # fmt: skip
        self.event(person.ask("GET", "/", headers={"Host": "evil.example"}), "server.host")
        self.event(
            person.ask("GET", "/", headers={"Authorization": "Basic eDp5"}), "server.bearer")
        shown = owner.create(LONG, detective="open", public=True)["id"]
        self.event(person.ask("GET", path_of(shown, "", {"as": "jack"})), "server.look")
        person.get("/no-such", 404)
        hint = json.dumps({"as": "jack", "seq": 0, "tokens": []})
        self.assertNotEqual(owner.ask("POST", path_of(shown, "/hint"), hint).status, 200)
        self.assertEqual(self.lines("request"), [])
        self.assertEqual(len(self.lines("security")), 5)


class TestFlood(LogCase):
    ARGS = ("--quiet", "--rate", "1")

    def test_flood(self):
        """Of many events in a second some are told, and how many were not."""
        person, refused, told = self.client(), 0, []
        while refused < 300 or len(told) == refused:  # a slow machine has less in a second
            refused += person.ask("GET", "/api/lobby").status == 429
            told = self.lines("security") if refused >= 300 else []
        self.assertEqual({line["refusal"] for line in told}, {"server.too-many"})
        page = None
        while not page:  # it may be refused, too
            reply = person.ask("GET", "/metrics")
            refused += reply.status == 429
            page = reply.body.decode() if reply.status == 200 else None
        counted = exposition.read(page)["alibi_refusals_total"].value(reason="server.too-many")
        self.assertEqual(counted, refused)


if __name__ == "__main__":
    main()
