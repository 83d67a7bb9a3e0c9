"""A crowd: many simulated people on one node, who find each other by quick pairing and play.

    crowd.py PROGRAM [--people 1000] [--seconds 600] [--store sqlite|postgres] [--share 0.5]

A share of them has accounts and plays mostly for ratings, the others are guests. Everybody follows the
stream of their own games, waits for an opponent, follows the game, thinks for two to eight seconds
about a turn, tries its tokens out, plays it, says something now and then; gives up; loads the page again, goes away for a while, or
for good, and somebody else comes. When the time is up the server is killed in the middle of it and
restarted, all games are ended, and everything is counted.

Reported are: from the later wish of two that fit to the moment at which both know their game; the
answers to moves; the way of a move to the other player's stream; how late the client itself woke up,
which a busy machine adds to all of these; the processor time and the memory of the node. Fails if the 99th percentile of
pairing, at once or wider by waiting, is over --pairing (1000 ms), or one of the others over --bound (100 ms); and if anything was lost: an answered move that is not in the
game, a phrase, a game that is not counted exactly once for both, ratings that are not what Glicko-2 makes of the
games in the order in which they ended, or somebody who has waited in vain."""

import argparse
import asyncio
import json
import os
import random
import resource
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from authenticator import Device  # noqa: E402
from glicko import START, rated  # noqa: E402
from helpers import GAMES, Server, choose, path_of  # noqa: E402
from postgres import Postgres  # noqa: E402
from test_nodes import Node  # noqa: E402
from wires import Events, Wire, memory_of, quantiles  # noqa: E402

CLOCK = "300+5"
SEATS = ("jack", "detective")
ROLES = ("any",) * 8 + SEATS
PHRASES = ("hello", "good-luck", "well-played", "nice-move", "thanks", "oops", "smile")
TALKATIVE = 0.05  # after a turn somebody says something
TIRED = 40  # seconds without a move of the other, after which somebody gives up


class Refused(Exception):
    """What the server says instead of an answer that was hoped for."""


class Browser:
    """Cookies, and a connection for requests."""

    def __init__(self, node):
        self.node, self.wire, self.cookies, self.streams = node, Wire(node), {}, []

    def headers(self):
        words = ["%s=%s" % pair for pair in self.cookies.items() if pair[1]]
        return {"Origin": self.node.origin, **({"Cookie": "; ".join(words)} if words else {})}

    async def ask(self, method, path, body=None):
        reply = await self.wire.send(method, path, body, self.headers())
        self.cookies.update(reply.cookies)
        if reply.status >= 300:
            raise Refused(path, reply.status, reply.json["error"]["reason"])
        return reply.json

    async def follow(self, path, take, gone):
        stream = await Events.follow(self.node, path, self.headers(), take, gone)
        self.streams.append(stream)
        return stream

    def unfollow(self, stream):
        if stream in self.streams:
            self.streams.remove(stream)
            stream.close()

    def leave(self):
        for stream in self.streams:
            stream.close()
        self.streams = []
        self.wire.close()


class Wish:
    """What somebody waits for, when they have said so, and when they knew the game."""

    def __init__(self, person, ticket, terms, ratings):
        self.person, self.ticket, self.terms, self.ratings = person, ticket, terms, ratings
        self.sent, self.told = time.monotonic(), None
        self.met = asyncio.get_running_loop().create_future()

    def hear(self, game):
        if game and self.told is None:
            self.told = time.monotonic()
            self.met.set_result(game)

    def gap(self, other):
        """How far apart the two are at best, in the roles that both accept; None if never."""
        gaps = [abs(self.ratings[own] - other.ratings[1 - own]) for own in (0, 1)
                if self.terms["role"] in ("any", SEATS[own])
                and other.terms["role"] in ("any", SEATS[1 - own])]  # fmt: skip
        return min(gaps) if gaps else None

    def fits_at(self, other):
        """From when on the two fit (docs/ratings.md, Pairing); None: never."""
        gap = self.gap(other)
        if gap is None or any(self.terms[w] != other.terms[w] for w in ("game", "clock", "rated")):
            return None
        first = min(self.sent, other.sent)
        return max(self.sent, other.sent, first + min(120, max(0, gap - 100) / 10))


def name_of(number):
    """Without vowels: what digits look like can be rude."""
    return "Person-" + "".join("bdghjmpqvz"[int(digit)] for digit in str(number))


