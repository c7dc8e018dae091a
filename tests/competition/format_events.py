"""Whole stages played by chance, for the tests of formats: drops, no-shows, double forfeits."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from competition.formats import get_format
from competition.records import Competitor, PairedTable, RoundInput, SeatRecord, TableRecord

SIZES = (2, 3, 4)


def people(n: int) -> list[Competitor]:
    """Competitors 1 to n; the id is the seed."""
    return [Competitor(i, f"P{i}", i) for i in range(1, n + 1)]


@dataclass
class Event:
    """A stage that is played. `trouble` is the chance of a drop after a round and of a no-show at a seat."""

    key: str
    n: int
    seed: int
    config: dict[str, Any] = field(default_factory=dict)
    trouble: float = 0.0
    sizes: tuple[int, ...] = SIZES
    favourites: bool = False
    competitors: list[Competitor] = field(default_factory=list)
    tables: list[TableRecord] = field(default_factory=list)
    earlier: tuple[TableRecord, ...] = ()
    lot: str = "lot"

    def __post_init__(self) -> None:
        self.format = get_format(self.key)
        self.read = self.format.read_config(self.config)
        self.rng = Random(self.seed)
        self.competitors = self.competitors or people(self.n)

    def field(self, number: int) -> RoundInput:
        """What the format sees before that round."""
        earlier = tuple(table for table in self.tables if table.round < number)
        here = tuple(self.competitors)
        return RoundInput(here, earlier, number, self.sizes, self.lot, earlier=self.earlier)

    def last_round(self) -> int:
        return int(self.format.last_round(self.read, self.competitors, self.tables))

    def run(self, number: int = 1) -> Event:
        """Play to the end, from that round on. Every round has tables, and nobody sits twice in one."""
        while number <= self.last_round():
            self.play_round(number)
            number += 1
            assert number < 500
        return self

    def play_round(self, number: int) -> None:
        pairing = self.format.pair(self.read, self.field(number))
        assert pairing.tables, f"round {number} of {self.last_round()} is empty"
        assert len(pairing.reasons) == len(pairing.tables)
        seated = [player for table in pairing.tables for player in table.seats]
        assert len(seated) == len(set(seated))
        gone = {competitor.id for competitor in self.competitors if not competitor.active}
        assert not gone & set(seated)
        self.tables += [self.result(number, table) for table in pairing.tables]
        if self.rng.random() < self.trouble:
            at = self.rng.randrange(len(self.competitors))
            self.competitors[at] = replace(self.competitors[at], active=False)

    def result(self, number: int, table: PairedTable) -> TableRecord:
        """Places by chance, or by seed; who is absent comes last."""
        if table.is_bye:
            seat = SeatRecord(table.seats[0], None, 1, self.format.bye_points(self.read))
            return TableRecord(number, (seat,), True, table.slot)
        absent = {player for player in table.seats if self.rng.random() < self.trouble / 3}
        order = sorted(
            table.seats, key=lambda player: (player in absent, player if self.favourites else self.rng.random())
        )
        places = [order.index(player) + 1 for player in table.seats]
        points = self.format.points(self.read, places)
        seats = tuple(
            SeatRecord(player, 100 - 10 * place, place, amount, player in absent)
            for player, place, amount in zip(table.seats, places, points, strict=True)
        )
        return TableRecord(number, seats, False, table.slot)

    def ranking(self) -> list[tuple[int, int]]:
        """(place, competitor) from the first to the last."""
        rows = self.format.ranking(self.read, self.competitors, self.tables, "lot")
        return [(row.place, row.competitor.id) for row in rows]

    def losses(self) -> dict[int, int]:
        """Games lost, by competitor."""
        lost = dict.fromkeys((competitor.id for competitor in self.competitors), 0)
        for table in self.tables:
            for seat in table.seats:
                lost[seat.competitor] += not table.is_bye and seat.place != 1
        return lost
