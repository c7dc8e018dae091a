"""Signatures after the Standard Webhooks (https://www.standardwebhooks.com): who receives knows that we sent it."""

from __future__ import annotations

import base64
import hashlib
import hmac


def headers_of(secret: str, message_id: str, timestamp: int, body: bytes) -> dict[str, str]:
    """The three headers of a message. `timestamp`: seconds since 1970, against old messages sent again by others."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    signature = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": f"v1,{signature}",
    }