class Person:
    """Somebody of the crowd, from coming to going away for good."""

    def __init__(self, crowd, number):
        self.crowd, self.number, self.rng = crowd, number, random.Random(number)
        self.name = name_of(number) if self.rng.random() < crowd.share else None
        self.browser, self.account, self.device = Browser(crowd.node), None, None
        self.wish, self.table, self.met = None, None, 0

    async def pause(self, least, most):
        await asyncio.sleep(self.rng.uniform(least, most) * self.crowd.pace)

    # --- Coming ---

    async def come(self):
        await self.browser.ask("POST", "/api/guest", {})
        if self.name and not self.account:
            await self.sign_up()
        await self.look()

    async def sign_up(self):
        self.device = Device(self.crowd.node.origin)
        options = await self.browser.ask("POST", "/api/account/name", {"name": self.name})
        body = {"name": self.name, "challenge": options["challenge"], **self.device.create(options)}
        made = await self.browser.ask("POST", "/api/account/sign-up", body)
        self.account = made["account"]["id"]

    async def sign_in(self):
        """From another browser."""
        options = await self.browser.ask("POST", "/api/account/challenge", {"for": "sign-in"})
        await self.browser.ask("POST", "/api/account/sign-in",
                               {"challenge": options["challenge"], **self.device.get(options)})  # fmt: skip

    async def look(self):
        await self.browser.follow("/api/games/events", self.hear, self.lose)

    def hear(self, kind, number, data):
        """What the stream of one's own games says."""
        if kind == "news" and self.wish:
            met = json.loads(data)["met"]
            if met and met["ticket"] == self.wish.ticket:
                self.wish.hear(met["game"])

    def lose(self):
        self.crowd.lost_streams += 1

    # --- Finding a game ---

    async def ratings(self, game):
        if not self.account:
            return [1500, 1500]
        said = await self.browser.ask("GET", "/api/people/" + self.account)
        known = {s["role"]: s["rating"] for s in said["standings"] if s["game"] == game and s["rated"]}
        return [known.get(role) or 1500 for role in SEATS]

    async def find(self):
        game = self.rng.choice(self.crowd.games)
        terms = {"game": game, "role": self.rng.choice(ROLES), "clock": CLOCK,
                 "rated": bool(self.account) and self.rng.random() < 0.8}  # fmt: skip
        ratings = await self.ratings(game)
        wish = self.wish = Wish(self, "%x" % self.rng.getrandbits(64), terms, ratings)
        self.crowd.wishes.append(wish)
        while not wish.met.done():
            said = await self.browser.ask("POST", "/api/pairing", {"ticket": wish.ticket, **terms})
            wish.hear(said["game"])
            await asyncio.wait([wish.met], timeout=10)
        self.met += 1
        return wish.met.result()

    # --- Playing ---

    async def play(self, id):
        self.table = Table(self, id)
        await self.table.sit_down()
        plans = {"give up": 0.5, "reload": 0.1, "go away": 0.05, "vanish": 0.02}
        plan = {what: self.rng.randrange(3, 12) for what, p in plans.items() if self.rng.random() < p}
        while not self.table.is_over:
            if not await self.table.wait(TIRED * max(0.2, self.crowd.pace)):
                await self.table.resign()
                continue
            if self.table.is_over:
                break
            await self.pause(2, 8)
            await self.table.turn()
            if self.rng.random() < TALKATIVE:
                await self.table.say(self.rng.choice(PHRASES))
            await self.do(plan)
        self.browser.unfollow(self.table.stream)

    async def do(self, plan):
        for what, turn in list(plan.items()):
            if self.table.turns < turn or self.table.is_over:
                continue
            del plan[what]
            if what == "give up":
                await self.table.resign()
            elif what == "vanish":
                self.browser.leave()
                raise Gone()
            else:
                self.browser.leave()
                await self.pause(0, 0 if what == "reload" else 20)
                await self.look()
                await self.table.sit_down()

    async def live(self):
        await self.pause(0, 20)
        await self.come()
        while True:
            try:
                await self.play(await self.find())
            except Gone:
                await self.pause(5, 20)
                self.browser = Browser(self.crowd.node)
                await self.come()
                if self.account:
                    await self.sign_in()
                    self.browser.leave()
                    await self.look()
            self.table = None
            await self.pause(1, 5)


class Gone(Exception):
    """Somebody has gone away for good."""


