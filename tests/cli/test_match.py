"""alibi match: results, records, resuming, programs outside, interruptions."""

import json
import os
import re
import shlex
import signal
import subprocess
import time

import helpers
from helpers import Case

CALM = "greedy"  # who does not accuse at once, so that the other has to play
PAIR = ("random", "random", "--memory", "1")  # a little, which sanitizers clear faster


def result(text):
    """What --json printed, without what depends on the clock."""
    said = json.loads(text)
    for side in ("effort_a", "effort_b"):
        for key in ("seconds", "longest"):
            said.get(side, {}).pop(key, None)
    return said


def records(text):
    """The records of a file."""
    return re.findall(r"(?ms)^\[Game .*?\n\n.*?\n\n", text)


class Matches(Case):
    def match(self, *args, players=PAIR, game="null", **how):
        return result(self.good("match", *players, "--memory", "1", "--game", game, "--json", *args,
                                **how))

    def counts(self, *args, **how):
        return self.match(*args, **how)["counts"]


class Results(Matches):
    def test_text(self):
        for game in self.games():
            self.check_text(game)

    def check_text(self, game):
        text = self.good("match", *PAIR, "--game", game, "--games", "40", "--seed", "3")
        self.assertTrue(text.startswith(game + ": "))
        self.assertRegex(text, r"\A\w+: random \(A\) against random \(B\), seed 3\n")
        wins = re.findall(r"(?m)^A (as jack|as detective|in all) +(\d+) of (\d+) ", text)
        self.assertEqual([(who, games) for who, _, games in wins],
                         [("as jack", "20"), ("as detective", "20"), ("in all", "40")])
        self.assertEqual(int(wins[0][1]) + int(wins[1][1]), int(wins[2][1]))
        self.assertRegex(text, r"(?m)^Elo +[+-]\d+ \([+-]\d+ to [+-]\d+\)$")
        ends = re.search(r"(?m)^ends +(.*);", text)[1]
        self.assertEqual(sum(map(int, re.findall(r" (\d+)", ends))), 40)

    def test_json(self):
        for game in self.games():
            said = self.match("--games", "40", game=game)
            self.assertEqual(said["pairs"], 20)
            self.assertEqual(sum(said["counts"]), 20)
            self.assertEqual((said["game"], said["a"], said["left"]), (game, "random", 0))
            for key in ("jack", "detective", "score"):
                middle, low, high = said[key]
                self.assertTrue(0 <= low <= middle <= high <= 1, said)
            self.assertEqual(sum(said["ends"].values()), 40)
            self.assertGreater(said["effort_a"]["turns"], 40)

    def test_seed_and_workers(self):
        for game in self.games():
            one = self.match("--games", "40", "--threads", "1", game=game)
            self.assertEqual(one, self.match("--games", "40", "--threads", "5", game=game))
            self.assertEqual(one, self.match("--games", "40", "--seed", "1", game=game))
            self.assertNotEqual(one, self.match("--games", "40", "--seed", "2", game=game))

    def test_pieces_add_up(self):
        whole = self.counts("--games", "60")
        parts = [self.counts("--games", "20", "--first", str(first)) for first in (0, 10, 20)]
        self.assertEqual(whole, [sum(column) for column in zip(*parts)])

    def test_options_of_the_game(self):
        for game, option, values in self.options():
            usual, other = (self.match("%s=%s" % (option, value), "--games", "40", game=game)
                            for value in (values[0], values[-1]))  # fmt: skip
            self.assertEqual(usual, self.match("--games", "40", game=game))
            self.assertNotEqual(usual, other)

    def test_counts(self):
        """--counts is the same arithmetic on numbers from elsewhere."""
        said = self.match("--games", "40")
        again = json.loads(self.good("match", "--json", "--counts",
                                     ",".join(map(str, said["counts"]))))
        for key in ("jack", "detective", "score", "elo", "pairs", "counts"):
            self.assertEqual(said[key], again[key])
        self.assertIn("+inf", self.good("match", "--counts", "0,0,0,10"))
        self.assertIsNone(json.loads(self.good("match", "--counts=0,0,0,1", "--json"))["elo"][0])
        self.assertIn("no pair", self.good("match", "--counts", "0,0,0,0"))

    def test_sprt(self):
        """It stops at the same pair, whoever plays it."""
        test = ("--sprt", "--elo0", "100", "--elo1", "300", "--games", "2000")
        one = self.match(*test, "--threads", "1")
        self.assertEqual(one, self.match(*test, "--threads", "4"))
        self.assertLess(one["pairs"], 500)
        self.assertEqual(one["left"], 1000 - one["pairs"])
        self.assertLessEqual(one["llr"], -one["llr_bound"])
        text = self.good("match", *PAIR, "--game", "null", *test)
        self.assertRegex(text, r"SPRT +LLR -\d+\.\d+ .*: rejected")

    def test_time(self):
        said = self.match("--games", "1000000", "--time", "1")
        self.assertEqual(said["pairs"] + said["left"], 500000)
        self.assertGreater(said["left"], 0)

    def test_progress(self):
        args = ("match", *PAIR, "--game", "null", "--games", "40")
        said, code = self.on_terminal(*args)
        self.assertEqual(code, 0)
        self.assertRegex(said, r"\r\[#{24}\] 20 of 20 pairs")
        self.assertNotIn("\r", self.good(*args))


