"""The computer's players at a table of London: opponents, what their moves mean, hints, analyses."""

import json
import os
import random
import re

import sample  # first: it leads to the helpers
from sample import CHANCE, RECORD, Case

import helpers
from helpers import is_chance, play_out, tokens_of

HOT = ("--jack", "human", "--detective", "human")
NODES = ("--nodes", "300")  # enough to have an opinion


class Opponents(Case):
    def tags(self, path):
        text = self.good("record", path)
        return [re.search(r'\[%s "(.*)"\]' % seat, text)[1] for seat in ("Jack", "Detective")]

    def test_records_name_the_player_and_loading_seats_him_again(self):
        table = self.table("london", "--jack", "human", "--against", "greedy", "--seed", "1")
        table.say("save game")
        table.say("quit")
        self.assertEqual(self.tags("game"), ["human", "greedy"])
        self.assertEqual(self.tags(self.kept()), ["human", "greedy"])
        for how in (["--resume"], ["--load", "game"]):
            table = self.table("london", *how)
            self.assertEqual(table.seat, "jack")
            self.assertIn(b"greedy hunts you", table.said)
            table.kill()
        table = self.table("london", *HOT)
        table.raise_curtain()
        table.say("load game")
        table.say("save other")
        self.assertEqual(self.tags("other"), ["human", "greedy"])

    def test_another_opponent_for_a_game_that_goes_on(self):
        self.table("london", "--jack", "human", "--against", "random", "--seed", "1").say("quit")
        table = self.table("london", "--resume", "--against", "greedy")
        self.assertEqual(table.seat, "jack")
        table.say("quit")
        self.assertEqual(self.tags(self.kept()), ["human", "greedy"])
        table = self.table("london", "--resume", "--jack", "random", "--detective", "human")
        table.kill()
        self.assertEqual(self.tags(self.kept()), ["random", "human"])

    def test_no_seat_for_an_opponent(self):
        self.table("london", *HOT, "--seed", "1").kill()
        said = self.bad(1, "play", "london", "--resume", "--against", "random")
        self.assertIn("both seats", said)
        self.assertEqual(self.tags(self.kept()), ["human", "human"])

    def test_names_of_people(self):
        self.write("game", RECORD.replace('[Result', '[Jack "Ann"]\n[Detective "Bob"]\n[Result')
                   .replace(" !MS", "").replace("detective:arrest", "*"))  # fmt: skip
        table = self.table("london", "--load", "game", *HOT)
        table.raise_curtain()
        self.assertIn("!MS", table.moves())

    def test_thinking_shows_on_a_terminal_only(self):
        call = ("play", "london", "--jack", "human", "--against", "champion", "--ms", "500",
                "--seed", "1", "--plain")  # fmt: skip
        said, code = self.on_terminal(*call, keys="quit\n")
        self.assertEqual(code, 0)
        self.assertRegex(said, "\r\033\\[Kthe Detective, who is champion, is thinking, 0\\.\\d s")
        self.assertRegex(said, "\r\033\\[K(?!the Detective)")  # and is cleared
        said = self.good(*call, stdin="quit\n")
        self.assertNotIn("is thinking", said)
        self.assertNotIn("\r", said)


class Meaning(Case):
    """The line in brackets after an activation of the computer's."""

    LINE = re.compile(r"^ {12}\((.*)\)$", re.M)

    def suspects(self, view):
        """The human's own: one whose alibi he holds is none."""
        return set(view["suspects"]) - set(view["alibis"]["detective"])

    def check_game(self, game, seed):
        """Each line says what the human's view shows; how many there were."""
        table = self.table(game, "--against", "random", "--seed", str(seed), "--deal", "deal=MS")
        play_out(table, seed)
        log = [line for line in table.said.decode().splitlines() if line.startswith("  ")]
        referee, suspects, lines = self.referee(game), None, 0
        for line in log:
            word = line.split()
            if line.startswith(" " * 12 + "("):
                lines += 1
                now = json.loads(referee.ask("view detective"))
                left = self.suspects(now)
                seen = left & set(now.get("visible", now.get("lit")))
                if "suspects in sight" in line:
                    self.assertIn("%d of %d suspects in sight" % (len(seen), len(left)), line)
                gone = re.search(r"cleared: ([A-Z ]+)", line)
                cleared = set(gone[1].split()) if gone else set()
                self.assertEqual(cleared, suspects - left, line)
            elif word[0] in ("jack", "detective", "chance") and "=?" not in word[1]:
                view = json.loads(referee.ask("view detective"))
                suspects = self.suspects(view)
                if referee.ask("do " + word[1]) != "ok":
                    return lines
            elif "=?" in line:
                referee.do("deal=MS" if "deal" in line else referee.legal()[0])
        return lines

    def test_it_is_what_the_human_sees(self):
        self.assertGreater(sum(self.check_game("london", seed) for seed in range(4)), 3)

    def test_only_the_computers_moves_have_one(self):
        table = self.table("london", *HOT, "--deal", CHANCE)
        table.play("SH", ">g10", "JW", ">j13", "^n")
        self.assertFalse(self.LINE.search(table.said.decode()))

    def test_what_jack_knows_is_not_in_it(self):
        """The random Jack does the same whoever he is, and so the screens are the same."""
        shown = set()
        for who in ("IL", "JB", "JS", "JW", "MS", "SG", "SH", "WG"):
            said = self.good("play", "london", "--against", "random", "--seed", "4", "--deal",
                             "deal=%s cards=SH,JW,JS,IL" % who,
                             stdin="IL\n>c10\ncordon:ne>nw\nquit\n")  # fmt: skip
            os.remove(self.kept())
            self.assertTrue(self.LINE.search(said))
            shown.add(said)
        self.assertEqual(len(shown), 1)


