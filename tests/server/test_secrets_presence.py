"""Two worlds in which people come, go and say something: whoever looks on, or plays, is told the same of
that, whatever they must not know of the game."""

import itertools
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import LONG, main, path_of  # noqa: E402
import test_secrets  # noqa: E402

PHRASES = ("good-luck", "nice-move", "oops")
SEATS = ("jack", "detective")


def without_times(told):
    """For how long somebody has been away, and on which day they left, is up to the machine's clock."""
    if not isinstance(told, dict):
        return told
    return {name: value is not None if name in ("away", "seen") else value for name, value in told.items()}


def without_repeats(values):
    return [value for value, _ in itertools.groupby(values)]


class World(test_secrets.World):
    def __init__(self, game, seed, script):
        self.past = {}  # of each seat: the streams that were closed, with what they had told by then
        self.is_compared = script is not None
        super().__init__(game, seed, script)
        # In what steps people came, and what was said meanwhile was told, depends on the second.
        self.begun = {seat: (len(s.presence) - 1, len(s.talk) - 1) for seat, s in self.streams.items()}

    def seq(self):
        return max(event["seq"] for stream in self.streams.values() for event in stream.events[-1:])

    def turn(self, seat, tokens, number):
        super().turn(seat, tokens, number)
        if not self.is_compared:
            return
        if number % 2:
            self.say(SEATS[number // 2 % 2], PHRASES[number // 2 % 3])
        if number == 1:
            self.leave("jack", "detective")
        elif number == 2:
            self.leave("public")

    def say(self, seat, phrase):
        line = {"seat": seat, "say": phrase}
        self.people[seat].post(path_of(self.id, "/talk"), {"say": phrase})
        for stream in self.streams.values():
            stream.wait(lambda s: s.talk and s.talk[-1]["lines"][-1:] == [line])

    def leave(self, *seats):
        """They close their streams, and come back one by one when all others know that they are away."""
        for seat in seats:
            self.past.setdefault(seat, []).append(self.streams[seat])
            self.streams[seat].close()
        away = set(seats)
        self.wait_for_others(away)
        for seat in seats:
            self.streams[seat] = self.follow(self.people[seat], self.id, since=self.seq(), words=1)
            away.remove(seat)
            self.wait_for_others(away)

    def wait_for_others(self, away):
        """All but these know who is here."""
        def is_told(stream):
            now = stream.presence[-1] if stream.presence else None
            return now and stream.talk and now["watching"] == ("public" not in away) and all(
                now[seat]["here"] == (seat not in away) for seat in SEATS)  # fmt: skip

        for seat, stream in self.streams.items():
            if seat not in away:
                stream.wait(is_told)

    def transcript(self, seat):
        """Every byte, but presence and talk in the steps in which each part of them has changed."""
        streams, told = [*self.past.get(seat, []), self.streams[seat]], []
        for stream in streams:
            first, talk = self.begun[seat] if stream is streams[0] else (0, 0)
            presence = stream.presence[first:]
            for part in sorted({name for p in presence for name in p}):
                told.append([part, *without_repeats(without_times(p.get(part)) for p in presence)])
            told.append(without_repeats(stream.talk[talk:]))
            told.append([line for line in stream.raw.decode().split("\n") if line and line[0] != ":"])
        return list(self.people[seat].heard), "\n".join(json.dumps(part) for part in told).encode()


class TwoWorldsOfThoseWhoComeAndGo(test_secrets.TwoWorlds):
    WORLD, WANTED, TURNS = World, 1, 6
    PLAYED = [LONG]  # what is told here knows no rules


if __name__ == "__main__":
    main()
