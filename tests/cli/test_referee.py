"""The referee as a process: lines in, answers out, and nothing that a line can hold stops it.
What the commands mean is tested elsewhere; docs/protocol.md, sections 1 to 3, is the promise
here."""

import os
import select
import subprocess

import helpers
from helpers import Case

LONGEST = 65536


class Lines(Case):
    def answers(self, text, *args):
        """The answers to a whole input, line by line."""
        out = self.good("referee", *(args or ("null",)), stdin=text)
        self.assertTrue(out == "" or out.endswith("\n"))
        return out.split("\n")[:-1]

    def one_error(self, line):
        """LINE is answered by one error and changes nothing."""
        line = line if isinstance(line, bytes) else line.encode()
        before, answer, after = self.answers(b"state\n" + line + b"\nstate\n")
        self.assertTrue(answer.startswith("error"), (line[:50], answer))
        self.assertEqual(before, after)
        return answer

    def test_every_line_has_an_answer(self):
        self.assertEqual(
            self.answers("legal\ndo deal=AA\nlegal\n"),
            ["deal=AA deal=BB deal=CC", "ok", "!AA !BB !CC alibi flip:AA flip:BB flip:CC"],
        )

    def test_no_final_newline(self):
        self.assertEqual(self.answers("do deal=AA\nperft 1"), ["ok", "7"])
        self.assertEqual(self.answers("perft 0"), ["1"])
        self.assertEqual(self.answers("quit"), [])

    def test_no_input(self):
        self.assertEqual(self.answers(""), [])

    def test_carriage_return(self):
        self.assertEqual(self.answers("do deal=AA\r\nperft 1\r\nquit\r\n"), ["ok", "7"])
        self.assertEqual(self.answers("perft 0\r"), ["1"])
        self.one_error("\r")
        self.one_error("perft 1\r\r")
        self.one_error("per\rft 1")

    def test_spaces(self):
        self.assertEqual(self.answers("  do   deal=AA  \n  perft  1  \n"), ["ok", "7"])
        self.one_error("perft\t1")
        self.one_error("\tlegal")

    def test_empty_lines_are_errors(self):
        self.one_error("")
        self.one_error("   ")
        self.assertEqual(len(self.answers("\n\n\n")), 3)

    def test_quit(self):
        self.assertEqual(self.answers("perft 0\nquit\nperft 0\n"), ["1"])
        self.assertEqual(self.answers("perft 0\n quit \nperft 0\n"), ["1"])
        self.one_error("quit now")

    def test_longest_line(self):
        for command in ("perft 0", "legal", "undo"):
            line = command + " " * (LONGEST - len(command))
            answer = self.answers("do deal=AA\n" + line + "\nperft 0\n")
            self.assertEqual(len(answer), 3)
            self.assertFalse(answer[1].startswith("error"), command)
        line = ("do " + "flip:AA " * 10000)[:LONGEST]
        self.assertTrue(self.answers("do deal=AA\n" + line + "\n")[1].startswith("error 5: "))

    def test_line_that_is_too_long(self):
        for length in (LONGEST + 1, LONGEST + 2, 2 * LONGEST, 3000000):
            line = "perft 0" + " " * (length - 7)
            self.assertIn(str(LONGEST), self.one_error(line))
            self.assertIn(str(LONGEST), self.one_error("x" * length))
            self.assertEqual(self.answers("perft 0\n" + line)[0], "1")
            self.assertEqual(len(self.answers("perft 0\n" + line)), 2)

    def test_the_carriage_return_does_not_count(self):
        """It is ignored, also at the end of the longest line."""
        self.assertEqual(self.answers("perft 0" + " " * (LONGEST - 7) + "\r\n"), ["1"])

    def test_binary(self):
        for line in (b"\0", b"legal\0", b"\0legal", b"do \0", b"do deal=AA\0", b"view jack\0"):
            self.one_error(line)
        for line in (b"\xff\xfe", b"\x1b[2J", bytes(set(range(256)) - {10}) * 200):
            self.one_error(line)
        self.one_error("l\u00e9gal")

    def test_errors_are_single_lines_without_control_characters(self):
        for line in ("do \033[31m", "load \033[31m", "new \033=\033", "view \033"):
            self.assertTrue(self.one_error(line).isprintable())

    def test_garbage(self):
        for line in (
            "LEGAL", "legal x", "state x", "position x", "record x", "do", "do x", "undo 1",
            "undo 0", "undo -1", "undo x", "undo 1 1", "undo 99999999999999999999", "perft",
            "perft x", "perft -1", "perft 1 1", "perft 99999999999999999999", "view",
            "view chance", "view jack jack", "new x", "new edition=2016", "load", "load x",
            "load null", "load  null", "do >h11", "fetch", "legal;legal", "new\tx",
        ):  # fmt: skip
            self.one_error(line)

    def test_do_keeps_what_came_before_the_bad_token(self):
        answers = self.answers("do deal=AA flip:BB deal=CC flip:AA\nundo 2\nundo\n")
        self.assertTrue(answers[0].startswith("error 3: "))
        self.assertEqual(answers[1], "ok")
        self.assertTrue(answers[2].startswith("error"))


