"""The bytes of a log as everybody gets them: as received, but for the names of people whose account was deleted.

The database keeps the original bytes under their digest, sealed: nothing but this module reads them.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from nabu.matches.models import GameLog

UNREADABLE = {"all": True}
"""What `GameLog.hidden_names` says of a file without a header: nobody knows where in it a name stands."""


@dataclass(frozen=True, slots=True)
class ServedLog:
    """What is handed out of a log, and how it differs from what was received."""

    content: bytes
    names_replaced: bool
    original_sha256: str
    sha256: str


def served_log(log: GameLog) -> ServedLog:
    """The log as it is handed out, with both digests."""
    content = served_bytes(log)
    replaced = bool(log.hidden_names)
    return ServedLog(content, replaced, log.sha256, hashlib.sha256(content).hexdigest() if replaced else log.sha256)


def served_bytes(log: GameLog) -> bytes:
    """The log as it is handed out and replayed: names do not matter for a verdict. `meta` may name anybody, so it goes
    with the names; a file without a header is not handed out."""
    content = bytes(log.content)
    if not log.hidden_names:
        return content
    header = header_of(content)
    if header is None or log.hidden_names == UNREADABLE:
        return b""
    first, newline, rest = content.partition(b"\n")
    ending = b"\r" if first.endswith(b"\r") else b""
    line = json.dumps(without_names(header, log.hidden_names), ensure_ascii=False, separators=(",", ":"))
    return line.encode() + ending + newline + rest


def header_of(content: bytes) -> dict[str, Any] | None:
    """The first line of a log, if it is an object with names of seats."""
    try:
        header = json.loads(content.partition(b"\n")[0])
    except (ValueError, RecursionError):
        return None
    seats = header.get("seats") if isinstance(header, dict) else None
    if not isinstance(seats, list) or not all(isinstance(name, str) for name in seats):
        return None
    return dict(header)


def without_names(header: dict[str, Any], hidden: dict[str, str]) -> dict[str, Any]:
    """A header, or that of a report, with these names (by seat) in place of those that were written."""
    kept = {key: value for key, value in header.items() if key != "meta"}
    return kept | {"seats": [hidden.get(str(seat), name) for seat, name in enumerate(header["seats"])]}
