"""Every verb, called rightly and wrongly.

Rightly: exit code 0 and nothing on standard error. Wrongly: 2 if the call is wrong, 1 if the
work failed, one line on standard error that says why, and nothing on standard output, so that
a script never takes half an answer for a whole one."""

import json
import os
import re
import signal
import subprocess
import tempfile

import helpers
from helpers import Case

OPTIONS = {
    "play": "--against --jack --detective --ms --threads --seed --deal --resume --load --ascii --no-color",
    "replay": "--view --ascii --no-color",
    "record": "--view --complete",
    "show": "--json --ascii --no-color",
    "referee": "",
    "perft": "",
    "bench": "--games --seed",
    "games": "",
    "players": "",
    "messages": "",
    "rules": "",
    "analyse": "--player --ms --nodes --threads --seat --gave --json",
    "admin": "--store --days --why",
    "serve": "--bind --port --data --origin --proxy --think --threads --search-threads --keep --rate --streams --quiet --settings --as-root",
}
VERBS = tuple(OPTIONS)
MANUAL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/alibi.1")
POSITION = (
    "null round=2 slot=1 witness=visible suspects=AA,BB jack=AA jack-drew=- "
    "detective-drew=BB result=- lit=AA,BB drawing=no"
)


class Program(Case):
    def test_version_is_one_line(self):
        self.assertRegex(self.good("--version"), r"\Aalibi \d+\.\d+\.\d+\n\Z")

    def test_help_lists_every_verb(self):
        for call in ("--help", "help"):
            text = self.good(call)
            for verb in VERBS:
                self.assertRegex(text, r"(?m)^  %s +\w" % verb)

    def test_every_verb_has_help(self):
        for verb in VERBS:
            text = self.good(verb, "--help")
            self.assertTrue(text.startswith("usage: alibi %s" % verb), text)

    def test_help_on_a_verb_in_every_way(self):
        for verb in VERBS:
            text = self.good(verb, "--help")
            for call in ((verb, "-h"), ("help", verb), ("--help", verb), ("-h", verb)):
                self.assertEqual(self.good(*call), text)
        self.assertEqual(self.good("-h"), self.good("--help"))
        self.bad(2, "help", "plays")

    def test_help_names_the_verb_that_it_does_not_know(self):
        """And not `help`, which it does."""
        self.assertIn("no verb plays", self.bad(2, "help", "plays"))

    def test_help_wins_over_whatever_else_is_said(self):
        self.assertIn("usage", self.good("play", "nonsense", "--seed", "x", "--help"))

    def test_help_fits_a_terminal(self):
        for call in (["--help"], *([verb, "--help"] for verb in VERBS)):
            for line in self.good(*call).splitlines():
                self.assertLessEqual(len(line), 90, line)

    def test_help_and_manual_mention_every_option(self):
        with open(MANUAL, encoding="utf-8") as file:
            manual = file.read()
        for verb, options in OPTIONS.items():
            text = self.good(verb, "--help")
            self.assertIn(".Cm %s\n" % verb, manual)
            for name in options.split():
                self.assertIn(name, text)
                self.assertIn("Fl " + name[1:], manual)

    def test_switches_for_tests_are_not_in_this_program(self):
        """Whoever could give them would know every card to come."""
        for switch in ("--test-seed=1", "--test-deal=x"):
            self.assertIn("unknown option", self.bad(2, "serve", switch))
        with open(helpers.PROGRAM, "rb") as program:
            self.assertNotIn(b"--test-", program.read())

    def test_root_has_to_say_so(self):
        if os.geteuid() != 0:
            self.skipTest("this is not root")
        self.assertIn("--as-root", self.bad(1, "serve", "--port", "0"))
        with tempfile.TemporaryDirectory() as folder:
            server = subprocess.Popen(
                [helpers.PROGRAM, "serve", "--as-root", "--port", "0", "--data", folder],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)  # fmt: skip
            self.assertIn(b"Alibi is at", server.stdout.readline())
            server.terminate()
            self.assertEqual(server.wait(helpers.PATIENCE), 0)
            server.stdout.close()

    def test_help_has_no_trailing_spaces(self):
        for call in (["--help"], *([verb, "--help"] for verb in VERBS)):
            self.assertNotRegex(self.good(*call), r"(?m) $")

    def test_no_verb(self):
        self.assertIn("--help", self.bad(2))

    def test_unknown_verb(self):
        for verb in ("plays", "PLAY", "", "--", "--verbose", "-x", "\033[31m", "x" * 5000):
            said = self.bad(2, verb)
            self.assertTrue(said.startswith("alibi: no verb "), said)
            self.assertIn("--help", said)

    def test_version_and_help_take_no_arguments(self):
        for call in ("--version", "--help"):
            self.bad(2, call, "superfluous")

    def test_an_error_is_one_line_whatever_was_said(self):
        self.bad(2, "two\nlines")
        self.bad(1, "record", "two\nlines")
        for text in ("\033[31mred", "a\tb\r\x7f", "\u009b2J"):
            for code, args in ((2, [text]), (1, ["record", text]), (2, ["show", text])):
                said = self.bad(code, *args)
                self.assertTrue(said[:-1].isprintable(), ascii(said))
                self.assertIn("?", said)


