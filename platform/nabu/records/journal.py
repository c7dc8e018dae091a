"""What a journal comes to: the moves of a record, which entry brought each, what was undone. Plain lists, no rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from nabu.records.models import JournalEntry

Line = dict[str, Any]
Op = JournalEntry.Op


@dataclass(slots=True)
class Moves:
    """The moves after some entries of a journal.

    `brought` has for each move the entry that brought it. `undone` are those that redo would bring back, `dropped`
    those that something else was played instead of. `aside` is what the last change in the middle left over, `why` says
    why.
    """

    lines: list[Line] = field(default_factory=list)
    brought: list[JournalEntry] = field(default_factory=list)
    undone: list[Line] = field(default_factory=list)
    dropped: list[list[Line]] = field(default_factory=list)
    aside: list[Line] = field(default_factory=list)
    why: dict[str, Any] | None = None

    def take(self, entry: JournalEntry) -> None:
        """Go on by one entry."""
        cut, cut_brought = self.lines[entry.keep :], self.brought[entry.keep :]
        changed, new = (entry.lines[:1], entry.lines[1:]) if entry.op == Op.REPLACE else ([], entry.lines)
        again = slice(1, 1 + entry.again) if entry.op == Op.REPLACE else slice(0, 0)
        self.lines[entry.keep :] = [*changed, *cut[again], *new]
        self.brought[entry.keep :] = [*[entry] * len(changed), *cut_brought[again], *[entry] * len(new)]
        match entry.op:
            case Op.UNDO:
                self.undone = [*cut, *self.undone]
            case Op.APPEND | Op.REDO:
                same = _same(self.undone, entry.lines)
                self._drop(self.undone[same:] if same < len(entry.lines) else [])
                self.undone = self.undone[same:] if same == len(entry.lines) else []
            case Op.REPLACE:
                self._drop(self.undone)
                self._drop(cut[:1])
                self.undone, self.aside, self.why = [], list(entry.aside or []), entry.why
            case Op.ADOPT | Op.SETUP:
                self._drop([*cut, *self.undone] if entry.op == Op.ADOPT else [])
                self.undone = []

    def _drop(self, lines: Sequence[Line]) -> None:
        if lines:
            self.dropped.append(list(lines))


def moves_of(entries: Iterable[JournalEntry]) -> Moves:
    """The moves after these entries."""
    moves = Moves()
    for entry in entries:
        moves.take(entry)
    return moves


def _same(one: Sequence[Line], other: Sequence[Line]) -> int:
    """How many lines at the beginning are the same."""
    count = 0
    for line, there in zip(one, other, strict=False):
        if line != there:
            break
        count += 1
    return count
