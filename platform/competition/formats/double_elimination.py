"""Double elimination: two losses and you're out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from competition.brackets.chart import draw_double, match_name
from competition.brackets.crossing import Rounds, knock_out
from competition.brackets.double import can_leave, double_plan, losers_meetings, no_rematch_before, rounds_of_losers
from competition.brackets.plan import FINALS, LOSERS, Match, Plan
from competition.brackets.seeding import bracket_size, number_of_rounds
from competition.formats.bracket_format import BracketFormat, sides_of, too_few
from competition.formats.settings import BEST_OF, SEEDING, STARTS, Setting
from competition.invalid_config import InvalidConfig
from competition.records import ChartSection, Competitor, TableRecord
from engine.message import Message, Value


@dataclass(frozen=True, slots=True)
class DoubleEliminationConfig:
    """Settings of a double elimination."""

    reset: bool
    advance: int
    best_of: int
    seeding: str
    starts: str


class DoubleElimination(BracketFormat[DoubleEliminationConfig]):
    """Winners' and losers' bracket of duels, grand final, and a second final only if it is needed."""

    key = "double_elimination"
    settings = (
        SEEDING,
        STARTS,
        BEST_OF,
        Setting("reset", "yes_no", True, Message("setting.reset.help")),
        Setting("advance", "number", 0, Message("setting.advance.help_double"), maximum=1024),
    )
    new_settings = ("starts", "advance")

    def read_config(self, data: Mapping[str, object]) -> DoubleEliminationConfig:
        config = DoubleEliminationConfig(**self.values(data))
        if config.advance and not can_leave(config.advance):
            raise InvalidConfig(Message("config.double_advance"))
        return config

    def check_field(self, config: DoubleEliminationConfig, players: int, sizes: Sequence[int]) -> None:
        if players < 2:
            raise InvalidConfig(Message("field.knock_out_too_few"))
        if config.advance >= players:
            raise InvalidConfig(Message("field.nobody_is_out", {"advance": config.advance, "players": players}))

    def advance(self, config: DoubleEliminationConfig) -> int:
        return config.advance

    def rounds(self, config: DoubleEliminationConfig, players: int) -> int:
        if config.advance:
            return 1 + rounds_of_losers(bracket_size(players), config.advance)
        return 2 * number_of_rounds(players) + config.reset

    def matches(self, config: DoubleEliminationConfig, players: int) -> int:
        """Everybody who is out has lost twice, who is left once or never."""
        if config.advance:
            unbeaten = max(1, bracket_size(players) >> self.rounds(config, players))
            return 2 * players - config.advance - unbeaten
        return 2 * players - 2 + config.reset

    def best_of(self, config: DoubleEliminationConfig) -> int:
        return config.best_of

    def meetings(self, config: DoubleEliminationConfig, players: int) -> list[Rounds]:
        return [*knock_out(players), losers_meetings(players)]

    def starts(self, config: DoubleEliminationConfig) -> str:
        return config.starts

    def plan(self, config: DoubleEliminationConfig, size: int, byes: frozenset[int]) -> Plan:
        return double_plan(size, byes, reset=config.reset, leaves=config.advance or 1)

    def title_in_plan(self, plan: Plan, number: int) -> Message:
        """Only the finals have a round of their own: before them both brackets are played at the same time."""
        matches = plan.rounds.get(number, [])
        if not matches or any(match.part != FINALS for match in matches):
            return Message("bracket.round", {"number": number})
        return Message("bracket.second_final" if matches[0].reset else "bracket.grand_final")

    def explain(
        self, config: DoubleEliminationConfig, plan: Plan, match: Match, people: Sequence[str]
    ) -> list[Message]:
        values: dict[str, Value] = {"match": match_name(match, plan), "names": " – ".join(people)}
        if match.reset:
            return [Message("bracket.paired_second_final", values)]
        if match.part == FINALS:
            return [Message("bracket.paired_grand_final", values)]
        if not match.sources:
            return [Message("bracket.paired_by_seed", values)]
        if match.part != LOSERS:
            return [Message("bracket.paired_unbeaten", values)]
        dropped = tuple(match_name(source, plan) for source, lost in sides_of(plan, match) if lost)
        if not dropped:
            return [Message("bracket.paired_one_loss", values)]
        bound = no_rematch_before(plan.size.bit_length() - 1)
        return [
            Message("bracket.paired", values),
            Message("bracket.dropped", {"lost": dropped, "round": bound}),
        ]

    def chart(
        self, config: DoubleEliminationConfig, competitors: Sequence[Competitor], tables: Sequence[TableRecord]
    ) -> list[ChartSection]:
        if too_few(competitors, tables):
            return []
        paired = max((table.round for table in tables), default=0)
        return draw_double(*self.follow(config, competitors, tables, paired))
