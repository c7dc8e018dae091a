"""What every answer of the site has to be, whoever asks: the matrices of permissions look at each of theirs."""

from __future__ import annotations

import gzip
from typing import Any

SAID = ("private", "no-store", "public")
"""One of these stands in the Cache-Control of all that somebody signed in is sent; public is the same for all."""


def text_of(response: Any) -> str:
    """All of it, unpacked."""
    content = b"".join(response) if response.streaming else response.content
    zipped = response.get("Content-Encoding") == "gzip"
    return (gzip.decompress(content) if zipped else content).decode(errors="replace")


def is_json(response: Any) -> bool:
    """Not the lines of a game log."""
    kind = response.get("Content-Type", "").partition(";")[0]
    return kind == "application/json" or kind.endswith("+json")


def check_answer(response: Any, *, signed_in: bool) -> None:
    """JSON has no markup, and what somebody signed in is sent is kept by nobody on the way."""
    address = response.request["PATH_INFO"]
    if is_json(response) and not response.streaming:
        assert not set("<>&\u2028\u2029") & set(text_of(response)), address
    script = response.get("Content-Type", "").startswith("text/javascript")  # two lines that are the same for all
    if signed_in and not script:
        kept = response.get("Cache-Control", "")
        assert any(word in kept for word in SAID), (address, response.status_code, kept)
