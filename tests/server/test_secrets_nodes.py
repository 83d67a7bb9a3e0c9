"""Two worlds through everything that stands between a player and the game: TLS, HAProxy, three nodes
and PostgreSQL. Everybody is sent to another node with every request, and every byte that a reader
receives is the same, streams included."""

import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import Client, main  # noqa: E402
from machine import wait_until  # noqa: E402
from postgres import Postgres, new_database  # noqa: E402
from proxy import NAME  # noqa: E402
from test_nodes import NODES, Node  # noqa: E402
from test_proxy import ORIGIN, Haproxy, Person, Watch  # noqa: E402
import test_secrets  # noqa: E402


class Sent(Haproxy):
    """Sends a request to the node that it names, in place of the one that the game hashes to: both
    worlds take the same ways."""

    CHANGES = (*Haproxy.CHANGES, *(
        ("    %s\n" % balance, 1, "    %s\n%s" % (balance, "".join(
            "    use-server node%d if { req.hdr(x-node) -m str %d }\n" % (n, n)
            for n in range(1, NODES + 1))))
        for balance in ("balance hash var(txn.game)", "balance leastconn")))  # fmt: skip


class Wanderer(Person):
    """A reader who is sent to any node, in both worlds to the same one. Nodes of one seed draw the
    same, so that one of them makes all cookies: they would be the same person's otherwise."""

    def __init__(self, server, seat):
        super().__init__(server)
        self.way = random.Random(seat)

    def headers(self):
        node = self.way.randrange(NODES) if self.cookie else 0
        return {**super().headers(), "X-Node": str(node + 1)}


class Nodes(Sent):
    """The proxy, with the nodes that it has."""

    def __init__(self, url, seed, args):
        self.nodes = []
        try:
            for _ in range(NODES):
                self.nodes.append(Node(url, "--origin", ORIGIN, "--test-seed", str(seed), *args))
            super().__init__(*self.nodes)
        except BaseException:
            self.close_nodes()
            raise

    def close_nodes(self):
        for node in self.nodes:
            node.close()

    def close(self):
        super().close()
        self.close_nodes()


class World(test_secrets.World):
    HOST = NAME
    follow = Watch
    postgres = None  # set while the tests run

    def settle(self):
        super().settle()
        for node in self.server.nodes:  # each hears from the others who is here, and may be asked next
            passer = Client(node)
            wait_until(lambda person=passer: person.presence(self.id) == test_secrets.ALL_HERE,
                       "everybody")  # fmt: skip
            passer.close()

    def serve(self, seed, args):
        return Nodes(new_database(self.postgres.url), seed, args)

    def person(self, seat):
        return Wanderer(self.server, seat)

    def transcript(self, seat):
        for node in self.server.nodes:  # each was asked, or this shows nothing new
            wait_until(lambda log=node.log: '"route":"/api/games/*/preview"' in log(), "a request")
        return super().transcript(seat)


class TwoWorldsOfNodes(test_secrets.TwoWorlds):
    WORLD, WANTED = World, 1

    @classmethod
    def setUpClass(cls):
        World.postgres = Postgres()

    @classmethod
    def tearDownClass(cls):
        World.postgres.close()


if __name__ == "__main__":
    main()
