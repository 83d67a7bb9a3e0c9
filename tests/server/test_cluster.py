"""tools/cluster as its users meet it: games go on over TLS while nodes and the primary of the database
are killed, and those who think; nothing is left of it in the end."""

import glob
import http.client
import os
import shutil
import ssl
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from cluster import Cluster  # noqa: E402
from helpers import LONG, PATIENCE, PROGRAM, Client, Stream, main  # noqa: E402
from machine import wait_until  # noqa: E402
import test_crash  # noqa: E402

TOOL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools", "cluster")
PLAYERS = 4


class Address:
    """What a browser knows: where the proxy is, and whose certificate to believe."""

    cookie = "__Host-alibi"

    def __init__(self, origin, certificate):
        self.origin, self.host, self.port = origin, "localhost", int(origin.rsplit(":", 1)[1])
        self.trust = ssl.create_default_context(cafile=certificate)

    def connect(self):
        return http.client.HTTPSConnection(self.host, self.port, timeout=PATIENCE,
                                           context=self.trust)  # fmt: skip


class Patient(Client):
    """Asks again when the proxy or a node cannot answer or has been asked too often, as browsers do."""

    def ask(self, *words, **more):
        while True:
            reply = super().ask(*words, **more)
            if reply.status < 500 and reply.status != 429:
                return reply
            time.sleep(0.1)


class Player(test_crash.Player):
    def __init__(self, address, number):
        super().__init__(address, number)
        self.client = Patient(address)


class Follower:
    """Reads the stream of a game, and goes on where it broke."""

    def __init__(self, player):
        self.player, self.id, self.events, self.stream = player, player.games[0], [], None

    def follow_to(self, seq):
        def there():
            if self.stream is None:
                last = self.events[-1] if self.events else 0
                try:
                    self.stream = Stream(self.player.client, self.id, last)
                except test_crash.BROKEN:
                    return False
            come = [event["seq"] for event in self.stream.events]
            if come and come[-1] >= seq:
                return True
            if self.stream.closed:
                self.take()
            return False

        wait_until(there, "event %d" % seq)

    def take(self):
        stream, self.stream = self.stream, None
        stream.close()
        self.events += [event["seq"] for event in stream.events]

    def close(self):
        if self.stream:
            self.take()


class TestCluster(test_crash.Crash):
    def setUp(self):
        parent = tempfile.mkdtemp(prefix="alibi-cluster-")
        os.chmod(parent, 0o755)
        self.addCleanup(shutil.rmtree, parent)
        self.folder = os.path.join(parent, "here")
        self.addCleanup(self.tool, "down", status=None)

    def tool(self, *words, status=0):
        done = subprocess.run([TOOL, *words, self.folder], capture_output=True, text=True)
        if status is not None:
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def processes(self):
        """Those that have something of the folder in their command or under their feet."""
        for path in glob.glob("/proc/[0-9]*"):
            try:
                with open(path + "/cmdline", encoding="utf-8", errors="replace") as file:
                    words = file.read()
                where = os.readlink(path + "/cwd")
            except OSError:
                continue
            if self.folder in words + where:
                yield path

    def play_on(self, players, more=3):
        """Everybody makes some more moves."""
        wanted = [(player, player.sent + more) for player in players]
        for player, n in wanted:
            wait_until(lambda p=player, n=n: p.failure or p.sent >= n, "moves")
            self.assertIsNone(player.failure)

    def play_computer(self, address):
        """Somebody begins a game against the computer, which moves."""
        person = Patient(address)
        id = person.create(LONG, detective="level1")["id"]
        wait_until(lambda: person.state(id)["to_act"] == "jack", "the computer")
        person.close()

    def test_games_go_on(self):
        said = self.tool("up", "--program", PROGRAM)
        cluster = Cluster(self.folder).load()
        self.assertIn("Open %s in a browser" % cluster.origin, said)
        self.assertEqual(self.tool("status").count("healthy"), 6)
        address = Address(cluster.origin, cluster.path("chain"))
        players = [Player(address, number) for number in range(PLAYERS)]
        for player in players:
            self.addCleanup(player.client.close)
            player.start()
        self.play_on(players)
        followers = [Follower(player) for player in players]
        for follower in followers:
            self.addCleanup(follower.close)
        # Every game has lost its node at least once.
        for words in (("kill", "node", "1"), ("kill", "primary"), ("kill", "node", "2"),
                      ("kill", "thinker", "1"), ("back", "node", "1"), ("kill", "node", "3"),
                      ("back", "node", "2"), ("back", "node", "3"), ("back", "thinker", "1")):  # fmt: skip
            for follower in followers:
                seqs = follower.player.acknowledged[follower.id]
                follower.follow_to(max(seqs))
            self.tool(*words)
            self.play_on(players)
            self.play_computer(address)
        for player in players:
            player.stopping = True
            player.join(PATIENCE)
            self.assertIsNone(player.failure)
            self.check(player)
        for follower in followers:
            last = max(follower.player.acknowledged[follower.id])
            follower.follow_to(last)
            follower.close()
            self.assertEqual(follower.events[:last], list(range(1, last + 1)))
        self.tool("status")
        self.tool("down")
        self.assertEqual(os.listdir(os.path.dirname(self.folder)), [])
        wait_until(lambda: not list(self.processes()), "its processes to be gone")

    def test_what_is_refused(self):
        """A line that says why; nothing is made or removed."""
        self.assertIn("has no cluster", self.tool("status", status=1))
        self.assertIn("has no cluster", self.tool("down", status=1))
        said = self.tool("up", "--program", "/nowhere", status=1)
        self.assertEqual(said, "tools/cluster: /nowhere: expected the program alibi\n")
        os.mkdir(self.folder)
        kept = os.path.join(self.folder, "kept")
        with open(kept, "w", encoding="ascii"):
            pass
        self.assertIn("is there already", self.tool("up", "--program", PROGRAM, status=1))
        self.assertIn("has no cluster", self.tool("down", status=1))
        self.assertTrue(os.path.exists(kept))

    def test_what_cannot_start(self):
        """It says why, and leaves nothing."""
        said = self.tool("up", "--program", "/bin/false", status=1)
        self.assertIn("node1 does not start", said)
        self.assertFalse(os.path.exists(self.folder))
        self.assertEqual(list(self.processes()), [])


# What a single server shows, its own tests show.
for name in dir(test_crash.Crash):
    if name.startswith("test_"):
        setattr(TestCluster, name, None)


if __name__ == "__main__":
    main()
