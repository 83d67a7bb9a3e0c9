"""Two worlds: nothing that a player is shown depends on what he must not know.

Pairs of games are made that are the same for one player, the observer: the same tokens, the
same answers of the witnesses, the same cards of his own. What differs is the other player's:
who Jack is, or which alibi cards the Detective drew. Both games are played at one keyboard,
and every byte printed on the observer's screens, every file that he can make, and every view
of the record must be the same in both."""

import json
import os
import random
import re
import shutil

import helpers
from helpers import Case, is_chance

HOT = ("--jack", "human", "--detective", "human")
CURTAIN = re.compile(
    rb"\n{50,}Hand the keyboard to (Jack|the Detective), who presses Enter\.\n"
)
OTHER = {"jack": "detective", "detective": "jack"}


class Worlds:
    """Two referees that go through a pair of games which OBSERVER cannot tell apart.

    `tokens` holds the tokens of each world, `actors` who chose them."""

    def __init__(self, case, game, observer, rng):
        self.game, self.observer, self.rng = game, observer, rng
        self.pair = [case.referee(game), case.referee(game)]
        self.tokens, self.actors = ([], []), []

    def views(self):
        return [world.ask("view " + self.observer) for world in self.pair]

    def to_act(self):
        return json.loads(self.views()[0])["to_act"]

    def play(self, tokens):
        """Plays a token in each world, if the game goes on and looks the same then."""
        actor = self.to_act()
        for world, token in zip(self.pair, tokens):
            world.do(token)
        one, two = self.views()
        if one != two or json.loads(one)["result"]:
            for world in self.pair:
                world.ask("undo")
            return False
        for history, token in zip(self.tokens, tokens):
            history.append(token)
        self.actors.append(actor)
        return True

    def options(self):
        """What may come next, as pairs, in the order in which to try: different ones where
        only the other player may know."""
        first, second = (world.legal() for world in self.pair)
        same = [(token, token) for token in first if token in second and token[0] != "!"]
        different = [(one, two) for one in first for two in second if one != two]
        self.rng.shuffle(same)
        self.rng.shuffle(different)
        drawer = ([actor for actor in self.actors if actor != "chance"] or ["jack"])[-1]
        if first[0].startswith(("deal=", "alibi=")) and drawer != self.observer:
            return different[:10] + same[:10]
        draws = self.draws()
        same.sort(key=lambda pair: pair[0] not in draws)
        return same[:40]

    def draws(self):
        """The tokens after which a card of the other player's is drawn: what this is about."""
        world = self.pair[0]
        if self.to_act() in (self.observer, "chance"):
            return ()
        return [token for token in world.legal() if self.leads_to_a_draw(world, token)]

    def leads_to_a_draw(self, world, token):
        if token[0] == "!":
            return False
        world.do(token)
        to_act = json.loads(world.ask("view public"))["to_act"]
        world.ask("undo")
        return to_act == "chance"

    def step(self):
        """One more token; false when every one would give the difference away."""
        return any(self.play(option) for option in self.options())

    def go(self, length):
        """Plays LENGTH tokens, as far as that is possible, and not to where chance is to act:
        it would have a say in a game that is taken up again."""
        while (len(self.actors) < length or self.to_act() == "chance") and self.step():
            pass
        while self.actors and self.to_act() == "chance":
            self.take_back()
        return self

    def take_back(self):
        for world, history in zip(self.pair, self.tokens):
            world.ask("undo")
            history.pop()
        self.actors.pop()

    def differ(self):
        return self.tokens[0] != self.tokens[1]


def screens(said, seat):
    """What was on the screen while SEAT sat at it, one piece for each curtain: from his Enter
    until the next one is called, so also what his last move led to and that his turn is
    over."""
    pieces = CURTAIN.split(said)
    name = b"Jack" if seat == "jack" else b"the Detective"
    return [text for who, text in zip(pieces[1::2], pieces[2::2]) if who == name]


