"""A record as JSON: what a device needs to show it and to go on."""

from __future__ import annotations

from typing import Any

from django.db.models import Max

from engine.table.words import line_in_words, position_in_words
from nabu.accounts.players.names import name_of
from nabu.board.records.facts import recorded_facts
from nabu.board.records.models import Branch, JournalEntry, Record
from nabu.board.records.playing import Recording
from nabu.contests.matches.recorded import recorded_in_words
from nabu.core import database_clock
from nabu.core.sentences import LANGUAGE


def state_of(recording: Recording, device: str, *, since: int = 0, at: int | None = None) -> dict[str, Any]:
    """The record as this device sees it; `at`: with the position after so many moves, to change the next one. `worth`:
    how long and at what pace a game of a table was recorded that is over, and what it counts as.
    """
    record, moves = recording.record, recording.moves
    position = position_in_words(LANGUAGE, recording.game, moves, recording.names, since, at)
    for move in position["moves"]:
        entry = moves.brought[move["n"]]
        move["at"] = (entry.made_at or entry.received_at).isoformat()
    going_on = record.status == Record.Status.OPEN
    return {
        "record": record.public_id,
        "now": int(database_clock.now().timestamp() * 1000),
        "writer": writer_of(record, device),
        "acked": acked(record, device),
        **position,
        "worth": recorded_in_words(recorded_facts(recording)) if position["over"] else "",
        "branches": [branch_of(recording, branch) for branch in open_branches(record)],
        "status": "finished" if going_on and position["over"] else record.status,
    }


def open_branches(record: Record) -> list[Branch]:
    """The late moves that nobody has decided about."""
    people = ("made_by__player", "made_entry__player")
    return list(record.branches.filter(status=Branch.Status.OPEN).select_related(*people).order_by("pk"))


def branch_of(recording: Recording, branch: Branch) -> dict[str, Any]:
    """Late moves of another device."""
    lines = [line_in_words(LANGUAGE, recording.game, recording.names, line) for line in branch.lines]
    return {
        "id": branch.pk,
        "device": device_in_words(name_of(branch.made_by, branch.made_entry), branch.device_name),
        "base": branch.base,
        "moves": lines,
    }


def writer_of(record: Record, device: str) -> dict[str, Any]:
    """Who writes, and who asks to."""
    idle = (database_clock.now() - record.seen_at).total_seconds() if record.seen_at else 0
    asked = None
    if record.asked_device:
        who = device_in_words(name_of(record.asked_by, record.asked_entry), record.asked_name)
        asked = {"device": who, "mine": record.asked_device == device}
    return {
        "epoch": record.epoch,
        "mine": bool(device) and record.device == device,
        "device": device_in_words(name_of(record.writer, record.writer_entry), record.device_name)
        if record.device
        else "",
        "idle": max(0, int(idle)),
        "asked": asked,
    }


def device_in_words(who: str, device: str) -> str:
    """Whose device it is."""
    return f"{who} ({device})" if device else who


def acked(record: Record, device: str) -> int:
    """The last entry of this device that is here; -1 for none."""
    last = JournalEntry.objects.filter(record=record, device=device).aggregate(last=Max("seq"))["last"]
    return -1 if last is None else last
