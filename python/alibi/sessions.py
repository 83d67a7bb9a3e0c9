"""A game in play, records, and following a game from what one seat was told."""

from __future__ import annotations

import ctypes

from . import _native
from ._native import Beliefs, CState, CView, Error, Handle, call, check, lib
from .games import Game, Seat, State, View, Viewer, game_at, viewer_of


def state_at(address: int, game: Game | None = None) -> State:
    """A copy of the C state at ADDRESS."""
    c = _native.copy_struct(CState, address)
    return State(game or game_at(c), c)


class Record:
    """A whole game as text: the truth, or the redacted history of one seat.

    Record.parse reads one, str() prints it; docs/notation.md has the grammar.
    """

    def __init__(self, handle: Handle) -> None:
        self._handle = handle
        self._at = handle.pointer

    @classmethod
    def parse(cls, text: str) -> Record:
        """Reads a record and replays it: what is not legal is refused. The error's offset counts
        bytes of the text in UTF-8."""
        handle = Handle(lib.alibi_record_free)
        said = text.encode()
        call(lib.alibi_record_parse, handle.out, said, len(said))
        return cls(handle)

    def __str__(self) -> str:
        return _native.text(lib.alibi_record_print, self._at)

    def __len__(self) -> int:
        return int(lib.alibi_record_length(self._at))

    @property
    def viewer(self) -> Viewer:
        """Whose history it is."""
        return Viewer(lib.alibi_record_viewer(self._at))

    @property
    def start(self) -> State | View:
        """Where the game began: a State, or what the viewer saw of it."""
        c = _native.copy_struct(CState, lib.alibi_record_start(self._at))
        if self.viewer == Viewer.TRUTH:
            return State(game_at(c), c)
        view = CView()
        view.viewer, view.seen = self.viewer, c
        return View(game_at(c), view)

    @property
    def tokens(self) -> list[str]:
        """What was played and announced, as the viewer read it."""
        return [lib.alibi_record_token(self._at, i).decode() for i in range(len(self))]

    @property
    def comments(self) -> dict[int, str]:
        """Comments by the number of tokens before them."""
        found = ((i, lib.alibi_record_comment(self._at, i)) for i in range(len(self) + 1))
        return {i: comment.decode() for i, comment in found if comment is not None}

    def __getitem__(self, key: str) -> str:
        """The tag KEY, such as "Date"."""
        value = lib.alibi_record_tag_get(self._at, _native.word(key))
        if value is None:
            raise KeyError(key)
        return str(value.decode())

    def __setitem__(self, key: str, value: str) -> None:
        call(lib.alibi_record_tag, self._at, _native.word(key), _native.word(value))

    def complete(self) -> Record:
        """The whole truth of a finished game, whose redacted record this is."""
        handle = Handle(lib.alibi_record_free)
        call(lib.alibi_record_complete, handle.out, self._at)
        return Record(handle)


