"""Whether a tournament may be rated, which its owner or its club needs the status for."""

from __future__ import annotations

from django.utils.translation import gettext as _

from nabu.clubs.rated_status import may_offer_rated, may_run_rated
from nabu.errors import Refused
from nabu.players.models import User
from nabu.tournaments.models import Tournament


def may_be_rated(tournament: Tournament) -> bool:
    """Its owner or its club has rated status. A practice event is never rated."""
    return not tournament.rehearsal and may_run_rated(tournament.organiser, tournament.club)


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
    if tournament.rehearsal or tournament.approved_at is not None:
        return False
    return tournament.rated or may_be_rated(tournament) or may_offer_rated(account)
