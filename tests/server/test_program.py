"""`alibi serve` and `alibi verify` as an administrator meets them: one clear line for what is
wrong."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import PATIENCE, PROGRAM, Server, main  # noqa: E402


class Program(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def bad(self, code, *args):
        """Runs it; expects this exit code and one line on standard error."""
        done = subprocess.run([PROGRAM, *args], capture_output=True, timeout=PATIENCE)
        said = done.stderr.decode()
        self.assertEqual(done.returncode, code, (args, said))
        lines = [line for line in said.splitlines() if not line.startswith("{")]
        self.assertEqual(len(lines), 1, said)
        self.assertRegex(lines[0], r"\Aalibi[^:]*: ")
        return lines[0]

    def test_wrong_options(self):
        for args in (["--port", "x"], ["--port", "70000"], ["--think", "0"], ["--rate", "-1"],
                     ["--search-threads", "0"], ["--search-threads", "65"],
                     ["--keep", "-1"], ["--keep", "a year"], ["--streams", "many"],
                     ["--proxy", "here"], ["--proxy", "10.0.0.0/33"], ["--proxy", "::1"] * 17,
                     ["--origin", "play.example.org"], ["--origin", "https://x/"],
                     ["--test-seed", "1", "--bind", "0.0.0.0"], ["more"], ["--data"],
                     ["--test-deal", "deal=MS", "--bind", "::"]):  # fmt: skip
            self.bad(2, "serve", *args)

    def test_what_cannot_be(self):
        self.assertIn("address", self.bad(1, "serve", "--data", self.folder, "--bind", "no.where."))
        missing = os.path.join(self.folder, "a", "b")
        self.assertIn("No such file", self.bad(1, "serve", "--port", "0", "--data", missing))
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = str(taken.getsockname()[1])
            said = self.bad(1, "serve", "--data", self.folder, "--port", port)
            self.assertIn("in use", said)

    def test_folders_are_private(self):
        for mode, reason in ((0o755, "chmod 700"), (0o701, "chmod 700"), (0o770, "chmod 700")):
            os.chmod(self.folder, mode)
            self.assertIn(reason, self.bad(1, "serve", "--port", "0", "--data", self.folder))
            self.assertEqual(os.stat(self.folder).st_mode & 0o777, mode)
        os.chmod(self.folder, 0o750)  # a group may be meant to make backups
        Server(folder=self.folder).close()
        file = os.path.join(self.folder, "file")
        open(file, "w").close()
        self.assertIn("expected a folder", self.bad(1, "serve", "--port", "0", "--data", file))

    def test_the_usual_folder_is_made_private(self):
        folder = os.path.join(self.folder, "alibi", "server")
        os.makedirs(folder, 0o755)
        os.chmod(folder, 0o755)
        server = subprocess.Popen([PROGRAM, "serve", "--port", "0"], stdout=subprocess.PIPE,
                                  env={**os.environ, "XDG_STATE_HOME": self.folder})  # fmt: skip
        self.assertIn(b"Alibi is at", server.stdout.readline())
        self.assertEqual(os.stat(folder).st_mode & 0o777, 0o700)
        server.terminate()
        server.wait(PATIENCE)
        server.stdout.close()

    def test_plain_http_is_warned_of(self):
        for args, warned in ((["--bind", "0.0.0.0"], True), ([], False),
                             (["--bind", "0.0.0.0", "--origin", "http://play.example.org"], True),
                             (["--bind", "0.0.0.0", "--origin", "https://play.example.org"], False),
                             (["--bind", "::1"], False)):  # fmt: skip
            server = Server(*args)
            told = [json.loads(line) for line in server.log().splitlines()]
            server.close()
            levels = [line["level"] for line in told if line["event"] == "plain-http"]
            self.assertEqual(levels, ["warning"] * warned, args)

    def test_one_server_a_folder(self):
        server = Server(folder=self.folder)
        self.addCleanup(server.close)
        said = self.bad(1, "serve", "--port", "0", "--data", self.folder)
        self.assertIn("another server", said)
        for name in os.listdir(self.folder):
            if name != "log":  # which is the test's own
                mode = os.stat(os.path.join(self.folder, name)).st_mode
                self.assertEqual(mode & 0o077, 0, name)

    def test_verify(self):
        path = os.path.join(self.folder, "game.alibi")
        for text, reason in (
            ("rubbish", ":1:1"),
            ('[Game "null"]\n[Result "*"]\n\ndeal=AA\n', "Commitment"),
            ('[Game "null"]\n[Commitment "00"]\n[Result "*"]\n\ndeal=AA\n', "Secret and Salt"),
            ('[Game "null"]\n[View "public"]\n[Result "*"]\n\ndeal=?\n', "revealed end"),
        ):
            with open(path, "w") as file:
                file.write(text)
            self.assertIn(reason, self.bad(1, "verify", path))
        self.bad(1, "verify", os.path.join(self.folder, "none"))
        self.bad(2, "verify")


if __name__ == "__main__":
    main()
