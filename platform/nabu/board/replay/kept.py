"""What is made of a game for a crowd: words and pictures."""

from __future__ import annotations

import zlib
from collections.abc import Callable

from nabu.web.shared_pages.store import cache


def kept(key: str, make: Callable[[], bytes | None]) -> bytes | None:
    """Made once for all who look at the same game at the same time."""
    stored = cache.get(key)
    if stored is not None:
        return zlib.decompress(stored)
    made = make()
    if made is not None:
        cache.set(key, zlib.compress(made, 6))
    return made
