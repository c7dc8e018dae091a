"""Staff take a tournament out of the ratings, journal and all, and put it back.

It goes back to where it stood in the journal: with nothing else changed, every rating is the same bit for bit.
"""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import Person, User
from nabu.contests.matches.models import Table
from nabu.contests.matches.queries import with_players
from nabu.contests.matches.rated_games import is_rateable
from nabu.contests.ratings.models import RatedGame, RatingExclusion
from nabu.contests.ratings.services import restore_games
from nabu.contests.tournaments.locks import lock_tournament
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.rating_changes import rate_tournament, unrate_tournament
from nabu.contests.tournaments.signals import exclusion_changed
from nabu.core.errors import NotAllowed, Refused


def can_exclude(person: Person) -> bool:
    """Take tournaments out of the ratings and put them back: staff."""
    return isinstance(person, User) and person.is_active and person.is_staff


@audited
def exclude_tournament(actor: User, tournament: Tournament, reason: str) -> RatingExclusion:
    """Take an approved tournament out of the ratings, as if its games had never been rated."""
    locked, reason = _lock(actor, tournament, reason)
    if not locked.rated or locked.approved_at is None:
        raise Refused(_("The tournament is not approved, so it does not count for the ratings."))
    if locked.exclusion is not None:
        raise Refused(_("The tournament is already removed from the ratings."))
    rated = RatedGame.objects.filter(table__round__stage__tournament=locked).order_by("sequence")
    kept = [[game.table_id, game.sequence, game.played_at.isoformat()] for game in rated]
    made = RatingExclusion.objects.create(tournament=locked, reason=reason, by=actor, kept=kept)
    unrate_tournament(locked)
    audit(
        actor,
        "tournament.ratings_excluded",
        locked,
        after={"rated_games": len(kept)},
        reason=reason,
        tournament=locked,
    )
    exclusion_changed.send(sender=RatingExclusion, exclusion=made)
    return made


@audited
def restore_tournament(actor: User, tournament: Tournament, reason: str) -> RatingExclusion:
    """Put it back: its games stand in the journal where they stood; those that were not rated before come last."""
    locked, reason = _lock(actor, tournament, reason)
    found = locked.exclusion
    if found is None:
        raise Refused(_("The tournament was not removed from the ratings."))
    found.ended_at, found.ended_by, found.end_reason = timezone.now(), actor, reason
    found.save(update_fields=["ended_at", "ended_by", "end_reason"])
    if locked.counts_for_ratings:
        tables = Table.objects.filter(round__stage__tournament=locked).prefetch_related(with_players())
        counted = {table.pk for table in tables if is_rateable(table)}
        games = [
            RatedGame(game=locked.game, table_id=table, sequence=number, played_at=datetime.fromisoformat(at))
            for table, number, at in found.kept
            if table in counted
        ]
        restore_games(locked.game, games)
    rate_tournament(locked)
    audit(actor, "tournament.ratings_restored", locked, reason=reason, tournament=locked)
    exclusion_changed.send(sender=RatingExclusion, exclusion=found)
    return found


def _lock(actor: User, tournament: Tournament, reason: str) -> tuple[Tournament, str]:
    if not can_exclude(actor):
        raise NotAllowed
    reason = reason.strip()
    if not reason:
        raise Refused(_("Enter a reason."))
    return lock_tournament(tournament.pk), reason
