"""Records of London as files: what `record`, `replay` and `show` make of them, and where they say that
one is wrong. docs/notation.md, sections 5 and 6, is the promise."""

import re

import sample  # first: it leads to the helpers
from sample import RECORD, Case

import helpers

VIEWS = ("public", "jack", "detective")


class Canonical(Case):
    def canonical(self, text, *args):
        """The canonical form, which must be a fixed point."""
        once = self.good("record", "-", *args, stdin=text)
        self.assertEqual(self.good("record", "-", stdin=once), once)
        return once

    def games(self):
        """Records of many kinds: whole, begun, with options, from a position."""
        referee = self.referee("london", "edition=2006", "whistle=free")
        yield referee.record()
        referee.do("deal=SG")
        yield referee.record()
        referee.do("cards=SH,JW,SG,JB", "SG", "call:JS>h3")
        yield referee.record()
        position = referee.ask("position")
        assert referee.ask("load " + position) == "ok"
        yield referee.record()
        yield RECORD

    def test_what_is_printed_is_canonical(self):
        for text in self.games():
            self.assertEqual(self.canonical(text), text)

    def test_file_or_standard_input(self):
        path = self.write("game", RECORD)
        self.assertEqual(self.good("record", path), RECORD)
        self.assertEqual(self.good("record", "-", stdin=RECORD), RECORD)

    def test_layout_of_the_writer_does_not_matter(self):
        tags, tokens = RECORD.split("\n\n")
        loose = " \t" + tags.replace("\n", "\n\n ") + " ".join(sample.TOKENS)
        self.assertEqual(self.canonical(loose), RECORD)
        self.assertEqual(self.canonical(RECORD.replace("\n", "\r\n")), RECORD)
        self.assertEqual(self.canonical(RECORD.replace("\n", "\r")), RECORD)
        self.assertEqual(self.canonical(RECORD.rstrip("\n")), RECORD)
        self.assertEqual(self.canonical(RECORD.replace(" ", "\t").replace("]\t", "] ")
                                        .replace('\t"', ' "')), RECORD)

    def test_what_is_left_out_is_filled_in(self):
        short = '[Game "london"]' + " ".join(sample.TOKENS)
        self.assertEqual(self.canonical(short), RECORD)

    def test_order_of_the_tags(self):
        loose = '[Game "london"][Result "*"][Me "1"][Whistle "free"][View "jack"][Ab "2"]'
        want = (
            '[Game "london"]\n[Edition "2016"]\n[Whistle "free"]\n[View "jack"]\n[Me "1"]\n'
            '[Ab "2"]\n[Result "*"]\n\n'
        )
        self.assertEqual(self.canonical(loose), want)

class Views(Case):
    def test_a_view_of_a_whole_record(self):
        for seat in VIEWS:
            text = self.good("record", "-", "--view", seat, stdin=RECORD)
            self.assertIn('[View "%s"]' % seat, text)
            self.assertEqual(self.good("record", "-", stdin=text), text)
            self.assertIn("witness=invisible", text)
            self.assertIn("over=detective:arrest", text)

    def test_secrets_are_hidden(self):
        whole = RECORD.replace("2.2 SG call:JW>l13 call:MS>l7 ^nw !MS\n", "")
        whole = whole.replace("detective:arrest", "*")
        hides = {"public": ("deal=?", "alibi=?"), "jack": ("deal=MS", "alibi=?")}
        hides["detective"] = ("deal=?", "alibi=JB")
        for seat, (deal, alibi) in hides.items():
            text = self.good("record", "-", "--view", seat, stdin=whole)
            self.assertEqual(re.findall(r"(?:deal|alibi)=\S+", text), [deal, alibi])

    def test_the_end_reveals(self):
        ends = {"public": "deal=MS alibi=JB", "jack": "alibi=JB", "detective": "deal=MS"}
        for seat, end in ends.items():
            text = self.good("record", "-", "--view", seat, stdin=RECORD)
            self.assertTrue(text.endswith(" over=detective:arrest %s\n" % end), text)

    def test_comments_and_tags_stay_behind(self):
        text = RECORD.replace("\n\n", '\n[Note "MS"]\n\n{MS!}').replace("^nw", "^nw {MS}", 1)
        for seat in VIEWS:
            self.assertEqual(
                self.good("record", "-", "--view", seat, stdin=text),
                self.good("record", "-", "--view", seat, stdin=RECORD),
            )

    def test_who_played_and_when_comes_along(self):
        tags = '[Event "x"]\n[Date "y"]\n[Jack "z"]\n[Detective "w"]\n'
        text = RECORD.replace("[Result", tags + "[Result")
        for seat in VIEWS:
            self.assertIn(tags, self.good("record", "-", "--view", seat, stdin=text))

    def test_the_same_view_again(self):
        for seat in VIEWS:
            text = self.good("record", "-", "--view", seat, stdin=RECORD)
            self.assertEqual(self.good("record", "-", "--view", seat, stdin=text), text)

    def test_another_view_is_refused(self):
        for one in VIEWS:
            text = self.good("record", "-", "--view", one, stdin=RECORD)
            for other in VIEWS:
                if one != other:
                    self.bad(1, "record", "-", "--view", other, stdin=text)
                    self.bad(1, "replay", "-", "--view", other, stdin=text)

    def test_completed_it_is_the_whole_again(self):
        for seat in VIEWS:
            text = self.good("record", "-", "--view", seat, stdin=RECORD)
            self.assertEqual(self.good("record", "-", "--complete", stdin=text), RECORD)

    def test_completing_keeps_tags_and_comments(self):
        text = self.good("record", "-", "--view", "public", stdin=RECORD)
        text = text.replace('[Result', '[Place "here"]\n[Result').replace(">k6", ">k6 {run}")
        whole = self.good("record", "-", "--complete", stdin=text)
        self.assertIn('[Place "here"]', whole)
        self.assertIn(">k6 {run}", whole)

    def test_completing_keeps_the_comment_on_the_whole(self):
        text = self.good("record", "-", "--view", "public", stdin=RECORD)
        text = text.replace("\n\n", "\n\n{a short game}\n")
        self.assertIn("{a short game}", self.good("record", "-", "--complete", stdin=text))

    def test_what_cannot_be_completed(self):
        self.bad(1, "record", "-", "--complete", stdin=RECORD)
        self.bad(1, "record", "-", "--complete", stdin='[Game "null"][View "public"]')
        self.bad(1, "record", "-", "--complete", stdin='[Game "null"][View "public"]deal=?')

    def test_view_and_complete_exclude_each_other(self):
        self.bad(2, "record", "-", "--view", "jack", "--complete", stdin=RECORD)

    def test_errors_name_the_file(self):
        path = self.write("whole.alibi", RECORD)
        self.assertIn(path, self.bad(1, "record", path, "--complete"))
        seen = self.write("public.alibi", self.good("record", path, "--view", "public"))
        self.assertIn(seen, self.bad(1, "record", seen, "--view", "jack"))


