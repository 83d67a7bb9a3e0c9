#!/usr/bin/env python3
"""tools/learn: samples and weights are the same for the same seeds, training helps, what is no
sample is refused. Usage: test_learn.py LEARN"""

import re
import subprocess
import sys
import unittest

LEARN = sys.argv.pop(1)
SIZE = 168  # bytes of a sample


def learn(*words, given=b"", status=0):
    done = subprocess.run([LEARN, *map(str, words)], input=given, capture_output=True)
    assert done.returncode == status, done.stderr
    return done


class Learn(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.samples = learn("play", "null", 60, 1, 300).stdout

    def test_play(self):
        self.assertEqual(len(self.samples) % SIZE, 0)
        self.assertGreater(len(self.samples), 60 * SIZE)
        self.assertEqual(learn("play", "null", 60, 1, 300).stdout, self.samples)
        pieces = [learn("play", "null", 30, seed, 300).stdout for seed in (1, 31)]
        self.assertEqual(b"".join(pieces), self.samples, "the sum of its pieces")

    def test_train(self):
        done = learn("train", "null", 20, 1, given=self.samples)
        before, *after = [float(x) for x in re.findall(r": ([0-9.]+) bits", done.stderr.decode())]
        self.assertEqual(len(after), 20)
        self.assertLess(after[-1], 0.7 * before)
        again = learn("train", "null", 20, 1, given=self.samples)
        self.assertEqual(done.stdout, again.stdout)
        other = learn("train", "null", 20, 2, given=self.samples)
        self.assertNotEqual(done.stdout, other.stdout)
        self.assertEqual(done.stdout.decode().count("\n{"), 36 + 40 + 36, "rows of numbers")

    def test_bad_words(self):
        for words in ((), ("play", "null", 1, 1), ("play", "chess", 1, 1, 1), ("train", "null", 0, 1),
                      ("play", "null", 1, "x", 1), ("train", "null", 1, "1e3"), ("fit", "null")):  # fmt: skip
            done = learn(*words, status=1)
            self.assertEqual(done.stdout, b"")
            self.assertRegex(done.stderr, rb"^learn: expected .*\n$")

    def test_bad_samples(self):
        for given in (b"", b"x" * 100, b"\xff" * SIZE, self.samples[:SIZE] + b"\xff" * SIZE,
                      self.samples[:-1]):  # fmt: skip
            done = learn("train", "null", 1, 1, given=given, status=1)
            self.assertEqual(done.stdout, b"")
            self.assertEqual(done.stderr, b"learn: expected samples that learn play has written\n")


if __name__ == "__main__":
    unittest.main()
