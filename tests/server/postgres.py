"""PostgreSQL for the tests and for tools/cluster: a server in a folder of its own, at a port of this
machine, and a standby of it.

Usage as a program: postgres.py COMMAND..., with {} for the address."""

import glob
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.parse

SETTINGS = """
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
shared_buffers = 32MB
log_min_messages = error
"""


def programs():
    """The folder of the newest version's programs."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda p: float(p.split("/")[4]))
    return found[-1] if found else os.path.dirname(shutil.which("initdb") or "/usr/bin/initdb")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def children_of(parent):
    """The processes that it has started."""
    for folder in glob.glob("/proc/[0-9]*"):
        try:
            with open(folder + "/stat", encoding="utf-8", errors="replace") as stat:
                if int(stat.read().rsplit(")", 1)[1].split()[1]) == parent:
                    yield int(folder.split("/")[2])
        except OSError:
            pass  # it has ended


def run_sql(url, text):
    """What psql prints."""
    command = [os.path.join(programs(), "psql"), "-qAtX", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", text]  # fmt: skip
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def new_database(url):
    """The address of an empty one beside that of URL."""
    name = "test_" + secrets.token_hex(8)
    run_sql(url, "CREATE DATABASE " + name)
    return url.rsplit("/", 1)[0] + "/" + name


def give_away(path):
    """To the user who runs PostgreSQL, which refuses to be run by root."""
    if os.getuid() == 0:
        user = pwd.getpwnam("postgres")
        os.chown(path, user.pw_uid, user.pw_gid)


def as_postgres(command):
    """The command, run by that user."""
    if os.getuid() != 0:
        return command
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]


class Postgres:
    """A server with the database alibi, or with COPY_OF a standby of another one. Without a PASSFILE
    everybody on this machine is let in as the role alibi, which may do everything; with one, who
    knows the password in it, and alibi owns its database and nothing else."""

    def __init__(self, copy_of=None, port=None, folder=None, passfile=None):
        self.point_to(folder or tempfile.mkdtemp(prefix="alibi-pg-"), port or free_port(), passfile)
        os.makedirs(self.folder, 0o700, exist_ok=True)
        give_away(self.folder)
        if copy_of:
            self.run("pg_basebackup", "-c", "fast", "-D", self.data, "-R", "-X", "stream", "-d", copy_of.url_of("postgres"))  # fmt: skip
        else:
            self.make()
        with open(os.path.join(self.data, "postgresql.auto.conf"), "a") as conf:
            conf.write(SETTINGS)
        self.start()
        if not copy_of:
            self.furnish()

    def point_to(self, folder, port, passfile):
        self.folder, self.port, self.passfile = folder, port, passfile
        self.data = os.path.join(folder, "data")
        self.killed = False
        self.owner = "postgres" if passfile else "alibi"

    @classmethod
    def at(cls, folder, port, passfile=None):
        """The one that was made there before."""
        self = cls.__new__(cls)
        self.point_to(folder, port, passfile)
        return self

    def password(self):
        with open(self.passfile, encoding="ascii") as file:
            return file.readline().rstrip("\n").rsplit(":", 1)[1]

    def make(self):
        words = ["-D", self.data, "-U", self.owner, "-E", "UTF8", "--locale=C", "-N"]
        if not self.passfile:
            self.run("initdb", "-A", "trust", *words)
            return
        secret = os.path.join(self.folder, "password")  # it is told by a file only
        with open(secret, "w", opener=lambda path, how: os.open(path, how, 0o600)) as file:
            file.write(self.password() + "\n")
        give_away(secret)
        self.run("initdb", "-A", "scram-sha-256", "--pwfile", secret, *words)
        os.remove(secret)

    def furnish(self):
        if self.passfile:  # not on the command line, which everybody can read
            role = "CREATE ROLE alibi LOGIN PASSWORD '%s'" % self.password()
            self.run("psql", "-qX", "-d", self.url_of("postgres"), input=role.encode())
        self.sql("CREATE DATABASE alibi OWNER alibi", "postgres")

    def run(self, name, *arguments, **options):
        return subprocess.run(as_postgres([os.path.join(programs(), name), *arguments]), check=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=self.folder,
                              **options).stdout  # fmt: skip

    def start(self):
        self.run("pg_ctl", "start", "-w", "-t", "120", "-D", self.data, "-l", self.folder + "/log",
                 "-o", f"-p {self.port}")  # fmt: skip

    def set(self, settings):
        """Appends to its settings, and has them read."""
        with open(os.path.join(self.data, "postgresql.auto.conf"), "a") as conf:
            conf.write(settings)
        self.run("pg_ctl", "reload", "-D", self.data)

    def pids(self):
        """The server and all that it has started; none if it does not run."""
        try:
            with open(os.path.join(self.data, "postmaster.pid"), encoding="ascii") as file:
                first = int(file.readline())
            if os.readlink("/proc/%d/cwd" % first) != os.path.realpath(self.data):
                return []  # it was killed, and another process has its number
        except OSError:
            return []
        return [first, *children_of(first)]

    def kill(self):
        """As when the machine fails: nothing is written down any more."""
        self.killed = True
        for pid in self.pids():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def stop(self, mode="immediate"):
        if self.pids():
            self.run("pg_ctl", "stop", "-w", "-m", mode, "-D", self.data)

    def url_of(self, database="alibi"):
        """Its address for who may do everything."""
        return url_of([self.port], database, self.passfile, self.owner)

    @property
    def url(self):
        return self.url_of()

    def sql(self, text, database="alibi"):
        return run_sql(self.url_of(database), text)

    def close(self):
        if not self.killed:
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def url_of(ports, database="alibi", passfile=None, role="alibi"):
    """The address of a database at the one of these ports where changes are taken."""
    hosts = ",".join("127.0.0.1:%d" % port for port in ports)
    rest = "?passfile=" + urllib.parse.quote(passfile) if passfile else ""
    return "postgres://%s@%s/%s%s" % (role, hosts, database, rest)


class Pair:
    """A primary and a standby that confirms every commit."""

    SETTINGS = "synchronous_standby_names = '*'\nsynchronous_commit = on\n"

    def __init__(self, first=None, second=None):
        self.first = first or Postgres()
        self.second = second or Postgres(copy_of=self.first)
        if not second:
            self.first.set(self.SETTINGS)

    @property
    def url(self):
        return url_of([self.first.port, self.second.port], passfile=self.first.passfile)

    def in_step(self):
        """Whether commits are confirmed by the standby."""
        return self.first.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == "1\n"  # fmt: skip

    def promote(self):
        """The primary is killed, and the standby takes its place; commits wait for another one."""
        self.first.kill()
        self.second.run("pg_ctl", "promote", "-w", "-D", self.second.data)
        self.second.set(self.SETTINGS)
        self.first, self.second = self.second, self.first

    def replace(self):
        """Another standby is made in the place of the primary that was."""
        self.second.close()
        self.second = Postgres(self.first, self.second.port, self.second.folder, self.second.passfile)

    def close(self):
        for one in (self.first, self.second):
            one.close()


class WithPostgres:
    """For a test case: one cluster for all of its tests."""

    @classmethod
    def setUpClass(cls):
        cls.postgres = Postgres()

    @classmethod
    def tearDownClass(cls):
        cls.postgres.close()


if __name__ == "__main__":
    with Postgres() as postgres:
        sys.exit(subprocess.run([word.replace("{}", postgres.url) for word in sys.argv[1:]]).returncode)
