"""Games in the terminal, whichever they are: from the deal to the end, kept and resumed, killed at
any moment. What a player can say is tested with the rules of the games."""

import os
import random
import re
import time

import helpers
from helpers import Case, is_chance, play_out, read_all, tokens_of

OVER = re.compile(r"^(Jack|The Detective) wins: ([A-Za-z, ]+)\. Jack was (.+)\.$", re.M)
HOT = ("--jack", "human", "--detective", "human")
RANDOM = ("--against", "random")  # who takes no time


class Games(Case):
    """Games from the deal to the end, each against the referee's knowledge of the rules."""

    def calls(self):
        """Every game with its defaults, and with the last value of each option."""
        return [[game] for game in self.games()] + [
            [game, "%s=%s" % (option, values[-1])] for game, option, values in self.options()
        ]

    def check_end(self, table, game):
        """The program has ended well: result, nothing kept, exit code."""
        self.assertTrue(OVER.search(table.said.decode()), table.said[-500:])
        self.assertEqual((table.end(), table.errors), (0, b""))
        self.assertFalse(os.path.exists(self.kept(game)))

    def test_against_the_computer(self):
        for game in self.games():
            for seat in ("jack", "detective"):
                table = self.table(game, "--" + seat, "human", *RANDOM, "--seed", "6")
                self.assertIn(table.seat, (seat, None))
                play_out(table, 6)
                self.check_end(table, game)

    def test_seats_by_the_other_option(self):
        """Who is asked first; nobody, where the computer accuses before."""
        for args, seat in (
            (["--detective", "random"], "jack"),
            (["--jack", "human"], "jack"),
            (["--jack", "random"], "detective"),
            (["--detective", "human"], "detective"),
            ([], "detective"),
        ):
            asked = {self.table("null", *args, "--seed", str(n)).seat for n in range(5)}
            self.assertEqual(asked - {None}, {seat}, args)
        self.assertTrue(self.table("null", *HOT).at_curtain)

    def test_two_random_players_need_nobody(self):
        for game in self.games():
            out = self.good("play", game, "--jack", "random", "--detective", "random")
            self.assertTrue(OVER.search(out))

    def test_the_same_seed_is_the_same_game(self):
        for name in self.games():

            def game(*args):
                return self.good("play", name, "--detective", "random", "--jack", "random", *args)

            self.assertEqual(game("--seed", "7"), game("--seed=7"))
            self.assertGreater(len({game("--seed", str(seed)) for seed in range(4)}), 1)
            self.assertGreater(len({game() for _ in range(8)}), 1)

    def test_every_move_offered_is_legal_and_every_legal_move_is_offered(self):
        """A hot-seat game of each kind in step with the referee."""
        for call in self.calls():
            referee = self.referee(*call)
            table = self.table(*call, "--seed", "11", *HOT)
            rng, played = random.Random(11), 0
            while table.seat:
                table.raise_curtain()
                table.say("save now")
                tokens = tokens_of(self.read("now"))
                referee.do(*tokens[played:])
                played = len(tokens)
                moves = table.moves()
                self.assertEqual(moves, referee.legal())
                table.say(helpers.choose(rng, moves))
            self.check_end(table, call[0])

    def test_every_word_is_ascii(self):
        """Boards, notes and descriptions of every game, where the locale has no more."""
        for game in self.games():
            table = self.table(game, "--seed", "2", *HOT)
            play_out(table, 2)
            self.assertTrue(table.said.isascii())

    def test_every_line_fits_eighty_columns(self):
        """Boards, notes, logs, lists, answers and refusals, in both ways of drawing."""
        for game in self.games():
            for locale in ("C", "C.UTF-8"):
                env = {"LC_ALL": locale}
                table, rng = self.table(game, *HOT, "--seed", "4", env=env), random.Random(4)
                while table.seat:
                    table.raise_curtain()
                    moves = table.moves()
                    for line in ("why " + rng.choice(moves), "why zzz", "log", "board",
                                 "help", "legend", "moves " + rng.choice(moves)[:2], "save"):  # fmt: skip
                        table.say(line)
                    table.say(helpers.choose(rng, moves))
                said = re.sub(r"(?m)^(jack|detective) \d\.\d> ", "", table.said.decode())
                long = [line for line in said.splitlines() if len(line) > 80]
                self.assertEqual(long, [], (game, locale))

    def test_legend(self):
        """Explains every sign of the board before it, at least those of pieces."""
        for game in self.games():
            table = self.table(game, *HOT, "--seed", "4")
            table.raise_curtain()
            legend = table.say("legend").splitlines()[:-1]
            self.assertGreaterEqual(len(legend), 5)
            for line in legend:
                self.assertRegex(line, r"^  \S.* {2,}\w")

    def test_columns_are_in_line(self):
        """Where many moves are listed, by as many tokens in a line as fit."""
        checked = 0
        for game in self.games():
            table, rng = self.table(game, *HOT, "--seed", "11"), random.Random(11)
            while table.seat:
                table.raise_curtain()
                listed = table.say("moves")
                if "`moves WORD` lists fewer moves, in words" in listed:
                    checked += 1
                    self.check_columns(listed)
                table.say(helpers.choose(rng, table.moves()))
        self.assertGreater(checked, 0)

    def check_columns(self, listed):
        starts = [[f.end() for f in re.finditer(r"(?<!\S)\d+  (?=\S)", line)]
                  for line in listed.splitlines()[:-2]]  # fmt: skip
        for line in listed.splitlines():
            self.assertLessEqual(len(line.rstrip()), 80)
        for columns in starts:
            self.assertEqual(columns, starts[0][: len(columns)])

    def test_no_curtain_for_one_player(self):
        out = self.good("play", "null", *RANDOM, "--seed", "1", stdin="flip:AA\nflip:AA\n")
        self.assertNotIn("Hand the keyboard", out)


