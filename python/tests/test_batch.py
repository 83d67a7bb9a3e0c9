"""Many games at once, with numpy and without."""

from __future__ import annotations

import gc
import random
import unittest
from typing import Any

from support import GAMES, PLAYERS_AND_PUBLIC, alibi

from alibi._arrays import numpy


def rows(array: Any) -> list[list[int]]:
    """A two-dimensional array as lists."""
    return array.tolist()  # type: ignore[no-any-return]


class Arrays(unittest.TestCase):
    def test_agree(self) -> None:
        """The arrays say what the states do."""
        for name in GAMES:
            batch = alibi.Batch(name, 4, seed=1)
            game = batch.get_game()
            self.assertEqual(batch.num_actions, game.num_distinct_actions())
            for _ in range(30):
                legal, n_legal = rows(batch.legal), batch.n_legal.tolist()
                masks = rows(batch.action_mask)
                for i in range(len(batch)):
                    state = batch.state(i)
                    self.assertEqual(legal[i][:n_legal[i]], state.legal_actions())
                    self.assertEqual(masks[i], state.legal_actions_mask())
                    self.assertEqual(batch.to_act.tolist()[i], state.to_act)
                batch.step(batch.random_actions())

    def test_observe(self) -> None:
        for name in GAMES:
            batch = alibi.Batch(name, 3, seed=2)
            for _ in range(15):
                for viewer in PLAYERS_AND_PUBLIC:
                    seen = rows(batch.observe(viewer))
                    for i in range(3):
                        self.assertEqual(seen[i],
                                         list(batch.view(i, viewer).observation_tensor()))
                seen = rows(batch.observe())
                for i in range(3):
                    self.assertEqual(seen[i], list(batch.state(i).observation_tensor()))
                batch.step(batch.random_actions())

    def test_observe_into(self) -> None:
        batch = alibi.Batch(GAMES[0], 3)
        out = batch.observe()
        self.assertIs(batch.observe("jack", out), out)
        self.assertEqual(rows(out), rows(batch.observe("jack")))
        for bad in (bytearray(5), bytes(3 * batch.get_game().observation_tensor_size())):
            with self.assertRaises(alibi.Error):
                batch.observe(out=bad)
        with self.assertRaises(alibi.Error):
            batch.observe("truth")

    def test_kept(self) -> None:
        """Arrays stay where they are, cannot be written to, and outlive the batch."""
        batch = alibi.Batch(GAMES[1], 8, seed=3)
        mask, before = batch.action_mask, rows(batch.action_mask)
        batch.step(batch.random_actions())
        self.assertNotEqual(rows(mask), before)
        self.assertIs(batch.action_mask, mask)
        with self.assertRaises((ValueError, TypeError)):
            mask[0, 0] = 1
        wanted = rows(mask)
        del batch
        gc.collect()
        others = [alibi.Batch(GAMES[1], 8, seed=i) for i in range(4)]
        self.assertEqual(rows(mask), wanted)
        self.assertEqual(len(others), 4)


