"""Games that were damaged where they are kept, in every way that an accident has: each is said to be
damaged, also in the log, and named by `alibi store check`; the other games go on. ALIBI_TEST_POSTGRES
in the environment does it with PostgreSQL."""

import contextlib
import os
import random
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import LONG, PROGRAM, Client, ServerCase, main, path_of, play_turn  # noqa: E402
from postgres import new_database, programs, run_sql  # noqa: E402

ACCIDENTS = (
    "UPDATE event SET text = 'rubbish' WHERE game = '{}' AND seq = 2",
    # A letter of a move, such that the game still makes sense or not.
    "UPDATE event SET text = replace(text, 'a', 'b') WHERE game = '{}'",
    "UPDATE event SET key = 'another' WHERE game = '{}' AND key IS NOT NULL",
    # The last one, and one in the middle.
    "DELETE FROM event WHERE game = '{0}' AND seq = (SELECT max(seq) FROM event WHERE game = '{0}')",
    "DELETE FROM event WHERE game = '{}' AND seq = 2",
    # Two of them change places.
    "UPDATE event SET seq = 100 WHERE game = '{0}' AND seq = 1;"
    "UPDATE event SET seq = 1 WHERE game = '{0}' AND seq = 2;"
    "UPDATE event SET seq = 2 WHERE game = '{0}' AND seq = 100",
    "UPDATE game SET secret = salt WHERE id = '{}'",
    "UPDATE game SET salt = secret WHERE id = '{}'",
)
LOST = "DELETE FROM game WHERE id = '{}'"

# The tables of PostgreSQL before there were sums, and what they hold.
BEFORE = {
    "game": "id text PRIMARY KEY, start text NOT NULL, created text NOT NULL, public integer NOT NULL,"
    " status integer NOT NULL, result text NOT NULL, jack text NOT NULL, detective text NOT NULL,"
    " jack_key bytea NOT NULL, detective_key bytea NOT NULL, spectator_key bytea NOT NULL,"
    " secret bytea NOT NULL, salt bytea NOT NULL, changed text NOT NULL, to_act integer NOT NULL,"
    " hints integer NOT NULL, request bytea NOT NULL, number bigserial, seq bigint NOT NULL,"
    " epoch bigint NOT NULL DEFAULT 0, lived integer NOT NULL, gone integer NOT NULL DEFAULT 0,"
    " jack_mix integer NOT NULL DEFAULT 0, detective_mix integer NOT NULL DEFAULT 0,"
    " jack_entropy bytea, detective_entropy bytea",
    "event": "game text NOT NULL, seq bigint NOT NULL, kind integer NOT NULL, actor integer NOT NULL,"
    " text text NOT NULL, key text, digest bytea, count bigint",
    "holder": "game text NOT NULL, seat integer NOT NULL, guest bytea NOT NULL, since text NOT NULL,"
    " seen text NOT NULL, number bigserial",
    "secret": "name text PRIMARY KEY, bytes bytea NOT NULL",
    "lived": "day text NOT NULL, count integer NOT NULL, probes bigint NOT NULL",
}
INDEXES = (
    "ALTER TABLE event ADD PRIMARY KEY (game, seq); ALTER TABLE holder ADD PRIMARY KEY (game, seat, guest);"
    "CREATE INDEX game_lobby ON game (status, created DESC, number DESC) WHERE public = 1;"
    "CREATE INDEX game_lived ON game (lived); CREATE INDEX game_gone ON game (gone) WHERE gone > 0;"
    "CREATE INDEX holder_guest ON holder (guest);"
    "CREATE TABLE alibi (version integer NOT NULL); INSERT INTO alibi VALUES (2)"
)


def psql(url, text):
    subprocess.run([os.path.join(programs(), "psql"), "-qX", "-v", "ON_ERROR_STOP=1", "-d", url],
                   input=text, text=True, check=True, capture_output=True)  # fmt: skip


