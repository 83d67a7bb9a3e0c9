"""Alibi: the Mr. Jack family of deduction games, exactly by the rules.

    >>> import alibi
    >>> game = alibi.load_game("london")
    >>> state = game.new_initial_state()
    >>> while not state.is_terminal():
    ...     state.apply_action(random.choice(state.legal_actions()))
    >>> state.returns()

A State is the whole truth, a View what one seat may know of it. Session plays a game with its
history, Record is a game as text, Watch follows one from what a seat was told, Player is the
computer, Batch plays very many games at once, and alibi.aec is an environment in PettingZoo's
words. docs/python.md explains all of them.
"""

from . import aec
from ._native import Error, Status, lib as _lib
from .batch import Batch
from .games import (Character, Feature, Game, Option, Place, PlayerId, Seat, State, View, Viewer,
                    load_game, registered_names)
from .players import Choice, Player, PlayerKind, Thought, player_kinds
from .sessions import Record, Session, Watch
from .version import VERSION as __version__


def library_version() -> str:
    """The version of the C library in use, such as "0.2.0"."""
    return str(_lib.alibi_version().decode())


__all__ = [
    "Batch", "Character", "Choice", "Error", "Feature", "Game", "Option", "Place", "Player",
    "PlayerId", "PlayerKind", "Record", "Seat", "Session", "State", "Status", "Thought", "View",
    "Viewer", "Watch", "__version__", "aec", "library_version", "load_game", "player_kinds",
    "registered_names",
]
