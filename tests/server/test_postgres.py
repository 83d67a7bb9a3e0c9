"""PostgreSQL in place of SQLite: the suite of the stores, and the server as clients meet it."""

import os
import subprocess
import sys
import unittest

from helpers import PROGRAM, main
from postgres import WithPostgres

HERE = os.path.dirname(os.path.abspath(__file__))


class OnPostgres(WithPostgres, unittest.TestCase):
    def check(self, *command, **environment):
        done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True)  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_suite_of_stores(self):
        self.check(os.path.join(os.path.dirname(PROGRAM), "test_server_store"), self.postgres.url)

    def test_suite_of_ledgers(self):
        self.check(os.path.join(os.path.dirname(PROGRAM), "test_server_ledger"), self.postgres.url)

    def test_server(self):
        for name in ("games", "metrics", "seats", "onward", "damage", "accounts", "profiles"):
            with self.subTest(name):
                self.check(sys.executable, os.path.join(HERE, f"test_{name}.py"), PROGRAM,
                           ALIBI_TEST_POSTGRES=self.postgres.url)  # fmt: skip


if __name__ == "__main__":
    main()
