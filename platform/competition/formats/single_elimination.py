"""Single elimination: who loses a duel is out. Or one final table of three or four."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.brackets.chart import draw_single, is_single_final, match_name
from competition.brackets.plan import Match, Plan, single_plan
from competition.brackets.seeding import number_of_rounds
from competition.formats.bracket_format import BracketFormat, rank_by, sides_of
from competition.formats.final_table import draw_final, final_table, final_table_order
from competition.formats.sentences import unheeded
from competition.formats.settings import BEST_OF, SEEDING, Setting
from competition.invalid_config import InvalidConfig
from competition.pairing.seating import seating_concerns
from competition.records import (
    ChartSection,
    Competitor,
    Concern,
    PairedTable,
    Pairing,
    Reason,
    RoundInput,
    TableRecord,
    names,
)
from competition.standings import Standing


@dataclass(frozen=True, slots=True)
class SingleEliminationConfig:
    """Settings of a knock-out stage."""

    table_size: int
    third_place: bool
    advance: int
    best_of: int
    seeding: str


class SingleElimination(BracketFormat[SingleEliminationConfig]):
    """Duels by standard seeding, byes for the best seeds; with tables of three or four one final table."""

    key = "single_elimination"
    title = gettext_lazy("Single elimination")
    description = gettext_lazy(
        "Who loses is out. Duels for any number of players, or one final table of three or four."
    )
    settings = (
        Setting(
            "table_size",
            gettext_lazy("Players per table"),
            gettext_lazy("2 for a bracket of duels, 3 or 4 for one final table."),
            "choice",
            2,
            choices=(2, 3, 4),
        ),
        SEEDING,
        BEST_OF,
        Setting(
            "third_place",
            gettext_lazy("Game for the third place"),
            gettext_lazy("The losers of the semi-finals play for the third place."),
            "yes_no",
            False,
        ),
        Setting(
            "advance",
            gettext_lazy("Players who go on"),
            gettext_lazy(
                "The knock-out ends with so many left, and they play the next stage: 2, 4, 8, ... "
                "0 in the last stage, which is played to the end."
            ),
            "number",
            0,
            minimum=0,
            maximum=1024,
        ),
    )

    def read_config(self, data: Mapping[str, object]) -> SingleEliminationConfig:
        config = SingleEliminationConfig(**self.values(data))
        if config.table_size > 2 and config.third_place:
            raise InvalidConfig(_("A final table decides the third place itself; choose no game for it."))
        if config.table_size > 2 and config.best_of > 1:
            raise InvalidConfig(_("A final table is one game; only matches of two can be best of several."))
        if config.table_size > 2 and config.advance:
            raise InvalidConfig(_("A final table is the end; nobody goes on from it."))
        if config.advance and (config.advance < 2 or config.advance & (config.advance - 1)):
            raise InvalidConfig(_("A knock-out can end with 2, 4, 8, 16, ... players left."))
        if config.advance and config.third_place:
            raise InvalidConfig(_("There is a game for the third place only where the knock-out is played to the end."))
        return config

    def table_size(self, config: SingleEliminationConfig) -> int:
        return config.table_size

    def check_field(self, config: SingleEliminationConfig, players: int, sizes: Sequence[int]) -> None:
        if players < 2:
            raise InvalidConfig(_("A knock-out needs at least two players."))
        if config.table_size > 2 and (players > config.table_size or players not in sizes):
            raise InvalidConfig(
                _("A final table of %(size)s cannot be played by %(players)s players.")
                % {"size": config.table_size, "players": players}
            )
        if config.advance >= players:
            raise InvalidConfig(
                _("%(advance)s are to go on, but only %(players)s play.")
                % {"advance": config.advance, "players": players}
            )

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

    def plan(self, config: SingleEliminationConfig, size: int, byes: frozenset[int]) -> Plan:
        return single_plan(size, byes, third_place=config.third_place, leaves=_leaves(config))

    def pair(self, config: SingleEliminationConfig, field: RoundInput) -> Pairing:
        if config.table_size == 2:
            return super().pair(config, field)
        tables = final_table(field)
        return Pairing(tuple(tables), tuple(self.reasons(config, field, tables)))

    def reasons(
        self, config: SingleEliminationConfig, field: RoundInput, tables: Sequence[PairedTable]
    ) -> list[Reason]:
        if config.table_size == 2:
            return super().reasons(config, field, tables)
        named = names(field.competitors)
        return [
            Reason((_("Final: %(names)s.") % {"names": " – ".join(named[player] for player in table.seats)},))
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
        return unheeded(forbidden)

    def last_round(
        self, config: SingleEliminationConfig, competitors: Sequence[Competitor], tables: Sequence[TableRecord]
    ) -> int:
        return super().last_round(config, competitors, tables) if config.table_size == 2 else 1

    def ranking(
        self,
        config: SingleEliminationConfig,
        competitors: Sequence[Competitor],
        tables: Sequence[TableRecord],
        lot: str = "",
    ) -> list[Standing]:
        if config.table_size == 2:
            return super().ranking(config, competitors, tables, lot)
        return rank_by(competitors, tables, final_table_order(competitors, tables))

    def explain(self, config: SingleEliminationConfig, plan: Plan, match: Match, people: Sequence[str]) -> list[str]:
        both = {"match": match_name(match, plan), "names": " – ".join(people)}
        if match.third_place:
            return [_("For the third place: %(names)s. They lost the semi-finals.") % both]
        if is_single_final(match, plan):
            return [_("Final: %(names)s.") % both]
        if not match.sources:
            return [_("%(match)s: %(names)s. Seeds decide who meets whom.") % both]
        won = [name for source, _lost in sides_of(plan, match) if (name := match_name(source, plan))]
        if len(won) < 2:
            return [_("%(match)s: %(names)s. Seeds decided who meets whom.") % both]
        return [
            _("%(match)s: %(names)s, the winners of %(one)s and %(other)s.") % (both | {"one": won[0], "other": won[1]})
        ]

    def chart(
        self, config: SingleEliminationConfig, competitors: Sequence[Competitor], tables: Sequence[TableRecord]
    ) -> list[ChartSection]:
        if config.table_size > 2:
            return draw_final(competitors, tables)
        if not tables and sum(competitor.active for competitor in competitors) < 2:
            return []
        paired = max((table.round for table in tables), default=0)
        return draw_single(*self.follow(config, competitors, tables, paired))


def _leaves(config: SingleEliminationConfig) -> int:
    """How many are left at the end."""
    return config.advance or 1
