"""Accounts: signing up and in with passkeys, devices, codes, sessions, tokens, export, deletion; and
everything by which somebody could try to be somebody else."""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from authenticator import (  # noqa: E402
    EDDSA, ES256, MAY_SYNC, PRESENT, RS256, VERIFIED, Device, Passkey, base64url, client_data)  # fmt: skip
from helpers import Client, RefusalCase, Stream, main, path_of  # noqa: E402

CODE = r"\A[a-z2-9]{4}(-[a-z2-9]{4}){3}\Z"


class Person(Client):
    """A browser with a device that has passkeys."""

    def __init__(self, server, **more):
        super().__init__(server)
        self.device = Device(server.origin, **more)
        self.session = None

    def headers(self):
        headers = super().headers()
        if self.session and not self.key:
            cookie = headers.get("Cookie")
            session = self.server.cookie + "-session=" + self.session
            headers["Cookie"] = cookie + "; " + session if cookie else session
        return headers

    def ask(self, *args, **more):
        reply = super().ask(*args, **more)
        self.session = reply.cookies.get(self.server.cookie + "-session", self.session) or None
        return reply

    def ask_for(self, what):
        return self.post("/api/account/challenge", {"for": what}).json

    def sign_up(self, name, **more):
        options = self.post("/api/account/name", {"name": name}).json
        body = {"name": name, "challenge": options["challenge"], **self.device.create(options), **more}
        return self.post("/api/account/sign-up", body, 201).json

    def assertion(self, what="sign-in", **more):
        options = self.ask_for(what)
        return {"challenge": options["challenge"], **self.device.get(options, **more)}

    def sign_in(self, status=200, **more):
        return self.post("/api/account/sign-in", self.assertion(**more), status)

    def confirm(self, status=200, **more):
        return self.post("/api/account/confirm", self.assertion("confirm", **more), status)

    def add_passkey(self, device=None, status=200):
        options = self.ask_for("passkey")
        body = {"challenge": options["challenge"], "about": "another",
                **(device or self.device).create(options)}  # fmt: skip
        return self.post("/api/account/passkeys", body, status)

    def sign_out(self):
        self.post("/api/account/sessions/end", {})

    def account(self):
        return self.get("/api/account").json["account"]


class AccountCase(RefusalCase):
    def person(self, server=None, **more):
        person = Person(server or self.server, **more)
        self.addCleanup(person.close)
        return person

    def signed_up(self, name="Ada", **more):
        person = self.person()
        person.made = person.sign_up(name, **more)
        return person

    def try_name(self, person, name):
        return person.ask("POST", "/api/account/name", json.dumps({"name": name}))


