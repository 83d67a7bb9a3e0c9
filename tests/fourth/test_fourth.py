"""A fourth game, examples/lighthouse, is built in by naming its folder once, and everything plays it:
the terminal, the computer, matches, records, HTTP. Run as `test_fourth.py PROGRAM`."""

import os
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "server"))
from helpers import PROGRAM, ServerCase, main, path_of, play_turn  # noqa: E402

GAME = "lighthouse"


def run(*args, text=""):
    """What the program prints."""
    done = subprocess.run([PROGRAM, *args], input=text, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, (args, done.stdout[-2000:], done.stderr[-2000:])
    return done.stdout


class Fourth(ServerCase):
    def test_files_touched(self):
        """No source, header, tool or page outside its own folder knows the game."""
        listed = subprocess.run(["git", "-C", ROOT, "ls-files"], capture_output=True, text=True)
        if listed.returncode != 0:
            self.skipTest("not a checkout")
        touched = [
            name
            for name in listed.stdout.split("\n")
            if name.startswith(("src/", "include/", "web/src/", "web/po/", "tools/", "python/alibi"))
            and (ROOT / name).is_file()
            and GAME.encode() in (ROOT / name).read_bytes().lower()
        ]
        self.assertEqual(touched, [])

    def test_listed(self):
        self.assertIn(GAME, run("games"))
        self.assertIn("AK", run("show", GAME, "--ascii"))

    def test_terminal(self):
        with tempfile.TemporaryDirectory() as home:
            os.environ["XDG_STATE_HOME"] = home
            told = run("play", GAME, "--against", "level1", "--seed", "3", text="moves\n" + "1\n" * 99)
        self.assertIn("wins:", told)
        self.assertIn("role=?", told)

    def test_matches_and_records(self):
        """Every kind of player plays it, and its games read back as they were written."""
        with tempfile.TemporaryDirectory() as folder:
            for a, b in (("random", "greedy"), ("ismcts", "champion"), ("level1", "level6")):
                out = os.path.join(folder, a)
                run("match", a, b, "--game", GAME, "--games", "4", "--nodes", "300", "--out", out)
            first = pathlib.Path(out).read_text().split("\n\n[Game")[0] + "\n"
            game = os.path.join(folder, "one.alibi")
            pathlib.Path(game).write_text(first)
            self.assertIn("role=", run("record", game))
            for viewer in ("detective", "public"):
                seen = run("record", game, "--view", viewer)
                self.assertIn("role=?", seen)
                self.assertIn("over=", seen)
                pathlib.Path(game + viewer).write_text(seen)
                self.assertEqual(run("record", game + viewer, "--view", viewer), seen)
            self.assertIn("Jack is", run("replay", game))
            self.assertIn("1.1", run("analyse", game, "--nodes", "200"))

    def test_over_http(self):
        """A person against the computer, from the first token to the revealed end."""
        rng = random.Random(7)
        client = self.client()
        game = client.create(GAME, jack="level1", detective="me")["id"]
        state = client.state(game)
        for _ in range(20):
            while state["status"] == "playing" and state["to_act"] != "detective":
                state = client.state(game)
            if state["status"] != "playing":
                break
            self.assertNotIn("identity", state["view"])
            play_turn(rng, client, game, "detective", state)
            state = client.state(game)
        self.assertEqual(state["status"], "over")
        record = client.get(path_of(game, "/record", {"as": "detective"})).body.decode()
        self.assertIn("role=?", record)
        self.assertRegex(record, r"over=\w+:[a-z-]+ role=[A-Z]{2}")


if __name__ == "__main__":
    main()
