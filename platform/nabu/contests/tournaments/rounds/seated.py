"""A table as one of its players sees it: the own seat, the opponents, what there is to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, prefetch_related_objects

from nabu.accounts.players.models import Person, User
from nabu.accounts.versions.services import PEOPLE, table_topic, tournament_topic
from nabu.contests.matches.models import ResultReport, Seat, Table
from nabu.contests.tournaments.kept_results import kept_small
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.rounds.pages import all_open, tables_with_players
from nabu.contests.tournaments.topics import tournament_of_round

OWN_PART = "own"
"""The id of the part of a page with the own table, which is asked for alone when it changes."""


class Todo(StrEnum):
    """What a table waits for, seen from one of its players."""

    REPORT = "report"
    CONFIRM = "confirm"
    OTHERS = "others"
    RULING = "ruling"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class SeatAtTable:
    """The seat of one player, and everybody else at the table in order of play."""

    table: Table
    own: Seat
    others: tuple[Seat, ...]

    @property
    def seat(self) -> int:
        """Counts from 1; 1 starts."""
        return self.own.position + 1

    @property
    def opponents(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(seat.entry.player.name for seat in self.others)


@dataclass(frozen=True, slots=True)
class OwnTable(SeatAtTable):
    """The table of somebody who is signed in. `recording`: its game is being recorded."""

    todo: Todo
    recording: bool = False

    @property
    def state(self) -> str:
        """As in `states_of`."""
        return _table_state(self.table.pk, self.table.status, self.table.extra_seconds)


def seat_of_entry(table: Table, entry: int) -> SeatAtTable:
    """The seat of an entry at a table that comes with its seats and players."""
    own = next(seat for seat in table.seats.all() if seat.entry_id == entry)
    return SeatAtTable(table, own, _others(table, own))


def own_tables(user: Person, round_: Round) -> list[OwnTable]:
    """The tables at which this account's player sits in the round; more than one in a best-of match."""
    if not isinstance(user, User) or not user.is_active:
        return []
    if not all_open(round_.pk):
        sits = Seat.objects.filter(table=OuterRef("pk"), entry__player__user=user.pk)
        return [
            own_table(user, table, recording=table.recording) for table in _with_reports(Exists(sits), round=round_)
        ]
    seats = Seat.objects.filter(table__round=round_, entry__player__user=user.pk)
    tables = seats.order_by("table__number", "table__game_number").values_list("table", flat=True)
    tournament = tournament_topic(tournament_of_round(round_.pk))
    kept = [
        kept_small(("seated", pk, None), (table_topic(pk), tournament, PEOPLE), partial(_with_reports, pk=pk))
        for pk in tables
    ]
    return [own_table(user, table, recording=table.recording) for found in kept for table in found]


def _with_reports(*conditions: Exists, **fields: Any) -> list[Any]:
    """Tables as each of their players is told of them."""
    recorded = Table.objects.filter(pk=OuterRef("pk"), records__status="open")
    tables = tables_with_players().filter(*conditions, **fields).select_related("round")
    found = list(tables.annotate(recording=Exists(recorded)))
    look_for_reports(found)
    return found


def states_of(round_: Round) -> list[str]:
    """The state of a round and of each of its tables, in a page for everybody: when that of an own table is another one
    than its card shows, the card is asked for again."""
    tables = Table.objects.filter(round=round_).order_by("number", "game_number")

    def rows() -> list[str]:
        return [_table_state(*row) for row in tables.values_list("pk", "status", "extra_seconds")]

    topics = (tournament_topic(tournament_of_round(round_.pk)),)
    return [_round_state(round_), *kept_small(("states", round_.pk, None), topics, rows)]


def _round_state(round_: Round) -> str:
    times = (at.timestamp() if at else "" for at in (round_.started_at, round_.paused_at))
    return ":".join(map(str, (f"round-{round_.pk}", round_.status, round_.minutes, *times, round_.paused_seconds)))


def _table_state(pk: int, status: str, extra_seconds: int) -> str:
    return f"table-{pk}:{status}:{extra_seconds}"


def look_for_reports(tables: Sequence[Table]) -> None:
    """Give those that are reported their `waiting_reports`, of which `own_table` and the cards of a round tell."""
    reported = [table for table in tables if table.status == Table.Status.REPORTED]
    waiting = ResultReport.objects.filter(status=ResultReport.Status.OPEN)
    prefetch_related_objects(reported, Prefetch("reports", waiting, "waiting_reports"))


def own_table(user: User, table: Table, *, recording: bool = False) -> OwnTable:
    """How a table with its seats and players, after `look_for_reports`, looks to one of its players."""
    own = next(seat for seat in table.seats.all() if seat.entry.player.user_id == user.pk)
    return OwnTable(table, own, _others(table, own), _todo(user, table, own), recording)


def _others(table: Table, own: Seat) -> tuple[Seat, ...]:
    return tuple(seat for seat in table.seats.all() if seat.pk != own.pk)


def _todo(user: User, table: Table, own: Seat) -> Todo:
    if table.is_bye or table.status == Table.Status.CONFIRMED:
        return Todo.NOTHING
    if table.status == Table.Status.DISPUTED:
        return Todo.RULING
    if table.status == Table.Status.OPEN:
        return Todo.REPORT
    reported_here = any(
        report.reported_by_id == user.pk or report.reported_entry_id == own.entry_id
        for report in table.waiting_reports  # type: ignore[attr-defined]  # prefetched by `look_for_reports`
    )
    return Todo.OTHERS if reported_here else Todo.CONFIRM
