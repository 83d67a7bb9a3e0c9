"""A server behind proxies: whom it counts, whom it believes, and that nobody takes everything."""

import http.client
import json
import os
import socket
import struct
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import PATIENCE, ServerCase, main, path_of  # noqa: E402

ORIGIN = "https://play.example.org"
STREAMS = 5


class ProxyCase(ServerCase):
    def raw(self, lines, path="/healthz", address=None):
        """Sends a request with header lines as they are; the answer's status."""
        with socket.create_connection(address or (self.server.host, self.server.port), PATIENCE) as s:
            s.sendall("\r\n".join(["GET %s HTTP/1.1" % path, *lines, "Connection: close", "", ""])
                      .encode())  # fmt: skip
            return int(s.makefile("rb").readline().split()[1])

    def named(self, *lines, path="/healthz"):
        """The same, named by a proxy in these lines."""
        return self.raw(["Host: play.example.org", *("X-Forwarded-For: " + x for x in lines)], path)


class Counting(ProxyCase):
    ARGS = ("--rate", "1", "--origin", ORIGIN)

    def exhaust(self, *lines):
        """Asks until that client may ask no more."""
        for _ in range(50):
            if self.named(*lines) == 429:
                return
        self.fail("%s is never refused" % (lines,))

    def test_who_is_counted(self):
        """Whom the proxy names last, in whatever form; of IPv6, where everybody has many
        addresses, the network."""
        self.exhaust("198.51.100.1, 203.0.113.7")
        for same in (("203.0.113.7",), ("203.0.113.7:4711",), ("::ffff:203.0.113.7",),
                     ("[::ffff:203.0.113.7]:80",), ("192.0.2.9", "203.0.113.7"),
                     ("203.0.113.7, 127.0.0.1",)):  # fmt: skip
            self.assertEqual(self.named(*same), 429, same)
        for other in (("203.0.113.8",), ("203.0.113.7", "203.0.113.9"), ("2001:db8::1",)):
            self.assertEqual(self.named(*other), 200, other)
        self.exhaust("[2001:db8:0:2::1]:99")
        self.assertEqual(self.named("2001:db8:0:2:aaaa::1"), 429)
        self.assertEqual(self.named("2001:db8:0:3::1"), 200)

    def test_what_is_no_address(self):
        """Counts for the proxy that wrote it, not for each text anew."""
        self.assertIn(429, [self.named("no-address-%d" % n) for n in range(50)])


class Believing(ProxyCase):
    """Only proxies of another network are listed: this machine is none."""

    ARGS = ("--rate", "1", "--origin", ORIGIN, "--proxy", "192.0.2.1", "--proxy=10.0.0.0/8")

    def test_others_are_not_believed(self):
        self.assertIn(429, [self.named("203.0.113.%d" % n) for n in range(50)])


class Together(ProxyCase):
    ARGS = ("--rate", "100000", "--origin", ORIGIN, "--streams", str(STREAMS))

    def stream(self, game, who):
        """Opens a stream for a client that the proxy names; the connection and the answer."""
        link = http.client.HTTPConnection(self.server.host, self.server.port, timeout=PATIENCE)
        self.addCleanup(link.close)
        link.request("GET", path_of(game, "/events"), headers={"X-Forwarded-For": who})
        return link, link.getresponse()

    def test_one_client_cannot_take_every_stream(self):
        body = {"game": "null", "seats": {"jack": "me", "detective": "me"}, "public": True}
        person = self.client()
        made = person.ask("POST", "/api/games", json.dumps(body), {"Origin": ORIGIN})
        game = made.json["id"]
        opened = [self.stream(game, "203.0.113.7") for _ in range(STREAMS)]
        self.assertEqual([answer.status for _, answer in opened], [200] * STREAMS)
        self.assertEqual(self.stream(game, "203.0.113.7:99")[1].status, 429)
        self.assertEqual(self.stream(game, "203.0.113.8")[1].status, 200)
        self.assertEqual(self.named("203.0.113.7"), 200)  # other requests are answered
        # One is cut off; the server notices when it has something to say.
        gone = opened[0][1].fp.raw._sock
        gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        opened[0][1].close()
        opened[0][0].close()
        key = {"Authorization": "Bearer " + made.json["keys"]["jack"]}
        end = json.dumps({"as": "jack", "key": "end"})
        done = person.ask("POST", path_of(game, "/resign"), end, {**key, "Origin": ORIGIN})
        self.assertEqual(done.status, 200)
        deadline = time.monotonic() + PATIENCE
        while self.stream(game, "203.0.113.7")[1].status != 200:
            self.assertLess(time.monotonic(), deadline, "what was closed counts for ever")

    def test_hosts(self):
        for host, status in (("play.example.org", 200), ("PLAY.example.org:443", 200),
                             ("localhost", 200), ("127.0.0.1:8421", 200), ("[::1]:8421", 200),
                             ("evil.example", 403), ("play.example.org:444", 403),
                             ("play.example.org.evil.example", 403), ("", 403)):  # fmt: skip
            self.assertEqual(self.raw(["Host: " + host]), status, host)

    def test_metrics_stay_inside(self):
        local = "Host: 127.0.0.1"
        self.assertEqual(self.raw([local], "/metrics"), 200)
        for lines in ([local, "X-Forwarded-For: 203.0.113.7"], [local, "Via: 1.1 proxy"],
                      [local, "Forwarded: for=203.0.113.7"], [local, "X-Real-IP: 203.0.113.7"],
                      ["Host: play.example.org"]):  # fmt: skip
            self.assertEqual(self.raw(lines, "/metrics"), 404, lines)


def public_address():
    """An address of this machine that is not its own alone; None if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        try:
            s.connect(("192.0.2.1", 9))  # nothing is sent
        except OSError:
            return None
        address = s.getsockname()[0]
    return None if address.startswith("127.") else address


class Outside(ProxyCase):
    """One that is reached from outside without a proxy."""

    ARGS = ("--bind", "0.0.0.0", "--rate", "100000")

    def test_metrics(self):
        self.assertEqual(self.raw(["Host: 127.0.0.1"], "/metrics", ("127.0.0.1", self.server.port)), 200)
        address = public_address()
        if address is None:
            self.skipTest("this machine has no other address")
        self.assertEqual(self.raw(["Host: " + address], "/healthz", (address, self.server.port)), 200)
        self.assertEqual(self.raw(["Host: " + address], "/metrics", (address, self.server.port)), 404)

    def test_connections(self):
        """One client has at most 128 of them, also of those that ask nothing."""
        open_ones = [socket.create_connection(("127.0.0.1", self.server.port), PATIENCE) for _ in range(128)]
        for s in open_ones:
            self.addCleanup(s.close)
        ask = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        open_ones[0].sendall(ask)  # the server has seen them all once it has answered this one
        self.assertTrue(open_ones[0].recv(1000).startswith(b"HTTP/1.1 200"))
        open_ones[-1].sendall(ask)
        self.assertTrue(open_ones[-1].recv(1000).startswith(b"HTTP/1.1 200"))
        with socket.create_connection(("127.0.0.1", self.server.port), PATIENCE) as one_more:
            try:
                one_more.sendall(ask)
                self.assertEqual(one_more.recv(1000), b"")
            except ConnectionError:
                pass
        address = public_address()
        if address:  # another client has its own
            self.assertEqual(self.raw(["Host: " + address], "/healthz", (address, self.server.port)), 200)


if __name__ == "__main__":
    main()
