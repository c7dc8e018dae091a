"""Who may see a table and do what at it. Everything that is not allowed here is refused.

These functions look at persons and at visibility. Whether the state of a table allows an action is checked by the
services.
"""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from nabu.accounts.players.models import Person, User
from nabu.contests.matches.any_player import AnyPlayer
from nabu.contests.matches.models import GameLog, LogSubmission, ResultReport, Table
from nabu.contests.matches.queries import entry_at
from nabu.contests.matches.slips import SeatHolder
from nabu.contests.results.reporters import is_same_side
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.permissions import can_keep_score, can_see_round, is_organiser


def can_see_table(user: Person, table: Table) -> bool:
    """Whoever sees the round sees its tables."""
    return can_see_round(user, table.round)


def sits_at(person: Person | SeatHolder, table: Table) -> bool:
    """The account's player has a seat at this table of a published round, or somebody has the code of one."""
    if table.round.status == Round.Status.DRAFT:
        return False
    if isinstance(person, SeatHolder):
        return person.seat.table_id == table.pk
    if isinstance(person, AnyPlayer):
        return person.table == table.pk
    return isinstance(person, User) and person.is_active and entry_at(table, person) is not None


def can_report(person: Person | SeatHolder, table: Table) -> bool:
    """The players of the table. The organiser rules instead (`can_rule`)."""
    return sits_at(person, table)


def can_confirm(person: Person | SeatHolder, report: ResultReport) -> bool:
    """Another player of the table than the one who reported, or who keeps score; never the reporter."""
    if isinstance(person, AnonymousUser) or is_same_side(person, report):
        return False
    if sits_at(person, report.table):
        return True
    return isinstance(person, User) and can_keep_score(person, report.table.round.stage.tournament)


def can_dispute(person: Person | SeatHolder, report: ResultReport) -> bool:
    """Another player of the table than the one who reported."""
    return not isinstance(person, AnonymousUser) and not is_same_side(person, report) and sits_at(person, report.table)


def can_object(user: Person, table: Table) -> bool:
    """The players of the table. Directors correct the result instead (`can_overrule`)."""
    return sits_at(user, table)


def can_assign(user: Person, submission: LogSubmission) -> bool:
    """Say who has which seat of a log: who sent it, while he or she may send one, and who keeps score."""
    table = submission.table
    if table is None or not user.is_authenticated:
        return False
    return can_rule(user, table) or (submission.submitted_by_id == user.pk and sits_at(user, table))


def can_rule(user: Person, table: Table) -> bool:
    """Enter results: who keeps score. To overrule a result or a dispute takes a director (`can_overrule`)."""
    return can_keep_score(user, table.round.stage.tournament)


def can_overrule(user: Person, table: Table) -> bool:
    """Correct, settle and take back results: directors."""
    return is_organiser(user, table.round.stage.tournament)


def can_upload(user: Person | SeatHolder, table: Table | None) -> bool:
    """A log at a table: its players and the organiser. A log without a table: every account."""
    if isinstance(user, SeatHolder | AnyPlayer):
        return table is not None and sits_at(user, table)
    if not user.is_authenticated or not user.is_active:
        return False
    return table is None or sits_at(user, table) or can_rule(user, table)


def can_see_photos(user: Person, table: Table) -> bool:
    """Photos of a score sheet may show people: only the players of the table and who keeps score look at them."""
    return can_upload(user, table)


def can_see_log(user: Person, log: GameLog) -> bool:
    """Staff, who sent it, whoever sees a table that it was sent for, and everybody once who sent it shares it."""
    if user.is_authenticated and (user.is_staff or log.submissions.filter(submitted_by=user).exists()):
        return True
    if log.submissions.filter(shared=True).exists():
        return True
    tables = Table.objects.filter(submissions__log=log).select_related("round__stage__tournament").distinct()
    return any(can_see_table(user, table) for table in tables)
