"""An authenticator in software: makes passkeys and signs with them, as a device does; and, on
request, as none should. Run by itself it prints the answers that tests/unit/passkeys.h has."""

import base64
import hashlib
import json
import os
import struct

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa

PRESENT, VERIFIED, MAY_SYNC, SYNCED, ATTESTED = 1, 4, 8, 16, 64
ES256, EDDSA, RS256 = -7, -8, -257


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def cbor(value):
    """As much of CBOR as authenticators need."""

    def head(kind, n):
        for code, size, form in ((24, 1 << 8, ">B"), (25, 1 << 16, ">H"), (26, 1 << 32, ">I")):
            if n < 24:
                return bytes([kind << 5 | n])
            if n < size:
                return bytes([kind << 5 | code]) + struct.pack(form, n)
        raise ValueError(n)

    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        return head(3, len(value.encode())) + value.encode()
    return head(5, len(value)) + b"".join(cbor(k) + cbor(v) for k, v in value.items())


class Passkey:
    """A key for one site."""

    def __init__(self, site, algorithm=ES256):
        self.site, self.algorithm = site, algorithm
        self.id = os.urandom(32)
        self.user = None
        self.count = 0
        if algorithm == ES256:
            self.secret = ec.generate_private_key(ec.SECP256R1())
        elif algorithm == EDDSA:
            self.secret = ed25519.Ed25519PrivateKey.generate()
        else:
            self.secret = rsa.generate_private_key(65537, 2048)

    def cose(self):
        public = self.secret.public_key()
        if self.algorithm == ES256:
            numbers = public.public_numbers()
            return {1: 2, 3: ES256, -1: 1, -2: numbers.x.to_bytes(32, "big"),
                    -3: numbers.y.to_bytes(32, "big")}  # fmt: skip
        if self.algorithm == EDDSA:
            raw = public.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
            return {1: 1, 3: EDDSA, -1: 6, -2: raw}
        numbers = public.public_numbers()
        return {1: 3, 3: self.algorithm, -1: numbers.n.to_bytes(256, "big"),
                -2: numbers.e.to_bytes(3, "big")}  # fmt: skip

    def sign(self, message):
        if self.algorithm == ES256:
            return self.secret.sign(message, ec.ECDSA(hashes.SHA256()))
        if self.algorithm == EDDSA:
            return self.secret.sign(message)
        return self.secret.sign(message, padding.PKCS1v15(), hashes.SHA256())

    def data(self, flags, more=b""):
        return hashlib.sha256(self.site.encode()).digest() + struct.pack(">BI", flags, self.count) + more

    def registration(self, flags=PRESENT | VERIFIED):
        """The attestation object."""
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + cbor(self.cose())
        data = self.data(flags | ATTESTED, attested)
        return cbor({"fmt": "none", "attStmt": {}, "authData": data})

    def assertion(self, client_data, flags=PRESENT | VERIFIED):
        """Authenticator data and signature."""
        data = self.data(flags)
        return data, self.sign(data + hashlib.sha256(client_data).digest())


def client_data(kind, challenge, origin, **more):
    """What a browser says about itself; the challenge in base64url."""
    return json.dumps({"type": "webauthn." + kind, "challenge": challenge, "origin": origin,
                       "crossOrigin": False, **more}, separators=(",", ":")).encode()  # fmt: skip


class Device:
    """A browser with its passkeys: what it answers to the options that a server gives."""

    def __init__(self, origin, algorithm=ES256, counts=False):
        self.origin, self.algorithm, self.counts = origin, algorithm, counts
        self.passkeys = []

    def create(self, options, **more):
        """Answers navigator.credentials.create."""
        passkey = Passkey(options["rp"]["id"], self.algorithm)
        passkey.count = int(self.counts)
        passkey.user = options.get("user", {}).get("id")
        self.passkeys.append(passkey)
        said = client_data("create", options["challenge"], more.pop("origin", self.origin), **more)
        return {"client_data": base64url(said), "attestation": base64url(passkey.registration())}

    def get(self, options, passkey=None, flags=PRESENT | VERIFIED, **more):
        """Answers navigator.credentials.get."""
        passkey = passkey or self.passkeys[-1]
        passkey.count += int(self.counts)
        said = client_data("get", options["challenge"], more.pop("origin", self.origin), **more)
        data, signature = passkey.assertion(said, flags)
        answer = {"passkey": base64url(passkey.id), "client_data": base64url(said),
                  "authenticator_data": base64url(data), "signature": base64url(signature)}  # fmt: skip
        return {**answer, "user_handle": passkey.user} if passkey.user else answer


def print_vectors():
    """Answers of one passkey of each algorithm to the challenge 00 01 02 ... 1f."""

    def field(name, data):
        text = "".join("\\x%02x" % byte for byte in data)
        lines = [text[i : i + 80] for i in range(0, len(text), 80)]
        print("     .%s = {(const unsigned char *)" % name)
        print("\n".join('         "%s"' % line for line in lines) + ", %d}," % len(data))

    challenge = base64url(bytes(range(32)))
    for algorithm in (ES256, EDDSA, RS256):
        passkey = Passkey("play.example.org", algorithm)
        said = client_data("get", challenge, "https://play.example.org")
        print("    {.algorithm = %d," % algorithm)
        field("attestation", passkey.registration())
        passkey.count = 7
        data, signature = passkey.assertion(said)
        field("data", data)
        field("signature", signature)
        print("    },")


if __name__ == "__main__":
    print_vectors()
