"""Double elimination: who loses twice is out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.brackets.chart import draw_double, match_name
from competition.brackets.double import double_plan, no_rematch_before
from competition.brackets.plan import FINALS, LOSERS, Match, Plan
from competition.brackets.seeding import number_of_rounds
from competition.formats.bracket_format import BracketFormat, sides_of
from competition.formats.settings import BEST_OF, SEEDING, Setting
from competition.invalid_config import InvalidConfig
from competition.records import ChartSection, Competitor, TableRecord


@dataclass(frozen=True, slots=True)
class DoubleEliminationConfig:
    """Settings of a double elimination."""

    reset: bool
    best_of: int
    seeding: str


class DoubleElimination(BracketFormat[DoubleEliminationConfig]):
    """Winners' and losers' bracket of duels, grand final, and a second final only if it is needed."""

    key = "double_elimination"
    title = gettext_lazy("Double elimination")
    description = gettext_lazy(
        "Who loses twice is out. Who loses once goes on in the losers' bracket; its winner plays the grand final."
    )
    settings = (
        SEEDING,
        BEST_OF,
        Setting(
            "reset",
            gettext_lazy("Second final"),
            gettext_lazy("Who comes to the grand final without a loss must lose twice: then a second final is played."),
            "yes_no",
            True,
        ),
    )

    def read_config(self, data: Mapping[str, object]) -> DoubleEliminationConfig:
        return DoubleEliminationConfig(**self.values(data))

    def check_field(self, config: DoubleEliminationConfig, players: int, sizes: Sequence[int]) -> None:
        if players < 2:
            raise InvalidConfig(_("A knock-out needs at least two players."))

    def advance(self, config: DoubleEliminationConfig) -> int:
        return 0

    def rounds(self, config: DoubleEliminationConfig, players: int) -> int:
        return 2 * number_of_rounds(players) + config.reset

    def matches(self, config: DoubleEliminationConfig, players: int) -> int:
        return 2 * players - 2 + config.reset

    def best_of(self, config: DoubleEliminationConfig) -> int:
        return config.best_of

    def plan(self, config: DoubleEliminationConfig, size: int, byes: frozenset[int]) -> Plan:
        return double_plan(size, byes, reset=config.reset)

    def explain(self, config: DoubleEliminationConfig, plan: Plan, match: Match, people: Sequence[str]) -> list[str]:
        both = " – ".join(people)
        if match.reset:
            return [_("Second final: %(names)s. Both have now lost once, so one more match decides.") % {"names": both}]
        if match.part == FINALS:
            return [
                _("Grand final: %(names)s. The winners' bracket meets the losers' bracket.") % {"names": both},
            ]
        name = {"match": match_name(match, plan), "names": both}
        if not match.sources:
            return [_("%(match)s: %(names)s. Seeds decide who meets whom.") % name]
        if match.part != LOSERS:
            return [_("%(match)s: %(names)s. Both have won all their matches.") % name]
        dropped = [match_name(source, plan) for source, lost in sides_of(plan, match) if lost]
        if not dropped:
            return [_("%(match)s: %(names)s. Both have lost once.") % name]
        bound = no_rematch_before(plan.size.bit_length() - 1)
        return [
            _("%(match)s: %(names)s.") % name,
            _("Who lost %(lost)s drops to here; by this order nobody can meet again before losers' round %(round)s.")
            % {"lost": ", ".join(dropped), "round": bound},
        ]

    def chart(
        self, config: DoubleEliminationConfig, competitors: Sequence[Competitor], tables: Sequence[TableRecord]
    ) -> list[ChartSection]:
        if not tables and sum(competitor.active for competitor in competitors) < 2:
            return []
        paired = max((table.round for table in tables), default=0)
        return draw_double(*self.follow(config, competitors, tables, paired))
