"""What deploy/ and the systemd unit promise: a sandbox, alerts that fire when they should, a
dashboard of metrics that exist; all of it by the tools that will read it."""

import json
import os
import re
import subprocess
import tempfile
import time
import unittest
import urllib.parse
import urllib.request

import exposition
from helpers import PATIENCE, PROGRAM, ServerCase, main
from machine import free_ports

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
DEPLOY = os.path.join(ROOT, "deploy")
METRIC = re.compile(r"\b(?:alibi|process)_[a-z0-9_]+\b")


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, **more)


def dashboard():
    return json.loads(read("deploy", "grafana-dashboard.json"))


def panels():
    return [panel for panel in dashboard()["panels"] if panel["type"] != "row"]


def queries():
    """Every query of the dashboard, with values for Grafana's variables."""
    for panel in panels():
        for target in panel["targets"]:
            text = target["expr"].replace("$__rate_interval", "1m").replace("$instance", ".*")
            assert "$" not in text, text
            yield panel["title"], text


class TestUnit(unittest.TestCase):
    """The unit itself is started by tools/try-deb, which needs a whole Debian."""

    UNITS = {"alibi.service": ("debian", "serve"), "alibi-think.service": ("deploy", "think")}

    def unit(self, folder, program, name):
        path = os.path.join(folder, name)
        where, verb = self.UNITS[name]
        text = read(where, name)
        self.assertIn("ExecStart=/usr/bin/alibi %s " % verb, text)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace("/usr/bin/alibi", program))
        return path

    def test_sandbox(self):
        for name in self.UNITS:
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                path = self.unit(folder, PROGRAM, name)
                said = run("systemd-analyze", "security", "--offline=true", "--no-pager",
                           "--threshold=20", path)  # fmt: skip
                self.assertEqual(said.returncode, 0, said.stdout + said.stderr)
                exposure = float(re.search(r"exposure level for %s: ([\d.]+)" % name, said.stdout)[1])
                self.assertLess(exposure, 2.0)

    def test_threshold(self):
        """The tool would notice a unit that is open."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "open.service")
            with open(path, "w", encoding="utf-8") as file:
                file.write("[Service]\nExecStart=%s serve\n" % PROGRAM)
            said = run("systemd-analyze", "security", "--offline=true", "--no-pager",
                       "--threshold=20", path)  # fmt: skip
            self.assertNotEqual(said.returncode, 0)

    def test_words(self):
        """Every line of the unit is understood."""
        for name in self.UNITS:
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                said = run("systemd-analyze", "verify", "--man=no", self.unit(folder, PROGRAM, name))
                ours = [line for line in said.stderr.splitlines() if name in line]
                self.assertEqual((said.returncode, ours), (0, []))


# For each alert: series with values that make it fire, and values with which it does not. The
# notation is promtool's: 0+60x9 is 0, 60, ..., 540; the interval is a minute.
SLOW, FAST = ("0+1x40", "0+60x40", "0+60x40"), ("0+60x40", "0+60x40", "0+60x40")


def histogram(name, bound, labels=""):
    """Series of which FAST has everything under BOUND, and SLOW has hardly anything."""
    return ['%s_bucket{%sle="%s"}' % (name, labels, le) for le in (bound, "10", "+Inf")]


ALERTS = {
    "AlibiDown": (['up{job="alibi"}'], ["0x40"], ["1x40"]),
    "AlibiRestarting": (['process_start_time_seconds{job="alibi"}'], ["0+60x40"], ["7x40"]),
    "AlibiNotWriting": (["alibi_changes_failed_total"], ["0+1x40"], ["3x40"]),
    "AlibiWritesSlow": (histogram("alibi_store_write_seconds", "0.25"), SLOW, FAST),
    "AlibiChangesWaiting": (["alibi_changes_waiting"], ["60x40"], ["60x37 0 60 60"]),
    "AlibiMovesSlow": (
        histogram("alibi_request_duration_seconds", "0.5", 'route="/api/games/*/moves",'),
        SLOW, FAST),  # fmt: skip
    "AlibiLoopSlow": (histogram("alibi_loop_turn_seconds", "0.1"), SLOW, FAST),
    "AlibiFailing": (
        ["alibi_failures_total", "alibi_requests_total"],
        ["0+2x40", "0+100x40"], ["0+1x40", "0+200x40"]),  # fmt: skip
    "AlibiDiskFilling": (["alibi_store_free_bytes"], ["9e9-2e6x400"], ["9e9-1e6x400"]),
    "AlibiDiskFull": (["alibi_store_free_bytes"], ["4e8x40"], ["6e8x40"]),
    "AlibiFilesUsedUp": (
        ['process_open_fds{job="alibi"}', 'process_max_fds{job="alibi"}'],
        ["900x40", "1000x40"], ["700x40", "1000x40"]),  # fmt: skip
    "AlibiConnectionsUsedUp": (["alibi_connections"], ["14000x40"], ["12000x40"]),
    "AlibiThinkingLate": (["alibi_thoughts_waiting"], ["30x40"], ["30x35 0x5"]),
    "AlibiLogLost": (["alibi_log_lost_total"], ["0+5x40"], ["7x40"]),
    "AlibiMemory": (['process_resident_memory_bytes{job="alibi"}'], ["2e9x40"], ["2e8x40"]),
    "AlibiWrongKeys": (['alibi_refusals_total{reason="server.key"}'], ["0+90x40"], ["0+30x40"]),
    "AlibiFlood": (
        ['alibi_refusals_total{reason="server.too-many"}'], ["0+6000x40"], ["0+600x40"]),
}  # fmt: skip


class TestAlerts(unittest.TestCase):
    def test_all_are_tried(self):
        names = re.findall(r"alert: (\w+)", read("deploy", "alerts.yml"))
        self.assertEqual(names, list(ALERTS))

    def test_rules(self):
        for name in ("alerts.yml",):
            said = run("promtool", "check", "rules", os.path.join(DEPLOY, name))
            self.assertEqual(said.returncode, 0, said.stderr)
        said = run("promtool", "check", "config", os.path.join(DEPLOY, "prometheus.yml"))
        self.assertEqual(said.returncode, 0, said.stderr)

    def test_fire(self):
        """Each alert fires by its series, and does not by the others."""
        tests = []
        for alert, (series, bad, good) in ALERTS.items():
            at = "400m" if "x400" in bad[0] else "40m"
            for values, fires in ((bad, 1), (good, 0)):
                tests.append({
                    "interval": "1m",
                    "input_series": [{"series": s, "values": v} for s, v in zip(series, values)],
                    "promql_expr_test": [{
                        "expr": 'count(ALERTS{alertname="%s",alertstate="firing"}) or vector(0)'
                        % alert,
                        "eval_time": at,
                        "exp_samples": [{"labels": "{}", "value": fires}]}],
                })  # fmt: skip
        text = {"rule_files": [os.path.join(DEPLOY, "alerts.yml")], "tests": tests}
        with tempfile.NamedTemporaryFile("w", suffix=".yml") as file:
            json.dump(text, file)
            file.flush()
            said = run("promtool", "test", "rules", file.name)
        self.assertEqual(said.returncode, 0, said.stdout + said.stderr)

    def test_runbook(self):
        """The runbook says what each means."""
        book = read("docs", "operations.md")
        for alert in ALERTS:
            self.assertRegex(book, r"(?m)^\| `%s` \| .{40,} \|$" % alert)


class TestDashboard(unittest.TestCase):
    def test_form(self):
        """What Grafana needs to import it, and panels that do not cover each other."""
        board = dashboard()
        self.assertLessEqual({"title", "uid", "schemaVersion", "panels", "templating", "time"},
                             set(board))  # fmt: skip
        self.assertEqual([v["name"] for v in board["templating"]["list"]],
                         ["datasource", "instance"])  # fmt: skip
        ids = [panel["id"] for panel in board["panels"]]
        self.assertEqual(len(set(ids)), len(ids))
        covered = set()
        for panel in board["panels"]:
            self.assertIn(panel["type"], ("row", "stat", "timeseries"))
            self.assertTrue(panel["title"])
            at = panel["gridPos"]
            self.assertLessEqual(at["x"] + at["w"], 24)
            cells = {(x, y) for x in range(at["x"], at["x"] + at["w"])
                     for y in range(at["y"], at["y"] + at["h"])}  # fmt: skip
            self.assertFalse(covered & cells, panel["title"])
            covered |= cells
        for panel in panels():
            self.assertEqual(panel["datasource"]["uid"], "${datasource}")
            refs = [target["refId"] for target in panel["targets"]]
            self.assertEqual(refs, sorted(set(refs)))
            self.assertLessEqual({"fieldConfig", "options"}, set(panel))


class TestPrometheus(ServerCase):
    """The real Prometheus reads the real server."""

    def names(self):
        return exposition.names(exposition.read(self.client().get("/metrics").body.decode()))

    def test_names(self):
        """Dashboard, alerts and documents speak of metrics that exist; none is left out."""
        names = self.names()
        families = {re.sub("_(bucket|sum|count)$", "", name) for name in names}
        for text in (read("deploy", "alerts.yml"), json.dumps(dashboard())):
            self.assertEqual(set(METRIC.findall(text)) - names, set())
        for text in (read("docs", "operations.md"), read("docs", "api.md")):
            used = set(METRIC.findall(text)) - {"process_"}
            self.assertEqual({name for name in used if not name.endswith("_")} - names - families,
                             set())  # fmt: skip
        shown = {re.sub("_(bucket|sum|count)$", "", n) for n in METRIC.findall(json.dumps(dashboard()))}
        self.assertEqual(families - shown, set())

    def ask(self, port, query):
        url = "http://127.0.0.1:%d/api/v1/query?%s" % (
            port, urllib.parse.urlencode({"query": query}))  # fmt: skip
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            return json.load(answer)["data"]["result"]

    def test_queries(self):
        """Every query of the dashboard gets an answer."""
        self.client().create()
        port, = free_ports(1)
        with tempfile.TemporaryDirectory() as folder:
            text = read("deploy", "prometheus.yml")
            self.assertEqual(text.count("127.0.0.1:8421"), 1)
            config = os.path.join(folder, "prometheus.yml")
            with open(config, "w", encoding="utf-8") as file:
                file.write(text.replace("127.0.0.1:8421", "127.0.0.1:%d" % self.server.port)
                           .replace("15s", "1s")
                           .replace("alerts.yml", os.path.join(DEPLOY, "alerts.yml")))  # fmt: skip
            with open(os.path.join(folder, "log"), "wb") as log:
                prometheus = subprocess.Popen(
                    ["prometheus", "--config.file=" + config, "--storage.tsdb.path=" + folder,
                     "--web.listen-address=127.0.0.1:%d" % port],
                    stdout=log, stderr=log, cwd=folder)  # fmt: skip
            try:
                self.wait_for(port, "count_over_time(alibi_requests_total[1m]) > 2")
                for title, query in queries():
                    found = self.ask(port, query.replace("[5m]", "[1m]").replace(" > 0", ""))
                    self.assertTrue(found, (title, query))
                self.assertEqual(self.ask(port, 'ALERTS{alertname="AlibiDown"}'), [])
            finally:
                prometheus.terminate()
                prometheus.wait(PATIENCE)

    def wait_for(self, port, query):
        deadline = time.monotonic() + 2 * PATIENCE
        while True:
            try:
                if self.ask(port, query):
                    return
            except OSError:
                pass
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.2)


class TestBackup(ServerCase):
    """The drill of the runbook, by the commands that stand there."""

    def blocks(self, folder, backups):
        """The commands, with this server's folder; starting and stopping is done by the test."""
        book = read("docs", "operations.md").split("runs the next two blocks -->")[1]
        for block in re.findall(r"(?ms)^```sh\n(.*?)^```", book)[:2]:
            lines = [line for line in block.splitlines() if not line.startswith("systemctl ")]
            yield "\n".join(lines).replace("/var/lib/alibi", folder).replace("/var/backups", backups)

    def test_drill(self):
        person = self.client()
        kept = [person.create() for _ in range(3)]
        before = {made["id"]: person.get("/api/games/" + made["id"]).body for made in kept}
        with tempfile.TemporaryDirectory() as backups:
            backup, restore = self.blocks(self.server.folder, backups)
            said = run("sh", "-euc", backup)  # while it runs
            self.assertEqual((said.stdout, said.returncode), ("ok\n3\n", 0), said.stderr)
            later = person.create()
            self.server.stop()
            person.close()
            said = run("sh", "-euc", restore)
            self.assertEqual(said.returncode, 0, said.stderr)
        self.server.restart()
        for id, state in before.items():
            self.assertEqual(person.get("/api/games/" + id).body, state)
        person.get("/api/games/" + later["id"], 404)


if __name__ == "__main__":
    main()