class Table:
    """A game as one of the two sees it."""

    def __init__(self, person, id):
        self.person, self.crowd, self.id, self.browser = person, person.crowd, id, person.browser
        self.seat, self.seq, self.legal, self.is_over, self.turns = None, 0, None, False, 0
        self.stirred, self.stream = asyncio.Event(), None
        self.crowd.tables.setdefault(id, []).append(self)

    def ask(self, method, rest, body=None):
        return self.browser.ask(method, path_of(self.id, rest), body)

    async def sit_down(self):
        state = await self.ask("GET", "")
        self.seat, = state["you"]
        self.take_turn(state["seq"], state)
        self.stream = await self.browser.follow(
            path_of(self.id, "/events?since=%d" % self.seq), self.hear, self.person.lose)  # fmt: skip

    def take_turn(self, seq, after):
        self.seq = seq
        self.is_over = after["status"] == "over"
        self.legal = after.get("legal") or None
        self.stirred.set()

    def hear(self, kind, seq, data):
        if kind:
            return
        sent = self.crowd.sent.pop((self.id, seq, self.seat), None)
        if sent:
            self.crowd.heard.append(time.monotonic() - sent)
        if seq > self.seq:
            if b'"legal"' in data or b'"status":"over"' in data:
                self.take_turn(seq, json.loads(data)["after"])
            self.seq = seq
            self.stirred.set()

    async def wait(self, patience):
        """Until there is something to do; false if the other one does nothing for so long."""
        while not self.legal and not self.is_over:
            self.stirred.clear()
            try:
                await asyncio.wait_for(self.stirred.wait(), patience)
            except asyncio.TimeoutError:
                return False
        return True

    async def turn(self):
        """Tokens are tried out until the turn is complete, then played."""
        rng, tokens, legal, seq = self.person.rng, [], self.legal, self.seq
        try:
            while legal:
                tokens.append(choose(rng, [entry["token"] for entry in legal]))
                said = await self.ask("POST", "/preview", {"as": self.seat, "seq": seq, "tokens": tokens})
                legal = None if said["complete"] else said["legal"]
            await self.confirm(tokens, seq)
        except Refused:
            if not self.is_over and self.seq == seq:  # else something has happened meanwhile
                raise

    async def confirm(self, tokens, seq):
        key, other = "k%x" % self.person.rng.getrandbits(60), SEATS[self.seat == "jack"]
        body = {"as": self.seat, "seq": seq, "tokens": tokens, "key": key}
        sent = time.monotonic()
        self.crowd.sent[self.id, seq + 1, other] = sent
        self.legal = None
        done = await self.ask("POST", "/moves", body)
        self.crowd.answered.append(time.monotonic() - sent)
        self.crowd.moves.setdefault(self.id, []).append((seq + 1, self.seat, tokens))
        self.turns += 1
        if done["seq"] >= self.seq:
            self.take_turn(done["seq"], done["events"][-1]["after"])

    async def say(self, phrase):
        await self.ask("POST", "/talk", {"say": phrase, "request": "%x" % self.person.rng.getrandbits(60)})
        self.crowd.said.setdefault(self.id, []).append({"seat": self.seat, "say": phrase})

    async def resign(self):
        try:
            await self.ask("POST", "/resign", {"as": self.seat, "key": "resign"})
        except Refused:  # the other one was faster
            pass
        self.is_over = True


