"""Many games at once, for programs that learn from very many of them.

    batch = alibi.Batch("london", 1024, seed=1)
    while batch.games < 100_000:
        seen = batch.observe()              # (1024, columns): what the one to act sees
        actions = policy(seen, batch.action_mask)
        batch.step(actions)
        learn(batch.rewards, batch.terminated)

A batch is a referee. What a player may know is what observe() gives; action_mask and legal are
for the player to act.
"""

from __future__ import annotations

import ctypes
from typing import Any, Sequence

from . import _native
from ._arrays import Array, mapped, numpy
from ._native import CError, Error, Handle, call, check, constants, lib
from .games import Game, State, View, Viewer, load_game, viewer_of
from .sessions import state_at

_CArrays = _native.declarations.type("struct alibi_batch_arrays")


class Batch:
    """N games of one kind that are stepped at once.

    The arrays are numpy's, or memoryviews where there is no numpy. They are made once: a step
    changes what is in them, and they cannot be written to. Copy what is to be kept.
    """

    def __init__(self, start: Game | State | str, n: int, seed: int = 0, *, masks: bool = True,
                 restarts: bool = True, chance: bool = False) -> None:
        """N games from the start of a game, or from a state. Game i has a sequence of chance of
        its own, which depends on SEED and i alone.

        With RESTARTS a game that ends begins again in the same step: `terminated` and `rewards`
        then tell of the game that ended, everything else of the new one. Without MASKS there is
        no action_mask, and steps are faster. With CHANCE the caller plays the outcomes of chance
        as well: they are actions, and have columns in the mask."""
        if isinstance(start, str):
            start = load_game(start)
        state = start.new_initial_state() if isinstance(start, Game) else start
        if not 1 <= n < 2**31:
            raise Error(f"expected from one to 2**31 - 1 games in a batch, not {n}")
        flags = (masks * constants["ALIBI_BATCH_MASKS"]
                 | restarts * constants["ALIBI_BATCH_RESTARTS"]
                 | chance * constants["ALIBI_BATCH_CHANCE"])
        self._game = state.get_game()
        self._handle = Handle(lib.alibi_batch_free)
        call(lib.alibi_batch_new, self._handle.out, state._at, n, seed & 0xFFFFFFFFFFFFFFFF, flags)
        self._at = self._handle.pointer
        self._map(n, masks)
        self._error = CError()
        self._random = (ctypes.c_int32 * n)()
        self._actions: Any = (numpy.ctypeslib.as_array(self._random) if numpy is not None
                              else self._random)

    def _map(self, n: int, masks: bool) -> None:
        arrays = _CArrays.from_address(lib.alibi_batch_arrays(self._at))

        def array(name: str, kind: Any, *shape: int) -> Array:
            return mapped(self._handle, getattr(arrays, name), kind, shape)

        self.n = n
        """How many games there are."""
        self.num_actions: int = arrays.n_actions
        """How many columns the mask has."""
        self.action_mask: Array = (
            array("mask", ctypes.c_uint8, n, arrays.n_actions) if masks else None)
        """(n, num_actions), uint8: 1 where an action is legal; None without masks."""
        self.legal: Array = array("legal", ctypes.c_int32, n, arrays.n_row)
        """(n, some), int32: the legal actions of a game, ascending, in its first n_legal columns;
        what follows them means nothing."""
        self.n_legal: Array = array("n_legal", ctypes.c_int32, n)
        """(n,), int32: how many actions are legal; 0 where the game is over."""
        self.to_act: Array = array("to_act", ctypes.c_uint8, n)
        """(n,), uint8: the Seat to act."""
        self.terminated: Array = array("over", ctypes.c_uint8, n)
        """(n,), uint8: 1 where the game ended in the last step, or is over."""
        self.rewards: Array = array("reward", ctypes.c_int8, n, 2)
        """(n, 2), int8: 1 for the player who won the game that ended, -1 for the other."""

    def __len__(self) -> int:
        return self.n

    def get_game(self) -> Game:
        return self._game

    @property
    def moves(self) -> int:
        """How many moves were played in all, those of chance too."""
        return int(lib.alibi_batch_moves(self._at))

    @property
    def games(self) -> int:
        """How many games ended."""
        return int(lib.alibi_batch_games(self._at))

    # --- Playing ---

    def reset(self, seed: int | None = None) -> None:
        """Begins every game again: with the chance of SEED, or on with its own sequence."""
        if seed is None:
            lib.alibi_batch_reset(self._at)
        else:
            lib.alibi_batch_seed(self._at, seed & 0xFFFFFFFFFFFFFFFF)

    def reset_one(self, i: int) -> None:
        """Begins game I again."""
        lib.alibi_batch_reset_one(self._at, self._index(i))

    def step(self, actions: Sequence[int] | Array) -> None:
        """Plays one action in each game; -1 leaves a game as it is. If one of them is not legal
        an Error says so, its offset is the number of the game, and no game has changed."""
        if len(actions) != self.n:
            raise Error(f"expected {self.n} actions, one for each game, not {len(actions)}")
        kept = self._random if actions is self._actions else self._converted(actions)
        status = lib.alibi_batch_step(self._at, kept if numpy is None or kept is self._random
                                      else kept.ctypes.data, ctypes.byref(self._error))
        check(status, self._error)

    def _converted(self, actions: Any) -> Any:
        """ACTIONS as the library reads them, copied if they are not so already."""
        if numpy is None:
            return type(self._random)(*(max(-1, min(int(a), 2**31 - 1)) for a in actions))
        array = numpy.asarray(actions)
        if array.shape != (self.n,):
            raise Error(f"expected one action for each game, not the shape {array.shape}")
        if array.dtype != numpy.int32:
            if not numpy.can_cast(array.dtype, numpy.int64, "same_kind"):
                raise Error(f"expected actions as whole numbers, not {array.dtype}")
            array = array.clip(-1, 2**31 - 1)
        return numpy.ascontiguousarray(array, numpy.int32)

    def random_actions(self) -> Array:
        """For each game one of its legal actions, all equally likely; -1 where there is none.
        The array is the same every time."""
        lib.alibi_batch_random(self._at, self._random)
        return self._actions

    # --- Looking ---

    def observe(self, viewer: int | str | None = None, out: Array = None) -> Array:
        """(n, columns), uint8: what VIEWER sees of each game, or in each game the one to act (the
        public where no player is). Into OUT if that is given."""
        columns = self._game.observation_tensor_size()
        if out is None:
            out = (numpy.empty((self.n, columns), numpy.uint8) if numpy is not None else
                   memoryview(bytearray(self.n * columns)).cast("B", [self.n, columns]))
        address = self._writable(out, self.n * columns)
        if viewer is None:
            lib.alibi_batch_observe_actor(self._at, address)
        elif viewer_of(viewer) == Viewer.TRUTH:
            raise Error("expected jack, detective or public: the truth is in state(i)")
        else:
            lib.alibi_batch_observe(self._at, viewer_of(viewer), address)
        return out

    @staticmethod
    def _writable(out: Any, size: int) -> int:
        view = memoryview(out)
        if view.nbytes != size or view.itemsize != 1 or view.readonly or not view.c_contiguous:
            raise Error(f"expected {size} contiguous bytes that can be written to")
        return ctypes.addressof((ctypes.c_uint8 * size).from_buffer(view.cast("B")
                                if view.ndim == 1 else out))

    def _index(self, i: int) -> int:
        if not 0 <= i < self.n:
            raise IndexError(i)
        return i

    def state(self, i: int) -> State:
        """The whole truth of game I, as a copy without a history."""
        return state_at(lib.alibi_batch_state(self._at, self._index(i)), self._game)

    def view(self, i: int, viewer: int | str) -> View:
        """What VIEWER sees of game I."""
        return self.state(i).view(viewer)
