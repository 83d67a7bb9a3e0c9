#!/usr/bin/env python3
"""The installed package, as somebody meets it who builds on the library.

Usage: test_package.py BUILD CC CXX. Installs the build into a folder, moves that folder, and
uses nothing but what is in it: every header alone as C11 and C++17, the examples by pkg-config
and by CMake, linked to the shared and to the static library, and a program in C++. An example is
examples/NAME.c, with the sources in examples/NAME/ where there is such a folder; what it prints
must match tests/package/NAME.expect: each line there is a regular expression that some line of
the output matches.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
from fnmatch import fnmatch

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
EXAMPLES = ROOT / "examples"
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]


def run(*command, **environment):
    """Runs a command and returns what it printed; ends the test if it fails."""
    done = subprocess.run([str(word) for word in command], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={**os.environ, **environment})
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stdout}")
    return done.stdout


def check(condition, complaint):
    if not condition:
        sys.exit(complaint)


class Package:
    """A prefix with Alibi in it, and a folder to compile in."""

    def __init__(self, build, cc, cxx, folder):
        first = folder / "first"
        run("cmake", "--install", build, "--prefix", first)
        self.prefix = first.rename(folder / "prefix")  # nothing there may know where it was
        self.work = folder / "work"
        self.work.mkdir()
        self.cc, self.cxx = cc, cxx
        self.lib = self.find("**/libalibi.so").parent
        self.pc = str(self.find("**/alibi.pc").parent)

    def find(self, pattern):
        found = sorted(self.prefix.glob(pattern))
        check(found, f"{pattern} is not installed")
        return found[0]

    def pkg_config(self, *options):
        return run("pkg-config", *options, "alibi", PKG_CONFIG_PATH=self.pc).split()

    def run_linked(self, program, *arguments):
        """Runs a program that finds the shared library in the prefix."""
        return run(program, *arguments, LD_LIBRARY_PATH=str(self.lib))


def check_files(package):
    """Whatever the package promises is there, and the program runs."""
    for pattern in ["bin/alibi", "**/libalibi.a", "**/libalibi.so.1", "**/alibi-config.cmake",
                    "**/alibi-config-version.cmake", "share/man/man1/alibi.1",
                    "share/man/man3/libalibi.3"]:
        package.find(pattern)
    version = re.search(r'ALIBI_VERSION +"(.*)"',
                        package.find("include/alibi/version.h").read_text())[1]
    check(run(package.prefix / "bin/alibi", "--version") == f"alibi {version}\n", "which version?")
    check(package.pkg_config("--modversion") == [version], "pkg-config tells another version")
    dynamic = run("readelf", "-d", package.lib / "libalibi.so")
    check("[libalibi.so.1]" in dynamic, "the shared library is not called libalibi.so.1")
    check(run(package.prefix / "bin/alibi", "bench", "null", "--games", 10).strip(), "no bench")
    # The page shows the example as it is.
    shown = (ROOT / "docs/libalibi.3").read_text().split(".Bd -literal")[1].split(".Ed")[0]
    example = (EXAMPLES / "random_game.c").read_text().split("*/\n", 1)[1]
    check(shown.split("\n", 1)[1] == example.replace("\\", "\\e"),
          "libalibi(3) shows another example than examples/random_game.c")
    check(len(example.splitlines()) < 30, "a random game takes fewer than 30 lines")


def check_debian(package):
    """The Debian packages take every file, and each of their patterns finds one. They leave out the
    engine for JavaScript, share/alibi, and `make deb` adds what is Python's. Files of the source
    are there."""
    patterns = {line.removeprefix("usr/").replace("lib/*/", "lib/")
                for path in (ROOT / "debian").glob("*.install")
                for line in path.read_text().splitlines()
                if "/python3/" not in line and not (ROOT / line.split()[0]).is_file()}
    files = {str(path.relative_to(package.prefix))
             for path in package.prefix.rglob("*") if not path.is_dir()}
    files = {name for name in files if not name.startswith("share/alibi/")}
    for pattern in patterns:
        taken = {name for name in files if fnmatch(name, pattern) or name.startswith(pattern + "/")}
        check(taken, f"debian/*.install: nothing matches {pattern}")
        files -= taken
    check(not files, f"in no Debian package: {sorted(files)}")


def check_headers(package):
    """Every header compiles alone and twice, in both languages."""
    include = package.prefix / "include"
    headers = sorted(path.relative_to(include) for path in include.rglob("*.h"))
    check(len(headers) > 5, "no headers")
    umbrella = (include / "alibi/alibi.h").read_text()
    for header in headers:
        source = package.work / "header.c"
        source.write_text(f"#include <{header}>\n#include <{header}>\nextern int unit;\n")
        for compiler, language in [(package.cc, ["-x", "c", "-std=c11"]),
                                   (package.cxx, ["-x", "c++", "-std=c++17"])]:
            run(compiler, *language, *STRICT, "-fsyntax-only", f"-I{include}", source)
        check(len(header.parts) > 2 or header.name == "alibi.h" or f"<{header}>" in umbrella,
              f"alibi/alibi.h does not include {header}")
    return len(headers)


def check_output(name, output):
    """The output has a line for each expression of NAME.expect."""
    for wanted in (HERE / f"{name}.expect").read_text().splitlines():
        check(any(re.search(wanted, line) for line in output.splitlines()),
              f"{name}: expected a line that matches {wanted}, got\n{output}")


def check_pkg_config(package, names):
    """By pkg-config, against either library."""
    cflags, shared = package.pkg_config("--cflags"), package.pkg_config("--libs")
    static = [package.lib / "libalibi.a", *package.pkg_config("--libs-only-l", "--static")]
    static.remove("-lalibi")
    for name in names:
        sources = [EXAMPLES / f"{name}.c", *sorted((EXAMPLES / name).glob("*.c"))]
        program = package.work / name
        compile_it = [package.cc, "-std=c11", *STRICT, *cflags, *sources, "-o", program]
        run(*compile_it, *shared)
        check("libalibi.so.1" in run("readelf", "-d", program), f"{name} is not linked to it")
        check_output(name, package.run_linked(program))
        run(*compile_it, *static)
        check("libalibi.so" not in run("readelf", "-d", program), f"{name} is not static")
        check_output(name, run(program))
    program = package.work / "from_cxx"
    run(package.cxx, "-std=c++17", *STRICT, *cflags, HERE / "from_cxx.cc", "-o", program, *shared)
    check_output("from_cxx", package.run_linked(program))


def check_cmake(package, names):
    """By CMake, the examples' own project, against either library; and a project in C++."""
    for project, static in [(EXAMPLES, "OFF"), (EXAMPLES, "ON"), (HERE, "OFF")]:
        build = package.work / f"{project.name}-{static}"
        run("cmake", "-G", "Ninja", "-S", project, "-B", build, f"-DSTATIC={static}",
            f"-DCMAKE_PREFIX_PATH={package.prefix}", f"-DCMAKE_C_COMPILER={package.cc}",
            f"-DCMAKE_CXX_COMPILER={package.cxx}")
        run("cmake", "--build", build)
        for name in names if project == EXAMPLES else ["from_cxx"]:
            check_output(name, run(build / name))


def main():
    build, cc, cxx = sys.argv[1:]
    names = sorted(path.stem for path in EXAMPLES.glob("*.c"))
    check(names, "no examples")
    with tempfile.TemporaryDirectory() as folder:
        package = Package(build, cc, cxx, pathlib.Path(folder))
        check_files(package)
        check_debian(package)
        headers = check_headers(package)
        check_pkg_config(package, names)
        check_cmake(package, names)
    print(f"{headers} headers and {len(names)} examples against the installed package")


main()
