"""A draft as it is now: its tables as plain values, what the director should look at, and why it is as it is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from competition.formats.base import Format
from competition.pairing.concerns import late_concerns
from competition.pairing.seats import number_tables
from competition.records import INFO, SERIOUS, WARNING, Concern, PairedTable, Reason, RoundInput
from nabu.contests.matches.models import Table
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.queries import format_of, round_input

GRAVEST_FIRST = (SERIOUS, WARNING, INFO)


@dataclass(frozen=True, slots=True)
class RoundCheck:
    """`tables` are in the order of their numbers, `rows` the same ones in the database; `concerns` the gravest first.

    `Concern.table` is an index into both.
    """

    fmt: Format[Any]
    config: Any
    field: RoundInput
    rows: list[Table]
    tables: list[PairedTable]
    concerns: list[Concern]

    @property
    def is_serious(self) -> bool:
        """Something nobody should publish without a reason."""
        return any(concern.level == SERIOUS for concern in self.concerns)

    @property
    def counts(self) -> dict[str, int]:
        """How many concerns there are of each level that is there."""
        return dict(Counter(concern.level for concern in self.concerns))

    def reasons(self) -> list[Reason]:
        """Why each table looks as it does, worked out again."""
        return self.fmt.reasons(self.config, self.field, self.tables)

    def proposed(self, round_: Round) -> list[PairedTable]:
        """What the engine proposed, numbered as it was. A bracket keeps its slots, in the order they were made in."""
        slots = [row.bracket_slot for row in sorted(self.rows, key=lambda row: row.pk)]
        keeps = self.fmt.is_bracket and len(slots) == len(round_.proposal)
        tables = [
            PairedTable(
                tuple(players),
                slots[at] if keeps else None,
                requested=len(players) == 1 and players[0] in self.field.resting,
            )
            for at, players in enumerate(round_.proposal)
        ]
        return number_tables(tables, self.field.competitors)


def check_round(round_: Round) -> RoundCheck:
    """Look at a round with everything that is known now."""
    fmt, config = format_of(round_.stage)
    field = round_input(round_.stage, round_.number)
    rows = list(Table.objects.filter(round=round_, game_number=1).order_by("number").prefetch_related("seats"))
    tables = [paired_table(row) for row in rows]
    found = [*fmt.concerns(config, field, tables), *late_concerns(field)]
    concerns = sorted(found, key=lambda concern: GRAVEST_FIRST.index(concern.level))
    return RoundCheck(fmt, config, field, rows, tables, concerns)


def paired_table(row: Table) -> PairedTable:
    """A stored table as a plain value."""
    return PairedTable(
        tuple(seat.entry_id for seat in row.seats.all()),
        row.bracket_slot,
        None if row.is_bye else row.number,
        row.requested,
    )
