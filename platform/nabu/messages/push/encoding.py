"""base64url without padding, as web push has its keys (RFC 7515, section 2)."""

from __future__ import annotations

import base64


def to_text(data: bytes) -> str:
    """The bytes as text."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def from_text(text: str) -> bytes:
    """The bytes of the text. Raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
