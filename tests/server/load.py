"""Load: many open streams and moves at a steady pace, against servers on this machine.

    load.py PROGRAM [STREAMS [MOVES_A_SECOND [SECONDS]]] [--stores KIND[*NODES],...]

Each of STREAMS / 2 games has two people in one seat each, who follow it by a stream. Moves are
sent at their time whether or not the ones before have been answered, so that a slow server cannot
slow the measurement down; before each the player reads the state. Every store of --stores gets
the same load, one after the other:

    sqlite          one node
    postgres*3      three nodes on PostgreSQL; a game's requests come to one node, as HAProxy sends them
    pair*3          the same with a standby that confirms every commit

Reported are the time from sending a move to its answer, and to its event at the other player's
stream; the processor time of nodes, database and this client; what the database wrote; and the
memory of a node. Without moves (a rate of 0) it is the memory that is of interest. Fails if the
99th percentile of either time is over the bound (--bound, 100 ms), or a node has more memory than
--memory MiB. --highest looks for the highest rate that holds the bound, beginning with the given
one. --scatter lets the players of a game follow it at different nodes, which then hear of each
other's moves by the database."""

import argparse
import asyncio
import os
import random
import resource
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))


def arguments():
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    reader.add_argument("program")
    reader.add_argument("streams", type=int, nargs="?", default=2000)
    reader.add_argument("rate", type=int, nargs="?", default=200)
    reader.add_argument("seconds", type=int, nargs="?", default=20)
    reader.add_argument("--stores", default="sqlite")
    reader.add_argument("--bound", type=float, default=100, metavar="MS")
    reader.add_argument("--memory", type=float, metavar="MIB")
    reader.add_argument("--highest", action="store_true")
    reader.add_argument("--scatter", action="store_true")
    return reader.parse_args()


WISH = arguments()
sys.argv[2:] = []
from helpers import GAMES, Server  # noqa: E402
from postgres import Pair, Postgres  # noqa: E402
from test_nodes import Node  # noqa: E402
from wires import Wire, bearer, computed, head, memory_of, quantiles  # noqa: E402

WIRES = 32  # connections to a node for requests; players are more, but not all at the same moment


# --- The client ---


class Ear(asyncio.Protocol):
    """The stream of a seat, which costs the client little: it notes when numbers of events come."""

    def __init__(self, game, seat):
        self.game, self.seat, self.rest, self.there = game, seat, b"", False

    def data_received(self, data):
        now = time.monotonic()
        if not self.there:
            self.there = True
            self.game.ready()
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            if line.startswith(b"id: "):
                sent = self.game.moved.pop((int(line[4:]), self.seat), None)
                if sent:
                    self.game.load.heard.append(now - sent)
        if len(self.rest) > 64:
            self.rest = b"-"  # a long line, of which we have seen the beginning