class Crowd:
    """Everybody, and what is measured."""

    def __init__(self, node, people, pace=1.0, share=0.5, games=GAMES):
        self.node, self.pace, self.share, self.games = node, pace, share, games
        self.people = [Person(self, number) for number in range(people)]
        self.wishes, self.tables, self.moves, self.sent, self.said = [], {}, {}, {}, {}
        self.answered, self.heard, self.lost_streams, self.problems = [], [], 0, []
        self.result, self.lists, self.rated_games, self.late = {}, {}, 0, []

    async def watch(self):
        """How late the client itself wakes up: on a busy machine that is in every other time, too."""
        while True:
            due = time.monotonic() + 0.01
            await asyncio.sleep(0.01)
            self.late.append(max(0, time.monotonic() - due))

    async def run(self, seconds, enough=None):
        """So long, and until ENOUGH says so; whatever goes wrong is a problem."""
        tasks = [asyncio.create_task(person.live()) for person in self.people]
        tasks.append(asyncio.create_task(self.watch()))
        begun, before = time.monotonic(), self.node.processor_seconds()
        while time.monotonic() < begun + seconds or (enough and not enough(self)):
            done, _ = await asyncio.wait(tasks, timeout=0.2, return_when=asyncio.FIRST_EXCEPTION)
            if done:
                break
        self.took = time.monotonic() - begun
        self.processor = (self.node.processor_seconds() - before) / self.took
        self.memory = memory_of(self.node) / 2**20
        self.streams = sum(len(person.browser.streams) for person in self.people)
        if self.lost_streams:
            self.problems.append("%d streams were ended" % self.lost_streams)
        self.node.kill()
        self.killed = time.monotonic()
        for task in tasks:
            task.cancel()
        for said in await asyncio.gather(*tasks, return_exceptions=True):
            if not isinstance(said, (asyncio.CancelledError, OSError, asyncio.IncompleteReadError)):
                self.problems.append("somebody has met %r" % said)
        for person in self.people:
            person.browser.leave()

    # --- Pairing ---

    def pairs(self):
        """The wishes that have led to one game, two by two."""
        by_game = {}
        for wish in self.wishes:
            if wish.told:
                by_game.setdefault(wish.met.result(), []).append(wish)
        return [pair for pair in by_game.values() if len(pair) == 2]

    def pairing_times(self):
        """Of those who fitted when the second one came, and of those who fitted only later."""
        at_once, later = [], []
        for a, b in self.pairs():
            fits = a.fits_at(b)
            if fits is None:
                self.problems.append("%s and %s do not fit" % (a.terms, b.terms))
            else:
                arrived = max(a.sent, b.sent)
                (later if fits > arrived else at_once).append(max(a.told, b.told) - fits)
        return at_once, later

    def waiting(self, now, patience):
        """Those who have waited for so many seconds beside somebody who fits."""
        waiting = [wish for wish in self.wishes if wish.told is None]
        for i, a in enumerate(waiting):
            for b in waiting[:i]:
                since = a.fits_at(b)
                if since is not None and since < now - patience:
                    yield "%s and %s wait in vain, for %.1f s" % (
                        a.person.number, b.person.number, now - since)  # fmt: skip

    # --- Afterwards ---

    async def check(self):
        """Ends all games on the server that was killed, and looks whether everything is there."""
        asker = Browser(self.node)
        for id, tables in self.tables.items():
            await self.end(tables[0])
            state = await asker.ask("GET", path_of(id, "?as=truth"))
            self.result[id] = state
            self.check_moves(id, state["history"])
            if id in self.said:
                self.check_talk(id, (await tables[0].ask("GET", "/talk"))["lines"])
        expected = self.expected()
        for person in self.people:
            if person.account:
                await self.check_person(asker, person.account, expected.get(person.account, []))
        self.check_ratings()
        asker.leave()

    @staticmethod
    async def end(table):
        """Gives the game up, unless its end has come by itself."""
        state = await table.ask("GET", "")
        if state["status"] != "over":
            table.seat = state["you"][0]
            await table.resign()

    def check_moves(self, id, history):
        """Every move that was answered is where the answer said."""
        played = {e["seq"]: (e["by"], e["token"]) for e in history if e["kind"] == "move"}
        for seq, seat, tokens in self.moves.get(id, []):
            mine = [played[n][1] for n in sorted(played) if n >= seq and played[n][0] == seat]
            if mine[: len(tokens)] != tokens or played.get(seq) != (seat, tokens[0]):
                self.problems.append("%s: %s at %d is lost" % (id, tokens, seq))

    def check_talk(self, id, lines):
        """Everything that was said is there, in the order of each of the two."""
        for seat in SEATS:
            mine, kept = ([line for line in each if line["seat"] == seat] for each in (self.said[id], lines))
            if mine != kept[: len(mine)]:
                self.problems.append("%s: %s, not %s" % (id, kept, mine))

    def expected(self):
        """The games of every account that count."""
        games = {}
        for id, state in self.result.items():
            if state["result"]["winner"]:
                for account in state.get("accounts", {}).values():
                    if account:
                        games.setdefault(account, []).append(id)
        return games

    async def played(self, asker, account):
        games, after = [], ""
        while after is not None:
            said = await asker.ask("GET", "/api/people/%s/games%s" % (account, after))
            games += said["games"]
            after = said["next"] and "?after=" + said["next"]
        return games

    async def check_person(self, asker, account, expected):
        for _ in range(100):  # the last ones may be counted at this moment
            games = await self.played(asker, account)
            if len(games) >= len(expected):
                break
            await asyncio.sleep(0.1)
        if sorted(game["id"] for game in games) != sorted(expected):
            self.problems.append("%s: counted %d games of %d" % (account, len(games), len(expected)))
        profile = await asker.ask("GET", "/api/people/" + account)
        for name, count in (("played", len(games)), ("won", sum(g["won"] for g in games)),
                            ("rated", sum(g["rated"] for g in games))):  # fmt: skip
            if sum(standing[name] for standing in profile["standings"]) != count:
                self.problems.append("%s: %s is not %d" % (account, name, count))
        self.lists[account] = (games, profile["standings"])

    def check_ratings(self):
        """Every rating is what the games make of it, in the order in which they ended."""
        entries, now = {}, {}
        for account, (games, _) in self.lists.items():
            for game in games:
                if game["rated"]:
                    entries.setdefault(game["id"], {})[game["role"]] = (account, game)
        self.rated_games = len(entries)
        for sides in sorted(entries.values(), key=lambda s: s["jack"][1]["ended"]):
            names = {role: (sides[role][0], sides[role][1]["game"], role) for role in SEATS}
            before = {role: now.get(names[role], START) for role in SEATS}
            for role, other in (SEATS, SEATS[::-1]):
                score = int(sides[role][1]["won"])
                now[names[role]] = rated(before[role], [(before[other][:2], score)])
                if abs(now[names[role]][0] - sides[role][1]["rating"]) > 0.6:
                    self.problems.append("%s: %s, not %s" % (
                        sides[role][1]["id"], sides[role][1]["rating"], now[names[role]]))  # fmt: skip
        for account, (_, standings) in self.lists.items():
            for s in standings:
                mine = now.get((account, s["game"], s["role"]))
                if s["rated"] and abs(mine[0] - s["rating"]) + abs(mine[1] - s["deviation"]) > 1.2:
                    self.problems.append("%s: %s, not %s" % (account, s, mine))