class SigningUp(AccountCase):
    def test_a_name_and_a_passkey(self):
        ada = self.person()
        self.assertIsNone(ada.account())
        made = ada.sign_up("Ada")
        self.assertEqual(made["account"]["name"], "Ada")
        self.assertFalse(made["account"]["bot"])
        self.assertEqual(len(set(made["codes"])), 10)
        for code in made["codes"]:
            self.assertRegex(code, CODE)
        account = ada.account()
        self.assertEqual(account, {**made["account"], "passkeys": 1, "codes": 10})
        ada.sign_out()
        self.assertIsNone(ada.account())
        self.assertIsNone(ada.session)
        self.assertEqual(ada.sign_in().json["account"], account)
        self.assertEqual(ada.account(), account)

    def test_it_lasts(self):
        """An account and its sessions are there after kill -9."""
        ada = self.signed_up()
        self.server.kill()
        self.server.restart()
        ada.close()
        self.assertEqual(ada.account()["name"], "Ada")
        ada.sign_out()
        ada.sign_in()

    def test_the_catalogue_is_for_all(self):
        """The first who asks for it after a restart may be somebody whose session is not known yet."""
        ada = self.signed_up()
        self.server.kill()
        self.server.restart()
        ada.close()
        ada.get("/api/catalogue")
        self.assertEqual(ada.account()["name"], "Ada")

    def test_algorithms(self):
        for algorithm, name in ((ES256, "Ecdsa"), (EDDSA, "Eddsa"), (RS256, "Rivest")):
            person = self.person(algorithm=algorithm)
            person.sign_up(name)
            person.sign_out()
            self.assertEqual(person.sign_in().json["account"]["name"], name)

    def test_options(self):
        """What a browser is asked for: a passkey that can be found, with a person behind it."""
        options = self.person().post("/api/account/name", {"name": "Ada"}).json
        self.assertEqual(options["attestation"], "none")
        self.assertEqual(options["authenticatorSelection"],
                         {"residentKey": "required", "requireResidentKey": True,
                          "userVerification": "required"})  # fmt: skip
        self.assertEqual({entry["alg"] for entry in options["pubKeyCredParams"]},
                         {ES256, EDDSA, RS256})  # fmt: skip
        self.assertEqual(options["user"]["displayName"], "Ada")
        self.assertEqual(options["rp"]["id"], self.server.host)

    def test_names(self):
        self.signed_up("Ada")
        person = self.person()
        for name in ("ada", "ADA", "a-d-a", "ａｄａ"):
            self.refused(409, "name", self.try_name(person, name))
        for name in ("ab", "x" * 21, "a b c", "-abc", "Adа", "admin", "level1", "fuck"):
            self.refused(422, "name", self.try_name(person, name))
        self.refused(400, "bad-request", self.try_name(person, ""))
        self.refused(400, "bad-request", self.try_name(person, "x" * 500))
        options = person.post("/api/account/name", {"name": "Zoe\u0308"}).json
        self.assertEqual(options["user"]["name"], "Zoë")

    def test_a_name_is_given_once(self):
        """Two who ask at the same time: the second who answers gets nothing."""
        first, second = self.person(), self.person()
        bodies = []
        for person in (first, second):
            options = person.post("/api/account/name", {"name": "Ada"}).json
            bodies.append({"name": "Ada", "challenge": options["challenge"],
                           **person.device.create(options)})  # fmt: skip
        first.post("/api/account/sign-up", bodies[0], 201)
        reply = second.ask("POST", "/api/account/sign-up", json.dumps(bodies[1]))
        self.refused(409, "name", reply)
        self.assertIsNone(second.account())

    def test_the_challenge_is_for_that_name(self):
        person = self.person()
        options = person.post("/api/account/name", {"name": "Ada"}).json
        body = {"name": "Eve", "challenge": options["challenge"], **person.device.create(options)}
        self.refused(403, "forbidden", person.ask("POST", "/api/account/sign-up", json.dumps(body)))

    def test_twice(self):
        """Nobody makes a second account while signed in."""
        ada = self.signed_up()
        self.refused(409, "out-of-step", self.try_name(ada, "Eve"))

    def test_a_program_has_no_passkey(self):
        bot = Client(self.server)
        self.addCleanup(bot.close)
        reply = bot.ask("POST", "/api/account/name", '{"name":"Robot"}', {"Origin": None})
        self.refused(409, "out-of-step", reply)


