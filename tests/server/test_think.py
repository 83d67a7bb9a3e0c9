"""Thinking on machines of its own: servers with --threads 0 put what is to be decided into the
database, `alibi think` takes it from there. Whoever thinks may be killed or put to sleep, and the
database may lose the queue: the game goes on, and nothing is played twice."""

import os
import random
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import GAMES, LONG, PATIENCE, PROGRAM, Client, Stream, main, path_of, play_turn, told  # noqa: E402
from postgres import Postgres, WithPostgres, new_database, run_sql  # noqa: E402
from test_nodes import Node  # noqa: E402

# What a machine that thinks may do in the database (docs/operations.md has the same).
RIGHTS = """
GRANT SELECT (id, job, asked, lease, holder, taken, answer, answered),
      UPDATE (lease, holder, taken, answer, wait, got, answered), DELETE ON thought TO {0};
GRANT SELECT, INSERT, UPDATE, DELETE ON thinker TO {0};
"""


class Thinker:
    """`alibi think` on a database."""

    def __init__(self, url, threads=1):
        self.process = subprocess.Popen(
            [PROGRAM, "think", "--store", url, "--threads", str(threads)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # fmt: skip
        line = self.process.stdout.readline()
        assert line.startswith("Alibi thinks with %d thread" % threads), (line, self.process.stderr.read())

    def end(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.process.stderr.close()
        return code


class Thinking(WithPostgres, unittest.TestCase):
    def setUp(self):
        self.url = new_database(self.postgres.url)
        self.node = self.start_node()

    def start_node(self, *args, url=None):
        node = Node(url or self.url, "--threads", "0", *args)
        self.addCleanup(node.close)
        return node

    def thinker(self, url=None):
        thinker = Thinker(url or self.url)
        self.addCleanup(thinker.end)
        return thinker

    def person(self, node=None):
        person = Client(node or self.node)
        self.addCleanup(person.close)
        return person

    def follow(self, person, id):
        stream = Stream(person, id)
        self.addCleanup(stream.close)
        return stream

    def sql(self, text):
        return run_sql(self.url, text).strip()

    def play(self, person, id, turns, between=lambda: None):
        """PERSON plays the Detective; the computer's moves are waited for."""
        rng = random.Random("%s %d" % (id, turns))
        for _ in range(turns):
            while (state := person.state(id))["to_act"] == "jack":
                time.sleep(0.02)
            if state["to_act"] is None:
                break
            play_turn(rng, person, id, "detective", state)
            between()
        history = person.state(id)["history"]
        self.assertEqual([e["seq"] for e in history], list(range(1, len(history) + 1)))
        return history

    def test_whole_games(self):
        self.thinker()
        for game in GAMES:
            person = self.person()
            id = person.create(game, jack="level1")["id"]
            history = self.play(person, id, 200)
            self.assertIn("jack", {e["by"] for e in history if e["kind"] == "move"})
            self.assertEqual(person.state(id)["status"], "over")

    def test_nobody_thinks_yet(self):
        """Moves and hints wait, and go on when somebody comes."""
        person = self.person()
        id = person.create(LONG, jack="me", detective="level1")["id"]
        stream = self.follow(person, id)
        stream.wait(lambda s: s.other)
        self.assertEqual(stream.other[0]["seat"], "detective")
        self.assertEqual(self.wait_for_rows(1), 1)
        self.assertEqual(person.state(id)["to_act"], "detective")
        self.thinker()
        stream.wait(lambda s: any(e.get("by") == "detective" for e in s.events))

    def wait_for_rows(self, n):
        while int(self.sql("SELECT count(*) FROM thought")) < n:
            time.sleep(0.02)
        return int(self.sql("SELECT count(*) FROM thought"))

    def test_hints(self):
        self.thinker()
        person = self.person()
        id = person.create(LONG, jack="random", hints=True)["id"]
        body = '{"as":"detective","level":"level1"}'
        reply = person.ask("POST", path_of(id, "/hint"), body)
        self.assertEqual(reply.status, 200, reply.body)
        legal = [one["token"] for one in person.state(id)["legal"]]
        self.assertIn(reply.json["tokens"][0]["token"], legal)

    def test_killed_and_asleep(self):
        """Each turn somebody else thinks: who is killed or sleeps holds nothing up for longer than
        a lease, and what it says later is not wanted."""
        person, thinkers = self.person(), [self.thinker(), self.thinker()]
        id = person.create(LONG, jack="level1")["id"]
        asleep = []

        def disturb():
            one = thinkers.pop(0)
            if len(asleep) < 2:
                one.process.send_signal(signal.SIGSTOP)
                asleep.append(one)
            else:
                one.end(signal.SIGKILL)
                asleep[0].process.send_signal(signal.SIGCONT)
            thinkers.append(self.thinker())

        self.play(person, id, 6, disturb)
        for one in asleep:
            one.process.send_signal(signal.SIGCONT)
        self.play(person, id, 2)

    def test_the_queue_is_lost(self):
        """The database crashes: what was to be thought about is gone, and is put there again."""
        with Postgres() as postgres:
            node = self.start_node(url=postgres.url)
            person = self.person(node)
            id = person.create(LONG, jack="me", detective="level1")["id"]
            stream = self.follow(person, id)
            stream.wait(lambda s: s.other)
            while not (before := postgres.sql("SELECT id FROM thought")):
                time.sleep(0.02)
            postgres.stop("immediate")
            postgres.start()
            while not (after := postgres.sql("SELECT id FROM thought")):
                time.sleep(0.02)
            # Whoever still thinks about the lost one must not answer the new one.
            self.assertNotEqual(before, after)
            self.thinker(postgres.url)
            stream.wait(lambda s: any(e.get("by") == "detective" for e in s.events))
            stream.close()
            node.close()

    def test_two_nodes_want_the_same(self):
        """The move of a game is thought about once, whoever asks for it."""
        other = self.start_node()
        person = self.person()
        id = person.create(LONG, jack="me", detective="level1")["id"]
        again = self.person(other)
        again.cookie = person.cookie
        streams = [self.follow(person, id), self.follow(again, id)]
        # The second node has waited for the first one, and asks for itself.
        for stream in streams:
            stream.wait(lambda s: s.other)
        self.assertEqual(self.wait_for_rows(1), 1)
        self.thinker()
        while (state := person.state(id))["to_act"] != "jack":
            time.sleep(0.02)
        for stream in streams:
            stream.wait_for(state["seq"])
            self.assertEqual(told(stream.events), state["history"])

    def test_what_makes_no_sense(self):
        """Jobs that nobody can think about are answered with nothing; others go on."""
        thinker = self.thinker()
        for i, text in enumerate(("", "x", "50 jack level1 1 0\nposition\n", "50 jack level1 1 0\n\n")):
            self.sql("INSERT INTO thought (game, seq, point, asker, job)"
                     " VALUES ('nonsense', %d, 0, 0, '%s')" % (i, text))  # fmt: skip
        person = self.person()
        id = person.create(LONG, jack="level1")["id"]
        self.play(person, id, 1)
        while self.sql("SELECT count(*) FROM thought WHERE answer IS NULL") != "0":
            time.sleep(0.02)
        self.assertEqual(self.sql("SELECT count(*) FROM thought WHERE answer = ''"), "4")
        self.assertEqual(thinker.end(), 0)

    def test_rights(self):
        """A machine that thinks needs no right to look at games, and not even their ids."""
        role = "thinker_" + os.urandom(8).hex()
        self.sql("CREATE ROLE %s LOGIN;" % role + RIGHTS.format(role))
        url = self.url.replace("//alibi@", "//%s@" % role)
        for table, column in (("game", "secret"), ("event", "text"), ("secret", "bytes"), ("thought", "game")):
            with self.subTest(table), self.assertRaises(subprocess.CalledProcessError) as refused:
                run_sql(url, "SELECT %s FROM %s" % (column, table))
            self.assertIn("permission denied", refused.exception.stderr)
        self.thinker(url)
        person = self.person()
        id = person.create(LONG, jack="level1")["id"]
        self.play(person, id, 3)

    def test_two_worlds(self):
        """What is put into the queue for a seat does not depend on what the seat must not know."""
        jobs = []
        for jack in ("JS", "MS"):
            url = new_database(self.postgres.url)
            script = "deal=%s cards=SH,JW,JS,IL" % jack
            node = self.start_node("--test-seed", "3", "--test-deal", script, url=url)
            person = self.person(node)
            person.create(LONG, jack="me", detective="level1")
            while not run_sql(url, "SELECT job FROM thought").strip():
                time.sleep(0.02)
            jobs.append(run_sql(url, "SELECT game, seq, point, asker, job FROM thought"))
            node.close()
        self.assertEqual(*jobs)
        self.assertNotIn("deal=JS", jobs[0])

    def test_bad_usage(self):
        for words, why in (
            (["think"], "expected --store postgres://"),
            (["think", "--store", "folder"], "expected --store postgres://"),
            (["think", "--store", self.url, "--threads", "0"], "--threads"),
            (["think", "--store", self.url, "--search-threads", "0"], "--search-threads"),
            (["serve", "--threads", "0"], "only with --store postgres://"),
            (["serve", "--threads", "0", "--data", "."], "only with --store postgres://"),
        ):
            done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(why, done.stderr)
        nowhere = "postgres://nobody@127.0.0.1:1/nothing"
        done = subprocess.run([PROGRAM, "think", "--store", nowhere], capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 1)
        self.assertIn("the database cannot be opened", done.stderr)


if __name__ == "__main__":
    main()
