"""Several servers on one database: what one has done the others show, and whatever is killed, cut
off or put to sleep, nothing that was acknowledged is lost, doubled, reordered or taken back.

ALIBI_FAULTS=200 in the environment makes as many of each kind of fault; there are a few
otherwise."""

import json
import os
import random
import signal
import socket
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import Client, LONG, Server, Stream, main, path_of, play_turn  # noqa: E402
from postgres import Pair, WithPostgres, new_database  # noqa: E402
import test_crash  # noqa: E402

FAULTS = int(os.environ.get("ALIBI_FAULTS", "4"))
NODES = 3


class Node(Server):
    """A server on a database of PostgreSQL; its folder has its log."""

    def __init__(self, url, *args):
        self.url = url
        super().__init__(*args)

    def start(self, port="0"):
        self.store = ["--store", self.url]
        super().start(port)


def shut(*ends):
    for end in ends:
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


class Cable:
    """A line to the database that can be cut."""

    def __init__(self, port):
        self.to, self.lines, self.dead = port, [], []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self.to))
            except OSError:
                near.close()
                continue
            self.lines += [near, far]
            for a, b in ((near, far), (far, near)):
                threading.Thread(target=self.carry, args=(a, b), daemon=True).start()

    @staticmethod
    def carry(a, b):
        try:
            while data := a.recv(65536):
                b.sendall(data)
        except OSError:
            pass
        shut(a, b)

    def cut(self):
        """Whatever is on its way, in either direction, may be lost."""
        lines, self.lines = self.lines, []
        shut(*lines)
        self.dead += lines

    def close(self):
        shut(self.listener)
        self.listener.close()
        self.cut()
        for end in self.dead:
            end.close()


class Wanderer(test_crash.Player):
    """A player who is sent to another node with every request, as by a proxy that does not care,
    and is never shown less than has been acknowledged."""

    def __init__(self, nodes, number):
        super().__init__(nodes[0], number)
        self.nodes = nodes
        self.seen = {}  # the last event of each game that this player has heard of

    def insist(self, method, path, body=None):
        while True:
            self.client.close()
            self.client.server = self.rng.choice(self.nodes)
            try:
                reply = self.client.ask(method, path, body)
            except test_crash.BROKEN:
                reply = None
            if reply and reply.status < 500:
                self.note(reply)
                return reply
            self.repeated += 1
            time.sleep(0.02)

    def note(self, reply):
        told = reply.json if reply.headers.get("Content-Type") == "application/json" else {}
        if self.games and isinstance(told.get("seq"), int):
            id = self.games[-1]
            assert told["seq"] >= self.seen.get(id, 0), (told["seq"], self.seen[id])
            self.seen[id] = told["seq"]


