"""The computer's players at the terminal, in every game: opponents, hints, analyses."""

import json
import random
import re

import helpers
from helpers import Case, play_out

HOT = ("--jack", "human", "--detective", "human")
NODES = ("--nodes", "300")  # enough to have an opinion


class Opponents(Case):
    def players(self):
        return re.findall(r"(?m)^(\w+)", self.good("players"))

    def test_list(self):
        names = self.players()
        self.assertEqual(names[0], "random")
        self.assertIn("champion", names)
        self.bad(2, "players", "all")

    def test_every_player_in_either_seat(self):
        for name in self.players():
            for seat in ("jack", "detective"):
                args = ("null", "--" + seat, "human", "--against", name, "--ms", "5")
                table = self.table(*args, "--seed", "2")
                play_out(table, 2)
                self.assertEqual((table.end(), table.errors), (0, b""))
                self.assertIn(name.encode(), table.said.splitlines()[0])

    def test_two_players_need_nobody(self):
        for game in self.games():
            said = self.good("play", game, "--jack", "greedy", "--detective", "champion",
                             "--ms", "2", "--seed", "3")  # fmt: skip
            self.assertRegex(said, r"(Jack|The Detective) wins: .*\n\Z")

    def test_the_same_seed_is_the_same_game(self):
        for name in self.games():

            def game(seed):
                return self.good("play", name, "--jack", "greedy", "--detective", "random",
                                 "--seed", str(seed))  # fmt: skip

            self.assertEqual(game(7), game(7))
            self.assertGreater(len({game(seed) for seed in range(4)}), 1)

    def test_records_name_the_player_and_loading_seats_him_again(self):
        for name in self.games():
            table = self.table(name, "--jack", "human", "--against", "greedy", "--seed", "1")
            self.assertEqual(table.seat, "jack")
            table.say("save game")
            table.say("quit")
            for how in (["--resume"], ["--load", "game"]):
                table = self.table(name, *how)
                self.assertEqual(table.seat, "jack")
                self.assertIn(b"greedy hunts you", table.said)
                table.kill()

    def test_no_seat_for_an_opponent(self):
        self.bad(2, "play", "null", *HOT, "--against", "random")

    def test_names_that_nobody_has(self):
        for args in (["--against", "level9"], ["--against", ""], ["--against", "human"],
                     ["--jack", "Champion"], ["--ms", "0"], ["--ms", "x"],
                     ["--threads", "0"], ["--threads", "65"]):  # fmt: skip
            self.bad(2, "play", "null", *args)


class Hints(Case):
    def test_what_is_hinted_can_be_done(self):
        """In the middle of an activation, too, and after taking a token back."""
        table = self.table("null", *HOT, "--seed", "3")
        table.raise_curtain()
        for _ in range(2):
            moves = table.moves()
            token = table.say("hint").splitlines()[1].split()[0]
            self.assertIn(token, moves)
            table.say(token)
            table.raise_curtain()


class Analyses(Case):
    def analysis(self, record, *args):
        return json.loads(self.good("analyse", "-", "--json", *NODES, *args, stdin=record))

    def test_every_game_and_player(self):
        for game in self.games():
            referee, rng = self.referee(game), random.Random(5)
            while legal := referee.legal():
                referee.do(helpers.choose(rng, legal))
            record = referee.record()
            for player in ("random", "greedy", "champion"):
                found = self.analysis(record, "--player", player)
                self.assertEqual(found["player"], player)
                self.assertTrue(found["decisions"] or game == "null")
                gained = sum(b["gained"] for b in found["beliefs"])
                first, last = found["beliefs"][0], found["beliefs"][-1]
                self.assertAlmostEqual(gained, first["bits"] - last["bits"], 2)
                for b in found["beliefs"]:
                    self.assertAlmostEqual(sum(b["chance"].values()), 1, 2)

    def test_a_seats_record_of_a_finished_game_is_as_good(self):
        for game in self.games():
            whole = self.random_game(game, 5).record()
            for seat in ("jack", "detective", "public"):
                seen = self.good("record", "-", "--view", seat, stdin=whole)
                self.assertEqual(self.analysis(seen, "--player", "greedy"),
                                 self.analysis(whole, "--player", "greedy"))  # fmt: skip

    def test_several_threads_say_the_same_each_time(self):
        whole = self.random_game("null", 5).record()
        said = self.analysis(whole, "--player", "champion", "--threads", "3")
        self.assertEqual(said, self.analysis(whole, "--player", "champion", "--threads", "3"))
        one = self.analysis(whole, "--player", "champion")
        self.assertEqual(one, self.analysis(whole, "--player", "champion", "--threads", "1"))

    def test_bad_calls(self):
        path = self.write("game", helpers.RECORD)
        for args in (["--ms", "1", "--nodes", "1"], ["--ms", "0"], ["--nodes", "x"],
                     ["--player", "nobody"], ["--seat", "public"], ["--seat", ""],
                     ["--threads", "0"], ["--threads", "65"], ["--threads", "two"]):  # fmt: skip
            self.bad(2, "analyse", path, *args)
        self.bad(1, "analyse", self.path("nowhere"))


if __name__ == "__main__":
    helpers.main()
