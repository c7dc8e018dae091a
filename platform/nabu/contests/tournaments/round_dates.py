"""When the rounds of a tournament are to be played: begins and deadlines, which `nabu.contests.dates` keeps."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, partial

from nabu.accounts.versions.services import tournament_topic
from nabu.contests.matches.models import Table
from nabu.contests.tournaments.kept_results import kept_small
from nabu.contests.tournaments.models import Round, Tournament
from nabu.contests.tournaments.topics import tournament_of_round


@dataclass(frozen=True, slots=True)
class Dates:
    """When a round begins, and until when its results are due; None for what nobody has set."""

    starts_at: datetime | None = None
    due_at: datetime | None = None


NO_DATES = Dates()


@dataclass
class RoundDates:
    """The dates of one tournament: `by_round` by the position of the stage and the number of the round, which may not
    be paired yet."""

    tournament: int
    by_round: dict[tuple[int, int], Dates] = field(default_factory=dict)

    def of(self, round_: Round) -> Dates:
        """Those of a round."""
        return self.by_round.get((round_.stage.position, round_.number), NO_DATES)

    def due(self, table: Table) -> datetime | None:
        """Until when the game of a table is due, or the match that it belongs to. A bye never is."""
        due = self.of(table.round).due_at
        if due is None or table.is_bye:
            return None
        return later(due, self._extended.get((table.round_id, table.number)))

    @cached_property
    def _extended(self) -> dict[tuple[int, int], datetime]:
        extended = Table.objects.filter(round__stage__tournament=self.tournament, extension__isnull=False)
        rows = extended.values_list("round_id", "number", "extension__due_at")
        return {(round_, number): due for round_, number, due in rows}


def later(due: datetime, extended: datetime | None) -> datetime:
    """An extension holds unless the whole round has got more time since."""
    return due if extended is None else max(due, extended)


def dates_of(tournament: Tournament) -> RoundDates:
    """The dates of a tournament, which remembers them while a page is made."""
    known: RoundDates | None = tournament.__dict__.get("_round_dates")
    if known is None:
        topics = (tournament_topic(tournament.pk),)
        known = RoundDates(
            tournament.pk, kept_small(("dates", tournament.pk, None), topics, partial(_read, tournament))
        )
        tournament.__dict__["_round_dates"] = known
    return known


def has_dates(table: Table) -> bool:
    """Whether any round of its tournament has some: most events have none."""
    tournament = tournament_of_round(table.round_id)
    return bool(dates_of(Tournament(pk=tournament)).by_round)


def _read(tournament: Tournament) -> dict[tuple[int, int], Dates]:
    return {(row.stage, row.number): Dates(row.starts_at, row.due_at) for row in tournament.round_dates.all()}
