"""What people say to each other: phrases, texts between two who have agreed, blocks, reports and
moderators. On one server, and on several that share a database."""

import json
import os
import random
import subprocess
import sys
import unicodedata

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import LONG, PROGRAM, main, path_of  # noqa: E402
from machine import wait_until  # noqa: E402
from postgres import WithPostgres, new_database  # noqa: E402
from test_accounts import AccountCase  # noqa: E402
from test_nodes import Node  # noqa: E402

SPOKEN = [
    ("hello there", "hello there"),
    ("  a \t b\n\nc\r ", "a b c"),
    ("a\u202eb\u2066c\u200fd", "abcd"),  # the direction of writing
    ("z\u200be\u00adr\u2060o\ufeff", "zero"),  # what cannot be seen
    ("a\u0000b\u0007c\u009bd", "abcd"),
    ("x\u2028y\u2029z\u3000!", "x y z !"),
    ("\u0301\u0302a" + "\u0301" * 50, "a\u0301\u0301"),  # marks on nothing, and too many
    ("g\u00e4\u00df\u5b57\u05d0\u0939\u093f\U0001f600", "g\u00e4\u00df\u5b57\u05d0\u0939\u093f\U0001f600"),
    ("\ufdd0\ue000\U000e0041ok\U0010ffff", "ok"),  # no letters at all
    ("\u2800braille\u2800", "braille"),
    ("e.g. this", "e.g. this"),
    ("well... yes", "well... yes"),
    ("3.5 or 1.000", "3.5 or 1.000"),
    ("x" * 140, "x" * 140),
    ('"\\/<b>&amp;', '"\\/<b>&amp;'),
]  # fmt: skip
LINKS = ["http://a", "see HTTPS://x", "www.example", "example.com", "EXAMPLE.Org/x", "a\u200b.com",
         "evil\uff0ecom", "\uff57\uff57\uff57\uff0ea", "x\u3002com", "ftp://", "e.x\u00adample.com"]  # fmt: skip
EMPTY = ["\u200b", " ", "\n\t", "\u202e\u2066", "\u0301\u0302", "\ue000", "x" * 141,
         "\u3164", "\U000e0100"]  # fmt: skip


class Table(AccountCase):
    """Ann plays Jack, Bob the Detective; Eve looks on. ann and bob may have servers of their own."""

    def sit(self, ann=None, bob=None, **more):
        self.ann, self.bob = ann or self.client(), bob or self.client()
        made = self.ann.create(LONG, jack="me", detective="open", **more)
        self.id = made["id"]
        self.bob.post(path_of(self.id, "/enter"), {"key": made["keys"]["detective"]})
        self.eve = self.client()
        self.eve.post(path_of(self.id, "/enter"), {"key": made["keys"]["spectator"]})

    def say(self, person, status=200, **body):
        return person.post(path_of(self.id, "/talk"), body, status)

    def talk(self, person):
        return person.get(path_of(self.id, "/talk")).json

    def lines(self, person):
        return [line.get("say") or line["text"] for line in self.talk(person)["lines"]]

    def agree(self):
        for person in (self.ann, self.bob):
            self.say(person, set="free")

    def refuses(self, status, code, reply):
        self.refused(status, reply.json["error"]["code"], reply)
        self.assertEqual(reply.json["error"]["refusal"]["code"], code)


