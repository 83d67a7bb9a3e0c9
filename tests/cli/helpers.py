"""What the tests of the command line share: the program in a world of its own, a conversation
with it, a referee that knows the truth, and a game to talk about.

Each test_*.py is run as `python3 test_x.py PATH_OF_ALIBI`."""

import faulthandler
import os
import pty
import random
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = ""  # set by main()
PATIENCE = 60  # seconds after which a program that is talked with and is silent has failed
LONGEST_RUN = 120  # seconds for a program that was given all its input
LONGEST_FILE = 900  # seconds for all tests of a file; then it is ended with a traceback

# A short game of null to talk about: a draw, a call for witnesses and an arrest.
TOKENS = "deal=AA alibi alibi=CC flip:BB flip:AA !AA".split()
RECORD = """[Game "null"]
[Result "detective:arrest"]

deal=AA
1.1 alibi alibi=CC
1.2 flip:BB
2.1 flip:AA
2.2 !AA
"""


def main():
    """Runs the tests of the calling file against the program named on the command line."""
    global PROGRAM
    if len(sys.argv) < 2:
        sys.exit("usage: %s PATH_OF_ALIBI [TEST ...]" % sys.argv[0])
    PROGRAM = os.path.abspath(sys.argv[1])
    faulthandler.dump_traceback_later(LONGEST_FILE, exit=True)
    unittest.main(module="__main__", argv=sys.argv[:1] + sys.argv[2:])


def is_chance(token):
    """Whether a token of a whole record is an outcome of chance: KIND=OUTCOME in every game."""
    return "=" in token


def read_some(source, deadline, before=b""):
    """The next bytes, none at the end; BEFORE is shown if they do not come in time."""
    if not select.select([source], [], [], max(0, deadline - time.monotonic()))[0]:
        raise AssertionError("alibi said no more after %r" % before[-500:])
    try:
        return os.read(source, 65536)
    except OSError:  # a terminal whose program has gone
        return b""


def read_all(source):
    """Everything up to the end."""
    said, deadline = b"", time.monotonic() + PATIENCE
    while piece := read_some(source, deadline, said):
        said += piece
    return said


def write_all(sink, data):
    """Writes to a pipe that does not block, also more than it holds."""
    deadline = time.monotonic() + PATIENCE
    while data:
        if not select.select([], [sink], [], max(0, deadline - time.monotonic()))[1]:
            raise AssertionError("alibi does not read: %r" % data[:100])
        data = data[os.write(sink, data[:65536]) :]


def tokens_of(record):
    """The tokens of a record in its canonical form, without tags, labels and comments."""
    body = re.sub(r"\{[^}]*\}", "", record.split("\n\n", 1)[1])
    return [word for word in body.split() if not re.fullmatch(r"\d\.\d", word)]


