#!/usr/bin/env python3
"""Writes alibi/declarations.txt, by which the package knows the library, from the C headers.

The package reads that file when it is imported and takes types, constants and functions from
it; so nothing of the C interface is written down a second time. Run this after a header has
changed. With --check it writes nothing and fails if the file is not up to date.
"""

from __future__ import annotations

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
INCLUDE = HERE.parent / "include" / "alibi"
OUT = HERE / "alibi" / "declarations.txt"

# In the order in which they build on each other.
HEADERS = ["error.h", "version.h", "text.h", "game.h", "insight.h", "told.h", "actions.h", "batch.h",
           "kit/features.h", "record.h", "watch.h", "session.h", "player.h"]

TOP = """/* What the Python package reads of the C interface: made by python/declare.py from
 * include/alibi, not to be edited. */
"""


def strip(text: str) -> str:
    """The declarations of a header, without comments, macros and functions written out."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"^[ \t]*#(?:.*\\\n)*.*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"^static inline [^{;]*\{\n(?:.*\n)*?\}$", "", text, flags=re.MULTILINE)
    text = re.sub(r"^_?[Ss]tatic_assert\(.*?\);$", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"\bALIBI_API\b", "", text)
    text = re.sub(r"\bALIBI_PRINTF\([^)]*\)", "", text)
    return re.sub(r"\s+", " ", text).replace(" ;", ";").strip()


def split(text: str) -> list[str]:
    """The declarations one by one: each ends in a semicolon outside braces."""
    found, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += (c == "{") - (c == "}")
        if c == ";" and depth == 0:
            found.append(text[start:i + 1].strip())
            start = i + 1
    if text[start:].strip():
        raise SystemExit(f"declare.py: cannot read {text[start:].strip()[:60]!r}")
    return found


def is_type_or_function(line: str) -> bool:
    """Tables of the library are not read from Python."""
    return "(" in line or "{" in line or line.startswith(("struct ", "typedef "))


def main() -> int:
    lines = []
    for name in HEADERS:
        lines += [line for line in split(strip((INCLUDE / name).read_text()))
                  if is_type_or_function(line)]
    text = TOP + "\n".join(dict.fromkeys(lines)) + "\n"
    if "--check" not in sys.argv[1:]:
        OUT.write_text(text)
    elif OUT.read_text() != text:
        print("alibi/declarations.txt is not what the headers say: run python/declare.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
