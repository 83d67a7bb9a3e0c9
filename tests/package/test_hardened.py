"""The program that people run is hardened: python3 test_hardened.py ALIBI. What the build can
do depends on the machine, so what is asked for is what Debian's compilers can do for x86-64 and
arm64."""

import platform
import re
import subprocess
import sys


def read(*args):
    return subprocess.run(args, check=True, capture_output=True, text=True).stdout


def main(program):
    head = read("readelf", "--wide", "--file-header", "--program-headers", "--dynamic", program)
    symbols = read("readelf", "--wide", "--dyn-syms", program)
    checks = {
        "a position-independent executable": re.search(r"Type: +DYN", head) and "PIE" in head,
        "full RELRO": "GNU_RELRO" in head and re.search(r"BIND_NOW|FLAGS.* NOW", head),
        "a stack that is not executable": re.search(r"GNU_STACK .* RW +0x", head),
        "no segment that is written and executed": not re.search(r"LOAD .* RWE", head),
        "a stack protector": "__stack_chk_fail" in symbols,
        "a fortified libc": re.search(r"__(snprintf|memcpy|vsnprintf|read)_chk", symbols),
        "no search path for libraries": not re.search(r"RPATH|RUNPATH", head),
    }
    branch = {"x86_64": "endbr64", "aarch64": r"\b(paciasp|bti)\b"}.get(platform.machine())
    if branch:
        code = read("objdump", "--disassemble=main", program)
        checks["control-flow protection"] = re.search(branch, code)
    missing = [name for name, there in checks.items() if not there]
    assert not missing, "%s has not: %s" % (program, ", ".join(missing))
    print("%d kinds of hardening" % len(checks))


if __name__ == "__main__":
    main(sys.argv[1])
