"""Play random games on an oracle and on the engine's referee, and compare every word.

The oracle of a game is tests/rules/GAME/oracle.py: a class Game with legal(), do(),
state(), view() and clone(), and OPTIONS if it has any.  Every game depends only on the seed and its
own number, so the report of a difference says how to see that one game again.

    differ.py --alibi build/alibi --game GAME --option name=value --games 1000
    differ.py --perft FILE [--game GAME]
"""

import argparse
import importlib.util
import itertools
import json
import multiprocessing
import random
import re
import shutil
import signal
import subprocess
import sys
import time
import traceback
from pathlib import Path

ANSWER_SECONDS = 60  # a referee that is silent for so long is taken to hang
QUESTIONS = ("legal", "state", "view jack", "view detective", "view public")
KIND = re.compile(r"[a-z]+[:=]?|[^A-Za-z0-9]|")  # what sort of decision a token is
PLACE = re.compile(r"([a-z])(\d+)$")  # the place where a token ends
RUBBISH = "x ? > ! ^ = : deal= deal=? alibi=? end stay".split()


def oracle_of(game):
    """The module that plays the game."""
    path = Path(__file__).resolve().parent.parent / "rules" / game / "oracle.py"
    if not path.exists():
        raise ImportError(f"no oracle at {path}")
    spec = importlib.util.spec_from_file_location(f"oracle_{game}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Difference(Exception):
    """The two sides disagree; the text says where."""


# ---- the two sides ---------------------------------------------------------------


class Referee:
    """The engine's referee as a child process, line in and line out."""

    def __init__(self, alibi, game, options):
        words = [f"{name}={value}" for name, value in options.items()]
        self.process = subprocess.Popen(
            [alibi, "referee", game, *words],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )

    def ask(self, commands):
        """Send all commands in one write and return one answer to each."""
        signal.alarm(ANSWER_SECONDS)
        try:
            self.process.stdin.write("".join(c + "\n" for c in commands).encode())
            self.process.stdin.flush()
            return [self._answer(command) for command in commands]
        except BrokenPipeError:
            raise Difference(f"the referee has gone, asked for {commands}") from None
        except TimeoutError:
            raise Difference(f"the referee is silent, asked for {commands}") from None
        finally:
            signal.alarm(0)

    def _answer(self, command):
        line = self.process.stdout.readline()
        if not line.endswith(b"\n"):
            raise Difference(f"the referee broke off at {command!r}: {line!r}")
        return line[:-1]

    def close(self):
        """End the child, gently if it listens."""
        self.process.stdin.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def on_alarm(_signal, _frame):
    raise TimeoutError


def expected(game):
    """The oracle's answers to QUESTIONS."""
    views = [game.view(seat) for seat in ("jack", "detective", "public")]
    return [" ".join(game.legal()).encode(), game.state(), *views]


def compare(game, answers):
    """Compare the answers to QUESTIONS with the oracle's."""
    wanted = expected(game)
    if answers[0] != wanted[0]:
        raise Difference(describe_legal(wanted[0], answers[0]))
    for question, value, answer in zip(QUESTIONS[1:], wanted[1:], answers[1:]):
        compare_json(question, value, answer)


def describe_legal(wanted, answer):
    ours, theirs = wanted.split(), answer.split()
    return "\n".join([
        "legal differs",
        f"  oracle : {wanted!r}",
        f"  referee: {answer!r}",
        f"  only oracle : {sorted(set(ours) - set(theirs))}",
        f"  only referee: {sorted(set(theirs) - set(ours))}",
    ])


def compare_json(question, wanted, answer):
    """Exact equality of JSON values: 1 is not 1.0, and no key comes twice."""
    try:
        found = json.loads(answer, object_pairs_hook=unique_keys)
    except ValueError as error:
        raise Difference(f"{question}: no good JSON ({error}): {answer!r}") from None
    if canonical(found) == canonical(wanted):
        return
    lines = [f"{question} differs"]
    if not isinstance(found, dict):
        found = {"(not an object)": found}
    for key in sorted(set(wanted) | set(found)):
        ours = canonical(wanted[key]) if key in wanted else "(absent)"
        theirs = canonical(found[key]) if key in found else "(absent)"
        if ours != theirs:
            lines += [f"  {key}", f"    oracle : {ours}", f"    referee: {theirs}"]
    raise Difference("\n".join(lines))


def unique_keys(pairs):
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a key comes twice")
    return dict(pairs)


def canonical(value):
    return json.dumps(value, sort_keys=True)


def want_answer(command, wanted, answer):
    """Compare a whole answer or, with a trailing *, only its beginning."""
    start = wanted.rstrip(b"*")
    good = answer.startswith(start) if wanted.endswith(b"*") else answer == wanted
    if not good:
        raise Difference(f"{command!r}: expected {wanted!r}, referee says {answer!r}")


# ---- choosing tokens -------------------------------------------------------------


class Taste:
    """How one game chooses its tokens, so that games differ in kind.

    `patience` turns most tokens down that would end the game, or few random games would
    see a late round.  `leave` is how often a way out other than an accusation is taken
    on sight.  `by_kind` picks the sort of token first, since some powers offer far
    more tokens than moves.  `corner` draws everybody to one place with force `pull`,
    which makes the crowds where nobody can move or be called.
    """

    def __init__(self, rng, places):
        self.rng = rng
        self.patience = rng.choice((0, 0.9, 0.98, 1))
        self.leave = rng.choice((0, 0, 0.3))
        self.by_kind = rng.choice((0, 0.5, 1))
        self.corner = None
        self.pull = rng.choice((0.8, 0.95, 0.99))
        if places and rng.random() < 0.3:
            self.corner = rng.choice(places)
            self.patience = 1

    def choose(self, game):
        """One legal token and the game after it."""
        if self.rng.random() < self.leave:
            for token in game.legal():
                after = played(game, token)
                if not token.startswith("!") and not after.legal():
                    return token, after
        for _ in range(20):
            token = self._pick(game.legal())
            after = played(game, token)
            if after.legal() or self.rng.random() >= self.patience:
                break
        return token, after

    def _pick(self, tokens):
        if self.corner and self.rng.random() < self.pull:
            tokens = self._nearest(tokens)
        if self.rng.random() < self.by_kind:
            kind = self.rng.choice(sorted({kind_of(token) for token in tokens}))
            tokens = [token for token in tokens if kind_of(token) == kind]
        return self.rng.choice(tokens)

    def _nearest(self, tokens):
        """The tokens that end nearest to the corner, or all if none names a place."""
        away = {token: distance(token, self.corner) for token in tokens}
        known = [steps for steps in away.values() if steps is not None]
        return [t for t in tokens if not known or away[t] == min(known)]


def played(game, token):
    """The game after the token; the given game is unchanged."""
    after = game.clone()
    after.do(token)
    return after


def kind_of(token):
    return KIND.match(token).group()


def distance(token, place):
    """A rough distance from where the token ends to a place, None without a place."""
    found = PLACE.search(token)
    if not found:
        return None
    here = PLACE.search(place)
    across = abs(ord(found[1]) - ord(here[1]))
    return 2 * across + abs(int(found[2]) - int(here[2]))


def collect_tokens(module, options, seed):
    """Tokens of a few oracle games: illegal ones to try later, and known places."""
    rng = random.Random(f"{seed}/pool")
    pool = set()
    for _ in range(4):
        game = module.Game(options)
        taste = Taste(rng, [])
        while game.legal():
            pool.update(game.legal())
            _, game = taste.choose(game)
    return sorted(pool)


def corners(pool):
    """Places named by the pool, the outlying often: a crowd has least room there."""
    places = sorted({token[m.start():] for token in pool if (m := PLACE.search(token))})
    outlying = [
        pick(places, key=lambda place: ord(place[0]) + sign * int(place[1:]))
        for sign in (1, -1) for pick in (min, max)
    ] if places else []
    return outlying * 40 + places


# ---- one game in lock step -------------------------------------------------------


class Match:
    """One game on both sides, with the oracle's whole past kept for undo."""

    def __init__(self, referee, module, options, rng, pool):
        self.referee = referee
        self.rng = rng
        self.pool = pool
        self.taste = Taste(rng, corners(pool))
        self.options = options
        self.past = [module.Game(options)]
        self.tokens = []

    @property
    def game(self):
        return self.past[-1]

    def tell(self, command, wanted):
        """Give one command and compare the position that follows it."""
        answer, *answers = self.referee.ask([command, *QUESTIONS])
        want_answer(command, wanted, answer)
        compare(self.game, answers)

    def play(self):
        """Play to the end; the number of tokens played."""
        self.tell(self._new(), b"ok")
        while self.game.legal():
            token, after = self.taste.choose(self.game)
            self.past.append(after)
            self.tokens.append(token)
            self.tell("do " + token, b"ok")
            if self.rng.random() < 0.1:
                self._try_illegal()
            if self.rng.random() < 0.05:
                self._undo_and_redo(self.rng.randint(1, min(8, len(self.tokens))))
        self._after_the_end()
        return len(self.tokens)

    def _new(self):
        words = [f" {name}={value}" for name, value in self.options.items()]
        return "new" + "".join(words if self.rng.random() < 0.5 else [])

    def _illegal(self):
        """A token that is not legal now: of this game, of another, or damaged."""
        legal = set(self.game.legal())
        while True:
            token = self.rng.choice(self.rng.choice((self.pool, self.tokens, RUBBISH)))
            if self.rng.random() < 0.2:
                token = self.rng.choice((token[:-1], token + "1", token.swapcase()))
            if token and token not in legal:
                return token

    def _try_illegal(self):
        self.tell("do " + self._illegal(), b"error 1:*")

    def _undo_and_redo(self, count):
        """Back and forth again, in one line and now and then with a bad token last."""
        again, replay = self.past[-count:], self.tokens[-count:]
        del self.past[-count:]
        command = "undo" if count == 1 and self.rng.random() < 0.5 else f"undo {count}"
        self.tell(command, b"ok")
        self.past += again
        if self.rng.random() < 0.3:
            line = " ".join(replay + [self._illegal()])
            self.tell("do " + line, f"error {count + 1}:*".encode())
        else:
            self.tell("do " + " ".join(replay), b"ok")

    def _after_the_end(self):
        """Nothing is legal, nothing too much comes back, and the end can be undone."""
        played = len(self.tokens)
        self._try_illegal()
        self.tell(f"undo {played + 1}", b"error*")
        self.tell("undo 0", b"error*")
        self._undo_and_redo(self.rng.randint(1, played))
        back = self.rng.choice((1, played, self.rng.randint(1, played)))
        del self.past[-back:]
        self.tell(f"undo {back}", b"ok")


# ---- many games ------------------------------------------------------------------


def title(args, module):
    """The game and its effective options, as the last line names them."""
    options = module.Game(args.options).state().get("options", args.options)
    return " ".join([args.game, *(f"{n}={v}" for n, v in sorted(options.items()))])


def play_numbers(task):
    """A worker: play the numbered games; (games, plies, report of a difference)."""
    args, numbers = task
    signal.signal(signal.SIGALRM, on_alarm)
    module = oracle_of(args.game)
    pool = collect_tokens(module, args.options, args.seed)
    referee = Referee(args.alibi, args.game, args.options)
    plies = 0
    try:
        for number in numbers:
            rng = random.Random(f"{args.seed}/{number}")
            match = Match(referee, module, args.options, rng, pool)
            try:
                plies += match.play()
            except Difference as difference:
                return 0, 0, report(args, module, number, match, difference)
            except Exception:  # the oracle broke: as telling as a difference
                trouble = traceback.format_exc()
                return 0, 0, report(args, module, number, match, trouble)
    finally:
        referee.close()
    return len(numbers), plies, None


def report(args, module, number, match, difference):
    """All that is needed to look at the difference again."""
    words = [f"--option {name}={value}" for name, value in args.options.items()]
    position = len(match.past) - 1
    return "\n".join([
        f"DIFFERENCE in {title(args, module)}, seed {args.seed}, game {number}",
        " ".join([f"again: differ.py --alibi {args.alibi} --game {args.game}", *words,
                  f"--seed {args.seed} --first {number} --games 1"]),
        f"after {position} tokens: {' '.join(match.tokens[:position])}",
        str(difference),
    ])


def run_games(args):
    """Share the games out over the jobs; stop at the first difference."""
    module = oracle_of(args.game)
    numbers = range(args.first, args.first + args.games)
    tasks = [(args, numbers[job::args.jobs]) for job in range(args.jobs)]
    games = plies = 0
    with multiprocessing.Pool(args.jobs) as pool:
        for some_games, some_plies, trouble in pool.imap_unordered(play_numbers, tasks):
            if trouble:
                print(trouble)
                return 1
            games += some_games
            plies += some_plies
    print(f"{title(args, module)}: {games} games, {plies} plies, no difference")
    return 0


# ---- perft of the oracle ---------------------------------------------------------


def perft(game, depth):
    """The number of token sequences of exactly this length."""
    tokens = game.legal()
    if depth <= 1:
        return len(tokens) if depth else 1
    return sum(perft(played(game, token), depth - 1) for token in tokens)


def read_perft(path):
    """The rows of a perft table: game, options, tokens, counts by depth from 1."""
    for line in Path(path).read_text(encoding="ascii").splitlines():
        if line.strip() and not line.startswith("#"):
            head, tokens, counts = (part.split() for part in line.split(";"))
            options = dict(word.split("=", 1) for word in head[1:])
            tokens = [] if tokens == ["start"] else tokens
            yield line, head[0], options, tokens, [int(count) for count in counts]


def run_perft(args):
    """Check the oracles against a table: all rows, or those of one game."""
    bad = 0
    for line, name, options, tokens, counts in read_perft(args.perft):
        if args.game and args.game != name:
            continue
        began = time.monotonic()
        game = oracle_of(name).Game(options)
        for token in tokens:
            game.do(token)
        found = [perft(game, n) for n in range(1, min(len(counts), args.depth) + 1)]
        good = found == counts[:args.depth]
        bad += not good
        seconds = time.monotonic() - began
        verdict = "ok" if good else f"BAD {found}"
        print(f"{verdict} [{seconds:.1f} s] {line}", flush=True)
    return 1 if bad else 0


# ---- command line ----------------------------------------------------------------


def option_pair(text):
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not name=value")
    return name, value


def positive(text):
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return int(text)


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--alibi", help="the engine's program")
    parser.add_argument("--game", help="name of the game and of the oracle's module")
    parser.add_argument("--option", action="append", default=[], type=option_pair,
                        metavar="NAME=VALUE")
    parser.add_argument("--every-setting", action="store_true",
                        help="play that many games under each setting of the options")
    parser.add_argument("--games", type=positive, default=100)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--jobs", type=positive, default=1)
    parser.add_argument("--perft", metavar="FILE", help="check the oracle by a table")
    parser.add_argument("--depth", type=positive, default=99, help="deepest perft")
    args = parser.parse_args()
    args.options = dict(args.option)
    if not args.perft:
        check_arguments(parser, args)
    return args


def check_arguments(parser, args):
    """Refuse a wrong command line, so that it is not taken for a difference."""
    if not (args.alibi and args.game):
        parser.error("--alibi and --game are needed, or --perft")
    if not shutil.which(args.alibi):
        parser.error(f"{args.alibi} is not a program")
    try:
        oracle_of(args.game).Game(args.options)
    except (ImportError, ValueError) as error:
        parser.error(str(error))


def run_settings(args):
    """The games under each setting that the oracle knows."""
    options = getattr(oracle_of(args.game), "OPTIONS", {})
    for values in itertools.product(*options.values()):
        args.options = dict(zip(options, values))
        if run_games(args):
            return 1
    return 0


def main():
    args = read_arguments()
    if args.perft:
        return run_perft(args)
    return run_settings(args) if args.every_setting else run_games(args)


if __name__ == "__main__":
    sys.exit(main())
