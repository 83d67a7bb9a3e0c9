"""Three nodes on one machine: what tools/cluster does when everything is installed and built; its head
says how it is used. All that there is lies in one folder: a database, its standby, the logs, the
certificate, and `cluster.json`, which says what runs at which port."""

import argparse
import http.client
import json
import os
import resource
import secrets
import shutil
import signal
import ssl
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import proxy  # noqa: E402
from machine import Process, free_ports, is_free, wait_until  # noqa: E402
from postgres import Pair, Postgres, as_postgres, give_away  # noqa: E402

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
NODES = ["node1", "node2", "node3"]
THINKERS = ["thinker1", "thinker2"]
NAME = "localhost"  # every browser finds it, and no other machine
CONNECTIONS = 20000  # of the proxy, if as many files may be open


class Refused(Exception):
    """A sentence for who asked."""


class Cluster:
    def __init__(self, folder):
        self.folder = os.path.abspath(folder)
        self.state = {}

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def load(self):
        try:
            with open(self.path("cluster.json"), encoding="utf-8") as file:
                self.state = json.load(file)
        except FileNotFoundError:
            raise Refused("%s has no cluster: `tools/cluster up` makes one" % self.folder) from None
        except PermissionError:
            raise Refused("%s belongs to somebody else" % self.folder) from None
        return self

    def save(self):
        """In one step, so that nobody ever finds half of it."""
        proxy.write(self.folder, "new", json.dumps(self.state, indent=1) + "\n")
        os.replace(self.path("new"), self.path("cluster.json"))

    # --- What it consists of ---

    @property
    def origin(self):
        return "https://%s:%d" % (NAME, self.state["ports"]["tls"])

    def pair(self):
        """The primary and its standby."""
        return Pair(*(Postgres.at(self.path(name), self.state["ports"][name], self.path("pgpass"))
                      for name in self.state["databases"]))  # fmt: skip

    def command(self, name):
        """How one of the machines that are not databases is started."""
        ports = self.state["ports"]
        as_root = ["--as-root"] if os.getuid() == 0 else []
        if name == "proxy":
            soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
            nodes = [ports[node] for node in NODES]
            changes = (("-m str " + proxy.NAME, 1, "-m str " + NAME),
                       ("Host " + proxy.NAME, 1, "Host %s:%d" % (NAME, ports["tls"])),
                       ("prefix https://" + proxy.NAME, 1, "prefix " + self.origin))  # fmt: skip
            return proxy.haproxy(self.folder, (ports["plain"], ports["tls"]), nodes,
                                 (self.path("chain"), self.path("key")),
                                 min(CONNECTIONS, soft // 2 - 50), changes)  # fmt: skip
        if name in THINKERS:
            return [self.state["program"], "think", "--threads", "1", "--store", self.pair().url,
                    *as_root]  # fmt: skip
        return [self.state["program"], "serve", "--port", str(ports[name]), "--threads", "0",
                "--store", self.pair().url, "--origin", self.origin, *as_root]  # fmt: skip

    @staticmethod
    def machines():
        """In the order in which they are started: the first node makes the tables."""
        return [*NODES, *THINKERS, "proxy"]

    def process(self, name):
        return Process(*self.state["processes"].get(name, (0, None)))

    def healthy(self, name):
        """Whether a node, or by the proxy any, is ready to write; or somebody has begun to think."""
        if name in THINKERS:
            return "Alibi thinks" in proxy.read(self.path(name + ".log"))
        port = self.state["ports"]["tls" if name == "proxy" else name]
        if name == "proxy":
            trust = ssl.create_default_context(cafile=self.path("chain"))
            connection = http.client.HTTPSConnection(NAME, port, timeout=10, context=trust)
        else:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    # --- Starting and ending ---

    def start(self, name):
        """Starts one and waits until it is healthy."""
        log = self.path(name + ".log")
        process = Process.start(self.command(name), log, self.folder)
        self.state["processes"][name] = (process.pid, process.born)
        self.save()
        wait_until(lambda: not process.runs() or self.healthy(name), name)
        if not process.runs():
            last = proxy.read(log).strip().splitlines()[-1:] or ["it has ended"]
            raise Refused("%s does not start: %s" % (name, last[0]))

    def make(self, program):
        """An empty folder with what everybody needs to know of each other."""
        try:
            os.mkdir(self.folder)
        except FileExistsError:
            raise Refused("%s is there already: `tools/cluster down` removes a cluster; or name another folder" % self.folder) from None  # fmt: skip
        os.chmod(self.folder, 0o711)  # the user postgres shall get in, and see nothing else
        names = ["plain", "tls", "database1", "database2", *NODES]
        self.state = {"program": os.path.abspath(program), "processes": {}, "databases": [],
                      "ports": dict(zip(names, free_ports(len(names))))}  # fmt: skip
        self.save()
        if subprocess.run(as_postgres(["test", "-x", self.folder])).returncode != 0:
            raise Refused("the user postgres, who runs PostgreSQL, cannot get into %s: name another folder" % self.folder)  # fmt: skip
        proxy.certificate(self.folder, NAME, days=30)
        passfile = proxy.write(self.folder, "pgpass", "127.0.0.1:*:*:*:%s\n" % secrets.token_hex(16))
        give_away(passfile)

    def make_databases(self):
        made = []
        for name in ("database1", "database2"):
            self.state["databases"].append(name)
            self.save()
            made.append(Postgres(made[0] if made else None, self.state["ports"][name], self.path(name), self.path("pgpass")))  # fmt: skip
        made[0].set(Pair.SETTINGS)
        wait_until(self.pair().in_step, "the standby")

    def try_up(self, program):
        """False if somebody else has taken a port meanwhile."""
        self.make(program)
        try:
            self.make_databases()
            self.tell_databases()
            for name in self.machines():
                self.start(name)
                self.tell(name)
            return True
        except BaseException as why:
            self.down()
            if isinstance(why, (Refused, subprocess.CalledProcessError)) and not all(
                    map(is_free, self.state["ports"].values())):  # fmt: skip
                return False
            raise

    def up(self, program):
        if not os.access(program, os.X_OK) or os.path.isdir(program):
            raise Refused("%s: expected the program alibi" % program)
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
        while not self.try_up(program):
            print("Somebody else has taken a port: once more.")
        print("Open %s in a browser, which will ask about the certificate; or" % self.origin)
        print("  curl --cacert %s %s/healthz" % (self.path("chain"), self.origin))
        print("then `tools/cluster kill node 1`, `kill thinker 1`, `kill primary`, and play on.")

    def down(self):
        for name in reversed(self.machines()):
            self.process(name).end(signal.SIGTERM)
        for name in self.state["databases"]:
            Postgres.at(self.path(name), self.state["ports"][name], self.path("pgpass")).close()
        shutil.rmtree(self.folder)

    # --- What fails ---

    @staticmethod
    def named(kind, number):
        name, known = "%s%d" % (kind, number), NODES if kind == "node" else THINKERS
        if name not in known:
            raise Refused("expected a %s from 1 to %d" % (kind, len(known)))
        return name

    def kill(self, kind, number):
        name = self.named(kind, number)
        if not self.process(name).runs():
            raise Refused("%s does not run" % name)
        self.process(name).end()
        print("%s is killed: the others take over." % name)

    def back(self, kind, number):
        name = self.named(kind, number)
        if self.process(name).runs():
            raise Refused("%s runs already" % name)
        self.start(name)
        print("%s is back%s." % (name, ": the proxy will see it in a few seconds" * (kind == "node")))

    def kill_primary(self):
        pair, begun = self.pair(), time.monotonic()
        if not pair.second.pids():
            raise Refused("there is no standby that could take the place of the primary")
        pair.promote()
        self.state["databases"].reverse()
        self.save()
        print("The primary is killed; the standby was promoted after %.1f s." % (time.monotonic() - begun))  # fmt: skip
        pair.replace()
        wait_until(pair.in_step, "the new standby")
        wait_until(lambda: self.healthy("proxy"), "the proxy to see healthy nodes")
        print("Another standby confirms commits, and moves are taken again, after %.1f s." % (time.monotonic() - begun))  # fmt: skip

    # --- What it says ---

    def tell(self, name):
        """A line about a machine; whether it is well."""
        port = self.state["ports"].get(name)
        at = self.origin if name == "proxy" else "http://127.0.0.1:%d" % port if port else "-"
        process = self.process(name)
        well = process.runs() and self.healthy(name)
        how = "healthy" if well else "not healthy" if process.runs() else "does not run"
        print("%-10s %-24s %s%s" % (name, at, how, " (process %d)" % process.pid if well else ""))
        return well

    def tell_databases(self):
        pair, well = self.pair(), True
        for name, one, role in zip(self.state["databases"], (pair.first, pair.second),
                                   ("primary", "standby")):  # fmt: skip
            runs = bool(one.pids())
            in_step = runs and well and (role == "primary" or pair.in_step())
            well = well and in_step
            how = "does not run" if not runs else role if in_step else role + ", not in step"
            print("%-10s %-24s %s" % (name, "127.0.0.1:%d" % one.port, how))
        return well

    def status(self):
        well = [self.tell_databases()] + [self.tell(name) for name in self.machines()]
        if not all(well):
            raise Refused("not everything is well")


def arguments():
    reader = argparse.ArgumentParser(prog="tools/cluster", description="three nodes on one machine")
    words = reader.add_subparsers(dest="word", required=True)
    up = words.add_parser("up", help="make a cluster")
    up.add_argument("--program", default=os.path.join(ROOT, "build", "alibi"))
    kill = words.add_parser("kill", help="let something fail").add_subparsers(dest="what", required=True)  # fmt: skip
    back = words.add_parser("back", help="bring it back").add_subparsers(dest="what", required=True)
    ones = [kind.add_parser(what, help="one of the %ss" % what)
            for kind in (kill, back) for what in ("node", "thinker")]  # fmt: skip
    for one in ones:
        one.add_argument("number", type=int, metavar="N")
    last = [up, *ones, kill.add_parser("primary", help="the database, whose standby is promoted")]
    last += [words.add_parser("status", help="what runs"), words.add_parser("down", help="end it")]
    for kind in last:
        kind.add_argument("folder", nargs="?", metavar="FOLDER",
                          default="/var/tmp/alibi-cluster-%d" % os.getuid())  # fmt: skip
    return reader.parse_args()


def main():
    wish = arguments()
    cluster = Cluster(wish.folder)
    try:
        if wish.word == "up":
            cluster.up(wish.program)
        elif wish.word in ("status", "down"):
            getattr(cluster.load(), wish.word)()
        elif wish.what == "primary":
            cluster.load().kill_primary()
        else:
            getattr(cluster.load(), wish.word)(wish.what, wish.number)
    except (Refused, OSError) as why:
        sys.exit("tools/cluster: %s" % why)
    except subprocess.CalledProcessError as why:
        said = (why.output or why.stderr or b"").strip()
        text = said.decode(errors="replace") if isinstance(said, bytes) else said
        sys.exit("tools/cluster: %s failed\n%s" % (why.cmd[0], text))
    except KeyboardInterrupt:
        sys.exit("tools/cluster: interrupted")


if __name__ == "__main__":
    main()
