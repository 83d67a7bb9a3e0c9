"""The test player of outside/: whole games, secrets, bad lines."""

import os
import random
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../cli"))
import helpers  # noqa: E402
from helpers import Case, main  # noqa: E402

GO = "go nodes 2000"  # no time: the answers do not depend on how busy the machine is


class Bot:
    """A conversation with the player, who is told what one seat of a referee's game sees."""

    def __init__(self, case, seat, seed):
        self.case, self.seat, self.told = case, seat, []
        self.process = subprocess.Popen([bot_path()], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, env=case.env)  # fmt: skip
        case.addCleanup(self.close)
        case.assertEqual(self.ask("new pocket seat=%s seed=%d" % (seat, seed)), "ok")

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().rstrip("\n")

    def follow(self, referee):
        """Tells it what is new."""
        record = self.case.good("record", "-", "--view", self.seat, stdin=referee.record())
        seen = helpers.tokens_of(record)
        self.case.assertEqual(seen[: len(self.told)], self.told)
        if len(seen) > len(self.told):
            self.case.assertEqual(self.ask("see " + " ".join(seen[len(self.told) :])), "ok")
        self.told = seen

    def move(self):
        answer = self.ask(GO)
        self.case.assertRegex(answer, r"^move \S+$")
        return answer.split()[1]

    def close(self):
        self.process.stdin.close()
        self.process.wait(helpers.PATIENCE)
        self.process.stdout.close()


def to_act(referee):
    return re.search(r'"to_act":"(\w+)"', referee.ask("state"))[1]


class Outside(Case):
    def test_whole_games(self):
        """It plays both seats against itself; a token that is not legal is refused."""
        for seed in range(2):
            referee, chance = self.referee("pocket"), random.Random(seed)
            bots = {seat: Bot(self, seat, seed) for seat in ("jack", "detective")}
            while legal := referee.legal():
                for bot in bots.values():
                    bot.follow(referee)
                bot = bots.get(to_act(referee))
                referee.do(bot.move() if bot else chance.choice(legal))
            for bot in bots.values():
                bot.follow(referee)

    def test_two_worlds(self):
        """Games that differ in Jack and his cards: as long as the Detective is told the same,
        the moves are the same."""
        compared = 0
        for seed in range(4):
            compared += self.compare(seed)
        self.assertGreater(compared, 10)

    def compare(self, seed):
        chance = random.Random(seed)
        worlds = [self.referee("pocket") for _ in range(2)]
        bots = [Bot(self, "detective", seed) for _ in worlds]
        compared = 0
        while True:
            if not all(world.legal() for world in worlds):
                return compared
            seat = to_act(worlds[0])
            if to_act(worlds[1]) != seat:
                return compared
            both = [world.legal() for world in worlds]
            common = sorted(set(both[0]) & set(both[1]))
            if seat == "chance" and both[0][0].startswith(("deal=", "alibi=")):
                jacks = both[0][0].startswith("deal=") or self.is_jacks(worlds[0])
                tokens = [chance.choice(legal) for legal in both]
                if not jacks:  # an open card
                    tokens = [common[0]] * 2
            elif seat != "detective":
                tokens = [chance.choice(common)] * 2
            else:
                for bot, world in zip(bots, worlds):
                    bot.follow(world)
                if bots[0].told != bots[1].told:
                    return compared
                tokens = [bot.move() for bot in bots]
                self.assertEqual(tokens[0], tokens[1])
                compared += 1
            for world, token in zip(worlds, tokens):
                world.do(token)

    @staticmethod
    def is_jacks(referee):
        """Whether the card that is drawn now is Jack's (P-3.2)."""
        state = referee.ask("state")
        turn = int(re.search(r'"round":(\d)', state)[1])
        slot = int(re.search(r'"slot":(\d)', state)[1])
        return (slot in (1, 4)) == (turn % 2 == 0)

    def test_bad_lines(self):
        """Each gets one line that says what was expected, and changes nothing."""
        bot = Bot(self, "jack", 1)
        for line in ("", "hello", "new", "new london seat=jack", "new pocket",
                     "new pocket seat=mayor", "new pocket seat=jack seed=-1",
                     "new pocket seat=jack seed=99999999999999999999", "new pocket seat=jack x=1",
                     "go", "go ms 0", "go ms", "go nodes x", "go ms 10 seconds 1", "see",
                     "see hello", "see tile=IL", "see deal=SG", "see alibi", "\u00e9"):  # fmt: skip
            self.assertRegex(bot.ask(line), r"^error( 1)?: \S", line)
        self.assertRegex(bot.ask("see tile=ILw over=jack:time"), "^error 2: ")
        self.assertEqual(bot.ask("see tile=ILw"), "ok")

    def test_before_new(self):
        done = subprocess.run([bot_path()], input="go\nsee deal=?\nquit\nnot read\n", text=True,
                              stdout=subprocess.PIPE, check=True)  # fmt: skip
        self.assertEqual(done.stdout, "error: expected new pocket seat=jack|detective first\n" * 2)


def bot_path():
    return os.path.join(os.path.dirname(helpers.PROGRAM), "pocket_outside")


if __name__ == "__main__":
    main()