class Takeover(AccountCase):
    """Mallory tries to be Ada."""

    def setUp(self):
        super().setUp()
        self.ada = self.signed_up("Ada")
        self.mallory = self.person()

    def refused_sign_in(self, person, body):
        reply = person.ask("POST", "/api/account/sign-in", json.dumps(body))
        self.refused(403, "forbidden", reply)
        self.assertEqual(reply.cookies.get("alibi-session", ""), "")
        self.assertIsNone(person.session)
        self.assertIsNone(person.account())

    def test_a_replayed_answer(self):
        self.ada.sign_out()
        body = self.ada.assertion()
        self.ada.post("/api/account/sign-in", body)
        self.ada.sign_out()
        self.refused_sign_in(self.ada, body)
        self.refused_sign_in(self.mallory, body)

    def test_an_answer_for_another_browser(self):
        """Whoever reads along cannot be faster with it elsewhere."""
        self.ada.sign_out()
        body = self.ada.assertion()
        self.refused_sign_in(self.mallory, body)
        self.ada.post("/api/account/sign-in", body)

    def test_another_page(self):
        """A page that looks like this one, and asks Ada to sign this server's challenge."""
        self.ada.sign_out()
        for origin in ("https://evil.example", self.server.origin + ".evil.example", "null",
                       self.server.origin.replace("http:", "https:")):  # fmt: skip
            self.refused_sign_in(self.ada, self.ada.assertion(origin=origin))
        self.refused_sign_in(self.ada, self.ada.assertion(crossOrigin=True))

    def test_another_site(self):
        self.ada.sign_out()
        passkey = self.ada.device.passkeys[0]
        passkey.site = "evil.example"
        self.refused_sign_in(self.ada, self.ada.assertion())

    def test_nobody_there(self):
        """An authenticator that did not ask who it is."""
        self.ada.sign_out()
        self.refused_sign_in(self.ada, self.ada.assertion(flags=PRESENT))
        self.refused_sign_in(self.ada, self.ada.assertion(flags=0))

    def test_a_change_of_what_never_changes(self):
        """An authenticator says of a key once and for all whether it may be on other devices."""
        self.ada.sign_out()
        self.refused_sign_in(self.ada, self.ada.assertion(flags=PRESENT | VERIFIED | MAY_SYNC))
        self.assertIn("backup", self.server.log())
        self.ada.sign_in()

    def test_a_passkey_of_somebody_else(self):
        """The device says that it signs for Mallory, or for nobody who has an account; devices that do
        not say for whom may sign."""
        mallory = self.signed_up("Mallory")
        self.ada.sign_out()
        own = self.ada.device.passkeys[0].user
        for user in (mallory.device.passkeys[0].user, own[:-1], "AAAA"):
            self.refused_sign_in(self.ada, {**self.ada.assertion(), "user_handle": user})
        body = self.ada.assertion()
        self.assertEqual(body.pop("user_handle"), own)
        self.ada.post("/api/account/sign-in", body)

    def test_a_passkey_of_ones_own(self):
        """Signed by Mallory, with the id of Ada's."""
        options = self.mallory.ask_for("sign-in")
        forged = Passkey(options["rpId"])
        forged.id = self.ada.device.passkeys[0].id
        body = {"challenge": options["challenge"], **self.mallory.device.get(options, forged)}
        self.refused_sign_in(self.mallory, body)
        forged.id = b"unknown, so nobody's"
        body = {"challenge": options["challenge"], **self.mallory.device.get(options, forged)}
        self.refused_sign_in(self.mallory, body)

    def test_refusals_are_alike(self):
        """A passkey that nobody has and one that has not signed are refused in the same words."""
        replies = []
        for known in (True, False):
            options = self.mallory.ask_for("sign-in")
            forged = Passkey(options["rpId"])
            if known:
                forged.id = self.ada.device.passkeys[0].id
            body = {"challenge": options["challenge"], **self.mallory.device.get(options, forged)}
            reply = self.mallory.ask("POST", "/api/account/sign-in", json.dumps(body))
            replies.append((reply.status, reply.body))
        self.assertEqual(replies[0], replies[1])

    def test_registering_a_known_passkey(self):
        """The passkey of somebody else cannot be registered as one's own."""
        options = self.mallory.post("/api/account/name", {"name": "Mallory"}).json
        stolen = self.ada.device.passkeys[0]
        said = client_data("create", options["challenge"], self.server.origin)
        body = {"name": "Mallory", "challenge": options["challenge"],
                "client_data": base64url(said), "attestation": base64url(stolen.registration())}  # fmt: skip
        reply = self.mallory.ask("POST", "/api/account/sign-up", json.dumps(body))
        self.refused(409, "out-of-step", reply)

    def test_challenges_have_one_purpose(self):
        """One for signing up or for confirming signs nobody in."""
        self.ada.sign_out()
        options = self.ada.post("/api/account/name", {"name": "Other"}).json
        answer = self.ada.device.get(options)
        self.refused_sign_in(self.ada, {"challenge": options["challenge"], **answer})
        self.ada.sign_in()
        body = self.ada.assertion("confirm")
        self.ada.sign_out()
        self.refused_sign_in(self.ada, body)

    def test_made_up_challenges(self):
        self.ada.sign_out()
        for challenge in (base64url(bytes(32)), base64url(os.urandom(32))):
            options = {"challenge": challenge, "rpId": self.server.host}
            self.refused_sign_in(self.ada, {"challenge": challenge, **self.ada.device.get(options)})

    def test_nonsense(self):
        good = self.ada.assertion()
        self.ada.sign_out()
        for name in good:
            for value in ("", "A", "!", "A" * 3000, None, 7):
                reply = self.mallory.ask("POST", "/api/account/sign-in", json.dumps({**good, name: value}))
                self.assertIn(reply.status, (400, 403), (name, value))

    def test_a_counter_that_goes_back(self):
        """Somebody has a copy: neither it nor the original opens the account any more."""
        ada = self.person(counts=True)
        ada.sign_up("Countess")
        ada.sign_out()
        ada.sign_in()
        ada.sign_out()
        copy = self.person(counts=True)
        copy.device.passkeys = ada.device.passkeys
        ada.device.passkeys[0].count = 0
        self.refused(403, "forbidden", copy.sign_in(403))
        ada.device.passkeys[0].count = 1000
        self.refused(403, "forbidden", ada.sign_in(403))
        self.assertIn("counter", self.server.log())

    def test_a_session_is_new(self):
        """Session fixation: a cookie that was there before is not the one that is signed in."""
        before = self.ada.session
        self.ada.sign_in()
        self.assertNotEqual(self.ada.session, before)
        self.mallory.session = before
        self.assertIsNone(self.mallory.account())
        for planted in ("x" * 22, "x" * 22 + ".2026-01-01." + "y" * 22, before[:-1] + "A"):
            victim = self.person()
            victim.device = self.ada.device
            victim.session = planted
            self.assertIsNone(victim.account())
            victim.sign_in()
            self.assertNotEqual(victim.session, planted)

    def test_other_pages_cannot_ask(self):
        """CSRF: a POST of another page, or of one that does not say where it is."""
        for path in ("challenge", "sessions/end", "passkeys/end", "codes", "tokens", "games", "delete"):
            for origin in ("https://evil.example", None):
                reply = self.ada.ask("POST", "/api/account/" + path, "{}", {"Origin": origin})
                self.refused(403, "forbidden", reply)
        self.assertEqual(self.ada.account()["name"], "Ada")

    def test_a_stolen_cookie_is_not_enough(self):
        """What would take the account over needs a passkey shown a moment ago; whoever has only a
        cookie that is older cannot."""
        fresh = self.ada.session
        server = self.server
        early = self.ada.ask_for("passkey")
        self.assertEqual(server.stop(), 0)
        server.args = (*server.args, "--test-later", str(11 * 60))
        server.restart()
        self.ada.close()
        self.mallory.session = fresh
        self.assertEqual(self.mallory.account()["name"], "Ada")
        for path, body in (("passkeys/end", {"passkey": "0" * 16}), ("codes", {}),
                           ("tokens", {"about": "x", "read": True}), ("delete", {"name": "Ada"})):  # fmt: skip
            reply = self.mallory.ask("POST", "/api/account/" + path, json.dumps(body))
            self.refused(403, "not-fresh", reply)
        # No device makes a key that would then be refused; nor does an earlier challenge help.
        reply = self.mallory.ask("POST", "/api/account/challenge", '{"for":"passkey"}')
        self.refused(403, "not-fresh", reply)
        body = {"challenge": early["challenge"], "about": "mine", **self.mallory.device.create(early)}
        reply = self.mallory.ask("POST", "/api/account/passkeys", json.dumps(body))
        self.refused(403, "not-fresh", reply)
        # A passkey of their own is no proof, either.
        other = self.signed_up("Mallory")
        options = self.mallory.ask_for("confirm")
        body = {"challenge": options["challenge"], **other.device.get(options)}
        reply = self.mallory.ask("POST", "/api/account/confirm", json.dumps(body))
        self.refused(403, "forbidden", reply)
        self.refused(403, "not-fresh", self.mallory.ask("POST", "/api/account/codes", "{}"))
        # Ada herself shows that it is she.
        self.ada.confirm()
        self.ada.post("/api/account/codes", {})

    def test_old_challenges(self):
        self.ada.sign_out()
        body = self.ada.assertion()
        self.assertEqual(self.server.stop(), 0)
        self.server.args = (*self.server.args, "--test-later", str(6 * 60))
        self.server.restart()
        self.ada.close()
        self.mallory.close()
        self.refused_sign_in(self.ada, body)
        self.ada.sign_in()

    def test_answers_tell_no_secret(self):
        """Neither sessions nor hashes that lead to them are in what is told, or in the log."""
        self.ada.post("/api/account/tokens", {"about": "reader", "read": True}, 201)
        told = b"".join(self.ada.get("/api/account" + path).body
                        for path in ("", "/sessions", "/passkeys", "/export"))  # fmt: skip
        name = self.ada.session.split(".")[0]
        self.assertNotIn(name.encode(), told)
        for code in self.ada.made["codes"]:
            self.assertNotIn(code.encode(), told)
            self.assertNotIn(code, self.server.log())
        self.assertNotIn(name, self.server.log())


