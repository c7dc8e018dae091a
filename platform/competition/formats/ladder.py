"""Ladder: everybody stands on a rung; neighbours play, and who sits at a table shares its rungs out anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

from competition.formats.base import Format, check_enough, ignored_pairs
from competition.formats.bracket_format import rank_by
from competition.formats.settings import ADVANCE, BEST_OF, SEEDING, Setting
from competition.invalid_config import InvalidConfig
from competition.pairing.concerns import seating_concerns
from competition.pairing.explain import pair_message, start_message
from competition.pairing.history import read_history
from competition.pairing.seats import order_seats
from competition.pairing.sizes import table_sizes
from competition.records import (
    INFO,
    Competitor,
    Concern,
    PairedTable,
    Pairing,
    Reason,
    RoundInput,
    TableRecord,
    check_results,
    names,
    pair_of,
)
from competition.standings import Standing
from engine.message import Message


@dataclass(frozen=True, slots=True)
class LadderConfig:
    """Settings of a ladder."""

    table_size: int
    rounds: int
    advance: int
    best_of: int
    seeding: str


class Ladder(Format[LadderConfig]):
    """Neighbours on the ladder play; after the game they stand on the rungs of the table in order of place."""

    key = "ladder"
    is_bracket = False
    length_depends_on_results = False
    accepts_late = True
    settings = (
        Setting("table_size", "choice", 2, choices=(2, 3, 4)),
        Setting("rounds", "number", 10, minimum=1, maximum=200),
        ADVANCE,
        SEEDING,
        BEST_OF,
    )

    def read_config(self, data: Mapping[str, object]) -> LadderConfig:
        return LadderConfig(**self.values(data))

    def table_size(self, config: LadderConfig) -> int:
        return config.table_size

    def check_field(self, config: LadderConfig, players: int, sizes: Sequence[int]) -> None:
        check_enough(players, config.table_size, sizes, config.advance)

    def advance(self, config: LadderConfig) -> int:
        return config.advance

    def best_of(self, config: LadderConfig) -> int:
        return config.best_of

    def rounds(self, config: LadderConfig, players: int) -> int:
        return config.rounds

    def pair(self, config: LadderConfig, field: RoundInput) -> Pairing:
        field.check_rounds()
        playing = {competitor.id for competitor in field.active()}
        here = [player for player in rungs(field.competitors, field.tables, field.round) if player in playing]
        chunks = neighbours(len(here), config.table_size, field.sizes, shifted=field.round % 2 == 0)
        if not any(size > 1 for size in chunks):
            raise InvalidConfig(Message("field.too_few"))
        tables: list[PairedTable] = []
        byes: list[PairedTable] = []
        start = 0
        history = read_history(field.tables, config.table_size, earlier=field.earlier)
        for size in chunks:
            seats = order_seats(here[start : start + size][::-1], history)
            (tables if size > 1 else byes).append(PairedTable(seats))
            start += size
        byes += [PairedTable((competitor.id,), requested=True) for competitor in field.rests()]
        return Pairing((*tables, *byes), tuple(self.reasons(config, field, [*tables, *byes])))

    def reasons(self, config: LadderConfig, field: RoundInput, tables: Sequence[PairedTable]) -> list[Reason]:
        field.check_seats(tables)
        named = names(field.competitors)
        rung = {player: at for at, player in enumerate(rungs(field.competitors, field.tables, field.round), start=1)}
        history = read_history(field.tables, config.table_size, earlier=field.earlier)
        reasons = []
        for table in tables:
            people = sorted(table.seats, key=lambda player: rung.get(player, 0))
            who = tuple(f"{named[player]} ({rung.get(player, '–')})" for player in people)
            alone = "ladder.requested_bye" if table.requested else "ladder.bye"
            sentences = [Message(alone if table.is_bye else "ladder.paired", {"names": who})]
            if not table.is_bye:
                sentences.append(start_message(table.seats, history, named))
            reasons.append(Reason(tuple(sentences)))
        return reasons

    def concerns(self, config: LadderConfig, field: RoundInput, tables: Sequence[PairedTable]) -> list[Concern]:
        """Who meets again at once."""
        named = names(field.competitors)
        last = {
            pair_of(one.competitor, other.competitor)
            for table in field.tables
            if table.round == field.round - 1
            for one, other in combinations(table.seats, 2)
        }
        return seating_concerns(field, tables, everybody=True, parts=False) + [
            Concern(INFO, pair_message("ladder.met", one, other, named), number, "rematch")
            for number, table in enumerate(tables)
            for one, other in combinations(table.seats, 2)
            if pair_of(one, other) in last and config.table_size == 2
        ]

    def forecast(
        self, config: LadderConfig, players: int, sizes: Sequence[int], *, forbidden: int = 0
    ) -> list[Concern]:
        """How many tables a round has and how many rest, in odd and in even rounds."""
        said = []
        for shifted, key in ((False, "forecast.odd_rounds"), (True, "forecast.even_rounds")):
            chunks = neighbours(players, config.table_size, sizes, shifted=shifted)
            tables = sum(size > 1 for size in chunks)
            said.append(Concern(INFO, Message(key, {"tables": tables, "byes": len(chunks) - tables}), key="size"))
        return [*said, *ignored_pairs(forbidden)]

    def ranking(
        self, config: LadderConfig, competitors: Sequence[Competitor], tables: Sequence[TableRecord], lot: str = ""
    ) -> list[Standing]:
        """The ladder from the top. Nobody shares a rung."""
        check_results(competitors, tables)
        after = max([1, *(table.round + 1 for table in tables), *(competitor.since for competitor in competitors)])
        ladder = rungs(competitors, tables, after)
        return rank_by(competitors, tables, {player: (-rung,) for rung, player in enumerate(ladder)})

    def points(self, config: LadderConfig, places: Sequence[int]) -> list[Fraction | None]:
        return [None] * len(places)

    def bye_points(self, config: LadderConfig) -> Decimal | None:
        return None

    def rest_points(self, config: LadderConfig) -> Decimal | None:
        return None


def rungs(competitors: Sequence[Competitor], tables: Sequence[TableRecord], number: int) -> list[int]:
    """The ladder before that round, from the top. Late entries stand below all who were there when they came."""
    ladder: list[int] = []
    for round_number in range(1, number + 1):
        newcomers = sorted((c for c in competitors if c.since == round_number), key=lambda c: c.seed)
        ladder += [competitor.id for competitor in newcomers]
        if round_number < number:
            rung = {player: at for at, player in enumerate(ladder)}
            for table in tables:
                if table.round == round_number and table.confirmed and not table.is_bye:
                    _climb(ladder, rung, table)
    return ladder


def _climb(ladder: list[int], rung: dict[int, int], table: TableRecord) -> None:
    """The players of a table take its rungs in order of place. On shared places, who stood higher stays higher;
    who did not come goes below those who did."""
    free = sorted(rung[seat.competitor] for seat in table.seats)
    order = sorted(table.seats, key=lambda seat: (seat.absent, seat.place or 0, rung[seat.competitor]))
    for at, seat in zip(free, order, strict=True):
        ladder[at] = seat.competitor


def neighbours(players: int, table_size: int, allowed: Sequence[int], *, shifted: bool) -> list[int]:
    """Table sizes from the top rung to the bottom; 1 is a bye.

    In every second round the tables are shifted by half a table, so that people move through the whole ladder: the
    half table on top plays by itself, or rests where the game does not allow so few. Otherwise smaller tables and byes
    are at the bottom.
    """
    top: list[int] = []
    half = table_size // 2
    if shifted and players > half:
        top = [half] if half in allowed else [1] * half
    rest = table_sizes(players - sum(top), table_size, allowed)
    if not rest.tables and top:
        return neighbours(players, table_size, allowed, shifted=False)
    return [*top, *rest.tables, *[1] * rest.byes]
