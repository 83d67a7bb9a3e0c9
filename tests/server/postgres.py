"""PostgreSQL for tests: a cluster in a folder of its own, at a port of this machine.

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

SETTINGS = """
listen_addresses = '127.0.0.1'
max_connections = 200
shared_buffers = 32MB
autovacuum = off
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


class Postgres:
    """A cluster, or with COPY_OF a standby of another one."""

    def __init__(self, copy_of=None, port=None):
        self.folder = tempfile.mkdtemp(prefix="alibi-pg-")
        self.data = os.path.join(self.folder, "data")
        self.port = port or free_port()
        self.killed = False
        if os.getuid() == 0:  # PostgreSQL refuses to be run by root
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        if copy_of:
            self.run("pg_basebackup", "-c", "fast", "-D", self.data, "-R", "-X", "stream", "-d", copy_of.url_of("postgres"))  # fmt: skip
        else:
            self.run("initdb", "-D", self.data, "-A", "trust", "-U", "alibi", "-E", "UTF8", "--locale=C", "-N")  # fmt: skip
        with open(os.path.join(self.data, "postgresql.auto.conf"), "a") as conf:
            conf.write(SETTINGS)
        self.start()
        if not copy_of:
            self.sql("CREATE DATABASE alibi", "postgres")

    def run(self, name, *arguments, **options):
        command = [os.path.join(programs(), name), *arguments]
        if os.getuid() == 0:
            command = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              cwd=self.folder, **options).stdout  # fmt: skip

    def start(self):
        self.run("pg_ctl", "start", "-w", "-t", "120", "-D", self.data, "-l", self.folder + "/log",
                 "-o", f"-p {self.port} -k {self.folder}")  # fmt: skip

    def set(self, settings):
        """Appends to its settings, and has them read."""
        with open(os.path.join(self.data, "postgresql.auto.conf"), "a") as conf:
            conf.write(settings)
        self.run("pg_ctl", "reload", "-D", self.data)

    def kill(self):
        """As when the machine fails: nothing is written down any more."""
        self.killed = True
        with open(os.path.join(self.data, "postmaster.pid"), encoding="ascii") as file:
            first = int(file.readline())
        for pid in [first, *children_of(first)]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def stop(self, mode="immediate"):
        try:
            self.run("pg_ctl", "stop", "-w", "-m", mode, "-D", self.data)
        except subprocess.CalledProcessError:
            pass  # it did not run

    def url_of(self, database="alibi"):
        return f"postgres://alibi@127.0.0.1:{self.port}/{database}"

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


if __name__ == "__main__":
    with Postgres() as postgres:
        sys.exit(subprocess.run([word.replace("{}", postgres.url) for word in sys.argv[1:]]).returncode)
