"""Whole games of London in the terminal: what a player can say, what he is answered, and what is
left when he goes."""

import os
import random
import re
import shutil
import signal

import sample  # first: it leads to the helpers
from sample import CHANCE, Case

import helpers
from helpers import is_chance, play_out, tokens_of

OVER = re.compile(r"^(Jack|The Detective) wins: ([A-Za-z, ]+)\. Jack was (.+)\.$", re.M)
HOT = ("--jack", "human", "--detective", "human")
DEAL = ("--deal", CHANCE)
RANDOM = ("--against", "random")  # who takes no time


class Games(Case):
    """Games from the deal to the end, each against the referee's knowledge of the rules."""

    def check_end(self, table):
        """The program has ended well: result, empty pocket, exit code."""
        over = OVER.search(table.said.decode())
        self.assertTrue(over, table.said[-500:])
        self.assertEqual(table.end(), 0)
        self.assertEqual(table.errors, b"")
        self.assertFalse(os.path.exists(self.kept()))
        return over

    def test_against_the_random_jack(self):
        for seed in range(4):
            table = self.table("london", *RANDOM, "--seed", str(seed), "--deal", "deal=JS")
            self.assertEqual(table.seat, "detective")
            play_out(table, seed, peaceful=seed % 2 == 0)
            self.assertEqual(self.check_end(table)[3], "John Smith")
            self.assertNotIn(b"\njack ", table.said.replace(b"\n  jack ", b""))

    def test_against_the_random_detective(self):
        for seed in (0, 1, 2, 6):  # in others he accuses at once
            table = self.table("london", "--jack", "human", *RANDOM, "--seed", str(seed))
            self.assertEqual(table.seat, "jack")
            self.assertIn(b"Jack is ", table.said)
            play_out(table, seed, peaceful=seed % 2 == 0)
            self.check_end(table)

    def test_ends(self):
        """Each way in which London can end, in hot-seat games."""
        seen = {}
        for seed in range(30):
            table = self.table("london", "--seed", str(seed), *HOT)
            rng = random.Random(seed)
            while table.seat:
                table.raise_curtain()
                moves = table.moves()
                out = [m for m in moves if m in (">nw", ">ne", ">sw", ">se")]
                accusations = [m for m in moves if m[0] == "!"]
                if out and seed % 3 == 0:
                    table.say(out[0])
                elif accusations and seed % 3 == 1:
                    table.say(rng.choice(accusations))
                else:
                    table.say(helpers.choose(rng, moves))
            winner, why, _ = self.check_end(table).groups()
            seen[why] = winner
            if len(seen) == 4:
                break
        self.assertEqual(
            seen,
            {
                "Jack is arrested": "The Detective",
                "an innocent was accused": "Jack",
                "Jack has escaped": "Jack",
                "time is up, and Jack is free": "Jack",
            },
        )

    def test_the_game_of_the_documentation(self):
        """Typed in blindly through a pipe, as a script would: Enter at every curtain."""
        seats = "DDJJJJJJDDDJJDDDDD"  # who says which of the players' tokens
        lines, last = [], ""
        for seat, token in zip(seats, (t for t in sample.TOKENS if not is_chance(t))):
            if seat != last:
                lines += ["", ""] if last else [""]
            lines.append(token)
            last = seat
        out = self.good("play", "london", *HOT, *DEAL, stdin="\n".join(lines) + "\n")
        self.assertEqual(
            OVER.search(out).groups(), ("The Detective", "Jack is arrested", "Miss Stealthy")
        )

    def test_options(self):
        table = self.table("london", "edition=2006", *HOT)
        table.raise_curtain()
        table.say("save game")
        self.assertIn('[Edition "2006"]', self.read("game"))