class Devices(AccountCase):
    def test_a_second_device(self):
        ada = self.signed_up()
        phone = Device(self.server.origin)
        listed = ada.add_passkey(phone).json
        self.assertEqual([p["about"] for p in listed["passkeys"]].count("another"), 1)
        self.assertEqual(len(listed["passkeys"]), 2)
        other = self.person()
        other.device = phone
        self.assertEqual(other.sign_in().json["account"]["name"], "Ada")
        self.assertEqual(len(ada.get("/api/account/sessions").json["sessions"]), 2)

    def test_known_devices_are_left_out(self):
        ada = self.signed_up()
        options = ada.ask_for("passkey")
        self.assertEqual([e["id"] for e in options["excludeCredentials"]],
                         [base64url(ada.device.passkeys[0].id)])  # fmt: skip

    def test_a_lost_device(self):
        """It is removed, and whoever has found it is signed out."""
        ada = self.signed_up()
        phone = self.person()
        ada.add_passkey(phone.device)
        phone.sign_in()
        listed = ada.get("/api/account/passkeys").json["passkeys"]
        lost = next(p["passkey"] for p in listed if p["about"] == "another")
        left = ada.post("/api/account/passkeys/end", {"passkey": lost}).json["passkeys"]
        self.assertEqual(len(left), 1)
        self.assertIsNone(phone.account())
        self.refused(403, "forbidden", phone.sign_in(403))
        self.assertEqual(ada.account()["name"], "Ada")
        reply = ada.ask("POST", "/api/account/passkeys/end", json.dumps({"passkey": lost}))
        self.refused(404, "not-found", reply)

    def test_the_last_passkey(self):
        ada = self.signed_up()
        key = ada.get("/api/account/passkeys").json["passkeys"][0]["passkey"]
        codes = ada.made["codes"]
        for code in codes:
            ada.sign_out()
            ada.post("/api/account/recover", {"code": code})
        reply = ada.ask("POST", "/api/account/passkeys/end", json.dumps({"passkey": key}))
        self.refused(409, "out-of-step", reply)
        ada.post("/api/account/codes", {})
        self.assertEqual(ada.post("/api/account/passkeys/end", {"passkey": key}).json["passkeys"], [])

    def remove(self, person, passkey, status=200):
        return person.post("/api/account/passkeys/end", {"passkey": passkey}, status)

    def use_up(self, person, codes):
        """Signs in by each of them; the last answer."""
        for code in codes:
            reply = person.post("/api/account/recover", {"code": code})
        return reply.json

    def test_the_last_code_without_a_passkey(self):
        """It brings new ones: else nobody could prove, ten minutes later, whose account it is."""
        ada = self.signed_up()
        key = ada.get("/api/account/passkeys").json["passkeys"][0]["passkey"]
        self.assertEqual(self.remove(ada, key).json["passkeys"], [])
        self.assertNotIn("codes", self.use_up(ada, ada.made["codes"][:9]))
        told = self.use_up(ada, ada.made["codes"][9:])
        self.assertEqual(len(set(told["codes"]) - set(ada.made["codes"])), 10)
        self.assertEqual((told["account"]["passkeys"], told["account"]["codes"]), (0, 10))
        self.assertEqual(self.use_up(ada, told["codes"][:1])["account"]["codes"], 9)
        ada.add_passkey()
        self.assertNotIn("codes", self.use_up(ada, told["codes"][1:]))
        self.assertEqual(ada.account()["codes"], 0)

    def copied(self):
        """Somebody whose first passkey was copied and whose second is good; what they are called."""
        ada = self.person(counts=True)
        codes = ada.sign_up("Countess")["codes"]
        first = ada.get("/api/account/passkeys").json["passkeys"][0]["passkey"]
        ada.add_passkey()
        second, = {p["passkey"] for p in ada.get("/api/account/passkeys").json["passkeys"]} - {first}
        ada.sign_out()
        passkey = ada.device.passkeys[0]
        passkey.count = -1
        reply = ada.post("/api/account/sign-in", self.answer_of(ada, passkey), 403)
        self.refused(403, "forbidden", reply)
        return ada, codes, first, second

    def answer_of(self, person, passkey):
        options = person.ask_for("sign-in")
        return {"challenge": options["challenge"], **person.device.get(options, passkey)}

    def test_a_copied_passkey_is_none(self):
        """It opens nothing, so the good one beside it is the last; itself it may go at any time."""
        ada, codes, first, second = self.copied()
        self.assertNotIn("codes", self.use_up(ada, codes))
        self.refused(409, "out-of-step", self.remove(ada, second, 409))
        left = self.remove(ada, first).json["passkeys"]
        self.assertEqual([p["passkey"] for p in left], [second])
        self.refused(409, "out-of-step", self.remove(ada, second, 409))

    def test_a_copied_passkey_goes_before_the_good_one_is_made(self):
        ada, codes, first, second = self.copied()
        ada.sign_in()
        self.remove(ada, second)
        told = self.use_up(ada, codes)  # nothing that is left works
        self.assertEqual((len(told["codes"]), told["account"]["passkeys"]), (10, 1))
        # The device that was called a copy makes a new passkey, which is good.
        self.remove(ada, first)
        ada.device.passkeys.clear()
        ada.add_passkey()
        ada.sign_out()
        ada.sign_in()

    def test_recovery_codes(self):
        """All devices are lost: a code signs in, once, and a new passkey is made."""
        ada = self.signed_up()
        codes = ada.made["codes"]
        found = self.person()
        written = codes[3].upper().replace("-", " ")
        account = found.post("/api/account/recover", {"code": written}).json["account"]
        self.assertEqual((account["name"], account["codes"]), ("Ada", 9))
        found.add_passkey()
        found.sign_out()
        found.sign_in()
        for code in (codes[3], "abcd-efgh-ijkm-npqr", "x", codes[4][:-1]):
            reply = self.person().ask("POST", "/api/account/recover", json.dumps({"code": code}))
            self.refused(403, "forbidden", reply)
        again = found.post("/api/account/codes", {}).json["codes"]
        reply = self.person().ask("POST", "/api/account/recover", json.dumps({"code": codes[5]}))
        self.refused(403, "forbidden", reply)
        self.person().post("/api/account/recover", {"code": again[0]})

    def test_most(self):
        ada = self.signed_up()
        more = ada.ask_for("passkey")
        for _ in range(19):
            ada.add_passkey()
        # No device makes a key that would then be refused; nor does an earlier challenge help.
        self.refused(409, "out-of-step", ada.ask("POST", "/api/account/challenge", '{"for":"passkey"}'))
        body = {"challenge": more["challenge"], "about": "one more", **ada.device.create(more)}
        self.refused(409, "out-of-step", ada.ask("POST", "/api/account/passkeys", json.dumps(body)))