class Keeping(Case):
    """save, load, export, --load, --resume, quit, and the end of the input, in every game."""

    def begun(self, game):
        """A hot-seat game in which two moves were made; the tokens so far."""
        table, rng = self.table(game, *HOT, "--seed", "3"), random.Random(3)
        for _ in range(2):
            table.raise_curtain()
            table.say(helpers.choose(rng, table.moves()))
        table.raise_curtain()
        self.assertEqual(table.waits, "move")
        return table, self.tokens(table)

    def tokens(self, table):
        table.raise_curtain()
        table.say("save now")
        return tokens_of(self.read("now"))

    def test_quit_and_resume(self):
        for game in self.games():
            table, tokens = self.begun(game)
            self.assertIn("--resume", table.say("quit"))
            self.assertEqual((table.end(), table.errors), (0, b""))
            self.assertEqual(tokens_of(self.good("record", self.kept(game))), tokens)
            self.assertEqual(self.tokens(self.table(game, "--resume")), tokens)

    def test_end_of_input_and_resume(self):
        for game in self.games():
            table, tokens = self.begun(game)
            self.assertEqual((table.end(), table.errors), (0, b""))
            self.assertEqual(self.tokens(self.table(game, "--resume")), tokens)

    def test_save_and_load(self):
        for game in self.games():
            table, tokens = self.begun(game)
            table.say("save here")
            self.assertEqual(self.good("record", "here"), self.read("here"))
            table.say(helpers.choose(random.Random(4), table.moves()))
            table.raise_curtain()
            table.say("load here")
            self.assertEqual(self.tokens(table), tokens)
            table.kill()
            self.assertEqual(self.tokens(self.table(game, "--load", "here")), tokens)

    def test_export(self):
        """The seat's own record, which every tool reads."""
        for game in self.games():
            table, tokens = self.begun(game)
            table.say("export seen")
            seen = self.read("seen")
            self.assertEqual(self.good("record", "seen"), seen)
            self.assertIn('[View "%s"]' % table.seat, seen)
            self.good("replay", "seen")

    def test_games_are_kept_apart(self):
        tokens = {}
        for game in self.games():
            table, tokens[game] = self.begun(game)
            table.say("quit")
        for game in self.games():
            self.assertEqual(tokens_of(self.good("record", self.kept(game))), tokens[game])

    def test_a_new_game_sets_the_old_one_aside(self):
        for game in self.games():
            table, tokens = self.begun(game)
            table.say("quit")
            self.assertIn(b"this replaces an unfinished game", self.table(game, *HOT).said)
            self.assertEqual(tokens_of(self.good("record", self.kept(game) + ".old")), tokens)

    def test_records_of_other_games_are_refused(self):
        games = self.games()
        for game, other in zip(games, games[1:] + games[:1]):
            path = self.write("other", self.random_game(other, 1, 4).record())
            self.bad(1, "play", game, "--load", path)
            table, tokens = self.begun(game)
            table.say("load other")
            self.assertEqual(self.tokens(table), tokens)
            table.end()
            self.assertEqual(table.errors, b"alibi: other: expected a record of %s\n" % game.encode())

    def test_nowhere_to_keep(self):
        nowhere = {"HOME": "", "XDG_STATE_HOME": ""}
        self.bad(1, "play", "null", "--resume", env=nowhere)
        said = self.good("play", "null", stdin="quit\n", env=nowhere)
        self.assertIn("cannot be kept", said)
        self.assertNotIn("is kept", said)

    def test_home_when_there_is_no_state_folder(self):
        for state in ("", "relative/folder"):
            self.good("play", "null", stdin="quit\n", env={"XDG_STATE_HOME": state})
            kept = self.path(".local", "state", "alibi", "null.alibi")
            self.assertTrue(os.path.exists(kept))
            os.remove(kept)


