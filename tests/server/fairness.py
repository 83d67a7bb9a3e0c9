"""How fairly thinking is shared: N games against level 6 at once, in each of which somebody plays at
random and without a pause, with one machine that thinks and with three. Prints how many decisions
the computer made, how long each was waited for, what it got of its time, and how the games compare.

usage: fairness.py PROGRAM [GAMES [SECONDS [THREADS OF A MACHINE]]]"""

import os
import random
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import LONG, Client, play_turn  # noqa: E402
from postgres import Postgres, new_database  # noqa: E402
from test_nodes import Node  # noqa: E402
from test_think import Thinker  # noqa: E402

GAMES, SECONDS, THREADS = (int(n) for n in (sys.argv[1:] + ["400", "60", "1"][len(sys.argv) - 1 :]))


class Player(threading.Thread):
    """Plays the Detective in one game after the other; notes how long Jack's turns took."""

    def __init__(self, node, number, end):
        super().__init__(daemon=True)
        self.client, self.rng, self.end = Client(node), random.Random(number), end
        self.waits = []

    def run(self):
        while time.monotonic() < self.end:
            id = self.client.create(LONG, jack="level6")["id"]
            while time.monotonic() < self.end and self.turn(id):
                pass
        self.client.close()

    def turn(self, id):
        state = self.client.state(id)
        if state["to_act"] is None:
            return False
        if state["to_act"] == "detective":
            play_turn(self.rng, self.client, id, "detective", state)
            return True
        begun, seq = time.monotonic(), state["seq"]
        while self.client.state(id)["seq"] == seq and time.monotonic() < self.end:
            time.sleep(0.5)
        if time.monotonic() < self.end:
            self.waits.append(time.monotonic() - begun)
        return True


def at(values, share):
    return values[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def got(client):
    """The mean time of a decision, in seconds, by the server's own count."""
    text = client.get("/metrics").body.decode()
    total, n = (float(line.split()[1]) for line in text.splitlines()
                if line.startswith(("alibi_thought_seconds_sum", "alibi_thought_seconds_count")))  # fmt: skip
    return total / n if n else float("nan")


def measure(postgres, machines):
    url = new_database(postgres.url)
    node = Node(url, "--threads", "0", "--think", "1000")
    thinkers = [Thinker(url, THREADS) for _ in range(machines)]
    end = time.monotonic() + SECONDS
    players = [Player(node, i, end) for i in range(GAMES)]
    for player in players:
        player.start()
    for player in players:
        player.join()
    waits = sorted(wait for player in players for wait in player.waits)
    each = sorted(len(player.waits) for player in players)
    print("%d machine%s: %d decisions in %d s; waited for: median %.1f s, 99 in 100 %.1f s, longest %.1f s; "
          "decisions of a game: least %d, median %d, most %d; of 1 s a decision got %.3f s"
          % (machines, "s" * (machines > 1), len(waits), SECONDS, at(waits, 0.5), at(waits, 0.99),
             at(waits, 1), each[0], at(each, 0.5), each[-1], got(Client(node))))  # fmt: skip
    for thinker in thinkers:
        thinker.end()
    node.close()


with Postgres() as database:
    for machines in (1, 3):
        measure(database, machines)
