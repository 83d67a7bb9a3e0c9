"""Games, their states and what a seat may know of them.

The words are those of OpenSpiel where it has one: load_game, new_initial_state, current_player,
legal_actions, apply_action, chance_outcomes, returns, information_state_string ...

A State is the whole truth, for referees: it knows who Jack is. A View is what one seat, or the
public, may know of it, and everything that is given to a player or a program that learns should
come from one. The functions of State that take a player (observation_tensor, observation_string,
information_state_string) are made from that player's view.
"""

from __future__ import annotations

import ctypes
import enum
import json
import re
from typing import Any, Mapping, NamedTuple, overload

from . import _native
from ._arrays import Array, row
from ._native import CError, CGame, CState, CView, Error, Handle, MoveList, call, check, constants, lib

CHARACTERS_MAX = constants["ALIBI_CHARACTERS_MAX"]
_NO_ONE = constants["ALIBI_NO_ONE"]


class Seat(enum.IntEnum):
    """Who acts, and who won. The players are 0 and 1, as in OpenSpiel."""

    JACK = 0
    DETECTIVE = 1
    CHANCE = 2
    NOBODY = 3


class Viewer(enum.IntEnum):
    """Who looks. A player has the number of his seat."""

    JACK = 0
    DETECTIVE = 1
    PUBLIC = 4
    """A spectator, who knows no secret."""
    TRUTH = 5
    """A referee, who knows all of them: for records only."""


class PlayerId(enum.IntEnum):
    """What current_player says when no player is to act, in OpenSpiel's numbers."""

    CHANCE = -1
    TERMINAL = -4


class Character(NamedTuple):
    code: str
    name: str


class Option(NamedTuple):
    """An option of a game; the first value is the default."""

    name: str
    values: tuple[str, ...]
    about: str


class Place(NamedTuple):
    """A place of the board and where it is drawn."""

    name: str
    x: int
    y: int


class Feature(NamedTuple):
    """Columns of an observation: `n` of them from `first` on."""

    name: str
    """What they tell, such as "at"."""
    of: str
    """Of whom or what, such as a character's code; "" if that is no question."""
    first: int
    n: int


def viewer_of(viewer: int | str) -> Viewer:
    """VIEWER, a Viewer, a player's number or a word such as "jack"."""
    try:
        return Viewer[viewer.upper()] if isinstance(viewer, str) else Viewer(viewer)
    except (KeyError, ValueError):
        raise Error(f"expected jack, detective, public or truth, not {viewer}") from None


def _codes(game: Game, mask: int) -> tuple[str, ...]:
    """A set of characters as the tuple of their codes."""
    return tuple(c.code for i, c in enumerate(game.characters) if mask >> i & 1)