class Killed(Case):
    """kill -9 at any moment: what was confirmed is there when the game is resumed."""

    KILLS = 12  # of each game

    def resume(self, game, confirmed):
        """Goes on; whatever had been confirmed is there, and at most one move more."""
        table = self.table(game, "--resume")
        table.raise_curtain()
        if table.seat is None:  # the last move ended the game: it was written, and not yet removed
            self.assertEqual(table.end(), 0)
            self.assertFalse(os.path.exists(self.kept(game)))
            return None, []
        table.say("save now")
        moves = [t for t in tokens_of(self.read("now")) if not is_chance(t)]
        self.assertEqual(moves[: len(confirmed)], confirmed)
        self.assertLessEqual(len(moves), len(confirmed) + 1)
        return table, moves

    def check_kills(self, game):
        rng = random.Random(5)
        table, confirmed = None, []
        for kill in range(self.KILLS):
            if table is None:
                table = self.table(game, *HOT, "--seed", str(kill))
                table.raise_curtain()
                confirmed = []
            for _ in range(rng.randrange(3)):
                confirmed.append(helpers.choose(rng, table.moves()))
                table.say(confirmed[-1])
                table.raise_curtain()
                if table.seat is None:
                    break
            if table.seat is None:
                table = None  # the game ended
                continue
            self.strike(table, rng, confirmed)
            if not os.path.exists(self.kept(game)):
                table = None  # that was the last move of a game
                continue
            table, confirmed = self.resume(game, confirmed)
        if table:
            table.kill()

    def test_kill(self):
        for game in self.games():
            self.check_kills(game)

    def strike(self, table, rng, confirmed):
        """Says a move and kills the program a moment later; the move counts as confirmed if
        the program has said anything after it."""
        token = helpers.choose(rng, table.moves())
        table.send(token)
        time.sleep(rng.choice((0, 0, 0.0002, 0.0005, 0.001, 0.003)))
        table.kill()
        if read_all(table.output):
            confirmed.append(token)

    def test_kill_while_the_computer_plays(self):
        for game in self.games():
            for seed in range(4):
                table = self.table(game, "--jack", "human", *RANDOM, "--seed", str(seed))
                play = random.Random(seed)
                for _ in range(2 * seed):
                    if table.seat:
                        table.say(helpers.choose(play, table.moves()))
                table.kill()
                if os.path.exists(self.kept(game)):
                    self.assertEqual(self.table(game, "--resume").seat, "jack")
                    os.remove(self.kept(game))


if __name__ == "__main__":
    helpers.main()