class Games(Case):
    def test_options(self):
        for game, option, (default, *others) in self.options():
            for value in others:
                given = option + "=" + value
                referee = self.referee(game, given)
                self.assertIn(given, referee.ask("position"))
                self.assertEqual(referee.ask("new %s=%s" % (option, default)), "ok")
                self.assertIn("%s=%s" % (option, default), referee.ask("position"))
                self.assertEqual(referee.ask("new"), "ok")
                self.assertIn(given, referee.ask("position"))
                for bad in (option + "=", option, given + " fog=thick"):
                    self.assertTrue(referee.ask("new " + bad).startswith("error: "))
                    self.assertIn(given, referee.ask("position"))

    def test_position_goes_round(self):
        for game in self.games():
            referee = self.random_game(game, 1, 12)
            position = referee.ask("position")
            self.assertEqual(referee.ask("new"), "ok")
            self.assertEqual(referee.ask("load " + position), "ok")
            self.assertEqual(referee.ask("position"), position)
            self.assertTrue(referee.ask("undo").startswith("error"))

    def test_record_is_the_programs(self):
        for game in self.games():
            referee = self.random_game(game, 2)
            self.assertEqual(referee.legal(), [])
            record = referee.record()
            self.assertEqual(self.good("record", "-", stdin=record), record)


class Process(Case):
    def start(self, **how):
        process = subprocess.Popen(
            [helpers.PROGRAM, "referee", "null"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=self.env,
            **how,
        )
        self.addCleanup(process.kill)
        return process

    def test_each_answer_is_flushed(self):
        """Nothing else has to be sent before the answer can be read, and there is no prompt."""
        process = self.start()
        self.assertEqual(select.select([process.stdout], [], [], 0.05)[0], [])
        for line in (b"legal\n", b"do deal=AA\n", b"nonsense\n", b"record\n", b"legal\r\n"):
            process.stdin.write(line)
            process.stdin.flush()
            self.assertTrue(select.select([process.stdout], [], [], helpers.PATIENCE)[0])
            self.assertTrue(os.read(process.stdout.fileno(), 65536).endswith(b"\n"))
        self.assertEqual(process.communicate(timeout=helpers.PATIENCE), (b"", b""))
        self.assertEqual(process.returncode, 0)

    def test_a_line_in_pieces(self):
        process = self.start()
        for piece in (b"le", b"g", b"al"):
            process.stdin.write(piece)
            process.stdin.flush()
            self.assertEqual(select.select([process.stdout], [], [], 0.02)[0], [])
        out, _ = process.communicate(b"\n", timeout=helpers.PATIENCE)
        self.assertEqual(out, b"deal=AA deal=BB deal=CC\n")

    def test_quit_ends_it_while_the_input_is_open(self):
        process = self.start()
        process.stdin.write(b"quit\n")
        process.stdin.flush()
        self.assertEqual(process.wait(helpers.PATIENCE), 0)
        process.communicate()

    def test_many_commands_at_once(self):
        out = self.good("referee", "null", stdin="new\ndo deal=AA\n" * 20000)
        self.assertEqual(out, "ok\n" * 40000)

    def test_a_hundred_games(self):
        """A process serves game after game, to its end each time."""
        for game in self.games():
            tokens = helpers.tokens_of(self.random_game(game, 3).record())
            lines = "new\ndo " + " ".join(tokens) + "\nlegal\n"
            self.assertEqual(self.good("referee", game, stdin=lines * 100), "ok\nok\n\n" * 100)


if __name__ == "__main__":
    helpers.main()