class Game:
    """A game of the library with the options that were chosen for it; load_game makes one."""

    def __init__(self, address: int, parameters: Mapping[str, str] | None = None) -> None:
        self._address = address
        self._c = CGame.from_address(address)
        self._option = (ctypes.c_uint8 * constants["ALIBI_OPTIONS_MAX"])()
        for name, value in (parameters or {}).items():
            said = f"{name}={value}".encode()
            call(lib.alibi_option_parse, self._option, address, said, len(said))
        self._actions = Handle(lib.alibi_actions_free)
        check(lib.alibi_actions_new(self._actions.out, address))
        self.name: str = self._c.name.decode()
        """One word, as in load_game."""
        self.title: str = self._c.title.decode()
        """For people."""
        self.characters = tuple(
            Character(c.code.decode(), c.name.decode())
            for c in self._table("struct alibi_character", "characters", "n_characters"))
        """In the order in which they stand for bits and columns."""
        self.options = tuple(
            Option(o.name.decode(), tuple(v.decode() for v in o.values if v), o.about.decode())
            for o in self._table("struct alibi_option", "option", "n_options"))
        self.places = tuple(Place(p.name.decode(), p.x, p.y)
                            for p in self._table("struct alibi_place", "place", "n_places"))

    def _table(self, kind: str, field: str, count: str) -> Any:
        n, address = getattr(self._c, count), getattr(self._c, field)
        return (_native.declarations.type(kind) * n).from_address(address) if n else ()

    def __repr__(self) -> str:
        return f"alibi.load_game({str(self)!r})"

    def __str__(self) -> str:
        chosen = ",".join(f"{k}={v}" for k, v in self.get_parameters().items())
        return f"{self.name}({chosen})" if chosen else self.name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def get_parameters(self) -> dict[str, str]:
        """The options and their values."""
        return {o.name: o.values[self._option[i]] for i, o in enumerate(self.options)}

    def new_initial_state(self) -> State:
        """The start of a game; chance is to act."""
        c = CState()
        lib.alibi_setup(ctypes.byref(c), self._address, self._option)
        return State(self, c)

    def deserialize_state(self, line: str) -> State:
        """The state of a position line, as docs/notation.md describes it. Its history is empty."""
        c = CState()
        said = line.encode()
        call(lib.alibi_position_parse, ctypes.byref(c), said, len(said))
        if c.game != self._address:
            raise Error(f"expected a position of {self.name}", _native.Status.BAD_POSITION)
        if c.hides:
            raise Error("expected the whole truth of a position, not what one seat sees",
                        _native.Status.BAD_POSITION)
        return State(Game(c.game, self._parameters_of(c)), c)

    def _parameters_of(self, c: Any) -> dict[str, str]:
        return {o.name: o.values[c.option[i]] for i, o in enumerate(self.options)}

    # --- Numbers, for programs that learn ---

    def num_players(self) -> int:
        """Two: Jack is player 0, the Detective player 1."""
        return 2

    def num_distinct_actions(self) -> int:
        """The players' actions are the numbers below this."""
        return int(lib.alibi_actions_players(self._actions.pointer))

    def max_chance_outcomes(self) -> int:
        """The outcomes of chance are that many actions from num_distinct_actions() on."""
        return int(lib.alibi_actions_all(self._actions.pointer)) - self.num_distinct_actions()

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float:
        return 0.0

    def observation_tensor_size(self) -> int:
        """How many numbers, each 0 or 1, an observation has."""
        return int(lib.alibi_features_size(self._address))

    def observation_tensor_shape(self) -> list[int]:
        return [self.observation_tensor_size()]

    def observation_tensor_layout(self) -> list[Feature]:
        """What the columns of an observation mean, from the first to the last."""
        layout: list[Feature] = []

        def hear(_ear: Any, name: bytes, of: bytes | None, first: int, n: int) -> None:
            layout.append(Feature(name.decode(), of.decode() if of else "", first, n))

        told = _native.declarations.type("alibi_feature_told")(hear)
        lib.alibi_features_name(self._address, told, None)
        return layout

    @overload
    def action_to_string(self, action: int, /) -> str: ...
    @overload
    def action_to_string(self, player: int, action: int, /) -> str: ...

    def action_to_string(self, *arguments: int) -> str:
        """The token of an action, such as ">g10"; a player before it, as OpenSpiel has one, does
        not matter."""
        return _native.text(self._c.print, self.move_of(arguments[-1]))

    def move_of(self, action: int) -> int:
        """The library's number of an action."""
        if not 0 <= action < lib.alibi_actions_all(self._actions.pointer):
            raise Error(f"expected an action of {self.name}, not {action}",
                        _native.Status.BAD_MOVE)
        return int(lib.alibi_actions_move(self._actions.pointer, action))

    def action_of(self, move: int) -> int:
        """The action that has the library's number MOVE."""
        return int(lib.alibi_actions_find(self._actions.pointer, move))


