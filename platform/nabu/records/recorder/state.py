"""A record as JSON: what a device needs to show it and to go on."""

from __future__ import annotations

from typing import Any

from django.db.models import Max
from django.utils import timezone

from engine.table.choices import Choices
from nabu.games.moves import moves_in_words
from nabu.players.names import name_of
from nabu.records.models import Branch, JournalEntry, Record
from nabu.records.playing import Recording, digest_of
from nabu.records.recorder.words import due_in_words, end_in_words, line_in_words, sources_of
from nabu.sentences import in_words, sentence

MOST_DROPPED = 200
"""So many moves are shown that something else was played instead of."""


def state_of(recording: Recording, device: str, *, since: int = 0, at: int | None = None) -> dict[str, Any]:
    """The record as this device sees it; `at`: with the position after so many moves, to change the next one."""
    record, game, names, moves = recording.record, recording.game, recording.names, recording.moves
    shown = game if at is None else game.at(at)
    choices = shown.choices()
    told = moves_in_words(game, names, min(since, recording.count))
    for move in told:
        entry = moves.brought[move["n"]]
        move["at"] = (entry.made_at or entry.received_at).isoformat()
    end = end_in_words(game, names)
    going_on = record.status == Record.Status.OPEN
    return {
        "record": record.public_id,
        "writer": writer_of(record, device),
        "acked": acked(record, device),
        "count": recording.count,
        "digest": digest_of(game.lines),
        "since": since,
        "moves": told,
        "due": due_in_words(shown, names),
        "choices": choices.to_json(sentence) if isinstance(choices, Choices) else None,
        "draw": choices.to_json(sentence) if choices is not None and not isinstance(choices, Choices) else None,
        "scores": list(shown.scores),
        "sources": sources_of(shown),
        "names": names,
        "over": end,
        "svg": shown.picture(names),
        "undone": [
            {"n": number, **line_in_words(game, names, line)}
            for number, line in enumerate(moves.undone, recording.count)
        ],
        "dropped": [
            [line_in_words(game, names, line) for line in group] for group in _last(moves.dropped, MOST_DROPPED)
        ],
        "aside": {
            "reason": in_words(moves.why) or "",
            "moves": [line_in_words(game, names, line) for line in moves.aside],
        }
        if moves.aside
        else None,
        "branches": [branch_of(recording, branch) for branch in open_branches(record)],
        "status": "finished" if going_on and end else record.status,
    }


def open_branches(record: Record) -> list[Branch]:
    """The late moves that nobody has decided about."""
    people = ("made_by__player", "made_entry__player")
    return list(record.branches.filter(status=Branch.Status.OPEN).select_related(*people).order_by("pk"))


def branch_of(recording: Recording, branch: Branch) -> dict[str, Any]:
    """Late moves of another device."""
    lines = [line_in_words(recording.game, recording.names, line) for line in branch.lines]
    return {
        "id": branch.pk,
        "device": device_in_words(name_of(branch.made_by, branch.made_entry), branch.device_name),
        "base": branch.base,
        "moves": lines,
    }


def writer_of(record: Record, device: str) -> dict[str, Any]:
    """Who writes, and who asks to."""
    idle = (timezone.now() - record.seen_at).total_seconds() if record.seen_at else 0
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


def _last(groups: list[list[Any]], most: int) -> list[list[Any]]:
    """The last groups that have so many lines together."""
    found: list[list[Any]] = []
    for group in reversed(groups):
        if most <= 0:
            break
        found.append(group[-most:])
        most -= len(group)
    return found[::-1]