class Case(unittest.TestCase):
    """A test with a folder of its own, in which it runs and keeps its unfinished games, and
    an environment in which nothing of the machine's shows."""

    maxDiff = 4000
    GAME = "null"  # which one the tests are about, if one

    def setUp(self):
        # Every move is synced to the disk; in memory that takes no time.
        memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.folder = tempfile.mkdtemp(prefix="alibi-", dir=memory)
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.env = {
            name: value
            for name, value in os.environ.items()
            if name in ("PATH", "TZ") or name.endswith("SAN_OPTIONS") or name.startswith("GCOV")
        }
        self.env.update(HOME=self.folder, XDG_STATE_HOME=self.path("state"), LC_ALL="C")

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def write(self, name, content):
        """A file in the test's folder; its path."""
        path = self.path(name)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return path

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read().decode()

    def kept(self, game=None):
        """Where the unfinished game lies."""
        return self.path("state", "alibi", (game or self.GAME) + ".alibi")

    def run_alibi(self, *args, stdin=b"", stdout=subprocess.PIPE, env=None, cwd=None):
        return subprocess.run(
            [PROGRAM, *args],
            input=stdin if isinstance(stdin, bytes) else stdin.encode(),
            stdout=stdout,
            stderr=subprocess.PIPE,
            cwd=cwd or self.folder,
            env=self.env | (env or {}),
            timeout=LONGEST_RUN,
        )

    def good(self, *args, **how):
        """Runs it, expects success and silence on standard error, returns what it printed."""
        done = self.run_alibi(*args, **how)
        self.assertEqual((done.returncode, done.stderr), (0, b""), args)
        return done.stdout.decode()

    def bad(self, code, *args, **how):
        """Runs it, expects this exit code, one line on standard error and nothing else;
        returns that line."""
        done = self.run_alibi(*args, **how)
        said = done.stderr.decode(errors="replace")
        self.assertEqual(done.returncode, code, "%r: %s" % (args, said))
        self.assertRegex(said, r"\Aalibi[^\n]*: [^\n]+\n\Z", args)
        self.assertEqual(done.stdout, b"", args)
        return said

    def on_terminal(self, *args, keys="", env=None):
        """Runs it in a terminal in which KEYS were typed ahead; what it printed, typing
        included, and its exit code."""
        source, sink = pty.openpty()
        os.write(source, keys.encode())
        process = subprocess.Popen(
            [PROGRAM, *args],
            stdin=sink,
            stdout=sink,
            stderr=sink,
            cwd=self.folder,
            env=self.env | {"TERM": "xterm"} | (env or {}),
            start_new_session=True,
        )
        os.close(sink)
        try:
            return read_all(source).decode(), process.wait(PATIENCE)
        finally:
            process.kill()
            process.wait()
            os.close(source)

    def table(self, *args, **how):
        """A game to be talked with; it is ended when the test is."""
        return Table(self, *args, **how)

    def games(self):
        """The games that were built in."""
        return re.findall(r"(?m)^(\w+)", self.good("games"))

    def options(self):
        """The options of games: (game, option, values), the default first."""
        found, game = [], ""
        for line in self.good("games").splitlines():
            game = re.match(r"\w*", line)[0] or game
            option = re.match(r" +(\w+)=(\S+)", line)
            if option:
                found.append((game, option[1], option[2].split("|")))
        return found

    def random_game(self, game, seed, length=1000):
        """A referee that has seen LENGTH random tokens of a game, or all of them."""
        referee, rng = self.referee(game), random.Random(seed)
        while length > 0 and (legal := referee.legal()):
            referee.do(choose(rng, legal))
            length -= 1
        return referee

    def referee(self, *args):
        referee = Referee(self, *args)
        self.addCleanup(referee.close)
        return referee


