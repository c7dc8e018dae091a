"""The bytes of a log as everybody gets them: as received, but for the names of people whose account was deleted.

The database keeps the original bytes under their digest, sealed: nothing but this module reads them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from engine.log.header import marks_of
from nabu.contests.matches.models import GameLog, Table
from nabu.core.name_keys.keys import folded

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
    with the names, but for what keeps the game from counting; a file without a header is not handed out."""
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


def hidden_seats(log: GameLog, known: Collection[str], name: str) -> dict[str, Any]:
    """What is handed out for seats whose name is none of the known ones, with those that are hidden already.

    A single such seat gets the name, because it can be nobody else's. Where there are more, one of them may be how
    somebody is called there, so all of them are hidden.
    """
    header = header_of(bytes(log.content))
    if header is None or log.hidden_names == UNREADABLE:
        return UNREADABLE
    plain = {folded(each) for each in known}
    seats = [str(seat) for seat, written in enumerate(header["seats"]) if folded(written) not in plain]
    unknown = [seat for seat in seats if seat not in log.hidden_names]
    shown = {seat: f"Seat {int(seat) + 1}" for seat in unknown}
    return dict(log.hidden_names) | ({unknown[0]: name} if len(unknown) == 1 else shown)


def hide_deleted_players(log: GameLog, table: Table) -> None:
    """Before a log is replayed: who sends one later knows the names of those who deleted their account since."""
    players = [seat.entry.player for seat in table.seats.select_related("entry__player")]
    deleted = [player for player in players if player.deleted_at is not None]
    if deleted and not log.hidden_names:
        log.hidden_names = hidden_seats(log, [player.name for player in players], deleted[0].name)
        log.save(update_fields=["hidden_names"])


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
    """A header, or that of a report, with these names (by seat) in place of those that were written. Of the remarks
    stays what keeps a game from counting."""
    kept = {key: value for key, value in header.items() if key != "meta"}
    marks = marks_of(header.get("meta"))
    if marks is not None:
        kept["meta"] = marks
    return kept | {"seats": [hidden.get(str(seat), name) for seat, name in enumerate(header["seats"])]}
