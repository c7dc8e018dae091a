"""Whether a tournament may be rated, for which its owner or its club needs the status, and how long that is open."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from nabu.accounts.players.models import User
from nabu.contests.clubs.rated_status import may_offer_rated, may_run_rated
from nabu.contests.tournaments.models import Tournament
from nabu.core.errors import Refused


def may_be_rated(tournament: Tournament) -> bool:
    """Its owner or its club has rated status. A practice event is never rated."""
    return not tournament.practice and may_run_rated(tournament.organiser, tournament.club)


def check_may_be_rated(tournament: Tournament) -> None:
    """Raises Refused unless the tournament may be rated."""
    if not may_be_rated(tournament):
        raise Refused(
            _(
                "Only organisers and clubs with rated status can run rated tournaments. Ask the site staff for it, or "
                "make the tournament unrated."
            )
        )


def offers_rated(account: User, tournament: Tournament | None) -> bool:
    """Whether the settings of a tournament, or of a new one, ask if it is rated."""
    if tournament is None:
        return may_offer_rated(account)
    if tournament.practice or tournament.approved_at is not None:
        return False
    return tournament.rated or may_be_rated(tournament) or may_offer_rated(account)


def objections_until(tournament: Tournament) -> datetime | None:
    """When the period for objections ends; None for a tournament that is not approved."""
    if tournament.approved_at is None:
        return None
    return tournament.approved_at + timedelta(days=settings.OBJECTION_DAYS)


def is_period_open(tournament: Tournament) -> bool:
    """Rated players can object now, and directors withdraw the approval."""
    until = objections_until(tournament)
    return until is not None and timezone.now() < until


def check_still_open(actor: User, tournament: Tournament) -> None:
    """Raises Refused for a director once the period after the approval is over: nobody takes back an old tournament
    that went badly, or one of its results.
    """
    if tournament.approved_at is not None and not actor.is_staff and not is_period_open(tournament):
        raise Refused(_("The period for objections is over. Only site staff can change this tournament now."))
