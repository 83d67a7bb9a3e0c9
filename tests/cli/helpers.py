"""What the tests of the command line share: the program in a world of its own, a conversation
with it, a referee that knows the truth, and a game to talk about.

Each test_*.py is run as `python3 test_x.py PATH_OF_ALIBI`."""

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
PATIENCE = 60  # seconds after which a silent program has failed

# The short game of docs/notation.md: a call for witnesses, a draw, a whistle and an arrest.
CHANCE = "deal=MS cards=SH,JW,JS,IL alibi=JB"
TOKENS = (
    "deal=MS cards=SH,JW,JS,IL SH >g10 alibi=JB JW >j13 ^nw JS lamp:c4>f3 >f7 "
    "IL cordon:ne>nw >c10 MS >k6 SG call:JW>l13 call:MS>l7 ^nw !MS"
).split()
RECORD = """[Game "london"]
[Edition "2016"]
[Whistle "direct"]
[Result "detective:arrest"]

deal=MS cards=SH,JW,JS,IL
1.1 SH >g10 alibi=JB
1.2 JW >j13 ^nw
1.3 JS lamp:c4>f3 >f7
1.4 IL cordon:ne>nw >c10
2.1 MS >k6
2.2 SG call:JW>l13 call:MS>l7 ^nw !MS
"""


def main():
    """Runs the tests of the calling file against the program named on the command line."""
    global PROGRAM
    if len(sys.argv) < 2:
        sys.exit("usage: %s PATH_OF_ALIBI [TEST ...]" % sys.argv[0])
    PROGRAM = os.path.abspath(sys.argv[1])
    unittest.main(module="__main__", argv=sys.argv[:1] + sys.argv[2:])


# A test of something that is known to be wrong. It turns red when the bug is gone: then this
# mark goes too.
known_bug = unittest.expectedFailure


def is_chance(token):
    """Whether a token is an outcome of chance."""
    return token.startswith(("deal=", "cards=", "alibi="))


def tokens_of(record):
    """The tokens of a record in its canonical form, without tags, labels and comments."""
    body = re.sub(r"\{[^}]*\}", "", record.split("\n\n", 1)[1])
    return [word for word in body.split() if not re.fullmatch(r"\d\.\d", word)]


