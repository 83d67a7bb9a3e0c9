"""The examples of deploy/ with other ports, paths and nodes than are written there, for the tests and
for tools/cluster."""

import os
import shutil
import subprocess

DEPLOY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "deploy")
NAME = "play.example.org"


def certificate(folder, name, days=2):
    """The paths of a certificate that nobody else has signed, and of its key."""
    chain, key = (os.path.join(folder, file) for file in ("chain", "key"))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-days", str(days), "-subj", "/CN=" + name, "-addext",
         "subjectAltName=DNS:" + name, "-keyout", key, "-out", chain],
        check=True, capture_output=True)  # fmt: skip
    return chain, key


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8", opener=lambda p, how: os.open(p, how, 0o600)) as file:
        file.write(text)
    return path


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def example(folder, name, changes):
    """Writes an example; each change is (what stands there, how often, what is put there)."""
    text = read(os.path.join(DEPLOY, name))
    for old, times, new in changes:
        assert text.count(old) == times, (name, old, text.count(old))
        text = text.replace(old, new)
    return write(folder, name, text)


def haproxy(folder, ports, nodes, certified, most, changes=()):
    """The command that runs deploy/haproxy.cfg at PORTS, without TLS and with it, before nodes at
    these ports of this machine; MOST is how many connections it has."""
    both = write(folder, "both.pem", "".join(read(path) for path in certified))
    changes = [
        ("127.0.0.1:8421", 2, "127.0.0.1:%d" % nodes[0]),
        ("bind :80", 1, "bind 127.0.0.1:%d" % ports[0]),
        ("bind :443", 1, "bind 127.0.0.1:%d" % ports[1]),
        ("/etc/haproxy/play.example.org.pem", 1, both),
        ("maxconn 20000", 1, "maxconn %d" % most),
        *changes,
    ]
    for i, port in enumerate(nodes[1:], 2):
        for track in ("", " track game/node%d" % i):
            changes.append(("    # server node%d 192.0.2.1%d:8421%s\n" % (i, i, track), 1,
                            "    server node%d 127.0.0.1:%d%s\n" % (i, port, track)))  # fmt: skip
    config = example(folder, "haproxy.cfg", changes)
    return [shutil.which("haproxy") or "/usr/sbin/haproxy", "-db", "-f", config]