class Nodes(WithPostgres, test_crash.Crash):
    def setUp(self):
        self.url = new_database(self.postgres.url)
        self.nodes = [Node(self.url) for _ in range(NODES)]
        for node in self.nodes:
            self.addCleanup(node.close)

    def visitor(self, node, cookie=None):
        client = Client(node)
        client.cookie = cookie
        self.addCleanup(client.close)
        return client

    def check_all(self, players):
        for player in players:
            player.stopping = True
        for player in players:
            player.join(60)
            self.assertIsNone(player.failure)
            self.assertGreater(player.sent, 0)
        for player in players:
            for node in self.nodes:
                player.client.close()
                player.client.server = node
                self.check(player)
        return sum(player.sent for player in players)

    def play(self, n=3):
        players = [Wanderer(self.nodes, number) for number in range(n)]
        for player in players:
            self.addCleanup(player.client.close)
            player.start()
        return players

    def test_what_one_does_the_others_show(self):
        first = self.visitor(self.nodes[0])
        id = first.create(LONG)["id"]
        others = [self.visitor(node, first.cookie) for node in self.nodes]
        streams = [Stream(client, id) for client in others]
        rng = random.Random(1)
        for turn in range(6):
            client = others[turn % NODES]
            seat = client.state(id)["to_act"]
            done = play_turn(rng, client, id, seat, client.state(id, **{"as": seat}))[0]
            for other, stream in zip(others, streams):
                self.assertEqual(other.state(id)["seq"], done["seq"])
                stream.wait_for(done["seq"])
        for stream in streams:
            stream.close()

    def test_the_same_request_at_another_node(self):
        first = self.visitor(self.nodes[0])
        id = first.create(LONG)["id"]
        second = self.visitor(self.nodes[1], first.cookie)
        state = first.state(id)
        seat = state["to_act"]
        token = first.state(id, **{"as": seat})["legal"][0]["token"]
        done = first.moves(id, seat, state["seq"], [token], "k")
        again = second.moves(id, seat, state["seq"], [token], "k")
        self.assertEqual(done.body, again.body)
        self.assertEqual(second.moves(id, seat, state["seq"], [token], "other", 409).code, "out-of-step")  # fmt: skip

    def test_a_hint_while_others_move(self):
        """What is advised belongs to a game that another node has changed meanwhile: it is read
        again, and who asked is told that its state is out of date."""
        slow = Node(self.url, "--think", "1500")
        self.addCleanup(slow.close)
        first = self.visitor(slow)
        id = first.create(LONG, hints=True)["id"]
        second = self.visitor(self.nodes[1], first.cookie)
        state = first.state(id)
        seat, replies = state["to_act"], []
        body = json.dumps({"as": seat, "level": "champion"})
        asking = threading.Thread(
            target=lambda: replies.append(first.ask("POST", path_of(id, "/hint"), body)))  # fmt: skip
        asking.start()
        while "alibi_thoughts_waiting 1" not in self.visitor(slow).get("/metrics").body.decode():
            time.sleep(0.01)
        done = play_turn(random.Random(1), second, id, seat, second.state(id, **{"as": seat}))[0]
        asking.join(60)
        self.assertIn(replies[0].status, (200, 409, 422), replies[0].body)
        self.assertEqual(first.state(id)["seq"], done["seq"])

    def test_the_computer_plays_once(self):
        person = self.visitor(self.nodes[0])
        id = person.create(LONG, jack="random")["id"]
        streams = [Stream(self.visitor(node, person.cookie), id) for node in self.nodes]
        rng = random.Random(2)
        for turn in range(3):
            state = person.state(id)
            if state["to_act"] != "detective":
                break
            seq = play_turn(rng, person, id, "detective", state)[0]["seq"]
            if person.state(id)["to_act"] == "jack":
                for stream in streams:
                    stream.wait_for(seq + 1)
        for stream in streams:
            stream.close()
        history = person.state(id)["history"]
        self.assertEqual([e["seq"] for e in history], list(range(1, len(history) + 1)))

    def test_nodes_are_killed(self):
        players, rng = self.play(), random.Random(9)
        for _ in range(FAULTS):
            time.sleep(rng.uniform(0.1, 0.5))
            node = rng.choice(self.nodes)
            node.kill()
            time.sleep(rng.uniform(0, 0.3))
            node.restart()
        moves = self.check_all(players)
        print("%d nodes killed, %d moves acknowledged, none lost" % (FAULTS, moves))

    def test_nodes_fall_asleep(self):
        """They come back with an old idea of every game."""
        players, rng = self.play(), random.Random(10)
        for _ in range(FAULTS):
            time.sleep(rng.uniform(0.1, 0.3))
            node = rng.choice(self.nodes)
            node.process.send_signal(signal.SIGSTOP)
            time.sleep(rng.uniform(0.3, 0.6))
            node.process.send_signal(signal.SIGCONT)
        moves = self.check_all(players)
        print("%d nodes put to sleep, %d moves acknowledged, none lost" % (FAULTS, moves))

    def test_lines_are_cut(self):
        """Between a node and the database, also while it commits."""
        cables = [Cable(self.postgres.port) for _ in self.nodes]
        for node, cable in zip(self.nodes, cables):
            self.addCleanup(cable.close)
            node.kill()
            node.url = self.url.replace(":%d/" % self.postgres.port, ":%d/" % cable.port)
            node.restart()
        players, rng = self.play(), random.Random(11)
        for _ in range(5 * FAULTS):
            time.sleep(rng.uniform(0.02, 0.2))
            rng.choice(cables).cut()
        moves = self.check_all(players)
        print("%d lines cut, %d moves acknowledged, none lost" % (5 * FAULTS, moves))

    def test_the_primary_dies(self):
        """Its standby, which has confirmed every commit, takes its place."""
        self.pair = Pair()
        self.addCleanup(self.pair.close)
        for node in self.nodes:
            node.kill()
            node.url = self.pair.url
            node.restart()
        players = self.play()
        for _ in range(max(1, FAULTS // 4)):
            time.sleep(1)
            self.pair.promote()
            self.pair.replace()
            # The line knows two servers by their ports: both are there again.
        time.sleep(1)
        moves = self.check_all(players)
        print("%d primaries killed, %d moves acknowledged, none lost" % (max(1, FAULTS // 4), moves))

    # What a single server shows, its own tests show.
    test_killed_during_play = None
    test_what_cannot_be_written = None
    test_a_full_disk = None


if __name__ == "__main__":
    main()