class Sessions(AccountCase):
    def test_listed_and_ended(self):
        ada = self.signed_up()
        first, second = self.person(), self.person()
        for person in (first, second):
            person.device = ada.device
            person.post("/api/account/sign-in", {**person.assertion(), "about": "elsewhere"})
        sessions = ada.get("/api/account/sessions").json["sessions"]
        self.assertEqual(sorted(s["about"] for s in sessions), ["", "elsewhere", "elsewhere"])
        self.assertEqual([s["this"] for s in sessions].count(True), 1)
        other = next(s["session"] for s in sessions if not s["this"])
        ada.post("/api/account/sessions/end", {"session": other})
        self.assertEqual([p.account() is None for p in (first, second)].count(True), 1)
        ada.post("/api/account/sessions/end", {"others": True})
        self.assertIsNone(first.account())
        self.assertIsNone(second.account())
        self.assertEqual(ada.account()["name"], "Ada")

    def test_only_by_all_its_digits(self):
        """A beginning that several could have ends none of them."""
        ada = self.signed_up()
        own = ada.get("/api/account/sessions").json["sessions"][0]["session"]
        self.assertEqual(len(own), 16)
        for session in (own[:1], own[:15], own[:15] + ("0" if own[15] != "0" else "1")):
            reply = ada.ask("POST", "/api/account/sessions/end", json.dumps({"session": session}))
            self.refused(404, "not-found", reply)
        self.assertEqual(ada.account()["name"], "Ada")
        ada.post("/api/account/sessions/end", {"session": own})
        self.assertIsNone(ada.session)
        self.assertIsNone(ada.account())

    def test_only_ones_own(self):
        ada, eve = self.signed_up("Ada"), self.signed_up("Eve")
        session = ada.get("/api/account/sessions").json["sessions"][0]["session"]
        reply = eve.ask("POST", "/api/account/sessions/end", json.dumps({"session": session}))
        self.refused(404, "not-found", reply)
        self.assertEqual(ada.account()["name"], "Ada")

    def test_streams_end_with_them(self):
        """A browser that was signed out follows nothing of the account's any more."""
        ada, thief = self.signed_up(), self.person()
        thief.device = ada.device
        thief.sign_in()
        game = ada.create(detective="open")["id"]
        stream = Stream(thief, game)
        self.addCleanup(stream.close)
        self.assertEqual(stream.status, 200)
        ada.post("/api/account/sessions/end", {"others": True})
        stream.thread.join()
        self.assertTrue(stream.closed)
        thief.get(path_of(game), 404)

    def test_nobody_is_signed_in(self):
        nobody = self.client()
        for path in ("sessions", "passkeys", "export"):
            self.refused(401, "signed-out", nobody.ask("GET", "/api/account/" + path))
        for path, body in (("codes", {}), ("tokens", {"about": "x"}), ("games", {}),
                           ("delete", {"name": "Ada"}), ("passkeys/end", {"passkey": "x"}),
                           ("challenge", {"for": "confirm"}), ("challenge", {"for": "passkey"})):  # fmt: skip
            reply = nobody.ask("POST", "/api/account/" + path, json.dumps(body))
            self.refused(401, "signed-out", reply)
        self.refused(400, "bad-request", nobody.ask("POST", "/api/account/challenge", '{"for":"x"}'))


