"""What servers on this machine need, for the tests and for tools/cluster: ports, patience, and
processes that go on when the one who has started them has ended."""

import os
import random
import signal
import socket
import subprocess
import time

PATIENCE = 60  # seconds after which something has gone wrong


def is_free(port):
    """Whether nobody listens there."""
    with socket.socket() as s:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            s.bind(("127.0.0.1", port))
            return True
        except OSError:
            return False


def free_ports(n):
    """Ports that were free a moment ago, from below those that the system gives to whoever asks for
    any: nobody else takes them meanwhile."""
    ports, draw = set(), random.SystemRandom()
    while len(ports) < n:
        port = draw.randrange(10000, 30000)
        if is_free(port):
            ports.add(port)
    return list(ports)


def wait_until(ready, what):
    """Asks READY again and again; what it says when it is true."""
    deadline = time.monotonic() + PATIENCE
    while True:
        said = ready()
        if said:
            return said
        if time.monotonic() > deadline:
            raise TimeoutError("waited %d seconds for %s" % (PATIENCE, what))
        time.sleep(0.05)


class Process:
    """A process by its number and the time of its birth, which together belong to no other one."""

    def __init__(self, pid, born):
        self.pid, self.born = pid, born

    @staticmethod
    def start(command, log, folder):
        """Starts it in a session of its own, so that no signal of our terminal reaches it."""
        with open(log, "ab") as file:
            child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file, stderr=file,
                                     cwd=folder, start_new_session=True)  # fmt: skip
        return Process(child.pid, Process.birth(child.pid))

    @staticmethod
    def birth(pid):
        """When it was born, in ticks since the machine began; None if it has ended."""
        try:
            with open("/proc/%d/stat" % pid, encoding="utf-8", errors="replace") as stat:
                words = stat.read().rsplit(")", 1)[1].split()
        except OSError:
            return None
        return None if words[0] in "ZX" else int(words[19])

    def runs(self):
        return self.born is not None and Process.birth(self.pid) == self.born

    def end(self, how=signal.SIGKILL):
        """Sends the signal, and waits until it has ended; kills what takes too long."""
        if self.runs():
            os.kill(self.pid, how)
        try:
            wait_until(lambda: not self.runs(), "process %d to end" % self.pid)
        except TimeoutError:
            os.kill(self.pid, signal.SIGKILL)
            raise
