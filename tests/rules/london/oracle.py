"""London (Whitechapel), written from the numbered rules as plainly as possible.

This is the second opinion on the rules: places are strings, sets are sets, and every
reach is a fresh breadth-first walk.  It is meant to be read beside the rules, so that
an engine which disagrees with it can be argued with.  Rule ids stand in comments.
"""

import copy
import itertools
from functools import lru_cache

NAME = "london"
CHARACTERS = ("SH", "JW", "JS", "IL", "MS", "SG", "WG", "JB")
SEATS = ("jack", "detective", "public")
OPTIONS = {"edition": ("2016", "2006"), "whistle": ("direct", "free")}  # default first

# The board by column: letter, row of the topmost hex, then the hexes downwards,
# two rows apart.  A dot is a street, # a house or garden, * a gaslight plinth.
BOARD = """
a  6 .....
b  3 ..##.*.
c  4 *.#...
d  3 #.#.#.
e  2 .......
f  1 .*#.#*#.
g  2 ........
h  3 .#*#.#*.
i  4 .......
j  5 .#.#.#
k  4 ...#.*
l  3 .*.##..
m  4 .....
"""
DIRECTIONS = {
    "n": (0, -2), "ne": (1, -1), "se": (1, 1),
    "s": (0, 2), "sw": (-1, 1), "nw": (-1, -1),
}
EXITS = {"nw": "b3", "ne": "l3", "sw": "b15", "se": "l15"}

# L-2.1: what both editions share, then what they do not.
LAMPS = {"b13": 1, "l5": 2, "c4": 3, "k14": 4, "f11": 0, "h7": 0}
CORDONS = ("ne", "sw")
LANTERN = "ne"
PLACES = {"SH": "g12", "JS": "g6", "IL": "e10", "SG": "m8", "WG": "e2", "JB": "i8"}
EDITIONS = {
    "2016": {
        "manholes": "b5 b15 c10 f1 g10 h17 k8 l3 l13".split(),
        "covers": ("b15", "l3"),
        "places": {"JW": "i16", "MS": "a10"},
    },
    "2006": {
        "manholes": "a6 c14 f1 f7 h11 h17 l3 m10".split(),
        "covers": ("c14", "l3"),
        "places": {"JW": "a10", "MS": "i16"},
    },
}

ROUNDS = 8  # L-2.3
WHISTLE_POINTS = 3  # L-5.8
EITHER_SIDE = ("JS", "IL", "SG", "JB")  # L-5.1: power before or after the move
ORDER = {  # L-3.2, by round % 2
    1: ("detective", "jack", "jack", "detective"),
    0: ("jack", "detective", "detective", "jack"),
}


def read_board(text):
    """Turn the table into {hex: kind character}."""
    cells = {}
    for line in text.split("\n"):
        if line:
            column, top, kinds = line.split()
            for index, kind in enumerate(kinds):
                cells[f"{column}{int(top) + 2 * index}"] = kind
    return cells


CELLS = read_board(BOARD)
STREETS = frozenset(place for place, kind in CELLS.items() if kind == ".")
GASLIGHTS = frozenset(place for place, kind in CELLS.items() if kind == "*")


def step(place, direction):
    """The hex one step away, or None beyond the edge of the board."""
    right, down = DIRECTIONS[direction]
    target = f"{chr(ord(place[0]) + right)}{int(place[1:]) + down}"
    return target if target in CELLS else None


NEIGHBOURS = {
    place: [step(place, way) for way in DIRECTIONS if step(place, way)]
    for place in CELLS
}


@lru_cache(maxsize=None)
def street_steps(source):
    """Walking distance from a hex to every street hex: no sewers, nobody blocks."""
    return walk(source, lambda place: [n for n in NEIGHBOURS[place] if n in STREETS])


def walk(source, links, limit=len(CELLS)):
    """Breadth-first {place: fewest points} up to a limit; the source costs nothing."""
    steps = {source: 0}
    edge = [source]
    for points in range(1, limit + 1):
        found = []
        for place in edge:
            for target in links(place):
                if target not in steps:
                    steps[target] = points
                    found.append(target)
        edge = found
        if not edge:
            break
    return steps


def checked_options(given):
    """Fill in defaults; refuse names and values that do not exist."""
    for name, value in given.items():
        if name not in OPTIONS:
            raise ValueError(f"unknown option {name!r}")
        if value not in OPTIONS[name]:
            raise ValueError(f"bad value {value!r} for option {name}")
    return {name: given.get(name, values[0]) for name, values in OPTIONS.items()}