class Damage(ServerCase):
    def setUp(self):
        super().setUp()
        self.person = Client(self.server)
        self.addCleanup(self.person.close)

    @property
    def where(self):
        return self.server.store[1]

    def sql(self, text):
        if self.where.startswith("postgres:"):
            run_sql(self.where, text)
            return
        path = os.path.join(self.where, "alibi.db")
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.executescript(text)

    def play(self, id):
        seat = self.person.state(id)["to_act"]
        play_turn(random.Random(1), self.person, id, seat, self.person.state(id, **{"as": seat}))

    def games(self, n):
        games = [self.person.create(LONG)["id"] for _ in range(n)]
        for id in games:
            self.play(id)
        return games

    def meddle(self, *texts):
        """Changes what is kept while no server runs."""
        self.server.kill()
        self.person.close()
        for text in texts:
            self.sql(text)
        self.server.restart()

    def check(self):
        """What `alibi store check` says: its exit code, the last line, the games that it names."""
        done = subprocess.run([PROGRAM, "store", "check", self.where], capture_output=True, text=True)
        return done.returncode, done.stdout.strip(), {line.split(":")[0] for line in done.stderr.splitlines()}

    def damaged(self, id):
        body = '{"as":"jack","seq":1,"tokens":["x"],"key":"k"}'
        for request in (
            ("GET", path_of(id)),
            ("GET", path_of(id, "/events")),
            ("POST", path_of(id, "/moves"), body),
        ):
            reply = self.person.ask(*request)
            self.assertEqual((reply.status, reply.code), (500, "damaged"))

    def test_accidents(self):
        n = len(ACCIDENTS) + 1
        *bad, good = self.games(n)
        self.assertEqual(self.check(), (0, f"{n} games, 0 damaged", set()))
        self.meddle(*(text.format(id) for text, id in zip(ACCIDENTS, bad, strict=True)))
        for text, id in zip(ACCIDENTS, bad, strict=True):
            with self.subTest(text):
                self.damaged(id)
        self.play(good)
        self.assertIn('"event":"damaged"', self.server.log())
        self.assertEqual(self.check(), (1, f"{n} games, {n - 1} damaged", set(bad)))
        # What was repaired is there again.
        self.sql("DELETE FROM game WHERE id <> '%s'" % good)
        self.sql("DELETE FROM event WHERE game <> '%s'" % good)
        self.assertEqual(self.person.ask("GET", path_of(bad[0])).code, "not-found")

    def test_a_game_without_events(self):
        """Nobody has come yet: its secret and its start are covered all the same."""
        id = self.person.create(LONG, jack="open")["id"]
        self.meddle("UPDATE game SET secret = salt WHERE id = '%s'" % id)
        self.damaged(id)

    def test_a_game_that_is_lost(self):
        """Its events are there: that is not as if there had never been such a game."""
        *bad, good = self.games(3)
        self.meddle(*(LOST.format(id) for id in bad))
        for id in bad:
            self.damaged(id)
        self.play(good)
        self.assertEqual(self.check(), (1, "3 games, 2 damaged", set(bad)))
        self.sql("UPDATE event SET game = game || 'x' WHERE game = '%s'" % max(bad))
        self.assertEqual(self.check(), (1, "3 games, 2 damaged", set(bad)))

    def test_games_of_an_older_version(self):
        """They have no sums; as soon as one goes on it has."""
        old, newer = self.games(2)
        if self.where.startswith("postgres:"):
            self.go_back()
        else:
            self.meddle("UPDATE game SET sum = NULL")
        before = self.person.state(old)
        self.assertEqual(self.check(), (0, "2 games, 0 damaged", set()))
        self.play(newer)
        change = "UPDATE event SET key = 'another' WHERE key IS NOT NULL"
        self.meddle(change)
        self.damaged(newer)
        self.assertEqual(self.person.state(old), before)

    def go_back(self):
        """The same games in tables of the version before, which the server brings up to date."""
        self.server.kill()
        self.person.close()
        old, now = new_database(self.where), self.where
        for table, columns in BEFORE.items():
            names = ", ".join(column.split()[0] for column in columns.split(", "))
            rows = run_sql(now, f"COPY (SELECT {names} FROM {table}) TO STDOUT")
            psql(old, f"CREATE TABLE {table} ({columns});\nCOPY {table} ({names}) FROM STDIN;\n{rows}\\.\n")
        run_sql(old, INDEXES)
        self.server.store = ["--store", old]
        self.server.restart()
        self.assertGreaterEqual(int(run_sql(old, "SELECT version FROM alibi")), 3)


if __name__ == "__main__":
    main()