def registered_names() -> list[str]:
    """The names of the games that the library has."""
    names: list[str] = []
    table = ctypes.cast(lib.alibi_games(), ctypes.POINTER(ctypes.c_void_p))
    while table[len(names)]:
        names.append(CGame.from_address(table[len(names)]).name.decode())
    return names


def load_game(name: str, parameters: Mapping[str, str] | None = None) -> Game:
    """The game NAME: load_game("london", {"edition": "2006"}), or "london(edition=2006)"."""
    chosen = dict(parameters or {})
    if found := re.fullmatch(r"(\w+)\((.*)\)", name):
        name = found[1]
        for item in filter(None, found[2].split(",")):
            key, _, value = item.partition("=")
            chosen.setdefault(key.strip(), value.strip())
    address = lib.alibi_game_find(_native.word(name))
    if not address:
        raise Error(f"expected a game, one of {', '.join(registered_names())}, not {name}")
    return Game(address, chosen)


def game_at(c: Any) -> Game:
    """The game of the C state C, with its options."""
    plain = Game(c.game)
    return Game(c.game, plain._parameters_of(c))


class _Position:
    """What states and views have in common: a C state, some of it perhaps blotted out."""

    def __init__(self, game: Game, c: Any) -> None:
        self._game = game
        self._c = c

    @property
    def _at(self) -> Any:
        return ctypes.byref(self._c)

    def get_game(self) -> Game:
        return self._game

    @property
    def round(self) -> int:
        """0 before the deal, then from 1 on."""
        return int(self._c.round)

    @property
    def slot(self) -> int:
        """Which activation or action of the round, from 1 on."""
        return int(self._c.slot)

    @property
    def to_act(self) -> Seat:
        return Seat(self._c.to_act)

    @property
    def winner(self) -> Seat:
        """Seat.NOBODY while the game goes on."""
        return Seat(self._c.winner)

    @property
    def why(self) -> str:
        """Why the game ended, such as "arrest"; "" while it goes on."""
        if self.winner == Seat.NOBODY:
            return ""
        return str(lib.alibi_why_name(self._c.why).decode())

    @property
    def witness(self) -> str:
        """Jack's last answer: "visible" or "invisible"."""
        return str(lib.alibi_witness_name(self._c.witness).decode())

    @property
    def suspects(self) -> tuple[str, ...]:
        """The codes of those who are not cleared."""
        return _codes(self._game, self._c.suspects)

    @property
    def visible(self) -> tuple[str, ...]:
        """The codes of those whom witnesses would see now."""
        return _codes(self._game, self._game._c.visible(self._at))

    @property
    def identity(self) -> str | None:
        """The code of Jack's character; None if it is not dealt, or hidden."""
        number = self._c.identity
        return None if number == _NO_ONE else self._game.characters[number].code

    def alibis(self, seat: int) -> tuple[str, ...]:
        """The alibi cards that SEAT has drawn; none where they are hidden."""
        return _codes(self._game, self._c.alibis[Seat(seat)])

    def position(self) -> str:
        """The position as one line (docs/notation.md)."""
        return _native.text(lib.alibi_position_print, self._at)

    def to_json(self) -> dict[str, Any]:
        """The position as docs/protocol.md describes it in JSON; what is hidden is left out."""
        value: dict[str, Any] = json.loads(_native.text(lib.alibi_json_print, self._at))
        return value

    def notes(self) -> str:
        """What is printed beside the board: cards, who is seen, tiles."""
        return _native.text(self._game._c.notes, self._at)

    def _moves(self) -> list[int]:
        moves = MoveList()
        return moves[:self._game._c.moves(self._at, moves)]

    def is_terminal(self) -> bool:
        return self.winner != Seat.NOBODY

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and bytes(other._c) == bytes(self._c)  # type: ignore

    def __hash__(self) -> int:
        return hash(bytes(self._c))


