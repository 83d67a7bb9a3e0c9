"""`alibi` on the full screen of a real terminal, which tmux plays: keys are sent, screens are read
as text and compared with files that a player can read.

Screens are waited for by what they show, never by time. `ALIBI_SCREENS=write` writes the files anew;
read the difference before you keep it."""

import os
import random
import re
import subprocess
import time

import helpers
from helpers import Case

PATIENCE = float(os.environ.get("ALIBI_PATIENCE", helpers.PATIENCE))  # seconds for a screen to come

SIZES = ((80, 24), (200, 60))


class Screen:
    """A program in a terminal of WIDTH times HEIGHT. Its tmux has a socket of its own."""

    started = 0

    def __init__(self, case, *args, size=(80, 24), env=None, shell=False):
        Screen.started += 1
        self.case, self.socket = case, case.path("tmux-%d" % Screen.started)
        environment = case.env | {"LC_ALL": "C.UTF-8"} | (env or {})
        command = ["env", "-i", *("%s=%s" % pair for pair in environment.items()), "TERM=screen-256color"]
        self.program = [helpers.PROGRAM, *args]
        command += ["sh"] if shell else ["sh", "-c", '"$@"; echo "left with $?"; exec cat', "sh", *self.program]
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(size[0]), "-y", str(size[1]), *command)
        case.addCleanup(self.close)

    def tmux(self, *args, check=True):
        done = subprocess.run(["tmux", "-u", "-S", self.socket, *args], capture_output=True, env=self.case.env)
        if check:
            self.case.assertEqual(done.returncode, 0, (args, done.stderr))
        return done.stdout.decode()

    def close(self):
        self.tmux("kill-server", check=False)

    def keys(self, *keys):
        """Names of keys as tmux has them: "Enter", "Left", "a"."""
        self.tmux("send-keys", *keys)

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def click(self, x, y, button=0):
        """A press of the mouse and its release, as a terminal of this kind reports them."""
        for state in (32 + button, 35):
            self.type("\033[M%c%c%c" % (state, 33 + x, 33 + y))

    def resize(self, width, height):
        self.tmux("resize-window", "-x", str(width), "-y", str(height))

    def text(self, escapes=False):
        """What is shown now; the terminal may be in the middle of drawing it."""
        return self.tmux("capture-pane", "-p", *(["-e"] if escapes else []))

    def whole(self):
        """What is shown when the terminal has drawn all of it: three readings that agree."""
        last = []
        while len(last) < 3 or len(set(last[-3:])) > 1:
            last.append(self.text())
            time.sleep(0.03)
        return last[-1]

    def wait(self, *texts, gone=None):
        """Reads the screen until it has one of the texts, and not GONE; returns it."""
        deadline = time.monotonic() + PATIENCE
        while True:
            shown = self.text()
            if any(re.search(text, shown) for text in texts) and not (gone and gone in shown):
                return shown
            if time.monotonic() > deadline:
                raise AssertionError("no %r on\n%s" % (texts, shown))
            time.sleep(0.03)

    def wait_keys(self, *texts, gone=None):
        """Reads the screen until its last line, that of the keys, has one of the texts and not GONE;
        returns the screen."""
        deadline = time.monotonic() + PATIENCE
        while True:
            shown = self.text()
            last = shown.rstrip("\n").splitlines()[-1:] or [""]
            if (not texts or any(text in last[0] for text in texts)) and not (gone and gone in last[0]):
                return shown
            if time.monotonic() > deadline:
                raise AssertionError("no %r in the last line of\n%s" % (texts, shown))
            time.sleep(0.03)

    def wait_for(self, wanted):
        """Reads the screen until it is this one."""
        deadline = time.monotonic() + PATIENCE
        while (shown := self.text()) != wanted and time.monotonic() < deadline:
            time.sleep(0.03)
        self.case.assertEqual(shown, wanted)

    def pid(self):
        """The program's process, in a shell of the terminal."""
        pane = self.tmux("display-message", "-p", "#{pane_pid}").strip()
        with open("/proc/%s/task/%s/children" % (pane, pane), encoding="ascii") as children:
            return int(children.read().split()[-1])


