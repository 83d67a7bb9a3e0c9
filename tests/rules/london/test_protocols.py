"""London by the line protocols, as docs/protocol.md shows them, and by the verbs."""

import os
import re

import sample  # first: it leads to the helpers
from sample import Case

import helpers

PROTOCOL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../docs/protocol.md")


class Referee(Case):
    def test_options(self):
        referee = self.referee("london", "edition=2006")
        self.assertIn("edition=2006 whistle=direct", referee.ask("position"))
        self.assertEqual(referee.ask("new whistle=free"), "ok")
        self.assertIn("edition=2006 whistle=free", referee.ask("position"))
        self.assertEqual(referee.ask("new"), "ok")
        self.assertIn("edition=2006 whistle=direct", referee.ask("position"))
        self.assertEqual(referee.ask("new edition=2016 whistle=free edition=2016"), "ok")
        self.assertIn("edition=2016 whistle=free", referee.ask("position"))

    def test_bad_options_keep_the_game(self):
        referee = self.referee("london")
        referee.do("deal=MS")
        before = referee.ask("position")
        for options in ("edition=1999", "whistle=free edition=", "fog", "edition=2006 fog=thick"):
            self.assertTrue(referee.ask("new " + options).startswith("error: "))
            self.assertEqual(referee.ask("position"), before)

    def test_position_goes_round(self):
        referee = self.referee("london", "whistle=free")
        referee.do(*sample.TOKENS[:12])
        position = referee.ask("position")
        self.assertEqual(referee.ask("new"), "ok")
        self.assertEqual(referee.ask("load " + position), "ok")
        self.assertEqual(referee.ask("position"), position)
        self.assertTrue(referee.ask("undo").startswith("error"))

    def test_record_is_the_programs(self):
        referee = self.referee("london")
        referee.do(*sample.TOKENS)
        self.assertEqual(referee.record(), sample.RECORD)
        self.assertEqual(referee.legal(), [])
        self.assertEqual(self.good("record", "-", stdin=sample.RECORD), sample.RECORD)

    def test_examples_of_the_documentation(self):
        """Every example of docs/protocol.md gives the answers that stand there; those of the
        player protocol are for test_player.py."""
        with open(PROTOCOL, encoding="utf-8") as file:
            blocks = re.findall(r"(?ms)^```\n(> .*?)^```", file.read().split("\n## 7 ")[0])
        self.assertGreater(len(blocks), 8)
        referee = self.referee("london")
        for number, block in enumerate(blocks):
            if number == 1:  # the first shows errors, the others are one game
                self.assertEqual(referee.ask("new"), "ok")
            for sent, answer in re.findall(r"(?ms)^> (.*?)\n(.*?)(?=^> |\Z)", block):
                if sent == "record":
                    self.assertEqual(referee.record() + ".\n", answer)
                elif sent != "quit":
                    self.assertEqual(referee.ask(sent) + "\n", answer)

    def test_a_hundred_games(self):
        """A process serves game after game; london to its end each time."""
        line = "new\ndo " + " ".join(sample.TOKENS) + "\nlegal\n"
        self.assertEqual(self.good("referee", "london", stdin=line * 100), "ok\nok\n\n" * 100)


class Player(Case):
    def talk(self, *lines, args=()):
        return self.good("player", *args, stdin="\n".join(lines) + "\n").splitlines()

    def test_conversation(self):
        said = self.talk(
            "new london seat=detective",
            "see deal=? cards=SH,JW,JS,IL",
            "belief",
            "go nodes 100",
            "value",
            "see SH >g10 alibi=?",
            "see SH >g10 alibi=JB",
            "quit",
            "this is not read",
            args=("random",),
        )
        self.assertEqual(said[:2], ["ok", "ok"])
        self.assertEqual(said[2], "belief " + " ".join(
            code + "=0.1250" for code in "SH JW JS IL MS SG WG JB".split()))
        self.assertRegex(said[3], r"^move (SH|JW|JS|IL)$")
        self.assertRegex(said[4], r"^value [01]\.\d{4}$")
        self.assertRegex(said[5], r"^error 3: ")
        self.assertEqual(said[6:], ["ok"])

    def test_documented_conversation(self):
        """The one at the end of docs/protocol.md."""
        with open(PROTOCOL, encoding="utf-8") as file:
            lines = re.search(r"## 8 .*?```\n(.*?)```", file.read(), re.DOTALL)[1].splitlines()
        asked = [line[2:] for line in lines if line.startswith("> ")]
        self.assertEqual(self.talk(*asked), [line for line in lines if not line.startswith("> ")])


class Verbs(Case):
    def test_boards_of_the_editions(self):
        old, new = (self.good("show", "london", "edition=" + e) for e in ("2006", "2016"))
        self.assertNotEqual(old, new)
        self.assertEqual(new, self.good("show", "london"))

    def test_board_fits_a_small_terminal(self):
        for line in self.good("show", "london").splitlines():
            self.assertLessEqual(len(line), 80)

    def test_perft(self):
        self.assertEqual(self.good("perft", "london", "2"), "8 560\n")
        self.assertEqual(self.good("perft", "london", "edition=2006", "whistle=free", "1"), "8\n")
        tokens = sample.TOKENS[: sample.TOKENS.index("^nw", 15) + 1]
        self.assertEqual(self.good("perft", "london", "2", *tokens), "17 26\n")

    def test_bench(self):
        self.good("bench", "london", "edition=2006", "whistle=free", "--games", "5")

    def test_options(self):
        text = self.good("games")
        self.assertIn("edition=2016|2006", text)
        self.assertIn("whistle=direct|free", text)

    def test_a_truncated_record(self):
        """Wherever a record breaks off it is refused or, where a game may stop, its Result
        tells."""
        for n in range(0, len(sample.RECORD) - 2, 7):
            self.bad(1, "record", "-", stdin=sample.RECORD[:n])


if __name__ == "__main__":
    helpers.main()
