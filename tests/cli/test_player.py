"""alibi player: the protocol as another program meets it."""

import re
import subprocess

import helpers
from helpers import Case


class Player(Case):
    def talk(self, *lines, args=()):
        return self.good("player", *args, stdin="\n".join(lines) + "\n").splitlines()

    def test_conversation(self):
        said = self.talk("new null seat=detective", "see deal=?", "belief", "go nodes 100", "value",
                         "see alibi alibi=?", "see alibi alibi=BB", "belief", "quit",
                         "this is not read", args=("random",))  # fmt: skip
        self.assertEqual(said[:3], ["ok", "ok", "belief AA=0.3333 BB=0.3333 CC=0.3333"])
        self.assertRegex(said[3], r"^move \S+$")
        self.assertRegex(said[4], r"^value [01]\.\d{4}$")
        self.assertRegex(said[5], r"^error 2: ")
        self.assertEqual(said[6:], ["ok", "belief AA=0.5000 CC=0.5000"])

    def test_seed(self):
        def moves(*args):
            return [self.talk("new null seat=detective seed=%d" % seed, "see deal=?", "go",
                              args=args)[-1]
                    for seed in range(12)]

        self.assertEqual(moves("random"), moves("random", "--seed", "5"))
        self.assertGreater(len(set(moves("random"))), 1)
        of_the_program = {self.talk("new null seat=detective", "see deal=?", "go",
                                    args=("random", "--seed", str(seed)))[-1]
                          for seed in range(12)}
        self.assertGreater(len(of_the_program), 1)

    def test_threads(self):
        """As many threads find the same each time, by the option or by `new`."""
        def go(new, *args):
            return self.talk(new, "see deal=?", "go nodes 3000", "value", args=args)

        for game in ("null seat=detective",):
            by_option = go("new " + game, "champion", "--threads", "3")
            self.assertRegex(by_option[2], r"^move \S+$")
            self.assertEqual(by_option, go("new %s threads=3" % game, "champion"))
            one = go("new " + game, "champion")
            self.assertEqual(one, go("new %s threads=1" % game, "champion", "--threads", "4"))
        for bad in ("0", "65", "-1", "two", ""):
            self.assertEqual(self.talk("new null seat=jack threads=" + bad, "quit")[0],
                             "error: expected threads=N, N from 1 to 64")
            self.assertIn("expected --threads, a number from 1 to 64",
                          self.bad(2, "player", "champion", "--threads", bad))

    def test_bad_lines(self):
        for line in ("", "hello", "go\t", "see", "new", "\0", "new null seat=mayor", "x" * 70000,
                     "quit please", "\u00e9"):
            self.assertRegex(self.talk(line, "belief", "quit")[0], r"^error: expected")
        said = self.talk("\x00\x01\xff", "new null seat=jack", "quit", args=("random",))
        self.assertEqual(said[1], "ok")

    def test_whole_games(self):
        """A player that is told a game as the referee's record shows it plays legally."""
        for game in self.games():
            for seat in ("jack", "detective"):
                self.play(game, seat)

    def play(self, game, seat):
        referee = self.referee(game)
        player = subprocess.Popen([helpers.PROGRAM, "player", "random"], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, text=True, env=self.env)
        told = []  # tokens that the player has been told

        def ask(line):
            player.stdin.write(line + "\n")
            player.stdin.flush()
            return player.stdout.readline().rstrip("\n")

        self.assertEqual(ask("new %s seat=%s" % (game, seat)), "ok")
        while (legal := referee.legal()):
            to_act = re.search(r'"to_act":"(\w+)"', referee.ask("state"))[1]
            token = legal[len(legal) // 2]
            if to_act == seat:
                answer = ask("go nodes 50")
                self.assertRegex(answer, r"^move \S+$")
                token = answer.split()[1]
                self.assertIn(token, legal)
            referee.do(token)
            seen = helpers.tokens_of(self.good("record", "-", "--view", seat,
                                               stdin=referee.record()))
            self.assertEqual(seen[: len(told)], told)
            if len(seen) > len(told):
                self.assertEqual(ask("see " + " ".join(seen[len(told) :])), "ok")
            told = seen
        player.stdin.close()
        self.assertEqual(player.wait(helpers.PATIENCE), 0)
        player.stdout.close()

    def test_usage(self):
        self.bad(2, "player", "nobody")
        self.bad(2, "player", "random", "random")
        self.bad(2, "player", "random", "--seed", "x")
        self.bad(2, "player", "random", "--memory", "0")
        self.assertEqual(self.talk("quit"), [])  # the strongest, if none is named
        self.assertEqual(self.talk("new null seat=jack", args=("random", "--memory", "1")), ["ok"])

    def test_output(self):
        with open("/dev/full", "wb") as full:
            done = self.run_alibi("player", "random", stdin="value\n", stdout=full)
        self.assertEqual(done.returncode, 1)


if __name__ == "__main__":
    helpers.main()