class Case(unittest.TestCase):
    """A test with a folder of its own, in which it runs and keeps its unfinished games, and
    an environment in which nothing of the machine's shows."""

    maxDiff = 4000

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="alibi-")
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

    def kept(self, game="london"):
        """Where the unfinished game lies."""
        return self.path("state", "alibi", game + ".alibi")

    def run_alibi(self, *args, stdin=b"", stdout=subprocess.PIPE, env=None):
        return subprocess.run(
            [PROGRAM, *args],
            input=stdin if isinstance(stdin, bytes) else stdin.encode(),
            stdout=stdout,
            stderr=subprocess.PIPE,
            cwd=self.folder,
            env=self.env | (env or {}),
            timeout=PATIENCE,
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

    def table(self, *args, **how):
        """A game to be talked with; it is ended when the test is."""
        table = Table(self, *args, **how)
        self.addCleanup(table.close)
        return table

    def referee(self, *args):
        referee = Referee(self, *args)
        self.addCleanup(referee.close)
        return referee


class Table:
    """`alibi play` as a player meets it: says something, reads until he is asked again.

    `said` is everything that was printed, `seat` who is asked now, `at_curtain` whether the
    keyboard is to be handed over; `seat` is None when the program has ended."""

    ASKED = re.compile(rb"(?:\A|\n)(jack|detective) (\d\.\d)> \Z")
    CURTAIN = re.compile(rb"Hand the keyboard to (Jack|the Detective), who presses Enter\.\r?\n\Z")
    ESCAPES = re.compile(rb"\033\[[0-9;]*[A-Za-z]")

    def __init__(self, case, *args, tty=False, env=None):
        self.said, self.errors, self.seat, self.label, self.at_curtain = b"", b"", None, "", False
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
        if tty:
            os.close(sink)
            self.input = self.output = source
        else:
            self.input = self.process.stdin.fileno()
            self.output = self.process.stdout.fileno()
        self.tty = tty
        self.listen()

    def listen(self):
        """Reads until the program waits for a line or has ended; returns what it printed."""
        heard, deadline = b"", time.monotonic() + PATIENCE
        self.seat, self.label, self.at_curtain = None, "", False
        while True:
            if not select.select([self.output], [], [], deadline - time.monotonic())[0]:
                raise AssertionError("alibi said no more after %r" % heard[-500:])
            try:
                piece = os.read(self.output, 65536)
            except OSError:  # a terminal whose program has gone
                piece = b""
            heard += piece
            plain = self.ESCAPES.sub(b"", heard)
            asked, curtain = self.ASKED.search(plain), self.CURTAIN.search(plain)
            if asked:
                self.seat, self.label = asked[1].decode(), asked[2].decode()
            elif curtain:
                self.seat = "jack" if curtain[1] == b"Jack" else "detective"
                self.at_curtain = True
            if asked or curtain or not piece:
                break
        self.said += heard
        return heard.decode(errors="replace")

    def send(self, line):
        line = line if isinstance(line, bytes) else line.encode()
        os.write(self.input, line + b"\n")

    def say(self, line):
        """Says one line and returns the answer."""
        if len(line) < 60000:
            self.send(line)
        else:  # more than a pipe holds
            self.process.stdin.write((line if isinstance(line, bytes) else line.encode()) + b"\n")
            self.process.stdin.flush()
        return self.listen()

    def raise_curtain(self):
        """Presses Enter if somebody has to; returns what the curtain hid."""
        return self.say("") if self.at_curtain else ""

    def moves(self):
        """The tokens that are listed, checking that they are numbered from 1."""
        listed = re.findall(r"^ *(\d+)  (\S+) +\S", self.say("moves"), re.M)
        assert [int(number) for number, _ in listed] == list(range(1, len(listed) + 1)), listed
        return [token for _, token in listed]

    def end(self):
        """Ends the input and waits; returns the exit code and standard error."""
        if not self.tty and not self.process.stdin.closed:
            self.process.stdin.close()
        self.said += b"" if self.seat is None else self.listen_to_the_end()
        code = self.process.wait(PATIENCE)
        self.errors_file.seek(0)
        self.errors = self.errors_file.read()
        return code

    def listen_to_the_end(self):
        heard = b""
        while True:
            try:
                piece = os.read(self.output, 65536)
            except OSError:
                piece = b""
            if not piece:
                return heard
            heard += piece

    def kill(self):
        self.process.kill()
        self.process.wait()

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

    def ask(self, line):
        """The one line that answers LINE."""
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        if not select.select([self.process.stdout], [], [], PATIENCE)[0]:
            raise AssertionError("no answer to %r" % line)
        return self.process.stdout.readline().decode().rstrip("\n")

    def do(self, *tokens):
        answer = self.ask("do " + " ".join(tokens)) if tokens else "ok"
        assert answer == "ok", (tokens, answer)

    def legal(self):
        return self.ask("legal").split()

    def record(self):
        lines = [self.ask("record")]
        while lines[-1] != ".":
            lines.append(self.process.stdout.readline().decode().rstrip("\n"))
        return "".join(line + "\n" for line in lines[:-1])

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(PATIENCE)


def choose(rng, moves, peaceful=True):
    """A move at random; a peaceful game has no accusation or escape while there is a choice."""
    calm = [m for m in moves if m[0] != "!" and m not in (">nw", ">ne", ">sw", ">se")]
    return rng.choice(calm if peaceful and calm else moves)


def play_out(table, seed, peaceful=True):
    """Plays both seats, or the human one, to the end of the game. What the program printed is
    in table.said."""
    rng = random.Random(seed)
    while table.seat:
        if table.at_curtain:
            table.raise_curtain()
        else:
            table.say(choose(rng, table.moves(), peaceful))
