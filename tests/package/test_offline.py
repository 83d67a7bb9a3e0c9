#!/usr/bin/env python3
"""What `make build` asks for, on a machine that has the tools for C but no node.

A copy of the tree is given a PATH of few commands, in which apt-get, sudo and npm only write down
that they were called. A browser client that is there and current needs none of them, whatever the
times of its files are; without one, or with sources that have changed, they are asked for.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
COMMANDS = """basename cat cmake cmp cp dirname find gcc grep id mkdir ninja nm pkg-config printf rm sh
ls sha256sum sort touch xargs""".split()


class Machine:
    """A tree, and the commands that there are."""

    def __init__(self, folder):
        self.tree, self.bin, self.calls = folder / "tree", folder / "bin", folder / "calls"
        self.bin.mkdir()
        for command in COMMANDS:
            (self.bin / command).symlink_to(shutil.which(command))
        for command in ("apt-get", "sudo"):
            self.fake(command)
        shutil.copytree(ROOT / "tools", self.tree / "tools")
        shutil.copytree(ROOT / "web", self.tree / "web",
                        ignore=shutil.ignore_patterns("node_modules", "dist", "dist.sha256", "gen"))
        # What the engine is made from counts, too; less of it will do here.
        for folder in ("include", "npm", "src/table"):
            shutil.copytree(ROOT / folder, self.tree / folder)

    def fake(self, command, action=""):
        """A command that writes down its call, in the place of the real one if there is one."""
        path = self.bin / command
        path.unlink(missing_ok=True)
        path.write_text(f"#!/bin/sh\necho {command} \"$@\" >> {self.calls}\n{action}\n")
        path.chmod(0o755)

    def run(self, *command):
        """Runs a tool of the tree; the calls that it made."""
        self.calls.write_text("")
        subprocess.run(command, cwd=self.tree, env={**os.environ, "PATH": str(self.bin)}, check=True,
                       stdout=subprocess.DEVNULL)
        return self.calls.read_text()


def expect(calls, *words):
    """Just these words were called for; nothing if there are none."""
    if bool(calls) != bool(words) or any(word not in calls for word in words):
        sys.exit(f"expected {words or 'no calls'}, got {calls!r}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(pathlib.Path(folder))
        source = machine.tree / "web/src/main.ts"
        # A clone: the client has to be built, and node is missing.
        expect(machine.run("tools/install-packages", "build"), "install", "nodejs", "npm", "clang",
               "lld", "wasi-libc")
        machine.fake("npm", "mkdir -p dist/assets node_modules && echo > dist/index.html")
        machine.fake("cmake")
        expect(machine.run("tools/web", "build"), "npm ci", "--target engine", "npm run")
        # A client without the engine lacks half of what the README promises: it is asked for,
        # nothing else is, and where it cannot be had, the build goes on.
        machine.fake("node")
        calls = machine.run("tools/install-packages", "build")
        expect(calls, "clang", "lld", "wasi-libc")
        if "nodejs" in calls:
            sys.exit(f"node is there: {calls!r}")
        machine.fake("apt-get", "exit 1")
        expect(machine.run("tools/install-packages", "build"), "apt-get update")
        (machine.bin / "apt-get").unlink()
        expect(machine.run("tools/install-packages", "build"))
        machine.fake("apt-get")
        (machine.bin / "node").unlink()
        # The tools are there now: the client is made once more.
        machine.fake("wasm-ld-14")
        machine.fake("clang-14")
        machine.fake("npm", "mkdir -p dist/assets node_modules && echo > dist/assets/engine-1.bin")
        expect(machine.run("tools/web", "build"), "--target engine", "npm run")
        for command in ("wasm-ld-14", "clang-14"):
            (machine.bin / command).unlink()
        # Built; then unpacked from a release, with other times.
        (machine.bin / "npm").unlink()
        expect(machine.run("tools/web", "build"))
        expect(machine.run("tools/install-packages", "build"))
        os.utime(source)
        os.utime(machine.tree / "web/dist/index.html", (0, 0))
        expect(machine.run("tools/web", "build"))
        expect(machine.run("tools/install-packages", "build"))
        # Another source is another client, and so is a file more.
        was = source.read_text()
        source.write_text(was + "\n")
        expect(machine.run("tools/install-packages", "build"), "nodejs", "npm")
        source.write_text(was)
        expect(machine.run("tools/install-packages", "build"))
        (machine.tree / "web/src/more.ts").touch()
        expect(machine.run("tools/install-packages", "build"), "nodejs", "npm")
    print("nothing is installed that is not needed")


main()
