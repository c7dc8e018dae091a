"""Swiss: everybody plays every round, against people with about the same points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from random import Random

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from nabu.tournaments.formats.base import BadConfig, Format, Setting
from nabu.tournaments.pairing.explain import explain_tables
from nabu.tournaments.pairing.history import History, read_history
from nabu.tournaments.pairing.pods import choose_byes, pair_pods
from nabu.tournaments.pairing.seats import order_seats
from nabu.tournaments.pairing.sizes import table_sizes
from nabu.tournaments.pairing.two import pair_two
from nabu.tournaments.points import share_points
from nabu.tournaments.records import Competitor, Field, PairedTable, Pairing, Reason, TableRecord, names
from nabu.tournaments.standings import Standing, standings

DEFAULT_POINTS: dict[str, list[int]] = {"2": [6, 0], "3": [6, 3, 0], "4": [6, 4, 2, 0]}


@dataclass(frozen=True, slots=True)
class SwissConfig:
    """Settings of a Swiss stage. `points` has the points by place for each table size."""

    table_size: int
    rounds: int
    advance: int
    points: Mapping[int, tuple[Decimal, ...]]
    bye_points: Decimal


class Swiss(Format[SwissConfig]):
    """Swiss for tables of two, three or four; smaller tables where the number of players does not divide."""

    key = "swiss"
    title = gettext_lazy("Swiss")
    description = gettext_lazy(
        "Everybody plays every round and meets people with about the same points. Nobody meets twice if it can be "
        "avoided."
    )
    is_bracket = False
    accepts_late = True
    settings = (
        Setting(
            "table_size",
            gettext_lazy("Players per table"),
            gettext_lazy("Some tables are smaller when the number of players does not divide."),
            "choice",
            4,
            choices=(2, 3, 4),
        ),
        Setting("rounds", gettext_lazy("Rounds"), "", "number", 4, minimum=1, maximum=30),
        Setting(
            "advance",
            gettext_lazy("Players who go on"),
            gettext_lazy("How many of the best play the next stage; 0 in the last stage."),
            "number",
            0,
            minimum=0,
            maximum=1024,
        ),
        Setting(
            "points",
            gettext_lazy("Points by place"),
            gettext_lazy("For each table size, from first to last. Shared places share the points."),
            "points",
            DEFAULT_POINTS,
        ),
        Setting("bye_points", gettext_lazy("Points for a bye"), "", "number", 6, minimum=0, maximum=1000),
    )

    def read_config(self, data: Mapping[str, object]) -> SwissConfig:
        values = self.values(data)
        points = {int(size): tuple(map(Decimal, row)) for size, row in DEFAULT_POINTS.items()} | values["points"]
        return SwissConfig(
            values["table_size"], values["rounds"], values["advance"], points, Decimal(values["bye_points"])
        )

    def check_game(self, config: SwissConfig, sizes: Sequence[int]) -> None:
        if config.table_size not in sizes:
            raise BadConfig(_("This game cannot be played at tables of %(size)s.") % {"size": config.table_size})

    def check_field(self, config: SwissConfig, players: int, sizes: Sequence[int]) -> None:
        if not table_sizes(players, config.table_size, sizes).tables:
            raise BadConfig(_("There are not enough players for a single table."))
        if config.advance > players:
            raise BadConfig(
                _("%(advance)s are to go on, but only %(players)s play.")
                % {"advance": config.advance, "players": players}
            )

    def takes(self, config: SwissConfig) -> int | None:
        return None

    def advance(self, config: SwissConfig) -> int:
        return config.advance

    def rounds(self, config: SwissConfig, players: int) -> int:
        return config.rounds

    def pair(self, config: SwissConfig, field: Field) -> Pairing:
        active = field.active()
        sizes = table_sizes(len(active), config.table_size, field.sizes)
        if not sizes.tables:
            raise BadConfig(_("There are not enough players for a single table."))
        history = read_history(field.tables, config.table_size)
        rng = Random(f"{field.lot}/{field.round}")
        tables, byes = self._groups(active, history, sizes.tables, sizes.byes, rng)
        seated = [PairedTable(order_seats(table, history, rng)) for table in tables]
        seated += [PairedTable((player,)) for player in byes]
        notes = self._unavoidable(seated, active, history)
        return Pairing(tuple(seated), tuple(self.reasons(config, field, seated)), tuple(notes))

    def reasons(self, config: SwissConfig, field: Field, tables: Sequence[PairedTable]) -> list[Reason]:
        history = read_history(field.tables, config.table_size)
        return [
            Reason((text,)) for text in explain_tables(tables, history, names(field.competitors), config.table_size)
        ]

    def ranking(
        self, config: SwissConfig, competitors: Sequence[Competitor], tables: Sequence[TableRecord], lot: str = ""
    ) -> list[Standing]:
        return standings(competitors, tables)

    def points(self, config: SwissConfig, places: Sequence[int]) -> list[Decimal | None]:
        return [*share_points(places, config.points[len(places)])]

    def bye_points(self, config: SwissConfig) -> Decimal | None:
        return config.bye_points

    @staticmethod
    def _groups(
        active: Sequence[Competitor], history: History, sizes: Sequence[int], byes: int, rng: Random
    ) -> tuple[list[list[int]], list[int]]:
        """Who sits together, and who has a bye."""
        if set(sizes) == {2} and byes < 2:
            pairs = pair_two(active, history, rng)
            return [list(pair) for pair in pairs.pairs], [] if pairs.bye is None else [pairs.bye]
        resting = choose_byes(active, history, byes)
        playing = [competitor for competitor in active if competitor not in resting]
        return pair_pods(playing, history, sizes, rng), [competitor.id for competitor in resting]

    @staticmethod
    def _unavoidable(tables: Sequence[PairedTable], active: Sequence[Competitor], history: History) -> list[str]:
        """What had to be given up, in the declared order."""
        notes = []
        if any(table.is_bye and history.byes[table.seats[0]] for table in tables):
            notes.append(_("Somebody gets a bye again, because nobody who plays has had fewer byes."))
        again = sum(
            history.meetings(one, other) > 0
            for table in tables
            for at, one in enumerate(table.seats)
            for other in table.seats[at + 1 :]
        )
        if again:
            notes.append(
                _("No pairing without a repeated meeting was found for these %(players)s players: %(again)s here.")
                % {"players": len(active), "again": again}
            )
        return notes
