"""What a list of players would do to a tournament, before anything is stored."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from competition.trf.reader import TrfError, read_trf
from competition.trf.values import TrfReport
from nabu.contests.tournaments.entries.queries import known_players
from nabu.contests.tournaments.imports.correcting import Fields, fields_of
from nabu.contests.tournaments.imports.player_list import (
    MOST_ROWS,
    ListedPlayer,
    PlayerList,
    RowError,
    check_players,
    read_player_list,
)
from nabu.contests.tournaments.imports.report_files import is_trf, listed_players
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
    `report` if it is a report file."""

    rows: tuple[PreviewRow, ...]
    players: tuple[ListedPlayer, ...]
    problems: tuple[str, ...]
    ignored: tuple[str, ...]
    notes: tuple[str, ...]
    report: TrfReport | None = None

    @property
    def is_clean(self) -> bool:
        """Nothing is wrong anywhere."""
        return bool(self.players) and not self.problems and not any(row.error for row in self.rows)

    @property
    def has_good_rows(self) -> bool:
        """The good rows can be imported without the others."""
        return bool(self.players) and not self.problems


def preview(tournament: Tournament, text: str) -> Preview:
    """What importing this text would do: a list of players, or a tournament report file. Takes any text."""
    report, found = _read(tournament, text)
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
    )


def _read(tournament: Tournament, text: str) -> tuple[TrfReport | None, PlayerList]:
    entered = list(tournament.entries.values_list("player__name", flat=True))
    if not is_trf(text):
        return None, read_player_list(text, entered, MOST_ROWS - len(entered))
    try:
        report = read_trf(text)
    except TrfError as error:
        return None, PlayerList(errors=tuple(RowError(None, sentence(problem)) for problem in error.problems))
    return report, check_players(listed_players(report), entered, MOST_ROWS - len(entered))
