"""alibi puzzle: solving in the terminal, proving again, letting players solve, bad input."""

import os
import re
import subprocess
import sys

import helpers
from helpers import Case

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def games():
    return sorted(name.split(".")[0] for name in os.listdir(os.path.join(ROOT, "puzzles")))


def puzzles(game):
    with open(os.path.join(ROOT, "puzzles", game + ".puzzles"), encoding="utf-8") as file:
        return re.split(r"\n\n(?=\[Game )", file.read().strip())


def tag(puzzle, key):
    return re.search(r'(?m)^\[%s "(.*)"\]$' % key, puzzle).group(1)


class Solving(Case):
    def solve(self, game, number, *lines):
        return self.good("puzzle", game, "--number", str(number), "--ascii", "--no-color",
                         stdin="".join(line + "\n" for line in lines))

    def test_right(self):
        for game in games():
            for number in (1, 100, 300):
                puzzle = puzzles(game)[number - 1]
                said = self.solve(game, number, *tag(puzzle, "Answer").split(), "ok", "quit")
                self.assertIn("\nPuzzle %s-%d, rated %s\n" % (game, number, tag(puzzle, "Rating")),
                              said)
                self.assertIn("Right!\n", said)
                self.assertIn("Theme: %s." % tag(puzzle, "Theme"), said)
                self.assertIn("1 of 1 solved at the first try, 1 in a row.", said)
                self.assertIn("Puzzle %s-%d," % (game, number + 1), said)

    def test_of_the_day(self):
        """Without the name of a game there is a puzzle, too: that of the day."""
        self.assertRegex(self.good("puzzle", stdin="quit\n"), r"\A\nPuzzle [a-z]+-\d+, rated \d+\n")

    def test_commands(self):
        for game in games():
            answer = tag(puzzles(game)[199], "Answer").split()
            said = self.solve(game, 200, "help", "moves", answer[0], "undo", "ok", "nonsense",
                              "x" * 500, "board", "show", *answer, "ok", "quit")
            self.assertIn("give up and see the answer", said)
            self.assertRegex(said, r"(?m)^>? +1  \S+ +\S")
            self.assertIn("Play a turn first", said)
            self.assertIn("`moves` lists what you can do.", " ".join(said.split()))
            self.assertIn("Theme: ", said)
            self.assertIn("0 of 1 solved at the first try, 0 in a row.", said)

    def test_nothing_given_away(self):
        """Before it is solved, neither its theme nor the other seat's secrets are shown."""
        for game in games():
            for number in (1, 150, 299):
                said = self.solve(game, number, "board", "moves")
                self.assertNotIn("Theme", said)
                if tag(puzzles(game)[number - 1], "View") == "detective":
                    self.assertNotIn("Jack is ", said)

    def test_themes(self):
        for game in games():
            themes = {tag(puzzle, "Theme") for puzzle in puzzles(game)}
            for theme in themes:
                said = self.good("puzzle", game, "--theme", theme, "--ascii", stdin="show\nquit\n")
                self.assertIn("Theme: %s." % theme, said)


