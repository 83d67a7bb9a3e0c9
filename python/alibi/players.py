"""The computer's players, who know what one seat was told and nothing else."""

from __future__ import annotations

import ctypes
from typing import NamedTuple

from . import _native
from ._native import Beliefs, CView, Error, Handle, call, lib
from .games import View
from .sessions import Session

_CThought = _native.declarations.type("struct alibi_thought")
_CBudget = _native.declarations.type("struct alibi_budget")
_CKind = _native.declarations.type("struct alibi_player_kind")


class PlayerKind(NamedTuple):
    name: str
    about: str


class Choice(NamedTuple):
    """One thing that the mover could do."""

    actions: list[int]
    """Up to the end of the activation, or as far as chance allows to foresee."""
    value: float
    """The mover's chance to win, 0 to 1."""
    share: float
    """How often the player would choose it."""


class Thought(NamedTuple):
    """What a player makes of its position."""

    action: int
    """What it plays."""
    value: float
    """Its chance to win, 0 to 1, as it sees it."""
    nodes: int
    """Positions that it looked at."""
    choices: list[Choice]
    """The most frequent first."""
    line: list[int]
    """What it expects: its own choice and what then follows."""


def player_kinds() -> list[PlayerKind]:
    """The kinds of players there are, the strongest last."""
    kinds: list[PlayerKind] = []
    while address := lib.alibi_player_kind(len(kinds)):
        kind = _CKind.from_address(address)
        kinds.append(PlayerKind(kind.name.decode(), kind.about.decode()))
    return kinds


class Player:
    """A player of one seat, from the start of a game on. It has to be told everything that the
    seat is told, its own moves too: by see(), or by follow() from a session."""

    def __init__(self, kind: str, start: View, seed: int = 0, memory: int = 0,
                 threads: int = 1) -> None:
        """A player of KIND ("random" to "champion", "level1" to "level6") for the viewer of
        START, with at most MEMORY bytes (0: the default). The champion and level6 search with
        that many THREADS."""
        self._game = start.get_game()
        self._viewer = start.viewer
        self._told = 0
        self._handle = Handle(lib.alibi_player_free)
        call(lib.alibi_player_new, self._handle.out, _native.word(kind),
             ctypes.byref(start._view), seed & 0xFFFFFFFFFFFFFFFF,
             _native.unsigned(memory, 63, "bytes of memory"))
        self._at = self._handle.pointer
        call(lib.alibi_player_threads, self._at, _native.unsigned(threads, 31, "threads"))

    def see(self, token: str) -> None:
        """The seat is told TOKEN, an element of Session.history(seat)."""
        said = token.encode()
        call(lib.alibi_player_see, self._at, said, len(said))
        self._told += 1

    def follow(self, session: Session) -> None:
        """Tells the player what its seat has been told in SESSION since the last time."""
        for token in session.history(self._viewer)[self._told:]:
            self.see(token)

    @property
    def is_on_turn(self) -> bool:
        return bool(lib.alibi_player_is_on_turn(self._at))

    def view(self) -> View:
        """What the seat sees now; no announcement may be due."""
        if not lib.alibi_watch_settled(lib.alibi_player_watch(self._at)):
            raise Error("expected the announcement that is due first", _native.Status.BAD_MOVE)
        view = CView()
        lib.alibi_player_view(self._at, ctypes.byref(view))
        return View(self._game, view)

    def belief(self) -> dict[str, float]:
        """The chance of each character to be Jack, by counting the deals."""
        belief = Beliefs()
        lib.alibi_player_belief(self._at, belief)
        return {c.code: belief[i] for i, c in enumerate(self._game.characters)}

    def think(self, nodes: int = 0, ms: int = 0) -> Thought:
        """What to play, for at most that many NODES and milliseconds, whichever is reached first;
        the default of the kind if both are 0. The same seed, history and nodes give the same."""
        if not self.is_on_turn:
            raise Error("expected a position in which the player is to act",
                        _native.Status.BAD_MOVE)
        thought, budget = _CThought(), _CBudget(_native.unsigned(nodes, 64, "nodes"),
                                          _native.unsigned(ms, 32, "milliseconds"))
        lib.alibi_player_think(self._at, ctypes.byref(budget), ctypes.byref(thought))
        action_of = self._game.action_of
        choices = [Choice([action_of(m) for m in c.move[:c.n]], c.value, c.share)
                   for c in thought.choice[:min(thought.n_choices, len(thought.choice))]]
        return Thought(action_of(thought.move), thought.value, thought.nodes, choices,
                       [action_of(m) for m in thought.line[:thought.n_line]])