# A line each five times costs so much patience that tests would be slow: they sit down again.
class Saying(Table):
    def test_phrases(self):
        self.sit()
        for stream in (a, b, e) if (a := self.stream(self.ann, self.id)) and (
            b := self.stream(self.bob, self.id)) and (e := self.stream(self.eve, self.id)) else ():  # fmt: skip
            stream.wait(lambda s: s.talk)
        nothing = {"lines": [], "free": {"jack": False, "detective": False}, "muted": False}
        self.assertEqual((a.talk[-1], b.talk[-1]), (nothing, nothing))
        self.assertEqual(e.talk[-1], {"lines": [], "free": None, "muted": False})
        said = self.say(self.ann, say="hello").json
        self.assertEqual(said["lines"], [{"seat": "jack", "say": "hello"}])
        self.say(self.bob, say="good-luck")
        both = [{"seat": "jack", "say": "hello"}, {"seat": "detective", "say": "good-luck"}]
        for stream in (a, b, e):
            stream.wait(lambda s: s.talk[-1]["lines"] == both)
        self.assertEqual(self.talk(self.eve), {"lines": both, "free": None, "muted": False})
        self.refuses(400, "server.phrase", self.say(self.ann, 400, say="rude"))

    def test_bad_bodies(self):
        self.sit()
        for body in ({}, {"say": "hello", "text": "x"}, {"set": "loud"}, {"text": "x", "set": "free"}):
            self.refuses(400, "server.talk-what", self.say(self.ann, 400, **body))
        self.refuses(400, "server.member", self.say(self.ann, 400, say="hello", at=3))
        self.refuses(400, "server.text", self.say(self.ann, 400, say=3))
        self.refuses(400, "server.text", self.say(self.ann, 400, text="x" * 2000))

    def test_who_may_talk(self):
        self.sit()
        self.refuses(403, "server.seat-held", self.say(self.eve, 403, say="hello"))
        self.client().get(path_of(self.id, "/talk"), 404)
        self.client().post(path_of(self.id, "/talk"), {"say": "hello"}, 404)
        for seat in ("open", "random"):
            self.id = self.ann.create(LONG, jack="me", detective=seat)["id"]
            self.refuses(409, "server.talk-nobody", self.say(self.ann, 409, say="hello"))
        self.id = self.ann.create(LONG)["id"]  # on one device
        self.refuses(403, "server.seat-held", self.say(self.ann, 403, say="hello"))

    def test_consent(self):
        self.sit()
        e = self.stream(self.eve, self.id)
        e.wait(lambda s: s.talk)
        self.refuses(403, "server.talk-free", self.say(self.ann, 403, text="hi"))
        self.say(self.ann, set="free")
        self.refuses(403, "server.talk-free", self.say(self.bob, 403, text="hi"))
        self.assertEqual(self.talk(self.bob)["free"], {"jack": True, "detective": False})
        self.say(self.bob, set="free")
        self.say(self.bob, text="hi Ann")
        self.assertEqual(self.lines(self.ann), ["hi Ann"])
        self.say(self.ann, set="not-free")
        self.refuses(403, "server.talk-free", self.say(self.bob, 403, text="again"))
        self.say(self.bob, say="bye")
        self.assertEqual(self.lines(self.ann), ["hi Ann", "bye"])
        # Whoever looks on hears phrases, and is not told that there is more.
        e.wait(lambda s: s.talk and len(s.talk[-1]["lines"]) == 1)
        self.assertEqual(self.lines(self.eve), ["bye"])
        self.assertTrue(all(t["free"] is None for t in e.talk))
        self.assertEqual(len(e.talk), 2)  # at the beginning, and of the phrase

    def test_sent_again(self):
        """An answer that was lost does no harm."""
        self.sit()
        for _ in range(9):
            self.say(self.ann, say="hello", request="r1")
        self.say(self.ann, say="hello", request="r2")
        self.say(self.bob, say="thanks", request="r1")
        self.assertEqual(self.lines(self.bob), ["hello", "hello", "thanks"])

    def test_too_much(self):
        self.sit()
        for _ in range(5):
            self.say(self.ann, say="hello")
        self.refuses(429, "server.talk-fast", self.say(self.ann, 429, say="hello"))
        self.refuses(429, "server.talk-fast", self.say(self.ann, 429, set="free"))
        self.say(self.bob, say="oops")  # it is nobody else's
        self.assertEqual(len(self.lines(self.bob)), 6)
        wait_until(lambda: self.ann.ask("POST", path_of(self.id, "/talk"),
                                        '{"say": "bye"}').status == 200, "a breath")  # fmt: skip

    def test_it_lasts(self):
        self.sit()
        self.agree()
        self.say(self.bob, text="I was here")
        for person in (self.ann, self.bob, self.eve):
            person.close()
        self.server.kill()
        self.server.restart()
        self.assertEqual(self.talk(self.ann)["lines"], [{"seat": "detective", "text": "I was here"}])
        stream = self.stream(self.ann, self.id)
        stream.wait(lambda s: s.talk and s.talk[-1]["free"] == {"jack": True, "detective": True})

    def test_muted(self):
        self.sit()
        a, b = self.stream(self.ann, self.id), self.stream(self.bob, self.id)
        self.say(self.bob, say="hello")
        a.wait(lambda s: s.talk and s.talk[-1]["lines"])
        self.assertTrue(self.say(self.ann, set="muted").json["muted"])
        a.wait(lambda s: s.talk[-1] == {"lines": [], "muted": True,
                                        "free": {"jack": False, "detective": False}})  # fmt: skip
        self.say(self.bob, say="bye")
        self.say(self.ann, say="thanks")
        b.wait(lambda s: len(s.talk[-1]["lines"]) == 3)  # who is muted is not told
        self.untold(b)
        self.assertEqual(self.lines(self.ann), ["thanks"])
        self.assertFalse(any(t["muted"] for t in b.talk))
        self.say(self.ann, set="heard")
        self.assertEqual(self.lines(self.ann), ["hello", "bye", "thanks"])

    def untold(self, stream):
        """Nothing was sent that says the same as before, by which somebody could tell a cause."""
        for before, after in zip(stream.talk, stream.talk[1:]):
            self.assertNotEqual(before, after)

    def test_blocked_is_not_told(self):
        self.sit()
        b = self.stream(self.bob, self.id)
        b.wait(lambda s: s.talk)
        self.ann.post(path_of(self.id, "/block"), {})
        self.say(self.bob, say="hello")
        b.wait(lambda s: s.talk[-1]["lines"])
        self.untold(b)
        self.assertEqual(self.lines(self.ann), [])