class Guests(AccountCase):
    """Whoever signs in loses nothing, and can take the guest's games along."""

    def test_games_come_along(self):
        ada = self.person()
        game = ada.create(detective="open")["id"]
        ada.sign_up("Ada")
        ada.get(path_of(game), 404)  # it is still the browser's own
        ada.post("/api/account/games", {})
        self.assertEqual(ada.state(game)["you"], ["jack"])
        self.assertEqual([g["id"] for g in ada.get("/api/games").json["games"]], [game])
        elsewhere = self.person()
        elsewhere.device = ada.device
        elsewhere.sign_in()
        self.assertEqual(elsewhere.state(game)["you"], ["jack"])
        ada.sign_out()
        ada.get(path_of(game), 404)

    def test_they_stay_the_browsers(self):
        ada = self.person()
        game = ada.create(detective="open")["id"]
        ada.sign_up("Ada")
        other = ada.create(detective="open")["id"]
        ada.sign_out()
        self.assertEqual(ada.state(game)["you"], ["jack"])
        ada.get(path_of(other), 404)

    def test_a_seat_of_both(self):
        """The guest and the account sat in the same game: the account has both seats then."""
        ada, friend = self.person(), self.person()
        made = ada.create(detective="open")
        ada.sign_up("Ada")
        ada.post(path_of(made["id"], "/enter"), {"key": made["keys"]["jack"]})
        self.assertEqual(ada.state(made["id"])["you"], ["jack"])
        friend.post(path_of(made["id"], "/enter"), {"key": made["keys"]["detective"]})
        ada.post("/api/account/games", {})
        self.assertEqual(ada.state(made["id"])["you"], ["jack"])
        self.assertEqual(friend.state(made["id"])["you"], ["detective"])
        holders = ada.get(path_of(made["id"], "/browsers")).json["browsers"]
        self.assertEqual(len(holders), 1)

    def test_leaving_is_for_guests(self):
        ada = self.signed_up()
        self.refused(409, "out-of-step", ada.ask("POST", "/api/guest/leave", "{}"))