class View(_Position):
    """What one seat, or the public, may know of a state. It holds nothing else."""

    def __init__(self, game: Game, view: Any) -> None:
        super().__init__(game, view.seen)
        self._view = view

    @property
    def viewer(self) -> Viewer:
        return Viewer(self._view.viewer)

    def __str__(self) -> str:
        return self.position()

    def legal_actions(self) -> list[int]:
        """What the viewer may do; nothing unless it is his decision."""
        if int(self.viewer) != int(self.to_act):
            return []
        return [self._game.action_of(m) for m in self._moves()]

    def observation_tensor(self) -> Array:
        """The view as zeros and ones; Game.observation_tensor_layout tells what they mean."""
        out = (ctypes.c_uint8 * self._game.observation_tensor_size())()
        lib.alibi_features_write(out, ctypes.byref(self._view))
        return row(out)

    def num_deals(self) -> int:
        """How many deals of the hidden cards agree with the view: one when the game is over."""
        if self.is_terminal():
            return 1
        return int(self._game._c.deals(ctypes.byref(self._view)))

    def deal(self, i: int) -> State:
        """Deal number I of them, as a state without a history: to search or to sample."""
        if not 0 <= i < self.num_deals():
            raise Error(f"expected a deal, 0 to {self.num_deals() - 1}, not {i}")
        c = CState.from_buffer_copy(self._c)
        if not self.is_terminal():
            self._game._c.deal(ctypes.byref(c), ctypes.byref(self._view), i)
        return State(self._game, c)


