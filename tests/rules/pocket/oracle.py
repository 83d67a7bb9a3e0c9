"""Pocket by the book: a slow, plain second opinion on the rules.

The engine is checked against this module move by move, so the two must not share
ideas.  Here a tile is a dict, the district a list of nine of them, and a look down a
street is a walk from tile to tile.  Nothing is packed, cached or worked out ahead.

Rule ids (P-...) name the numbered rules of the game.
"""

import copy

# Every character with the hourglasses on the alibi card (MD has two).
HOURGLASSES = {
    "SG": 0, "IL": 0, "MS": 1, "JS": 1, "JP": 1, "WG": 1, "JL": 1, "JB": 1, "MD": 2,
}
# The two faces of the four action tokens.                                    P-3.3
TOKENS = (
    ("rotate", "exchange"),
    ("rotate", "joker"),
    ("alibi", "holmes"),
    ("toby", "watson"),
)
START = {"holmes": 12, "watson": 4, "toby": 8}                              # P-2.2
FIXED_WALLS = {1: "w", 3: "e", 8: "s"}                                      # P-2.1
NO_WALL_WHEN_EMPTY = {"JL"}                                                 # P-4.1

# One turn's order of play, first to fourth action.                           P-3.2
ODD_ORDER = ("detective", "jack", "jack", "detective")
EVEN_ORDER = ("jack", "detective", "detective", "jack")
LAST_TURN = 8                                                               # P-3.1
GOAL = 6                                                                    # P-7.1

COMPASS = "nesw"                                                      # clockwise
STEP = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}     # (row, column)
QUARTERS = {"cw": 1, "half": 2, "ccw": 3}

# The outer positions clockwise: the first tile (row, column) that a detective standing
# there faces, and the way he looks.                                          P-1.1
OUTLOOK = {
    1: (0, 0, "s"), 2: (0, 1, "s"), 3: (0, 2, "s"),         # above the district
    4: (0, 2, "w"), 5: (1, 2, "w"), 6: (2, 2, "w"),         # right of it
    7: (2, 2, "n"), 8: (2, 1, "n"), 9: (2, 0, "n"),         # below it
    10: (2, 0, "e"), 11: (1, 0, "e"), 12: (0, 0, "e"),      # left of it
}

SEATS = ("jack", "detective", "public")


def turned(direction, quarters):
    """Return the compass direction after that many quarter turns clockwise."""
    return COMPASS[(COMPASS.index(direction) + quarters) % 4]


def tiles_seen(tiles, position):
    """Walk from an outer position through the district; return the tiles seen.

    Only walls across the street matter: characters, detectives and walls along the
    street do not, and neither does the side a tile lies on.                  P-4.2
    """
    row, column, gaze = OUTLOOK[position]
    seen = []
    while 0 <= row < 3 and 0 <= column < 3:
        tile = tiles[3 * row + column]
        if tile["wall"] == turned(gaze, 2):     # it turns its wall to the detective
            break
        seen.append(tile)
        if tile["wall"] == gaze:                # its back is closed
            break
        row, column = row + STEP[gaze][0], column + STEP[gaze][1]
    return seen