class Game:
    """A game of two bots."""

    def __init__(self, load, number):
        self.load, self.rng = load, random.Random(number)
        self.node, self.wires = load.nodes[number % len(load.nodes)], load.wires[number % len(load.nodes)]
        self.other_node = load.nodes[(number + WISH.scatter) % len(load.nodes)]
        self.wire = self.wires[number // len(load.nodes) % WIRES]
        self.moving, self.moved, self.number, self.followed = False, {}, 0, False

    async def begin(self):
        body = {"game": GAMES[-1], "seats": {"jack": "me", "detective": "me"}}
        made = await self.wire.ask("POST", "/api/games", body, bearer("x" * 22))
        self.id, self.keys, self.followed = made["id"], made["keys"], False
        state = await self.wire.ask("GET", "/api/games/" + self.id, None, bearer(self.keys["jack"]))
        self.to_act = state["to_act"]

    def ready(self):
        self.load.ready += 1

    async def follow(self):
        for seat, node in (("jack", self.node), ("detective", self.other_node)):
            ear = Ear(self, seat)
            transport, _ = await asyncio.get_running_loop().create_connection(
                lambda e=ear: e, node.host, node.port)  # fmt: skip
            path = "/api/games/%s/events" % self.id
            transport.write(head(node, "GET", path, None, bearer(self.keys[seat])))
            self.load.ears.append(transport)
        self.followed = True

    async def move(self):
        """One token of whoever is to act."""
        self.moving, seat = True, self.to_act
        if seat is None:  # it is over; nobody follows the next one
            await self.begin()
            self.moving = False
            return
        path, key = "/api/games/" + self.id, bearer(self.keys[seat])
        state = await self.wire.ask("GET", path, None, key)
        self.number += 1
        body = {"as": seat, "seq": state["seq"], "key": "m%d" % self.number,
                "tokens": [self.rng.choice(state["legal"])["token"]]}  # fmt: skip
        begun = time.monotonic()
        if self.followed:
            self.moved[state["seq"] + 1, "detective" if seat == "jack" else "jack"] = begun
        done = await self.wire.ask("POST", path + "/moves", body, key)
        self.load.answered.append(time.monotonic() - begun)
        self.to_act = done["events"][-1]["after"]["to_act"]
        self.moving = False


# --- What is measured ---


class Store:
    """The servers of one kind of store."""

    def __init__(self, name):
        kind, _, nodes = name.partition("*")
        assert kind in ("sqlite", "postgres", "pair") and (kind != "sqlite" or not nodes), name
        self.name, self.databases, self.pair, self.nodes = name, [], None, []
        try:
            if kind == "pair":
                self.pair = Pair()
                self.databases = [self.pair.first, self.pair.second]
            elif kind == "postgres":
                self.databases = [Postgres()]
            url = self.databases and (self.pair or self.databases[0]).url
            for _ in range(int(nodes or 1)):
                self.nodes.append(Node(url, "--quiet") if url else Server("--quiet"))
        except BaseException:
            self.close()
            raise

    def written(self):
        """Bytes of the write-ahead log, its syncs and commits so far."""
        if not self.databases:
            return 0, 0, 0
        said = self.databases[0].sql("SELECT wal_bytes, wal_sync, (SELECT sum(xact_commit) FROM"
                                     " pg_stat_database) FROM pg_stat_wal")  # fmt: skip
        return tuple(int(word) for word in said.split("|"))

    def connections(self):
        if not self.databases:
            return 0
        return int(self.databases[0].sql("SELECT count(*) FROM pg_stat_activity WHERE"
                                         " application_name = 'alibi'"))  # fmt: skip

    def sums(self):
        """What has been used so far, by name."""
        used = {"node": sum(node.processor_seconds() for node in self.nodes),
                "database": sum(computed(one.pids()) for one in self.databases),
                "client": sum(resource.getrusage(resource.RUSAGE_SELF)[:2])}  # fmt: skip
        return {**used, **dict(zip(("bytes", "syncs", "commits"), self.written()))}

    def close(self):
        for node in self.nodes:
            node.close()
        for one in self.databases:
            one.close()


class Load:
    def __init__(self, store):
        self.store, self.nodes = store, store.nodes
        self.wires = [[Wire(node) for _ in range(WIRES)] for node in self.nodes]
        self.ready, self.ears, self.answered, self.heard = 0, [], [], []

    async def prepare(self):
        """Makes the games, and opens the streams."""
        self.games = [Game(self, number) for number in range(WISH.streams // 2)]
        for i in range(0, len(self.games), WIRES):
            await asyncio.gather(*(game.begin() for game in self.games[i : i + WIRES]))
        empty = [memory_of(node) for node in self.nodes]
        for game in self.games:
            await game.follow()
        while self.ready < len(self.ears):
            await asyncio.sleep(0.05)
        full = [memory_of(node) for node in self.nodes]
        self.for_a_stream = (sum(full) - sum(empty)) / max(1, len(self.ears)) / 1024
        random.Random(1).shuffle(self.games)

    async def move(self, rate, seconds):
        """Moves at a rate; what was measured."""
        self.answered, self.heard, sent, tasks = [], [], 0, []
        before, begun = self.store.sums(), time.monotonic()
        while time.monotonic() < begun + seconds:
            while sent < (time.monotonic() - begun) * rate:
                game = self.games[sent % len(self.games)]
                if not game.moving:
                    tasks.append(asyncio.create_task(game.move()))
                sent += 1
            await asyncio.sleep(0.002)
        await asyncio.gather(*tasks)
        took = time.monotonic() - begun
        await asyncio.sleep(2)  # for the last events, and PostgreSQL's counts come late
        deaf = sum(len(game.moved) for game in self.games)
        n, after = max(1, len(self.answered)), self.store.sums()
        used = {name: after[name] - before[name] for name in after}
        return {"rate": len(self.answered) / took, "deaf": deaf, "answer": quantiles(self.answered),
                "stream": quantiles(self.heard), "client": used.pop("client") / (took + 2),
                **{name: value / n for name, value in used.items()}}  # fmt: skip

    def close(self):
        for ear in self.ears:
            ear.abort()
        for wires in self.wires:
            for wire in wires:
                wire.close()


def say(store, m):
    print("%-11s %5.0f moves/s  answer %s ms  stream %s ms" % (
        store.name, m["rate"], *(" / ".join("%.1f" % t for t in m[w]) for w in ("answer", "stream"))))  # fmt: skip
    print("%11s CPU a move: nodes %.2f ms, database %.2f ms; client %.0f %% of a core" % (
        "", m["node"] * 1000, m["database"] * 1000, m["client"] * 100))  # fmt: skip
    if store.databases:
        print("%11s a move: %.0f bytes of WAL, %.2f syncs, %.2f commits; %d connections" % (
            "", m["bytes"], m["syncs"], m["commits"], store.connections()))  # fmt: skip
    if m["deaf"]:
        print("%11s %d events did not come" % ("", m["deaf"]))
    sys.stdout.flush()


def holds(m, rate):
    return not m["deaf"] and m["rate"] >= 0.9 * rate and max(m["answer"][1], m["stream"][1]) < WISH.bound


async def find_highest(load, rate):
    """Twice the rate as long as that holds, then the middle, a few times."""
    good, bad = 0, None
    while bad is None or bad - good > max(10, good // 8):
        measured = await load.move(rate, WISH.seconds)
        say(load.store, measured)
        if holds(measured, rate):
            good = rate
        else:
            bad = rate
        rate = good * 2 if bad is None else (good + bad) // 2
    print("%-11s %d moves a second hold %.0f ms, %d do not" % (load.store.name, good, WISH.bound, bad))  # fmt: skip
    return good > 0


async def run(store):
    load, good = Load(store), True
    try:
        await load.prepare()
        if WISH.highest:
            good = await find_highest(load, WISH.rate)
        elif WISH.rate:
            measured = await load.move(WISH.rate, WISH.seconds)
            say(store, measured)
            good = holds(measured, WISH.rate)
        most = max(memory_of(node) for node in store.nodes) / 2**20
        print("%-11s memory: %d streams, %.1f KiB each; %.1f MiB a node" % (
            store.name, len(load.ears), load.for_a_stream, most))  # fmt: skip
        return good and (WISH.memory is None or most < WISH.memory)
    finally:
        load.close()


def main():
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    good = True
    print("times: median / 99th percentile / longest")
    for name in WISH.stores.split(","):
        store = Store(name)
        try:
            good = asyncio.run(run(store)) and good
        finally:
            store.close()
    print("good" if good else "not good enough")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
