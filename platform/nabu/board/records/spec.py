"""What a device sends: entries of its journal. Only their shape is looked at here."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from engine.game import JsonObject
from nabu.board.records.models import JournalEntry

MOST_ENTRIES = 100
"""So many entries are taken at once."""

LATEST = datetime(2200, 1, 1, tzinfo=UTC)
LARGEST = 2**31 - 1

OPS = (JournalEntry.Op.APPEND, JournalEntry.Op.UNDO, JournalEntry.Op.REPLACE, JournalEntry.Op.REDO)


class BadEntries(ValueError):
    """What was sent are no entries of a journal."""


@dataclass(frozen=True, slots=True)
class Device:
    """What writes: its id, which it keeps for itself, and what it is called."""

    key: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class SentEntry:
    """One entry as it was sent. `base` None: right behind the entry that this device made before."""

    seq: int
    base: int | None
    op: str
    n: int | None
    lines: tuple[JsonObject, ...]
    made_at: datetime | None

    @property
    def asked(self) -> str:
        """Tells apart what was asked for: the same number again is the same entry only if it asks for the same."""
        words = json.dumps([self.base, self.op, self.n, self.lines], sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(words.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class SentJournal:
    """Entries of one device in one epoch, in order."""

    device: Device
    epoch: int
    entries: tuple[SentEntry, ...]


def read_device(data: Any) -> Device:
    """The device of a JSON object. Raises BadEntries."""
    if not isinstance(data, dict):
        raise BadEntries("the body must be a JSON object")
    key, name = data.get("device"), data.get("name", "")
    if not isinstance(key, str) or not isinstance(name, str) or not is_key(key):
        raise BadEntries("device must be 8 to 64 letters and digits")
    return Device(key, name[:40])


def is_key(key: str) -> bool:
    """Whether this can be the id of a device."""
    return 8 <= len(key) <= 64 and key.isascii() and all(letter.isalnum() or letter in "-_" for letter in key)


def read_journal(data: Any) -> SentJournal:
    """The entries of a JSON object. Raises BadEntries."""
    device = read_device(data)
    entries = data.get("entries")
    if not isinstance(entries, list) or not 1 <= len(entries) <= MOST_ENTRIES:
        raise BadEntries(f"entries must be a list of 1 to {MOST_ENTRIES}")
    ahead = _offset(data.get("now"))
    found = tuple(_entry(entry, ahead) for entry in entries)
    if any(later.seq <= earlier.seq for earlier, later in zip(found, found[1:], strict=False)):
        raise BadEntries("the numbers of entries must rise")
    return SentJournal(device, _number(data.get("epoch"), "epoch"), found)


def _entry(data: Any, ahead: float) -> SentEntry:
    if not isinstance(data, dict):
        raise BadEntries("an entry must be an object")
    op, lines, n, base = data.get("op"), data.get("lines"), data.get("n"), data.get("base")
    if op not in OPS:
        raise BadEntries("op must be append, undo_to, replace or redo")
    lines = [] if lines is None else lines
    if not isinstance(lines, list) or not all(isinstance(line, dict) for line in lines):
        raise BadEntries("lines must be a list of objects")
    wanted = {"append": len(lines) >= 1, "replace": len(lines) == 1}.get(op, not lines)
    if not wanted:
        raise BadEntries("these lines do not belong to this op")
    if n is None and op in ("undo_to", "replace"):
        raise BadEntries("n is missing")
    return SentEntry(
        seq=_number(data.get("seq"), "seq"),
        base=None if base is None else _number(base, "base"),
        op=op,
        n=None if n is None else _number(n, "n"),
        lines=tuple(lines),
        made_at=_moment(data.get("at"), ahead),
    )


def _number(value: Any, name: str) -> int:
    if type(value) is not int or not 0 <= value <= LARGEST:
        raise BadEntries(f"{name} must be a whole number")
    return value


def _offset(now: Any) -> float:
    """By how many milliseconds the clock of the device is ahead of ours; 0 if it does not say what it shows."""
    return 0.0 if now is None else _number_of_ms(now) - datetime.now(UTC).timestamp() * 1000


def _moment(value: Any, ahead: float) -> datetime | None:
    if value is None:
        return None
    moment = (_number_of_ms(value) - ahead) / 1000
    return datetime.fromtimestamp(min(max(moment, 0), LATEST.timestamp()), UTC)


def _number_of_ms(value: Any) -> float:
    if type(value) not in (int, float) or not 0 <= value <= LATEST.timestamp() * 1000:
        raise BadEntries("a time must be given in milliseconds since 1970")
    return float(value)