# --- By hand ---


def arguments():
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    reader.add_argument("--people", type=int, default=1000)
    reader.add_argument("--seconds", type=int, default=600)
    reader.add_argument("--store", choices=["sqlite", "postgres"], default="sqlite")
    reader.add_argument("--share", type=float, default=0.5)
    reader.add_argument("--bound", type=float, default=100, metavar="MS")
    reader.add_argument("--pairing", type=float, default=1000, metavar="MS")
    return reader.parse_args()


def say(what, times):
    words = " / ".join("%.1f" % t for t in quantiles(times)) + " ms" if times else ""
    print("%-28s %6d  %s" % (what, len(times), words))


def report(wish, crowd, client):
    at_once, later = crowd.pairing_times()
    print("%d people, %.0f s: %d games, %d of them rated; %.0f moves/s; %d streams" % (
        len(crowd.people), crowd.took, len(crowd.tables), crowd.rated_games,
        len(crowd.answered) / crowd.took, crowd.streams))  # fmt: skip
    print("times: number, median / 99th percentile / longest")
    say("pairing", at_once)
    say("pairing, wider by waiting", later)
    say("answers to moves", crowd.answered)
    say("moves at the other stream", crowd.heard)
    say("the client itself was late", crowd.late)
    print("node: %.0f %% of a core, %.1f MiB; client: %.0f %% of a core" % (
        crowd.processor * 100, crowd.memory, client * 100))  # fmt: skip
    slow = [quantiles(times)[1] > bound for times, bound in (
        (at_once, wish.pairing), (later or [0], wish.pairing), (crowd.answered, wish.bound),
        (crowd.heard, wish.bound))]  # fmt: skip
    for problem in crowd.problems[:20]:
        print(problem)
    print("nothing lost" if not crowd.problems else "%d problems" % len(crowd.problems))
    return not crowd.problems and not any(slow)


def main():
    wish = arguments()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    database = Postgres() if wish.store == "postgres" else None
    node = Node(database.url, "--quiet") if database else Server("--quiet")
    try:
        good = asyncio.run(run(wish, node))
    finally:
        node.close()
        if database:
            database.close()
    print("good" if good else "not good enough")
    return 0 if good else 1


async def run(wish, node):
    crowd = Crowd(node, wish.people, share=wish.share)
    before = time.process_time()
    await crowd.run(wish.seconds)
    client = (time.process_time() - before) / crowd.took
    crowd.problems += crowd.waiting(crowd.killed, 5)
    node.restart()
    await crowd.check()
    return report(wish, crowd, client)


if __name__ == "__main__":
    sys.exit(main())
