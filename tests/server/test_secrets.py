"""Two worlds over the network: two games that differ only in what a reader must not know, and
every byte that the reader receives is the same.

Both worlds run on servers whose randomness belongs to the same seed, so that ids, keys, cookies
and commitments are the same; the second world is dealt other secrets, and the same people play
the same tokens. What the other player and a spectator ask for and get, streams included, is
compared, headers and all but the time of day."""

import os
import random
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import GAMES, Client, Server, Stream, choose, main, path_of  # noqa: E402

HERE = {"here": True, "away": None, "seen": None}
ALL_HERE = {"jack": HERE, "detective": HERE, "watching": 1}


class World:
    """A game between two people, with a spectator, on a server of its own."""

    HOST = "localhost"  # a name by which it is known

    def __init__(self, game, seed, script):
        self.game = game
        self.server = self.serve(seed, ["--test-deal", script] if script else [])
        self.people = {seat: self.person(seat) for seat in ("jack", "detective", "public")}
        self.id = self.begin()
        self.streams = {s: self.follow(c, self.id, words=1) for s, c in self.people.items()}
        self.settle()
        for seat, stream in self.streams.items():
            stream.wait_for(self.state(seat)["seq"])
        self.talk()
        self.coming = {seat: len(stream.presence) for seat, stream in self.streams.items()}

    def begin(self):
        """All sit down; the game's id."""
        made = self.people["jack"].create(
            self.game, jack="me", detective="open", public=True, hints=True)  # fmt: skip
        for seat, key in (("detective", "detective"), ("public", "spectator")):
            self.people[seat].post(path_of(made["id"], "/enter"), {"key": made["keys"][key]})
        return made["id"]

    def talk(self):
        """What is said is the same in all worlds; what is told of it depends on nothing else."""
        jack, detective = (self.people[seat] for seat in ("jack", "detective"))
        for person, body in ((jack, {"say": "hello"}), (detective, {"set": "free"}),
                             (jack, {"set": "free"}), (detective, {"text": "is it you?"})):  # fmt: skip
            person.post(path_of(self.id, "/talk"), body)
        for seat, stream in self.streams.items():
            lines = 1 if seat == "public" else 2
            stream.wait(lambda s, n=lines: s.talk and len(s.talk[-1]["lines"]) == n)

    # How it is reached; other worlds have more servers.
    follow = Stream

    def serve(self, seed, args):
        return Server("--test-seed", str(seed), *args)

    def settle(self):
        """In what steps people come depends on the second; when all are there, nothing changes."""
        for stream in self.streams.values():
            stream.wait(lambda s: s.presence and s.presence[-1] == ALL_HERE)

    def person(self, seat):
        return Client(self.server)

    def characters(self):
        catalogue = self.people["public"].get("/api/catalogue").json
        game = next(game for game in catalogue["games"] if game["name"] == self.game)
        return [character["code"] for character in game["characters"]]

    def close(self):
        for stream in self.streams.values():
            stream.close()
        for person in self.people.values():
            person.close()
        if self.server:
            self.server.close()
        self.server = None

    def state(self, seat):
        return self.people[seat].state(self.id)

    def elsewhere(self):
        """Where the game is told of besides."""
        return ("/api/lobby", "/api/games", "/api/featured")

    def ask_around(self, seat):
        """What a curious reader can ask for; all of it is noted by the client."""
        person, other = self.people[seat], "detective" if seat == "jack" else "jack"
        for path in ("", "/talk", "/record", "/reach", "/course", "/coach?as=" + seat,
                     "/coach?as=" + other, "/picture.png", "/events?as=" + other,
                     "/record?as=truth",
                     "?as=" + other, "?as=public", "?as=truth", "?at=3", "?words=1"):  # fmt: skip
            person.ask("GET", path_of(self.id, path))
        for path in self.elsewhere():
            person.ask("GET", path)
        person.ask("GET", "/g/" + self.id, headers={"Host": self.HOST})
        for token in ("!SH", ">nw", "deal=MS", "alibi=SH", "rotate:5:cw"):
            body = '{"as":"%s","seq":%d,"tokens":["%s"]}'
            for who in (seat, other):
                person.ask("POST", path_of(self.id, "/preview"),
                           body % (who, self.seq(), token))  # fmt: skip
        if seat != "public" and self.state(seat)["to_act"] == seat:
            person.ask("POST", path_of(self.id, "/hint"), '{"level":"random"}')

    def seq(self):
        return self.streams["public"].events[-1]["seq"]

    def turn(self, seat, tokens, number):
        """SEAT tries the tokens out one by one and confirms them."""
        person = self.people[seat]
        state = person.state(self.id)
        for n in range(1, len(tokens) + 1):
            body = {"as": seat, "seq": state["seq"], "tokens": tokens[:n]}
            person.post(path_of(self.id, "/preview", {"words": 1}), body)
        done = person.moves(self.id, seat, state["seq"], tokens, "turn-%d" % number).json
        for stream in self.streams.values():
            stream.wait_for(done["seq"])

    def transcript(self, seat):
        """Every byte that the seat received."""
        stream = self.streams[seat]
        assert len(stream.presence) == self.coming[seat], stream.presence
        lines = [line for line in stream.raw.split(b"\n") if line[:1] != b":"]
        return list(self.people[seat].heard), b"\n".join(line for line in lines if line)


