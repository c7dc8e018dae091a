"""What the home page tells of tournaments: what is on now, what comes next, what was just decided."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F

from nabu.contests.matches.models import Seat, Table
from nabu.contests.matches.queries import with_players
from nabu.contests.tournaments.models import Round, Tournament
from nabu.contests.tournaments.page_queries import listed_tournaments
from nabu.contests.tournaments.queries import StandingRow
from nabu.contests.tournaments.standings.finish import podium

TABLES = 3
DECIDED = 4


@dataclass(frozen=True, slots=True)
class SeatNow:
    """A seat of a table on the home page; `share` is its score in percent of the table's highest."""

    seat: Seat
    share: int | None


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table that is being played, or just was."""

    table: Table
    seats: tuple[SeatNow, ...]


@dataclass(frozen=True, slots=True)
class OnNow:
    """A round that is being played, with its first tables; `more` tables are not shown."""

    round: Round
    tables: tuple[TableNow, ...]
    more: int

    @property
    def tournament(self) -> Tournament:
        """Whose round it is."""
        return self.round.stage.tournament


@dataclass(frozen=True, slots=True)
class Decided:
    """A finished tournament and who won it; several who share the first place."""

    tournament: Tournament
    winners: tuple[StandingRow, ...]


def on_now() -> OnNow | None:
    """The round that was published last and is still being played."""
    published = Round.objects.filter(
        status=Round.Status.PUBLISHED,
        stage__tournament__status=Tournament.Status.RUNNING,
        stage__tournament__practice=False,
    )
    round_ = published.select_related("stage__tournament").order_by(F("published_at").desc(nulls_last=True)).first()
    if round_ is None:
        return None
    tables = round_.tables.filter(is_bye=False)
    shown = tables.prefetch_related(with_players()).order_by("number", "game_number")[:TABLES]
    return OnNow(round_, tuple(_table_now(table) for table in shown), max(0, tables.count() - TABLES))


def _table_now(table: Table) -> TableNow:
    seats = table.seats.all()
    highest = max((seat.score or 0 for seat in seats), default=0)
    return TableNow(
        table,
        tuple(
            SeatNow(seat, None if seat.score is None or highest <= 0 else max(0, round(100 * seat.score / highest)))
            for seat in seats
        ),
    )


def just_decided() -> list[Decided]:
    """The tournaments that were finished last, with their winners."""
    finished = listed_tournaments().filter(status=Tournament.Status.FINISHED, practice=False)
    return [
        Decided(tournament, tuple(row for row in podium(tournament) if row.place == 1))
        for tournament in finished[:DECIDED]
    ]
