"""The game of a record as the engine has it: rebuilt from the journal, with the names of today."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engine.game import EngineError, JsonObject
from engine.log.header import Header
from engine.table.journal import Moves, moves_of
from engine.table.table import Table as Playing
from nabu.board.records.models import JournalEntry, Record
from nabu.catalogue.games.library import library
from nabu.contests.tournaments.models import Entry
from nabu.core.errors import Refused
from nabu.core.sentences import sentence

LONGEST_NAME = 80


@dataclass(slots=True)
class Recording:
    """A record with its game in progress."""

    record: Record
    names: list[str]
    moves: Moves
    game: Playing

    @property
    def count(self) -> int:
        """How many moves there are."""
        return len(self.moves.lines)


def recording_of(record: Record, epoch: int | None = None) -> Recording:
    """The game of a record, or as it was at the end of an epoch. Raises Refused if it cannot be replayed any more."""
    journal = JournalEntry.objects.filter(record=record, branch=None).order_by("pk")
    if epoch is not None:
        journal = journal.filter(epoch__lte=epoch)
    names = names_of(record)
    moves = moves_of(journal)
    return Recording(record, names, moves, playing(record.header, names, moves.lines))


def playing(header: dict[str, Any], names: Sequence[str], lines: Iterable[JsonObject]) -> Playing:
    """A game with these moves. Raises Refused if its rules or its moves are not known any more."""
    try:
        game = Playing(header_of(header, names), library)
        game.apply_all(lines)
    except EngineError as error:
        said = _("The rules engine has changed since and cannot replay this record: %(problem)s")
        raise Refused(said % {"problem": sentence(error.message)}) from error
    return game


def header_of(stored: dict[str, Any], names: Sequence[str]) -> Header:
    """The stored header with these names."""
    return Header(
        game=stored["game"],
        ruleset=stored["ruleset"]["name"],
        switches=stored["ruleset"]["switches"],
        components=stored["components"],
        components_sha256=stored.get("components_sha256"),
        seats=list(names),
        chance=stored["chance"],
        setup=stored["setup"],
        rules=stored.get("rules"),
        meta=stored.get("meta"),
    )


def names_of(record: Record) -> list[str]:
    """The names by seat of the log: at a table those that the players have now, each once."""
    if record.entries is None:
        return list(record.header["seats"])
    entries = Entry.objects.filter(pk__in=record.entries).select_related("player")
    known = {entry.pk: entry.player.name for entry in entries}
    return different([known.get(pk, "") for pk in record.entries])


def different(names: Iterable[str]) -> list[str]:
    """These names, so that the engine can tell them apart: none empty, none twice, none too long."""
    found: list[str] = []
    for seat, name in enumerate(names, 1):
        short = str(name)[:LONGEST_NAME] or f"Seat {seat}"
        number = 2
        while short in found:
            short, number = f"{str(name)[: LONGEST_NAME - 5]} ({number})", number + 1
        found.append(short)
    return found
