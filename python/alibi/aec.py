"""A game as an environment of two agents, in the words of PettingZoo's AEC.

    env = alibi.aec.env("london")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        if termination or truncation:
            action = None
        else:
            action = env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

Neither PettingZoo nor Gymnasium is needed. Where gymnasium is installed the spaces are its own,
so that wrappers which ask for them work. Chance is drawn by the environment.
"""

from __future__ import annotations

import importlib
import random
from typing import Any, Iterator

from ._arrays import Array, numpy
from ._native import Error
from .games import Game, State, load_game

try:
    _spaces: Any = importlib.import_module("gymnasium.spaces")
except ImportError:
    _spaces = None

AGENTS = ("jack", "detective")


class Discrete:
    """The numbers 0 to n - 1, as gymnasium.spaces.Discrete."""

    def __init__(self, n: int, seed: int | None = None) -> None:
        self.n = n
        self._random = random.Random(seed)

    def seed(self, seed: int | None = None) -> None:
        self._random.seed(seed)

    def contains(self, x: Any) -> bool:
        return 0 <= int(x) < self.n

    def sample(self, mask: Any = None) -> int:
        """One of them at random, of those that MASK allows."""
        if mask is None:
            return self._random.randrange(self.n)
        return self._random.choice([i for i, allowed in enumerate(mask) if allowed])


class MultiBinary:
    """Rows of n zeros and ones, as gymnasium.spaces.MultiBinary."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.shape = (n,)

    def contains(self, x: Any) -> bool:
        return len(x) == self.n and all(value in (0, 1) for value in x)


class AECEnv:
    """One game between the agents "jack" and "detective".

    An observation is {"observation": zeros and ones, "action_mask": zeros and ones}, made from
    the agent's view; the mask is all zeros for the agent who is not to act. Rewards come at the
    end: 1 for the winner, -1 for the loser.
    """

    def __init__(self, start: Game | State | str = "london", render_mode: str | None = None,
                 seed: int | None = None) -> None:
        if isinstance(start, str):
            start = load_game(start)
        state = start.new_initial_state() if isinstance(start, Game) else start
        if render_mode not in (None, "ansi"):
            raise Error(f"expected the render mode ansi or none, not {render_mode}")
        self._start = state.clone()
        self.game = state.get_game()
        self.metadata: dict[str, Any] = {"name": f"alibi_{self.game.name}",
                                         "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self._random = random.Random(seed)
        actions, columns = (self.game.num_distinct_actions(),
                            self.game.observation_tensor_size())
        discrete, binary, both = ((_spaces.Discrete, _spaces.MultiBinary, _spaces.Dict)
                                  if _spaces else (Discrete, MultiBinary, dict))
        self._action_space = {agent: discrete(actions) for agent in AGENTS}
        self._observation_space = {
            agent: both({"observation": binary(columns), "action_mask": binary(actions)})
            for agent in AGENTS}

    @property
    def unwrapped(self) -> AECEnv:
        return self

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    def action_space(self, agent: str) -> Any:
        """Discrete(num_distinct_actions)."""
        return self._action_space[agent]

    def observation_space(self, agent: str) -> Any:
        return self._observation_space[agent]

    # --- The course of a game ---

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game; its chance is that of SEED if one is given."""
        if seed is not None:
            self._random.seed(seed)
            for space in self._action_space.values():
                space.seed(seed)
        self.game_state = self._start.clone()
        """The whole truth: for referees, not for agents."""
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[0]
        self._settle()

    def _settle(self) -> None:
        """Lets chance decide; then says who is to act, or how the game ended."""
        while self.game_state.is_chance_node():
            self.game_state.apply_action(self._random.choice(self.game_state.legal_actions()))
        over = self.game_state.is_terminal()
        for player, agent in enumerate(AGENTS):
            self.rewards[agent] = self.game_state.returns()[player]
            self.terminations[agent] = over
            self._cumulative_rewards[agent] += self.rewards[agent]
        self.agent_selection = self.agents[0] if over else AGENTS[self.game_state.current_player()]
        self.infos = {agent: {} for agent in AGENTS}
        self.infos[self.agent_selection]["action_mask"] = self._mask(self.agent_selection)

    def step(self, action: int | None) -> None:
        """Plays ACTION for the selected agent; None once that agent's game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._leave(action)
            return
        if action is None:
            raise Error("expected an action: the game is not over")
        self.game_state.apply_action(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._settle()

    def _leave(self, action: int | None) -> None:
        """An agent whose game is over has seen so and goes."""
        if action is not None:
            raise ValueError("expected None as the action: the game is over")
        agent = self.agent_selection
        self.agents.remove(agent)
        for table in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations,
                      self.infos):
            del table[agent]  # type: ignore[attr-defined]
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agent who is to act, again and again until the game is over for both."""
        for _ in range(max_iter):
            if not self.agents:
                return
            yield self.agent_selection

    # --- What an agent sees ---

    def _mask(self, agent: str) -> Array:
        mask = self.game_state.legal_actions_mask(AGENTS.index(agent))
        if self.game_state.is_terminal():
            mask = [0] * self.game.num_distinct_actions()
        return numpy.array(mask, numpy.int8) if numpy is not None else mask

    def observe(self, agent: str) -> dict[str, Array]:
        """What AGENT sees and may do."""
        return {"observation": self.game_state.observation_tensor(AGENTS.index(agent)),
                "action_mask": self._mask(agent)}

    def last(self, observe: bool = True
             ) -> tuple[dict[str, Array] | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last step, termination, truncation and info of the
        selected agent."""
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def render(self) -> str | None:
        """What the public sees, as a position line, in the mode ansi."""
        return self.game_state.view("public").position() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""


def env(start: Game | State | str = "london", render_mode: str | None = None,
        seed: int | None = None) -> AECEnv:
    """An environment, as PettingZoo's modules make them."""
    return AECEnv(start, render_mode, seed)