def truth_of(world):
    """The outcomes of chance as (owner, token): both players' histories put together."""
    told = zip(world.state("jack")["history"], world.state("detective")["history"])
    outcomes = []
    for jack, detective in told:
        if jack.get("by") != "chance":
            continue
        if jack["token"] == detective["token"]:
            outcomes.append((None, jack["token"]))
        elif jack["token"].endswith("?"):
            outcomes.append(("detective", detective["token"]))
        else:
            outcomes.append(("jack", jack["token"]))
    return outcomes


def other_worlds(world, owner):
    """The same deal with another secret of OWNER's: pairs of characters change roles in it, of
    which the readers cannot know."""
    outcomes = truth_of(world)
    mine = [token.split("=")[1] for who, token in outcomes if who == owner]
    shown = [token.split("=")[1] for who, token in outcomes
             if who not in (owner, None) or token.startswith("alibi=") and who is None]  # fmt: skip
    jack = outcomes[[t[:5] for _, t in outcomes].index("deal=")][1][5:]
    for a in mine:
        for b in world.characters():
            if a == b or b in shown or (owner == "detective" and b == jack):
                continue
            swap = {a: b, b: a}
            yield " ".join(
                token.split("=")[0] + "=" + swap.get(token.split("=")[1], token.split("=")[1])
                if who == owner else token for who, token in outcomes)  # fmt: skip


class TwoWorlds(unittest.TestCase):
    WORLD = World
    PLAYED = GAMES
    WANTED = 2  # of each kind,
    TURNS = 10  # of so many turns

    def play(self, game, seed):
        """A first world; what was played in it."""
        rng, world, turns = random.Random(seed), self.WORLD(game, seed, None), []
        self.addCleanup(world.close)
        for number in range(self.TURNS):
            state = world.state("jack")
            if state["status"] == "over":
                break
            seat = state["to_act"]
            person, tokens = world.people[seat], []
            legal = [t["token"] for t in person.state(world.id)["legal"]]
            # A place where cards are drawn, in a game that has one.
            visit = ">" + state["view"].get("informant", {}).get("at", "")
            while legal:
                tokens.append(visit if visit in legal else choose(rng, legal))
                seen = person.preview(world.id, seat, state["seq"], tokens).json
                legal = [t["token"] for t in seen["legal"]]
            turns.append((seat, tokens))
            world.turn(seat, tokens, number)
        return world, turns

    def replay(self, game, seed, script, turns, readers):
        """The same turns in a world of this deal, with readers who ask around."""
        world = self.WORLD(game, seed, script)
        self.addCleanup(world.close)
        try:
            for number, (seat, tokens) in enumerate(turns):
                for reader in readers:
                    world.ask_around(reader)
                world.turn(seat, tokens, number)
        except AssertionError:
            world.close()
            return None  # the public history is another one: a token is not legal
        world.heard = {reader: world.transcript(reader) for reader in readers}
        return world

    def compare(self, game, seed, owner):
        """How many worlds were compared, and whether OWNER had a secret."""
        first, turns = self.play(game, seed)
        if first.state("jack")["status"] == "over":
            return 0, False
        if owner not in [who for who, _ in truth_of(first)]:
            return 0, False
        readers = ["public", "detective" if owner == "jack" else "jack"]
        dealt = " ".join(token for _, token in truth_of(first))
        base = self.replay(game, seed, dealt, turns, readers)
        # At once: a connection on which nothing is asked for a while is closed.
        seen = {who: base.state(who) for who in {"public", owner, *readers}}
        for script in other_worlds(first, owner):
            world = self.replay(game, seed, script, turns, readers)
            if world and world.state("public")["history"] == seen["public"]["history"]:
                self.assertNotEqual(world.state(owner)["view"], seen[owner]["view"])
                # Otherwise it is a world that the reader could tell from the other.
                if all(world.state(r)["history"] == seen[r]["history"] for r in readers):
                    self.check_the_same(world, base, readers)
                    return 1, True
            if world:
                world.close()
        return 0, True

    def check_the_same(self, world, base, readers):
        for reader in readers:
            heard, stream = world.heard[reader]
            expected, expected_stream = base.heard[reader]
            self.assertEqual(len(heard), len(expected))
            for got, want in zip(heard, expected):
                self.assertEqual(got, want)
            self.assertEqual(stream, expected_stream)
            self.assertGreater(len(stream), 500)

    def search(self, game, owner):
        """Some games that were compared, unless OWNER has no secrets in this one."""
        compared, secrets = 0, False
        for seed in range(1, 12):
            found, of_owner = self.compare(game, seed, owner)
            self.doCleanups()  # that is many servers
            compared, secrets = compared + found, secrets or of_owner
            if compared >= self.WANTED:
                return
        self.assertFalse(secrets, "no two worlds of %s were found" % game)
        self.assertEqual(owner, "detective")  # somebody is Jack in every game

    def test_jack(self):
        for game in self.PLAYED:
            with self.subTest(game=game):
                self.search(game, "jack")

    def test_detective(self):
        for game in self.PLAYED:
            with self.subTest(game=game):
                self.search(game, "detective")


if __name__ == "__main__":
    main()
