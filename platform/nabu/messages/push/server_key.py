"""Who we are for the push services: a signed token with every message (RFC 8292, VAPID)."""

from __future__ import annotations

import json
import time
from functools import cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from django.conf import settings

from nabu.messages.push.encoding import from_text, to_text
from nabu.messages.push.encryption import CURVE, public_bytes

VALID_SECONDS = 12 * 3600
"""A token is good for so long; more than 24 hours are refused (RFC 8292, section 2)."""


def new_key() -> str:
    """A key for `NABU_PUSH_KEY`: the private number of P-256, base64url."""
    return to_text(ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(32, "big"))


def public_key() -> str:
    """What a browser needs to subscribe (`applicationServerKey`)."""
    return to_text(public_bytes(_key(settings.PUSH_KEY)))


def authorization(endpoint: str) -> str:
    """The header for a request to this push service."""
    parts = urlsplit(endpoint)
    contact = f"mailto:{settings.SITE_CONTACT}" if settings.SITE_CONTACT else settings.SITE_ADDRESS
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + VALID_SECONDS, "sub": contact}
    signed = f"{_part({'typ': 'JWT', 'alg': 'ES256'})}.{_part(claims)}"
    r, s = decode_dss_signature(_key(settings.PUSH_KEY).sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    # RFC 7518, 3.4: the two numbers one after the other, not the form that the library signs in.
    signature = to_text(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature}, k={public_key()}"


def _part(claims: dict[str, object]) -> str:
    return to_text(json.dumps(claims, separators=(",", ":")).encode())


@cache
def _key(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(from_text(text), "big"), CURVE)
