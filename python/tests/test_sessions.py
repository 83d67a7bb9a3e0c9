"""Sessions, records, watches and players."""

from __future__ import annotations

import random
import unittest

from support import GAMES, PLAYERS_AND_PUBLIC, alibi


def played(name: str, moves: int = 10**6, seed: int = 1) -> alibi.Session:
    """A session after so many random moves, or at the game's end."""
    session = alibi.Session(name, seed)
    choose = random.Random(seed)
    for _ in range(moves):
        state = session.state
        if state.is_terminal():
            break
        if state.is_chance_node():
            session.roll()
        else:
            session.play(choose.choice(state.legal_actions()))
    return session


class Sessions(unittest.TestCase):
    def test_history(self) -> None:
        for name in GAMES:
            session = played(name)
            state = session.get_game().new_initial_state()
            for i, action in enumerate(session.actions):
                self.assertEqual(session.state_after(i), state)
                state.apply_action(action)
            self.assertEqual(session.state, state)
            self.assertEqual(session.state_after(len(session)), state)
            with self.assertRaises(IndexError):
                session.state_after(len(session) + 1)

    def test_undo(self) -> None:
        for name in GAMES:
            session = played(name, 30)
            position = session.state.position()
            before = session.state_after(len(session) - 2)
            last = session.actions[-2:]
            session.undo(2)
            self.assertEqual(session.state, before)
            for action in last:
                session.play(action)
            self.assertEqual(session.state.position(), position)
            for n in (-1, len(session) + 1):
                with self.assertRaises(alibi.Error):
                    session.undo(n)
            self.assertEqual(session.state.position(), position)
            self.assertLessEqual(session.retractable(alibi.Seat.JACK), len(session))

    def test_chance(self) -> None:
        """The same seed decides alike; a script comes first."""
        for name in GAMES:
            self.assertEqual(played(name, 20, 5).actions, played(name, 20, 5).actions)
            session = alibi.Session(name, 1)
            wanted = session.state.legal_actions()[-1]
            session.script(session.get_game().action_to_string(wanted))
            session.roll()
            self.assertEqual(session.actions, [wanted])
            session.roll_all()
            self.assertTrue(session.state.is_player_node())
            with self.assertRaises(alibi.Error):
                session.roll()
            with self.assertRaises(alibi.Error):
                session.script("deal=\0")

    def test_refused(self) -> None:
        for name in GAMES:
            session = played(name, 6)
            before = session.state
            for bad in ("no such token", "", "deal=\0", 10**9, -1):
                with self.subTest(name=name, bad=bad), self.assertRaises(alibi.Error):
                    session.play(bad)
            self.assertEqual(session.state, before)


class Records(unittest.TestCase):
    def test_round_trip(self) -> None:
        for name in GAMES:
            session = played(name)
            for viewer in (*PLAYERS_AND_PUBLIC, alibi.Viewer.TRUTH):
                record = session.record(viewer)
                record["Date"] = "2026-01-02"
                text = str(record)
                read = alibi.Record.parse(text)
                self.assertEqual(str(read), text)
                self.assertEqual(read.viewer, viewer)
                self.assertEqual(read.tokens, session.history(viewer))
                self.assertEqual(read["Date"], "2026-01-02")
                self.assertEqual(len(read), len(read.tokens))
                self.assertEqual(read.start.get_game().name, name)
                with self.assertRaises(KeyError):
                    read["NoSuchTag"]
                with self.assertRaises(alibi.Error):
                    read["Game"] = "chess"

    def test_truth(self) -> None:
        for name in GAMES:
            session = played(name)
            truth = session.record()
            again = alibi.Session.from_record(alibi.Record.parse(str(truth)))
            self.assertEqual(again.state, session.state)
            self.assertEqual(again.actions, session.actions)
            public = session.record("public")
            self.assertIsInstance(public.start, alibi.View)
            self.assertEqual(public.complete().tokens, truth.tokens)
            with self.assertRaises(alibi.Error):
                alibi.Session.from_record(public)
            with self.assertRaises(alibi.Error):
                played(name, 1).record("public").complete()

    def test_comments(self) -> None:
        text = str(played(GAMES[0], 1).record()).rstrip() + " {what a deal: ü}\n"
        self.assertEqual(list(alibi.Record.parse(text).comments.values()), ["what a deal: ü"])

    def test_refused(self) -> None:
        text = str(played(GAMES[0]).record())
        at = len(text.encode()) - 3
        with self.assertRaises(alibi.Error) as caught:
            alibi.Record.parse(text[:at] + "\x01" + text[at:])
        self.assertGreater(caught.exception.offset, 0)
        self.assertLess(caught.exception.status, 0)