class Rules(Case):
    """The rules as docs/rules has them."""

    def ids(self, game):
        path = os.path.join(os.path.dirname(MANUAL), "rules", game + ".md")
        with open(path, encoding="utf-8") as file:
            return re.findall(r"(?m)^- ([A-Z]-\d+\.\d+) ", file.read())

    def shown(self, *args):
        return re.findall(r"(?m)^([A-Z]-\d+\.\d+) ", self.good("rules", *args))

    def test_every_rule_stands_there_once_and_fits_a_terminal(self):
        for game in self.games():
            text = self.good("rules", game)
            self.assertEqual(self.shown(game), self.ids(game))
            self.assertNotRegex(text, r"programmers|\]\(|\*\*|`")
            for line in text.splitlines():
                self.assertLessEqual(len(line), 80, line)

    def test_an_id_is_that_rule_alone(self):
        for game in self.games():
            for rule in self.ids(game):
                self.assertEqual(self.shown(game, rule), [rule])
                self.assertEqual(self.shown(game, rule.lower()), [rule])

    def test_words_find_the_rules_that_have_them_all(self):
        for game in self.games():
            for rule in self.ids(game):
                words = re.findall(r"\b[a-z]{6,}\b", self.good("rules", game, rule))[:2]
                found = self.shown(game, *(word.upper() for word in words))
                self.assertIn(rule, found, words)
                for other in found[:2] if words else []:
                    for word in words:
                        self.assertIn(word, self.good("rules", game, other).lower())
            self.assertIn(f"no rule of {game}", self.bad(1, "rules", game, "xyzzy"))
        self.bad(2, "rules", "monopoly")