class Game:
    """One game, chance included, driven by tokens.

    `phase` says what kind of token comes next: tile, deal, toss, action, alibi, or
    over.  `log` keeps all that was played and announced, each entry with a mark
    telling whether it is Jack's secret; a seat's history is read off it.
    """

    def __init__(self, options):
        if options:
            raise ValueError("pocket has no options, got " + ascii(sorted(options)))
        self.phase = "tile"
        self.turn = 0
        self.slot = 1
        self.tiles = [None] * 9
        self.detectives = dict(START)
        self.identity = None
        self.pile = list(HOURGLASSES)   # what may still be drawn; its order is chance
        self.cards = {"jack": [], "detective": []}
        self.turn_tokens = {"jack": 0, "detective": 0}
        self.faces = []
        self.backs = []                 # faces of the coming even turn
        self.rotated = []
        self.result = None
        self.log = []

    # ---- playing ---------------------------------------------------------------

    def legal(self):
        """Return every token that may come now, in ascending byte order."""
        options = {
            "tile": self._tile_tokens,
            "deal": lambda: ["deal=" + who for who in HOURGLASSES],
            "toss": self._toss_tokens,
            "alibi": lambda: ["alibi=" + who for who in self.pile],
            "action": self._action_tokens,
            "over": lambda: [],
        }
        return sorted(options[self.phase]())

    def do(self, token):
        """Play one token, and whatever follows from it without a choice."""
        if token not in self.legal():
            raise ValueError(f"{ascii(token)} is not legal at this point")
        secret = self.phase == "deal" or (
            self.phase == "alibi" and self._actor() == "jack")      # P-1.2, P-5.7
        self.log.append((token, secret))
        play = {
            "tile": self._lay_tile,
            "deal": self._deal,
            "toss": self._toss,
            "alibi": self._draw,
            "action": self._act,
        }
        play[self.phase](token)

    def clone(self):
        """Return an independent copy, so that lines can be tried out."""
        return copy.deepcopy(self)

    def _actor(self):
        """Return the side whose action the present slot is."""
        return (ODD_ORDER if self.turn % 2 else EVEN_ORDER)[self.slot - 1]

    # ---- set-up ----------------------------------------------------------------

    def _tile_tokens(self):
        laid = [tile["who"] for tile in self.tiles if tile]
        walls = FIXED_WALLS.get(len(laid) + 1, COMPASS)             # P-2.1
        return ["tile=" + who + wall
                for who in HOURGLASSES if who not in laid for wall in walls]

    def _lay_tile(self, token):
        who, wall = token[5:7], token[7]
        self.tiles[self.tiles.index(None)] = {
            "who": who, "wall": wall, "side": "suspect"}
        if None not in self.tiles:
            self.phase = "deal"

    def _deal(self, token):
        self.identity = token[5:]
        self.pile.remove(self.identity)                             # P-1.2
        self._begin_turn()

    # ---- turns -----------------------------------------------------------------

    def _begin_turn(self):
        """Open the next turn; even ones need no throw, the backs lie ready."""
        self.turn += 1
        self.slot = 1
        self.rotated = []
        self.faces, self.backs = self.backs, []                     # P-3.2
        self.phase = "toss" if self.turn % 2 else "action"

    def _toss_tokens(self):
        return ["toss=" + a + b + c + d
                for a in "12" for b in "12" for c in "12" for d in "12"]

    def _toss(self, token):
        for pair, digit in zip(TOKENS, token[5:]):
            up, down = pair if digit == "1" else pair[::-1]
            self.faces.append(up)
            self.backs.append(down)
        self.phase = "action"

    def _end_action(self):
        """Hand on to the next action, or call for witnesses after the fourth."""
        if self.slot < 4:
            self.slot += 1
            self.phase = "action"
        else:
            self._appeal()

    # ---- actions ---------------------------------------------------------------

    def _action_tokens(self):
        options = {
            "holmes": lambda: ["holmes:1", "holmes:2"],             # P-5.1
            "watson": lambda: ["watson:1", "watson:2"],
            "toby": lambda: ["toby:1", "toby:2"],
            "joker": self._joker_tokens,
            "rotate": self._rotate_tokens,
            "exchange": self._exchange_tokens,
            "alibi": lambda: ["alibi"],
        }
        # A set: two rotate faces offer the same rotations.
        return [token for face in set(self.faces) for token in options[face]()]

    def _joker_tokens(self):
        nobody = ["none"] if self._actor() == "jack" else []        # P-5.2, P-5.3
        return ["joker:" + name for name in list(self.detectives) + nobody]

    def _rotate_tokens(self):
        """A tile turns once per turn, whoever turned it and wherever it now lies."""
        return [f"rotate:{place}:{way}"
                for place, tile in enumerate(self.tiles, 1)
                if tile["who"] not in self.rotated                  # P-5.4, P-5.6
                for way in QUARTERS]

    def _exchange_tokens(self):
        return [f"exchange:{one}:{other}"                           # P-5.5
                for one in range(1, 10) for other in range(one + 1, 10)]

    def _act(self, token):
        """Use up the face that the token names, then do what it says."""
        face, *words = token.split(":")
        self.faces.remove(face)
        if face == "alibi":
            self.phase = "alibi"        # the action ends when the card is known
            return
        if face == "joker":
            if words[0] != "none":
                self._walk(words[0], 1)
        elif face == "rotate":
            self._rotate(self.tiles[int(words[0]) - 1], QUARTERS[words[1]])
        elif face == "exchange":
            self._exchange(int(words[0]) - 1, int(words[1]) - 1)
        else:
            self._walk(face, int(words[0]))
        self._end_action()

    def _walk(self, name, steps):
        """Move a detective clockwise; 12 is followed by 1."""
        self.detectives[name] = (self.detectives[name] + steps - 1) % 12 + 1

    def _rotate(self, tile, quarters):
        if tile["wall"] is not None:    # the open crossing turns without effect
            tile["wall"] = turned(tile["wall"], quarters)
        self.rotated.append(tile["who"])

    def _exchange(self, one, other):
        tiles = self.tiles
        tiles[one], tiles[other] = tiles[other], tiles[one]

    def _draw(self, token):
        """Give the card to the drawer; only the Investigator's clears a suspect."""
        who = token[6:]
        self.pile.remove(who)
        self.cards[self._actor()].append(who)
        if self._actor() == "detective":                            # P-5.7, P-5.8
            for tile in self.tiles:
                if tile["who"] == who:
                    self._turn_over(tile)
        self._end_action()

    def _turn_over(self, tile):
        tile["side"] = "empty"
        if tile["who"] in NO_WALL_WHEN_EMPTY:                       # P-4.1
            tile["wall"] = None

    # ---- witnesses and the end -------------------------------------------------

    def _suspects(self):
        """Return who is still suspected: all nine until the district is laid."""
        if None in self.tiles:
            return sorted(HOURGLASSES)
        return sorted(t["who"] for t in self.tiles if t["side"] == "suspect")

    def _visible(self):
        """Return the suspects whom at least one detective sees."""      # P-4.3
        if None in self.tiles:
            return []
        seen = {tile["who"] for position in self.detectives.values()
                for tile in tiles_seen(self.tiles, position)}
        return [who for who in self._suspects() if who in seen]

    def _hourglasses(self):
        """Return Jack's true total; his identity card does not count."""   # P-1.2
        drawn = sum(HOURGLASSES[who] for who in self.cards["jack"])
        return self.turn_tokens["jack"] + drawn

    def _appeal(self):
        """Jack answers, the cleared are turned over, somebody gets the token."""
        visible = self._visible()
        jack_seen = self.identity in visible
        for tile in self.tiles:
            suspected = tile["side"] == "suspect"
            if suspected and (tile["who"] in visible) != jack_seen:  # P-6.1
                self._turn_over(tile)
        self.turn_tokens["detective" if jack_seen else "jack"] += 1
        self._announce("witness=" + ("visible" if jack_seen else "invisible"))
        self.result = self._verdict(jack_seen)
        if self.result:
            self.phase = "over"
            self._announce("over={winner}:{why}".format(**self.result))
        else:
            self._begin_turn()

    def _announce(self, text):
        self.log.append((text, False))

    def _verdict(self, jack_seen):
        """Return how the game has ended with this appeal, or None if it goes on."""
        unmasked = len(self._suspects()) == 1                       # P-7.1
        enough = self._hourglasses() >= GOAL
        last = self.turn == LAST_TURN
        if unmasked and (jack_seen or not enough):                 # P-7.2, P-7.3
            return {"winner": "detective", "why": "suspects"}
        if enough and not unmasked:                                # P-7.2
            return {"winner": "jack", "why": "hourglasses"}
        if unmasked and last:                                       # P-7.4
            return {"winner": "jack", "why": "unseen"}
        if last:                                                    # P-7.5
            return {"winner": "jack", "why": "time"}
        return None

    # ---- what can be known -----------------------------------------------------

    def _to_act(self):
        if self.phase == "over":
            return "none"
        return self._actor() if self.phase == "action" else "chance"

    def state(self):
        """Return the whole truth in the shape of the protocol's JSON."""
        return {
            "game": "pocket",
            "round": self.turn,
            "slot": self.slot,
            "to_act": self._to_act(),
            "suspects": self._suspects(),
            "identity": self.identity,
            "alibis": {side: sorted(cards) for side, cards in self.cards.items()},
            "alibis_drawn": {side: len(cards) for side, cards in self.cards.items()},
            "result": self.result and dict(self.result),
            "tiles": [tile and dict(tile) for tile in self.tiles],
            "detectives": dict(self.detectives),
            "faces": sorted(self.faces),
            "next": list(self.backs),
            "rotated": sorted(self.rotated),
            "tokens": dict(self.turn_tokens),
            "hourglasses": self._hourglasses(),
            "visible": self._visible(),
        }

    def view(self, seat):
        """Return the state without what the seat may not know.               P-8.1

        Only Jack has secrets, so his view is the whole state; after the end there
        are none left.
        """
        known = self.state()
        if not self._keeps_secrets_from(seat) or self.phase == "over":
            return known
        del known["identity"], known["hourglasses"], known["alibis"]["jack"]
        return known

    def history(self, seat):
        """Return the tokens and announcements as that seat has come to hear them.

        At the end every `?` of the seat is made good, in the order they came; Jack
        has none, so his history stops with the result.
        """
        if not self._keeps_secrets_from(seat):
            return [text for text, _ in self.log]
        heard = [text.split("=")[0] + "=?" if secret else text
                 for text, secret in self.log]
        if self.phase == "over":
            heard += [text for text, secret in self.log if secret]
        return heard

    def _keeps_secrets_from(self, seat):
        if seat not in SEATS:
            raise ValueError("a seat is one of jack, detective, public")
        return seat != "jack"