class State(_Position):
    """The whole truth of a position and how it came about. Changed by apply_action."""

    def __init__(self, game: Game, c: Any) -> None:
        super().__init__(game, c)
        self._start = bytes(c)
        self._history: list[int] = []

    def __str__(self) -> str:
        return self.position()

    def __repr__(self) -> str:
        return f"<alibi.State {self.position()}>"

    def clone(self) -> State:
        copy = State(self._game, CState.from_buffer_copy(self._c))
        copy._start = self._start
        copy._history = list(self._history)
        return copy

    def serialize(self) -> str:
        """The position line, which Game.deserialize_state reads; the history is not in it."""
        return self.position()

    # --- Who acts ---

    def current_player(self) -> int:
        """0 for Jack, 1 for the Detective, PlayerId.CHANCE or PlayerId.TERMINAL."""
        if self.is_terminal():
            return PlayerId.TERMINAL
        return PlayerId.CHANCE if self.is_chance_node() else int(self.to_act)

    def is_chance_node(self) -> bool:
        return self.to_act == Seat.CHANCE

    def is_player_node(self) -> bool:
        return self.to_act in (Seat.JACK, Seat.DETECTIVE)

    def is_simultaneous_node(self) -> bool:
        return False

    def num_players(self) -> int:
        return 2

    def num_distinct_actions(self) -> int:
        return self._game.num_distinct_actions()

    def _player(self, player: int | None) -> int:
        """PLAYER, or the one to act; the public where no player is."""
        if player is None:
            return int(self.to_act) if self.is_player_node() else int(Viewer.PUBLIC)
        return int(player)

    # --- Actions ---

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What can be done here, ascending; nothing for a PLAYER who is not to act. At a chance
        node, the outcomes of chance."""
        if player is not None and player != self.current_player():
            return []
        return [self._game.action_of(m) for m in self._moves()]

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """A one for each action that can be done, among the players' or among chance's."""
        first = self._game.num_distinct_actions() if self.is_chance_node() else 0
        mask = [0] * (self._game.max_chance_outcomes() if self.is_chance_node()
                      else self._game.num_distinct_actions())
        for action in self.legal_actions(player):
            mask[action - first] = 1
        return mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance and their probabilities, which are all equal."""
        if not self.is_chance_node():
            raise Error("expected a position in which chance is to act", _native.Status.BAD_MOVE)
        actions = self.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]

    def apply_action(self, action: int) -> None:
        """Plays an action, with all that follows from it by itself."""
        move = self._game.move_of(action)
        if not lib.alibi_is_legal(self._at, move):
            error = CError()
            self._game._c.forbids(ctypes.byref(error), self._at, move)
            raise _native.refused(error)
        self._game._c.apply(self._at, move)
        self._history.append(action)

    def child(self, action: int) -> State:
        """The state that ACTION leads to; this one stays as it is."""
        copy = self.clone()
        copy.apply_action(action)
        return copy

    def undo_action(self, player: int, action: int) -> None:
        """Takes back the last action, which was PLAYER's ACTION."""
        if not self._history or self._history[-1] != action:
            raise Error("expected the action that was played last", _native.Status.BAD_MOVE)
        before = State(self._game, CState.from_buffer_copy(self._start))
        for played in self._history[:-1]:
            before._game._c.apply(before._at, self._game.move_of(played))
        if before.current_player() != player:
            raise Error("expected the player who acted last", _native.Status.BAD_MOVE)
        self._c = before._c
        self._history.pop()

    @overload
    def action_to_string(self, action: int, /) -> str: ...
    @overload
    def action_to_string(self, player: int, action: int, /) -> str: ...

    def action_to_string(self, *arguments: int) -> str:
        """The token of an action, such as ">g10"."""
        return self._game.action_to_string(arguments[-1])

    @overload
    def string_to_action(self, token: str, /) -> int: ...
    @overload
    def string_to_action(self, player: int, token: str, /) -> int: ...

    def string_to_action(self, *arguments: Any) -> int:
        """The action of a token that is legal here; the error of another one says why not."""
        token = str(arguments[-1]).encode()
        move = ctypes.c_uint32()
        call(lib.alibi_token_parse, ctypes.byref(move), self._at, token, len(token))
        return self._game.action_of(move.value)

    def describe_action(self, action: int) -> str:
        """What ACTION, legal here, does, in words."""
        return _native.text(self._game._c.describe, self._at, self._game.move_of(action))

    # --- What happened ---

    def history(self) -> list[int]:
        """The actions that were played, chance's too."""
        return list(self._history)

    def history_str(self) -> str:
        """Their tokens, with spaces between them: the whole truth."""
        return " ".join(self._game.action_to_string(action) for action in self._history)

    def move_number(self) -> int:
        """How many actions were played."""
        return len(self._history)

    def returns(self) -> list[float]:
        """By player: 1 for the winner, -1 for the loser; zeros while the game goes on."""
        jack = {Seat.JACK: 1.0, Seat.DETECTIVE: -1.0}.get(self.winner, 0.0)
        return [jack, -jack if jack else 0.0]

    def rewards(self) -> list[float]:
        """What the last action gave: nothing before the end."""
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        return self.rewards()[player]

    # --- What a player knows ---

    def view(self, viewer: int | str) -> View:
        """What VIEWER may know of this state."""
        viewer = viewer_of(viewer)
        if viewer == Viewer.TRUTH:
            raise Error("expected jack, detective or public: the truth is the state itself")
        view = CView()
        self._game._c.observe(ctypes.byref(view), self._at, viewer)
        return View(self._game, view)

    def observation_tensor(self, player: int | None = None) -> Array:
        """What PLAYER (default: the one to act) sees, as zeros and ones."""
        return self.view(self._player(player)).observation_tensor()

    def observation_string(self, player: int | None = None) -> str:
        """What PLAYER sees, as a position line in which secrets are blotted out."""
        return self.view(self._player(player)).position()

    def information_state_string(self, player: int | None = None) -> str:
        """All that PLAYER was told from the start on, his redacted history: perfect recall."""
        from .sessions import Session
        session = Session(State(self._game, CState.from_buffer_copy(self._start)))
        for action in self._history:
            session.play(action)
        tokens = session.history(self._player(player))
        first = State(self._game, CState.from_buffer_copy(self._start))
        return " | ".join([first.observation_string(self._player(player)), " ".join(tokens)])