class Watches(unittest.TestCase):
    def test_follow(self) -> None:
        """A watch that is told a seat's history knows the seat's view, and the truth is one of
        its worlds."""
        for name in GAMES:
            session = played(name, 25)
            for viewer in PLAYERS_AND_PUBLIC:
                watch = alibi.Watch(session.state_after(0).view(viewer))
                for token in session.history(viewer):
                    watch.see(token)
                copy = watch.copy()
                self.assertTrue(copy.settled)
                self.assertEqual(copy.view(), session.view(viewer))
                self.assertIn(session.state, copy.worlds())
                belief = watch.belief()
                self.assertAlmostEqual(sum(belief.values()), 1)
                self.assertGreater(belief[str(session.state.identity)], 0)
                with self.assertRaises(alibi.Error):
                    watch.see("no such token")
                self.assertEqual(watch.view(), copy.view())


class Players(unittest.TestCase):
    def test_kinds(self) -> None:
        names = [kind.name for kind in alibi.player_kinds()]
        self.assertIn("random", names)
        self.assertEqual(len(set(names)), len(names))
        with self.assertRaises(alibi.Error):
            alibi.Player("no such kind", alibi.Session(GAMES[0]).view("jack"))

    def test_game(self) -> None:
        """Two players play a game, each told what its seat is told."""
        for name in GAMES:
            session = alibi.Session(name, 3)
            players = [alibi.Player("greedy", session.view(seat), seed=seat) for seat in (0, 1)]
            while not session.state.is_terminal():
                session.roll_all()
                for player in players:
                    player.follow(session)
                if session.state.is_terminal():
                    break
                player = players[session.state.current_player()]
                self.assertTrue(player.is_on_turn)
                thought = player.think(nodes=500)
                self.assertIn(thought.action, session.state.legal_actions())
                self.assertEqual(player.view(), session.view(session.state.current_player()))
                session.play(thought.action)
            self.assertEqual(sum(session.state.returns()), 0)

    def test_thought(self) -> None:
        for name in GAMES:
            for seat in (0, 1):
                thoughts = [self.first_thought(name, seat) for _ in range(2)]
                self.assertEqual(thoughts[0], thoughts[1])
                self.assertTrue(0 <= thoughts[0].value <= 1)
                self.assertGreater(len(thoughts[0].choices), 0)
                self.assertEqual(thoughts[0].line[0], thoughts[0].action)
                self.assertAlmostEqual(sum(c.share for c in thoughts[0].choices), 1, places=3)

    def test_threads(self) -> None:
        """Several find the same each time; one is one that nobody has asked for."""
        thoughts = [self.first_thought(GAMES[0], 0, threads) for threads in (1, 3, 3)]
        self.assertEqual(thoughts[0], self.first_thought(GAMES[0], 0))
        self.assertEqual(thoughts[1], thoughts[2])

    def first_thought(self, name: str, seat: int, threads: int = 1) -> alibi.Thought:
        session = alibi.Session(name, 3)
        player = alibi.Player("champion", session.view(seat), seed=1, memory=1 << 24,
                              threads=threads)
        session.roll_all()
        while session.state.current_player() != seat:
            session.play(session.state.legal_actions()[-1])
            session.roll_all()
        player.follow(session)
        self.assertAlmostEqual(sum(player.belief().values()), 1)
        return player.think(nodes=3000)

    def test_refused(self) -> None:
        session = alibi.Session(GAMES[0], 1)
        player = alibi.Player("random", session.view("jack"))
        with self.assertRaises(alibi.Error):
            player.think()
        with self.assertRaises(alibi.Error):
            player.see("no such token")
        session.roll_all()
        player.follow(session)
        for bad in ({"nodes": -1}, {"ms": 1 << 32}):
            if player.is_on_turn:
                with self.assertRaises(alibi.Error):
                    player.think(**bad)
        with self.assertRaises(alibi.Error):
            alibi.Player("random", session.view("jack"), memory=-1)
        for bad in (-1, 0, 65):
            with self.assertRaises(alibi.Error):
                alibi.Player("champion", session.view("jack"), threads=bad)


if __name__ == "__main__":
    unittest.main()