class ScreenCase(Case):
    """A test with golden screens: files in the folder `screens` beside the test."""

    SCREENS = ""  # set by the test: the folder

    def screen(self, *args, **how):
        return Screen(self, *args, **how)

    def check(self, name, screen):
        """The screen becomes the one in the file NAME."""
        path = os.path.join(self.SCREENS, name + ".txt")
        if os.environ.get("ALIBI_SCREENS") == "write":
            os.makedirs(self.SCREENS, exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(trimmed(screen.whole()))
        with open(path, encoding="utf-8") as file:
            wanted = file.read()
        deadline = time.monotonic() + PATIENCE
        while (shown := trimmed(screen.text())) != wanted and time.monotonic() < deadline:
            time.sleep(0.03)
        self.assertEqual(wanted, shown, "\n%s\nis not the screen %s" % (shown, name))


def trimmed(shown):
    """The screen without the blanks that end its lines and the lines that end it."""
    return "".join(line.rstrip() + "\n" for line in shown.rstrip("\n").splitlines())


# What the last line of the screen has: which keys do something now tells what the program waits for.
# It is the last that is drawn, so all above it is drawn, too.
CHOOSING, CONFIRMING, SHEET, OVER = "Enter points", "Enter confirms", "Esc closes", "r rematch"


def choose_last(screen, up=0):
    """Stages the last move of the list, which is no accusation, or one a little above it; returns
    the screen when the program waits for the next."""
    screen.keys("m")
    screen.wait_keys(SHEET)
    screen.keys("End", *["Up"] * up, "Enter")
    return screen.wait_keys(CHOOSING, CONFIRMING)


def play_on(screen, rng):
    """Stages and confirms turns from the list of moves until the game is over."""
    while True:
        shown = screen.wait_keys(CHOOSING, CONFIRMING, OVER)
        last = shown.rstrip().splitlines()[-1]
        if OVER in last:
            return
        if CONFIRMING in last:
            screen.keys("Enter")
            screen.wait_keys(gone=CONFIRMING)
        else:
            choose_last(screen, rng.randrange(3))


def tour(case, game, seat, size, seed):
    """A session of a game at one size: the beginning, a staged turn, the answer, sheets, the end;
    each screen is compared."""
    other = "detective" if seat == "jack" else "jack"
    name = "%s-%dx%d-" % (seat, *size)
    screen = case.screen("play", game, "--" + seat, "human", "--" + other, "greedy", "--seed", str(seed),
                         "--still", size=size)  # fmt: skip
    screen.wait_keys(CHOOSING)
    case.check(name + "start", screen)
    screen.keys("p")
    screen.wait_keys(SHEET)
    case.check(name + "power", screen)
    screen.keys("Escape")
    shown = screen.wait_keys(CHOOSING)
    while CONFIRMING not in shown.rstrip().splitlines()[-1]:
        shown = choose_last(screen)
    case.check(name + "staged", screen)
    screen.keys("Enter")
    screen.wait_keys(gone=CONFIRMING)
    screen.wait_keys(CHOOSING, OVER)
    case.check(name + "answered", screen)
    play_on(screen, random.Random(seed))
    case.check(name + "end", screen)
    screen.keys("v")
    screen.wait_keys("Space plays")
    screen.keys("Right", "Right", "Right")
    screen.wait(" 3 of ")
    case.check(name + "replay", screen)
    screen.keys("q")
    screen.wait_keys(OVER)
    screen.keys("q")
    screen.wait("left with 0")


def tours(test):
    """The tours of the game in whose folder of tests/rules the file TEST is: a class of tests."""
    folder = os.path.dirname(os.path.abspath(test))
    game = os.path.basename(folder)

    class Tours(ScreenCase):
        SCREENS = os.path.join(folder, "screens")

        def test_detective(self):
            for size in SIZES:
                tour(self, game, "detective", size, 2)

        def test_jack(self):
            for size in SIZES:
                tour(self, game, "jack", size, 4)

    return Tours