class Table:
    """`alibi play` as a player meets it: says something, reads until he is asked again.

    `said` is everything that was printed, `seat` who sits at the keyboard now, or is to sit
    down; it is None when the program has ended. `waits` is what for the program waits: "move",
    "over" (the turn is over, Enter draws the curtain), "curtain" (the other one presses Enter),
    "resume" (whether to go on with the unfinished game) or None."""

    WAITS = (
        ("move", re.compile(rb"(?:\A|\n)(jack|detective) (\d\.\d)> \Z")),
        ("over", re.compile(rb"Your turn is over\. Press Enter to draw the curtain\.\r?\n\Z")),
        ("curtain", re.compile(rb"Hand the keyboard to (Jack|the Detective), "
                               rb"who presses Enter\.\r?\n\Z")),
        ("resume", re.compile(rb"Go on with it\? \[Y/n\] \Z")),
    )  # fmt: skip
    ESCAPES = re.compile(rb"\033\[[0-9;]*[A-Za-z]")

    def __init__(self, case, *args, tty=False, env=None):
        self.said, self.errors = b"", b""
        self.seat, self.label, self.waits = None, "", None
        self.errors_file = open(os.path.join(case.folder, "stderr"), "w+b")
        source, sink = (pty.openpty() if tty else (subprocess.PIPE, subprocess.PIPE))
        self.process = subprocess.Popen(
            [PROGRAM, "play", *args],
            stdin=sink,
            stdout=sink,
            stderr=self.errors_file,
            cwd=case.folder,
            env=case.env | (env or {}),
            start_new_session=True,
        )
        case.addCleanup(self.close)
        if tty:
            os.close(sink)
            self.input = self.output = source
        else:
            self.input = self.process.stdin.fileno()
            self.output = self.process.stdout.fileno()
            os.set_blocking(self.input, False)
        self.tty = tty
        self.listen()

    @property
    def at_curtain(self):
        """Whether somebody has to press Enter before the next move."""
        return self.waits in ("over", "curtain")

    def waiting(self, heard):
        """Whether the program waits for a line after it has said this; notes for what."""
        plain = self.ESCAPES.sub(b"", heard[-1000:])
        for waits, pattern in self.WAITS:
            found = pattern.search(plain)
            if not found:
                continue
            self.waits = waits
            if waits == "move":
                self.seat, self.label = found[1].decode(), found[2].decode()
            elif waits == "curtain":
                self.seat = "jack" if found[1] == b"Jack" else "detective"
            return True
        return False

    def listen(self):
        """Reads until the program waits for a line or has ended; returns what it printed."""
        heard, deadline = b"", time.monotonic() + PATIENCE
        self.waits = None
        while not self.waiting(heard):
            piece = read_some(self.output, deadline, heard)
            heard += piece
            if not piece:
                self.seat, self.label = None, ""
                break
        self.said += heard
        return heard.decode(errors="replace")

    def send(self, line):
        write_all(self.input, (line if isinstance(line, bytes) else line.encode()) + b"\n")

    def say(self, line):
        """Says one line and returns the answer."""
        self.send(line)
        return self.listen()

    def raise_curtain(self):
        """Presses Enter as often as somebody has to; returns what was shown."""
        heard = ""
        while self.at_curtain:
            heard += self.say("")
        return heard

    def play(self, *lines):
        """Says some lines, with Enter at the curtains before and between them."""
        for line in lines:
            self.raise_curtain()
            self.say(line)

    def moves(self):
        """The tokens that are listed, checking that they are numbered from 1."""
        *lines, last = self.say("moves").splitlines()[:-1]
        if last == "`moves WORD` lists fewer moves, in words":
            words = " ".join(lines).split()
            listed = list(zip(words[::2], words[1::2]))
            assert len(listed) > 24 and all(len(line) < 80 for line in lines), lines
        else:
            lines.append(last)
            lines = [line for line in lines if not line.startswith(" " * 7)]  # broken words
            listed = [re.match(r" *(\d+)  (\S+) +\S", line).groups() for line in lines]
            assert len(listed) <= 24, lines
        assert [int(number) for number, _ in listed] == list(range(1, len(listed) + 1)), listed
        return [token for _, token in listed]

    def end(self):
        """Ends the input and waits; returns the exit code. `errors` is standard error then."""
        if not self.tty and not self.process.stdin.closed:
            self.process.stdin.close()
        self.said += b"" if self.seat is None else read_all(self.output)
        code = self.process.wait(PATIENCE)
        self.errors_file.seek(0)
        self.errors = self.errors_file.read()
        return code

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)

    def close(self):
        if self.process.poll() is None:
            self.kill()
        if self.tty:
            os.close(self.output)
        else:
            for pipe in (self.process.stdin, self.process.stdout):
                try:
                    pipe.close()
                except BrokenPipeError:
                    pass
        self.errors_file.close()


class Referee:
    """`alibi referee`, one answer at a time: also the test that it flushes each of them."""

    def __init__(self, case, *args):
        self.process = subprocess.Popen(
            [PROGRAM, "referee", *args],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=case.folder,
            env=case.env,
        )
        os.set_blocking(self.process.stdin.fileno(), False)
        self.heard = b""

    def line(self):
        """The next line that it says."""
        deadline = time.monotonic() + PATIENCE
        while b"\n" not in self.heard:
            piece = read_some(self.process.stdout.fileno(), deadline, self.heard)
            assert piece, "the referee has gone after %r" % self.heard
            self.heard += piece
        line, self.heard = self.heard.split(b"\n", 1)
        return line.decode()

    def ask(self, line):
        """The one line that answers LINE."""
        write_all(self.process.stdin.fileno(), line.encode() + b"\n")
        return self.line()

    def do(self, *tokens):
        answer = self.ask("do " + " ".join(tokens)) if tokens else "ok"
        assert answer == "ok", (tokens, answer)

    def legal(self):
        return self.ask("legal").split()

    def record(self):
        lines = [self.ask("record")]
        while lines[-1] != ".":
            lines.append(self.line())
        return "".join(line + "\n" for line in lines[:-1])

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


def choose(rng, moves, peaceful=True):
    """A move at random; a peaceful game has no accusation or escape while there is a choice."""
    calm = [m for m in moves if m[0] != "!" and m not in (">nw", ">ne", ">sw", ">se")]
    return rng.choice(calm if peaceful and calm else moves)


def play_out(table, seed, peaceful=True):
    """Plays both seats, or the human one, to the end of the game. What the program printed is
    in table.said."""
    rng = random.Random(seed)
    while table.seat:
        table.raise_curtain()
        table.say(choose(rng, table.moves(), peaceful))