class Game:
    """One game, played token by token.

    `stage` names the kind of decision that is due; each stage has a method that lists
    its tokens (`_list_x`) and one that plays them (`_do_x`).  Containers are always
    replaced, never altered, so that a shallow copy is an independent game.
    """

    def __init__(self, options=None):
        self.options = checked_options(options or {})
        edition = EDITIONS[self.options["edition"]]
        self.manholes = frozenset(edition["manholes"])
        self.positions = {**PLACES, **edition["places"]}
        self.covers = frozenset(edition["covers"])
        self.cordons = frozenset(CORDONS)
        self.lamps = LAMPS
        self.lantern = LANTERN
        self.suspects = frozenset(CHARACTERS)  # L-1.3
        self.witness = "visible"  # L-2.3
        self.identity = None
        self.alibis = {"jack": (), "detective": ()}
        self.round = 0
        self.slot = 1
        self.cards = ()
        self.next = ()
        self.result = None
        self.stage = "deal"
        self.log = ()  # (text, seat that alone may read it or None)
        self._clear_activation()
        self._legal = None

    def _clear_activation(self):
        self.active = None
        self.moved = False
        self.powered = False
        self.points = 0  # what is left of a whistle that has begun
        self.turn_lantern = False
        self.draw_alibi = False

    # ---- the interface -----------------------------------------------------------

    def clone(self):
        """An independent copy."""
        return copy.copy(self)

    def legal(self):
        """All legal tokens in byte order; none when the game is over."""
        if self._legal is None:
            self._legal = sorted(getattr(self, "_list_" + self.stage)())
        return list(self._legal)

    def do(self, token):
        """Play one token, with everything that then happens by itself."""
        if self.result:
            raise ValueError("the game is over")
        if token not in self.legal():
            raise ValueError(f"{token!r} is not legal here")
        self._legal = None
        self._note(token, self._reader())
        getattr(self, "_do_" + self.stage)(token)

    def state(self):
        """The whole truth in the shape of the protocol's JSON."""
        return {
            "game": NAME,
            "options": dict(self.options),
            "round": self.round,
            "slot": self.slot,
            "to_act": self._to_act(),
            "suspects": sorted(self.suspects),
            "identity": self.identity,
            "alibis": {seat: sorted(drawn) for seat, drawn in self.alibis.items()},
            "alibis_drawn": {seat: len(drawn) for seat, drawn in self.alibis.items()},
            "result": dict(self.result) if self.result else None,
            "cards": list(self.cards),
            "next": list(self.next),
            "active": self.active,
            "witness": self.witness,
            "positions": dict(self.positions),
            "visible": sorted(self.visible()),
            "lantern": self.lantern,
            "lamps": dict(self.lamps),
            "covers": sorted(self.covers),
            "cordons": sorted(self.cordons),
        }

    def view(self, seat):
        """The state less what the seat must not know (L-9.1); all of it at the end."""
        check_seat(seat)
        shown = self.state()
        if self.result:
            return shown
        if seat != "jack":
            del shown["identity"]
        shown["alibis"] = {s: c for s, c in shown["alibis"].items() if s == seat}
        return shown

    def history(self, seat):
        """What the seat was told, in order; the end reveals what it had not seen."""
        check_seat(seat)
        told = [redact(text, reader, seat) for text, reader in self.log]
        if self.result:
            told += [text for text, reader in self.log if reader not in (None, seat)]
        return told

    # ---- who is who --------------------------------------------------------------

    def _player(self):
        return ORDER[self.round % 2][self.slot - 1]

    def _to_act(self):
        if self.result:
            return "none"
        if self.stage in ("deal", "cards", "alibi"):
            return "chance"
        return self._player()

    def _reader(self):
        """The only seat that may read the coming token, or None if all may."""
        if self.stage == "deal":
            return "jack"
        return self._player() if self.stage == "alibi" else None

    def _note(self, text, reader=None):
        self.log += ((text, reader),)

    # ---- chance ------------------------------------------------------------------

    def _list_deal(self):
        return ["deal=" + who for who in CHARACTERS]

    def _do_deal(self, token):
        self.identity = token[-2:]  # L-1.2
        self._begin_round(1)

    def _list_cards(self):
        return ["cards=" + ",".join(four)
                for four in itertools.combinations(CHARACTERS, 4)]

    def _do_cards(self, token):
        self.cards = tuple(token.partition("=")[2].split(","))
        self.next = tuple(who for who in CHARACTERS if who not in self.cards)  # L-3.1
        self.stage = "pick"

    def _deck(self):
        """L-2.4: every card that is neither Jack's nor in somebody's hand."""
        gone = {self.identity, *self.alibis["jack"], *self.alibis["detective"]}
        return [who for who in CHARACTERS if who not in gone]

    def _list_alibi(self):
        return ["alibi=" + who for who in self._deck()]

    def _do_alibi(self, token):
        seat = self._player()  # L-5.2: the drawer keeps it, the token is not turned
        self.alibis = {**self.alibis, seat: self.alibis[seat] + (token[-2:],)}
        self.draw_alibi = False
        self._settle()

    # ---- the course of a round ---------------------------------------------------

    def _begin_round(self, number):
        self.round = number
        self.slot = 1
        if number % 2:
            self.stage = "cards"
        else:
            self.cards, self.next = self.next, ()  # L-3.1
            self.stage = "pick"

    def _list_pick(self):
        return list(self.cards)

    def _do_pick(self, token):
        self.cards = tuple(who for who in self.cards if who != token)
        self.active = token
        self._settle()

    def _settle(self):
        """Go to the next step of the activation that leaves something to decide."""
        if self.points and not self._calls(self.points):
            self.points = 0  # L-5.12
        if self.points:
            self.stage = "call"  # L-5.13
        elif self.turn_lantern:
            self.stage = "face"
        elif self.draw_alibi:
            self.stage = "alibi"
        elif not self.moved or self._powers():
            self.stage = "act"
        else:
            self._end_activation()  # L-5.1: a power without target lapses here

    def _end_activation(self):
        self._clear_activation()
        if self.slot < 4:
            self.slot += 1
            self.stage = "pick"
        else:
            self._end_round()

    def _end_round(self):
        """L-3.3: the call, then the gaslight, then the next round."""
        self._call_witnesses()
        self.lamps = {  # L-3.4: unnumbered tiles carry 0 and so always stay
            place: number for place, number in self.lamps.items()
            if number != self.round
        }
        if self.round == ROUNDS:
            self._finish("jack", "time")  # L-8.1
        else:
            self._begin_round(self.round + 1)

    def _call_witnesses(self):
        seen = self.visible()
        jack_seen = self.identity in seen
        self.witness = "visible" if jack_seen else "invisible"  # L-7.5
        self.suspects = frozenset(  # L-7.6
            who for who in self.suspects if (who in seen) == jack_seen
        )
        self._note("witness=" + self.witness)

    def _finish(self, winner, why):
        self._clear_activation()
        self.result = {"winner": winner, "why": why}
        self.stage = "over"
        self._note(f"over={winner}:{why}")

    def _list_over(self):
        return []

    # ---- one activation ----------------------------------------------------------

    def _list_act(self):
        moves = [] if self.moved else self._moves()
        return moves + self._powers()

    def _do_act(self, token):
        kind, colon, rest = token.partition(":")
        if colon:
            getattr(self, "_do_" + kind)(rest)
        elif token.startswith("!"):
            self._accuse(token[1:])
        elif token[1:] in EXITS:
            self._put(self.active, token[1:])
            self._finish("jack", "escape")  # L-6.3
        else:
            if token != "stay":
                self._put(self.active, token[1:])
            self._end_move()

    def _end_move(self):
        self.moved = True
        self.turn_lantern = self.active == "JW"  # L-5.3
        self.draw_alibi = self.active == "SH" and bool(self._deck())  # L-5.2
        self._settle()

    def _accuse(self, accused):
        self._put(self.active, self.positions[accused])
        if accused == self.identity:  # L-6.2
            self._finish("detective", "arrest")
        else:
            self._finish("jack", "wrong-accusation")

    def _put(self, who, place):
        self.positions = {**self.positions, who: place}

    def _occupants(self):
        return {place: who for who, place in self.positions.items()}

    # ---- moving ------------------------------------------------------------------

    def _range(self):
        return 4 if self.active == "MS" else 3  # L-4.1

    def _links(self, place):
        """Where one movement point of the active character leads."""
        if self.active == "MS":
            targets = list(NEIGHBOURS[place])  # L-5.7
        else:
            targets = [n for n in NEIGHBOURS[place] if n in STREETS]  # L-4.2
        open_manholes = self.manholes - self.covers
        if place in open_manholes:
            targets += open_manholes - {place}  # L-4.5, L-4.6
        return targets

    def _moves(self):
        """The move itself in all its forms, and what may be done in its place."""
        start = self.positions[self.active]
        steps = walk(start, self._links, self._range())
        ends = [place for place in steps if place in STREETS and place != start]
        occupants = self._occupants()
        free = [">" + place for place in ends if place not in occupants]
        tokens = free or ["stay"]  # L-4.7
        if self._player() == "detective":  # L-4.4, L-6.1
            tokens = tokens + ["!" + occupants[p] for p in ends if p in occupants]
        return tokens + self._escapes(steps) + self._swaps()

    def _escapes(self, steps):
        """L-6.3, L-6.4: open exits that Jack reaches with one point to spare."""
        if self._player() != "jack" or self.active != self.identity:
            return []
        if self.witness != "invisible":
            return []
        return [
            ">" + exit_name for exit_name, place in EXITS.items()
            if exit_name not in self.cordons
            and place in steps and steps[place] + 1 <= self._range()
        ]

    # ---- powers ------------------------------------------------------------------

    def _powers(self):
        """L-5.1: tokens of a power that may stand on either side of the move."""
        if self.powered or self.active not in EITHER_SIDE:
            return []
        if self.active == "JS":  # L-5.5
            return shifts("lamp", self.lamps, GASLIGHTS)
        if self.active == "IL":  # L-5.6
            return shifts("cordon", self.cordons, EXITS)
        if self.active == "JB":  # L-5.15
            return shifts("cover", self.covers, self.manholes)
        return self._calls(WHISTLE_POINTS)

    def _do_lamp(self, rest):
        old, new = rest.split(">")
        lamps = dict(self.lamps)
        lamps[new] = lamps.pop(old)
        self.lamps = lamps
        self._end_power()

    def _do_cordon(self, rest):
        old, new = rest.split(">")
        self.cordons = self.cordons - {old} | {new}
        self._end_power()

    def _do_cover(self, rest):
        old, new = rest.split(">")
        self.covers = self.covers - {old} | {new}
        self._end_power()

    def _end_power(self):
        self.powered = True
        self._settle()

    def _swaps(self):
        if self.active != "WG":
            return []
        return ["swap:" + who for who in CHARACTERS if who != "WG"]  # L-5.14

    def _do_swap(self, who):
        here, there = self.positions["WG"], self.positions[who]
        self._put("WG", there)
        self._put(who, here)
        self.moved = True  # in place of the move
        self.turn_lantern = who == "JW"  # L-5.4
        self._settle()

    def _calls(self, points):
        """Whistle tokens that so many points pay for."""
        return [
            f"call:{who}>{place}"
            for who in CHARACTERS if who != "SG"
            for place, cost in self._call_targets(who).items() if cost <= points
        ]

    def _call_targets(self, who):
        """{free hex: points} for one character, whatever the points at hand."""
        to_goodley = street_steps(self.positions["SG"])  # L-5.9
        start = self.positions[who]
        occupants = self._occupants()
        targets = {}
        for place, cost in street_steps(start).items():
            gain = to_goodley[start] - to_goodley[place]
            if place in occupants or gain <= 0:  # L-5.11
                continue
            # L-5.10: with as many steps as it gains, each of them must bring it nearer.
            if self.options["whistle"] == "free" or gain == cost:
                targets[place] = cost
        return targets

    def _do_call(self, token):
        who, place = token.removeprefix("call:").split(">")
        points = self.points if self.powered else WHISTLE_POINTS
        self.points = points - self._call_targets(who)[place]
        self.turn_lantern = self.turn_lantern or who == "JW"  # L-5.4
        self._put(who, place)
        self._end_power()

    def _list_call(self):
        return self._calls(self.points)

    def _list_face(self):
        return ["^" + way for way in DIRECTIONS]

    def _do_face(self, token):
        self.lantern = token[1:]
        self.turn_lantern = False
        self._settle()

    # ---- light -------------------------------------------------------------------

    def visible(self):
        """The characters that a call for witnesses would find visible (L-7.4)."""
        lit = self._lit()
        on_board = {w: p for w, p in self.positions.items() if p in CELLS}
        taken = set(on_board.values())
        return {
            who for who, place in on_board.items()
            if place in lit or any(near in taken for near in NEIGHBOURS[place])
        }

    def _lit(self):
        near_lamps = {n for lamp in self.lamps for n in NEIGHBOURS[lamp]}  # L-7.1
        return (near_lamps | self._beam()) & STREETS

    def _beam(self):
        """L-7.2, L-7.3: the hexes before Watson up to the first that is no street."""
        beam = set()
        if self.positions["JW"] not in CELLS:
            return beam  # he has left the district with his lantern
        place = step(self.positions["JW"], self.lantern)
        while place in STREETS:
            beam.add(place)
            place = step(place, self.lantern)
        return beam


def shifts(kind, taken, places):
    """Tokens that carry one piece from where it lies to a place that has none."""
    empty = [place for place in places if place not in taken]
    return [f"{kind}:{old}>{new}" for old in taken for new in empty]


def redact(text, reader, seat):
    """Hide the value of another seat's secret."""
    if reader in (None, seat):
        return text
    return text.partition("=")[0] + "=?"


def check_seat(seat):
    if seat not in SEATS:
        raise ValueError(f"unknown seat {seat!r}")