class Words(Case):
    """What a line can mean."""

    def setUp(self):
        super().setUp()
        self.game = self.table("london", *HOT, *DEAL)
        self.game.raise_curtain()

    def played(self):
        self.game.say("save now")
        return tokens_of(self.read("now"))[2:]

    def unchanged(self, line):
        """LINE is answered and changes nothing; returns the answer."""
        before, seat, label = self.played(), self.game.seat, self.game.label
        answer = self.game.say(line)
        self.assertEqual((self.game.seat, self.game.label), (seat, label), line[:80])
        self.assertEqual(self.played(), before, line[:80])
        return answer

    def test_tokens(self):
        self.game.say("SH")
        self.game.say(">g10")
        self.assertTrue(self.game.at_curtain)
        self.game.raise_curtain()
        self.assertEqual(self.played(), ["SH", ">g10", "alibi=JB"])

    def test_numbers(self):
        for expected in ("IL", ">b11"):
            number = self.game.moves().index(expected) + 1
            self.game.say(str(number))
        self.assertEqual(self.played(), ["IL", ">b11"])

    def test_numbers_that_are_not_listed(self):
        for line in ("0", "5", "00005", "99999999999999999999999", "-1", "1.5"):
            self.unchanged(line)

    def test_spaces_around_do_not_matter(self):
        self.game.say("  IL \t\r")
        self.assertEqual(self.played(), ["IL"])

    def test_words(self):
        for line, token in (
            ("lestrade", "IL"),
            ("Cordon ne TO nw", "cordon:ne>nw"),
            ("to c10", ">c10"),
        ):
            self.game.say(line)
            self.game.raise_curtain()
            self.assertEqual(self.played()[-1], token)

    def test_beginnings_of_words(self):
        self.game.say("lest")
        self.game.say("cor sw se")
        self.assertEqual(self.played(), ["IL", "cordon:sw>se"])

    def test_small_letters_for_tokens(self):
        self.game.say("il")
        self.game.say("CORDON:NE>NW")
        self.assertEqual(self.played(), ["IL", "cordon:ne>nw"])

    def test_ambiguous_words_ask_back(self):
        answer = self.unchanged("john")
        self.assertIn("JS", answer)
        self.assertIn("JW", answer)
        self.assertNotIn("IL", answer)
        self.game.say("IL")
        for line in ("cordon", "cordon ne", "lestrade", "moves to"):
            answer = self.unchanged(line)
            self.assertRegex(answer, r"(?m)^ +\d+  \S+")

    def test_numbers_of_the_answer_are_those_of_the_list(self):
        self.game.say("IL")
        answer = self.unchanged("cordon ne")
        moves = self.game.moves()
        for number, token in re.findall(r"(?m)^ +(\d+)  (\S+)", answer):
            self.assertEqual(moves[int(number) - 1], token)

    def test_garbage(self):
        for line in (
            "xyzzy", "!", ">", "?!", "%s%n", "../..", "-- --", "\u00e9", "lamp:", "deal=MS",
            "cards=SH,JW,JS,IL", "alibi=JB", "resume", "exit",
        ):  # fmt: skip
            answer = self.unchanged(line)
            self.assertIn("moves", answer)
            self.assertTrue(answer.isascii())

    def test_nothing_is_echoed(self):
        """A pasted escape sequence does not come back to the terminal."""
        for line in (b"\033[2J", b"why \033[2J", b"moves \033[2J", b"save \033[2J/x"):
            self.assertNotIn("\033", self.unchanged(line))

    def test_empty_lines_draw_the_board(self):
        for line in ("", "   ", "\t", "\r"):
            self.assertIn("round 1, slot 1", self.unchanged(line))

    def test_very_long_lines(self):
        help_text = self.unchanged("help")
        for line in ("x" * 1000000, "x " * 300000, " " * 1000000, "9" * 100000, "IL" + " " * 998):
            self.assertEqual(self.unchanged(line), help_text)
        for command in ("why ", "moves ", "save ", "load ", "export ", "undo ", "quit "):
            self.assertEqual(self.unchanged(command + "/x" * 100000), help_text)
        self.game.say("IL" + " " * 997)  # 1000 bytes with the newline
        self.assertEqual(self.played(), ["IL"])

    def test_binary(self):
        rng = random.Random(1)
        for _ in range(50):
            line = bytes(rng.choice(range(128, 256)) for _ in range(rng.randrange(1, 200)))
            self.unchanged(line)
        self.unchanged(bytes(set(range(256)) - {10}))

    def test_a_line_with_nul_is_garbage(self):
        """What stands behind a NUL would not be looked at: half a line is not obeyed."""
        help_text = self.unchanged("help")
        for line in (b"SH\0junk", b"\0", b"\0SH", b"SH\0", b"quit\0"):
            self.assertEqual(self.unchanged(line), help_text)

    def test_commands(self):
        help_text = self.unchanged("help")
        self.assertEqual(help_text, self.unchanged("?"))
        for word in "moves why hint undo board log save export load quit".split():
            self.assertRegex(help_text, r"(?m)^  %s\b" % word)
        self.assertIn("round 1, slot 1", self.unchanged("board"))
        self.assertIn("cards=SH,JW,JS,IL", self.unchanged("log"))

    def test_moves_with_a_word(self):
        self.game.say("IL")
        answer = self.unchanged("moves cordon")
        self.assertEqual(len(re.findall(r"(?m)^ +\d+  cordon:", answer)), 4)
        self.assertNotIn("  >", answer)

    def test_moves_with_a_word_that_none_has(self):
        """Silence looks like a bug; something is to be said."""
        self.assertIn("none of your moves has these words\n", self.unchanged("moves xyzzy"))

    def test_a_token_that_is_illegal_is_not_taken_for_another(self):
        """Who types the code of a card while Holmes is moving does not mean to accuse, and a
        move that is out of reach is not a whistle."""
        self.unchanged("!SH")
        self.game.say("SH")
        self.unchanged("JB")

    def test_a_move_that_is_not_due_is_not_taken_for_a_whistle(self):
        table = self.table("london", *HOT, "--deal", "deal=MS cards=MS,SG,WG,JB")
        table.play("SG", ">j9", ">f1")
        self.assertNotIn(b"Sir William Gull to f1", table.said)

    def test_words_stand_in_the_order_of_the_move(self):
        """From nw to ne is not from ne to nw, and nobody goes the other way by mistake."""
        self.game.say("IL")
        self.assertIn("expected", self.unchanged("nw ne cordon"))
        self.game.say("cordon nw se")
        self.assertEqual(self.played(), ["IL"])  # the cordons are ne and sw
        self.game.say("cordon ne nw")
        self.assertEqual(self.played(), ["IL", "cordon:ne>nw"])

    def test_accusations_want_their_token(self):
        self.game.say("SH")
        moves = self.game.moves()
        self.assertIn("!JB", moves)
        for line in ("accuse", "accuse john bert", "bert", "JB", "!jb", "! JB", "!", "jb"):
            self.unchanged(line)
        self.game.say(str(moves.index("!JB") + 1))
        self.assertTrue(OVER.search(self.game.said.decode()))

    def test_an_illegal_token_is_refused_with_its_rule(self):
        """It is well formed; its words could mean other moves."""
        self.assertIn("L-3.2: ", self.unchanged(">c10"))
        self.assertIn("L-3.2: ", self.unchanged("MS"))
        self.game.say("IL")
        for line in (">a8", "cordon:nw>ne", "lamp:c4>f3", "JS", "!SH"):
            answer = self.unchanged(line)
            self.assertRegex(answer, r"\AL-\d\.\d: ")
            self.assertIn("`moves` lists your moves", answer)

    def test_many_moves_are_listed_in_columns(self):
        """As many tokens in a line as fit, with their numbers, and how to learn more."""
        self.game.say("SH")
        listed = self.unchanged("moves")
        *lines, closing, _ = listed.splitlines()
        self.assertEqual(closing, "`moves WORD` lists fewer moves, in words")
        for line in lines[:-1]:
            self.assertRegex(line, r"\A( *\d+  \S+ *){3,}\Z")
        for line in listed.splitlines():
            self.assertLessEqual(len(line), 80)
        moves = self.game.moves()
        self.assertGreater(len(moves), 24)
        number = moves.index(">g10") + 1
        self.assertRegex(listed, r"(?m) %d  >g10( |$)" % number)
        self.assertRegex(self.unchanged("moves g10"), r"(?m)^ +%d  >g10 +\w" % number)

