"""How a result gets onto a table and off it again: seats, points, rating, round. Used by services and verification.

Everything here runs inside the transaction of its caller, who has locked the tournament.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from nabu.errors import Refused
from nabu.matches.models import GameLog, LogSubmission, ResultReport, Seat, Table
from nabu.matches.rules_of_results import Result
from nabu.ratings.services import rate_table, unrate_table
from nabu.tournaments.models import Round, Stage
from nabu.tournaments.queries import format_of
from nabu.tournaments.services.locks import RUNNING, check_status, lock_tournament
from nabu.tournaments.services.rounds import refresh_round

Status, Basis, Outcome = Table.Status, Table.Basis, LogSubmission.Outcome


def lock_table(table: Table) -> Table:
    """The table as it is now, with its tournament locked. Raises Refused if it was taken away meanwhile."""
    lock_tournament(table.round.stage.tournament_id)
    found = Table.objects.select_related("round__stage__tournament", "log").filter(pk=table.pk).first()
    if found is None:
        raise Refused(_("This table does not exist any more."))
    return found


def check_playable(table: Table, allowed: Container[str] = (RUNNING,)) -> None:
    """Raises Refused unless results can be entered: running tournament, published round, no bye."""
    check_status(table.round.stage.tournament, allowed)
    if table.round.status == Round.Status.DRAFT:
        raise Refused(_("This round is not published yet."))
    if table.is_bye:
        raise Refused(_("A bye has no result to enter."))


def seats_of(table: Table) -> list[Seat]:
    """The seats in order of position, with their players."""
    return list(table.seats.select_related("entry__player").order_by("position"))


def result_of(table: Table) -> Result | None:
    """The confirmed result, or None."""
    seats = seats_of(table)
    scores = [seat.score for seat in seats if seat.score is not None]
    places = [seat.place for seat in seats if seat.place is not None]
    return Result(scores, places) if len(scores) == len(places) == len(seats) else None


def open_report_of(table: Table) -> ResultReport | None:
    """The report that waits for confirmation; the latest if there are two that contradict each other."""
    return table.reports.filter(status=ResultReport.Status.OPEN).order_by("-pk").first()


def snapshot(table: Table) -> dict[str, Any]:
    """The table as the audit trail shows it."""
    result = result_of(table)
    state: dict[str, Any] = {"status": table.status, "basis": table.basis}
    if result is not None:
        state |= result.to_json()
    if table.log is not None:
        state["log"] = table.log.sha256
    return state


def settle(table: Table, result: Result, basis: Table.Basis, log: GameLog | None = None) -> None:
    """Make this the confirmed result: seats, points, rating, round. Raises Refused where a bracket forbids it."""
    check_bracket(table, result)
    fmt, config = format_of(table.round.stage)
    seats = seats_of(table)
    points = fmt.points(config, result.places)
    for seat, score, place, amount in zip(seats, result.scores, result.places, points, strict=True):
        seat.score, seat.place, seat.points = score, place, amount
    Seat.objects.bulk_update(seats, ["score", "place", "points"])
    table.status, table.basis, table.log, table.confirmed_at = Status.CONFIRMED, basis, log, timezone.now()
    table.save(update_fields=["status", "basis", "log", "confirmed_at"])
    rate_table(table)
    refresh_round(table.round)


def take_out(table: Table, status: Table.Status) -> None:
    """Take the confirmed result away, as if it had never been: seats, points, rating, round."""
    table.seats.update(score=None, place=None, points=None)
    table.status, table.basis, table.log, table.confirmed_at = status, Basis.NONE, None, None
    table.save(update_fields=["status", "basis", "log", "confirmed_at"])
    unrate_table(table)
    refresh_round(table.round)


def follow_table(table: Table) -> None:
    """After the rows of a table were put back to what they were: rating, logs and round follow."""
    applied = table.submissions.filter(outcome=Outcome.APPLIED)
    (applied.exclude(log=table.log_id) if table.log_id else applied).update(
        outcome=Outcome.NOT_USED, message=_("The organiser took the result back.")
    )
    if table.log_id:
        table.submissions.filter(log=table.log_id).update(
            outcome=Outcome.APPLIED, message=_("The log is the result of the table.")
        )
    if table.status == Status.CONFIRMED:
        rate_table(table)
    else:
        unrate_table(table)
    refresh_round(table.round)


def has_one_winner(table: Table, result: Result) -> bool:
    """Where who loses is out, exactly one must go on. Elsewhere a first place may be shared."""
    return not format_of(table.round.stage)[0].is_bracket or result.places.count(1) == 1


def check_bracket(table: Table, result: Result) -> None:
    """Raises Refused for a shared win in a knock-out, and for a winner that the next round was not built with."""
    if not has_one_winner(table, result):
        raise Refused(_("In a knock-out one player must win. The organiser decides who goes on."))
    if not later_round_built(table):
        return
    winner = seats_of(table)[result.places.index(1)].entry_id
    following = Seat.objects.filter(
        table__round__stage=table.round.stage_id, table__round__number=table.round.number + 1
    )
    slot = table.bracket_slot or 0
    goes_on = following.filter(entry_id=winner, table__bracket_slot=slot // 2).exists()
    others = table.seats.exclude(entry_id=winner).values_list("entry_id", flat=True)
    if not goes_on and following.filter(entry_id__in=others, table__bracket_slot=slot // 2).exists():
        raise Refused(_("The next round was built with another winner of this table. Discard that round first."))


def later_round_built(table: Table) -> bool:
    """In a knock-out: whether the next round exists, with the winner of this table in it."""
    stage = table.round.stage
    return format_of(stage)[0].is_bracket and stage.rounds.filter(number__gt=table.round.number).exists()


def check_can_be_taken_back(table: Table) -> None:
    """Raises Refused if something later is built on the result."""
    if table.round.stage.status == Stage.Status.FINISHED:
        raise Refused(_("This stage is finished. Correct the result instead of taking it back."))
    if later_round_built(table):
        raise Refused(_("The next round is built on this result. Discard that round first."))


def rests_on_log_alone(table: Table) -> bool:
    """Whether a verified log is the result, and nobody confirmed it in another way."""
    if table.status != Status.CONFIRMED or table.basis != Basis.LOG:
        return False
    return all(report.status != ResultReport.Status.CONFIRMED for report in table.reports.all())


def set_reports_aside(table: Table, *, keep: ResultReport | None = None) -> None:
    """Mark the reports of a table as set aside, all but one."""
    live = table.reports.exclude(status=ResultReport.Status.SET_ASIDE)
    (live.exclude(pk=keep.pk) if keep else live).update(status=ResultReport.Status.SET_ASIDE)


def set_logs_aside(table: Table, message: str) -> None:
    """The logs that were or could have become the result are not used after all; `message` says why."""
    table.submissions.filter(outcome__in=[Outcome.APPLIED, Outcome.DISPUTE]).update(
        outcome=Outcome.NOT_USED, message=message
    )


def reorder_seats(table: Table, order: Sequence[int]) -> None:
    """Seat the players as they really played: `order` names the present position of each new one.

    Lists of reported scores follow, so that they stay lists by seat.
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
        report.save(update_fields=["scores", "places"])
