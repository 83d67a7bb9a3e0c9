"""alibi store: games are checked, backed up, restored and copied, between databases of both kinds;
whatever is not whole is refused before anything is written."""

import hashlib
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import GAMES, LONG, PROGRAM, Client, ServerCase, main, play_turn  # noqa: E402
from postgres import Postgres, new_database, run_sql  # noqa: E402


def store(*words):
    """What `alibi store` says, and its exit code."""
    done = subprocess.run([PROGRAM, "store", *words], capture_output=True, text=True)
    return done.returncode, done.stdout.strip(), done.stderr.strip()


class Transfer(ServerCase):
    def setUp(self):
        super().setUp()
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = scratch.name
        self.person = Client(self.server)
        self.addCleanup(self.person.close)
        self.games = [self.person.create(name)["id"] for name in GAMES]
        self.games.append(self.person.create(LONG, jack="open")["id"])
        rng = random.Random(3)
        for id in self.games[:-1]:
            for _ in range(3):
                seat = self.person.state(id)["to_act"]
                if seat:
                    play_turn(rng, self.person, id, seat, self.person.state(id, **{"as": seat}))

    def path(self, name):
        return os.path.join(self.scratch, name)

    def states(self):
        return {id: self.person.state(id) for id in self.games}

    def good(self, said, *words):
        self.assertEqual(store(*words), (0, said, ""))

    def same(self, one, two):
        with open(self.path(one)) as first, open(self.path(two)) as second:
            self.assertEqual(first.read(), second.read())

    def serve(self, *where):
        """The server goes on with another store; the person is the same."""
        self.assertEqual(self.server.stop(), 0)
        self.person.close()
        self.server.store = [*where]
        self.server.restart()

    def test_backup_and_restore(self):
        n = len(self.games)
        before = self.states()
        all_of_it, nothing = (f"{n} games, {k} written, 0 damaged" for k in (n, 0))
        self.good(f"{n} games, 0 damaged", "check", self.server.folder)
        self.good(all_of_it, "backup", self.server.folder, self.path("one"))
        self.assertEqual(os.stat(self.path("one")).st_mode & 0o777, 0o600)
        self.good(f"{n} games, 0 damaged", "check", self.path("one"))
        self.good(all_of_it, "restore", self.path("one"), self.path("other"))
        self.good(nothing, "restore", self.path("one"), self.path("other"))
        self.good(all_of_it, "backup", self.path("other"), self.path("two"))
        self.same("one", "two")
        self.serve("--data", self.path("other"))
        self.assertEqual(self.states(), before)
        id = self.games[0]
        seat = before[id]["to_act"]
        play_turn(random.Random(1), self.person, id, seat, self.person.state(id, **{"as": seat}))

    def test_copy_to_postgres_and_back(self):
        n = len(self.games)
        before = self.states()
        all_of_it = f"{n} games, {n} written, 0 damaged"
        self.good(all_of_it, "backup", self.server.folder, self.path("one"))
        with Postgres() as postgres:
            url = new_database(postgres.url)
            self.good(all_of_it, "copy", self.server.folder, url)
            self.good(f"{n} games, 0 damaged", "check", url)
            # As after a copy that was interrupted.
            run_sql(url, "DELETE FROM event WHERE game = '%s' AND seq > 2" % self.games[0])
            run_sql(url, "UPDATE game SET seq = 2, sum = NULL WHERE id = '%s'" % self.games[0])
            self.good(f"{n} games, 1 written, 0 damaged", "copy", self.server.folder, url)
            self.good(all_of_it, "copy", url, self.path("back"))
            self.serve("--store", url)
            self.assertEqual(self.states(), before)
            self.serve("--data", self.path("back"))
            self.assertEqual(self.states(), before)
        self.good(all_of_it, "backup", self.path("back"), self.path("two"))
        self.same("one", "two")

    def test_people_come_along(self):
        n = len(self.games)
        entries = [("account/%012d" % i, '{"name":"N\u00e9 \\"%d\\""}' % i) for i in range(250)]
        self.assertEqual(self.server.stop(), 0)
        with sqlite3.connect(os.path.join(self.server.folder, "alibi.db")) as database:
            database.executemany("INSERT INTO ledger VALUES (?, ?)", entries)
        database.close()
        all_of_it = f"{n} games, {n} written, 0 damaged"
        with Postgres() as postgres:
            url = new_database(postgres.url)
            self.good(all_of_it, "copy", self.server.folder, url)
            self.good(all_of_it, "copy", url, self.path("back"))
        self.good(all_of_it, "backup", self.path("back"), self.path("one"))
        self.good(f"{n} games, 0 damaged", "check", self.path("one"))
        self.good(all_of_it, "restore", self.path("one"), self.path("other"))
        database = sqlite3.connect(os.path.join(self.path("other"), "alibi.db"))
        self.addCleanup(database.close)
        self.assertEqual(database.execute("SELECT * FROM ledger ORDER BY key").fetchall(), entries)
        with open(self.path("one")) as file:
            text = file.read()
        with open(self.path("two"), "w") as file:
            file.write(text.replace("account/000000000007", "account/000000000008"))
        self.refused("expected a game and its sum", "check", self.path("two"))

    def refused(self, part, *words):
        code, said, why = store(*words)
        self.assertEqual((code, said), (1, ""), why)
        self.assertIn(part, why)
        self.assertEqual(why.count("\n"), 0, why)

    def test_what_is_not_whole(self):
        self.assertEqual(store("backup", self.server.folder, self.path("one"))[0], 0)
        self.refused("File exists", "backup", self.server.folder, self.path("one"))
        with open(self.path("one")) as file:
            lines = file.read().splitlines(keepends=True)
        changed = lines[2].replace("start", "Start")
        for name, text, part in (
            ("empty", "", "line 1: expected the beginning"),
            ("short", "".join(lines[:-1]), "a part is missing"),
            ("cut", "".join(lines)[:-300], "a part is missing"),
            ("changed", "".join([*lines[:2], changed, *lines[3:]]), "line 3: expected a game"),
            ("one-less", "".join([*lines[:2], *lines[3:]]), "a part is missing"),
        ):
            with self.subTest(name):
                with open(self.path(name), "w") as file:
                    file.write(text)
                self.refused(part, "check", self.path(name))
                self.refused(part, "restore", self.path(name), self.path("new"))
                self.assertFalse(os.path.exists(os.path.join(self.path("new"), "alibi.db")))
        self.refused("No such file", "restore", self.path("nothing"), self.path("new"))
        self.refused("cannot be opened", "check", self.path("nowhere"))
        self.refused("another server uses", "restore", self.path("one"), self.server.folder)
        self.assertEqual(store("burn", "it")[0], 2)

    def test_a_damaged_game(self):
        self.assertEqual(self.server.stop(), 0)
        meddle = "UPDATE event SET text = 'rubbish' WHERE seq = 1 AND game = '%s'" % self.games[0]
        path = os.path.join(self.server.folder, "alibi.db")
        subprocess.run(["sqlite3", path, meddle], check=True)
        said = f"{len(self.games)} games, 1 damaged"
        why = f"{self.games[0]}: it is not as it was written"
        self.assertEqual(store("check", self.server.folder), (1, said, why))
        some = f"{len(self.games)} games, {len(self.games) - 1} written, 1 damaged"
        self.assertEqual(store("backup", self.server.folder, self.path("one")), (1, some, why))
        self.assertEqual(store("copy", self.server.folder, self.path("new")), (1, some, why))
        # As if it had been written by a version without sums.
        subprocess.run(["sqlite3", path, "UPDATE game SET sum = NULL"], check=True)
        why = f"{self.games[0]}: it makes no sense"
        self.assertEqual(store("check", self.server.folder), (1, said, why))
        self.server.restart()

    def test_a_damaged_game_is_not_written_over(self):
        n = len(self.games)
        self.assertEqual(self.server.stop(), 0)
        self.assertEqual(store("backup", self.server.folder, self.path("one"))[0], 0)
        meddle = "UPDATE game SET secret = salt WHERE id = '%s'" % self.games[1]
        subprocess.run(["sqlite3", os.path.join(self.server.folder, "alibi.db"), meddle], check=True)
        why = f"{self.games[1]}: the one that is there is damaged"
        said = f"{n} games, 0 written, 1 damaged"
        self.assertEqual(store("restore", self.path("one"), self.server.folder), (1, said, why))
        why = f"{self.games[1]}: it is not as it was written"
        self.assertEqual(store("check", self.server.folder), (1, f"{n} games, 1 damaged", why))
        for table in ("game WHERE id", "event WHERE game", "holder WHERE game"):
            meddle = f"DELETE FROM {table} = '{self.games[1]}'"
            subprocess.run(["sqlite3", os.path.join(self.server.folder, "alibi.db"), meddle], check=True)
        self.good(f"{n} games, 1 written, 0 damaged", "restore", self.path("one"), self.server.folder)
        self.server.restart()

    def change_backup(self, name, change):
        """The backup "one" as NAME: its games changed, with the sums of lines that belong to that."""
        with open(self.path("one")) as file:
            lines = file.read().splitlines()
        for i in range(1, len(lines) - 1):
            text = change(lines[i].split(" ", 1)[1])
            lines[i] = hashlib.blake2b(text.encode(), digest_size=16).hexdigest() + " " + text
        with open(self.path(name), "w") as file:
            file.write("\n".join(lines) + "\n")

    def test_sums_of_games_in_backups(self):
        n = len(self.games)
        self.assertEqual(store("backup", self.server.folder, self.path("one"))[0], 0)
        self.change_backup("same", lambda text: text)
        self.same("one", "same")
        self.change_backup("secret", lambda text: re.sub('"salt":"..', '"salt":"00', text))
        self.refused("line 2: expected a game", "restore", self.path("secret"), self.path("new"))
        # Of a version without sums.
        self.change_backup("older", lambda text: re.sub(',"sum":"[^"]*"', "", text))
        self.good(f"{n} games, 0 damaged", "check", self.path("older"))
        self.good(f"{n} games, {n} written, 0 damaged", "restore", self.path("older"), self.path("new"))
        self.good(f"{n} games, {n} written, 0 damaged", "backup", self.path("new"), self.path("two"))
        self.same("one", "two")


if __name__ == "__main__":
    main()
