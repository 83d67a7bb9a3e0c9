#!/usr/bin/env python3
"""Every file that names the version names the same one. Usage: test_version.py VERSION

include/alibi/version.h is where it is changed; this says where else.
"""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
VERSION = sys.argv[1]


def first(path, pattern):
    """What the first match of PATTERN in a file holds."""
    found = re.search(pattern, (ROOT / path).read_text(), re.MULTILINE)
    return found[1] if found else None


def main():
    header = "include/alibi/version.h"
    numbers = [first(header, rf"ALIBI_VERSION_{part} +(\d+)") for part in ("MAJOR", "MINOR", "PATCH")]
    named = {
        f"{header}, the three numbers": ".".join(map(str, numbers)),
        "CHANGES.md": first("CHANGES.md", r"^## (\S+)"),
        "debian/changelog": first("debian/changelog", r"^alibi \((.*)\)"),
        "docs/openapi.json": json.loads((ROOT / "docs/openapi.json").read_text())["info"]["version"],
        "python/alibi/version.py": first("python/alibi/version.py", r'^VERSION = "(.*)"'),
        "web/package.json": json.loads((ROOT / "web/package.json").read_text())["version"],
        "web/package-lock.json": json.loads((ROOT / "web/package-lock.json").read_text())["version"],
    }
    wrong = [f"{path}: {version}, not {VERSION}" for path, version in named.items() if version != VERSION]
    print("\n".join(wrong) or f"{VERSION} everywhere")
    return 1 if wrong else 0


sys.exit(main())
