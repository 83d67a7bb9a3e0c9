"""Several servers on one database count together how many games a guest and a network make."""

import json
import os
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import PATIENCE, Client, RefusalCase, main, path_of  # noqa: E402
from postgres import WithPostgres, new_database, run_sql  # noqa: E402
from test_nodes import NODES, Node  # noqa: E402

GAME = json.dumps({"game": "null", "seats": {"jack": "me", "detective": "me"}})
GUEST, NETWORK = 60, 600  # games an hour


class Maker(threading.Thread):
    """Makes games at one node until it is refused."""

    def __init__(self, node, network, cookie=None):
        super().__init__(daemon=True)
        self.node, self.network, self.cookie = node, network, cookie
        self.made, self.last = 0, None

    def run(self):
        client = Client(self.node)
        while self.last is None:
            if not self.cookie and self.made % (GUEST // 2) == 0:
                client.cookie = None  # another guest of the same network
            elif self.cookie:
                client.cookie = self.cookie
            reply = client.ask("POST", "/api/games", GAME, {"X-Forwarded-For": self.network})
            if reply.status == 201:
                self.made += 1
            else:
                self.last = reply
        client.close()


class Quotas(WithPostgres, RefusalCase):
    def setUp(self):
        self.url = new_database(self.postgres.url)
        self.nodes = [Node(self.url, "--rate", "1000000", "--proxy", "127.0.0.1") for _ in range(NODES)]  # fmt: skip
        for node in self.nodes:
            self.addCleanup(node.close)

    def sql(self, text):
        return run_sql(self.url, text).split()

    def make_all(self, networks, cookie=None):
        """How many games are made before all nodes refuse, and the seconds that took."""
        begun = time.monotonic()
        makers = [Maker(node, network, cookie) for node, network in zip(self.nodes, networks)]
        for maker in makers:
            maker.start()
        for maker in makers:
            maker.join()
            reason = self.refused(429, "too-many", maker.last)
            self.assertIn("too many games were made from here", reason)
            self.assertEqual(maker.last.headers["Retry-After"], "1")
        return sum(maker.made for maker in makers), time.monotonic() - begun

    def check_sum(self, limit, networks, cookie=None, left=None):
        """As many are made as are LEFT of so many an hour; time that passes adds to them."""
        made, took = self.make_all(networks, cookie)
        left = limit if left is None else left
        self.assertGreaterEqual(made, left)
        self.assertLessEqual(made, left + 1 + limit * took / 3600)

    def guest(self):
        client = Client(self.nodes[0])
        self.addCleanup(client.close)
        client.ask("POST", "/api/games", GAME, {"X-Forwarded-For": "192.0.2.200"})
        self.sql("DELETE FROM quota")
        return client

    def test_one_guest(self):
        """Wherever it goes, and from whichever networks."""
        guest, networks = self.guest(), ["192.0.2.%d" % n for n in range(NODES)]
        made, _ = self.make_all(networks, guest.cookie)
        # What was refused has made nothing.
        self.assertEqual(self.sql("SELECT count(*) FROM game"), [str(made + 1)])
        self.sql("DELETE FROM quota")
        self.check_sum(GUEST, networks, guest.cookie)
        self.sql("UPDATE quota SET at = at - interval '30 minutes'")
        self.check_sum(GUEST, networks, guest.cookie, GUEST // 2)
        self.sql("UPDATE quota SET at = at - interval '1 hour'")
        self.check_sum(GUEST, networks, guest.cookie)
        # Nor is another guest of the same networks refused.
        other = Client(self.nodes[1])
        self.addCleanup(other.close)
        reply = other.ask("POST", "/api/games", GAME, {"X-Forwarded-For": networks[0]})
        self.assertEqual(reply.status, 201)

    def test_one_network(self):
        """Whoever comes from it; who is refused for its network has not used up anything."""
        guest, networks = self.guest(), ["192.0.2.7"] * NODES
        self.check_sum(NETWORK, networks)
        made = 0  # time goes on
        for _ in range(2 * GUEST):
            reply = guest.ask("POST", "/api/games", GAME, {"X-Forwarded-For": networks[0]})
            made += reply.status == 201
        self.check_sum(GUEST, ["192.0.2.8"] * NODES, guest.cookie, GUEST - made)

    def test_rematches_count(self):
        guest = self.guest()
        game = guest.create()["id"]
        guest.post(path_of(game, "/resign"), {"as": "jack", "key": "k"})
        before = guest.state(game)
        self.make_all(["192.0.2.1"] * NODES, guest.cookie)
        self.refused(429, "too-many", guest.ask("POST", path_of(game, "/rematch"), "{}"))
        self.assertEqual(guest.state(game), before)
        self.sql("UPDATE quota SET at = at - interval '1 hour'")
        guest.post(path_of(game, "/rematch"), {}, 201)

    def test_what_is_kept(self):
        """Names that no other table has, for an hour; nothing in what is copied elsewhere."""
        guest = self.guest()
        guest.create()
        self.assertEqual(self.sql("SELECT count(*) FROM quota"), ["2"])
        self.assertEqual(self.sql("SELECT count(*) FROM quota, holder WHERE who = guest"), ["0"])
        self.assertEqual(self.sql("SELECT relpersistence FROM pg_class WHERE relname = 'quota'"), ["u"])  # fmt: skip
        self.sql("UPDATE quota SET at = at - interval '1 hour'")
        self.nodes[2].kill()
        self.nodes[2].restart()  # it looks at once, and then every minute
        deadline = time.monotonic() + PATIENCE
        while self.sql("SELECT count(*) FROM quota") != ["0"]:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.1)


if __name__ == "__main__":
    main()
