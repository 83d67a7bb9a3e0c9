"""Prometheus' text format, version 0.0.4, read strictly: what a lenient reader would let pass is
an error here. `read` gives the families of a page; `names` all names that can be queried."""

import math
import re

NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
LABEL = r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"'
SAMPLE = re.compile(r"(%s)(?:\{(%s(?:,%s)*)\})? (\S+)" % (NAME, LABEL, LABEL))
TYPES = {"counter", "gauge", "histogram"}


class Family:
    """A metric: its type, what it is about, and its samples by name and labels."""

    def __init__(self, name, text):
        self.name, self.help, self.type, self.samples = name, text, None, {}

    def value(self, suffix="", **labels):
        return self.samples[self.name + suffix, tuple(sorted(labels.items()))]

    def owns(self, name):
        endings = ("_bucket", "_sum", "_count") if self.type == "histogram" else ("",)
        return name in [self.name + ending for ending in endings]


def fail(line, why):
    raise ValueError("%s: %r" % (why, line))


def number(line, text):
    if not re.fullmatch(r"[+-]?(\d+(\.\d+)?(e[+-]?\d+)?|Inf)|NaN", text):
        fail(line, "no number")
    return float(text)


def read(text):
    """The families of a page by name; ValueError if it is not as it must be."""
    families, family = {}, None
    if not text.endswith("\n"):
        fail(text[-40:], "no newline at the end")
    for line in text[:-1].split("\n"):
        word = line.split(" ", 3)
        if line.startswith("# HELP "):
            if len(word) != 4 or not re.fullmatch(NAME, word[2]) or word[2] in families:
                fail(line, "a bad HELP, or a second one")
            family = families[word[2]] = Family(word[2], word[3])
        elif line.startswith("# TYPE "):
            if not family or word[2] != family.name or family.type or family.samples:
                fail(line, "a TYPE out of its place")
            if word[3] not in TYPES:
                fail(line, "no such type")
            family.type = word[3]
        else:
            take_sample(family, line)
    for family in families.values():
        check(family)
    return families


def take_sample(family, line):
    found = SAMPLE.fullmatch(line)
    if not found:
        fail(line, "no sample")
    if not family or not family.type or not family.owns(found[1]):
        fail(line, "a sample of another family")
    labels = re.findall(LABEL, found[2] or "")
    if len({name for name, _ in labels}) != len(labels):
        fail(line, "a label twice")
    key = (found[1], tuple(sorted(labels)))
    if key in family.samples:
        fail(line, "a sample twice")
    family.samples[key] = number(line, found[found.re.groups])


def check(family):
    """What its type promises."""
    if not family.type or not family.samples:
        fail(family.name, "no type or no samples")
    if family.type == "counter" and not family.name.endswith("_total"):
        fail(family.name, "a counter without _total")
    if family.type != "gauge" and any(not v >= 0 for v in family.samples.values()):
        fail(family.name, "a negative count")
    if family.type == "histogram":
        check_histogram(family)


def check_histogram(family):
    series = {}
    for (name, labels), value in family.samples.items():
        rest = tuple(pair for pair in labels if pair[0] != "le")
        if name.endswith("_bucket"):
            bound = dict(labels).get("le")
            if bound is None:
                fail(family.name, "a bucket without a bound")
            series.setdefault(rest, []).append((number(bound, bound), value))
    for rest, buckets in series.items():
        if [b for b, _ in buckets] != sorted({b for b, _ in buckets}):
            fail(family.name, "bounds out of order")
        if [n for _, n in buckets] != sorted(n for _, n in buckets):
            fail(family.name, "counts that fall")
        if buckets[-1] != (math.inf, family.samples[family.name + "_count", rest]):
            fail(family.name, "the last bucket is not all")
        family.samples[family.name + "_sum", rest]  # it is there
    if len(family.samples) != sum(len(b) + 2 for b in series.values()):
        fail(family.name, "samples that belong to nothing")


def names(families):
    """Every name that a query can use."""
    return {name for family in families.values() for name, _ in family.samples}
