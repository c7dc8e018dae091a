"""One final table of three or four: its seats, its order, its picture."""

from __future__ import annotations

from collections.abc import Sequence

from competition.brackets.chart import seat_line
from competition.formats.starts import Starts
from competition.records import (
    ChartColumn,
    ChartSeat,
    ChartSection,
    ChartSlot,
    Competitor,
    PairedTable,
    RoundInput,
    TableRecord,
)
from engine.message import Message

FINAL = 0
"""The slot of a final table."""


def final_table(field: RoundInput, starts: Starts) -> list[PairedTable]:
    """Everybody who is still in; empty if nobody is."""
    players = [competitor.id for competitor in field.active()]
    return [PairedTable(starts.order(players, FINAL), FINAL)] if players else []


def final_table_order(competitors: Sequence[Competitor], tables: Sequence[TableRecord]) -> dict[int, tuple[int, ...]]:
    """How far each has come, more is further: by place, then those who did not come, then those who never sat there."""
    far: dict[int, tuple[int, ...]] = {competitor.id: (0, 0) for competitor in competitors}
    for table in tables:
        for seat in table.seats:
            if table.confirmed and seat.place is not None:
                far[seat.competitor] = (1 if seat.absent else 2, -seat.place)
    return far


def draw_final(competitors: Sequence[Competitor], tables: Sequence[TableRecord]) -> list[ChartSection]:
    """The final table, from the seeds as long as it is not paired."""
    if tables:
        seats = tuple(seat_line(seat, won=seat.place == 1 and not seat.absent) for seat in tables[0].seats)
    else:
        here = sorted((c for c in competitors if c.active), key=lambda c: c.seed)
        seats = tuple(ChartSeat(competitor.id) for competitor in here)
    if not seats:
        return []
    final = Message("bracket.final")
    slot = ChartSlot(1, FINAL, final, seats)
    return [ChartSection(Message("bracket.final_table"), (ChartColumn(final, (slot,)),))]
