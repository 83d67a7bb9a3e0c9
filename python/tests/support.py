"""What the tests share: the package, random games, worlds that a seat cannot tell apart."""

from __future__ import annotations

import pathlib
import random
import sys

PYTHON = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PYTHON))

import alibi  # noqa: E402

GAMES = alibi.registered_names()
PLAYERS_AND_PUBLIC = (alibi.Viewer.JACK, alibi.Viewer.DETECTIVE, alibi.Viewer.PUBLIC)


def random_state(game: alibi.Game, moves: int, seed: int) -> alibi.State:
    """A state after so many random moves, or the last one before the game's end."""
    choose = random.Random(seed)
    state = game.new_initial_state()
    for _ in range(moves):
        after = state.child(choose.choice(state.legal_actions()))
        if after.is_terminal():
            break
        state = after
    return state


def random_states(games: int = 2, moves: tuple[int, ...] = (1, 5, 14, 30)) -> list[alibi.State]:
    return [random_state(alibi.load_game(name), n, 100 * seed + n)
            for name in GAMES for n in moves for seed in range(games)]


def other_world(state: alibi.State, viewer: alibi.Viewer, seed: int) -> alibi.State | None:
    """Another state that VIEWER cannot tell from this one, with a history of its own: the same
    game played with other secrets. None if he knows everything, or none was found."""
    choose = random.Random(seed)
    hidden = hidden_moves(state, viewer)
    wanted = state.information_state_string(viewer)
    for _ in range(100 if hidden else 0):
        other = state.get_game().new_initial_state()
        for i, action in enumerate(state.history()):
            legal = other.legal_actions()
            chosen = choose.choice(legal) if i in hidden else action
            if chosen not in legal:
                break
            other.apply_action(chosen)
        else:
            if other != state and other.information_state_string(viewer) == wanted:
                return other
    return None


def hidden_moves(state: alibi.State, viewer: alibi.Viewer) -> set[int]:
    """The numbers of the moves that VIEWER was not shown."""
    session = alibi.Session(state.get_game())
    hidden = set()
    for i, action in enumerate(state.history()):
        told = len(session.history(viewer))
        session.play(action)
        if session.history(viewer)[told].endswith("=?"):
            hidden.add(i)
    return hidden