class Quick(Table):
    """Texts, many of them, each at a table of its own."""

    def spoken(self, text, status=200):
        self.sit(self.ann, self.bob)
        self.agree()
        return self.say(self.ann, status, text=text)

    def setUp(self):
        super().setUp()
        self.ann, self.bob = self.client(), self.client()

    def test_what_is_left(self):
        for raw, left in SPOKEN:
            with self.subTest(raw):
                if "\0" not in raw:  # which no text of ours has
                    self.spoken(raw)
                else:
                    self.spoken(raw.replace("\0", ""))
                self.assertEqual(self.lines(self.bob), [left])

    def test_what_is_refused(self):
        for texts, code in ((LINKS, "server.talk-link"), (EMPTY, "server.talk-text")):
            for raw in texts:
                with self.subTest(raw):
                    self.refuses(422, code, self.spoken(raw, 422))
                    self.assertEqual(self.lines(self.bob), [])

    def test_no_text_at_all(self):
        self.sit(self.ann, self.bob)
        for raw in (b'{"text": "\xff"}', b'{"text": "\xed\xa0\x80"}', b'{"text": "\\ud800"}',
                    b'{"text": "\\u0000"}', b'{"text": "\xf4\x90\x80\x80"}', b'{"text":'):  # fmt: skip
            reply = self.ann.ask("POST", path_of(self.id, "/talk"), raw)
            self.assertEqual(reply.status, 400, raw)

    def test_any_text(self):
        """Whatever is written, one line comes out that anybody can show."""
        rng = random.Random(7)
        pools = ["ab .", "\u0301\u0489\u20dd\u0e31", "\u202a\u202e\u2067\u200d\ufe0f", "\U0001f468\u200d\U0001f469",
                 "\t\n\u2028\u00a0", "\ue000\ufffe\U000e0020", "\u1100\u1161\u3164\u115f"]  # fmt: skip
        for _ in range(40):
            raw = "".join(rng.choice(rng.choice(pools)) for _ in range(rng.randrange(1, 160)))
            self.sit(self.ann, self.bob)
            self.agree()
            reply = self.ann.ask("POST", path_of(self.id, "/talk"), json.dumps({"text": raw}))
            self.assertIn(reply.status, (200, 422), raw)
            for line in self.lines(self.bob):
                self.assertLessEqual(len(line), 140)
                self.assertEqual(line, " ".join(line.split(" ")).strip())
                kinds = [unicodedata.category(c) for c in line]
                self.assertFalse(set(kinds) & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}, line)
                self.assertNotIn("MMM", "".join(k[0] for k in kinds))


class Blocks(Table):
    def wish(self, person, ticket):
        return person.post("/api/pairing", {"ticket": ticket, "game": LONG}).json["game"]

    def test_blocked_at_a_table(self):
        self.sit()
        self.say(self.bob, say="hello")
        self.ann.post(path_of(self.id, "/block"), {})
        self.ann.post(path_of(self.id, "/block"), {})  # sent again
        self.assertEqual(self.lines(self.ann), [])
        block, = self.ann.get("/api/blocks").json["blocks"]
        self.assertEqual((block["id"], block["name"], block["game"]), (None, None, self.id))
        self.assertEqual(self.bob.get("/api/blocks").json["blocks"], [])
        # They are not paired, whoever waits first.
        for first, second, ticket in ((self.ann, self.bob, "t"), (self.bob, self.ann, "u")):
            self.assertIsNone(self.wish(first, ticket))
            self.assertIsNone(self.wish(second, ticket))
        self.ann.post("/api/blocks/end", {"block": block["block"]})
        self.assertEqual(self.ann.get("/api/blocks").json["blocks"], [])
        wait_until(lambda: self.wish(self.ann, "u"), "being paired after all")
        self.refuses(404, "server.no-block",
                     self.ann.post("/api/blocks/end", {"block": block["block"]}, 404))  # fmt: skip

    def test_another_game(self):
        self.sit()
        self.ann.post(path_of(self.id, "/block"), {})
        self.sit(self.ann, self.bob)
        self.say(self.bob, say="hello")
        self.assertEqual(self.lines(self.ann), [])
        self.assertEqual(self.lines(self.bob), ["hello"])

    def test_no_rematch(self):
        """Whoever is blocked does not get the other one to the table again, nor the other way round."""
        self.sit()
        self.bob.post(path_of(self.id, "/resign"), {"key": "k"})
        self.ann.post(path_of(self.id, "/block"), {})
        for person in (self.bob, self.ann):
            self.refuses(403, "server.not-wanted", person.post(path_of(self.id, "/rematch"), {}, 403))
        self.assertNotIn("rematch", [e["kind"] for e in self.ann.state(self.id)["history"]])
        block, = self.ann.get("/api/blocks").json["blocks"]
        self.ann.post("/api/blocks/end", {"block": block["block"]})
        again = self.bob.post(path_of(self.id, "/rematch"), {}, 201).json["id"]
        self.assertEqual(self.ann.state(again)["you"], ["detective"])
        # One who plays both sides needs nobody.
        alone = self.ann.create(LONG)["id"]
        self.ann.post(path_of(alone, "/resign"), {"as": "jack", "key": "k"})
        self.ann.post(path_of(alone, "/rematch"), {}, 201)

    def test_no_seat(self):
        """Whoever is blocked takes no open seat of the one who has blocked them, nor the other way round."""
        self.sit()
        self.ann.post(path_of(self.id, "/block"), {})
        for maker, other in ((self.ann, self.bob), (self.bob, self.ann)):
            table = maker.create(LONG, jack="me", detective="open", public=True)["id"]
            body = {"seat": "detective"}
            self.refuses(403, "server.not-wanted", other.post(path_of(table, "/enter"), body, 403))
            self.assertEqual(maker.state(table)["seats"]["detective"], "open")
            self.client().post(path_of(table, "/enter"), body)
            self.assertEqual(maker.state(table)["status"], "playing")

    def test_an_account(self):
        ada, bob = self.signed_up("Ada"), self.signed_up("Bob")
        id = bob.account()["id"]
        ada.post("/api/people/%s/block" % id, {})
        block, = ada.get("/api/blocks").json["blocks"]
        self.assertEqual((block["id"], block["name"], block["game"]), (id, "Bob", None))
        self.assertIsNone(self.wish(ada, "t"))
        self.assertIsNone(self.wish(bob, "t"))
        exported = ada.get("/api/account/export").json["blocks"]
        self.assertEqual([b["id"] for b in exported], [id])
        self.refuses(404, "server.no-person",
                     ada.post("/api/people/%s/block" % ("a" * 12), {}, 404))  # fmt: skip
        ada.confirm()
        ada.post("/api/account/delete", {"name": "Ada"})
        ada.post("/api/pairing/leave", {})

    def test_who_may_not(self):
        self.sit()
        self.refuses(403, "server.seat-held", self.eve.post(path_of(self.id, "/block"), {}, 403))
        self.refuses(400, "server.member", self.ann.post(path_of(self.id, "/block"), {"x": 1}, 400))


