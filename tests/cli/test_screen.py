"""The full screen in a real terminal: sizes, signals, the mouse, pastes, locales, two players. What
each game looks like is tested with its rules."""

import os
import random
import re
import signal

import helpers
from screens import CHOOSING, CONFIRMING, ScreenCase, choose_last

TURN = "Your turn"
PROMPT = r"(^|\n)[$#]\s*$"  # a shell waits: what is typed before it does is not where one looks for it


class Terminal(ScreenCase):
    def setUp(self):
        super().setUp()
        self.game = self.games()[1]  # the first is an example with three places
        self.call = ("play", self.game, "--against", "random", "--seed", "1", "--still")

    def in_shell(self, *args):
        """The program, started from a shell of the terminal."""
        screen = self.screen(*args, shell=True)
        screen.wait(PROMPT)
        screen.type(" ".join(screen.program) + "; echo left with $?\n")
        return screen

    def test_resizing(self):
        """At any moment, to any size; the smallest says what it needs."""
        screen, rng = self.screen(*self.call), random.Random(1)
        screen.wait(TURN)
        first = screen.whole()
        screen.resize(20, 5)
        screen.wait("needs 80x24")
        for _ in range(40):
            screen.resize(rng.randrange(1, 260), rng.randrange(1, 90))
        screen.resize(120, 40)
        screen.wait("┌ Suspects")
        screen.resize(80, 24)
        screen.wait_for(first)

    def test_leaving_and_coming_back(self):
        screen = self.screen(*self.call)
        screen.wait(TURN)
        screen.keys("q")
        self.assertIn("--resume", screen.wait("left with 0"))
        self.assertTrue(os.path.exists(self.kept(self.game)))
        again = self.screen("play", self.game, "--resume", "--still")
        again.wait(TURN)

    def test_signals(self):
        """Every way to end the program gives the terminal back and keeps the game."""
        for number, end in ((signal.SIGTERM, "left with 143"), (signal.SIGSEGV, "left with 139"),
                            (signal.SIGINT, "--resume")):  # fmt: skip
            screen = self.in_shell(*self.call)
            screen.wait(TURN)
            os.kill(screen.pid(), number)
            screen.wait(end)
            screen.wait(PROMPT)
            screen.type("echo visi" + "ble\n")  # typing is echoed, and lines are lines
            screen.wait(r"\nvisible")
            self.assertTrue(os.path.exists(self.kept(self.game)), number)
            screen.close()
            os.remove(self.kept(self.game))

    def test_hanging_up(self):
        screen = self.screen(*self.call)
        screen.wait(TURN)
        screen.close()
        again = self.screen("play", self.game, "--resume", "--still")
        again.wait(TURN)

    def test_interrupt_key(self):
        screen = self.in_shell(*self.call)
        screen.wait(TURN)
        screen.keys("C-c")
        screen.wait("left with 130", "--resume")

    def test_suspending(self):
        screen = self.in_shell(*self.call)
        screen.wait(TURN)
        first = screen.whole()
        screen.keys("C-z")
        screen.wait("Stopped|Suspended|suspended")
        screen.wait(PROMPT)
        screen.type("fg\n")
        screen.wait_for(first)

    def test_mouse(self):
        """A click on a target points at it, one on a word in the last line presses its key."""
        screen = self.screen(*self.call)
        screen.wait(TURN)
        lines = screen.whole().splitlines()
        y, x = next((y, line.index("+")) for y, line in enumerate(lines) if "+" in line)
        screen.click(x - 1, y)
        screen.wait("Go on:", "Enter confirms:", "next place")
        screen.keys("Escape")
        screen.wait(TURN)
        screen.click(lines[-1].index("? help") + 2, len(lines) - 1)
        screen.wait("┌ Help")

    def test_paste(self):
        """Pasted text does nothing, except in the prompt."""
        screen = self.screen(*self.call)
        screen.wait(TURN)
        screen.type("\033[200~qqq\033[201~")
        screen.wait("Pasted text is ignored")
        screen.keys(":")
        screen.type("\033[200~no such move\033[201~")
        screen.keys("Enter")
        screen.wait("expected")

    def test_plain_ascii(self):
        screen = self.screen(*self.call, env={"LC_ALL": "C"}, size=(120, 40))
        self.assertTrue(screen.wait(TURN).isascii())
        for key in "g?LmR":
            screen.keys(key)
            self.assertTrue(screen.wait_keys("Esc closes").isascii(), key)
            screen.keys("Escape")
            screen.wait_keys(CHOOSING)

    def test_colours(self):
        """256, and none where NO_COLOR asks for none."""
        screen = self.screen(*self.call)
        screen.wait(TURN)
        self.assertRegex(screen.text(escapes=True), r"\033\[[0-9;]*38;5;\d+m")
        screen.close()
        screen = self.screen(*self.call[:-1], "--still", env={"NO_COLOR": "1"})
        screen.wait("unfinished game")
        screen.keys("n", "Enter")
        screen.wait(TURN)
        self.assertNotRegex(screen.text(escapes=True), r"\033\[[0-9;]*3[0-8][;m]")

    def test_two_players(self):
        """The curtain hides everything, and only Enter raises it."""
        screen = self.screen("play", self.game, "--jack", "human", "--detective", "human", "--seed", "1",
                             "--still")  # fmt: skip
        for _ in range(3):
            screen.wait("Hand the keyboard to .*, who presses Enter")
            shown = screen.whole()
            self.assertEqual(len(re.findall(r"\S.*", shown)), 5, shown)
            screen.keys("x", "m", "Enter")
            self.play_turns(screen)
            screen.keys("Enter")

    def play_turns(self, screen):
        """One turn, or two in a row, until the curtain is to be drawn."""
        last = ""
        while "draws the curtain" not in last:
            shown = screen.wait_keys(CHOOSING, CONFIRMING, "draws the curtain")
            last = shown.rstrip().splitlines()[-1]
            if CONFIRMING in last:
                screen.keys("Enter")
                screen.wait_keys(gone=CONFIRMING)
            elif CHOOSING in last:
                choose_last(screen)

    def test_no_screen_without_a_terminal(self):
        """Pipes and --plain get lines, byte for byte the same."""
        plain = self.good(*self.call, "--plain")
        self.assertIn("lists the commands", plain)
        said, code = self.on_terminal(*self.call, "--plain", "--no-color", keys="n\nquit\n")
        self.assertEqual(code, 0)
        self.assertIn("lists the commands", said)
        self.assertNotIn("\033[?1049h", said)
        dumb, code = self.on_terminal(*self.call, keys="n\nquit\n", env={"TERM": "dumb"})
        self.assertIn("lists the commands", dumb)


if __name__ == "__main__":
    helpers.main()