class Calls(Case):
    """What is wrong with a call in the same way for several verbs."""

    def test_unknown_option(self):
        for verb in VERBS:
            for option in ("--bogus", "--bogus=1", "--views", "---"):
                said = self.bad(2, verb, "null", option)
                self.assertIn("usage: alibi " + verb, said)

    def test_too_few_arguments(self):
        for verb in VERBS:
            if verb not in ("games", "players", "messages", "serve"):
                self.assertIn("usage: alibi " + verb, self.bad(2, verb))

    def test_too_many_arguments(self):
        self.bad(2, "games", "null")
        self.bad(2, "players", "null")
        for verb in ("replay", "record", "analyse"):
            self.bad(2, verb, "one", "two")
        for verb in ("play", "show", "referee", "bench"):
            self.bad(2, verb, "null", "superfluous")
            for game, option, values in self.options():
                right = "%s=%s" % (option, values[0])
                self.bad(2, verb, game, *[right] * 3, "x=y")
                self.bad(2, verb, game, right, "superfluous")

    def test_missing_value(self):
        for call in (
            "play null --seed",
            "play null --jack",
            "play null --detective",
            "play null --deal",
            "play null --load",
            "replay game --view",
            "record game --view",
            "bench null --games",
            "bench null --seed",
        ):
            self.assertIn("expects a value", self.bad(2, *call.split()))

    def test_value_where_none_belongs(self):
        for call in (
            "play null --resume=1",
            "play null --ascii=1",
            "show null --json=1",
            "record game --complete=yes",
            "replay game --no-color=",
        ):
            self.assertIn("takes no value", self.bad(2, *call.split()))

    def test_bad_game(self):
        for verb in ("play", "show", "referee", "bench"):
            for game in ("paris", "NULL", "", "null ", "null0", "-"):
                if verb == "show" and " " in game:
                    continue  # that is a position
                self.assertIn("alibi games", self.bad(2, verb, game))
        self.assertIn("alibi games", self.bad(2, "perft", "paris", "1"))

    def test_bad_option_of_a_game(self):
        for verb in ("play", "show", "referee", "bench"):
            for game, option, (value, *_) in self.options():
                for bad in ("%s=1888" % option, option + "=", "=", "weather=fog",
                            "%s=%s" % (option.capitalize(), value)):  # fmt: skip
                    self.bad(2, verb, game, bad)
            self.bad(2, verb, "null", "weather=fog")
        for game, option, _ in self.options():
            self.bad(2, "perft", game, option + "=1888", "1")

    def test_bad_number(self):
        for text in ("", "x", "-1", "+1", " 1", "1 ", "1.5", "1e3", "0x10", "9" * 30):
            self.bad(2, "bench", "null", "--seed", text)
            self.bad(2, "bench", "null", "--games", text)
            self.bad(2, "perft", "null", text)
        self.bad(2, "bench", "null", "--games", "0")
        self.bad(2, "bench", "null", "--games", "1000000000001")
        self.bad(2, "bench", "null", "--seed", str(2**64))
        self.bad(2, "perft", "null", "0")
        self.bad(2, "perft", "null", "21")

    def test_bad_seed_of_play(self):
        for text in ("", "x", "-1", "1.5", str(2**64)):
            self.bad(2, "play", "null", "--seed", text)

    def test_resume_and_load_exclude_each_other(self):
        record = self.write("game", helpers.RECORD)
        said = self.bad(2, "play", "null", "--resume", "--load", record)
        self.assertIn("exclude each other", said)
        for game, option, values in self.options():
            record, right = self.write("game", '[Game "%s"]' % game), option + "=" + values[-1]
            for args in (["--resume", right], [right, "--load", record]):
                self.assertIn("exclude each other", self.bad(2, "play", game, *args))

    def test_bad_seat(self):
        for verb in ("replay", "record"):
            for seat in ("", "chance", "Jack", "watson"):
                self.bad(2, verb, "game", "--view", seat)

    def test_bad_player(self):
        for option in ("--jack", "--detective"):
            for who in ("", "robot", "Human"):
                self.bad(2, "play", "null", option, who)
        self.bad(2, "play", "null", "--jack", "human", "--detective", "nobody")

    def test_two_dashes_end_the_options(self):
        self.assertIn("not --json", self.bad(2, "show", "--", "null", "--json"))
        self.bad(1, "record", "--", "--help")

    def test_value_after_an_equals_sign(self):
        one = self.good("bench", "null", "--games=3", "--seed=9").split("signature")[1]
        two = self.good("bench", "null", "--seed", "9", "--games", "3").split("signature")[1]
        self.assertEqual(one, two)