class Errors(Case):
    """alibi: FILE:LINE:COLUMN: reason"""

    TAGGED = RECORD.replace('[Result', '[Date "2025-11-15"]\n[Result')

    def located(self, text, where):
        """The reason, if the error is at WHERE."""
        path = self.write("game", text)
        said = self.bad(1, "record", path)
        self.assertEqual(said, self.bad(1, "replay", path))
        self.assertEqual(said, self.bad(1, "play", "london", "--load", path))
        found = re.fullmatch(r"alibi: %s:(\d+:\d+): (.+)\n" % re.escape(path), said)
        self.assertTrue(found, said)
        self.assertEqual(found[1], where, said)
        return found[2]

    def changed(self, old, new, where):
        self.assertIn(old, RECORD)
        return self.located(RECORD.replace(old, new, 1), where)

    def test_tokens(self):
        self.assertTrue(self.changed(">j13", ">a8", "8:8").startswith("L-4.1: "))
        self.changed(">j13", ">a6x", "8:9")
        self.changed("alibi=JB", "alibi=MS", "7:13")
        self.changed("alibi=JB", "alibi=?", "7:19")
        self.changed("SH >g10", "sh >g10", "7:5")
        self.changed(">f7", "holmes:1", "9:19")
        self.changed(">f7", "x" * 5000, "9:19")

    def test_labels(self):
        self.changed("2.1", "2.3", "11:1")
        self.changed("2.1", "2.10", "11:1")
        self.changed("2.1", "9", "11:1")
        self.changed("JW >j13", "JW 1.2 >j13", "8:8")
        self.located(RECORD + "2.3", "13:1")

    def test_tags(self):
        self.assertIn("edition=2016", self.changed("2016", "2017", "2:2"))
        self.changed("arrest", "escape", "4:2")
        self.changed("detective:arrest", "*", "4:2")
        self.changed("detective:arrest", "", "4:2")
        self.changed("Whistle", "Edition", "3:2")
        self.changed("Whistle", "Game", "3:2")
        self.changed("london", "paris", "1:2")
        self.changed("Game", "Play", "1:2")
        self.changed('[Edition "2016"]', '[Edition  "2016"]', "2:9")
        self.changed('[Edition "2016"]', "[Edition 2016]", "2:9")
        self.changed('[Whistle "direct"]', '[View "chance"]', "3:2")
        self.changed('2016"]', '2016" ]', "2:15")
        self.changed('2016"]', '20\n16"]', "2:13")
        self.changed('[Whistle "direct"]', '[Me "%s"]' % ("v" * 2048), "3:2053")
        self.changed('[Whistle "direct"]', '[%s "x"]' % ("K" * 41), "3:42")
        self.located(self.TAGGED.replace("Whistle", "Date"), "4:2")

    def test_a_key_begins_with_a_letter(self):
        self.changed("Whistle", "1st", "3:2")

    def test_what_is_missing(self):
        self.located("", "1:1")
        self.located("\n\n", "3:1")
        self.located("deal=MS", "1:1")
        self.located('[Game "london"', "1:14")
        self.located('[Game "london', "1:14")
        self.located("[", "1:2")
        self.located(RECORD.split("1.1")[0].replace("detective:arrest", "*") + "1.1", "7:4")
        self.located(RECORD + "{not finished", "13:1")
        self.located(RECORD + "{nested {", "13:1")
        self.located(RECORD + "{nested {}}", "13:9")
        self.located(RECORD + "SG", "13:1")

    def test_views(self):
        public = self.good("record", "-", "--view", "public", stdin=RECORD)
        self.located(public.replace("witness=invisible\n", "\n"), "12:1")
        self.located(public.replace("alibi=?", "alibi=JB"), "8:13")
        self.located(public.replace(" alibi=JB\n", "\n"), "14:1")
        self.located(public.replace("deal=MS", "deal=SH"), "13:61")
        self.located(public.replace("over=detective:arrest", "over=jack:time"), "13:39")
        self.located(public.replace("[View", "[Seen"), "7:6")

    def test_columns_count_bytes(self):
        self.changed("SH >g10", "{\u00e9\t} SH >z9", "7:15")

    def test_lines_on_windows(self):
        text = RECORD.replace(">j13", ">a8").replace("\n", "\r\n")
        self.located(text, "8:8")

