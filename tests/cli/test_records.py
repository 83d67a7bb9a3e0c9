"""Records as files: what `record`, `replay` and `show` make of them, and where they say that one is
wrong. docs/notation.md, sections 5 and 6, is the promise."""

import re

import helpers
from helpers import RECORD, Case

VIEWS = ("public", "jack", "detective")


class Canonical(Case):
    def canonical(self, text, *args):
        """The canonical form, which must be a fixed point."""
        once = self.good("record", "-", *args, stdin=text)
        self.assertEqual(self.good("record", "-", stdin=once), once)
        return once

    def test_what_is_printed_is_canonical(self):
        for game in self.games():
            for seed, length in enumerate((0, 1, 7, 30, 1000)):
                referee = self.random_game(game, seed, length)
                text = referee.record()
                self.assertEqual(self.canonical(text), text)
                self.assertEqual(referee.ask("load " + referee.ask("position")), "ok")
                text = referee.record()
                self.assertEqual(self.canonical(text), text)

    def test_options_are_filled_in(self):
        for game, option, values in self.options():
            tag = '[%s "%%s"]' % option.capitalize()
            for value in values:
                text = self.canonical('[Game "%s"]' % game + tag % value)
                self.assertIn(tag % value, text)
            self.assertIn(tag % values[0], self.canonical('[Game "%s"]' % game))

    def test_file_or_standard_input(self):
        path = self.write("game", RECORD)
        self.assertEqual(self.good("record", path), RECORD)
        self.assertEqual(self.good("record", "-", stdin=RECORD), RECORD)

    def test_layout_of_the_writer_does_not_matter(self):
        for game in self.games():
            record = self.random_game(game, 1).record()
            tags, tokens = record.split("\n\n")
            loose = tags.replace("\n", "\n\n ") + " ".join(helpers.tokens_of(record))
            self.assertEqual(self.canonical(loose), record)
            self.assertEqual(self.canonical(record.replace("\n", "\r\n")), record)

    def test_comments_are_kept(self):
        text = '[Game "null"]\n[Result "*"]\n\n{before}\ndeal=AA {after, \u00e9}\n1.1 !BB {x'
        text = text.replace("*", "jack:wrong-accusation") + "\ny}\n"
        self.assertEqual(self.canonical(text), text)

    def test_comments_in_one_place_are_joined(self):
        text = '[Game "null"]{a}{b} {c}\n deal=AA{d}{}{e}'
        self.assertEqual(
            self.canonical(text), '[Game "null"]\n[Result "*"]\n\n{a b c}\ndeal=AA {d  e}\n'
        )

    def test_variations_are_kept(self):
        written = RECORD.replace("flip:BB", "flip:BB(flip:CC{or}(flip:AA)2.1 flip:BB)", 1)
        self.assertIn("1.2 flip:BB (1.2 flip:CC {or} 2.1 flip:BB) (1.2 flip:AA)\n", self.canonical(written))

    def test_readers_follow_the_main_line(self):
        varied = RECORD.replace("flip:BB", "flip:BB (flip:CC {or})", 1)
        for args in (["replay"], ["replay", "--view", "jack"], ["record", "--view", "public"],
                     ["analyse", "--nodes", "200"]):
            with self.subTest(args=args):
                verb, *rest = args
                self.assertEqual(self.good(verb, "-", *rest, stdin=varied),
                                 self.good(verb, "-", *rest, stdin=RECORD))

    def test_comments_on_windows(self):
        text = '[Game "null"]\r\n\r\n{two\r\nlines}\r\ndeal=AA\r\n'
        self.assertIn("two\r\nlines", self.canonical(text))

    def test_values_are_kept(self):
        text = '[Game "null"]\n[Jack "Ann \\"the knife\\" \\\\ \u00e9 {x} ]"]\n[Result "*"]\n\n'
        self.assertEqual(self.canonical(text), text)
        longest = '[Game "null"]\n[%s "%s"]\n[Result "*"]\n\n' % ("K" * 40, "v" * 2047)
        self.assertEqual(self.canonical(longest), longest)