class Admin(Table):
    def admin(self, *args, code=0):
        where = self.server.store[1]
        done = subprocess.run([PROGRAM, "admin", "--store", where, *args],
                              capture_output=True, text=True)  # fmt: skip
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout if code == 0 else done.stderr


class Moderation(Admin):
    def setUp(self):
        super().setUp()
        self.mod = self.signed_up("Milo")
        self.sit(self.signed_up("Ada"), self.signed_up("Bob"))

    def report(self, status=200, **body):
        return self.ann.post(path_of(self.id, "/report"), {"reason": "talk", **body}, status)

    def moderate(self, status=200, **body):
        return self.mod.post("/api/moderation", body, status)

    def seen(self):
        return self.mod.get("/api/moderation").json

    def test_only_moderators(self):
        self.refuses(401, "server.not-signed-in", self.eve.get("/api/moderation", 401))
        self.refuses(403, "server.moderator", self.mod.get("/api/moderation", 403))
        self.refuses(403, "server.moderator",
                     self.moderate(403, person=self.mod.account()["id"], action="unban"))  # fmt: skip
        self.admin("moderator", "add", "Milo")
        self.assertTrue(self.mod.account()["moderator"])
        self.assertIn("Milo", self.admin("moderator", "list"))
        self.seen()
        self.admin("moderator", "remove", "Milo")
        self.assertNotIn("moderator", self.mod.account())
        self.mod.get("/api/moderation", 403)
        self.assertIn("nobody", self.admin("moderator", "add", "Nobody", code=1))

    def test_a_report(self):
        self.agree()
        self.say(self.bob, text="something rude")
        self.report(text="he was rude")
        self.report(text="he was rude")  # sent again
        self.admin("moderator", "add", "Milo")
        report, = self.seen()["reports"]
        self.assertEqual((report["game"], report["reason"], report["text"]),
                         (self.id, "talk", "he was rude"))  # fmt: skip
        self.assertEqual(report["lines"], [{"seat": "detective", "text": "something rude"}])
        self.assertEqual((report["by"]["name"], report["against"]["name"]), ("Ada", "Bob"))
        self.assertIn(report["report"], self.admin("reports"))
        self.assertIn("something rude", self.admin("show", report["report"]))
        self.refuses(400, "server.penalty-days",
                     self.moderate(400, report=report["report"], action="mute"))  # fmt: skip
        self.moderate(report=report["report"], action="mute", days=3, why="rude")
        self.assertEqual(self.seen()["reports"], [])
        self.refuses(404, "server.no-report",
                     self.moderate(404, report=report["report"], action="dismiss"))  # fmt: skip
        self.refuses(403, "server.muted", self.say(self.bob, 403, say="hello"))
        self.assertIn("muted", self.bob.account())
        for deed in (d for d in self.seen()["log"] if d["action"] == "mute"):
            self.assertEqual((deed["by"]["name"], deed["why"], deed["days"], deed["report"]),
                             ("Milo", "rude", 3, report["report"]))  # fmt: skip
        self.assertIn("something rude", self.admin("show", report["report"]))  # it is kept
        self.moderate(person=self.bob.account()["id"], action="unmute")
        wait_until(lambda: self.bob.ask("POST", path_of(self.id, "/talk"),
                                        '{"say": "bye"}').status == 200, "a breath")  # fmt: skip

    def test_reports_of_guests(self):
        self.sit()
        self.report(reason="stalling")
        self.admin("moderator", "add", "Milo")
        report, = self.seen()["reports"]
        self.assertEqual((report["against"]["id"], report["lines"]), (None, []))
        self.assertEqual((report["against"]["conduct"], report["result"]), (None, None))
        self.moderate(report=report["report"], action="ban", days=1)
        self.refuses(403, "server.banned", self.say(self.bob, 403, say="hello"))
        self.refuses(403, "server.banned",
                     self.bob.post("/api/pairing", {"ticket": "t", "game": LONG}, 403))  # fmt: skip

    def test_a_name(self):
        """Of an account that one has not met the name is reported, by guests, too."""
        bob = self.bob.account()["id"]
        path = "/api/people/%s/report" % bob
        body = {"reason": "name", "text": "rude"}
        guest = self.client()
        guest.post(path, body)
        self.ann.post(path, body)
        self.admin("moderator", "add", "Milo")
        report, = self.seen()["reports"]
        self.assertEqual((report["report"], report["game"], report["reason"], report["text"], report["lines"]),
                         (bob + "-n", None, "name", "rude", []))  # fmt: skip
        self.assertEqual((report["by"]["name"], report["against"]["name"], report["result"]),
                         ("Ada", "Bob", None))  # fmt: skip
        self.assertIsNone(report["against"]["seat"])
        self.assertIn("about Bob: rude", self.admin("show", bob + "-n"))
        self.refuses(400, "server.report-name", guest.post(path, {"reason": "cheating"}, 400))
        self.refuses(400, "server.report-reason", guest.post(path, {"reason": "dislike"}, 400))
        self.refuses(404, "server.no-person",
                     guest.post("/api/people/%s/report" % ("a" * 12), {"reason": "name"}, 404))  # fmt: skip
        self.moderate(report=bob + "-n", action="ban", days=1, why="the name")
        self.assertEqual(self.seen()["reports"], [])
        self.assertIn("banned", self.bob.account())

    def test_reports_are_paged(self):
        """Those that came first are first, and all can be read, however many there are."""
        wanted = []
        for _ in range(53):
            self.sit(self.ann, self.bob)
            self.report()
            wanted.append(self.id)
        self.admin("moderator", "add", "Milo")
        first = self.seen()
        second = self.mod.get("/api/moderation?after=" + first["next"]).json
        self.assertEqual([r["game"] for r in first["reports"] + second["reports"]], wanted)
        self.assertEqual((len(second["reports"]), second["next"]), (3, None))
        listed = [line[:12] for line in self.admin("reports").splitlines()]
        self.assertEqual(listed, wanted)
        self.id = wanted[0]
        self.report(text="more")  # it keeps its place
        self.moderate(report=wanted[1] + "-j", action="dismiss")
        left = self.seen()["reports"]
        self.assertEqual([(r["game"], r["text"]) for r in left[:2]], [(wanted[0], "more"), (wanted[2], None)])
        for after in ("x", "0" * 14, first["next"] + "x", first["next"].replace("-", "/")):
            self.refuses(400, "server.after", self.mod.ask("GET", "/api/moderation?after=" + after))

    def test_bad_reports(self):
        self.refuses(400, "server.report-reason", self.report(400, reason="dislike"))
        self.refuses(422, "server.talk-text", self.report(422, text="x" * 141))
        self.refuses(403, "server.seat-held",
                     self.eve.post(path_of(self.id, "/report"), {"reason": "talk"}, 403))  # fmt: skip

    def test_banned(self):
        """Whoever is banned looks, reads and exports, plays alone, and nothing else."""
        other = self.client().create(LONG, jack="me", detective="open", public=True)["id"]
        self.admin("ban", "Bob", "--days", "2", "--why", "cheating")
        wait_until(lambda: "banned" in self.bob.account(), "the ban")
        for path, body in (
            ("/api/pairing", {"ticket": "t", "game": LONG}),
            (path_of(self.id, "/talk"), {"say": "hello"}),
            ("/api/games", {"game": LONG, "seats": {"jack": "me", "detective": "open"}}),
            (path_of(other, "/enter"), {"seat": "detective"}),
        ):
            with self.subTest(path):
                # What another node, or the operator, has said holds within seconds.
                wait_until(lambda: self.bob.ask("POST", path, json.dumps(body)).status == 403, path)
                self.refuses(403, "server.banned", self.bob.post(path, body, 403))
        self.bob.post(path_of(self.id, "/resign"), {"key": "k"})
        self.refuses(403, "server.banned", self.bob.post(path_of(self.id, "/rematch"), {}, 403))
        self.refuses(403, "server.not-wanted", self.ann.post(path_of(self.id, "/rematch"), {}, 403))
        self.bob.state(self.id)
        export = self.bob.get("/api/account/export")
        penalty, = export.json["penalties"]
        self.assertEqual(penalty["penalty"], "ban")
        self.assertEqual(penalty["until"] - penalty["since"], 2 * 24 * 3600 * 1000)
        self.assertEqual(penalty["until"], self.bob.account()["banned"])
        self.assertNotIn(b"cheating", export.body)  # that is for the moderators' log
        self.bob.get("/api/people/%s" % self.bob.account()["id"])
        self.bob.create(LONG, jack="me", detective="random")
        self.admin("unban", "Bob")
        self.bob.post("/api/pairing", {"ticket": "t", "game": LONG})
        log = self.admin("log")
        self.assertRegex(log, r"operator\s+ban\s+Bob.*2 days.*cheating")
        self.assertRegex(log, r"operator\s+unban\s+Bob")

    def test_a_ban_covers_the_browser(self):
        """Signing out does not end it, nor does another account; lifting it does."""
        body = {"ticket": "t", "game": LONG}
        rated = {**body, "clock": "300+5", "rated": True}
        invitation = {"game": LONG, "seats": {"jack": "me", "detective": "open"}}
        self.admin("ban", "Bob", "--days", "2")
        self.bob.sign_out()
        self.refuses(403, "server.banned", self.bob.post("/api/pairing", body, 403))
        again = self.person()
        again.cookie = self.bob.cookie
        again.sign_up("Bobagain")
        for path, what in (("/api/pairing", rated), ("/api/games", invitation)):
            self.refuses(403, "server.banned", again.post(path, what, 403))
        self.ann.post("/api/pairing", body)  # at another browser
        self.ann.post("/api/pairing/leave", {})
        self.admin("unban", "Bob")
        again.post("/api/pairing", rated)
        again.sign_out()
        again.post("/api/pairing", body)

    def test_lifting_leaves_other_bans(self):
        """What the browser's own guest is banned for is not lifted with an account's ban."""
        self.bob.sign_out()
        self.sit(self.ann, self.bob)
        self.report(reason="stalling")
        self.admin("moderator", "add", "Milo")
        report, = self.seen()["reports"]
        self.moderate(report=report["report"], action="ban", days=30)
        self.admin("ban", "Bob", "--days", "2")
        self.admin("unban", "Bob")
        self.refuses(403, "server.banned", self.bob.post("/api/pairing", {"ticket": "t", "game": LONG}, 403))

    def test_a_ban_ends_what_is_open(self):
        """Nobody is paired with the banned, whose challenges, from them and to them, are gone."""
        bob = self.bob.account()["id"]
        body = {"ticket": "t", "game": LONG, "clock": "300+5"}
        self.ann.post("/api/challenges", {"to": "Bob", "game": LONG})
        self.mod.post("/api/challenges", {"to": "Ada", "game": LONG})
        self.bob.post("/api/challenges", {"to": "Milo", "game": LONG})
        self.bob.post("/api/pairing", body)
        self.admin("moderator", "add", "Milo")
        self.moderate(person=bob, action="ban", days=1, why="cheating")
        self.assertIsNone(self.ann.post("/api/pairing", body).json["game"])
        for person, left in ((self.bob, []), (self.ann, ["Milo"]), (self.mod, ["Milo"])):
            news = person.get("/api/challenges").json["challenges"]
            self.assertEqual([offer["from"]["name"] for offer in news], left)

    def test_what_a_report_tells(self):
        """How the two have played, with each other and otherwise; nothing of guests."""
        self.admin("moderator", "add", "Milo")
        self.bob.post(path_of(self.id, "/resign"), {"key": "k"})
        self.report(reason="stalling")
        wait_until(lambda: self.seen()["reports"][0]["result"], "the game to count")
        report, = self.seen()["reports"]
        self.assertEqual(report["result"], {"game": LONG, "result": "jack:resignation",
                                            "rated": False, "void": False})  # fmt: skip
        self.assertEqual(report["between"], {"games": 1, "rated": 0, "won": 1})
        some = dict.fromkeys(("late", "accused", "rightly", "lately", "aborted"), 0)
        for seat, won, resigned in (("by", 1, 0), ("against", 0, 1)):
            self.assertEqual(report[seat]["conduct"], {**some, "played": 1, "won": won, "rating": None,
                                                       "resigned": resigned})  # fmt: skip

    def test_void(self):
        """A game that does not count leaves no rating behind; it may count again, and all is noted."""
        made = self.ann.create(LONG, jack="me", detective="open", clock="300+5", rated=True)
        self.id, ada = made["id"], self.ann.account()["id"]
        self.bob.post(path_of(self.id, "/enter"), {"key": made["keys"]["detective"]})
        self.admin("moderator", "add", "Milo")
        self.refuses(404, "server.no-rated", self.moderate(404, game=self.id, action="void"))
        self.bob.post(path_of(self.id, "/resign"), {"key": "k"})

        def counts():
            standing, = self.eve.get("/api/people/%s" % ada).json["standings"] or [{"rated": 0}]
            games = self.eve.get("/api/people/%s/games" % ada).json["games"]
            return standing["rated"], [game["rated"] for game in games]

        wait_until(lambda: counts() == (1, [True]), "the game to count")
        self.refuses(403, "server.moderator", self.ann.post(
            "/api/moderation", {"game": self.id, "action": "void"}, 403))  # fmt: skip
        for _ in range(2):  # sent again
            self.moderate(game=self.id, action="void", why="two of one")
            self.assertEqual(counts(), (0, [False]))
        self.admin("unvoid", self.id, "--why", "not so")
        self.assertEqual(counts(), (1, [True]))
        self.admin("void", self.id)
        self.assertEqual(counts(), (0, [False]))
        deeds = [(d["by"]["id"], d["action"], d["game"]) for d in self.seen()["log"]]
        mod = self.mod.account()["id"]
        self.assertCountEqual(deeds, [("operator", "moderator-add", None), (mod, "void", self.id),
                                      (mod, "void", self.id), ("operator", "unvoid", self.id),
                                      ("operator", "void", self.id)])  # fmt: skip
        self.assertRegex(self.admin("log"), r"operator  unvoid  %s: not so" % self.id)

    def test_own_cases(self):
        """No moderator decides what they reported or are reported for, on themselves, or on their game."""
        made = self.ann.create(LONG, jack="me", detective="open", clock="300+5", rated=True)
        self.id = made["id"]
        self.bob.post(path_of(self.id, "/enter"), {"key": made["keys"]["detective"]})
        self.bob.post(path_of(self.id, "/resign"), {"key": "k"})
        self.report()
        self.admin("moderator", "add", "Milo")
        wait_until(lambda: self.seen()["reports"][0]["result"], "the game to count")
        report = self.seen()["reports"][0]["report"]
        for name, judge in (("Ada", self.ann), ("Bob", self.bob)):
            self.admin("moderator", "add", name)
            me = judge.account()["id"]
            for body in ({"report": report, "action": "mute", "days": 3}, {"report": report, "action": "dismiss"},
                         {"person": me, "action": "ban", "days": 1}, {"person": me, "action": "unmute"},
                         {"game": self.id, "action": "void"}, {"game": self.id, "action": "unvoid"}):  # fmt: skip
                with self.subTest(name, **body):
                    self.refuses(403, "server.own-case", judge.post("/api/moderation", body, 403))
        self.assertEqual([r["report"] for r in self.seen()["reports"]], [report])
        self.assertNotIn("muted", self.bob.account())
        self.admin("mute", "Ada", "--days", "1")  # the operator may
        self.moderate(game=self.id, action="void", why="two of one")
        self.moderate(report=report, action="dismiss")

    def test_own_cases_as_a_guest(self):
        """What a moderator reported while signed out is theirs all the same."""
        self.ann.sign_out()
        self.ann.post("/api/people/%s/report" % self.bob.account()["id"], {"reason": "name"})
        self.admin("moderator", "add", "Milo")
        self.admin("moderator", "add", "Ada")
        report = self.seen()["reports"][0]["report"]
        self.ann.sign_in()
        self.refuses(403, "server.own-case", self.ann.post(
            "/api/moderation", {"report": report, "action": "dismiss"}, 403))  # fmt: skip
        self.moderate(report=report, action="dismiss")

    def test_what_cannot_be_decided(self):
        bob = self.bob.account()["id"]
        self.admin("moderator", "add", "Milo")
        for body in ({"action": "void"}, {"action": "void", "person": bob}, {"action": "sing", "game": self.id},
                     {"action": "ban", "game": self.id, "days": 1}, {"action": "dismiss", "person": bob},
                     {"action": "moderator-add", "person": bob},
                     {"action": "ban", "days": 1, "person": bob, "game": self.id}):  # fmt: skip
            with self.subTest(body):
                self.refuses(400, "server.decision", self.moderate(400, **body))
        self.refuses(404, "server.no-rated", self.moderate(404, game="a" * 12, action="void"))
        self.refuses(404, "server.no-person", self.moderate(404, person="a" * 12, action="unban"))
        for game in ("a" * 12, "x/y", "a" * 400, ""):
            self.assertIn("no rated game", self.admin("void", game, code=1))

    def test_the_log_cannot_be_forged(self):
        """A reason is one line of text, whoever gives it; all that was done is listed, however much."""
        bob = self.bob.account()["id"]
        self.admin("moderator", "add", "Milo")
        self.refuses(422, "server.talk-text", self.moderate(422, person=bob, action="unban", why="\u200b"))
        self.refuses(422, "server.talk-text", self.moderate(422, person=bob, action="unban", why="x" * 141))
        self.assertIn("140", self.admin("unban", "Bob", "--why", "x" * 141, code=2))
        self.moderate(person=bob, action="unban", why="a\n2026-01-01 00:00 UTC  operator  unban\u202e \x1b[2J")
        self.admin("unban", "Bob", "--why", "b\n\x1b]0;c")
        self.assertEqual([deed["why"] for deed in self.seen()["log"][:2]],
                         ["b ]0;c", "a 2026-01-01 00:00 UTC operator unban [2J"])  # fmt: skip
        for _ in range(205):
            self.moderate(person=bob, action="unmute", why="é" * 140)
        self.assertEqual(len(self.seen()["log"]), 200)
        log = self.admin("log").splitlines()
        self.assertEqual(len(log), 208)
        self.assertRegex(log[-1], r"operator  moderator-add  Milo")

    def test_two_accounts_at_one_device(self):
        """Rated games between accounts of one browser, or of one network, are there to be seen."""
        carl, dora = self.signed_up("Carl"), self.person()
        dora.cookie = carl.cookie  # another person at the same browser
        dora.sign_up("Dora")
        self.sit(carl, dora)
        carl.post(path_of(self.id, "/resign"), {"as": "jack", "key": "k"})
        self.admin("moderator", "add", "Milo")
        wait_until(lambda: self.seen()["pairs"], "the pair")
        pair, = self.seen()["pairs"]
        self.assertEqual({pair["one"]["name"], pair["other"]["name"]}, {"Carl", "Dora"})
        self.assertEqual((pair["browser"], pair["network"], pair["games"]), (True, True, 1))
        # Nobody else is told; nor is it in what they take along.
        self.assertNotIn("pair", json.dumps(carl.get("/api/account/export").json))

    def browser_of(self, n):
        """So many accounts of one browser."""
        people = [self.signed_up("Clone" + 3 * "bcdfghjkmn"[0])]
        for letter in "bcdfghjkmn"[1:n]:
            people.append(self.person())
            people[-1].cookie = people[0].cookie
            people[-1].sign_up("Clone" + 3 * letter)
        return people

    def rated(self, jack, detective):
        made = jack.create(LONG, jack="me", detective="open", clock="300+5", rated=True)
        detective.post(path_of(made["id"], "/enter"), {"key": made["keys"]["detective"]})
        detective.post(path_of(made["id"], "/resign"), {"key": "k"})

    def pairs(self):
        return [({p["one"]["id"], p["other"]["id"]}, p["rated"], p["browser"]) for p in self.seen()["pairs"]]

    def ids(self, *people):
        return {person.account()["id"] for person in people}

    def test_many_accounts_at_one_device(self):
        """However many accounts a browser has; those with most rated games come first."""
        clones = self.browser_of(10)
        self.admin("moderator", "add", "Milo")
        self.rated(clones[0], clones[1])
        for _ in range(2):
            self.rated(clones[8], clones[9])
        wanted = [(self.ids(*clones[8:]), 2, True), (self.ids(*clones[:2]), 1, True)]
        wait_until(lambda: self.pairs() == wanted, "the pairs")
        self.assertRegex(self.admin("pairs"),
                         r"^Clone(mmm  Clonennn|nnn  Clonemmm)  2 games, 2 rated; the same browser\n"
                         r"Clone(bbb  Cloneccc|ccc  Clonebbb)  1 game, 1 rated; the same browser")  # fmt: skip

    def test_deletion_hides_no_pair(self):
        """Whichever of the two is deleted, the other one is seen with it."""
        self.admin("moderator", "add", "Milo")
        two = sorted(self.browser_of(2), key=lambda person: person.account()["id"])
        dora = self.person()
        dora.cookie = two[0].cookie
        dora.sign_up("Dora")
        self.rated(dora, two[0])
        self.rated(dora, two[1])
        for other, left in ((two[0], 2), (two[1], 2)):
            wait_until(lambda n=left: len(self.pairs()) == n, "the pairs")
            pairs = self.pairs()
            name = other.account()["name"]
            other.confirm()
            other.post("/api/account/delete", {"name": name})
            self.assertEqual(self.pairs(), pairs)

    def test_dismissed_by_the_operator(self):
        self.report()
        self.admin("moderator", "add", "Milo")
        report, = self.seen()["reports"]
        self.admin("dismiss", report["report"], "--why", "nothing in it")
        self.assertEqual(self.seen()["reports"], [])
        self.assertRegex(self.admin("log"), r"operator  dismiss  report %s: nothing in it" % report["report"])
        self.assertIn("no open report", self.admin("dismiss", report["report"], code=1))