class Leaving(AccountCase):
    def test_export(self):
        ada = self.signed_up()
        ada.post("/api/account/tokens", {"about": "reader", "read": True}, 201)
        told = ada.get("/api/account/export").json
        self.assertEqual((told["id"], told["account"]["name"]), (ada.made["account"]["id"], "Ada"))
        self.assertEqual(len(told["passkeys"]), 1)
        self.assertEqual(sorted(s["about"] for s in told["sessions"]), ["", "reader"])

    def test_deletion(self):
        ada, eve = self.signed_up("Ada"), self.signed_up("Eve")
        game = ada.create(detective="open", public=True)["id"]
        for typed in ("ada", "Eve", "x"):
            reply = ada.ask("POST", "/api/account/delete", json.dumps({"name": typed}))
            self.refused(422, "name", reply)
        token = ada.post("/api/account/tokens", {"about": "reader", "read": True}, 201).json["token"]
        elsewhere = self.person()
        elsewhere.device = ada.device
        elsewhere.sign_in()
        ada.post("/api/account/delete", {"name": "Ada"})
        self.assertIsNone(ada.session)
        self.assertIsNone(ada.account())
        self.assertIsNone(elsewhere.account())
        self.refused(403, "forbidden", ada.sign_in(403))
        reply = self.person().ask("POST", "/api/account/recover", json.dumps({"code": ada.made["codes"][0]}))
        self.refused(403, "forbidden", reply)
        self.refused(401, "signed-out", self.client(token).ask("GET", "/api/games"))
        # The game is there, without her; the name is not given to others.
        self.assertEqual(eve.state(game)["you"], [])
        self.refused(409, "name", self.try_name(self.person(), "ada"))
        self.assertEqual(eve.account()["name"], "Eve")


