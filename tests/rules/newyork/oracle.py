"""The rules of Mr Jack in New York, written out plainly to check the engine against.

This is an oracle, not an engine.  It was written from the numbered rules alone and
looks everything up afresh each time: places are strings, tiles are sets of places and
reach is a search over the board as it stands.  Whatever the two implementations agree
on was therefore found by two different roads.

A `Game` waits for one token at a time.  `phase` names the kind of token:

    deal  cards  alibi     chance decides
    pick                   a player chooses one of the cards face up
    play                   a player moves the active character or uses its power
    inform                 a player puts the visited Informant somewhere
    over                   nothing any more

Comments such as `N-6.8` or `L-4.7` name the rule that a line enforces.
"""

from collections import deque
from itertools import combinations

# The order of the list matters for `cards=` and `swap:`.
CHARACTERS = ("AB", "CR", "LL", "EG", "JC", "ME", "FT", "ES")

# A space is its column letter and its doubled row, counted from the top.
SPACES = {
    "street": """
        a10
        b7 b9 b11
        c8 c10 c12 c14
        d5 d7 d13 d15
        e4 e6 e8 e10 e12 e14
        f3 f5 f7 f9 f11 f13 f15
        g4 g6 g8 g10 g12 g14
        h3 h5 h7 h9 h11 h13
        i2 i4 i6 i8 i10 i12
        j3 j7 j9 j13
        k2 k4 k8 k12 k14
        l3 l5 l7 l9 l11 l13 l15
        m2 m4 m6 m8 m10 m12 m14 m16
    """.split(),
    "building": "d9 d11 j5 j11 k6 k10".split(),
    "quay": "a8 c6 e16 g2".split(),
    "port": "b13 e2 g16 k16 l1".split(),
    "exit": ["n11"],
    "liberty": ["li"],
}
KIND = {place: kind for kind, places in SPACES.items() for place in places}

PRINTED_METRO = "g8"
LAND_EXIT = "n11"
LIBERTY = "li"
FERRIES = {"a8": ["li"], "c6": ["li"], "li": ["g2", "e16"]}  # N-4.2: one-way

START = {
    "positions": {
        "AB": "e10", "CR": "i8", "LL": "f11", "EG": "j7",
        "JC": "f9", "ME": "h5", "FT": "h11", "ES": "j9",
    },
    "metro": ["b9", "k4", "l13"],
    "gaslamp": ["c10", "m12"],
    "investigation": [("e4", "f3"), ("k14", "l15")],
    "steamers": ["e2", "k16"],
    "informant": "li",
}

ROUNDS = 8
POINTS = 3
SEATS = ("jack", "detective", "public")
ODD_ORDER = ("detective", "jack", "jack", "detective")  # L-3.2
EVEN_ORDER = ("jack", "detective", "detective", "jack")


def by_column(place):
    """Sort key for the hexes of a pair: column first, then the row as a number."""
    return place[0], int(place[1:])


def hex_neighbours(place):
    """The spaces that share a side with this one; Liberty Island has none (N-4.2)."""
    if place == LIBERTY:
        return []
    column, row = ord(place[0]), int(place[1:])
    around = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)]
    names = [f"{chr(column + dc)}{row + dr}" for dc, dr in around]
    return [name for name in names if name in KIND]


NEIGHBOURS = {place: hex_neighbours(place) for place in KIND}


def street_pairs():
    """Every two neighbouring street spaces, each pair once and in token order."""
    pairs = set()
    for one in SPACES["street"]:
        for two in NEIGHBOURS[one]:
            if KIND[two] == "street":
                pairs.add(tuple(sorted((one, two), key=by_column)))
    return sorted(pairs)


STREET_PAIRS = street_pairs()


def in_card_order(codes):
    """The same characters in the order of the character list."""
    return [code for code in CHARACTERS if code in codes]


