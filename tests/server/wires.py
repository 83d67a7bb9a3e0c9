"""What the tools that load a server share: requests over connections that are kept, streams that are
read as they come, and what a process has used."""

import asyncio
import json
import os

from helpers import Reply


def head(node, method, path, body=None, headers=None):
    """A request as bytes; BODY is JSON."""
    lines = ["%s %s HTTP/1.1" % (method, path), "Host: %s:%d" % (node.host, node.port)]
    lines += ["%s: %s" % pair for pair in (headers or {}).items()]
    if body is not None:
        body = json.dumps(body)
        lines += ["Content-Type: application/json", "Content-Length: %d" % len(body)]
    return ("\r\n".join(lines) + "\r\n\r\n" + (body or "")).encode()


def bearer(key):
    return {"Authorization": "Bearer " + key} if key else {}


class Wire:
    """A connection that is kept, with one request at a time."""

    def __init__(self, node):
        self.node, self.reader, self.writer = node, None, None
        self.lock = asyncio.Lock()

    async def send(self, method, path, body=None, headers=None):
        """The reply, whatever it is. What is asked on a line that has ended is asked once more."""
        async with self.lock:
            kept = self.writer is not None
            try:
                return await self.try_to_send(head(self.node, method, path, body, headers))
            except (OSError, asyncio.IncompleteReadError):
                self.close()
                if not kept:
                    raise
                return await self.try_to_send(head(self.node, method, path, body, headers))

    async def try_to_send(self, data):
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(self.node.host, self.node.port)
        self.writer.write(data)
        said = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        headers = [line.split(": ", 1) for line in said.split("\r\n")[1:-2]]
        length = next(int(value) for name, value in headers if name.lower() == "content-length")
        return Reply(int(said.split(" ", 2)[1]), headers, await self.reader.readexactly(length))

    async def ask(self, method, path, body=None, headers=None):
        """What a good answer says."""
        reply = await self.send(method, path, body, headers)
        assert reply.status < 300, (path, reply.status, reply.body)
        return reply.json

    def close(self):
        if self.writer:
            self.writer.transport.abort()
        self.reader = self.writer = None


class Events(asyncio.Protocol):
    """A stream: TAKE hears the kind, the number and the data of every event; GONE that it has ended."""

    def __init__(self, take, gone=None):
        self.take, self.gone, self.rest = take, gone, b""
        self.kind, self.number, self.status, self.transport = b"", None, None, None

    @staticmethod
    async def follow(node, path, headers, take, gone=None):
        stream = Events(take, gone)
        stream.transport, _ = await asyncio.get_running_loop().create_connection(
            lambda: stream, node.host, node.port)  # fmt: skip
        stream.transport.write(head(node, "GET", path, None, headers))
        return stream

    def data_received(self, data):
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            if line.startswith(b"event: "):
                self.kind = line[7:]
            elif line.startswith(b"id: "):
                self.number = int(line[4:])
            elif line.startswith(b"data: "):
                self.take(self.kind.decode(), self.number, line[6:])
                self.kind, self.number = b"", None
            elif line.startswith(b"HTTP/1.1 "):
                self.status = int(line.split()[1])

    def connection_lost(self, error):
        if self.gone:
            self.gone()

    def close(self):
        self.gone = None
        self.transport.abort()


def memory_of(node):
    with open("/proc/%d/status" % node.process.pid, encoding="ascii") as status:
        return int(next(line for line in status if line.startswith("VmRSS")).split()[1]) * 1024


def computed(pids):
    """Processor seconds of these processes, and of those that the first has seen end."""
    ticks = 0
    for i, pid in enumerate(pids):
        try:
            with open("/proc/%d/stat" % pid, encoding="utf-8", errors="replace") as stat:
                words = stat.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        ticks += sum(map(int, words[11 : 15 if i == 0 else 13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def quantiles(times):
    """Median, 99th percentile and longest, in milliseconds."""
    times = sorted(times) or [float("inf")]
    return [times[min(len(times) - 1, int(len(times) * p))] * 1000 for p in (0.5, 0.99, 1)]
