"""Single elimination: who loses a duel is out. Or one final table of three or four."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from nabu.tournaments.bracket import Duel, first_round, next_round, number_of_rounds
from nabu.tournaments.formats.base import BadConfig, Format, Setting
from nabu.tournaments.records import Competitor, Field, PairedTable, Pairing, Reason, TableRecord, names
from nabu.tournaments.standings import Standing

FINAL, THIRD_PLACE = 0, 1
"""Slots of the last round."""


@dataclass(frozen=True, slots=True)
class SingleEliminationConfig:
    """Settings of a knock-out stage."""

    table_size: int
    third_place: bool


class SingleElimination(Format[SingleEliminationConfig]):
    """Duels by standard seeding, byes for the best seeds; with tables of three or four one final table."""

    key = "single_elimination"
    title = gettext_lazy("Single elimination")
    description = gettext_lazy(
        "Who loses is out. Duels for any number of players, or one final table of three or four."
    )
    is_bracket = True
    settings = (
        Setting(
            "table_size",
            gettext_lazy("Players per table"),
            gettext_lazy("2 for a bracket of duels, 3 or 4 for one final table."),
            "choice",
            2,
            choices=(2, 3, 4),
        ),
        Setting(
            "third_place",
            gettext_lazy("Game for the third place"),
            gettext_lazy("The losers of the semi-finals play for the third place."),
            "yes_no",
            False,
        ),
    )

    def read_config(self, data: Mapping[str, object]) -> SingleEliminationConfig:
        config = SingleEliminationConfig(**self.values(data))
        if config.third_place and config.table_size > 2:
            raise BadConfig(_("A final table decides the third place itself; choose no game for it."))
        return config

    def check_game(self, config: SingleEliminationConfig, sizes: Sequence[int]) -> None:
        if config.table_size not in sizes:
            raise BadConfig(_("This game cannot be played at tables of %(size)s.") % {"size": config.table_size})

    def check_field(self, config: SingleEliminationConfig, players: int, sizes: Sequence[int]) -> None:
        if players < 2:
            raise BadConfig(_("A knock-out needs at least two players."))
        if config.table_size > 2 and (players > config.table_size or players not in sizes):
            raise BadConfig(
                _("A final table of %(size)s cannot be played by %(players)s players.")
                % {"size": config.table_size, "players": players}
            )

    def takes(self, config: SingleEliminationConfig) -> int | None:
        return config.table_size if config.table_size > 2 else None

    def advance(self, config: SingleEliminationConfig) -> int:
        return 0

    def rounds(self, config: SingleEliminationConfig, players: int) -> int:
        return 1 if config.table_size > 2 else number_of_rounds(players)

    def pair(self, config: SingleEliminationConfig, field: Field) -> Pairing:
        if config.table_size > 2:
            tables = [PairedTable(tuple(competitor.id for competitor in field.active()), FINAL)]
        else:
            tables = [
                PairedTable(tuple(side for side in (duel.first, duel.second) if side is not None), duel.slot)
                for duel in self._duels(config, field)
                if duel.first is not None or duel.second is not None
            ]
        return Pairing(tuple(tables), tuple(self.reasons(config, field, tables)))

    def reasons(self, config: SingleEliminationConfig, field: Field, tables: Sequence[PairedTable]) -> list[Reason]:
        name = names(field.competitors)
        seed = {competitor.id: competitor.seed for competitor in field.competitors}
        last = field.round == _last_round(config, field.competitors, field.tables)
        notes = []
        for number, table in enumerate(tables, start=1):
            seats = [f"{name[player]} ({seed[player]})" for player in table.seats]
            if table.is_bye:
                text = _("%(name)s goes on without a game.") % {"name": seats[0]}
            elif last and table.slot == THIRD_PLACE:
                text = _("For the third place: %(names)s.") % {"names": " – ".join(seats)}
            elif last:
                text = _("Final: %(names)s.") % {"names": " – ".join(seats)}
            else:
                text = _("Seeds decide who meets whom: %(names)s.") % {"names": " – ".join(seats)}
            notes.append(Reason((_("Table %(number)s: %(text)s") % {"number": number, "text": text},)))
        return notes

    def ranking(
        self,
        config: SingleEliminationConfig,
        competitors: Sequence[Competitor],
        tables: Sequence[TableRecord],
        lot: str = "",
    ) -> list[Standing]:
        """Who came further is better; who went out in the same round shares the place. Seeds order them in the list."""
        depth: dict[int, tuple[int, int]] = {competitor.id: (0, 0) for competitor in competitors}
        games, wins, byes = ({competitor.id: 0 for competitor in competitors} for _count in range(3))
        last = _last_round(config, competitors, tables)
        for table in sorted((t for t in tables if t.confirmed), key=lambda t: t.round):
            for seat in table.seats:
                games[seat.competitor] += not table.is_bye
                byes[seat.competitor] += table.is_bye
                wins[seat.competitor] += seat.place == 1 and not table.is_bye
                for_third = table.round == last and table.slot == THIRD_PLACE and config.table_size == 2
                reached = (table.round - 1, 1) if for_third else (table.round, 0)
                depth[seat.competitor] = (reached[0] * 10 + reached[1] * 5, -(seat.place or 1))
        ordered = sorted(competitors, key=lambda c: (-depth[c.id][0], -depth[c.id][1], c.seed))
        rows: list[Standing] = []
        for index, competitor in enumerate(ordered, start=1):
            same = rows and depth[competitor.id] == depth[rows[-1].competitor.id]
            rows.append(
                Standing(
                    place=rows[-1].place if same else index,
                    competitor=competitor,
                    points=Decimal(0),
                    games=games[competitor.id],
                    byes=byes[competitor.id],
                    wins=wins[competitor.id],
                )
            )
        return rows

    def points(self, config: SingleEliminationConfig, places: Sequence[int]) -> list[Decimal | None]:
        return [None] * len(places)

    def bye_points(self, config: SingleEliminationConfig) -> Decimal | None:
        return None

    def _duels(self, config: SingleEliminationConfig, field: Field) -> list[Duel]:
        """The next round. Who has dropped is missing: the opponent goes on without a game."""
        everybody = sorted(field.competitors, key=lambda c: c.seed)
        active = {competitor.id for competitor in everybody if competitor.active}
        if field.round == 1:
            present = [competitor.id for competitor in everybody if competitor.id in active]
            if len(present) < 2:
                raise BadConfig(_("A knock-out needs at least two players."))
            return first_round(present)
        winners, losers = _outcome(field.tables, field.round - 1, active)
        duels = next_round(winners, _first_slots(field.tables) >> (field.round - 2))
        if config.third_place and len(duels) == 1 and len(losers) == 2:
            duels.append(Duel(THIRD_PLACE, losers[0], losers[1]))
        return duels


def _first_slots(tables: Sequence[TableRecord]) -> int:
    """The number of slots of the first round, a power of two; no slot of it is ever empty."""
    return sum(table.round == 1 for table in tables)


def _last_round(
    config: SingleEliminationConfig, competitors: Sequence[Competitor], tables: Sequence[TableRecord]
) -> int:
    """The number of the final, from the first round if there is one: it was made without those who had dropped."""
    if config.table_size > 2:
        return 1
    slots = _first_slots(tables)
    return slots.bit_length() if slots else number_of_rounds(max(2, sum(c.active for c in competitors)))


def _outcome(
    tables: Sequence[TableRecord], round_number: int, active: set[int]
) -> tuple[dict[int, int | None], list[int]]:
    """Winners by slot and losers in order of slots of a round, both without those who have dropped."""
    winners: dict[int, int | None] = {}
    losers: list[int] = []
    for table in sorted((t for t in tables if t.round == round_number), key=lambda t: t.slot or 0):
        for seat in table.seats:
            if seat.competitor not in active:
                continue
            if seat.place == 1:
                winners[table.slot or 0] = seat.competitor
            else:
                losers.append(seat.competitor)
    return winners, losers