class Terminal(Case):
    """The screens of hot-seat games."""

    CURIOUS = (
        "moves", "log", "board", "help", "why >nw", "why >se", "why !SH", "why MS", "why >a6",
        "why deal=MS", "why alibi=SH", "why holmes:1", "why >e2", "why !AA", "xyzzy", "undo", "",
        "moves e", "999",
    )  # fmt: skip

    def script(self, worlds):
        """The lines to type, the same in both worlds. The observer looks at whatever he can."""
        rng = random.Random(len(worlds.actors))
        lines, front = [], None
        for i, (token, actor) in enumerate(zip(worlds.tokens[0], worlds.actors)):
            if actor == "chance":
                continue
            if actor != front:  # the one who leaves presses Enter, then the one who comes
                lines += ["", ""] if front else [""]
            front = actor
            if actor == worlds.observer:
                for line in rng.sample(self.CURIOUS, 4):
                    # Only where there is nothing to take back, or the game would be another.
                    if line != "undo" or re.fullmatch("[A-Z]{2}", token):
                        lines.append(line)
                lines.append("export %d" % i)
            lines.append(token)
        return "\n".join(lines) + "\nquit\n"

    def typed(self, worlds, number):
        """Plays world NUMBER in a folder of its own; what was printed, and the folder."""
        folder = self.path("world%d" % number)
        os.makedirs(folder)
        chance = filter(is_chance, worlds.tokens[number])
        done = self.run_alibi(
            "play", worlds.game, *HOT, "--deal", " ".join(chance), "--seed", "1",
            stdin=self.script(worlds), cwd=folder, env={"XDG_STATE_HOME": folder},
        )  # fmt: skip
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        kept = self.read(os.path.join(folder, "alibi", worlds.game + ".alibi"))
        self.assertEqual(helpers.tokens_of(kept), worlds.tokens[number])
        return done.stdout, folder

    def check_exports(self, folders):
        """The observer's files are the same; the days on which they were made may not be."""
        names = [sorted(n for n in os.listdir(f) if n.isdigit()) for f in folders]
        self.assertEqual(names[0], names[1])
        for name in names[0]:
            texts = [self.read(os.path.join(folder, name)) for folder in folders]
            texts = [re.sub(r'\[Date "[-\d]+"\]', "", text) for text in texts]
            self.assertEqual(texts[0], texts[1])
        return len(names[0])

    def check_resumed(self, worlds, folders):
        """Also when the game is taken up again, in both worlds, by whoever is to act."""
        seen = []
        for folder in folders:
            said = self.good(
                "play", worlds.game, "--resume", "--seed", "1",
                stdin="\nlog\nmoves\nwhy >nw\nboard\nundo\nquit\n",
                env={"XDG_STATE_HOME": folder},
            )  # fmt: skip
            seen.append(screens(said.encode(), worlds.observer))
        self.assertEqual(seen[0], seen[1])

    def hidden(self, worlds, number):
        """The tokens of a world that the observer's record does not show."""
        record = '[Game "%s"]' % worlds.game + " ".join(worlds.tokens[number])
        seen = self.good("record", "-", "--view", worlds.observer, stdin=record)
        seen = [t for t in helpers.tokens_of(seen) if not t.startswith("witness=")]
        self.assertEqual(len(seen), len(worlds.tokens[number]))
        return [true for true, told in zip(worlds.tokens[number], seen) if true != told]

    def check_silence(self, worlds, number, shown):
        """The other's secrets are nowhere, whatever they are."""
        text = b"".join(shown).decode()
        hidden = self.hidden(worlds, number)
        self.assertTrue(hidden)
        for token in hidden:
            self.assertNotIn(token + " ", text)
        if worlds.observer == "detective":
            self.assertNotRegex(text, r"Jack is [A-Z]|Jack was [A-Z]")
        if any(token.startswith("alibi=") for token in hidden):
            for count in re.findall(r"alibis drawn by %s: (.*)" % OTHER[worlds.observer], text):
                self.assertRegex(count, r"\A\d\Z")

    def check_pair(self, game, observer, seed):
        """One pair of games; how many screens and exports were compared."""
        worlds = Worlds(self, game, observer, random.Random(seed)).go(25 + 10 * (seed % 8))
        if not worlds.differ():
            return 0, 0
        said, folders = zip(*(self.typed(worlds, number) for number in (0, 1)))
        shown = [screens(text, observer) for text in said]
        for one, two in zip(*shown):
            self.assertEqual(one, two)
        self.assertEqual(len(shown[0]), len(shown[1]))
        self.assertNotEqual(said[0], said[1])  # the other one's screens do differ
        exports = self.check_exports(folders)
        self.check_resumed(worlds, folders)
        for number in (0, 1):
            self.check_silence(worlds, number, shown[number])
        self.check_records(worlds)
        return len(shown[0]), exports

    def check_records(self, worlds):
        """Views of the two records are the same to the byte, and so are their replays."""
        tag = '[Game "%s"]' % worlds.game
        texts = [tag + " ".join(tokens) for tokens in worlds.tokens]
        for view in (worlds.observer, "public"):
            for verb in ("record", "replay"):
                one, two = (self.good(verb, "-", "--view", view, stdin=t) for t in texts)
                self.assertEqual(one, two)
        wholes = [self.good("record", "-", stdin=text) for text in texts]
        self.assertNotEqual(wholes[0], wholes[1])

    def check_many(self, game, observer, first):
        """Five pairs, and more until they were worth the while."""
        screens_seen = exports_seen = 0
        for seed in range(first, first + 40):
            if seed >= first + 5 and min(screens_seen, exports_seen) >= 4:
                break
            n_screens, n_exports = self.check_pair(game, observer, seed)
            screens_seen += n_screens
            exports_seen += n_exports
            for number in (0, 1):
                shutil.rmtree(self.path("world%d" % number), ignore_errors=True)
        self.assertGreaterEqual(screens_seen, 4, game)
        self.assertGreaterEqual(exports_seen, 4, game)

    def hides(self, game, seat):
        """Whether a seat is not told something in any of a few random games."""
        return any(
            "=?" in self.good("record", "-", "--view", seat,
                              stdin=self.random_game(game, seed).record())
            for seed in range(8)
        )  # fmt: skip

    def test_detective_cannot_tell_who_jack_is(self):
        for game in self.games():
            self.assertTrue(self.hides(game, "detective"))
            self.check_many(game, "detective", 0)

    def test_jack_cannot_tell_what_the_detective_drew(self):
        """In the games in which those cards are not public."""
        for game in self.games():
            if self.hides(game, "jack"):
                self.check_many(game, "jack", 100)

    def test_the_test_can_fail(self):
        """Seen by the one whose secrets differ, the two games are not the same."""
        for game in self.games():
            worlds = Worlds(self, game, "detective", random.Random(1)).go(30)
            said = [self.typed(worlds, number)[0] for number in (0, 1)]
            self.assertNotEqual(screens(said[0], "jack"), screens(said[1], "jack"))
            for number in (0, 1):
                shutil.rmtree(self.path("world%d" % number), ignore_errors=True)


if __name__ == "__main__":
    helpers.main()