class Tokens(AccountCase):
    def bot(self):
        return self.signed_up("Robby", bot=True)

    def token(self, person, **scopes):
        made = person.post("/api/account/tokens", {"about": "engine", **scopes}, 201).json
        return self.client(made["token"])

    def test_a_bot_plays(self):
        robby = self.bot()
        self.assertTrue(robby.account()["bot"])
        program = self.token(robby, read=True, play=True)
        self.assertEqual(program.get("/api/account").json["account"]["name"], "Robby")
        game = program.create(detective="open")["id"]
        self.assertEqual(program.state(game)["you"], ["jack"])
        self.assertEqual(robby.state(game)["you"], ["jack"])

    def test_scopes(self):
        robby = self.bot()
        reader, player = self.token(robby, read=True), self.token(robby, play=True)
        reader.get("/api/games")
        self.refused(403, "forbidden", player.ask("GET", "/api/games"))
        body = json.dumps({"game": "null", "seats": {"jack": "me", "detective": "me"}})
        self.refused(403, "forbidden", reader.ask("POST", "/api/games", body))
        self.assertEqual(player.ask("POST", "/api/games", body).status, 201)
        for program in (reader, player):
            for method, path in (("GET", "export"), ("GET", "sessions"), ("POST", "codes"),
                                 ("POST", "delete"), ("POST", "tokens"), ("POST", "games")):  # fmt: skip
                reply = program.ask(method, "/api/account/" + path, "{}" if method == "POST" else None)
                self.refused(403, "forbidden", reply)

    def test_people_do_not_play_by_tokens(self):
        ada = self.signed_up()
        for scopes, status, code in (({"play": True}, 403, "forbidden"), ({}, 400, "bad-request"),
                                     ({"read": False}, 400, "bad-request")):  # fmt: skip
            reply = ada.ask("POST", "/api/account/tokens", json.dumps({"about": "x", **scopes}))
            self.refused(status, code, reply)

    def test_revoked(self):
        robby = self.bot()
        program = self.token(robby, read=True)
        program.get("/api/games")
        listed = robby.get("/api/account/sessions").json["sessions"]
        token = next(s for s in listed if s["token"])
        self.assertEqual((token["about"], token["read"], token["play"]), ("engine", True, False))
        robby.post("/api/account/sessions/end", {"session": token["session"]})
        self.refused(401, "signed-out", program.ask("GET", "/api/games"))
        self.refused(401, "signed-out", self.client("alibi_" + "x" * 22).ask("GET", "/api/games"))

    def test_most(self):
        robby = self.bot()
        for _ in range(20):
            self.token(robby, read=True)
        reply = robby.ask("POST", "/api/account/tokens", json.dumps({"about": "x", "read": True}))
        self.refused(409, "out-of-step", reply)


class Floods(AccountCase):
    ARGS = ("--rate", "1000000")

    def test_names_are_not_listed_by_trying(self):
        """Whoever asks for name after name is told to wait."""
        person = self.person()
        replies = [self.try_name(person, "name%d" % i) for i in range(40)]
        statuses = [reply.status for reply in replies]
        self.assertEqual(set(statuses[:29]), {200})
        self.refused(429, "too-many", replies[-1])

    def test_signing_up_lists_no_names(self):
        """Without the challenge for a name nobody is told whether somebody has it."""
        self.signed_up("Taken")
        person, said = self.person(), set()
        for name in ("taken", "TAKEN", "Nobodys") * 20:
            body = {"name": name, "challenge": base64url(bytes(32)), "client_data": "AAAA",
                    "attestation": "AAAA"}  # fmt: skip
            reply = person.ask("POST", "/api/account/sign-up", json.dumps(body))
            self.refused(403, "forbidden", reply)
            said.add(reply.body)
        self.assertEqual(len(said), 1)

    def test_codes_are_not_guessed_by_trying(self):
        statuses = set()
        for _ in range(8):
            person = self.person()
            for i in range(31):
                reply = person.ask("POST", "/api/account/recover", '{"code":"abcd-efgh-ijkm-npqr"}')
                statuses.add(reply.status)
        self.assertEqual(statuses, {403, 429})


class Secure(AccountCase):
    """Behind a proxy with https: cookies that only this host can have set."""

    ARGS = ("--origin", "https://play.example.org")

    def test_cookies(self):
        self.server.origin, self.server.cookie = "https://play.example.org", "__Host-alibi"
        ada = self.person()
        ada.device.origin = self.server.origin
        options = ada.post("/api/account/name", {"name": "Ada"}).json
        self.assertEqual(options["rp"]["id"], "play.example.org")
        body = {"name": "Ada", "challenge": options["challenge"], **ada.device.create(options)}
        reply = ada.post("/api/account/sign-up", body, 201)
        cookie = reply.headers["Set-Cookie"]
        self.assertRegex(cookie, r"\A__Host-alibi-session=[\w.-]+; Path=/; HttpOnly; SameSite=Strict; "
                                 r"Max-Age=\d+; Secure\Z")  # fmt: skip
        self.assertEqual(ada.account()["name"], "Ada")


if __name__ == "__main__":
    main()