class Replay(Case):
    def test_shows_every_token_and_the_witnesses(self):
        text = self.good("replay", "-", stdin=RECORD)
        lines = re.findall(r"(?m)^(\d\.\d) (\w+) +(\S+)  +\S", text)
        self.assertEqual([token for _, _, token in lines], sample.TOKENS)
        self.assertEqual(lines[2], ("1.1", "detective", "SH"))
        self.assertEqual(lines[5], ("1.2", "jack", "JW"))
        self.assertEqual(text.count("Jack is invisible"), 1)
        self.assertIn("over: detective wins (arrest)", text)

    def test_comments(self):
        text = RECORD.replace("deal=MS", "{a short game}\ndeal=MS").replace(">k6", ">k6 {run}")
        text = self.good("replay", "-", stdin=text)
        self.assertIn("{a short game}", text)
        self.assertLess(text.index(" >k6 "), text.index("{run}"))
        self.assertLess(text.index("{run}"), text.index(" call:JW>l13 "))

    def test_a_view_is_what_the_seats_record_shows(self):
        for seat in VIEWS:
            seen = self.good("record", "-", "--view", seat, stdin=RECORD)
            text = self.good("replay", "-", "--view", seat, stdin=RECORD)
            self.assertEqual(text, self.good("replay", "-", stdin=seen))
            self.assertEqual(text, self.good("replay", "-", "--view", seat, stdin=seen))
            tokens = re.findall(r"(?m)^\d\.\d \w+ +(\S+)  +\S", text)
            self.assertEqual(tokens, helpers.tokens_of(seen))

    def test_secrets_are_hidden(self):
        unfinished = '[Game "london"]' + " ".join(sample.TOKENS[:-5])
        for seat, shown in (("public", ""), ("jack", "MS"), ("detective", "JB")):
            text = self.good("replay", "-", "--view", seat, stdin=unfinished)
            self.assertEqual("Jack is MS" in text, shown == "MS")
            self.assertEqual("Jack is Miss" in text, shown == "MS")
            self.assertEqual("alibis drawn by detective: JB" in text, shown == "JB")
            self.assertEqual("alibi=JB" in text, shown == "JB")

    def test_step_by_step_on_a_terminal(self):
        """Enter goes on, q and the end of the input leave."""
        path = self.write("game", RECORD)
        for args in ([path], [path, "--view", "jack"]):
            said, code = self.on_terminal("replay", "--plain", *args, keys="\n" * 40)
            self.assertEqual(code, 0)
            self.assertIn("over: detective wins", said)
            self.assertIn("\033[1m", said)
            for keys in ("q\n", "\004"):
                said, code = self.on_terminal("replay", "--plain", *args, keys="\n\n" + keys)
                self.assertEqual(code, 0)
                self.assertEqual(said.count("round "), 3)

    def test_a_comment_does_not_command_the_terminal(self):
        """Records come by mail. What is in them is text, not escape sequences."""
        text = RECORD.replace(">k6", ">k6 {\033[2J\033]0;owned\007}")
        for args in ([], ["--view", "public"]):
            self.assertNotIn("\033", self.good("replay", "-", *args, stdin=text))
        self.assertIn("{?[2J?]0;owned?}", self.good("replay", "-", stdin=text))

    def test_looks(self):
        utf8 = {"LC_ALL": "C.UTF-8", "TERM": "xterm"}
        self.assertTrue(self.good("replay", "-", stdin=RECORD).isascii())
        self.assertTrue(self.good("replay", "-", "--ascii", stdin=RECORD, env=utf8).isascii())
        text = self.good("replay", "-", stdin=RECORD, env=utf8)
        self.assertFalse(text.isascii())
        self.assertNotIn("\033", text)


if __name__ == "__main__":
    helpers.main()
