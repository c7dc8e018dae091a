"""A browser that receives messages, written after the RFCs and not after our code: it subscribes, and decrypts."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from nabu.accounts.players.models import User
from nabu.messages.push.encoding import to_text
from nabu.messages.push.models import Device
from nabu.messages.push.services import allow_device


@dataclass
class FakeBrowser:
    """One subscription at a push service. `endpoint` is where its messages go."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def public(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self) -> dict[str, str]:
        """What the page sends."""
        return {"endpoint": self.endpoint, "public_key": to_text(self.public), "secret": to_text(self.secret)}

    def allow(self, user: User) -> Device:
        return allow_device(user, **self.subscription())

    def read(self, body: bytes) -> bytes:
        """Decrypt a message: RFC 8188, section 2, with the keys of RFC 8291, section 3.4. Raises InvalidTag."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        assert len(record) <= size
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        keying = hmac_of(self.secret, self.key.exchange(ec.ECDH(), point))
        keying = hmac_of(keying, b"WebPush: info\0" + self.public + sender + b"\x01")
        pseudo_random = hmac_of(salt, keying)
        key = hmac_of(pseudo_random, b"Content-Encoding: aes128gcm\0\x01")[:16]
        nonce = hmac_of(pseudo_random, b"Content-Encoding: nonce\0\x01")[:12]
        padded = AESGCM(key).decrypt(nonce, record, None).rstrip(b"\0")
        assert padded.endswith(b"\x02"), "the delimiter of the last record"
        return padded[:-1]

    def shown(self, body: bytes) -> dict[str, Any]:
        return dict(json.loads(self.read(body)))


def hmac_of(key: bytes, data: bytes) -> bytes:
    made = hmac.HMAC(key, hashes.SHA256())
    made.update(data)
    return made.finalize()