class Files(Case):
    """What a file can be that is no record."""

    def failing(self, path):
        for verb in ("replay", "record"):
            yield self.bad(1, verb, path)
        yield self.bad(1, "play", "null", "--load", path)

    def test_missing(self):
        for said in self.failing(self.path("nowhere")):
            self.assertIn("nowhere: No such file", said)

    def test_folder(self):
        for said in self.failing(self.folder):
            self.assertIn(self.folder, said)

    def test_without_a_name(self):
        for _ in self.failing(""):
            pass

    def test_empty(self):
        for said in self.failing(self.write("empty", "")):
            self.assertIn(":1:1: ", said)

    def test_binary(self):
        for said in self.failing(self.write("binary", bytes(range(256)) * 1000)):
            self.assertIn(":1:1: ", said)

    def test_this_very_program(self):
        for said in self.failing(helpers.PROGRAM):
            self.assertIn(":1:1: ", said)

    def test_truncated(self):
        """Wherever a record breaks off it is refused: where a game may stop, its Result tells. Only
        the first tag alone is a record."""
        text = helpers.RECORD
        for n in (*range(13), *range(15, len(text) - 2)):
            self.bad(1, "record", "-", stdin=text[:n])

    def test_standard_input(self):
        self.assertEqual(self.good("record", "-", stdin=helpers.RECORD), helpers.RECORD)
        self.assertIn("Jack is AA", self.good("replay", "-", stdin=helpers.RECORD))
        self.assertIn("-:1:1: ", self.bad(1, "record", "-", stdin=""))


class Output(Case):
    """A disk that is full or an output that is closed is a failure, and is said once."""

    def calls(self):
        game = self.write("game", helpers.RECORD)
        return (
            (["--help"], b""),
            (["--version"], b""),
            (["play", "--help"], b""),
            (["play", "null", "--seed", "1"], b"quit\n"),
            (["play", "null", "--jack", "random", "--detective", "random"], b""),
            (["replay", game], b""),
            (["replay", game, "--view", "public"], b""),
            (["record", game], b""),
            (["show", "null"], b""),
            (["show", "null", "--json"], b""),
            (["referee", "null"], b"legal\nlegal\n"),
            (["perft", "null", "3"], b""),
            (["bench", "null", "--games", "10"], b""),
            (["games"], b""),
            (["players"], b""),
            (["messages"], b""),
            (["analyse", game, "--player", "greedy"], b""),
        )

    def fails(self, args, stdin, **how):
        done = subprocess.run(
            [helpers.PROGRAM, *args],
            input=stdin,
            stderr=subprocess.PIPE,
            env=self.env,
            timeout=helpers.LONGEST_RUN,
            **how,
        )
        self.assertEqual(done.returncode, 1, args)
        self.assertRegex(done.stderr.decode(), r"\Aalibi: [^\n]*output[^\n]*\n\Z", args)

    def test_full(self):
        with open("/dev/full", "wb") as full:
            for args, stdin in self.calls():
                self.fails(args, stdin, stdout=full)

    def test_closed(self):
        for args, stdin in self.calls():
            self.fails(args, stdin, preexec_fn=lambda: os.close(1))

    def test_reader_has_gone(self):
        """A pipe that nobody reads ends it as it ends every other tool."""
        reader, writer = os.pipe()
        os.close(reader)
        done = self.run_alibi("show", "null", stdout=writer)
        os.close(writer)
        self.assertEqual((done.returncode, done.stderr), (-signal.SIGPIPE, b""))


