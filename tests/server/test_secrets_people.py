"""Two worlds among people: the two have accounts and play a rated game of a tournament. Everybody
follows the lobby, their own games with the news, and the tournament, and looks up ratings, profiles
and ladders; of all that every byte is the same, but for the time of day."""

import itertools
import os
import re
import secrets
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import LONG, Client, Server, Stream, choose, main, path_of  # noqa: E402
from machine import wait_until  # noqa: E402
from test_accounts import Person  # noqa: E402
import test_secrets  # noqa: E402

NAMES = {"jack": "Ada", "detective": "Bob"}
SECONDS = 600  # until the tournament begins, however slow the machine is


def without_time(text):
    """Milliseconds since 1970."""
    return re.sub(r"\b1[0-9]{12}\b", "TIME", text)


def without_repeats(lines):
    return [line for line, _ in itertools.groupby(lines)]


def without_beats(stream):
    """Clocks are told again every 15 seconds; where they stand still, that says the same again."""
    lines, last = [], None
    for line in stream.split("\n"):
        if lines[-1:] == ["event: clocks"] and line == last:
            lines.pop()
            continue
        if lines[-1:] == ["event: clocks"]:
            last = line
        lines.append(line)
    return "\n".join(lines)


class Board(Stream):
    """A stream of what can be followed besides a game: what came of each kind of events. Which kind is
    the first to come is up to threads."""

    def __init__(self, client, path):
        self.told = {}
        self.path = lambda _game, _query: path
        super().__init__(client, None)

    def take(self, fields):
        self.told.setdefault(fields["event"], []).append(fields["data"])
        super().take(fields)


class World(test_secrets.World):
    """A rated game of a tournament, with a spectator who is nobody in particular."""

    def serve(self, seed, args):
        return Server("--test-seed", str(seed), "--test-still", *args)

    def person(self, seat):
        if seat == "public":
            return Client(self.server)
        person = Person(self.server)
        person.name = NAMES[seat]
        return person

    def begin(self):
        players = [self.people[seat] for seat in NAMES]
        self.ids = {person: person.sign_up(person.name)["account"]["id"] for person in players}
        self.tournament = players[0].post("/api/tournaments", {
            "request": secrets.token_urlsafe(16), "title": "fog", "game": self.game, "kind": "swiss",
            "clock": "600+5", "starts": int(1000 * (time.time() + SECONDS)), "patience": 60,
            "rounds": 1, "rated": True}, 201).json["id"]  # fmt: skip
        for person in players:
            self.at_tournament(person, "/join")
        self.pass_time()
        game = self.call(players)
        jack = next(p for p in players if p.state(game)["you"] == ["jack"])
        self.people["jack"] = jack
        self.people["detective"] = next(p for p in players if p is not jack)
        jack.post("/api/challenges", {"to": "Bob", "game": self.game})
        self.boards = {seat: [Board(person, path) for path in (
            "/api/lobby/events", "/api/games/events", self.page("/events"))]
            for seat, person in self.people.items()}  # fmt: skip
        for person in self.people.values():
            person.heard.clear()  # passkeys are drawn by devices, and who waits asks again and again
        return game

    def page(self, rest=""):
        return "/api/tournaments/" + self.tournament + rest

    def at_tournament(self, person, what):
        person.post(self.page(what), {})

    def pass_time(self):
        """The server goes on later. It draws the same again: all have their cookies by now."""
        self.people["public"].post("/api/guest", {})
        for person in self.people.values():
            person.close()
        self.server.kill()
        self.server.args = (*self.server.args, "--test-later", str(SECONDS + 1))
        self.server.restart()

    def call(self, players):
        """Both come when they are called; the game's id."""

        def game():
            meetings = players[0].get(self.page()).json["meetings"]
            return meetings and meetings[0]["games"][0]

        wait_until(game, "the first meeting")
        for person in players:
            self.at_tournament(person, "/ready")
        return wait_until(lambda: game()["state"] == "playing" and game()["id"], "the game")

    def elsewhere(self):
        own = ["/api/people/" + id + rest for id in self.ids.values()
               for rest in ("", "/games", "/ratings", "/records")]  # fmt: skip
        return (*super().elsewhere(), *own, "/api/people?ids=" + "-".join(self.ids.values()),
                "/api/tournaments", self.page(), self.page("/meetings?after=0"), "/api/challenges",
                "/api/account", "/api/moderation", "/api/blocks",
                "/api/ladder/day", *("/api/ladder?game=%s&role=%s" % (self.game, role)
                                     for role in NAMES))  # fmt: skip

    def told(self, stream, **clocks):
        """Waits until the stream has told so last of the clocks."""

        def is_told(s):
            last = [o for o in s.other if "asks" in o][-1:]
            return last and clocks.items() <= last[0].items()

        stream.wait(is_told)

    def pause(self):
        """Both agree to a pause, and to go on; meanwhile everybody looks."""
        for paused in (True, False):
            for seat, asks in (("jack", ["jack"]), ("detective", [])):
                self.people[seat].post(path_of(self.id, "/pause"), {"as": seat, "paused": paused})
                for stream in self.streams.values():
                    self.told(stream, asks=asks, paused=paused != bool(asks))
            for reader in self.people if paused else ():
                self.ask_around(reader)

    def wish(self):
        """One looks for another opponent, of whom everybody hears in the lobby, and gives up."""
        wish = {"ticket": "t", "game": self.game, "clock": "300+5", "rated": True}
        for path, body, n in (("", wish, 1), ("/leave", {}, 0)):
            self.people["jack"].post("/api/pairing" + path, body)
            for lobby, _, _ in self.boards.values():
                lobby.wait(lambda s, n=n: len(s.other[-1]["about"]["waiting"]) == n)

    def complain(self):
        """Each reports the other."""
        for seat, body in (("jack", {"reason": "stalling"}), ("detective", {"reason": "talk", "text": "rude"})):
            self.people[seat].post(path_of(self.id, "/report"), body)

    def block(self):
        """One does not want to hear the other any more, who goes on talking."""
        self.people["detective"].post(path_of(self.id, "/block"), {})
        self.people["jack"].post(path_of(self.id, "/talk"), {"say": "thanks"})

    def turn(self, seat, tokens, number):
        (self.pause, self.wish, self.complain, self.block)[number]()
        super().turn(seat, tokens, number)
        for reader, boards in self.boards.items():
            lobby, own, _ = boards
            games = self.people["public"].get("/api/lobby").json["games"]
            lobby.wait(lambda s, g=games: s.other and s.other[-1]["games"] == g)
            games = self.people[reader].get("/api/games").json["games"]
            own.wait(lambda s, g=games: g in [o.get("games") for o in s.other[-2:]])

    def close(self):
        for boards in self.boards.values():
            for board in boards:
                board.close()
        super().close()

    def transcript(self, seat):
        heard, stream = super().transcript(seat)
        told = [self.without_ids(str(answer)) for answer in heard]
        for board in self.boards[seat]:
            for name, lines in sorted(board.told.items()):
                told += [name, *without_repeats(map(self.without_ids, lines))]
        assert {"lobby", "games", "tournament"} <= set(told), told
        return told, without_beats(self.without_ids(stream.decode()))

    def without_ids(self, text):
        """Times are not the same in two worlds, and neither are ids, which are made from times."""
        for person, id in self.ids.items():
            text = text.replace(id, person.name)
        return without_time(text)


class TwoWorldsOfPeople(test_secrets.TwoWorlds):
    WORLD, WANTED, TURNS = World, 1, 4
    PLAYED = [LONG]  # what is told here knows no rules


if __name__ == "__main__":
    main()
