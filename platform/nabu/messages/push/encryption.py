"""Encryption of a message for one device: only its browser can read it, the push service in between cannot.

RFC 8291 (Message Encryption for Web Push) over RFC 8188 (aes128gcm), in one record.
"""

from __future__ import annotations

import os

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD = 4096
"""Bytes of the one record, as announced in the header: push services take no more (RFC 8030, section 7.2)."""

MOST = 3993
"""Bytes that a message may have: what the record holds beside header, padding delimiter and tag (RFC 8291, 4)."""

SECRET_BYTES = 16
SALT_BYTES = 16
CURVE = ec.SECP256R1()


def read_public_key(key: bytes) -> ec.EllipticCurvePublicKey:
    """The key of a device: 65 bytes, an uncompressed point of P-256. Raises ValueError."""
    if len(key) != 65:
        raise ValueError("not an uncompressed point of P-256")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, key)


def encrypt(
    message: bytes,
    device_key: bytes,
    secret: bytes,
    own_key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body of the request to the push service. Key and salt are new for every message unless given (for tests).

    `device_key` and `secret` are those of the subscription. Raises ValueError for a key that is none, or a message
    longer than `MOST`.
    """
    if len(message) > MOST:
        raise ValueError(f"a message has at most {MOST} bytes")
    own_key, salt = own_key or ec.generate_private_key(CURVE), salt or os.urandom(SALT_BYTES)
    public = public_bytes(own_key)
    shared = own_key.exchange(ec.ECDH(), read_public_key(device_key))
    # RFC 8291, 3.4: the secret of the subscription goes into the key, so the push service cannot be a device itself.
    keying = _derive(secret, shared, b"WebPush: info\0" + device_key + public, 32)
    content_key = _derive(salt, keying, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(salt, keying, b"Content-Encoding: nonce\0", 12)
    # RFC 8188, 2.1: salt, size of records, and the key that the receiver needs; 2 ends the last record.
    header = salt + RECORD.to_bytes(4, "big") + bytes([len(public)]) + public
    return header + AESGCM(content_key).encrypt(nonce, message + b"\x02", None)


def public_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public half as an uncompressed point."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derive(salt: bytes, key: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(key)
