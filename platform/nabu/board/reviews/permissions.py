"""Who may see reviews and ask for them. Everything that is not allowed here is refused."""

from __future__ import annotations

from nabu.accounts.players.models import Person, User
from nabu.board.reviews.models import GameReview
from nabu.contests.matches.models import GameLog
from nabu.contests.results.permissions import can_see_log
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.permissions import is_organiser


def can_see_review(user: Person, log: GameLog) -> bool:
    """Whoever may see the log: a browser could make the same review from it."""
    return can_see_log(user, log)


def can_ask_for_review(user: Person, log: GameLog) -> bool:
    """Every account that may see the log; the quota is the service's."""
    return isinstance(user, User) and user.is_active and can_see_log(user, log)


def can_cancel_review(user: Person, review: GameReview) -> bool:
    """Who asked for it, and staff. What was asked for with a whole tournament is cancelled with it."""
    if not isinstance(user, User) or not user.is_active or review.in_batch:
        return False
    return user.is_staff or review.asked_by_id == user.pk


def can_review_tournament(user: Person, tournament: Tournament) -> bool:
    """Have all games of a tournament reviewed, and cancel it: its directors."""
    return is_organiser(user, tournament)