class Why(Case):
    def test_names_the_rule(self):
        table = self.table("london", *HOT, *DEAL)
        table.raise_curtain()
        self.assertIn("L-3.2: ", table.say("why !SH"))
        self.assertIn("L-3.2: ", table.say("why MS"))
        self.assertIn("SH is legal", table.say("why SH"))
        table.say("SH")
        self.assertIn("L-4.1: ", table.say("why >a8"))
        self.assertIn("L-4.4: ", table.say("why >g6"))
        self.assertIn("L-6.3: ", table.say("why >nw"))
        self.assertIn(">g10 is legal", table.say("why >g10"))

    def test_an_illegal_token_is_explained_without_asking(self):
        table = self.table("london", *HOT, *DEAL)
        table.raise_curtain()
        table.say("SH")
        self.assertIn("L-4.1: ", table.say(">a8"))

    def test_what_is_no_token(self):
        table = self.table("london", *HOT, *DEAL)
        table.raise_curtain()
        for line in ("why", "why ", "why x", "why >", "why >zz", "why SH >g10", "why 1"):
            answer = table.say(line)
            self.assertIn("expected", answer)
            self.assertNotIn("is legal", answer)


class Undo(Case):
    def start(self, deal=CHANCE, *args):
        table = self.table("london", *(args or HOT), "--seed", "1", "--deal", deal)
        table.raise_curtain()
        return table

    def tokens(self, table):
        table.say("save now")
        return tokens_of(self.read("now"))[2:]

    def refused(self, table):
        before = self.tokens(table)
        self.assertIn("nothing to take back", table.say("undo"))
        self.assertEqual(self.tokens(table), before)

    def test_token_by_token_to_the_pick(self):
        table = self.start()
        for token in ("IL", "cordon:ne>nw"):
            table.say(token)
        table.say("undo")
        self.assertEqual(self.tokens(table), ["IL"])
        table.say(">c10")
        table.say("undo")
        table.say("undo")
        self.assertEqual(self.tokens(table), [])
        self.refused(table)

    def test_the_whistle(self):
        table = self.start("deal=MS cards=MS,SG,WG,JB")
        for token in ("SG", "call:JB>j9", "call:WG>f1"):
            table.say(token)
        for left in (["SG", "call:JB>j9"], ["SG"], []):
            table.say("undo")
            self.assertEqual(self.tokens(table), left)
        self.refused(table)

    def test_not_when_the_activation_is_finished(self):
        table = self.start()
        table.play("IL", "cordon:ne>nw", ">c10")
        self.assertEqual((table.waits, table.seat), ("over", "detective"))
        table.say("undo")  # any line is as good as Enter
        self.assertEqual((table.waits, table.seat), ("curtain", "jack"))
        table.raise_curtain()
        self.refused(table)
        for token in ("JW", ">j13", "^n"):
            table.say(token)
        self.assertEqual((table.seat, table.label), ("jack", "1.3"))
        self.refused(table)

    def test_not_across_a_draw(self):
        """Jack moves Holmes and draws, then it is still his turn: the card stays drawn."""
        table = self.start("deal=MS cards=SH,JW,JS,IL alibi=JB")
        table.play("IL", "cordon:ne>nw", ">c10", "SH", ">g10")
        self.assertEqual((table.seat, table.label), ("jack", "1.3"))
        self.assertEqual(self.tokens(table)[-1], "alibi=JB")
        self.refused(table)

    def test_not_across_what_the_computer_did(self):
        table = self.start(CHANCE, "--detective", "human", *RANDOM)
        for token in ("IL", "cordon:ne>nw", ">c10"):
            table.say(token)
        self.assertEqual(table.label, "1.4")
        self.refused(table)

    def test_not_across_the_deal(self):
        self.refused(self.start())

    def test_is_kept(self):
        table = self.start()
        table.say("IL")
        table.say(">c10")
        table.say("undo")
        table.kill()
        table = self.table("london", "--resume")
        table.raise_curtain()
        self.assertEqual(self.tokens(table), ["IL"])

    def test_after_resuming(self):
        """The unfinished activation can be taken back by the one whose it is, also later."""
        table = self.start()
        table.say("IL")
        table.say("quit")
        table = self.table("london", "--resume")
        table.raise_curtain()
        table.say("undo")
        self.assertEqual(self.tokens(table), [])