class Hints(Case):
    def test_hint(self):
        table = self.table("london", *HOT, "--deal", CHANCE)
        table.raise_curtain()
        answer = table.say("hint")
        head, *choices = answer.splitlines()[:-1]
        choices = [line for line in choices if re.match(r"  (  |or)  \S|        play ", line)]
        self.assertRegex(head, r"\A\w+ would play this and sees a \d+ % chance to win:\Z")
        self.assertIn(len(choices), (2, 4, 6), answer)
        for i, line in enumerate(choices[::2]):
            self.assertRegex(line, r"\A  (  |or)  [A-Z]{2} .* \d+ %\Z")
            self.assertRegex(choices[2 * i + 1], r"\A {8}play [A-Z][a-z]+ .*[a-z]")
            self.assertEqual(line.startswith("  or"), i > 0)
            self.assertIn(line.split()[1 if i else 0], ("SH", "JW", "JS", "IL"))
        self.assertEqual((table.seat, table.label), ("detective", "1.1"))
        table.say("save now")
        self.assertEqual(tokens_of(self.read("now"))[2:], [])

    def test_where_there_is_no_choice(self):
        table = self.table("london", *HOT, "--deal", CHANCE)
        table.play("SH", ">g10", "JW", ">j13", "^n", "JS", ">f7", "lamp:c4>f3", "")
        table.raise_curtain()
        self.assertIn("you have only one move, IL\n", table.say("hint"))


