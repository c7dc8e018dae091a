"""What Swiss and league have in common: everybody plays every round, points decide, nobody is out."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from competition.formats.base import Format, check_enough
from competition.formats.settings import ADVANCE, BEST_OF, SEEDING, TABLE_SIZE, Setting
from competition.invalid_config import InvalidConfig
from competition.late_entries import NONE, RULES, late_tables
from competition.pairing.concerns import concerns
from competition.pairing.costs import SLIDE
from competition.pairing.forecast import forecast
from competition.pairing.rounds import Rules, only_pairing, pair_round, reasons
from competition.pairing.sizes import table_sizes
from competition.points import check_places, share_points
from competition.records import Competitor, Concern, PairedTable, Pairing, Reason, RoundInput, TableRecord
from competition.schedules.designs import Round
from competition.stand_ins import fill, seats_that_count, stand_in_concerns, with_sentences
from competition.standings import DEFAULT_TIE_BREAKS, Standing, standings
from engine.message import Message

DEFAULT_POINTS: dict[str, list[int]] = {"2": [6, 0], "3": [6, 3, 0], "4": [6, 4, 2, 0]}
HOUSE, DUTCH = "house", "dutch"


@dataclass(frozen=True, slots=True)
class RoundsConfig:
    """Settings of such a stage. `points` has the points by place for each table size.

    `pairing` is who pairs tables of two, `order` who meets whom within equal points, `schedule` the organiser's own,
    `late_points` the rule for the rounds that a late entry missed.
    """

    table_size: int
    rounds: int
    advance: int
    points: Mapping[int, tuple[Decimal, ...]]
    bye_points: Decimal
    rest_points: Decimal
    seeding: str
    tie_breaks: tuple[str, ...]
    best_of: int
    pairing: str = HOUSE
    order: str = SLIDE
    schedule: tuple[Round, ...] = ()
    late_points: str = NONE


SETTINGS: dict[str, Setting] = {
    setting.key: setting
    for setting in (
        TABLE_SIZE,
        Setting("rounds", "number", 4, minimum=1, maximum=30),
        ADVANCE,
        SEEDING,
        BEST_OF,
        Setting("points", "points", DEFAULT_POINTS, Message("setting.points.help")),
        Setting("bye_points", "number", 6, maximum=1000),
        Setting("rest_points", "number", 0, Message("setting.rest_points.help"), maximum=1000),
        Setting("late_points", "option", NONE, Message("setting.late_points.help"), options=RULES),
        Setting("tie_breaks", "tie_breaks", list(DEFAULT_TIE_BREAKS), Message("setting.tie_breaks.help")),
    )
}
"""The settings that these formats share, by key."""


class RoundsFormat(Format[RoundsConfig]):
    """Everybody plays a declared number of rounds. A format of this kind says only how a round is made."""

    is_bracket = False
    length_depends_on_results = False
    accepts_late = True
    new_settings: tuple[str, ...] = ("late_points",)

    @abstractmethod
    def rules(self, config: RoundsConfig) -> Rules:
        """How a round is made."""

    def read_config(self, data: Mapping[str, object]) -> RoundsConfig:
        values = self.values(data)
        points = {int(size): tuple(map(Decimal, row)) for size, row in DEFAULT_POINTS.items()} | values["points"]
        return RoundsConfig(
            table_size=values["table_size"],
            rounds=values["rounds"],
            advance=values["advance"],
            points=points,
            bye_points=Decimal(values["bye_points"]),
            rest_points=Decimal(values["rest_points"]),
            seeding=values["seeding"],
            tie_breaks=tuple(values["tie_breaks"]),
            best_of=values["best_of"],
            pairing=values.get("pairing", HOUSE),
            order=values.get("pairing_order", SLIDE),
            schedule=values.get("schedule", ()),
            late_points=values["late_points"],
        )

    def table_size(self, config: RoundsConfig) -> int:
        return config.table_size

    def check_field(self, config: RoundsConfig, players: int, sizes: Sequence[int]) -> None:
        check_enough(players, config.table_size, sizes, config.advance)

    def forecast(
        self, config: RoundsConfig, players: int, sizes: Sequence[int], *, forbidden: int = 0
    ) -> list[Concern]:
        by_points = self.rules(config).by_points
        return forecast(players, config.rounds, config.table_size, sizes, winner=by_points, forbidden=forbidden)

    def advance(self, config: RoundsConfig) -> int:
        return config.advance

    def rounds(self, config: RoundsConfig, players: int) -> int:
        return config.rounds

    def best_of(self, config: RoundsConfig) -> int:
        return config.best_of

    def tie_breaks(self, config: RoundsConfig) -> tuple[str, ...]:
        return config.tie_breaks

    def pair(self, config: RoundsConfig, field: RoundInput) -> Pairing:
        field.check_rounds()
        if not table_sizes(len(field.active()), config.table_size, field.sizes).tables:
            raise InvalidConfig(Message("field.too_few"))
        return self.with_stand_ins(config, field, pair_round(self.rules(config), field))

    def with_stand_ins(self, config: RoundsConfig, field: RoundInput, pairing: Pairing) -> Pairing:
        """The round with its free chairs filled: it is paired without stand-ins, so they change nobody's table."""
        if not field.stand_ins or self.no_stand_ins(config) is not None:
            return pairing
        tables = fill(field, pairing.tables, config.table_size)
        reasons = [with_sentences(field, table, reason) for table, reason in zip(tables, pairing.reasons, strict=True)]
        return replace(pairing, tables=tuple(tables), reasons=tuple(reasons))

    def no_stand_ins(self, config: RoundsConfig) -> Message | None:
        return super().no_stand_ins(config) if config.schedule else None

    def late_tables(
        self, config: RoundsConfig, competitors: Sequence[Competitor], tables: Sequence[TableRecord]
    ) -> list[TableRecord]:
        return late_tables(config.late_points, competitors, tables, config.points[config.table_size][0])

    def only_pairing(self, config: RoundsConfig, field: RoundInput) -> bool | None:
        return only_pairing(self.rules(config), field)

    def reasons(self, config: RoundsConfig, field: RoundInput, tables: Sequence[PairedTable]) -> list[Reason]:
        counted = seats_that_count(field, tables)
        field.check_seats([table for _at, table in counted])
        found = reasons(self.rules(config), field, [table for _at, table in counted])
        by_index = {at: reason for (at, _table), reason in zip(counted, found, strict=True)}
        return [with_sentences(field, table, by_index.get(at, Reason(()))) for at, table in enumerate(tables)]

    def concerns(self, config: RoundsConfig, field: RoundInput, tables: Sequence[PairedTable]) -> list[Concern]:
        best = int(config.points[config.table_size][0]) if self.rules(config).by_points else 0
        counted = seats_that_count(field, tables)
        found = concerns(field, [table for _at, table in counted], config.table_size, win=best)
        moved = [each if each.table is None else replace(each, table=counted[each.table][0]) for each in found]
        full = {at for at, table in enumerate(tables) if len(table.seats) >= config.table_size}
        moved = [each for each in moved if each.key != "short_again" or each.table not in full]
        return [*moved, *stand_in_concerns(field, tables)]

    def ranking(
        self, config: RoundsConfig, competitors: Sequence[Competitor], tables: Sequence[TableRecord], lot: str = ""
    ) -> list[Standing]:
        return standings(competitors, tables, config.tie_breaks, lot)

    def points(self, config: RoundsConfig, places: Sequence[int]) -> list[Fraction | None]:
        check_places(places, config.points)
        return [*share_points(places, config.points[len(places)])]

    def bye_points(self, config: RoundsConfig) -> Decimal | None:
        return config.bye_points

    def rest_points(self, config: RoundsConfig) -> Decimal | None:
        return config.rest_points