class Wrong(Case):
    def test_usage(self):
        game = ("--game", "null")
        for args in (
            (), PAIR, ("random", *game), (*PAIR, "random", *game), (*PAIR, "--game", "chess"),
            (*PAIR, *game, "edition=2016"), (*PAIR, *game, "--games", "3"),
            (*PAIR, *game, "--games", "0"), (*PAIR, *game, "--games", "x"),
            (*PAIR, *game, "--threads", "0"), (*PAIR, *game, "--ms", "0"),
            (*PAIR, *game, "--search-threads", "0"), (*PAIR, *game, "--search-threads-b", "65"),
            (*PAIR, *game, "--nodes-a", "-1"), (*PAIR, *game, "--memory", "0"),
            (*PAIR, *game, "--elo0", "5", "--elo1", "5"), (*PAIR, *game, "--elo0", "many"),
            (*PAIR, *game, "--elo1", "nan"), (*PAIR, *game, "--time", "0"),
            (*PAIR, *game, "--grace", "0"), (*PAIR, *game, "--first", "-1"),
            ("nobody", "random", *game), ("random", "exec:", *game),
            ("random", "exec:a\nb", *game), ("random", "exec:" + "x" * 1000, *game),
            ("--counts", "1,2,3"), ("--counts", "1,2,3,4,5"), ("--counts", "1,,3,4"),
            ("--counts", "1,2,3,x"), ("--counts", ""), ("--counts", "1,2,3,"),
        ):
            self.bad(2, "match", *args)

    def test_output(self):
        with open("/dev/full", "wb") as full:
            done = self.run_alibi("match", *PAIR, "--game", "null", "--games", "2", stdout=full)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"output", done.stderr)