class Game:
    """One game from the deal to the end, with the whole truth inside."""

    def __init__(self, options):
        """Set up the board; this game has no options, so any option is refused."""
        if options:
            raise ValueError(f"newyork has no option '{sorted(options)[0]}'")
        self.phase = "deal"
        self.round, self.slot = 0, 1
        self.identity = None
        self.suspects = set(CHARACTERS)  # N-1.2
        self.alibis = {"jack": [], "detective": []}
        self.result = None
        self.cards, self.next = [], []
        self.witness = "visible"  # N-2.2
        self.positions = dict(START["positions"])
        self.metro = set(START["metro"])
        self.gaslamp = set(START["gaslamp"])
        self.site, self.park = set(), set()
        self.probes = list(START["investigation"])
        self.steamers = set(START["steamers"])
        self.informant, self.talkative = START["informant"], True  # N-2.1
        self.active = None
        self.moved = self.powered = False
        self.log = []  # (text, the only seat that may read it or None)

    def clone(self):
        """An independent copy, for trying tokens out."""
        twin = Game.__new__(Game)
        for name, value in vars(self).items():
            if isinstance(value, (set, dict, list)):
                value = value.copy()
            setattr(twin, name, value)
        twin.alibis = {seat: list(drawn) for seat, drawn in self.alibis.items()}
        return twin

    # ------------------------------------------------------------ what is legal

    def legal(self):
        """All legal tokens in ascending byte order; none when the game is over."""
        return sorted(getattr(self, f"_{self.phase}_tokens")())

    def _deal_tokens(self):
        return [f"deal={who}" for who in CHARACTERS]

    def _cards_tokens(self):
        return ["cards=" + ",".join(four) for four in combinations(CHARACTERS, 4)]

    def _alibi_tokens(self):
        return [f"alibi={who}" for who in self._deck()]

    def _pick_tokens(self):
        return list(self.cards)

    def _inform_tokens(self):
        """N-6.9: the Informant goes to any other space where nobody stands."""
        taken = set(self.positions.values()) | {self.informant}
        return [f"inform:{p}" for p in KIND if self._can_stand(p) and p not in taken]

    def _play_tokens(self):
        """The move and the power, whichever of them the activation still owes."""
        tokens = [] if self.moved else self._move_tokens()
        powers = self._unused_power_tokens()
        if self.active == "FT" and self.moved and powers:
            tokens.append("end")  # N-6.12
        return tokens + powers

    def _over_tokens(self):
        return []

    # ------------------------------------------------------------------- moving

    def _move_tokens(self):
        """The activated character's own move, or `stay` if it is blocked."""
        reach = self._reach(self.active, pushed=False)
        tokens = [f">{place}" for place in self._landings(reach)]
        if not tokens:
            tokens = ["stay"]  # N-5.4
        if self._player() == "detective":  # N-7.1
            tokens += [f"!{who}" for who in self._others() if self._at(who) in reach]
        tokens += [f">{place}" for place in self._ways_out(self.active, reach)]
        return tokens

    def _push_tokens(self):
        """N-6.7: Eastman walks somebody of his own status instead of himself."""
        if self.moved:
            return []
        visible = self._visible()
        tokens = []
        for who in self._others():
            if (who in visible) != ("ME" in visible):
                continue
            reach = self._reach(who, pushed=True)
            ends = self._landings(reach) + self._ways_out(who, reach)
            tokens += [f"push:{who}>{place}" for place in ends]
        return tokens

    def _reach(self, who, pushed):
        """Each space that `who` can come to, with the fewest points needed.

        Cloud Rider's free crossings are in it too, because she may escape from
        there; `_landings` takes them out again.
        """
        crosses = who == "CR" and not pushed  # N-5.5, N-6.7
        start = self._at(who)
        cost = {start: 0}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for there in self._steps(here, metro=not pushed):
                free = crosses and self._is_built(there)
                if not free and not self._can_stand(there):
                    continue
                points = cost[here] + (0 if free else 1)
                if points < cost.get(there, POINTS + 1):
                    cost[there] = points
                    queue.append(there)
        return cost

    def _steps(self, here, metro):
        """Where one step leads from here, before asking who may stand there."""
        steps = NEIGHBOURS[here] + FERRIES.get(here, [])
        entrances = self._open_entrances()
        if metro and here in entrances:
            steps = steps + sorted(entrances - {here})  # N-4.3
        return steps

    def _landings(self, reach):
        """Spaces of `reach` where a move may end without accusing (N-5.2, N-5.3).

        The mover's own space is among the occupied ones, so that it has to leave.
        """
        taken = set(self.positions.values())
        if not self.talkative:
            taken.add(self.informant)
        return [p for p in reach if self._can_stand(p) and p not in taken]

    def _ways_out(self, who, reach):
        """N-7.2, N-7.3: exits open to `who`, each one point beyond the last space."""
        jack_moves_jack = self._player() == "jack" and who == self.identity
        if not jack_moves_jack or self.witness == "visible":
            return []
        return [
            way for way in sorted(self.steamers | {LAND_EXIT})
            if any(reach.get(p, POINTS) < POINTS for p in NEIGHBOURS[way])
        ]

    # ------------------------------------------------------------------- powers

    def _unused_power_tokens(self):
        """Targets of the active character's power, none once it has been used."""
        if self.powered:
            return []
        tokens_of = {
            "AB": self._metro_tokens,
            "CR": self._site_tokens,
            "LL": self._lamp_tokens,
            "EG": self._park_tokens,
            "JC": self._probe_tokens,
            "ME": self._push_tokens,
            "FT": self._swap_tokens,
            "ES": self._steamer_tokens,
        }
        return tokens_of[self.active]()

    def _metro_tokens(self):
        """N-6.1: covered and printed entrances keep new ones away as well."""
        entrances = self.metro | {PRINTED_METRO}
        return [f"metro:{p}" for p in self._empty_streets()
                if entrances.isdisjoint(NEIGHBOURS[p])]

    def _site_tokens(self):
        return [f"site:{p}" for p in self._empty_streets()]  # N-6.2

    def _lamp_tokens(self):
        return [f"lamp:{p}" for p in self._empty_streets()
                if self.gaslamp.isdisjoint(NEIGHBOURS[p])]  # N-6.3

    def _park_tokens(self):
        """N-6.5: only an Investigation tile on top protects a tile from turning."""
        tiles = self.gaslamp | self.site | self.metro
        return [f"park:{p}" for p in tiles - self._covered()]

    def _probe_tokens(self):
        """N-6.6: each of the two tiles to each pair of spaces that can take it."""
        tokens = []
        for tile in self.probes:
            shut = self.gaslamp | self.site | self._occupied()
            for other in self.probes:
                if other != tile:
                    shut.update(other)
            tokens += [f"probe:{','.join(tile)}>{','.join(pair)}"
                       for pair in STREET_PAIRS
                       if pair != tile and shut.isdisjoint(pair)]
        return tokens

    def _swap_tokens(self):
        """N-6.8: one of the two stands next to Tumblety, who may be the other."""
        near = [who for who in self._others()
                if self._at(who) in NEIGHBOURS[self._at("FT")]]
        tokens = []
        for one in near:
            for two in CHARACTERS:
                twice = two in near and two in CHARACTERS[:CHARACTERS.index(one)]
                if one != two and not twice:
                    tokens.append(f"swap:{one},{two}")
        return tokens

    def _steamer_tokens(self):
        """N-6.10"""
        berths = [p for p in SPACES["port"] if p not in self.steamers]
        return [f"steamer:{a}>{b}" for a in self.steamers for b in berths]

    # -------------------------------------------------------- reading the board

    def _at(self, who):
        return self.positions[who]

    def _others(self):
        """Everybody but the active character, in list order."""
        return [who for who in CHARACTERS if who != self.active]

    def _player(self):
        """The player whose activation this is."""
        order = ODD_ORDER if self.round % 2 else EVEN_ORDER
        return order[self.slot - 1]

    def _deck(self):
        """Alibi cards that nobody has drawn yet (L-2.4)."""
        gone = {self.identity, *self.alibis["jack"], *self.alibis["detective"]}
        return [who for who in CHARACTERS if who not in gone]

    def _covered(self):
        """Spaces under the two Investigation tiles."""
        return {place for pair in self.probes for place in pair}

    def _occupied(self):
        """Spaces with a character or the Informant on them."""
        return {self.informant, *self.positions.values()}

    def _is_built(self, place):
        return KIND[place] == "building" or place in self.site

    def _can_stand(self, place):
        """N-4.1"""
        if KIND[place] not in ("street", "quay", "liberty"):
            return False
        shut = (self.site, self.gaslamp, *self.probes)
        return not any(place in tiles for tiles in shut)

    def _open_entrances(self):
        """N-4.3: metro entrances that trains stop at now."""
        return (self.metro | {PRINTED_METRO}) - self._covered()

    def _empty_streets(self):
        """N-6.4"""
        tiles = self.metro | self.gaslamp | self.site | self.park | {PRINTED_METRO}
        full = tiles | self._covered() | self._occupied()
        return [p for p in SPACES["street"] if p not in full]

    def _is_hidden_place(self, place):
        return place in self.park or place == LIBERTY  # N-8.2

    def _visible(self):
        """The characters that would be visible if the appeal were made now."""
        return {who for who in CHARACTERS if self._is_visible(who)}

    def _is_visible(self, who):
        here = self._at(who)
        if self._is_hidden_place(here):
            return False
        around = NEIGHBOURS[here]
        if KIND[here] == "street" and not self.gaslamp.isdisjoint(around):
            return True  # N-8.1; quays stay dark, N-8.4
        return any(place in around and not self._is_hidden_place(place)
                   for place in self.positions.values())  # N-8.3

    # ---------------------------------------------------------- playing a token

    def do(self, token):
        """Play one token; ValueError if it is not legal now."""
        if token not in self.legal():
            raise ValueError(f"'{token}' is not legal at this point ({self.phase})")
        self.log.append((token, self._owner_of_secret()))
        getattr(self, f"_do_{self.phase}")(token)
        if self.phase == "play":
            self._close_if_complete()

    def _owner_of_secret(self):
        """The only seat that sees the token played now, None if everybody does."""
        return {"deal": "jack", "alibi": self._player()}.get(self.phase)

    def _do_deal(self, token):
        self.identity = token[-2:]
        self._open_round()

    def _do_cards(self, token):
        self.cards = token.removeprefix("cards=").split(",")
        self.next = [who for who in CHARACTERS if who not in self.cards]  # L-3.1
        self.phase = "pick"

    def _do_pick(self, token):
        self.cards.remove(token)
        self.active = token
        self.moved = self.powered = False
        self.phase = "play"

    def _do_inform(self, token):
        self.informant, self.talkative = token.removeprefix("inform:"), False
        self.phase = "alibi" if self._deck() else "play"  # N-6.9

    def _do_alibi(self, token):
        self.alibis[self._player()].append(token[-2:])
        self.phase = "play"

    def _do_play(self, token):
        if token.startswith("!"):
            self._accuse(token[1:])
        elif token.startswith(">"):
            self.moved = True
            self._walk(self.active, token[1:])
        elif token == "stay":
            self.moved = True
        else:
            self.powered = True
            self._use_power(token)

    def _use_power(self, token):
        verb, _, what = token.partition(":")
        if verb == "push":
            self.moved = True  # N-6.7: it takes the place of his own move
            self._walk(*what.split(">"))
        elif verb == "swap":
            one, two = what.split(",")
            where = self.positions
            where[one], where[two] = where[two], where[one]
        elif verb == "steamer":
            old, new = what.split(">")
            self.steamers ^= {old, new}
        elif verb == "probe":
            old, new = (tuple(pair.split(",")) for pair in what.split(">"))
            self.probes.remove(old)
            self.probes.append(new)
        elif verb == "park":
            for tiles in (self.metro, self.gaslamp, self.site):
                tiles.discard(what)
            self.park.add(what)
        elif verb != "end":
            tiles = {"metro": self.metro, "lamp": self.gaslamp, "site": self.site}
            tiles[verb].add(what)

    def _walk(self, who, place):
        """End a move or a push: an escape, a visit to the Informant, or neither."""
        self.positions[who] = place
        if KIND[place] in ("port", "exit"):
            self._finish("jack", "escape")
        elif place == self.informant:
            self.phase = "inform"

    def _accuse(self, who):
        """L-6.2: either way the game ends on the spot."""
        self.positions[self.active] = self._at(who)
        if who == self.identity:
            self._finish("detective", "arrest")
        else:
            self._finish("jack", "wrong-accusation")

    # ------------------------------------------------------- what follows itself

    def _close_if_complete(self):
        """End the activation unless the move or a usable power is outstanding.

        A mandatory power without a target is passed over only here, after the
        move (N-6.11); so is Tumblety's when nobody stands next to him.
        """
        if not self.moved or self._unused_power_tokens():
            return
        self.active = None
        if self.slot < 4:
            self.slot += 1
            self.phase = "pick"
        else:
            self._close_round()

    def _close_round(self):
        self._appeal()
        if self.round == ROUNDS:
            self._finish("jack", "time")  # L-8.1
        else:
            self._open_round()

    def _appeal(self):
        """N-8.6: those who look unlike Jack are cleared."""
        visible = self._visible()
        jack_seen = self.identity in visible
        self.witness = "visible" if jack_seen else "invisible"
        self.suspects = {w for w in self.suspects if (w in visible) == jack_seen}
        self.log.append((f"witness={self.witness}", None))

    def _open_round(self):
        self.round += 1
        self.slot = 1
        self.talkative = True  # N-3.2
        if self.round % 2:
            self.phase = "cards"
        else:
            self.cards, self.next = self.next, []  # L-3.1
            self.phase = "pick"

    def _finish(self, winner, why):
        self.result = {"winner": winner, "why": why}
        self.active = None
        self.phase = "over"
        self.log.append((f"over={winner}:{why}", None))

    # --------------------------------------------------------- what is to be seen

    def state(self):
        """The whole truth, as the referee's `state` prints it."""
        return {
            "game": "newyork",
            "round": self.round,
            "slot": self.slot,
            "to_act": self._to_act(),
            "suspects": sorted(self.suspects),
            "identity": self.identity,
            "alibis": {seat: sorted(drawn) for seat, drawn in self.alibis.items()},
            "alibis_drawn": {seat: len(drawn) for seat, drawn in self.alibis.items()},
            "result": self.result and dict(self.result),
            "cards": in_card_order(self.cards),
            "next": in_card_order(self.next),
            "active": self.active,
            "witness": self.witness,
            "positions": dict(self.positions),
            "visible": sorted(self._visible()),
            "metro": sorted(self.metro),
            "gaslamp": sorted(self.gaslamp),
            "site": sorted(self.site),
            "park": sorted(self.park),
            "investigation": self._investigation(),
            "steamers": sorted(self.steamers),
            "informant": {
                "at": self.informant,
                "side": "talkative" if self.talkative else "silent",
            },
        }

    def view(self, seat):
        """The state as that seat may know it; everything once the game is over."""
        self._check_seat(seat)
        view = self.state()
        if self.phase == "over":
            return view
        view["alibis"] = {s: a for s, a in view["alibis"].items() if s == seat}
        if seat != "jack":
            del view["identity"]
        return view

    def history(self, seat):
        """The tokens and announcements of that seat, secrets of others as `?`.

        When the game is over, what had been hidden from the seat follows in order.
        """
        self._check_seat(seat)
        shown, hidden = [], []
        for text, owner in self.log:
            if owner in (None, seat):
                shown.append(text)
            else:
                shown.append(text.split("=")[0] + "=?")
                hidden.append(text)
        return shown + (hidden if self.phase == "over" else [])

    def _check_seat(self, seat):
        if seat not in SEATS:
            raise ValueError(f"unknown seat '{seat}', expected one of {SEATS}")

    def _to_act(self):
        if self.phase in ("deal", "cards", "alibi"):
            return "chance"
        return "none" if self.phase == "over" else self._player()

    def _investigation(self):
        """Both tiles with their spaces, ordered by column and then row."""
        pairs = sorted(self.probes, key=lambda pair: [by_column(p) for p in pair])
        return [list(pair) for pair in pairs]
