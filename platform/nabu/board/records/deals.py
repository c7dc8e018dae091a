"""What was dealt and thrown away again before a game came out as it did: counted in the journals of its table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from engine.game import JsonObject
from engine.table.journal import Moves
from nabu.board.records.models import Branch, JournalEntry, Record


@dataclass(frozen=True, slots=True)
class Deals:
    """`setups`: how often the site dealt the setup. `draws_taken_back`: how many draws were in some record of the
    table, and are not in this one any more; whether the site drew or somebody typed them, it cannot know.
    """

    setups: int
    draws_taken_back: int


def deals_of(record: Record) -> Deals:
    """All that was dealt for the table of a record, in abandoned records and by other devices too."""
    records = Record.objects.filter(table=record.table)
    journals: defaultdict[int, list[JournalEntry]] = defaultdict(list)
    for entry in JournalEntry.objects.filter(record__in=records, branch=None).order_by("pk"):
        journals[entry.record_id].append(entry)
    gone: list[JsonObject] = []
    for pk, journal in journals.items():
        lines, thrown_away = _played(journal)
        gone += thrown_away if pk == record.pk else [*lines, *thrown_away]
    aside = Branch.objects.filter(record__in=records).exclude(status=Branch.Status.ADOPTED)
    for lines in aside.values_list("lines", flat=True):
        gone += lines
    setups = sum(_setups_dealt(journal) for journal in journals.values())
    return Deals(setups, sum("chance" in line for line in gone))


def _setups_dealt(journal: Iterable[JournalEntry]) -> int:
    """How often the setup was dealt. That which a record begins with counts if no other one took its place."""
    first, *later = [entry.dealt for entry in journal if entry.op == JournalEntry.Op.SETUP] or [False]
    return sum(later) if later else int(first)


def _played(journal: Iterable[JournalEntry]) -> tuple[list[JsonObject], list[JsonObject]]:
    """The moves that a journal comes to, and those that it threw away."""
    moves, gone = Moves(), []
    for entry in journal:
        if entry.op == JournalEntry.Op.SETUP:
            gone += moves.undone  # of a game with another setup, which nobody can bring back
        moves.take(entry)
        gone += entry.aside or []
    return moves.lines, [*chain.from_iterable(moves.dropped), *moves.undone, *gone]
