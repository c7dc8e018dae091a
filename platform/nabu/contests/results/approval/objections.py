"""Objections to an approval: rated players object for a while, directors and staff answer.

The ratings count at the approval, not at the end of this period: a result is known to everybody at the table, and
ratings that wait a week would be wrong for everybody who plays meanwhile. What turns out to be wrong is corrected or
taken back, and the journal is replayed. Every function raises `nabu.core.errors.NotAllowed` or
`nabu.core.errors.Refused`.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import Person, User
from nabu.contests.ratings.models import ApprovalObjection, RatingEntry
from nabu.contests.tournaments.locks import lock_tournament
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.page_queries import directed_tournaments
from nabu.contests.tournaments.permissions import is_organiser
from nabu.contests.tournaments.rated_status import is_period_open, objections_until
from nabu.core.errors import NotAllowed, Refused

Status = ApprovalObjection.Status
MOST_SHOWN = 20


def is_rated_in(person: Person, tournament: Tournament) -> bool:
    """The journal has a game of this account in this tournament."""
    if not isinstance(person, User) or not person.is_active:
        return False
    return RatingEntry.objects.filter(
        player__user=person, rated_game__table__round__stage__tournament=tournament
    ).exists()


def can_answer(person: Person, tournament: Tournament) -> bool:
    """Directors as long as the period is open, or once they have withdrawn the approval; after that staff alone."""
    if not isinstance(person, User) or not person.is_active:
        return False
    is_open = tournament.approved_at is None or is_period_open(tournament)
    return person.is_staff or (is_organiser(person, tournament) and is_open)


def objections_shown_to(person: Person, tournament: Tournament) -> QuerySet[ApprovalObjection]:
    """All of them for directors and staff, the own ones for a player."""
    found = ApprovalObjection.objects.filter(tournament=tournament)
    if not is_organiser(person, tournament):
        found = found.filter(user=person.pk)
    return found.select_related("user__player", "answered_by__player").order_by("-pk")


def rating_objections_to_answer(user: User) -> list[ApprovalObjection]:
    """Open objections to approvals that hold, in the tournaments that the account directs; for staff all of them."""
    found = ApprovalObjection.objects.filter(status=Status.OPEN).exclude(tournament__approved_at=None)
    if not user.is_staff:
        lately = directed_tournaments(user).filter(approved_at__gt=_period_began())
        found = found.filter(tournament__in=lately.values("pk"))
    return list(found.select_related("tournament", "user__player").order_by("pk")[:MOST_SHOWN])


def approvals_to_look_at(user: User) -> list[tuple[Tournament, datetime]]:
    """Tournaments whose ratings of this account were approved lately, each with the end of the period."""
    games = RatingEntry.objects.filter(
        player__user=user, rated_game__table__round__stage__tournament__approved_at__gt=_period_began()
    )
    tournaments = Tournament.objects.filter(pk__in=games.values("rated_game__table__round__stage__tournament"))
    found = [(each, objections_until(each)) for each in tournaments.order_by("-approved_at")[:MOST_SHOWN]]
    return [(each, until) for each, until in found if until is not None]


@audited
def object_to_approval(actor: User, tournament: Tournament, reason: str) -> ApprovalObjection:
    """Somebody who is rated in a tournament says what is wrong with its approval."""
    locked = lock_tournament(tournament.pk)
    if not is_rated_in(actor, locked):
        raise NotAllowed
    reason = reason.strip()
    if not reason:
        raise Refused(_("Enter a reason."))
    if not is_period_open(locked):
        raise Refused(_("The period for objections is over. Write to the site staff."))
    if ApprovalObjection.objects.filter(tournament=locked, user=actor, status=Status.OPEN).exists():
        raise Refused(_("Your objection is already waiting for an answer."))
    made = ApprovalObjection.objects.create(tournament=locked, user=actor, reason=reason)
    audit(actor, "tournament.approval_objected", locked, reason=reason, tournament=locked)
    return made


@audited
def answer_objection(actor: User, objection: ApprovalObjection, accepted: bool, answer: str) -> ApprovalObjection:
    """Accept or reject an objection. Who accepts then corrects the result, or takes the approval back."""
    locked = lock_tournament(objection.tournament_id)
    if not can_answer(actor, locked):
        raise NotAllowed
    current = ApprovalObjection.objects.get(pk=objection.pk)
    answer = answer.strip()
    if not answer:
        raise Refused(_("Enter a reason."))
    if current.status != Status.OPEN:
        raise Refused(_("This objection was already answered."))
    current.status = Status.ACCEPTED if accepted else Status.REJECTED
    current.answer, current.answered_by, current.answered_at = answer, actor, timezone.now()
    current.save(update_fields=["status", "answer", "answered_by", "answered_at"])
    audit(
        actor,
        "tournament.approval_objection_answered",
        locked,
        before={"objection": current.reason},
        after={"accepted": accepted},
        reason=answer,
        tournament=locked,
    )
    return current


def _period_began() -> datetime:
    """What was approved later than this may be objected to."""
    return timezone.now() - timedelta(days=settings.OBJECTION_DAYS)
