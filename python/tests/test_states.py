"""Games, states and views, in OpenSpiel's words."""

from __future__ import annotations

import random
import unittest

from support import GAMES, PLAYERS_AND_PUBLIC, alibi, other_world, random_state, random_states


class Games(unittest.TestCase):
    def test_load(self) -> None:
        for name in GAMES:
            game = alibi.load_game(name)
            self.assertEqual(game.name, name)
            self.assertEqual(alibi.load_game(str(game)), game)
            self.assertEqual(hash(alibi.load_game(str(game))), hash(game))
            self.assertGreater(len(game.characters), 2)
            self.assertEqual(len({c.code for c in game.characters}), len(game.characters))
            self.assertGreater(len(game.places), 2)
            self.assertEqual(game.num_players(), 2)

    def test_parameters(self) -> None:
        for name in GAMES:
            for option in alibi.load_game(name).options:
                for value in option.values:
                    game = alibi.load_game(name, {option.name: value})
                    self.assertEqual(game.get_parameters()[option.name], value)
                    self.assertEqual(alibi.load_game(f"{name}({option.name}={value})"), game)
                with self.assertRaisesRegex(alibi.Error, f"expected {option.name}="):
                    alibi.load_game(name, {option.name: "no-such-value"})
            with self.assertRaises(alibi.Error):
                alibi.load_game(name, {"no-such-option": "1"})

    def test_unknown(self) -> None:
        for name in ("", "chess", "london\0", "london(", GAMES[0] + " "):
            with self.subTest(name=name), self.assertRaises(alibi.Error):
                alibi.load_game(name)

    def test_actions(self) -> None:
        """Actions and tokens are one to one, the players' before chance's."""
        for name in GAMES:
            game = alibi.load_game(name)
            n = game.num_distinct_actions() + game.max_chance_outcomes()
            tokens = [game.action_to_string(action) for action in range(n)]
            self.assertEqual(len(set(tokens)), n)
            self.assertEqual(tokens[:game.num_distinct_actions()],
                             sorted(tokens[:game.num_distinct_actions()]))
            self.assertTrue(all("=" in t for t in tokens[game.num_distinct_actions():]))
            for action in (-1, n, 10**20):
                with self.assertRaises(alibi.Error):
                    game.action_to_string(action)

    def test_layout(self) -> None:
        for name in GAMES:
            game = alibi.load_game(name)
            layout = game.observation_tensor_layout()
            column = 0
            for feature in layout:
                self.assertEqual(feature.first, column)
                column += feature.n
            self.assertEqual([column], game.observation_tensor_shape())
            self.assertEqual(len({(f.name, f.of) for f in layout}), len(layout))


class Playing(unittest.TestCase):
    def test_whole_games(self) -> None:
        for name in GAMES:
            for seed in range(3):
                self.play(alibi.load_game(name), random.Random(seed))

    def play(self, game: alibi.Game, choose: random.Random) -> None:
        state = game.new_initial_state()
        self.assertTrue(state.is_chance_node())
        while not state.is_terminal():
            legal = state.legal_actions()
            self.assertEqual(legal, sorted(legal))
            self.assertEqual(state.returns(), [0.0, 0.0])
            self.check_turn(state, legal)
            action = choose.choice(legal)
            self.assertEqual(state.string_to_action(state.action_to_string(action)), action)
            self.assertTrue(state.describe_action(action))
            state.apply_action(action)
            self.assertEqual(state.history()[-1], action)
        self.assertEqual(state.current_player(), alibi.PlayerId.TERMINAL)
        self.assertEqual(sorted(state.returns()), [-1.0, 1.0])
        self.assertEqual(state.returns()[state.winner], 1.0)
        self.assertEqual(state.player_return(state.winner), state.player_reward(state.winner))
        self.assertTrue(state.why)
        self.assertEqual(state.legal_actions(), [])
        self.assertEqual(len(state.history_str().split()), state.move_number())

    def check_turn(self, state: alibi.State, legal: list[int]) -> None:
        game, player = state.get_game(), state.current_player()
        mask = state.legal_actions_mask()
        self.assertEqual(sum(mask), len(legal))
        self.assertEqual(state.legal_actions(player), legal)
        self.assertFalse(state.is_simultaneous_node())
        if state.is_chance_node():
            self.assertEqual(player, alibi.PlayerId.CHANCE)
            outcomes = state.chance_outcomes()
            self.assertEqual([action for action, _ in outcomes], legal)
            self.assertAlmostEqual(sum(chance for _, chance in outcomes), 1)
            self.assertEqual(len(mask), game.max_chance_outcomes())
            self.assertGreaterEqual(legal[0], game.num_distinct_actions())
            return
        self.assertTrue(state.is_player_node())
        self.assertEqual(len(mask), state.num_distinct_actions())
        self.assertEqual([i for i, one in enumerate(mask) if one], legal)
        self.assertEqual(state.legal_actions(1 - player), [])
        self.assertEqual(state.view(player).legal_actions(), legal)
        self.assertEqual(state.view(1 - player).legal_actions(), [])
        with self.assertRaises(alibi.Error):
            state.chance_outcomes()

    def test_copies(self) -> None:
        for state in random_states():
            before = state.position()
            copy = state.clone()
            self.assertEqual(copy, state)
            self.assertEqual(hash(copy), hash(state))
            action = state.legal_actions()[-1]
            child = state.child(action)
            self.assertEqual(state.position(), before)
            self.assertNotEqual(child, state)
            player = state.current_player()
            with self.assertRaises(alibi.Error):
                child.undo_action(player, action + 1)
            with self.assertRaises(alibi.Error):
                child.undo_action(7, action)
            child.undo_action(player, action)
            self.assertEqual(child, state)
            self.assertEqual(child.history(), state.history())
            read = state.get_game().deserialize_state(state.serialize())
            self.assertEqual(read, state)
            self.assertEqual(read.history(), [])
            self.assertEqual(state.to_json()["round"], state.round)

    def test_refused(self) -> None:
        """A token that is not legal is refused with its rule, and nothing changes."""
        for state in random_states(1):
            before = state.position()
            legal = set(state.legal_actions())
            game = state.get_game()
            illegal = next(a for a in range(game.num_distinct_actions() +
                                            game.max_chance_outcomes()) if a not in legal)
            with self.assertRaisesRegex(alibi.Error, r"^[A-Z]-\d+\.\d+: ") as caught:
                state.apply_action(illegal)
            self.assertEqual(caught.exception.status, alibi.Status.BAD_MOVE)
            self.assertTrue(caught.exception.code.startswith(game.name + "."))
            self.assertTrue(caught.exception.text.startswith(caught.exception.rule + ": "))
            with self.assertRaisesRegex(alibi.Error, r"^[A-Z]-\d+\.\d+: "):
                state.string_to_action(game.action_to_string(illegal))
            with self.assertRaises(alibi.Error) as caught:
                state.string_to_action("no such token")
            self.assertEqual(caught.exception.status, alibi.Status.BAD_TEXT)
            self.assertEqual(state.position(), before)

    def test_bad_positions(self) -> None:
        game = alibi.load_game(GAMES[0])
        state = random_state(game, 3, 1)
        for line in ("", "nothing", state.position() + " x", state.view("public").position(),
                     alibi.load_game(GAMES[1]).new_initial_state().position()):
            with self.subTest(line=line), self.assertRaises(alibi.Error):
                game.deserialize_state(line)

    def test_random_texts(self) -> None:
        """Whatever is said, an Error answers it."""
        choose = random.Random(1)
        state = random_state(alibi.load_game(GAMES[1]), 5, 1)
        line = state.position()
        for _ in range(2000):
            at = choose.randrange(len(line))
            text = line[:at] + choose.choice("=,:>?! \0azAZ09é") + line[at + choose.randrange(3):]
            for say in (state.get_game().deserialize_state, state.string_to_action,
                        alibi.Record.parse, alibi.load_game):
                try:
                    say(text)
                except alibi.Error as error:
                    self.assertTrue(error.text)
                    self.assertNotIn("\n", error.text)


