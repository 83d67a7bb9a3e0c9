"""Load: many open streams and moves at a steady pace, against a server on this machine.

    load.py PROGRAM [STREAMS [MOVES_A_SECOND [SECONDS]]]

Each of STREAMS / 2 games has two people in one seat each, who follow it by a stream. Moves are
sent at their time whether or not the ones before have been answered, so that a slow server cannot
slow the measurement down. Reported are the time from sending a move to its answer, and to its
event at the other player's stream; and the memory of the server per stream. Fails if the 99th
percentile of either is 100 ms or more."""

import asyncio
import json
import os
import random
import resource
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
ARGUMENTS = [int(word) for word in sys.argv[2:]]
del sys.argv[2:]
from helpers import GAMES, Server  # noqa: E402

STREAMS, RATE, SECONDS = (ARGUMENTS + [2000, 200, 20][len(ARGUMENTS) :])[:3]
LIMIT = 0.1  # seconds


class Wire:
    """A connection that is kept, with one request at a time."""

    def __init__(self, server):
        self.server, self.reader, self.writer = server, None, None
        self.lock = asyncio.Lock()

    async def ask(self, method, path, body=None, key=None):
        async with self.lock:
            if self.writer is None:
                self.reader, self.writer = await asyncio.open_connection(
                    self.server.host, self.server.port)  # fmt: skip
            self.writer.write(self.head(method, path, body, key))
            head = await self.reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
            answer = await self.reader.readexactly(length)
        status = int(head.split(b" ", 2)[1])
        assert status < 300, (path, status, answer)
        return json.loads(answer)

    def head(self, method, path, body, key):
        lines = ["%s %s HTTP/1.1" % (method, path),
                 "Host: %s:%d" % (self.server.host, self.server.port)]  # fmt: skip
        if key:
            lines.append("Authorization: Bearer " + key)
        if body is not None:
            body = json.dumps(body)
            lines += ["Content-Type: application/json", "Content-Length: %d" % len(body)]
        return ("\r\n".join(lines) + "\r\n\r\n" + (body or "")).encode()


class Game:
    """A game of two bots."""

    def __init__(self, server, number):
        self.server, self.rng = server, random.Random(number)
        self.moving, self.moved, self.heard, self.answered = False, {}, [], []
        self.number = 0

    async def begin(self, wire):
        body = {"game": GAMES[-1], "seats": {"jack": "me", "detective": "me"}}
        made = await wire.ask("POST", "/api/games", body, "x" * 22)
        self.id, self.keys = made["id"], made["keys"]

    async def follow(self, seat, ready):
        """Reads the stream of a seat for ever; notes when the other one's events come."""
        wire = Wire(self.server)
        reader, writer = await asyncio.open_connection(self.server.host, self.server.port)
        writer.write(wire.head("GET", "/api/games/%s/events" % self.id, None, self.keys[seat]))
        ready.append(1)
        while True:
            line = await reader.readline()
            if not line:
                return
            if line.startswith(b"id: "):
                sent = self.moved.get((int(line[4:]), seat))
                if sent:
                    self.heard.append(time.monotonic() - sent)

    async def move(self, wire):
        """One token of whoever is to act."""
        self.moving = True
        for seat in ("jack", "detective"):
            path = "/api/games/%s" % self.id
            state = await wire.ask("GET", path, None, self.keys[seat])
            if state["status"] == "over":
                await self.begin(wire)
                break
            if state["to_act"] == seat:
                self.number += 1
                other = "detective" if seat == "jack" else "jack"
                body = {"as": seat, "seq": state["seq"], "key": "m%d" % self.number,
                        "tokens": [self.rng.choice(state["legal"])["token"]]}  # fmt: skip
                begun = time.monotonic()
                self.moved[state["seq"] + 1, other] = begun
                await wire.ask("POST", path + "/moves", body, self.keys[seat])
                self.answered.append(time.monotonic() - begun)
                break
        self.moving = False


def memory_of(server):
    with open("/proc/%d/status" % server.process.pid) as status:
        return int(next(line for line in status if line.startswith("VmRSS")).split()[1]) * 1024


def report(what, times):
    times = sorted(times)
    at = [times[min(len(times) - 1, int(len(times) * p))] * 1000 for p in (0.5, 0.9, 0.99)]
    print("%s: %d, median %.1f ms, 90th %.1f ms, 99th %.1f ms, longest %.1f ms"
          % (what, len(times), *at, times[-1] * 1000))  # fmt: skip
    return at[2] < LIMIT * 1000


async def run(server):
    games = [Game(server, number) for number in range(STREAMS // 2)]
    wires = [Wire(server) for _ in range(32)]
    for i in range(0, len(games), 32):
        await asyncio.gather(*(g.begin(w) for g, w in zip(games[i : i + 32], wires)))
    empty, ready, readers = memory_of(server), [], []
    for game in games:
        for seat in ("jack", "detective"):
            readers.append(asyncio.create_task(game.follow(seat, ready)))
        await asyncio.sleep(0.001)
    while len(ready) < len(readers):
        await asyncio.sleep(0.05)
    await asyncio.sleep(1)
    full = memory_of(server)
    begun, sent, tasks = time.monotonic(), 0, []
    idle = list(games)
    random.Random(1).shuffle(idle)
    while time.monotonic() < begun + SECONDS:
        while sent < (time.monotonic() - begun) * RATE:
            game = idle[sent % len(idle)]
            if not game.moving:
                tasks.append(asyncio.create_task(game.move(wires[sent % len(wires)])))
            sent += 1
        await asyncio.sleep(0.002)
    await asyncio.gather(*tasks)
    await asyncio.sleep(0.5)
    answered = [t for game in games for t in game.answered]
    heard = [t for game in games for t in game.heard]
    print("%d streams, %.0f moves a second for %d s" % (len(readers), len(answered) / SECONDS, SECONDS))
    print("memory: %.1f KiB a stream, %.1f MiB in all"
          % ((full - empty) / len(readers) / 1024, memory_of(server) / 2**20))  # fmt: skip
    good = report("move to answer", answered) & report("move to the other's stream", heard)
    enough = len(answered) >= 0.9 * RATE * SECONDS
    for reader in readers:
        reader.cancel()
    return good and enough and len(heard) >= len(answered) * 0.99


def main():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    server = Server("--quiet")
    try:
        good = asyncio.run(run(server))
    finally:
        server.close()
    print("good" if good else "not good enough")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