class Proving(Case):
    def test_sample(self):
        """A few of each game are proven again; `alibi puzzle check GAME` proves them all."""
        for game in games():
            said = self.good("puzzle", "check", game, "--part", "7/%d" % (len(puzzles(game)) // 2))
            self.assertRegex(said, r"\A[23] puzzles, 0 wrong\n\Z")

    def test_wrong_answer(self):
        """A puzzle whose answer is another turn is found out."""
        for game in games():
            puzzle = puzzles(game)[250]
            rest = self.good("puzzle", game, "--number", "251", stdin="moves\n")
            answer = tag(puzzle, "Answer").split()
            others = [t for t in re.findall(r"(?m)^>? +\d+  (\S+)", rest) if t != answer[0]]
            found = False
            for other in others:
                path = self.write("wrong", puzzle.replace(
                    '[Answer "%s"]' % " ".join(answer), '[Answer "%s"]' % other) + "\n\n")
                result = self.run_alibi("puzzle", "check", game, "--file", path)
                self.assertEqual(result.returncode, 1)
                if b"1 puzzles, 1 wrong" in result.stdout:
                    found = True
                    break
            if len(answer) == 1 and others:
                self.assertTrue(found, game)


class Players(Case):
    def test_levels(self):
        for game in games():
            said = self.good("puzzle", "solve", game, "level4", "--part", "1/20")
            self.assertRegex(said, r"\Alevel4 solves \d+ of \d+, \d+\.\d %\n\Z")
            path = self.write("three", "\n\n".join(puzzles(game)[:3]) + "\n\n")
            said = self.good("puzzle", "solve", game, "level4", "--file", path)
            self.assertRegex(said, r"\Alevel4 solves [0-3] of 3, ")


class BadInput(Case):
    def test_usage(self):
        game = games()[0]
        for args, said in (
                (("mars",), "expected a game"),
                ((game, "--number", "0"), "--number"), ((game, "--number", "9999"), "--number"),
                ((game, "--theme", "love"), "expected a theme, not love"),
                (("check",), "too few arguments"), (("check", "mars"), "expected a game"),
                (("check", game, "--part", "3"), "expected --part I/N"),
                (("check", game, "--part", "9/3"), "--part"),
                (("make",), "too few arguments"), (("make", "--nodes", "0", "x"), "--nodes"),
                (("make", game, "--games", "0"), "--games"),
                (("make", game, "--theme", "love"), "expected a theme, not love"),
                (("make", "file", "--theme", ""), "expected a theme, not "),
                (("make", "file", "--seed", "1"), "go with the name of a game"),
                (("solve", game), "too few arguments")):
            self.assertIn(said, self.bad(2, "puzzle", *args), args)

    def test_files(self):
        game, other = games()[:2]
        first = puzzles(game)[0] + "\n\n"
        self.assertIn("expected a player", self.bad(1, "puzzle", "solve", game, "nobody"))
        for name in games():
            missing = {"arrest", "escape", "safe"} - {tag(p, "Theme") for p in puzzles(name)}
            for theme in missing:
                self.assertIn("has no puzzles of this theme",
                              self.bad(1, "puzzle", name, "--theme", theme))
        self.assertIn("no puzzles of null", self.bad(1, "puzzle", "null"))
        for content, said in (
                ("", "expected a puzzle"),
                (first + puzzles(other)[0] + "\n\n", r":\d+:1: expected a puzzle of " + game),
                (re.sub(r"\[Theme.*\n", "", first), "tag Theme"),
                (first[:200], "expected"),
                (b"\0\xff", "expected")):
            path = self.write("puzzles", content)
            self.assertRegex(self.bad(1, "puzzle", "check", game, "--file", path), said)
        path = self.write("game", helpers.RECORD[:60])
        self.assertRegex(self.bad(1, "puzzle", "make", path), r"game:\d+:\d+: expected")
        self.assertIn("nowhere", self.bad(1, "puzzle", "make", "nowhere"))


class Making(Case):
    def test_from_play(self):
        """With the name of a game champions play; what comes up is proven, and the parts are the
        whole."""
        for game in games():
            args = ("puzzle", "make", game, "--games", "2", "--seed", "3", "--nodes", "1000")
            whole = self.good(*args)
            parts = [self.good(*args, "--part", "%d/2" % i) for i in (1, 2)]
            self.assertEqual(sorted(re.findall(r"Position .*", whole)),
                             sorted(re.findall(r"Position .*", "".join(parts))))
            if whole:
                path = self.write("found", whole)
                said = self.good("puzzle", "check", game, "--file", path, "--nodes", "1000")
                self.assertRegex(said, r"\A\d+ puzzles, 0 wrong\n\Z")

    def test_from_games(self):
        """Puzzles come out of games as they are shipped: they read, and are proven."""
        for game in games():
            path = self.path(game)
            self.good("match", "level5", "level3", "--game", game, "--games", "2", "--seed", "5",
                      "--out", path)
            args = ("puzzle", "make", path, "--nodes", "1000", "--part", "1/2")
            found = self.good(*args)
            self.assertEqual(found, self.good(*args))
            if found:
                path = self.write("found", found)
                said = self.good("puzzle", "check", game, "--file", path, "--nodes", "1000")
                self.assertRegex(said, r"\A\d+ puzzles, 0 wrong\n\Z")

    def test_theme(self):
        """With --theme the same puzzles are found, but only those of the theme."""
        for game in games():
            path = self.path("of-" + game)
            self.good("match", "level2", "level3", "--game", game, "--games", "2", "--seed", "5",
                      "--nodes", "300", "--out", path)
            args = ("puzzle", "make", path, "--nodes", "1000")
            whole = re.findall(r'(?m)^\[Theme "(.*)"\]$(?s:.*?)^\[Position "(.*)"\]$',
                               self.good(*args))
            for theme in ("arrest", "clear", "escape", "hide"):
                wanted = [position for its, position in whole if its == theme]
                found = self.good(*args, "--theme", theme)
                self.assertEqual(re.findall(r'(?m)^\[Position "(.*)"\]$', found), wanted)
        args = ("puzzle", "make", games()[-1], "--games", "1", "--nodes", "1000")
        whole = re.findall(r'(?m)^\[Theme "(.*)"\]$', self.good(*args))
        found = re.findall(r'(?m)^\[Theme "(.*)"\]$', self.good(*args, "--theme", "hide"))
        self.assertEqual(found, [theme for theme in whole if theme == "hide"])
        self.assertLess(0, len(found))
        self.assertLess(len(found), len(whole))


class Choosing(Case):
    """tools/puzzles, which makes the files that are shipped."""

    def choose(self, game, *args):
        return subprocess.run([sys.executable, os.path.join(ROOT, "tools", "puzzles"), game, *args],
                              check=True, capture_output=True).stdout.decode()

    def test_keep(self):
        """What is there stays as it is, and new ones come behind it, each position once."""
        for game in games():
            every = puzzles(game)
            old, new = every[:200], every[190:250]
            keep = self.write("old", "\n\n".join(old) + "\n\n")
            more = self.write("more", "\n\n".join(new[::-1]) + "\n\n")
            made = self.choose(game, "--keep", keep, more)
            self.assertTrue(made.startswith("\n\n".join(old) + "\n\n"), game)
            made = re.split(r"\n\n(?=\[Game )", made.strip())
            self.assertEqual([tag(p, "Puzzle") for p in made],
                             ["%s-%d" % (game, i + 1) for i in range(250)])
            self.assertEqual({tag(p, "Position") for p in made},
                             {tag(p, "Position") for p in old + new})

    def test_rare(self):
        """There are at most 400. A rare theme is taken whole; of the very easy ones few of each
        theme are."""
        def puzzle(i, theme, rating):
            return ('[Game "x"]\n[View "jack"]\n[Puzzle "x-1"]\n[Theme "%s"]\n[Rating "%d"]\n'
                    '[Position "%d"]\n\n' % (theme, rating, i))
        path = self.write("found", "".join(
            [puzzle(i, "hide", 600 + i) for i in range(900)] +
            [puzzle(1000 + i, "escape", 400) for i in range(100)] +
            [puzzle(2000 + i, "safe", 400 + 200 * (i % 2)) for i in range(20)]))
        made = self.choose("x", path)
        count = {theme: made.count('[Theme "%s"]' % theme) for theme in ("hide", "escape", "safe")}
        self.assertEqual(count, {"hide": 400 - 15 - 20, "escape": 15, "safe": 20})


helpers.main()