class Views(Case):
    def test_there_and_back(self):
        """A view reads as itself, again, shows what was announced, and completed is the whole."""
        for game in self.games():
            whole = self.random_game(game, 2).record()
            self.assertIn("[Result", whole)
            for seat in VIEWS:
                text = self.good("record", "-", "--view", seat, stdin=whole)
                self.assertIn('[View "%s"]' % seat, text)
                self.assertIn("over=", text)
                self.assertEqual(self.good("record", "-", stdin=text), text)
                self.assertEqual(self.good("record", "-", "--view", seat, stdin=text), text)
                self.assertEqual(self.good("record", "-", "--complete", stdin=text), whole)

    def test_another_view_is_refused(self):
        for one in VIEWS:
            text = self.good("record", "-", "--view", one, stdin=RECORD)
            for other in VIEWS:
                if one != other:
                    self.bad(1, "record", "-", "--view", other, stdin=text)
                    self.bad(1, "replay", "-", "--view", other, stdin=text)

    def test_what_cannot_be_completed(self):
        self.bad(1, "record", "-", "--complete", stdin=RECORD)
        self.bad(1, "record", "-", "--complete", stdin='[Game "null"][View "public"]')

    def test_a_view_is_what_the_seats_record_shows(self):
        for game in self.games():
            whole = self.random_game(game, 3).record()
            for seat in VIEWS:
                seen = self.good("record", "-", "--view", seat, stdin=whole)
                text = self.good("replay", "-", "--view", seat, stdin=whole)
                self.assertEqual(text, self.good("replay", "-", stdin=seen))
                tokens = re.findall(r"(?m)^\d\.\d \w+ +(\S+)  +\S", text)
                self.assertEqual(tokens, helpers.tokens_of(seen))


class Errors(Case):
    """alibi: FILE:LINE:COLUMN: reason"""

    def located(self, text, where):
        """The reason, if the error is at WHERE."""
        path = self.write("game", text)
        said = self.bad(1, "record", path)
        self.assertEqual(said, self.bad(1, "replay", path))
        self.assertEqual(said, self.bad(1, "play", "null", "--load", path))
        found = re.fullmatch(r"alibi: %s:(\d+:\d+): (.+)\n" % re.escape(path), said)
        self.assertTrue(found, said)
        self.assertEqual(found[1], where, said)
        return found[2]

    def test_positions(self):
        start = self.good("referee", "null", stdin="do deal=AA\nposition\n").split("\n")[1]
        text = '[Game "null"]\n[Position "%s"]\n' % start
        self.good("record", "-", stdin=text)
        column = len('[Position "null round=1 slot=') + 1
        self.located(text.replace("slot=1", "slot=9"), "2:%d" % column)
        self.located(text.replace("jack=AA jack-drew=-", "jack=? jack-drew=?0"), "1:1")
        self.located(text.replace('"null"', '"%s"' % self.games()[-1]), "2:2")


class Garbage(Case):
    """Nothing that a file can hold does any harm, and the answer comes at once."""

    def test_huge(self):
        for text in (
            b"\0" * 3000000,
            b"[" * 3000000,
            b"\xff" * 3000000,
            b" " * 3000000,
            b'[Game "null"]' + b"\n" * 3000000 + b"x",
            b'[Game "null"] {' + b"x" * 3000000,
            b'[Game "null"] ' + b"x" * 3000000,
            b'[Game "null"] [Jack "' + b"\\" * 3000000,
            b'[Game "null"] ' + b"1.1 " * 700000,
            b'[Game "null"]' + b'[A "b"]' * 400000,
        ):
            self.bad(1, "record", "-", stdin=text)

    def test_huge_but_right(self):
        comment = "x" * 3000000
        text = '[Game "null"]\n[Result "*"]\n\n{%s}\n' % comment
        self.assertEqual(self.good("record", "-", stdin=text), text)
        many = '[Game "null"] deal=AA' + "{c}" * 3000
        self.assertIn(" c" * 2999, self.good("record", "-", stdin=many))

    def test_many_tags(self):
        tags = "".join('[T%d "%d"]\n' % (i, i) for i in range(2000))
        text = '[Game "null"]\n' + tags + '[Result "*"]\n\n'
        self.assertEqual(self.good("record", "-", stdin=text), text)

    def test_every_byte_in_every_place(self):
        """A foreign byte somewhere is refused with a place, or is part of a value or comment."""
        text = '[Game "null"]\n[Me "x"]\n\n{c}\ndeal=AA {d}\n1.1 alibi alibi=BB\n1.2 flip:AA\n'
        for byte in (0, 1, 27, 34, 91, 92, 123, 125, 127, 128, 255):
            for i in range(0, len(text), 3):
                bent = text[:i].encode() + bytes([byte]) + text[i:].encode()
                done = self.run_alibi("record", "-", stdin=bent)
                if done.returncode == 0:
                    self.assertEqual(done.stderr, b"")
                else:
                    self.assertEqual((done.returncode, done.stdout), (1, b""))
                    self.assertRegex(done.stderr, rb"\Aalibi: -:\d+:\d+: [^\n]+\n\Z")


class Replay(Case):
    def test_a_record_from_a_position(self):
        referee = self.referee("null")
        referee.do("deal=AA", "flip:BB")
        referee.ask("load " + referee.ask("position"))
        referee.do("flip:CC")
        text = self.good("replay", "-", stdin=referee.record())
        self.assertIn("round 2, slot 1", text)

    def test_a_record_without_a_token(self):
        for view in ("", '[View "public"]'):
            self.good("replay", "-", stdin='[Game "null"]' + view)


if __name__ == "__main__":
    helpers.main()