class Keeping(Case):
    """save, load, export, --load, --resume, quit, and the end of the input."""

    def start(self, *lines, game="london"):
        table = self.table(game, *HOT, *(DEAL if game == "london" else ()))
        table.play(*(lines or ("board",)))
        return table

    def test_quit_and_resume(self):
        table = self.start("IL", ">c10")
        self.assertIn("--resume", table.say("quit"))
        self.assertEqual((table.end(), table.errors), (0, b""))
        table = self.table("london", "--resume")
        self.assertTrue(table.at_curtain)
        self.assertIn("[IL]", table.raise_curtain())
        self.assertIn("cordon:ne>nw", table.moves())

    def test_end_of_input_and_resume(self):
        out = self.good("play", "london", *HOT, *DEAL, stdin="\nIL\n>c10")
        self.assertIn("--resume", out)
        self.assertEqual(tokens_of(self.good("record", self.kept()))[2:], ["IL", ">c10"])
        self.assertTrue(out.endswith("\n"))

    def test_end_of_input_at_the_curtain(self):
        self.assertIn("--resume", self.good("play", "london", *HOT, *DEAL))
        self.good("play", "london", "--resume")

    def test_resume_keeps_the_players(self):
        self.table("london", "--jack", "human", *RANDOM, "--seed", "1").say("quit")
        table = self.table("london", "--resume")
        self.assertEqual((table.seat, table.at_curtain), ("jack", False))

    def test_nothing_to_resume(self):
        self.assertIn("london.alibi", self.bad(1, "play", "london", "--resume"))

    def test_what_is_dealt_after_loading_is_new(self):
        """A loaded game's next cards follow the seed: nobody knows them from another evening."""
        self.start("save game").end()
        drawn = set()
        for seed in range(1, 9):
            table = self.table("london", "--detective", "human", *RANDOM, "--seed", str(seed))
            table.say("load game")
            table.raise_curtain()
            table.say("SH")
            drawn.update(re.findall(r"alibi=[A-Z]{2}", table.say(">g10")))
            table.close()
        self.assertGreater(len(drawn), 1)

    def test_kept_for_nobody_else(self):
        """The kept game holds every secret: its folder is the player's alone."""
        self.start()
        self.assertEqual(os.stat(os.path.dirname(self.kept())).st_mode & 0o077, 0)

    def test_resume_of_what_is_no_record(self):
        self.start().say("quit")
        for text in ("", "garbage", '[Game "null"]', '[Game "london"][View "public"]'):
            with open(self.kept(), "w") as file:
                file.write(text)
            self.bad(1, "play", "london", "--resume")
            with open(self.kept()) as file:
                self.assertEqual(file.read(), text)

    def test_a_finished_game_leaves_nothing_to_resume(self):
        table = self.start("SH", "!JB")
        self.assertIsNone(table.seat)
        self.assertEqual(os.listdir(os.path.dirname(self.kept())), [])
        self.bad(1, "play", "london", "--resume")

    def test_a_new_game_sets_the_old_one_aside(self):
        self.start("IL").say("quit")
        table = self.start()
        self.assertTrue(table.said.startswith(
            b"(this replaces an unfinished game, which is still in %s.old)\n" % self.kept().encode()
        ))  # fmt: skip
        self.assertEqual(tokens_of(self.good("record", self.kept() + ".old"))[2:], ["IL"])

    def test_games_are_kept_apart(self):
        self.start("IL").say("quit")
        self.start(game="null").say("quit")
        self.good("record", self.kept("null"))
        self.assertEqual(tokens_of(self.good("record", self.kept()))[2:], ["IL"])

    def test_save_and_load_option(self):
        table = self.start("IL", "save here")
        self.assertIn("[IL]", table.say("board"))
        for name in ("here", self.path("here")):
            table = self.table("london", "--load", name)
            table.raise_curtain()
            self.assertIn("cordon:ne>nw", table.moves())

    def test_saved_is_a_record(self):
        self.start("IL", "save here")
        text = self.read("here")
        self.assertEqual(self.good("record", "here"), text)
        self.assertEqual(tokens_of(text), ["deal=MS", "cards=SH,JW,JS,IL", "IL"])
        self.assertRegex(text, r'\[Date "\d{4}-\d\d-\d\d"\]')
        self.assertIn('[Jack "human"]\n[Detective "human"]\n', text)

    def test_load(self):
        table = self.start("save before", "IL", ">c10", "load before")
        self.assertTrue(table.at_curtain)
        table.raise_curtain()
        self.assertEqual(table.moves(), ["IL", "JS", "JW", "SH"])
        table.kill()
        self.assertEqual(len(tokens_of(self.good("record", self.kept()))), 2)

    def test_load_what_is_no_record(self):
        table = self.start("IL", "export seen")
        self.write("garbage", "garbage")
        for line in ("load", "load nowhere", "load garbage", "load seen", "load /", "load  "):
            table.say(line)
            self.assertIn("cordon:ne>nw", table.moves(), line)
        table.end()
        self.assertEqual(len(table.errors.splitlines()), 4)

    def test_load_a_record_of_another_game(self):
        """It would be kept as a game of london, which it is not, and never be resumed."""
        self.write("other", '[Game "null"] deal=AA')
        table = self.start("IL", "load other")
        table.raise_curtain()
        self.assertIn("cordon:ne>nw", table.moves())

    def test_a_refused_load_says_for_what_game(self):
        self.write("other", '[Game "null"] deal=AA')
        table = self.start("IL", "load other")
        self.assertEqual((table.seat, table.waits), ("detective", "move"))
        table.end()
        self.assertEqual(table.errors, b"alibi: other: expected a record of london\n")

    def test_load_option_for_another_game(self):
        self.bad(1, "play", "london", "--load", self.write("other", '[Game "null"] deal=AA'))

    def test_load_option_for_a_finished_game(self):
        self.write("over", sample.RECORD)
        self.assertIn("arrest", self.good("play", "london", "--load", "over"))

    def test_load_at_chance(self):
        """A record may stop where chance is to act; the game goes on."""
        for tokens in ("", "deal=MS", "deal=MS cards=SH,JW,JS,IL SH >g10"):
            self.write("game", '[Game "london"] ' + tokens)
            table = self.table("london", "--load", "game", *HOT)
            table.raise_curtain()
            self.assertTrue(table.moves())

    def test_a_loaded_game_is_kept_at_once(self):
        """`quit` says that it is."""
        self.write("game", '[Game "london"] deal=MS cards=SH,JW,JS,IL')
        table = self.table("london", "--load", "game")
        self.assertIn("kept", table.say("quit"))
        self.good("play", "london", "--resume", stdin="quit\n")

    def test_loading_says_that_the_old_game_is_given_up(self):
        self.start("IL").say("quit")
        self.write("game", '[Game "london"] deal=MS cards=SH,JW,JS,IL')
        self.assertIn("replaces an unfinished game", self.good("play", "london", "--load", "game", stdin="quit\n"))

    def test_a_bad_deal_changes_nothing(self):
        """It is refused before the unfinished game is set aside, and says nothing else."""
        self.start("IL").say("quit")
        for deal in ("nonsense", "cards=SH,JW,JS,IL", "deal=MS deal=MS"):
            done = self.run_alibi("play", "london", "--deal", deal)
            self.assertIn(done.returncode, (1, 2))
            self.assertEqual(done.stdout, b"")
            self.assertEqual(tokens_of(self.good("record", self.kept()))[2:], ["IL"])

    def test_a_game_is_kept_at_sitting_down(self):
        """Before anybody has said anything, the deal included."""
        for args in ((), HOT, ("--jack", "human")):
            self.table("london", *args, *DEAL).kill()
            text = self.good("record", self.kept())
            self.assertEqual(tokens_of(text)[:2], ["deal=MS", "cards=SH,JW,JS,IL"])
            os.remove(self.kept())

    def test_what_is_refused_leaves_the_unfinished_game_alone(self):
        self.start("IL").say("quit")
        with open(self.kept(), encoding="utf-8") as file:
            before = file.read()
        for code, args in (
            (1, ["--load", "nowhere"]),
            (1, ["--load", self.write("garbage", "garbage")]),
            (1, ["--load", self.write("other", '[Game "null"] deal=AA')]),
            (1, ["--load", self.write("seen", '[Game "london"][View "public"]')]),
            (2, ["--load", self.write("game", '[Game "london"]'), "--resume"]),
            (2, ["--load", "game", "edition=2006"]),
            (2, ["--resume", "edition=2006"]),
            (2, ["--seed", "x"]),
            (2, ["--jack", "robot"]),
        ):
            self.bad(code, "play", "london", *args)
            with open(self.kept(), encoding="utf-8") as file:
                self.assertEqual(file.read(), before, args)
        self.assertEqual(os.listdir(os.path.dirname(self.kept())), ["london.alibi"])

    def test_chance_and_the_computer_are_kept_before_the_prompt(self):
        """What a player has seen cannot be rolled again by pulling the plug."""
        table = self.start("SH", ">g10", "board")
        table.kill()
        self.assertEqual(
            tokens_of(self.good("record", self.kept()))[2:], ["SH", ">g10", "alibi=JB"]
        )
        table = self.table("london", "--seed", "3", *DEAL)
        table.play("IL", "cordon:ne>nw", ">c10")
        self.assertEqual((table.seat, table.label), ("detective", "1.4"))
        told = re.findall(r"(?m)^  (?:jack|chance) +(\S+)", table.say("log"))
        table.kill()
        tokens = tokens_of(self.good("record", self.kept(), "--view", "detective"))
        self.assertGreater(len(told), 4)
        self.assertEqual(tokens[:2] + tokens[5:], told)

    def test_given_players_win_over_the_records(self):
        """Without them those of the record play."""
        self.table("london", "--jack", "human", *RANDOM, "--seed", "1").say("quit")
        table = self.table("london", "--resume")
        self.assertEqual((table.seat, table.waits), ("jack", "move"))
        table.say("save game")
        table.kill()
        for how in (["--load", "game"], ["--resume"]):
            self.table("london", "--load", "game").kill()
            table = self.table("london", *how)
            self.assertEqual((table.seat, table.waits), ("jack", "move"))
            table.kill()
            table = self.table("london", *how, *HOT)
            self.assertEqual(table.waits, "curtain")
            table.kill()
        self.assertIn('[Jack "human"]\n[Detective "human"]', self.good("record", self.kept()))

    def unfinished(self, answer):
        """A game with IL is unfinished, and play is asked for another on a terminal."""
        if os.path.exists(self.kept()):
            os.remove(self.kept())
        self.start("IL").say("quit")
        table = self.table("london", *HOT, *DEAL, "--no-color", tty=True)
        self.assertEqual(table.waits, "resume")
        self.assertEqual(table.said, b"There is an unfinished game. Go on with it? [Y/n] ")
        table.say(answer)
        table.raise_curtain()
        table.say("save now")
        return table, tokens_of(self.read("now"))[2:]

    def test_on_a_terminal_going_on_is_offered(self):
        for answer in ("", "y", "Y", "yes"):
            table, tokens = self.unfinished(answer)
            self.assertEqual(tokens, ["IL"], answer)
            self.assertNotIn(b"this replaces an unfinished game", table.said)
            table.kill()
        for answer in ("n", "N", "no"):
            table, tokens = self.unfinished(answer)
            self.assertEqual(tokens, [], answer)
            self.assertIn(b"this replaces an unfinished game", table.said)
            table.kill()

    def test_a_long_answer_is_one_answer(self):
        """What stands behind its first 15 characters is not played as a move."""
        self.start("IL").say("quit")
        table = self.table("london", "--detective", "human", *RANDOM, *DEAL, tty=True)
        table.say("no, thank you.." + "SH")
        table.say("save now")
        self.assertEqual(tokens_of(self.read("now"))[2:], [])

    def test_end_of_file_is_no_answer(self):
        """Who goes away at the question has not given anything up."""
        self.start("IL").say("quit")
        table = self.table("london", *HOT, *DEAL, tty=True)
        os.write(table.input, b"\004")
        table.listen()
        self.assertNotIn(b"this replaces an unfinished game", table.said)
        self.assertEqual(tokens_of(self.good("record", self.kept()))[2:], ["IL"])

    def test_a_game_that_could_not_be_kept_is_a_failure(self):
        """As every other file that could not be written: exit code 1."""
        table = self.start("IL")
        shutil.rmtree(self.path("state"))
        self.assertNotIn("kept", table.say("quit"))
        code = table.end()
        self.assertIn(b"london.alibi: No such file", table.errors)
        self.assertEqual(code, 1)

    def test_a_move_that_could_not_be_kept_is_taken_back(self):
        table = self.start("IL")
        shutil.rmtree(self.path("state"))
        self.assertIn("taken back", table.say(">c10"))
        self.assertIn(">c10", table.moves())

    def test_on_a_terminal_nothing_is_asked_without_need(self):
        """Nothing unfinished, or said by an option what is wanted."""
        self.assertEqual(self.table("london", *HOT, tty=True).waits, "curtain")
        for args in (["--resume"], ["--load", self.kept()]):
            self.assertEqual(self.table("london", *args, tty=True).waits, "curtain", args)

    def test_export(self):
        """The seat's own record, which every tool reads; it holds no secret of the other's."""
        table = self.start("IL", "export one", ">c10", "cordon:ne>nw", "JW", "export two")
        self.assertEqual(table.seat, "jack")
        one, two = self.good("record", "one"), self.good("record", "two")
        self.assertEqual(one, self.read("one"))
        self.assertIn('[View "detective"]', one)
        self.assertEqual(tokens_of(one), ["deal=?", "cards=SH,JW,JS,IL", "IL"])
        self.assertIn('[View "jack"]', two)
        self.assertEqual(tokens_of(two)[0], "deal=MS")
        self.assertEqual(tokens_of(two)[-1], "JW")
        self.good("replay", "one")

    def test_where_nothing_can_be_written(self):
        table = self.start("IL")
        for line in ("save", "export", "save /", "save nowhere/file", "export /dev/null/x"):
            self.assertNotIn("saved", table.say(line))
            self.assertIn("cordon:ne>nw", table.moves())
        self.assertFalse([name for name in os.listdir(self.folder) if ".new" in name])

    def test_names_with_spaces(self):
        table = self.start("IL", "save a b", "load a b")
        table.raise_curtain()
        self.assertIn("cordon:ne>nw", table.moves())
        self.assertTrue(os.path.exists(self.path("a b")))

    def test_a_file_is_there_whole_or_not_at_all(self):
        table = self.start("IL", "save game")
        table.say("save game")
        self.good("record", "game")
        self.assertEqual([n for n in os.listdir(self.folder) if n.startswith("game")], ["game"])


