"""The package's idea of the C interface is the headers' and the compiler's."""

from __future__ import annotations

import ctypes
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from support import PYTHON, alibi

from alibi import _native


class Declarations(unittest.TestCase):
    def test_up_to_date(self) -> None:
        """declarations.txt is what declare.py makes of the headers."""
        done = subprocess.run([sys.executable, str(PYTHON / "declare.py"), "--check"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_functions(self) -> None:
        """Every function that is declared can be called."""
        names = _native.declarations.names("function")
        self.assertGreater(len(names), 80)
        for name in names:
            with self.subTest(name=name):
                self.assertTrue(callable(getattr(_native.lib, name)))
        with self.assertRaises(AttributeError):
            _native.lib.alibi_no_such_function

    @unittest.skipUnless(os.environ.get("CC"), "CC names no compiler")
    def test_layout(self) -> None:
        """The compiler lays structs out as ctypes does, and counts constants alike."""
        structs = _native.declarations.names("struct")
        lines = []
        for name in structs:
            kind = _native.declarations.type(name)
            lines.append(f'CHECK(sizeof({name}) == {ctypes.sizeof(kind)});')
            for field, *_ in kind._fields_:
                at = getattr(kind, field)
                lines.append(f'CHECK(offsetof({name}, {field}) == {at.offset});')
                lines.append(f'CHECK(sizeof((({name} *)0)->{field}) == {at.size});')
        lines += [f"CHECK({name} == {value});" for name, value in _native.constants.items()]
        self.assertGreater(len(lines), 150)
        self.compile("\n".join(lines))

    def compile(self, checks: str) -> None:
        headers = [path.relative_to(PYTHON.parent / "include")
                   for path in (PYTHON.parent / "include" / "alibi").rglob("*.h")]
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "layout.c"
            source.write_text("#include <stddef.h>\n"
                              + "".join(f"#include <{header}>\n" for header in headers)
                              + '#define CHECK(x) _Static_assert(x, #x)\n' + checks + "\n")
            done = subprocess.run([os.environ["CC"], "-std=c11", "-fsyntax-only",
                                   "-I", str(PYTHON.parent / "include"), str(source)],
                                  capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_enums(self) -> None:
        """The enums of the package have the library's members and numbers."""
        for kind, name, prefix in ((alibi.Seat, "alibi_seat", "ALIBI_"),
                                   (alibi.Viewer, "alibi_viewer", "ALIBI_AS_"),
                                   (alibi.Status, "alibi_status", "ALIBI_")):
            wanted = {member.removeprefix(prefix): _native.constants[member]
                      for member in _native.declarations.enums[name] if member != "ALIBI_OK"}
            self.assertEqual({member.name: member.value for member in kind}, wanted)

    def test_version(self) -> None:
        self.assertEqual(alibi.library_version(), alibi.__version__)

    def test_library_named(self) -> None:
        """ALIBI_LIBRARY alone is tried, and what is wrong with it is said."""
        done = subprocess.run([sys.executable, "-c", "import alibi"], capture_output=True, text=True,
                              env=dict(os.environ, ALIBI_LIBRARY="/nowhere/libalibi.so",
                                       PYTHONPATH=str(PYTHON)), check=False)
        self.assertIn("set ALIBI_LIBRARY to its file (/nowhere/libalibi.so: ", done.stderr)


class Parser(unittest.TestCase):
    """The reader of declarations, on shapes that the headers may have."""

    def test_types(self) -> None:
        read = _native.Declarations("""
enum { A_MAX = 3, B = 1 << 4, };
typedef uint32_t thing;
typedef int hear(void *ear, const char *text, thing what);
struct inner { char code[3]; const char *name; };
struct outer { uint8_t a, b[A_MAX]; struct inner in[2]; int (*act)(const struct inner *i, thing t); hear *ear; double d[2][A_MAX]; const struct inner *const *list; };
bool f(struct outer *o, thing out[A_MAX], hear *ear, ...);
""".strip())
        outer = read.type("struct outer")
        self.assertEqual(read.constants, {"A_MAX": 3, "B": 16})
        self.assertEqual([name for name, *_ in outer._fields_],
                         ["a", "b", "in", "act", "ear", "d", "list"])
        self.assertEqual(outer.d.size, 48)
        self.assertEqual(outer.b.size, 3)
        self.assertEqual(getattr(outer, "in").size, 2 * ctypes.sizeof(read.type("struct inner")))
        self.assertIs(read.type("thing"), ctypes.c_uint32)
        self.assertEqual(len(read._parameters(read._prototypes["f"][1])), 3)

    def test_refused(self) -> None:
        for text in ("int x", "struct a { int (x; };", "union b { int c; };"):
            with self.subTest(text=text), self.assertRaises(alibi.Error):
                read = _native.Declarations(text)
                read.type("struct a")


if __name__ == "__main__":
    unittest.main()
