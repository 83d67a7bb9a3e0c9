"""A server as it runs for years: nobody reads its log, its settings change."""

import json
import os
import pty
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import PATIENCE, PROGRAM, Client, Server, ServerCase, main  # noqa: E402

HEAD = b"HEAD /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


def ask_many(server, n):
    """N answered requests, a hundred at a time."""
    with socket.create_connection((server.host, server.port), PATIENCE) as s:
        s.settimeout(PATIENCE)
        heard = s.makefile("rb")
        for _ in range(n // 100):
            s.sendall(HEAD * 100)
            for _ in range(100):
                assert heard.readline() == b"HTTP/1.1 200 OK\r\n"
                while heard.readline() != b"\r\n":
                    pass


class Logs(unittest.TestCase):
    def test_nobody_reads_them(self):
        """The server goes on; what was dropped is counted, and said when somebody reads again."""
        with tempfile.TemporaryDirectory() as folder:
            server = subprocess.Popen(
                [PROGRAM, "serve", "--port", "0", "--data", folder, "--rate", "0"],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip
            self.addCleanup(server.wait, PATIENCE)
            self.addCleanup(server.kill)
            server.host, port = server.stdout.readline().decode().split("//")[1].split(":")
            server.port = int(port)
            asked = 5000
            ask_many(server, asked)  # 64 KiB fit into the pipe, and some more into the server
            told, dropped = 0, []
            while not dropped:
                line = json.loads(server.stderr.readline())
                told += line["event"] == "request"
                if line["event"] == "dropped":
                    dropped.append(line["lines"])
            self.assertEqual(line["level"], "warning")
            self.assertGreater(told, 100)
            ask_many(server, 100)  # and now they are heard again
            while told + sum(dropped) < asked + 100:
                line = json.loads(server.stderr.readline())
                self.assertIn(line["event"], ("request", "dropped"))
                told += line["event"] == "request"
                dropped += [line["lines"]] if line["event"] == "dropped" else []
            self.assertEqual(told + sum(dropped), asked + 100)
            url = "http://%s:%d/metrics" % (server.host, server.port)
            with urllib.request.urlopen(url, timeout=PATIENCE) as page:
                self.assertIn(b"\nalibi_log_lost_total %d\n" % sum(dropped), page.read())
            self.assertEqual(json.loads(server.stderr.readline())["event"], "request")
            server.send_signal(signal.SIGTERM)
            self.assertEqual(json.loads(server.stderr.readline())["event"], "stopping")
            self.assertEqual(server.stderr.read(), b"")
            self.assertEqual(server.wait(PATIENCE), 0)
            server.stdout.close()
            server.stderr.close()

    def test_stopping_does_not_wait_for_a_reader(self):
        with tempfile.TemporaryDirectory() as folder:
            server = subprocess.Popen(
                [PROGRAM, "serve", "--port", "0", "--data", folder, "--rate", "0"],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip
            server.host, port = server.stdout.readline().decode().split("//")[1].split(":")
            server.port = int(port)
            ask_many(server, 1000)
            server.send_signal(signal.SIGTERM)
            self.assertEqual(server.wait(PATIENCE), 0)
            server.stdout.close()
            server.stderr.close()


class Settings(ServerCase):
    @classmethod
    def setUpClass(cls):
        cls.file = tempfile.NamedTemporaryFile("w", suffix=".settings")
        cls.addClassCleanup(cls.file.close)
        cls.ARGS = ("--settings", cls.file.name)
        super().setUpClass()

    def reload(self, text):
        """Has these settings read; the line that the log then has."""
        self.file.seek(0)
        self.file.truncate()
        self.file.write(text)
        self.file.flush()
        before = self.server.log().count('"reload"')
        self.server.process.send_signal(signal.SIGHUP)
        deadline = time.monotonic() + PATIENCE
        while True:
            told = [line for line in self.server.log().splitlines() if '"reload"' in line]
            if len(told) > before:
                return json.loads(told[-1])
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)

    def asked(self, n=200):
        person = Client(self.server)
        seen = {person.ask("GET", "/healthz").status for _ in range(n)}
        person.close()
        return seen

    def test_settings(self):
        self.assertEqual(self.asked(), {200})
        self.assertEqual(self.reload("rate 5  \n")["level"], "info")
        self.assertEqual(self.asked(), {200, 429})
        told = self.reload("rate 0\nrate much\n")
        self.assertEqual(told["level"], "error")
        self.assertIn("line 2: expected rate N", told["text"])
        self.assertIn(429, self.asked())  # nothing has changed
        self.reload("# as on the command line\n")
        self.assertEqual(self.asked(), {200})
        self.reload("quiet yes\n")
        before = self.server.log()
        self.assertEqual(self.asked(), {200})
        self.assertEqual(self.server.log(), before)
        self.reload("")
        self.asked(1)
        deadline = time.monotonic() + PATIENCE
        while '"event":"request"' not in self.server.log()[len(before):]:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)


class Hangup(unittest.TestCase):
    def test_without_settings(self):
        """It is not the end of a server that has none."""
        server = Server()
        self.addCleanup(server.close)
        server.process.send_signal(signal.SIGHUP)
        deadline = time.monotonic() + PATIENCE
        while '"reload"' not in server.log():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        self.assertIn("--settings", server.log())
        self.assertIsNone(server.process.poll())

    def test_settings_that_cannot_be_read(self):
        for path, reason in (("/nowhere/x", "No such file"), ("/dev/null", "expected a file"),
                             (os.path.abspath(__file__), "line 1: expected rate N")):  # fmt: skip
            done = subprocess.run([PROGRAM, "serve", "--port", "0", "--settings", path],
                                  capture_output=True, timeout=PATIENCE)  # fmt: skip
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stderr.count(b"\n"), 1)
            self.assertIn(reason, done.stderr.decode())

    def test_its_terminal_is_closed(self):
        """Whoever started it there does not expect it to go on."""
        with tempfile.TemporaryDirectory() as folder:
            pid, terminal = pty.fork()
            if pid == 0:
                os.execv(PROGRAM, [PROGRAM, "serve", "--port", "0", "--data", folder])
            said = b""
            while b"Alibi is at" not in said:
                said += os.read(terminal, 1000)
            os.close(terminal)
            self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 0)


if __name__ == "__main__":
    main()
