#!/usr/bin/env python3
"""Runs the tests of the package. With --without-numpy they find no numpy even where there is one,
with --with-numpy they fail if there is none."""

import pathlib
import sys
import unittest

if __name__ == "__main__":
    here = pathlib.Path(__file__).resolve().parent
    sys.path.insert(0, str(here))
    if "--without-numpy" in sys.argv:
        sys.argv.remove("--without-numpy")
        sys.modules["numpy"] = None  # type: ignore[assignment]
    if "--with-numpy" in sys.argv:
        sys.argv.remove("--with-numpy")
        import numpy  # noqa: F401
    tests = unittest.defaultTestLoader.discover(str(here))
    result = unittest.TextTestRunner(verbosity=1).run(tests)
    sys.exit(0 if result.wasSuccessful() and result.testsRun > 30 else 1)