class Records(Matches):
    def play(self, *args, file="games", **how):
        return self.match("--out", self.path(file), *args, **how)

    def test_records(self):
        for game in self.games():
            self.play("--games", "20", file=game, game=game)
            games = records(self.read(game))
            self.assertEqual("".join(games), self.read(game))
            self.assertEqual(len(games), 20)
            for text in games:
                self.assertEqual(self.good("record", "-", stdin=text), text[:-1])
                self.assertRegex(text, r'\[Jack "random"\]')
                self.assertRegex(text, r'\[Round "\d+\.[12]"\]')

    def test_pairs_are_alike(self):
        """Every kind of chance comes out alike, as far as both games go on."""
        for game in self.games():
            self.play("--games", "20", file=game, game=game)
            games = records(self.read(game))
            kinds = set(re.findall(r" (\w+)=", self.read(game)))
            for one, two in zip(games[::2], games[1::2]):
                for kind in kinds | {"deal"}:
                    first, second = (re.findall(r"\b%s=\S+" % kind, text) for text in (one, two))
                    n = min(len(first), len(second))
                    self.assertEqual(first[:n], second[:n], one + two)

    def test_resume(self):
        short = self.play("--games", "20")
        before = self.read("games")
        again = self.play("--games", "20")
        self.assertEqual(self.read("games"), before)
        self.assertEqual(short["counts"], again["counts"])
        self.assertEqual(again["effort_a"]["turns"], 0)
        longer = self.play("--games", "50")
        self.assertTrue(self.read("games").startswith(before))
        self.assertEqual(longer["counts"], self.counts("--games", "50"))
        self.assertEqual(longer["ends"], self.match("--games", "50")["ends"])
        self.assertIn("25 pairs were in the file",
                      self.good("match", *PAIR, "--game", "null", "--games", "50", "--out",
                                self.path("games")))

    def test_torn_end(self):
        """Whatever a crash leaves of the last pair is cut off and played again."""
        whole = self.play("--games", "8", "--threads", "1")
        text = self.read("games")
        games = records(text)
        for cut in (1, 2, 3, len(games[-1]), len(games[-1]) + 20, len(games[-1] + games[-2]) - 3,
                    len(text) - 3, len(text)):
            self.write("games", text[: len(text) - cut])
            again = self.play("--games", "8", "--threads", "1")
            self.assertEqual(whole["counts"], again["counts"], cut)
            self.assertEqual(self.read("games"), text)

    def refuses(self, text, *args, where=""):
        self.write("games", text)
        said = self.bad(1, "match", *PAIR, "--game", "null", "--games", "8", "--out",
                        self.path("games"), *args)
        self.assertIn("games:" + where, said)
        self.assertEqual(self.read("games"), text)

    def test_other_files(self):
        self.play("--games", "8", "--threads", "1")
        text = self.read("games")
        games = records(text)
        self.refuses(text, "--seed", "2", where="1:1: ")
        self.refuses(text, "--nodes", "5", where="1:1: ")
        self.refuses(text, "--memory", "5", where="1:1: ")
        self.refuses(text[:-3], "--seed", "2")
        self.refuses(helpers.RECORD)
        self.refuses(helpers.RECORD + "\n")
        self.refuses((helpers.RECORD + "\n") * 2)
        self.refuses("[Gama")
        self.refuses("a letter to my aunt\n\n")
        self.refuses(text + "a letter to my aunt\n\n")
        self.refuses(games[0].replace("deal=", "dael=") + "".join(games[1:]))
        self.refuses("".join(games[1:] + games[:1]))
        self.refuses(text + "".join(games[:2]))
        self.refuses(text.replace('"1.2"', '"1.3"'))
        self.refuses(text.replace("jack:", "detective:"))
        self.refuses(text.replace("deal=", "deal=\0"))

    def test_places(self):
        args = ("match", *PAIR, "--game", "null", "--games", "2", "--out")
        self.bad(1, *args, self.folder)
        self.bad(1, *args, self.path("no", "folder"))
        self.bad(1, *args, "/dev/full")

    def test_disk_full(self):
        """A file that cannot grow ends the match, and what fitted is good to go on with."""
        import resource

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

        done = subprocess.run(
            [helpers.PROGRAM, "match", *PAIR, "--game", "null", "--games", "100", "--out", "games"],
            cwd=self.folder, env=self.env, capture_output=True, preexec_fn=limit, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr.decode(), r"\Aalibi: games: [^\n]+\n\Z")
        self.assertEqual(self.play("--games", "100")["counts"], self.counts("--games", "100"))

    def test_one_writer(self):
        self.write("slow.sh", "sleep 30")
        slow = subprocess.Popen(
            [helpers.PROGRAM, "match", "random", "exec:sh slow.sh", "--game", "null", "--games",
             "2", "--out", "games"], cwd=self.folder, env=self.env,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            deadline = time.monotonic() + helpers.PATIENCE
            while not os.path.exists(self.path("games")) and time.monotonic() < deadline:
                time.sleep(0.01)
            time.sleep(0.2)
            self.bad(1, "match", *PAIR, "--game", "null", "--games", "2", "--out", "games")
        finally:
            slow.send_signal(signal.SIGTERM)
            slow.wait(helpers.PATIENCE)


class Outside(Matches):
    """Programs that play: a good one, and all sorts of bad ones."""

    def outside(self, script):
        """A player that is a Python script."""
        return "exec:exec python3 " + shlex.quote(self.write("player.py", script))

    def test_own_player(self):
        """The same player outside plays the same games."""
        outside = "exec:%s player random" % shlex.quote(helpers.PROGRAM)
        for game in self.games():
            inside = self.counts("--games", "20", game=game)
            self.assertEqual(inside, self.counts("--games", "20", game=game,
                                                 players=("random", outside)))

    LISTENER = """
import sys, subprocess
alibi = subprocess.Popen([%r, "player", "random"], stdin=-1, stdout=-1, text=True)
log = open("heard-" + sys.argv[-1], "a")
for line in sys.stdin:
    log.write(line)
    log.flush()
    alibi.stdin.write(line)
    alibi.stdin.flush()
    if line == "quit\\n":
        break
    print(alibi.stdout.readline(), end="", flush=True)
alibi.wait()
"""

    def test_what_it_is_told(self):
        """A program is told its seat's redacted history and nothing else."""
        listener = self.outside(self.LISTENER % helpers.PROGRAM)
        for game in self.games():
            self.check_told(game, listener)

    def check_told(self, game, listener):
        """With the last value of every option."""
        options = ["%s=%s" % (name, values[-1]) for of, name, values in self.options() if of == game]
        self.match("--games", "6", "--threads", "1", "--nodes", "7", "--out", self.path(game),
                   *options, game=game, players=("%s %s" % (listener, game), "random"))  # fmt: skip
        heard = self.read("heard-" + game).split("new ")[1:]
        self.assertEqual(len(heard), 6)
        for text, told in zip(records(self.read(game)), heard):
            seat = "jack" if '[Round "%s.1"]' % re.search(r'Round "(\d+)', text)[1] in text \
                else "detective"
            first, *rest = told.splitlines()
            self.assertRegex(first, r"^%s seat=%s seed=\d+%s$" % (
                game, seat, "".join(" " + option for option in options)))  # fmt: skip
            seen = [word for line in rest if line.startswith("see ") for word in line.split()[1:]]
            record = self.good("record", "-", "--view", seat, stdin=text)
            self.assertEqual(seen, helpers.tokens_of(record))
            self.assertEqual({line for line in rest if not line.startswith("see ")} - {"quit"},
                             {"go nodes 7"} if "go nodes 7" in rest else set())

    def faults(self, script, why, other="random", grace="20"):
        done = self.run_alibi("match", other, self.outside(script), "--memory", "1", "--game", "null",
                              "--games", "4", "--json", "--grace", grace)  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)
        said = json.loads(done.stdout)
        self.assertEqual(said["effort_b"]["faults"], 4, said)
        self.assertEqual(said["counts"], [0, 0, 0, 2])
        # What the program itself says on standard error comes through.
        lines = [line for line in done.stderr.decode().splitlines() if line.startswith("alibi: ")]
        self.assertEqual(len(lines), 4)
        for line in lines:
            self.assertRegex(line, r"^alibi: pair [12], game [12]: .* loses as \w+: " + why)

    def test_it_crashes(self):
        self.faults("raise SystemExit(3)", "it has ended")
        self.faults("input(); import os; os.abort()", "it has ended")

    def test_it_is_silent(self):
        self.faults("import time; input(); time.sleep(60)", "it did not answer in time",
                    grace="1")

    def test_it_babbles(self):
        self.faults("while input(): print('what?', flush=True)", "it answered what. to new")
        self.faults("input(); print('\\033[2J', flush=True); input()", "it answered .\\[2J to new")
        self.faults("input(); print('x' * 100000, flush=True); input()", "its answer was too long")
        self.faults("import sys; input(); sys.stdout.buffer.write(b'\\xff\\0ok\\n'); "
                    "sys.stdout.flush(); input()", "it answered .* to new")

    PLAYER = "while True: print('move %s' if input().startswith('go') else 'ok', flush=True)"

    def test_it_plays_badly(self):
        self.faults(self.PLAYER % "h9", "it played h9: .*expected", other=CALM)
        self.faults(self.PLAYER % "deal=AA", "it played deal=AA: Z-", other=CALM)
        self.faults(self.PLAYER % "", "it played : .*expected", other=CALM)
        self.faults(self.PLAYER % ("x" * 100), "it answered move x+ to go", other=CALM)
        self.faults(self.PLAYER % "\\0", "it played : .*expected", other=CALM)

    def test_forfeits_resume(self):
        """A game lost by failing is in the file and is not played again."""
        bad = self.outside(self.PLAYER % "h9")
        args = ("match", CALM, bad, "--game", "null", "--games", "4", "--json", "--out",
                self.path("games"))
        first = self.run_alibi(*args)
        self.assertEqual(self.read("games").count('[Result "*"]'), 4)
        self.assertEqual(self.read("games").count("[Forfeit "), 4)
        again = self.run_alibi(*args)
        self.assertEqual(again.stderr, b"")
        self.assertEqual(json.loads(first.stdout)["counts"], json.loads(again.stdout)["counts"])

    def is_alive(self, name):
        try:
            with open("/proc/%s/stat" % self.read(name)) as stat:
                return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
        except FileNotFoundError:
            return False

    def test_interrupt(self):
        """SIGINT and SIGTERM: the result so far, and nobody is left behind."""
        script = ("import os, sys, time\n"
                  "open('pid', 'w').write(str(os.getpid()))\n"
                  "open('ready', 'w').close()\n"
                  "time.sleep(300)\n")
        for number in (signal.SIGINT, signal.SIGTERM):
            process = subprocess.Popen(
                [helpers.PROGRAM, "match", "random", self.outside(script), "--game", "null",
                 "--games", "2000", "--grace", "2", "--threads", "1"],
                cwd=self.folder, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            deadline = time.monotonic() + helpers.PATIENCE
            while not os.path.exists(self.path("ready")) and time.monotonic() < deadline:
                time.sleep(0.01)
            self.assertTrue(self.is_alive("pid"))
            process.send_signal(number)
            said, errors = process.communicate(timeout=helpers.PATIENCE)
            self.assertEqual(process.returncode, 1)
            self.assertIn(b"no pair of games was finished", said)
            self.assertTrue(errors.endswith(b"alibi: interrupted\n"), errors)
            self.assertFalse(self.is_alive("pid"))
            os.remove(self.path("ready"))

    def test_interrupted_match_goes_on(self):
        game = self.games()[-1]
        process = subprocess.Popen(
            [helpers.PROGRAM, "match", *PAIR, "--game", game, "--games", "1000000", "--out",
             "games"], cwd=self.folder, env=self.env, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        deadline = time.monotonic() + helpers.PATIENCE
        while time.monotonic() < deadline and (
                not os.path.exists(self.path("games")) or os.path.getsize(self.path("games")) < 50000):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=helpers.PATIENCE)
        self.assertEqual(process.returncode, 1)
        self.assertIn(b"A in all", said)
        games = len(records(self.read("games")))
        self.assertEqual(games % 2, 0)
        said = self.match("--games", str(games + 20), "--out", "games", game=game)
        self.assertEqual(said["counts"], self.counts("--games", str(games + 20), game=game))


if __name__ == "__main__":
    helpers.main()