class Analyses(Case):
    def analysis(self, record, *args):
        return json.loads(self.good("analyse", "-", "--json", *NODES, *args, stdin=record))

    def unfinished(self, deal="deal=MS"):
        """A game that stops before the accusation."""
        text = RECORD.replace(" !MS", " >k8").replace("detective:arrest", "*")
        return text.replace("deal=MS", deal)

    def test_the_game_of_the_documentation(self):
        found = self.analysis(RECORD)
        self.assertEqual((found["game"], found["result"]), ("london", "detective:arrest"))
        self.assertEqual(
            [(d["round"], d["slot"], d["seat"][0]) for d in found["decisions"]],
            [(1, 1, "d"), (1, 2, "j"), (1, 3, "j"), (1, 4, "d"), (2, 1, "j"), (2, 2, "d")],
        )
        played = [token for d in found["decisions"] for token in d["played"]["move"]]
        self.assertEqual(played, [t for t in sample.TOKENS if not is_chance(t)])
        for d in found["decisions"]:
            self.assertTrue(0 <= d["value"] <= 1 and 0 <= d["loss"] <= 1, d)
            self.assertAlmostEqual(d["loss"], max(0, d["best"] - d["played"]["value"]), 3)
            for better in d["better"]:
                self.assertGreater(better["value"], d["played"]["value"])
        # He accuses one of four suspects: that turns out well, and was a bad idea.
        last = found["decisions"][-1]
        self.assertLess(last["played"]["value"], 0.5)
        self.assertGreater(last["loss"], 0)
        self.assertTrue(last["better"])

    def test_bits(self):
        """Eight can be Jack, one is on a card, four were seen when Jack was not."""
        found = self.analysis(RECORD)
        bits = [(b["after"], round(b["bits"], 2)) for b in found["beliefs"]]
        self.assertEqual(bits, [("deal=?", 3), ("alibi=JB", 2.81), ("witness=invisible", 2)])
        self.assertEqual(found["believer"], "detective")
        self.assertEqual(found["beliefs"][-1]["chance"],
                         {"IL": 0.25, "JS": 0.25, "MS": 0.25, "SG": 0.25})  # fmt: skip
        told = {(d["round"], d["slot"]): d["told"] for d in found["decisions"] if d["told"]}
        self.assertEqual(told, {(1, 1): 0.1926, (1, 4): 0.8074})

    def test_text(self):
        said = self.good("analyse", self.write("game", RECORD), *NODES, "--player", "greedy")
        self.assertIn("judged by greedy", said)
        self.assertRegex(said, r"(?m)^1\.1  detective +[\d.]+ +<? *[\d.]+ +[\d.]+ +0\.19  SH >g10$")
        self.assertRegex(said, r"(?m)^1\.4  witness=invisible +2\.00 +\. +\. +25 ")
        self.assertTrue(said.isascii())
        self.assertNotRegex(said, r"(?m) $")

    def test_text_of_a_game_that_goes_on(self):
        said = self.good("analyse", "-", *NODES, "--player", "greedy", stdin=self.unfinished())
        self.assertEqual(said.splitlines()[1], "not over yet; Jack is Miss Stealthy")
        said = self.good("analyse", "-", *NODES, "--player", "greedy", "--seat", "detective",
                         stdin=self.unfinished())  # fmt: skip
        self.assertEqual(said.splitlines()[1], "not over yet")

    def test_the_same_nodes_are_the_same_analysis(self):
        self.assertEqual(self.analysis(RECORD), self.analysis(RECORD))

    def test_a_seats_record_of_a_finished_game_is_as_good(self):
        for seat in ("jack", "detective", "public"):
            seen = self.good("record", "-", "--view", seat, stdin=RECORD)
            self.assertEqual(self.analysis(seen), self.analysis(RECORD))

    def test_while_the_game_goes_on_a_seat_is_judged_by_its_record(self):
        for seat, other in (("jack", "detective"), ("detective", "jack")):
            seen = self.good("record", "-", "--view", seat, stdin=self.unfinished())
            found = self.analysis(seen)
            self.assertEqual(found, self.analysis(self.unfinished(), "--seat", seat))
            self.assertEqual({d["seat"] for d in found["decisions"]}, {seat})
            self.assertEqual(found["believer"], "public" if seat == "jack" else seat)
            self.assertEqual(self.analysis(seen, "--seat", other)["decisions"], [])
        seen = self.good("record", "-", "--view", "public", stdin=self.unfinished())
        found = self.analysis(seen)
        self.assertEqual((found["decisions"], found["believer"]), ([], "public"))

    def test_two_worlds(self):
        """Who Jack is does not show in the Detective's analysis, nor his card in Jack's."""
        for args in ([], ["--json"]):
            said = {
                self.good("analyse", "-", "--seat", "detective", *NODES, *args,
                          stdin=self.unfinished("deal=" + who))
                for who in ("IL", "JS", "MS", "SG")
            }  # fmt: skip
            self.assertEqual(len(said), 1)
            said = {
                self.good("analyse", "-", "--seat", "jack", *NODES, *args,
                          stdin=self.unfinished().replace("alibi=JB", "alibi=" + card))
                for card in ("JB", "WG", "SG")
            }  # fmt: skip
            self.assertEqual(len(said), 1)

    def test_decisions_that_are_not_finished_are_left_out(self):
        record = RECORD.split("\n1.2")[0].replace("detective:arrest", "*")
        for tail, n in (("", 1), ("\n1.2 JW", 1), ("\n1.2 JW >j13", 1), ("\n1.2 JW >j13 ^n", 2)):
            self.assertEqual(len(self.analysis(record + tail)["decisions"]), n, tail)
        nothing = self.analysis('[Game "london"]\n')
        self.assertEqual((nothing["decisions"], nothing["beliefs"]), ([], []))

    def test_a_game_that_begins_in_its_middle(self):
        referee = self.referee("london")
        referee.do(*sample.TOKENS[:11])
        position = referee.ask("position")
        referee.ask("load " + position)
        referee.do(*sample.TOKENS[11:17])
        found = self.analysis(referee.record())
        self.assertEqual([d["seat"] for d in found["decisions"]], ["detective", "jack"])
        self.assertEqual(found["beliefs"][0]["after"], "start")

    def test_what_jack_gives_away(self):
        found = self.analysis(RECORD, "--gave")
        for d in found["decisions"]:
            self.assertEqual("gave" in d, d["seat"] == "jack", d)
            self.assertTrue(0 <= d.get("gave", 0) <= 3)
        self.assertIn("gave", self.good("analyse", "-", "--gave", "--player", "greedy", *NODES,
                                        stdin=RECORD))  # fmt: skip

    def test_bad_calls(self):
        path = self.write("game", RECORD)
        for args in (["--ms", "1", "--nodes", "1"], ["--ms", "0"], ["--nodes", "x"],
                     ["--player", "nobody"], ["--seat", "public"], ["--seat", ""]):  # fmt: skip
            self.bad(2, "analyse", path, *args)
        self.bad(1, "analyse", self.path("nowhere"))
        self.assertIn("bad:6:6: ", self.bad(1, "analyse", self.write("bad", RECORD.replace("MS c", "XX c"))))

    def test_nothing_is_left_on_standard_error(self):
        path = self.write("game", RECORD)
        done = self.run_alibi("analyse", path, "--ms", "300")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertTrue(os.path.exists(path))


if __name__ == "__main__":
    helpers.main()