class Ended(Case):
    """By a signal: what was confirmed is there when the game is resumed."""

    def test_terminated_and_interrupted(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            table = self.table("london", *HOT, *DEAL)
            table.say("")
            table.say("IL")
            table.process.send_signal(number)
            table.process.wait(helpers.PATIENCE)
            self.assertEqual(tokens_of(self.good("record", self.kept()))[2:], ["IL"])


class Curtain(Case):
    """Two humans at one keyboard."""

    def start(self):
        table = self.table("london", *HOT, *DEAL)
        table.raise_curtain()
        return table

    def test_board_then_what_happened_then_the_prompt(self):
        table = self.start()
        self.assertRegex(
            table.said.decode(),
            r"(?s)round 1, slot 1: .*lantern: ne\n  chance +deal=\? .*\n"
            r"  chance +cards=SH,JW,JS,IL +[^\n]+\ndetective 1\.1> \Z",
        )
        self.assertRegex(
            table.say("SH"), r"(?s)\A [^>]+lantern: ne\n  detective SH  +[^\n]+\ndetective 1\.1> \Z"
        )

    def test_the_one_who_leaves_is_told_what_his_move_led_to(self):
        table = self.start()
        table.say("SH")
        heard = table.say(">g10")
        self.assertRegex(
            heard,
            r"\A  detective >g10 +[^\n]+\n  chance +alibi=JB +[^\n]+\n"
            r"Your turn is over\. Press Enter to draw the curtain\.\n\Z",
        )
        self.assertEqual((table.waits, table.seat), ("over", "detective"))
        heard = table.say("")
        self.assertEqual(
            heard.lstrip("\n"), "Hand the keyboard to Jack, who presses Enter.\n"
        )
        self.assertGreaterEqual(heard.count("\n"), 50)
        self.assertEqual((table.waits, table.seat), ("curtain", "jack"))
        heard = table.say("")
        self.assertEqual((table.waits, table.seat), ("move", "jack"))
        self.assertNotIn("JB", re.findall(r"alibis drawn by detective: .*", heard)[0])
        self.assertNotIn("alibi=JB", heard)
        self.assertLess(heard.index("round 1, slot 2"), heard.index(" alibi=? "))

    def test_the_first_needs_one_enter(self):
        table = self.table("london", *HOT, *DEAL)
        self.assertEqual((table.waits, table.seat), ("curtain", "detective"))
        self.assertNotIn(b"Your turn is over", table.said)
        table.say("")
        self.assertEqual((table.waits, table.seat), ("move", "detective"))

    def test_what_is_typed_at_the_curtain_is_not_played(self):
        table = self.start()
        table.play("IL", ">c10", "cordon:ne>nw")
        table.say("JW")
        table.say("JW")
        table.say("save now")
        self.assertEqual(tokens_of(self.read("now"))[2:], ["IL", ">c10", "cordon:ne>nw"])

    def test_end_of_input_anywhere(self):
        """The game is kept, and goes on where it was."""
        lines = ["", "IL", ">c10", "cordon:ne>nw", "", "", "JW"]
        for n in range(len(lines) + 1):
            text = "".join(line + "\n" for line in lines[:n])
            self.assertIn("--resume", self.good("play", "london", *HOT, *DEAL, stdin=text))
            tokens = tokens_of(self.good("record", self.kept()))[2:]
            self.assertEqual(tokens, [line for line in lines[:n] if line])

    def test_nothing_of_the_one_is_shown_to_the_other(self):
        """Jack's name is on no screen of the Detective's."""
        table = self.start()
        table.play("IL", ">c10", "cordon:ne>nw", "JW", ">j13", "^n", "SH", ">h11")
        said = table.said.decode()
        self.assertEqual((table.waits, table.seat), ("over", "jack"))
        detective, jack = said.split("Hand the keyboard to Jack, who presses Enter.\n")
        self.assertNotIn("Miss Stealthy", detective)
        self.assertIn("Jack is MS, Miss Stealthy", jack)
        self.assertIn(" alibi=JB ", jack)
        heard = table.raise_curtain()
        self.assertNotIn("Miss Stealthy", heard)
        self.assertNotIn("alibi=JB", heard)


class Looks(Case):
    LINES = b"\nhelp\nmoves\nIL\nlog\nwhy x\nboard\nquit\n"

    def shown(self, *args, **env):
        return self.good("play", "london", *HOT, *DEAL, *args, stdin=self.LINES, env=env)

    def test_plain_ascii(self):
        """Wherever the terminal cannot show more, or nobody wants more."""
        utf8 = {"LC_ALL": "C.UTF-8"}
        for text in (
            self.shown(LC_ALL="C"),
            self.shown(LC_ALL="", LANG="C"),
            self.shown(LC_ALL="", LANG=""),
            self.shown("--ascii", **utf8),
            self.shown("--ascii", "--no-color", **utf8),
            self.shown(NO_COLOR="1", TERM="xterm"),
        ):
            self.assertTrue(text.isascii())
            self.assertNotIn("\033", text)

    def test_unicode(self):
        for env in ({"LC_ALL": "C.UTF-8"}, {"LC_ALL": "", "LANG": "C.UTF-8"}):
            text = self.shown(**env)
            self.assertFalse(text.isascii())
            self.assertNotIn("\033", text)
            text = self.shown("--no-color", **env)
            self.assertFalse(text.isascii())

    def test_both_boards_show_the_same(self):
        """Every place has its name and its people in either."""
        plain = self.good("show", "london", "--ascii")
        rich = self.good("show", "london", env={"LC_ALL": "C.UTF-8"})
        words = re.compile(r"[a-m]\d+|[A-Z]{2}\b")
        self.assertEqual(words.findall(plain.replace("XXXX", "")), words.findall(rich))
        self.assertEqual(
            [len(line) for line in plain.splitlines()], [len(line) for line in rich.splitlines()]
        )

    def colourful(self, *args, **env):
        table = self.table("london", *HOT, *DEAL, *args, "--plain", tty=True, env={"TERM": "xterm"} | env)
        if table.waits == "resume":
            table.say("n")
        table.raise_curtain()
        self.assertEqual((table.seat, table.waits), ("detective", "move"))
        return table

    def test_colours_on_a_terminal(self):
        table = self.colourful()
        self.assertIn(b"\033[1mSH", table.said)
        self.assertIn(b"\033[33m", table.said)
        for line in table.said.split(b"\r\n"):  # no colour runs on into the next line
            codes = re.findall(rb"\033\[[0-9;]*m", line)
            self.assertTrue(not codes or codes[-1] == b"\033[0m", line)

    def test_no_colours_on_a_terminal(self):
        for args, env in (
            (["--no-color"], {}),
            ([], {"NO_COLOR": "1"}),
            ([], {"TERM": "dumb"}),
        ):
            table = self.colourful(*args, **env)
            self.assertNotRegex(table.said, rb"\033\[[0-9;]*m", (args, env))

    def test_no_colours_on_a_terminal_without_a_name(self):
        self.assertNotRegex(self.colourful(TERM="").said, rb"\033\[[0-9;]*m")

    def test_an_empty_no_color_means_nothing(self):
        """As no-color.org has it."""
        self.assertIn(b"\033[1m", self.colourful(NO_COLOR="").said)

    def test_the_curtain_clears_the_screen(self):
        """The screen and what scrolled away, before anything is said to the next player."""
        table = self.colourful()
        table.said = b""
        table.play("IL", ">c10", "cordon:ne>nw")
        self.assertEqual(table.waits, "over")
        self.assertNotIn(b"\033[2J", table.said)
        self.assertEqual(
            table.say(""),
            "\r\n\033[2J\033[3J\033[HHand the keyboard to Jack, who presses Enter.\r\n",
        )
        self.assertEqual(table.waits, "curtain")

    def test_the_curtain_without_a_terminal(self):
        table = self.table("london", *HOT, *DEAL)
        self.assertIn(b"\n" * 50 + b"Hand the keyboard", table.said)

    def test_no_curtain_between_two_turns_of_one_player(self):
        table = self.table("london", *HOT, *DEAL)
        table.play("IL", ">c10", "cordon:ne>nw", "JW", ">j13", "^n")
        self.assertEqual((table.seat, table.label, table.at_curtain), ("jack", "1.3", False))

    def test_end_of_file_on_a_terminal(self):
        table = self.colourful()
        os.write(table.input, b"\004")
        heard = table.listen()
        self.assertIn("--resume", heard)
        self.assertEqual(table.process.wait(helpers.PATIENCE), 0)


if __name__ == "__main__":
    helpers.main()
