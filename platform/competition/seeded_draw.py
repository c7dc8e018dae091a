"""Drawing lots so that everybody can draw them again: every chance in a tournament follows from its printed lot."""

from __future__ import annotations

import hashlib


def draw_number(lot: str, *about: object) -> int:
    """A number from 0 to 2**64 - 1 that looks random and is always the same for the same words.

    The first eight bytes, big-endian, of the SHA-256 of the words joined by slashes.
    """
    words = "/".join([lot, *map(str, about)])
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:8], "big")
