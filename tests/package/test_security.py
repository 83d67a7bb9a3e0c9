#!/usr/bin/env python3
"""docs/security.md goes through every requirement of OWASP ASVS 5.0.0, levels 1 and 2, and names
only what exists; docs/sbom.json and docs/licences.md are current.

Usage: test_security.py PROGRAM"""

import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# The numbers of the requirements by section: those of level 1, those of level 2.
NUMBERS = """
V1.1 - 1-2|V1.2 1-5 6-9|V1.3 1-2 3-11|V1.4 - 1-3|V1.5 1 2|V2.1 1 2-3|V2.2 1-2 3|V2.3 1 2-4|V2.4 - 1
V3.2 1-2 -|V3.3 1 2-4|V3.4 1-2 3-6|V3.5 1-3 4-5|V3.7 - 1-2|V4.1 1 2-3|V4.2 - 1|V4.3 - 1-2|V4.4 1 2-4
V5.1 - 1|V5.2 1-2 3|V5.3 1-2 -|V5.4 - 1-3|V6.1 1 2-3|V6.2 1-8 9-12|V6.3 1-2 3-4|V6.4 1-2 3-4|V6.5 - 1-5
V6.6 - 1-3|V6.8 - 1-4|V7.1 - 1-3|V7.2 1-4 -|V7.3 - 1-2|V7.4 1-2 3-5|V7.5 - 1-2|V7.6 - 1-2|V8.1 1 2
V8.2 1-2 3|V8.3 1 -|V8.4 - 1|V9.1 1-3 -|V9.2 1 2-4|V10.1 - 1-2|V10.2 - 1-2|V10.3 - 1-4|V10.4 1-5 6-11
V10.5 - 1-5|V10.6 - 1-2|V10.7 - 1-3|V11.1 - 1-2|V11.2 - 1-3|V11.3 1-2 3|V11.4 1 2-4|V11.5 - 1|V11.6 - 1
V12.1 1 2-3|V12.2 1-2 -|V12.3 - 1-4|V13.1 - 1|V13.2 - 1-5|V13.3 - 1-2|V13.4 1 2-5|V14.1 - 1-2|V14.2 1 2-4
V14.3 1 2-3|V15.1 1 2-3|V15.2 1 2-3|V15.3 1 2-7|V16.1 - 1|V16.2 - 1-5|V16.3 - 1-4|V16.4 - 1-3|V16.5 - 1-3
V17.1 - 1|V17.2 - 1-4|V17.3 - 1-2
"""


def wanted():
    """All numbers, in order, and how many each level has."""
    numbers, levels = [], [0, 0]
    for section in re.split(r"[|\n]", NUMBERS.strip()):
        name, *spans = section.split()
        for level, span in enumerate(spans):
            first, _, last = span.partition("-")
            for k in range(int(first), int(last or first) + 1) if first else ():
                numbers.append("%s.%d" % (name, k))
                levels[level] += 1
    return numbers, levels


def rows():
    """(numbers, about, state, how) of every row of the document."""
    text = (ROOT / "docs/security.md").read_text()
    for line in text.splitlines():
        if re.match(r"\| V\d", line):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            assert len(cells) == 4, line
            yield cells[0].split(", "), *cells[1:]


class Security(unittest.TestCase):
    def test_every_requirement(self):
        numbers, levels = wanted()
        self.assertEqual(levels, [70, 183])  # as the standard says of itself
        told = [number for row in rows() for number in row[0]]
        self.assertEqual(sorted(told), sorted(numbers))

    def test_rows(self):
        for numbers, about, state, how in rows():
            self.assertIn(state, ("met", "operator", "partly", "open", "n/a"), numbers)
            self.assertGreaterEqual(len(about), 3, numbers)
            self.assertGreater(len(how), 10, numbers)

    def test_names_exist(self):
        """A name in code type that has a slash or an ending is a file; after a colon, something
        in it."""
        text = (ROOT / "docs/security.md").read_text()
        found = re.findall(r"`((?:[\w.-]+/)+[\w.-]*(?::\w+)?|[\w.-]+\.json(?::\w+)?)`", text)
        self.assertGreater(len(found), 150)
        for name in found:
            path, _, what = name.partition(":")
            if path == "application/json":
                continue
            self.assertTrue((ROOT / path).exists(), name)
            if what:
                inside = (ROOT / path).read_text()
                self.assertRegex(inside, r"\b%s\b" % what, name)

    def test_tests_are_tests(self):
        """What is named after a file of tests is a test or a class of them."""
        text = (ROOT / "docs/security.md").read_text()
        for path, what in re.findall(r"`(tests/[\w/]+\.py):(\w+)`", text):
            self.assertRegex((ROOT / path).read_text(), r"(?m)^ *(def|class) %s\b" % what)

    def test_sbom_is_current(self):
        said = subprocess.run([ROOT / "tools/sbom", PROGRAM, "--check"], capture_output=True, text=True)
        self.assertEqual((said.returncode, said.stderr), (0, ""))

    def test_sbom(self):
        """The parts that CycloneDX 1.5 demands, and a licence for everything."""
        sbom = json.loads((ROOT / "docs/sbom.json").read_text())
        self.assertEqual((sbom["bomFormat"], sbom["specVersion"]), ("CycloneDX", "1.5"))
        self.assertRegex(sbom["serialNumber"], r"\Aurn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")
        refs = [part["bom-ref"] for part in sbom["components"]]
        self.assertEqual(len(set(refs)), len(refs))
        for part in sbom["components"]:
            self.assertLessEqual({"type", "name", "purl", "licenses"}, set(part))
            self.assertTrue(part["licenses"])
            self.assertRegex(part["purl"], r"\Apkg:(deb/debian|npm)/")
        own = sbom["metadata"]["component"]["bom-ref"]
        self.assertEqual(sbom["dependencies"], [{"ref": own, "dependsOn": refs}])


if __name__ == "__main__":
    unittest.main()