class Show(Case):
    def test_set_up(self):
        for game in self.games():
            text = self.good("show", game)
            self.assertIn("suspects: ", text)
            self.assertNotIn("Jack is ", text)

    def test_options(self):
        for game, option, (default, *others) in self.options():
            self.assertEqual(self.good("show", game, option + "=" + default), self.good("show", game))
            for value in others:
                state = json.loads(self.good("show", game, option + "=" + value, "--json"))
                self.assertEqual(state["options"][option], value)

    def test_position(self):
        text = self.good("show", POSITION)
        self.assertIn("Jack is AA, Anna", text)
        self.assertIn("alibis drawn by detective: BB", text)

    def test_hidden_position(self):
        hidden = POSITION.replace("jack=AA jack-drew=-", "jack=? jack-drew=?0")
        text = self.good("show", hidden)
        self.assertNotIn("Jack is ", text)
        self.assertNotIn("identity", json.loads(self.good("show", hidden, "--json")))

    def test_json_is_the_referees(self):
        for game in self.games():
            state = self.good("referee", game, stdin="state\n")
            self.assertEqual(self.good("show", game, "--json"), state)
            json.loads(state)

    def test_bad_position(self):
        self.assertIn("column 14: ", self.bad(1, "show", "null round=2 slo=1"))
        self.bad(1, "show", "null ")
        self.bad(1, "show", " ")
        self.bad(1, "show", POSITION + " ")
        self.bad(1, "show", POSITION.replace("AA", "ZZ"))
        self.bad(1, "show", "null " + "x" * 100000)
        self.bad(2, "show", POSITION, "superfluous")

    def test_board_is_plain_ascii_here(self):
        for game in self.games():
            self.good("show", game).encode("ascii")

    def test_board_fits_a_terminal(self):
        for game in self.games():
            for line in self.good("show", game).splitlines():
                self.assertLessEqual(len(line), 90)
                self.assertEqual(line, line.rstrip())

    def test_unicode_where_the_locale_has_it(self):
        utf8 = {"LC_ALL": "C.UTF-8"}
        for game in self.games():
            self.assertFalse(self.good("show", game, env=utf8).isascii(), game)
            self.assertTrue(self.good("show", game, "--ascii", env=utf8).isascii())
            none = {"LC_ALL": "no_SUCH.UTF-8"}
            self.assertTrue(self.good("show", game, env=none).isascii())

    def test_both_boards_are_of_the_same_size(self):
        for game in self.games():
            plain = self.good("show", game, "--ascii")
            rich = self.good("show", game, env={"LC_ALL": "C.UTF-8"})
            self.assertEqual(*([len(line) for line in text.splitlines()] for text in (plain, rich)))

    def test_no_colour_in_a_file(self):
        for game in self.games():
            self.assertNotIn("\033", self.good("show", game, env={"TERM": "xterm-256color"}))


class Perft(Case):
    def test_numbers(self):
        self.assertEqual(self.good("perft", "null", "3"), "3 21 33\n")

    def test_after_tokens(self):
        self.assertEqual(self.good("perft", "null", "2", "deal=AA"), "7 11\n")
        self.assertEqual(self.good("perft", "null", "2", "deal=AA", "!AA"), "0 0\n")

    def test_every_game(self):
        for game in self.games():
            moves = self.good("referee", game, stdin="legal\n").split()
            self.assertEqual(self.good("perft", game, "1"), "%d\n" % len(moves))
        for game, option, values in self.options():
            for value in values:
                self.good("perft", game, option + "=" + value, "1")

    def test_bad_token(self):
        self.assertIn("token 1", self.bad(1, "perft", "null", "1", "foo"))
        self.assertIn("token 2", self.bad(1, "perft", "null", "1", "deal=AA", "deal=AA"))
        self.assertIn("token 3", self.bad(1, "perft", "null", "1", "deal=AA", "!AA", "!AA"))
        self.bad(1, "perft", "null", "1", "")
        self.bad(1, "perft", "null", "1", "deal=AA" * 10000)

    def test_no_depth(self):
        self.assertIn("DEPTH", self.bad(2, "perft", "null"))


class Bench(Case):
    def test_line(self):
        for game in self.games():
            self.assertRegex(
                self.good("bench", game, "--games", "50"),
                r"\A50 games, \d+ tokens, \d+\.\d+ s, \d+ games/s, \d+ tokens/s, "
                r"signature [0-9a-f]{16}\n\Z",
            )

    def test_one_game_is_not_too_quick(self):
        for _ in range(5):
            self.assertNotRegex(self.good("bench", "null", "--games", "1"), "inf|nan")

    def test_seed(self):
        def signature(*args):
            return self.good("bench", "null", "--games", "50", *args).split("signature ")[1]

        self.assertEqual(signature(), signature("--seed", "1"))
        self.assertNotEqual(signature(), signature("--seed", "2"))
        self.assertEqual(signature("--seed", str(2**64 - 1)), signature(f"--seed={2**64 - 1}"))

    def test_options(self):
        for game, option, values in self.options():
            self.good("bench", game, option + "=" + values[-1], "--games", "5")


class Games(Case):
    def test_list(self):
        text = self.good("games")
        self.assertRegex(text, r"(?m)^null +\w")
        for line in text.splitlines():
            self.assertRegex(line, r"\A([a-z]\w* +\w.*| +\w+=\w+(\|\w+)+  \w.*)\Z")


if __name__ == "__main__":
    helpers.main()