class Knowledge(unittest.TestCase):
    def test_views(self) -> None:
        for state in random_states():
            for viewer in PLAYERS_AND_PUBLIC:
                view = state.view(viewer)
                self.assertEqual(view.viewer, viewer)
                self.assertEqual(view, state.view(viewer.name.lower()))
                self.assertEqual(len(view.observation_tensor()),
                                 state.get_game().observation_tensor_size())
                self.assertEqual((view.round, view.slot, view.to_act, view.suspects),
                                 (state.round, state.slot, state.to_act, state.suspects))
                self.assertIn(view.identity, (None, state.identity))
                self.assertEqual(view.identity is None, viewer != alibi.Viewer.JACK
                                 or state.identity is None)
                self.assertGreater(view.num_deals(), 0)
                deal = view.deal(view.num_deals() - 1)
                self.assertEqual(deal.view(viewer), view)
                with self.assertRaises(alibi.Error):
                    view.deal(view.num_deals())
            with self.assertRaises(alibi.Error):
                state.view("truth")
            with self.assertRaises(alibi.Error):
                state.view("nobody")

    def test_default_player(self) -> None:
        for state in random_states(1):
            viewer = state.to_act if state.is_player_node() else alibi.Viewer.PUBLIC
            self.assertEqual(state.observation_string(), state.observation_string(viewer))
            self.assertEqual(list(state.observation_tensor()),
                             list(state.view(viewer).observation_tensor()))

    def test_two_worlds(self) -> None:
        """What a seat is given depends on nothing that it must not know."""
        found = 0
        for i, state in enumerate(random_states()):
            for viewer in PLAYERS_AND_PUBLIC:
                other = other_world(state, viewer, i)
                if other is None:
                    continue
                found += 1
                self.assertNotEqual(other.position(), state.position())
                self.assertEqual(self.given(other, viewer), self.given(state, viewer))
        self.assertGreater(found, 20)

    def given(self, state: alibi.State, viewer: alibi.Viewer) -> list[object]:
        view = state.view(viewer)
        mask = state.legal_actions_mask(viewer) if state.to_act == viewer else []
        return [view, view.position(), view.to_json(), view.notes(), view.num_deals(),
                view.legal_actions(), list(view.observation_tensor()), mask,
                list(state.observation_tensor(viewer)), state.observation_string(viewer),
                state.information_state_string(viewer)]

    def test_perfect_recall(self) -> None:
        """An information state says all that came before it."""
        for state in random_states(1):
            for viewer in PLAYERS_AND_PUBLIC:
                before = state.information_state_string(viewer)
                after = state.child(state.legal_actions()[0]).information_state_string(viewer)
                self.assertTrue(after.startswith(before) and after != before, (before, after))


if __name__ == "__main__":
    unittest.main()