class Stepping(unittest.TestCase):
    def test_rewards(self) -> None:
        for name in GAMES:
            batch = alibi.Batch(name, 16, seed=4)
            ended = 0
            for _ in range(100):
                batch.step(batch.random_actions())
                for over, pair in zip(batch.terminated.tolist(), rows(batch.rewards)):
                    self.assertEqual(sorted(pair), [-1, 1] if over else [0, 0])
                    ended += over
            self.assertEqual(batch.games, ended)
            self.assertGreater(ended, 16)
            self.assertGreater(batch.moves, 1600)

    def test_no_restarts(self) -> None:
        for name in GAMES:
            batch = alibi.Batch(name, 8, seed=5, restarts=False, masks=False)
            self.assertIsNone(batch.action_mask)
            while not all(batch.terminated.tolist()):
                batch.step(batch.random_actions())
            self.assertEqual(batch.games, 8)
            self.assertEqual(list(batch.random_actions()), [-1] * 8)
            for i in range(8):
                state = batch.state(i)
                self.assertEqual(rows(batch.rewards)[i], [int(r) for r in state.returns()])
            batch.reset_one(3)
            self.assertEqual(batch.terminated.tolist(), [1, 1, 1, 0, 1, 1, 1, 1])
            with self.assertRaises(IndexError):
                batch.reset_one(8)

    def test_chance_by_caller(self) -> None:
        """With chance=True the caller plays everything, and gets the same games as a state."""
        for name in GAMES:
            batch = alibi.Batch(name, 2, chance=True, restarts=False)
            game = batch.get_game()
            states = [game.new_initial_state() for _ in range(2)]
            self.assertEqual(batch.num_actions,
                             game.num_distinct_actions() + game.max_chance_outcomes())
            choose = random.Random(6)
            while not all(state.is_terminal() for state in states):
                actions = [choose.choice(s.legal_actions() or [-1]) for s in states]
                for state, action in zip(states, actions):
                    if action >= 0:
                        state.apply_action(action)
                batch.step(actions)
                self.assertEqual([batch.state(i) for i in range(2)], states)

    def test_seeds(self) -> None:
        """Game i depends on the seed and i alone."""
        for name in GAMES:
            few, many = alibi.Batch(name, 2, seed=9), alibi.Batch(name, 5, seed=9)
            choose = random.Random(1)
            for _ in range(20):
                actions = [row[choose.randrange(n)]
                           for row, n in zip(rows(many.legal), many.n_legal.tolist())]
                many.step(actions)
                few.step(actions[:2])
                self.assertEqual(few.state(1), many.state(1))
            many.reset(seed=9)
            few.reset(9)
            self.assertEqual(few.state(0), many.state(0))
            few.reset()
            self.assertEqual(few.terminated.tolist(), [0, 0])

    def test_from_state(self) -> None:
        state = alibi.load_game(GAMES[0]).new_initial_state()
        state.apply_action(state.legal_actions()[0])
        batch = alibi.Batch(state, 2, restarts=False)
        self.assertEqual(batch.state(0), state)
        self.assertEqual(batch.state(1), state)

    def test_refused(self) -> None:
        for name in GAMES:
            batch = alibi.Batch(name, 3, seed=1)
            batch.step(batch.random_actions())
            before = [batch.state(i) for i in range(3)]
            actions = [row[0] for row in rows(batch.legal)]
            illegal = next((a for a in range(batch.num_actions)
                            if a not in before[1].legal_actions()), batch.num_actions)
            for bad in (illegal, batch.num_actions, 2**31, 2**40):
                with self.assertRaises(alibi.Error) as caught:
                    batch.step([actions[0], bad, actions[2]])
                self.assertEqual(caught.exception.offset, 1)
                if bad >= batch.num_actions:
                    self.assertEqual(caught.exception.code, "batch.action")
                    self.assertEqual(caught.exception.arguments, {"n": str(batch.num_actions)})
                self.assertEqual(caught.exception.status, alibi.Status.BAD_MOVE)
            for bad_list in (actions[:2], actions + [0], []):
                with self.assertRaises(alibi.Error):
                    batch.step(bad_list)
            self.assertEqual([batch.state(i) for i in range(3)], before)
            batch.step([-1, -1, -10])
            self.assertEqual([batch.state(i) for i in range(3)], before)
        for n in (0, -1, 2**31, 2**64 + 1):
            with self.assertRaises(alibi.Error):
                alibi.Batch(GAMES[0], n)
        with self.assertRaises(IndexError):
            alibi.Batch(GAMES[0], 2).state(2)

    @unittest.skipIf(numpy is None, "for numpy's types")
    def test_numpy_actions(self) -> None:
        batch = alibi.Batch(GAMES[1], 4, seed=1)
        for kind in (numpy.int16, numpy.int32, numpy.int64):
            batch.step(batch.legal[:, 0].astype(kind))
            batch.step(numpy.repeat(batch.legal[:, :1], 2, axis=1)[:, 0].astype(kind))
        for bad in (numpy.zeros(4), numpy.zeros((4, 1), numpy.int32)):
            with self.assertRaises(alibi.Error):
                batch.step(bad)
        self.assertEqual(batch.action_mask.dtype, numpy.uint8)
        self.assertEqual(batch.observe().shape, (4, batch.get_game().observation_tensor_size()))

    @unittest.skipIf(numpy is not None, "for where numpy is missing")
    def test_plain_actions(self) -> None:
        batch = alibi.Batch(GAMES[1], 4, seed=1)
        batch.step(tuple(row[0] for row in rows(batch.legal)))
        self.assertIsInstance(batch.action_mask, memoryview)
        self.assertEqual(batch.action_mask.shape, (4, batch.num_actions))


if __name__ == "__main__":
    unittest.main()
