"""What one human at the table is shown of the other's secrets in London."""

import json
import random

import sample  # first: it leads to the helpers
from sample import Case

import helpers
from helpers import is_chance


class Alone(Case):
    """One human against the computer (L-9.2)."""

    def test_before_the_first_witnesses_every_jack_looks_the_same(self):
        """Nobody can leave in round 1: all eight deals give the same screens, and the random
        player the same moves."""
        lines = "moves\nlog\nIL\n>c10\ncordon:ne>nw\nmoves\nlog\nwhy >nw\nexport %s\nquit\n"
        shown = set()
        for who in ("IL", "JB", "JS", "JW", "MS", "SG", "SH", "WG"):
            deal = "deal=%s cards=SH,JW,JS,IL" % who
            text = self.good(
                "play", "london", "--against", "random", "--seed", "4", "--deal", deal,
                stdin=lines % who,
                env={"XDG_STATE_HOME": self.path("state-of-" + who)},
            )  # fmt: skip
            shown.add((text, self.read(who)))
        self.assertEqual(len(shown), 1)

    def test_jack_never_sees_the_detectives_cards(self):
        """The computer draws; the human Jack is told that, and how many."""
        for seed in range(6):
            table = self.table(
                "london", "--jack", "human", "--against", "random", "--seed", str(seed)
            )
            rng = random.Random(seed)
            for _ in range(30):
                if not table.seat:
                    break
                table.say("save now")
                tokens = helpers.tokens_of(self.read("now"))
                secret = self.drawn_by_the_detective(tokens)
                log = table.say("log")
                for token in secret:
                    self.assertNotIn(token + " ", log)
                self.assertEqual(log.count("alibi=?"), len(secret))
                table.say(helpers.choose(rng, table.moves()))

    def drawn_by_the_detective(self, tokens):
        """His draws: chance's tokens after his own."""
        referee, drawn, last = self.referee("london"), [], ""
        for token in tokens:
            seat = json.loads(referee.ask("view public"))["to_act"]
            if token.startswith("alibi=") and last == "detective":
                drawn.append(token)
            if not is_chance(token):
                last = seat
            referee.do(token)
        referee.close()
        return drawn

    def test_the_end_tells_everything(self):
        text = self.good("play", "london", "--deal", "deal=MS cards=SH,JW,JS,IL",
                         stdin="SH\n!JB\n")  # fmt: skip
        before, after = text.split("over: jack wins", 1)
        self.assertNotIn("Jack is MS", before)
        self.assertNotIn("Miss Stealthy", before)
        self.assertIn("Jack is MS", after)
        self.assertTrue(after.endswith(
            "Jack wins: an innocent was accused. Jack was Miss Stealthy.\n"
        ))  # fmt: skip


if __name__ == "__main__":
    helpers.main()
