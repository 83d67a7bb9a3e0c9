"""The environment, in PettingZoo's words."""

from __future__ import annotations

import random
import unittest
from typing import Any

from support import GAMES, alibi, other_world, random_states


def play(env: alibi.aec.AECEnv, seed: int) -> list[Any]:
    """One random game; what every agent was given in it."""
    env.reset(seed=seed)
    given = []
    for agent in env.agent_iter():
        seen, reward, termination, truncation, _info = env.last()
        assert seen is not None
        given.append((agent, [list(v) for v in seen.values()], reward, termination, truncation))
        action = (None if termination or truncation
                  else env.action_space(agent).sample(seen["action_mask"]))
        env.step(action)
    return given


class Environment(unittest.TestCase):
    def test_whole_games(self) -> None:
        for name in GAMES:
            env = alibi.aec.env(name)
            for seed in range(2):
                given = play(env, seed)
                self.assertEqual([g[3] for g in given[-2:]], [True, True])
                self.assertEqual(sorted(g[2] for g in given[-2:]), [-1.0, 1.0])
                self.assertEqual({g[0] for g in given[-2:]}, {"jack", "detective"})
                self.assertTrue(all(g[2] == 0 and not g[3] for g in given[:-2]))
                self.assertEqual(env.agents, [])
                self.assertEqual(given, play(alibi.aec.env(name), seed))

    def test_observations(self) -> None:
        for name in GAMES:
            env = alibi.aec.env(name)
            env.reset(seed=1)
            acting, other = env.agent_selection, ({*env.agents} - {env.agent_selection}).pop()
            seen = env.observe(acting)
            self.assertEqual(sum(seen["action_mask"]), len(env.game_state.legal_actions()))
            self.assertEqual(sum(env.observe(other)["action_mask"]), 0)
            self.assertEqual(list(env.infos[acting]["action_mask"]), list(seen["action_mask"]))
            self.assertEqual(env.infos[other], {})
            self.assertEqual(len(seen["observation"]), env.game.observation_tensor_size())
            self.assertEqual(env.observation_space(acting)["observation"].shape,
                             (env.game.observation_tensor_size(),))
            self.assertEqual(env.action_space(acting).n, env.game.num_distinct_actions())
            self.assertTrue(env.action_space(acting).contains(0))
            self.assertIsNone(env.last(observe=False)[0])
            self.assertIsNone(env.render())
            self.assertIs(env.unwrapped, env)
            self.assertEqual((env.num_agents, env.max_num_agents), (2, 2))
            env.close()

    def test_two_worlds(self) -> None:
        """What an agent observes depends on nothing that it must not know."""
        found = 0
        for i, state in enumerate(random_states(1)):
            for player, agent in enumerate(alibi.aec.AGENTS):
                other = other_world(state, alibi.Viewer(player), i)
                if other is None:
                    continue
                found += 1
                worlds = []
                for world in (state, other):
                    env = alibi.aec.env(state.get_game())
                    env.reset(seed=1)
                    env.game_state = world
                    worlds.append([list(v) for v in env.observe(agent).values()])
                self.assertEqual(worlds[0], worlds[1])
        self.assertGreater(found, 5)

    def test_refused(self) -> None:
        env = alibi.aec.env(GAMES[0], render_mode="ansi")
        env.reset(seed=1)
        before = env.game_state.clone()
        self.assertIn("jack=?", str(env.render()))
        for bad in (None, -1, 10**9, env.game.num_distinct_actions()):
            with self.assertRaises(alibi.Error):
                env.step(bad)
        self.assertEqual(env.game_state, before)
        with self.assertRaises(alibi.Error):
            alibi.aec.env(GAMES[0], render_mode="human")
        while not env.game_state.is_terminal():
            env.step(random.Random(1).choice(env.game_state.legal_actions()))
        with self.assertRaises(ValueError):
            env.step(0)

    def test_max_iter(self) -> None:
        env = alibi.aec.env(GAMES[0])
        env.reset(seed=1)
        self.assertEqual(len(list(env.agent_iter(3))), 3)


if __name__ == "__main__":
    unittest.main()
