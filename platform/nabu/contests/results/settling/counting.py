"""How a result gets onto a table, so that it counts, and off it again: seats, points, rating, round.

Everything here runs inside the transaction of its caller, who has locked the tournament.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from competition.stand_ins import points_of_seats
from engine.message import Message
from nabu.contests.matches.exact_points import points_columns
from nabu.contests.matches.models import LOGS_IN_USE, GameLog, LogSubmission, ResultReport, ScoreSheet, Seat, Table
from nabu.contests.matches.rated_games import rate_table, unrate_table
from nabu.contests.matches.recorded import Facts, Shortfall, is_recorded
from nabu.contests.results.settling.match_games import (
    absent_from_match,
    check_nothing_later,
    continue_match,
    games_at_most,
    places_in_match,
    shorten_match,
)
from nabu.contests.results.settling.propagation import Propagated, is_built_on, propagate
from nabu.contests.results.settling.rules import TableResult
from nabu.contests.tournaments.locks import CANCELLED, RUNNING, check_status, lock_tournament
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.queries import competitors_of, format_of, tables_of
from nabu.contests.tournaments.rounds.services import refresh_round
from nabu.core import database_clock
from nabu.core.errors import Refused

NEEDS_CORRECTION = Message("results.needs_correction")

Status, Basis, Outcome = Table.Status, Table.Basis, LogSubmission.Outcome


def lock_table(table: Table) -> Table:
    """The table as it is now, with its tournament locked. Raises Refused if it was taken away meanwhile."""
    lock_tournament(table.round.stage.tournament_id)
    try:
        return Table.objects.select_related("round__stage__tournament", "log").get(pk=table.pk)
    except Table.DoesNotExist:
        raise Refused(_("This table no longer exists.")) from None


def check_playable(table: Table, allowed: Container[str] = (RUNNING,)) -> None:
    """Raises Refused unless results can be entered: running tournament, published round, no bye.

    What is `allowed` after the end concerns results that stand: a cancelled tournament has tables without one.
    """
    tournament = table.round.stage.tournament
    check_status(tournament, allowed)
    if tournament.status == CANCELLED and table.status != Status.CONFIRMED:
        raise Refused(Message("tournaments.cancelled"))
    if table.round.status == Round.Status.DRAFT:
        raise Refused(_("This round is not published yet."))
    if table.is_bye:
        raise Refused(_("A bye has no result to enter."))


def seats_of(table: Table) -> list[Seat]:
    """The seats in order of position, with their players."""
    return list(table.seats.select_related("entry__player").order_by("position"))


def result_of(table: Table, seats: list[Seat] | None = None) -> TableResult | None:
    """The confirmed result, or None; a bye has none. `seats`: those of the table in order, if they are read."""
    seats = seats_of(table) if seats is None else seats
    places = [seat.place for seat in seats if seat.place is not None]
    if table.is_bye or len(places) < len(seats):
        return None
    return TableResult([seat.score for seat in seats], places, [seat.position for seat in seats if seat.absent])


def reported_result(report: ResultReport) -> TableResult:
    """What a report says."""
    return TableResult(report.scores, report.places, report.absent)


def open_report_of(table: Table) -> ResultReport | None:
    """The report that waits for confirmation; the latest if there are two that contradict each other."""
    open_reports = table.reports.filter(status=ResultReport.Status.OPEN)
    return open_reports.select_related("submission").order_by("-pk").first()


def snapshot(table: Table) -> dict[str, Any]:
    """The table as the audit trail shows it."""
    result = result_of(table)
    state: dict[str, Any] = {"status": table.status, "basis": table.basis}
    if result is not None:
        state |= result.to_json()
    if table.log is not None:
        state["log"] = table.log.sha256
    return state


@dataclass(frozen=True, slots=True)
class Propagation:
    """The director has seen what a correction changes later, and wants it. `rebuild_next`: also the next stage."""

    rebuild_next: bool = False


def count_result(
    table: Table,
    result: TableResult,
    basis: Table.Basis,
    log: GameLog | None = None,
    propagation: Propagation | None = None,
) -> Propagated:
    """Make this the confirmed result: seats, points, rating, match, round, and whatever is built on it.

    Returns what followed later. Raises Refused where a bracket or a later game of the match forbids it,
    and where something later would change that the director has not seen (`carry`).
    """
    check_decisive(table, result)
    seats = seats_of(table)
    before = result_of(table, seats)
    points = _points(table, result, seats)
    for seat, score, place, amount in zip(seats, result.scores, result.places, points, strict=True):
        seat.score, seat.place, seat.absent = score, place, seat.position in result.absent
        for column, value in points_columns(amount).items():
            setattr(seat, column, value)
    Seat.objects.bulk_update(seats, ["score", "place", *points_columns(None), "absent"])
    table.status, table.basis, table.log, table.confirmed_at = Status.CONFIRMED, basis, log, database_clock.now()
    table.recorded = _recorded_here(table, basis, log)
    table.save(update_fields=["status", "basis", "log", "recorded", "confirmed_at"])
    continue_match(table)
    rate_table(table)
    refresh_round(table.round)
    same = before is not None and (before.places, before.absent) == (result.places, result.absent)
    return Propagated() if same else _propagate_to_later(table, corrected=before is not None, propagation=propagation)


def _recorded_here(table: Table, basis: Table.Basis, log: GameLog | None) -> Facts | None:
    """What is known of a log that was recorded at this table; None for every other log. It takes somebody who sits
    there to confirm the result, or the game counts as replayed.
    """
    if log is None:
        return None
    sent = table.submissions.filter(log=log, recorded__isnull=False).first()
    found: Facts | None = sent.recorded if sent else None
    if found is None or not is_recorded(found):
        return found
    confirmed = table.reports.filter(status=ResultReport.Status.CONFIRMED)
    if basis == Basis.REPORT and confirmed.exclude(confirmed_entry=None).exists():
        return found
    return found | {"shortfall": Shortfall.UNSEATED.value}


def followed_json(followed: Propagated) -> dict[str, Any]:
    """What followed from a result, as the audit trail keeps it beside the result."""
    return {"followed": [message.to_json() for message in followed.lines]} if followed.lines else {}


def withdraw_result(table: Table, status: Table.Status) -> None:
    """Take the confirmed result away, as if it had never been: seats, points, rating, match, round.

    Who was absent is remembered as long as the result is disputed.
    """
    empty: dict[str, Any] = {"score": None, "place": None, **points_columns(None)}
    table.seats.update(**empty | ({"absent": False} if status == Status.OPEN else {}))
    table.status, table.basis, table.log, table.recorded, table.confirmed_at = status, Basis.NONE, None, None, None
    table.save(update_fields=["status", "basis", "log", "recorded", "confirmed_at"])
    shorten_match(table)
    unrate_table(table)
    refresh_round(table.round)


def refresh_table(table: Table) -> None:
    """After the rows of a table were put back to what they were: rating, logs and round follow."""
    taken_back = table.submissions.filter(outcome__in=LOGS_IN_USE)
    for outcome, why, logs in _logs_in_use(table):
        table.submissions.filter(pk__in=logs).update(outcome=outcome, note=why.to_json())
        taken_back = taken_back.exclude(pk__in=logs)
    taken_back.update(outcome=Outcome.NOT_USED, note=Message("results.taken_back").to_json())
    if table.status == Status.CONFIRMED:
        rate_table(table)
    else:
        unrate_table(table)
    refresh_round(table.round)


def _logs_in_use(table: Table) -> list[tuple[LogSubmission.Outcome, Message, list[int]]]:
    """What the rows of a table say about the logs that were sent for it: outcome, note, submissions."""
    proving = table.submissions.filter(log=table.log_id, log__isnull=False).exclude(outcome=Outcome.SEATS)
    waiting = table.reports.filter(status=ResultReport.Status.OPEN).exclude(submission=None)
    objecting = table.objections.filter(answer="").exclude(submission=None)
    reported = waiting.values_list("submission", flat=True)
    found = [
        (Outcome.APPLIED, Message("results.log_proves"), list(proving.values_list("pk", flat=True))),
        (Outcome.OBJECTION, Message("results.log_objects"), list(objecting.values_list("submission", flat=True))),
    ]
    if table.status == Status.REPORTED:
        found.append((Outcome.REPORTED, Message("results.log_reports"), list(reported)))
    elif table.status == Status.DISPUTED:
        disputing = table.submissions.filter(Q(outcome=Outcome.DISPUTE) | Q(pk__in=reported))
        found.append((Outcome.DISPUTE, Message("results.disputed"), list(disputing.values_list("pk", flat=True))))
    return found


def counts_as_now(table: Table) -> bool:
    """Whether the same seats have points as if a confirmed result were entered now: nobody became a stand-in since, nor
    a stand-in a player."""
    seats = seats_of(table)
    result = result_of(table, seats)
    if result is None:
        return True
    now = _points(table, result, seats)
    return [seat.points is None for seat in seats] == [points is None for points in now]


def is_decisive(table: Table, result: TableResult) -> bool:
    """Whether it is clear who goes on. Elsewhere than in a bracket, and while a match goes on, everything is."""
    stage = table.round.stage
    fmt, config = format_of(stage)
    if not fmt.is_bracket or len(result.absent) == len(result.places):
        return True
    places = places_in_match(table, result.places, result.absent)
    if places is None or 1 not in places:
        return True
    final = table.round.number >= fmt.last_round(config, competitors_of(stage), tables_of(stage))
    return fmt.decided(config, places, final=final, absent=absent_from_match(table, result.absent))


def check_decisive(table: Table, result: TableResult) -> None:
    """Raises Refused for a result in a bracket that does not say who goes on."""
    if not is_decisive(table, result):
        raise Refused(Message("results.one_must_win"))


def check_can_be_withdrawn(table: Table) -> None:
    """Raises Refused if something later is built on the result."""
    if is_built_on(table.round):
        raise Refused(NEEDS_CORRECTION)
    check_nothing_later(table)


def set_reports_aside(table: Table, *, keep: ResultReport | None = None) -> None:
    """Mark the reports of a table as set aside, all but one."""
    live = table.reports.exclude(status=ResultReport.Status.SET_ASIDE)
    (live.exclude(pk=keep.pk) if keep else live).update(status=ResultReport.Status.SET_ASIDE)


def set_logs_aside(table: Table, why: Message) -> None:
    """The logs that prove, report or contradict the result are not used after all."""
    table.submissions.filter(outcome__in=LOGS_IN_USE).update(outcome=Outcome.NOT_USED, note=why.to_json())


def reorder_seats(table: Table, order: Sequence[int]) -> None:
    """Seat the players as they really played: `order` names the present position of each new one.

    Lists of reported scores and points follow, so that they stay lists by seat.
    """
    if list(order) == sorted(order):
        return
    seats = seats_of(table)
    for number, seat in enumerate(seats):
        seat.position = len(seats) + number
    Seat.objects.bulk_update(seats, ["position"])
    for position, old in enumerate(order):
        seats[old].position = position
    Seat.objects.bulk_update(seats, ["position"])
    for report in table.reports.all():
        report.scores = [report.scores[old] for old in order]
        report.places = [report.places[old] for old in order]
        report.absent = sorted(order.index(old) for old in report.absent)
        report.save(update_fields=["scores", "places", "absent"])
    for sheet in ScoreSheet.objects.filter(report__table=table):
        sheet.points = {source: [points[old] for old in order] for source, points in sheet.points.items()}
        sheet.save(update_fields=["points"])


def _points(table: Table, result: TableResult, seats: Sequence[Seat]) -> list[Fraction | None]:
    """Tournament points by seat. The absent and stand-ins have none; a game of a match has no points of its own."""
    if games_at_most(table) > 1:
        return [None] * len(result.places)
    fmt, config = format_of(table.round.stage)
    stand_ins = {at for at, seat in enumerate(seats) if seat.entry.stand_in}
    points = partial(fmt.points, config)
    return points_of_seats(points, fmt.bye_points(config), result.places, result.absent, stand_ins)


def _propagate_to_later(table: Table, *, corrected: bool, propagation: Propagation | None) -> Propagated:
    """Bring later rounds and stages into line. Raises Refused if that takes a director who has seen it."""
    if not is_built_on(table.round):
        return Propagated()
    propagated = propagate(table.round, rebuild_next=propagation is not None and propagation.rebuild_next)
    if propagation is None and (corrected or propagated.breaks):
        raise Refused(NEEDS_CORRECTION)
    return propagated