class Session:
    """One game in play, with its history and its chance: a referee's.

    What goes to a player or a spectator comes from view(), legal_actions(), history() and
    record() of that viewer.
    """

    def __init__(self, start: Game | State | str, seed: int | None = None) -> None:
        """Begins at a state, or at the start of a game. Chance is drawn from SEED."""
        from .games import load_game
        if isinstance(start, str):
            start = load_game(start)
        state = start.new_initial_state() if isinstance(start, Game) else start
        self._handle = Handle(lib.alibi_session_free)
        check(lib.alibi_session_new(self._handle.out, state._at))
        self._bind(state.get_game())
        if seed is not None:
            self.seed(seed)

    def _bind(self, game: Game) -> None:
        self._game = game
        self._at = self._handle.pointer

    @classmethod
    def from_record(cls, record: Record) -> Session:
        """Replays a record of the whole truth."""
        self = cls.__new__(cls)
        self._handle = Handle(lib.alibi_session_free)
        call(lib.alibi_session_from_record, self._handle.out, record._at)
        self._bind(record.start.get_game())
        return self

    def get_game(self) -> Game:
        return self._game

    @property
    def state(self) -> State:
        """The whole truth, as a copy without the history."""
        return state_at(lib.alibi_session_state(self._at), self._game)

    def __len__(self) -> int:
        """How many moves were played."""
        return int(lib.alibi_session_length(self._at))

    @property
    def actions(self) -> list[int]:
        """The moves that were played, as actions."""
        return [self._game.action_of(lib.alibi_session_move(self._at, i))
                for i in range(len(self))]

    def state_after(self, n: int) -> State:
        """The state after the first N moves: 0 for the start, len(session) for the one of now."""
        if not 0 <= n <= len(self):
            raise IndexError(n)
        return state_at(lib.alibi_session_after(self._at, n), self._game)

    # --- Playing ---

    def play(self, move: str | int) -> None:
        """Plays a token or an action."""
        if not isinstance(move, str):
            move = self._game.action_to_string(move)
        said = move.encode()
        call(lib.alibi_session_do, self._at, said, len(said))

    def roll(self) -> None:
        """Lets chance decide: by what script() gave it, then by the seed."""
        if not self._is_chance_node():
            raise Error("expected a position in which chance is to act", _native.Status.BAD_MOVE)
        call(lib.alibi_session_roll, self._at)

    def roll_all(self) -> None:
        """Lets chance decide until a player is to act or the game is over."""
        while self._is_chance_node():
            self.roll()

    def _is_chance_node(self) -> bool:
        to_act: int = CState.from_address(lib.alibi_session_state(self._at)).to_act
        return to_act == Seat.CHANCE

    def seed(self, seed: int) -> None:
        lib.alibi_session_seed(self._at, seed & 0xFFFFFFFFFFFFFFFF)

    def script(self, outcomes: str) -> None:
        """The next outcomes of chance as tokens with spaces between them."""
        check(lib.alibi_session_script(self._at, _native.word(outcomes)))

    def undo(self, n: int = 1) -> None:
        """Takes back the last N moves."""
        if not 0 <= n <= len(self):
            raise Error(f"expected to take back at most {len(self)} moves, not {n}",
                        _native.Status.BAD_MOVE)
        lib.alibi_session_undo(self._at, n)

    def retractable(self, player: int) -> int:
        """How many of the last moves PLAYER may take back by the rules of good play."""
        return int(lib.alibi_session_retractable(self._at, Seat(player)))

    # --- What a viewer is given ---

    def view(self, viewer: int | str) -> View:
        """What VIEWER sees now."""
        return self.state.view(viewer)

    def legal_actions(self, player: int) -> list[int]:
        """What PLAYER may do: nothing unless it is his decision."""
        return self.state.view(player).legal_actions()

    def record(self, viewer: int | str = Viewer.TRUTH) -> Record:
        """The game so far as VIEWER was told it."""
        handle = Handle(lib.alibi_record_free)
        check(lib.alibi_session_record(self._at, viewer_of(viewer), handle.out))
        return Record(handle)

    def history(self, viewer: int | str = Viewer.TRUTH) -> list[str]:
        """The tokens of that record."""
        return self.record(viewer).tokens


class Watch:
    """Follows a game from what one seat was told, knowing nothing else.

    It keeps every state that agrees with that: what they show alike is the seat's view, and all
    of them together are its exact knowledge.
    """

    def __init__(self, start: View) -> None:
        self._game = start.get_game()
        self._handle = Handle(lib.alibi_watch_free)
        check(lib.alibi_watch_new(self._handle.out, ctypes.byref(start._view)))
        self._at = self._handle.pointer

    def copy(self) -> Watch:
        """Another that was told the same, to try out what could come."""
        other = Watch.__new__(Watch)
        other._game = self._game
        other._handle = Handle(lib.alibi_watch_free)
        check(lib.alibi_watch_copy(other._handle.out, self._at))
        other._at = other._handle.pointer
        return other

    def see(self, token: str) -> None:
        """The seat is told TOKEN, an element of Session.history(seat)."""
        said = token.encode()
        call(lib.alibi_watch_see, self._at, said, len(said))

    @property
    def settled(self) -> bool:
        """Whether no announcement is due."""
        return bool(lib.alibi_watch_settled(self._at))

    def view(self) -> View:
        """What the seat sees now; no announcement may be due."""
        if not self.settled:
            raise Error("expected the announcement that is due first", _native.Status.BAD_MOVE)
        view = CView()
        lib.alibi_watch_view(self._at, ctypes.byref(view))
        return View(self._game, view)

    def worlds(self) -> list[State]:
        """The states that the seat cannot tell apart."""
        n = ctypes.c_size_t()
        first = lib.alibi_watch_worlds(self._at, ctypes.byref(n))
        return [state_at(first + i * ctypes.sizeof(CState), self._game) for i in range(n.value)]

    def belief(self) -> dict[str, float]:
        """The chance of each character to be Jack, all those states being equally likely."""
        belief = Beliefs()
        lib.alibi_watch_belief(self._at, belief)
        return {c.code: belief[i] for i, c in enumerate(self._game.characters)}
