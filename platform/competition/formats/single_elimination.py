"""Single elimination: one loss and you're out. Or one final table of three or four."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from competition.brackets.chart import draw_single, is_single_final, match_name
from competition.brackets.plan import Match, Plan, single_plan
from competition.brackets.seeding import number_of_rounds
from competition.formats.base import ignored_pairs
from competition.formats.bracket_format import BracketFormat, rank_by, sides_of, too_few
from competition.formats.final_table import draw_final, final_table, final_table_order
from competition.formats.settings import BEST_OF, SEEDING, STARTS, Setting
from competition.formats.starts import Starts
from competition.invalid_config import InvalidConfig
from competition.pairing.concerns import seating_concerns
from competition.records import (
    ChartSection,
    Competitor,
    Concern,
    PairedTable,
    Pairing,
    Reason,
    RoundInput,
    TableRecord,
    check_results,
    names,
)
from competition.standings import Standing
from engine.message import Message, Value


@dataclass(frozen=True, slots=True)
class SingleEliminationConfig:
    """Settings of a knock-out stage."""

    table_size: int
    third_place: bool
    advance: int
    best_of: int
    seeding: str
    starts: str


class SingleElimination(BracketFormat[SingleEliminationConfig]):
    """Duels by standard seeding, byes for the best seeds; with tables of three or four one final table."""

    key = "single_elimination"
    settings = (
        Setting("table_size", "choice", 2, Message("setting.table_size.help_final"), choices=(2, 3, 4)),
        SEEDING,
        STARTS,
        BEST_OF,
        Setting("third_place", "yes_no", False, Message("setting.third_place.help")),
        Setting("advance", "number", 0, Message("setting.advance.help_bracket"), maximum=1024),
    )
    new_settings = ("starts",)

    def read_config(self, data: Mapping[str, object]) -> SingleEliminationConfig:
        config = SingleEliminationConfig(**self.values(data))
        if config.table_size > 2 and config.third_place:
            raise InvalidConfig(Message("config.final_third_place"))
        if config.table_size > 2 and config.advance:
            raise InvalidConfig(Message("config.final_advance"))
        if config.advance and (config.advance < 2 or config.advance & (config.advance - 1)):
            raise InvalidConfig(Message("config.knock_out_advance"))
        if config.advance and config.third_place:
            raise InvalidConfig(Message("config.third_place_advance"))
        return config

    def table_size(self, config: SingleEliminationConfig) -> int:
        return config.table_size

    def check_field(self, config: SingleEliminationConfig, players: int, sizes: Sequence[int]) -> None:
        if players < 2:
            raise InvalidConfig(Message("field.knock_out_too_few"))
        if config.table_size > 2 and (players > config.table_size or players not in sizes):
            raise InvalidConfig(Message("field.final_size", {"size": config.table_size, "players": players}))
        if config.advance >= players:
            raise InvalidConfig(Message("field.nobody_is_out", {"advance": config.advance, "players": players}))

    def takes(self, config: SingleEliminationConfig) -> int | None:
        return config.table_size if config.table_size > 2 else None

    def advance(self, config: SingleEliminationConfig) -> int:
        return config.advance

    def rounds(self, config: SingleEliminationConfig, players: int) -> int:
        if config.table_size > 2:
            return 1
        return max(1, number_of_rounds(players) + 1 - _leaves(config).bit_length())

    def matches(self, config: SingleEliminationConfig, players: int) -> int:
        return players - _leaves(config) + (config.third_place and players > 3)

    def best_of(self, config: SingleEliminationConfig) -> int:
        return config.best_of

    def starts(self, config: SingleEliminationConfig) -> str:
        return config.starts

    def plan(self, config: SingleEliminationConfig, size: int, byes: frozenset[int]) -> Plan:
        return single_plan(size, byes, third_place=config.third_place, leaves=_leaves(config))

    def pair(self, config: SingleEliminationConfig, field: RoundInput) -> Pairing:
        if config.table_size == 2:
            return super().pair(config, field)
        field.check_every_round()
        tables = final_table(field, Starts(config.starts, field))
        return Pairing(tuple(tables), tuple(self.reasons(config, field, tables)))

    def reasons(
        self, config: SingleEliminationConfig, field: RoundInput, tables: Sequence[PairedTable]
    ) -> list[Reason]:
        field.check_seats(tables)
        if config.table_size == 2:
            return super().reasons(config, field, tables)
        named = names(field.competitors)
        starts = Starts(config.starts, field)
        return [
            Reason(
                (
                    Message("bracket.paired_final", {"names": " – ".join(named[player] for player in table.seats)}),
                    starts.reason(table.seats),
                )
            )
            for table in tables
        ]

    def concerns(
        self, config: SingleEliminationConfig, field: RoundInput, tables: Sequence[PairedTable]
    ) -> list[Concern]:
        return (
            super().concerns(config, field, tables)
            if config.table_size == 2
            else seating_concerns(field, tables, parts=False)
        )

    def forecast(
        self, config: SingleEliminationConfig, players: int, sizes: Sequence[int], *, forbidden: int = 0
    ) -> list[Concern]:
        if config.table_size == 2:
            return super().forecast(config, players, sizes, forbidden=forbidden)
        return ignored_pairs(forbidden)

    def last_round(
        self, config: SingleEliminationConfig, competitors: Sequence[Competitor], tables: Sequence[TableRecord]
    ) -> int:
        return super().last_round(config, competitors, tables) if config.table_size == 2 else 1

    def round_title(
        self,
        config: SingleEliminationConfig,
        competitors: Sequence[Competitor],
        tables: Sequence[TableRecord],
        number: int,
        paired: Sequence[PairedTable] = (),
    ) -> Message:
        if config.table_size > 2:
            return Message("bracket.final")
        return super().round_title(config, competitors, tables, number, paired)

    def ranking(
        self,
        config: SingleEliminationConfig,
        competitors: Sequence[Competitor],
        tables: Sequence[TableRecord],
        lot: str = "",
    ) -> list[Standing]:
        if config.table_size == 2:
            return super().ranking(config, competitors, tables, lot)
        check_results(competitors, tables)
        return rank_by(competitors, tables, final_table_order(competitors, tables))

    def explain(
        self, config: SingleEliminationConfig, plan: Plan, match: Match, people: Sequence[str]
    ) -> list[Message]:
        values: dict[str, Value] = {"match": match_name(match, plan), "names": " – ".join(people)}
        if match.third_place:
            return [Message("bracket.paired_third_place", values)]
        if is_single_final(match, plan):
            return [Message("bracket.paired_final", values)]
        won = [match_name(source, plan) for source, _lost in sides_of(plan, match) if source.name]
        if len(won) < 2:
            return [Message("bracket.paired_by_seed", values)]
        return [Message("bracket.paired_winners", values | {"one": won[0], "other": won[1]})]

    def chart(
        self, config: SingleEliminationConfig, competitors: Sequence[Competitor], tables: Sequence[TableRecord]
    ) -> list[ChartSection]:
        if config.table_size > 2:
            return draw_final(competitors, tables)
        if too_few(competitors, tables):
            return []
        paired = max((table.round for table in tables), default=0)
        return draw_single(*self.follow(config, competitors, tables, paired))


def _leaves(config: SingleEliminationConfig) -> int:
    """How many are left at the end."""
    return config.advance or 1
