"""Suspensions from the events of a club: who is suspended, and the services that suspend and lift.

A suspension is of a player, so it follows the player through merges. Somebody who comes back under another name or
with another account is not recognised.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import Player, User
from nabu.accounts.players.names import name_of
from nabu.contests.clubs.models import REASON_LENGTH, Club, Suspension
from nabu.contests.clubs.permissions import can_manage_club, can_organise_for
from nabu.contests.clubs.signals import suspension_changed
from nabu.core.errors import NotAllowed, Refused

MOST_YEARS = 5


def suspended_players(club: int, begins: date | None, players: Collection[int]) -> dict[int, Suspension]:
    """Which of these players may not enter an event of the club that begins on this day, by their keys.

    None, or a day that is over, counts as today in the time zone of the site.
    """
    today = timezone.localdate()
    day = max(begins or today, today)
    found = Suspension.objects.filter(_of_players(players), club=club, lifted_at=None, since__lte=day, until__gte=day)
    suspended: dict[int, Suspension] = {}
    for suspension in found.select_related("club", "player").order_by("until", "pk"):
        meant = (suspension.player_id, suspension.player.merged_into_id)
        suspended |= {pk: suspension for pk in meant if pk is not None and pk in players}
    return suspended


def suspensions_of(user: User) -> QuerySet[Suspension]:
    """What this account is or will be suspended from, the latest end first."""
    mine = Q(player__user=user.pk) | Q(player__merged_into__user=user.pk)
    holding = Suspension.objects.filter(mine, lifted_at=None, until__gte=timezone.localdate())
    return holding.select_related("club").order_by("-until", "-pk")


def suspensions_by(club: Club) -> QuerySet[Suspension]:
    """All of a club, those that hold first, the latest end first."""
    people = ("club", "player__merged_into", "made_by__player", "lifted_by__player")
    return club.suspensions.select_related(*people).order_by("-until", "-pk")


def holds(suspension: Suspension) -> bool:
    """It was not lifted and is not over; it may begin later."""
    return suspension.lifted_at is None and suspension.until >= timezone.localdate()


def refusal_for(actor: object, suspension: Suspension) -> str:
    """Why somebody cannot be entered, for whoever tried: the reason only for those who may know it."""
    who, club = suspension.who, suspension.club
    told = {
        "name": who.name,
        "club": club.name,
        "until": date_format(suspension.until, "DATE_FORMAT"),
        "reason": suspension.reason,
    }
    if isinstance(actor, User) and who.user_id == actor.pk:
        return _("You are suspended from events of %(club)s until %(until)s. Reason: %(reason)s") % told
    if isinstance(actor, User) and can_organise_for(actor, club):
        return (
            _(
                "%(name)s is suspended from events of %(club)s until %(until)s. Reason: %(reason)s. "
                "An owner of the club has to lift the suspension first."
            )
            % told
        )
    return _("%(name)s cannot be entered in events of %(club)s until %(until)s. Ask an owner of the club.") % told


@audited
def suspend(
    actor: User, club: Club, player: Player, *, until: date, reason: str, since: date | None = None
) -> Suspension:
    """Keep a player out of the events of the club that begin from `since` (today) to `until`, at most five years on.

    Entries that are there already stay, in drafts and running events. Raises NotAllowed or Refused.
    """
    locked = _lock_as_owner(actor, club.pk)
    who = player.merged_into or player
    today = timezone.localdate()
    since = since or today
    reason = _checked_reason(reason)
    if who.deleted_at is not None:
        raise Refused(_("This player no longer exists."))
    if since < today:
        raise Refused(_("A suspension begins today or later."))
    if until < since:
        raise Refused(_("The last day is before the first day."))
    if until > _years_on(today, MOST_YEARS):
        raise Refused(_("A suspension lasts at most %(years)s years.") % {"years": MOST_YEARS})
    before = locked.suspensions.filter(_of_players([who.pk]), lifted_at=None, until__gte=since, since__lte=until)
    if (other := before.first()) is not None:
        raise Refused(
            _("%(name)s is already suspended until %(until)s. Lift that suspension first.")
            % {"name": who.name, "until": date_format(other.until, "DATE_FORMAT")}
        )
    made = Suspension.objects.create(club=locked, player=who, since=since, until=until, reason=reason, made_by=actor)
    audit(actor, "suspension.made", made, after=suspension_told(made), reason=reason)
    suspension_changed.send(sender=Suspension, suspension=made)
    return made


@audited
def lift(actor: User, suspension: Suspension, reason: str) -> Suspension:
    """End a suspension early. Raises NotAllowed, and Refused for one that is over or was lifted by somebody else."""
    _lock_as_owner(actor, suspension.club_id)
    locked = suspensions_by(suspension.club).filter(pk=suspension.pk).first()
    if locked is None:
        raise Refused(_("This suspension no longer exists."))
    reason = _checked_reason(reason)
    if locked.lifted_at is not None:
        who = name_of(locked.lifted_by) if locked.lifted_by else "–"
        raise Refused(_("%(name)s already lifted this suspension.") % {"name": who})
    if not holds(locked):
        raise Refused(_("This suspension is already over."))
    before = suspension_told(locked)
    locked.lifted_at, locked.lifted_by, locked.lift_reason = timezone.now(), actor, reason
    locked.save(update_fields=["lifted_at", "lifted_by", "lift_reason"])
    audit(actor, "suspension.lifted", locked, before, suspension_told(locked), reason=reason)
    suspension_changed.send(sender=Suspension, suspension=locked)
    return locked


def _of_players(players: Collection[int]) -> Q:
    return Q(player__in=players) | Q(player__merged_into__in=players)


def _lock_as_owner(actor: User, pk: int) -> Club:
    found = Club.objects.select_for_update().filter(pk=pk).first()
    if found is None:
        raise Refused(_("This club no longer exists."))
    if not can_manage_club(actor, found):
        raise NotAllowed
    return found


def _checked_reason(reason: str) -> str:
    reason = reason.strip()
    if not reason:
        raise Refused(_("Enter a reason."))
    if len(reason) > REASON_LENGTH:
        raise Refused(_("Too long: at most %(length)s characters.") % {"length": REASON_LENGTH})
    return reason


def _years_on(day: date, years: int) -> date:
    """The same day of a later year; 1 March for 29 February."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)


def suspension_told(suspension: Suspension) -> dict[str, object]:
    """Whom it keeps out and for how long, as the audit trail has it; the reason stands beside it."""
    return {
        "club": suspension.club.name,
        "player": suspension.player_id,
        "name": suspension.player.name,
        "since": suspension.since.isoformat(),
        "until": suspension.until.isoformat(),
        "lifted": suspension.lifted_at is not None,
    }