class Flood(Table):
    ARGS = ("--rate", "1000000")

    def test_flood(self):
        """A guest reports ten times a day."""
        self.ann, self.bob = self.client(), self.client()
        for _ in range(10):
            self.sit(self.ann, self.bob)
            self.ann.post(path_of(self.id, "/report"), {"reason": "other"})
        self.refuses(429, "server.quota-reports",
                     self.ann.post(path_of(self.id, "/report"), {"reason": "other"}, 429))  # fmt: skip
        self.say(self.ann, say="hello")
        self.bob.post(path_of(self.id, "/report"), {"reason": "other"})  # it is nobody else's


class Nodes(WithPostgres, Table):
    """Two nodes that share a database, each with people of its own."""

    def setUp(self):
        url = new_database(self.postgres.url)
        self.nodes = [Node(url) for _ in range(2)]
        for node in self.nodes:
            self.addCleanup(node.close)
        self.server = self.nodes[0]

    def test_talk_between_nodes(self):
        self.sit(self.client(), self.client(server=self.nodes[1]))
        a, b = self.stream(self.ann, self.id), self.stream(self.bob, self.id)
        for stream in (a, b):
            stream.wait(lambda s: s.talk)
        self.say(self.ann, say="hello")
        b.wait(lambda s: [n["say"] for n in s.talk[-1]["lines"]] == ["hello"])
        self.say(self.bob, say="thanks")
        a.wait(lambda s: [n["say"] for n in s.talk[-1]["lines"]] == ["hello", "thanks"])
        self.agree()
        self.say(self.bob, text="over the wire")
        a.wait(lambda s: len(s.talk[-1]["lines"]) == 3)
        self.ann.post(path_of(self.id, "/block"), {})
        a.wait(lambda s: [n["seat"] for n in s.talk[-1]["lines"]] == ["jack"])


if __name__ == "__main__":
    main()
