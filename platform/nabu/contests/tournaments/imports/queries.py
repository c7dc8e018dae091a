"""What a list of players would do to a tournament, before anything is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from competition.records import SeatRecord, TableRecord
from competition.trf.reader import TrfError, read_trf
from competition.trf.values import TrfReport
from nabu.contests.tournaments.entries.queries import known_players
from nabu.contests.tournaments.imports.correcting import Fields, fields_of
from nabu.contests.tournaments.imports.player_list import (
    MOST_ROWS,
    ListedPlayer,
    PlayerList,
    RowError,
    Unreadable,
    cells_of,
    check_players,
    players_in,
)
from nabu.contests.tournaments.imports.report_files import is_trf, listed_players, seats_allowed
from nabu.contests.tournaments.imports.result_table import Results, read_results
from nabu.contests.tournaments.models import Tournament
from nabu.core.sentences import sentence


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A row of the list. Either `error` says what is wrong with it, or `player` is new or known (`is_known`).

    A wrong row is corrected in its `fields`, if it has some.
    """

    number: int | None
    name: str
    player: ListedPlayer | None = None
    is_known: bool = False
    error: str = ""
    fields: Fields | None = None

    @property
    def details(self) -> str:
        """What is known about the player besides the name, on one line."""
        if self.player is None:
            return ""
        parts = [
            self.player.club,
            _("rating %(rating)s") % {"rating": self.player.rating} if self.player.rating else "",
            _("FIDE ID %(number)s") % {"number": self.player.fide_id} if self.player.fide_id else "",
            _("seed %(seed)s") % {"seed": self.player.seed} if self.player.seed else "",
            _("fixed table %(number)s") % {"number": self.player.fixed_table} if self.player.fixed_table else "",
            self.player.note,
            self.player.email,
        ]
        return " · ".join(filter(None, parts))


@dataclass(frozen=True, slots=True)
class Preview:
    """Rows, those with mistakes first, and whether all could be imported. `notes` say what was put right in the list.
    `report` if it is a report file, `results` if it is a table of results."""

    rows: tuple[PreviewRow, ...]
    players: tuple[ListedPlayer, ...]
    problems: tuple[str, ...]
    ignored: tuple[str, ...]
    notes: tuple[str, ...]
    report: TrfReport | None = None
    results: Results | None = None

    @property
    def rounds(self) -> list[tuple[int, list[str]]]:
        """The rounds of a table of results: a line for each table, with its seats in their order."""
        if self.results is None:
            return []
        names = {player.row: player.name for player in self.players}
        return [
            (number, [" · ".join(_seat(seat, table, names) for seat in table.seats) for table in tables])
            for number, tables in groupby(self.results.tables, key=lambda table: table.round)
        ]

    @property
    def is_clean(self) -> bool:
        """Nothing is wrong anywhere."""
        return bool(self.players) and not self.problems and not any(row.error for row in self.rows)

    @property
    def has_good_rows(self) -> bool:
        """The good rows can be imported without the others."""
        return bool(self.players) and not self.problems


def _seat(seat: SeatRecord, table: TableRecord, names: Mapping[int, str]) -> str:
    name = names[seat.competitor]
    if table.is_bye:
        return (_("%(name)s: requested bye") if table.requested else _("%(name)s: bye")) % {"name": name}
    if seat.absent:
        return _("%(name)s (absent)") % {"name": name}
    score = "" if seat.score is None else f" ({seat.score})"
    return f"{seat.place}. {name}{score}" if seat.place else name


def preview(tournament: Tournament, text: str) -> Preview:
    """What importing this text would do: a list of players, a table of results, or a tournament report file. Takes any
    text."""
    report, results, found = _read(tournament, text)
    known = known_players(tournament, [player.name for player in found.players])
    wrong = [(error.row, error.column) for error in found.errors if error.row is not None]
    fields = fields_of(text, wrong) if wrong else {}
    rows = [PreviewRow(player.row, player.name, player, is_known=player.name in known) for player in found.players] + [
        PreviewRow(error.row, error.name, error=error.text, fields=fields.get(error.row))
        for error in found.errors
        if error.row is not None
    ]
    return Preview(
        tuple(sorted(rows, key=lambda row: (not row.error, row.number or 0))),
        found.players,
        tuple(error.text for error in found.errors if error.row is None),
        found.ignored,
        found.notes,
        report,
        results,
    )


def _read(tournament: Tournament, text: str) -> tuple[TrfReport | None, Results | None, PlayerList]:
    entered = list(tournament.entries.values_list("player__name", flat=True))
    free = MOST_ROWS - len(entered)
    try:
        if is_trf(text):
            report = read_trf(text)
            return report, None, check_players(listed_players(report), entered, free)
        table = cells_of(text)
        if table.is_results:
            return None, *read_results(table, text, seats_allowed(tournament), entered, free)
        return None, None, players_in(table, text, entered, free)
    except TrfError as error:
        problems = [sentence(problem) for problem in error.problems]
    except Unreadable as problem:
        problems = [str(problem)]
    return None, None, PlayerList(errors=tuple(RowError(None, problem) for problem in problems))
